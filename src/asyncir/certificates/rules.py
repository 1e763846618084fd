"""The rules of what is in flight: issues, accesses, commits, waits, barriers, over relations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from asyncir.certificates.relations import (
    IN,
    OUT,
    PARAM,
    Relation,
    State,
    combined,
    coordinate,
    isl,
    may,
    names,
    united,
)
from asyncir.certificates.values import ANY_OBJECT, Object, Objects, Values
from asyncir.dialects.effects import ANYTHING, Access, Effect, Effects, Milestone, Resource
from asyncir.dialects.queue_interfaces import (
    Commits,
    QueueId,
    commits,
    fifo_of,
    issues,
    threads_of,
    waits_by_count,
    waits_by_token,
    waits_finished,
)
from asyncir.ir import (
    Block,
    IntegerAttr,
    MemRefType,
    Operation,
    OpResult,
    SSAValue,
    StringAttr,
)

OPEN = -1
"""The age of what is in flight while its group is not committed yet."""
ATOMIC = {"memref.atomic_rmw": 1, "memref.generic_atomic_rmw": 0}
"""The operand that is the memory; the indices follow it."""


class Refused(Exception):
    """The certificate proves nothing; `op` is where that was seen."""

    def __init__(self, message: str, op: Operation | None = None):
        super().__init__(message)
        self.op = op


class Touch(NamedTuple):
    """A kind of touch of an object."""

    kind: str
    """`R`, `W`, or `A` for an atomic update."""
    object: str

    def conflicts(self, other: Touch) -> bool:
        """Whether both on one element would be a race."""
        meet = self.object == other.object or ANY_OBJECT in (self.object, other.object)
        return meet and not (self.kind == other.kind and self.kind != "W")


class Rules:
    """One check of one certificate, without its control flow."""

    def __init__(self, module: Operation, entry: str, heads: Mapping[str, Mapping[str, Any]]):
        self.ops = list(module.walk())
        self.ids = {op: index for index, op in enumerate(self.ops)}
        symbols = ((op.get_attr_or_prop("sym_name"), op) for op in self.ops)
        self.functions = {
            name.data: op for name, op in symbols if isinstance(name, StringAttr) and op.regions
        }
        self.entry = self.functions[entry]
        self.heads = heads
        self.extents = threads_of(self.entry)
        self.effects = Effects()
        self.values = Values(self.entry.regions[0].blocks[0].args)
        self.objects = Objects(self.functions, self.ids)
        self.path: tuple[Operation, ...] = ()
        self.counters: list[object] = []
        self.objects_by_name: dict[str, Object] = {}
        self.made_in: dict[str, int] = {}
        """How many loops are around the ops that make objects."""
        self.started: list[tuple[Touch, Relation]] | None = None
        """What the async op that is being issued does; None outside of one."""

    def access(self, touch: Touch, cells: Relation, state: State, op: Operation) -> None:
        """Touch elements, which must not be in flight."""
        if self.started is not None:
            self.started.append((touch, cells))
            return
        for key, relation in state.pending.items():
            if touch.conflicts(touch_of(key)) and meet(relation.project_out(OUT, 0, 1), cells):
                raise Refused(f"it may meet what {self.issuer(key)[-1].name} has in flight", op)
        self.note(state, touch, cells)

    def note(self, state: State, touch: Touch, cells: Relation) -> None:
        """Keep in mind what other threads must not meet."""
        known = self.objects_by_name.get(touch.object)
        if self.extents != (1, 1, 1) and (known is None or not known.private):
            state.epoch = united(state.epoch, {f"{touch.kind}:{touch.object}": cells})

    def make(self, op: Operation, state: State) -> None:
        """An object of its own for each iteration of the loops around."""
        name = self.objects.name_of(op, self.path)
        loops = [index for index, dim in enumerate(state.dims) if self.is_counter(dim)]
        self.made_in[name] = len(loops)
        for number, index in enumerate(loops):
            self.values.set((name, number), state.dims, coordinate(len(state.dims), index))

    def commit(self, op: Operation, trait: Commits, state: State) -> None:
        """Close a group."""
        fifo, members = self.fifo(trait.queue(op), op), trait.members(op)
        prefixes = None if members is None else [self.key(t.op) for t in members if isinstance(t, OpResult)]
        for key, relation in state.pending.items():
            if self.group_of(key) == fifo:
                mine = prefixes is None or any(key.startswith(f"{prefix}:") for prefix in prefixes)
                left = f"; [{OPEN}] -> [{OPEN}]" if not mine else f"; [{OPEN}] -> [0]"
                state.pending[key] = _with_age(relation, f"[a] -> [a + 1] : a >= 0{left}")
        one_more = isl.Map("{ [n] -> [n + 1] }")
        for token, (its, ages) in state.tokens.items():
            if its == fifo:
                state.tokens[token] = (its, ages.apply_range(one_more))
        if fifo in state.committed:
            state.committed[fifo] = state.committed[fifo].apply_range(one_more)
        for token in filter(None, (trait.token(op), *(members or ()))):
            youngest = isl.Map(f"{{ [{names(len(state.dims))}] -> [0] }}").intersect_domain(state.reach)
            state.tokens[token] = (fifo, youngest)

    def wait(self, op: Operation, state: State) -> None:
        """Retire groups."""
        if (counted := waits_by_count(op)) is not None:
            left = self.number(counted.count(op), state)
            state.reach = state.reach.intersect(may("{ [n] : n >= 0 }", left))  # else it ends with an error
            self.retire(self.fifo(counted.queue(op), op), left, counted.milestone(op), state)
        elif (first := waits_finished(op)) is not None:
            fifo = self.fifo(first.queue(op), op)
            if fifo in state.committed:
                parts = state.committed[fifo], self.number(first.count(op), state)
                self.retire(fifo, combined("{ [c, n] -> [c - n] }", *parts), first.milestone(op), state)
        elif (named := waits_by_token(op)) is not None:
            for token in named.tokens(op):
                if token in state.tokens:
                    self.retire(*state.tokens[token], named.milestone(op), state)

    def retire(self, fifo: str, left: Relation, milestone: Milestone, state: State) -> None:
        """Keep what is younger than `left`, and everything where `left` says nothing."""
        for key, relation in state.pending.items():
            reads = touch_of(key).kind == "R"
            if self.group_of(key) == fifo and (milestone is Milestone.WRITTEN or reads):
                rank = relation.dim(OUT)
                younger = left.apply_range(isl.Map(f"{{ [n] -> [{names(rank)}] : d0 < n }}"))
                kept = relation.intersect(younger)
                state.pending[key] = kept.union(relation.subtract_domain(left.domain()))

    def meet_threads(self, state: State, op: Operation) -> None:
        """Check what this thread and another did since the last barrier."""
        if self.extents == (1, 1, 1):
            return
        reach, every = state.reach, ["tx", "ty", "tz"]
        if not _without(reach, every).intersect_params(self.threads()).is_subset(reach):
            raise Refused("some threads may reach this barrier, and others not", op)
        other_thread = isl.Set(
            "[tx, ty, tz, ux, uy, uz] -> { [] : tx != ux or ty != uy or tz != uz }"
        ).params()
        done = {key: r.intersect_params(self.threads()) for key, r in state.epoch.items()}
        for index in reversed([i for i, dim in enumerate(state.dims) if not self.is_counter(dim)]):
            done = {key: relation.project_out(IN, index, 1) for key, relation in done.items()}
        for one, two in combinations_with_replacement(done, 2):
            if not touch_of(one).conflicts(touch_of(two)):
                continue
            theirs = done[two]
            for name in "xyz":
                at = theirs.find_dim_by_name(PARAM, f"t{name}")
                theirs = theirs.set_dim_name(PARAM, at, f"u{name}") if at >= 0 else theirs
            if meet(done[one].intersect_params(other_thread), theirs):
                raise Refused(f"two threads may meet: {one} and {two}", op)

    def threads(self) -> Relation:
        """All threads."""
        bounds = " and ".join(f"0 <= t{d} < {n}" for d, n in zip("xyz", self.extents, strict=True))
        return isl.Set(f"[tx, ty, tz] -> {{ : {bounds} }}")

    def touched(self, op: Operation, state: State) -> Iterator[tuple[Touch, Relation]]:
        """What an op touches: kinds and objects, each with the elements."""
        effects = self.effects.of(op)
        if op.name in ATOMIC:
            memory = ATOMIC[op.name]
            effects = (Effect(Access.WRITE, op.operands[memory], tuple(op.operands[memory + 1 :])),)
        for effect in effects:
            kind = "A" if op.name in ATOMIC else "R" if effect.access is Access.READ else "W"
            if isinstance(effect.root, Resource):
                if effect.root == ANYTHING or effect.root.name.startswith("global "):
                    name = ANY_OBJECT if effect.root == ANYTHING else effect.root.name
                    yield Touch(kind, name), isl.Map(f"{{ [{names(len(state.dims))}] -> [] }}")
            elif effect.access is not Access.ALLOC:
                self.stay_in_bounds(effect, state)
                for found in self.objects.of(effect.root, self.path):
                    self.objects_by_name[found.name] = found
                    cells = self.cells(found, effect, state).intersect_domain(state.reach)
                    yield Touch(kind, found.name), cells

    def stay_in_bounds(self, effect: Effect, state: State) -> None:
        """An execution that leaves the bounds ends there: from here on, it did not."""
        of: Any = effect.root.type if isinstance(effect.root, SSAValue) else None
        if effect.indices is not None and isinstance(of, MemRefType):
            for index, extent in zip(effect.indices, of.get_shape(), strict=True):
                bound = f" and i < {extent}" if extent >= 0 else ""
                inside = may(f"{{ [i] : 0 <= i{bound} }}", self.value(index, state))
                state.reach = state.reach.intersect(inside)

    def cells(self, found: Object, effect: Effect, state: State) -> Relation:
        """The elements: first the iterations in which the object was made, then the indices."""
        cells = isl.Map(f"{{ [{names(len(state.dims))}] -> [] }}")
        for number in range(self.made_in.get(found.name, 0)):
            made = self.values.of((found.name, number) if found.same_iteration else None, state.dims)
            cells = cells.flat_range_product(made)
        if effect.indices is None or not found.same_elements:
            return cells.add_dims(OUT, found.rank)
        sizes = effect.sizes or (1,) * found.rank
        for index, size in zip(effect.indices, sizes, strict=True):
            parts = self.value(index, state), self.number(size, state)
            cells = cells.flat_range_product(combined("{ [i, n] -> [c] : i <= c < i + n }", *parts))
        return cells

    def issuer(self, key: str) -> tuple[Operation, ...]:
        """The calls to the async op that a key is about, and the op."""
        return tuple(self.ops[int(number)] for number in key.partition(":")[0].split("/"))

    def group_of(self, key: str) -> str | None:
        """The FIFO to which an async op is committed; None where it cannot be told, or never is."""
        *path, op = self.issuer(key)
        trait = issues(op)
        token = trait.token(op) if trait is not None else None
        for use in token.uses if token is not None else ():
            commit = commits(use.operation)
            if commit is not None and use.operation.parent is op.parent:
                return self.fifo(commit.queue(use.operation), op)
        around: Operation | None = op
        while around is not None:
            commit = commits(around)
            if commit is not None and commit.region(around) is not None:
                return self.fifo(commit.queue(around), around)
            leaves = around in self.functions.values() and path
            around = path.pop() if leaves else around.parent_op()
        return None

    def is_counter(self, dim: object) -> bool:
        """Whether a coordinate counts the iterations of a loop."""
        return any(dim is counter for counter in self.counters)

    def value(self, value: SSAValue, state: State) -> Relation:
        """What a value may be."""
        return self.values.of(value, state.dims)

    def number(self, number: int | SSAValue | None, state: State) -> Relation:
        """What a literal or a value is."""
        if isinstance(number, SSAValue):
            return self.value(number, state)
        return isl.Map(f"{{ [{names(len(state.dims))}] -> [{number}] }}")

    def fifo(self, queue: QueueId, op: Operation) -> str:
        """The FIFO of a queue."""
        if isinstance(queue, SSAValue):
            literal = queue.op.get_attr_or_prop("value") if isinstance(queue, OpResult) else None
            if not isinstance(literal, IntegerAttr):
                raise Refused("the queue is computed", op)
            queue = literal.value.data
        return str(fifo_of(queue, self.entry))

    def key(self, op: Operation) -> str:
        """The op behind the calls that lead to it."""
        return "/".join(str(self.ids[each]) for each in (*self.path, op))

    def place(self, at: Block) -> str:
        """How the certificate calls a block; a structured loop has the key of its op."""
        region = at.parent_region()
        op = at.parent_op()
        assert region is not None
        assert op is not None
        block = f"{op.regions.index(region)}.b{region.get_block_index(at)}"
        return "/".join(str(self.ids[each]) for each in (*self.path, op)) + f".{block}"


def touch_of(key: str) -> Touch:
    """The end of a key of `pending` or `epoch`."""
    kind, name = key.split(":")[-2:]
    return Touch(kind, name)


def meet(a: Relation, b: Relation) -> bool:
    """Whether both may touch one element; where one does not say which, whether both may happen."""
    if a.dim(OUT) != b.dim(OUT):
        a, b = a.domain(), b.domain()
    return not a.intersect(b).is_empty()


def _with_age(relation: Relation, change: str) -> Relation:
    """With ages changed; the elements stay."""
    cells = names(relation.dim(OUT) - 1)
    rest = f", {cells}" if cells else ""
    text = change.replace("]", f"{rest}]")
    return relation.apply_range(isl.Map(f"{{ {text} }}"))


def _without(points: Relation, params: Sequence[str]) -> Relation:
    for name in params:
        at = points.find_dim_by_name(PARAM, name)
        points = points.project_out(PARAM, at, 1) if at >= 0 else points
    return points
