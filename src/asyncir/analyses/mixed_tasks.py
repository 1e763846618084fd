"""Entries with tasks and queues: they are judged as programs with one of both, and the answer is said of their own ops."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from asyncir.analyses.call_graph import CallGraph, call_graph
from asyncir.analyses.sync_report import Place, RaceReport, Standing
from asyncir.analyses.tasks import TaskAnswer
from asyncir.analyses.tasks.happens_before import Edge
from asyncir.dialects.effect_types import Milestone
from asyncir.dialects.interfaces.completion import (
    commits,
    issues,
    waits_by_count,
    waits_by_token,
    waits_finished,
)
from asyncir.ir import IntegerAttr, ModuleOp, Operation, SSAValue, i64
from asyncir.ir.marks import NUMBER
from asyncir.ir.walk import enclosing, walk

Translation = Callable[[ModuleOp], object]
"""Changes a module so that one of tasks and queues is left, as `Translations` has it; it keeps attributes."""


def has_queues(functions: Iterable[Operation]) -> bool:
    """Whether these functions issue, commit, or wait for groups."""
    return any(
        issues(op) or commits(op) or waits_for_groups(op) for function in functions for op in walk(function)
    )


def waits_for_groups(op: Operation) -> bool:
    """Whether the op waits for what was committed to a queue, by a count or a token."""
    return bool(
        waits_by_count(op) or waits_finished(op) or (waits_by_token(op) and not op.name.startswith("async."))
    )


def waits_for_sources(op: Operation) -> bool:
    """Whether the op waits only until sources have been read."""
    how = waits_by_count(op) or waits_by_token(op)
    return how is not None and how.milestone(op) is Milestone.SOURCE_READ


def queue_of(op: Operation) -> int | str | None:
    """The queue of a wait by count, as it is written; None where it is computed, or the wait is another one."""
    counted = waits_by_count(op) or waits_finished(op)
    queue = None if counted is None else counted.queue(op)
    return None if isinstance(queue, SSAValue) else queue


@dataclass(frozen=True, slots=True)
class Translations:
    """What is made of a module with tasks and queues, so that it can be judged."""

    unordered: Translation
    """Tasks stand for what is in flight."""
    in_place: Translation
    """Tasks are done where they are launched; none is left where that is a program."""
    at_issue: Translation
    """What is in flight is done where it is issued."""
    _made: dict[Translation, MixedModule] = field(default_factory=dict[Any, Any])

    def made(self, module: ModuleOp, translation: Translation) -> MixedModule:
        """One of these, of the module; it is made once, for all of its entries."""
        known = self._made.get(translation)
        if known is None or known.ops[0] is not module:
            known = self._made[translation] = MixedModule.of(module, translation)
        return known


@dataclass(slots=True)
class MixedModule:
    """A module, and what a translation has made of a copy of it."""

    ops: list[Operation]
    """Of the first."""
    module: ModuleOp
    """The second; its ops have the numbers of those that they stand for."""
    graph: CallGraph = field(init=False)
    """Of the second."""
    left: set[Operation] = field(init=False)
    """The ops of the first for which there are any."""

    def __post_init__(self) -> None:
        self.graph = call_graph(self.module)
        self.left = {self.original(op) for op in walk(self.module) if NUMBER in op.attributes}

    @staticmethod
    def of(module: ModuleOp, translate: Translation) -> MixedModule:
        """Translate a copy of the module."""
        ops, copy = list(walk(module)), module.clone()
        for number, op in enumerate(walk(copy)):
            op.attributes[NUMBER] = IntegerAttr(number, i64)
        translate(copy)
        return MixedModule(ops, copy)

    def original(self, op: Operation) -> Operation:
        """The op that an op of the translation stands for, or that around it."""
        for each in (op, *enclosing(op)):
            number = each.attributes.get(NUMBER)
            if isinstance(number, IntegerAttr):
                return self.ops[number.value.data]
        return self.ops[0]

    def answer(self, functions: Iterable[Operation], found: TaskAnswer) -> TaskAnswer:
        """An answer of the translation, said of the module's own ops; `functions` are those that the entry reaches."""

        def own(op: Operation | None) -> Operation | None:
            return None if op is None else self.original(op)

        return replace(
            found,
            at=own(found.at),
            other=own(found.other),
            races=tuple(map(self._race, found.races)),
            failures=tuple(replace(each, op=self.original(each.op)) for each in found.failures),
            unfinished=tuple(dict.fromkeys(map(self.original, found.unfinished))),
            suspected=tuple((self.original(a), self.original(b)) for a, b in found.suspected),
            waits=self._waits(functions, found),
        )

    def _race(self, race: RaceReport) -> RaceReport:
        return replace(race, first=self._place(race.first), second=self._place(race.second))

    def _place(self, place: Place) -> Place:
        return replace(place, op=self.original(place.op), calls=tuple(map(self.original, place.calls)))

    def _waits(
        self, functions: Iterable[Operation], found: TaskAnswer
    ) -> dict[Edge, tuple[bool | None, str]]:
        """A wait that became several is redundant if all are; one that became none has nothing to wait for."""
        answers: dict[Edge, list[tuple[bool | None, str]]] = {}
        for (op, operand), answer in found.waits.items():
            own = self.original(op)
            if waits_for_groups(own):
                answers.setdefault((own, 0), []).append(answer)
            elif NUMBER in op.attributes and commits(own) is None:
                answers.setdefault((own, operand), []).append(answer)
        nothing = (False, "") if found.standing is Standing.PROVED else (None, found.reason)
        for op in (op for function in functions for op in walk(function)):
            if waits_for_groups(op) and op not in self.left:
                answers[op, 0] = [nothing]
        return {edge: _together(each) for edge, each in answers.items()}


def _together(answers: list[tuple[bool | None, str]]) -> tuple[bool | None, str]:
    by_weight = {True: 0, None: 1, False: 2}
    return min(answers, key=lambda answer: by_weight[answer[0]])
