"""How much room there is in the memories of a machine, for what is launched to make buffers there (DEV-13)."""

from __future__ import annotations

from asyncir.semantics.core.memory import Buffer
from asyncir.semantics.machines.processes import Want
from asyncir.targets.machine import MachineModel


class MemoryRoom(Want):
    """The bytes of one memory; who finds too few of them free waits here."""

    __slots__ = ("_bytes", "asked", "memory", "name", "size", "taken")

    def __init__(self, memory: str, size: int):
        super().__init__()
        self.memory = memory
        self.name = f'room in "{memory}"'
        self.size = size
        self.taken = 0
        self.asked = 0
        """The bytes of all buffers of the run."""
        self._bytes: dict[int, int] = {}
        """By the identity of a buffer that is there: its bytes."""

    def words(self) -> str:
        """See `Want`."""
        return f"{self.name}: {self.taken} of {self.size} bytes are taken"

    @property
    def stall(self) -> str:
        """What a process does that waits here."""
        return f"waits for {self.name}"

    @property
    def is_open(self) -> bool:
        """Whether it matters who is first: all at once have no room."""
        return self.asked > self.size

    def has(self, size: int) -> bool:
        """Whether so many bytes are free."""
        return self.taken + size <= self.size

    def take(self, buffer: Buffer, size: int) -> None:
        """A buffer is made."""
        self.taken += size
        self._bytes[id(buffer)] = size

    def give_back(self, buffer: Buffer) -> bool:
        """A buffer is gone; whether it was here."""
        size = self._bytes.pop(id(buffer), None)
        self.taken -= size or 0
        return size is not None


def rooms_of(model: MachineModel) -> dict[str, MemoryRoom]:
    """The memories that have an end, by name."""
    return {one.name: MemoryRoom(one.name, one.bytes) for one in model.memories if one.bytes is not None}
