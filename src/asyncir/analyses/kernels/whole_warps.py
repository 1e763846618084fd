# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instructions that all lanes of a warp execute together: those that say `.sync.aligned`.

"All threads in the warp must execute the same instruction. In conditionally executed code, it should only be used if it
is known that all threads in the warp evaluate the condition identically, otherwise the behavior is undefined": PTX ISA
9.0, of ldmatrix (9.7.14.5.15), mma (9.7.14.5.14), wgmma, tcgen05, of `bar` (which is `barrier.aligned`, 9.7.13.1) and
others. `setmaxnreg` is for warpgroups (9.7.19.5). Who comes together to one round of a barrier has rules besides
(`machine_barriers.py`), where a warp may be small.

Lanes of a warp that went another way at a branch, and are not back, make it undefined. What lanes mean that have ended,
or that a block never had, the manual does not say; that is not known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from asyncir.analyses.kernels.pieces import WARPGROUP
from asyncir.analyses.kernels.trace import WARP
from asyncir.ptx.program import PtxInstruction

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from asyncir.analyses.kernels.execute import KernelMachine
    from asyncir.analyses.kernels.thread_groups import ThreadGroup
    from asyncir.analyses.kernels.trace import Threads

WHY = "is for whole warps, and lanes of one go another way"
ENDED = "it is for whole warps, and lanes of one have ended"
SMALL = "it is for whole warps, and the last warp of a block has fewer lanes"
APART = "it is for whole warps, and lanes of one may not have come"


def for_whole_warps(instruction: PtxInstruction) -> bool:
    """Whether all lanes of a warp have to execute the instruction together."""
    return "aligned" in instruction.modifiers or (
        instruction.name == "bar" and "warp" not in instruction.modifiers
    )


def check_whole_warps(machine: KernelMachine, group: ThreadGroup, site: int, threads: Threads) -> None:
    """Lanes of `group` execute an instruction for whole warps at `site`."""
    wide = WARP * WARPGROUP if machine.code.body[site].name == "setmaxnreg" else WARP
    missing = _missing(machine, threads, wide)
    if not len(missing):
        return
    there = missing[missing >= 0]
    if len(there) < len(missing) and machine.code.body[site].name not in ("bar", "barrier"):
        _note(machine, site, SMALL)
    alive = there[~machine.barriers.ended[there]]
    if len(alive) < len(there):
        _note(machine, site, ENDED)
    if not len(alive):
        return
    if _went_another_way(group, threads, alive):
        machine.misuse(site, threads, WHY)
    else:
        _note(machine, site, APART)


def _note(machine: KernelMachine, site: int, why: str) -> None:
    """Something that is not known, unless the run has shown already that the kernel is wrong."""
    if not machine.misuses:
        machine.note(f"{machine.spot(site)}: {why}")


def _missing(machine: KernelMachine, threads: Threads, wide: int) -> NDArray[np.int64]:
    """Lanes of the threads' warps (or warpgroups, with `wide` threads) that are not among them; -1 for one that the block
    does not have.
    """
    block = machine.block
    firsts = np.unique(threads // block * block + threads % block // wide * wide).astype(np.int64)
    lanes = firsts[:, None] + np.arange(wide)
    outside = lanes >= (firsts // block * block + block)[:, None]
    if lanes.size == len(threads):
        return np.zeros(0, np.int64)
    lanes[outside] = -1
    return lanes[~np.isin(lanes, threads)]


def _went_another_way(group: ThreadGroup, threads: Threads, lanes: NDArray[np.int64]) -> bool:
    """Whether a guard, or a branch that the group is still inside of, parted it from `lanes`."""
    if len(threads) < len(group.frame.threads) and np.isin(lanes, group.frame.threads).any():
        return True
    parting = group.parting
    while parting is not None:
        if np.isin(lanes, parting.frame.threads).any():
            return True
        parting = parting.outer
    return False
