# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Addresses while a kernel runs: variables, windows of generic addresses, and the values that shared memory keeps.

An address of shared memory has the block's rank in the cluster from bit 24 on, as hardware has it: masks on these bits
that compilers print (the leader of a pair of blocks) then mean what they mean there. Values are kept only if the slice
loads from shared memory.
"""

import copy
from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.computations import RANK_SHIFT, SHARED_WINDOW
from asyncir.analyses.kernels.conditions import place_of
from asyncir.analyses.kernels.launches import GridLaunch, parameter_at
from asyncir.analyses.kernels.trace import SHARED_STRIDE, Addresses
from asyncir.analyses.kernels.values import (
    DTYPES,
    UNIFORM,
    UNSET,
    VARYING,
    Opaque,
    Value,
    is_array,
    same,
    settle,
)
from asyncir.ptx.program import Kernel, PtxModule, Symbol

PARAMETER_WINDOW: Final = 1 << 30
"""Where parameters begin in their space: compilers keep such addresses in 32 bits too."""
OTHER_WINDOW: Final = 0x10 << 40
"""Where variables of global, constant and local memory are, as far as an address of one is asked for."""

DYNAMIC_ALIGNMENT: Final = 1024
LOW: Final = (1 << RANK_SHIFT) - 1
MOST_WRITTEN: Final = 16
"""Values of one word that are kept: a word that has more is no flag."""
SIZE: Final = 256 << 10
"""Bytes of shared memory whose values are kept: more than any machine has."""


def shared_layout(module: PtxModule, kernel: Kernel) -> dict[str, int]:
    """Where the shared variables lie that the kernel uses: fixed ones one behind the other, then dynamic memory."""
    used = {s.name for i in kernel.body for o in i.operands for s in _symbols(o)}
    found = [v for v in (*module.variables, *kernel.variables) if v.space == "shared"]
    variables = [v for v in found if v.name in used or v in kernel.variables]
    layout: dict[str, int] = {}
    end = 0
    for variable in variables:
        if variable.size:
            end = _aligned(end, variable.align)
            layout[variable.name] = end
            end += variable.size
    dynamic = _aligned(end, DYNAMIC_ALIGNMENT)
    layout.update((v.name, dynamic) for v in variables if not v.size)
    return layout


def _aligned(place: int, alignment: int) -> int:
    step = max(alignment, 1)
    return (place + step - 1) // step * step


def _symbols(operand: object) -> Iterable[Symbol]:
    if isinstance(operand, Symbol):
        yield operand
    base = getattr(operand, "base", None)
    if isinstance(base, Symbol):
        yield base
    for element in getattr(operand, "elements", ()):
        yield from _symbols(element)


class ParameterReader:
    """Reads parameters by their addresses."""

    def __init__(self, kernel: Kernel, launch: GridLaunch) -> None:
        self.kernel = kernel
        self.launch = launch

    def key(self, address: int, offset: int, width: int) -> str | None:
        """The name in frames of the word at an address."""
        found = parameter_at(self.kernel, address + offset - PARAMETER_WINDOW)
        return None if found is None else f"#{found[0].name}+{found[1]}:{width}"

    def __call__(self, address: Value, offset: int, width: int) -> Value:
        """The parameter word at an address; unknown where there is none."""
        if not isinstance(address, int):
            return UNIFORM if same(address) else VARYING
        found = parameter_at(self.kernel, address + offset - PARAMETER_WINDOW)
        if found is None:
            return UNIFORM
        return self.launch.word(self.kernel, found[0].name, found[1], width)


class KernelSurroundings:
    """What a frame finds beside registers: special registers, addresses, parameters."""

    def __init__(self, kernel: Kernel, layout: dict[str, int], launch: GridLaunch) -> None:
        self.kernel = kernel
        self.launch = launch
        self.layout = layout
        self.others: dict[str, int] = {}
        count = launch.threads * launch.blocks
        number = np.arange(count, dtype=np.uint32)
        self.rank: Value = settle(number // np.uint32(launch.threads))
        self.within = number % np.uint32(launch.threads)
        self.count = count
        self.reader = ParameterReader(kernel, launch)

    def __call__(self, name: str) -> Value:
        """The value of `%special`, `@variable` or `#parameter` for all threads; that of a register that nobody set."""
        if name[0] == "@":
            return self.address(name[1:])
        if name == "#":
            return self.reader
        if name[0] == "#":
            parameter, _, rest = name[1:].rpartition("+")
            offset, _, width = rest.partition(":")
            return self.launch.word(self.kernel, parameter, int(offset), int(width))
        if name in self.kernel.registers:
            return UNSET
        if name[0] == "%":
            return self.special(name[1:])
        return 0

    def address(self, name: str) -> Value:
        """The address of a variable or parameter, in its own space."""
        if name in self.layout:
            rank = self.rank.astype(np.uint64) if is_array(self.rank) else self.rank
            return rank * (1 << RANK_SHIFT) + self.layout[name]
        for parameter in self.kernel.parameters:
            if parameter.name == name:
                return PARAMETER_WINDOW + parameter.offset
        return self.others.setdefault(name, OTHER_WINDOW + (len(self.others) << 30))

    def name_of(self, address: int) -> str | None:
        """The variable of another space at an address."""
        return next((name for name, place in self.others.items() if place == address), None)

    def special(self, name: str) -> Value:
        """A special register; of clocks and the like nothing is known."""
        base, _, axis = name.partition(".")
        place = "xyz".find(axis) if axis else 0
        launch = self.launch
        shape = launch.block
        if base == "tid":
            divisor = (1, shape[0], shape[0] * shape[1])[place]
            return settle(self.within // np.uint32(divisor) % np.uint32(shape[place]))
        if base == "laneid":
            return settle(self.within % np.uint32(32))
        if base == "warpid":
            return settle(self.within // np.uint32(32))
        if base.startswith("lanemask"):
            return self._lane_mask(base.rpartition("_")[2])
        if base in {"cluster_ctarank", "cluster_ctaid", "ctaid"}:
            return self._block_number(base, place)
        uniform = {
            "ntid": shape[place],
            "nctaid": launch.grid[place],
            "cluster_nctaid": launch.cluster[place],
            "cluster_nctarank": launch.blocks,
            "is_explicit_cluster": launch.blocks > 1,
        }
        if base in {"smid", "nsmid", "gridid", "globaltimer", "globaltimer_lo", "clock", "clock64"}:
            return VARYING
        if base in {"nwarpid", "nclusterid", "clusterid", "dynamic_smem_size", "total_smem_size"}:
            return UNIFORM  # of the launch, of which only blocks and threads are spoken of
        return uniform.get(base, 0)

    def _lane_mask(self, kind: str) -> Value:
        lane = self.within % np.uint32(32)
        one = np.uint32(1) << lane
        below = one - np.uint32(1)
        return {"eq": one, "lt": below, "le": below | one, "gt": ~(below | one), "ge": ~below}.get(kind, one)

    def _block_number(self, base: str, place: int) -> Value:
        if base == "cluster_ctarank":
            return self.rank
        cluster = self.launch.cluster
        within = settle(self.rank // (1, cluster[0], cluster[0] * cluster[1])[place] % cluster[place])
        if base == "cluster_ctaid":
            return within
        first = self.launch.index[place] // cluster[place] * cluster[place]
        if self.launch.blocks == 1:
            return self.launch.index[place]
        return settle(within + np.uint32(first)) if is_array(within) else within + first


def trace_addresses(values: NDArray[Any]) -> Addresses:
    """Numbers of a trace for addresses of shared memory."""
    wide = values.astype(np.int64)
    return (wide >> RANK_SHIFT) * SHARED_STRIDE + (wide & LOW)


def in_shared_window(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Which generic addresses are of shared memory."""
    wide = values.astype(np.uint64)
    return (wide >= np.uint64(SHARED_WINDOW)) & (wide < np.uint64(SHARED_WINDOW + (1 << 34)))


