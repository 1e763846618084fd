# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The answer of a check of PTX, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from asyncir.analyses.kernels.kernel_repairs import KernelRepair
from asyncir.analyses.kernels.kernel_reports import KernelReport
from asyncir.diagnostics import Diagnostic
from asyncir.diagnostics.render import to_json as diagnostic_to_json
from asyncir.driver.kernels.runs import DecidingRuns
from asyncir.ptx.program import Kernel, PtxModule


@dataclass(frozen=True, slots=True)
class CheckedSite:
    """What is true of one wait, barrier, fence, arrival or wait for a phase."""

    location: str
    """`file:line:column`."""
    source: str
    """`file:line` of the program behind it; empty where the PTX does not say."""
    kernel: str
    statement: str
    kind: str
    """`wait`, `barrier`, `fence`, `arrive` or `phase wait`."""
    verdict: str
    """`needed`, `exact`, `too strong`, `too weak`, `missing`, `redundant`, `not judged` or `unknown`."""
    count: int | None
    """The count of a wait as written."""
    exact: int | None
    """The largest count that is right."""
    in_loop: bool
    proved: bool
    """Whether the verdict holds for all trip counts."""
    reason: str
    together: tuple[str, ...]
    """The locations of all that are judged as one with it."""
    kept: bool = False
    """Whether its author wants it: `// asyncir: keep`."""
    operation: str = ""
    """The operation of TTGIR behind it, where that is known."""


@dataclass(frozen=True, slots=True)
class FoundFault:
    """Something that is wrong with a kernel: the two accesses, or the one place."""

    kind: str
    kernel: str
    message: str
    first: str
    """Where: `file:line:column`; empty where there is one place only."""
    second: str
    threads: tuple[int, int]
    trips: tuple[int, int]
    certain: bool


@dataclass(frozen=True)
class CheckedKernel:
    """One kernel. `growing` are the values of parameters for all of which it was judged, "" for those of `launch`."""

    name: str
    standing: str
    sites: tuple[CheckedSite, ...]
    faults: tuple[FoundFault, ...]
    growing: str
    open: str
    """Why what is said is not proved for all trip counts; empty if it is."""
    tried: tuple[int, ...]
    """Trip counts (values of n) that ran."""
    together: tuple[str, ...]
    """Locations of a largest set of sites that can go at once."""
    kernel: Kernel = field(repr=False)
    runs: DecidingRuns | None = field(repr=False, default=None)
    report: KernelReport | None = field(repr=False, default=None)
    repair: KernelRepair | None = field(repr=False, default=None)
    """What makes a wrong kernel right; None of one that is not wrong."""
    dynamic_shared: int = 0
    """The bytes of dynamic shared memory that it touches: launches have to give as many. 0 where it is known how many do."""


@dataclass(frozen=True)
class CheckedPtx:
    """The answer for a file."""

    standing: str
    """`proved`, `refuted` or `unknown`."""
    kernels: tuple[CheckedKernel, ...]
    diagnostics: tuple[Diagnostic, ...]
    module: PtxModule | None = field(repr=False, default=None)

    def __str__(self) -> str:
        """What `asyncir check` prints: what is wrong or not needed, with its lines, and a line for each kernel."""
        # late: only what is shown needs it
        from asyncir.diagnostics.render import Sources, render
        from asyncir.driver.kernels.summaries import summary

        module = self.module
        sources = Sources({module.path: module.text}) if module is not None else None
        return render(self.diagnostics, sources) + "\n".join(summary(kernel) for kernel in self.kernels)

    @property
    def proved(self) -> bool:
        """Whether all of its kernels are right, for all trip counts."""
        return self.standing == "proved"

    @property
    def sites(self) -> tuple[CheckedSite, ...]:
        """Those of all kernels."""
        return tuple(site for kernel in self.kernels for site in kernel.sites)

    @property
    def faults(self) -> tuple[FoundFault, ...]:
        """Those of all kernels."""
        return tuple(fault for kernel in self.kernels for fault in kernel.faults)


def to_json(checked: CheckedPtx) -> dict[str, Any]:
    """The answer as what `json.dumps` takes."""
    return {
        "version": 1,
        "standing": checked.standing,
        "proved": checked.proved,
        "kernels": [
            {
                "name": kernel.name,
                "standing": kernel.standing,
                "parameters": kernel.growing,
                "dynamic_shared": kernel.dynamic_shared,
                "fixed": list(kernel.runs.fixed) if kernel.runs is not None else [],
                "open": kernel.open,
                "tried": list(kernel.tried),
                "together": list(kernel.together),
            }
            for kernel in checked.kernels
        ],
        "sites": [_site_to_json(site) for site in checked.sites],
        "faults": [
            {
                "kind": fault.kind,
                "kernel": fault.kernel,
                "message": fault.message,
                "first": fault.first,
                "second": fault.second,
                "threads": list(fault.threads),
                "trips": list(fault.trips),
                "certain": fault.certain,
            }
            for fault in checked.faults
        ],
        "diagnostics": [diagnostic_to_json(diagnostic) for diagnostic in checked.diagnostics],
    }


def _site_to_json(site: CheckedSite) -> dict[str, Any]:
    return {
        "location": site.location,
        "source": site.source,
        "kernel": site.kernel,
        "statement": site.statement,
        "kind": site.kind,
        "verdict": site.verdict,
        "count": site.count,
        "exact": site.exact,
        "in loop": site.in_loop,
        "proved": site.proved,
        "reason": site.reason,
        "together": list(site.together),
        "operation": site.operation,
    }
