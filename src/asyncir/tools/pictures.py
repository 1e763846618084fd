"""`asyncir.view`: the page of `asyncir view` as an object of Python, which a notebook shows."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from asyncir.diagnostics.parameters import expect
from asyncir.driver.sources import UNNAMED, showing, text_of
from asyncir.ir import ModuleOp
from asyncir.source.text import print_module
from asyncir.tools.view import page_of


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
    program: str | bytes | os.PathLike[str] | ModuleOp,
    output: str | os.PathLike[str] | None = None,
    *,
    filename: str = UNNAMED,
    software_pipeline: str = "",
    workers: int | None = None,
    height: int = 640,
) -> ViewPicture:
    """Draw a program: what is in flight at each wait, its tasks, regions and pipelines, as `asyncir view` does.

    `program` is text, a module, or the path of a file; `output` is where the page is written, too. A notebook shows it in a
    frame of `height` pixels. Raises `DiagnosticError` for a program that is none; what `check` finds is in the picture.
    """
    source, name = text_of(program, expect(filename, str, "filename", "a name"))
    text: Any = print_module(source) if isinstance(source, ModuleOp) else source
    with showing(text, name):
        html, _ = page_of(name, text, software_pipeline, workers=workers)
    picture = ViewPicture(name, html.encode().decode(), height)  # plain text, which knows nothing of escapes
    if output is not None:
        picture.save(output)
    return picture
