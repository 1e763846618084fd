"""Barriers and mbarriers that are not used as the manual says: nothing is proved of such a kernel."""

from __future__ import annotations

import pytest

import asyncir

KERNEL = """.version 8.6
.target sm_90a
.address_size 64
.shared .align 128 .b8 s[512];
.shared .align 128 .b8 mb[64];
.visible .entry k(.param .u64 a) .reqntid 64
{
  .reg .pred %p<20>; .reg .b32 %r<60>;
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, s;
  shl.b32 %r4, %r2, 2;
  add.s32 %r5, %r3, %r4;
  mov.u32 %r40, mb;
  setp.eq.u32 %p10, %r2, 0;
BODY
  ret;
}
"""
READ = "xor.b32 %r7, %r4, 128; add.s32 %r7, %r7, %r3; ld.shared.b32 %r8, [%r7];"
ROUND = """
  @%p10 mbarrier.init.shared::cta.b64 [%r40], 64;
  bar.sync 0;
  st.shared.b32 [%r5], %r2;
  mbarrier.arrive.shared::cta.b64 _, [%r40];
"""
TRY = "mbarrier.try_wait.parity.shared::cta.b64 %p11, [%r40], 0;"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("bar.sync 16;", id="sixteenth"),
        pytest.param(
            f"st.shared.b32 [%r5], %r2; setp.lt.u32 %p1, %r2, 32; selp.b32 %r9, 64, 32, %p1; bar.sync 1, %r9; {READ}",
            id="two-counts",
        ),
        pytest.param(
            f"st.shared.b32 [%r5], %r2; and.b32 %r9, %r2, 1; setp.eq.u32 %p1, %r9, 0; @%p1 bra A; bar.sync 0; bra B;"
            f" A: bar.sync 0; B: {READ}",
            id="lanes-at-two-places",
        ),
        pytest.param(
            "and.b32 %r9, %r2, 16; setp.eq.u32 %p1, %r9, 0; @%p1 bar.sync 1, 32; @!%p1 bar.sync 2, 32;",
            id="half-warps",
        ),
        pytest.param(f"add.s32 %r40, %r40, 4; {ROUND} W: {TRY} @!%p11 bra W; {READ}", id="misaligned"),
        pytest.param(
            f"mov.u32 %r44, 0; {ROUND} W: {TRY} @%p11 bra D; add.s32 %r44, %r44, 1; setp.lt.u32 %p12, %r44, 8;"
            f" @%p12 bra W; D: {READ}",
            id="eight-tries",
        ),
        pytest.param(f"{ROUND} {TRY} @%p11 bra D; {TRY} D: {READ}", id="two-tries"),
        *(
            pytest.param(
                f"mov.u32 %r9, %{name}; setp.eq.u32 %p1, %r9, 13; st.shared.b32 [%r5], %r2; @%p1 bra X;"
                f" bar.sync 0; X: {READ}",
                id=name,
            )
            for name in ("nwarpid", "nclusterid.x", "clusterid.x", "dynamic_smem_size", "total_smem_size")
        ),
    ],
)
def test_what_is_misused_or_not_known_is_not_proved(body: str) -> None:
    assert not asyncir.check(KERNEL.replace("BODY", body)).proved


def test_the_same_used_right_is_proved() -> None:
    assert asyncir.check(KERNEL.replace("BODY", f"{ROUND} W: {TRY} @!%p11 bra W; {READ}")).proved
    right = f"st.shared.b32 [%r5], %r2; bar.sync 15, 64; {READ}"
    assert asyncir.check(KERNEL.replace("BODY", right)).proved


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (f"{ROUND} @%p10 mbarrier.arrive.shared::cta.b64 _, [%r40], 65;", "more often than that counts"),
        ("mbarrier.arrive.shared::cta.b64 _, [%r40];", "where none is initialised"),
        ("bar.sync 16;", "15 is the last"),
        (f"add.s32 %r40, %r40, 4; {ROUND}", "no multiple of 8"),
        ("and.b32 %r9, %r2, 16; setp.eq.u32 %p1, %r9, 0; @%p1 bar.sync 1, 32;", "for whole warps"),
    ],
)
def test_what_is_not_defined_is_an_error(body: str, why: str) -> None:
    report = asyncir.check(KERNEL.replace("BODY", body))
    assert report.kernels[0].standing == "refuted"
    assert [why in d.message for d in report.diagnostics if d.code == "X108"] == [True]


