"""The check of a module's synchronisation: entries with queues by one analysis, entries with tasks by another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from asyncir.analyses.call_graph import CallGraph, call_graph
from asyncir.analyses.in_flight import check_module
from asyncir.analyses.in_flight.unfollowed import has_tasks, reached
from asyncir.analyses.mixed_tasks import (
    MixedModule,
    Translations,
    has_queues,
    queue_of,
    waits_for_groups,
    waits_for_sources,
)
from asyncir.analyses.queues_within_tasks import InPlace, is_apart, proved_in_place
from asyncir.analyses.regular_tasks import prove
from asyncir.analyses.sync_report import FunctionReport, Standing, SyncReport, Verdict, WaitReport, both
from asyncir.analyses.tasks import TaskAnswer, check_tasks
from asyncir.dialects.execution_traits import ConcernsOtherThreads
from asyncir.dialects.interfaces.completion import waits_by_count, waits_finished
from asyncir.ir import ModuleOp, Operation
from asyncir.ir.walk import walk


def check_synchronisation(
    module: ModuleOp,
    *,
    entries: Sequence[str] | None = None,
    args_alias: bool = False,
    certificates: bool = False,
    mixed: Translations | None = None,
) -> SyncReport:
    """Prove or refute the synchronisation of a module's entries, and judge each wait.

    Entries with tasks and queues are judged by what `mixed` makes of them; without it, they are unknown.
    """
    graph = call_graph(module)
    names = [name for name in (graph.entries() if entries is None else entries) if name in graph.functions]
    tasked = [name for name in names if has_tasks(reached(graph, name))]
    report = check_module(
        module, entries=entries, args_alias=args_alias, certificates=certificates, others=tasked
    )
    if not tasked:
        return report
    answers: dict[str, TaskAnswer] = {}
    for name in tasked:
        if (foreign := _of_other_threads(reached(graph, name))) is not None:
            answers[name] = TaskAnswer(Standing.UNKNOWN, f"{foreign.name} is not followed", foreign)
        elif mixed is not None and has_queues(reached(graph, name)):
            answers[name] = _of_mixed(module, graph, name, args_alias, mixed)
        else:
            answers[name] = _checked(module, graph, name, args_alias)
    functions = {f.name: f for f in report.functions}
    functions |= {name: _report(name, answer) for name, answer in answers.items()}
    order = [*names, *(name for name in functions if name not in names)]
    return SyncReport(_waits(module, graph, report, names, answers), tuple(functions[name] for name in order))


def _of_other_threads(functions: Sequence[Operation]) -> Operation | None:
    """An op beside which nothing is known of tasks."""
    ops = (op for function in functions for op in walk(function))
    return next((op for op in ops if op.has_trait(ConcernsOtherThreads)), None)


def _checked(
    module: ModuleOp, graph: CallGraph, name: str, args_alias: bool, for_all_sizes: bool = True
) -> TaskAnswer:
    entry = graph.functions[name]

    def proves() -> bool:
        return for_all_sizes and prove(module, entry, args_alias=args_alias).proved

    return check_tasks(entry, graph.functions, reached(graph, name), args_alias, proves)


def _of_mixed(
    module: ModuleOp, graph: CallGraph, name: str, args_alias: bool, mixed: Translations
) -> TaskAnswer:
    """The answer for an entry with tasks and queues: as tasks alone, or by two proofs where that says more."""
    answer = _as_tasks(module, graph, name, args_alias, mixed, for_all_sizes=False)
    if answer.standing is Standing.PROVED and not _is_unclear(answer):
        return answer
    apart = _proved_apart(module, graph, name, args_alias, mixed)
    if apart is None and answer.standing is Standing.UNKNOWN:
        return _as_tasks(module, graph, name, args_alias, mixed)
    if apart is None:
        return answer
    in_place, at_issue = apart
    unfinished = tuple(dict.fromkeys((*at_issue.unfinished, *in_place.unfinished)))
    doubts = (*answer.guesses, *(race.witness for race in answer.races if race.witness is not None))
    waits = dict(at_issue.waits)
    if answer.standing is Standing.PROVED:
        waits |= {
            edge: found
            for edge, found in answer.waits.items()
            if edge in waits and found[0] is not None and not waits_for_groups(edge[0])
        }
    return replace(
        at_issue,
        unfinished=unfinished,
        guesses=tuple(dict.fromkeys(doubts)),
        waits=waits,
        reports=in_place.waits,
    )


def _as_tasks(
    module: ModuleOp,
    graph: CallGraph,
    name: str,
    args_alias: bool,
    mixed: Translations,
    for_all_sizes: bool = True,
) -> TaskAnswer:
    """The answer for the entry as tasks alone. A wait for sources is for nothing there, so no other is redundant."""
    functions = reached(graph, name)
    answer = _translated(mixed.made(module, mixed.unordered), name, functions, args_alias, for_all_sizes)
    if not any(map(waits_for_sources, (op for function in functions for op in walk(function)))):
        return answer
    why = "a wait for sources, which counts for nothing here, may do its work"
    waits = {
        edge: (needed, reason) if needed else (None, reason or why)
        for edge, (needed, reason) in answer.waits.items()
    }
    return replace(answer, waits=waits)


def _is_unclear(answer: TaskAnswer) -> bool:
    return any(needed is None for needed, _ in answer.waits.values())


def _proved_apart(
    module: ModuleOp, graph: CallGraph, name: str, args_alias: bool, mixed: Translations
) -> tuple[InPlace, TaskAnswer] | None:
    """The two proofs, if they may be taken together and there are both."""
    functions = reached(graph, name)
    if not is_apart(module, graph.functions[name], functions):
        return None
    in_place = proved_in_place(mixed.made(module, mixed.in_place), name, args_alias)
    if in_place is None:
        return None
    at_issue = _translated(mixed.made(module, mixed.at_issue), name, functions, args_alias)
    return (in_place, at_issue) if at_issue.standing is Standing.PROVED else None


def _translated(
    other: MixedModule, name: str, functions: list[Operation], args_alias: bool, for_all_sizes: bool = True
) -> TaskAnswer:
    """The answer for what is made of an entry, said of the entry; it takes less long without proofs for all sizes."""
    found = _checked(other.module, other.graph, name, args_alias, for_all_sizes)
    return other.answer(functions, found)


def _report(name: str, answer: TaskAnswer) -> FunctionReport:
    return FunctionReport(
        name,
        answer.standing,
        answer.reason,
        answer.races,
        None,
        answer.at,
        answer.other,
        answer.failures,
        answer.unfinished,
        answer.guesses,
        answer.suspected,
        of_tasks=True,
        patient=answer.patient,
    )


def _waits(
    module: ModuleOp,
    graph: CallGraph,
    report: SyncReport,
    names: Sequence[str],
    answers: Mapping[str, TaskAnswer],
) -> tuple[WaitReport, ...]:
    """Of each wait what all entries say that come to it, in the order of the text."""
    of_tasks = {op for name in answers for f in reached(graph, name) for op in walk(f)}
    others = [name for name in names if name not in answers]
    of_queues = {op for name in others for f in reached(graph, name) for op in walk(f)}
    found: dict[tuple[Operation, int | None], WaitReport] = {
        (wait.op, wait.operand): wait
        for wait in report.waits
        if wait.op in of_queues or wait.op not in of_tasks
    }
    for answer in answers.values():
        waits = {
            edge: _wait(*edge, needed, why or answer.reason) for edge, (needed, why) in answer.waits.items()
        }
        waits |= {(op, 0): both(waits.get((op, 0)), wait) for op, wait in answer.reports.items()}
        for (op, operand), wait in waits.items():
            key = op, None if waits_for_groups(op) else operand
            found[key] = both(found.get(key), wait)
    place = {op: n for n, op in enumerate(walk(module))}
    return tuple(sorted(found.values(), key=lambda wait: (place.get(wait.op, 0), wait.operand or 0)))


def _wait(op: Operation, operand: int, needed: bool | None, why: str) -> WaitReport:
    several = operand if (len(op.operands) > 1 or op.regions) and not waits_for_groups(op) else None
    verdict, reason = Verdict.UNKNOWN, why
    if needed:
        verdict, reason = Verdict.NEEDED, why or "an order is lost without it"
    elif needed is not None:
        verdict, reason = Verdict.REDUNDANT, "what it orders is ordered without it"
    counted = waits_by_count(op) or waits_finished(op)
    count = None if counted is None else counted.count(op)
    written = count if isinstance(count, int) else None
    return WaitReport(op, queue_of(op), written, verdict, None, reason, operand=several)
