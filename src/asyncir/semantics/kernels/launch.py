# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a kernel is started with: one block, the bytes of its parameters, the boxes of tensor maps.

Addresses have windows, so that a number tells its space: shared memory as generic pointers sees it, and parameters. All
else is global memory, whose contents are opaque. The low 32 bits of the shared window's base are zero: code that cuts a
generic pointer to 32 bits gets the shared address, as on the hardware. Parameters are below 2**32: some compilers hold
their addresses in 32 bits.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from asyncir.ptx.program import Kernel, PtxModule

SHARED_WINDOW = 1 << 44
PARAMETER_WINDOW = 0x6000_0000
SHARED_LIMIT = 1 << 18


@dataclass(frozen=True)
class CopyBox:
    """What one tensor copy moves: elements a side, innermost first, and the bytes of an element."""

    sides: tuple[int, ...]
    element_bytes: int

    @property
    def bytes(self) -> int:
        """Bytes of the whole box."""
        total = self.element_bytes
        for side in self.sides:
            total *= side
        return total


@dataclass(frozen=True)
class BlockLaunch:
    """One block of a kernel.

    `values` maps a parameter's name to a number or, for a struct, its bytes; one that is missing is zero. `boxes` maps
    a parameter's name, or `name+offset` inside a struct, to the box of the tensor map there. `world` chooses the values
    that loads of opaque memory give.
    """

    module: PtxModule
    kernel: Kernel
    block: tuple[int, int, int]
    grid: tuple[int, int, int] = (1, 1, 1)
    block_index: tuple[int, int, int] = (0, 0, 0)
    dynamic_shared: int = 0
    values: Mapping[str, int | bytes] = field(default_factory=dict[str, int | bytes])
    boxes: Mapping[str, CopyBox] = field(default_factory=dict[str, CopyBox])
    world: int = 0

    @property
    def threads(self) -> int:
        """Threads of the block."""
        x, y, z = self.block
        return x * y * z

    def parameter_bytes(self) -> bytes:
        """The whole block of parameters."""
        end = max((p.offset + p.size for p in self.kernel.parameters), default=0)
        memory = bytearray(end)
        for parameter in self.kernel.parameters:
            value = self.values.get(parameter.name, 0)
            if isinstance(value, int):
                value = (value & (2 ** (8 * parameter.size) - 1)).to_bytes(parameter.size, "little")
            memory[parameter.offset : parameter.offset + len(value)] = value
        return bytes(memory)

    def box_at(self, address: int) -> CopyBox | None:
        """The box of the tensor map at an address in the window of parameters."""
        inside = address - PARAMETER_WINDOW
        for parameter in self.kernel.parameters:
            if parameter.offset <= inside < parameter.offset + max(parameter.size, 1):
                offset = inside - parameter.offset
                return self.boxes.get(f"{parameter.name}+{offset}") or (
                    self.boxes.get(parameter.name) if offset == 0 else None
                )
        return None

    def shared_layout(self) -> tuple[dict[str, int], int]:
        """Where each shared variable begins, and how many bytes there are in all."""
        places: dict[str, int] = {}
        end = 0
        variables = [v for v in (*self.module.variables, *self.kernel.variables) if v.space == "shared"]
        for variable in variables:
            if variable.size:
                end = -(-end // variable.align) * variable.align
                places[variable.name] = end
                end += variable.size
        dynamic = -(-end // 1024) * 1024
        for variable in variables:
            if not variable.size:
                places[variable.name] = dynamic
                end = dynamic + self.dynamic_shared
        return places, end
