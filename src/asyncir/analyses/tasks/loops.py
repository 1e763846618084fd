"""Loops that run any number of times: one iteration stands for all.

An iteration `p` of which only is known that it is one is executed in a state that has, for all iterations `j < p`
together, what they did: the *past*. Each segment of the iteration has a segment in the past that stands for its
executions in all of them, and each access one with a number `j` of its own. Who knows what of the past when an
iteration begins (the strand that runs the loop, the tokens that it carries) is assumed, at first as much as can be;
then an iteration is executed, and what is not so at its end is given up; until what is assumed at the beginning is true
at the end. It is true before the first iteration, where the past is empty, so it is always true (induction). Each round
assumes less than the one before, so it ends.

Behind the loop the past is what all iterations did. A group that got a member in each iteration has as many more as
there are iterations, and who waits for it knows of each segment of the past that, in each way that an iteration can go,
a member knows.

Where several iterations belong together (tokens that go round, `i mod 2`), so many are taken as one: `PathLimits.together`.

What is not followed here (waits for something that comes later, tasks that fail, memory that is carried and changes) is
left to the execution of a few iterations, which proves nothing of more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from asyncir.analyses.in_flight.exprs import Lin, constant, substituted, symbol
from asyncir.analyses.in_flight.facts import Facts
from asyncir.analyses.in_flight.state import Condition, FlightAccess, GiveUp, Memory, ThreadEnds, TooMuch
from asyncir.analyses.in_flight.widths import STEPS
from asyncir.analyses.in_flight.world import UNKNOWN
from asyncir.analyses.tasks.activations import ActivationFails, PathEnds, TaskFrame
from asyncir.analyses.tasks.completions import Awaitable, AwaitableGroup, TokenOf
from asyncir.analyses.tasks.happens_before import TaskStrand
from asyncir.analyses.tasks.machine import PathDecisions, Steps
from asyncir.analyses.tasks.memory import ObjectStore
from asyncir.analyses.tasks.shadow import AccessHistory, TaskAccess
from asyncir.analyses.tasks.task_ops import AsyncMachine
from asyncir.dialects.async_types import ValueType
from asyncir.dialects.effects import is_memory
from asyncir.ir import Operation, Region, SSAValue

_MOST_WAYS = 24
_MOST_ROUNDS = 12
_NAMES = 20_000
"""So many names are kept for the past."""

Logged = tuple[FlightAccess, str, TaskAccess]


class LoopNotFollowed(Exception):
    """One iteration cannot stand for all."""


@dataclass(slots=True)
class _Saved:
    """A state to go back to."""

    shadow: AccessHistory
    store: ObjectStore
    facts: Facts
    strand: tuple[TaskStrand, int, int, bool, bool]
    """It, where it is, and whether the activation is hot."""
    groups: dict[AwaitableGroup, tuple[list[Any], Lin, int]]
    env: dict[SSAValue, Any]


@dataclass(slots=True)
class _Way:
    """One way that an iteration can go."""

    log: list[Logged]
    known: int
    """What the strand of the loop knows at the end."""
    carried: list[Any]
    added: dict[AwaitableGroup, list[tuple[int, Lin]]]
    """For each group, what those know who wait for the members that were added, and how many these are."""
    facts: tuple[Lin, ...]
    """What holds on this way."""


@dataclass(slots=True)
class _Past:
    """What is assumed at the beginning of an iteration."""

    ways: list[_Way] = field(default_factory=list[_Way])
    names: list[dict[int, int]] = field(default_factory=list[dict[int, int]])
    """For each way: by segment, the one that stands for it in the past."""
    known: int = 0
    """Which of these the strand of the loop knows."""
    of_carried: dict[int, int] = field(default_factory=dict[int, int])
    """What those know who wait for a token that is carried, by its number."""
    growth: dict[int, int | None] = field(default_factory=dict[int, "int | None"])
    """By how much carried numbers grow; None: in no way that is followed."""
    counter: str = ""
    """The name of the iteration's number."""
    first: int = 0
    """Names with a higher number were made in the iteration."""
    written: set[Any] = field(default_factory=set[Any])
    """The objects that an iteration may write."""
    members: dict[AwaitableGroup, Lin] = field(default_factory=dict[AwaitableGroup, Lin])
    """How many members each group gets in an iteration."""

    def structure(self) -> Any:
        """What has to be the same in two rounds."""
        return [
            ([(access, kind, seen.op, seen.calls) for access, kind, seen in way.log], way.facts)
            for way in self.ways
        ]


