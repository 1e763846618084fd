"""How a walk goes through loops: iteration by iteration, until what follows would be the same again (walk.py).

How many iterations stand for all
---------------------------------
What a loop takes in turn, slots, phases and memory that it hands on, comes round after a *period*. What it touches moves
evenly from one period to the next, or stays; so iterations conflict at the same distances in each period. Those further apart
than were walked are looked for by a division (distances.py): what the earlier one did has to be known to be over by then.
Two periods are walked, and more where what is added to counters reaches further back, or a queue has more places.
`_check_repeats` refuses a loop that does not repeat by then. Where a period is too long, some of the remainders that it
consists of are numbers of which nothing is known, and the others make the period.

With what was before the loop, all iterations but those of the last period are compared as they are: the counter is a number
in them. What comes later is compared by the last period, for as many periods more as there may be, and knows no less of what
was before the loop than was known there.

What a loop leaves behind
-------------------------
That depends on how many iterations it had. Where that is a number, or a number but for whole periods, only such ways go on;
else all of them meet, each with its last iterations beside those of the others. Of what was touched the last iterations are
kept, a whole period, since later ones touch no others; where nobody knows which was the last, any of them may have been.

Where ways meet, a row says of each engine what is known on all of them, though only one of them may have done anything. So
a walk that looks for what is wrong notes, with each access, for which engines it is over at the end of every way that has it
(`MachineTouch.settled`): they know so later, too, and the other ways do not have it. The same is done where branches meet.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from operator import attrgetter
from typing import Any

from asyncir.analyses.in_flight.exprs import Lin, constant
from asyncir.analyses.machines.boxes import Box, Span
from asyncir.analyses.machines.cycles import cycles_of, grows_evenly, handed_to_body
from asyncir.analyses.machines.distances import far_apart
from asyncir.analyses.machines.knowledge import CannotFollow, EarlyIteration, MachineTouch, WalkIteration
from asyncir.analyses.machines.lasting_walk import LastingWalk, Noted
from asyncir.analyses.machines.measures import Measured
from asyncir.analyses.machines.periods import part_of_period, period_of, uses_lasting
from asyncir.analyses.machines.program import MachineItem
from asyncir.analyses.machines.resource_walk import words_of
from asyncir.analyses.machines.state import ExitWay, Row, Unbalanced, WalkState, as_it_is, joined, last_of
from asyncir.analyses.machines.trips import is_trip_count, reach_of
from asyncir.dialects import sync
from asyncir.dialects.counted_loops import counts_of
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

_MOST_ITERATIONS = 16
"""A loop of known length is walked as a whole if it is no longer than this."""


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


@dataclass(slots=True)
class Rounds:
    """A walk through a loop: how it is done, and what came of it."""

    start: int
    """When the loop begins."""
    count: int | None
    """How many iterations it has, where that is known."""
    exact: bool
    """Whether all of them are walked."""
    period: int
    left: TripsLeft | None
    most: int
    """How many iterations are walked."""
    first: list[Any]
    """What the first iteration is given."""
    rounds: int | None = None
    """Where it takes in turn what comes round only after more iterations than the period: the period."""
    ends: list[tuple[WalkState, int]] = field(default_factory=list[tuple[WalkState, int]])
    """Where it may be over: of an unknown length in front of each iteration, too."""
    heads: list[int] = field(default_factory=list[int])
    """When each iteration begins; at last, when the last one ends."""
    marks: list[int] = field(default_factory=list[int])
    """How many touches there are in front of each iteration, and behind the last."""
    noted: list[Noted] = field(default_factory=list[Noted])
    held: list[dict[Hashable, int]] = field(default_factory=list[dict[Hashable, int]])
    """Behind each iteration: how many uses of each instance may not be over."""
    surplus: list[dict[Hashable, int]] = field(default_factory=list[dict[Hashable, int]])
    """Behind each iteration: how many signals of each instance wait to be taken."""
    known: list[list[Row]] = field(default_factory=list[list[Row]])
    """Behind each iteration: what each engine knows."""
    handed: list[list[Any]] = field(init=False)
    """What each iteration is given, and what the last one hands on."""

    def __post_init__(self) -> None:
        self.handed = [self.first]

    @property
    def last_is_known(self) -> bool:
        """Whether it is known which iteration is the last, but for whole periods."""
        return self.count is not None or (self.left is not None and self.left.residue is not None)

    def ways(self) -> list[tuple[int, WalkState, int]]:
        """The ways out that there may be: how many iterations each has, its state, and when it is over."""
        numbers = [self.most] if self.count is not None else range(self.most + 1)
        ends = zip(numbers, self.ends, strict=True)
        return [(n, *end) for n, end in ends if self.left is None or self.left.may_be(n)]


@dataclass(frozen=True, slots=True)
class EndsOfLoop:
    """The ways out of the loop before that have not met yet."""

    ways: list[tuple[int, int, ExitWay]]
    trips: list[Operation]
    after: int

    def copy(self) -> EndsOfLoop:
        """Ways that change for themselves."""
        ways = [(n, period, replace(way, state=way.state.copy())) for n, period, way in self.ways]
        return EndsOfLoop(ways, self.trips, self.after)


class LoopWalk(LastingWalk):
    """Walks through loops."""

    def ends_of_loop(self) -> EndsOfLoop:
        """The ways out of the loop before, for who goes on with them later."""
        return EndsOfLoop(self._ends, self._trips, self._ends_after)

    def go_on_with(self, ends: EndsOfLoop) -> None:
        """Be where these ways have not met yet."""
        self._ends, self._trips, self._ends_after = ends.ways, ends.trips, ends.after

    def _block(self, iteration: WalkIteration, given: Sequence[tuple[SSAValue, Any]] = ()) -> None:
        raise NotImplementedError

    def _join(self, op: Operation, paths: Sequence[ExitWay]) -> None:
        self.ways_end(op, paths)
        try:
            self.state = joined(paths, self.now)
        except Unbalanced as unbalanced:
            raise CannotFollow(
                op, f"{words_of(unbalanced.key)} is not in the same state on all ways here"
            ) from None
        self.ways_meet()

    def handed_on(self, op: Operation, values: Sequence[Any]) -> tuple[tuple[str, Measured], ...]:
        """What an op hands on at the end of a way, by symbol of its results, as far as somebody reads them."""
        found: list[tuple[str, Measured]] = []
        for result, value in zip(op.results, values, strict=True):
            if result.first_use is None or not isinstance(value, Lin):
                continue
            measured, names = self.measured(value), list(self.numbers.number(result).symbols)
            if measured is not None and len(names) == 1:
                found.append((names[0], measured))
        return tuple(found)

    def _hand_on(self, op: Operation, values: Sequence[Any] | None) -> None:
        """What the op's results are; None: nobody knows."""
        for result, value in zip(op.results, values or (), strict=False):
            if value is not None:
                self.numbers.give(result, value)

    def _loop(self, iteration: WalkIteration, item: MachineItem) -> None:
        op = item.op
        rounds = self._rounds_of(op)
        outside, self.numbers.moduli = self.numbers.moduli, set()
        entry = [self.told_by(x) for x in range(self.engines)]
        self.opening(item, entry)
        outset = self.state.copy()
        self._go_round(iteration, op, rounds, entry)
        if not rounds.exact:
            self._check_repeats(iteration, op, rounds)
            self.loop_over(outset, [state for state, _ in rounds.ends])
        self.numbers.moduli |= outside
        self._go_on_behind(op, rounds, outset)

    def _rounds_of(self, op: Operation) -> Rounds:
        """How a loop is walked."""
        step = self.numbers.constant(op.operands[2]) if kind_of(op) is OpKind.COUNTED_LOOP else None
        if step is not None and step <= 0:
            raise CannotFollow(op, "its step is no positive number")
        self._ask_signs(op)
        count = self._trip_count(op)
        carried = [
            self._value(operand) for operand in op.operands[3 if kind_of(op) is OpKind.COUNTED_LOOP else 0 :]
        ]
        if count is not None and count <= _MOST_ITERATIONS:
            return Rounds(self.now, count, True, 1, None, count, carried)
        in_turn, cycle = cycles_of(self.numbers, op, carried)
        inside = [*self.program.calls.inside(op)]
        period, rounds = period_of(inside, self.machine, cycle), None
        if period is None:
            # Of the numbers that come round later nothing is told.
            in_turn, period = frozenset[int](), part_of_period(inside, self.machine)
            if period is None:
                raise CannotFollow(op, "it repeats only after too many iterations")
            rounds = period
            self.program.coarse[op] = None
        left = self._left(op, period) if count is None else None
        most = self._iterations(op, count, period)
        most += 0 if left is None or left.residue is None else period - 1
        even = grows_evenly(self.numbers, op, carried)
        for n, value in enumerate(carried):
            if isinstance(value, Lin) and n not in in_turn:
                # Of what later iterations do the first ones tell only if it grows as a counter does.
                carried[n] = self._in_any_iteration(value, rounds) if n in even else self._of_nothing(op, n)
                self._same_at_first(carried[n], value)
        return Rounds(self.now, count, False, period, left, most, carried, rounds)

    def _ask_signs(self, op: Operation) -> None:
        """Raise `CannotFollow` where a loop compares without signs what may have one: here numbers have signs."""
        for count in counts_of(op) if kind_of(op) is OpKind.COUNTED_LOOP else ():
            # Of others how many iterations they have is not computed.
            bounds = [self.numbers.constant(bound) for bound in (count.lower, count.upper)]
            if count.unsigned and not all(bound is not None and bound >= 0 for bound in bounds):
                why = "it counts without signs, and its bounds may be negative if they are read with a sign"
                raise CannotFollow(op, why, "count with signs: leave `unsigned` out")

    def _go_round(self, iteration: WalkIteration, op: Operation, rounds: Rounds, entry: list[Row]) -> None:
        """Walk through the iterations."""
        block, first = self._body_of(op), self._first(op, rounds)
        counter = self._counter_from_constant(op, rounds, first)
        before: list[WalkIteration] = []
        self._loops.append((before, rounds.ends))
        (self.exact_loops.add if rounds.exact else self.exact_loops.discard)(id(before))
        rounds.marks.append(len(self.touches))
        rounds.noted.append(self.noted())
        for number in range(rounds.most):
            if rounds.count is None:
                rounds.ends.append((self.state.copy(), self.now))
            rounds.heads.append(self.now)
            each = WalkIteration(block, number, iteration, op, before, entry)
            if counter is not None and number < rounds.most - rounds.period:
                each.early = EarlyIteration(rounds.start, counter)
            before.append(each)
            rounds.handed.append(self._iteration(each, op, first, rounds.handed[-1]))
            rounds.marks.append(len(self.touches))
            rounds.noted.append(self.noted())
            rounds.held.append(self.held())
            rounds.surplus.append(self.surplus())
            rounds.known.append([row[: self.engines] for row in self.state.rows])
            self.iteration_ends(each)
        rounds.ends.append((self.state, self.now))
        rounds.heads.append(self.now)
        self._loops.pop()

    def _go_on_behind(self, op: Operation, rounds: Rounds, outset: WalkState) -> None:
        """The ways out of the loop that there may be meet, at once or behind the waits that follow."""
        ways, left, period = rounds.ways(), rounds.left, rounds.period
        last, _, end = ways[-1]
        self._note_what_is_over(rounds, ways)
        if not rounds.exact:
            self._settle_touches(rounds, last)
        for number, state, _ in ways:
            self.way_out(op, number, None if rounds.exact else period, state)
        before = last_of(outset)
        paths = [
            ExitWay(
                state, _moved(rounds.start, at, end - at), rounds.start, before, self._handed(op, rounds, n)
            )
            for n, state, at in ways
        ]
        self._trips = [behind for behind in self.program.counting_behind(op) if is_trip_count(behind, op)]
        following = self.following(op)
        if len(paths) > 1 and following is not None and isinstance(following.op, sync.WaitOp):
            # Which instances are set behind the loop may depend on how many iterations it had, and waits take them.
            # Each way is put beside the last one first (a way joined with itself), so that they meet without any move.
            apart = [ExitWay(joined((path, path), self.now), handed=path.handed) for path in paths]
            self._ends = [(number, period, path) for (number, *_), path in zip(ways, apart, strict=True)]
            self._ends_after = period if left is None or left.residue is None else 1
        else:
            self._join(op, paths)
        if left is not None and left.residue is not None:
            self.numbers.suppose(self._trips, last, period)
        elif rounds.count is not None:
            for behind in self._trips:
                self.numbers.give(behind.results[0], constant(rounds.count))
        if rounds.count is not None or kind_of(op) is OpKind.COUNTED_LOOP:
            handed = rounds.handed
            self._hand_on(op, handed[last] if rounds.exact else _agreed([handed[n] for n, *_ in ways]))

    def _handed(self, op: Operation, rounds: Rounds, number: int) -> tuple[tuple[str, Measured], ...]:
        """What is handed on after so many iterations, or as many periods more."""
        if rounds.exact or kind_of(op) is not OpKind.COUNTED_LOOP:
            return ()
        return self.handed_on(op, rounds.handed[number])

    def _note_what_is_over(self, rounds: Rounds, ways: Sequence[tuple[int, WalkState, int]]) -> None:
        """What is over at the end of each way on which it happens is so where they meet: other ways do not have it.

        Ways that are longer know no less of it than the shortest one. What is kept of a loop is its last period.
        """
        if self._dead:
            return
        kept = self.state
        last, *_ = ways[-1]
        for number in range(0 if rounds.exact else max(0, last - rounds.period), last):
            self.state = next(state for count, state, _ in ways if count > number)
            for touch in self.touches[rounds.marks[number] : rounds.marks[number + 1]]:
                touch.settled |= self.settles(touch)
        self.state = kept

    def following(self, op: Operation) -> MachineItem | None:
        """What comes behind an op in its block."""
        return self.program.next_item(op)

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

    def conflict_far_apart(self, iteration: WalkIteration, op: Operation) -> None:
        """Iterations of a loop conflict that are further apart than those that were walked."""
        raise CannotFollow(op, "iterations of it conflict that are far apart")

    def _is_over_by_then(self, rounds: Rounds, x: int, y: int) -> bool:
        """Whether engine y knows what x did to be over, wherever y is as many iterations later as were walked.

        It knows so behind each iteration of the last period; what it is told there it is told again a period later.
        """
        if x == y and self.in_order[x]:
            return True
        back = rounds.most - rounds.period
        return all(
            max(rounds.known[at][y][x], rounds.known[at][0][x]) >= rounds.heads[at - back + 1]
            for at in range(back, rounds.most)
        )

    def _check_repeats(self, iteration: WalkIteration, op: Operation, rounds: Rounds) -> None:
        """Raise `CannotFollow` unless later iterations do what those did that were walked."""
        period, heads = rounds.period, rounds.heads
        far = far_apart([self.touches[a:b] for a, b in pairwise(rounds.marks)], period)
        if not self._dead and not all(self._is_over_by_then(rounds, *pair) for pair in far):
            self.conflict_far_apart(iteration, op)
        if any(period % modulus for modulus in self.numbers.moduli):
            raise CannotFollow(op, "after how many iterations it repeats cannot be told")
        if len({b - a for a, b in pairwise(heads)}) > 1:
            raise CannotFollow(op, "its iterations do not do the same things in the same order")
        if any(held > rounds.held[-1 - period].get(key, 0) for key, held in rounds.held[-1].items()):
            raise CannotFollow(op, "of an instance more uses may be under way in each iteration")
        if rounds.surplus[-1] != rounds.surplus[-1 - period]:
            raise CannotFollow(op, "its iterations do not take as many signals as they give")
        self.check_repeats(op, rounds.noted, period)

    def _drain(self, item: MachineItem) -> None:
        """A wait behind a loop that is walked for each number of iterations, before the ways meet."""
        now, noted = self.now, [self.noted()]
        for number, period, path in self._ends:
            self.now = now
            self.state = path.state
            self.numbers.suppose(self._trips, number, period)
            self.measures.supposed = dict(path.handed)
            self._wait(item)
            noted.append(self.noted())
        self.measures.supposed = {}
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
            why = "the condition of the loop touches memory or synchronises"
            raise CannotFollow(op, why, "do it at the end of the body, and hand its result to the condition")
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
            carried = handed_to_body(self.numbers, op, carried)
        given += [(a, v) for a, v in zip(arguments, carried, strict=True) if v is not None]
        self._block(each, given)
        last = block.last_op
        assert last is not None
        return [self._value(operand) for operand in last.operands]

    def _counter(self, first: Lin, step: Lin, number: int) -> Lin:
        if step.is_const:
            return first + step.const * number
        return first if number == 0 else self.numbers.new_symbol()

    def _first(self, op: Operation, rounds: Rounds) -> Lin | None:
        """The counter of the first iteration; where iterations stand for others, of it only remainders are told."""
        if kind_of(op) is not OpKind.COUNTED_LOOP:
            return None
        low = self.numbers.number(op.operands[0])
        if rounds.exact:
            return low
        counted, step = self.numbers.counted(low), self.numbers.number(op.operands[2])
        if counted.is_const and counted.const >= 0 and step.is_const and step.const > 1:
            # What is divided by the step again is a number of iterations.
            return counted + self.numbers.new_counter(0, rounds.rounds).scaled(step.const)
        return self.numbers.new_counter(counted.const if counted.is_const else None, rounds.rounds)

    def _counter_from_constant(self, op: Operation, rounds: Rounds, first: Lin | None) -> str | None:
        """The symbol of the first counter, if that is one number whichever iterations of loops around are walked."""
        if first is None or rounds.exact or not self.numbers.number(op.operands[0]).is_const:
            return None
        return next(iter(first.symbols), None)

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

    def _in_any_iteration(self, value: Lin, rounds: int | None) -> Lin:
        """A number that a loop carries, where iterations stand for others: of it only remainders are told."""
        counted = self.numbers.counted(value)
        return self.numbers.new_counter(counted.const if counted.is_const else None, rounds)

    def _of_nothing(self, op: Operation, number: int) -> Lin | None:
        """A number that a loop carries of which nothing is known in any iteration; none where that is no matter."""
        if kind_of(op) is not OpKind.COUNTED_LOOP:
            return None
        made = self.numbers.new_symbol()
        (name,) = made.symbols
        self.numbers.values[name] = self._body_of(op).args[number + 1]
        return made

    def _same_at_first(self, given: Lin | None, value: Lin) -> None:
        """What the first iteration is given is what the loop begins with."""
        measured = self.measured(value)
        if given is not None and measured is not None and given.symbols and not given.const:
            (name,) = given.symbols
            self.measures.equate(name, measured)

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

    def _settle_touches(self, rounds: Rounds, last: int) -> None:
        """Keep what the last iterations touch, a whole period, each for all iterations that it stands for.

        Where it is not known which iteration was the last, any of them may have been.
        """
        marks, ends, known = rounds.marks[: last + 1], rounds.heads[: last + 1], rounds.last_is_known
        gone = self._forget(marks[0])
        each = [gone[a - marks[0] : b - marks[0]] for a, b in pairwise(marks)]
        twins = [{(t.op, t.number): t.box for t in touches} for touches in each[-2:]]
        kept: list[MachineTouch] = []
        for number, touches in list(enumerate(each))[-rounds.period :]:
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
    if not by:
        return as_it_is

    def moved(stamp: int) -> int:
        return stamp + by if start < stamp <= end else stamp

    return moved
