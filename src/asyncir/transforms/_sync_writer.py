"""Puts the ops of orders into a program: `insert-sync` finds them, this writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from asyncir.analyses.machines.allocation import InstancePlan
from asyncir.analyses.machines.edges import (
    PUT_LAST,
    Means,
    OrderEdge,
    is_at_once,
    is_lasting,
    is_of_phases,
    is_queued,
    loop_around,
    waits_for_all,
)
from asyncir.analyses.machines.program import MachineProgram
from asyncir.dialects import arith
from asyncir.dialects.number_text import Number
from asyncir.dialects.sync import BarrierOp, FenceOp
from asyncir.ir import Block, Operation, SSAValue
from asyncir.ir.walk import first_of
from asyncir.targets.effect_groups import commit_by, signal_by, wait_by, wait_for_groups
from asyncir.transforms._building import Builder, iteration_of
from asyncir.transforms._lasting_writer import LastingWriter, trip_count


class SyncWriter:
    """Puts the ops of edges into the program."""

    def __init__(
        self, program: MachineProgram, allocation: InstancePlan, counts: dict[tuple[Operation, str], int]
    ):
        self.program = program
        self.allocation = allocation
        self.counts = counts
        self._behind: dict[Operation, Operation] = {}
        """By op: the last of what was put behind it."""
        self._in_blocks: dict[tuple[Block, int, int, int], SSAValue] = {}
        """Instances taken in turn, computed at the beginning of the block."""
        self._committed: set[tuple[Operation, str]] = set()
        self._waited: set[tuple[Operation, str]] = set()
        self._lasting = LastingWriter(program, allocation, self._put_behind)

    def write(self, edges: Sequence[OrderEdge]) -> None:
        """In front of an op: waits, barriers, signals for first iterations. Behind one: waits for last ones, signals."""
        of_phases = [edge for edge in edges if is_of_phases(edge)]
        primed = [e for e in edges if e.means is Means.SIGNAL and e.distance and not is_lasting(e)]
        for edge in primed:
            if not edge.is_left:
                self._drain(edge)
        for edge in primed:
            if edge.tops_up:
                self._top_up(edge)
        for edge in of_phases:
            self._lasting.drain(edge)
        for edge in of_phases:
            self._lasting.free(edge)
        for edge in edges:
            if is_lasting(edge):
                self._lasting.write(edge)
            elif edge.means is Means.SIGNAL:
                self._signal(edge)
            elif edge.means is Means.GROUP:
                self._group(edge)
        self._barriers(edges)
        for edge in of_phases:
            self._lasting.arm(edge)
        for edge in edges:
            if is_lasting(edge):
                self._lasting.prime(edge)
        for edge in primed:
            self._prime(edge)
        self._lasting.carry()

    def _barriers(self, edges: Sequence[OrderEdge]) -> None:
        for edge in sorted(edges, key=lambda one: PUT_LAST.get(one.means, 0)):
            if edge.means is Means.BARRIER:
                self._barrier(edge, self.program.engines[edge.y])
            elif edge.means is Means.ALL:
                self._barrier(edge, None)
            elif edge.means is Means.FENCE:
                self._fence(edge)

    def _fence(self, edge: OrderEdge) -> None:
        assert edge.resource is not None
        key = (edge.target, f"fence {edge.resource.name}")
        if key not in self._waited:
            self._waited.add(key)
            Builder(edge.target).add(FenceOp(edge.resource.name))

    def _barrier(self, edge: OrderEdge, engine: str | None) -> None:
        key = (edge.target, f"barrier {engine}")
        if key not in self._waited:
            self._waited.add(key)
            self._wait_for_engine_or_all(Builder(edge.target), engine)

    def _wait_for_engine_or_all(self, build: Builder, engine: str | None) -> None:
        resources = waits_for_all(self.program) if engine is None else None
        if not resources:
            build.add(BarrierOp(engine))
            return
        host, *others = self.program.engines
        used = self.program.engines_in(self.program.function)
        for number, (name, resource) in enumerate(zip(others, resources, strict=True), 1):
            if number not in used:
                continue
            last = resource.count - 1
            build.add(signal_by(resource, name, host, last))
            build.add(wait_by(resource, name, host, last))

    def _put_behind(self, op: Operation, made: Sequence[Operation]) -> None:
        """Builders put ops before others: these were, and move behind `op` and what is there already."""
        for one in made:
            one.detach()
            last = self._behind.get(op, op)
            assert last.parent is not None
            last.parent.insert_op_after(one, last)
            self._behind[op] = one

    def _group(self, edge: OrderEdge) -> None:
        assert edge.resource is not None
        assert edge.resource.groups is not None
        name = edge.resource.name
        if (edge.source, name) not in self._committed and not edge.resource.groups.commits_each:
            self._committed.add((edge.source, name))
            build = Builder(edge.source)
            self._put_behind(edge.source, [build.add(commit_by(edge.resource))])
        if (edge.target, name) not in self._waited:
            self._waited.add((edge.target, name))
            stay = self.counts.get((edge.target, name), 0)
            Builder(edge.target).add(wait_for_groups(edge.resource, stay))

    def _signal(self, edge: OrderEdge) -> None:
        if is_at_once(edge):
            at = Builder(edge.target)
            for kind in (signal_by, wait_by):
                at.add(self._op(kind, edge, self.allocation.first[edge]))
            return
        behind = Builder(edge.source)
        behind.add(self._op(signal_by, edge, self._instance(edge, behind, 0)))
        self._put_behind(edge.source, behind.made)
        before = Builder(edge.target)
        before.add(self._op(wait_by, edge, self._instance(edge, before, edge.distance)))

    def _op(self, made: Callable[..., Operation], edge: OrderEdge, instance: Number) -> Operation:
        assert edge.resource is not None
        return made(edge.resource, self.program.engines[edge.x], self.program.engines[edge.y], instance)

    def _instance(self, edge: OrderEdge, build: Builder, behind: int) -> Number:
        """The instance that an iteration uses, or the one so many iterations before."""
        first, count = self.allocation.first[edge], self.allocation.count[edge]
        if count == 1:
            return first
        loop = edge.block.parent_op()
        assert loop is not None
        key = (edge.block, first, count, -behind % count)
        if key not in self._in_blocks:
            top = Builder(first_of(edge.block), build.location)
            self._in_blocks[key] = self._in_turn(top, iteration_of(loop, top), -behind, first, count)
        return self._in_blocks[key]

    def _in_turn(self, build: Builder, number: SSAValue, shift: int, first: int, count: int) -> SSAValue:
        if shift % count:
            number = build.plus(number, build.shared_index(shift % count))
        found = build.value(arith.RemUIOp(number, build.shared_index(count)))
        return build.plus(found, build.shared_index(first)) if first else found

    def _prime(self, edge: OrderEdge) -> None:
        """Signals for the first iterations."""
        count, first = self.allocation.count[edge], self.allocation.first[edge]
        build = Builder(_outermost(edge))
        for back in range(edge.distance, 0, -1):
            build.add(self._op(signal_by, edge, first + -back % count))

    def _top_up(self, edge: OrderEdge) -> None:
        """Behind a loop that is executed again: signals for the next time, and waits for the last ones."""
        build = Builder(loop_around(edge))
        for kind in (signal_by, wait_by):
            for _ in range(edge.distance):
                build.add(self._op(kind, edge, self.allocation.first[edge]))
        self._put_behind(loop_around(edge), build.made)

    def _drain(self, edge: OrderEdge) -> None:
        """Waits for the signals of the last iterations."""
        loop = _outermost(edge)
        build = Builder(loop)
        for instance in self._left(edge, loop, build):
            build.add(self._op(wait_by, edge, instance))
        self._put_behind(loop, build.made)

    def _left(self, edge: OrderEdge, loop: Operation, build: Builder) -> Iterator[Number]:
        """The instances that are set when the loop is over."""
        count, first = self.allocation.count[edge], self.allocation.first[edge]
        if count == edge.distance:
            yield from range(first, first + count)
            return
        if is_queued(edge):
            yield from [first] * edge.distance
            return
        trips = trip_count(loop, build)
        for back in range(edge.distance, 0, -1):
            yield self._in_turn(build, trips, -back, first, count)


def _outermost(edge: OrderEdge) -> Operation:
    """The loop in front of which the first signals are given, and behind which the last ones are waited for."""
    loop = edge.outermost
    assert loop is not None
    return loop