class LoopMachine(AsyncMachine):
    """Takes one iteration for all, where that can be done."""

    def accelerated(
        self, frame: TaskFrame, op: Operation, bounds: tuple[Lin, Lin, int], carried: list[Any]
    ) -> Steps[list[Any] | None]:
        """What the loop hands on, once all of its iterations have been looked at; None where they could not be."""
        self.drain()
        if self.waiting or self.limits.together == 0:
            return None
        lower, upper, step = bounds
        saved = self.save(frame)
        turns = self._turns(lower, upper, step * self.limits.together)
        result = self.tried(frame, saved, AnyIteration(self, frame, op, (lower, step), carried, turns))
        if result is None:
            return None
        at = turns.scaled(self.limits.together)
        block = op.regions[0].blocks.first
        assert block is not None
        for _ in range(self.limits.together - 1):
            counter = lower + at.scaled(step)
            if not self.is_not_negative(upper - counter - 1):
                break
            self.bind(frame, block.args, [counter, *result])
            last = yield from self.block(frame, block)
            result = self.values(frame, last.operands)
            at = at + 1
        self.path.facts = self.path.facts.plus((upper - lower - at.scaled(step) - 1).opposite)
        return result

    def tried(self, frame: TaskFrame, saved: _Saved, loop: AnyIteration) -> list[Any] | None:
        """What the loop hands on; where one iteration cannot stand for all, None, and the state is the one that was saved."""
        asked, taken, log = self.decisions.at, list(self.decisions.taken), loop.log
        logged = 0 if log is None else len(log)
        self.trial += 1
        try:
            return loop.run()
        except (LoopNotFollowed, GiveUp) as why:
            if isinstance(why, TooMuch):
                raise
            self.restore(frame, saved)
            self.log = log
            if log is not None:
                del log[logged:]
            self.decisions.taken[:], self.decisions.at = taken, asked
            return None
        finally:
            self.trial -= 1

    def _turns(self, lower: Lin, upper: Lin, step: int) -> Lin:
        """How often the loop goes on for so many iterations together; a name for the number, if it is no expression."""
        length = upper - lower
        if step == 1:
            self.path.facts = self.path.facts.plus(constant(STEPS) - length)
            return length
        turns = self.count()
        self.path.facts = self.path.facts.plus(
            length - turns.scaled(step), turns.scaled(step) + (step - 1) - length
        )
        return turns

    def count(self) -> Lin:
        """A number of iterations: no execution has more than can be executed."""
        self.world.fresh_symbols += 1
        number = symbol(f"k{self.world.fresh_symbols}")
        self.path.facts = self.path.facts.plus(number, constant(STEPS) - number)
        return number

    def save(self, frame: TaskFrame) -> _Saved:
        """The state as it is now."""
        strand = frame.act.strand
        groups = {g: (list(g.members), g.count, g.adders) for g in self.groups}
        return _Saved(
            self.shadow.copy(),
            self.store.copy(),
            self.path.facts,
            (strand, strand.segment, strand.known, strand.used, frame.act.hot),
            groups,
            dict(frame.evaluator.lane.env),
        )

    def restore(self, frame: TaskFrame, saved: _Saved) -> None:
        """Go back to a state; what it takes from the state is not changed by what follows."""
        meetings = self.shadow.meetings
        self.shadow = saved.shadow.copy()
        self.shadow.meetings = meetings
        self.store.objects = saved.store.copy().objects
        self.path.facts = saved.facts
        strand = frame.act.strand = saved.strand[0]
        _, strand.segment, strand.known, strand.used, frame.act.hot = saved.strand
        for each in (self.ready, self.waiting, self.waiters):
            each.clear()  # What is there is of what is left.
        for group, (members, count, adders) in saved.groups.items():
            group.members, group.count, group.adders = list(members), count, adders
        self.groups = list(saved.groups)
        env = frame.evaluator.lane.env
        env.clear()
        env.update(saved.env)


