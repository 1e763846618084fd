"""Waits of what is proved for all sizes: which are needed, as runs without them show."""

from pathlib import Path

import pytest

import asyncir

pytestmark = pytest.mark.feature("N12")

EXAMPLES = Path(__file__).parents[2] / "examples" / "tasks"


@pytest.mark.parametrize("name", ["reduction_tree", "merge_sort", "matmul_tiles"])
def test_each_wait_of_an_example_is_needed(name: str) -> None:
    found = asyncir.check((EXAMPLES / f"{name}.mlir").read_text(encoding="utf-8"))
    assert found.standing == "proved"
    assert {wait.verdict for wait in found.waits} == {"needed"}
    shown = [wait.reason for wait in found.waits if "a run races" in wait.reason]
    assert shown
    assert all("@main with " in reason for reason in shown)


def test_of_a_wait_without_which_no_run_races_nothing_is_known() -> None:
    text = (EXAMPLES / "merge_sort.mlir").read_text(encoding="utf-8")
    (wait,) = [line for line in text.splitlines() if "async.await" in line]
    found = asyncir.check(text.replace(wait, f"{wait}\n{wait}"))
    assert found.standing == "proved"
    assert [wait.verdict for wait in found.waits] == ["unknown", "unknown"]


def test_where_zeros_fail_ones_on_the_diagonal_do_not() -> None:
    found = asyncir.check((EXAMPLES / "cholesky_loops.mlir").read_text(encoding="utf-8"), recheck=False)
    assert found.standing == "proved"
    assert {wait.verdict for wait in found.waits} == {"needed"}
    assert all("f64[16,16]=0.0,diagonal:1.0" in wait.reason for wait in found.waits)
