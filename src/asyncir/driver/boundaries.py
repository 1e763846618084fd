"""Programs as IREE's compiler emits them, which begin and end with arrays of its own."""

from __future__ import annotations

from asyncir.ir import ModuleOp
from asyncir.source.verify import ensure_valid
from asyncir.transforms import run_pipeline

_DIALECTS = {"util", "hal"}


def without_boundaries(module: ModuleOp) -> ModuleOp:
    """The module; where it is as IREE emits it, with functions of tensors in place of those of arrays of the host."""
    if any(op.dialect_name() in _DIALECTS for op in module.ops):
        run_pipeline(module, "strip-boundaries")
        ensure_valid(module, {})
    return module
