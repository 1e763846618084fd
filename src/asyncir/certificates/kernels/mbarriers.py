# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mbarriers of a run: their phases, what each phase hands over, and which phase a wait is sure of.

A phase is over when as many arrivals have come as the mbarrier counts and no expected bytes are missing (PTX ISA, 9.7.13.15).
A clock's number in an mbarrier's column is the number of its phases that are known to be over, counted through all
initialisations of that address, so that it only grows.

**The least phase.** A wait that tests the parity ends when the phase before the current one has that parity. A thread that
knows of k phases that they are over is then sure of the first one of that parity from the last that it knows on, and of no
later one: in another schedule the wait may end there.

**Missed phases.** A wait for phase p that has not looked when phase p + 1 ends waits for phase p + 2. So the end of phase
p + 1 has to be caused, by whatever way, by each wait for phase p.

**Arrivals.** One on phase p must be caused by the end of phase p - 1: else it may come in that one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from asyncir.certificates.answers import Refused
from asyncir.certificates.kernels.reading import NOBODY, Numbers
from asyncir.certificates.kernels.thread_clocks import CAUSED


@dataclass(slots=True, eq=False)
class MbarrierRecord:
    """One mbarrier, since its initialisation. `base` phases were counted before it; `over` are since.

    `made` is the column of the address's initialisations, of which this is number `number`, by thread `initialiser` at
    `instruction`; `alive`: it was not invalidated. `clocks` are those of the phases from number `oldest` on, the current
    one's last. `seen` is each thread's step when it last waited for the phase before the current one, `seen_at` the
    instruction; `users` is each thread's last step with it, `used_at` the instruction.
    """

    column: int
    base: int
    count: int
    pending: int
    initialiser: int
    made: int
    instruction: int
    clocks: list[Numbers]
    seen: Numbers
    seen_at: Numbers
    oldest: int = 0
    over: int = 0
    bytes: int = 0
    number: int = 1
    alive: bool = True
    users: Numbers = field(default_factory=lambda: NOBODY)
    used_at: Numbers = field(default_factory=lambda: NOBODY)

    @property
    def epoch(self) -> int:
        """What the column's number is when the current phase is over."""
        return self.base + self.over + 1

    @property
    def due(self) -> bool:
        """Nothing is missing in the current phase: it is over."""
        return self.pending == 0 and self.bytes == 0

    def add(self, clock: Numbers) -> None:
        """Something counts in the current phase: what it knows is handed over."""
        current = self.clocks[-1]
        np.maximum(current, clock, out=current)

    def add_caused(self, caused: Numbers) -> None:
        """Something counts in the current phase, and nothing is ordered by it: only that it has happened is handed over."""
        current = self.clocks[-1][CAUSED]
        np.maximum(current, caused, out=current)

    def complete(self) -> list[tuple[int, int]]:
        """The current phase ends. Returns the waits that may have missed the one before: thread, instruction."""
        if not self.due:
            raise Refused("a phase ends before all that it waits for is there")
        clock = self.clocks[-1]
        waited = np.flatnonzero(self.seen > 0)
        missed = waited[clock[CAUSED][waited] < self.seen[waited]]
        clock[:, self.column] = self.epoch
        # What this phase hands over is handed over by all later ones too: they come behind it.
        self.clocks.append(clock.copy())
        self.over += 1
        self.pending = self.count
        self.seen = np.zeros_like(self.seen)
        return [(int(thread), int(self.seen_at[thread])) for thread in missed]

    def promised(self, known: int, parity: int) -> int:
        """The phase that a wait for this parity is sure of (-1: none), where `known` is the column's number."""
        last = max(known - self.base, 0) - 1
        return last if last % 2 == parity else last + 1

    def clock_of(self, phase: int) -> Numbers | None:
        """What the end of a phase handed over; None for the one before the first."""
        if phase < 0:
            return None
        if not self.oldest <= phase < self.over:
            raise Refused("a wait ends before its phase is over")
        return self.clocks[phase - self.oldest]

    def forget(self, phase: int) -> None:
        """No wait can end with a phase before this one any more."""
        while self.oldest < min(phase, self.over):
            self.clocks.pop(0)
            self.oldest += 1
