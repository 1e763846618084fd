"""How much of each memory is allocated at once."""

from __future__ import annotations

import math
from typing import Any

from asyncir.ir import ComplexType, NoneAttr
from asyncir.semantics.core.memory import Buffer
from asyncir.semantics.core.values import bit_width, element_type
from asyncir.simulation.spans import MachineRun
from asyncir.targets.machine import MachineModel


class OccupiedMemory:
    """The bytes of the objects of a run, by memory. Arguments are not counted: the caller has made them."""

    def __init__(self, model: MachineModel, run: MachineRun):
        self.run = run
        self._names = {space: one.name for one in model.memories for space in (one.space, *one.also)}
        self._now: dict[str, int] = {}
        run.sizes = {memory.name: memory.bytes for memory in model.memories}

    def made(self, buffer: Buffer) -> None:
        """There is a new object."""
        name, size = self._of(buffer)
        now = self._now[name] = self._now.get(name, 0) + size
        if now > self.run.peaks.get(name, 0):
            self.run.peaks[name] = now

    def freed(self, buffer: Buffer) -> None:
        """An object is gone."""
        name, size = self._of(buffer)
        self._now[name] = self._now.get(name, 0) - size

    def _of(self, buffer: Buffer) -> tuple[str, int]:
        assert buffer.op is not None
        memref: Any = buffer.op.results[0].type
        space = "" if isinstance(memref.memory_space, NoneAttr) else str(memref.memory_space)
        name = self._names.get(space, space.strip('"') or "memory")
        return name, _bytes(memref, buffer.size)


def bytes_of(memref: Any) -> int:
    """The bytes of a memref of a size that its type says."""
    return _bytes(memref, math.prod(memref.get_shape()))


def _bytes(memref: Any, elements: int) -> int:
    return math.ceil(elements * _bits(memref.element_type) / 8)


def _bits(of: Any) -> int:
    """How many bits an element has."""
    lanes = math.prod(of.get_shape()) if hasattr(of, "get_shape") else 1
    element: Any = element_type(of)
    if element.name == ComplexType.name:
        return 2 * lanes * bit_width(element.element_type)
    return lanes * bit_width(element)
