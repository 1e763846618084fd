"""What the check and the interpreter of PTX say of the corpus's kernels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import prod

from asyncir.analyses.kernels.kernel_reports import KernelReport, judge_kernel
from asyncir.analyses.kernels.launches import KernelLaunch
from asyncir.analyses.kernels.periods import Growing
from asyncir.analyses.kernels.runs import KernelRunsAsked, run_kernel
from asyncir.ptx.effects_table import effects_of
from asyncir.ptx.program import Kernel, PtxModule
from asyncir.semantics.kernels.adversary import APART, EXTREMES, random_orders
from asyncir.semantics.kernels.block_programs import block_program
from asyncir.semantics.kernels.block_runs import run_block
from asyncir.semantics.kernels.launch import BlockLaunch, CopyBox
from asyncir.source.ptx import read_ptx
from tests.ptx_bugs import PtxCase

ORDERS = (*EXTREMES, *APART, *random_orders(8))
TRIPS = 6
"""Fixed kernels are played with fewer trips than this."""


@cache
def kernel(case: PtxCase, which: str) -> tuple[PtxModule, Kernel]:
    """`wrong` or `fixed` as data."""
    module = read_ptx(case.text(which), f"{which}.ptx")
    (only,) = module.kernels
    return module, only


def _shape(given: tuple[int, ...]) -> tuple[int, int, int]:
    x, y, z = (*given, 1, 1, 1)[:3]
    return (x, y, z)


@dataclass(frozen=True)
class Judged:
    """The check's report on a kernel, by lines of its text."""

    report: KernelReport
    kernel: Kernel

    def line(self, instruction: int) -> int:
        """The line of an instruction."""
        return self.kernel.body[instruction].spot.line

    def findings(self) -> Iterator[tuple[str, frozenset[int]]]:
        """What is wrong, and the lines that it names."""
        for found in self.report.findings:
            if found.witness is not None:
                conflict = found.witness.conflict
                yield found.kind, frozenset({self.line(conflict.first), self.line(conflict.second)})
            elif found.alone is not None:
                yield found.kind, frozenset({self.line(found.alone.instruction)})

    def answers(self) -> dict[int, tuple[str, int | None]]:
        """The verdict on each site and the exact count, by line."""
        return {self.line(v.site.instruction): (v.answer, v.exact) for v in self.report.sites}


@cache
def judge(case: PtxCase, which: str, all_trips: bool = True) -> Judged:
    """Check a kernel: for all trip counts where the case has a parameter for them, or with the case's parameters alone."""
    module, only = kernel(case, which)
    launch = KernelLaunch(
        _shape(case.block),
        grid=_shape(case.grid),
        cluster=_shape(case.cluster),
        parameters=dict(case.parameters),
        boxes={name: prod(box) * size for name, box, size in case.maps},
    )
    trips = case.trips if all_trips else None

    def longer(n: int) -> KernelLaunch:
        assert trips is not None
        return replace(launch, parameters={**launch.parameters, trips: n})

    runs = run_kernel(module, only, KernelRunsAsked(launch, None if trips is None else Growing(longer)))
    told = "" if runs.every else (runs.why or "not all trip counts were run")
    effects = [effects_of(instruction) for instruction in only.body]
    return Judged(judge_kernel(only, effects, list(runs.traces.values()), told), only)


@dataclass(frozen=True)
class Played:
    """What came of playing a kernel in several orders."""

    faults: frozenset[str]
    outcomes: int
    """How many different results there were."""


def play(case: PtxCase, which: str, trips: int | None = None) -> Played:
    """Play one block of a kernel in all of `ORDERS`, with the case's parameters or another number of trips."""
    module, only = kernel(case, which)
    values = {p.name: (n + 1) << 36 for n, p in enumerate(only.parameters)} | dict(case.parameters)
    if trips is not None and case.trips is not None:
        values[case.trips] = trips
    boxes = {name: CopyBox(box, size) for name, box, size in case.maps}
    launch = BlockLaunch(module, only, _shape(case.block), _shape(case.grid), values=values, boxes=boxes)
    program = block_program(launch)
    runs = [run_block(program, order) for order in ORDERS]
    faults = frozenset(fault.kind for run in runs for fault in run.faults)
    return Played(faults, len({(run.sums.tobytes(), run.reads.tobytes()) for run in runs}))
