# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Who does work in a kernel's run: the columns of its clocks.

Threads come first. Behind them are engines: `cp.async` of a thread, `bulk` copies of a thread (what they have read and what
they have written are two columns: a wait may be for the reading only), `wgmma` of a warpgroup, tensor cores of the fifth
generation as one thread uses them, and mbarriers by their address: copies that are counted on one are done when its phase is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from asyncir.certificates.answers import NotFollowed, Refused
from asyncir.certificates.kernels.reading import CertifiedStep, Numbers

QUEUES: Final = ("cp.async", "bulk", "wgmma", "tcgen05", "tcgen05.ld", "tcgen05.st")
IN_ORDER: Final = ("wgmma", "tcgen05")
"""Queues whose operations of one issuer come in order where they use the same memory: PTX ISA, 9.7.15.6 and 9.7.16.6.2."""

WARPGROUP: Final = 128


class Columns:
    """The columns of one run. `owner` is the thread that alone waits for a column itself; -1: nobody's.

    An mbarrier has two columns: its phases, and (`made`, by address) its initialisations.
    """

    def __init__(self, threads: int, block: int, steps: Sequence[CertifiedStep]) -> None:
        self.threads = threads
        self.block = block
        self.owners = list(range(threads))
        self._queue: dict[tuple[str, str], Numbers] = {}
        self._mbarrier: dict[int, int] = {}
        self.made: dict[int, int] = {}
        self.address_of: dict[int, int] = {}
        for step in steps:
            if step.queue and step.kind in ("Issued", "Committed", "Waited", "Arrived"):
                self._add_queue(step)
            elif step.kind == "Initialised":
                self.address_of[step.mbarrier] = step.address
                if step.address not in self._mbarrier:
                    self._mbarrier[step.address] = len(self.owners)
                    self.made[step.address] = len(self.owners) + 1
                    self.owners += [-1, -1]
        self.owner = np.array(self.owners, np.int64)

    def _add_queue(self, step: CertifiedStep) -> None:
        """Columns for the engines that `step` names."""
        if step.queue not in QUEUES:
            raise NotFollowed(f"there is no queue '{step.queue}'")
        whole = step.threads.size == WARPGROUP * np.unique(self._warpgroup(step.threads)).size
        if step.queue == "wgmma" and not whole:
            raise NotFollowed("warps of a warpgroup go different ways")
        for part in self.parts(step.queue):
            known = self._queue.setdefault((step.queue, part), np.full(self.threads, -1))
            for thread in step.threads[known[step.threads] < 0]:
                if known[thread] >= 0:
                    continue
                if step.queue == "wgmma":
                    first = int(thread) - int(thread) % self.block % WARPGROUP
                    known[first : first + WARPGROUP] = len(self.owners)
                    self.owners.append(-1)
                else:
                    known[thread] = len(self.owners)
                    self.owners.append(int(thread))

    def _warpgroup(self, threads: Numbers) -> Numbers:
        """A number for each thread's warpgroup."""
        return threads // self.block * (1 << 16) + threads % self.block // WARPGROUP

    @staticmethod
    def parts(queue: str) -> tuple[str, ...]:
        """The columns that each issuer of a queue has."""
        return ("read", "write") if queue == "bulk" else ("write",)

    def of_queue(self, queue: str, part: str, threads: Numbers) -> Numbers:
        """The column of each of these threads' operations in a queue."""
        found = self._queue[queue, part if queue == "bulk" else "write"][threads]
        if found.size and found.min() < 0:
            raise Refused(f"accesses of '{queue}' on behalf of a thread that issues none")
        return found

    def of_mbarrier(self, number: int) -> int:
        """The column of the mbarrier that the trace calls by this number."""
        if number not in self.address_of:
            raise Refused("an mbarrier is used that was never initialised")
        return self._mbarrier[self.address_of[number]]

    def of_block(self, thread: int) -> int:
        """The block of a thread."""
        return thread // self.block

    def warp_of(self, threads: Numbers) -> Numbers:
        """A number for each thread's warp."""
        return threads // self.block * (1 << 16) + threads % self.block // 32
