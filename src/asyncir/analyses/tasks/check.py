"""The check of an entry with tasks: its races, its deadlocks, and which of its waits are needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from asyncir.analyses.in_flight.lookup import is_bit, is_number
from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.sync_report import (
    AS_A_WHOLE,
    NOT_RIGHT_YET,
    Failure,
    Place,
    RaceReport,
    Standing,
    WaitReport,
    Witness,
)
from asyncir.analyses.tasks.coarse import has_long_computations
from asyncir.analyses.tasks.happens_before import Edge
from asyncir.analyses.tasks.machine import PathLimits, PathMachine
from asyncir.analyses.tasks.needs import NeededWaits, OrderGraph
from asyncir.analyses.tasks.paths import Explored, explore
from asyncir.analyses.tasks.program import TaskProgram
from asyncir.analyses.tasks.shadow import ReliedOps, TaskMeeting
from asyncir.analyses.tasks.witnesses import name_of, witness_of
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import MemRefType, Operation
from asyncir.ir.walk import walk

_ATTEMPTS = (PathLimits(), PathLimits(unrolled=300), PathLimits(unrolled=100_000, steps=200_000))
"""How far loops without tasks are followed, one after the other, until that is enough for an answer."""

_STEPS_OF_LONG = 120_000
"""Where long computations are one step each, more of the program can be looked at."""
_STEPS_TOGETHER = 20_000
"""Where several iterations are taken as one."""
_MANY_TASKS = 100
"""A program with more, written out, is too much to look at op by op."""
_LONGEST_PERIOD = 8
_MOST_AGAIN = 24
"""So many waits are looked at by checking again without them."""
_SIZES = (6, 12, 40, 200)
_MOST_RACES = 8
_MOST_SEGMENTS = 400_000
"""Of paths with more segments together, nothing is said of single waits."""
MAY_RACE = "two accesses may race, but no arguments are known with which they do"


@dataclass(slots=True)
class TaskAnswer:
    """What is known of an entry."""

    standing: Standing
    reason: str = ""
    at: Operation | None = None
    other: Operation | None = None
    races: tuple[RaceReport, ...] = ()
    failures: tuple[Failure, ...] = ()
    unfinished: tuple[Operation, ...] = ()
    guesses: tuple[Witness, ...] = ()
    suspected: tuple[tuple[Operation, Operation], ...] = ()
    patient: bool = False
    """Whether a run that shows a race may be long."""
    waits: dict[Edge, tuple[bool | None, str]] = field(default_factory=dict[Edge, "tuple[bool | None, str]"])
    """Of each wait whether it is needed, and why; None: not known."""
    reports: dict[Operation, WaitReport] = field(default_factory=dict[Operation, WaitReport])
    """What more is known of waits for groups of queues."""


def check_tasks(
    entry: Operation,
    functions: Mapping[str, Operation],
    reached: list[Operation],
    args_alias: bool = False,
    otherwise: Callable[[], bool] = lambda: False,
) -> TaskAnswer:
    """Follow all paths; where something may race because loops were taken as one step, follow these, too.

    Where the first look is not enough, `otherwise` is asked whether it can prove the entry in another way: at once if there
    was too much to look at, else behind what says more of single waits.
    """
    program = TaskProgram(entry, functions, reached)
    attempts = [replace(limits, args_alias=args_alias) for limits in _attempts(program)]
    looks = _first_looks(program, attempts[0])
    found, chosen = explore(program, looks[0]), looks[0]
    if _is_enough(found) or _is_refuted(found):
        return _answer(program, found, chosen)
    proves = cache(otherwise)
    if found.crowded and not chosen.coarse and proves():
        return _proved(program, found, chosen)
    for limits in looks[1:] if found.crowded or found.complete else ():
        again = explore(program, limits)
        if _is_enough(again) or _is_refuted(again):
            return _answer(program, again, limits)
        if again.complete and not found.complete:
            found, chosen = again, limits
    if _is_vague(found) and _has_open_loops(program):
        one_by_one = replace(chosen, together=0)
        again = explore(program, one_by_one)
        if _is_refuted(again):
            return _answer(program, again, one_by_one)
    for together in () if chosen.coarse else _periods(program):
        limits = replace(chosen, together=together, steps=_STEPS_TOGETHER)
        again = explore(program, limits)
        if _is_enough(again):
            return _answer(program, again, limits)
    if proves():
        return _proved(program, found, chosen)
    for limits in attempts[1:] if _is_vague(found) or found.crowded else ():
        again = explore(program, limits)
        if again.complete or not found.complete:
            found, chosen = again, limits
        if _is_enough(again):
            break
    return _answer(program, found, chosen)


def _first_looks(program: TaskProgram, precise: PathLimits) -> list[PathLimits]:
    """Each op for itself; where there are long computations, these as one step, and that first if there are many tasks."""
    if not has_long_computations(program, precise.unrolled):
        return [precise]
    coarse = replace(precise, coarse=True, steps=_STEPS_OF_LONG)
    tasks = sum(kind_of(op) in (OpKind.TASK, OpKind.TASK_CALL) for f in program.reached for op in walk(f))
    return [coarse, precise] if tasks > _MANY_TASKS else [precise, coarse]


def _is_enough(found: Explored) -> bool:
    """Whether all executions were looked at, and nothing is left to find out."""
    return found.complete and not _is_vague(found)


def _is_refuted(found: Explored) -> bool:
    """Whether a path has a race, or a deadlock, that is no guess."""
    known = [path for path, _, _ in found.deadlocks if not path.guessed and not path.path.derived]
    return bool(known) or any(m.exact for path in found.paths for m in path.shadow.meetings.values())


def _proved(program: TaskProgram, found: Explored, limits: PathLimits) -> TaskAnswer:
    """The answer where the entry was proved as a whole: a few runs may still speak against that."""
    answer = _answer(program, found, limits)
    waits = {edge: (needed, why or AS_A_WHOLE) for edge, (needed, why) in answer.waits.items()}
    guesses = tuple(dict.fromkeys((*answer.guesses, *(r.witness for r in answer.races if r.witness))))
    return TaskAnswer(Standing.PROVED, unfinished=answer.unfinished, guesses=guesses, waits=waits)


def _attempts(program: TaskProgram) -> list[PathLimits]:
    """Those of the attempts that take other loops as one step than the ones before."""
    costs = {
        program.cost(op) for f in program.reached for op in walk(f) if op.regions and program.is_leaf(op)
    }
    known: dict[object, PathLimits] = {}
    for limits in _ATTEMPTS:
        known.setdefault(frozenset(cost for cost in costs if cost > limits.unrolled), limits)
    return list(known.values())


def _periods(program: TaskProgram) -> list[int]:
    """After how many iterations something in a loop may be as it was: tokens that go round, remainders."""
    found: set[int] = set()
    for function in program.reached:
        for op in walk(function):
            if kind_of(op) in (OpKind.REMAINDER, OpKind.REMAINDER_UNSIGNED):
                by = constant_of(op.operands[1])
                found |= {by} if by is not None else set()
            elif kind_of(op) is OpKind.COUNTED_LOOP:
                found.add(sum(isinstance(v.type, CompletionType) for v in op.results))
                found.add(sum(isinstance(v.type, MemRefType) for v in op.results))
    return sorted(n for n in found if 1 < n <= _LONGEST_PERIOD)


def _has_open_loops(program: TaskProgram) -> bool:
    """Whether there are loops with conditions of their own around tasks."""
    return any(
        kind_of(op) is OpKind.CONDITIONAL_LOOP and not program.is_leaf(op)
        for function in program.reached
        for op in walk(function)
    )


def _is_vague(found: Explored) -> bool:
    """Whether two accesses seem to race, or somebody to wait, only because something was not followed closely."""
    if any(path.guessed or path.path.derived for path, _, _ in found.deadlocks):
        return True
    return any(not m.exact for p in found.paths for m in p.shadow.meetings.values())


def _answer(program: TaskProgram, found: Explored, limits: PathLimits) -> TaskAnswer:
    races, guesses, suspected = _races(found)
    failures = _deadlocks(found)
    standing, reason, at, other = Standing.PROVED, "", None, None
    if races or failures:
        standing = Standing.REFUTED
    elif not found.complete:
        standing, reason, at = Standing.UNKNOWN, found.reason, found.at
    ending = [m for path in found.paths for m in path.shadow.meetings.values() if m.ends_memory]
    if standing is Standing.PROVED and (suspected or found.deadlocks or ending):
        standing, reason = Standing.UNKNOWN, MAY_RACE
        if suspected:
            other, at = suspected[0]
        elif ending:
            reason, at = "memory may end while a task uses it", ending[0].first.op
        else:
            reason, at = "something may wait forever", found.deadlocks[0][1].op
    if standing is Standing.UNKNOWN and found.paths:
        guesses = (*guesses, *_large(found.paths[0]))
    unfinished = dict.fromkeys(op for path in found.paths for op in path.unfinished)
    answer = TaskAnswer(
        standing, reason, at, other, races, failures, tuple(unfinished), guesses, tuple(suspected)
    )
    answer.patient = limits.coarse and found.complete
    answer.waits = _waits(program, found, limits, standing)
    return answer


def _races(
    found: Explored,
) -> tuple[tuple[RaceReport, ...], tuple[Witness, ...], list[tuple[Operation, Operation]]]:
    races: dict[tuple[Operation, Operation, str], RaceReport] = {}
    guesses: list[Witness] = []
    suspected: dict[tuple[Operation, Operation], None] = {}
    for path in found.paths:
        for meeting in path.shadow.meetings.values():
            key = (meeting.first.op, meeting.second.op, meeting.hazard)
            if meeting.ends_memory:
                continue
            suspected[key[:2]] = None
            if key in races or len(races) >= _MOST_RACES:
                continue
            witness = witness_of(path, meeting.facts, path.conditions_of(meeting))
            if witness is None:
                continue
            if meeting.exact:
                races[key] = _report(meeting, witness)
            elif len(guesses) < _MOST_RACES and witness not in guesses:
                guesses += (
                    [witness.with_diagonals(), witness] if path.entry_act.completion.may_fail else [witness]
                )
    return tuple(races.values()), tuple(guesses), list(suspected)


def _large(path: PathMachine) -> list[Witness]:
    """Calls with larger numbers than were looked at: loops run longer."""
    block = path.program.entry.regions[0].blocks.first
    numbers = [] if block is None else [a for a in block.args if is_number(a.type) and not is_bit(a.type)]
    if block is None or not numbers or len(numbers) < len(block.args):
        return []
    return [Witness(name_of(path.program.entry), tuple(size for _ in numbers)) for size in _SIZES]


def _report(meeting: TaskMeeting, witness: Witness) -> RaceReport:
    first, second = (Place(s.op, s.where, 0, s.calls) for s in (meeting.first, meeting.second))
    return RaceReport(meeting.hazard, first, second, witness, None, "neither happens before the other")


def _deadlocks(found: Explored) -> tuple[Failure, ...]:
    failures: dict[Operation, Failure] = {}
    for path, meeting in ((p, m) for p in found.paths for m in p.shadow.meetings.values() if m.ends_memory):
        user = meeting.first.op if meeting.second.kind == "F" else meeting.second.op
        witness = witness_of(path, meeting.facts, meeting.conditions)
        if witness is not None and meeting.exact:
            failures.setdefault(user, Failure(user, witness, certain=True, code="S002"))
    for path, act, target in found.deadlocks:
        if act.op in failures:
            continue
        witness = witness_of(path, path.path.facts, ())
        if witness is not None and not path.guessed and not path.path.derived:
            failures[act.op] = Failure(target.op, witness, certain=True, code="R104")
    return tuple(failures.values())


def _waits(
    program: TaskProgram, found: Explored, limits: PathLimits, standing: Standing
) -> dict[Edge, tuple[bool | None, str]]:
    """Of each wait that was met: whether it is needed."""
    answer: dict[Edge, tuple[bool | None, str]] = {}
    met = dict.fromkeys(edge for path in found.paths for edge in path.waits_met)
    values = {edge for path in found.paths for edge in path.values_used}
    failing = {edge for path in found.paths for edge in path.failing}
    rest: list[Edge] = []
    for edge in met:
        if edge in values:
            answer[edge] = (True, "it hands on a value")
        elif edge in failing:
            answer[edge] = (True, "what it waits for may fail")
        else:
            rest.append(edge)
    if standing is not Standing.PROVED or sum(len(p.order.known) for p in found.paths) > _MOST_SEGMENTS:
        why = NOT_RIGHT_YET if standing is Standing.REFUTED else ""
        return {**answer, **dict.fromkeys(rest, (None, why))}
    if any(path.has_accelerated for path in found.paths):
        return {**answer, **_by_checking_again(program, found, limits, rest)}
    needs = NeededWaits([OrderGraph.of(p.order, p.shadow.relied_on) for p in found.paths])
    for edge, redundant in needs.redundant(rest).items():
        why = "it takes too long to look at each wait" if redundant is None else ""
        answer[edge] = (None if redundant is None else not redundant, why)
    return answer


def _by_checking_again(
    program: TaskProgram, found: Explored, limits: PathLimits, edges: list[Edge]
) -> dict[Edge, tuple[bool | None, str]]:
    """Where one iteration stood for all, a wait is redundant if the program is right without it, and loses no order."""
    relied_on = _relied_on(found)
    is_open = any(path.shadow.open_at_end for path in found.paths)
    answer: dict[Edge, tuple[bool | None, str]] = {}
    without: frozenset[Edge] = frozenset()
    for number, edge in enumerate(edges):
        if number >= _MOST_AGAIN:
            answer[edge] = (None, "it takes too long to look at each wait")
            continue
        again = explore(program, replace(limits, without=without | {edge}))
        wrong = not again.complete or again.deadlocks or any(p.shadow.meetings for p in again.paths)
        left = _relied_on(again)
        if wrong:
            answer[edge] = (True, "")
        elif left.keys() != relied_on.keys():
            answer[edge] = (None, "without it, the program is followed along other paths")
        elif any(not pairs <= left[path] for path, pairs in relied_on.items()):
            answer[edge] = (True, "")
        elif is_open:
            answer[edge] = (None, "not all that the entry starts is known to be over when it returns")
        else:
            answer[edge] = (False, "")
            without |= {edge}
    return answer


def _relied_on(found: Explored) -> dict[tuple[bool, ...], set[ReliedOps]]:
    """On each path, by its decisions, which ops have to come behind which others."""
    return {
        tuple(path.decisions.taken[: path.decisions.at]): set(path.shadow.relied_ops) for path in found.paths
    }
