# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where a kernel in which nothing wrong was found is not called proved all the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from asyncir.analyses.kernels.kernel_reports import KernelReport
from asyncir.analyses.kernels.machine_memory import shared_layout
from asyncir.analyses.kernels.trace import (
    MBARRIER_BYTES,
    SHARED_STRIDE,
    TENSOR_BASE,
    Accessed,
    Initialised,
    Issued,
    KernelTrace,
    TraceEvent,
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


@dataclass(frozen=True, slots=True)
class SharedExtent:
    """Where the shared memory of a kernel ends."""

    fixed: int
    """Behind all arrays that have a size."""
    dynamic: int | None
    """Where arrays without a size begin, to which the launch gives memory; None where there are none."""

    def end(self, given: int | None) -> int:
        """Behind the last byte, where the launch gives so many, or the most that there can be."""
        if self.dynamic is None:
            return self.fixed
        return MOST_SHARED if given is None else self.dynamic + given


def shared_extent(module: PtxModule, kernel: Kernel) -> SharedExtent:
    """Of the shared arrays that a kernel uses."""
    variables = {v.name: v for v in (*module.variables, *kernel.variables) if v.space == "shared"}
    layout = shared_layout(module, kernel)
    fixed = max((layout[name] + v.size for name, v in variables.items() if name in layout), default=0)
    return SharedExtent(
        fixed, max((layout.get(name, fixed) for name, v in variables.items() if not v.size), default=None)
    )


def beyond_shared_memory(end: int, traces: Iterable[KernelTrace]) -> Iterator[tuple[int, UndefinedUse]]:
    """Where runs access bytes behind the end of the shared memory, each with the number of its trace."""
    for number, trace in enumerate(traces):
        for event, behind, thread in _ends_in_shared(trace):
            if behind > end:
                why = "accesses bytes behind the shared memory that there is"
                yield number, UndefinedUse(event.instruction, why, (thread, thread))
                break


def _ends_in_shared(trace: KernelTrace) -> Iterator[tuple[TraceEvent, int, int]]:
    """Behind which byte of a block's shared memory accesses end, and the thread that goes so far; mbarriers, too."""
    for event in trace.events:
        if isinstance(event, Initialised):
            thread = int(event.threads[0]) if len(event.threads) else 0
            yield event, event.address % SHARED_STRIDE + MBARRIER_BYTES, thread
        for touched in event.touched if isinstance(event, Accessed | Issued) else ():
            shared = touched.addresses < TENSOR_BASE
            if shared.any():
                ends = np.where(shared, touched.addresses % SHARED_STRIDE + touched.size, -1)
                last = int(np.argmax(ends))
                yield event, int(ends[last]), int(touched.threads[last])


def dynamic_bytes(module: PtxModule, kernel: Kernel, traces: Iterable[KernelTrace]) -> int:
    """How much dynamic shared memory runs use: a launch has to give as much."""
    start = shared_extent(module, kernel).dynamic
    if start is None:
        return 0
    end = max((end for trace in traces for _, end, _ in _ends_in_shared(trace)), default=0)
    return max(0, end - start)


def with_ends_of_memory(
    module: PtxModule,
    kernel: Kernel,
    runs: DecidingRuns,
    traces: Sequence[KernelTrace],
    given: int | None,
) -> tuple[list[KernelTrace], str]:
    """The traces, with accesses behind the end of shared memory where these are not defined in any launch; else which line
    has one, for what is there is not judged. `given` is how much dynamic memory a launch gives, where that is known.

    A number that nobody gave, or a trip count that is bounded by the size of an array, may be too large here alone. So the
    runs have to hold for all trip counts, in which addresses repeat, and nothing may be assumed of the launch.
    """
    end = shared_extent(module, kernel).end(given)
    found = dict(beyond_shared_memory(end, traces))
    others = beyond_shared_memory(end, [other.trace for other in runs.others])
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
