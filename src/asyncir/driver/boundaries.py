"""Programs as IREE's compiler and torch-mlir emit them, with functions and globals of their own."""

from __future__ import annotations

from asyncir.ir import ModuleOp
from asyncir.source.verify import ensure_valid
from asyncir.transforms import run_pipeline

_DIALECTS = {"util", "hal"}


def without_boundaries(module: ModuleOp) -> ModuleOp:
    """The module; where it is as IREE or torch-mlir emit it, with functions of tensors, and memory for globals."""
    if any(op.dialect_name() == "ml_program" for op in module.ops):
        run_pipeline(module, "lower-ml-program")
        ensure_valid(module, {})
    if any(op.dialect_name() in _DIALECTS for op in module.ops):
        run_pipeline(module, "strip-boundaries")
        ensure_valid(module, {})
    return module
