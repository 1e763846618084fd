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


_SLOTS = """
func.func @main(%A: memref<?xf32>, %n: index, %m: index, %b: i2) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c62 = arith.constant 62 : index
  %minus2 = arith.constant -2 : i2
  %S = memref.alloca() : memref<8xf32>
  %R = memref.reinterpret_cast %S to offset: [1], sizes: [3, 1], strides: [{stride}, 1]
      : memref<8xf32> to memref<3x1xf32, strided<[{stride}, 1], offset: 1>>
  queue.commit(0) {{
    %h = arith.shli %n, %c62 : index
    %slot = arith.shrui %h, %c62 : index
    %b0 = arith.remui %b, %minus2 : i2
    %bit = arith.index_castui %b0 : i2 to index
    %guard = arith.cmpi ne, %m, %n : index
    queue.async {{
      scf.if %guard {{
        %x = memref.load %A[%c0] : memref<?xf32>
        memref.store %x, {target} : memref<{type}>
      }}
    }}
  }}
  scf.if %guard_outside {{
    queue.wait(0, 0)
  }}
  %y = memref.load %S[{read}] : memref<8xf32>
  queue.wait(0, 0)
  return
}}
""".replace("scf.if %guard_outside", "%out = arith.cmpi {outside}, %m, %n : index\n  scf.if %out")
_ROW = "3x1xf32, strided<[{stride}, 1], offset: 1>"


@pytest.mark.parametrize(
    ("stride", "target", "outside", "read", "standing"),
    [
        # The slot is 0 … 3, the bit 0 or 1.
        (2, "%S[%slot]", "ult", "%c4", "proved"),
        (2, "%S[%slot]", "ult", "%c3", "refuted"),
        (2, "%S[%bit]", "ult", "%c2", "proved"),
        (2, "%S[%bit]", "ult", "%c1", "refuted"),
        # What is guarded alike is waited for.
        (2, "%S[%slot]", "ne", "%c3", "proved"),
        (2, "%S[%slot]", "eq", "%c3", "refuted"),
        # Every other element, from the second one on.
        (2, "%R[%bit, %c0]", "ult", "%c2", "proved"),
        (2, "%R[%bit, %c0]", "ult", "%c3", "refuted"),
    ],
)
def test_numbers_of_slots(stride: int, target: str, outside: str, read: str, standing: str) -> None:
    type_ = "8xf32" if "%S" in target else _ROW.format(stride=stride)
    text = _SLOTS.format(stride=stride, target=target, type=type_, outside=outside, read=read)
    literals = "".join(f"  %c{n} = arith.constant {n} : index\n" for n in (2, 3, 4))
    text = text.replace("  %minus2", literals + "  %minus2", 1)
    assert asyncir.check(text, recheck=False).standing == standing


_ROTATED = """
func.func @main(%A: memref<?xf32>, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %B1 = memref.alloc() : memref<4xf32>
  %B2 = memref.alloc() : memref<4xf32>
  %B3 = memref.alloc() : memref<4xf32>
  %c1000 = arith.constant 1000 : index
  %few = arith.remui %n, %c1000 : index
  %m = arith.muli %few, %c3 : index
  %r:3 = scf.for %i = %c0 to %m step %c1 iter_args(%a = %B1, %b = %B2, %c = %B3)
      -> (memref<4xf32>, memref<4xf32>, memref<4xf32>) {{
    scf.yield %b, %c, %a : memref<4xf32>, memref<4xf32>, memref<4xf32>
  }}
  queue.commit(0) {{
    queue.async {{
      %x = memref.load %A[%c0] : memref<?xf32>
      memref.store %x, %r#{one}[%c0] : memref<4xf32>
    }}
  }}
  %y = memref.load %B1[%c0] : memref<4xf32>
  queue.wait(0, 0)
  return
}}
"""


@pytest.mark.parametrize(("one", "standing"), [(0, "refuted"), (1, "proved"), (2, "proved")])
def test_objects_that_are_rotated(one: int, standing: str) -> None:
    assert asyncir.check(_ROTATED.format(one=one), recheck=False).standing == standing
