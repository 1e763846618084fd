# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instructions that all lanes of a warp execute together: ldmatrix, stmatrix, mma and others that say `.sync.aligned`."""

from __future__ import annotations

import pytest

from asyncir.analyses.kernels import execute
from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.checked import CheckedPtx
from tests.ptx import kernels

pytestmark = pytest.mark.feature("N10")

START = """mov.u32 %r2, %tid.x; and.b32 %r1, %r2, 31; mov.u32 %r3, smem; shl.b32 %r4, %r2, 4; add.s32 %r5, %r3, %r4;
setp.lt.u32 %p1, %r1, 16; st.shared.b32 [%r5], %r2; bar.sync 0; ld.param.u64 %rd1, [a];"""
LOAD = "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r5];"
STORE = "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r5], {%r10, %r11, %r12, %r13};"
MMA = """mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r10, %r11, %r12, %r13}, {%r14, %r15},
{%f1, %f2, %f3, %f4};"""
MOVE = "movmatrix.sync.aligned.m8n8.trans.b16 %r10, %r11;"
ALL = pytest.mark.parametrize("together", [LOAD, STORE, MMA, MOVE], ids=["load", "store", "mma", "move"])


def check(*parts: str, block: int = 64) -> CheckedPtx:
    text = kernels.module("\n".join((START, *parts))).replace(".reqntid 64", f".reqntid {block}")
    return check_ptx(text, "k.ptx")


@ALL
@pytest.mark.parametrize(
    "body",
    [
        "@%p1 bra E; {} E: bar.sync 0;",
        "@!%p1 bra E; {} E: bar.sync 0;",
        "@%p1 bra E; setp.lt.u32 %p2, %r2, 32; @%p2 bra E; {} E: bar.sync 0;",
        "@%p1 {}",
        "@%p1 bra A; {} ret; A: ret;",
        "@%p1 bra A; {0} bra E; A: {0} E: bar.sync 0;",
        "mov.u32 %r9, 0; L: {} add.u32 %r9, %r9, 1; setp.le.u32 %p3, %r9, %r1; @%p3 bra L;",
    ],
    ids=["half", "the other half", "nested", "guard", "both end", "two places", "loop"],
)
def test_half_a_warp(together: str, body: str) -> None:
    checked = check(body.format(together))
    assert checked.standing == "refuted"
    assert "X108" in str(checked)
    assert "is for whole warps, and lanes of one go another way" in str(checked)


@ALL
@pytest.mark.parametrize(
    "body",
    [
        "{}",
        "setp.lt.u32 %p2, %r2, 32; @%p2 bra E; {} E: bar.sync 0;",
        "setp.lt.u32 %p2, %r2, 32; @%p2 {}",
        "setp.lt.u32 %p2, %r2, 32; @%p2 ret; {}",
        "@%p1 bra E; st.shared.b32 [%r5+2048], %r2; E: {}",
        "mov.u32 %r9, 0; shr.u32 %r8, %r2, 5; L: {} add.u32 %r9, %r9, 1; setp.le.u32 %p3, %r9, %r8; @%p3 bra L;",
        "ld.global.b32 %r9, [%rd1]; setp.eq.u32 %p3, %r9, 0; @%p3 bra E; {} E: bar.sync 0;",
    ],
    ids=["all", "a warp", "a guard of warps", "a warp is left", "behind the branch", "loop", "loaded"],
)
def test_whole_warps(together: str, body: str) -> None:
    assert check(body.format(together)).proved


@ALL
def test_what_is_not_known(together: str) -> None:
    ended = check(f"@%p1 ret; {together}")
    assert ended.standing == "unknown"
    assert "lanes of one have ended" in str(ended)
    small = check(together, block=48)
    assert small.standing == "unknown"
    assert "the last warp of a block has fewer lanes" in str(small)
    of_each = "mad.wide.u32 %rd2, %r2, 4, %rd1; ld.global.b32 %r9, [%rd2]; setp.eq.u32 %p3, %r9, 0;"
    assert check(f"{of_each} @%p3 bra E; {together} E: bar.sync 0;").standing == "unknown"
    assert check(f"{of_each} @%p3 {together}").standing == "unknown"


