"""How long works of the simulated device take, and when each was done.

Time is that of a device with room for everything: a work begins when the host has given it, what it waits for is over and its
stream is free; the host takes no time but where it waits. So a time is the longest way through the orders of the program, and
no matter in which order the interpreter runs tasks.
"""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.dialects.interfaces.device_work import WorkKind
from asyncir.ir import Operation


@dataclass(frozen=True)
class DeviceCosts:
    """Microseconds, but for what says otherwise. The numbers are round ones of no device that exists."""

    copy: float = 5.0
    """What each copy takes, whatever its size."""
    bytes_per_microsecond: float = 10_000.0
    """How fast copies and fills go."""
    launch: float = 5.0
    """What each launch of a kernel takes, whatever it does."""
    steps_per_microsecond: float = 100.0
    """How many steps of the interpreter all threads together do."""
    memory: float = 1.0
    """What an allocation, the end of one and a fill take."""

    def of(self, kind: WorkKind, size: int, steps: int) -> float:
        """How long work takes that touches so many bytes, or takes so many steps."""
        if kind is WorkKind.KERNEL:
            return self.launch + steps / self.steps_per_microsecond
        if kind is WorkKind.COPY:
            return self.copy + size / self.bytes_per_microsecond
        return self.memory + (size / self.bytes_per_microsecond if kind is WorkKind.FILL else 0)


@dataclass(frozen=True)
class TimedWork:
    """One work, from when it began until it was over."""

    op: Operation
    stream: str
    """The stream that it was in; empty where there are none."""
    begin: float
    end: float
