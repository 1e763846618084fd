"""The corpus of synchronisation bugs, in PTX: the check names them, and proves the mended kernels; so does playing them.

What it does not get yet is listed by name, with the reason, and fails strictly: who mends it takes the name from the list.
"""

from __future__ import annotations

import pytest

from tests.ptx_bugs import PtxCase, Site, ptx_cases
from tests.ptx_bugs_judged import TRIPS, Judged, judge, play

pytestmark = pytest.mark.feature("N11")

WRONG = {"race", "deadlock", "misuse"}

NOT_FOUND = {
    "descriptor-changed-in-flight": "tensor maps in global memory are not modelled",
    "descriptor-changed-without-a-fence": "tensor maps in global memory are not modelled",
    "load-before-the-grid-wait": "global memory, and the grid before, are not modelled",
}
"""Wrong kernels of which the check says nothing."""

NOT_AS_SUCH = {
    "parity-of-another-mbarrier": "the order in which the wait passes at once is not run",
    "phase-forgotten-between-tiles": "the order in which the wait passes at once is not run",
}
"""Wrong kernels of which the check names something that follows from the bug. The orders take other paths."""

NOT_PLAYED = {case.name: "one block is played, not a cluster" for case in ptx_cases() if case.cluster} | {
    "descriptor-changed-in-flight": "tensor maps in global memory are not modelled",
    "descriptor-changed-without-a-fence": "tensor maps in global memory are not modelled",
}
"""Kernels that cannot be played."""

NOT_SEEN = {
    "load-before-the-grid-wait": "global memory is not modelled",
}
"""Wrong kernels that play as if they were right."""


def cases_but(names: dict[str, str], *verdicts: str) -> pytest.MarkDecorator:
    """All cases with these verdicts; those with a name are expected to fail, for the reason there."""
    return pytest.mark.parametrize(
        "case",
        [
            pytest.param(
                case,
                marks=[pytest.mark.xfail(reason=names[case.name], strict=True)] if case.name in names else [],
                id=case.name,
            )
            for case in ptx_cases()
            if case.verdict in verdicts
        ],
    )


def names(site: Site, case: PtxCase, judged: Judged) -> bool:
    """Whether the report names the site as what it is."""
    lines = case.lines
    if site.since is not None:
        return any(set(found) == {lines[site.since], lines[site.at]} for _, found in judged.findings())
    if site.finding == "deadlock":
        stuck = {"deadlock", "missed phase", "barrier"}
        return any(kind in stuck and lines[site.at] in found for kind, found in judged.findings())
    if site.finding == "misuse":
        return any(lines[site.at] in found for _, found in judged.findings())
    return judged.answers().get(lines[site.at]) == (site.finding, site.exact)


@cases_but(NOT_FOUND, *WRONG)
def test_check_names_the_bug(case: PtxCase) -> None:
    judged = judge(case, "wrong")
    assert judged.report.findings
    assert any(names(site, case, judged) for site in case.sites)


@cases_but(NOT_FOUND | NOT_AS_SUCH, *WRONG)
def test_check_says_what_sort_of_bug_it_is(case: PtxCase) -> None:
    """A race by the two accesses, a deadlock by who waits for ever."""
    judged = judge(case, "wrong")
    sort = {"race": "missing"}.get(case.verdict, case.verdict)
    assert any(names(site, case, judged) for site in case.sites if site.finding == sort)


@cases_but(NOT_FOUND, *WRONG)
def test_parameters_of_the_case_show_the_bug(case: PtxCase) -> None:
    judged = judge(case, "wrong", all_trips=False)
    assert any(names(site, case, judged) for site in case.sites)


@cases_but({}, "redundant", "too strong")
def test_check_names_what_can_go(case: PtxCase) -> None:
    """The kernel is proved right, and as many sites of it as the case has are named."""
    judged = judge(case, "wrong")
    assert judged.report.proved
    lines = case.lines
    expected = {
        lines[mark]: (site.finding, site.exact) for site in case.sites for mark in (site.at, *site.instead)
    }
    found = {line for line, answer in judged.answers().items() if expected.get(line) == answer}
    assert len(found) == len(case.sites)


@cases_but({}, *WRONG, "redundant", "too strong")
def test_check_proves_the_mended_kernel(case: PtxCase) -> None:
    report = judge(case, "fixed").report
    assert (report.findings, report.open) == ((), "")
    assert report.proved


@cases_but({}, *WRONG, "redundant", "too strong")
def test_mended_kernel_has_nothing_to_spare(case: PtxCase) -> None:
    answers = [verdict.answer for verdict in judge(case, "fixed").report.sites if verdict.executed]
    assert set(answers) <= {"needed", "exact", "not judged"}


@cases_but(NOT_PLAYED | NOT_SEEN, *WRONG)
def test_bug_shows_in_some_order(case: PtxCase) -> None:
    if case.cluster:
        pytest.fail("a cluster is not played")
    played = play(case, "wrong")
    assert played.faults or played.outcomes > 1


@cases_but({}, "redundant", "too strong")
def test_what_can_go_does_no_harm(case: PtxCase) -> None:
    played = play(case, "wrong")
    assert (played.faults, played.outcomes) == (frozenset(), 1)


@cases_but(NOT_PLAYED, *WRONG, "redundant", "too strong")
def test_mended_kernel_is_right_in_all_orders(case: PtxCase) -> None:
    if case.cluster:
        pytest.fail("a cluster is not played")
    for trips in range(TRIPS) if case.trips else (None,):
        played = play(case, "fixed", trips)
        assert (played.faults, played.outcomes) == (frozenset(), 1)
