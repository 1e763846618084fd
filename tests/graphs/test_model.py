"""Graphs as data: JSON, ranks, folding; and the script's own model of them."""

from __future__ import annotations

import json
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from asyncir.tools.graph.folding import MANY, folded
from asyncir.tools.graph.model import DrawnGraph, GraphEdge, GraphGroup, GraphNode, GraphPath, ranks, to_json
from tests.seeing.test_page import needs_node, node


def small() -> DrawnGraph:
    """A function with a loop: a → b → c, of which b and c are in the loop, and c is before the next b."""
    return DrawnGraph(
        nodes=[
            GraphNode("a", "start", "work", "f", 3, (("writes", "sum"),)),
            GraphNode("b", "made", "task", "l", 5, (("reads", "x[%i]"),), "make"),
            GraphNode("c", "used", "task", "l", 7, (("reads", "sum"),), "use", ("racing",)),
        ],
        groups=[
            GraphGroup("f", "@main", "function"),
            GraphGroup("l", "for %i: %n times", "loop", "f", folded=True),
        ],
        edges=[
            GraphEdge("a", "b", "launch"),
            GraphEdge("b", "c", "wait", "needed", "%made"),
            GraphEdge("c", "b", "wait", "needed", "%used", back=True),
            GraphEdge("c", "c", "wait", "redundant", back=True),
        ],
        paths=[GraphPath("a race", ("a", "b"), ("a", "c"), (5, 7))],
    )


def wide(ranks_: int, across: int) -> DrawnGraph:
    """So many tasks side by side, each behind all of those before."""
    nodes = [GraphNode(f"{r}.{n}", f"t{r}_{n}", "task", None, 1 + r, (), "even" if n % 2 else "odd")
             for r in range(ranks_) for n in range(across)]  # fmt: skip
    edges = [GraphEdge(f"{r - 1}.{m}", f"{r}.{n}", "wait", "needed")
             for r in range(1, ranks_) for n in range(across) for m in (n, (n + 1) % across)]  # fmt: skip
    return DrawnGraph(nodes, edges=edges)


def test_json_has_numbers_for_nodes_and_nothing_that_is_empty() -> None:
    data = to_json(small())
    assert data["nodes"][0] == {
        "id": "a",
        "label": "start",
        "kind": "work",
        "parent": "f",
        "line": 3,
        "facts": (("writes", "sum"),),
    }
    assert data["edges"][0] == {"source": 0, "target": 1, "kind": "launch"}
    assert data["edges"][2]["back"] is True
    assert data["groups"][1]["folded"] is True
    assert data["paths"] == [{"title": "a race", "first": [0, 1], "second": [0, 2], "lines": (5, 7)}]


def test_an_edge_from_a_node_to_itself_has_to_lead_back() -> None:
    graph = DrawnGraph()
    graph.edge(GraphEdge("a", "a", "wait"))
    graph.edge(GraphEdge("a", "a", "wait", back=True))
    assert len(graph.edges) == 1


def test_equal_edges_are_one() -> None:
    graph = DrawnGraph([GraphNode("a", "a", "task"), GraphNode("b", "b", "task")])
    graph.edges += [GraphEdge("a", "b", "wait")] * 3
    assert len(to_json(graph)["edges"]) == 1


def test_ranks_are_lengths_of_longest_ways() -> None:
    edges = [("a", "b"), ("b", "c"), ("a", "c"), ("d", "a"), ("x", "a")]
    assert ranks("abcd", edges) == {"a": 0, "b": 1, "c": 2, "d": 0}


