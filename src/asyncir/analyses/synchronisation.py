"""The check of a module's synchronisation: entries with queues by one analysis, entries with tasks by another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from asyncir.analyses.call_graph import CallGraph, call_graph
from asyncir.analyses.in_flight import check_module
from asyncir.analyses.in_flight.unfollowed import has_tasks, reached
from asyncir.analyses.mixed_tasks import MixedModule, Translation, has_queues, waits_for_groups
from asyncir.analyses.regular_tasks import prove
from asyncir.analyses.sync_report import FunctionReport, SyncReport, Verdict, WaitReport
from asyncir.analyses.tasks import TaskAnswer, check_tasks
from asyncir.dialects.interfaces.completion import waits_by_count, waits_finished
from asyncir.ir import ModuleOp, Operation, SSAValue
from asyncir.ir.walk import walk


def check_synchronisation(
    module: ModuleOp,
    *,
    entries: Sequence[str] | None = None,
    args_alias: bool = False,
    certificates: bool = False,
    translate: Translation | None = None,
) -> SyncReport:
    """Prove or refute the synchronisation of a module's entries, and judge each wait.

    Entries with tasks and queues are judged as `translate` makes them, if it is given.
    """
    graph = call_graph(module)
    names = [name for name in (graph.entries() if entries is None else entries) if name in graph.functions]
    tasked = [name for name in names if has_tasks(reached(graph, name))]
    report = check_module(
        module, entries=entries, args_alias=args_alias, certificates=certificates, others=tasked
    )
    if not tasked:
        return report
    mixed = [name for name in tasked if translate is not None and has_queues(reached(graph, name))]
    translated = MixedModule.of(module, translate) if mixed and translate is not None else None
    answers: dict[str, TaskAnswer] = {}
    for name in tasked:
        if translated is not None and name in mixed:
            found = _checked(translated.module, call_graph(translated.module), name, args_alias)
            answers[name] = translated.answer(reached(graph, name), found)
        else:
            answers[name] = _checked(module, graph, name, args_alias)
    functions = {f.name: f for f in report.functions}
    functions |= {name: _report(name, answer) for name, answer in answers.items()}
    order = [*names, *(name for name in functions if name not in names)]
    return SyncReport(_waits(module, graph, report, names, answers), tuple(functions[name] for name in order))


def _checked(module: ModuleOp, graph: CallGraph, name: str, args_alias: bool) -> TaskAnswer:
    entry = graph.functions[name]

    def proves() -> bool:
        return prove(module, entry, args_alias=args_alias).proved

    return check_tasks(entry, graph.functions, reached(graph, name), args_alias, proves)


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
    found = {
        (wait.op, wait.operand): wait
        for wait in report.waits
        if wait.op in of_queues or wait.op not in of_tasks
    }
    for answer in answers.values():
        for edge, (needed, why) in answer.waits.items():
            found[edge] = _both(found.get(edge), _wait(edge[0], edge[1], needed, why or answer.reason))
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
    queue, count = (None, None) if counted is None else (counted.queue(op), counted.count(op))
    return WaitReport(
        op,
        None if isinstance(queue, SSAValue) else queue,
        count if isinstance(count, int) else None,
        verdict,
        None,
        reason,
        operand=several,
    )


def _both(known: WaitReport | None, more: WaitReport) -> WaitReport:
    """What two entries say together: a wait is redundant only if it is for both."""
    if known is None or known.verdict is more.verdict:
        return more
    by_weight = (Verdict.NEEDED, Verdict.UNKNOWN, Verdict.REDUNDANT)
    return min(
        (known, more), key=lambda wait: by_weight.index(wait.verdict) if wait.verdict in by_weight else 0
    )
