"""Checks a certificate of a program on a machine: what it says of the heads of loops is true, and nothing goes wrong.

*What is proved.* In no execution of the function, in whatever order works arrive, two works race (MAC-3), a queue is too full
(MAC-6), a signal is lost or finds no room, a wait finds none (MAC-12), a timeline goes back (MAC-14), a phase is not armed
(MAC-15), a resource is left set or is not initialised or freed as it has to be (MAC-17), what was written is not visible
(MAC-23), or the caller sees what has not arrived (MAC-4); and nobody waits forever.

*The invariant.* The certificate says of each loop what may be true where an iteration begins, as a function of the
iterations that it and the loops around are in: who does not know of which earlier executions that they are over, and
exactly which signals wait to be taken. The verifier executes the function once, over relations instead of numbers
(rules.py, phases.py, timelines.py). At a loop it checks that what is true there is what the certificate says of iteration
0; executes the body once, from what the certificate says of iteration n, for all n at once; checks that what is true behind
it is what the certificate says of iteration n + 1; and goes on behind the loop with what it says of the iteration that does
not come. So no iteration is taken for another, and no distance between iterations is too large: a work is compared with all
executions that its engine may not know to be over.

*The lattice.* Rows are ordered by inclusion. Where ways meet they are united, which is all that is joined; what is pending
has to be the same on both. No invariant is looked for here.

*What must be believed.* isl; the parser; what ops declare of themselves (`asyncir.dialects`); the machine's description
(`asyncir.targets`) and how a vendor's ops become works, signals and waits by it; `values.py`, and the files of this
folder. Arrays that are passed for different arguments are different, and numbers that are passed are smaller than 2**48
in magnitude.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from asyncir.certificates.machines.accesses import SIDES, STRUCTURED
from asyncir.certificates.machines.calls import is_of_machine, may_synchronise
from asyncir.certificates.machines.numbers import LOOPS, MachineNumbers, shifted
from asyncir.certificates.machines.phases import PhaseRules
from asyncir.certificates.machines.state import (
    MachineProofState,
    Row,
    agree,
    joined,
    outer,
    within,
)
from asyncir.certificates.state import NotFollowed, Refused
from asyncir.certificates.values import IN, OUT, PARAM, SET, Relation, isl
from asyncir.dialects import sync
from asyncir.dialects.effects import callee_name
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, IsTerminator, Operation, SSAValue
from asyncir.ir.walk import enclosing
from asyncir.targets.machine import MachineModel

_MOST_ASSUMED = 4
"""So many conditions are told apart at once: each doubles the ways."""
Head = tuple[Mapping[str, Row], Mapping[str, Relation]]
"""What is said of the head of a loop: its rows, and what is pending."""


class MachineVerifier(PhaseRules):
    """One check of one certificate."""

    def __init__(
        self,
        function: Operation,
        machine: MachineModel,
        loops: Mapping[str, Any],
    ):
        if len(function.regions[0].blocks) != 1:
            raise NotFollowed("the rules for several blocks are not known here")
        super().__init__(function, machine, MachineNumbers(function))
        self.loops = loops
        self.assumed: dict[SSAValue, int] = {}
        """Of conditions of which nothing is known: the region that is taken on the way at hand."""
        self.rules: Mapping[type[Operation], Callable[[Any, MachineProofState], None]] = {
            sync.WorkOp: self.touch,
            sync.SignalOp: self.signal,
            sync.WaitOp: self.wait,
            sync.CommitOp: self.commit,
            sync.BarrierOp: self.barrier,
            sync.FenceOp: self.fence,
            sync.InitOp: self.initialise,
            sync.ArmOp: self.arm,
            sync.FreeOp: self.free,
        }

    def run(self) -> None:
        """Return if nothing speaks against the certificate."""
        for op in self.numbers.ops:
            self._check_known(op)
        start = self.begin(isl.Set("{ [] }").intersect_params(self.numbers.given))
        self.block(self.numbers.body, start)

    def _check_known(self, op: Operation) -> None:
        """Look at all numbers first: what is assumed of them is assumed everywhere."""
        if isinstance(op, sync.ProcessOp):
            raise NotFollowed(f"the rules for {op.name} are not known here", op)
        if kind_of(op) is OpKind.CALL_OF_VALUE or (callee_name(op) is not None and not self._is_outside(op)):
            raise NotFollowed("the rules for calls of what may synchronise are not known here", op)
        if op is self.function or not self._is_followed(op.parent_op()):
            return
        if isinstance(op, sync.WorkOp) or self._is_own(op):
            self.accesses.of(op)
        if kind_of(op) in STRUCTURED:
            for region in op.regions:
                if len(region.blocks) > 1:
                    raise NotFollowed("the rules for several blocks are not known here", op)
                for block in region.blocks:
                    self.numbers.domain(block)
            if kind_of(op) in LOOPS:
                self.numbers.ends(op)

    def _is_followed(self, around: Operation | None) -> bool:
        """Whether what is in an op is looked at one by one."""
        while around is not None and around is not self.function:
            if not (isinstance(around, sync.WorkOp) or kind_of(around) in STRUCTURED):
                return False
            around = around.parent_op()
        return True

    # ---- control

    def block(self, block: Block, state: MachineProofState) -> MachineProofState:
        """Execute a block."""
        return self._ops([*block.ops], state)

    def _ops(self, ops: Sequence[Operation], state: MachineProofState) -> MachineProofState:
        """Execute ops of a block; where a condition is asked several times, all of these once for each answer."""
        at = 0
        while at < len(ops):
            last = self._asked_again(ops, at)
            state = self.step(ops[at], state) if last == at else self._either_way(ops[at : last + 1], state)
            at = last + 1
        return state

    def _asked_again(self, ops: Sequence[Operation], at: int) -> int:
        """The last of the ops that asks for the condition of the one at a place; the same place, if it alone does."""
        op = ops[at]
        if (
            kind_of(op) is not OpKind.IF
            or op.operands[0] in self.assumed
            or len(self.assumed) == _MOST_ASSUMED
        ):
            return at
        asked = [use.operation for use in op.operands[0].uses if kind_of(use.operation) is OpKind.IF]
        depth = self.numbers.depth_of(op)
        if len(asked) < 2 or self._is_one_step(op) or self.numbers.wide(op.operands[0], depth) is not None:
            return at
        inside = {around for one in asked for around in (one, *enclosing(one))}
        return max(number for number in range(at, len(ops)) if ops[number] in inside)

    def _either_way(self, ops: Sequence[Operation], state: MachineProofState) -> MachineProofState:
        """Execute ops once for each answer that the condition of the first may have."""
        condition = ops[0].operands[0]
        ways: list[MachineProofState] = []
        for answer in range(2):
            self.assumed[condition] = answer
            ways.append(self._ops(ops, state.copy(state.reach)))
        del self.assumed[condition]
        return self._meet(ops[-1], ways)

    def step(self, op: Operation, state: MachineProofState) -> MachineProofState:
        """Execute an op."""
        kind = kind_of(op)
        rule = self.rules.get(type(op))
        if rule is not None:
            rule(op, state)
        elif kind is OpKind.RETURN:
            self.end(op, state)
        elif kind in LOOPS and not self._is_one_step(op):
            return self.loop(op, state)
        elif kind in SIDES and not self._is_one_step(op):
            return self.branches(op, state)
        elif op.has_trait(IsTerminator, value_if_unregistered=False):
            pass
        elif not self._is_one_step(op):
            raise NotFollowed(f"the rules for {op.name} are not known here", op)
        else:
            self.touch(op, state)
        return state

    def _is_one_step(self, op: Operation) -> bool:
        """Whether the process does it by itself, all at once."""
        if any(is_of_machine(inner) for inner in op.walk()):
            return False
        return self.issuer in self.in_order or kind_of(op) not in STRUCTURED

    def _is_outside(self, call: Operation) -> bool:
        """Whether a call is of a function in which there is nothing of a machine."""
        module = self.function.parent_op()
        name = callee_name(call)
        assert module is not None
        for op in module.walk():
            symbol: Any = op.get_attr_or_prop("sym_name")
            if symbol is not None and symbol.data == name:
                return not any(map(may_synchronise, op.walk()))
        return False

    def branches(self, op: Operation, state: MachineProofState) -> MachineProofState:
        """Execute each region by itself."""
        ways: list[MachineProofState] = []
        known = self.assumed.get(op.operands[0]) if kind_of(op) is OpKind.IF else None
        for number, region in enumerate(op.regions):
            if known not in (None, number):
                continue
            where = state.reach
            if region.blocks:
                where = where.intersect(self.numbers.domain(region.blocks[0]))
            elif kind_of(op) is OpKind.IF:
                where = self._not_taken(op, where)
            if not where.is_empty():
                way = state.copy(where)
                ways.append(self.block(region.blocks[0], way) if region.blocks else way)
        return self._meet(op, ways) if ways else state

    def _meet(self, op: Operation, ways: Sequence[MachineProofState]) -> MachineProofState:
        """The state behind several ways that meet behind an op."""
        for at, way in enumerate(ways):
            for other in ways[:at]:
                if (key := agree(way, other)) is not None:
                    raise Refused(f"'{key}' is not in the same state on all ways here", op)
        return joined(ways)

    def _not_taken(self, op: Operation, where: Relation) -> Relation:
        """Where an IF without a second region does nothing."""
        test = self.numbers.wide(op.operands[0], where.dim(SET))
        return where if test is None else where.intersect(test.of.zero_set())

    # ---- loops

    def loop(self, op: Operation, state: MachineProofState) -> MachineProofState:
        """Execute a loop: check what the certificate says of its head."""
        head = self.stated(op, state)
        inside, ending = self.around(op, state)
        first = _at_first(head)
        self.covered(state, first, "where the loop begins", op)
        if not inside.is_empty():
            behind = self.body(op, self.at_head(state, head, inside))
            moved = self.moved(behind)
            self.covered(moved, head, "where an iteration ends", op)
        return self.behind(op, state, head, ending)

    def around(self, op: Operation, state: MachineProofState) -> tuple[Relation, Relation]:
        """The labels of the iterations of a loop, and those with which it ends, where control gets."""
        reach = state.reach.add_dims(SET, 1)
        return self.numbers.iterations(op).intersect(reach), self.numbers.ends(op)[0].intersect(reach)

    def body(self, op: Operation, state: MachineProofState) -> MachineProofState:
        """Execute an iteration."""
        if kind_of(op) is OpKind.COUNTED_LOOP:
            return self.block(op.regions[0].blocks[0], state)
        for each in op.regions[0].blocks[0].ops:
            if is_of_machine(each) or each.regions or self.accesses.of(each):
                raise NotFollowed("the condition of the loop touches memory or synchronises", op)
        return self.block(op.regions[1].blocks[0], state)

    def stated(self, op: Operation, state: MachineProofState) -> Head:
        """What the certificate says of the head of a loop."""
        said = self.loops.get(str(self.numbers.ids[op]))
        if said is None:
            raise Refused("the certificate says nothing of the loop", op)
        depth = state.reach.dim(SET) + 1
        names = state.all_rows()
        rows = {
            name: {site: isl.Map(text) for site, text in row.items()} for name, row in said["rows"].items()
        }
        if not names.keys() >= rows.keys():
            raise Refused("it names what there is not", op)
        for name, row in rows.items():
            more = 0 if name.startswith(("row ", "given ")) else 2
            for site, relation in row.items():
                self._check_space(relation, depth, self.numbers.depth_of(self.of_site[site]) + more, op)
        pending = {key: isl.Map(said["pending"][key]) for key in state.pending}
        for relation in pending.values():
            self._check_space(relation, depth, 2, op)
        return rows, pending

    @staticmethod
    def _check_space(relation: Relation, coordinates: int, numbers: int, op: Operation) -> None:
        """Raise `Refused` where a relation is not from so many coordinates to so many numbers."""
        plain = isl.Map("{ [] -> [] }").add_dims(IN, coordinates).add_dims(OUT, numbers)
        without = relation.project_out(PARAM, 0, relation.dim(PARAM))
        if not without.get_space().is_equal(plain.get_space()):
            raise Refused("it relates what is not there", op)

    def at_head(self, state: MachineProofState, head: Head, inside: Relation) -> MachineProofState:
        """The state in which an iteration begins."""
        rows, pending = head
        found = state.with_rows({name: within(row, inside) for name, row in rows.items()}, {})
        found.reach = inside
        found.pending = {key: relation.intersect_domain(inside) for key, relation in pending.items()}
        for key, relation in found.pending.items():
            if not self.of_key[key].takes:
                continue
            below = relation.apply_range(isl.Map("{ [i, p] -> [i, p - 1] : p > 0 }"))
            if not below.is_subset(relation) or not _counts_up(relation):
                raise Refused(f"it says of '{key}' what cannot be")
        return found

    def moved(self, state: MachineProofState) -> MachineProofState:
        """What is true behind an iteration, as something that is true before the next."""
        by = shifted(state.reach.dim(SET), 1)
        rows = {
            name: {site: r.apply_domain(by) for site, r in within(row, state.reach).items()}
            for name, row in state.all_rows().items()
        }
        pending = {key: r.intersect_domain(state.reach).apply_domain(by) for key, r in state.pending.items()}
        found = state.with_rows(rows, pending)
        found.reach = state.reach.apply(by)
        return found

    def covered(self, state: MachineProofState, head: Head, where: str, op: Operation) -> None:
        """Raise `Refused` where something is true of which the certificate does not say that it may be."""
        rows, pending = head
        for name, row in state.all_rows().items():
            said = rows.get(name, {})
            for site, relation in within(row, state.reach).items():
                if not relation.is_empty() and (site not in said or not relation.is_subset(said[site])):
                    raise Refused(f"more may be in flight than it says {where}: {name}, op {site}", op)
        for key, relation in state.pending.items():
            if not relation.intersect_domain(state.reach).is_equal(
                pending[key].intersect_domain(state.reach)
            ):
                raise Refused(f"'{key}' is in another state than it says {where}", op)

    def behind(
        self, op: Operation, state: MachineProofState, head: Head, ending: Relation
    ) -> MachineProofState:
        """What is true behind a loop."""
        rows, pending = head
        found = state.with_rows(
            {
                name: {site: outer(relation, ending) for site, relation in row.items()}
                for name, row in rows.items()
            },
            {},
        )
        for key, relation in pending.items():
            here = relation.intersect_domain(ending)
            found.pending[key] = outer(relation, ending)
            back = _with_any_last(found.pending[key]).intersect_domain(ending)
            if not back.is_equal(here):
                raise NotFollowed(f"in which state '{key}' is behind the loop is not known here", op)
        return found


def _at_first(head: Head) -> Head:
    rows, pending = head
    return (
        {name: {site: first(r) for site, r in row.items()} for name, row in rows.items()},
        {key: first(r) for key, r in pending.items()},
    )


def first(relation: Relation) -> Relation:
    """What is said of the first iteration."""
    last = relation.dim(IN) - 1
    return relation.fix_val(IN, last, isl.Val(0)).project_out(IN, last, 1)


def _with_any_last(relation: Relation) -> Relation:
    """The same with one more coordinate, which may be anything."""
    return relation.add_dims(IN, 1)


def _counts_up(relation: Relation) -> bool:
    return relation.range().is_subset(isl.Set("{ [i, p] : p >= 0 }"))
