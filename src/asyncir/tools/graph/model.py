"""A graph as plain data: nodes, groups around them, edges, and paths to point at; not what a node stands for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class GraphNode:
    """Something that is drawn as a box."""

    id: str
    label: str
    kind: str
    """A class of the style sheet."""
    parent: str | None = None
    """The group that it is in."""
    line: int | None = None
    """Where a click leads."""
    facts: tuple[tuple[str, str], ...] = ()
    """What is said of it when it is pointed at, and what a search finds: pairs of a title and a text."""
    family: str = ""
    """Nodes of one family have one colour, and are folded together."""
    marks: tuple[str, ...] = ()
    """More classes of the style sheet."""


@dataclass(frozen=True, slots=True)
class GraphGroup:
    """A box around nodes and groups, which can be folded."""

    id: str
    label: str
    kind: str
    parent: str | None = None
    line: int | None = None
    facts: tuple[tuple[str, str], ...] = ()
    folded: bool = False
    """Whether it is folded at first."""


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """An arrow; of `back` ones it is known that they close a cycle."""

    source: str
    target: str
    kind: str
    verdict: str = ""
    """A class of the style sheet: the colour."""
    text: str = ""
    back: bool = False


@dataclass(frozen=True, slots=True)
class GraphPath:
    """Two ways from one node, which are highlighted together."""

    title: str
    first: tuple[str, ...]
    """Nodes, from the one in common on."""
    second: tuple[str, ...]
    lines: tuple[int, ...] = ()


@dataclass(slots=True)
class DrawnGraph:
    """What is drawn in one picture."""

    nodes: list[GraphNode] = field(default_factory=list[GraphNode])
    groups: list[GraphGroup] = field(default_factory=list[GraphGroup])
    edges: list[GraphEdge] = field(default_factory=list[GraphEdge])
    paths: list[GraphPath] = field(default_factory=list[GraphPath])

    def edge(self, edge: GraphEdge) -> None:
        """Add an edge; one from a node to itself only where it leads back, to an earlier turn of the same."""
        if edge.source != edge.target or edge.back:
            self.edges.append(edge)


def to_json(graph: DrawnGraph) -> dict[str, Any]:
    """The graph as what `json.dumps` takes: what is empty is left out, and nodes in edges are numbers."""
    number = {each.id: n for n, each in enumerate((*graph.nodes, *graph.groups))}
    return {
        "nodes": [
            _short(_common(node) | {"family": node.family, "marks": node.marks}) for node in graph.nodes
        ],
        "groups": [_short(_common(group) | {"folded": group.folded}) for group in graph.groups],
        "edges": [
            _short(
                {
                    "source": number[edge.source],
                    "target": number[edge.target],
                    "kind": edge.kind,
                    "verdict": edge.verdict,
                    "text": edge.text,
                    "back": edge.back,
                }
            )
            for edge in dict.fromkeys(graph.edges)
        ],
        "paths": [
            {
                "title": path.title,
                "first": [number[each] for each in path.first],
                "second": [number[each] for each in path.second],
                "lines": path.lines,
            }
            for path in graph.paths
        ],
    }


def _common(each: GraphNode | GraphGroup) -> dict[str, Any]:
    return {
        "id": each.id,
        "label": each.label,
        "kind": each.kind,
        "parent": each.parent,
        "line": each.line,
        "facts": each.facts,
    }


_ALWAYS = ("source", "target", "label")


def _short(given: dict[str, Any]) -> dict[str, Any]:
    """Without what is empty, where that says nothing."""
    return {key: value for key, value in given.items() if value or key in _ALWAYS}


def ranks(nodes: Iterable[str], edges: Iterable[tuple[str, str]]) -> dict[str, int]:
    """For each node the length of the longest way to it; edges that close cycles, in the order of nodes, do not count."""
    place = {node: n for n, node in enumerate(nodes)}
    before: dict[str, list[str]] = {}
    for source, target in edges:
        if source in place and target in place and place[source] < place[target]:
            before.setdefault(target, []).append(source)
    found: dict[str, int] = {}
    for node in place:
        found[node] = max((found[source] + 1 for source in before.get(node, ())), default=0)
    return found
