# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bytes of matrices that descriptors name (wgmma, tcgen05), and of tensor memory.

A descriptor has the start of a matrix in shared memory, two distances and a swizzle. One instruction takes 32 bytes of
K of each row of A and B. Where rows are along K, eight rows of `width` bytes (128, 64 or 32 by the swizzle, 16 without
one) follow each other, and the stride leads to the next eight; without a swizzle the leading distance leads to the
next 16 bytes of K. Where rows are across K (a transposed operand), a run of `width` bytes is along M or N; the leading
distance leads to the next run, the stride to the next eight of K; without a swizzle it is the other way round. The
swizzle moves pieces of 16 bytes by an exclusive or of address bits. Source: PTX ISA 9.0, 9.7.15.5 and 9.7.16.4, 9.7.16.5.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.computations import WIDTHS, types_of
from asyncir.analyses.kernels.straight_code import value_of
from asyncir.analyses.kernels.trace import (
    SHARED_STRIDE,
    TENSOR_BASE,
    TENSOR_STRIDE,
    Addresses,
    TouchedBytes,
)
from asyncir.analyses.kernels.values import Opaque, Value, spread
from asyncir.ptx.effects import PtxAccess
from asyncir.ptx.program import Immediate

if TYPE_CHECKING:
    from asyncir.analyses.kernels.executing import At

PIECE: Final = 16
DEPTH: Final = 32
"""Bytes of K that one instruction takes of each row."""

WARPGROUP: Final = 128


class UnknownBytes(Exception):
    """Which bytes are touched is not known; why is in its text."""


