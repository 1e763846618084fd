# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a thread does in tensor memory behind another one needs a fence of the tensor cores; where none is, that is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.checked import CheckedPtx

pytestmark = pytest.mark.feature("N10")

CORPUS = Path(__file__).parents[2] / "corpus"
AFTER = "  tcgen05.fence::after_thread_sync;\n"
CASES = (
    "tensor-memory-overwritten-by-another-warp",
    "tensor-memory-slot-given-back-under-a-load",
    "tensor-memory-store-not-waited-for",
    "widened-operand-without-a-fence",
)


def text_of(case: str) -> str:
    return (CORPUS / case / "fixed.ptx").read_text()


def assumed(checked: CheckedPtx) -> str:
    return "\n".join(d.message for d in checked.diagnostics if d.code == "X124")


@pytest.mark.parametrize("case", CASES)
def test_with_the_fences_nothing_is_assumed(case: str) -> None:
    checked = check_ptx(text_of(case), "k.ptx")
    assert checked.proved
    assert "after_thread_sync" not in assumed(checked)
    verdicts = [site.verdict for site in checked.kernels[0].sites if "after_thread_sync" in site.statement]
    assert verdicts
    assert set(verdicts) <= {"needed", "not judged"}
    assert "needed" in verdicts


@pytest.mark.parametrize("case", CASES)
def test_a_missing_fence_is_told_and_holds_nothing_against_the_kernel(case: str) -> None:
    checked = check_ptx(text_of(case).replace(AFTER, ""), "k.ptx")
    assert checked.proved
    assert "no tcgen05.fence::after_thread_sync is needed between lines" in assumed(checked)


def test_a_fence_in_front_of_the_wait_is_none() -> None:
    text = text_of("tensor-memory-overwritten-by-another-warp")
    early = text.replace(AFTER, "").replace("  ld.shared.u32 %taddr", f"{AFTER}  ld.shared.u32 %taddr")
    assert "after_thread_sync" in assumed(check_ptx(early, "k.ptx"))


def test_work_of_one_thread_needs_no_fence() -> None:
    text = text_of("tensor-memory-overwritten-by-another-warp").replace(AFTER, "")
    alone = text.replace("%last_warp, %warp, 4", "%last_warp, %warp, 0").replace(
        "%first_warp bra done", "%last_warp bra done"
    )
    assert "after_thread_sync" not in assumed(check_ptx(alone, "k.ptx"))
