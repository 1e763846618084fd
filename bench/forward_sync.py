"""A forward scan that synchronises pipes, as compilers for NPUs have it: what `insert-sync` is compared with.

Ops are scanned in order, loops twice. A work that conflicts with an earlier one of another pipe gets a *pair*: a signal
behind the earlier one and a wait before itself, both in the innermost block that both are in. Where the earlier one is of
the iteration before, a first signal is given before the outermost loop around, and the last one is waited for behind it.
Where the two touch one of k slots, `i mod k`, the pair has k events, one for each slot. A conflict on one pipe that overlaps
gets a barrier of the pipe, and the return gets a barrier of all.

A pair is left out where the later pipe has waited for something later of the earlier one already. The scan looks no further:
what a third pipe tells is not seen. Memory of the caller is not told apart by its indices, and buffers are by their bytes.

An event is free for a pair if its other uses are known to be over where the pair gives its signal. Where none is free, or
nothing keeps signals from running ahead of waits, a barrier of all stands for the pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.machines.program import LOOPS, MachineItem, MachineProgram, MachineRole
from asyncir.dialects import arith
from asyncir.dialects.effects import Access, Effect, Resource, is_view
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_layout import bytes_of_element, shape_of
from asyncir.dialects.sync import BarrierOp, SignalOp, WaitOp
from asyncir.ir import Block, IndexType, IntegerAttr, ModuleOp, Operation, OpResult, SSAValue
from asyncir.ir.walk import walk
from asyncir.targets.machine import MachineModel
from asyncir.targets.resources import CompletionOrder

Pipes = tuple[int, int]
Known = dict[Pipes, int]
"""By two pipes: up to when the second has waited for the first."""

EVENT = "event"
_EVENTS = 8


@dataclass(frozen=True)
class Slot:
    """One of `count` slots: the one that the value says."""

    value: SSAValue
    count: int


@dataclass(frozen=True)
class Touched:
    """What a work touches of an object."""

    root: SSAValue
    is_write: bool
    extent: tuple[int, int] | None
    """Its bytes; None: any."""
    slot: Slot | None

    def meets(self, other: Touched) -> bool:
        """Whether the two conflict."""
        if self.root is not other.root or not (self.is_write or other.is_write):
            return False
        one, two = self.extent, other.extent
        return one is None or two is None or (one[0] < two[1] and two[0] < one[1])


@dataclass(frozen=True)
class Visit:
    """A work as the scan came by it."""

    time: int
    pipe: int
    op: Operation
    loops: tuple[tuple[Operation, int], ...]
    """The loops around, outermost first, each with the time at which the iteration began."""
    touched: tuple[Touched, ...]


@dataclass(eq=False)
class Pair:
    """A signal behind `source` and a wait before `target`, ops of one block."""

    pipes: Pipes
    source: Operation
    target: Operation
    loop: Operation | None
    """Where the source is of an iteration before: the loop that both are in."""
    slot: Slot | None
    first: int | None = None
    """Its first event; None: a barrier of all stands for it."""

    @property
    def count(self) -> int:
        """How many events it has."""
        return 1 if self.slot is None else self.slot.count

    @property
    def around(self) -> Operation | None:
        """Where the source is of an iteration before: the outermost loop around, before which there is a first signal."""
        return None if self.loop is None else list(_loops(self.loop))[-1]

    @property
    def back(self) -> Pipes:
        """The pipes the other way round."""
        return self.pipes[1], self.pipes[0]

    @property
    def block(self) -> Block:
        """Where both ops are."""
        return _block_of(self.target)


def forward_sync(module: ModuleOp, machine: MachineModel) -> None:
    """Synchronise each function that has a body."""
    for function in module.ops:
        if function.regions and function.regions[0].blocks:
            scan = _Scan(MachineProgram(function, machine))
            scan.run()
            _Events(function, scan.pairs).choose()
            _write(scan)


# ---- what a work touches


def _touched(effect: Effect) -> Touched:
    assert not isinstance(effect.root, Resource)
    root, extent, slot = effect.root, None, None
    while isinstance(root, OpResult) and is_view(root.op):
        if kind_of(root.op) is OpKind.VIEW:
            extent = _bytes(root)
        slot = slot or next(filter(None, map(_slot, root.op.operands[1:])), None)
        root = root.op.operands[0]
    return Touched(root, effect.access is not Access.READ, extent, slot)


def _bytes(view: OpResult) -> tuple[int, int] | None:
    """The bytes of a `memref.view`, wherever in its range its shift is."""
    span, size = _span(view.op.operands[1]), bytes_of_element(view.type)
    if span is None or size is None:
        return None
    for extent in shape_of(view.type):
        if extent is None:
            return None
        size *= extent
    return span[0], span[1] + size


def _span(value: SSAValue) -> tuple[int, int] | None:
    """The least and the greatest that an index is."""
    number = constant_of(value)
    if number is not None:
        return number, number
    if not isinstance(value, OpResult):
        return None
    kind, of = kind_of(value.op), value.op.operands
    by = constant_of(of[1]) if len(of) == 2 else None
    if by is None:
        return None
    if kind is OpKind.REMAINDER_UNSIGNED:
        return 0, by - 1
    span = _span(of[0]) if kind is OpKind.MULTIPLY else None
    return None if span is None else (span[0] * by, span[1] * by)


def _slot(index: SSAValue) -> Slot | None:
    """The slot that an index, or a shift in bytes, chooses."""
    if not isinstance(index, OpResult) or len(index.op.operands) != 2:
        return None
    kind, by = kind_of(index.op), constant_of(index.op.operands[1])
    if by is None:
        return None
    if kind is OpKind.MULTIPLY:
        return _slot(index.op.operands[0])
    return Slot(index, by) if kind is OpKind.REMAINDER_UNSIGNED and by > 1 else None


# ---- the scan


class _Scan:
    def __init__(self, program: MachineProgram):
        self.program = program
        orders = {engine.name: engine.order for engine in program.machine.engines}
        self._overlaps = [
            orders.get(name, CompletionOrder.IN_ORDER) is not CompletionOrder.IN_ORDER
            for name in program.engines
        ]
        self.pairs: list[Pair] = []
        self.barriers: dict[Operation, int] = {}
        """Works with a barrier before them, and its pipe."""
        self._now = 0
        self._visits: list[Visit] = []
        self._known: Known = {}
        self._frames: list[tuple[Operation, Known]] = []
        """The loops and branches around, each with what is known before it."""
        self._loops: list[tuple[Operation, int]] = []
        self._over: dict[Operation, int] = {}
        """When the scan was through with an op."""

    @property
    def body(self) -> Block:
        """The block of the function."""
        return self.program.function.regions[0].blocks[0]

    def run(self) -> None:
        """Find the pairs and the barriers."""
        self._block(self.body)

    def _block(self, block: Block) -> None:
        for item in self.program.items(block):
            self._replay(item.op)
            if item.role is MachineRole.LOOP:
                self._loop(item.op)
            elif item.role is MachineRole.BRANCHES:
                self._branches(item.op)
            elif item.role in (MachineRole.WORK, MachineRole.OWN):
                self._work(item)
            self._over[item.op] = self._now

    def _replay(self, op: Operation) -> None:
        """What was put before the op when the scan came by before."""
        for pair in self.pairs:
            if pair.target is op and pair.source in self._over and (pair.loop is None or pair.slot is None):
                self._learn(pair.pipes, self._over[pair.source], op)
        if op in self.barriers:
            pipe = self.barriers[op]
            self._learn((pipe, pipe), self._now, op)

    def _learn(self, pipes: Pipes, time: int, target: Operation) -> None:
        """There is a wait before `target`: of what is around here, that which the target is around knows it, too."""
        self._known[pipes] = max(time, self._known.get(pipes, 0))
        inside = False
        for op, known in self._frames:
            inside = inside or op is target
            if inside:
                known[pipes] = max(time, known.get(pipes, 0))

    def _loop(self, loop: Operation) -> None:
        """Two iterations; behind them is known what was before, and what is waited for behind the loop."""
        self._frames.append((loop, dict(self._known)))
        for _ in range(2):
            self._loops.append((loop, self._now))
            self._block(loop.regions[-1].blocks[0])
            self._loops.pop()
        _, self._known = self._frames.pop()
        for pair in self.pairs:
            if pair.around is loop:
                self._learn(pair.pipes, self._over[pair.source], loop)

    def _branches(self, op: Operation) -> None:
        """Behind the branches is known what is known behind each of them."""
        known = dict(self._known)
        self._frames.append((op, known))
        ends: list[Known] = []
        for region in op.regions:
            self._known = dict(known)
            for block in region.blocks:
                self._block(block)
            ends.append(self._known)
        self._frames.pop()
        pipes = dict.fromkeys(chain(known, *ends))
        self._known = {one: max(known.get(one, 0), min(end.get(one, 0) for end in ends)) for one in pipes}

    def _work(self, item: MachineItem) -> None:
        touched = tuple(_touched(effect) for effect in item.effects)
        self._now += 1
        visit = Visit(self._now, item.engine, item.op, tuple(self._loops), touched)
        for earlier in reversed(self._visits):
            if earlier.time > self._known.get((earlier.pipe, visit.pipe), 0):
                self._compare(earlier, visit)
        self._visits.append(visit)

    def _compare(self, earlier: Visit, visit: Visit) -> None:
        conflicts = [(a, b) for a in earlier.touched for b in visit.touched if a.meets(b)]
        if not conflicts or not earlier.pipe:
            # What the process does itself is over when it gives anything.
            return
        loop = _carrier(earlier, visit)
        block = _common_block(earlier.op, visit.op) if loop is None else loop.regions[-1].blocks[0]
        source, target = _within(earlier.op, block), _within(visit.op, block)
        if loop is None and source is target:
            # Only one of two branches is taken.
            return
        if earlier.pipe == visit.pipe:
            if self._overlaps[visit.pipe]:
                self.barriers[visit.op] = visit.pipe
                self._learn((visit.pipe, visit.pipe), self._now - 1, visit.op)
            return
        slots = {a.slot if a.slot == b.slot else None for a, b in conflicts}
        slot = slots.pop() if len(slots) == 1 else None
        if slot is not None and loop is not None and self._is_kept(earlier, visit, slot):
            return
        if slot is not None and not _is_seen(slot.value, block, within_loop=loop is not None):
            slot = None
        self._add(Pair((earlier.pipe, visit.pipe), source, target, loop, slot))

    def _is_kept(self, earlier: Visit, visit: Visit, slot: Slot) -> bool:
        """Whether a pair of an inner loop keeps the slot's event from one execution of the loop to the next."""
        return any(
            pair.pipes == (earlier.pipe, visit.pipe)
            and pair.loop is not None
            and pair.slot == slot
            and pair.source in _around(earlier.op)
            and pair.target in _around(visit.op)
            for pair in self.pairs
        )

    def _add(self, pair: Pair) -> None:
        if not any(_is_same(pair, other) for other in self.pairs):
            self.pairs.append(pair)
        if pair.loop is None or pair.slot is None:
            self._learn(pair.pipes, self._over[pair.source], pair.target)


