# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Accesses of shared memory that the manual leaves undefined, whatever orders them.

An mbarrier is for the instructions of mbarriers alone (PTX ISA 9.0, 9.7.13.15.2); atomic operations on the same bytes are
atomic for each other only if they are of the same bytes exactly (8.7.1, morally strong operations overlap completely); an
address is a multiple of the size of the access (5.2, 6.4.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.peers import peers_at_risk
from asyncir.analyses.kernels.stored_alike import several_write_one_place, stored_alike
from asyncir.analyses.kernels.trace import (
    MBARRIER_BYTES,
    TENSOR_BASE,
    Accessed,
    Addresses,
    Initialised,
    Invalidated,
    Issued,
    KernelTrace,
    TouchedBytes,
    UndefinedUse,
)
from asyncir.driver.kernels.runs import DecidingRuns
from asyncir.ptx.program import Kernel, PtxModule

WORDS = (2, 4, 8, 16, 32)
"""Sizes of accesses by one thread of one word or vector; matrices and boxes have rules of their own."""


def with_misuses(traces: Sequence[KernelTrace]) -> list[KernelTrace]:
    """The traces, each with its uses of shared memory that are not defined."""
    return [replace(trace, misuses=(*trace.misuses, *_misuses(trace))) for trace in traces]


def _misuses(trace: KernelTrace) -> Iterator[UndefinedUse]:
    yield from peers_at_risk(trace)
    yield from _mbarriers_as_data(trace)


def doubtful_memory(kernel: Kernel, traces: Sequence[KernelTrace]) -> str:
    """Which line uses shared memory in a way that may not be defined; "" where none does."""
    for trace in traces:
        doubtful = (
            *_atomics_of_several_sizes(trace),
            *_atomics_of_a_block(kernel, trace),
            *_misaligned(trace),
        )
        for index, why in doubtful:
            return f"line {kernel.body[index].spot.line}: {why}"
    return ""


def one_place(
    module: PtxModule, kernel: Kernel, runs: DecidingRuns, traces: Sequence[KernelTrace]
) -> tuple[str, str]:
    """Of threads that write one place by one instruction: what is assumed of their values, and where these differ."""
    sites = several_write_one_place(traces)
    if not sites or runs.sample is None:
        return "", ""
    found = stored_alike(module, kernel, runs.sample, runs.stores, sites)
    lines = [
        min((kernel.body[k].spot.line for k in group), default=0) for group in (found.unknown, found.differ)
    ]
    same = f"threads that write one place by one instruction write the same value there (line {lines[0]})"
    different = f"line {lines[1]}: threads write different values to one place, and nothing orders them"
    return same if lines[0] else "", different if lines[1] else ""


def _touches(event: object) -> tuple[TouchedBytes, ...]:
    return event.touched if isinstance(event, Accessed | Issued) else ()


def _mbarriers_as_data(trace: KernelTrace) -> Iterator[UndefinedUse]:
    """Accesses of bytes of an mbarrier that is valid then."""
    alive: dict[int, int] = {}
    places: NDArray[np.int64] = np.zeros(0, np.int64)
    for event in trace.events:
        if isinstance(event, Initialised):
            alive[event.mbarrier] = event.address
            alive = {
                number: a for number, a in alive.items() if a != event.address or number == event.mbarrier
            }
        elif isinstance(event, Invalidated):
            alive.pop(event.mbarrier, None)
        else:
            for touched in _touches(event):
                if len(places) and _meets(touched, places):
                    why = "accesses an mbarrier, which is for the instructions of mbarriers alone"
                    yield UndefinedUse(event.instruction, why, tuple(event.threads[:1].tolist()))
                    return
            continue
        places = np.array(sorted(alive.values()), np.int64)


def _meets(touched: TouchedBytes, places: Addresses) -> bool:
    """Whether bytes of mbarriers at `places`, which are in order, are among those touched."""
    if not len(touched.addresses):
        return False
    lowest, highest = int(touched.addresses.min()), int(touched.addresses.max()) + touched.size
    if lowest >= places[-1] + MBARRIER_BYTES or highest <= places[0]:
        return False
    first = np.searchsorted(places, touched.addresses - MBARRIER_BYTES, side="right")
    near = places[np.minimum(first, len(places) - 1)]
    return bool(
        ((near < touched.addresses + touched.size) & (near + MBARRIER_BYTES > touched.addresses)).any()
    )


def _atomics_of_several_sizes(trace: KernelTrace) -> Iterator[tuple[int, str]]:
    """Atomic operations that have some of their bytes in common, and not all."""
    seen: dict[int, NDArray[np.int64]] = {}
    for event in trace.events:
        for touched in _touches(event):
            if touched.mode != "update":
                continue
            mine = np.unique(touched.addresses)
            for size, others in seen.items():
                wide = max(size, touched.size)
                if size != touched.size and np.isin(mine // wide, others // wide).any():
                    sizes = " and of ".join(map(str, sorted((size, touched.size))))
                    why = f"atomic operations of {sizes} bytes have bytes in common, and are not atomic for each other"
                    yield event.instruction, why
                    return
            known = seen.get(touched.size)
            seen[touched.size] = mine if known is None else np.union1d(known, mine)


def _atomics_of_a_block(kernel: Kernel, trace: KernelTrace) -> Iterator[tuple[int, str]]:
    """Atomic operations of scope `.cta` on bytes on which threads of another block have some."""
    by_block: dict[int, dict[bool, NDArray[np.int64]]] = {}
    for event in trace.events if trace.threads > trace.block else ():
        for touched in _touches(event):
            if touched.mode != "update" or event.instruction >= len(kernel.body):
                continue
            narrow = "cta" in kernel.body[event.instruction].modifiers
            for block in np.unique(touched.threads // trace.block).tolist():
                mine = np.unique(touched.addresses[touched.threads // trace.block == block])
                for other, theirs in by_block.items():
                    near = [a for n, a in theirs.items() if other != block and (n or narrow)]
                    if any(np.isin(mine, addresses).any() for addresses in near):
                        why = "an atomic operation says `.cta`, and another block has one on the same bytes"
                        yield event.instruction, why
                        return
                known = by_block.setdefault(block, {})
                known[narrow] = mine if narrow not in known else np.union1d(known[narrow], mine)


def _misaligned(trace: KernelTrace) -> Iterator[tuple[int, str]]:
    """Accesses at addresses that are no multiple of their size."""
    for event in trace.events:
        if isinstance(event, Accessed):
            for touched in event.touched:
                # Rows of ldmatrix and stmatrix have 16 bytes; those of wmma are as wide as their matrix.
                word = touched.size in WORDS and (not event.collective or touched.size == 16)
                odd = touched.addresses % touched.size if word else np.zeros(1)
                if touched.proxy == "generic" and odd.any() and int(touched.addresses.max()) < TENSOR_BASE:
                    yield (
                        event.instruction,
                        f"it accesses {touched.size} bytes at an address that is no multiple of that",
                    )
                    return
