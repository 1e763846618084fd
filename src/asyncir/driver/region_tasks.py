"""The parts of a graph of regions as tasks: what each is given, what it does, what others need of it.

A task that makes several values gives them as a tuple. Who needs some of them gets all, unless so much comes along that
is not needed that a task of its own, which only takes one of them, costs less than to send it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from asyncir.analyses.region_graph import CallArgument, CallResult, RegionGraph, RegionNode, Source
from asyncir.diagnostics import Span
from asyncir.launch.dask.worker import PartPlan, Step

COMES_ALONG = 1 << 16
"""Bytes that are sent without need rather than that there is a task more."""

_UNKNOWN_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class TaskInput:
    """Something that a task is given: an argument of the call, what a task makes, or an element of that."""

    argument: int = -1
    task: int = -1
    item: int = -1
    """Which of several values, taken by a task of its own; -1: as it is."""


@dataclass(frozen=True, slots=True)
class PlannedTask:
    """One task of a scheduler."""

    name: str
    given: tuple[TaskInput, ...]
    plan: PartPlan
    regions: tuple[tuple[str, Span | None], ...]
    """What its steps are called, and where they are."""


@dataclass(frozen=True, slots=True)
class Planned:
    """All tasks, each behind those that it needs; what the function returns; which tasks have to be waited for besides."""

    tasks: tuple[PlannedTask, ...]
    results: tuple[TaskInput, ...]
    awaited: tuple[int, ...]

    def items(self) -> list[TaskInput]:
        """The elements that tasks of their own take."""
        given = [each for task in self.tasks for each in task.given]
        return list(dict.fromkeys(each for each in (*given, *self.results) if each.item >= 0))


def needed_nodes(graph: RegionGraph) -> tuple[list[int], list[int]]:
    """The nodes that the function has to execute, in order; and those that it waits for, of which nothing else is needed."""
    returned = [each.node for each in graph.results if isinstance(each, CallResult)]
    needed = _before(graph, [*returned, *graph.awaited])
    users = {each for number in needed for each in graph.nodes[number].before()}
    return sorted(needed), [each for each in graph.awaited if each not in users and each not in returned]


def _before(graph: RegionGraph, ends: Sequence[int]) -> set[int]:
    found = set[int]()
    pending = list(ends)
    while pending:
        number = pending.pop()
        if number not in found:
            found.add(number)
            pending += graph.nodes[number].before()
    return found


def plan_tasks(
    graph: RegionGraph, parts: Sequence[Sequence[int]], awaited: Sequence[int], program: str
) -> Planned:
    """Tasks for parts of the graph, which are in an order in which they can run; `program` is the hash of its code."""
    return _Planning(graph, parts, program).planned(awaited)


@dataclass
class _Part:
    members: Sequence[int]
    outputs: dict[CallResult, None] = field(default_factory=dict[CallResult, None])


class _Planning:
    def __init__(self, graph: RegionGraph, parts: Sequence[Sequence[int]], program: str):
        self.graph = graph
        self.program = program
        self.parts = [_Part(members) for members in parts]
        self.part_of = {node: number for number, members in enumerate(parts) for node in members}
        for number, part in enumerate(self.parts):
            for source in self._needed_by(part):
                if isinstance(source, CallResult) and self.part_of[source.node] != number:
                    self.parts[self.part_of[source.node]].outputs[source] = None
        for source in graph.results:
            if isinstance(source, CallResult):
                self.parts[self.part_of[source.node]].outputs[source] = None

    def planned(self, awaited: Sequence[int]) -> Planned:
        tasks = tuple(self._task(number, part) for number, part in enumerate(self.parts))
        results = tuple(
            TaskInput(argument=source.number) if not isinstance(source, CallResult) else self._one(source)
            for source in self.graph.results
        )
        ends = dict.fromkeys(self.part_of[each] for each in awaited)
        return Planned(tasks, results, tuple(ends))

    def _needed_by(self, part: _Part) -> list[Source]:
        nodes = [self.graph.nodes[each] for each in part.members]
        return list(dict.fromkeys(source for node in nodes for source in node.inputs))

    def _one(self, source: CallResult) -> TaskInput:
        """A value alone."""
        number = self.part_of[source.node]
        outputs = list(self.parts[number].outputs)
        return TaskInput(task=number, item=outputs.index(source) if len(outputs) > 1 else -1)

    def _task(self, number: int, part: _Part) -> PlannedTask:
        wanted = [s for s in self._needed_by(part) if not self._is_inside(s, number)]
        whole = self._wholes(wanted)
        given: list[TaskInput] = []
        picks: list[int] = []
        places: dict[Source, int] = {}
        for source in wanted:
            if isinstance(source, CallArgument):
                given.append(TaskInput(argument=source.number))
                picks.append(-1)
            elif self.part_of[source.node] in whole:
                maker = self.part_of[source.node]
                given.append(TaskInput(task=maker))
                picks.append(list(self.parts[maker].outputs).index(source))
            else:
                given.append(self._one(source))
                picks.append(-1)
            places[source] = len(places)
        for maker in self._only_before(part, number, given):
            given.append(TaskInput(task=maker))
            picks.append(-1)
        steps = self._steps(part, places, len(given))
        outputs = tuple(places[source] for source in part.outputs)
        nodes = [self.graph.nodes[each] for each in part.members]
        regions = tuple((node.name, node.span) for node in nodes)
        plan = PartPlan(self.program, tuple(picks), steps, outputs)
        return PlannedTask(name_of(nodes), tuple(given), plan, regions)

    def _is_inside(self, source: Source, number: int) -> bool:
        return isinstance(source, CallResult) and self.part_of[source.node] == number

    def _wholes(self, wanted: Sequence[Source]) -> set[int]:
        """The parts of which all values are given together."""
        used: dict[int, set[Source]] = {}
        for source in wanted:
            if isinstance(source, CallResult):
                used.setdefault(self.part_of[source.node], set()).add(source)
        found = set[int]()
        for number, sources in used.items():
            outputs = self.parts[number].outputs
            others = sum(self._bytes(each) for each in outputs if each not in sources)
            if len(outputs) > 1 and others <= COMES_ALONG:
                found.add(number)
        return found

    def _bytes(self, source: CallResult) -> int:
        size = self.graph.nodes[source.node].sizes[source.result]
        return _UNKNOWN_BYTES if size is None else size

    def _only_before(self, part: _Part, number: int, given: Sequence[TaskInput]) -> list[int]:
        """Parts that come before this one though it is given nothing of them."""
        known = {each.task for each in given}
        after = (self.part_of[each] for node in part.members for each in self.graph.nodes[node].after)
        return [each for each in dict.fromkeys(after) if each != number and each not in known]

    def _steps(self, part: _Part, places: dict[Source, int], first: int) -> tuple[Step, ...]:
        steps: list[Step] = []
        number = first
        for member in part.members:
            node = self.graph.nodes[member]
            steps.append((node.callee, tuple(places[source] for source in node.inputs)))
            for result in range(len(node.sizes)):
                places[CallResult(member, result)] = number
                number += 1
        return tuple(steps)


def name_of(nodes: Sequence[RegionNode]) -> str:
    """What a task of these regions is called: like one of them, or like all of them, numbers at the end left out."""
    names = dict.fromkeys(re.sub(r"(?<=.)_\d+$", "", node.name).replace("-", "_") for node in nodes)
    shown = [*names][:3]
    return "+".join([*shown, "more"] if len(names) > len(shown) else shown)
