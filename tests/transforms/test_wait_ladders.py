"""How long ladders of waits are: no longer than is asked for, nor than groups may be in flight."""

from __future__ import annotations

import pytest

import asyncir
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline

TEXT = """func.func @main(%a: memref<64xf32>, %b: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = queue.commit(0) {
    queue.async {
      memref.copy %a, %b : memref<64xf32> to memref<64xf32>
    }
  } -> !async.token
  scf.for %i = %c0 to %n step %c1 {
    queue.commit(0) {}
    BETWEEN
  }
  queue.await %t : !async.token
  %x = memref.load %b[%c0] : memref<64xf32>
  memref.store %x, %a[%c0] : memref<64xf32>
  return
}
"""


def counts(between: str = "", options: str = "") -> list[int]:
    """The counts of the ladder, behind the first wait of the loop."""
    module = parse_module(TEXT.replace("BETWEEN", between), "ladder.mlir")
    run_pipeline(module, f"assign-wait-counts{options}")
    assert asyncir.check(print_module(module)).standing == "proved"
    found = [
        int(line.split(",")[1].strip(" )")) for line in print_module(module).splitlines() if "wait(0," in line
    ]
    return found[bool(between) :]


@pytest.mark.parametrize(
    ("options", "last"),
    [("", 15), ("{rungs=4}", 3), ("{rungs=1}", 0), ("{rungs=18}", 17), ("{max-count=2}", 2)],
)
def test_a_ladder_is_no_longer_than_asked_for(options: str, last: int) -> None:
    assert counts(options=options) == list(range(last + 1))


@pytest.mark.parametrize("most", [0, 3, 20])
def test_a_ladder_is_no_longer_than_groups_are_in_flight(most: int) -> None:
    """One group is in flight where the loop does not run."""
    assert counts(f"queue.wait(0, {most})") == list(range(min(16, most + 2)))


def test_a_ladder_has_a_wait() -> None:
    with pytest.raises(asyncir.DiagnosticError):
        counts(options="{rungs=0}")
