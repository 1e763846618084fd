"""What is true of a thread at a point, and how one op changes that: issues, accesses, commits, waits, barriers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from asyncir.certificates.threads import Path, Threads, conflict, meet
from asyncir.certificates.values import IN, OUT, SET, Number, Relation, compute, fixed, isl, literal, width
from asyncir.dialects.effect_types import ANYTHING, Access, Effect, Milestone, Resource
from asyncir.dialects.effects import Effects, callee_name, global_of, is_allocation, is_memory, is_view
from asyncir.dialects.gpu import is_workgroup
from asyncir.dialects.queue_interfaces import (
    BlockSize,
    Commits,
    IsBarrier,
    QueueId,
    ThreadIndex,
    commits,
    fifo_of,
    issues,
    threads_of,
    waits_by_count,
    waits_by_token,
    waits_finished,
)
from asyncir.ir import BlockArgument, IntegerAttr, MemRefType, Operation, OpResult, SSAValue, StringAttr, i1

_ATOMIC = {"memref.atomic_rmw": 1, "memref.generic_atomic_rmw": 0}
"""The operand that is the memory; the indices follow it."""
_CASTS = ("memref.cast", "memref.memory_space_cast", "memref.assume_alignment")
"""Views with the elements of their source."""
_WAITS = (waits_by_count, waits_by_token, waits_finished)


class Refused(Exception):
    """The certificate proves nothing; `op` is where that was seen."""

    def __init__(self, message: str, op: Operation | None = None):
        super().__init__(message)
        self.op = op


@dataclass(slots=True)
class State:
    """What may be true of a thread: `reach` is where control gets, a set of coordinates."""

    reach: Relation
    env: dict[object, Any] = field(default_factory=dict[object, Any])
    """Integers: numbers. Tokens: FIFO and age. Memory: the object. `#FIFO`: how many groups were committed to it."""
    flying: dict[str, Relation] = field(default_factory=dict[str, Relation])
    """`FIFO:KIND:OBJECT` in flight: from the coordinates to (age, element...). In the place of the FIFO: `open` until
    the commit, `%OP` while only the token of that op stands for it, `never` when nothing can commit it any more; and
    `past` is what this thread touched since the last barrier, or had in flight there."""

    def copy(self, where: Relation) -> State:
        """One that can be changed alone, where a condition holds."""
        return State(self.reach.intersect(where), dict(self.env), dict(self.flying))

    def fixed(self, value: int) -> Number:
        """A literal."""
        return fixed(value, self.reach.get_space())

    def coordinate(self, index: int) -> Number:
        """The value of a coordinate."""
        return isl.PwAff.var_on_domain(isl.LocalSpace.from_space(self.reach.get_space()), SET, index)

    def fresh(self, value: SSAValue) -> Number:
        """A number of which nothing is known: one more coordinate."""
        self.reach = self.reach.add_dims(SET, 1)
        self.flying = {key: relation.add_dims(IN, 1) for key, relation in self.flying.items()}
        made = self.coordinate(self.reach.dim(SET) - 1)
        if width(value) == 1:
            self.reach = self.reach.intersect(made.nonneg_set()).intersect(made.le_set(self.fixed(1)))
        return made

    def wide(self, relation: Relation) -> Relation:
        """A number or relation that was made when there were fewer coordinates."""
        return relation.add_dims(IN, self.reach.dim(SET) - relation.dim(IN))

    def map(self, *numbers: Number) -> Relation:
        """From the coordinates, where control gets, to the numbers."""
        whole = isl.Map.from_domain(self.reach)
        for number in numbers:
            whole = whole.flat_range_product(self.wide(number).as_map())
        return whole

    def add(self, key: str, relation: Relation) -> None:
        """Say that more may be so."""
        self.flying[key] = self.flying[key].union(relation) if key in self.flying else relation

    def move(self, owner: str, other: str) -> None:
        """What belonged to one owner belongs to another now."""
        for key in [key for key in self.flying if key.partition(":")[0] == owner]:
            self.add(f"{other}:{key.partition(':')[2]}", self.flying.pop(key))


class Rules:
    """Executes one op in a state."""

    def __init__(self, module: Operation, entry: str, constant: frozenset[str], words: str):
        self.ops = list(module.walk())
        self.ids = {op: index for index, op in enumerate(self.ops)}
        named = (
            (op.get_attr_or_prop("sym_name"), op) for op in self.ops if any(r.blocks for r in op.regions)
        )
        self.functions = {name.data: op for name, op in named if isinstance(name, StringAttr)}
        self.entry = self.functions[entry]
        self.body = self.entry.regions[0].blocks[0]
        self.constant = constant
        """Objects that nothing writes."""
        self.shared: dict[SSAValue, None] = {}
        """Integers that may be the same in all threads."""
        self.effects = Effects()
        self.threads = Threads(threads_of(self.entry))
        self.parameters = self.threads.exist
        """What is known of the parameters that the certificate names."""
        for name in dict.fromkeys(re.findall(r"\b[adm]\d+(?:_\d+)*\b", words)):
            of: Any = self.body.args[int(name[1:].partition("_")[0])].type
            truth = i1 in (of, getattr(of, "element_type", None))
            if name[0] == "d" or truth:
                most = "" if name[0] == "d" else " <= 1"
                self.parameters &= isl.Set(f"[{name}] -> {{ : 0 <= {name}{most} }}")

    def step(self, op: Operation, path: Path, state: State) -> None:
        """Execute an op that does not decide where control goes."""
        for result in op.results:
            state.env.pop(result, None)
        if issues(op) is not None:
            self.issue(op, state)
        elif (trait := commits(op)) is not None:
            self.commit(op, trait, state)
        elif op.name == "async.await" or any(found(op) is not None for found in _WAITS):
            self.wait(op, state)
        elif op.has_trait(IsBarrier):
            self.meet((*path, op), state)
        elif op.successors or not self.is_plain(op):
            raise Refused(f"the rules for {op.name} are not known here", op)
        else:
            for kind, name, cells in list(self.touched(op, state)):
                self.access(kind, name, cells, state, op)

    def is_plain(self, op: Operation) -> bool:
        """Whether all that the op does, with its regions, is to touch memory now."""
        found = any(kind(inner) for inner in op.walk() for kind in (issues, commits, *_WAITS))
        calls = any(callee_name(inner) in self.functions or inner.has_trait(IsBarrier) for inner in op.walk())
        unknown = callee_name(op) is None and any(effect.root == ANYTHING for effect in self.effects.of(op))
        tasks = op.name.startswith("async.") and op.name != "async.ready"
        return not (found or calls or tasks or (unknown and op.name not in _ATOMIC))

    # what is in flight

    def access(self, kind: str, name: str, cells: Relation, state: State, op: Operation) -> None:
        """Touch elements of an object, which must not be in flight."""
        cells = state.wide(cells)
        if kind != "R" and (name.removesuffix("*") in self.constant or (name == "?" and self.constant)):
            raise Refused("the certificate says that nothing writes this", op)
        for key, relation in state.flying.items():
            owner, _, touch = key.partition(":")
            clash = owner != "past" and conflict(touch, f"{kind}:{name}")
            if clash and meet(relation.project_out(OUT, 0, 1), cells):
                raise Refused("it may meet what is in flight", op)
        self.note(kind, name, cells, state)

    def note(self, kind: str, name: str, cells: Relation, state: State) -> None:
        """Keep in mind what other threads must not meet."""
        number = name.removeprefix("alloc ").removesuffix("*")
        shared = not number.isdecimal() or is_workgroup(self.ops[int(number)].results[0].type)
        if self.threads.several and shared:
            state.add(f"past:{kind}:{name}", state.map(state.fixed(0)).flat_range_product(cells))

    def meet(self, at: Path, state: State) -> None:
        """All threads come to a barrier or to the end: what is in flight can meet what they do from here on."""
        done = {key.partition(":")[2]: r for key, r in state.flying.items() if key.startswith("past:")}
        numbers = [state.env.get(value) for value in self.shared]
        self.threads.meet(at, [n if n is None else state.wide(n) for n in numbers], state.reach, done)
        state.flying = {key: r for key, r in state.flying.items() if not key.startswith("past:")}
        for key, relation in list(state.flying.items()):
            _, kind, name = key.split(":", 2)
            self.note(kind, name, relation.project_out(OUT, 0, 1), state)

    def issue(self, op: Operation, state: State) -> None:
        """Start what the op's region does, or what its effects are."""
        trait = issues(op)
        assert trait is not None
        region, owner = trait.region(op), "open"
        if trait.token(op) is not None:
            owner = f"%{self.ids[op]}"
            state.move(owner, "never")
        if region is not None and len(region.blocks) > 1:
            raise Refused("the rules for a body with branches are not known here", op)
        touched: list[tuple[str, str, Relation]] = []
        for inner in (op,) if region is None else region.blocks[0].ops:
            for result in inner.results:
                state.env.pop(result, None)
            touched += self.touched(inner, state)
        for kind, name, cells in touched:
            self.access(kind, name, cells, state, op)
        for kind, name, cells in touched:
            state.add(
                f"{owner}:{kind}:{name}", state.map(state.fixed(0)).flat_range_product(state.wide(cells))
            )

    def commit(self, op: Operation, trait: Commits, state: State) -> None:
        """Close a group: all others of its FIFO are one older then."""
        fifo, members = self.fifo(trait.queue(op), state, op), trait.members(op)
        for key, relation in state.flying.items():
            if key.partition(":")[0] == fifo:
                cells = _cells(relation)
                state.flying[key] = relation.apply_range(isl.Map(f"{{ [a{cells}] -> [a + 1{cells}] }}"))
        for name, value in state.env.items():
            if name == f"#{fifo}":
                state.env[name] = value.add_constant_val(isl.Val(1))
            elif isinstance(value, tuple) and value[0] == fifo:
                age = cast("tuple[str, Number]", value)[1]
                state.env[name] = (fifo, age.add_constant_val(isl.Val(1)))
        issued = [token for token in members or () if isinstance(token, OpResult)]
        for owner in ("open",) if members is None else (f"%{self.ids[token.op]}" for token in issued):
            state.move(owner, fifo)
        for token in filter(None, (trait.token(op), *issued)):
            state.env[token] = (fifo, state.fixed(0))

    def wait(self, op: Operation, state: State) -> None:
        """Retire groups."""
        if (counted := waits_by_count(op)) is not None:
            left = self.number(counted.count(op), state)
            state.reach = state.reach.intersect(left.nonneg_set())  # else it ends with an error
            self.retire(self.fifo(counted.queue(op), state, op), left, counted.milestone(op), state)
        elif (first := waits_finished(op)) is not None:
            fifo, count = self.fifo(first.queue(op), state, op), self.number(first.count(op), state)
            if (ever := state.env.get(f"#{fifo}")) is not None:
                self.retire(fifo, state.wide(ever).sub(count), first.milestone(op), state)
        else:
            named = waits_by_token(op)
            milestone = Milestone.WRITTEN if named is None else named.milestone(op)
            for token in op.operands if named is None else named.tokens(op):
                if token in state.env:
                    fifo, age = state.env[token]
                    self.retire(fifo, state.wide(age), milestone, state)

    def retire(self, fifo: str, left: Number, milestone: Milestone, state: State) -> None:
        """Keep what is younger than `left`."""
        for key, relation in state.flying.items():
            owner, kind, _ = key.split(":", 2)
            if owner == fifo and (milestone is Milestone.WRITTEN or kind == "R"):
                younger = isl.Map(f"{{ [n] -> [a{_cells(relation)}] : a < n }}")
                state.flying[key] = relation.intersect(state.map(left).apply_range(younger))

    # what an op touches

    def touched(self, op: Operation, state: State) -> Iterator[tuple[str, str, Relation]]:
        """Kinds, objects and elements; reads of what nothing writes are none."""
        effects = self.effects.of(op)
        if op.name in _ATOMIC:
            at = _ATOMIC[op.name]
            effects = (Effect(Access.WRITE, op.operands[at], tuple(op.operands[at + 1 :])),)
        elif callee_name(op) is not None and not any(is_memory(operand.type) for operand in op.operands):
            effects = ()  # a function that is only declared, and gets no memory
        for effect in effects:
            kind = "A" if op.name in _ATOMIC else "R" if effect.access is Access.READ else "W"
            if isinstance(effect.root, Resource):
                if effect.root == ANYTHING or effect.root.name.startswith("global "):
                    yield kind, "?" if effect.root == ANYTHING else f"{effect.root.name}*", state.map()
            elif effect.access is not Access.ALLOC:
                name, cells = self.elements(effect.root, effect, state)
                if kind != "R" or name.removesuffix("*") not in self.constant:
                    yield kind, name, cells

    def elements(self, root: SSAValue, effect: Effect, state: State) -> tuple[str, Relation]:
        """An object, and which elements of it; an execution that leaves the bounds ends there."""
        name, of = self.memory(root, state), root.type
        indices, shape = effect.indices or (), of.get_shape() if isinstance(of, MemRefType) else ()
        if effect.indices is None and shape:
            name = name.removesuffix("*") + "*"
        numbers = [self.number(index, state) for index in indices]
        sizes = [self.number(size, state) for size in effect.sizes or (1,) * len(indices)]
        for index, extent in zip(numbers, shape, strict=False):
            state.reach = state.reach.intersect(state.wide(index).nonneg_set())
            if extent >= 0:
                state.reach = state.reach.intersect(state.wide(index).lt_set(state.fixed(extent)))
        cells = state.map()
        for index, size in zip(numbers, sizes, strict=True) if name[-1] not in "*?" else ():
            cells = cells.flat_range_product(
                state.map(index, size).apply_range(isl.Map("{ [i, n] -> [c] : i <= c < i + n }"))
            )
        return name, cells

    def memory(self, value: SSAValue, state: State) -> str:
        """The object that a value refers to: `?` is any, `*` behind it says that its elements are not known."""
        if value in state.env:
            return state.env[value]
        if isinstance(value, BlockArgument):
            return (
                f"arg{value.index}"
                if value.block is self.body and isinstance(value.type, MemRefType)
                else "?"
            )
        assert isinstance(value, OpResult)
        if is_allocation(value):
            return f"alloc {self.ids[value.op]}"
        if (named := global_of(value)) is not None:
            return named.name
        sources = [operand for operand in value.op.operands if is_memory(operand.type)]
        if not is_view(value.op) or len(sources) != 1:
            return "?"
        name = self.memory(sources[0], state)
        return name if name == "?" or value.op.name in _CASTS else name.removesuffix("*") + "*"

    def fifo(self, queue: QueueId, state: State, op: Operation) -> str:
        """The FIFO of a queue."""
        number = literal(self.number(queue, state)) if isinstance(queue, SSAValue) else queue
        if number is None:
            raise Refused("the queue is computed", op)
        return str(fifo_of(number, self.entry))

    # integers

    def number(self, value: int | SSAValue | None, state: State) -> Number:
        """A literal, or an integer of the program; one of which nothing is known is a coordinate from here on."""
        if not isinstance(value, SSAValue):
            return state.fixed(value or 0)
        if value not in state.env:
            found = self.known(value, state)
            if found is None:
                found = state.fresh(value)
            elif not state.reach.is_subset(state.wide(found).domain()):
                other, found = state.fresh(value), state.wide(found)
                found = found.union_add(other.subtract_domain(found.domain()))
            state.env[value] = found
        return state.wide(state.env[value])

    def known(self, value: SSAValue, state: State) -> Number | None:
        """What the program says of an integer that is not in the state; it may say nothing of some coordinates."""
        if isinstance(value, BlockArgument):
            return self.parameter(f"a{value.index}") if value.block is self.body else None
        assert isinstance(value, OpResult)
        op, constant = value.op, value.op.get_attr_or_prop("value")
        if op.name == "arith.constant" and isinstance(constant, IntegerAttr):
            half = 1 << (width(value) - 1)
            number = constant.value.data
            return state.fixed(number & 1 if half == 1 else (number + half) % (2 * half) - half)
        if (thread := op.get_trait(ThreadIndex)) is not None:
            axis = thread.dimension(op)
            return self.parameter(f"t{'xyz'[axis]}") if self.threads.extents[axis] > 1 else state.fixed(0)
        if (block := op.get_trait(BlockSize)) is not None:
            return state.fixed(self.threads.extents[block.dimension(op)])
        if op.name == "memref.dim" or (
            op.name == "memref.load" and self.memory(op.operands[0], state) in self.constant
        ):
            return self.element(op, state)
        if not op.name.startswith("arith.") or not op.operands or not all(map(width, op.operands)):
            return None
        parts = [self.number(operand, state) for operand in op.operands]
        return compute(op, [state.wide(part) for part in parts])

    def element(self, op: Operation, state: State) -> Number | None:
        """An extent of an argument of the entry, or an element that nothing writes: the same at all points."""
        name, of = self.memory(op.operands[0], state), op.operands[0].type
        at = [literal(self.number(index, state)) for index in op.operands[1:]]
        if None in at or not isinstance(of, MemRefType):
            return None
        if (
            op.name == "memref.dim"
            and 0 <= (at[0] or 0) < of.get_num_dims()
            and of.get_shape()[at[0] or 0] >= 0
        ):
            return state.fixed(of.get_shape()[at[0] or 0])
        letter = "d" if op.name == "memref.dim" else "m"
        return (
            self.parameter("_".join((name.replace("arg", letter), *map(str, at))))
            if name[:3] == "arg"
            else None
        )

    def parameter(self, name: str) -> Number:
        """A number that is the same at all points."""
        return isl.PwAff(f"[{name}] -> {{ [] -> [{name}] }}")

    def is_same(self, op: Operation) -> bool:
        """Whether all threads that execute the op with the same operands get the same results."""
        if op.name == "memref.load" and isinstance(of := op.operands[0], BlockArgument):
            return of.block is self.body and f"arg{of.index}" in self.constant
        return op.get_trait(ThreadIndex) is None and not op.regions and self.effects.is_pure(op)


def _cells(relation: Relation) -> str:
    """The names of elements, behind an age."""
    return "".join(f", c{index}" for index in range(relation.dim(OUT) - 1))
