"""Lanes that a warp barrier waits for, lanes that run together, numbers that are narrower than their register."""

from __future__ import annotations

import pytest

from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.checked import CheckedPtx
from tests.ptx import kernels

pytestmark = pytest.mark.feature("N10")

START = """mov.u32 %r2, %tid.x; and.b32 %r1, %r2, 31; mov.u32 %r3, smem; shl.b32 %r4, %r2, 2; add.s32 %r5, %r3, %r4;
xor.b32 %r6, %r4, 4; add.s32 %r6, %r6, %r3; setp.lt.u32 %p1, %r1, 16; st.shared.b32 [%r5], %r2;"""
READ = "ld.shared.b32 %r8, [%r6];"


def check(*parts: str) -> CheckedPtx:
    return check_ptx(kernels.module("\n".join((START, *parts))), "k.ptx")


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("@%p1 bra E; bar.warp.sync -1; E: bar.sync 0;", id="they wait at a barrier"),
        pytest.param("@!%p1 bra E; bar.warp.sync -1; E: bar.sync 0;", id="the others do"),
        pytest.param(
            f"@%p1 bra A; bar.warp.sync 0xfffffffe; bra E; A: bar.warp.sync -1; E: {READ} bar.sync 0;",
            id="two masks",
        ),
        pytest.param(
            f"selp.b32 %r9, -1, 0xffff0000, %p1; bar.warp.sync %r9; {READ} bar.sync 0;", id="masks of lanes"
        ),
        pytest.param(
            "@%p1 bra A; bar.warp.sync 0xfffffffe; bar.warp.sync -1; bra E; A: bar.warp.sync -1; E: bar.sync 0;",
            id="another one first",
        ),
        pytest.param(
            "@%p1 bra A; bar.warp.sync -1; A: barrier.cluster.arrive; barrier.cluster.wait;", id="cluster"
        ),
    ],
)
def test_lanes_that_a_mask_names_have_to_come(body: str) -> None:
    checked = check(body)
    assert checked.standing == "unknown"
    assert "names waits at another place" in str(checked)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(
            f"@%p1 bra A; bar.warp.sync -1; bra E; A: bar.warp.sync -1; E: {READ} bar.sync 0;", id="apart"
        ),
        pytest.param(
            f"@%p1 bra A; bar.warp.sync 0xffff0000; bra E; A: bar.warp.sync 0xffff; E: {READ} bar.sync 0;",
            id="halves",
        ),
        pytest.param(
            f"@%p1 ret; bar.warp.sync -1; {READ} bar.sync 1, 32;".replace("%p1", "%p2"), id="nobody left"
        ),
        pytest.param(
            f"bar.warp.sync -1; {READ} bar.sync 0; @%p1 bra E; bar.warp.sync 0xffff0000; E:", id="later"
        ),
    ],
)
def test_lanes_that_come_one_after_the_other(body: str) -> None:
    body = body.replace("@%p2 ret; ", "setp.ge.u32 %p2, %r2, 32; @%p2 ret; ")
    assert check(body).proved


def test_lanes_that_wait_for_a_phase_owe_it() -> None:
    init = "setp.eq.u32 %p4, %r2, 0; @%p4 mbarrier.init.shared.b64 [%r3+1024], 64; bar.sync 0;"
    wait = "mbarrier.arrive.shared.b64 _, [%r3+1024]; C: mbarrier.try_wait.parity.shared.b64 %p5, [%r3+1024], 0; @!%p5 bra C;"
    assert check(init, "@%p1 bra A; bar.warp.sync -1; A:", wait).standing == "unknown"
    assert check(init, "bar.warp.sync -1;", wait).proved


@pytest.mark.parametrize(
    "together",
    [
        "shfl.sync.idx.b32 %r9, %r2, 0, 31, -1;",
        "vote.sync.any.pred %p4, %p1, 0xffffffff;",
        "elect.sync _|%p4, -1;",
    ],
)
def test_what_needs_all_lanes_of_a_warp(together: str) -> None:
    checked = check(f"@%p1 bra A; {together} A: bar.sync 0;")
    assert checked.standing == "unknown"
    assert "names all lanes" in str(checked)
    assert check(f"setp.lt.u32 %p2, %r2, 32; @%p2 bra A; {together} A: bar.sync 0;").proved
    assert check(f"setp.gt.u32 %p2, %r2, 40; @%p2 ret; {together}").proved


def test_who_runs_together_is_not_promised() -> None:
    checked = check(f"activemask.b32 %r9; bar.warp.sync %r9; {READ}")
    assert checked.standing == "unknown"
    assert "is not promised" in str(checked)
    assert check(f"activemask.b32 %r9; bar.warp.sync -1; {READ}").proved


