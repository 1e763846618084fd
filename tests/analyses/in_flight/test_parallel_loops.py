"""`scf.parallel` between queue ops, and in what is in flight: one step, of which no two iterations may touch one element."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import asyncir
from asyncir.certificates import Refused, accept
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline

FAULTS = Path(__file__).parents[2] / "faults"

PROGRAM = """func.func @main(%A: memref<16xf32>, %B: memref<8x8xf32>, %C: memref<8xf32>, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  %t = memref.alloc() : memref<16xf32>
  queue.commit(0) {{ queue.async {{ memref.copy %A, %t : memref<16xf32> to memref<16xf32> }} }}
  {before}
  {body}
  queue.wait(0, 0)
  return
}}
"""
WAIT = "queue.wait(0, 0)"
FILL = "scf.parallel (%j) = (%c0) to (%c8) step (%c1) {{ {0} }}"
STORE = FILL.format("memref.store %f, %C[%j] : memref<8xf32>")
LOAD = "%x = memref.load %t[{0}] : memref<16xf32>"
SUM = """%sum = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c8) step (%c1, %c2) init (%f) -> f32 {{
    %own = memref.alloca() : memref<1xf32>
    %k = arith.addi %j, %c1 : index
    %x = memref.load %t[%j] : memref<16xf32>
    memref.store %x, %own[%c0] : memref<1xf32>
    memref.store %f, %B[%i, %j] : memref<8x8xf32>
    memref.store %x, %B[{0}] : memref<8x8xf32>
    scf.reduce(%x : f32) {{
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }}
  }}"""
IN_FLIGHT = "queue.commit(0) {{ queue.async {{ {0} }} }}"
LOOP = "scf.for %k = %c0 to %n step %c1 {{ {0} }}"
SECOND = "arith.addi %j, %c8 : index"

CASES = {
    "other elements than what is in flight": ("", STORE, "proved"),
    "elements that are in flight": ("", FILL.format(LOAD.format("%j")), "refuted"),
    "elements that were waited for": (WAIT, FILL.format(LOAD.format("%j")), "proved"),
    "in a loop": (WAIT, LOOP.format(STORE), "proved"),
    "one element for two iterations": (
        WAIT,
        FILL.format("%h = arith.divui %j, %c2 : index\n memref.store %f, %C[%h] : memref<8xf32>"),
        "refuted",
    ),
    "one iteration": (
        WAIT,
        FILL.format("memref.store %f, %C[%c0] : memref<8xf32>").replace("%c8", "%c1"),
        "proved",
    ),
    "no iteration": (
        WAIT,
        FILL.format("memref.store %f, %C[%c0] : memref<8xf32>").replace("%c8", "%c0"),
        "proved",
    ),
    "reads of one element": (WAIT, FILL.format(LOAD.format("%c0")), "proved"),
    "a read of what the next one writes": (
        WAIT,
        FILL.format(
            f"%k = {SECOND}\n %l = arith.subi %k, %c1 : index\n {LOAD.format('%l')}\n"
            " memref.store %x, %t[%k] : memref<16xf32>"
        ),
        "refuted",
    ),
    "reads and writes of two halves": (
        WAIT,
        FILL.format(f"%k = {SECOND}\n {LOAD.format('%j')}\n memref.store %x, %t[%k] : memref<16xf32>"),
        "proved",
    ),
    "two dimensions, a step, a reduction and memory of its own": (WAIT, SUM.format("%i, %k"), "proved"),
    "the same in another row": (WAIT, SUM.format("%i, %c1"), "refuted"),
    "the same without a wait": ("", SUM.format("%i, %k"), "refuted"),
    "parallel in parallel": (
        WAIT,
        FILL.format(FILL.replace("%j", "%k").format("memref.store %f, %B[%j, %k] : memref<8x8xf32>")),
        "proved",
    ),
    "parallel in parallel, the inner one races": (
        WAIT,
        FILL.format(FILL.replace("%j", "%k").format("memref.store %f, %B[%j, %c0] : memref<8x8xf32>")),
        "refuted",
    ),
    "parallel in parallel, the outer one races": (
        WAIT,
        FILL.format(FILL.replace("%j", "%k").format("memref.store %f, %B[%c0, %k] : memref<8x8xf32>")),
        "refuted",
    ),
    "a loop and a branch in it": (
        WAIT,
        FILL.format(
            "scf.for %k = %c0 to %n step %c1 { %p = arith.cmpi ult, %j, %c4 : index\n"
            " scf.if %p { memref.store %f, %B[%j, %k] : memref<8x8xf32> } }"
        ),
        "proved",
    ),
    "in flight": ("", IN_FLIGHT.format(STORE), "proved"),
    "in flight, elements that are": ("", IN_FLIGHT.format(FILL.format(LOAD.format("%j"))), "refuted"),
    "in flight, and it races": (
        "",
        IN_FLIGHT.format(FILL.format("memref.store %f, %C[%c0] : memref<8xf32>")),
        "refuted",
    ),
    "in flight, then read": (
        "",
        IN_FLIGHT.format(STORE) + "\n %y = memref.load %C[%c4] : memref<8xf32>",
        "refuted",
    ),
    "commits in it": ("", FILL.format("queue.commit(0) { }"), "unknown"),
    "a wait in it": ("", FILL.format(WAIT), "unknown"),
    "a loop of unknown length around it": (
        WAIT,
        "scf.while : () -> () { %p = arith.cmpi slt, %n, %c4 : index\n scf.condition(%p) } do { "
        + STORE
        + " scf.yield }",
        "proved",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_verdicts(name: str) -> None:
    before, body, standing = CASES[name]
    checked = asyncir.check(PROGRAM.format(before=before, body=body))
    assert (checked.standing, checked.rechecked) == (standing, True if standing == "proved" else None)


def test_a_tile_that_a_parallel_loop_fills() -> None:
    text = (FAULTS / "refused_parallel_fill.mlir").read_text()
    checked = asyncir.check(text)
    assert (checked.standing, checked.rechecked) == ("proved", True)
    module = parse_module(text, "fill.mlir")
    run_pipeline(module, "software-pipeline")
    checked = asyncir.check(module)
    assert (checked.standing, checked.rechecked) == ("proved", True)
    assert [wait.verdict for wait in checked.waits] == ["exact", "exact"]


def test_affine_parallel_is_such_a_loop() -> None:
    body = "affine.parallel (%j) = (0) to (8) { affine.store %f, %C[AT] : memref<8xf32> }"
    for at, standing in (("%j", "proved"), ("%j floordiv 2", "refuted")):
        checked = asyncir.check(PROGRAM.format(before=WAIT, body=body.replace("AT", at)))
        assert checked.standing == standing


def test_the_help_for_iterations_that_race() -> None:
    before, body, _ = CASES["one element for two iterations"]
    checked = asyncir.check(PROGRAM.format(before=before, body=body))
    (found,) = (d for d in checked.diagnostics if d.code == "Q002")
    assert "each iteration" in found.help


INDEX = """%m = arith.constant {modulus} : index
    %a = arith.constant {a} : index
    %b = arith.constant {b} : index
    %u = arith.muli %i, %a : index
    %v = arith.muli %j, %b : index
    %w = arith.addi %u, %v : index
    %at = arith.remui %w, %m : index"""
NEST = """scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c2) step ({step}, %c1) {{
    {index}
    memref.store %f, %t[%at] : memref<16xf32>
  }}"""


@pytest.mark.parametrize(("a", "b", "modulus", "step"), [*product((0, 1, 2), (0, 1, 4), (4, 5, 16), (1, 2))])
def test_iterations_are_compared_as_if_each_were_run(a: int, b: int, modulus: int, step: int) -> None:
    index = INDEX.format(a=a, b=b, modulus=modulus)
    text = PROGRAM.format(before=WAIT, body=NEST.format(index=index, step=f"%c{step}"))
    touched = [(a * i + b * j) % modulus for i in range(0, 4, step) for j in range(2)]
    races = len(set(touched)) < len(touched)
    assert asyncir.check(text).standing == ("refuted" if races else "proved")


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case[2] == "refuted"])
def test_the_verifier_compares_for_itself(name: str) -> None:
    """A certificate that says nothing of a program without loops around: all is the verifier's to find."""
    before, body, _ = CASES[name]
    module = parse_module(PROGRAM.format(before=before, body=body), "forged.mlir")
    with pytest.raises(Refused):
        accept(module, "main", {"constant": [], "points": {}})
