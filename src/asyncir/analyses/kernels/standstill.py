# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a run goes round in a circle: the machine comes to a state that it had before.

Equal states have equal futures, so such a run never ends by itself. The state is kept at some head of a loop, and compared
when the same threads come there again; the kept one is renewed at twice, four times, eight times as many turns (Brent's way
to find a circle), so that the path into the circle may be long and looking costs little.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from asyncir.analyses.kernels.snapshots import Moment, alike, moment

if TYPE_CHECKING:
    from asyncir.analyses.kernels.execute import KernelMachine
    from asyncir.analyses.kernels.thread_groups import ThreadGroup

FIRST_LOOK: Final = 2
"""Turns before a state is kept for the first time."""

MOST_LOOKS: Final = 16
"""Comparisons with one state."""


@dataclass(slots=True)
class Standstill:
    """Counts the turns of loops' heads. `decided`: how many conditions on loaded data had been decided at the kept state."""

    turns: int = 0
    renew: int = FIRST_LOOK
    looks: int = 0
    kept: Moment | None = None
    at: tuple[int, int] = (-1, -1)
    decided: int = 0

    def again(self, machine: KernelMachine, group: ThreadGroup) -> bool:
        """A group is at a loop's head: whether all is as it was before."""
        self.turns += 1
        if self.turns >= self.renew:
            self.renew = 2 * self.turns
            self.looks, self.kept, self.at = 0, moment(machine), (group.first, group.pc)
            self.decided = sum(machine.decided.values())
            return False
        if self.kept is None or self.at != (group.first, group.pc) or self.looks >= MOST_LOOKS:
            return False
        self.looks += 1
        found = alike(machine, self.kept, moment(machine))
        return not isinstance(found, str) and not any(found)
