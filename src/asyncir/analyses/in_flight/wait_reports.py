"""What is said of a wait: its verdict, the exact count, and why."""

from __future__ import annotations

from typing import Any

from asyncir.analyses.in_flight.cycles import literal
from asyncir.analyses.in_flight.policies import Needs, Visit
from asyncir.analyses.in_flight.relax import Change
from asyncir.analyses.in_flight.wait_words import groups_at
from asyncir.analyses.sync_report import Verdict, WaitReport
from asyncir.dialects.interfaces.completion import QueueId, waits_by_count, waits_by_token, waits_finished
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation, SSAValue

NOT_EXACTLY = "what it is needed for could not be told exactly"
_FOR_AN_ACCESS = "one more group in flight would make an access race"
_FOR_THE_CALLER = "one more group in flight could still write what the caller gets"
TOO_WEAK = "it lets a group stay in flight that a later access needs"


def report_on(
    op: Operation, number: int, change: Change | str, needs: Needs, visit: Visit | None
) -> WaitReport:
    """The report on a wait of which this change of its count is known; or nothing, for the reason that is said."""
    queue, count = _queue(op), written_count(op)
    groups = groups_at(visit, number, needs)
    if isinstance(change, str):
        return WaitReport(op, queue, count, Verdict.UNKNOWN, None, change, (), groups)
    binding = change.binding
    evidence = None if binding is None else needs.evidence.get(binding.met)
    forced = () if evidence is None else tuple(x for x in evidence if x is not None)
    written = needs.written.get(number, set())
    base = count if count is not None else next(iter(written)) if len(written) == 1 else None
    exact = None if base is None or change.by is None else max(base + change.by, 0)
    if (
        finished := waits_finished(op)
    ) is not None:  # As many more have to be finished as fewer may stay in flight.
        number_of = finished.count(op)
        first = literal(number_of) if isinstance(number_of, SSAValue) else number_of
        exact = None if first is None or change.by is None else max(first - change.by, 0)
    if change.weak:
        verdict, reason = Verdict.TOO_WEAK, TOO_WEAK
    elif change.by is None:
        verdict, reason = Verdict.REDUNDANT, "no access relies on it"
    elif change.by > 0:
        more = "1 more group" if change.by == 1 else f"{change.by} more groups"
        verdict, reason = Verdict.TOO_STRONG, f"it could let {more} stay in flight"
    else:
        last = forced[-1] if forced else None
        handed = last is not None and kind_of(last) is OpKind.RETURN
        verdict, reason = Verdict.EXACT, _FOR_THE_CALLER if handed else _FOR_AN_ACCESS
    return WaitReport(op, queue, count, verdict, exact, reason, forced, groups)


def is_wait(op: Operation) -> bool:
    """Whether the op waits for groups or for tokens."""
    return bool(
        waits_by_count(op)
        or waits_by_token(op)
        or waits_finished(op)
        or (kind_of(op) is OpKind.AWAIT and not op.results)
    )


def _queue(op: Operation) -> int | str | None:
    trait: Any = waits_by_count(op) or waits_finished(op)
    queue: QueueId | None = None if trait is None else trait.queue(op)
    return None if isinstance(queue, SSAValue) else queue


def written_count(op: Operation) -> int | None:
    """The count in the text."""
    trait = waits_by_count(op)
    count = None if trait is None else trait.count(op)
    return literal(count) if isinstance(count, SSAValue) else count
