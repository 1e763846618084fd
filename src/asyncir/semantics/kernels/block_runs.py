# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One run of a block under one schedule."""

from dataclasses import dataclass

import numpy as np

from asyncir.semantics.kernels.adversary import RunOrder
from asyncir.semantics.kernels.arithmetic import Lanes
from asyncir.semantics.kernels.block_program import BlockProgram
from asyncir.semantics.kernels.block_state import (
    RULES,
    BlockState,
    NamedBarrier,
    NotModelledError,
    SimulatedFault,
    SimulatorRules,
    Strand,
)
from asyncir.semantics.kernels.control_steps import retry_together
from asyncir.semantics.kernels.shared_bytes import MemoryLog

STEP_LIMIT = 400_000


@dataclass(frozen=True)
class BlockRun:
    """What came out: faults, and the sum of each thread's reads. `steps` is how many were carried out."""

    order: RunOrder
    faults: tuple[SimulatedFault, ...]
    sums: Lanes
    reads: Lanes
    steps: int
    log: MemoryLog | None = None


def run_block(
    program: BlockProgram, order: RunOrder, rules: SimulatorRules = RULES, logged: bool = False,
    limit: int = STEP_LIMIT,
) -> BlockRun:  # fmt: skip
    """Run a block to its end, to a hang, or to the limit (`NotModelledError`: nothing is said then)."""
    log = MemoryLog() if logged else None
    block = program.state(order, rules, log)
    steps = 0
    while True:
        ready = _ready(block)
        if not ready:
            if not any(warp.strands for warp in block.warps):
                break
            if block.force() or retry_together(block):
                continue
            _hangs(block, program)
            break
        steps += _go(program, block, block.adversary.runs(ready))
        if steps > limit:
            raise NotModelledError(f"the run takes more than {limit} steps")
    sums = np.stack([warp.sums for warp in block.warps])
    reads = np.stack([warp.ordinal for warp in block.warps])
    return BlockRun(order, tuple(block.faults), sums, reads, steps, log)


def _ready(block: BlockState) -> list[Strand]:
    """Strands that can go on: of a warp's lanes that stay together, those that are furthest behind."""
    found: list[Strand] = []
    for warp in block.warps:
        strands = warp.strands
        if len(strands) == 1:
            if strands[0].blocked is None:
                found.append(strands[0])
            continue
        behind: dict[int, Strand] = {}
        for strand in strands:
            if strand.blocked is None:
                other = behind.get(strand.part)
                if other is None or strand.at < other.at:
                    behind[strand.part] = strand
        found.extend(behind[part] for part in sorted(behind))
    return found


def _go(program: BlockProgram, block: BlockState, strand: Strand) -> int:
    """Let a strand go on until it blocks, ends, parts, meets another, or the adversary stops it; how many steps it took."""
    steps, visible = program.steps, program.visible
    at = strand.at
    taken = 0
    alone = len(strand.warp.strands) == 1
    pauses = block.adversary.order.pause > 0
    turns = block.adversary.order.turns
    yields = None if turns == "blocked" else program.releases if turns == "releases" else program.visible
    if alone and not pauses and yields is None:
        while True:
            taken += 1
            to = steps[at](strand)
            if to is None:
                at += 1
            elif to >= 0:
                at = to
                if taken > 200_000:
                    break
            else:
                return taken
        strand.at = at
        return taken
    while True:
        meets = _meeting(strand, at)
        if meets is not None:
            strand.takes(strand.mask | meets.mask)
            strand.warp.strands.remove(meets)
        elif _overtakes(strand, at):
            strand.at = at
            return taken
        taken += 1
        strand.at = at
        to = steps[at](strand)
        if to is not None and to < 0:
            return taken
        stops = pauses and visible[at] and block.adversary.pauses()
        if yields is not None and yields[at]:
            stops = True
            strand.turn += 1
        at = at + 1 if to is None else to
        if stops or taken > 200_000:
            strand.at = at
            return taken


def _meeting(strand: Strand, at: int) -> Strand | None:
    for other in strand.warp.strands:
        if other is not strand and other.at == at and other.part == strand.part and other.blocked is None:
            return other
    return None


def _overtakes(strand: Strand, at: int) -> bool:
    """Whether some lanes that stay together with these are behind, and can go on."""
    for other in strand.warp.strands:
        if other is not strand and other.part == strand.part and other.blocked is None and other.at < at:
            return True
    return False


def _hangs(block: BlockState, program: BlockProgram) -> None:
    """Who waits for what, forever."""
    for warp in block.warps:
        for strand in warp.strands:
            reason = "waits forever"
            at = strand.at
            if isinstance(strand.blocked, NamedBarrier):
                at -= 1
                reason = f"waits forever at a barrier: {strand.blocked.arrived} of {strand.blocked.expected} threads arrive"
            elif isinstance(strand.blocked, tuple):
                kind, where = strand.blocked[:2]  # pyright: ignore[reportUnknownVariableType]
                if kind == "phase":
                    reason = f"waits forever for a phase of the mbarrier at {where}"
                elif kind == "products":
                    reason = "waits forever for a product that not all warps of its group issue"
                else:
                    reason = "waits forever for other lanes of its warp"
            block.fault("hang", program.origins[at], strand.threads()[0], reason)
