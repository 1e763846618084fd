# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels in which nothing wrong was found, and that are not called proved, or proved with an assumption."""

from __future__ import annotations

import pytest

from asyncir.diagnostics import Severity
from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.options import KernelOptions
from tests.ptx.test_misused_barriers import KERNEL

HEAD = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out)
.reqntid 64, 1, 1
{
  .reg .b32 %r<12>;
  .reg .b64 %rd<4>;
  .shared .align 128 .b8 tile[512];
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, tile;
"""
END = "  ret;\n}\n"


def test_threads_that_write_one_place_are_taken_to_write_one_value() -> None:
    body = "  ld.global.u32 %r8, [%rd1];\n  add.u32 %r8, %r8, %r1;\n"
    body += "  st.shared.u32 [%r2], %r8;\n  bar.sync 0;\n  ld.shared.u32 %r3, [%r2];\n  st.global.u32 [%rd1], %r3;\n"
    checked = check_ptx(HEAD + body + END)
    assert checked.proved
    (said,) = [d.message for d in checked.diagnostics if d.code == "X124"]
    assert said.startswith(
        "it was assumed: threads that write one place by one instruction write the same value there (line 15)"
    )
    own = HEAD + "  shl.b32 %r4, %r1, 2;\n  add.s32 %r5, %r2, %r4;\n" + body.replace("[%r2]", "[%r5]") + END
    assert not [d for d in check_ptx(own).diagnostics if d.code == "X124"]


def test_lanes_of_a_warp_that_nothing_orders() -> None:
    body = """  shl.b32 %r4, %r1, 2;
  add.s32 %r5, %r2, %r4;
  xor.b32 %r6, %r4, 4;
  add.s32 %r7, %r2, %r6;
  st.shared.u32 [%r5], %r1;
  ld.shared.u32 %r3, [%r7];
  st.global.u32 [%rd1], %r3;
"""
    checked = check_ptx(HEAD + body + END)
    assert checked.standing == "refuted"
    (found,) = [d for d in checked.diagnostics if d.severity == Severity.ERROR]
    assert "bar.warp.sync" in (found.help or "")
    ordered = body.replace("  ld.shared", "  bar.warp.sync 0xffffffff;\n  ld.shared")
    assert check_ptx(HEAD + ordered + END).proved
    for mask in ("0", "-2"):
        left_out = check_ptx(HEAD + ordered.replace("0xffffffff", mask) + END)
        assert left_out.standing == "refuted"
        assert "X108" in [d.code for d in left_out.diagnostics if d.severity == Severity.ERROR]
    halves = """  and.b32 %r8, %r1, 16;
  mov.u32 %r9, 0xffff;
  shl.b32 %r9, %r9, %r8;
"""
    assert check_ptx(HEAD + halves + ordered.replace("0xffffffff", "%r9") + END).proved
    across = halves + ordered.replace("%r4, 4", "%r4, 64").replace("0xffffffff", "%r9")
    assert check_ptx(HEAD + across + END).standing == "refuted"


@pytest.mark.parametrize("statement", ["griddepcontrol.wait;", "griddepcontrol.launch_dependents;"])
def test_what_orders_other_grids(statement: str) -> None:
    checked = check_ptx(f"{HEAD}  {statement}\n{END}")
    assert checked.standing == "unknown"
    assert checked.kernels[0].open == "line 13: what the grid before has written is not judged"


@pytest.mark.parametrize(("offset", "standing"), [(256, "proved"), (260, "refuted")])
def test_bytes_behind_shared_memory(offset: int, standing: str) -> None:
    body = f"  shl.b32 %r4, %r1, 2;\n  add.s32 %r5, %r2, %r4;\n  st.shared.u32 [%r5+{offset}], %r1;\n"
    checked = check_ptx(HEAD + body + END)
    assert checked.standing == standing
    errors = [d for d in checked.diagnostics if d.severity == Severity.ERROR]
    assert [d.code for d in errors] == ["X108"] * (standing == "refuted")
    assert all("behind the shared memory that there is" in d.message for d in errors)


def test_an_mbarrier_behind_the_shared_memory_of_the_launch() -> None:
    head = HEAD.replace("  .shared .align 128 .b8 tile[512];\n", "").replace(
        ".visible", ".extern .shared .align 128 .b8 tile[];\n.visible"
    )
    text = (
        head
        + "  setp.eq.u32 %p1, %r1, 0;\n  @%p1 mbarrier.init.shared::cta.b64 [%r2+64], 1;\n  bar.sync 0;\n"
        + END
    ).replace("  .reg .b64", "  .reg .pred %p<2>;\n  .reg .b64")
    checked = check_ptx(text)
    assert (checked.standing, checked.kernels[0].dynamic_shared) == ("proved", 72)
    assert check_ptx(text, options=KernelOptions(dynamic_shared=72)).proved
    less = check_ptx(text, options=KernelOptions(dynamic_shared=71))
    assert [d.code for d in less.diagnostics if d.severity == Severity.ERROR] == ["X108"]


def test_bytes_behind_shared_memory_in_a_launch_that_is_only_assumed() -> None:
    """Of so many threads, or rows, only the last is out of bounds: perhaps there are never so many."""
    body = "  shl.b32 %r4, %r1, 2;\n  add.s32 %r5, %r2, %r4;\n  st.shared.u32 [%r5+260], %r1;\n"
    why = "line 14: it accesses bytes behind the shared memory that there is"
    threads = check_ptx(HEAD.replace(".reqntid 64, 1, 1\n", "") + body + END)
    assert (threads.standing, threads.kernels[0].open) == ("unknown", why)
    assert check_ptx(HEAD + body + END).standing == "refuted"
    block = "  mov.u32 %r9, %ctaid.x;\n  shl.b32 %r9, %r9, 9;\n  add.s32 %r5, %r5, %r9;\n"
    rows = check_ptx(HEAD + body.replace("  st.", f"{block}  st.").replace("+260", "") + END)
    assert rows.standing == "unknown"
    assert "with %ctaid.x = " in rows.kernels[0].open


@pytest.mark.parametrize(
    ("fence", "told"),
    [
        ("", True),
        ("@%p10 fence.mbarrier_init.release.cluster;", False),
        ("@%p10 fence.proxy.async.shared::cta;", False),
    ],
)
def test_an_mbarrier_that_no_fence_passes_on_is_an_assumption(fence: str, told: bool) -> None:
    body = f"""
  .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [a];
  @%p10 mbarrier.init.shared::cta.b64 [%r40], 1;
  {fence}
  bar.sync 0;
  @%p10 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r40], 256;
  @%p10 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%rd1], 256, [%r40];
  W: mbarrier.try_wait.parity.shared::cta.b64 %p11, [%r40], 0;
  @!%p11 bra W;
  ld.shared.b32 %r8, [%r5];"""
    checked = check_ptx(KERNEL.replace("BODY", body))
    assert checked.proved
    assert any("passed on to their proxy" in d.message for d in checked.diagnostics) == told
