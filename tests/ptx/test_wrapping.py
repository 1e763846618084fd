"""Numbers that wrap around after so many trips: what they decide is not proved for all trip counts."""

from __future__ import annotations

import pytest

import asyncir

KERNEL = """.version 8.4
.target sm_80
.address_size 64
.shared .align 16 .b8 s[512];
.visible .entry k(.param .u64 a, .param .u32 n) .reqntid 64
{
  .reg .pred %p<4>; .reg .b32 %r<12>;
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, s;
  shl.b32 %r4, %r2, 2;
  add.s32 %r5, %r3, %r4;
  mov.u32 %r6, 0;
  mov.u32 %r9, START;
LOOP:
  add.s32 %r6, %r6, 1;
  STEP
  st.shared.b32 [%r5], %r2;
  @%p1 bra READ;
  bar.sync 0;
READ:
  xor.b32 %r7, %r4, 128;
  add.s32 %r7, %r7, %r3;
  ld.shared.b32 %r8, [%r7];
  bar.sync 0;
  setp.lt.s32 %p2, %r6, %r1;
  @%p2 bra LOOP;
  ret;
}
"""


@pytest.mark.parametrize(
    ("start", "step"),
    [
        ("0", "shl.b32 %r9, %r6, 27; setp.eq.u32 %p1, %r9, 0;"),
        ("0", "shl.b32 %r9, %r6, 26; setp.lt.s32 %p1, %r9, 0;"),
        ("0", "mul.lo.u32 %r9, %r6, 0x08000000; setp.eq.u32 %p1, %r9, 0;"),
        ("0", "mad.lo.u32 %r9, %r6, 0x10000000, 0; setp.eq.u32 %p1, %r9, 0;"),
        ("0", "add.u32 %r9, %r9, 0x04000000; setp.eq.u32 %p1, %r9, 0;"),
        ("0x80000010", "sub.s32 %r9, %r9, 1; setp.gt.s32 %p1, %r9, 0;"),
    ],
)
def test_a_barrier_that_is_left_out_when_a_number_wraps_around(start: str, step: str) -> None:
    checked = asyncir.check(KERNEL.replace("START", start).replace("STEP", step))
    assert not checked.proved


def test_a_number_that_stays_small_decides() -> None:
    checked = asyncir.check(KERNEL.replace("START", "0").replace("STEP", "setp.lt.s32 %p1, %r6, 0;"))
    assert checked.proved
