# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bulk and tensor copies whose bytes an mbarrier counts, to one block or to several of the cluster."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from asyncir.analyses.kernels.executing import At
from asyncir.analyses.kernels.footprints import UnknownBytes, address_value, number_value, touched_by
from asyncir.analyses.kernels.trace import SHARED_STRIDE, TouchedBytes
from asyncir.analyses.kernels.values import Opaque
from asyncir.ptx.effects import Issue


def ranks_of(at: At, multicast: int, address: int) -> Iterator[int]:
    """The addresses that are told: the one given, or that place in each block of the mask in operand `multicast`."""
    mask = number_value(at, multicast, 0) if 0 <= multicast < len(at.instruction.operands) else 0
    if not isinstance(mask, int) or mask == 0:
        yield address
        return
    for rank in range(at.machine.launch.blocks):
        if mask >> rank & 1:
            yield rank * SHARED_STRIDE + address % SHARED_STRIDE


def counted_copy(at: At, effect: Issue) -> None:
    """Each thread's copy: one event for each block whose mbarrier is told."""
    mbarriers = address_value(at, effect.mbarrier)
    if isinstance(mbarriers, Opaque):
        at.unjudged("the address of the mbarrier that counts its bytes is not known")
        return
    for place in range(len(at.threads)):
        _one_copy(at, effect, place, int(mbarriers[place]))


def _one_copy(at: At, effect: Issue, place: int, address: int) -> None:
    machine = at.machine
    pick = np.array([place]) if at.pick is None else at.pick[place : place + 1]
    alone = At(machine, at.group, at.instruction, pick)
    touched: list[TouchedBytes] = []
    try:
        for access in effect.accesses:
            touched += touched_by(alone, access)
    except UnknownBytes as why:
        alone.unjudged(str(why))
        return
    writes = [t for t in touched if t.mode != "read"]
    reads = tuple(t for t in touched if t.mode == "read")
    base = address
    for told in ranks_of(alone, effect.multicast, address):
        moved = (told - base) // SHARED_STRIDE * SHARED_STRIDE if told != base else 0
        there = tuple(_in_block(t, told, moved) for t in writes)
        mbarrier = machine.barriers.find(at.site, alone.threads, told)
        if mbarrier is None:
            continue
        size = sum(t.size * len(t.threads) for t in there)
        if machine.barriers.ignore_bytes:
            phase = machine.barriers.last_expected.get(mbarrier.number, mbarrier.phase)
            if size:
                key = (mbarrier.number, phase)
                machine.plain_bytes[key] = machine.plain_bytes.get(key, 0) + size
            else:
                machine.copies.append((at.site, mbarrier.number, phase, mbarrier.phase))
        machine.barriers.copied(at.site, alone.threads, mbarrier, (*reads, *there), size)
        reads = ()


def _in_block(touched: TouchedBytes, told: int, moved: int) -> TouchedBytes:
    """The same place in the block whose mbarrier is told."""
    if not moved:
        return touched
    addresses = touched.addresses % SHARED_STRIDE + told // SHARED_STRIDE * SHARED_STRIDE
    return replace(touched, addresses=addresses)
