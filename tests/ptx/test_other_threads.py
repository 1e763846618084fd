# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What comes out differently for each thread: tests of phases, loops at global memory, locks there."""

from __future__ import annotations

import pytest

from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.checked import CheckedPtx
from tests.ptx import kernels

pytestmark = pytest.mark.feature("N10")

START = """mov.u32 %r1, %tid.x; mov.u32 %r3, smem; setp.eq.u32 %p1, %r1, 0; shl.b32 %r4, %r1, 2; add.u32 %r5, %r3, %r4;
ld.param.u64 %rd1, [a];"""
PHASE = (
    "@%p1 mbarrier.init.shared.b64 [%r3+1024], 1; bar.sync 0; @%p1 mbarrier.arrive.shared.b64 _, [%r3+1024];"
)
TEST = "mbarrier.test_wait.parity.shared.b64 %p6, [%r3+1024], 0;"
WAIT = "W: mbarrier.try_wait.parity.shared.b64 %p7, [%r3+1024], {}; @!%p7 bra W;"


def check(*parts: str) -> CheckedPtx:
    return check_ptx(kernels.module("\n".join((START, *parts))), "k.ptx")


@pytest.mark.parametrize(
    "body",
    [
        f"@%p6 bra E; {WAIT.format(0)} E: bar.sync 0;",
        f"selp.b32 %r8, 1, 0, %p6; setp.eq.u32 %p8, %r8, 1; @%p8 bra E; {WAIT.format(0)} E: bar.sync 0;",
        f"{WAIT.format(0)} bar.sync 0;",
    ],
    ids=["a wait that may be left out", "by a register", "not used"],
)
def test_a_test_that_saves_a_wait(body: str) -> None:
    assert check(PHASE, TEST, body).proved


@pytest.mark.parametrize(
    "body",
    [
        "@!%p6 bra Y; bar.sync 1, 64; Y: bar.sync 0;",
        "@%p6 bra Y; bar.sync 1, 64; Y: bar.sync 0;",
        "@%p6 st.shared.b32 [%r3], %r1;",
        f"selp.b32 %r8, 1, 0, %p6; {WAIT.format('%r8')}",
        "selp.b32 %r8, 32, 64, %p6; bar.sync 1, %r8;",
        "@!%p6 bra Y; movmatrix.sync.aligned.m8n8.trans.b16 %r10, %r11; Y: bar.sync 0;",
        "@!%p6 ret; bar.sync 1, 64;",
    ],
    ids=["barrier", "barrier if not", "guard", "phase", "count", "whole warps", "end"],
)
def test_a_test_that_decides_something(body: str) -> None:
    checked = check(PHASE, TEST, body)
    assert checked.standing != "proved"


def test_a_loop_of_tests_with_work_in_it() -> None:
    """Lanes may leave it one after the other."""
    work = "movmatrix.sync.aligned.m8n8.trans.b16 %r10, %r11;"
    assert check(PHASE, f"X: {work} {TEST} @!%p6 bra X;").standing != "proved"
    assert check(PHASE, f"{work} X: {TEST} @!%p6 bra X; {work}").proved


LOCK = "L: atom.acquire.gpu.global.cas.b32 %r8, [%rd1], 0, 1; setp.ne.u32 %p3, %r8, 0; @%p3 bra L;"
UNLOCK = "atom.release.gpu.global.exch.b32 %r9, [%rd1], 0;"
COUNT = "ld.shared.b32 %r10, [%r3]; add.u32 %r10, %r10, 1; st.shared.b32 [%r3], %r10;"


def test_a_lock_in_global_memory() -> None:
    """What it orders is not modelled: no error, and no proof. Who holds it meets nobody at a barrier."""
    locked = check("@%p1 st.shared.b32 [%r3], 0; bar.sync 0;", LOCK, COUNT, UNLOCK)
    assert locked.standing == "unknown"
    assert "this makes it right" not in str(locked)
    stuck = check(LOCK, "bar.sync 0;", UNLOCK)
    assert stuck.standing == "unknown"
    assert "each for its own time" in str(stuck)
    alone = check("@!%p1 bra E;", LOCK, COUNT, UNLOCK, "E: bar.sync 0;")
    assert alone.proved


def test_a_flag_in_global_memory() -> None:
    """A block may hand shared memory over by it."""
    body = """setp.lt.u32 %p2, %r1, 32; @!%p2 bra C; st.shared.b32 [%r5], %r1; bar.warp.sync -1;
@%p1 st.release.gpu.global.b32 [%rd1], 1; bra E;
C: ld.acquire.gpu.global.b32 %r8, [%rd1]; setp.eq.u32 %p3, %r8, 0; @%p3 bra C; ld.shared.b32 %r9, [%r5+-128]; E:"""
    assert check(body).standing == "unknown"


def test_a_wait_that_keeps_a_block_alive() -> None:
    """The other block arrives at its mbarrier: without the wait that may be gone."""
    text = kernels.module(
        """mov.u32 %r1, %tid.x; mov.u32 %r3, smem; setp.eq.u32 %p1, %r1, 0; mov.u32 %r6, %cluster_ctarank;
xor.b32 %r7, %r6, 1; mapa.shared::cluster.u32 %r8, %r3, %r7;
@!%p1 bra X; mbarrier.init.shared.b64 [%r3], 64; fence.mbarrier_init.release.cluster;
X: barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.acquire.aligned;
mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r8];
W: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [%r3], 0; @!%p2 bra W;""",
        block=".reqntid 64 .reqnctapercluster 2",
    )
    checked = check_ptx(text, "k.ptx")
    assert checked.proved
    assert [site.verdict for site in checked.kernels[0].sites if site.kind == "phase wait"] == ["not judged"]
