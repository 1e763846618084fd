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
            block.fault(
                "exit", index, thread, "the thread ends while its bulk stores may still read shared memory"
            )
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
            return _call(assembler, instruction)


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


def _call(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    """A failed assertion ends the program; any other call is not followed, once it is reached."""
    if "__assertfail" in instruction.text:
        return _trap(assembler, instruction)
    active = assembler.active(instruction)

    def step(strand: Strand) -> None:
        if len(active(strand)):
            raise NotModelledError(instruction.text)

    return step


def _trap(assembler: StepAssembler, instruction: PtxInstruction) -> Step:
    active = assembler.active(instruction)

    def step(strand: Strand) -> int | None:
        lanes = active(strand)
        if not len(lanes):
            return None
        strand.warp.block.fault("trap", instruction.index, strand.threads(lanes)[0], "trap is reached")
        strand.warp.strands.remove(strand)
        return STOP

    return step


def together(step: Step, members: Callable[[Strand], int], mask_slot: int | None, at: int) -> Step:
    """Hold a warp's lanes together at an instruction: those that the mask names go through it as one strand.

    (PTX ISA 9.0: an instruction with `.sync` waits until all threads of its mask execute the same one.) Where a schedule
    keeps the lanes apart, they part again behind it.
    """

    def held(strand: Strand) -> int | None:
        if strand.full and strand.joined is None and mask_slot is None:
            return step(strand)
        warp = strand.warp
        bits = members(strand)
        _others_wait(strand, mask_slot, at)
        wanted = np.array([bool(bits >> lane & 1) for lane in range(32)])
        alive = np.zeros(32, np.bool_)
        here = strand.mask.copy()
        waiting: list[Strand] = []
        for other in warp.strands:
            alive |= other.mask
            if other is not strand and other.blocked == ("together", at, bits):
                here |= other.mask
                waiting.append(other)
        if (wanted & alive & ~here).any():
            strand.blocked, strand.at = ("together", at, bits), at
            return STOP
        parts = strand.joined or [
            (strand.part, strand.mask),
            *((other.part, other.mask) for other in waiting),
        ]
        for other in waiting:
            warp.strands.remove(other)
        if waiting:
            strand.takes(here)
        found = step(strand)
        if len(parts) == 1 or len(warp.block.parts) == 1:
            return found
        if found == STOP and strand.blocked is not None:
            # It is to be carried out again, by the same lanes together.
            strand.joined = parts
            return STOP
        strand.joined = None
        _part(strand, parts, at + 1)
        return STOP

    return held


def _others_wait(strand: Strand, mask_slot: int | None, at: int) -> None:
    """Lanes with another mask than the first are held by themselves."""
    if mask_slot is None:
        return
    masks = strand.warp.registers[mask_slot]
    same = strand.mask & (masks == masks[strand.lanes[0]])
    if same.sum() < len(strand.lanes):
        strand.warp.strands.append(Strand(strand.warp, strand.mask & ~same, at, strand.part))
        strand.takes(same)


def _part(
    strand: Strand, parts: list[tuple[int, np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]], at: int
) -> None:
    """Lanes go on apart, as they came."""
    warp = strand.warp
    warp.strands.remove(strand)
    for number in sorted({part for part, _ in parts}):
        mask = np.zeros(32, np.bool_)
        for part, lanes in parts:
            if part == number:
                mask |= lanes
        warp.strands.append(Strand(warp, mask, at, number))


def _held_at(strand: Strand) -> int | None:
    """The step at which a strand waits for other lanes."""
    if isinstance(strand.blocked, tuple) and strand.blocked[0] == "together":
        return strand.at
    return None


def retry_together(block: BlockState) -> bool:
    """Wake one strand that waits for lanes which have all ended since, or wait there too; whether there is one."""
    for warp in block.warps:
        alive = sum(1 << lane for strand in warp.strands for lane in strand.lanes.tolist())
        for strand in warp.strands:
            at = _held_at(strand)
            if at is None or not isinstance(strand.blocked, tuple):
                continue
            here = sum(
                1 << lane for other in warp.strands if _held_at(other) == at for lane in other.lanes.tolist()
            )
            if not int(strand.blocked[2]) & alive & ~here:  # pyright: ignore[reportUnknownArgumentType]
                strand.blocked = None
                return True
    return False
