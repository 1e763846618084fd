"""Programs with affine maps, as the check and the verifier read them."""

from __future__ import annotations

from asyncir.diagnostics import DiagnosticError
from asyncir.ir import ModuleOp
from asyncir.ir.walk import walk
from asyncir.transforms.lower_affine import LowerAffine


def without_affine(module: ModuleOp) -> ModuleOp:
    """The module; or a copy in which arithmetic, in the same places of the text, computes what affine maps do."""
    if not any(op.dialect_name() == "affine" for op in walk(module)):
        return module
    copy = module.clone()
    try:
        LowerAffine().run_on(copy)
    except DiagnosticError:
        return module
    return copy
