# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One instruction executed by some threads of a group: who they are, their operands, their bytes, their results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.footprints import UnknownBytes, address_value, number_value, touched_by
from asyncir.analyses.kernels.trace import TENSOR_BASE, Threads, TouchedBytes, Unjudged
from asyncir.analyses.kernels.values import Opaque, Value, choose, is_array
from asyncir.ptx.effects import Issue, Synchronous, TensorMemoryEffect
from asyncir.ptx.program import PtxInstruction

if TYPE_CHECKING:
    from asyncir.analyses.kernels.execute import KernelMachine
    from asyncir.analyses.kernels.thread_groups import ThreadGroup

Pick = NDArray[np.int64] | None
"""Places of threads in their group; None: all."""


@dataclass(frozen=True, slots=True)
class At:
    """One execution of an instruction by some threads of a group."""

    machine: KernelMachine
    group: ThreadGroup
    instruction: PtxInstruction
    pick: Pick
    cache: dict[int, tuple[TouchedBytes, ...]] = field(default_factory=dict[int, tuple[TouchedBytes, ...]])

    @property
    def site(self) -> int:
        """The instruction's index."""
        return self.instruction.index

    @property
    def threads(self) -> Threads:
        """Who executes it."""
        threads = self.group.frame.threads
        return threads if self.pick is None else threads[self.pick]

    @property
    def count(self) -> int:
        """How many execute it."""
        return len(self.group.frame.threads if self.pick is None else self.pick)

    def pick_of(self, value: Value) -> Value:
        """The value for these threads only."""
        return value[self.pick] if self.pick is not None and is_array(value) else value

    def unjudged(self, why: str) -> None:
        """Leave the event that says so."""
        self.machine.emit(Unjudged(self.site, self.threads, why))

    def addresses(self, place: int) -> Iterator[tuple[int, Threads]]:
        """Addresses of mbarriers in operand `place`, each with its threads."""
        values = address_value(self, place)
        if isinstance(values, Opaque):
            self.unjudged("the address of the mbarrier is not known")
            return
        threads = self.threads
        if len(threads) == 1 or (values == values[0]).all():
            yield int(values[0]), threads
            return
        for address in np.unique(values):
            yield int(address), threads[values == address]

    def number(self, place: int, fixed: int | None, width: int = 32) -> Value:
        """A number of an effect for these threads."""
        return number_value(self, place, fixed, width)


def set_register(at: At, name: str | None, value: Value) -> None:
    """Set a register of the slice for the threads that execute."""
    machine, frame = at.machine, at.group.frame
    if name is None or name not in machine.part.registers:
        return
    width = machine.code.width(name)
    if at.pick is not None:
        old = frame[name]
        taken = np.zeros(len(frame.threads), np.bool_)
        taken[at.pick] = True
        if is_array(value):
            wide: NDArray[Any] = np.zeros(len(frame.threads), value.dtype)
            wide[at.pick] = value
            value = wide
        value = choose(taken, value, old, width)
    frame[name] = value
    frame.written.add(name)
    frame.tags.pop(name, None)


def touched_of(at: At, effect: Synchronous | Issue | TensorMemoryEffect) -> tuple[TouchedBytes, ...]:
    """The bytes of an effect, found once for each execution."""
    if id(effect) in at.cache:
        return at.cache[id(effect)]
    found: list[TouchedBytes] = []
    for access in effect.accesses:
        try:
            found += touched_by(at, access)
        except UnknownBytes as why:
            at.unjudged(str(why))
    at.cache[id(effect)] = touched = tuple(t for t in found if len(t.threads))
    if not isinstance(effect, TensorMemoryEffect) and any(t.addresses.max() >= TENSOR_BASE for t in touched):
        at.machine.tensor_memory.use(at, touched)
    return touched
