# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where a kernel in which nothing wrong was found is not called proved all the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from asyncir.analyses.kernels.kernel_reports import KernelReport
from asyncir.analyses.kernels.trace import Accessed, KernelTrace, TouchedBytes
from asyncir.ptx.effects import Collective, Effect, Fence, Synchronous
from asyncir.ptx.program import Kernel


def outside_of_the_model(kernel: Kernel, effects: Sequence[Sequence[Effect]]) -> str:
    """Why a kernel that is right as far as it is judged is not called proved: what orders memory that is not modelled."""
    for instruction, does in zip(kernel.body, effects, strict=True):
        for effect in does:
            if isinstance(effect, Collective) and effect.kind.startswith("griddepcontrol"):
                return f"line {instruction.spot.line}: what the grid before has written is not judged"
            if isinstance(effect, Synchronous) and any(a.proxy == "tensormap" for a in effect.accesses):
                return f"line {instruction.spot.line}: tensor maps that the kernel changes are not judged"
            if isinstance(effect, Fence) and effect.kind == "proxy.tensormap":
                return f"line {instruction.spot.line}: tensor maps that the kernel changes are not judged"
    return ""


def lanes_apart(kernel: Kernel, report: KernelReport) -> str:
    """Where lanes of one warp access the same bytes and nothing orders them: they do not run in step."""
    for note in report.notes:
        if note.within_warp:
            first, second = (kernel.body[index].spot.line for index in (note.first, note.second))
            return f"lines {first} and {second}: lanes of one warp access the same bytes, and nothing orders them"
    return ""


def same_values_assumed(kernel: Kernel, traces: Iterable[KernelTrace]) -> str:
    """The words of an assumption where threads write one place by one instruction: values are not looked at."""
    for trace in traces:
        for event in trace.events:
            if isinstance(event, Accessed) and any(_meets_itself(touched) for touched in event.touched):
                line = kernel.body[event.instruction].spot.line
                return f"threads that write one place by one instruction write the same value there (line {line})"
    return ""


def _meets_itself(touched: TouchedBytes) -> bool:
    """Whether rows of different threads that one instruction writes have bytes in common."""
    if touched.mode != "write" or len(touched.threads) < 2:
        return False
    order = np.argsort(touched.addresses, kind="stable")
    near = np.diff(touched.addresses[order]) < touched.size
    return bool((near & (np.diff(touched.threads[order]) != 0)).any())