@pytest.mark.parametrize(
    "body",
    [
        "@%p1 bra L; bar.arrive 1, 64; L: st.shared.b32 [%r5], %r2;",
        "@%p1 bar.sync 0; st.shared.b32 [%r5], %r2;",
        "@%p1 bra L; barrier.cluster.arrive.aligned; bra E; L: barrier.cluster.arrive; E: barrier.cluster.wait;",
        "@%p1 bra L; barrier.cluster.arrive.aligned; bra E; L: barrier.cluster.arrive.aligned; E: barrier.cluster.wait;",
        "barrier.cluster.arrive; @%p1 bra L; barrier.cluster.wait.aligned; bra E; L: barrier.cluster.wait.aligned; E:",
        "@%p1 bra L; barrier.sync.aligned 0; L:",
        "@!%p1 bra L; bar.sync 0; L: bar.sync 0;",
    ],
    ids=["arrive", "guard", "cluster, one way", "cluster", "cluster's wait", "barrier", "once and twice"],
)
def test_barriers_that_are_aligned(body: str) -> None:
    checked = check(body)
    assert checked.standing == "refuted"
    assert "X108" in str(checked)


@pytest.mark.parametrize(
    "body",
    [
        "mov.u32 %r9, 0; L: bar.sync 0; add.u32 %r9, %r9, 1; setp.le.u32 %p3, %r9, %r1; @%p3 bra L;",
        "@%p1 ret; bar.sync 0;",
        "@!%p1 bra L; barrier.sync 0; L: bar.sync 0;",
    ],
    ids=["trips of lanes", "half has ended", "another barrier first"],
)
def test_barriers_that_are_not_proved(body: str) -> None:
    assert check(body).standing != "proved"


@pytest.mark.parametrize(
    "body",
    [
        "setp.lt.u32 %p2, %r2, 32; @%p2 bra L; bar.arrive 1, 64; bra E; L: bar.sync 1, 64; E: bar.sync 0;",
        "setp.lt.u32 %p2, %r2, 32; @%p2 ret; bar.sync 0;",
        "@%p1 bra L; barrier.cluster.arrive; bra E; L: barrier.cluster.arrive; E: barrier.cluster.wait.aligned;",
        "shr.u32 %r8, %r2, 5; setp.eq.u32 %p2, %r8, 1; @%p2 bra L; L: bar.sync 0;",
    ],
    ids=["warps", "a warp has ended", "not aligned", "nothing"],
)
def test_barriers_of_whole_warps(body: str) -> None:
    assert check(body).proved


@pytest.mark.parametrize(
    ("body", "block", "standing"),
    [
        ("setmaxnreg.inc.sync.aligned.u32 128;", 128, "proved"),
        ("setp.lt.u32 %p2, %r2, 128; @%p2 bra E; setmaxnreg.inc.sync.aligned.u32 128; E:", 256, "proved"),
        ("setp.lt.u32 %p2, %r2, 32; @%p2 bra E; setmaxnreg.inc.sync.aligned.u32 128; E:", 128, "refuted"),
        ("setmaxnreg.inc.sync.aligned.u32 128;", 96, "unknown"),
    ],
    ids=["all", "one of two", "three warps", "small block"],
)
def test_registers_are_given_to_warpgroups(body: str, block: int, standing: str) -> None:
    assert check(body, block=block).standing == standing


def test_rows_are_aligned() -> None:
    checked = check(f"add.s32 %r5, %r5, 4; {LOAD}")
    assert checked.standing == "unknown"
    assert "no multiple" in str(checked)


def test_that_lanes_run_together_orders_nothing() -> None:
    """What other lanes of the warp stored is not read for sure, nor what they read done."""
    other = LOAD.replace("%r5", "%r6")
    shifted = f"xor.b32 %r6, %r4, 16; add.s32 %r6, %r6, %r3; bar.sync 0; {STORE} {other}"
    assert check(shifted).standing == "refuted"
    assert check(shifted.replace(other, f"bar.warp.sync -1; {other}")).proved
    assert check(f"{STORE} {LOAD}").proved


def test_the_verifier_looks_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(execute, "check_whole_warps", lambda *_: None)
    for body in (
        f"@%p1 bra E; {LOAD} E: bar.sync 0;",
        "@%p1 bra L; bar.arrive 1, 64; L: st.shared.b32 [%r5], %r2;",
    ):
        checked = check(body)
        assert checked.standing == "unknown"
        assert "an instruction of whole warps is executed by a part of one" in str(checked)
