"""Structured ops in the programs that analyses look at."""

from __future__ import annotations

from asyncir.dialects.linalg_structured import Structured
from asyncir.ir import ModuleOp
from asyncir.ir.walk import walk
from asyncir.transforms.convert_linalg_to_loops import ConvertLinalgToLoops


def with_loops(module: ModuleOp) -> ModuleOp | None:
    """A copy in which loops touch, element by element, what the maps of structured ops on memory say; None if there are none.

    By itself such an op touches any element of each memref.
    """
    if not any(isinstance(op, Structured) and not op.results for op in walk(module)):
        return None
    copy = module.clone()
    ConvertLinalgToLoops().run_on(copy)
    return copy
