"""What the check of synchronisation has to say, as diagnostics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from asyncir.analyses.sync_report import (
    NOT_RIGHT_YET,
    Failure,
    RaceReport,
    Standing,
    SyncReport,
    Verdict,
    WaitReport,
)
from asyncir.diagnostics import Diagnostic, Note, Severity
from asyncir.diagnostics.words import counted
from asyncir.dialects.execution_traits import ConcernsOtherThreads
from asyncir.dialects.interfaces.completion import (
    HardwareFifo,
    commits,
    waits_by_count,
    waits_by_token,
    waits_finished,
)
from asyncir.dialects.verification import span_of
from asyncir.driver.witness import Replay
from asyncir.ir import Operation, SSAValue
from asyncir.ir.walk import walk
from asyncir.semantics.blocks.race import Race, Site


@dataclass(frozen=True, slots=True)
class Refutation:
    """A race that was expected (`race`), the run that was to show it, and the race that the run showed."""

    function: str
    race: RaceReport | None
    run: Replay | None
    shown: Race | None

    @property
    def wait(self) -> Operation | None:
        """The wait that is too weak, if there is one on the way."""
        return None if self.race is None else self.race.wait


@dataclass(frozen=True, slots=True)
class Failed:
    """An error at which a run ended."""

    function: str
    failure: Failure
    run: Replay

    @property
    def severity(self) -> Severity:
        """What hangs on arguments may be a promise of the caller's."""
        return Severity.ERROR if self.failure.certain else Severity.WARNING


def diagnostics_of(
    report: SyncReport, refutations: Sequence[Refutation], failed: Sequence[Failed], file: str
) -> Iterator[Diagnostic]:
    """Races first, then what could be better, then what is not known."""
    reports = {wait.op: wait for wait in report.waits}
    by_wait: dict[Operation | None, list[Refutation]] = {}
    for refutation in refutations:
        if refutation.shown is not None:
            by_wait.setdefault(refutation.wait, []).append(refutation)
    for wait, found in by_wait.items():
        if wait is not None:
            first = found[0].shown
            assert first is not None
            what = f"`{first.second.op.name}` needs ({first.kind})"
            yield _too_weak(wait, reports.get(wait), what, _evidence(found, file))
    # What no wait explains comes behind: a wait that is too weak can look like missing barriers.
    yield from (_unprotected(refutation, file) for refutation in by_wait.get(None, ()))
    across = any(r.shown.first.thread != r.shown.second.thread for r in by_wait.get(None, ()) if r.shown)
    for wait in report.waits:
        if wait.verdict is Verdict.TOO_WEAK and wait.op not in by_wait:
            # No race is put down to it, and yet a stronger wait would do away with one.
            yield _too_weak(wait.op, wait, "a later access needs", _deciding(wait, across))
    yield from (_failing(each, file) for each in failed)
    said = {each.failure.op for each in failed}
    yield from _of_waits(report, said)
    yield from _unknown(report, refutations)


def _of_waits(report: SyncReport, done: set[Operation]) -> Iterator[Diagnostic]:
    refused = any(function.refused for function in report.functions)
    said = {function.reason for function in report.functions if function.standing is Standing.UNKNOWN}
    said.add(NOT_RIGHT_YET)
    for wait in report.waits:
        if wait.verdict is Verdict.TOO_STRONG:
            yield _too_strong(wait)
        elif wait.verdict is Verdict.REDUNDANT:
            yield _redundant(wait)
        elif wait.verdict is Verdict.UNKNOWN and wait.reason not in said and wait.op not in done:
            message = f"nothing is known of this wait: {wait.reason or 'no reason is given'}"
            help = _SAY_MORE if refused else ""
            yield Diagnostic("Q005", message, span_of(wait.op), help=help, severity=Severity.WARNING)