def _is_same(pair: Pair, other: Pair) -> bool:
    mine, others = vars(pair), vars(other)
    return all(mine[name] == others[name] for name in ("pipes", "source", "target", "loop", "slot"))


def _carrier(earlier: Visit, visit: Visit) -> Operation | None:
    """The outermost loop of which the two are in different iterations."""
    for (one, began), (other, began_again) in zip(earlier.loops, visit.loops, strict=False):
        if one is not other:
            return None
        if began != began_again:
            return one
    return None


def _block_of(op: Operation) -> Block:
    block = op.parent
    assert block is not None
    return block


def _around(op: Operation) -> Iterator[Operation]:
    """The op, and those that it is in."""
    at: Operation | None = op
    while at is not None:
        yield at
        at = at.parent_op()


def _common_block(one: Operation, other: Operation) -> Block:
    blocks = {_block_of(op) for op in _around(one) if op.parent is not None}
    return next(_block_of(op) for op in _around(other) if op.parent in blocks)


def _within(op: Operation, block: Block) -> Operation:
    """The op of the block that the op is, or is in."""
    return next(each for each in _around(op) if each.parent is block)


def _is_seen(value: SSAValue, block: Block, within_loop: bool) -> bool:
    """Whether a value is one of the block; outside of a loop's turns, it may be one of a block around."""
    assert isinstance(value, OpResult)
    if within_loop:
        return value.op.parent is block
    parent = block.parent_op()
    return value.op.parent is block or any(op.parent is value.op.parent for op in _around(parent or value.op))


