"""Programs of which the check could not tell that nothing races, though they are simple."""

from __future__ import annotations

from pathlib import Path

import pytest

import asyncir

HERE = Path(__file__).parent


@pytest.mark.parametrize(
    ("name", "verdicts"),
    [
        ("u1_three_loops", [("too strong", 26)]),
        ("t42_old_token", [("exact", None)]),
        ("kernel_persistent", [("exact", 1)]),
        ("kernel_persistent_1thread", [("too strong", 2)]),
    ],
)
def test_what_is_simple_is_proved(name: str, verdicts: list[tuple[str, int | None]]) -> None:
    answer = asyncir.check((HERE / f"{name}.mlir").read_text(), filename=f"{name}.mlir")
    assert answer.standing == "proved", answer.diagnostics
    assert [(wait.verdict, wait.exact) for wait in answer.waits] == verdicts


_SWIZZLE = (HERE / "kernel_swizzle.mlir").read_text()


@pytest.mark.parametrize("name", ["kernel_splitk", "kernel_swizzle"])
def test_indices_of_threads_and_blocks_are_followed(name: str) -> None:
    answer = asyncir.check((HERE / f"{name}.mlir").read_text(), filename=f"{name}.mlir", recheck=False)
    assert answer.standing == "proved", answer.diagnostics
    assert [wait.verdict for wait in answer.waits] == ["exact"]


@pytest.mark.parametrize("op", ["ori", "andi"])
def test_columns_that_are_not_swizzled_apart_race(op: str) -> None:
    text = _SWIZZLE.replace("%col = arith.xori", f"%col = arith.{op}")
    assert asyncir.check(text, recheck=False).standing == "refuted"


_TOKENS = """
func.func @main(%A: memref<?xf32>, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %B = memref.alloca() : memref<2xf32>
  %D = memref.alloca(%n) : memref<?xf32>
  %E = memref.alloca(%n) : memref<?xf32>
  %s = queue.commit(0) {{
    queue.async {{
      %x = memref.load %A[%c0] : memref<?xf32>
      memref.store %x, %B[%c0] : memref<2xf32>
    }}
  }} -> !async.token
  scf.for %i = %c0 to %n step %c1 {{
    queue.commit(0) {{
      queue.async {{
        %x = memref.load %A[%i] : memref<?xf32>
        memref.store %x, %D[%i] : memref<?xf32>
      }}
    }}
  }}
  %t = queue.commit(0) {{
    queue.async {{
      %x = memref.load %A[%c1] : memref<?xf32>
      memref.store %x, %B[%c1] : memref<2xf32>
    }}
  }} -> !async.token
  scf.for %i = %c0 to %n step %c1 {{
    queue.commit(0) {{
      queue.async {{
        %x = memref.load %A[%i] : memref<?xf32>
        memref.store %x, %E[%i] : memref<?xf32>
      }}
    }}
  }}
  queue.await {first} : !async.token
  %y = memref.load {read} : memref<{type}xf32>
  queue.await {second} : !async.token
  return
}}
"""


@pytest.mark.parametrize(
    ("first", "read", "type", "standing"),
    [
        ("%s", "%B[%c0]", "2", "proved"),
        ("%t", "%B[%c0]", "2", "proved"),
        ("%t", "%B[%c1]", "2", "proved"),
        ("%t", "%D[%c0]", "?", "proved"),
        ("%s", "%B[%c1]", "2", "refuted"),
        ("%s", "%D[%c0]", "?", "refuted"),
        ("%t", "%E[%c0]", "?", "refuted"),
    ],
)
def test_of_old_groups_with_tokens_the_order_is_told(first: str, read: str, type: str, standing: str) -> None:
    second = "%t" if first == "%s" else "%s"
    text = _TOKENS.format(first=first, read=read, type=type, second=second)
    assert asyncir.check(text).standing == standing
