"""`elect.sync` chooses one lane, and the manual does not say which: no kernel may count on the lowest."""

from __future__ import annotations

import asyncir
from tests.ptx.test_misused_barriers import KERNEL

ELECT = "elect.sync %r20|%p2, 0xffffffff;"
READ = "setp.eq.u32 %p4, %r2, 0; @%p4 ld.shared.b32 %r8, [%r3];"
FIRST = "setp.lt.u32 %p3, %r2, 32; @!%p3 bra D;"


def _standing(body: str) -> str:
    return asyncir.check(KERNEL.replace("BODY", body)).kernels[0].standing


def test_who_reads_what_the_elected_lane_wrote_waits_for_it() -> None:
    wrong = f"{FIRST} {ELECT} @%p2 st.shared.b32 [%r3], %r2; {{}} {READ} D:"
    assert _standing(wrong.format("")) == "refuted"
    assert _standing(wrong.format("bar.warp.sync 0xffffffff;")) == "proved"


def test_the_elected_lane_is_the_same_each_time() -> None:
    body = f"{FIRST} {ELECT} @%p2 st.shared.b32 [%r3], %r2; {ELECT} @%p2 ld.shared.b32 %r8, [%r3]; D:"
    assert _standing(body) == "proved"


def test_the_number_of_the_elected_lane_may_be_any() -> None:
    """The barrier of the block is met only where lane 0 of each warp is the one."""
    body = f"{ELECT} setp.eq.u32 %p5, %r20, 0; st.shared.b32 [%r5], %r2; @!%p5 bra D; bar.sync 0; D:"
    read = "xor.b32 %r7, %r4, 128; add.s32 %r7, %r7, %r3; ld.shared.b32 %r8, [%r7];"
    assert _standing(body + read) == "refuted"