def _unknown(report: SyncReport, refutations: Sequence[Refutation]) -> Iterator[Diagnostic]:
    """One for each function of which nothing could be shown."""
    for function in report.functions:
        if function.standing is not Standing.UNKNOWN:
            continue
        notes: list[Note] = []
        if function.other is not None:
            notes.append(Note("the other access", span_of(function.other)))
        for refutation in refutations:
            if refutation.function == function.name and refutation.race is not None:
                notes += _not_shown(refutation.race, refutation.run)
        if function.refused and function.refused not in function.reason:
            notes.append(Note(f"it cannot be run either: {function.refused}"))
        message = f"the synchronisation of @{function.name} is neither proved nor refuted: {function.reason}"
        span = None if function.at is None else span_of(function.at)
        advice = None if function.at is None else function.at.get_trait(ConcernsOtherThreads)
        help = (advice.help if advice else "") or (_SAY_MORE if function.refused else "")
        shown = tuple(dict.fromkeys(notes))[:_MOST_NOTES]
        yield Diagnostic("Q005", message, span, help=help, notes=shown, severity=Severity.WARNING)


_MOST_NOTES = 6
_SAY_MORE = "write it without what is named here, or say more of it: constant bounds, sizes and counts"
"""What helps where the interpreter cannot be asked."""


def _not_shown(race: RaceReport, run: Replay | None) -> list[Note]:
    if run is None:
        return [Note("there are no arguments with which to run it")]
    return [Note(f"the run that was to show it ended: {run.why}")] if run.why and not run.refused else []


# Races


def _too_weak(wait: Operation, report: WaitReport | None, what: str, notes: Iterable[Note]) -> Diagnostic:
    message = f"this wait is too weak: a group stays in flight that {what}"
    label, help = _excess(wait, report), _tighter(wait, report)
    return Diagnostic("Q001", message, span_of(wait), label, help, tuple(notes))


def _deciding(report: WaitReport, across: bool) -> Iterator[Note]:
    for op in report.forced_by:
        yield Note("this is what decides", span_of(op))
    if across:
        yield Note("that is so with the barriers as they are: one more of them may be what is missing")


def _excess(wait: Operation, report: WaitReport | None) -> str:
    trait = waits_by_count(wait)
    count = trait.count(wait) if trait is not None else None
    if report is None or report.exact is None or not isinstance(count, int):
        return ""
    return f"lets {counted(count, 'group')} stay in flight, at most {report.exact} may"


def _tighter(wait: Operation, report: WaitReport | None) -> str:
    if report is None or report.exact is None:
        return "wait for the group that is needed"
    if waits_by_token(wait) is not None:
        return f"wait for a younger group: at most {report.exact} may stay in flight"
    written = f"write `{with_count(wait, report.exact)}`"
    if _commits_now_and_then(wait):
        written += ", or commit an empty group wherever nothing is issued, so that the count stays right"
    return written


def _commits_now_and_then(wait: Operation) -> bool:
    """Whether a branch beside the wait, in the same loop, commits a group and its other side does not."""
    around = wait.parent_op()
    for op in () if around is None else walk(around):
        branch = op.parent_op()
        if commits(op) is None or branch is None or branch.parent_block() is not wait.parent_block():
            continue
        sides = [any(commits(x) is not None for b in side.blocks for x in b.ops) for side in branch.regions]
        if branch is not around and len(sides) > 1 and not all(sides):
            return True
    return False


def _failing(failed: Failed, file: str) -> Diagnostic:
    """An error at which an execution ends."""
    op = failed.failure.op
    if failed.failure.code == "R104":
        code, label = "Q014", "is never complete"
        message = f"deadlock: somebody waits for this `{op.name}` forever"
        help = "complete it: give a group all of its members, keep each promise"
    elif failed.failure.code in ("S002", "S020"):
        code, label = "Q013", "may not be complete"
        message = f"`{op.name}` is in flight on memory that ends with its function"
        help = "wait for it before the function returns"
    else:
        code, label = "Q011", ""
        where = "" if failed.failure.certain else " with some arguments"
        message = f"the count of this wait becomes negative{where}: the execution ends there with an error"
        help = "let the count be 0 at least, with `arith.maxsi`"
    notes = (Note(f"to see it: {failed.run.command(file)}"),)
    return Diagnostic(code, message, span_of(op), label, help, notes, failed.severity)