@dataclass(frozen=True, slots=True)
class MatrixPlace:
    """A matrix in shared memory: where it begins (an offset in the block), both distances, the swizzle's width."""

    start: int
    leading: int
    stride: int
    width: int
    fifth: bool

    @staticmethod
    def read(bits: int, fifth: bool) -> MatrixPlace:
        """From the 64 bits of a descriptor: of tcgen05 (`fifth`) or of wgmma."""
        if fifth:
            width = {0: 16, 1: 128, 2: 128, 4: 64, 6: 32}.get(bits >> 61 & 7, 0)
        else:
            width = {0: 16, 1: 128, 2: 64, 3: 32}[bits >> 62 & 3]
        if width == 0:
            raise UnknownBytes("the swizzle of its matrix descriptor is not known")
        low = (1 << 14) - 1
        return MatrixPlace((bits & low) << 4, (bits >> 16 & low) << 4, (bits >> 32 & low) << 4, width, fifth)

    def pieces(self, rows: int, depth: int, across: bool, element: int) -> Addresses:
        """Offsets of all pieces of 16 bytes of `rows` rows by `depth` bytes of K."""
        if not across:
            row = np.arange(rows)[:, None]
            piece = np.arange(depth // PIECE)[None, :]
            step = self.leading if self.width == PIECE else PIECE
            found = row // 8 * self.stride + row % 8 * self.width + piece * step
        else:
            deep = np.arange(depth // element)[:, None]
            piece = np.arange(max(1, rows * element // PIECE))[None, :]
            runs, within = piece * PIECE // self.width, piece * PIECE % self.width
            if self.width == PIECE:
                found = deep // 8 * self.leading + deep % 8 * PIECE + piece * self.stride
            else:
                found = runs * self.leading + within + deep // 8 * self.stride + deep % 8 * self.width
        return self._swizzled((self.start + found).reshape(-1))

    def _swizzled(self, offsets: NDArray[np.int64]) -> Addresses:
        mask = self.width // PIECE - 1
        return offsets ^ ((offsets >> 7 & mask) << 4)


def merged(pieces: Addresses) -> tuple[Addresses, int]:
    """The same bytes in pieces as large as they can be with one size: where each begins, and the size."""
    starts = np.unique(pieces)
    size = PIECE
    while len(starts) > 1:
        aligned = starts[starts % (2 * size) == 0]
        if len(starts) != 2 * len(aligned) or not np.isin(aligned + size, starts).all():
            break
        starts, size = aligned, 2 * size
    return starts, size


def described_bytes(at: At, access: PtxAccess, descriptor: Value) -> list[TouchedBytes]:
    """The matrix that a descriptor names: of each warpgroup (wgmma), or of each thread that issues (tcgen05).

    Raises:
        UnknownBytes: The descriptor or the shape is not known.

    """
    if isinstance(descriptor, Opaque):
        raise UnknownBytes("its matrix descriptor depends on data that is not known")
    size = access.footprint.size
    if size.operand < 0 and size.value is None:
        raise UnknownBytes("how much of the matrix it reads is not known from the form")
    fifth = size.operand >= 0
    values = spread(descriptor, 64, len(at.threads))
    issuers = np.arange(len(values)) if fifth else _first_of(at.threads // WARPGROUP)
    found: list[TouchedBytes] = []
    for place in issuers:
        starts, width = _places(int(values[place]), fifth, *_shape(at, access, int(place), fifth))
        thread = at.threads[place : place + 1]
        for rank in ranks_of_pair(at, int(thread[0]), fifth):
            addresses = starts + rank * SHARED_STRIDE
            threads = np.repeat(thread, len(starts))
            found.append(TouchedBytes(access.mode, threads, addresses, width, access.proxy))
    return _as_one(found)


def _as_one(found: list[TouchedBytes]) -> list[TouchedBytes]:
    """Pieces of one size together."""
    if len(found) < 2 or len({t.size for t in found}) > 1:
        return found
    threads = np.concatenate([t.threads for t in found])
    addresses = np.concatenate([t.addresses for t in found])
    return [replace(found[0], threads=threads, addresses=addresses)]


@lru_cache(maxsize=4096)
def _places(
    bits: int, fifth: bool, rows: int, depth: int, across: bool, element: int
) -> tuple[Addresses, int]:
    """A loop names the same few matrices again and again."""
    return merged(MatrixPlace.read(bits, fifth).pieces(rows, depth, across, element))


def _first_of(groups: NDArray[np.int32]) -> NDArray[np.int64]:
    return np.unique(groups, return_index=True)[1]


def ranks_of_pair(at: At, thread: int, fifth: bool) -> list[int]:
    """The blocks whose memory takes part: both of a pair for `cta_group::2`."""
    rank = thread // at.machine.block
    if fifth and "2" in _pair_word(at):
        return [rank & ~1, rank | 1]
    return [rank]


def _pair_word(at: At) -> str:
    return next((part for part in at.instruction.opcode.split(".") if part.startswith("cta_group")), "")


def _shape(at: At, access: PtxAccess, place: int, fifth: bool) -> tuple[int, int, bool, int]:
    """Rows, bytes of K, whether rows are across K, bytes of an element."""
    operands = at.instruction.operands
    if not fifth:
        rows = access.footprint.lanes
        depth = (access.footprint.size.value or 0) // rows
        types = types_of(at.instruction)
        element = max(1, WIDTHS.get(types[-1], 8) // 8) if types else 1
        # What is behind the scale of D: the signs of A and B, then whether A (in memory) and B are across K.
        numbers = [o.value for o in operands[4:] if isinstance(o, Immediate)]
        across = len(numbers) == len(operands) - 4 and len(numbers) > 2
        first = access.address == 1
        return rows, depth, bool(across and numbers[2 if first else -1]), element
    shape = shape_of(at, access, place)
    kind = next((p for p in at.instruction.opcode.split(".") if p.startswith("kind")), "")
    element = 2 if kind.endswith("f16") else 4 if kind.endswith("tf32") else 1
    first = access.address == 1
    rows = shape.rows if first else shape.columns
    if "2" in _pair_word(at):
        rows //= 2
    return rows, DEPTH, shape.a_across if first else shape.b_across, element


@dataclass(frozen=True, slots=True)
class InstructionShape:
    """What the instruction descriptor of tcgen05.mma says: M, N, and which operands are across K."""

    rows: int
    columns: int
    a_across: bool
    b_across: bool


def shape_of(at: At, access: PtxAccess, place: int) -> InstructionShape:
    """The shape that the operand with the instruction descriptor has."""
    operand = at.instruction.operands[access.footprint.size.operand]
    if operand is None:
        raise UnknownBytes("its instruction descriptor is missing")
    value = at.pick_of(value_of(at.group.frame, operand, 32))
    if isinstance(value, Opaque):
        raise UnknownBytes("its instruction descriptor depends on data that is not known")
    bits = int(spread(value, 32, len(at.threads))[place])
    rows = (bits >> 24 & 31) << 4
    return InstructionShape(
        rows, (bits >> 17 & ((1 << 6) - 1)) << 3, bool(bits >> 15 & 1), bool(bits >> 16 & 1)
    )


def _columns(at: At, access: PtxAccess, place: int) -> int:
    """How many columns the operand of `size` says: that of an mma's matrices, or of what is freed."""
    if access.mode == "write":
        columns = at.number(access.footprint.size.operand, None)
        if not isinstance(columns, int):
            raise UnknownBytes("how many columns it frees is not known")
        return columns
    shape = shape_of(at, access, place)
    return shape.columns if access.mode == "update" else DEPTH // 4


def tensor_bytes(at: At, access: PtxAccess, address: Value) -> list[TouchedBytes]:
    """Columns and lanes of tensor memory, from the column and lane that the address has.

    Raises:
        UnknownBytes: The address, or how many columns, is not known.

    """
    if isinstance(address, Opaque):
        raise UnknownBytes("its address in tensor memory depends on data that is not known")
    footprint = access.footprint
    if footprint.kind != "tmem" or (footprint.size.operand < 0 and footprint.size.value is None):
        raise UnknownBytes("which columns of tensor memory it touches is not known from the form")
    whole = footprint.lanes == 128
    values = spread(address, 32, len(at.threads)).astype(np.int64)
    # A warp frees as one; an mma is one thread's.
    every = whole and access.mode != "write"
    issuers = np.arange(len(values)) if every else _first_of(at.threads // 32)
    if not whole and len(np.unique(np.stack([at.threads // 32, values]), axis=1).T) > len(issuers):
        at.machine.misuse(at.site, at.threads, "is given several addresses by lanes of a warp")
    found: list[TouchedBytes] = []
    for place in issuers:
        value = int(values[place])
        thread = at.threads[place : place + 1]
        columns = footprint.size.value
        if footprint.size.operand >= 0:
            columns = _columns(at, access, int(place))
        lane = 0 if whole else value >> 16 & 127
        for rank in ranks_of_pair(at, int(thread[0]), whole):
            base = TENSOR_BASE + rank * TENSOR_STRIDE + (value & ((1 << 16) - 1)) * 512 + lane * 4
            addresses = base + 512 * np.arange(columns or 0, dtype=np.int64)
            threads = np.repeat(thread, len(addresses))
            found.append(TouchedBytes(access.mode, threads, addresses, footprint.lanes * 4, access.proxy))
    return _as_one(found)