class SharedValues:
    """The bytes of shared memory that the slice may load, and the instruction that wrote each."""

    def __init__(self, blocks: int) -> None:
        self.bytes = np.zeros(blocks * SIZE, np.uint8)
        self.known = np.zeros(blocks * SIZE, np.bool_)
        self.writer = np.full(blocks * SIZE, -1, np.int32)
        self.shared = False
        self.writes = np.zeros(blocks * SIZE, np.uint16)
        self.single: dict[int, list[tuple[int, int, Value]]] = {}
        """By its first byte what one thread at a time has written to a word, oldest first: the instruction, how many bytes,
        the value.
        """
        self.roots: dict[int, frozenset[object]] = {}
        """What unknown values that an instruction wrote come from."""
        self.whole: dict[int, tuple[int, Opaque]] = {}
        """By its first byte an unknown value that one place has, and its size."""

    def fork(self) -> "SharedValues":
        """The same values; who writes next makes a copy."""
        made = copy.copy(self)
        made.shared = self.shared = True
        made.roots, made.whole = dict(self.roots), dict(self.whole)
        made.single = {address: list(values) for address, values in self.single.items()}
        return made

    @staticmethod
    def _places(addresses: Addresses, size: int) -> NDArray[np.int64]:
        base = addresses // SHARED_STRIDE * SIZE + addresses % SHARED_STRIDE
        return base[:, None] + np.arange(size)

    def write(self, site: int, addresses: Addresses, size: int, value: Value, width: int) -> None:
        """`size` bytes at each address become `value` (`Opaque`: not known)."""
        places = self._places(addresses, size)
        if places.size == 0 or int(places.max()) >= len(self.bytes) or int(places.min()) < 0:
            return
        if self.shared:
            self.bytes, self.known, self.writer = self.bytes.copy(), self.known.copy(), self.writer.copy()
            self.writes = self.writes.copy()
            self.shared = False
        self.writer[places] = site
        self.writes[places] += np.uint16(1)
        if len(addresses) == 1:
            written = self.single.setdefault(int(addresses[0]), [])
            if len(written) < MOST_WRITTEN:
                written.append((site, size, int(value[0]) if is_array(value) else value))
        for start, (length, _) in list(self.whole.items()):
            if bool(np.any((addresses < start + length) & (addresses + size > start))):
                del self.whole[start]
        if isinstance(value, Opaque):
            self.roots[site] = self.roots.get(site, frozenset()) | value.roots
            if value.uniform and bool((addresses == addresses[0]).all()):
                self.whole[int(addresses[0])] = (size, value)
            self.known[places] = False
            return
        values = value if is_array(value) else np.full(len(addresses), value, DTYPES[width])
        self.known[places] = True
        self.bytes[places] = (
            values.astype(np.uint64)[:, None] >> (8 * np.arange(size, dtype=np.uint64))
        ) & np.uint64(255)

    def count(self, address: int, size: int) -> int:
        """How often the bytes of a word were written; -1 where not all of them were as often."""
        found = self.writes[self._places(np.array([address]), size)]
        return int(found[0, 0]) if bool((found == found[0, 0]).all()) else -1

    def last_writer(self, address: int) -> int:
        """The instruction that wrote the byte last; -1: none."""
        return int(self.writer[self._places(np.array([address]), 1)][0, 0])

    def read(self, addresses: Addresses, size: int, width: int) -> tuple[Value, frozenset[int]]:
        """The values at the addresses, and the instructions that wrote them; unknown if one byte is."""
        places = self._places(addresses, size)
        if places.size == 0 or int(places.max()) >= len(self.bytes) or int(places.min()) < 0:
            return VARYING, frozenset()
        writers = frozenset(int(w) for w in np.unique(self.writer[places]))
        if not self.known[places].all():
            return self._unknown(addresses, size, writers), writers
        weights = np.uint64(1) << (8 * np.arange(size, dtype=np.uint64))
        found = (self.bytes[places].astype(np.uint64) * weights).sum(axis=1, dtype=np.uint64)
        return settle(found.astype(DTYPES[width])), writers

    def _unknown(self, addresses: Addresses, size: int, writers: frozenset[int]) -> Opaque:
        """An unknown value that is loaded: the one that was stored where it is one, else one that comes from there."""
        uniform = bool((addresses == addresses[0]).all())
        if uniform and (kept := self.whole.get(int(addresses[0]))) is not None and kept[0] == size:
            return kept[1]
        place = place_of("shared", (addresses[:1] if uniform else addresses,), 0)
        return Opaque(uniform, frozenset({place}).union(*(self.roots.get(w, frozenset()) for w in writers)))
