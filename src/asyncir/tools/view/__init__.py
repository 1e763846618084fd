"""`asyncir view`: one page that shows what is in flight at each wait, and why each count is what it is."""

from __future__ import annotations

from asyncir.analyses.in_flight import check_module
from asyncir.source.text import parse_module
from asyncir.tools.files import Output
from asyncir.tools.view.execution import small_run
from asyncir.tools.view.html import html_of
from asyncir.tools.view.page import page_of


def view(name: str, source: bytes, output: str) -> None:
    """Check the program and write the page; raises `DiagnosticError` if the program cannot be read."""
    with Output(output, name) as file:
        module = parse_module(source, name)
        report = check_module(module)
        page = page_of(name, source.decode(), module, report)
        file.write(html_of(page, small_run(module, report, page)).encode())
