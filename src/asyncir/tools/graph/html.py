"""Graphs as a part of a page: their data, and once per page the scripts and the style sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from asyncir.tools.graph.model import DrawnGraph, to_json
from asyncir.tools.pages import embedded, filled, part, parts

_LIBRARIES = ("cytoscape.min.js", "dagre.min.js")


@dataclass(frozen=True, slots=True)
class GraphTab:
    """One graph, among several that are shown in turns."""

    title: str
    graph: DrawnGraph
    notes: tuple[str, ...] = ()
    legend: tuple[tuple[str, str, str], ...] = ()
    """What edges mean: their kind or verdict, a text, and `edge` or `node`."""
    hidden: tuple[str, ...] = ()
    """Kinds of edges that are not drawn at first."""


def graphs_html(id: str, heading: str, tabs: Sequence[GraphTab]) -> Markup:
    """A section with these graphs; the page's script and style sheet come from `graph_script` and `graph_style`."""
    data = [to_json(tab.graph) | {"hidden": tab.hidden} for tab in tabs]
    return filled("graph", "graph.html", id=id, heading=heading, tabs=tabs, data=embedded(data))


def graph_script() -> Markup:
    """The component with its libraries."""
    return Markup("\n").join((parts("graph/vendor", *_LIBRARIES), parts("graph", "model.js", "graph.js")))


def graph_style() -> Markup:
    """The style sheet, which takes its colours from the page's."""
    return part("graph", "graph.css")
