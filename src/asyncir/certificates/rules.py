"""What is true of a thread at a point, and how one op changes that: issues, accesses, commits, waits, barriers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, cast

from asyncir.certificates.memory import View, box, root, seen_through, shape
from asyncir.certificates.parallel import met
from asyncir.certificates.state import GIVEN, NotFollowed, ProofState, Refused
from asyncir.certificates.threads import Path, Threads, conflict, has_body
from asyncir.certificates.values import (
    IN,
    OUT,
    SET,
    BoundedInteger,
    Function,
    Relation,
    alike,
    compute,
    held,
    isl,
    literal,
    width,
)
from asyncir.dialects.counted_loops import counts_of
from asyncir.dialects.effect_types import ANYTHING, Access, Effect, Milestone, Resource
from asyncir.dialects.effects import (
    Effects,
    IndexedView,
    callee_name,
    declared_effects,
    global_of,
    is_allocation,
    is_memory,
    is_view,
)
from asyncir.dialects.gpu import is_workgroup
from asyncir.dialects.interfaces.completion import (
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
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.interfaces.memory import atomic_memory
from asyncir.dialects.memref_sizes import size_along
from asyncir.ir import BlockArgument, IntegerAttr, MemRefType, Operation, OpResult, SSAValue, StringAttr

_QUOTIENTS = (
    OpKind.DIVIDE,
    OpKind.DIVIDE_UNSIGNED,
    OpKind.DIVIDE_FLOOR,
    OpKind.DIVIDE_CEILING,
    OpKind.DIVIDE_CEILING_UNSIGNED,
)
DIVISIONS = (*_QUOTIENTS, OpKind.REMAINDER, OpKind.REMAINDER_UNSIGNED)
_BY_ONE = (OpKind.MULTIPLY, *_QUOTIENTS)
"""Ops that give their first operand where the second is one."""
_WAITS = (waits_by_count, waits_by_token, waits_finished)


class Rules:
    """Executes one op in a state."""

    def __init__(self, module: Operation, entry: str, constant: frozenset[str], words: str):
        self.ops = list(module.walk())
        self.ids = {op: index for index, op in enumerate(self.ops)}
        named = ((op.get_attr_or_prop("sym_name"), op) for op in self.ops if has_body(op))
        self.functions = {name.data: op for name, op in named if isinstance(name, StringAttr)}
        self.entry = self.functions[entry]
        self.body = self.entry.regions[0].blocks[0]
        self.constant = constant
        """Objects that nothing writes."""
        self.shared: dict[SSAValue, None] = {}
        """Integers that may be the same in all threads."""
        self.blurred: dict[str, None] = {}
        """What was taken for anything although the program says more: a check that fails then may fail for that."""
        self.effects = Effects()
        self.threads = Threads(threads_of(self.entry))
        self.parameters = self.threads.exist
        """What is known of the parameters that the certificate names."""
        self.given = self.threads.exist
        """What is assumed of the parameters that were asked for."""
        for name in dict.fromkeys(re.findall(r"\b[adm]\d+(?:_\d+)*\b", words)):
            of: Any = self.body.args[int(name[1:].partition("_")[0])].type
            bits = width(getattr(of, "element_type", of))
            low, high = (0, GIVEN) if name[0] == "d" else held(bits or 64)
            self.parameter(name, low, high)
            if low == 0:
                most = "" if name[0] == "d" else " <= 1"
                self.parameters &= isl.Set(f"[{name}] -> {{ : 0 <= {name}{most} }}")

    def refused(self, message: str, op: Operation | None = None) -> Refused:
        """What to raise where a check fails."""
        if not self.blurred:
            return Refused(message, op)
        return NotFollowed(f"{message}; this was not followed: {', '.join(self.blurred)}", op)

    def step(self, op: Operation, path: Path, state: ProofState) -> None:
        """Execute an op that does not decide where control goes."""
        for result in op.results:
            state.env.pop(result, None)
        if issues(op) is not None:
            self.issue(op, path, state)
        elif (trait := commits(op)) is not None:
            self.commit(op, trait, state)
        elif kind_of(op) is OpKind.AWAIT or any(found(op) is not None for found in _WAITS):
            self.wait(op, state)
        elif op.has_trait(IsBarrier):
            self.meet((*path, op), state)
        elif op.successors:
            raise NotFollowed(f"the rules for {op.name} are not known here", op)
        elif kind_of(op) in DIVISIONS and self.is_zero(op.operands[1], state):
            state.reach = state.reach.subtract(state.reach)  # it ends with an error
        else:
            if any(key.endswith(f":alloc {self.ids[op]}") for key in state.flying):
                self.blurred.setdefault(f"that {op.name} makes another object each time")
            for kind, name, cells in list(self.touched(op, path, state)):
                self.access(kind, name, cells, state, op)
            if kind_of(op) is OpKind.STORE and width(op.operands[0]):
                if (cell := self.kept(op.operands[1], op.operands[2:], state)) is not None:
                    state.env[cell] = self.number(op.operands[0], state)
            elif kind_of(op) is OpKind.LOAD and width(op.results[0]):
                cell = self.kept(op.operands[0], op.operands[1:], state)
                if cell in state.env:
                    state.env[op.results[0]] = state.env[cell]

    def is_zero(self, value: SSAValue, state: ProofState) -> bool:
        """Whether the program itself says that this is zero."""
        written = isinstance(value, OpResult) and kind_of(value.op) is OpKind.CONSTANT
        return written and width(value) > 0 and literal(self.number(value, state)) == 0

    def is_special(self, op: Operation) -> bool:
        """Whether the op does something else than to touch memory now."""
        queues = any(kind(op) is not None for kind in (commits, *_WAITS))
        tasks = op.name.startswith("async.") and kind_of(op) is not OpKind.READY
        return queues or tasks or op.has_trait(IsBarrier) or bool(op.regions and issues(op))

    # what is in flight

    def access(self, kind: str, name: str, cells: Relation, state: ProofState, op: Operation) -> None:
        """Touch elements of an object, which must not be in flight."""
        cells = state.wide(cells).intersect_domain(state.reach)
        constant = name.removesuffix("*") in self.constant or (name == "?" and self.constant)
        if kind != "R" and constant and self.possible(state, cells.domain()):
            raise self.refused("the certificate says that nothing writes this", op)
        for key, relation in state.flying.items():
            owner, _, touch = key.partition(":")
            clash = owner != "past" and conflict(touch, f"{kind}:{name}")
            if clash and self.meets(relation.project_out(OUT, 0, 1), cells, state):
                raise self.refused("it may meet what is in flight", op)
        if kind != "R":
            self.forget(name, cells, state)
        self.note(kind, name, cells, state)

    def forget(self, name: str, cells: Relation, state: ProofState) -> None:
        """Integers in memory of which it is not known any more what they are."""
        for key in [key for key in state.env if isinstance(key, str) and key.endswith("]")]:
            of, _, at = key.partition("[")
            here = name == of and not cells.intersect_range(isl.Set(f"{{ [{at} }}")).is_empty()
            if here or name in ("?", f"{of}*"):
                del state.env[key]

    def kept(self, of: SSAValue, indices: Sequence[SSAValue], state: ProofState) -> str | None:
        """What an integer in memory is called, of an object that is made once, for this thread alone."""
        view, at = self.memory(of, state), [literal(self.number(index, state)) for index in indices]
        kind, _, number = view.object.partition(" ")
        if kind != "alloc" or not view.whole or None in at:
            return None
        made: Any = self.ops[int(number)].results[0]
        alone = made.owner.parent_block() is self.body and not (
            self.threads.several and is_workgroup(made.type)
        )
        return f"{view.object}[{', '.join(map(str, at))}]" if alone and made.type == of.type else None

    def meets(self, one: Relation, other: Relation, state: ProofState) -> bool:
        """Whether both may touch one element; where one does not say which, whether both may happen."""
        same = one.dim(OUT) == other.dim(OUT)
        where = one.intersect(other).domain() if same else one.domain().intersect(other.domain())
        return not where.is_empty() and self.possible(state, where)

    def note(self, kind: str, name: str, cells: Relation, state: ProofState) -> None:
        """Keep in mind what other threads must not meet."""
        number = name.removeprefix("alloc ").removesuffix("*")
        shared = not number.isdecimal() or is_workgroup(self.ops[int(number)].results[0].type)
        if self.threads.several and shared:
            state.add(f"past:{kind}:{name}", state.map(state.fixed(0).of).flat_range_product(cells))

    def meet(self, at: Path, state: ProofState) -> None:
        """All threads come to a barrier or to the end: what is in flight can meet what they do from here on."""
        done = {key.partition(":")[2]: r for key, r in state.flying.items() if key.startswith("past:")}
        numbers = [state.env.get(value) for value in self.shared]
        known = [n if n is None else state.wide(n.of) for n in numbers]
        self.threads.meet(at, known, state.reach, done)
        state.flying = {key: r for key, r in state.flying.items() if not key.startswith("past:")}
        for key, relation in list(state.flying.items()):
            _, kind, name = key.split(":", 2)
            self.note(kind, name, relation.project_out(OUT, 0, 1), state)

    def issue(self, op: Operation, path: Path, state: ProofState) -> None:
        """Start what the op's region does, or what its effects are."""
        trait = issues(op)
        assert trait is not None
        region, owner = trait.region(op), "open"
        if trait.token(op) is not None:
            owner = f"%{self.ids[op]}"
            state.move(owner, "never")
        if region is not None and len(region.blocks) > 1:
            raise NotFollowed("the rules for a body with branches are not known here", op)
        touched: list[tuple[str, str, Relation]] = []
        for inner in (op,) if region is None else region.blocks[0].ops:
            for result in inner.results:
                state.env.pop(result, None)
            touched += self.touched(inner, path, state)
        own = {f"alloc {self.ids[inner]}" for inner in op.walk() if any(map(is_allocation, inner.results))}
        touched = [(kind, name, cells) for kind, name, cells in touched if name.removesuffix("*") not in own]
        for kind, name, cells in touched:
            self.access(kind, name, cells, state, op)
        for kind, name, cells in touched:
            state.add(
                f"{owner}:{kind}:{name}", state.map(state.fixed(0).of).flat_range_product(state.wide(cells))
            )

    def commit(self, op: Operation, trait: Commits, state: ProofState) -> None:
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
                age = cast("tuple[str, Function]", value)[1]
                state.env[name] = (fifo, age.add_constant_val(isl.Val(1)))
        issued = [token for token in members or () if isinstance(token, OpResult)]
        for owner in ("open",) if members is None else (f"%{self.ids[token.op]}" for token in issued):
            state.move(owner, fifo)
        for token in filter(None, (trait.token(op), *issued)):
            state.env[token] = (fifo, state.fixed(0).of)

    def wait(self, op: Operation, state: ProofState) -> None:
        """Retire groups."""
        if (counted := waits_by_count(op)) is not None:
            left = self.not_negative(counted.count(op), state)
            self.retire(self.fifo(counted.queue(op), state, op), left, counted.milestone(op), state)
        elif (first := waits_finished(op)) is not None:
            fifo, count = self.fifo(first.queue(op), state, op), self.not_negative(first.count(op), state)
            if (ever := state.env.get(f"#{fifo}")) is not None:
                self.retire(fifo, state.wide(ever).sub(count), first.milestone(op), state)
        else:
            named = waits_by_token(op)
            milestone = Milestone.WRITTEN if named is None else named.milestone(op)
            for token in op.operands if named is None else named.tokens(op):
                if token in state.env:
                    fifo, age = state.env[token]
                    self.retire(fifo, state.wide(age), milestone, state)

    def not_negative(self, count: int | SSAValue | None, state: ProofState) -> Function:
        """A wait's count; with a negative one the execution ends with an error."""
        number = self.number(count, state).of
        state.reach = state.reach.intersect(number.nonneg_set())
        return number

    def retire(self, fifo: str, left: Function, milestone: Milestone, state: ProofState) -> None:
        """Keep what is younger than `left`."""
        for key, relation in state.flying.items():
            owner, kind, _ = key.split(":", 2)
            if owner == fifo and (milestone is Milestone.WRITTEN or kind == "R"):
                younger = isl.Map(f"{{ [n] -> [a{_cells(relation)}] : a < n }}")
                state.flying[key] = relation.intersect(state.map(left).apply_range(younger))

    # what an op touches

    def touched(self, op: Operation, path: Path, state: ProofState) -> Iterator[tuple[str, str, Relation]]:
        """Kinds, objects and elements of what the op does now; reads of what nothing writes are none."""
        if self.is_special(op):
            raise NotFollowed(f"the rules for {op.name} in what is in flight are not known here", op)
        callee = self.called(op)
        if callee is not None or (op.regions and atomic_memory(op) is None):
            yield from self.inside(op, callee or op, path, state)
        for effect in self.own_effects(op, callee):
            kind = "A" if atomic_memory(op) is not None else "R" if effect.access is Access.READ else "W"
            if isinstance(effect.root, Resource):
                if effect.root == ANYTHING or effect.root.name.startswith("global "):
                    self.blurred.setdefault(f"what {op.name} touches")
                    yield kind, "?" if effect.root == ANYTHING else f"{effect.root.name}*", state.map()
            elif effect.access is not Access.ALLOC:
                name, cells = self.elements(effect.root, effect, state)
                if kind != "R" or name.removesuffix("*") not in self.constant:
                    yield kind, name, cells

    def own_effects(self, op: Operation, callee: Operation | None) -> tuple[Effect, ...]:
        """What an op does, but for what is in its regions or in the function that it calls."""
        if (at := atomic_memory(op)) is not None:
            return (Effect(Access.WRITE, op.operands[at], tuple(op.operands[at + 1 :])),)
        if callee is not None:
            return ()
        if callee_name(op) is not None:
            memory = any(is_memory(operand.type) for operand in op.operands)
            some = any(global_of(value) for each in self.ops for value in each.results)
            return self.effects.of(op) if memory or some else ()  # only declared: it has what it is given
        if not op.regions:
            return self.effects.of(op)
        own = declared_effects(op)
        return (Effect(Access.WRITE, ANYTHING),) if own is None else own

    def inside(
        self, op: Operation, around: Operation, path: Path, state: ProofState
    ) -> Iterator[tuple[str, str, Relation]]:
        """What the regions of an op, or of the function that it calls, may touch: each block once, for all iterations.

        Nothing that is seen there is a fact behind it, for it may not happen; but where a branch is taken.
        """
        if op is not around and (around is self.entry or around in (self.called(call) for call in path)):
            raise NotFollowed("a call comes back to itself", op)
        parallel = op is around and kind_of(op) is OpKind.PARALLEL_LOOP
        branch = kind_of(op) is OpKind.IF
        # What decides is a function of coordinates that there are outside, too.
        for operand in filter(width, op.operands if parallel or branch else ()):
            self.number(operand, state)
        calls, outer = path if op is around else (*path, op), state.reach.dim(SET)
        found: list[tuple[str, str, Relation]] = []
        for region in around.regions:
            for block in region.blocks:
                inner = self.entered(op, around, block, state)
                begins = inner.reach
                for each in () if inner.reach.is_empty() else block.ops:
                    if issues(each) is not None:
                        raise NotFollowed(f"the rules for {each.name} in another op are not known here", each)
                    for result in each.results:
                        inner.env.pop(result, None)
                    found += self.touched(each, calls, inner)
                if branch and begins.dim(SET) == outer:
                    passed = inner.reach.project_out(SET, outer, inner.reach.dim(SET) - outer)
                    if self.possible(state, failed := begins.subtract(passed)):
                        state.reach = state.reach.subtract(failed)
        if parallel:
            own = self.made_in(op)
            found = [touched for touched in found if touched[1].removesuffix("*") not in own]
            clash = met(found, outer, len(counts_of(op)))
            if clash is not None and self.possible(state, clash):
                raise self.refused("two iterations may meet", op)
        for kind, name, cells in found:
            more = cells.dim(IN) - outer
            yield kind, name, cells.project_out(IN, outer, more) if more > 0 else cells

    def all_in(self, op: Operation) -> Iterator[Operation]:
        """The op, those in it, and those in what it calls."""
        pending, seen = [op], {op}
        for around in pending:
            for inner in around.walk():
                yield inner
                callee = self.called(inner)
                if callee is not None and callee not in seen:
                    seen.add(callee)
                    pending.append(callee)

    def made_in(self, op: Operation) -> set[str]:
        """The objects that each execution of an op makes for itself, in what it calls as well."""
        made = (result for inner in self.all_in(op) for result in inner.results)
        return {f"alloc {self.ids[v.op]}" for v in made if is_allocation(v) and not is_workgroup(v.type)}

    def entered(self, op: Operation, around: Operation, block: Any, state: ProofState) -> ProofState:
        """A copy of a state at the start of a block in an op, in any iteration."""
        raise NotImplementedError

    def called(self, call: Operation) -> Operation | None:
        """The function that an op calls."""
        return self.functions.get(callee_name(call) or "")

    def elements(self, of: SSAValue, effect: Effect, state: ProofState) -> tuple[str, Relation]:
        """An object, and which elements of it; an execution that leaves the bounds ends there."""
        view, extents = self.memory(of, state), shape(of)
        if effect.indices is None:
            ends = [self.end(of, d, size, state) for d, size in enumerate(extents)]
            ends = [state.wide(end) for end in ends]
            first = [state.fixed(0).of.as_map()] * len(extents)
        else:
            starts = [self.number(index, state).of for index in effect.indices]
            sizes = [self.number(size, state).of for size in effect.sizes or (1,) * len(starts)]
            starts, sizes = [state.wide(s) for s in starts], [state.wide(s) for s in sizes]
            self.stay(starts, sizes, extents, state)
            first = [s.as_map() for s in starts]
            ends = [s.add(n).as_map() for s, n in zip(starts, sizes, strict=True)]
        view = self.memory(of, state)  # there may be more coordinates by now
        cells = view.cells(box(first, ends, state.map())) if view.object != "?" else None
        known = View(view.object, cells is not None)
        if cells is None and extents:
            self.blurred.setdefault(f"which elements of {view.object} are touched")
        return known.name, state.map() if cells is None else cells

    def end(self, of: SSAValue, dimension: int, size: int, state: ProofState) -> Relation:
        """Where a view may end along a dimension."""
        extent = size if size >= 0 else size_along(of, dimension)
        if extent is not None:
            return self.number(extent, state).of.as_map()
        return isl.Map.from_domain(state.reach).add_dims(OUT, 1)

    def stay(
        self, starts: list[Function], sizes: list[Function], extents: Sequence[int], state: ProofState
    ) -> None:
        """Who touches something is in bounds; who touches nothing may be anywhere."""
        inside, something = state.reach, state.reach
        for start, size, extent in zip(starts, sizes, extents, strict=False):
            inside = inside.intersect(start.nonneg_set())
            if extent >= 0:
                inside = inside.intersect(start.add(size).le_set(state.fixed(extent).of))
            something = something.intersect(size.pos_set())
        nothing = state.reach.subtract(something)
        state.reach = inside if nothing.is_empty() else inside.union(nothing)

    def memory(self, value: SSAValue, state: ProofState) -> View:
        """The object that a value refers to, and which part of it."""
        if value not in state.env:
            found = self.seen(value, state)
            if found.object == "?":
                self.blurred.setdefault("what memory a value refers to")
            state.env[value] = found
        view: View = state.env[value]
        if view.elements is None:
            return view
        return View(view.object, view.whole, state.wide(view.elements))

    def seen(self, value: SSAValue, state: ProofState) -> View:
        """What the program says of memory that is not in the state."""
        if isinstance(value, BlockArgument):
            entry = value.block is self.body and isinstance(value.type, MemRefType)
            return root(f"arg{value.index}", value) if entry else View("?")
        assert isinstance(value, OpResult)
        if is_allocation(value):
            return root(f"alloc {self.ids[value.op]}", value)
        if (named := global_of(value)) is not None:
            return root(named.name, value)
        sources = [operand for operand in value.op.operands if is_memory(operand.type)]
        if not is_view(value.op) or len(sources) != 1:
            return View("?")
        declared, source = value.op.get_traits_of_type(IndexedView), self.memory(sources[0], state)
        if not declared or not isinstance(value.type, MemRefType):
            return View(source.object)
        for operand in value.op.operands:
            if width(operand):
                self.number(operand, state)
        source = self.memory(sources[0], state)
        return seen_through(
            declared[0], value.op, source, lambda n: self.number(n, state).of, state.reach.get_space()
        )

    def fifo(self, queue: QueueId, state: ProofState, op: Operation) -> str:
        """The FIFO of a queue."""
        number = literal(self.number(queue, state)) if isinstance(queue, SSAValue) else queue
        if number is None:
            raise NotFollowed("the queue is computed", op)
        return str(fifo_of(number, self.entry))

    # integers

    def number(self, value: int | SSAValue | None, state: ProofState) -> BoundedInteger:
        """A literal, or an integer of the program; one of which nothing is known is a coordinate from here on."""
        if not isinstance(value, SSAValue):
            return state.fixed(value or 0)
        if value not in state.env:
            found = self.known(value, state) or self.as_before(value, state)
            state.env[value] = found or self.unknown(value, state)
        return state.widened(state.env[value])

    def as_before(self, value: SSAValue, state: ProofState) -> BoundedInteger | None:
        """What another op with the same name gave of the same arguments of the entry, which are the same all along."""
        if not isinstance(value, OpResult) or not self.is_lasting(value.op):
            return None
        for op in self.ops:
            if op is not value.op and alike(op, value.op) and op.results[value.index] in state.env:
                return state.env[op.results[value.index]]
        return None

    def is_lasting(self, op: Operation) -> bool:
        """Whether an op computes of constants and of arguments of the entry alone."""
        pure = bool(op.operands) and not op.regions and self.effects.is_pure(op)
        return pure and all(map(self.is_given, op.operands))

    def is_given(self, value: SSAValue) -> bool:
        """Whether a value is an argument of the entry, or a constant."""
        if isinstance(value, OpResult):
            return kind_of(value.op) is OpKind.CONSTANT
        return isinstance(value, BlockArgument) and value.block is self.body

    def unknown(self, value: SSAValue, state: ProofState) -> BoundedInteger:
        """A number of which nothing is known but its type; what memory holds that nothing writes is not huge."""
        low, high = held(width(value))
        if isinstance(value, OpResult):
            if kind_of(value.op) in (OpKind.GRID_SIZE, OpKind.BLOCK_INDEX):
                return state.fresh(int(kind_of(value.op) is OpKind.GRID_SIZE), GIVEN)
            memory = [operand for operand in value.op.operands if is_memory(operand.type)]
            if len(memory) == 1 and self.memory(memory[0], state).object in self.constant:
                low, high = max(low, -GIVEN), min(high, GIVEN)
            if not value.op.regions and (self.effects.is_pure(value.op) or memory):
                self.blurred.setdefault(f"what {value.op.name} gives")
        return state.fresh(low, high)

    def possible(self, state: ProofState, where: Relation) -> bool:
        """Whether control gets to one of these points, given what is assumed of the program's arguments."""
        found = where.intersect(state.reach).intersect_params(self.given)
        for limit in () if found.is_empty() else state.limits:
            found = found.intersect(limit.add_dims(SET, found.dim(SET) - limit.dim(SET)))
        return not found.is_empty()

    def known(self, value: SSAValue, state: ProofState) -> BoundedInteger | None:
        """What the program says of an integer that is not in the state."""
        if isinstance(value, BlockArgument):
            return (
                self.parameter(f"a{value.index}", *held(width(value))) if value.block is self.body else None
            )
        assert isinstance(value, OpResult)
        op, constant = value.op, value.op.get_attr_or_prop("value")
        if kind_of(op) is OpKind.CONSTANT and isinstance(constant, IntegerAttr):
            half = 1 << (width(value) - 1)
            number = constant.value.data
            return state.fixed(number & 1 if half == 1 else (number + half) % (2 * half) - half)
        if (thread := op.get_trait(ThreadIndex)) is not None:
            axis = thread.dimension(op)
            extent = self.threads.extents[axis]
            return self.parameter(f"t{'xyz'[axis]}", 0, extent - 1) if extent > 1 else state.fixed(0)
        if (block := op.get_trait(BlockSize)) is not None:
            return state.fixed(self.threads.extents[block.dimension(op)])
        if kind_of(op) in (OpKind.EXTENT, OpKind.LOAD):
            return self.element(op, state)
        if len(op.results) != 1 or not op.operands or not all(map(width, op.operands)):
            return None
        parts = [self.number(operand, state) for operand in op.operands]
        parts = [state.widened(part) for part in parts]
        found: BoundedInteger | tuple[int, int] = held(width(value))
        for here in (parts, [self.here(part, state) for part in parts]):
            found = compute(op, here, lambda where: self.possible(state, where))
            if isinstance(found, BoundedInteger):
                return found
        self.blurred.setdefault(f"what {op.name} gives")
        made = state.fresh(*found)
        if kind_of(op) in _BY_ONE and width(value) > 1:
            number, by = (state.widened(part).of for part in parts)
            one = by.eq_set(state.fixed(1).of)
            state.reach = state.reach.subtract(one.subtract(made.of.eq_set(number)))
        return made

    def here(self, number: BoundedInteger, state: ProofState) -> BoundedInteger:
        """A number that is a literal wherever control gets, as that literal."""
        values = number.of.as_map().intersect_domain(state.reach).range()
        if values.is_empty():
            return number
        some = int(values.sample_point().get_coordinate_val(SET, 0).to_python())
        other = number.of.ne_set(state.fixed(some).of).intersect(state.reach)
        return state.fixed(some) if other.is_empty() else number

    def element(self, op: Operation, state: ProofState) -> BoundedInteger | None:
        """An extent of an argument of the entry, or an element that nothing writes: the same at all points."""
        view, extents = self.memory(op.operands[0], state), shape(op.operands[0])
        at = [literal(self.number(index, state)) for index in op.operands[1:]]
        asked = kind_of(op) is OpKind.EXTENT
        if asked and 0 <= (at[0] or 0) < len(extents) and extents[at[0] or 0] >= 0:
            return state.fixed(extents[at[0] or 0])
        if None in at or not view.whole or view.object[:3] != "arg":
            return None
        if not asked and view.object not in self.constant:
            return None
        low, high = (0, GIVEN) if asked else held(width(op.results[0]))
        name = "_".join((view.object.replace("arg", "d" if asked else "m"), *map(str, at)))
        return self.parameter(name, low, high)

    def parameter(self, name: str, low: int, high: int) -> BoundedInteger:
        """A number that is the same at all points."""
        low, high = max(low, -GIVEN), min(high, GIVEN)
        self.given &= isl.Set(f"[{name}] -> {{ : {low} <= {name} <= {high} }}")
        return BoundedInteger(isl.PwAff(f"[{name}] -> {{ [] -> [{name}] }}"), low, high)

    def is_same(self, op: Operation) -> bool:
        """Whether all threads that execute the op with the same operands get the same results."""
        if kind_of(op) is OpKind.LOAD and isinstance(of := op.operands[0], BlockArgument):
            return of.block is self.body and f"arg{of.index}" in self.constant
        return op.get_trait(ThreadIndex) is None and not op.regions and self.effects.is_pure(op)


def _cells(relation: Relation) -> str:
    """The names of elements, behind an age."""
    return "".join(f", c{index}" for index in range(relation.dim(OUT) - 1))
