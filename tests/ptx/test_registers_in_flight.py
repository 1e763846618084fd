"""Registers of a wgmma in flight: what stores, loads or exchanges them before the wait uses them too early."""

from __future__ import annotations

import pytest

import asyncir

KERNEL = """
.version 8.8
.target sm_90a
.address_size 64
.shared .align 128 .b8 sa[8192];
.shared .align 128 .b8 sb[2048];
.shared .align 128 .b8 out[4096];
.shared .align 8 .b8 bars[128];

.visible .entry k(.param .u64 a, .param .u32 n) .reqntid 128
{
  .reg .pred %p<40>; .reg .b32 %r<120>; .reg .b64 %rd<60>; .reg .f32 %f<120>; .reg .b16 %h<20>; .reg .pred P0;
  ld.param.u64 %rd1, [a];
  cvta.to.global.u64 %rd1, %rd1;
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  mov.u32 %r5, sa; mov.u32 %r6, sb; mov.u32 %r7, out;
  shl.b32 %r3, %r2, 4;
  add.s32 %r10, %r5, %r3;
  shl.b32 %r4, %r2, 1;
  add.s32 %r11, %r6, %r4;
  shl.b32 %r8, %r2, 2;
  add.s32 %r12, %r7, %r8;
  mov.b32 %r20, 0; cvt.u16.u32 %h1, %r2;
  st.shared.v4.b32 [%r10], {%r20,%r20,%r20,%r20};
  st.shared.b16 [%r11], %h1;
  fence.proxy.async.shared::cta;
  bar.sync 0;
  and.b32 %r90, %r5, 262143;
  shr.u32 %r90, %r90, 4;
  cvt.u64.u32 %rd10, %r90;
  or.b64 %rd10, %rd10, 68720001024;
  and.b32 %r90, %r6, 262143;
  shr.u32 %r90, %r90, 4;
  cvt.u64.u32 %rd11, %r90;
  or.b64 %rd11, %rd11, 68720001024;
  mov.f32 %f0, 0f00000000; mov.f32 %f1, %f0; mov.f32 %f2, %f0; mov.f32 %f3, %f0;
  wgmma.fence.sync.aligned;
  wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0,%f1,%f2,%f3}, %rd10, %rd11, 1, 1, 1, 0, 0;
  wgmma.commit_group.sync.aligned;
  BODY
  ret;
}
"""

WAIT = "wgmma.wait_group.sync.aligned 0;"


def _standing(body: str) -> str:
    return asyncir.check(KERNEL.replace("BODY", body)).standing


@pytest.mark.parametrize(
    "use",
    [
        "st.shared.f32 [%r12], %f1;",
        "st.global.f32 [%rd1], %f1;",
        "ld.shared.f32 %f2, [%r12];",
        "atom.shared.add.f32 %f9, [%r12], %f3;",
        "add.f32 %f9, %f1, %f1;",
    ],
)
def test_a_use_before_the_wait(use: str) -> None:
    assert _standing(f"{use} {WAIT}") == "refuted"
    assert _standing(f"{WAIT} {use}") == "proved"


def test_a_use_of_other_registers() -> None:
    assert _standing(f"mov.f32 %f20, 0f00000000; st.shared.f32 [%r12], %f20; {WAIT}") == "proved"
