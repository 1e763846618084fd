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

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import Any, cast

from asyncir.analyses.aliasing import roots
from asyncir.analyses.in_flight.exprs import Lin, constant
from asyncir.analyses.machines.boxes import Box, Span
from asyncir.analyses.machines.cycles import cycles_of
from asyncir.analyses.machines.distances import is_farther_than
from asyncir.analyses.machines.knowledge import (
    CannotFollow,
    MachineTouch,
    WalkAgain,
    WalkIteration,
)
from asyncir.analyses.machines.lasting_walk import LastingWalk
from asyncir.analyses.machines.periods import period_of, uses_lasting
from asyncir.analyses.machines.program import MachineItem, MachineRole
from asyncir.analyses.machines.resource_walk import words_of
from asyncir.analyses.machines.state import ExitWay, Row, Unbalanced, WalkState, joined
from asyncir.analyses.machines.trips import is_trip_count, reach_of
from asyncir.analyses.machines.worlds import worlds_of
from asyncir.dialects import sync
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import (
    Block,
    IndexType,
    IntegerType,
    MemRefType,
    Operation,
    OpResult,
    SSAValue,
)
from asyncir.ir.walk import walk

_MOST_ITERATIONS = 16
"""A loop of known length is walked as a whole if it is no longer than this."""


@dataclass(slots=True)
class _Checkpoint:
    state: WalkState
    now: int
    touches: int
    loops: int
    compared: int


