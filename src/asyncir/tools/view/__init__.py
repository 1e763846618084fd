"""`asyncir view`: one page that shows what is in flight at each wait, and why each count is what it is."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext

from markupsafe import Markup

from asyncir.diagnostics import failure
from asyncir.driver.affine_maps import without_affine
from asyncir.ir import ModuleOp
from asyncir.ir.marks import SCHEDULE
from asyncir.simulation.model import LoopPipeline
from asyncir.source.text import parse_module, print_module
from asyncir.tools.files import Output
from asyncir.tools.requests import ViewRequest
from asyncir.tools.seeing.packets import require
from asyncir.tools.view.checking import checked_as_by_check, has_regions, launches_tasks
from asyncir.tools.view.colouring import lines_of
from asyncir.tools.view.execution import small_run
from asyncir.tools.view.html import html_of
from asyncir.tools.view.page import CheckPage
from asyncir.tools.view.pipelines.html import pipelines_html
from asyncir.tools.view.pipelines.runs import pipelines_of
from asyncir.tools.view.pipelines.trace import perfetto_of
from asyncir.tools.view.regions.boxes import PlannedRegions, planned_regions
from asyncir.tools.view.regions.lanes import regions_html
from asyncir.tools.view.regions.machines import machine_pictures
from asyncir.tools.view.regions.measured import measured_run
from asyncir.tools.view.reservations import schedules_html
from asyncir.tools.view.tasks.section import tasks_html
from asyncir.transforms import parse_pipeline, run_pipeline
from asyncir.transforms._kernel_functions import without_modules
from asyncir.transforms.software_pipeline import SoftwarePipeline


def view(asked: ViewRequest) -> None:
    """Check the program and write the page; raises `DiagnosticError` if the program cannot be read.

    Loops with annotations are pipelined. Their runs are kept as a trace for Perfetto, too, if that names a file.
    """
    name, source, output, options, trace = asked.name, asked.source, asked.output, asked.steps, asked.trace
    if trace is not None:
        if os.path.realpath(trace) == os.path.realpath(output):
            raise failure("C002", f"'{trace}' would be written twice", "name two files")
        require()
    with Output(output, name) as file, _kept(trace, name) as kept:
        html, shown = page_of(
            name, source, options, asked.check_limit, asked.workers, asked.measured, asked.on
        )
        if kept is not None:
            kept.write(perfetto_of(name, _traced(shown)))
        file.write(html.encode())


def page_of(
    name: str,
    source: str | bytes,
    options: str = "",
    check_limit: float = 60.0,
    workers: int | None = None,
    measured: str | None = None,
    on: str | None = None,
) -> tuple[str, tuple[LoopPipeline, ...]]:
    """The page of a program, and its software pipelines; `options` are those of `software-pipeline`."""
    (step,) = parse_pipeline(f"software-pipeline{{{options}}}")
    assert isinstance(step.run, SoftwarePipeline)
    module = without_modules(parse_module(source, name))
    text = source if isinstance(source, str) else source.decode()
    found = pipelines_of(module.clone(), step.run, name)
    above = schedules_html(_scheduled(module, step.run))
    if found.shown or found.remarks:
        above += pipelines_html(found.shown, found.remarks, lines_of(text))
    if found.shown:
        text = _afterwards(module, step.run.name, options)
        module = parse_module(text, name)
    tasked = launches_tasks(module)
    module = without_affine(module) if tasked else module
    regions = planned_regions(module, text.split("\n"), name, workers) if has_regions(module) else None
    lanes = _lanes(regions, name, text, measured, on)
    module, report = checked_as_by_check(module, check_limit if tasked else None)
    page = CheckPage(name, text, module, report, regions and regions.boxes.by_span())
    tasks = tasks_html(module, report, page, regions) if tasked else None
    run = None if tasked and not page.queues else small_run(module, report, page)
    return html_of(page, run, above, tasks, lanes), found.shown


def _lanes(
    regions: PlannedRegions | None, name: str, text: str, measured: str | None, on: str | None
) -> Markup:
    """The plan of regions, what a run measured of them, and how they run on machines; their boxes then say so, too."""
    if regions is None:
        for option, given in (("--measured", measured), ("--on", on)):
            if given is not None:
                message = f"{option} is for programs of regions, and this one has none"
                raise failure("C042", message, "leave it out")
        return Markup("")
    run = None if measured is None else measured_run(measured, regions.boxes, text.splitlines(), name)
    if run is not None:
        regions.boxes.measured = run.times
    return regions_html(regions.boxes, name, run, machine_pictures(regions.module, regions.boxes, on or ""))


def _scheduled(module: ModuleOp, how: SoftwarePipeline) -> ModuleOp:
    """The module, or a copy in which the loops that ask for a schedule have one."""
    if any(SCHEDULE in op.attributes for op in module.walk()):
        how.schedule_only(module := module.clone())
    return module


def _kept(trace: str | None, source: str) -> AbstractContextManager[Output | None]:
    return nullcontext() if trace is None else Output(trace, source)


def _traced(shown: tuple[LoopPipeline, ...]) -> tuple[LoopPipeline, ...]:
    """Those that have runs; raises `DiagnosticError` if none has."""
    with_runs = tuple(one for one in shown if one.before is not None)
    if not with_runs:
        why = shown[0].why if shown else "the program has no loop that is to be pipelined"
        raise failure("C041", f"there is no run for --trace: {why}", "leave --trace out, or annotate a loop")
    return with_runs


def _afterwards(module: ModuleOp, name: str, options: str) -> str:
    """The text of the pipelined program, as somebody would have it printed."""
    run_pipeline(module, f"{name}{{{options}}},canonicalize")
    return print_module(module)


__all__ = ["page_of", "view"]
