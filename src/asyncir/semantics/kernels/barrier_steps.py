# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps of barriers: named ones, warps' own, clusters', mbarriers, and fences between proxies."""

import numpy as np

from asyncir.ptx.program import Address, Operand, PtxInstruction
from asyncir.semantics.kernels.arithmetic import Value, word
from asyncir.semantics.kernels.assembler import STOP, LaneNumbers, Step, StepAssembler
from asyncir.semantics.kernels.block_state import (
    BlockState,
    LaneStrand,
    MbarrierState,
    NamedBarrier,
    NotModelledError,
)

_CLUSTER = 100  # the number that the cluster's barrier has among the block's


def barrier_step(assembler: StepAssembler, instruction: PtxInstruction, at: int) -> Step | None:
    """`bar` and `barrier`, but `bar.warp.sync`, which holds a warp together and does nothing else."""
    modifiers = instruction.modifiers
    if "warp" in modifiers:
        return lambda strand: None
    if "cluster" in modifiers:
        # One block stands for all of its cluster: its peer does the same at the same time.
        return _named(
            assembler, instruction, at, _CLUSTER, "arrive" in modifiers, wait_only="wait" in modifiers
        )
    if "red" in modifiers and any(name in assembler.slots for name in _written(instruction)):
        raise NotModelledError(f"a run needs the result of {instruction.opcode}")
    return _named(assembler, instruction, at, None, "arrive" in modifiers)


def _written(instruction: PtxInstruction) -> list[str]:
    return list(instruction.registers())[:1]


def _number(assembler: StepAssembler, operand: Operand | None, missing: int) -> int:
    return assembler.constant(missing) if operand is None else assembler.operand(operand, 32)


