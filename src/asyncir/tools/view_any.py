# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`asyncir view`: a program in MLIR's text or PTX; which of them is decided here, and options that are the other's."""

from __future__ import annotations

from asyncir.source.ptx import is_ptx
from asyncir.tools import shell
from asyncir.tools.check_any import refuse
from asyncir.tools.files import Output
from asyncir.tools.requests import ViewRequest

_OF_PTX = ("entry", "block", "grid", "cluster", "param", "budget")
_OF_MLIR = ("software_pipeline", "schedule", "machine", "trace", "workers", "measured", "on")


def view_of_any(asked: ViewRequest) -> None:
    """Write the page. Raises `DiagnosticError` if the program cannot be read."""
    if is_ptx(asked.source, asked.name):
        refuse(asked, _OF_MLIR, "programs in MLIR's text")
        # late: each kind of program loads its own
        from asyncir.driver.kernels.check import check_ptx
        from asyncir.tools.check_kernels import launch_options, with_operations
        from asyncir.tools.view_kernels import html_of_checked

        with Output(asked.output, asked.name) as file:
            checked = check_ptx(asked.source, asked.name, launch_options(asked))
            checked = with_operations(checked, None, asked.name)
            file.write(html_of_checked(asked.name, checked).encode())
        return
    refuse(asked, _OF_PTX, "PTX")
    from asyncir.tools.view import view  # late: each kind of program loads its own

    shell.SOURCES.add(shell.PIPELINE, f"software-pipeline{{{asked.steps}}}")
    view(asked)
