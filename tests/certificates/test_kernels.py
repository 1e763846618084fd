"""Certificates of PTX kernels: right ones are accepted, forged ones and those of wrong kernels are not."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import numpy as np
import pytest

from asyncir.certificates import MALFORMED, Refused
from asyncir.certificates.kernels import kernel_claims, verify_kernel
from asyncir.certificates.kernels.alike_states import SeenState, alike
from asyncir.certificates.kernels.kernel_plans import KernelPlan
from asyncir.certificates.kernels.kernel_replays import KernelReplay, WeakerText
from asyncir.certificates.kernels.mbarriers import MbarrierRecord
from asyncir.certificates.kernels.reading import NOBODY, CertificateReader, CertifiedRun, CertifiedStep
from asyncir.certificates.kernels.thread_clocks import CAUSED, FENCED, ORDERED, ThreadClocks
from asyncir.driver.kernels import check as checking
from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.options import EachMultiple, KernelOptions
from asyncir.driver.kernels.proofs import options_from_json, options_to_json, proofs_to_json, verify_proofs
from asyncir.ptx.effects_table import effects_of
from asyncir.source.ptx import read_ptx
from bench.ptx import growth
from bench.ptx.forged import Judgement, accepted, forgeries, judgements
from tests.ptx import kernels

pytestmark = pytest.mark.feature("N14")

RIGHT = (
    "stages-are-counted-not-groups/fixed",
    "slow-warps-miss-a-phase/fixed",
    "operands-overwritten-in-a-loop/fixed",
)
WRONG = (
    "slow-warps-miss-a-phase/wrong",
    "operands-overwritten-in-a-loop/wrong",
    "waits-for-one-operand-late/wrong",
    "arrives-again-before-the-others-came/wrong",
)


@cache
def judged(name: str) -> Judgement:
    (one,) = judgements([name])
    return one


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_proof_is_accepted_and_a_forged_claim_is_not(name: str) -> None:
    one = judged(name)
    assert one.report.proved
    verify_kernel(one.kernel, one.content)
    claims = [forgery for forgery in forgeries(one, 2) if forgery.claim]
    assert len(claims) >= 6
    assert [forgery.kind for forgery in claims if accepted(one.kernel, forgery.content)] == []


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_kernel_has_no_proof(name: str) -> None:
    one = judged(name)
    forged = copy.deepcopy(one.content) | {"right": True, "open": ""}
    for run in forged["runs"]:
        run["trace"] |= {"blocked": [], "unknown": []}
        for claim in run["claims"]:
            claim["open"] = []
    with pytest.raises(Refused, match=r"conflict|ends before"):
        verify_kernel(one.kernel, forged)


@pytest.mark.parametrize("kind", ["ThreadsEnded", "PhaseCompleted", "Arrived", "Waited", "Expected"])
def test_a_trace_that_no_kernel_has_is_refused(kind: str) -> None:
    one = judged("operands-overwritten-in-a-loop/fixed" if kind != "Waited" else RIGHT[0])
    forged = copy.deepcopy(one.content)
    for run in forged["runs"]:
        events = run["trace"]["events"]
        at = [k for k, event in enumerate(events) if event[0] == kind]
        if at and not run["periods"]:
            del events[at[-1]]
    assert not accepted(one.kernel, forged)


def test_a_phase_that_nobody_waits_for_ends_too() -> None:
    one = judged("slot-freed-while-wgmma-reads/fixed")
    forged = copy.deepcopy(one.content)
    longest = max((run["trace"]["events"] for run in forged["runs"] if not run["periods"]), key=len)
    del longest[max(k for k, event in enumerate(longest) if event[0] == "PhaseCompleted")]
    with pytest.raises(Refused, match="does not end"):
        verify_kernel(one.kernel, forged)


def test_what_is_said_of_a_site_has_a_claim() -> None:
    one = judged(RIGHT[2])
    forged = copy.deepcopy(one.content)
    needed = next(site for site in forged["sites"] if site["kind"] == "barrier")
    needed |= {"answer": "redundant", "proved": True, "alone": True}
    with pytest.raises(Refused, match="there is no claim"):
        verify_kernel(one.kernel, forged)


def test_states_have_to_repeat(monkeypatch: pytest.MonkeyPatch) -> None:
    one = judged(RIGHT[2])
    assert any(run["periods"] for run in one.content["runs"])
    monkeypatch.setattr(kernel_claims, "alike", lambda *_: False)
    with pytest.raises(Refused, match="the state is another one"):
        verify_kernel(one.kernel, one.content)


@pytest.mark.parametrize(
    ("known", "parity", "phase"), [(0, 1, -1), (0, 0, 0), (1, 0, 0), (1, 1, 1), (4, 1, 3), (4, 0, 4)]
)
def test_a_wait_is_sure_of_the_least_phase_that_fits(known: int, parity: int, phase: int) -> None:
    """Whoever knows that `known` phases are over, counted from 10 on for this mbarrier."""
    none = np.zeros(1, np.int64)
    state = MbarrierRecord(0, 10, 1, 1, 0, 1, 0, [np.zeros((3, 2), np.int64)], none, none, over=7)
    assert state.promised(10 + known, parity) == phase


def test_a_certificate_of_another_form_is_none() -> None:
    one = judged(RIGHT[0])
    for change in ({"arrays": ["i4:?"]}, {"runs": 3}, {"version": 1}, {"names": None}):
        with pytest.raises((Refused, *MALFORMED)):
            verify_kernel(one.kernel, {**one.content, **change})


def test_threads_learn_by_barriers_and_fences() -> None:
    """Two threads, and an engine of the first one."""
    clocks = ThreadClocks(2, np.array([0, 1, 0]))
    first, both = np.array([0]), np.array([0, 1])
    clocks.step(first)
    clocks.learn_own(np.array([2]), np.array([5]))
    second = np.array([1, 1])
    assert clocks.known(ORDERED, second, np.array([0, 2])).tolist() == [0, 0]
    clocks.meet(both)
    assert clocks.known(ORDERED, second, np.array([0, 2])).tolist() == [1, 5]
    assert clocks.known(FENCED, second, np.array([0, 2])).tolist() == [0, 0]
    clocks.fence(np.array([1]))
    assert clocks.known(FENCED, second, np.array([0, 2])).tolist() == [1, 5]
    assert clocks.known(FENCED, first, np.array([0])).tolist() == [0]
    clocks.receive(first, np.full((3, 3), 9), acquire=False)
    assert clocks.known(ORDERED, first, np.array([1])).tolist() == [0]
    assert clocks.known(CAUSED, first, np.array([1])).tolist() == [9]


@pytest.mark.parametrize(
    ("later", "same"),
    [([1, 7, 9], True), ([1, 5, 9], True), ([3, 5, 9], False), ([1, 7, 8], False), ([6, 8, 9], False)],
)
def test_states_are_alike_if_what_moves_is_newer_than_what_stays(later: list[int], same: bool) -> None:
    """All are numbers of one column, and move by as much."""
    columns = np.zeros(3, np.int64)
    earlier = SeenState(np.array([1, 5, 7]), columns, ())
    assert alike(earlier, SeenState(np.array(later), columns, ())) == same


def proof(options: KernelOptions) -> tuple[str, dict[str, Any]]:
    text = kernels.ring()
    checked = check_ptx(text, "k.ptx", options)
    assert checked.proved
    return text, json.loads(json.dumps(proofs_to_json(checked, text, "k.ptx", options)))


def test_a_file_of_proofs_is_verified_with_traces_made_anew() -> None:
    text, content = proof(KernelOptions())
    (name,) = content["kernels"]
    assert not isinstance(verify_proofs(text, "k.ptx", content)[name], str)
    other = verify_proofs(text + "\n", "k.ptx", content)[name]
    assert other == "the file is of another text"
    run = content["kernels"][name]["runs"][1]
    run["trace"]["events"] = [event for event in run["trace"]["events"] if event[0] != "Cut"]
    assert verify_proofs(text, "k.ptx", content)[name] == "the runs of the file are not those of the text"
    content["kernels"] = {}
    assert verify_proofs(text, "k.ptx", content)[name] == "the file says nothing of it"


def test_options_of_a_proof_are_read_as_they_were_written() -> None:
    options = KernelOptions(
        block=(64, 1, 1), budget=9, parameters={"a": 3, "b": EachMultiple(32, 1), "c": b"\x01\xff"}
    )
    assert options_from_json(json.loads(json.dumps(options_to_json(options)))) == options
    with pytest.raises(MALFORMED):
        options_from_json(
            {"grid": [0, 1, 1], "block": None, "cluster": None, "budget": None, "parameters": {}}
        )


def test_a_proof_that_is_refused_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "doubt_of", lambda *_: "the verifier does not accept the proof: no")
    checked = check_ptx(kernels.ring(), "k.ptx")
    assert checked.standing == "unknown"
    assert checked.kernels[0].open == "the verifier does not accept the proof: no"
    assert not any(site.proved or site.verdict in ("redundant", "too strong") for site in checked.sites)
    assert check_ptx(kernels.ring(), "k.ptx", KernelOptions(recheck=False)).proved


@pytest.mark.parametrize("ordered", [True, False])
def test_an_arrival_comes_behind_the_end_of_the_phase_before(ordered: bool) -> None:
    """Thread 1 arrives on the second phase; nothing but a wait tells it that the first one is over."""
    text = kernels.module(
        ".shared .align 8 .b64 m;\n  mbarrier.init.shared::cta.b64 [m], 1;\n  bar.sync 0;\n"
        "  mbarrier.arrive.shared::cta.b64 _, [m];\n  .reg .pred %done;\n"
        "  mbarrier.try_wait.parity.shared::cta.b64 %done, [m], 0;\n  ret;\n",
        block=".reqntid 2",
    )
    (kernel,) = read_ptx(text, "k.ptx").kernels
    effects = [effects_of(instruction) for instruction in kernel.body]
    names = [instruction.name for instruction in kernel.body]
    init, meet = names.index("mbarrier"), names.index("bar")
    first, second, both = np.array([0]), np.array([1]), np.array([0, 1])
    barrier = CertifiedStep("BarrierMet", meet, both, synchronised=both, sites=(meet,))
    steps = [
        CertifiedStep("Initialised", init, first, mbarrier=0, address=0, count=1),
        barrier,
        CertifiedStep("Arrived", meet + 1, first, mbarrier=0, phase=0, count=1),
        CertifiedStep("PhaseCompleted", meet + 1, NOBODY, mbarrier=0, phase=0),
        *([CertifiedStep("PhaseSeen", meet + 2, second, mbarrier=0, phase=0)] if ordered else []),
        CertifiedStep("Arrived", meet + 1, second, mbarrier=0, phase=1, count=1),
        CertifiedStep("PhaseCompleted", meet + 1, NOBODY, mbarrier=0, phase=1),
        CertifiedStep("ThreadsEnded", len(names) - 1, both),
    ]
    run = CertifiedRun(2, 2, tuple(steps), (), {}, (), ())
    replay = KernelReplay(KernelPlan(kernel, effects, run), WeakerText(), None)
    for index in range(len(steps)):
        replay.run(index)
    assert replay.conflicts == (set() if ordered else {("mbarrier", meet + 1, meet + 1, False)})


def comparisons(lines: int) -> int:
    """How many groups of earlier accesses those of a ring without a loop are compared with."""
    checked = check_ptx(growth.straight(lines), "k.ptx")
    (kernel,) = checked.kernels
    assert kernel.report is not None
    assert checked.proved
    content: Any = kernel.report.certificate
    (entry,) = content["runs"]
    effects = [effects_of(instruction) for instruction in kernel.kernel.body]
    plan = KernelPlan(kernel.kernel, effects, CertificateReader(content).run(entry))
    return sum(checks.against.size for checks in plan.memory.checks if checks is not None)


def test_unrolled_code_takes_linear_time() -> None:
    few, many = comparisons(300), comparisons(1200)
    assert few > 0
    assert many < 5 * few
