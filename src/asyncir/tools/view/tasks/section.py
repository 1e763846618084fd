"""The part of the page that is about tasks: graphs in tabs, with what their colours mean."""

from __future__ import annotations

from markupsafe import Markup

from asyncir.analyses.sync_report import SyncReport
from asyncir.ir import ModuleOp
from asyncir.tools.graph.folding import folded
from asyncir.tools.graph.html import GraphTab, graphs_html
from asyncir.tools.graph.model import DrawnGraph
from asyncir.tools.view.page import CheckPage
from asyncir.tools.view.regions.boxes import PlannedRegions
from asyncir.tools.view.regions.verdicts import said_of_regions
from asyncir.tools.view.tasks.running import graph_of, small_task_run
from asyncir.tools.view.tasks.structure import structure_of

_EDGES = (
    ("needed", "a wait that is needed"),
    ("redundant", "a redundant wait"),
    ("unknown", "a wait of which nothing is known"),
    ("member", "a member of a group"),
    ("launch", "launched behind"),
    ("order", "in order, in one activation"),
    ("memory", "touches the same memory"),
    ("race", "a race"),
)
_NODES = (
    ("task", "task"),
    ("await", "wait"),
    ("work", "own work of who launches"),
    ("group", "group or token"),
    ("loop", "loop"),
    ("folded", "folded: a click unfolds it, a double click on an open box folds it"),
    ("racing", "it races"),
    ("critical", "on the critical path"),
)


def tasks_html(
    module: ModuleOp, report: SyncReport, page: CheckPage, regions: PlannedRegions | None = None
) -> Markup:
    """The graph of the program, and that of a small execution.

    Of a program with regions, `module` has tasks in their place, and `regions` the program with them.
    """
    if regions is not None:
        said = said_of_regions(report, regions.module)
        written = folded(structure_of(regions.module, said, page.plain, page.title, regions.boxes), "region")
    else:
        written = folded(structure_of(module, report, page.plain, page.title), "task")
    title = "As it is written" if regions is None else "Regions"
    tabs = [GraphTab(title, written, legend=_legend(written, "task" if regions is None else "region"))]
    run = small_task_run(module, report)
    notes = [run.note] if run.note else []
    if run.record is not None:
        graph = folded(graph_of(run, module, report, page.plain, page.title), "block")
        notes.insert(0, f"`{run.call}`, as the interpreter runs it")
        tabs.append(GraphTab("One small execution", graph, tuple(notes), _legend(graph), hidden=("memory",)))
    else:
        tabs.append(GraphTab("One small execution", DrawnGraph(), tuple(notes)))
    if run.record is not None and run.record.races:
        tabs.reverse()
    return graphs_html("tasks", "Tasks" if regions is None else "Regions", tabs)


def _legend(graph: DrawnGraph, noun: str = "task") -> tuple[tuple[str, str, str], ...]:
    """What occurs in the graph, and what it means."""
    drawn = {edge.verdict or edge.kind for edge in graph.edges}
    kinds = {node.kind for node in graph.nodes} | {group.kind for group in graph.groups}
    kinds |= {mark for node in graph.nodes for mark in node.marks}
    if any(group.folded for group in graph.groups) or "loop" in kinds:
        kinds.add("folded")
    edges = ((kind, text, "edge") for kind, text in _EDGES if kind in drawn)
    nodes = ((kind, noun if kind == "task" else text, "node") for kind, text in _NODES if kind in kinds)
    return (*edges, *nodes)
