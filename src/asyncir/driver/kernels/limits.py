# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where a kernel in which nothing wrong was found is not called proved all the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from asyncir.analyses.kernels.kernel_reports import KernelReport
from asyncir.analyses.kernels.machine_memory import shared_layout
from asyncir.analyses.kernels.trace import (
    SHARED_STRIDE,
    TENSOR_BASE,
    Accessed,
    Issued,
    KernelTrace,
    UndefinedUse,
)
from asyncir.driver.kernels.runs import DecidingRuns
from asyncir.ptx.effects import Collective, Effect, Fence, Synchronous
from asyncir.ptx.program import Kernel, PtxModule

MOST_SHARED = 228 << 10
"""The most bytes that a block can have, where the launch says how many (sm_90 and sm_100)."""


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


def groups_apart(kernel: Kernel, report: KernelReport) -> str:
    """Where threads of one warpgroup access the same bytes, and of what orders them only the group's wait is known."""
    for note in report.notes:
        if note.within_group:
            first, second = (kernel.body[index].spot.line for index in (note.first, note.second))
            return f"lines {first} and {second}: threads of one warpgroup access the same bytes, and nothing orders them"
    return ""


def mbarriers_unfenced(kernel: Kernel, report: KernelReport) -> str:
    """The words of an assumption where no proxy fence is behind the initialisation of an mbarrier that a copy tells.

    CUDA's guide puts one there (Asynchronous Data Copies using TMA); the PTX manual does not say that mbarrier.init is of
    the generic proxy.
    """
    lines = [kernel.body[n.first].spot.line for n in report.notes if n.kind == "mbarrier proxy"]
    if not lines:
        return ""
    return (
        f"asynchronous copies see an mbarrier that no fence has passed on to their proxy (line {min(lines)})"
    )


def tensor_cores_unfenced(kernel: Kernel, report: KernelReport) -> str:
    """The words of an assumption where threads hand over work of the tensor cores without
    `tcgen05.fence::after_thread_sync` behind the wait. The manual asks for it (9.7.16.6); Triton writes none.
    """
    pairs = sorted((n.second, n.first) for n in report.notes if n.kind == "tensor fence")
    if not pairs:
        return ""
    second, first = (kernel.body[index].spot.line for index in pairs[0])
    return f"no tcgen05.fence::after_thread_sync is needed between lines {first} and {second}, which threads have to wait for"


def beyond_shared_memory(
    module: PtxModule, kernel: Kernel, traces: Iterable[KernelTrace]
) -> Iterator[tuple[int, UndefinedUse]]:
    """Where runs access bytes behind the shared memory that there can be, each with the number of its trace."""
    variables = {v.name: v for v in (*module.variables, *kernel.variables) if v.space == "shared"}
    layout = shared_layout(module, kernel)
    dynamic = any(not v.size for v in variables.values())
    end = max((layout[name] + v.size for name, v in variables.items() if name in layout), default=0)
    end = MOST_SHARED if dynamic else end
    for number, trace in enumerate(traces):
        for event in trace.events:
            if not isinstance(event, Accessed | Issued):
                continue
            for touched in event.touched:
                shared = touched.addresses < TENSOR_BASE
                here = np.where(shared, touched.addresses % SHARED_STRIDE, -1) + touched.size
                if len(here) and int(here.max()) > end and shared.any():
                    thread = int(touched.threads[np.argmax(here)])
                    why = "accesses bytes behind the shared memory that there is"
                    yield number, UndefinedUse(event.instruction, why, (thread, thread))
                    break
            else:
                continue
            break


def with_ends_of_memory(
    module: PtxModule, kernel: Kernel, runs: DecidingRuns, traces: Sequence[KernelTrace]
) -> tuple[list[KernelTrace], str]:
    """The traces, with accesses behind the end of shared memory where these are not defined in any launch; else which line
    has one, for what is there is not judged.

    A number that nobody gave, or a trip count that is bounded by the size of an array, may be too large here alone. So the
    runs have to hold for all trip counts, in which addresses repeat, and nothing may be assumed of the launch.
    """
    found = dict(beyond_shared_memory(module, kernel, traces))
    others = beyond_shared_memory(module, kernel, [other.trace for other in runs.others])
    if not found and (other := next(others, None)) is not None:
        line = kernel.body[other[1].instruction].spot.line
        return list(traces), f"line {line}: with {runs.others[other[0]].text} it {other[1].why}"
    if not found:
        return list(traces), ""
    if runs.runs.every and not runs.fixed and not runs.assumed:
        more = [replace(t, misuses=(*t.misuses, found[k])) if k in found else t for k, t in enumerate(traces)]
        return more, ""
    first = next(iter(found.values()))
    return list(traces), f"line {kernel.body[first.instruction].spot.line}: it {first.why}"
