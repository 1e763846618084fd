"""A program becomes C with OpenMP tasks."""

from __future__ import annotations

from asyncir.ir import ModuleOp
from asyncir.lowering.openmp.module import STAGES, emit
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline


def to_openmp(source: bytes | str | ModuleOp, filename: str = "program.mlir") -> str:
    """The C text of a program, which `gcc -fopenmp` compiles; each public function `f` has an entry `run_f`.

    A module is changed. Raises `DiagnosticError` with what has no form in C.
    """
    module = source if isinstance(source, ModuleOp) else parse_module(source, filename)
    for stage in STAGES:
        run_pipeline(module, stage)
    return emit(module)
