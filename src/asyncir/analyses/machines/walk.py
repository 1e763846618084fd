"""A walk over a program on a machine: at each work, what is known to have arrived, and what it needs.

The question
------------
A work must not begin before the works that it conflicts with have arrived (MAC-3). Which of these orders do engines, signals,
waits and barriers guarantee already, and which are missing?

States
------
The walk goes through the ops in the order of the process and gives each work a stamp. `State` says for each engine what
its next work knows (state.py): engine y knows all works of x with stamps below `rows[y][x]`. So one comparison per pair of
engines says whether an earlier work has arrived:

    work on y        it knows what the issuer knows; then it is compared with the works before it (`Touch`)
    signal on x      carries what x knows, and all works of x so far
    wait on y        y knows what the signal carries
    commit, wait n   the group carries the same; the wait tells the issuer of the groups but the n youngest
    barrier on y     y knows all of its own works

Loops are walked iteration by iteration, so that the distance between two works is a fact and not a formula: the counter is a
symbol plus a number, and boxes of two iterations differ by constants. After `period + distance` iterations the state repeats.
Of a loop of unknown length each number of iterations is a way to its end; ways are joined with their last iterations beside
each other (`Path.moved`).

What a policy adds
------------------
`missing` is told of the works that are not known to have arrived, youngest first, one per engine. A policy that inserts
synchronisation changes the state there, or starts an op of the path around again (`Restart`), with more known at its
beginning. A policy that checks notes what is missing.

Why it ends: each iteration is walked a bounded number of times. A restart adds an edge that is not there yet, and there are
finitely many.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import lcm
from typing import Any, cast

from asyncir.analyses.aliasing import roots
from asyncir.analyses.in_flight.exprs import Lin
from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.machines.boxes import Box, Numbers
from asyncir.analyses.machines.objects import Met
from asyncir.analyses.machines.program import Item, MachineProgram, Role
from asyncir.analyses.machines.state import Path, Row, Signals, State, Unbalanced, joined, learn
from asyncir.dialects import sync
from asyncir.dialects.effects import Access, Effect
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import (
    Block,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    Operation,
    OpResult,
    SSAValue,
)
from asyncir.ir.walk import walk
from asyncir.targets.resources import Order, Resource, ResourceKind, WhenFull

_MOST_ITERATIONS = 16
"""A loop of known length is walked as a whole if it is no longer than this."""
_MOST_PERIOD = 12
_MOST_GROUPS = 80


class CannotFollow(Exception):
    """The program has something of which the walk knows nothing."""

    def __init__(self, op: Operation, why: str):
        super().__init__(why)
        self.op = op
        self.why = why


@dataclass(eq=False, slots=True)
class Iteration:
    """One execution of a block."""

    block: Block
    number: int
    """Which iteration of the loop, from 0 on."""
    parent: Iteration | None
    via: Operation | None
    """The op of the parent's block in which this one is."""
    before: list[Iteration]
    """All iterations of the loop so far, this one the last."""
    entry: list[Row] = field(default_factory=list[Row])
    """Where a loop begins: what a signal of each engine would tell."""
    after: dict[Operation, dict[int, Row]] = field(default_factory=dict[Operation, dict[int, Row]])
    """Behind each op: what a signal of each engine that has done something in it would tell."""


@dataclass(eq=False, slots=True)
class Touch:
    """An access that later ones may conflict with."""

    stamp: int
    engine: int
    access: Access
    box: Box
    iteration: Iteration
    op: Operation
    number: int
    """Which of the op's effects."""
    previous: Touch | None
    """The one before, of the same object and engine."""


class Restart(Exception):
    """An op is walked once more, from its beginning."""

    def __init__(self, iteration: Iteration, op: Operation):
        self.iteration = iteration
        self.op = op


@dataclass(slots=True)
class _Checkpoint:
    state: State
    now: int
    touches: int
    loops: int


