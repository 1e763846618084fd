"""Who computes what a loop carries, and how many iterations before it is used."""

from __future__ import annotations

import pytest

from asyncir.analyses.loop_carried import computed_by
from tests.analyses.reading import module_of, only, ops

PROGRAM = """
func.func @main(%a: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a, %z = %a) -> (i32, i32, i32) {
    %s = arith.addi %USED, %a : i32
    %m = arith.muli %a, %a : i32
    scf.yield %m, %x, %z : i32, i32, i32
  }
  return
}
"""


@pytest.mark.parametrize(("used", "distance"), [("x", 1), ("y", 2)])
def test_values_of_earlier_iterations(used: str, distance: int) -> None:
    module = module_of(PROGRAM.replace("USED", used))
    (add,) = ops(module, "arith.addi")
    found = computed_by(add.operands[0], only(module, "scf.for").regions[0].block)
    assert found is not None
    assert (found.value.owner.name, found.distance) == ("arith.muli", distance)


def test_what_is_computed_in_the_same_iteration() -> None:
    module = module_of(PROGRAM.replace("USED", "x"))
    loop = only(module, "scf.for").regions[0].block
    found = computed_by(only(module, "arith.muli").results[0], loop)
    assert found is not None
    assert found.distance == 0


@pytest.mark.parametrize("used", ["z", "a"])
def test_what_no_iteration_computes(used: str) -> None:
    """It is handed on as it is, or comes from outside."""
    module = module_of(PROGRAM.replace("USED", used))
    (add,) = ops(module, "arith.addi")
    assert computed_by(add.operands[0], only(module, "scf.for").regions[0].block) is None