def _named(
    assembler: StepAssembler, instruction: PtxInstruction, at: int, fixed: int | None, arrives: bool, wait_only: bool = False
) -> Step:  # fmt: skip
    """Arrive, and unless it is an arrival only, wait for the others (PTX ISA 9.0, section 9.7.13.1)."""
    operands = list(instruction.operands)
    if "red" in instruction.modifiers:
        operands = operands[1:]
    if fixed is not None:
        operands = []
    which = _number(assembler, operands[0] if operands else None, fixed or 0)
    counted = len(operands) > 1 and "red" not in instruction.modifiers
    threads = assembler.launch.threads
    count = _number(
        assembler, operands[1] if counted else None, -(-threads // 32) * 32 if fixed is None else threads
    )
    active = assembler.active(instruction)

    def step(strand: LaneStrand) -> int | None:
        lanes = active(strand)
        if not len(lanes):
            return None
        registers = strand.warp.registers
        first = int(lanes[0])
        number, expected = int(registers[which][first]), int(registers[count][first])
        barrier = strand.warp.block.named.setdefault(number, NamedBarrier())
        if wait_only:
            # This thread's arrival was before, for the phase that it noted; this waits for those of all.
            seen = int(strand.warp.cluster_phases[lanes].min())
            return None if barrier.phase > seen else _waits(strand, barrier, at)
        if fixed is not None:
            strand.warp.cluster_phases[lanes] = barrier.phase
        whole = _lanes_counted(strand, lanes) if fixed is None else len(lanes)
        _counts(strand, barrier, number, expected, whole, instruction.index)
        if barrier.arrived >= expected:
            _opens(barrier)
            # The last to come is not the first to go on, unless the schedule says so.
            strand.at = at + 1
            return STOP
        return None if arrives else _waits(strand, barrier, at)

    return step


def _lanes_counted(strand: LaneStrand, lanes: LaneNumbers) -> int:
    """Arrivals for these lanes. A warp counts as 32, whatever the block has of it: its last lane brings the absent ones."""
    width = strand.warp.width
    return len(lanes) + (32 - width if width < 32 and int(lanes[-1]) == width - 1 else 0)


def _waits(strand: LaneStrand, barrier: NamedBarrier, at: int) -> int:
    strand.blocked, strand.at = barrier, at + 1
    barrier.waiting.append(strand)
    return STOP


def _counts(
    strand: LaneStrand, barrier: NamedBarrier, number: int, expected: int, arrive: int, index: int
) -> None:
    """Threads arrive; what they say of the barrier's count has to agree."""
    block, thread = strand.warp.block, strand.threads()[0]
    if barrier.arrived and barrier.expected != expected:
        text = f"barrier {number} is waited for with {expected} and {barrier.expected} threads"
        block.fault("barrier", index, thread, text)
    if expected % 32:
        block.fault(
            "barrier", index, thread, f"barrier {number} counts {expected} threads, no multiple of a warp"
        )
    barrier.expected = expected
    barrier.arrived += arrive
    if barrier.arrived > expected:
        text = f"{barrier.arrived} threads arrive at barrier {number}, it counts {expected}"
        block.fault("barrier", index, thread, text)


def _opens(barrier: NamedBarrier) -> None:
    barrier.arrived = 0
    barrier.phase += 1
    for strand in barrier.waiting:
        strand.blocked = None
    barrier.waiting.clear()


def fence_step(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """`fence.proxy.async`: what was accessed by hand so far is ordered before the asynchronous proxy's accesses.

    In a run there is one order of all steps, so the fence of any thread covers what came before it; where nothing orders the
    two, some other schedule turns them round.
    """
    active = assembler.active(instruction)

    def step(strand: LaneStrand) -> None:
        if len(active(strand)):
            block = strand.warp.block
            block.fenced_at = block.clock

    return step


def phase_step(assembler: StepAssembler, instruction: PtxInstruction, at: int) -> Step | None:
    """`mbarrier.*` (PTX ISA 9.0, section 9.7.13.15)."""
    kind = instruction.modifiers[0]
    match kind:
        case "init":
            return _init(assembler, instruction)
        case "inval":
            return _inval(assembler, instruction)
        case "arrive" | "arrive_drop" | "expect_tx" | "complete_tx":
            return _arrival(assembler, instruction)
        case "test_wait" | "try_wait":
            return _phase_wait(assembler, instruction, at)
        case "pending_count":
            return None
        case _:
            raise NotModelledError(instruction.text)


def _init(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    active = assembler.active(instruction)
    where = assembler.shared_addresses(instruction, instruction.operands[0])
    count = assembler.operand(instruction.operands[1], 32)
    index = instruction.index

    def step(strand: LaneStrand) -> None:
        addresses, lanes = where(strand, active(strand))
        block = strand.warp.block
        for lane, address in zip(lanes.tolist(), addresses.tolist(), strict=True):
            number = int(strand.warp.registers[count][lane])
            if address % 8 or number < 1 or number >= 1 << 20:
                block.fault(
                    "barrier",
                    index,
                    strand.warp.number * 32 + lane,
                    f"an mbarrier of count {number} at {address}",
                )
            if address in block.phases:
                # Not defined while the mbarrier is valid (`mbarrier.init`), waited for or not.
                text = f"the mbarrier at {address} is initialised again, and nothing has invalidated it"
                block.fault("barrier", index, strand.warp.number * 32 + lane, text)
            block.phases[address] = MbarrierState(number, number)

    return step


def _in_use(block: BlockState, address: int) -> bool:
    return any(strand.blocked == ("phase", address, 0) for warp in block.warps for strand in warp.strands)


def _inval(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    active = assembler.active(instruction)
    where = assembler.shared_addresses(instruction, instruction.operands[0])
    index = instruction.index

    def step(strand: LaneStrand) -> None:
        addresses, lanes = where(strand, active(strand))
        block = strand.warp.block
        for lane, address in zip(lanes.tolist(), addresses.tolist(), strict=True):
            block.phase_of(address, index, strand.warp.number * 32 + lane)
            if _in_use(block, address):
                block.fault(
                    "barrier",
                    index,
                    strand.warp.number * 32 + lane,
                    f"the mbarrier at {address} is waited for",
                )
            block.phases.pop(address, None)

    return step


def _arrival(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """Bytes are expected before the arrival that comes with them."""
    kind = instruction.modifiers[0]
    operands = list(instruction.operands)
    state = None if isinstance(operands[0], Address) else assembler.result(operands.pop(0))
    where = assembler.shared_addresses(instruction, operands[0])
    expects = "expect_tx" in instruction.modifiers or kind in ("expect_tx", "complete_tx")
    arrives = kind in ("arrive", "arrive_drop")
    number = assembler.operand(operands[1], 32) if len(operands) > 1 else assembler.constant(1)
    active = assembler.active(instruction)
    index = instruction.index
    sign = -1 if kind == "complete_tx" else 1

    def step(strand: LaneStrand) -> None:
        addresses, lanes = where(strand, active(strand))
        block = strand.warp.block
        for lane, address in zip(lanes.tolist(), addresses.tolist(), strict=True):
            thread = strand.warp.number * 32 + lane
            value = int(strand.warp.registers[number][lane])
            barrier = block.phase_of(address, index, thread)
            if barrier is None:
                continue
            if expects and value:
                # With an arrival to come, the phase cannot end in between.
                barrier.transactions += sign * value
                if abs(barrier.transactions) >= 1 << 20:
                    block.fault(
                        "barrier",
                        index,
                        thread,
                        f"the bytes that the mbarrier at {address} waits for overflow",
                    )
                if not arrives:
                    block.completes(address, barrier)
            if kind == "arrive_drop":
                barrier.count -= 1
            if arrives:
                phase = block.arrive(address, 1 if expects else value, index, thread)
                if state is not None:
                    strand.put_where(state, np.full(32, word(phase), np.uint64), np.arange(32) == lane)

    return step


def _phase_wait(assembler: StepAssembler, instruction: PtxInstruction, at: int) -> Step:
    """A look at a phase. One that fails twice in a row at the same place is a loop: it blocks until the phase ends.

    With a parity, a wait asks whether the phase of that parity has ended, which is so if the phase under way has the other
    one; with a state, whether the phase of that arrival has ended.
    """
    done = assembler.result(instruction.operands[0])
    where = assembler.shared_addresses(instruction, instruction.operands[1])
    asked = assembler.operand(instruction.operands[2], 32)
    by_parity = "parity" in instruction.modifiers
    active = assembler.active(instruction)
    index = instruction.index

    def step(strand: LaneStrand) -> int | None:
        lanes = active(strand)
        if not len(lanes):
            return None
        addresses, inside = where(strand, lanes)
        ended = np.zeros(32, np.bool_)
        for lane, address, phase in zip(
            inside.tolist(), *_looked_at(strand, asked, inside, addresses), strict=True
        ):
            ended[lane] = _has_ended(strand, address, phase, by_parity, index, lane)
        mask = np.zeros(32, np.bool_)
        mask[lanes] = True
        if not ended[lanes].any() and len(inside):
            block = strand.warp.block
            barrier = block.phases.get(int(addresses[0]))
            look = (at, int(addresses[0]), barrier.phase if barrier else 0)
            if strand.failed_wait == look:
                strand.blocked, strand.at = ("phase", int(addresses[0]), 0), at
                strand.failed_wait = None
                return STOP
            strand.failed_wait = look
        else:
            strand.failed_wait = None
        if done is not None:
            value: Value = ended
            strand.put_where(done, value, mask)
        return None

    return step


def _looked_at(
    strand: LaneStrand,
    asked: int,
    lanes: LaneNumbers,
    addresses: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
) -> tuple[list[int], list[int]]:
    return addresses.tolist(), strand.warp.registers[asked][lanes].astype(np.int64).tolist()


def _has_ended(strand: LaneStrand, address: int, phase: int, by_parity: bool, index: int, lane: int) -> bool:
    barrier = strand.warp.block.phase_of(address, index, strand.warp.number * 32 + lane)
    if barrier is None:
        return False
    return barrier.phase % 2 != phase % 2 if by_parity else barrier.phase != phase
