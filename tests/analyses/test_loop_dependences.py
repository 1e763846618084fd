"""What orders the statements of a loop: against all pairs of accesses of a few iterations."""

from __future__ import annotations

from itertools import product

import pytest

from asyncir.analyses.loop_dependences import broken, dependences_of
from asyncir.dialects.effects import Effects
from asyncir.dialects.pipelining import statements_of
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from tests.analyses.reading import only

PROGRAM = """
func.func @main(%a: memref<64xf32>, %b: memref<64xf32>, %n: index, %v: f32) {{
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c20 = arith.constant 20 : index
  scf.for %i = %c8 to %c20 step %c1 {{
    %w = arith.constant {write} : index
    %at = arith.addi %i, %w : index
    memref.store %v, %a[%at] : memref<64xf32>
    %r = arith.constant {read} : index
    %from = arith.addi %i, %r : index
    %x = memref.load %a[%from] : memref<64xf32>
    memref.store %x, %b[%i] : memref<64xf32>
  }} {{software_pipeline_stage = [0, 0]}}
  return
}}
"""


def found(write: int, read: int) -> set[tuple[str, int, int, int]]:
    module = parse_module(PROGRAM.format(write=write, read=read))
    run_pipeline(module, "form-statements")
    loop = only(module, "scf.for")
    dependences = dependences_of(loop, statements_of(loop), Effects())
    return {(d.kind, d.source, d.target, d.distance) for d in dependences if d.kind != "value"}


def expected(write: int, read: int) -> set[tuple[str, int, int, int]]:
    """The nearest conflict of each kind, by looking at all pairs of iterations."""
    answers: set[tuple[str, int, int, int]] = set()
    iterations = range(8, 20)
    raw = [k - i for i, k in product(iterations, repeat=2) if i + write == k + read and k >= i]
    war = [k - i for i, k in product(iterations, repeat=2) if i + read == k + write and k > i]
    answers |= {("RAW", 0, 1, min(raw))} if raw else set()
    answers |= {("WAR", 1, 0, min(war))} if war else set()
    return answers


@pytest.mark.parametrize("write", [0, 1, 3])
@pytest.mark.parametrize("read", [-8, -2, 0, 1, 2, 20])
def test_a_producer_and_a_consumer(write: int, read: int) -> None:
    assert found(write, read) == expected(write, read)


def test_a_schedule_keeps_them_or_breaks_them() -> None:
    module = parse_module(PROGRAM.format(write=0, read=0))
    run_pipeline(module, "form-statements")
    loop = only(module, "scf.for")
    dependences = dependences_of(loop, statements_of(loop), Effects())
    assert not list(broken(dependences, [(0, 0), (1, 1)]))
    assert not list(broken(dependences, [(0, 0), (0, 1)]))
    assert [d.kind for d in broken(dependences, [(1, 0), (0, 1)])] == ["RAW"]


PRODUCT = PROGRAM.replace(
    "  scf.for", "  %c3 = arith.constant 3 : index\n  %s = arith.andi %n, %c3 : index\n  scf.for", 1
).replace(
    "%at = arith.addi %i, %w : index", "%k = arith.addi %i, %w : index\n%at = arith.muli %k, %s : index"
)


@pytest.mark.parametrize("write", [0, 1, -5])
@pytest.mark.parametrize("read", [-8, 1, 2, 7, 19])
def test_a_product_with_a_number_of_which_there_are_few(write: int, read: int) -> None:
    module = parse_module(PRODUCT.format(write=write, read=read))
    run_pipeline(module, "form-statements")
    loop = only(module, "scf.for")
    nearest = {(d.source, d.target): d.distance for d in dependences_of(loop, statements_of(loop), Effects())}
    conflicts = [
        k - i for s in range(4) for i, k in product(range(8, 20), repeat=2) if (i + write) * s == k + read
    ]
    assert nearest.get((0, 1)) == min((d for d in conflicts if d >= 0), default=None)
    assert nearest.get((1, 0)) == min((-d for d in conflicts if d < 0), default=None)


WHILE = """
func.func @main(%a: memref<64xf32>, %b: memref<64xf32>, %v: f32) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %end = arith.constant {end} : index
  %r = scf.while (%i = %c0) : (index) -> index {{
    %go = arith.cmpi slt, %i, %end : index
    scf.condition(%go) %i : index
  }} do {{
  ^bb0(%i: index):
    %at = arith.addi %i, %c4 : index
    memref.store %v, %a[%at] : memref<64xf32>
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %b[%i] : memref<64xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }} attributes {{software_pipeline_stage = [0, 0, 0]}}
  return
}}
"""


@pytest.mark.parametrize("end", [0, 3, 4, 5, 20])
def test_iterations_of_a_while_loop_are_those_of_which_its_condition_holds(end: int) -> None:
    module = parse_module(WHILE.format(end=end))
    run_pipeline(module, "form-statements")
    loop = only(module, "scf.while")
    found = dependences_of(loop, statements_of(loop), Effects())
    distances = {d.distance for d in found if (d.kind, d.source, d.target) == ("RAW", 0, 1)}
    assert distances == ({4} if end > 4 else set())


INSIDE = """
func.func @main(%a: memref<256xf32>, %b: memref<64xf32>, %v: f32) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %at = arith.constant {at} : index
  %low = arith.constant {low} : i8
  %high = arith.constant {high} : i8
  %step = arith.constant {step} : i8
  scf.for %i = %c0 to %c8 step %c1 {{
    scf.for {unsigned} %j = %low to %high step %step : i8 {{
      %to = arith.index_castui %j : i8 to index
      memref.store %v, %a[%to] : memref<256xf32>
    }}
    %x = memref.load %a[%at] : memref<256xf32>
    memref.store %x, %b[%i] : memref<64xf32>
  }} {{software_pipeline_stage = [0, 0]}}
  return
}}
"""


@pytest.mark.parametrize("unsigned", ["", "unsigned"])
@pytest.mark.parametrize("high", [-128, -56, -1, 0, 3, 100, 127])
@pytest.mark.parametrize(("low", "step"), [(0, 1), (3, 7), (-100, 50)])
def test_a_loop_inside_between_constants(unsigned: str, high: int, low: int, step: int) -> None:
    first, last = (low % 256, high % 256) if unsigned else (low, high)
    written = {number % 256 for number in range(first, last, step)}
    for at in (0, 1, 3, 10, 150, 156, 206, 254):
        text = INSIDE.format(unsigned=unsigned, high=high, low=low, step=step, at=at)
        module = parse_module(text)
        run_pipeline(module, "form-statements")
        loop = next(op for op in module.walk() if statements_of(op))
        dependences = dependences_of(loop, statements_of(loop), Effects())
        kinds = {d.kind for d in dependences if d.kind != "value" and d.source != d.target}
        assert not written or at not in written or kinds == {"RAW", "WAR"}
        assert kinds <= {"RAW", "WAR"}
        if not unsigned:
            assert bool(kinds) == (at in written)
