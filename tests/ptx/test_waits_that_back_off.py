"""Waits for a phase that count their tries and look at the clock, as libcu++ has them."""

from __future__ import annotations

import pytest

import asyncir
from tests.ptx.test_misused_barriers import KERNEL, READ, ROUND

LOOP = """.reg .b64 %rd<9>; mov.u32 %r44, 0; mov.u64 %rd1, %globaltimer;
  W: mbarrier.try_wait.parity.shared::cta.b64 %p11, [%r40], 0;
  selp.b32 %r45, 1, 0, %p11;
  setp.ne.s32 %p12, %r45, 0;
  @%p12 bra D;
  setp.lt.s32 %p13, %r44, 16;
  @%p13 bra C;
  mov.u64 %rd2, %globaltimer;
  sub.s64 %rd3, %rd2, %rd1;
  setp.lt.s64 %p14, %rd3, 40000;
  @%p14 bra W;
  nanosleep.u32 20;
  bra.uni W;
  C: add.s32 %r44, %r44, 1;
  bra.uni W;
  D:
"""


def _standing(body: str) -> str:
    return asyncir.check(KERNEL.replace("BODY", f"{ROUND} {body}")).kernels[0].standing


def test_it_is_one_wait() -> None:
    assert _standing(LOOP + READ) == "proved"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("@%p14 bra W;", "@%p14 bra D;"),
        ("nanosleep.u32 20;", "st.shared.b32 [%r5+256], %r2;"),
        ("nanosleep.u32 20;", "ret;"),
    ],
    ids=["gives-up", "does-something", "ends"],
)
def test_it_is_none_where_it_does_more(old: str, new: str) -> None:
    assert _standing(LOOP.replace(old, new) + READ) != "proved"


def test_how_often_it_was_tried_is_not_known() -> None:
    used = "setp.eq.u32 %p15, %r44, 0; @%p15 bar.sync 0;"
    assert _standing(f"{LOOP} {used} {READ}") == "unknown"
