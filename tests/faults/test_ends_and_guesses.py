"""What the adversary's random programs showed to be *unknown* without need; each with a program that races all the same."""

from __future__ import annotations

import pytest

import asyncir

PROGRAM = """func.func @main(%A: memref<?xf32>, %B: memref<4xf32>, %n: index, %s: i8) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %f = arith.constant 1.0 : f32
  %go = arith.cmpi sgt, %n, %c4 : index
  {0}
  return
}}
"""
COPY = "queue.commit(0) {{ queue.async {{ memref.store %f, %B[{0}] : memref<4xf32> }} }}"
ONCE = COPY.format("%c0")
STEP = "scf.for %i = %c0 to %n step {0} {{ {1} }}"
GUARD = "scf.if %go {{ {0} }}"
ZERO = "%z = arith.{0} %n, %c0 : index\n %at = arith.addi %z, %c0 : index"
SURE = "%same = arith.cmpi sle, %n, %n : index"
IN_BRANCH = (
    "queue.commit(0) {{ queue.async {{ scf.if {0} {{\n"
    " memref.store %f, %B[%n] : memref<4xf32> }} }} }}\n queue.wait(0, 0)"
)

CASES = {
    "a loop without a step does not run": (
        f"{STEP.format('%c0', ONCE)}\n{STEP.format('%c0', ONCE)}",
        "proved",
    ),
    "a loop whose step is a number of the caller's does": (STEP.format("%n", f"{ONCE}\n{ONCE}"), "refuted"),
    "a loop with a step does": (STEP.format("%c1", ONCE), "refuted"),
    "a loop without a step, under a condition": (
        f"{GUARD.format(STEP.format('%c0', ONCE))}\n{ONCE}\n{ONCE}",
        "refuted",
    ),
    **{
        f"{op} by zero ends it": (f"{ZERO.format(op)}\n{COPY.format('%at')}\n{COPY.format('%at')}", "proved")
        for op in ("remui", "remsi", "divui", "divsi", "floordivsi", "ceildivsi", "ceildivui")
    },
    "a division by zero under a condition": (
        GUARD.format(f"{ZERO.format('divui')}\n{COPY.format('%at')}") + f"\n{ONCE}\n{ONCE}",
        "refuted",
    ),
    "a division by zero in what is in flight, perhaps": (
        f"queue.commit(0) {{ queue.async {{ scf.if %go {{ {ZERO.format('divui')}\n"
        f" memref.store %f, %B[%at] : memref<4xf32> }} }} }}\n{ONCE}\n{ONCE}",
        "refuted",
    ),
    "a branch in flight that is always taken is in bounds": (
        GUARD.format(f"{SURE}\n {IN_BRANCH.format('%same')}\n {ONCE}\n {ONCE}"),
        "proved",
    ),
    "one that may not be taken is anywhere": (
        f"%few = arith.cmpi slt, %n, %c4 : index\n {IN_BRANCH.format('%few')}\n"
        + GUARD.format(f"{ONCE}\n {ONCE}"),
        "refuted",
    ),
    "a race behind an access that is far away": (
        f"%x = memref.load %A[%c60] : memref<?xf32>\n {ONCE}\n {ONCE}",
        "refuted",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_standing(name: str) -> None:
    body, standing = CASES[name]
    checked = asyncir.check(PROGRAM.format(body))
    rechecked = "without a step" not in name  # a loop that the verifier does not follow
    assert (checked.standing, checked.rechecked) == (standing, rechecked if standing == "proved" else None)


def test_an_entry_without_anything_in_flight_beside_one_with() -> None:
    plain = PROGRAM.format(STEP.format("%c1", "memref.store %f, %B[%c0] : memref<4xf32>"))
    other = PROGRAM.format(f"{ONCE}\n queue.wait(0, 0)").replace("@main", "@other")
    checked = asyncir.check(plain + other)
    assert (checked.functions, checked.rechecked) == ({"main": "proved", "other": "proved"}, True)