def test_that_all_lanes_run_together_is_one_of_the_runs() -> None:
    """What is wrong when `activemask` gives all of them is wrong; what is right then is unknown."""
    leader = "activemask.b32 %r9; bfind.u32 %r10, %r9; setp.eq.u32 %p3, %r1, %r10; @!%p3 bra E; st.shared.b32 [%r3], 7; E:"
    missing = check(f"bar.sync 0; {leader} ld.shared.b32 %r8, [%r3+4];")
    assert missing.standing == "unknown"
    assert check(f"{leader} ld.shared.b32 %r8, [%r6];").standing == "refuted"
    stuck = check("activemask.b32 %r9; setp.eq.u32 %p3, %r9, -1; @%p3 bra A; bra E; A: bar.sync 1, 96; E:")
    assert stuck.standing == "refuted"


ATOMICS = """setp.eq.u32 %p4, %r2, 0; @%p4 st.relaxed.cta.shared.b32 [%r3+1024], 0; bar.sync 0;
@%p1 bra L; atom.relaxed.cta.shared.add.u32 %r9, [%r3+1024], 1; L: {met}"""
COUNTED = "ld.relaxed.cta.shared.b32 %r10, [%r3+1024]; setp.gt.u32 %p5, %r10, 0; @!%p5 bra E;"


def test_a_number_that_all_have_waited_for_makes_nothing_uncertain() -> None:
    wrong = "st.shared.b32 [%r3+512], %r2; E: ld.shared.b32 %r8, [%r3+512];"
    assert check(ATOMICS.format(met="bar.sync 0;"), COUNTED, wrong).standing == "refuted"
    assert check(ATOMICS.format(met=""), COUNTED, wrong).standing != "proved"
    some = "setp.lt.u32 %p6, %r2, 32; @%p6 bra W; bar.arrive 1, 64; bra X; W: bar.sync 1, 64; X:"
    assert check(ATOMICS.format(met=some), COUNTED, wrong).standing == "unknown"


def test_what_is_wrong_before_an_order_counts_is_wrong() -> None:
    """Which thread gets which number hangs on the order of the operations: behind them nothing is certain."""
    numbered = "atom.relaxed.cta.shared.add.u32 %r9, [%r3+1024], 1; setp.eq.u32 %p5, %r9, 63; @!%p5 bra E; "
    zero = "setp.eq.u32 %p4, %r2, 0; @%p4 st.shared.b32 [%r3+1024], 0; bar.sync 0;"
    behind = "st.shared.b32 [%r3+512], %r2; E: ld.shared.b32 %r8, [%r3+512];"
    assert check(zero, numbered, behind).standing == "unknown"
    assert check(READ, zero, numbered, "E:").standing == "refuted"
    again = "E: add.s32 %r11, %r11, 1; setp.lt.s32 %p6, %r11, 2; @%p6 bra T;"
    loop = (
        f"st.shared.b32 [%r5+512], %r2; mov.u32 %r11, 0; T: ld.shared.b32 %r8, [%r6+512]; {numbered} {again}"
    )
    assert check(zero, loop).standing == "refuted"


@pytest.mark.parametrize(
    ("address", "standing"),
    [
        pytest.param(
            "shl.b32 %r9, %r2, 2; cvt.u8.u32 %r9, %r9; add.u32 %r9, %r9, %r9;", "proved", id="twice"
        ),
        pytest.param("cvt.u8.u32 %r9, %r2; mul.lo.u32 %r9, %r9, 16;", "proved", id="sixteen times"),
        pytest.param(
            "sub.u32 %r9, %r2, 64; cvt.s8.s32 %r9, %r9; add.u32 %r9, %r9, 64; shl.b32 %r9, %r9, 2;",
            "proved",
            id="negative",
        ),
        pytest.param(
            "cvt.s8.s32 %r9, %r2; and.b32 %r9, %r9, 0xfffffffe; shl.b32 %r9, %r9, 1;", "unknown", id="pairs"
        ),
    ],
)
def test_a_conversion_fills_its_register(address: str, standing: str) -> None:
    assert (
        check(f"bar.sync 0; {address} add.u32 %r9, %r9, %r3; st.shared.b32 [%r9], %r2;").standing == standing
    )


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(f"setp.eq.s32 %p3, %r19, 0; @%p3 bar.warp.sync -1; {READ}", id="a number"),
        pytest.param(f"@!%p3 bar.warp.sync -1; {READ}", id="a predicate"),
        pytest.param("bar.sync 0; add.u32 %r9, %r5, %r19; st.shared.b32 [%r9], %r2;", id="an address"),
    ],
)
def test_a_register_that_nobody_set_is_not_known(body: str) -> None:
    assert check(body).standing == "unknown"


def test_a_register_that_some_threads_set() -> None:
    assert check(
        f"bar.warp.sync -1; {READ} @%p1 mov.u32 %r9, 4; @%p1 bra E; ret; E: st.global.u32 [%rd1], %r9;"
    ).proved


def test_local_memory_that_is_not_followed_makes_nothing_wrong() -> None:
    halves = ".local .align 8 .b8 own[8]; .reg .b16 %h<2>; mov.u16 %h0, 1; st.local.b16 [own], %h0; st.local.b16 [own+2], 0;"
    decides = f"ld.local.b32 %r9, [own]; setp.eq.s32 %p3, %r9, 1; @!%p3 bra E; bar.warp.sync -1; E: {READ}"
    assert check(halves, decides).standing == "unknown"
