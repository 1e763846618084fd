"""asyncir: a compiler toolkit for programs in which work is in flight.

`parse` reads MLIR text, `compile` makes machine code of it that is called with NumPy arrays, `check` proves or
refutes its synchronisation, and what goes wrong is a `DiagnosticError`. The folders are the way that a program takes:
source, dialects, semantics, analyses, transforms, lowering, targets, launch; `driver` puts them together, `tools` is the
command line.
"""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from asyncir.diagnostics import Diagnostic, DiagnosticError, Severity, Span
    from asyncir.diagnostics.catalog import explain
    from asyncir.diagnostics.render import render
    from asyncir.driver.any_check import check
    from asyncir.driver.check import Checked
    from asyncir.driver.compile import compile
    from asyncir.driver.jitted import jit
    from asyncir.driver.kernels.asserting import assert_sync
    from asyncir.driver.models import from_onnx
    from asyncir.driver.schedule import Schedule
    from asyncir.launch.compiled import Compiled
    from asyncir.launch.failures import ProgramError
    from asyncir.launch.pending import Pending
    from asyncir.launch.runtime import Runtime, limit_memory
    from asyncir.source.python.words import (
        as_completed as as_completed,
        gather,
        pipelined as pipelined,
        prange,
        spawn,
        task_group,
        timeout,
    )
    from asyncir.source.text import parse_module as parse, print_module
    from asyncir.tools.calling import run
    from asyncir.tools.pictures import view
    from asyncir.tools.seeing.watching import watch
    from asyncir.tools.triton_hook import watch_triton
    from asyncir.transforms import run_pipeline

__version__ = "0.1.0"

# Where each public name comes from. Imported when first used: `import asyncir` costs nothing.
_HOMES = {
    "Checked": "asyncir.driver.check",
    "Compiled": "asyncir.launch.compiled",
    "Diagnostic": "asyncir.diagnostics",
    "DiagnosticError": "asyncir.diagnostics",
    "Pending": "asyncir.launch.pending",
    "ProgramError": "asyncir.launch.failures",
    "Runtime": "asyncir.launch.runtime",
    "Schedule": "asyncir.driver.schedule",
    "Severity": "asyncir.diagnostics",
    "Span": "asyncir.diagnostics",
    "as_completed": "asyncir.source.python.words",
    "assert_sync": "asyncir.driver.kernels.asserting",
    "check": "asyncir.driver.any_check",
    "compile": "asyncir.driver.compile",
    "explain": "asyncir.diagnostics.catalog",
    "from_onnx": "asyncir.driver.models",
    "gather": "asyncir.source.python.words",
    "jit": "asyncir.driver.jitted",
    "limit_memory": "asyncir.launch.runtime",
    "parse": "asyncir.source.text:parse_module",
    "pipelined": "asyncir.source.python.words",
    "prange": "asyncir.source.python.words",
    "print_module": "asyncir.source.text",
    "render": "asyncir.diagnostics.render",
    "run": "asyncir.tools.calling",
    "run_pipeline": "asyncir.transforms",
    "spawn": "asyncir.source.python.words",
    "task_group": "asyncir.source.python.words",
    "timeout": "asyncir.source.python.words",
    "view": "asyncir.tools.pictures",
    "watch": "asyncir.tools.seeing.watching",
    "watch_triton": "asyncir.tools.triton_hook",
}

__all__ = [
    "Checked",
    "Compiled",
    "Diagnostic",
    "DiagnosticError",
    "Pending",
    "ProgramError",
    "Runtime",
    "Schedule",
    "Severity",
    "Span",
    "assert_sync",
    "check",
    "compile",
    "explain",
    "from_onnx",
    "gather",
    "jit",
    "limit_memory",
    "parse",
    "prange",
    "print_module",
    "render",
    "run",
    "run_pipeline",
    "spawn",
    "task_group",
    "timeout",
    "view",
    "watch",
    "watch_triton",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'asyncir' has no attribute '{name}'")
    home, _, original = _HOMES[name].partition(":")
    enabled = gc.isenabled()
    gc.disable()  # it would find nothing
    try:
        value = getattr(import_module(home), original or name)
    finally:
        if enabled:
            gc.enable()
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _in_a_notebook() -> None:
    """Where IPython runs already, let it show programs, verdicts and pictures, and have the cell magic `%%asyncir`."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is not None:
        load_ipython_extension(shell)


def load_ipython_extension(shell: Any) -> None:
    """What `%load_ext asyncir` calls; `import asyncir` in a notebook does the same."""
    from asyncir.tools.notebook.register import register  # late: only notebooks need it

    register(shell)


_in_a_notebook()
