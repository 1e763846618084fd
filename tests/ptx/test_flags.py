"""Flags in shared memory: a release that a polling acquire must have seen orders; any other flag leaves a kernel unknown."""

from __future__ import annotations

import pytest

from asyncir.diagnostics import Severity
from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.checked import CheckedPtx
from tests.ptx import kernels

pytestmark = pytest.mark.feature("N10")

START = """ld.param.u64 %rd1, [a]; mov.u32 %r2, %tid.x; mov.u32 %r3, smem; shl.b32 %r4, %r2, 2; add.s32 %r5, %r3, %r4;
xor.b32 %r6, %r4, 128; add.s32 %r6, %r6, %r3; setp.eq.u32 %p9, %r2, 0; setp.lt.u32 %p1, %r2, 32;
"""
CLEAR = "@%p9 st.shared.b32 [%r3+1024], 0; bar.sync 0;"
PRODUCE = "@!%p1 bra C; st.shared.b32 [%r5], %r2; bar.warp.sync -1; @!%p9 bra D;"
SET = "st.release.cta.shared.b32 [%r3+1024], 1; bra D;"
POLL = "C: ld.acquire.cta.shared.b32 %r7, [%r3+1024]; setp.ne.s32 %p2, %r7, 1; @%p2 bra C;"
READ = "ld.shared.b32 %r8, [%r6];"
END = "D:"


def check(*parts: str) -> CheckedPtx:
    return check_ptx(kernels.module("\n".join((START, *parts))), "k.ptx")


def test_who_sees_the_flag_sees_what_was_written_before_it() -> None:
    assert check(CLEAR, PRODUCE, SET, POLL, READ, END).proved
    nap = POLL.replace("@%p2 bra C;", "@!%p2 bra G; nanosleep.u32 20; bra C; G:")
    assert check(CLEAR, PRODUCE, SET, nap, READ, END).proved
    later = "st.release.cta.shared.b32 [%r3+1024], 1; st.shared.b32 [%r5], 7; bra D;"
    assert check(CLEAR, PRODUCE, later, POLL, READ, END).standing == "refuted"


def test_who_does_not_look_knows_nothing() -> None:
    assert check(CLEAR, PRODUCE, SET, "C:", READ, END).standing == "refuted"


def test_an_acquire_that_a_barrier_orders_needs_no_flag() -> None:
    decides = "ld.acquire.cta.shared.b32 %r7, [%r3+1024]; setp.ne.s32 %p2, %r7, 1; @%p2 bra D; bar.sync 0;"
    assert check("@%p9 st.release.cta.shared.b32 [%r3+1024], 1; bar.sync 0;", decides, END).proved


def test_lanes_that_did_not_meet_are_not_released() -> None:
    assert not check(CLEAR, PRODUCE.replace("bar.warp.sync -1;", ""), SET, POLL, READ, END).proved


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param((PRODUCE, SET, POLL), id="not-cleared"),
        pytest.param((CLEAR, PRODUCE, SET.replace("release.cta", "relaxed.cta"), POLL), id="no-release"),
        pytest.param((CLEAR, PRODUCE, SET.replace(".release.cta", ".volatile"), POLL), id="volatile"),
        pytest.param((CLEAR, PRODUCE, SET, POLL.replace("acquire", "relaxed")), id="no-acquire"),
        pytest.param((CLEAR, PRODUCE, SET, POLL.replace("@%p2 bra C;", "@%p2 bra D;")), id="no-loop"),
        pytest.param(
            (CLEAR, PRODUCE, SET, POLL.replace("setp.ne.s32 %p2, %r7, 1", "setp.gt.s32 %p2, %r7, 1")),
            id="passes-at-once",
        ),
        pytest.param(
            (CLEAR, PRODUCE.replace("@!%p9 bra D;", "setp.lt.u32 %p3, %r2, 2; @!%p3 bra D;"), SET, POLL),
            id="two-threads-set-it",
        ),
        pytest.param(
            (CLEAR, PRODUCE, f"st.release.cta.shared.b32 [%r3+1024], 1; {SET}", POLL), id="set-twice"
        ),
        pytest.param(
            (CLEAR, PRODUCE, f"st.release.cta.shared.b32 [%r3+1024], 1; {SET.replace(', 1', ', 0')}", POLL),
            id="taken-back",
        ),
        pytest.param(
            (CLEAR, PRODUCE, f"st.release.cta.shared.b32 [%r3+1024], 0; {SET}", POLL), id="a-release-before"
        ),
        pytest.param(
            (
                CLEAR,
                PRODUCE,
                SET,
                POLL,
                "setp.eq.u32 %p3, %r2, 32; @%p3 st.release.cta.shared.b32 [%r3+1024], 0;",
            ),
            id="reset-by-one-who-looked",
        ),
        pytest.param(
            (
                CLEAR,
                "@!%p1 bra C; st.shared.b32 [%r5], %r2; bar.warp.sync -1;",
                "@%p9 st.release.cta.shared.b32 [%r3+1024], 1; setp.lt.u32 %p3, %r2, 2;",
                "@%p3 st.release.cta.shared.b32 [%r3+1024], 1; bra D;",
                POLL,
            ),
            id="set-again-by-two",
        ),
        pytest.param(
            (CLEAR, PRODUCE, "atom.release.cta.shared.exch.b32 %r9, [%r3+1024], 1; bra D;", POLL),
            id="an-atomic-operation",
        ),
    ],
)
def test_other_flags_are_neither_proved_nor_refuted(parts: tuple[str, ...]) -> None:
    checked = check(*parts, READ, END)
    assert checked.standing == "unknown"
    assert all(d.severity is not Severity.ERROR for d in checked.diagnostics)


def test_a_flag_that_is_cleared_by_somebody_who_comes_late() -> None:
    late = CLEAR.replace("bar.sync 0;", "")
    assert not check(
        late.replace("%p9 st", "%p8 st").replace("@%p8", "setp.eq.u32 %p8, %r2, 40; @%p8"),
        PRODUCE,
        SET,
        POLL,
        READ,
        END,
    ).proved


def test_a_barrier_behind_the_flag_is_not_needed_and_one_before_is() -> None:
    checked = check(CLEAR, PRODUCE, SET, POLL, READ, END)
    assert [(s.kind, s.verdict) for s in checked.sites] == [("barrier", "needed"), ("barrier", "needed")]
