"""`sync.opaque`, and the memory that a work lists (MAC-2, MAC-21)."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from asyncir.dialects.sync import WorkOp
from asyncir.ir import Operation
from asyncir.semantics.core.access import ended
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.memory import AccessKind, MemRefView
from asyncir.semantics.core.values import bit_width, element_type, is_integer
from asyncir.semantics.machines.accesses import Accessor, rows_of
from asyncir.semantics.machines.machine import SyncMachine

Touch = Callable[[Sequence[MemRefView], Sequence[MemRefView]], None]


def touches(machine: SyncMachine, op: Operation) -> Touch:
    """What notes the accesses of a work to all memory that it lists as read and as written."""
    reads, writes = Accessor(machine, op, AccessKind.READ), Accessor(machine, op, AccessKind.WRITE)

    def touch(read: Sequence[MemRefView], written: Sequence[MemRefView]) -> None:
        for views, accessor in ((read, reads), (written, writes)):
            for view in views:
                rows = rows_of(view.offset, view.sizes, view.strides)
                machine.access_rows(view.buffer, rows, accessor)
                if view.buffer.ended is not None:
                    raise ended(view.buffer, op)

    return touch


def opaque(machine: SyncMachine, name: str, op: Operation, widths: Sequence[int]) -> None:
    """Write to all that the work lists as written what depends on the name, the place, and all that it reads.

    `widths` are the bits of its elements where these are integers, and 0 elsewhere.
    """
    if machine.listed is None:
        return
    _, reads, writes = machine.listed
    seen = hashlib.blake2b(name.encode(), digest_size=8)
    for view in reads:
        seen.update(_content(view))
    seed = int.from_bytes(seen.digest(), "little")
    for number, (view, width) in enumerate(zip(writes, widths, strict=True)):
        if view.buffer.kind == "constant":
            raise fault("S014", "the global is constant", op, "writes to it")
        places = np.arange(math.prod(view.sizes), dtype=np.uint64) + np.uint64(number << 40)
        _write(view, _mixed(places, seed), width)


def widths_of(work: WorkOp) -> list[int]:
    """The bits of the elements of what the work lists as written, where these are integers."""
    elements = [element_type(cast(Any, memory.type).element_type) for memory in work.written]
    return [bit_width(of) if is_integer(of) else 0 for of in elements]


def _content(view: MemRefView) -> bytes:
    """What is in the view, undefined elements as zeros."""
    found = np.ascontiguousarray(view.array()).copy()
    defined: Any = view.buffer.defined
    if defined is not None:
        there = [bool(defined[place]) for place in view.indices()]
        found[~np.array(there, bool).reshape(view.sizes)] = 0
    return found.tobytes()


def _mixed(places: np.ndarray[Any, Any], seed: int) -> np.ndarray[Any, Any]:
    """One number of 64 bits for each place, by the mixer of SplitMix64."""
    with np.errstate(over="ignore"):
        x = places * np.uint64(0x9E3779B97F4A7C15) + np.uint64(seed)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return x ^ (x >> np.uint64(31))


def _write(view: MemRefView, numbers: np.ndarray[Any, Any], width: int) -> None:
    """Whole numbers that are exact in every type of floats."""
    target = view.array()
    most = 2 if width == 1 else 1 << (width - 1) if width else 251
    target[...] = (numbers % np.uint64(most)).astype(target.dtype).reshape(target.shape)
    defined: Any = view.buffer.defined
    if defined is not None:
        for place in view.indices():
            defined[place] = 1
