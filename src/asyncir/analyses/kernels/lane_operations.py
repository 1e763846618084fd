# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations across the lanes of a warp, on vectors of registers, on predicates, on addresses of a cluster.

Lanes that are elsewhere at that moment do not take part; a value read from one is not known. Source: PTX ISA 9.0,
9.7.9 and 9.7.13.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.trace import WARP
from asyncir.analyses.kernels.values import (
    DTYPES,
    MASKS,
    UNIFORM,
    VARYING,
    Opaque,
    Value,
    is_array,
    settle,
    spread,
    unknown_of,
)

Operation = Callable[..., Value]


class WarpLanes:
    """The threads that run together: numbers in their block (`within`), and their warps."""

    def __init__(self, threads: NDArray[np.int32], block: int) -> None:
        self.threads = threads
        self.count = len(threads)
        within = threads % block
        self.lane: NDArray[np.int64] = (within % WARP).astype(np.int64)
        warp = (threads // block).astype(np.int64) * ((block + WARP - 1) // WARP) + within // WARP
        _, self.first, self.warp = np.unique(warp, return_index=True, return_inverse=True)
        self.warps = len(self.first)

    def table(self, values: NDArray[Any], fill: Any) -> NDArray[Any]:
        """A row of 32 for each warp."""
        rows = np.full((self.warps, WARP), fill, values.dtype)
        rows[self.warp, self.lane] = values
        return rows

    def here(self) -> NDArray[np.bool_]:
        """Which lanes of each warp run."""
        return self.table(np.ones(self.count, np.bool_), fill=False)


def pack(each: int, width: int) -> Operation:
    """`{a, b}` as one register, the first in the low bits."""

    def apply(*parts: Value) -> Value:
        if (unknown := unknown_of(*parts)) is not None:
            return unknown
        result: Value = 0
        for place, part in enumerate(parts):
            wide = part.astype(DTYPES[width]) if is_array(part) else part
            result = result | (wide << (each * place))
        return result

    return apply


def unpack(each: int, count: int) -> Operation:
    """One register as `count` smaller ones."""

    def apply(value: Value) -> Value:
        if isinstance(value, Opaque):
            part = UNIFORM if value.uniform else VARYING
            return (part,) * count if count > 1 else value
        parts = [(value >> (each * k)) & MASKS[each] for k in range(count)]
        cut = [p.astype(DTYPES[each]) if is_array(p) else p for p in parts]
        return tuple(cut) if count > 1 else cut[0]

    return apply


def map_to_rank(width: int) -> Operation:
    """mapa: the same place in the shared memory of another block of the cluster."""
    low = (1 << 24) - 1
    high = MASKS[width] - MASKS[32] if width == 64 else 0

    def apply(address: Value, rank: Value) -> Value:
        if (unknown := unknown_of(address, rank)) is not None:
            return unknown
        rank = rank.astype(DTYPES[width]) if is_array(rank) else rank
        return (address & (low | high)) | (rank << 24)

    return apply


def rank_of_address(address: Value) -> Value:
    """getctarank."""
    result = (address >> 24) & 255
    return result.astype(np.uint32) if is_array(result) else result


def elect(both: bool, last: bool = False) -> Operation:
    """elect.sync: one lane of the mask, the same each time: the lowest that takes part, or the `last`. The manual does not
    say which.
    """

    def apply(lanes: WarpLanes, mask: Value) -> Value:
        here = lanes.here()
        if not isinstance(mask, Opaque):
            rows = lanes.table(spread(mask, 32, lanes.count), 0).max(axis=1)
            here &= (rows[:, None] >> np.arange(WARP, dtype=np.uint32)) & 1 == 1
        leader = WARP - 1 - here[:, ::-1].argmax(axis=1) if last else here.argmax(axis=1)
        chosen = settle(lanes.lane == leader[lanes.warp])
        if not both:
            return chosen
        return settle(leader[lanes.warp].astype(np.uint32)), chosen

    return apply


def match_any(lanes: WarpLanes, value: Value, _mask: Value = 0) -> Value:
    """match.any: the lanes that have the same value."""
    if isinstance(value, Opaque):
        return VARYING
    wide = value.astype(np.uint64) if is_array(value) else np.zeros(lanes.count, np.uint64)
    rows = lanes.table(wide, 0)
    same_value = (rows[:, :, None] == rows[:, None, :]) & lanes.here()[:, None, :]
    weights = np.uint32(1) << np.arange(WARP, dtype=np.uint32)
    return settle((same_value * weights).sum(axis=2).astype(np.uint32)[lanes.warp, lanes.lane])


def active_mask(lanes: WarpLanes) -> Value:
    """activemask: the lanes that run."""
    return settle(_bits_of(lanes.here())[lanes.warp])


def _bits_of(rows: NDArray[np.bool_]) -> NDArray[np.uint32]:
    weights = np.uint32(1) << np.arange(WARP, dtype=np.uint32)
    return (rows * weights).sum(axis=1).astype(np.uint32)


def _vote(kind: str, lanes: WarpLanes, value: Value, _mask: Value = 0) -> Value:
    if isinstance(value, Opaque):
        if value.uniform and kind in {"all", "any"}:
            return value
        return UNIFORM if value.uniform else VARYING
    rows = lanes.table(spread(value, 1, lanes.count), fill=False)
    here = lanes.here()
    if kind == "ballot":
        return settle(_bits_of(rows)[lanes.warp])
    some = np.asarray(rows.any(axis=1))
    every = np.asarray((rows | ~here).all(axis=1))
    if kind == "uni":
        every = every | ~some
    return settle((some if kind == "any" else every)[lanes.warp])


VOTES: Final[dict[str, Operation]] = {kind: partial(_vote, kind) for kind in ("all", "any", "uni", "ballot")}

SHUFFLES: Final = frozenset({"idx", "bfly", "up", "down"})


def shuffle(kind: str, both: bool) -> Operation:
    """shfl: the value of another lane, and whether there was one."""

    def apply(lanes: WarpLanes, value: Value, offset: Value, clamp: Value, _mask: Value = 0) -> Value:
        source, valid = _source_lane(kind, lanes, offset, clamp)
        if isinstance(value, Opaque) or source is None:
            result = value if isinstance(value, Opaque) and value.uniform else VARYING
            return (result, VARYING if valid is None else settle(valid)) if both else result
        if not is_array(value):
            return (value, settle(valid)) if both else value
        rows = lanes.table(value, 0)
        if not lanes.here()[lanes.warp, source].all():
            return (VARYING, settle(valid)) if both else VARYING
        result = settle(rows[lanes.warp, source])
        return (result, settle(valid)) if both else result

    return apply


def _source_lane(kind: str, lanes: WarpLanes, offset: Value, clamp: Value) -> tuple[Any, Any]:
    if isinstance(offset, Opaque) or isinstance(clamp, Opaque):
        return None, None
    by = spread(offset, 32, lanes.count).astype(np.int64) & 31
    limits = spread(clamp, 32, lanes.count).astype(np.int64)
    segment, bound = (limits >> 8) & 31, limits & 31
    lowest = lanes.lane & segment
    highest = lowest | (bound & ~segment & 31)
    if kind == "up":
        source = lanes.lane - by
        valid = source >= highest
    elif kind == "down":
        source = lanes.lane + by
        valid = source <= highest
    elif kind == "bfly":
        source = lanes.lane ^ by
        valid = source <= highest
    else:
        source = lowest | (by & ~segment & 31)
        valid = source <= highest
    return np.where(valid, source, lanes.lane), valid


REDUCTIONS: Final[dict[str, tuple[Any, int]]] = {
    "add": (np.add, 0),
    "and": (np.bitwise_and, MASKS[32]),
    "or": (np.bitwise_or, 0),
    "xor": (np.bitwise_xor, 0),
    "min": (np.minimum, MASKS[32]),
    "max": (np.maximum, 0),
}


def reduce_warp(kind: str, signed: bool) -> Operation:
    """redux: one number of a warp's numbers."""
    function, neutral = REDUCTIONS[kind]

    def apply(lanes: WarpLanes, value: Value, _mask: Value = 0) -> Value:
        if isinstance(value, Opaque):
            return UNIFORM if value.uniform else VARYING
        numbers = spread(value, 32, lanes.count)
        if signed and kind in {"min", "max"}:
            numbers = numbers ^ np.uint32(1 << 31)  # the order of unsigned numbers is then that of the signed
        totals = function.reduce(lanes.table(numbers, neutral), axis=1).astype(np.uint32)
        if signed and kind in {"min", "max"}:
            totals ^= np.uint32(1 << 31)
        return settle(totals[lanes.warp])

    return apply
