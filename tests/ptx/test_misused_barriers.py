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
