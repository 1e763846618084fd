"""Puts the ops of orders into a program that phases and timelines make (lasting_edges.py says where these can)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from asyncir.analyses.machines.allocation import InstancePlan
from asyncir.analyses.machines.edges import OrderEdge, is_of_phases
from asyncir.analyses.machines.lasting_edges import (
    carrying_loops,
    follows_from_counters,
    is_for_itself,
    is_repeated,
    loop_of,
    trips_of,
)
from asyncir.analyses.machines.program import MachineProgram
from asyncir.dialects import arith
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.number_text import Number
from asyncir.dialects.sync import ArmOp, FreeOp, InitOp, OfResource, SignalOp, WaitOp
from asyncir.ir import Block, IntegerAttr, Operation, SSAValue
from asyncir.ir.walk import block_of, first_of, terminator_of
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._building import INDEX, Builder, as_index, iteration_of
from asyncir.transforms._rebuilding import extended

_Op = TypeVar("_Op", bound=OfResource)

Behind = Callable[[Operation, Sequence[Operation]], None]
"""Moves ops behind another one."""


class LastingWriter:
    """Writes signals and waits that name a phase or a value."""

    def __init__(self, program: MachineProgram, allocation: InstancePlan, put_behind: Behind):
        self.program = program
        self.allocation = allocation
        self._put_behind = put_behind
        self._executions: dict[tuple[Block, int], SSAValue] = {}
        """At the beginning of a block: which execution of it this is, plus so many."""
        self._carried: dict[Block, Operation] = {}
        """By body of a loop: what stands for the number of its execution until the loops around carry it."""
        self._iterations: dict[tuple[Block, int], SSAValue] = {}

    def write(self, edge: OrderEdge) -> None:
        """The signal behind the source, the wait before the target, and what stands around a loop."""
        if is_of_phases(edge):
            self._phases(edge)
        else:
            self._values(edge)

    def arm(self, edge: OrderEdge) -> None:
        """Directly before the work, behind all that is waited for there, its phase is armed."""
        assert edge.resource is not None
        if edge.resource.armed:
            build = Builder(edge.source)
            build.add(self._of(ArmOp, edge, self._slot(edge, edge.source, 0)))

    def drain(self, edge: OrderEdge) -> None:
        """Behind a loop that has its phases for itself, the last ones are waited for."""
        loop = self._own_loop(edge)
        if loop is not None:
            build = Builder(loop)
            for instance, parity in self._last(edge, loop, build):
                build.add(self._wait(edge, instance, parity))
            self._put_behind(loop, build.made)

    def free(self, edge: OrderEdge) -> None:
        """Behind all that is waited for behind such a loop, its instances are freed."""
        loop = self._own_loop(edge)
        if loop is not None:
            build = Builder(loop)
            self._free(edge, build)
            self._put_behind(loop, build.made)

    def _own_loop(self, edge: OrderEdge) -> Operation | None:
        """The loop that has its phases for itself."""
        assert edge.resource is not None
        return loop_of(edge.block) if is_for_itself(self.program, edge.resource, edge.block) else None

    # ---- phases

    def _phases(self, edge: OrderEdge) -> None:
        resource, loop = edge.resource, loop_of(edge.block)
        assert resource is not None
        if resource.initialised:
            build = Builder(edge.source if loop is None else loop)
            for instance in self._instances(edge):
                build.add(self._of(InitOp, edge, instance, 1))
        behind = Builder(edge.source)
        behind.add(self._signal(edge, self._slot(edge, edge.source, 0), None))
        self._put_behind(edge.source, behind.made)
        before = Builder(edge.target)
        back = edge.distance
        before.add(
            self._wait(edge, self._slot(edge, edge.target, back), self._parity(edge, edge.target, back))
        )
        if loop is None and is_for_itself(self.program, resource, edge.block):
            self._free(edge, before)

    def _free(self, edge: OrderEdge, build: Builder) -> None:
        for instance in self._instances(edge):
            build.add(self._of(FreeOp, edge, instance))

    def _instances(self, edge: OrderEdge) -> range:
        first = self.allocation.first[edge]
        return range(first, first + self.allocation.count[edge])

    def _last(self, edge: OrderEdge, loop: Operation, build: Builder) -> Iterator[tuple[Number, Number]]:
        """The slots and parities of the last phases."""
        if not edge.distance:
            return
        trips = trip_count(loop, build)
        for back in range(edge.distance, 0, -1):
            count = self.allocation.count[edge]
            number = build.plus(trips, build.shared_index(2 * count - back))
            yield self._slot_of(edge, number, build), self._parity_of(edge, number, build)

    def _number(self, edge: OrderEdge, place: Operation, back: int) -> SSAValue:
        """The iteration so many before, plus as many as it takes that this is not negative and all else is as without."""
        plus = 2 * self.allocation.count[edge] - back if back else 0
        key = (edge.block, plus)
        if key not in self._iterations:
            loop = loop_of(edge.block)
            assert loop is not None
            top = Builder(first_of(edge.block), place.location)
            number = iteration_of(loop, top)
            self._iterations[key] = top.plus(number, top.shared_index(plus)) if plus else number
        return self._iterations[key]

    def _slot(self, edge: OrderEdge, place: Operation, back: int) -> Number:
        """The instance that an iteration uses, or the one so many iterations before."""
        if self.allocation.count[edge] == 1 or loop_of(edge.block) is None:
            return self.allocation.first[edge]
        number = self._number(edge, place, back)
        return self._slot_of(edge, number, Builder(place))

    def _slot_of(self, edge: OrderEdge, number: SSAValue, build: Builder) -> Number:
        first, count = self.allocation.first[edge], self.allocation.count[edge]
        if count == 1:
            return first
        slot = build.value(arith.RemUIOp(number, build.shared_index(count)))
        return build.plus(slot, build.shared_index(first)) if first else slot

    def _parity(self, edge: OrderEdge, place: Operation, back: int) -> Number:
        if loop_of(edge.block) is None:
            return 0
        return self._parity_of(edge, self._number(edge, place, back), Builder(place))

    def _parity_of(self, edge: OrderEdge, number: SSAValue, build: Builder) -> SSAValue:
        """Slots are used once each time round, so the phase is how often the slots have been gone through."""
        count = self.allocation.count[edge]
        if count > 1:
            number = build.value(arith.DivUIOp(number, build.shared_index(count)))
        return build.value(arith.RemUIOp(number, build.shared_index(2)))

    # ---- timelines

    def _values(self, edge: OrderEdge) -> None:
        instance = self.allocation.first[edge]
        behind = Builder(edge.source)
        behind.add(self._signal(edge, instance, self._execution(edge, edge.source, edge.distance + 1)))
        self._put_behind(edge.source, behind.made)
        Builder(edge.target).add(self._wait(edge, instance, self._execution(edge, edge.target, 1)))

    def prime(self, edge: OrderEdge) -> None:
        """In front of the loop, behind all that is waited for there: the value for the first iterations."""
        if edge.outermost is not None and not is_of_phases(edge):
            instance = self.allocation.first[edge]
            Builder(edge.outermost).add(self._signal(edge, instance, edge.distance))

    def _execution(self, edge: OrderEdge, place: Operation, plus: int) -> Number:
        """Which execution of the block it is, from 0 on, plus something."""
        if edge.block.parent_op() is self.program.function or not is_repeated(self.program, edge.block):
            return plus
        key = (edge.block, plus)
        if key not in self._executions:
            top = Builder(first_of(edge.block), place.location)
            self._executions[key] = top.plus(self._count(edge.block, top), top.shared_index(plus))
        return self._executions[key]

    def _count(self, block: Block, build: Builder) -> SSAValue:
        at = block.parent_op()
        assert at is not None
        outer = block_of(at)
        if not follows_from_counters(self.program, block, 0):
            loops = carrying_loops(self.program, block)
            assert loops is not None
            return self._carried_number(loops[0].regions[0].blocks[0], build)
        if kind_of(at) is not OpKind.COUNTED_LOOP:
            return self._count(outer, build)
        number = iteration_of(at, build)
        if not is_repeated(self.program, outer):
            return number
        trips = trips_of(at)
        assert trips is not None
        before = build.times(self._count(outer, build), build.shared_index(trips))
        return build.plus(before, number)

    def _carried_number(self, body: Block, build: Builder) -> SSAValue:
        if body not in self._carried:
            top = Builder(first_of(body), build.location)
            self._carried[body] = top.add(arith.ConstantOp(IntegerAttr(0, INDEX)))
        return self._carried[body].results[0]

    def carry(self) -> None:
        """Let loops carry how often the innermost of them has been executed; ops of loops are made anew."""
        for body, stands_for_it in self._carried.items():
            loops = carrying_loops(self.program, body)
            assert loops is not None
            number = Builder(loops[-1]).shared_index(0)
            made: list[Operation] = []
            for loop in reversed(loops):
                within = loop.regions[0].blocks[0]
                made.append(extended(loop, [INDEX], [number]))
                number = within.insert_arg(INDEX, len(within.args))
            replace_all(stands_for_it.results, [number])
            erase(stands_for_it)
            build = Builder(terminator_of(body))
            handed = self._executions.get((body, 1)) or build.plus(number, build.shared_index(1))
            for loop in reversed(made):
                end = terminator_of(loop.regions[0].blocks[0])
                end.operands = [*end.operands, handed]
                handed = loop.results[-1]

    # ---- both

    def _signal(self, edge: OrderEdge, instance: Number, number: Number | None) -> SignalOp:
        return self._of(SignalOp, edge, instance, number, self.program.engines[edge.x])

    def _wait(self, edge: OrderEdge, instance: Number, number: Number) -> WaitOp:
        return self._of(WaitOp, edge, instance, number, self.program.engines[edge.y])

    def _of(
        self,
        kind: type[_Op],
        edge: OrderEdge,
        instance: Number,
        number: Number | None = None,
        engine: str | None = None,
    ) -> _Op:
        """An op of an edge's resource: between which engines it is, where these have instances of their own, or by whom."""
        assert edge.resource is not None
        if edge.resource.pairs is None:
            return kind(edge.resource.name, instance, number, engine=engine)
        names = self.program.engines
        return kind(edge.resource.name, instance, number, source=names[edge.x], target=names[edge.y])


def trip_count(loop: Operation, build: Builder) -> SSAValue:
    """How many iterations a loop with a counter has, as an index."""
    assert kind_of(loop) is OpKind.COUNTED_LOOP
    low, high, step = (as_index(bound, build) for bound in loop.operands[:3])
    span = build.minus(build.value(arith.MaxSIOp(low, high)), low)
    return build.value(arith.CeilDivSIOp(span, step))
