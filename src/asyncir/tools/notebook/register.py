"""What IPython is told when `asyncir` is imported in it: how its objects are shown, and `%%asyncir`.

Nothing of the compiler is imported before an object is shown, or a cell runs.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from asyncir.diagnostics import DiagnosticError

_SHOWN = (
    ("asyncir.launch.compiled", "Compiled", "html_of_compiled"),
    ("asyncir.driver.check", "Checked", "html_of_checked"),
    ("asyncir.driver.kernels.checked", "CheckedPtx", "html_of_checked_ptx"),
    ("asyncir.driver.schedule", "Schedule", "html_of_schedule"),
    ("xdsl.dialects.builtin", "ModuleOp", "html_of_module"),
)
"""By the module and the name of a class: the function of shown.py that says what is shown of it."""


def register(shell: Any) -> None:
    """Tell a running IPython."""
    html = shell.display_formatter.formatters["text/html"]
    for module, name, function in _SHOWN:
        html.for_type_by_name(module, name, _shower(function))

    def magic(line: str, cell: str) -> Any:
        return run_cell(shell, line, cell)

    shell.register_magic_function(magic, "cell", "asyncir")


def _shower(function: str) -> Callable[[Any], str]:
    def show(value: Any) -> str:
        return getattr(import_module("asyncir.tools.notebook.shown"), function)(value)

    return show


class _Options(argparse.ArgumentParser):
    """Options of the magic; a mistake in them is an error of the cell, and does not end the kernel."""

    def error(self, message: str) -> Any:
        raise ValueError(f"%%asyncir: {message}\n{self.format_usage()}")


def options_of(line: str) -> argparse.Namespace:
    """What stands behind `%%asyncir`."""
    parser = _Options("%%asyncir", add_help=False)
    parser.add_argument("name", nargs="?", help="the variable that gets the program")
    parser.add_argument("-O", dest="opt_level", type=int, default=2)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--check", action="store_true", help="show what `check` says")
    parser.add_argument("--view", action="store_true", help="show the picture")
    return parser.parse_args(shlex.split(line))


def run_cell(shell: Any, line: str, cell: str) -> Any:
    """Compile the cell; its public functions become variables. What is wrong with it is printed, without a traceback."""
    asked = options_of(line)
    import asyncir  # late: the package registers this when it is imported

    try:
        if asked.view:
            return asyncir.view(cell, filename="<cell>")
        if asked.check:
            return asyncir.check(cell, filename="<cell>")
        program = asyncir.compile(cell, filename="<cell>", opt_level=asked.opt_level, threads=asked.threads)
    except DiagnosticError as error:
        from asyncir.diagnostics.render import Sources, render  # late: only mistakes need it

        print(render(error, Sources({"<cell>": cell})), file=sys.stderr, end="")
        return None
    shell.push(dict(program))
    if asked.name:
        shell.push({asked.name: program})
    return program
