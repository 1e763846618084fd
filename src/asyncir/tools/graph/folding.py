"""Folding: where a group has very many nodes, those of one family that are equally far from the start become a group."""

from __future__ import annotations

from dataclasses import replace

from asyncir.diagnostics.words import counted
from asyncir.tools.graph.model import DrawnGraph, GraphGroup, GraphNode, ranks

MANY = 60
"""So many nodes in one group are drawn as they are."""
_MOST_WAVES = 160
"""If there are more waves, several become one."""


def folded(graph: DrawnGraph, noun: str = "node") -> DrawnGraph:
    """The graph, with folded groups of nodes where there are more than `MANY` side by side; else as it is."""
    members: dict[str | None, list[GraphNode]] = {}
    for node in graph.nodes:
        members.setdefault(node.parent, []).append(node)
    waves: dict[str, str] = {}
    groups: list[GraphGroup] = []
    for parent, nodes in members.items():
        if len(nodes) > MANY:
            _waves(graph, parent, nodes, noun, waves, groups)
    if not waves:
        return graph
    return replace(
        graph,
        nodes=[replace(node, parent=waves.get(node.id, node.parent)) for node in graph.nodes],
        groups=[*graph.groups, *groups],
    )


def _waves(
    graph: DrawnGraph,
    parent: str | None,
    nodes: list[GraphNode],
    noun: str,
    waves: dict[str, str],
    groups: list[GraphGroup],
) -> None:
    """Put the nodes of one group into waves."""
    edges = ((edge.source, edge.target) for edge in graph.edges if not edge.back)
    rank = ranks((node.id for node in nodes), edges)
    keys = {node.id: (rank[node.id], node.family or node.kind) for node in nodes}
    together = -(-len(set(keys.values())) // _MOST_WAVES)
    if together > 1:
        depth = max(rank.values()) + 1
        size = -(-depth // _MOST_WAVES) if depth > _MOST_WAVES else 1
        keys = {node.id: (rank[node.id] // size, "") for node in nodes}
    wave: dict[tuple[int, str], list[GraphNode]] = {}
    for node in nodes:
        wave.setdefault(keys[node.id], []).append(node)
    for key, inside in wave.items():
        if len(inside) < 2:
            continue
        name = f"{parent or 'all'}/{len(groups)}"
        families = {node.family or node.kind for node in inside}
        what = families.pop() if len(families) == 1 else f"{noun}s"
        lines = [node.line for node in inside if node.line]
        facts = (("", counted(len(inside), noun)), ("depth", str(key[0])))
        label = f"{what} \N{MULTIPLICATION SIGN} {len(inside)}"
        groups.append(GraphGroup(name, label, "wave", parent, min(lines, default=None), facts, True))
        waves.update((node.id, name) for node in inside)