# ---- events


class _Events:
    """Gives each pair the first events that are free."""

    def __init__(self, function: Operation, pairs: Sequence[Pair]):
        self.pairs = pairs
        self._begin: dict[Operation, int] = {}
        self._end: dict[Operation, int] = {}
        for number, op in enumerate(walk(function)):
            self._begin[op] = number
            for outer in _around(op):
                self._end[outer] = number

    def choose(self) -> None:
        """Look at the pairs in the order of their signals."""
        for pair in sorted(self.pairs, key=self._from):
            if not self._is_answered(pair):
                continue
            taken = {
                event
                for other in self.pairs
                if other.pipes == pair.pipes and other.first is not None and not self._is_over(other, pair)
                for event in range(other.first, other.first + other.count)
            }
            fits = (n for n in range(_EVENTS - pair.count + 1) if taken.isdisjoint(range(n, n + pair.count)))
            pair.first = next(fits, None)

    def _from(self, pair: Pair) -> int:
        return self._begin[pair.around] if pair.around is not None else self._end[pair.source]

    def _to(self, pair: Pair) -> int:
        return self._end[pair.around] if pair.around is not None else self._begin[pair.target]

    def _loop_around(self, pair: Pair) -> Operation | None:
        around = _around(pair.target)
        next(around)
        return next((op for op in around if kind_of(op) in LOOPS), None)

    def _is_answered(self, pair: Pair) -> bool:
        """Whether the pipe that signals in a loop hears of waits before it signals once more."""
        loop = self._loop_around(pair)
        if loop is None:
            return True
        for other in self.pairs:
            if other.pipes != pair.back:
                continue
            if other.loop is None and self._loop_around(other) is loop and other.block is pair.block:
                return True
            if pair.loop is None and other.loop is loop and other.count <= pair.count:
                return True
            if pair.loop is not None and other.loop is None and loop in _around(other.target):
                return True
        return False

    def _is_over(self, pair: Pair, later: Pair) -> bool:
        """Whether the waits of a pair are known to be over where a later one gives its signal."""
        mine, other = self._loop_around(pair), self._loop_around(later)
        if mine is not None and other is not None and not set(_loops(mine)).isdisjoint(_loops(other)):
            return False
        blocks = {_block_of(op) for op in _around(later.source) if op.parent is not None}
        for answer in self.pairs:
            if answer.pipes == pair.back and answer.first is not None:
                place = answer.around or answer.target
                heard = self._end[answer.source] if pair.loop is None else self._begin[answer.source]
                if (
                    self._to(pair) <= heard
                    and self._to(answer) <= self._from(later)
                    and _block_of(place) in blocks
                ):
                    return True
        return False


