"""What phases and timelines do to what a walk knows, and how a resource's life begins and ends (MAC-14, MAC-15, MAC-17).

Numbers
-------
The parity of a wait has to be a number in the iteration at hand: loops repeat only after as many iterations as it takes to
come round (walk.py). The values of a timeline grow with the iterations: where they are compared, the counters of loops stand
for what they are in the first iterations, so that each comparison is right for those that are walked. That it is right for
all others follows from how much room there was, one period before: what grows by so much in each period, or stays, never gets
too little (`check_repeats`).

Where the value is a number that loops carry, it is measured from a symbol (measures.py): of a loop's first iteration that is
what the loop begins with; behind ways that meet it is what the op hands on there, if that is as far from the value of the
timeline on all of them. An iteration that repeats another one does not change how far that is: each signal is as much more
than the one before. So it is as far behind iterations that are not walked.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, cast

from asyncir.analyses.in_flight.exprs import Lin, constant
from asyncir.analyses.machines.knowledge import CannotFollow
from asyncir.analyses.machines.lasting import (
    Act,
    LifeState,
    PhasesState,
    TimelineSignal,
    TimelineState,
    known,
)
from asyncir.analyses.machines.measures import Measured
from asyncir.analyses.machines.program import MachineItem, MachineRole
from asyncir.analyses.machines.resource_walk import ResourceWalk
from asyncir.analyses.machines.state import ExitWay, Row, WalkState, learn
from asyncir.dialects import sync
from asyncir.ir import Operation
from asyncir.targets.resources import ResourceKind, SyncResource

_GREATEST = 1 << 62
"""No value of a timeline is proved to be in order that is greater than this."""
_GROWTH = 1 << 12
"""Nor one that grows faster in an iteration: it might wrap around."""

Noted = tuple[int, dict[Hashable, object]]
"""How many comparisons of timelines there were, and in which state each instance is."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What an op of a timeline has compared, in numbers of the iteration at hand; None where they are not known."""

    op: Operation
    grows: tuple[int | None, ...]
    """What may grow from one iteration to another, and not shrink: how much room there was."""
    same: tuple[int, ...] = ()
    """What has to stay: how far the value lies behind that of the signal that it waits for."""
    back: int = 0
    """How many signals came behind that one."""