class Walk(LastingWalk):
    """A walk over one function; policies are subclasses."""

    by_worlds: bool = True
    """Whether what numbers from outside decide is walked case by case."""

    def run(self) -> None:
        """Walk through the function, in each world (worlds.py). Raises `CannotFollow` where that cannot be."""
        region = self.program.function.regions[0]
        if len(region.blocks) != 1:
            raise CannotFollow(
                self.program.function, "it has several blocks; only structured control flow is followed"
            )
        for world in worlds_of(self.program) if self.by_worlds else ((),):
            self.begin()
            self.numbers.enter(region.blocks[0])
            for assumed in world:
                self.numbers.assume(assumed)
            self._through(WalkIteration(region.blocks[0], 0, None, None, []))

    def _block(self, iteration: WalkIteration, given: Sequence[tuple[SSAValue, Any]] = ()) -> None:
        """Walk through a block of which some arguments are known."""
        self.numbers.enter(iteration.block)
        for argument, value in given:
            self.numbers.give(argument, value)
        self._through(iteration)

    def _through(self, iteration: WalkIteration) -> None:
        for item in self.program.items(iteration.block):
            if self._ends and item.role is MachineRole.WAIT:
                self._drain(item)
                continue
            self._meet(item.op)
            if item.role in (MachineRole.LOOP, MachineRole.BRANCHES, MachineRole.CALL):
                self._compound(iteration, item)
            else:
                self._come_to(iteration, item)
                self._leaf(iteration, item)
            self._leave(iteration, item)
        self._meet(iteration.block.last_op)

    def _leave(self, iteration: WalkIteration, item: MachineItem) -> None:
        """The walk has been through an op, by one way or, behind some loops, by several."""
        states = [way.state for *_, way in self._ends] or [self.state]
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
        checkpoint = _Checkpoint(
            self.state.copy(), self.now, len(self.touches), len(self._loops), len(self.compared)
        )
        while True:
            self._come_to(iteration, item)
            try:
                if item.role is MachineRole.LOOP:
                    self._loop(iteration, item)
                elif item.role is MachineRole.CALL:
                    self._call(iteration, item)
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
            del self.compared[checkpoint.compared :]
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
            case MachineRole.FENCE:
                self._fence(item)
            case MachineRole.END:
                self._end(iteration, item)
            case MachineRole.INIT | MachineRole.ARM | MachineRole.FREE:
                self.live(item)
            case _:
                why = self.program.elsewhere.why(item.op) or f"{item.op.name} is not followed"
                raise CannotFollow(item.op, why)

    def _end(self, iteration: WalkIteration, item: MachineItem) -> None:
        """The caller may read and write what it has passed and is given (MAC-4); nothing may be left set (MAC-17)."""
        for touch in sorted(self._on_stack(item.op), key=lambda touch: -touch.stamp):
            if not self._dead and not self.knows(0, touch):
                self.missing(iteration, item, touch, None)
        if iteration.parent is not None:
            return  # A function that another one has called: the program goes on.
        self.at_end(item)
        for key, signals in self.state.signals.items():
            resource = self.machine.resource(_resource_of(key))
            left = resource is not None and len(signals.pending) != resource.initial
            if resource is not None and resource.at_exit_clear and left and not self._dead:
                self.lost(item, key, "left")
        if self.machine.drains:
            return
        for touch in sorted(self._seen_by_caller(item.op), key=lambda touch: -touch.stamp):
            if not self._dead and not self.ordered(0, touch):
                self.missing(iteration, item, touch, None)

    def _seen_by_caller(self, end: Operation) -> Iterator[MachineTouch]:
        given = {
            root
            for operand in end.operands
            if isinstance(operand.type, MemRefType)
            for root in roots(operand)
        }
        for obj in self.heads:
            of = self.program.objects.roots(obj)
            if any(not r.is_only_itself or r.argument is not None for r in of) or of & given:
                yield from self._in_flight(obj)

    def _on_stack(self, end: Operation) -> Iterator[MachineTouch]:
        """What touches memory on the stack that ends with the function: that counts as a write (MAC-3)."""
        function = end.parent_op()
        assert function is not None
        own = {op.results[0] for op in walk(function) if kind_of(op) is OpKind.ALLOCATE_ON_STACK}
        for obj in self.heads if own else ():
            if any(root.identity in own for root in self.program.objects.roots(obj)):
                yield from self._in_flight(obj)

    def _in_flight(self, obj: Hashable) -> Iterator[MachineTouch]:
        """The accesses of an object by engines that the process may not know to be over."""
        for x, head in self.heads[obj].items():
            touch: MachineTouch | None = head if x else None
            while touch is not None and touch.stamp >= self.state.rows[0][x]:
                yield touch
                touch = touch.previous

    def _call(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Walk through the function that is called, with what it is given here."""
        op, callee = item.op, self.program.calls.callee(item.op)
        assert callee is not None
        again = self.program.calls.recursive(callee)
        if again is not None:
            raise CannotFollow(op, f"@{again} calls itself")
        blocks = callee.regions[0].blocks
        if len(blocks) != 1:
            raise CannotFollow(
                op, "what it calls has several blocks; only structured control flow is followed"
            )
        block = blocks[0]
        given = [
            (argument, self._passed(value)) for argument, value in zip(block.args, op.operands, strict=True)
        ]
        self._path = (*self._path, op)
        self._block(
            WalkIteration(block, 0, iteration, op, []),
            [(a, value) for a, value in given if value is not None],
        )
        self._path = self._path[:-1]
        last = block.last_op
        assert last is not None
        self._hand_on(op, [self._value(operand) for operand in last.operands])

    def _passed(self, value: SSAValue) -> Any:
        """What a function is given: a number, or memory as it is where the call is."""
        return self.numbers.memory(value) if isinstance(value.type, MemRefType) else self._value(value)

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
        step = self.numbers.constant(op.operands[2]) if kind_of(op) is OpKind.COUNTED_LOOP else None
        if step is not None and step <= 0:
            raise CannotFollow(op, "its step is no positive number")
        count = self._trip_count(op)
        exact = count is not None and count <= _MOST_ITERATIONS
        carried = [
            self._value(operand) for operand in op.operands[3 if kind_of(op) is OpKind.COUNTED_LOOP else 0 :]
        ]
        in_turn, cycle = (frozenset[int](), 1) if exact else cycles_of(self.numbers, op, carried)
        period = 1 if exact else period_of([*self.program.calls.inside(op)], self.machine, cycle)
        if period is None:
            raise CannotFollow(op, "it repeats only after too many iterations")
        left = self._left(op, period) if count is None else None
        most = count if exact and count is not None else self._iterations(op, count, period)
        most += 0 if left is None or left.residue is None else period - 1
        first = self._first(op, exact)
        if not exact:
            carried = [v if n in in_turn else self._in_any_iteration(v) for n, v in enumerate(carried)]
        outside, self.numbers.moduli = self.numbers.moduli, set()
        start, entry = self.now, [self.told_by(x) for x in range(self.engines)]
        self.opening(item, entry)
        before: list[WalkIteration] = []
        ends: list[tuple[WalkState, int]] = []
        marks, heads = [len(self.touches)], list[int]()
        handed = [carried]
        self._loops.append((before, ends))
        noted, outset = [self.noted()], self.state.copy()
        for number in range(most):
            if count is None:
                ends.append((self.state.copy(), self.now))
            heads.append(self.now)
            each = WalkIteration(block, number, iteration, op, before, entry)
            before.append(each)
            handed.append(self._iteration(each, op, first, handed[-1]))
            marks.append(len(self.touches))
            noted.append(self.noted())
            self.iteration_ends(each)
        ends.append((self.state, self.now))
        heads.append(self.now)
        self._loops.pop()
        if not exact:
            self._check_repeats(op, marks, heads, period)
            self.check_repeats(op, noted, period)
            self.loop_over(outset, [state for state, _ in ends])
        self.numbers.moduli |= outside
        numbers = [most] if count is not None else list(range(most + 1))
        ways = [(n, *end) for n, end in zip(numbers, ends, strict=True) if left is None or left.may_be(n)]
        last, _, end = ways[-1]
        if not exact:
            known = count is not None or (left is not None and left.residue is not None)
            self._settle_touches(marks[: last + 1], heads[: last + 1], period, known)
        for number, state, _ in ways:
            self.way_out(op, number, None if exact else period, state)
        paths = [ExitWay(state, _moved(start, at, end - at)) for _, state, at in ways]
        self._trips = [behind for behind in self.program.counting_behind(op) if is_trip_count(behind, op)]
        following = self.program.next_item(op)
        if len(paths) > 1 and following is not None and isinstance(following.op, sync.WaitOp):
            # Which instances are set behind the loop may depend on how many iterations it had, and waits take them.
            # Each way is put beside the last one first (a way joined with itself), so that they meet without any move.
            apart = [ExitWay(joined((path, path), self.now)) for path in paths]
            self._ends = [(number, period, path) for (number, *_), path in zip(ways, apart, strict=True)]
            self._ends_after = period if left is None or left.residue is None else 1
        else:
            self._join(op, paths)
        if left is not None and left.residue is not None:
            self.numbers.suppose(self._trips, last, period)
        elif count is not None:
            for behind in self._trips:
                self.numbers.give(behind.results[0], constant(count))
        if count is not None or kind_of(op) is OpKind.COUNTED_LOOP:
            self._hand_on(op, handed[last] if exact else _agreed([handed[n] for n, *_ in ways]))

    def way_out(self, op: Operation, number: int, period: int | None, state: WalkState) -> None:
        """A loop has been left after so many iterations, or as many periods more; no period: exactly so many."""

    def _left(self, op: Operation, period: int) -> TripsLeft | None:
        """What is known of how many iterations a loop has."""
        if kind_of(op) is not OpKind.COUNTED_LOOP:
            return None
        low, high, step = (self.numbers.number(operand) for operand in op.operands[:3])
        if not step.is_const or step.const <= 0:
            return None
        between = high - low
        least, _ = self.numbers.limits(between)
        rest = self.numbers.remainder(between, step.const * period)
        residue = None if rest is None else -(-rest // step.const) % period
        return TripsLeft(least is not None and least > 0, residue, period)

    def _check_repeats(self, op: Operation, marks: Sequence[int], heads: Sequence[int], period: int) -> None:
        """Raise `CannotFollow` unless later iterations do what those did that were walked."""
        each = [self.touches[a:b] for a, b in pairwise(marks)]
        if is_farther_than(each, period):
            raise CannotFollow(op, "iterations of it conflict that are far apart")
        if any(period % modulus for modulus in self.numbers.moduli):
            raise CannotFollow(op, "after how many iterations it repeats cannot be told")
        if len({b - a for a, b in pairwise(heads)}) > 1:
            raise CannotFollow(op, "its iterations do not do the same things in the same order")

    def _drain(self, item: MachineItem) -> None:
        """A wait behind a loop that is walked for each number of iterations, before the ways meet."""
        now, noted = self.now, [self.noted()]
        for number, period, path in self._ends:
            self.now = now
            self.state = path.state
            self.numbers.suppose(self._trips, number, period)
            self._wait(item)
            noted.append(self.noted())
        self.check_goes_on(item.op, noted, self._ends_after)

    def _meet(self, op: Operation | None) -> None:
        """The ways out of the loop before meet, if they have not yet."""
        if self._ends and op is not None:
            paths, known = (
                [path for *_, path in self._ends],
                {number % period for number, period, _ in self._ends},
            )
            if len(known) > 1:
                self.numbers.suppose(self._trips, None)
            self._ends = []
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
        counted, step = self.numbers.counted(low), self.numbers.number(op.operands[2])
        if counted.is_const and counted.const >= 0 and step.is_const and step.const > 1:
            # What is divided by the step again is a number of iterations.
            return counted + self.numbers.new_counter(0).scaled(step.const)
        return self.numbers.new_counter(counted.const if counted.is_const else None)

    def _trip_count(self, op: Operation) -> int | None:
        if kind_of(op) is not OpKind.COUNTED_LOOP:
            return None
        low, high, step = (self.numbers.number(operand) for operand in op.operands[:3])
        if not step.is_const or step.const <= 0:
            return None
        least, most = self.numbers.limits(high - low)
        if most is not None and most <= 0:
            return 0
        return -(-most // step.const) if least == most and most is not None else None

    def _in_any_iteration(self, value: Any) -> Any:
        """A number that a loop carries, where iterations stand for others: of it only remainders are told."""
        if not isinstance(value, Lin):
            return value
        counted = self.numbers.counted(value)
        return self.numbers.new_counter(counted.const if counted.is_const else None)

    def _iterations(self, op: Operation, count: int | None, period: int) -> int:
        """How many iterations stand for all: so many that the state repeats behind them."""
        # A queue of n places is full after n works, which may be one in each iteration.
        places = [self._places[engine] for engine in self.program.engines_in(op) if engine in self._places]
        reach = reach_of(self.program.calls.inside(op))
        most = max(2 * period, reach + max(2, period), *(n + 2 for n in places))
        if uses_lasting(self.program.calls.inside(op), self.machine)[0]:
            # Each iteration of the last period is compared with the one a period before.
            most = max(most, reach + 2 + period) + period
        return most if count is None else most + (count - most) % period

    def _value(self, value: SSAValue) -> Any:
        """What a loop hands on: a number, or memory from outside; None where it is not told."""
        if isinstance(value.type, IntegerType | IndexType):
            return self.numbers.number(value)
        if isinstance(value.type, MemRefType):
            memory = self.numbers.memory(value)
            inside = isinstance(memory, OpResult) and memory.op.parent_op() is not self.program.function
            return None if inside else memory
        return None

    def _settle_touches(self, marks: Sequence[int], ends: Sequence[int], period: int, known: bool) -> None:
        """Keep what the last iterations touch, a whole period, each for all iterations that it stands for.

        Where it is not known which iteration was the last, any of them may have been.
        """
        gone = self._forget(marks[0])
        each = [gone[a - marks[0] : b - marks[0]] for a, b in pairwise(marks)]
        twins = [{(t.op, t.number): t.box for t in touches} for touches in each[-2:]]
        kept: list[MachineTouch] = []
        for number, touches in list(enumerate(each))[-period:]:
            # Another iteration tells what moves from one to the next.
            last = number == len(each) - 1
            twin = twins[0 if last else -1] if len(twins) > 1 else {}
            for touch in touches:
                touch.box = _for_all(touch.box, twin.get((touch.op, touch.number)), known)
                touch.stamp += 0 if known else ends[-1] - ends[number + 1]
                kept.append(touch)
        kept.sort(key=attrgetter("stamp"))
        for touch in kept:
            self._touch(touch)


@dataclass(frozen=True, slots=True)
class TripsLeft:
    """What is known of how many iterations a loop has."""

    some: bool
    """Whether it has any."""
    residue: int | None
    """What is left when the number is divided by the period."""
    period: int

    def may_be(self, number: int) -> bool:
        """Whether the loop may have so many iterations, or as many periods more."""
        return (number > 0 or not self.some) and self.residue in (None, number % self.period)


def _for_all(box: Box, twin: Box | None, same_residue: bool) -> Box:
    """What is touched in all iterations that one stands for: those with its residue, or all of them.

    `twin` is what is touched in the iteration before the last. A number without symbols goes round with the residue.
    """
    if box.spans is None:
        return box
    others = None if twin is None or twin.spans is None or len(twin.spans) != len(box.spans) else twin.spans
    if others is None and not same_residue:
        return Box(box.root, None)
    kept = [
        span if (others is not None and span == others[at]) or (same_residue and _is_number(span)) else None
        for at, span in enumerate(box.spans)
    ]
    return Box(box.root, tuple(kept))


def _is_number(span: Span) -> bool:
    return span is not None and span[0].is_const and span[1].is_const


def _agreed(ways: Sequence[Sequence[Any]]) -> list[Any]:
    """The memory that a loop hands on, where that is the same on all ways; of numbers nothing is told."""
    return [
        first if isinstance(first, SSAValue) and all(one is first for one in others) else None
        for first, *others in zip(*ways, strict=True)
    ]


def _moved(start: int, end: int, by: int) -> Callable[[int], int]:
    """The iterations of a loop from `start` to `end` are put beside those that end later by as much."""

    def moved(stamp: int) -> int:
        return stamp + by if start < stamp <= end else stamp

    return moved


def _resource_of(key: Any) -> str:
    """The name of the resource of an instance."""
    return str(cast("tuple[object, ...]", key)[0]) if isinstance(key, tuple) else ""
