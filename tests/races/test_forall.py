"""`scf.forall`: its iterations race with each other as those of `scf.parallel` do; what is not followed is not proved."""

from __future__ import annotations

import pytest

import asyncir
from asyncir.source.text import parse_module

pytestmark = pytest.mark.feature("S0-22")

LOOP = """
func.func @main(%m: memref<8xindex>) {{
  %c0 = arith.constant 0 : index
  scf.forall (%i) in (4) {{
    {body}
  }}
  return
}}
"""

IN_A_TASK = """
func.func @main(%m: memref<8xindex>) {{
  %c0 = arith.constant 0 : index
  %t = async.execute {{
    scf.forall (%i) in (4) {{
      {body}
    }}
    async.yield
  }}
  async.await %t : !async.token
  return
}}
"""

TO_ONE = "memref.store %i, %m[%c0] : memref<8xindex>"
APART = "memref.store %i, %m[%i] : memref<8xindex>"
TO_THE_NEXT = """%c1 = arith.constant 1 : index
    %j = arith.addi %i, %c1 : index
    %v = memref.load %m[%j] : memref<8xindex>
    memref.store %v, %m[%i] : memref<8xindex>"""


@pytest.mark.parametrize("around", [LOOP, IN_A_TASK], ids=["alone", "in a task"])
@pytest.mark.parametrize(
    ("body", "standing"), [(TO_ONE, "refuted"), (TO_THE_NEXT, "refuted"), (APART, "proved")]
)
def test_iterations_on_memory(around: str, body: str, standing: str) -> None:
    found = asyncir.check(around.format(body=body))
    assert found.standing == standing
    assert not asyncir.check(around.format(body=body), certificates=True).certificates


SLICES = """
func.func @main(%a: tensor<?xf32>, %x: tensor<2xf32>) -> tensor<?xf32> {
  %r = scf.forall (%i) in (4) shared_outs(%o = %a) -> (tensor<?xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i] [2] [1] : tensor<2xf32> into tensor<?xf32>
    }
  }
  return %r : tensor<?xf32>
}
"""


def test_slices_of_tensors_are_not_proved_apart() -> None:
    found = asyncir.check(SLICES)
    assert found.standing == "unknown"
    assert any("scf.forall is not followed" in one.message for one in found.diagnostics)


def test_a_forall_may_stand_in_what_is_issued() -> None:
    parse_module("""
func.func @main(%m: memref<8xindex>, %s: memref<8xindex>) {
  queue.async {
    scf.forall (%i) in (4) {
      memref.store %i, %m[%i] : memref<8xindex>
    }
  }
  queue.commit(0) {}
  queue.wait(0, 0)
  return
}
""")