class Walk:
    """A walk over one function; policies are subclasses."""

    def __init__(self, program: MachineProgram):
        self.program = program
        self.machine = program.machine
        self.engines = len(program.engines)
        kinds = {engine.name: engine for engine in self.machine.engines}
        self.in_order = [
            name not in kinds or (kinds[name].order is Order.IN_ORDER and kinds[name].count == 1)
            for name in program.engines
        ]
        self._places = {
            number: engine.queue + engine.count
            for number, name in enumerate(program.engines)
            if (engine := kinds.get(name)) is not None
            and number
            and engine.queue is not None
            and engine.when_full is not WhenFull.BLOCK
        }
        """Of each engine that can be given too much: how many works it may have that have not arrived."""
        self.numbers = Numbers()
        self.now: int = 1
        width = 3 * self.engines
        rows = [[0] * width for _ in range(self.engines)]
        self.state = State(rows, [0] * width, [-1] * self.engines, [-1] * self.engines)
        self.heads: dict[Hashable, dict[int, Touch]] = {}
        """By object and engine: the youngest access."""
        self._met = Met(program.objects)
        self.touches: list[Touch] = []
        self._ends: list[tuple[int, Path]] = []
        """The ways out of the loop before, where they have not met yet: how many iterations each has."""
        self._trips: list[Operation] = []
        """The ops that compute how many there are."""
        self._loops: list[tuple[list[Iteration], list[tuple[State, int]]]] = []
        """The loops around, outermost first: their iterations so far, and the states in which they may have ended."""
        self._dead = 0
        """Whether the walk is where the program does not come to."""

    # ---- what a policy does

    def before(self, iteration: Iteration, item: Item) -> None:
        """The walk comes to an op."""

    def opening(self, item: Item, entry: Sequence[Row]) -> None:
        """A loop begins; what a signal of each engine would tell there."""

    def closing(self, iteration: Iteration, item: Item) -> None:
        """The walk has been through an op; what stands behind it comes later."""

    def behind(self, iteration: Iteration, item: Item) -> None:
        """The walk comes to what stands behind an op."""

    def missing(self, iteration: Iteration, item: Item, touch: Touch, effect: Effect | None) -> None:
        """A work is not known to have arrived where the op needs it; None: where the program ends."""

    def restarted(self, iteration: Iteration, op: Operation) -> None:
        """An op is about to be walked once more."""

    def ways_meet(self) -> None:
        """The state is one that several ways have led to."""

    def iteration_ends(self, iteration: Iteration) -> None:
        """The walk has been through an iteration of a loop."""

    def lost(self, item: Item, key: Hashable, why: str) -> None:
        """An op of a resource may not do what it is for."""

    # ---- walking

    def run(self) -> None:
        """Walk through the function. Raises `CannotFollow` where that cannot be."""
        region = self.program.function.regions[0]
        if len(region.blocks) != 1:
            raise CannotFollow(
                self.program.function, "it has several blocks; only structured control flow is followed"
            )
        iteration = Iteration(region.blocks[0], 0, None, None, [])
        self._block(iteration)

    def _block(self, iteration: Iteration, given: Sequence[tuple[SSAValue, Any]] = ()) -> None:
        """Walk through a block of which some arguments are known."""
        self.numbers.enter(iteration.block)
        for argument, value in given:
            self.numbers.give(argument, value)
        for item in self.program.items(iteration.block):
            if self._ends and item.role is Role.WAIT:
                self._drain(item)
                continue
            self._meet(item.op)
            if item.role in (Role.LOOP, Role.BRANCHES):
                self._compound(iteration, item)
            else:
                self._come_to(iteration, item)
                self._leaf(iteration, item)
            if not self._dead:
                self.closing(iteration, item)
            engines = self.program.engines_in(item.op)
            iteration.after[item.op] = {engine: self.told_by(engine) for engine in engines}
            if not self._dead:
                self.behind(iteration, item)
        self._meet(iteration.block.last_op)

    def _come_to(self, iteration: Iteration, item: Item) -> None:
        if not self._dead:
            self.before(iteration, item)

    def _compound(self, iteration: Iteration, item: Item) -> None:
        checkpoint = _Checkpoint(self.state.copy(), self.now, len(self.touches), len(self._loops))
        while True:
            self._come_to(iteration, item)
            try:
                if item.role is Role.LOOP:
                    self._loop(iteration, item)
                else:
                    self._branches(iteration, item)
                return
            except Restart as restart:
                if restart.iteration is not iteration or restart.op is not item.op:
                    raise
            self.state = checkpoint.state.copy()
            self.now = checkpoint.now
            self._forget(checkpoint.touches)
            del self._loops[checkpoint.loops :]
            self.restarted(iteration, item.op)

    def told_by(self, engine: int) -> Row:
        """What a signal of an engine tells that is given now: what it knows, and all that it was given before."""
        row = self.state.rows[engine][:]
        if engine:
            learn(row, self.state.rows[0])
        else:
            learn(row, self.state.thread)
        self._all_of(engine, row)
        if self.in_order[0]:
            self._all_of(0, row)
        return row

    def _all_of(self, engine: int, row: Row) -> None:
        """The row says that an engine is through with all that it was given."""
        for at in range(engine, len(row), self.engines):
            row[at] = self.now

    # ---- ops

    def _leaf(self, iteration: Iteration, item: Item) -> None:
        match item.role:
            case Role.WORK | Role.OWN:
                self._work(iteration, item)
            case Role.SIGNAL:
                self._signal(item)
            case Role.WAIT:
                self._wait(item)
            case Role.COMMIT:
                self._commit(item.op)
            case Role.BARRIER:
                self._barrier(item)
            case Role.END:
                self._end(iteration, item)
            case Role.INIT | Role.ARM | Role.FREE:
                raise CannotFollow(item.op, f"{item.op.name} is not followed yet")
            case _:
                raise CannotFollow(item.op, f"{item.op.name} is not followed")

    def _work(self, iteration: Iteration, item: Item) -> None:
        y, state = item.engine, self.state
        row = state.rows[y]
        if y:
            learn(row, state.rows[0])
        self.numbers.enter_all(item.op)
        boxes = [self.numbers.box_of(effect) for effect in item.effects]
        self._settle(iteration, item, boxes)
        if y in self._places:
            self._take_place(iteration, item)
        for number, (effect, box) in enumerate(zip(item.effects, boxes, strict=True)):
            self._touch(Touch(self.now, y, effect.access, box, iteration, item.op, number, None))
        state.last[y] = self.now
        self.now += 1
        if not y and self.in_order[0]:
            # What the process does itself has happened before whatever comes later.
            for each in state.rows:
                self._all_of(0, each)
        for name, groups in self._groups_of(y):
            if groups.commits_each:
                self._close(name, groups.engines)

    def _take_place(self, iteration: Iteration, item: Item) -> None:
        """The process has to know that there is room for one more work in the engine's queue (MAC-6)."""
        y = item.engine
        works = self.state.given.setdefault(y, [])
        if len(works) >= self._places[y] and not self._dead and not self.knows(0, works[-self._places[y]]):
            self.missing(iteration, item, works[-self._places[y]], None)
        works = self.state.given.setdefault(y, [])
        works.append(Touch(self.now, y, Access.WRITE, Box(None, None), iteration, item.op, 0, None))
        del works[: -self._places[y]]

    def _settle(self, iteration: Iteration, item: Item, boxes: Sequence[Box]) -> None:
        """Ask for what is missing, the youngest first, until nothing is."""
        found = list(self.conflicts(item.engine, item.effects, boxes))
        found.sort(key=lambda pair: -pair[0].stamp)
        for touch, effect in found:
            if not self._dead and not self.knows(item.engine, touch):
                self.missing(iteration, item, touch, effect)

    def knows(self, engine: int, touch: Touch) -> bool:
        """Whether the next work of an engine begins when the access is over."""
        row, x = self.state.rows[engine], touch.engine
        if x == engine and self.in_order[x]:
            return True
        return touch.stamp < row[x] or (touch.access is Access.READ and touch.stamp < row[self.engines + x])

    def conflicts(
        self, engine: int, effects: Sequence[Effect], boxes: Sequence[Box]
    ) -> Iterator[tuple[Touch, Effect]]:
        """Of each engine, the youngest access that conflicts and is not known to be over, for each effect."""
        row = self.state.rows[engine]
        for effect, box in zip(effects, boxes, strict=True):
            for x, head in [pair for obj in self._met.like(box.root) for pair in self.heads[obj].items()]:
                if x == engine and self.in_order[x]:
                    continue
                touch: Touch | None = head
                while touch is not None and touch.stamp >= row[x]:
                    if self._in_conflict(touch, effect, box) and not self.knows(engine, touch):
                        yield touch, effect
                        break
                    touch = touch.previous

    def _in_conflict(self, touch: Touch, effect: Effect, box: Box) -> bool:
        if touch.access is Access.READ and effect.access is Access.READ:
            return False
        return touch.box.root != box.root or touch.box.may_meet(box)

    def _touch(self, touch: Touch) -> None:
        heads = self.heads.get(touch.box.root)
        if heads is None:
            heads = self.heads[touch.box.root] = {}
            self._met.add(touch.box.root)
        touch.previous = heads.get(touch.engine)
        heads[touch.engine] = touch
        self.touches.append(touch)

    def _forget(self, count: int) -> list[Touch]:
        """Take back all touches but the first so many."""
        gone = self.touches[count:]
        for touch in reversed(gone):
            heads = self.heads[touch.box.root]
            if touch.previous is None:
                del heads[touch.engine]
            else:
                heads[touch.engine] = touch.previous
        del self.touches[count:]
        return gone

    def _end(self, iteration: Iteration, item: Item) -> None:
        """The caller may read and write what it has passed and is given (MAC-4); nothing may be left set (MAC-17)."""
        for key, signals in self.state.signals.items():
            resource = self.machine.resource(_resource_of(key))
            left = resource is not None and len(signals.pending) != resource.initial
            if resource is not None and resource.at_exit_clear and left and not self._dead:
                self.lost(item, key, "left")
        if self.machine.drains:
            return
        for touch in sorted(self._seen_by_caller(item.op), key=lambda touch: -touch.stamp):
            if not self._dead and not self.knows(0, touch):
                self.missing(iteration, item, touch, None)

    def _seen_by_caller(self, end: Operation) -> Iterator[Touch]:
        given = {
            root
            for operand in end.operands
            if isinstance(operand.type, MemRefType)
            for root in roots(operand)
        }
        for obj, heads in self.heads.items():
            of = self.program.objects.roots(obj)
            if any(not r.is_only_itself or r.argument is not None for r in of) or of & given:
                yield from (head for x, head in heads.items() if x)

    # ---- signals and waits

    def _key(self, op: Any) -> Hashable:
        """The instance; raises `CannotFollow` where it is not known which."""
        which = op.which
        number = 0 if which is None else which if isinstance(which, int) else self._instance(which)
        if number is None:
            raise CannotFollow(op, "which instance of the resource it is cannot be told")
        pair = (op.source.data, op.target.data) if op.source is not None else None
        return (op.resource.data, pair, number)

    def _instance(self, value: SSAValue) -> int | None:
        found = self.numbers.counted(self.numbers.number(value))
        return found.const if found.is_const else None

    def _amount(self, op: Any) -> int | None:
        amount = op.amount
        return amount if amount is None or isinstance(amount, int) else self._instance(amount)

    def _signal(self, item: Item) -> None:
        op, x = item.op, item.engine
        assert isinstance(op, sync.SignalOp)
        resource = self.machine.resource(op.resource.data)
        if resource is None or not resource.takes or self._amount(op) not in (None, 1):
            raise CannotFollow(op, "only signals of flags and semaphores, by one, are followed")
        key = self._key(op)
        told = self.told_by(x)
        signals = self._signals_of(key, resource)
        signals.taken = self.still_taken(signals, x, told)
        signals.pending.append(told)
        signals.givers.append(frozenset({op}))
        if not self._dead and len(signals.pending) + len(signals.taken) > resource.capacity:
            self.lost(item, key, "full")
        self._pass(x)

    def _signals_of(self, key: Hashable, resource: Resource) -> Signals:
        found = self.state.signals.get(key)
        if found is None:
            nothing = [0] * (3 * self.engines)
            found = self.state.signals[key] = Signals([nothing for _ in range(resource.initial)])
            found.givers = [frozenset[Operation]()] * resource.initial
        return found

    def still_taken(self, signals: Signals, x: int, told: Row) -> list[tuple[int, int]]:
        """The waits of which engine x does not know that they are over."""
        passed = 2 * self.engines
        return [(y, at) for y, at in signals.taken if y != x and at >= told[passed + y]]

    def _pass(self, engine: int) -> None:
        """An entry of an engine that touches nothing."""
        self.now += 1
        if not engine and self.in_order[0]:
            for each in self.state.rows:
                self._all_of(0, each)

    def _wait(self, item: Item) -> None:
        op, y = item.op, item.engine
        assert isinstance(op, sync.WaitOp)
        resource = self.machine.resource(op.resource.data)
        if resource is not None and resource.kind is ResourceKind.GROUPS:
            self._wait_for_groups(op)
            return
        if resource is None or not resource.takes or self._amount(op) not in (None, 1):
            raise CannotFollow(op, "only waits for flags and semaphores, by one, are followed")
        key = self._key(op)
        signals = self._signals_of(key, resource)
        if y:
            learn(self.state.rows[y], self.state.rows[0])
        if not signals.pending:
            if not self._dead:
                self.lost(item, key, "empty")
        else:
            self.took(item, y, signals.pending.pop(0), signals.givers.pop(0))
            signals.taken.append((y, self.now))
        self.state.waited[y] = self.now
        self._pass(y)

    def took(self, item: Item, engine: int, row: Row, givers: frozenset[Operation]) -> None:
        """A wait is over, by a signal that one of some ops gave."""
        self.tell(engine, row)

    def tell(self, engine: int, row: Row) -> None:
        """An engine has waited for what tells this."""
        if engine:
            learn(self.state.rows[engine], row)
        else:
            learn(self.state.thread, row)
            if self.in_order[0]:
                learn(self.state.rows[0], row)

    def _groups_of(self, engine: int) -> Iterator[tuple[str, Any]]:
        name = self.program.engines[engine]
        for resource in self.machine.resources:
            if resource.groups is not None and name in resource.groups.engines:
                yield resource.name, resource.groups

    def _commit(self, op: Operation) -> None:
        assert isinstance(op, sync.CommitOp)
        resource = self.machine.resource(op.resource.data)
        if resource is None or resource.groups is None:
            raise CannotFollow(op, f"'{op.resource.data}' has no groups")
        self._close(resource.name, resource.groups.engines)

    def _close(self, name: str, engines: frozenset[str]) -> None:
        row = [0] * (3 * self.engines)
        for engine in engines:
            number = self.program.engine(engine)
            if number is not None:
                learn(row, self.told_by(number))
        groups = self.state.groups.setdefault(name, [])
        groups.append(row)
        del groups[:-_MOST_GROUPS]

    def _wait_for_groups(self, op: sync.WaitOp) -> None:
        resource = self.machine.resource(op.resource.data)
        assert resource is not None
        assert resource.groups is not None
        count = self._amount(op)
        count = 0 if op.amount is None else count
        if count is None:
            raise CannotFollow(op, "how many groups may stay in flight cannot be told")
        groups = self.state.groups.get(resource.name, [])
        if (resource.groups.order is Order.OUT_OF_ORDER and count) or count >= len(groups):
            return
        row = groups[-1 - count]
        if op.until is not None and op.until.data == "read":
            row = [*[0] * self.engines, *row[self.engines : 2 * self.engines], *[0] * self.engines]
        self.tell(0, row)

    def _barrier(self, item: Item) -> None:
        if item.op.properties.get("engine") is None:
            self.barrier_of_all()
        else:
            self.barrier_on(item.engine)
        self._pass(item.engine)

    def barrier_of_all(self) -> None:
        """Everybody knows that all has arrived."""
        for row in (*self.state.rows, self.state.thread):
            row[:] = [self.now] * len(row)

    def barrier_on(self, engine: int) -> None:
        """An engine knows that all that it was given has arrived; the issuer's works know what its waits told."""
        row = self.state.rows[engine]
        learn(row, self.state.rows[0] if engine else self.state.thread)
        self._all_of(engine, row)

    # ---- control flow

    def _branches(self, iteration: Iteration, item: Item) -> None:
        op = item.op
        start, known = self.state, len(self.touches)
        taken = self.numbers.constant(op.operands[0]) if kind_of(op) is OpKind.IF else None
        paths: list[Path] = []
        hidden: list[Touch] = []
        for number, region in enumerate(op.regions):
            # What is not taken is walked all the same: stamps of iterations have to be equally far apart.
            dead = taken is not None and number != (0 if taken else 1)
            self.state = start.copy()
            self._dead += dead
            if region.blocks:
                self._block(Iteration(region.blocks[0], 0, iteration, op, []))
            self._dead -= dead
            gone = self._forget(known)
            if not dead:
                paths.append(Path(self.state))
                hidden.extend(gone)
        for touch in hidden:
            self._touch(touch)
        self._join(op, paths)
        self._hand_on(op, None)

    def _join(self, op: Operation, paths: Sequence[Path]) -> None:
        try:
            self.state = joined(paths, self.now)
        except Unbalanced as unbalanced:
            raise CannotFollow(
                op, f"{_words(unbalanced.key)} is not in the same state on all ways here"
            ) from None
        self.ways_meet()

    def _hand_on(self, op: Operation, values: Sequence[Any] | None) -> None:
        """What the op's results are; None: nobody knows."""
        for result, value in zip(op.results, values or (), strict=False):
            if value is not None:
                self.numbers.give(result, value)

    def _loop(self, iteration: Iteration, item: Item) -> None:
        op = item.op
        block = self._body_of(op)
        count = self._trip_count(op)
        exact = count is not None and count <= _MOST_ITERATIONS
        most = count if exact and count is not None else self._iterations(op, count)
        first = self._first(op, exact)
        carried = [
            self._value(operand) for operand in op.operands[3 if kind_of(op) is OpKind.COUNTED_LOOP else 0 :]
        ]
        start, entry = self.now, [self.told_by(x) for x in range(self.engines)]
        self.opening(item, entry)
        before: list[Iteration] = []
        ends: list[tuple[State, int]] = []
        marks = [len(self.touches)]
        self._loops.append((before, ends))
        for number in range(most):
            if count is None:
                ends.append((self.state.copy(), self.now))
            each = Iteration(block, number, iteration, op, before, entry)
            before.append(each)
            carried = self._iteration(each, op, first, carried)
            marks.append(len(self.touches))
            self.iteration_ends(each)
        ends.append((self.state, self.now))
        self._loops.pop()
        if not exact:
            self._settle_touches(marks)
            lengths = {b - a for a, b in pairwise([at for _, at in ends])}
            if len(lengths) > 1:
                raise CannotFollow(op, "its iterations do not do the same things in the same order")
        end = self.now
        paths = [Path(state, _moved(start, at, end - at)) for state, at in ends]
        if len(paths) > 1 and isinstance(_next_item(self.program, op), sync.WaitOp):
            # Which instances are set behind the loop may depend on how many iterations it had, and waits take them.
            # Each way is put beside the last one first (a way joined with itself), so that they meet without any move.
            self._ends = [(number, Path(joined((path, path), end))) for number, path in enumerate(paths)]
            self._trips = [behind for behind in _behind(op) if is_trip_count(behind, op)]
        else:
            self._join(op, paths)
        self._hand_on(op, carried if exact else None)

    def _drain(self, item: Item) -> None:
        """A wait behind a loop that is walked for each number of iterations, before the ways meet."""
        now = self.now
        for number, path in self._ends:
            self.now = now
            self.state = path.state
            self.numbers.suppose(self._trips, number)
            self._wait(item)

    def _meet(self, op: Operation | None) -> None:
        """The ways out of the loop before meet, if they have not yet."""
        if self._ends and op is not None:
            paths, self._ends = [path for _, path in self._ends], []
            self.numbers.suppose(self._trips, None)
            self._join(op, paths)

    def _body_of(self, op: Operation) -> Block:
        if kind_of(op) is OpKind.COUNTED_LOOP:
            return op.regions[0].blocks[0]
        if self.program.items(op.regions[0].blocks[0]):
            raise CannotFollow(op, "the condition of the loop touches memory or synchronises")
        return op.regions[1].blocks[0]

    def _iteration(
        self, each: Iteration, op: Operation, first: Lin | None, carried: Sequence[Any]
    ) -> list[Any]:
        block = each.block
        arguments = list(block.args)
        given: list[tuple[SSAValue, Any]] = []
        if first is not None:
            step = self.numbers.number(op.operands[2])
            given.append((arguments.pop(0), self._counter(first, step, each.number)))
        else:
            # What the condition of the loop hands on may be anything.
            carried = [None] * len(arguments)
        given += [(a, v) for a, v in zip(arguments, carried, strict=True) if v is not None]
        self._block(each, given)
        last = block.last_op
        assert last is not None
        return [self._value(operand) for operand in last.operands]

    def _counter(self, first: Lin, step: Lin, number: int) -> Lin:
        if step.is_const:
            return first + step.const * number
        return first if number == 0 else self.numbers.new_symbol()

    def _first(self, op: Operation, exact: bool) -> Lin | None:
        """The counter of the first iteration; where iterations stand for others, of it only remainders are told."""
        if kind_of(op) is not OpKind.COUNTED_LOOP:
            return None
        low = self.numbers.number(op.operands[0])
        if exact:
            return low
        counted = self.numbers.counted(low)
        return self.numbers.new_counter(counted.const if counted.is_const else None)

    def _trip_count(self, op: Operation) -> int | None:
        if kind_of(op) is not OpKind.COUNTED_LOOP:
            return None
        low, high, step = (self.numbers.number(operand) for operand in op.operands[:3])
        between = high - low
        if not between.is_const or not step.is_const or step.const <= 0:
            return None
        return max(0, -(-between.const // step.const))

    def _iterations(self, op: Operation, count: int | None) -> int:
        """How many iterations stand for all: so many that the state repeats behind them."""
        period, distance = 1, 1
        for inner in walk(op):
            kind = kind_of(inner)
            if kind in (OpKind.REMAINDER, OpKind.REMAINDER_UNSIGNED):
                by = self._literal(inner.operands[1])
                period = lcm(period, by) if by else period
            elif kind is OpKind.COMPARE:
                by = self._literal(inner.operands[1])
                period = lcm(period, by) if by and 0 < by <= 8 else period
            elif kind in (OpKind.ADD, OpKind.SUBTRACT):
                by = self._literal(inner.operands[1])
                distance = max(distance, abs(by)) if by and abs(by) <= 8 else distance
            elif kind is OpKind.COUNTED_LOOP:
                memories = sum(isinstance(v.type, MemRefType) for v in inner.operands[3:])
                period = lcm(period, *range(1, memories + 1)) if memories < 5 else period
        if period > _MOST_PERIOD:
            raise CannotFollow(op, f"it repeats only after {period} iterations")
        # A queue of n places is full after n works, which may be one in each iteration.
        places = [self._places[engine] for engine in self.program.engines_in(op) if engine in self._places]
        most = max(period, distance, *places) + 2
        return most if count is None else most + (count - most) % period

    def _literal(self, value: SSAValue) -> int | None:
        if isinstance(value, OpResult) and kind_of(value.op) is OpKind.CONSTANT:
            data = value.op.properties.get("value")
            return data.value.data if isinstance(data, IntegerAttr) else None
        return None

    def _value(self, value: SSAValue) -> Any:
        """What a loop hands on: a number, or memory from outside; None where it is not told."""
        if isinstance(value.type, IntegerType | IndexType):
            return self.numbers.number(value)
        if isinstance(value.type, MemRefType):
            memory = self.numbers.memory(value)
            inside = isinstance(memory, OpResult) and memory.op.parent_op() is not self.program.function
            return None if inside else memory
        return None

    def _settle_touches(self, marks: Sequence[int]) -> None:
        """Of a loop whose iterations stand for others, keep what the last one touches, for all values of the counter."""
        if len(marks) < 3:
            return
        gone = self._forget(marks[0])
        last = gone[marks[-2] - marks[0] :]
        earlier = {(t.op, t.number): t for t in gone[marks[-3] - marks[0] : marks[-2] - marks[0]]}
        for touch in last:
            twin = earlier.get((touch.op, touch.number))
            touch.box = _for_all(touch.box, None if twin is None else twin.box)
            self._touch(touch)


def _for_all(box: Box, twin: Box | None) -> Box:
    """What is touched in any iteration, from what is touched in two."""
    if twin is None or box.spans is None or twin.spans is None or len(box.spans) != len(twin.spans):
        return Box(box.root, None)
    return Box(box.root, tuple(a if a == b else None for a, b in zip(box.spans, twin.spans, strict=True)))


def _next_item(program: MachineProgram, op: Operation) -> Operation | None:
    """The op behind another one that matters."""
    assert op.parent is not None
    items = program.items(op.parent)
    place = next(number for number, item in enumerate(items) if item.op is op)
    return items[place + 1].op if place + 1 < len(items) else None


def _behind(op: Operation) -> Iterator[Operation]:
    """The ops behind another one in its block."""
    at = op.next_op
    while at is not None:
        yield at
        at = at.next_op


def is_trip_count(op: Operation, loop: Operation) -> bool:
    """Whether an op computes how many iterations a loop with a counter has."""
    if kind_of(loop) is not OpKind.COUNTED_LOOP:
        return False
    low, high, step = loop.operands[:3]
    if kind_of(op) is OpKind.DIVIDE_CEILING and op.operands[1] is step:
        span = _maker(op.operands[0], OpKind.SUBTRACT)
        most = (
            None if span is None or span.operands[1] is not low else _maker(span.operands[0], OpKind.MAXIMUM)
        )
        return most is not None and set(most.operands) == {low, high}
    ones = [constant_of(value) for value in (low, step)]
    return ones == [0, 1] and kind_of(op) is OpKind.MAXIMUM and high in op.operands and _has_zero(op)


def _maker(value: SSAValue, kind: OpKind) -> Operation | None:
    """The op of this kind whose result the value is."""
    return value.op if isinstance(value, OpResult) and kind_of(value.op) is kind else None


def _has_zero(op: Operation) -> bool:
    return any(constant_of(value) == 0 for value in op.operands)


def _moved(start: int, end: int, by: int) -> Callable[[int], int]:
    """The iterations of a loop from `start` to `end` are put beside those that end later by as much."""

    def moved(stamp: int) -> int:
        return stamp + by if start < stamp <= end else stamp

    return moved


def _resource_of(key: Any) -> str:
    """The name of the resource of an instance."""
    return str(cast("tuple[object, ...]", key)[0]) if isinstance(key, tuple) else ""


def _words(key: Any) -> str:
    resource, pair, number = key
    between = f" from {pair[0]} to {pair[1]}" if pair else ""
    return f"'{resource}'[{number}]{between}"
