# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps that direct control: branches, exits, and what holds the lanes of a warp together."""

from collections.abc import Callable

import numpy as np

from asyncir.ptx.program import PtxInstruction
from asyncir.semantics.kernels.assembler import STOP, Step, StepAssembler
from asyncir.semantics.kernels.block_state import BlockState, NotModelledError, Strand


def leaves(strand: Strand, lanes: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], index: int) -> None:
    """Lanes end. A bulk store must have read its source by then: shared memory goes with the block (section 9.7.9.25.5)."""
    block = strand.warp.block
    for thread in strand.threads(np.flatnonzero(lanes)):
        if block.bulk.get(thread):
            block.fault("exit", index, thread, "the thread ends while its bulk stores may still read shared memory")
    rest = strand.mask & ~lanes
    if rest.any():
        strand.takes(rest)
    else:
        strand.warp.strands.remove(strand)


def control_step(assembler: StepAssembler, instruction: PtxInstruction, at: int) -> Step:
    """The step of a branch or an end; `at` is its own number, `assembler.targets` maps the body's indices to steps."""
    match instruction.name:
        case "bra":
            return _branch(assembler, instruction, at)
        case "brx":
            return _table(assembler, instruction)
        case "ret" | "exit":
            return _end(assembler, instruction, at)
        case "trap":
            return _trap(assembler, instruction)
        case _:
            raise NotModelledError(instruction.text)


def _branch(assembler: StepAssembler, instruction: PtxInstruction, at: int) -> Step:
    assert instruction.target is not None
    to = assembler.targets[instruction.target]
    guard = assembler.guard(instruction)
    if guard is None:
        return lambda strand: to

    def step(strand: Strand) -> int | None:
        taken = guard(strand)
        if not taken.any():
            return None
        rest = strand.mask & ~taken
        if not rest.any():
            return to
        other = Strand(strand.warp, rest, at + 1, strand.part)
        strand.takes(taken)
        strand.at = to
        strand.warp.strands.append(other)
        return STOP

    return step


def _table(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """`brx.idx`: each lane goes where its number says."""
    slot = assembler.operand(instruction.operands[0], 32)
    targets = [assembler.targets[target] for target in instruction.targets]
    if instruction.guard is not None:
        raise NotModelledError(instruction.text)

    def step(strand: Strand) -> int | None:
        numbers = strand.warp.registers[slot]
        mine = int(numbers[strand.lanes[0]])
        if not 0 <= mine < len(targets):
            strand.warp.block.fault("bounds", instruction.index, strand.threads()[0], f"brx.idx with {mine}")
            mine = 0
        same = strand.mask & (numbers == numbers[strand.lanes[0]])
        if same.sum() == len(strand.lanes):
            return targets[mine]
        rest = Strand(strand.warp, strand.mask & ~same, strand.at, strand.part)
        strand.takes(same)
        strand.warp.strands.append(rest)
        strand.at = targets[mine]
        return STOP

    return step


def _end(assembler: StepAssembler, instruction: PtxInstruction, at: int) -> Step:
    guard = assembler.guard(instruction)

    def step(strand: Strand) -> int | None:
        lanes = strand.mask if guard is None else guard(strand)
        if not lanes.any():
            return None
        leaves(strand, lanes, instruction.index)
        strand.at = at + 1
        return STOP

    return step


def _trap(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    active = assembler.active(instruction)

    def step(strand: Strand) -> int | None:
        lanes = active(strand)
        if not len(lanes):
            return None
        strand.warp.block.fault("bounds", instruction.index, strand.threads(lanes)[0], "trap is reached")
        strand.warp.strands.remove(strand)
        return STOP

    return step


def together(step: Step, members: Callable[[Strand], int], at: int) -> Step:
    """Hold a warp's lanes together at an instruction: those that the mask names go through it as one strand.

    (PTX ISA 9.0: an instruction with `.sync` waits until all threads of its mask execute the same one.) Where a schedule
    keeps the lanes apart, they part again behind it.
    """

    def held(strand: Strand) -> int | None:
        if strand.full:
            return step(strand)
        warp = strand.warp
        bits = members(strand)
        wanted = np.array([bool(bits >> lane & 1) for lane in range(32)])
        alive = np.zeros(32, np.bool_)
        here = strand.mask.copy()
        waiting: list[Strand] = []
        for other in warp.strands:
            alive |= other.mask
            if other is not strand and other.blocked == ("together", at):
                here |= other.mask
                waiting.append(other)
        if (wanted & alive & ~here).any():
            strand.blocked, strand.at = ("together", at), at
            return STOP
        parts = [(strand.part, strand.mask), *((other.part, other.mask) for other in waiting)]
        for other in waiting:
            warp.strands.remove(other)
        if waiting:
            strand.takes(here)
        found = step(strand)
        if len(warp.block.parts) > 1 and waiting:
            _part(strand, parts, at + 1)
            return STOP
        return found

    return held


def _part(strand: Strand, parts: list[tuple[int, np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]], at: int) -> None:
    """Lanes go on apart, as they came."""
    warp = strand.warp
    warp.strands.remove(strand)
    for number in sorted({part for part, _ in parts}):
        mask = np.zeros(32, np.bool_)
        for part, lanes in parts:
            if part == number:
                mask |= lanes
        warp.strands.append(Strand(warp, mask, at, number))


def retry_together(block: BlockState) -> bool:
    """Wake strands that wait for lanes which have ended since; whether there are any."""
    woken = False
    for warp in block.warps:
        for strand in warp.strands:
            if isinstance(strand.blocked, tuple) and strand.blocked[0] == "together":
                strand.blocked = None
                woken = True
    return woken