class AnyIteration:
    """One execution of a loop, of which an iteration stands for all."""

    def __init__(
        self,
        machine: LoopMachine,
        frame: TaskFrame,
        op: Operation,
        bounds: tuple[Lin, int],
        initial: list[Any],
        turns: Lin,
    ):
        self.machine = machine
        self.frame = frame
        self.op = op
        self.lower, self.step = bounds
        self.initial = initial
        self.turns = turns
        self.ends = False
        """Whether there are iterations in which the activation comes to its end."""
        self.here = machine.save(frame)
        self.log, machine.log = machine.log, None
        self.segments = len(machine.order.known)
        self.names = machine.world.fresh_symbols

    def run(self) -> list[Any]:
        """Look for what is true at the beginning of each iteration; the state behind the loop."""
        past = _Past()
        for _ in range(_MOST_ROUNDS):
            found, is_true = self._round(past)
            if is_true:
                return self._behind(past)
            past = found
        raise LoopNotFollowed

    def last(self, past: _Past) -> None:
        """Execute the iteration in which the activation ends; where it does not, there is nothing to see."""
        machine = self.machine
        at = machine.count()
        machine.path.facts = machine.path.facts.plus(self.turns - at - 1)
        self.body(self._install(past, at), at)
        raise PathEnds

    def _round(self, past: _Past) -> tuple[_Past, bool]:
        """Execute an iteration; what can be assumed next, and whether all that was assumed is true."""
        machine = self.machine
        machine.restore(self.frame, self.here)
        machine.log = None
        machine.world.fresh_symbols = self.names
        at = machine.count()
        machine.path.facts = machine.path.facts.plus(self.turns - at - 1)
        if machine.path.facts.is_empty():
            raise LoopNotFollowed
        head = self._install(past, at)
        # What an iteration makes has the same names in each round.
        if machine.world.fresh_symbols >= self.names + _NAMES:
            raise LoopNotFollowed
        first = machine.world.fresh_symbols = self.names + _NAMES
        start = machine.save(self.frame)
        ways: list[_Way] = []
        written: set[Any] = set()
        taken: list[bool] | None = []
        while taken is not None:
            local = PathDecisions(taken)
            machine.world.fresh_symbols = first
            way = self._way(start, local, head, at)
            if way is not None:
                ways.append(way)
                written |= {
                    a.root for a, kind, _ in way.log if kind in "WA" and not self._is_of_iteration(a.root)
                }
            taken = local.other()
            if len(ways) > _MOST_WAYS:
                raise LoopNotFollowed
        machine.log = None
        found = _Past(ways, counter=str(at.terms[0][0]), first=first, written=written | past.written)
        return self._next(past, found, head)

    def _way(self, start: _Saved, local: PathDecisions, head: list[Any], at: Lin) -> _Way | None:
        """Execute an iteration in one of the ways that it can go."""
        machine, frame = self.machine, self.frame
        machine.restore(frame, start)
        outer, machine.decisions = machine.decisions, local
        machine.log = log = list[Logged]()
        failures = machine.failures
        known_before = {g: len(g.members) for g in machine.groups}
        counts = {g: g.count for g in machine.groups}
        try:
            carried = self.body(head, at)
            machine.drain()
        except PathEnds:
            if machine.incomplete is not None:
                raise LoopNotFollowed from None
            return None
        except (ActivationFails, ThreadEnds) as end:
            # What was launched before that runs all the same.
            machine.drain()
            self.ends = self.ends or isinstance(end, ActivationFails) or frame.act is not machine.entry_act
            return None
        finally:
            machine.decisions = outer
        if machine.failures != failures or frame.act.hot != start.strand[-1]:
            raise LoopNotFollowed
        if machine.waiting and machine.blocked():
            raise LoopNotFollowed
        added = {
            g: [(m.known | 1 << m.segment, constant(1)) for m, _, _ in g.members[n:]]
            for g, n in known_before.items()
            if len(g.members) > n or g.count != counts[g]
        }
        growth = {g: [(0, g.count - counts[g])] for g in added}
        strand = frame.act.strand
        before = set(start.facts.lins())
        facts = tuple(e for e in machine.path.facts.lins() if e not in before)
        merged = {g: [*added[g], *growth[g]] for g in added}
        return _Way(log, strand.whole, carried, merged, facts)

    def body(self, head: list[Any], at: Lin) -> list[Any]:
        """Execute an iteration; what it hands on."""
        machine, frame = self.machine, self.frame
        carried = head
        for turn in range(machine.limits.together):
            counter = self.lower + (at.scaled(machine.limits.together) + turn).scaled(self.step)
            last = self.executed(self.op.regions[0], [counter, *carried])
            carried = machine.values(frame, last.operands)
        return carried

    def executed(self, region: Region, given: list[Any]) -> Operation:
        """Execute the block of a region; its terminator."""
        machine, block = self.machine, region.blocks.first
        assert block is not None
        machine.bind(self.frame, block.args, given)
        steps = machine.block(self.frame, block)
        try:
            while True:
                target = next(steps)
                machine.drain()
                if not machine.is_done(target):
                    if machine.is_excused(target):
                        raise ThreadEnds
                    raise LoopNotFollowed
        except StopIteration as ended:
            return ended.value

    # ---- the past

    def _install(self, past: _Past, upto: Lin) -> list[Any]:
        """Put what iterations before this one did into the state; what is carried into it."""
        machine = self.machine
        for root in past.written:
            machine.store.forget(root)
        for way, names in zip(past.ways, past.names, strict=True):
            for logged in way.log:
                self._remember(logged, past, way, names, upto)
        strand = self.frame.act.strand
        machine.order.assume(strand, past.known)
        for group, growth in past.members.items():
            group.count = group.count + _times(upto, growth)
            known = self._of_members(past, group)
            at = strand.segment
            group.members.append((Awaitable(self.op, done=True, known=known, segment=at), 0, at))
        return [self._carried(past, n, value, upto) for n, value in enumerate(self.initial)]

    def _remember(self, logged: Logged, past: _Past, way: _Way, names: dict[int, int], upto: Lin) -> None:
        access, kind, seen = logged
        if self._is_of_iteration(access.root):
            return
        machine = self.machine
        number = machine.world.fresh()
        by: dict[str, Lin] = {past.counter: number}
        lins = (*access.lins(), *way.facts)
        for name in {s for e in lins for s in e.symbols}:
            if name.startswith(UNKNOWN) and int(name[len(UNKNOWN) :]) > past.first and name not in by:
                by[name] = machine.world.fresh()
        moved = access.substituted(by)
        where = (*moved.where, number, upto - number - 1, *(substituted(e, by) for e in way.facts))
        again = FlightAccess(moved.root, moved.index, moved.sizes, where, exact=False)
        own = seen.task == self.frame.act.strand.task
        task = seen.task if own else -names[seen.segment] - 1
        earlier = TaskAccess(seen.op, seen.kind, names[seen.segment], task, seen.calls, seen.where)
        machine.shadow.remember(again, kind, earlier, machine.path.facts)
        if machine.log is not None:
            machine.log.append((again, kind, earlier))

    def _is_of_iteration(self, root: Any) -> bool:
        """Whether an iteration has made the object itself: others have others."""
        return root[0] == "alloc" and root not in self.here.store.objects

    def _carried(self, past: _Past, number: int, value: Any, upto: Lin) -> Any:
        """What a value that the loop carries is at the beginning of an iteration."""
        machine = self.machine
        if isinstance(value, Lin | bool | Condition):
            growth = past.growth.get(number, 0)
            if isinstance(value, Lin) and growth is not None:
                return value + upto.scaled(growth)
            return value if growth == 0 else machine.world.fresh()
        if isinstance(value, TokenOf):
            if value.of.failed or not value.of.done or self._hands_on_memory(number):
                raise LoopNotFollowed
            known = past.of_carried.get(number, value.of.known)
            generic = Awaitable(value.of.op, done=True, known=known, segment=self.frame.act.strand.segment)
            return TokenOf(generic, value.number)
        if isinstance(value, Memory | AwaitableGroup) and past.growth.get(number, 0) != 0:
            raise LoopNotFollowed
        return value

    def _hands_on_memory(self, number: int) -> bool:
        """Whether what is carried is a value that holds a view: an iteration may go on with what another has made."""
        type_ = self.type_of(number)
        return isinstance(type_, ValueType) and is_memory(type_.value_type)

    def type_of(self, number: int) -> object:
        """The type of a value that is carried."""
        return self.op.results[number].type

    def _all(self, past: _Past) -> int:
        return sum(1 << name for names in past.names for name in set(names.values()))

    def _of_members(self, past: _Past, group: AwaitableGroup) -> int:
        """What those know of the past who wait for what an iteration adds to a group."""
        found = 0
        for way, names in zip(past.ways, past.names, strict=True):
            members = way.added.get(group, [])
            for segment, name in names.items():
                if any(known >> segment & 1 for known, _ in members):
                    found |= 1 << name
        return found

    # ---- the next round

    def _next(self, past: _Past, found: _Past, head: list[Any]) -> tuple[_Past, bool]:
        same = found.structure() == past.structure()
        found.names = self._names(found, past if same else None)
        own = self._all(found)
        found.known = past.known if same else own
        for way, mapping in zip(found.ways, found.names, strict=True):
            found.known &= _kept(way.known, mapping, own, same)
        for number, value in enumerate(self.initial):
            ends = [way.carried[number] for way in found.ways]
            if isinstance(value, TokenOf):
                found.of_carried[number] = self._next_token(found, past, number, value, ends, same)
            else:
                found.growth[number] = _growth(value, ends, head[number], past.growth.get(number, 0))
        self._next_members(found)
        is_true = (
            same
            and found.known == past.known
            and found.of_carried == past.of_carried
            and found.growth == past.growth
            and found.written == past.written
            and found.members == past.members
        )
        return found, is_true

    def _names(self, found: _Past, past: _Past | None) -> list[dict[int, int]]:
        """For each segment of an iteration one in the past; where nothing else has changed, those of the round before."""
        segments = [list(dict.fromkeys(seen.segment for _, _, seen in way.log)) for way in found.ways]
        if past is None:
            return [{s: self.machine.order.stand_in() for s in each} for each in segments]
        return [
            dict(zip(each, names.values(), strict=True))
            for each, names in zip(segments, past.names, strict=True)
        ]

    def _next_token(
        self, found: _Past, past: _Past, number: int, value: TokenOf, ends: list[Any], same: bool
    ) -> int:
        """What those know who wait for a carried token, if that is no more than was assumed."""
        own, old = self._all(found), (1 << self.segments) - 1
        known = past.of_carried[number] if same else own | value.of.known
        for end, mapping in zip(ends, found.names, strict=True):
            if not isinstance(end, TokenOf) or not end.of.done:
                raise LoopNotFollowed
            known &= _kept(end.of.known, mapping, own, same) | (end.of.known & old)
        return known

    def _next_members(self, found: _Past) -> None:
        for group in {g for way in found.ways for g in way.added}:
            sizes = [sum((n for _, n in way.added.get(group, [])[-1:]), constant(0)) for way in found.ways]
            if any(size != sizes[0] for size in sizes) or any(
                _is_made_since(s, found.first) for s in sizes[0].symbols
            ):
                raise LoopNotFollowed
            found.members[group] = sizes[0]

    def _behind(self, past: _Past) -> list[Any]:
        """The state behind the loop; what it hands on."""
        machine = self.machine
        machine.restore(self.frame, self.here)
        machine.log = self.log
        machine.world.fresh_symbols = self.names
        machine.has_accelerated = True
        if self.ends and not machine.decisions.next():
            machine.trial -= 1
            try:
                self.last(past)
            finally:
                machine.trial += 1
        return self._install(past, self.turns)


def _kept(known: int, mapping: dict[int, int], own: int, same: bool) -> int:
    """Which segments of the past are known for one iteration more: those that were, and are now of this one, too."""
    kept = known & own if same else own
    for segment, name in mapping.items():
        if not known >> segment & 1:
            kept &= ~(1 << name)
    return kept


def _growth(value: Any, ends: list[Any], head: Any, known: int | None) -> int | None:
    """By how much a carried value grows in each iteration: 0 if it stays what it is; None: that is not known."""
    if known is None:
        return None
    if not isinstance(value, Lin):
        return 0 if all(end is head or end == head for end in ends) else None
    grown = [end - head if isinstance(end, Lin) and isinstance(head, Lin) else None for end in ends]
    first = grown[0] if grown else constant(0)
    if first is None or not first.is_const or any(each != first for each in grown):
        return None
    return first.const


def _is_made_since(name: str, first: int) -> bool:
    return name.startswith(UNKNOWN) and int(name[len(UNKNOWN) :]) > first


def _times(count: Lin, each: Lin) -> Lin:
    if each.is_const:
        return count.scaled(each.const)
    if count.is_const:
        return each.scaled(count.const)
    raise LoopNotFollowed
