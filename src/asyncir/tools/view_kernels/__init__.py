# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`asyncir view kernel.ptx`: a page with the loop of each kernel, its sites with their verdicts, and its text."""

from __future__ import annotations

from asyncir.driver.kernels.checked import CheckedPtx
from asyncir.tools.pages import filled, part, parts
from asyncir.tools.view_kernels.kernel_page import COLUMN, HEAD, ROW, css_of, line_of, views_of

SAID = frozenset({"X101", "X102", "X103", "X104", "X105", "X106", "X110", "X111"})
"""Codes of diagnostics that the page shows at their place: faults, and what is too strong or redundant."""


def html_of_checked(name: str, checked: CheckedPtx) -> str:
    """The page of an answer of `check_ptx`."""
    return filled(
        *("view_kernels", "kernels.html"),
        name=name,
        standing=checked.standing,
        kernels=views_of(checked),
        diagnostics=[d for d in checked.diagnostics if d.code not in SAID],
        style=part("view", "page.css") + part("view_kernels", "kernels.css"),
        script=parts("view", "page.js"),
        css=css_of,
        line=line_of,
        column=COLUMN,
        row=ROW,
        head=HEAD,
    )


__all__ = ["html_of_checked"]
