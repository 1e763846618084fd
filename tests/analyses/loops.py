"""A loop cut into statements, for analyses that look at such loops."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.analyses.loop_accesses import Touch, touches_of
from asyncir.dialects.effects import Effects
from asyncir.dialects.pipelining import statements_of
from asyncir.ir import ModuleOp, Operation
from asyncir.transforms import run_pipeline
from tests.analyses.reading import module_of, ops

_PROGRAM = """
memref.global "private" @own : memref<64xf32> = uninitialized
memref.global "private" @two : memref<64xf32> = uninitialized
memref.global @public : memref<64xf32> = uninitialized
func.func private @outside(%x: memref<4xf32>)
func.func @main(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>, %n: index, %v: f32, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c60 = arith.constant 60 : index
  %t = memref.alloc() : memref<4xf32>
BEFORE
  scf.for %i = %c0 to %c60 step %c1 {
BODY
  } {software_pipeline_stage = STAGES}
BEHIND
  return
}
"""


def formed(
    body: str, statements: int, before: str = "", behind: str = ""
) -> tuple[ModuleOp, Operation, Sequence[Operation]]:
    """The module, the loop, and its statements."""
    text = _PROGRAM.replace("BODY", body).replace("BEFORE", before).replace("BEHIND", behind)
    module = module_of(text.replace("STAGES", str([0] * statements)))
    run_pipeline(module, "form-statements")
    loop = ops(module, "scf.for")[0]
    return module, loop, statements_of(loop)


def touched(statements: Sequence[Operation]) -> list[Touch]:
    """What the statements touch."""
    return touches_of(statements, Effects())
