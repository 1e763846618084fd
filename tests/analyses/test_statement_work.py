"""What a statement does, and how much of it."""

from __future__ import annotations

import pytest

from asyncir.analyses.statement_work import why_not_in_flight, work_of
from asyncir.dialects.effects import Effects
from asyncir.targets.machine import Work
from tests.analyses.reading import module_of, only

HEAD = """
func.func @main(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>, %n: index, %v: f32, %k: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.execute_region no_inline {
BODY
    scf.yield
  }
  return
}
"""
AT = "[%c0, %c0] : memref<16x16xf32>"
LOOP = "scf.for %i = %c0 to %c16 step %c1 {\n"
PRODUCT = f"""
    {LOOP}
      scf.for %j = %c0 to %c16 step %c1 {{
        scf.for %l = %c0 to %c16 step %c1 {{
          %x = memref.load %a[%i, %l] : memref<16x16xf32>
          %y = memref.load %b[%l, %j] : memref<16x16xf32>
          %z = memref.load %c[%i, %j] : memref<16x16xf32>
          %p = arith.mulf %x, %y : f32
          %s = arith.addf %z, %p : f32
          memref.store %s, %c[%i, %j] : memref<16x16xf32>
        }}
      }}
    }}
"""


@pytest.mark.parametrize(
    ("body", "kind", "operations"),
    [
        (f"memref.store %v, %a{AT}", Work.COPY, 1),
        ("memref.copy %a, %b : memref<16x16xf32> to memref<16x16xf32>", Work.COPY, 512),
        (f"%x = memref.load %a{AT}\n%y = arith.addf %x, %v : f32\nmemref.store %y, %b{AT}", Work.SCALAR, 3),
        (
            f"{LOOP}%y = arith.addf %v, %v : f32\nmemref.store %y, %b[%i, %i] : memref<16x16xf32>\n}}",
            Work.VECTOR,
            32,
        ),
        (PRODUCT, Work.TENSOR, 6 * 16**3),
    ],
    ids=["store", "copy", "scalar", "vector", "tensor"],
)
def test_kinds_and_amounts(body: str, kind: Work, operations: float) -> None:
    statement = only(module_of(HEAD.replace("BODY", body)), "scf.execute_region")
    amount = work_of(statement, Effects(), {}, 100)
    assert (amount.work, amount.operations) == (kind, operations)


def test_of_branches_the_longest_counts_and_unknown_loops_are_taken_for_long() -> None:
    store = f"memref.store %v, %a{AT}\n"
    branch = f"scf.if %k {{\n{store}{store}}} else {{\n{store}}}"
    loop = f"scf.for %i = %c0 to %n step %c1 {{\n{store}}}"
    for body, expected in ((branch, 2), (loop, 100)):
        statement = only(module_of(HEAD.replace("BODY", body)), "scf.execute_region")
        assert work_of(statement, Effects(), {}, 100).operations == expected


def test_a_weight_says_how_much_an_op_counts() -> None:
    body = "%x = math.exp %v : f32\nmemref.store %x, %a" + AT
    statement = only(module_of(HEAD.replace("BODY", body)), "scf.execute_region")
    assert work_of(statement, Effects(), {"math.exp": 20}, 100).operations == 21


def test_what_can_be_in_flight() -> None:
    fine = only(module_of(HEAD.replace("BODY", f"memref.store %v, %a{AT}")), "scf.execute_region")
    waits = only(module_of(HEAD.replace("BODY", "queue.wait(0, 0)")), "scf.execute_region")
    assert why_not_in_flight(fine) == ""
    assert why_not_in_flight(waits).startswith("what is in flight cannot")
