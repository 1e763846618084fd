"""Relaxed arrivals with fences, and arrivals that must not complete a phase."""

from __future__ import annotations

import pytest

from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.checked import CheckedPtx
from tests.ptx import kernels

pytestmark = pytest.mark.feature("N10")

START = """mov.u32 %r2, %tid.x; mov.u32 %r3, smem; shl.b32 %r4, %r2, 2; add.s32 %r5, %r3, %r4; xor.b32 %r6, %r4, 128;
add.s32 %r6, %r6, %r3; setp.eq.u32 %p9, %r2, 0; setp.lt.u32 %p1, %r2, 32;"""
WRITE = "st.shared.b32 [%r5], %r2;"
READ = "ld.shared.b32 %r8, [%r6];"
INIT = "@%p9 mbarrier.init.shared.b64 [%r3+1024], 64; bar.sync 0;"
ARRIVE = "mbarrier.arrive.shared.b64 _, [%r3+1024];"
RELAXED = "mbarrier.arrive.relaxed.cta.shared.b64 _, [%r3+1024];"
WAIT = "C: mbarrier.try_wait.parity.shared.b64 %p2, [%r3+1024], 0; @!%p2 bra C;"
RELAXED_WAIT = WAIT.replace("parity", "parity.relaxed.cta")
PEER = "mov.u32 %r10, %cluster_ctarank; xor.b32 %r10, %r10, 1; mapa.shared::cluster.u32 %r11, %r5, %r10;"
MEET = "barrier.cluster.arrive.release; barrier.cluster.wait.acquire;"
TO_PEER = "st.shared::cluster.b32 [%r11], %r2;"
MINE = "ld.shared.b32 %r8, [%r5];"


def check(*parts: str, block: str = ".reqntid 64") -> CheckedPtx:
    return check_ptx(kernels.module("\n".join((START, *parts)), block=block), "k.ptx")


@pytest.mark.parametrize(
    ("fence", "between", "standing"),
    [
        ("fence.acq_rel.cluster;", "", "proved"),
        ("fence.sc.gpu;", "", "proved"),
        ("membar.sys;", "mov.u32 %r9, 1;", "proved"),
        ("fence.acq_rel.cta;", "", "refuted"),
        ("", "", "refuted"),
        ("@%p9 fence.acq_rel.cluster;", "", "unknown"),
        ("fence.acq_rel.cluster;", TO_PEER, "unknown"),
    ],
)
def test_a_fence_makes_a_relaxed_arrival_a_release(fence: str, between: str, standing: str) -> None:
    arrive = "barrier.cluster.arrive.relaxed; barrier.cluster.wait.acquire;"
    checked = check(
        PEER, MEET, TO_PEER, fence, between, arrive, MINE, block=".reqntid 64 .reqnctapercluster 2"
    )
    assert checked.standing == standing


def test_fences_beside_mbarriers() -> None:
    assert check(INIT, WRITE, "fence.acq_rel.cta;", RELAXED, WAIT, READ).proved
    assert check(INIT, WRITE, RELAXED, WAIT, READ).standing == "refuted"
    assert check(INIT, "fence.acq_rel.cta;", WRITE, RELAXED, WAIT, READ).standing == "unknown"
    assert check(INIT, WRITE, ARRIVE, RELAXED_WAIT, "fence.acq_rel.cta;", READ).standing == "unknown"
    assert check(INIT, WRITE, ARRIVE, RELAXED_WAIT, READ).standing == "refuted"


def test_a_wait_for_the_own_block_acquires_from_it_alone() -> None:
    init = f"{INIT[:-11]} fence.mbarrier_init.release.cluster; {MEET}"
    there = "mapa.shared::cluster.u32 %r12, %r3, %r10;"
    arrive = "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r12+1024];"

    def standing(scope: str) -> str:
        wait = WAIT.replace("parity", f"parity.acquire.{scope}")
        parts = (PEER, there, init, TO_PEER, arrive, wait, MINE, MEET)
        return check(*parts, block=".reqntid 64 .reqnctapercluster 2").standing

    assert standing("cluster") == "proved"
    assert standing("cta") == "unknown"


def test_an_arrival_that_must_not_complete_a_phase() -> None:
    part = "mbarrier.arrive.noComplete.shared.b64 %rd7, [%r3+1024], 1;"
    checked = check(INIT, WRITE, f"@%p1 bra Q; {part} bra E; Q: {ARRIVE} {WAIT} {READ} E:")
    assert checked.standing == "unknown"
    assert "may come last" in str(checked)
    assert check(INIT.replace("64;", "128;"), WRITE, part, ARRIVE, WAIT, READ).proved


@pytest.mark.parametrize(
    ("fence", "standing"),
    [
        ("fence.proxy.async;", "proved"),
        ("fence.proxy.async.shared::cta;", "proved"),
        ("fence.proxy.async.global;", "refuted"),
        ("", "refuted"),
    ],
)
def test_a_proxy_fence_of_the_memory_that_is_copied(fence: str, standing: str) -> None:
    copy = "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r3], 256;"
    wait = "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;"
    store = f"ld.param.u64 %rd1, [a]; bar.sync 0; @!%p9 bra E; {copy} {wait} E:"
    checked = check(WRITE, fence, store)
    assert checked.standing == standing
    assert ("X102" in str(checked)) == (standing == "refuted")
