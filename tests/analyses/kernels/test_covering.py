"""Sets of sites, replays that go on from alike states, runs that only count: the same answers as one by one."""

from __future__ import annotations

import pytest

from asyncir.analyses.kernels import repetition, verdicts
from asyncir.analyses.kernels.conflicts import Relaxation
from asyncir.analyses.kernels.execute import KernelMachine, counting_run
from asyncir.analyses.kernels.launches import KernelLaunch
from asyncir.analyses.kernels.prepare import prepare
from asyncir.analyses.kernels.repetition import TraceRuns
from asyncir.certificates.kernels import kernel_claims
from asyncir.certificates.kernels.kernel_replays import WeakerText
from asyncir.driver.kernels.check import check_ptx
from asyncir.source.ptx import read_ptx
from bench.ptx.growth import redundant, ring, tma

PHASES = frozenset({7})


@pytest.mark.parametrize(
    ("more", "other", "covered"),
    [
        (Relaxation(frozenset({1, 2})), Relaxation(frozenset({1})), True),
        (Relaxation(frozenset({1})), Relaxation(frozenset({1, 2})), False),
        (Relaxation(frozenset({1, 7})), Relaxation(frozenset({1})), False),
        (Relaxation(frozenset({1, 7})), Relaxation(frozenset({7})), True),
        (Relaxation(frozenset({1})), Relaxation(counts=((1, 5),)), True),
        (Relaxation(counts=((3, 2),)), Relaxation(counts=((3, 1),)), True),
        (Relaxation(counts=((3, 1),)), Relaxation(counts=((3, 2),)), False),
        (Relaxation(frozenset({1}), ((3, 2),)), Relaxation(frozenset({1})), True),
        (Relaxation(frozenset({1}), ((4, 9),)), Relaxation(frozenset({1})), False),
        (Relaxation(frozenset({1}), ((3, 0),)), Relaxation(frozenset({1})), False),
        (Relaxation(relaxed=frozenset({5})), Relaxation(), True),
        (Relaxation(), Relaxation(relaxed=frozenset({5})), False),
    ],
)
def test_what_leaves_out_more_covers_what_leaves_out_less(
    more: Relaxation, other: Relaxation, covered: bool
) -> None:
    assert more.covers(other, PHASES, {3: 1}) is covered


def test_the_verifier_has_the_same_rule() -> None:
    kernel = read_ptx(tma(10), "k.ptx").kernels[0]
    check = kernel_claims._KernelCheck.__new__(kernel_claims._KernelCheck)  # pyright: ignore[reportPrivateUsage]
    check.kernel = kernel
    check.effects = [kernel_claims.effects_of(instruction) for instruction in kernel.body]
    check.looks = frozenset(k for k, i in enumerate(kernel.body) if i.opcode.startswith("mbarrier.try_wait"))
    barriers = [k for k, i in enumerate(kernel.body) if i.name == "bar"]
    look = min(check.looks)
    both = WeakerText(frozenset(barriers[:2]))
    assert check._covered(WeakerText(frozenset(barriers[:1])), {both})  # pyright: ignore[reportPrivateUsage]
    with_look = WeakerText(frozenset({*barriers[:2], look}))
    assert not check._covered(WeakerText(frozenset(barriers[:1])), {with_look})  # pyright: ignore[reportPrivateUsage]
    assert not check._covered(with_look, {both})  # pyright: ignore[reportPrivateUsage]


def test_sets_of_sites_give_the_verdicts_of_single_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    text = redundant(120)
    at_once = check_ptx(text, "k.ptx")
    monkeypatch.setattr(verdicts.RelaxedRuns, "ask_for_many", lambda self, groups: None)
    one_by_one = check_ptx(text, "k.ptx")
    answers = [[(s.location, s.verdict, s.exact, s.proved) for s in c.sites] for c in (at_once, one_by_one)]
    assert answers[0] == answers[1]
    assert {"redundant", "needed"} <= {verdict for _, verdict, _, _ in answers[0]}
    assert at_once.standing == one_by_one.standing == "proved"


def test_a_replay_that_goes_on_from_an_alike_state_gives_the_same_verdicts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = redundant(120)
    monkeypatch.setattr(repetition, "CHECKPOINT", 8)
    quick = check_ptx(text, "k.ptx")
    kept = TraceRuns.kept_form
    places = iter(range(1_000_000))
    monkeypatch.setattr(TraceRuns, "kept_form", lambda self, place: (kept(self, place), next(places)))
    slow = check_ptx(text, "k.ptx")
    answers = [[(s.location, s.verdict, s.exact) for s in c.sites] for c in (quick, slow)]
    assert answers[0] == answers[1]
    assert next(places) > 0


@pytest.mark.parametrize("make", [ring, tma])
def test_runs_that_count_have_the_trips_of_whole_runs(make: object) -> None:
    assert callable(make)
    module = read_ptx(make(100), "k.ptx")
    kernel = module.kernels[0]
    launch = KernelLaunch((128, 1, 1), parameters={"n": 24})
    code, complete = prepare(module, kernel, launch)
    whole = KernelMachine(code, complete)
    whole.run()
    counted = counting_run(code, complete)
    assert counted.visits == whole.visits
    assert counted.blocked() == whole.blocked() == ()
    assert len(counted.events) < len(whole.events)