def test_few_nodes_are_not_folded() -> None:
    graph = wide(2, MANY // 2)
    assert folded(graph) is graph


def test_many_nodes_are_folded_by_rank_and_family() -> None:
    graph = folded(wide(4, 40), "task")
    labels = [group.label for group in graph.groups]
    assert sorted(labels) == sorted(["even × 20", "odd × 20"] * 4)  # noqa: RUF001
    assert all(group.folded and group.kind == "wave" for group in graph.groups)
    first = {node.parent for node in graph.nodes[:40]}
    assert len(first) == 2
    assert {("", "20 tasks"), ("depth", "0")} == set(graph.groups[0].facts)


def test_a_long_chain_is_cut_into_pieces() -> None:
    graph = folded(wide(2000, 1), "task")
    assert 100 < len(graph.groups) <= 160
    assert all(node.parent is not None for node in graph.nodes)
    order = {group.id: n for n, group in enumerate(graph.groups)}
    inside = {node.id: order[node.parent or ""] for node in graph.nodes}
    assert all(inside[edge.source] <= inside[edge.target] for edge in graph.edges)


def test_what_is_alone_in_its_rank_is_not_folded() -> None:
    graph = wide(1, 100)
    graph.nodes.append(GraphNode("last", "last", "await"))
    graph.edges += [GraphEdge(f"0.{n}", "last", "wait") for n in range(100)]
    assert [node.parent for node in folded(graph).nodes][-1] is None


# ---- the script


def asked(graph: DrawnGraph, question: str) -> object:
    """What the script's model says of a graph."""
    command = node()
    assert command is not None
    folder = files("asyncir.tools.graph")
    script = "\n".join(
        (
            (folder / "vendor" / "dagre.min.js").read_text(encoding="utf-8"),
            (folder / "model.js").read_text(encoding="utf-8").replace("module.exports", "var unused"),
            f"const model = new GraphModel({json.dumps(to_json(graph))});",
            "const ids = (all) => all.map((each) => each.id);",
            "const shown = () => { const seen = model.visible();",
            "return [ids(seen.nodes), ids(seen.groups), seen.edges.map((e) => [e.source, e.target, e.count])]; };",
            f"console.log(JSON.stringify({question}));",
        )
    )
    done = subprocess.run([command, "-"], input=script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@needs_node
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("shown()", [["a", "l"], ["f"], [["a", "l", 1]]]),
        ("(model.reveal('c'), shown().slice(0, 2))", [["a", "b", "c"], ["f", "l"]]),
        ("(model.reveal('c'), shown()[2])", [["a", "b", 1], ["b", "c", 1], ["c", "b", 1], ["c", "c", 1]]),
        ("(model.unfoldAll(), model.hidden.add('needed'), shown()[2])", [["a", "b", 1], ["c", "c", 1]]),
        ("(model.unfoldAll(), model.foldAll(), [...model.folded])", ["l"]),
        ("model.matching('SUM').map((n) => n.id)", ["a", "c"]),
        ("model.matching('line 5').map((n) => n.id)", ["b"]),
        ("model.matching('%made').map((n) => n.id)", ["b"]),
        ("model.matching('  ')", None),
        ("model.inside('f').map((n) => n.id).sort()", ["a", "b", "c"]),
        ("[model.standIn('c'), model.standIn('a'), model.around('c')]", ["l", "a", ["l", "f"]]),
        ("[...GraphModel.ranks(model.nodes, [])]", [["a", 0], ["b", 0], ["c", 0]]),
        ("(model.unfoldAll(), [...GraphModel.ranks(model.nodes, model.visible().edges).values()])", [0, 1, 2]),
    ],
)  # fmt: skip
def test_the_script_folds_and_finds(question: str, answer: object) -> None:
    assert asked(small(), question) == answer


@needs_node
def test_edges_between_folded_groups_are_counted() -> None:
    edges = asked(folded(wide(3, 40)), "shown()[2]")
    assert isinstance(edges, list)
    assert len(edges) == 8
    assert sum(count for _, _, count in edges) == 160


@needs_node
@pytest.mark.parametrize("size", [(3, 10), (5, 100)])
def test_places_go_from_the_left_to_the_right(size: tuple[int, int]) -> None:
    question = (
        "(() => { const seen = model.visible(), at = model.placed(seen, () => ({ width: 60, height: 24 }));"
        "return [at.size, seen.edges.every((e) => at.get(e.source).x < at.get(e.target).x)]; })()"
    )
    assert asked(wide(*size), question) == [size[0] * size[1], True]


def test_the_libraries_are_here_with_their_licences() -> None:
    folder = Path(str(files("asyncir.tools.graph") / "vendor"))
    for name in ("cytoscape", "dagre"):
        assert (folder / f"{name}.min.js").stat().st_size > 40_000
        assert "Permission is hereby granted" in (folder / f"{name}.LICENSE").read_text(encoding="utf-8")
    scripts = "".join((folder / f"{n}.min.js").read_text(encoding="utf-8") for n in ("cytoscape", "dagre"))
    assert "</script" not in scripts
    assert "sourceMappingURL" not in scripts
