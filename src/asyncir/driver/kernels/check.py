# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`check_ptx`: is the synchronisation of PTX kernels right, and no stronger than it has to be?

The reader makes data of the text, runs of the slice that decides make traces, replays of these make verdicts. What cannot
be decided is unknown, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from asyncir.analyses.kernels.control_flow import ControlFlow
from asyncir.analyses.kernels.kernel_repairs import KernelEdit, KernelRepair, repair_kernel
from asyncir.analyses.kernels.kernel_reports import KernelReport, goes_wrong, judge_kernel, surely_wrong
from asyncir.analyses.kernels.trace import KernelTrace, StopRun
from asyncir.analyses.kernels.verdicts import SiteVerdict
from asyncir.diagnostics import Diagnostic, DiagnosticError, Severity
from asyncir.driver.kernels.checked import CheckedKernel, CheckedPtx, CheckedSite, FoundFault
from asyncir.driver.kernels.limits import (
    dynamic_bytes,
    groups_apart,
    mbarriers_unfenced,
    outside_of_the_model,
    tensor_cores_unfenced,
    with_ends_of_memory,
)
from asyncir.driver.kernels.messages import (
    fault_message,
    location,
    of_faults,
    of_kernel,
    of_sites,
    source_of,
)
from asyncir.driver.kernels.misuse import doubtful_memory, one_place, with_misuses
from asyncir.driver.kernels.options import KernelOptions, check_names, chosen
from asyncir.driver.kernels.proofs import doubt_of, without_proof
from asyncir.driver.kernels.runs import ONE_BLOCK, DecidingRuns, deciding_runs
from asyncir.ptx.effects import Effect
from asyncir.ptx.effects_table import effects_of
from asyncir.ptx.program import Kernel, PtxModule
from asyncir.source.ptx import read_ptx_parts

LITTLE = 1500
"""Repairs are looked for unasked where the runs have no more events."""


def check_ptx(text: str | bytes, filename: str = "<ptx>", options: KernelOptions | None = None) -> CheckedPtx:
    """Prove that every access of the kernels waits for what it needs, or show an execution in which one does not.

    Of each site it says whether it is needed. Raises `DiagnosticError` for what is no PTX, and for options that name what
    the file does not have. A kernel that cannot be read is told, the others are judged.
    """
    options = options or KernelOptions()
    read = read_ptx_parts(text, filename)
    if read.module is None or (not read.module.kernels and read.diagnostics):
        raise DiagnosticError(read.diagnostics)
    module = read.module
    kernels = chosen(module.kernels, options)
    check_names(kernels, options)
    found = tuple(check_kernel(module, kernel, options) for kernel in kernels)
    diagnostics = (*read.diagnostics, *(d for each in found for d in _diagnostics(module, each)))
    if not found:
        message = f"{filename} has no kernel"
        diagnostics = (*diagnostics, Diagnostic("X123", message, severity=Severity.WARNING))
    return CheckedPtx(_standing(found, bool(read.diagnostics)), found, diagnostics, module)


def check_kernel(module: PtxModule, kernel: Kernel, options: KernelOptions) -> CheckedKernel:
    """One kernel of a module."""
    effects = [effects_of(instruction) for instruction in kernel.body]
    try:
        runs = deciding_runs(
            module, kernel, options, _first_fault(effects) if options.standing_only else None
        )
    except (StopRun, MemoryError, RecursionError) as error:
        why = str(error) or f"{type(error).__name__} while it ran"
        return CheckedKernel(kernel.name, "unknown", (), (), "", why, (), (), kernel)
    traces = with_misuses(runs.runs.all_traces())
    same, different = one_place(module, kernel, runs, traces)
    if same:
        runs = replace(runs, assumed=(*runs.assumed, same))
    traces, beyond = with_ends_of_memory(module, kernel, runs, traces, options.dynamic_shared)
    traces, report = _judged(kernel, effects, runs, traces, options.standing_only)
    unfenced = (mbarriers_unfenced(kernel, report), tensor_cores_unfenced(kernel, report))
    runs = replace(runs, assumed=(*runs.assumed, *filter(None, unfenced)))
    little = sum(len(trace.events) for trace in traces) <= LITTLE
    mend = not report.right and (little or options.mend) and not options.standing_only
    repair = repair_kernel(kernel, effects, traces, report) if mend else None
    certain = any(finding.certain for finding in report.findings)
    standing = "refuted" if certain else "proved" if report.proved else "unknown"
    why = report.open or (
        "" if report.right or certain else "what may be wrong hangs on data that were not known"
    )
    sites = tuple(_sites(module, kernel, report, repair))
    not_modelled = (
        outside_of_the_model(kernel, effects) or beyond or doubtful_memory(kernel, traces) or different
    )
    if standing == "proved" and not_modelled:
        standing, why = "unknown", not_modelled
    doubt = groups_apart(kernel, report) if standing == "proved" else ""
    if standing == "proved" and not doubt and options.recheck:
        doubt = doubt_of(kernel, report.certificate)
    if doubt:
        standing, why, report = "unknown", doubt, replace(report, open=doubt)
        sites = tuple(without_proof(site, doubt) for site in sites)
    return CheckedKernel(
        kernel.name,
        standing,
        sites,
        tuple(_faults(module, kernel, report)),
        runs.growing,
        why,
        tuple(sorted(runs.runs.traces)),
        tuple(location(module, kernel.body[site.instruction]) for site in report.together),
        kernel,
        runs,
        report,
        repair,
        dynamic_bytes(module, kernel, traces) if options.dynamic_shared is None else 0,
    )


