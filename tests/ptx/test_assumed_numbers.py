# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is proved for values that nobody gave says so; where another value goes wrong, nothing is proved."""

from __future__ import annotations

from pathlib import Path

import pytest

import asyncir
from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.options import EachMultiple, KernelOptions
from asyncir.driver.kernels.summaries import summary

pytestmark = pytest.mark.feature("N10")

CORPUS = Path(__file__).parents[2] / "corpus"

HEAD = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 stride, .param .u32 rows)
.reqntid 64, 1, 1
{
  .reg .pred %p<4>;
  .reg .b32 %r<12>;
  .reg .b64 %rd<4>;
  .shared .align 128 .b8 tile[512];
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r8, [stride];
  ld.param.u32 %r9, [rows];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, tile;
  mov.u32 %r10, %ctaid.x;
  shl.b32 %r4, %r1, 2;
  add.s32 %r5, %r2, %r4;
  xor.b32 %r6, %r4, 128;
  add.s32 %r7, %r2, %r6;
"""
BARRIER = """  st.shared.u32 [%r5], %r1;
  bar.sync 0;
  ld.shared.u32 %r3, [%r7];
  mad.wide.u32 %rd2, %r8, %r1, %rd1;
  st.global.u32 [%rd2], %r3;
"""
END = "  ret;\n}\n"


def said(text: str, **options: object) -> tuple[str, str]:
    """The summary of the one kernel, and why it is unknown."""
    (kernel,) = check_ptx(text, "k.ptx", KernelOptions(**options)).kernels  # type: ignore[arg-type]
    return summary(kernel), kernel.open


def test_numbers_that_decide_nothing_are_not_named() -> None:
    assert said(HEAD + BARRIER + END)[0].startswith("k: proved: ")


def test_a_branch_on_a_number_is_named() -> None:
    body = BARRIER + "  setp.lt.u32 %p1, %r9, 7;\n  @%p1 bra last;\n  st.global.u32 [%rd1], %r3;\nlast:\n"
    body = body.replace("  st.global.u32 [%rd1], %r3;\nlast", "  bar.sync 0;\nlast")
    assert said(HEAD + body + END)[0].startswith("k: proved for rows = 256: ")
    assert said(HEAD + body + END, parameters={"rows": 3})[0].startswith("k: proved: ")


def test_a_barrier_that_some_threads_do_not_reach_for_another_value() -> None:
    """The threads that have a row are those below a number that decides; with 32 one warp has none."""
    text = (CORPUS / "barrier-under-a-condition" / "wrong.ptx").read_text()
    first, why = said(text)
    assert first.startswith("main: unknown: 3 faults")
    assert why.startswith("with rows = 32 it goes wrong, and nobody says that this is not so")
    right = (CORPUS / "barrier-under-a-condition" / "fixed.ptx").read_text()
    assert said(right)[0].startswith("main: proved for rows = 256: ")


def test_a_fence_on_one_path() -> None:
    text = (CORPUS / "fence-on-one-path" / "wrong.ptx").read_text()
    first, why = said(text)
    assert first.startswith("main: unknown: 1 fault")
    assert why.startswith("with flag = 0 it goes wrong")
    given = said(text, parameters={"flag": 1})[0]
    assert given.startswith("main: proved for trips ≥ 0")


UNROLLED = """  and.b32 %r11, %r9, 1;
  sub.u32 %r9, %r9, %r11;
  setp.eq.u32 %p1, %r9, 0;
  @%p1 bra rest;
pairs:
  st.shared.u32 [%r5], %r1;
  bar.sync 0;
  ld.shared.u32 %r3, [%r7];
  bar.sync 0;
  sub.u32 %r9, %r9, 2;
  setp.ne.u32 %p1, %r9, 0;
  @%p1 bra pairs;
rest:
  setp.eq.u32 %p2, %r11, 0;
  @%p2 bra last;
  st.shared.u32 [%r5], %r1;
  bar.sync 0;
  ld.shared.u32 %r3, [%r7];
last:
"""


def test_the_rest_of_an_unrolled_loop() -> None:
    """The loop's step is 2, and what is behind the loop runs for odd numbers only."""
    assert said(HEAD + UNROLLED + END)[0].startswith("k: proved for rows = 2*n, n ≥ 0: ")
    head, rest = UNROLLED.split("rest:")
    wrong = head + "rest:" + rest.replace("  bar.sync 0;\n", "")
    first, why = said(HEAD + wrong + END)
    assert first.startswith("k: unknown: 1 fault")
    assert why.startswith("with rows = 7 it goes wrong, and nobody says that this is not so")
    assert check_ptx(HEAD + wrong + END).standing == "unknown"


def test_what_grows_is_as_the_caller_says() -> None:
    head, rest = UNROLLED.split("rest:")
    wrong = head + "rest:" + rest.replace("  bar.sync 0;\n", "")
    even = said(HEAD + wrong + END, parameters={"rows": EachMultiple(2)})[0]
    assert even.startswith("k: proved for rows = 2*n, n ≥ 0: ")


def test_what_goes_wrong_otherwise_is_a_warning_only() -> None:
    text = (CORPUS / "fence-on-one-path" / "wrong.ptx").read_text()
    assert {d.severity.name for d in check_ptx(text).diagnostics if d.code == "X102"} == {"WARNING"}


def test_other_blocks_of_the_grid() -> None:
    body = BARRIER.replace("  bar.sync 0;", "  setp.eq.u32 %p1, %r10, 0;\n  @%p1 bar.sync 0;")
    first, why = said(HEAD + body + END)
    assert first.startswith("k: unknown: ")
    assert why.startswith("with %ctaid.x = 3 it goes wrong")
    assert said(HEAD + body + END, grid=(1, 1, 1))[0].startswith("k: proved: ")
    everywhere = body.replace("  @%p1 bar", "  @%p1 bar.sync 1;\n  bar")
    assert said(HEAD + everywhere + END)[0].startswith("k: proved for %ctaid.x = 0: ")


def test_a_number_that_went_through_shared_memory() -> None:
    body = """  st.shared.u32 [tile+256], %r9;
  bar.sync 0;
  ld.shared.u32 %r11, [tile+256];
  setp.lt.u32 %p1, %r1, %r11;
  @%p1 bar.sync 1;
"""
    assert "rows = 256" in said(HEAD + body + END)[0] or "rows" in said(HEAD + body + END)[1]


def test_a_cluster_that_nobody_gave() -> None:
    """The other block of the cluster arrives too: a launch without one is no fault of the kernel."""
    body = """  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra last;
  mbarrier.init.shared::cta.b64 [tile], 2;
  mapa.shared::cluster.u32 %r3, %r2, 0;
  mbarrier.arrive.shared::cluster.b64 _, [%r3];
waits:
  mbarrier.try_wait.parity.shared::cta.b64 %p2, [tile], 0;
  @!%p2 bra waits;
last:
"""
    checked = check_ptx(HEAD + body + END)
    assert checked.standing == "unknown"
    assert {d.severity.name for d in checked.diagnostics if d.code == "X103"} == {"WARNING"}
    assert "clusters of one block" in checked.kernels[0].open
    alone = check_ptx(HEAD + body + END, "k.ptx", KernelOptions(cluster=(1, 1, 1)))
    assert alone.standing == "refuted"


def test_numbers_of_an_atomic_operation_that_decide() -> None:
    """Which thread is the first is not known: no order of the operations stands for the others."""
    body = """  atom.shared.add.u32 %r3, [tile+256], 1;
  setp.eq.u32 %p1, %r3, 0;
  @%p1 bra last;
last:
  bar.sync 0;
"""
    counted = body.replace("@%p1 bra last", "@%p1 st.shared.u32 [tile], %r1")
    first = "  setp.eq.u32 %p2, %r1, 0;\n  @%p2 st.shared.u32 [tile+256], 0;\n  bar.sync 0;\n"
    why = said(HEAD + first + counted + END)[1]
    assert why.endswith("which thread gets which number hangs on the order of its operations")


GRID = """.version 8.4
.target sm_80
.address_size 64
.shared .align 16 .b8 s[512];
.visible .entry k() .reqntid 64
{
  .reg .pred %p<2>; .reg .b32 %r<10>;
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, s;
  shl.b32 %r4, %r2, 2;
  add.s32 %r5, %r3, %r4;
  mov.u32 %r9, %nctaid.x;
  setp.eq.u32 %p1, %r9, 13;
  st.shared.b32 [%r5], %r2;
  @%p1 bra READ;
  bar.sync 0;
READ:
  xor.b32 %r7, %r4, 128;
  add.s32 %r7, %r7, %r3;
  ld.shared.b32 %r8, [%r7];
  ret;
}
"""


def test_the_size_of_the_grid_may_decide() -> None:
    assert asyncir.check(GRID).standing == "unknown"
    assert asyncir.check(GRID, grid=4).standing == "proved"
    assert asyncir.check(GRID, grid=13).standing == "refuted"