def _unprotected(refutation: Refutation, file: str) -> Diagnostic:
    race = refutation.shown
    assert race is not None
    later, earlier = race.verbs
    across = race.first.thread != race.second.thread
    missing, help = "no wait lies between them", "wait for the group before this"
    if across:
        missing = "no barrier lies between them"
        help = "put `gpu.barrier` between the two, behind the wait if there is one"
    if refutation.race is None:  # only a run is known
        missing = "neither happens before the other"
    of_tasks = "" if refutation.run is None else _advice_for_tasks(refutation.run)
    help = of_tasks or help
    if race.of_iterations:
        help = "let each iteration of the parallel loop access elements of its own"
    return Diagnostic(
        "Q002",
        f"race ({race.kind}): this {later} what `{race.first.op.name}` {earlier}, and {missing}",
        race.second.span or span_of(race.second.op),
        _words(race.second, across),
        help,
        (
            *_calls(refutation, of_first=False),
            _first_access(race),
            *_calls(refutation, of_first=True),
            *_way_to_see(refutation, file),
        ),
    )


def _advice_for_tasks(run: Replay) -> str:
    """What the interpreter says of a race of tasks; nothing where it is one of queues or threads."""
    found = () if run.outcome is None else run.outcome.diagnostics
    return next((d.help for d in found if d.code == "S001" and "async.await" in d.help), "")


def _evidence(found: Sequence[Refutation], file: str) -> tuple[Note, ...]:
    """Both accesses of the first race, how many more there are, and how to see it."""
    race = found[0].shown
    assert race is not None
    later, _ = race.verbs
    across = race.first.thread != race.second.thread
    notes = [
        _first_access(race),
        *_calls(found[0], of_first=True),
        Note(_placed(f"`{race.second.op.name}` {later}", race.second, across), race.second.span),
        *_calls(found[0], of_first=False),
    ]
    if len(found) > 1:
        notes.append(Note(f"{counted(len(found) - 1, 'more race')} at this wait"))
    return (*notes, *_way_to_see(found[0], file))


def _first_access(race: Race) -> Note:
    across = race.first.thread != race.second.thread
    return Note(_placed(f"`{race.first.op.name}` {race.verbs[1]}", race.first, across), race.first.span)


def _calls(refutation: Refutation, *, of_first: bool) -> Iterator[Note]:
    """Where the function of an access was called from, the innermost call first."""
    if refutation.race is None:
        return
    place = refutation.race.first if of_first else refutation.race.second
    for call in reversed(place.calls):
        yield Note("called from here", span_of(call))


def _way_to_see(refutation: Refutation, file: str) -> Iterator[Note]:
    if refutation.run is not None:
        yield Note(f"to see it: {refutation.run.command(file)}")


def _placed(what: str, site: Site, across: bool) -> str:
    where = _words(site, across)
    return f"{what} here, in {where}" if where else f"{what} here"


def _words(site: Site, across: bool) -> str:
    """In which iteration, and by which thread where there is more than one."""
    return site.words(2 if across or site.thread else 1)


# Waits that could be better


def _too_strong(wait: WaitReport) -> Diagnostic:
    label, help, notes = "", wait.reason, ()
    if wait.exact is not None:
        by_token = waits_by_token(wait.op) is not None
        help = "wait for an older group" if by_token else f"write `{with_count(wait.op, wait.exact)}`"
        label, notes = f"{counted(wait.exact, 'group')} may stay in flight", _because(wait)
    message, span = "this wait is stronger than it has to be", span_of(wait.op)
    return Diagnostic("Q003", message, span, label, help, notes, Severity.WARNING)


def _redundant(wait: WaitReport) -> Diagnostic:
    message, span, notes, help = "nothing needs this wait", span_of(wait.op), _because(wait), "remove it"
    if wait.operand is not None:
        name = wait.op.operands[wait.operand].name_hint
        message = f"nothing needs this task to wait for {f'%{name}' if name else f'operand {wait.operand}'}"
        help = "remove the dependency"
    return Diagnostic("Q004", message, span, help=help, notes=notes, severity=Severity.WARNING)


def _because(wait: WaitReport) -> tuple[Note, ...]:
    reason = (Note(wait.reason),) if wait.reason else ()
    return (*reason, *_deciding(wait, across=False))


def with_count(wait: Operation, count: int) -> str:
    """The wait with another count, as it would be written."""
    trait = waits_by_count(wait) or waits_finished(wait)
    if trait is None:
        return f"queue.wait(…, {count})"
    queue = trait.queue(wait)
    if isinstance(queue, HardwareFifo):
        return queue.count_text(count)
    return f"{wait.name}({_name(queue)}, {count})"


def _name(number: int | str | SSAValue) -> str:
    return f"%{number.name_hint or '…'}" if isinstance(number, SSAValue) else str(number)
