# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Groups of operations in flight, and registers that they use.

Each issuer's operations in a queue have numbers from 1 on (`issued`). A commit notes how many there were (`groups`); a wait
for all but n groups waits for what had been issued at the commit that lies n commits back: groups end in order.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from asyncir.certificates.kernels.reading import NOBODY, Numbers
from asyncir.certificates.kernels.thread_clocks import ORDERED, ThreadClocks


class GroupQueues:
    """All queues of all issuers; `kept` is how many commits back any wait looks."""

    def __init__(self, columns: int, kept: int) -> None:
        self.issued = np.zeros(columns, np.int64)
        self.kept = kept + 1
        self.groups = np.zeros((columns, self.kept), np.int64)
        """Newest first."""
        self.last_issue = np.full(columns, -1)

    def issue(self, columns: Numbers, instruction: int) -> None:
        """Each of these issuers starts an operation."""
        self.issued[columns] += 1
        self.last_issue[columns] = instruction

    def commit(self, columns: Numbers) -> None:
        """Each of these issuers closes a group."""
        self.groups[columns, 1:] = self.groups[columns, :-1]
        self.groups[columns, 0] = self.issued[columns]

    def until(self, columns: Numbers, count: int, everything: bool) -> Numbers:
        """The operations that are done, for each column, when at most `count` groups are not."""
        if everything:
            return self.issued[columns]
        return self.groups[columns, count]


@dataclass(slots=True, eq=False)
class RegistersInUse:
    """Registers of operations in flight, and registers that were touched since the last `wgmma.fence`.

    `flying` is by instruction: registers, columns and numbers of the operations for each thread (0: none). `touched` is by
    registers and instruction: the step of each thread. `fenced` is each thread's step at its last fence.
    """

    threads: int
    flying: dict[tuple[int, str], tuple[frozenset[str], Numbers, Numbers]] = field(
        default_factory=dict[tuple[int, str], tuple[frozenset[str], Numbers, Numbers]]
    )
    touched: dict[tuple[int, frozenset[str]], Numbers] = field(
        default_factory=dict[tuple[int, frozenset[str]], Numbers]
    )
    fenced: Numbers = field(default_factory=lambda: NOBODY)

    def __post_init__(self) -> None:
        self.fenced = np.zeros(self.threads, np.int64)

    def start(
        self,
        instruction: int,
        queue: str,
        names: frozenset[str],
        threads: Numbers,
        columns: Numbers,
        numbers: Numbers,
    ) -> None:
        """Operations of these threads use registers from now on."""
        key = (instruction, queue)
        if key not in self.flying:
            self.flying[key] = (names, np.zeros(self.threads, np.int64), np.zeros(self.threads, np.int64))
        _, column, number = self.flying[key]
        column[threads], number[threads] = columns, numbers

    def not_over(self, names: frozenset[str], threads: Numbers, clocks: ThreadClocks) -> list[int]:
        """Instructions whose operations still use one of these registers, as far as these threads know."""
        found: list[int] = []
        for (instruction, _), (used, columns, numbers) in self.flying.items():
            if used.isdisjoint(names):
                continue
            known = clocks.known(ORDERED, threads, columns[threads])
            if (numbers[threads] > known).any():
                found.append(instruction)
        return found

    def touch(self, instruction: int, names: frozenset[str], threads: Numbers, clocks: ThreadClocks) -> None:
        """These threads use these registers themselves."""
        steps = self.touched.setdefault((instruction, names), np.zeros(self.threads, np.int64))
        steps[threads] = clocks.mine[ORDERED, threads]

    def not_fenced(self, names: frozenset[str], threads: Numbers) -> list[int]:
        """Instructions that touched one of these registers with no fence of the same thread behind them."""
        return [
            instruction
            for (instruction, touched), steps in self.touched.items()
            if not touched.isdisjoint(names) and (steps[threads] > self.fenced[threads]).any()
        ]
