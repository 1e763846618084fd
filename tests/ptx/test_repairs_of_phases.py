# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Repairs of kernels in which a slow thread misses a phase, and of what one warp does at the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.edits import fixed
from asyncir.driver.kernels.options import KernelOptions

pytestmark = pytest.mark.feature("N10")

CORPUS = Path(__file__).parents[2] / "corpus"

EARLY_FREE = """.version 8.6
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 out)
.reqntid 64, 1, 1
{
  .reg .pred %others;
  .reg .b32 %t, %tm, %a, %c, %v;
  .reg .b64 %o;
  .shared .align 8 .b8 where[8];
  ld.param.u64 %o, [out];
  mov.u32 %t, %tid.x;
  mov.u32 %a, where;
  setp.ge.u32 %others, %t, 32;
  @%others bra joined;
  tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%a], 32;
joined:
  bar.sync 0;
  ld.shared.u32 %tm, [%a];
  mov.u32 %c, 0;
  @!%others bra last;
  tcgen05.st.sync.aligned.32x32b.x1.b32 [%tm], {%c};
  tcgen05.wait::st.sync.aligned;
last:
  setp.ge.u32 %others, %t, 32;
  @%others bra done;
  tcgen05.dealloc.cta_group::1.sync.aligned.b32 %tm, 32;
done:
  ret;
}
"""


def test_a_barrier_behind_the_wait_mends_a_missed_phase() -> None:
    """All warps look before one of them goes on to fill the slot: what they looked for cannot be over twice."""
    text = (CORPUS / "slow-warps-miss-a-phase" / "wrong.ptx").read_text()
    options = KernelOptions(mend=True)
    mended = fixed(check_ptx(text, "k.ptx", options), options)
    assert mended.checked.standing == "proved"
    assert any("bar.sync" in edit.new for edit in mended.edits)


def test_a_barrier_where_all_threads_come_mends_what_one_warp_does_at_the_end() -> None:
    """One warp frees tensor memory to which the other still stores: the barrier belongs in front of the branch."""
    options = KernelOptions(mend=True)
    checked = check_ptx(EARLY_FREE, "k.ptx", options)
    assert checked.standing == "refuted"
    mended = fixed(checked, options)
    assert mended.checked.standing == "proved"
    (edit,) = mended.edits
    assert edit.new == "bar.sync 0; "
    assert EARLY_FREE[edit.start :].startswith("setp.ge.u32 %others")