def _judged(
    kernel: Kernel,
    effects: Sequence[tuple[Effect, ...]],
    runs: DecidingRuns,
    traces: list[KernelTrace],
    standing_only: bool,
) -> tuple[list[KernelTrace], KernelReport]:
    """The report on a kernel, and the traces that it is about: with a run that goes wrong for another number, if any does."""
    report = judge_kernel(kernel, effects, traces, runs.open, standing_only)
    if report.right and (wrong := _wrong_otherwise(effects, runs)) is not None:
        traces = [*traces, wrong]
    elif not report.right and ONE_BLOCK in runs.assumed:
        why = f"it was assumed: {ONE_BLOCK}"
        traces = [replace(trace, unknown=(*trace.unknown, why)) for trace in traces]
    else:
        return traces, report
    return traces, judge_kernel(kernel, effects, traces, runs.open, standing_only)


def _first_fault(effects: Sequence[tuple[Effect, ...]]) -> Callable[[KernelTrace], bool]:
    """Whether a run shows that the kernel is wrong: then it is enough."""
    return lambda trace: surely_wrong(effects, *with_misuses([trace]))


def _wrong_otherwise(effects: Sequence[tuple[Effect, ...]], runs: DecidingRuns) -> KernelTrace | None:
    """A run that goes wrong with another value of a number that nobody gave; it is not known to be one that is meant."""
    for other in runs.others:
        if goes_wrong(effects, other.trace):
            if other.meant:
                return other.trace
            why = f"with {other.text} it goes wrong, and nobody says that this is not so: say --param, --grid"
            return replace(other.trace, unknown=(why,))
    return None


def _sites(
    module: PtxModule, kernel: Kernel, report: KernelReport, repair: KernelRepair | None
) -> Iterator[CheckedSite]:
    """Those of the text; where the kernel is wrong, what a repair says of them, and what is missing."""
    edits = repair.edits or () if repair is not None else ()
    counts = {e.instruction: last_number(e.text) for e in edits if e.kind == "replace"}
    for verdict in report.sites:
        site = _site(module, kernel, verdict)
        exact = counts.get(verdict.site.instruction)
        if exact is not None and (site.count is None or exact < site.count):
            site = replace(site, verdict="too weak", exact=exact, reason="", proved=False)
        yield site
    looped = {v.site.instruction: v.site.in_loop for v in report.sites}
    for edit in edits:
        if edit.kind == "insert":
            yield _missing(module, kernel, edit, looped)


def _missing(module: PtxModule, kernel: Kernel, edit: KernelEdit, looped: Mapping[int, bool]) -> CheckedSite:
    """A site that is not there, at the instruction in front of which it belongs."""
    at = kernel.body[edit.instruction]
    word = edit.text.split()[0]
    kind = "fence" if "fence" in word else "wait" if "wait" in word else "barrier"
    exact = last_number(edit.text) if kind == "wait" else None
    place = location(module, at)
    in_loop = looped.get(edit.instruction, edit.instruction in loop_instructions(kernel))
    return CheckedSite(
        place,
        source_of(at),
        kernel.name,
        edit.text,
        kind,
        "missing",
        None,
        exact,
        in_loop,
        False,
        "",
        (place,),
    )


def loop_instructions(kernel: Kernel) -> set[int]:
    """The instructions that are in a loop."""
    flow = ControlFlow(kernel)
    blocks = [flow.blocks[b] for loop in flow.loops for b in loop.blocks]
    return {k for block in blocks for k in range(block.start, block.end)}


def last_number(text: str) -> int | None:
    """The count at the end of a wait."""
    word = text.split()[-1]
    return int(word) if word.isdigit() else None


def _site(module: PtxModule, kernel: Kernel, verdict: SiteVerdict) -> CheckedSite:
    instruction = kernel.body[verdict.site.instruction]
    return CheckedSite(
        location(module, instruction),
        source_of(instruction),
        kernel.name,
        instruction.text,
        verdict.site.kind,
        verdict.answer,
        verdict.site.count,
        verdict.exact,
        verdict.site.in_loop,
        verdict.proved,
        verdict.why,
        tuple(location(module, kernel.body[index]) for index in verdict.site.together),
        verdict.site.kept,
    )


def _faults(module: PtxModule, kernel: Kernel, report: KernelReport) -> Iterator[FoundFault]:
    for finding in report.findings:
        message = fault_message(kernel, finding)
        if finding.witness is None:
            alone = finding.alone
            index = alone.instruction if alone is not None else 0
            threads = (alone.threads[0], alone.threads[-1]) if alone and alone.threads else (-1, -1)
            at = location(module, kernel.body[index])
            yield FoundFault(finding.kind, kernel.name, message, "", at, threads, (-1, -1), finding.certain)
            continue
        conflict = finding.witness.conflict
        places = [
            location(module, kernel.body[index]) if 0 <= index < len(kernel.body) else ""
            for index in (conflict.first, conflict.second)
        ]
        yield FoundFault(
            conflict.kind,
            kernel.name,
            message,
            places[0],
            places[1],
            conflict.threads,
            conflict.trips,
            finding.certain,
        )


def _diagnostics(module: PtxModule, checked: CheckedKernel) -> Iterator[Diagnostic]:
    """What is wrong first, then what could be better, then what is not known."""
    if checked.report is not None:
        yield from of_faults(module, checked.kernel, checked.report, checked.repair)
        yield from of_sites(module, checked.kernel, checked.report, checked.sites)
    yield from of_kernel(module, checked)


def _standing(kernels: tuple[CheckedKernel, ...], damaged: bool) -> str:
    standings = {kernel.standing for kernel in kernels}
    if "refuted" in standings:
        return "refuted"
    return "proved" if standings == {"proved"} and not damaged else "unknown"
