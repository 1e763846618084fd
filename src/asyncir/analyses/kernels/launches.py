# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a run of a kernel is given: shape of the launch, parameters, sizes of tensor maps' boxes, bounds."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import prod
from typing import Final

from asyncir.ptx.program import Kernel, Parameter

Shape = tuple[int, int, int]

POINTER_SHIFT: Final = 36
"""Parameters that are addresses are 64 GiB apart where nothing is given."""

LONGEST_NAME: Final = 60
"""Letters of a name that is shown."""

USUAL_NUMBER: Final = 256
"""An integer parameter of which nothing is known."""


@dataclass(frozen=True, slots=True)
class GridLaunch:
    """One launch, and the block of it that runs (all blocks of a cluster of `cluster` run together).

    `parameters` are by name: a number, or the bytes of a struct. `words` are by (name, offset): a number of any width
    at that offset; they win over `parameters`. `boxes` are the bytes that a tensor copy moves, by the name of the
    parameter with its map (`name+offset` for one within a struct), or by the index of the instruction. `steps` bounds
    the run. `decisions` say how branches on loaded data go, by instruction (not taken where nothing is said).
    """

    block: Shape
    grid: Shape = (4, 4, 1)
    cluster: Shape = (1, 1, 1)
    index: Shape = (0, 0, 0)
    parameters: Mapping[str, int | bytes] = field(default_factory=dict[str, int | bytes])
    words: Mapping[tuple[str, int], int] = field(default_factory=dict[tuple[str, int], int])
    boxes: Mapping[str | int, int] = field(default_factory=dict[str | int, int])
    decisions: Mapping[int, bool] = field(default_factory=dict[int, bool])
    dynamic_shared: int = 200 << 10
    steps: int = 400_000
    number: int = USUAL_NUMBER

    @property
    def threads(self) -> int:
        """Threads of a block."""
        return prod(self.block)

    @property
    def blocks(self) -> int:
        """Blocks of a cluster."""
        return prod(self.cluster)

    def with_word(self, name: str, offset: int, value: int) -> "KernelLaunch":
        """The launch with another number at `offset` of parameter `name`."""
        return replace(self, words={**self.words, (name, offset): value})

    def word(self, kernel: Kernel, name: str, offset: int, width: int) -> int:
        """The number of `width` bits at byte `offset` of parameter `name`."""
        mask = (1 << width) - 1
        if (name, offset) in self.words:
            return self.words[name, offset] & mask
        if (given := self.parameters.get(name)) is not None:
            data = given if isinstance(given, bytes) else (given % (1 << 64)).to_bytes(8, "little")
            return int.from_bytes(data[offset : offset + width // 8].ljust(width // 8, b"\0"), "little")
        place = next((k for k, p in enumerate(kernel.parameters) if p.name == name), 0)
        if width == 64:
            return ((place + 1) << POINTER_SHIFT) + offset * 64
        return self.number & mask


def block_shape(kernel: Kernel) -> Shape | None:
    """The shape that the kernel's directives ask for, or allow at most; None where they say nothing."""
    for directive in ("reqntid", "maxntid"):
        found = kernel.directives.get(directive)
        if found and all(n > 0 for n in found):
            x, y, z = (*found, 1, 1)[:3]
            return (x, y, z)
    return None


def cluster_shape(kernel: Kernel) -> Shape:
    """The blocks of a cluster that the kernel asks for."""
    found = kernel.directives.get("reqnctapercluster")
    if not found or not all(n > 0 for n in found):
        return (1, 1, 1)
    x, y, z = (*found, 1, 1)[:3]
    return (x, y, z)


def parameter_at(kernel: Kernel, offset: int) -> tuple[Parameter, int] | None:
    """The parameter at byte `offset` of the kernel's parameters, and the byte in it."""
    for parameter in kernel.parameters:
        if parameter.offset <= offset < parameter.offset + parameter.size:
            return parameter, offset - parameter.offset
    return None


def parameter_place(kernel: Kernel, name: str, offset: int, width: int) -> str:
    """A word of a parameter for a reader: its name, or its number where that is a mangled one, and the byte in a struct."""
    number = next((k for k, p in enumerate(kernel.parameters) if p.name == name), None)
    if number is None:
        return name
    place = f"[{offset}]" if 8 * kernel.parameters[number].size > width else ""
    return f"{name if len(name) <= LONGEST_NAME else f'parameter {number}'}{place}"


KernelLaunch = GridLaunch
"""The name under which callers know it."""
