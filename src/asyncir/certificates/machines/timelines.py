"""Timelines: what is kept of them, and what their signals and waits do (MAC-14).

Which values an instance was ever given is kept exactly, the 0 of the beginning among them: they stand where the places of
units stand for other resources. *Order:* a signal has to know that the one before has acted, or is of the same engine, and
its value is greater than all before. So a value is reached when its signal acts. *Progress:* a wait is for no more than
has been given in the order of the process. It is over when the first value is reached that is great enough; that tells
what its signal knew.
"""

from __future__ import annotations

from typing import Any

from asyncir.certificates.machines.rules import MachineRules, changed
from asyncir.certificates.machines.state import MachineProofState, Row, united
from asyncir.certificates.state import NotFollowed, Refused
from asyncir.certificates.values import OUT, SET, Relation, coalesced, isl
from asyncir.dialects import sync
from asyncir.ir import Operation
from asyncir.targets.resources import ResourceKind, SyncResource

_NO_LESS = isl.Map("{ [i, v] -> [i, u] : u >= v }")
_NOT_THERE = isl.Map("{ [i, a] -> [i, b] : 1 = 0 }")


class TimelineRules(MachineRules):
    """Knows timelines, too."""

    def signal(self, op: sync.SignalOp, state: MachineProofState) -> None:
        """MAC-9, MAC-14."""
        resource = self.resource(op)
        if resource.kind is not ResourceKind.TIMELINE:
            super().signal(op, state)
            return
        key, one = self.key(op), self.one(op, resource, state)
        told, value = self.told_by(self.engine(op), state), self.named_value(op, resource, state)
        before = state.pending[key].intersect(one)
        if not value.apply_range(_NO_LESS).intersect(before).is_empty():
            raise Refused("its value may not be greater than all before", op)
        if not self.is_told(state.taken[key], one, told, state):
            raise Refused("it may come before the signal before has acted", op)
        state.taken[key] = united([{s: changed(r, one, _NOT_THERE) for s, r in state.taken[key].items()}])
        self.note_signal(op, key, one, state)
        row = {site: value.flat_range_product(relation) for site, relation in told.items()}
        state.told[key] = united([state.told[key], row])
        state.pending[key] = coalesced(state.pending[key].union(value))

    def wait(self, op: sync.WaitOp, state: MachineProofState) -> None:
        """MAC-10, MAC-14."""
        resource = self.resource(op)
        if resource.kind is not ResourceKind.TIMELINE:
            super().wait(op, state)
            return
        key, engine = self.key(op), self.engine(op)
        self.ask_issuer(engine, state)
        value = self.named_value(op, resource, state)
        great = value.apply_range(_NO_LESS).intersect(state.pending[key])
        if not state.reach.is_subset(great.domain()):
            raise Refused("no signal of such a value is known to be given for the wait", op)
        self.tell(engine, self.told_at(key, great.lexmin(), state), state)

    # ---- for all that nobody takes

    def named_value(self, op: Any, resource: SyncResource, state: MachineProofState) -> Relation:
        """From coordinates to the instance and the number that an op names."""
        depth = state.reach.dim(SET)
        self.one(op, resource, state)
        number = None if op.amount is None else self.numbers.wide(op.amount, depth)
        if number is None:
            raise NotFollowed("which number it names is not known here", op)
        found = self.instance(op, depth).flat_range_product(number.of.as_map()).intersect_domain(state.reach)
        if not state.reach.is_subset(found.domain()):
            raise NotFollowed("which number it names is not known here", op)
        return found

    @staticmethod
    def told_at(key: str, at: Relation, state: MachineProofState) -> Row:
        """What is not told where an instance has got to something: of a relation to (instance, place)."""
        row: Row = {}
        for site, relation in state.told[key].items():
            labels = relation.dim(OUT) - 2
            row[site] = relation.intersect(at.add_dims(OUT, labels)).project_out(OUT, 0, 2)
        return row

    def is_told(self, uses: Row, one: Relation, unknown: Row, state: MachineProofState) -> bool:
        """Whether all of these executions that are of an instance are known to be over."""
        for site, relation in uses.items():
            labels = relation.dim(OUT) - 2
            mine = relation.intersect_domain(state.reach).intersect(one.add_dims(OUT, labels))
            here = mine.project_out(OUT, 0, 2)
            if site in unknown and not here.intersect(unknown[site]).is_empty():
                return False
        return True

    def note_signal(self, op: Operation, key: str, one: Relation, state: MachineProofState) -> None:
        """A signal is given: whoever comes next to its instance has to know that it has acted."""
        if self.engine(op) != self.issuer or self.issuer not in self.in_order:
            self.note_use(op, key, one, state)

    def note_use(self, op: Operation, key: str, one: Relation, state: MachineProofState) -> None:
        """An execution uses an instance, and is not known to be over."""
        site, first = f"{self.numbers.ids[op]}", one.fix_val(OUT, 1, isl.Val(0))
        now = first.flat_range_product(self.here(state))
        state.taken[key] = united([state.taken[key], {site: now}])
        self.note(site, state)
