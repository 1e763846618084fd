# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which columns of tensor memory each block has allocated, and whether it frees them.

All tensor memory that a kernel allocates must be freed before the kernel exits, as it was allocated: PTX ISA 9.0,
9.7.16.7. A block that has given its permit back allocates no more (`tcgen05.relinquish_alloc_permit`).

Which columns a kernel gets it may not depend on: those that are given out here do not begin with 0 and do not lie side by
side, so that a kernel which assumes that is not proved. The instructions are for one warp of a block (of each of two, with
`.cta_group::2`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from asyncir.analyses.kernels.footprints import raw_address, touched_by
from asyncir.analyses.kernels.trace import TENSOR_BASE, TENSOR_STRIDE, WARP
from asyncir.analyses.kernels.values import Opaque, Value, is_array

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from asyncir.analyses.kernels.execute import KernelMachine
    from asyncir.analyses.kernels.executing import At
    from asyncir.analyses.kernels.trace import Threads, TouchedBytes
    from asyncir.ptx.effects import TensorMemoryEffect

LEAK = "allocates tensor memory that is not freed when the kernel ends"
OTHER_SIZE = "frees {} columns of tensor memory, of an allocation of {}"
NOTHING = "frees tensor memory that was freed before"
NO_ALLOCATION = "the tensor memory that it names is at no address that tcgen05.alloc gave"
OTHER_GROUP = "frees tensor memory of another .cta_group than it was allocated for"
NO_SIZE = "allocates {} columns of tensor memory, which is no power of two from 32 to 512"
TOO_MANY = "waits for ever: the block has more than the 512 columns of tensor memory that there are"
NO_PAIR = "it is for a pair of blocks, and the launch has one"
NO_PERMIT = "allocates tensor memory behind tcgen05.relinquish_alloc_permit"
SIZES = (32, 64, 128, 256, 512)
APART = 32
"""So many columns are in front of the first allocation here, and between two."""
COLUMN = 0xFFFF
"""The bits of an address in tensor memory that are its column; those above are its lane."""


@dataclass(frozen=True)
class ColumnAllocation:
    """`columns` columns from `start` on, by the warp of `threads`."""

    site: int
    start: int
    columns: int
    group: str
    threads: Threads

    def covers(self, columns: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which of these columns it has."""
        return (columns >= self.start) & (columns < self.start + self.columns)


class TensorColumns:
    """The tensor memory of the blocks of one run."""

    def __init__(self, machine: KernelMachine) -> None:
        self.machine = machine
        self.column = APART
        self.freed: dict[int, set[int]] = {}
        self.live: dict[int, list[ColumnAllocation]] = {}
        self.no_permit: set[int] = set()

    def allocate(self, at: At, effect: TensorMemoryEffect) -> None:
        """A warp of each block allocates; the address is written to shared memory."""
        columns = at.number(effect.columns.operand, effect.columns.value)
        if not isinstance(columns, int):
            at.unjudged("the number of columns is not known")
            return
        machine = self.machine
        for access in effect.accesses:
            found = touched_by(at, access)
            if machine.values is not None and found:
                machine.values.write(at.site, found[0].addresses[:1], 4, self.column, 32)
        for block, threads in self._blocks(at):
            live = self.live.setdefault(block, [])
            if block in self.no_permit:
                machine.misuse(at.site, threads, NO_PERMIT)
            if columns not in SIZES:
                machine.misuse(at.site, threads, NO_SIZE.format(columns))
            elif columns + sum(a.columns for a in live) > SIZES[-1]:
                machine.misuse(at.site, threads, TOO_MANY)
            live.append(ColumnAllocation(at.site, self.column, columns, _group(at), threads))
        self.column += columns + APART

    def free(self, at: At, effect: TensorMemoryEffect) -> None:
        """A warp of each block frees what it names."""
        columns = at.number(effect.columns.operand, effect.columns.value)
        address = raw_address(at, at.instruction.operands[effect.accesses[0].address])
        if not isinstance(columns, int):
            at.unjudged("the number of columns is not known")
            return
        for block, threads in self._blocks(at):
            self._free(at, block, threads, _of(address, at.threads, threads), columns)

    def _free(self, at: At, block: int, threads: Threads, address: Value, columns: int) -> None:
        live = self.live.get(block, [])
        if isinstance(address, Opaque):
            fitting = [a for a in live if a.columns == columns]
            if len(fitting) != 1:
                self.machine.note(
                    f"{self.machine.spot(at.site)}: which tensor memory is freed depends on data that is not known"
                )
            if fitting:
                live.remove(fitting[0])
            return
        starts = np.unique(np.asarray(address, np.int64) & COLUMN)
        found = next((a for a in live if len(starts) == 1 and a.start == starts[0]), None)
        if found is None and set(starts.tolist()) <= self.freed.get(block, set()):
            self.machine.misuse(at.site, threads, NOTHING)
        elif found is None:
            self.machine.note(f"{self.machine.spot(at.site)}: {NO_ALLOCATION}")
        elif found.group != _group(at):
            self.machine.misuse(at.site, threads, OTHER_GROUP)
        elif found.columns != columns:
            self.machine.misuse(at.site, threads, OTHER_SIZE.format(columns, found.columns))
        if found is not None:
            live.remove(found)
            self.freed.setdefault(block, set()).add(found.start)

    def use(self, at: At, touched: Iterable[TouchedBytes]) -> None:
        """Accesses of tensor memory; what was not allocated is not known to be there."""
        for one in touched:
            places = one.addresses[one.addresses >= TENSOR_BASE] - TENSOR_BASE
            for block in np.unique(places // TENSOR_STRIDE).tolist():
                columns = places[places // TENSOR_STRIDE == block] % TENSOR_STRIDE // 512
                there = np.zeros(len(columns), np.bool_)
                for allocation in self.live.get(block, ()):
                    there |= allocation.covers(columns)
                if not there.all():
                    self.machine.note(f"{self.machine.spot(at.site)}: {NO_ALLOCATION}")

    def relinquish(self, at: At) -> None:
        """The block allocates no more."""
        self.no_permit.update(block for block, _ in self._blocks(at))

    def end(self) -> None:
        """All threads have ended."""
        for allocations in self.live.values():
            for allocation in allocations:
                self.machine.misuse(allocation.site, allocation.threads, LEAK)

    def fork(self, machine: KernelMachine) -> TensorColumns:
        """The same for another run that goes on from here."""
        made = TensorColumns(machine)
        made.column, made.no_permit = self.column, set(self.no_permit)
        made.live = {block: list(found) for block, found in self.live.items()}
        made.freed = {block: set(starts) for block, starts in self.freed.items()}
        return made

    def state(self) -> tuple[object, ...]:
        """All of it that decides what comes."""
        live = [(b, a.start, a.columns, a.site) for b, found in sorted(self.live.items()) for a in found]
        return (self.column, *live, *sorted(self.no_permit), str(sorted(self.freed.items())))

    def _blocks(self, at: At) -> list[tuple[int, Threads]]:
        """The blocks whose warps execute the instruction, with the threads of each."""
        if _group(at) == "cta_group::2" and self.machine.launch.blocks == 1:
            self.machine.note(f"{self.machine.spot(at.site)}: {NO_PAIR}")
        blocks = at.threads // self.machine.block
        found = [(int(block), at.threads[blocks == block]) for block in np.unique(blocks)]
        if any(len(np.unique(threads % self.machine.block // WARP)) > 1 for _, threads in found):
            self.machine.note(
                f"{self.machine.spot(at.site)}: it is for one warp of a block, and several come"
            )
        return found


def _group(at: At) -> str:
    """The `.cta_group` that an instruction names."""
    return next((m for m in at.instruction.modifiers if m.startswith("cta_group")), "")


def _of(value: Value, threads: Threads, some: Threads) -> Value:
    """A value of `threads`, for some of them."""
    return value[np.searchsorted(threads, some)] if is_array(value) else value
