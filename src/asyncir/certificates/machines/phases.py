"""Phases: what is kept of them, and what is done to them (MAC-15, MAC-17).

One number is kept of each instance that is in use, exactly: the parity of the number of signals that it was given, and 2
more if it is armed. Each signal ends a phase: others are not followed.

*Order:* a signal has to know that the signal before has acted, and that all waits are over that came in between. So no
phase ends before those who wait for the one before have gone on. A wait has to be for the newest phase whose signal is
given, and to know that the one before is over: else the phase before that, of the same parity, may end it too soon. So it
is over exactly when the signal has acted, and nobody waits for a phase that is gone. Before the first signal a wait for
parity 1 is over at once; it tells what the process had told its works when it initialised the instance. The process arms
and frees when it knows that all signals have acted; it frees when all waits are over, too.
"""

from __future__ import annotations

from typing import Any

from asyncir.certificates.machines.rules import changed
from asyncir.certificates.machines.state import MachineProofState, Row, mapped, united
from asyncir.certificates.machines.timelines import TimelineRules
from asyncir.certificates.state import NotFollowed, Refused
from asyncir.certificates.values import OUT, Relation, coalesced, isl
from asyncir.dialects import sync
from asyncir.targets.resources import ResourceKind, SyncResource

_NEWEST = isl.Map("{ [i, p] -> [i, 1 - p] : 0 <= p <= 1 }")
"""The parity of the newest phase, of how many signals there were."""
_OLDER = isl.Map("{ [i, a] -> [i, 1] : a = 0 }")
_NEXT = isl.Map("{ [i, s] -> [i, t] : 0 <= t <= 1 and 0 <= s <= 3 and (s + t) mod 2 = 1 }")
_ARMED = isl.Map("{ [i, s] -> [i, s + 2] : 0 <= s <= 1 }")
_PARITY = isl.Map("{ [i, s] -> [i, p] : 0 <= p <= 1 and 0 <= s <= 3 and (s - p) mod 2 = 0 }")
_GONE = isl.Map("{ [i, a] -> [i, b] : 1 = 0 }")
_BEFORE = isl.Set("{ [i, 1] }")
_UNARMED = isl.Set("{ [i, s] : s < 2 }")


