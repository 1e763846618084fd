"""nvgpu.mbarrier: barriers with phases in the memory of the workgroup."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from asyncir.dialects.interfaces.completion import issues
from asyncir.ir import Operation
from asyncir.ir.walk import enclosing
from asyncir.semantics.blocks.compiler import BlockCompiler, handles
from asyncir.semantics.blocks.machine import BlockMachine
from asyncir.semantics.blocks.phases import PhaseBarrier, PhaseToken
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.program import Segment
from asyncir.semantics.core.values import Registers

_BYTES = 8
"""How long a barrier is in memory."""


def _finding(op: Any, c: BlockCompiler) -> tuple[BlockMachine, Callable[[Registers], PhaseBarrier]]:
    """The machine, and what finds the barrier that the op is for; S012 for one that is in flight."""
    if any(issues(around) for around in enclosing(op)):
        message = f"the interpreter does not know `{op.name}` in what is in flight"
        raise fault("S012", message, op, "in flight", "let the thread itself arrive and wait")
    barriers, index = c.use(op.barriers), c.use(op.index)

    def find(r: Registers) -> PhaseBarrier:
        found: list[PhaseBarrier] = r[barriers]
        at: int = r[index]
        if not 0 <= at < len(found):
            raise fault("S004", f"there is no barrier {at}, but {len(found)} of them", op, "out of bounds")
        return found[at]

    return c.block, find


@handles("nvgpu.mbarrier.create")
def _create(op: Any, c: BlockCompiler) -> None:
    machine, result = c.block, c.slot(op.barriers)
    c.step(lambda r: r.__setitem__(result, machine.phases.made_by(op)))


@handles("nvgpu.mbarrier.get")
def _get(op: Any, c: BlockCompiler) -> None:
    _, find = _finding(op, c)
    result = c.slot(op.pointer)
    c.step(lambda r: r.__setitem__(result, find(r).number * _BYTES))


@handles("nvgpu.mbarrier.init")
def _init(op: Any, c: BlockCompiler) -> None:
    (machine, find), count = _finding(op, c), c.use(op.count)

    def init(r: Registers) -> None:
        machine.phases.init(machine.thread.number, find(r), r[count], op)

    c.step(_if_it_is_to(op, c, init))


def _if_it_is_to(op: Any, c: BlockCompiler, step: Callable[[Registers], None]) -> Callable[[Registers], None]:
    """The step, where the op's predicate holds."""
    if op.predicate is None:
        return step
    predicate = c.use(op.predicate)
    return lambda r: step(r) if r[predicate] else None


# ---- arrivals ----


@handles("nvgpu.mbarrier.arrive")
def _arrive(op: Any, c: BlockCompiler) -> None:
    (machine, find), token = _finding(op, c), c.slot(op.token)
    c.step(lambda r: r.__setitem__(token, machine.phases.arrive(machine.thread.number, find(r), op)))


@handles("nvgpu.mbarrier.arrive.nocomplete")
def _arrive_nocomplete(op: Any, c: BlockCompiler) -> None:
    (machine, find), count, token = _finding(op, c), c.use(op.count), c.slot(op.token)

    def step(r: Registers) -> None:
        thread = machine.thread.number
        r[token] = machine.phases.arrive(thread, find(r), op, count=r[count], may_end=False)

    c.step(step)


@handles("nvgpu.mbarrier.arrive.expect_tx")
def _arrive_expect_tx(op: Any, c: BlockCompiler) -> None:
    (machine, find), count = _finding(op, c), c.use(op.count)

    def arrive(r: Registers) -> None:
        machine.phases.arrive(machine.thread.number, find(r), op, bytes=r[count])

    c.step(_if_it_is_to(op, c, arrive))


# ---- waits ----


@handles("nvgpu.mbarrier.try_wait.parity")
def _wait_for_parity(op: Any, c: BlockCompiler) -> None:
    (machine, find), parity = _finding(op, c), c.use(op.parity)

    def end(r: Registers, runner: object, again: Segment, go_on: Segment) -> Segment | None:
        phases, thread, barrier = machine.phases, machine.thread, find(r)
        phase = phases.awaited(thread.number, barrier, r[parity], op)
        if barrier.phase <= phase:
            return machine.waits_for_phase(op, barrier, phase, again)
        phases.passes(thread.number, barrier, phase, op)
        return go_on

    c.retry(end)


@handles("nvgpu.mbarrier.test.wait")
def _look(op: Operation, c: BlockCompiler) -> None:
    given: Any = op
    (machine, find), token, result = _finding(op, c), c.use(given.token), c.slot(op.results[0])

    def end(r: Registers, runner: object, again: Segment, go_on: Segment) -> Segment | None:
        phases, thread, barrier = machine.phases, machine.thread.number, find(r)
        asked: PhaseToken = r[token]
        phase = phases.looked_at(thread, barrier, asked, op)
        over = barrier.phase > phase
        if not asked.looked and phases.known_phases(thread, barrier) <= phase:
            # In one order of the threads the phase is over here, in another it is not.
            asked.looked = True
            sees = machine.timing.sees_the_end()
            if sees and not over:
                return machine.waits_for_phase(op, barrier, phase, again, looks=True)
            if over and not sees:
                r[result] = 0
                return go_on
        r[result] = int(over)
        if not over:
            return machine.looks_again(op, barrier, phase, go_on)
        phases.passes(thread, barrier, phase, op)
        return go_on

    c.retry(end)