class LastingWalk(ResourceWalk):
    """Walks through ops of phases and timelines, too."""

    def begin(self) -> None:
        """Nothing has been compared."""
        super().begin()
        self.compared: list[Compared] = []

    def noted(self) -> Noted:
        """What `check_repeats` compares."""
        return len(self.compared), {key: one.signature() for key, one in self.state.lasting.items()}

    # ---- the ops

    def _signal(self, item: MachineItem) -> None:
        resource = self._resource(item.op)
        if resource is not None and resource.kind is ResourceKind.PHASES:
            self._signal_phase(item, resource)
        elif resource is not None and resource.kind is ResourceKind.TIMELINE:
            self._signal_timeline(item, resource)
        else:
            self._check_plain(item, resource)
            super()._signal(item)

    def _wait(self, item: MachineItem) -> None:
        resource = self._resource(item.op)
        if resource is not None and resource.kind is ResourceKind.PHASES:
            self._wait_for_phase(item, resource)
        elif resource is not None and resource.kind is ResourceKind.TIMELINE:
            self._wait_for_value(item, resource)
        else:
            self._check_plain(item, resource)
            super()._wait(item)

    def _check_plain(self, item: MachineItem, resource: SyncResource | None) -> None:
        """A flag or a semaphore is used: it may have to be initialised by then."""
        if resource is None or not resource.initialised:
            return
        key = self._key(item.op)
        if not self._life_of(key, resource).active:
            self._lose(item, key, "uninitialised")

    def live(self, item: MachineItem) -> None:
        """`sync.init`, `sync.arm`, `sync.free`."""
        resource = self._resource(item.op)
        if resource is not None and resource.takes and resource.initialised:
            self._live_plain(item, resource)
        elif resource is None or resource.kind is not ResourceKind.PHASES:
            kind = "resource of no machine" if resource is None else resource.kind.value
            raise CannotFollow(item.op, f"{item.op.name} is not followed for a {kind}")
        else:
            self._live_phases(item, resource)
        self._pass(0)

    def _live_phases(self, item: MachineItem, resource: SyncResource) -> None:
        key = self._key(item.op)
        phases = self._phases_of(key, resource, item.op, may_be_vague=item.role is not MachineRole.ARM)
        if item.role is MachineRole.INIT:
            self._init(item, key, phases)
        elif item.role is MachineRole.ARM:
            self._arm(item, key, phases)
        else:
            self._free(item, key, phases)

    # ---- flags and semaphores that have to be initialised

    def _life_of(self, key: Hashable, resource: SyncResource) -> LifeState:
        found = self.state.lasting.get(("life", key))
        if found is None:
            found = self.state.lasting["life", key] = LifeState(resource)
        assert isinstance(found, LifeState)
        return found

    def _live_plain(self, item: MachineItem, resource: SyncResource) -> None:
        op, key = item.op, self._key(item.op)
        life = self._life_of(key, resource)
        if item.role is MachineRole.INIT:
            if self._given(op, resource.initial) != constant(resource.initial):
                raise CannotFollow(op, "with how many signals it begins is not what the machine says")
            if life.active or life.left:
                self._lose(item, key, "again")
            self.state.lasting["life", key] = LifeState(resource, True, life=frozenset({op}))
            self.state.signals.pop(key, None)
        elif item.role is MachineRole.FREE:
            if not life.active:
                self._lose(item, key, "uninitialised")
            elif not self._is_unused(key, resource):
                self._lose(item, key, "busy")
            self.partner(op, life.life)
            self.state.lasting["life", key] = LifeState(resource)
        else:
            raise CannotFollow(op, f"{op.name} is not followed for '{resource.name}'")

    def _is_unused(self, key: Hashable, resource: SyncResource) -> bool:
        """Whether the process knows that no signal or wait is under way, and no signal is left."""
        signals, row = self.state.signals.get(key), self._row_of(0)
        if signals is None:
            return True
        waits = ((y, at) for y, at in signals.waits.items() if y)
        over = all(at < row[2 * self.engines + y] for y, at in waits)
        return over and len(signals.pending) == resource.initial

    def at_end(self, item: MachineItem) -> None:
        """What has to be freed has been (MAC-17)."""
        for place, one in self.state.lasting.items():
            has_life = isinstance(one, PhasesState | LifeState) and one.resource.initialised
            if has_life and one.resource.freed and (one.active or one.left):
                key: Any = place
                self._lose(item, key[1] if isinstance(one, LifeState) else key, "unfreed")

    def _resource(self, op: Any) -> SyncResource | None:
        return self.machine.resource(op.resource.data)

    def _lose(self, item: MachineItem, key: Hashable, why: str) -> None:
        if not self._dead:
            self.lost(item, key, why)

    def _row_of(self, engine: int) -> Row:
        """What is known where a wait of an engine, or of the process, is."""
        row = self.state.rows[engine][:]
        learn(row, self.state.thread if not engine else self.state.rows[0])
        return row

    def _act(self, item: MachineItem, told: Row) -> Act:
        """A signal is given: who knows that it has acted knows that all before have."""
        told[2 * self.engines + item.engine] = self.now + 1
        self.state.waited[item.engine] = self.now
        return item.engine, self.now

    def _waits(self, item: MachineItem) -> Act:
        self.state.waited[item.engine] = self.now
        return item.engine, self.now

    # ---- phases

    def _phases_of(
        self, key: Hashable, resource: SyncResource, op: Operation, *, may_be_vague: bool = False
    ) -> PhasesState:
        found = self.state.lasting.get(key)
        if found is None:
            found = self.state.lasting[key] = PhasesState(resource, not resource.initialised)
        assert isinstance(found, PhasesState)
        if found.vague and not self._dead and not may_be_vague:
            raise CannotFollow(op, "which phase the resource is in depends on the way that was taken")
        return found

    def _init(self, item: MachineItem, key: Hashable, phases: PhasesState) -> None:
        given = self._given(item.op, 1)
        count = given.const if given.is_const else None
        if count is None or count < 1:
            raise CannotFollow(item.op, "how many signals end a phase cannot be told")
        used = phases.ended or phases.signals or phases.waits or phases.armed
        if (phases.active or phases.left) and (phases.resource.initialised or used or phases.vague):
            self._lose(item, key, "again")
        self.state.lasting[key] = PhasesState(phases.resource, True, count, life=frozenset({item.op}))

    def _arm(self, item: MachineItem, key: Hashable, phases: PhasesState) -> None:
        if not phases.active:
            self._lose(item, key, "uninitialised")
        elif phases.armed or not known(self._row_of(0), phases.newest, -1, self.engines):
            self._lose(item, key, "armed")
        phases.armed = True
        phases.giving |= {item.op}

    def _free(self, item: MachineItem, key: Hashable, phases: PhasesState) -> None:
        used = (*phases.newest, *phases.signals, *phases.waits)
        if not phases.active:
            self._lose(item, key, "uninitialised")
        elif not phases.settled and not known(self._row_of(0), used, -1, self.engines):
            self._lose(item, key, "busy")
        found = phases.fresh()
        found.active = not phases.resource.initialised
        found.life = phases.life | phases.givers | phases.giving
        self.partner(item.op, found.life)
        self.state.lasting[key] = found

    def _signal_phase(self, item: MachineItem, resource: SyncResource) -> None:
        op, x = item.op, item.engine
        key = self._key(op)
        if self._given(op, 1) != constant(1):
            raise CannotFollow(op, "only signals of phases by one are followed")
        phases = self._phases_of(key, resource, op)
        told = self.told_by(x)
        if not phases.active:
            self._lose(item, key, "uninitialised")
        elif resource.armed and not phases.armed:
            self._lose(item, key, "unarmed")
        elif not resource.armed and not known(told, phases.newest, x, self.engines):
            self._lose(item, key, "early")
        phases.signals.append(self._act(item, told))
        phases.settled = False
        learn(told, phases.row or told)
        phases.row = told
        phases.giving |= {op}
        if len(phases.signals) >= phases.per_phase:
            if not all(known(told, [wait], x, self.engines) for wait in phases.waits):
                self._lose(item, key, "full")
            phases.end()
        self._pass(x)

    def _wait_for_phase(self, item: MachineItem, resource: SyncResource) -> None:
        op, y = item.op, item.engine
        key = self._key(op)
        given = self._given(op, 1)
        parity = given.const if given.is_const else None
        if parity not in (0, 1):
            raise CannotFollow(op, "for which phase it waits cannot be told")
        phases = self._phases_of(key, resource, op)
        if y:
            learn(self.state.rows[y], self.state.rows[0])
        if not phases.active:
            self._lose(item, key, "uninitialised")
        elif phases.parity != parity:
            self._lose(item, key, "parity")
        elif phases.ended:
            row = phases.tells
            if phases.ended > 1 and not known(self._row_of(y), phases.before, -1, self.engines):
                # It may be over by the phase before the last, which has the same parity.
                row = [0] * len(row)
            elif not y and not phases.signals and all(x == 0 for x, _ in phases.waits):
                phases.settled = True
            self.took(item, y, row, phases.givers | phases.life)
        else:
            self.partner(op, phases.life)
        phases.waits.append(self._waits(item))
        phases.settled = phases.settled and not y
        self._pass(y)

    def partner(self, op: Operation, others: frozenset[Operation]) -> None:
        """Ops that are there for each other."""

    # ---- timelines

    def _timeline_of(self, key: Hashable, resource: SyncResource) -> TimelineState:
        found = self.state.lasting.get(key)
        if found is None:
            found = self.state.lasting[key] = TimelineState(resource)
        assert isinstance(found, TimelineState)
        return found

    def _given(self, op: Operation, default: int) -> Lin:
        """The number that comes with an op."""
        amount = cast("sync.OfResource", op).amount
        if amount is None or isinstance(amount, int):
            return constant(default if amount is None else amount)
        return self.numbers.number(amount)

    def measured(self, number: Lin) -> Measured | None:
        """The number in the iteration at hand, one of the first few; None where it is not known."""
        if not all(isinstance(atom, str) for atom, _ in number.terms):
            return None
        return self.measures.of(self.numbers.at_first(number))

    def _signal_timeline(self, item: MachineItem, resource: SyncResource) -> None:
        op, x = item.op, item.engine
        key = self._key(op)
        timeline = self._timeline_of(key, resource)
        value = timeline.measured(self.measured(self._given(op, 1)))
        room = None if timeline.high is None or value is None else value - timeline.high - 1
        if value is None or value > _GREATEST or (timeline.base and (room is None or room > _GROWTH)):
            raise CannotFollow(op, "how great the value of the timeline is cannot be told")
        told = self.told_by(x)
        if room is None or room < 0 or not known(told, timeline.last, x, self.engines):
            self._lose(item, key, "back")
        self.compared.append(
            Compared(op, (), (room,)) if timeline.base and room is not None else Compared(op, (value, room))
        )
        act = self._act(item, told)
        if timeline.signals:
            learn(told, timeline.signals[-1].row)
        timeline.signal(TimelineSignal(value, told, frozenset({op})), act)
        self._pass(x)

    def _wait_for_value(self, item: MachineItem, resource: SyncResource) -> None:
        op, y = item.op, item.engine
        key = self._key(op)
        timeline = self._timeline_of(key, resource)
        value = timeline.measured(self.measured(self._given(op, 1)))
        if y:
            learn(self.state.rows[y], self.state.rows[0])
        room = None if value is None else timeline.low - value
        if value is None or timeline.low < value or timeline.is_negative(value):
            self._lose(item, key, "value")
        grows = (room,) if timeline.base else (value, room)
        at = None if value is None else self._first_enough(timeline, value)
        if at is None or value is None:
            self.compared.append(Compared(op, grows))
        else:
            found = timeline.signals[at]
            earlier = timeline.signals[at - 1].value if at else timeline.told_from or 0
            near = (found.value - value, value - earlier)
            self.compared.append(Compared(op, grows, near, len(timeline.signals) - at))
            self.took(item, y, found.row, found.givers)
        self._waits(item)
        self._pass(y)

    def _first_enough(self, timeline: TimelineState, value: int) -> int | None:
        """The first signal that is late enough; None where it cannot be told, or nothing has to be waited for."""
        if timeline.told_from is None or value <= timeline.told_from:
            return None
        return next((n for n, signal in enumerate(timeline.signals) if signal.value >= value), None)

    # ---- loops

    def loop_over(self, entry: WalkState, states: Sequence[WalkState]) -> None:
        """A loop is over that may have had more iterations than were walked: what it has set has grown since."""
        for key in dict.fromkeys(key for state in states for key in state.lasting):
            before = entry.lasting.get(key)
            for state in states:
                found = state.lasting.get(key)
                if not isinstance(found, TimelineState):
                    continue
                if (found.base, found.high) != ((before.base, before.high) if before else ("", 0)):
                    for each in states:
                        # Also where there was no iteration: the ways meet.
                        self._grew(each, key, found)
                    break

    def ways_end(self, op: Operation, paths: Sequence[ExitWay]) -> None:
        """Ways meet behind an op: what it hands on tells what the values of timelines are."""
        self.measures.supposed = {}
        starts = self._starts(paths)
        for key in dict.fromkeys(key for path in paths for key in path.state.lasting):
            ways = [path.state.lasting.get(key) for path in paths]
            one = next(way for way in ways if way is not None)
            if isinstance(one, TimelineState):
                self._measure(key, [way or one.fresh() for way in ways], paths, starts)
        if len(paths) == 1:
            for one in paths[0].state.lasting.values():
                if isinstance(one, TimelineState):
                    one.settle()

    def _starts(self, paths: Sequence[ExitWay]) -> dict[str, list[Measured]]:
        """By symbol of a result what it is on each way; of those that are equal but for a constant there is one."""
        found: dict[str, list[Measured]] = {}
        handed = [dict(path.handed) for path in paths]
        for name in handed[0]:
            each = [way.get(name) for way in handed]
            known_ones = [one for one in each if one is not None]
            if len(known_ones) < len(each):
                continue
            for lead, others in found.items():
                between = {(a[0] == b[0], a[1] - b[1]) for a, b in zip(known_ones, others, strict=True)}
                if len(between) == 1 and next(iter(between))[0]:
                    self.measures.equate(name, (lead, next(iter(between))[1]))
                    break
            else:
                found[name] = known_ones
        return found

    def _measure(
        self,
        key: Hashable,
        ways: Sequence[TimelineState],
        paths: Sequence[ExitWay],
        starts: dict[str, list[Measured]],
    ) -> None:
        """Measure a timeline that has changed from a result that is as far from its value on all ways."""
        if len({(way.base, way.high) for way in ways}) == 1 and not any(way.grew for way in ways):
            return
        for name, each in starts.items():
            pairs = list(zip(ways, each, strict=True))
            if len({way.behind(start) for way, start in pairs}) == 1 and ways[0].behind(each[0]) is not None:
                for path, (way, (_, start)) in zip(paths, pairs, strict=True):
                    way.measure_from(name, start)
                    path.state.lasting[key] = way
                return

    def _grew(self, state: WalkState, key: Hashable, like: TimelineState) -> None:
        timeline = state.lasting.setdefault(key, like.fresh())
        timeline.grew = True

    def check_repeats(self, op: Operation, noted: Sequence[Noted], period: int) -> None:
        """Whether further iterations do to phases and timelines what those did that were walked. Raises `CannotFollow`."""
        if len(noted) > period + 1 and noted[-1][1] != noted[-1 - period][1]:
            raise CannotFollow(op, f"its phases are not the same again after {period} iterations")
        self.check_goes_on(op, noted, period)

    def check_goes_on(self, op: Operation, noted: Sequence[Noted], period: int) -> None:
        """Whether each iteration of the last period compares what the one a period before did. Raises `CannotFollow`."""
        parts = [self.compared[first:last] for (first, _), (last, _) in pairwise(noted)]
        if all(part == parts[0] for part in parts):
            # What does not change from one iteration to the next does not move.
            return
        for number in range(max(0, len(parts) - period), len(parts)):
            then = parts[number - period] if number >= period else []
            if not self._go_on(parts[number], then, period):
                raise CannotFollow(op, "it is not known whether its timelines go on as they begin")

    def _go_on(self, now: Sequence[Compared], then: Sequence[Compared], period: int) -> bool:
        """Whether the same was compared one period before, with no more room."""
        if [(one.op, one.back) for one in now] != [(one.op, one.back) for one in then]:
            return False
        return all(self._goes_on(a, b, period) for a, b in zip(now, then, strict=True))

    def _goes_on(self, now: Compared, then: Compared, period: int) -> bool:
        if len(now.grows) != len(then.grows):
            return False
        for later, earlier in zip(now.grows, then.grows, strict=True):
            if later is None or earlier is None or not 0 <= later - earlier <= _GROWTH * period:
                return False
        return now.same == then.same