def test_lanes_may_come_to_a_barrier_that_is_not_aligned_at_two_places() -> None:
    parts = "and.b32 %r9, %r2, 1; setp.eq.u32 %p1, %r9, 0; @%p1 bra A; barrier.sync 0; bra B; A: barrier.sync 0; B:"
    assert asyncir.check(KERNEL.replace("BODY", f"st.shared.b32 [%r5], %r2; {parts} {READ}")).proved


def test_warps_may_come_to_a_barrier_at_two_places() -> None:
    parts = "setp.lt.u32 %p1, %r2, 32; @%p1 bra A; bar.sync 0; bra B; A: bar.sync 0; B:"
    assert asyncir.check(KERNEL.replace("BODY", f"st.shared.b32 [%r5], %r2; {parts} {READ}")).proved


def test_a_barrier_that_reduces_is_kept() -> None:
    body = ".reg .b64 %rd<9>; ld.param.u64 %rd1, [a]; setp.lt.u32 %p1, %r2, 3; bar.red.popc.u32 %r9, 0, %p1;"
    report = asyncir.check(KERNEL.replace("BODY", body))
    assert report.proved
    assert "(1 not judged)" in str(report)


CLUSTER = KERNEL.replace(".reqntid 64", ".reqntid 64 .reqnctapercluster 2").replace(
    "setp.eq.u32 %p10", "mov.u32 %r50, %cluster_ctarank; xor.b32 %r51, %r50, 1; setp.eq.u32 %p10"
)
MEET = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
RELAXED = "barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.aligned;"
TO_PEER = "mapa.shared::cluster.u32 %r9, %r5, %r51; st.shared::cluster.b32 [%r9], %r2;"
FROM_PEER = "mapa.shared::cluster.u32 %r9, %r5, %r51; ld.shared::cluster.b32 %r8, [%r9];"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("barrier.cluster.arrive.aligned; " + MEET, "arrives again"),
        ("barrier.cluster.wait.aligned;", "has not arrived"),
        (TO_PEER, "may not have begun"),
        (MEET + TO_PEER, "may have ended"),
        (TO_PEER + MEET, "may not have begun"),
        (FROM_PEER + MEET, "may not have begun"),
        (MEET + FROM_PEER, "may have ended"),
    ],
)
def test_what_a_cluster_does_wrong_is_not_proved(body: str, why: str) -> None:
    report = asyncir.check(CLUSTER.replace("BODY", body))
    assert report.kernels[0].standing == "refuted"
    assert [d.code for d in report.diagnostics if d.severity.name == "ERROR"] == ["X108"]
    assert why in str(report)


@pytest.mark.parametrize(
    "body",
    [
        MEET + TO_PEER + MEET + "ld.shared.b32 %r8, [%r5];",
        RELAXED + FROM_PEER + RELAXED,
    ],
)
def test_blocks_that_wait_for_each_other_are_proved(body: str) -> None:
    assert asyncir.check(CLUSTER.replace("BODY", body)).proved


def test_mbarriers_keep_the_other_block_alive() -> None:
    """A block whose thread waits for an arrival is there when the arrival comes."""
    head = "@%p10 mbarrier.init.shared::cta.b64 [%r40], 64;" + MEET
    arrive = "mapa.shared::cluster.u32 %r41, %r40, %r51; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r41];"
    wait = "W: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p11, [%r40], 0; @!%p11 bra W;"
    assert asyncir.check(CLUSTER.replace("BODY", head + arrive + wait)).proved
    report = asyncir.check(CLUSTER.replace("BODY", head + arrive))
    assert "may have ended" in str(report)
