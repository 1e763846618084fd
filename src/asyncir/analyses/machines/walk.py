"""A walk over a program on a machine: at each work, what is known to have arrived, and what it needs.

The question
------------
A work must not begin before the works that it conflicts with have arrived (MAC-3). Which of these orders do engines, signals,
waits and barriers guarantee already, and which are missing?

States
------
The walk goes through the ops in the order of the process and gives each work a stamp. `WalkState` says for each engine what
its next work knows (state.py): engine y knows all works of x with stamps below `rows[y][x]`. So one comparison per pair of
engines says whether an earlier work has arrived:

    work on y        it knows what the issuer knows; then it is compared with the works before it (`MachineTouch`)
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
synchronisation changes the state there, or starts an op of the path around again (`WalkAgain`), with more known at its
beginning. A policy that checks notes what is missing.

Why it ends: each iteration is walked a bounded number of times. A restart adds an edge that is not there yet, and there are
finitely many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import lcm
from typing import Any, cast

from asyncir.analyses.aliasing import roots
from asyncir.analyses.in_flight.exprs import Lin
from asyncir.analyses.machines.boxes import Box
from asyncir.analyses.machines.distances import is_farther_than
from asyncir.analyses.machines.knowledge import (
    CannotFollow,
    MachineTouch,
    WalkAgain,
    WalkIteration,
)
from asyncir.analyses.machines.program import MachineItem, MachineProgram, MachineRole
from asyncir.analyses.machines.resource_walk import ResourceWalk, words_of
from asyncir.analyses.machines.state import ExitWay, Row, Unbalanced, WalkState, joined
from asyncir.analyses.machines.trips import is_trip_count
from asyncir.dialects import sync
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

_MOST_ITERATIONS = 16
"""A loop of known length is walked as a whole if it is no longer than this."""
_MOST_PERIOD = 12


@dataclass(slots=True)
class _Checkpoint:
    state: WalkState
    now: int
    touches: int
    loops: int


class Walk(ResourceWalk):
    """A walk over one function; policies are subclasses."""

    def run(self) -> None:
        """Walk through the function. Raises `CannotFollow` where that cannot be."""
        region = self.program.function.regions[0]
        if len(region.blocks) != 1:
            raise CannotFollow(
                self.program.function, "it has several blocks; only structured control flow is followed"
            )
        iteration = WalkIteration(region.blocks[0], 0, None, None, [])
        self._block(iteration)

    def _block(self, iteration: WalkIteration, given: Sequence[tuple[SSAValue, Any]] = ()) -> None:
        """Walk through a block of which some arguments are known."""
        self.numbers.enter(iteration.block)
        for argument, value in given:
            self.numbers.give(argument, value)
        for item in self.program.items(iteration.block):
            if self._ends and item.role is MachineRole.WAIT:
                self._drain(item)
                continue
            self._meet(item.op)
            if item.role in (MachineRole.LOOP, MachineRole.BRANCHES):
                self._compound(iteration, item)
            else:
                self._come_to(iteration, item)
                self._leaf(iteration, item)
            self._leave(iteration, item)
        self._meet(iteration.block.last_op)

    def _leave(self, iteration: WalkIteration, item: MachineItem) -> None:
        """The walk has been through an op, by one way or, behind some loops, by several."""
        states = [way.state for _, way in self._ends] or [self.state]
        engines = self.program.engines_in(item.op) | {0}
        told: dict[int, list[Row]] = {engine: [] for engine in engines}
        for state in states:
            self.state = state
            if not self._dead:
                self.closing(iteration, item)
            for engine in engines:
                told[engine].append(self.told_by(engine))
        iteration.after[item.op] = {
            engine: [min(stamps) for stamps in zip(*rows, strict=True)] for engine, rows in told.items()
        }
        for state in states if not self._dead else ():
            self.state = state
            self.behind(iteration, item)

    def _come_to(self, iteration: WalkIteration, item: MachineItem) -> None:
        if not self._dead:
            self.before(iteration, item)

    def _compound(self, iteration: WalkIteration, item: MachineItem) -> None:
        checkpoint = _Checkpoint(self.state.copy(), self.now, len(self.touches), len(self._loops))
        while True:
            self._come_to(iteration, item)
            try:
                if item.role is MachineRole.LOOP:
                    self._loop(iteration, item)
                else:
                    self._branches(iteration, item)
                return
            except WalkAgain as restart:
                if restart.iteration is not iteration or restart.op is not item.op:
                    raise
            self.state = checkpoint.state.copy()
            self.now = checkpoint.now
            self._forget(checkpoint.touches)
            del self._loops[checkpoint.loops :]
            self.restarted(iteration, item.op)

    def _leaf(self, iteration: WalkIteration, item: MachineItem) -> None:
        match item.role:
            case MachineRole.WORK | MachineRole.OWN:
                self._work(iteration, item)
            case MachineRole.SIGNAL:
                self._signal(item)
            case MachineRole.WAIT:
                self._wait(item)
            case MachineRole.COMMIT:
                self._commit(item.op)
            case MachineRole.BARRIER:
                self._barrier(item)
            case MachineRole.END:
                self._end(iteration, item)
            case MachineRole.INIT | MachineRole.ARM | MachineRole.FREE:
                raise CannotFollow(item.op, f"{item.op.name} is not followed yet")
            case _:
                raise CannotFollow(item.op, f"{item.op.name} is not followed")

    def _end(self, iteration: WalkIteration, item: MachineItem) -> None:
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

    def _seen_by_caller(self, end: Operation) -> Iterator[MachineTouch]:
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

    def _branches(self, iteration: WalkIteration, item: MachineItem) -> None:
        op = item.op
        start, known = self.state, len(self.touches)
        taken = self.numbers.constant(op.operands[0]) if kind_of(op) is OpKind.IF else None
        paths: list[ExitWay] = []
        hidden: list[MachineTouch] = []
        for number, region in enumerate(op.regions):
            # What is not taken is walked all the same: stamps of iterations have to be equally far apart.
            dead = taken is not None and number != (0 if taken else 1)
            self.state = start.copy()
            self._dead += dead
            if region.blocks:
                self._block(WalkIteration(region.blocks[0], 0, iteration, op, []))
            self._dead -= dead
            gone = self._forget(known)
            if not dead:
                paths.append(ExitWay(self.state))
                hidden.extend(gone)
        for touch in hidden:
            self._touch(touch)
        self._join(op, paths)
        self._hand_on(op, None)

    def _join(self, op: Operation, paths: Sequence[ExitWay]) -> None:
        try:
            self.state = joined(paths, self.now)
        except Unbalanced as unbalanced:
            raise CannotFollow(
                op, f"{words_of(unbalanced.key)} is not in the same state on all ways here"
            ) from None
        self.ways_meet()

    def _hand_on(self, op: Operation, values: Sequence[Any] | None) -> None:
        """What the op's results are; None: nobody knows."""
        for result, value in zip(op.results, values or (), strict=False):
            if value is not None:
                self.numbers.give(result, value)

    def _loop(self, iteration: WalkIteration, item: MachineItem) -> None:
        op = item.op
        block = self._body_of(op)
        count = self._trip_count(op)
        exact = count is not None and count <= _MOST_ITERATIONS
        most = count if exact and count is not None else self._iterations(op, count)
        first = self._first(op, exact)
        carried = [
            self._value(operand) for operand in op.operands[3 if kind_of(op) is OpKind.COUNTED_LOOP else 0 :]
        ]
        if not exact:
            carried = [self._in_any_iteration(value) for value in carried]
        outside, self.numbers.moduli = self.numbers.moduli, set()
        start, entry = self.now, [self.told_by(x) for x in range(self.engines)]
        self.opening(item, entry)
        before: list[WalkIteration] = []
        ends: list[tuple[WalkState, int]] = []
        marks = [len(self.touches)]
        self._loops.append((before, ends))
        for number in range(most):
            if count is None:
                ends.append((self.state.copy(), self.now))
            each = WalkIteration(block, number, iteration, op, before, entry)
            before.append(each)
            carried = self._iteration(each, op, first, carried)
            marks.append(len(self.touches))
            self.iteration_ends(each)
        ends.append((self.state, self.now))
        self._loops.pop()
        if not exact:
            self._check_distances(op, marks, most)
            if any(self._period(op) % modulus for modulus in self.numbers.moduli):
                raise CannotFollow(op, "after how many iterations it repeats cannot be told")
            self._settle_touches(marks)
            lengths = {b - a for a, b in pairwise([at for _, at in ends])}
            if len(lengths) > 1:
                raise CannotFollow(op, "its iterations do not do the same things in the same order")
        self.numbers.moduli |= outside
        end = self.now
        paths = [ExitWay(state, _moved(start, at, end - at)) for state, at in ends]
        if len(paths) > 1 and isinstance(_next_item(self.program, op), sync.WaitOp):
            # Which instances are set behind the loop may depend on how many iterations it had, and waits take them.
            # Each way is put beside the last one first (a way joined with itself), so that they meet without any move.
            self._ends = [(number, ExitWay(joined((path, path), end))) for number, path in enumerate(paths)]
            self._trips = [behind for behind in _behind(op) if is_trip_count(behind, op)]
        else:
            self._join(op, paths)
        self._hand_on(op, carried if exact else None)

    def _drain(self, item: MachineItem) -> None:
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
        self, each: WalkIteration, op: Operation, first: Lin | None, carried: Sequence[Any]
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

    def _in_any_iteration(self, value: Any) -> Any:
        """A number that a loop carries, where iterations stand for others: of it only remainders are told."""
        if not isinstance(value, Lin):
            return value
        counted = self.numbers.counted(value)
        return self.numbers.new_counter(counted.const if counted.is_const else None)

    def _period(self, op: Operation) -> int:
        """After how many iterations what is taken in turn comes round."""
        period = 1
        for inner in walk(op):
            kind = kind_of(inner)
            if kind in (OpKind.REMAINDER, OpKind.REMAINDER_UNSIGNED):
                by = self._literal(inner.operands[1])
                period = lcm(period, by) if by else period
            elif kind is OpKind.COMPARE:
                by = self._literal(inner.operands[1])
                period = lcm(period, by) if by and 0 < by <= 8 else period
            elif kind is OpKind.COUNTED_LOOP:
                memories = sum(isinstance(v.type, MemRefType) for v in inner.operands[3:])
                period = lcm(period, *range(1, memories + 1)) if memories < 5 else period
        return period

    def _iterations(self, op: Operation, count: int | None) -> int:
        """How many iterations stand for all: so many that the state repeats behind them."""
        period, distance = self._period(op), 1
        for inner in walk(op):
            if kind_of(inner) in (OpKind.ADD, OpKind.SUBTRACT):
                by = self._literal(inner.operands[1])
                distance = max(distance, abs(by)) if by and abs(by) <= 8 else distance
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

    def _check_distances(self, op: Operation, marks: Sequence[int], walked: int) -> None:
        if len(marks) > 2:
            last, before = self.touches[marks[-2] : marks[-1]], self.touches[marks[-3] : marks[-2]]
            if is_farther_than(walked - 1, last, before):
                raise CannotFollow(op, "iterations of it conflict that are far apart")

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


def _moved(start: int, end: int, by: int) -> Callable[[int], int]:
    """The iterations of a loop from `start` to `end` are put beside those that end later by as much."""

    def moved(stamp: int) -> int:
        return stamp + by if start < stamp <= end else stamp

    return moved


def _resource_of(key: Any) -> str:
    """The name of the resource of an instance."""
    return str(cast("tuple[object, ...]", key)[0]) if isinstance(key, tuple) else ""