def _loops(op: Operation) -> Iterator[Operation]:
    return (each for each in _around(op) if kind_of(each) in LOOPS)


# ---- writing


def _write(scan: _Scan) -> None:
    names = scan.program.engines
    behind: dict[Operation, Operation] = {}

    def before(op: Operation, made: Sequence[Operation]) -> None:
        _block_of(op).insert_ops_before(made, op)

    def after(op: Operation, made: Sequence[Operation]) -> None:
        for one in made:
            _block_of(op).insert_op_after(one, behind.get(op, op))
            behind[op] = one

    def make(kind: type[SignalOp] | type[WaitOp], pair: Pair, event: int | SSAValue) -> Operation:
        return kind(EVENT, event, source=names[pair.pipes[0]], target=names[pair.pipes[1]])

    stopped: set[Operation] = set()
    for pair in scan.pairs:
        if pair.first is None:
            if pair.target not in stopped:
                before(pair.target, [BarrierOp()])
            stopped.add(pair.target)
            continue
        all_events = range(pair.first, pair.first + pair.count)
        if pair.around is not None:
            before(pair.around, [make(SignalOp, pair, event) for event in all_events])
            after(pair.around, [make(WaitOp, pair, event) for event in all_events])
        made, event = _event(pair)
        after(pair.source, [*made, make(SignalOp, pair, event)])
        made, event = _event(pair)
        before(pair.target, [*made, make(WaitOp, pair, event)])
    for op, pipe in scan.barriers.items():
        before(op, [BarrierOp(names[pipe])])
    last = scan.body.last_op
    assert last is not None
    before(last, [BarrierOp()])


def _event(pair: Pair) -> tuple[list[Operation], int | SSAValue]:
    """The event of a pair where it is used, and the ops that compute it."""
    assert pair.first is not None
    if pair.slot is None:
        return [], pair.first
    if not pair.first:
        return [], pair.slot.value
    base = arith.ConstantOp(IntegerAttr(pair.first, IndexType()))
    event = arith.AddiOp(pair.slot.value, base.results[0])
    return [base, event], event.results[0]
