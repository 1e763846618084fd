# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Do the threads that write one place by one instruction write the same value there?

A trace has addresses and no values. So the kernel runs once more, with these stores in its slice. What was loaded stays
unknown: then the question is open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from asyncir.analyses.kernels.control_flow import ControlFlow
from asyncir.analyses.kernels.execute import KernelMachine
from asyncir.analyses.kernels.executing import At, touched_of
from asyncir.analyses.kernels.kernel_code import KernelCode
from asyncir.analyses.kernels.launches import GridLaunch
from asyncir.analyses.kernels.shared_values import stored_parts
from asyncir.analyses.kernels.slicing import Slice
from asyncir.analyses.kernels.trace import Accessed, KernelTrace, TouchedBytes
from asyncir.analyses.kernels.values import MASKS, Opaque, Value, spread
from asyncir.ptx.effects import Effect, Synchronous
from asyncir.ptx.effects_table import effects_of
from asyncir.ptx.program import Kernel, PtxModule


@dataclass
class StoredAlike:
    """Instructions that write one place for several threads: with values that differ, and with some that are not known."""

    differ: set[int] = field(default_factory=set[int])
    unknown: set[int] = field(default_factory=set[int])

    def look(self, at: At, effects: list[Effect]) -> None:
        """What the instruction writes now."""
        for effect in effects:
            if isinstance(effect, Synchronous):
                for touched in touched_of(at, effect):
                    if meets_itself(touched):
                        self._compare(at, touched)

    def _compare(self, at: At, touched: TouchedBytes) -> None:
        parts = stored_parts(at)
        if parts is None or len(touched.threads) != len(at.threads):
            self.unknown.add(at.site)
            return
        for _, value, _ in parts:
            match _alike(touched, value, 8 * touched.size // len(parts)):
                case True:
                    continue
                case False:
                    self.differ.add(at.site)
                case None:
                    self.unknown.add(at.site)


def _alike(touched: TouchedBytes, value: Value, width: int) -> bool | None:
    """Whether rows of one address have one value; None where that is not known."""
    if isinstance(value, Opaque):
        return True if value.uniform else None
    values = spread(value, 64, len(touched.threads)).astype(np.uint64) & np.uint64(MASKS[min(width, 64)])
    order = np.argsort(touched.addresses, kind="stable")
    one_place = np.diff(touched.addresses[order]) == 0
    return not bool((one_place & (values[order][1:] != values[order][:-1])).any())


def meets_itself(touched: TouchedBytes) -> bool:
    """Whether rows of different threads that one instruction writes have bytes in common."""
    if touched.mode != "write" or len(touched.threads) < 2:
        return False
    order = np.argsort(touched.addresses, kind="stable")
    near = np.diff(touched.addresses[order]) < touched.size
    return bool((near & (np.diff(touched.threads[order]) != 0)).any())


def several_write_one_place(traces: Iterable[KernelTrace]) -> frozenset[int]:
    """The instructions that write one place for several threads at once."""
    return frozenset(
        event.instruction
        for trace in traces
        for event in trace.events
        if isinstance(event, Accessed) and any(map(meets_itself, event.touched))
    )


def stored_alike(
    module: PtxModule, kernel: Kernel, launch: GridLaunch, stores: frozenset[int], sites: frozenset[int]
) -> StoredAlike:
    """Run `kernel` with `sites` in its slice, beside the `stores` that it has anyway."""
    effects = [effects_of(instruction) for instruction in kernel.body]
    code = KernelCode(module, Slice(kernel, ControlFlow(kernel), effects, stores | sites))
    machine = KernelMachine(code, launch, quiet=True)
    found = StoredAlike()
    machine.stored = found.look
    machine.run()
    return found
