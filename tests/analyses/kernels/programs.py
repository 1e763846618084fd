"""Small kernels in PTX, and how they are run in tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from asyncir.analyses.kernels.execute import KernelMachine
from asyncir.analyses.kernels.kernel_code import KernelCode
from asyncir.analyses.kernels.launches import GridLaunch
from asyncir.analyses.kernels.periods import Growing
from asyncir.analyses.kernels.prepare import prepare
from asyncir.analyses.kernels.runs import KernelRuns, KernelRunsAsked, run_kernel
from asyncir.analyses.kernels.trace import KernelTrace, TraceEvent
from asyncir.ptx.program import Kernel, PtxModule
from asyncir.source.ptx import read_ptx

HEAD = """
.version 8.6
.target sm_100a
.address_size 64
"""


def module_of(body: str, parameters: str = "", shared: str = "", name: str = "k") -> PtxModule:
    """A module with one kernel; registers `%p`, `%r`, `%rd`, `%f` need no declaration."""
    text = (
        f"{HEAD}\n{shared}\n.visible .entry {name}({parameters})\n{{\n"
        ".reg .pred %p<40>;\n.reg .b16 %rs<40>;\n.reg .b32 %r<80>;\n.reg .b64 %rd<60>;\n.reg .f32 %f<80>;\n"
        f"{body}\n}}\n"
    )
    return read_ptx(text)


def launch_of(threads: int = 32, **words: int) -> GridLaunch:
    """A launch of a block of `threads` threads; `words` are parameters by name."""
    return GridLaunch((threads, 1, 1), words={(name, 0): value for name, value in words.items()})


def machine_of(module: PtxModule, launch: GridLaunch) -> KernelMachine:
    """The machine after a run."""
    code, complete = prepare(module, module.kernels[0], launch)
    machine = KernelMachine(code, complete)
    machine.run()
    return machine


def trace_of(
    body: str, threads: int = 32, parameters: str = "", shared: str = "", **words: int
) -> KernelTrace:
    """The trace of one run."""
    return machine_of(module_of(body, parameters, shared), launch_of(threads, **words)).trace()


def all_runs(
    body: str,
    threads: int = 32,
    shared: str = "",
    parameter: str = "n",
    step: int = 1,
    add: int = 0,
    periods: int = 1,
) -> tuple[PtxModule, KernelRunsAsked, KernelRuns]:
    """All runs of a kernel whose parameter `n` is step * trips + add."""
    module = module_of(body, f".param .u32 {parameter}", shared)
    launch = launch_of(threads)
    growing = Growing(lambda n: launch.with_word(parameter, 0, step * n + add))
    asked = KernelRunsAsked(launch, growing, periods)
    return module, asked, run_kernel(module, module.kernels[0], asked)


def code_of(module: PtxModule, launch: GridLaunch) -> KernelCode:
    """The code that runs."""
    return prepare(module, module.kernels[0], launch)[0]


def kernel_of(module: PtxModule) -> Kernel:
    """The only kernel."""
    return module.kernels[0]


def shown_event(event: TraceEvent) -> tuple[object, ...]:
    """An event as a tuple that can be compared; what only numbers things in the trace is left out."""
    found: list[object] = [type(event).__name__, event.instruction, event.threads.tolist()]
    for name in event.__dataclass_fields__:
        value = getattr(event, name)
        if name == "touched":
            found += [(t.mode, t.threads.tolist(), t.addresses.tolist(), t.size, t.proxy) for t in value]
        elif name == "phase":
            found.append(("parity", value & 1))
        elif name == "synchronised":
            found.append(value.tolist())
        elif name not in {"instruction", "threads", "operation", "mbarrier", "visit", "round"}:
            found.append((name, value))
    return tuple(found)


def expanded(trace: KernelTrace, times: int, family: int = 0) -> list[TraceEvent]:
    """The events with each period of a family `times` times more."""
    found: list[TraceEvent] = []
    at = 0
    for period in sorted((p for p in trace.periods if p.family == family), key=lambda p: p.first):
        found += trace.events[at : period.last]
        found += trace.events[period.first : period.last] * times
        at = period.last
    return found + list(trace.events[at:])


def longer_runs_agree(
    module: PtxModule, asked: KernelRunsAsked, runs: KernelRuns, times: Sequence[int] = (1, 2, 5)
) -> int:
    """Each trace with periods, made longer, is what a run with so many trips is; how many were compared."""
    assert asked.growing is not None
    assert runs.loop is not None
    assert runs.launch is not None
    code = code_of(module, asked.growing.launch(asked.sample))
    compared = 0
    for trips, trace in runs.traces.items():
        for family in sorted({p.family for p in trace.periods}):
            for k in times:
                launch = asked.growing.launch(trips + k * runs.loop.more)
                machine = KernelMachine(code, replace(launch, boxes=runs.launch.boxes))
                machine.run()
                wanted = [shown_event(e) for e in machine.events]
                assert [shown_event(e) for e in expanded(trace, k, family)] == wanted, (trips, k)
                compared += 1
    return compared
