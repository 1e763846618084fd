"""A program in the form of somebody else: C with OpenMP tasks, and graphs of regions as text."""

from __future__ import annotations

from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline


def to_openmp(source: bytes | str | ModuleOp, filename: str = "program.mlir") -> str:
    """The C text of a program, which `gcc -fopenmp` compiles; each public function `f` has an entry `run_f`.

    A module is changed. Raises `DiagnosticError` with what has no form in C.
    """
    # late: each form is loaded where it is asked for
    from asyncir.lowering.openmp.module import STAGES, emit

    module = source if isinstance(source, ModuleOp) else parse_module(source, filename)
    for stage in STAGES:
        run_pipeline(module, stage)
    return emit(module)


def to_graph_text(source: bytes | str | ModuleOp, form: str, filename: str = "program.mlir") -> str:
    """The program's regions as a graph in the text of `iree-stream` or `tfrt`.

    A module is changed. Raises `DiagnosticError` with what has no form there.
    """
    # late: each form is loaded where it is asked for
    from asyncir.lowering.graphs import calls, iree, tfrt

    module = source if isinstance(source, ModuleOp) else parse_module(source, filename)
    run_pipeline(module, calls.STAGES)
    if form == "tfrt":
        return tfrt.emit(module, print_module)
    run_pipeline(module, iree.STAGES)
    return iree.emit(module, print_module)
