"""`asyncir.view`: the page of `asyncir view` as an object of Python, which a notebook shows."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from asyncir.diagnostics import failure
from asyncir.diagnostics.parameters import expect
from asyncir.driver.kernels.objects import KernelText, check_kernel_object, kernel_text
from asyncir.driver.sources import UNNAMED, showing, text_of


@dataclass(frozen=True, slots=True)
class ViewPicture:
    """A page of HTML that refers to nothing outside of itself."""

    name: str
    html: str = field(repr=False)
    height: int = 640
    """Of the frame in a notebook, in pixels."""

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the page to a file."""
        Path(path).write_text(self.html, encoding="utf-8")
        return Path(path)

    def _repr_html_(self) -> str:
        from asyncir.tools.notebook.shown import html_of_page  # late: only notebooks need it

        return html_of_page(self.html, self.height)


def view(
    program: Any,
    output: str | os.PathLike[str] | None = None,
    *,
    filename: str = UNNAMED,
    software_pipeline: str = "",
    workers: int | None = None,
    height: int = 640,
    **launch: Any,
) -> ViewPicture:
    """Draw a program: what is in flight at each wait, its tasks, regions and pipelines, as `asyncir view` does.

    `program` is text, a module, or the path of a file; a function that `asyncir.jit` has compiled, with its lines of Python;
    or PTX, in any form that `check` takes, with what that takes of its
    launch (`entry`, `block`, `parameters`, …). `output` is where the page is written, too. A notebook shows it in a frame of
    `height` pixels. Raises `DiagnosticError` for a program that is none; what `check` finds is in the picture.
    """
    kernel = kernel_text(program, expect(filename, str, "filename", "a name"))
    if kernel is not None:
        picture = _of_kernels(kernel, height, launch)
    else:
        if launch:
            raise failure("C017", f"{min(launch)} is for PTX", "leave it out")
        picture = _of_program(program, filename, software_pipeline, workers, height)
    if output is not None:
        picture.save(output)
    return picture


def _of_kernels(kernel: KernelText, height: int, launch: dict[str, Any]) -> ViewPicture:
    # late: programs in MLIR's text do without it
    from asyncir.tools.view_kernels import html_of_checked

    checked = check_kernel_object(kernel, **launch)
    return ViewPicture(kernel.name, html_of_checked(kernel.name, checked).encode().decode(), height)


def _of_program(
    program: Any, filename: str, software_pipeline: str, workers: int | None, height: int
) -> ViewPicture:
    # late: PTX does without xDSL
    from asyncir.ir import ModuleOp
    from asyncir.source.text import print_module
    from asyncir.tools.view import page_of

    if hasattr(program, "__asyncir_jit__"):
        # late: few programs are functions of Python
        from asyncir.source.python.listing import with_python_lines

        program, filename = with_python_lines(program.mlir()), program.__name__
    source, name = text_of(program, filename)
    text: Any = print_module(source) if isinstance(source, ModuleOp) else source
    with showing(text, name):
        html, _ = page_of(name, text, software_pipeline, workers=workers)
    return ViewPicture(name, html.encode().decode(), height)  # plain text, which knows nothing of escapes