class PhaseRules(TimelineRules):
    """Knows phases, too."""

    def signal(self, op: sync.SignalOp, state: MachineProofState) -> None:
        """MAC-9, MAC-15."""
        resource = self.resource(op)
        if resource.kind is not ResourceKind.PHASES:
            super().signal(op, state)
            return
        key, one, told = self.key(op), self._in_use(op, state), self.told_by(self.engine(op), state)
        self._ask_single(op)
        content = state.pending[key].intersect(one)
        if resource.armed and not content.intersect_range(_UNARMED).is_empty():
            raise Refused("its phase may not be armed", op)
        if not self.is_told(state.taken[key], one, told, state):
            raise Refused("it may come before the phase before is over, or is waited for", op)
        found: Row = {}
        for site, relation in state.taken[key].items():
            signals = isinstance(self.of_site[site], sync.SignalOp)
            found[site] = changed(relation, one, _OLDER if signals else _GONE)
        state.taken[key] = united([found])
        self.note_signal(op, key, one, state)
        state.pending[key] = changed(state.pending[key], one, _NEXT)
        self._tells(key, one, told, state)

    def wait(self, op: sync.WaitOp, state: MachineProofState) -> None:
        """MAC-10, MAC-15."""
        resource = self.resource(op)
        if resource.kind is not ResourceKind.PHASES:
            super().wait(op, state)
            return
        key, engine = self.key(op), self.engine(op)
        self.ask_issuer(engine, state)
        one = self._in_use(op, state)
        parity = mapped(mapped(state.pending[key].intersect(one), _PARITY), _NEWEST)
        if not self.named_value(op, resource, state).is_equal(parity.intersect_domain(state.reach)):
            raise Refused("it may wait for another phase than the newest", op)
        before = {
            site: relation.intersect_range(_with(_BEFORE, relation))
            for site, relation in state.taken[key].items()
        }
        if not self.is_told(before, one, self.known_to(engine, state), state):
            raise Refused("the phase before may not be over, and end the wait", op)
        self.tell(engine, self.told_at(key, one.fix_val(OUT, 1, isl.Val(0)), state), state)
        if engine != self.issuer or self.issuer not in self.in_order:
            self.note_use(op, key, one, state)

    def initialise(self, op: sync.InitOp, state: MachineProofState) -> None:
        """MAC-17: nothing has ended yet, and who waits knows no more than the process has told its works."""
        resource, key = self._managed(op), self.key(op)
        self._ask_single(op)
        one = self.one(op, resource, state)
        if not state.pending[key].intersect(one).is_empty():
            raise Refused("it may be in use when it is initialised", op)
        state.pending[key] = coalesced(state.pending[key].union(one.fix_val(OUT, 1, isl.Val(0))))
        self._tells(key, one, state.rows[f"engine {self.issuer}"], state)

    def arm(self, op: sync.ArmOp, state: MachineProofState) -> None:
        """MAC-15: no signal may be under way that would be taken for one of the phase that is armed."""
        key, one = self.key(op), self._in_use(op, state)
        if not state.pending[key].intersect(one).subtract_range(_UNARMED).is_empty():
            raise Refused("it may be armed already", op)
        uses = {s: r for s, r in state.taken[key].items() if isinstance(self.of_site[s], sync.SignalOp)}
        if not self.is_told(uses, one, self.known_to(self.issuer, state), state):
            raise Refused("it may be armed before the phase before is over", op)
        state.pending[key] = changed(state.pending[key], one, _ARMED)

    def free(self, op: sync.FreeOp, state: MachineProofState) -> None:
        """MAC-17."""
        self._managed(op)
        key, one = self.key(op), self._in_use(op, state)
        if not self.is_told(state.taken[key], one, self.known_to(self.issuer, state), state):
            raise Refused("what uses it may not be over when it is freed", op)
        state.pending[key] = changed(state.pending[key], one, _GONE)
        for rows in (state.taken, state.told):
            rows[key] = united([{s: changed(r, one, _GONE) for s, r in rows[key].items()}])

    # ---- what they have in common

    def _managed(self, op: Any) -> SyncResource:
        """The resource of what begins and ends the use of an instance: the process does that."""
        resource = self.resource(op)
        if resource.kind is not ResourceKind.PHASES or not resource.initialised:
            raise NotFollowed(f"the rules for {op.name} on '{resource.name}' are not known here", op)
        return resource

    def _ask_single(self, op: Any) -> None:
        if op.amount is not None and self.numbers.literal(op.amount) != 1:
            raise NotFollowed("only phases of one signal are followed here", op)

    def _in_use(self, op: Any, state: MachineProofState) -> Relation:
        """From coordinates to the instance that an op names, with any place; it has to be initialised."""
        resource = self.resource(op)
        if resource.kind is not ResourceKind.PHASES:
            raise NotFollowed(f"the rules for {op.name} on '{resource.name}' are not known here", op)
        one = self.one(op, resource, state)
        if not state.reach.is_subset(state.pending[self.key(op)].intersect(one).domain()):
            raise Refused("it may not be initialised", op)
        return one

    @staticmethod
    def _tells(key: str, one: Relation, unknown: Row, state: MachineProofState) -> None:
        """Of an instance nothing is told any more but that what is not here is over."""
        first = one.fix_val(OUT, 1, isl.Val(0))
        others = {site: changed(relation, one, _GONE) for site, relation in state.told[key].items()}
        row = {site: first.flat_range_product(relation) for site, relation in unknown.items()}
        state.told[key] = united([others, row])


def _with(places: Relation, relation: Relation) -> Relation:
    """A set of (instance, place) as one of what a relation goes to."""
    return places.add_dims(isl.dim_type.set, relation.dim(OUT) - 2)
