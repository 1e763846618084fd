# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Threads that run as one, and where those that parted meet again."""

from dataclasses import dataclass, field

from asyncir.analyses.kernels.frames import RegisterFrame


@dataclass(eq=False)
class Parting:
    """Threads that parted: they meet at instruction `meet` in `frame`, and go on as what they were before."""

    frame: RegisterFrame
    meet: int
    outer: "Parting | None"
    outer_stop: int
    members: list["ThreadGroup"] = field(default_factory=list["ThreadGroup"])


@dataclass(eq=False)
class ThreadGroup:
    """Threads that run as one. `waits` says for what; `arrived` that they are where they meet the others; `began` that
    they stand at the head of a loop whose trip was counted.
    """

    frame: RegisterFrame
    pc: int
    stop: int = -1
    parting: Parting | None = None
    waits: tuple[str, int] | None = None
    arrived: bool = False
    began: bool = False
    failed_tests: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])

    @property
    def first(self) -> int:
        """The lowest thread."""
        return int(self.frame.threads[0])
