"""Tasks of parts give what the graph gives, whatever is joined; executed here, without a cluster."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from asyncir.analyses.region_cuts import cut_regions
from asyncir.analyses.region_graph import CallArgument, CallResult, RegionGraph, RegionNode, Source
from asyncir.driver.region_tasks import Planned, TaskInput, name_of, needed_nodes, plan_tasks
from asyncir.launch.dask import worker


class Fake:
    """A program whose function `f` of so many results says what it was called with."""

    def __init__(self, results: int):
        self.signature = type("Signature", (), {"results": (None,) * results})()
        self.results = results

    def call(self, arguments: Sequence[Any], run: Any = None) -> Any:
        made = tuple(hash((*arguments, number)) for number in range(self.results))
        return made if self.results > 1 else made[0] if made else None


class Programs:
    def functions(self) -> dict[str, Fake]:
        return {f"f{count}": Fake(count) for count in range(4)}


def drawn(seed: int) -> RegionGraph:
    draw = random.Random(seed)
    nodes: list[RegionNode] = []
    values: list[Source] = [CallArgument(0), CallArgument(1)]
    for number in range(draw.randint(1, 40)):
        inputs = tuple(draw.choice(values) for _ in range(draw.randint(0, 3)))
        behind = {each.node for each in inputs if isinstance(each, CallResult)}
        after = tuple({draw.randrange(number)} - behind) if number and draw.random() < 0.3 else ()
        count = draw.choice((0, 1, 1, 2, 3))
        sizes = tuple(draw.choice((8, 1 << 17, None)) for _ in range(count))
        cost = draw.choice((1e3, 1e5, 1e8))
        nodes.append(RegionNode(f"n_{number}", f"f{count}", inputs, after, cost, sizes, None))
        values += [CallResult(number, each) for each in range(count)]
    results = tuple(draw.choice(values) for _ in range(draw.randint(1, 4)))
    awaited = tuple(sorted({draw.randrange(len(nodes)) for _ in range(2)}))
    return RegionGraph(tuple(nodes), results, awaited)


def directly(graph: RegionGraph, arguments: Sequence[Any]) -> list[Any]:
    values: dict[Source, Any] = {CallArgument(i): value for i, value in enumerate(arguments)}
    for number, node in enumerate(graph.nodes):
        made = Fake(len(node.sizes)).call([values[each] for each in node.inputs])
        several = made if len(node.sizes) > 1 else (made,) * len(node.sizes)
        values.update((CallResult(number, each), value) for each, value in enumerate(several))
    return [values[each] for each in graph.results]


def by_tasks(planned: Planned, arguments: Sequence[Any]) -> list[Any]:
    done: list[Any] = []

    def given(each: TaskInput) -> Any:
        if each.argument >= 0:
            return arguments[each.argument]
        return done[each.task] if each.item < 0 else done[each.task][each.item]

    for task in planned.tasks:
        made = worker.run_part(task.plan, *map(given, task.given))
        done.append(made)
    return [given(each) for each in planned.results]


@pytest.mark.parametrize("seed", range(60))
def test_tasks_give_what_the_graph_gives(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    graph = drawn(seed)
    monkeypatch.setitem(worker._programs, "hash", Programs())  # pyright: ignore
    needed, awaited = needed_nodes(graph)
    expected = directly(graph, [17, 4])
    for parts in (cut_regions(graph, needed, 2), [[each] for each in needed]):
        planned = plan_tasks(graph, parts, awaited, "hash")
        assert by_tasks(planned, [17, 4]) == expected
        named = [region for task in planned.tasks for region, _ in task.regions]
        assert sorted(named) == sorted(graph.nodes[each].name for each in needed)


def test_what_nobody_waits_for_is_left_out() -> None:
    alone = RegionNode("a", "f1", (), (), 1.0, (8,), None)
    user = RegionNode("b", "f1", (CallResult(1, 0),), (), 1.0, (8,), None)
    graph = RegionGraph((alone, alone, user), (CallResult(1, 0),), (1,))
    assert needed_nodes(graph) == ([1], [])
    waits = RegionGraph((alone, alone, user), (CallResult(1, 0),), (0, 1))
    assert needed_nodes(waits) == ([0, 1], [0])


def test_little_comes_along_and_much_does_not() -> None:
    for size, items in ((1 << 10, 0), (1 << 20, 1), (None, 1)):
        maker = RegionNode("a", "f2", (), (), 1.0, (8, size), None)
        user = RegionNode("b", "f1", (CallResult(0, 0),), (), 1.0, (8,), None)
        other = RegionNode("c", "f1", (CallResult(0, 0), CallResult(0, 1)), (), 1.0, (8,), None)
        graph = RegionGraph((maker, user, other), (CallResult(1, 0), CallResult(2, 0)), ())
        planned = plan_tasks(graph, [[0], [1], [2]], [], "hash")
        assert len(planned.items()) == items


def test_names() -> None:
    def named(*names: str) -> str:
        return name_of([RegionNode(name, "f", (), (), 1.0, (), None) for name in names])

    assert named("x") == "x"
    assert named("x_12") == "x"
    assert named("x_1", "x_2", "y_0") == "x+y"
    assert named("a", "b", "c", "d") == "a+b+c+more"
    assert named("conv1") == "conv1"


def test_what_only_comes_before_is_waited_for() -> None:
    first = RegionNode("a", "f0", (), (), 1.0, (), None)
    second = RegionNode("b", "f1", (), (0,), 1.0, (8,), None)
    graph = RegionGraph((first, second), (CallResult(1, 0),), (1,))
    planned = plan_tasks(graph, [[0], [1]], [], "hash")
    assert planned.tasks[1].given == (TaskInput(task=0),)
    assert by_tasks_with(Programs(), planned) == directly(graph, [])


def by_tasks_with(programs: Programs, planned: Planned) -> list[Any]:
    worker._programs["hash"] = programs  # pyright: ignore
    try:
        return by_tasks(planned, [])
    finally:
        del worker._programs["hash"]  # pyright: ignore
