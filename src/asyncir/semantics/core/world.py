"""What is outside of the program while it is interpreted: a clock, files, functions of the host. Only these are real."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Host = Mapping[str, Callable[..., object]]

NO_FILE = "No such file or directory"
BAD_FILE = "Bad file descriptor"


@dataclass
class OpenFile:
    """A file that is open."""

    data: bytearray
    reads: bool
    writes: bool


@dataclass
class HostWorld:
    """The outside of one run: it begins with a clock at 0 and without any file."""

    host: Host
    clock: int = 0
    files: dict[str, bytearray] = field(default_factory=dict[str, bytearray])
    opened: dict[int, OpenFile] = field(default_factory=dict[int, OpenFile])
    _next: int = 3

    def read_clock(self) -> int:
        """The time, which goes on by a microsecond."""
        self.clock += 1000
        return self.clock

    def open(self, path: str, mode: str) -> int | str:
        """A new descriptor, or why there is none."""
        if mode == "read" and path not in self.files:
            return NO_FILE
        data = self.files.setdefault(path, bytearray())
        if mode == "write":
            data.clear()
        number = self._next
        self._next += 1
        self.opened[number] = OpenFile(data, mode != "write", mode != "read")
        return number
