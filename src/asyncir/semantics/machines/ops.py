"""The ops of the `sync` dialect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from asyncir.dialects.sync import (
    ArmOp,
    BarrierOp,
    CommitOp,
    FenceOp,
    FreeOp,
    InitOp,
    OpaqueOp,
    ProcessOp,
    SignalOp,
    WaitOp,
    WorkOp,
)
from asyncir.ir import Operation, SSAValue
from asyncir.semantics.core.faults import InterpreterFault, fault
from asyncir.semantics.core.program import END_OF_BODY, Compiler, Segment
from asyncir.semantics.core.values import Registers
from asyncir.semantics.machines.compiler import SyncCompiler, handles
from asyncir.semantics.machines.costs import cost_of
from asyncir.semantics.machines.engines import PlayedEngine
from asyncir.semantics.machines.entries import EntryKind, GivenWork, Ordered
from asyncir.semantics.machines.opaque import opaque, touches, widths_of
from asyncir.semantics.machines.processes import Process
from asyncir.semantics.machines.resources import ResourceInstance
from asyncir.semantics.machines.work_times import time_of
from asyncir.targets.resources import ResourceKind
from asyncir.targets.verify_sync import amount_fault, executor_of

Number = Callable[[Registers], int]
"""Reads a number that is written or computed."""

Blocking = Callable[[Registers, Process, Segment, Segment], Segment | None]
"""What a process does that may have to wait: see `Compiler.retry`."""


def _number(given: int | SSAValue, c: Compiler) -> Number:
    if isinstance(given, SSAValue):
        slot = c.use(given)
        return lambda r: r[slot]
    return lambda r: given


def end_of_process(op: Operation, c: SyncCompiler, does: Blocking) -> None:
    """End the segment with what a process does; works cannot."""

    def end(r: Registers, runner: Any, again: Segment, go_on: Segment) -> Segment | None:
        if runner.__class__ is not Process:
            raise within_a_work(op)
        return does(r, runner, again, go_on)

    c.retry(end)


def within_a_work(op: Operation) -> InterpreterFault:
    """M024: a work does not give, signal or wait."""
    message = f"`{op.name}` is executed in a work"
    return fault("M024", message, op, "a work only computes", "let the process do it, beside the work")


# ---- works and processes ----


@handles("sync.work")
def _work(op: WorkOp, c: SyncCompiler) -> None:
    machine, name = c.sync, op.engine.data
    engine = machine.named[name]

    def leave(inner: Operation, c: Compiler) -> None:
        def end(registers: Registers, runner: Any) -> Segment | None:
            runner.is_done = True
            return None

        c.end(end)

    reads, writes = c.uses(op.read), c.uses(op.written)
    code = c.inner("work", op, op.body, {END_OF_BODY: leave})
    listed = (touches(machine, op), reads, writes) if reads or writes else None
    moves, with_data = c.moves_into(code), machine.with_data
    cost = cost_of(op, c) if machine.counts_cycles else None
    time = None if cost is None else time_of(op, c, cost)

    def does(r: Registers, p: Process, again: Segment, go_on: Segment) -> Segment | None:
        registers: Registers = []
        if with_data:
            registers = code.registers()
            for source, slot in moves:
                registers[slot] = r[source]
        if p.home is engine:
            if machine.stops(p, op, again):
                return None
            if with_data:
                machine.do_at_once(p, code, registers, _views(listed, r))
            if time is not None:
                machine.order.spent(p, time.busy(r), op)
            elif cost is not None:
                machine.order.did(p, cost(r))
            return machine.go_on(p, go_on)
        if engine.guarded and not machine.has_room(engine, p, op, again):
            return go_on if machine.was_lost() else None
        stream = engine.stream(p)
        work = GivenWork(EntryKind.WORK, op, p, stream, machine, code, registers, _views(listed, r), name)
        if cost is not None:
            work.cost = cost(r)
        if time is not None:
            work.said = time.busy(r), time.latency
        machine.give_work(engine, work)
        return machine.go_on(p, go_on)

    end_of_process(op, c, does)


def _views(listed: Any, r: Registers) -> Any:
    if listed is None:
        return None
    touch, reads, writes = listed
    return touch, [r[slot] for slot in reads], [r[slot] for slot in writes]


@handles("sync.opaque")
def _opaque(op: OpaqueOp, c: SyncCompiler) -> None:
    machine, name = c.sync, op.does.data
    work = op.parent_op()
    assert isinstance(work, WorkOp)
    widths = widths_of(work)
    c.step(lambda r: opaque(machine, name, op, widths))


@handles("sync.process")
def _process(op: ProcessOp, c: SyncCompiler) -> None:
    machine, engine = c.sync, c.sync.named[op.engine.data]

    def leave(inner: Operation, c: Compiler) -> None:
        def end(registers: Registers, runner: Any) -> Segment | None:
            machine.give_back(runner, [])
            return None

        c.end(end)

    code = c.inner("process", op, op.body, {END_OF_BODY: leave})
    moves, name = c.moves_into(code), engine.name

    def does(r: Registers, p: Process, again: Segment, go_on: Segment) -> Segment | None:
        if engine.guarded and machine.stops(p, engine, again):
            return None
        registers = code.registers()
        for source, slot in moves:
            registers[slot] = r[source]
        entry = GivenWork(EntryKind.PROCESS, op, p, engine.stream(p), machine, code, registers, None, name)
        machine.give(engine, entry)
        return machine.go_on(p, go_on)

    end_of_process(op, c, does)


# ---- signals and waits ----


class _Target:
    """Which instance an op means, with which number, and who executes it."""

    def __init__(self, op: Any, c: SyncCompiler):
        model = c.sync.model
        self.machine = c.sync
        self.op = op
        self.resource = model.resource(op.resource.data)
        assert self.resource is not None
        self.number = model.resources.index(self.resource)
        self.pair = None if op.source is None else (op.source.data, op.target.data)
        which, amount = op.which, op.amount
        self._which = _number(0 if which is None else which, c)
        self.amount = None if amount is None else _number(amount, c)
        name = executor_of(op)
        self.engine: PlayedEngine | None = None if name is None else c.sync.named[name]
        self._run: object = None
        self._found: dict[int, ResourceInstance] = {}
        """The instances of this run, by number."""

    def instance(self, r: Registers) -> ResourceInstance:
        """The instance; one out of range is an error."""
        which, run = self._which(r), self.machine.instances
        if run is not self._run:
            self._run, self._found = run, {}
        found = self._found.get(which)
        if found is None:
            found = self._found[which] = self._find(which)
        return found

    def _find(self, which: int) -> ResourceInstance:
        resource = self.resource
        assert resource is not None
        if not 0 <= which < resource.count:
            message = (
                f'"{resource.name}" has the instances 0 to {resource.count - 1}, and {which} is asked for'
            )
            raise fault("M011", message, self.op, "there is none", "count instances from 0")
        return self.machine.instance(self.number, self.pair, which)

    def read_amount(self, r: Registers) -> int | None:
        """The number; one that cannot be is an error."""
        if self.amount is None:
            return None
        amount = self.amount(r)
        assert self.resource is not None
        wrong = amount_fault(self.op.name, self.resource.kind, amount, self.most)
        if wrong:
            raise fault(
                "M010", wrong, self.op, "out of range", "see docs/semantics-machines.md for the range"
            )
        return amount

    @property
    def most(self) -> int | None:
        """The greatest number that a wait for groups can name."""
        assert self.resource is not None
        return None if self.resource.groups is None else self.resource.groups.most


@handles("sync.signal")
def _signal(op: SignalOp, c: SyncCompiler) -> None:
    target, machine = _Target(op, c), c.sync
    engine = target.engine

    def does(r: Registers, p: Process, again: Segment, go_on: Segment) -> Segment | None:
        instance, amount = target.instance(r), target.read_amount(r)
        if engine is None or engine is p.home:
            if not machine.signal(p, instance, 1 if amount is None else amount, op, again):
                return None
            return machine.go_on(p, go_on)
        if engine.guarded and machine.stops(p, engine, again):
            return None
        entry = Ordered(EntryKind.SIGNAL, op, p, engine.stream(p), machine)
        entry.instance, entry.amount = instance, amount
        instance.announce(engine)
        machine.give(engine, entry)
        return machine.go_on(p, go_on)

    end_of_process(op, c, does)


@handles("sync.wait")
def _wait(op: WaitOp, c: SyncCompiler) -> None:
    target, machine = _Target(op, c), c.sync
    engine = target.engine
    assert target.resource is not None
    if target.resource.kind is ResourceKind.GROUPS:
        _wait_for_groups(op, c, target)
        return
    default = 1

    def does(r: Registers, p: Process, again: Segment, go_on: Segment) -> Segment | None:
        instance, amount = target.instance(r), target.read_amount(r)
        amount = default if amount is None else amount
        if engine is None or engine is p.home:
            if not machine.wait(p, instance, amount, op, again):
                return None
            return machine.go_on(p, go_on)
        if engine.guarded and machine.stops(p, engine, again):
            return None
        entry = Ordered(EntryKind.WAIT, op, p, engine.stream(p), machine)
        entry.instance, entry.amount = instance, amount
        machine.give(engine, entry)
        return machine.go_on(p, go_on)

    end_of_process(op, c, does)


def _wait_for_groups(op: WaitOp, c: SyncCompiler, target: _Target) -> None:
    machine, resource, number = c.sync, target.resource, target.number
    read = op.until is not None and op.until.data == "read"
    assert resource is not None

    def does(r: Registers, p: Process, again: Segment, go_on: Segment) -> Segment | None:
        stay = target.read_amount(r) or 0
        fifo = machine.fifo(p, number, resource)
        want = machine.must_wait_for_groups(p, fifo, stay, read)
        if want is not None:
            p.wait(want, again)
            return None
        machine.order.waited(p, op, resource)
        return machine.go_on(p, go_on)

    end_of_process(op, c, does)


@handles("sync.commit")
def _commit(op: CommitOp, c: SyncCompiler) -> None:
    target, machine = _Target(op, c), c.sync

    def does(r: Registers, p: Process, again: Segment, go_on: Segment) -> Segment | None:
        assert target.resource is not None
        machine.fifo(p, target.number, target.resource).commit()
        machine.order.waited(p, op, target.resource)
        return go_on

    end_of_process(op, c, does)


@handles("sync.fence")
def _fence(op: FenceOp, c: SyncCompiler) -> None:
    target, machine = _Target(op, c), c.sync
    resource = target.resource
    assert resource is not None

    def does(r: Registers, p: Process, again: Segment, go_on: Segment) -> Segment | None:
        machine.fences.passed(resource, p)
        p.next_step()
        machine.order.waited(p, op, resource)
        return go_on

    end_of_process(op, c, does)


# ---- the life of a resource ----


def _process_op(
    op: Any, c: SyncCompiler, does: Callable[[ResourceInstance, int | None, Process], None]
) -> None:
    target, machine = _Target(op, c), c.sync

    def end(r: Registers, p: Process, again: Segment, go_on: Segment) -> Segment | None:
        instance = target.instance(r)
        if machine.stops(p, instance, again):
            return None
        does(instance, target.read_amount(r), p)
        p.next_step()
        machine.order.waited(p, op, target.resource)
        return machine.go_on(p, go_on)

    end_of_process(op, c, end)


@handles("sync.init")
def _init(op: InitOp, c: SyncCompiler) -> None:
    machine = c.sync
    _process_op(op, c, lambda one, amount, p: one.initialise(amount, machine.doing(p, op)))


@handles("sync.arm")
def _arm(op: ArmOp, c: SyncCompiler) -> None:
    machine = c.sync
    _process_op(op, c, lambda one, amount, p: one.arm(machine.doing(p, op)))


@handles("sync.free")
def _free(op: FreeOp, c: SyncCompiler) -> None:
    machine = c.sync
    _process_op(op, c, lambda one, amount, p: one.free(machine.doing(p, op)))


# ---- barriers ----


@handles("sync.barrier")
def _barrier(op: BarrierOp, c: SyncCompiler) -> None:
    machine = c.sync
    engine = None if op.engine is None else machine.named[op.engine.data]

    def does(r: Registers, p: Process, again: Segment, go_on: Segment) -> Segment | None:
        if engine is None:
            if p.barrier is None and machine.stops(p, machine.everything, again):
                return None
            want = machine.must_wait_for_all(p)
            if want is not None:
                p.wait(want, again)
                return None
        elif engine is p.home:
            if engine.overlaps:
                p.meet()
        else:
            if engine.guarded and machine.stops(p, engine, again):
                return None
            machine.give(engine, Ordered(EntryKind.BARRIER, op, p, engine.stream(p), machine))
        return machine.go_on(p, go_on)

    end_of_process(op, c, does)
