"""What a check may take: memory that is kept is bounded, whatever was checked before, and all work counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from asyncir.analyses.in_flight import accesses, certificate, explore, exprs, integers
from asyncir.driver.check import check
from asyncir.driver.witness import replay
from asyncir.semantics.blocks.conflicts import Conflicts
from asyncir.source.text import parse_module
from bench.check_memory import kept

HERE = Path(__file__).parent

_MOST = 40_000
"""Answers of one kind that are remembered."""


def test_checks_leave_nothing_behind() -> None:
    kept(range(8))
    first = kept(range(8, 16))
    last = kept(range(16, 24))
    assert last - first < 4_000, "objects are kept for each program"


def test_what_is_remembered_is_bounded() -> None:
    kinds = (integers.decided, exprs.atom_text, exprs.atoms_in, accesses._common)
    sizes = [kind.cache_info().maxsize for kind in kinds]
    assert all(size is not None and size <= _MOST for size in sizes), sizes


def test_what_questions_cost_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (HERE / "kernel_persistent_1thread.mlir").read_text()
    assert check(text, recheck=False).standing == "proved"
    monkeypatch.setattr(explore, "_ROWS", 0.01)
    answer = check(text, recheck=False)
    assert answer.standing == "unknown"
    assert "takes too many steps" in answer.diagnostics[0].message


_ENDLESS = """
func.func @main(%A: memref<?xf32>, %B: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  scf.while : () -> () {
    scf.condition(%true)
  } do {
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%c0] : memref<?xf32>
        memref.store %x, %B[%c0] : memref<4xf32>
      }
    }
    scf.yield
  }
  return
}
"""


def test_a_run_without_end_looks_at_one_of_many_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = 0
    report = Conflicts._report

    def counted(self: Conflicts, *access: Any) -> None:
        nonlocal seen
        seen += 1
        report(self, *access)

    monkeypatch.setattr(Conflicts, "_report", counted)
    outcome = replay(parse_module(_ENDLESS), "main", [[0.0] * 4, [0.0] * 4], max_steps=2_000)
    assert outcome.races
    assert seen < 2_000


def test_what_a_certificate_takes_to_write_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (HERE / "kernel_swizzle.mlir").read_text()
    monkeypatch.setattr(certificate, "_MOST_OPERATIONS", 10_000)
    answer = check(text)
    assert answer.standing == "proved"
    assert answer.rechecked is False
    assert "proved, not re-checked" in answer.diagnostics[0].message


def test_calls_that_are_too_many_inlined_are_not_looked_at() -> None:
    """65536 calls of a function that copies, waits and returns took over half a minute."""
    call = "func.call @g{0}(%r) : (memref<8xi64>) -> ()\n"
    inner = "".join(
        f"func.func private @g{n}(%r: memref<8xi64>) {{\n{call.format(n + 1) * 2}return\n}}\n"
        for n in range(16)
    )
    last = """func.func private @g16(%r: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i64
  queue.commit(0) {
    queue.async {
      memref.store %c1, %r[%c0] : memref<8xi64>
    }
  }
  queue.wait(0, 0)
  return
}
"""
    entry = f"func.func @main(%r: memref<8xi64>) {{\n{call.format(0)}return\n}}\n"
    answer = check(inner + last + entry)
    assert answer.standing == "unknown"
    assert "inlined is too large" in answer.diagnostics[0].message


_ROWS_OF_A_RING = """
func.func @main(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %r = memref.alloc() : memref<7x1xf32>
  scf.for %i = %c0 to %n step %c1 {
    @ROW
    queue.wait(0, 5)
    queue.commit(0) {
      queue.async {
        %x = memref.load %a[%i] : memref<?xf32>
        memref.store %x, %r[%row, %c0] : memref<7x1xf32>
      }
    }
  }
  return
}
"""


def test_a_remainder_takes_as_long_however_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []
    run = explore.Explorer.run

    def counted(self: explore.Explorer, initial: Any) -> None:
        run(self, initial)
        taken.append(self.steps)

    monkeypatch.setattr(explore.Explorer, "run", counted)
    plain = "%row = arith.remui %i, %c7 : index"
    long = """%q = arith.divui %i, %c7 : index
    %m = arith.muli %q, %c7 : index
    %row = arith.subi %i, %m : index"""
    steps: list[list[int]] = []
    for row in (plain, long):
        taken.clear()
        assert check(_ROWS_OF_A_RING.replace("@ROW", row), recheck=False).standing == "proved"
        steps.append(list(taken))
    assert sum(steps[1]) < 1.2 * sum(steps[0]), steps


@pytest.mark.parametrize("type_", ["i8", "index"])
@pytest.mark.parametrize(("count", "standing"), [(0, "proved"), (1, "refuted")])
def test_a_loop_without_a_sign_whose_step_is_an_argument_ends(type_: str, count: int, standing: str) -> None:
    """What its variable is stays unknown, and was asked for without end."""
    text = f"""
func.func @main(%x: {type_}, %s: {type_}) {{
  %c0 = arith.constant 0 : {type_}
  %i0 = arith.constant 0 : index
  %b = memref.alloc() : memref<4xf32>
  %v = arith.constant 0.0 : f32
  scf.for unsigned %i = %c0 to %x step %s : {type_} {{
    queue.commit(0) {{
      queue.async {{
        memref.store %v, %b[%i0] : memref<4xf32>
      }}
    }}
    queue.wait(0, {count})
  }}
  return
}}
"""
    assert check(text, recheck=False).standing == standing
