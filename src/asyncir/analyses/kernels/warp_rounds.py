# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Who owes whom an arrival at `bar.warp.sync`.

Lanes wait until all lanes of their mask that have not ended have come, with the same mask (PTX ISA 9.0, 9.7.13.2). A run
does not hold them up: lanes of one warp may come one after the other, and what they order is decided by who came
together. So it is counted here who has come how often with which mask. Who still has to come, and waits at something
else instead, may keep the others waiting for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.trace import WARP
from asyncir.ptx.program import Immediate

if TYPE_CHECKING:
    from asyncir.analyses.kernels.execute import KernelMachine
    from asyncir.analyses.kernels.trace import Threads

ALL: Final = (1 << WARP) - 1
_COLLECTIVES: Final = frozenset({"shfl", "vote", "match", "redux", "elect"})
OWES: Final = "a lane that the mask of a warp barrier names waits at another place, and may never come"


class WarpRounds:
    """Arrivals at warp barriers at which not all came together."""

    def __init__(self, machine: KernelMachine) -> None:
        self.machine = machine
        self.open: dict[tuple[int, int], NDArray[np.int64]] = {}
        """How often each lane has come, by the first thread of the warp and the mask."""
        self.walked: set[tuple[int, int]] = set()

    def come(self, site: int, threads: Threads, mask: int) -> None:
        """Lanes of one warp come with one mask; `threads` are those that come together."""
        block = self.machine.block
        rank, place = divmod(int(threads[0]), block)
        first = rank * block + place // WARP * WARP
        lanes = threads - first
        named = self._named(first, mask)
        missing = named[~np.isin(named, lanes)]
        key = (first, mask)
        self._check(site, threads, key)
        if not len(missing) and key not in self.open:
            return
        arrivals = self.open.setdefault(key, np.zeros(WARP, np.int64))
        arrivals[lanes] += 1
        behind = missing[arrivals[missing] < arrivals[lanes].max()]
        for group in self.machine.groups:
            if group.waits is not None and np.isin(group.frame.threads, behind + first).any():
                self._tell(site)
        if (arrivals[named] == arrivals[named].max()).all():
            del self.open[key]

    def wait(self, site: int, threads: Threads) -> None:
        """Threads come to another place at which they may wait."""
        if self.open:
            self._check(site, threads, None)

    def part(self, threads: Threads, goes: NDArray[np.int64], meet: int) -> None:
        """Threads go on at `goes` until they meet: not all lanes of a warp come to what needs them all.

        Where a way may lead to the end of the kernel this says nothing: lanes that ended need not come.
        """
        flow, block = self.machine.part.flow, self.machine.block
        if meet >= self.machine.code.length:
            return
        warps = threads // block * block + threads % block // WARP
        pairs = np.unique(np.stack([warps, goes]), axis=1)
        if len(pairs.T) == len(np.unique(warps)):
            return
        for start in np.unique(goes).tolist():
            if (start, meet) in self.walked:
                continue
            self.walked.add((start, meet))
            stack, seen = [self.machine.part.block_of(start)], set[int]()
            while stack:
                number = stack.pop()
                if number in seen or number == flow.end or flow.blocks[number].start == meet or start == meet:
                    continue
                seen.add(number)
                self._tell_of_collectives(flow.blocks[number].start, flow.blocks[number].end)
                stack += flow.blocks[number].successors

    def _tell_of_collectives(self, start: int, end: int) -> None:
        for k in range(start, end):
            found = self.machine.code.body[k]
            if found.name in _COLLECTIVES and "sync" in found.modifiers:
                mask = found.operands[-1]
                if isinstance(mask, Immediate) and mask.value & ALL == ALL:
                    self.machine.note(
                        f"{self.machine.spot(k)}: its mask names all lanes, and not all may come"
                    )

    def _check(self, site: int, threads: Threads, but: tuple[int, int] | None) -> None:
        for key, arrivals in list(self.open.items()):
            if key == but:
                continue
            first, mask = key
            named = self._named(first, mask)
            if not len(named) or (arrivals[named] == arrivals[named].max()).all():
                del self.open[key]
                continue
            mine = named[np.isin(named + first, threads)]
            if (arrivals[mine] < arrivals[named].max()).any():
                self._tell(site)

    def _named(self, first: int, mask: int) -> NDArray[np.int64]:
        """The lanes of a mask that are there and have not ended."""
        machine = self.machine
        end = min(first + WARP, (first // machine.block + 1) * machine.block)
        lanes = np.arange(end - first)
        return lanes[(mask >> lanes & 1).astype(np.bool_) & ~machine.barriers.ended[first:end]]

    def _tell(self, site: int) -> None:
        self.machine.note(f"{self.machine.spot(site)}: {OWES}")
