"""Objects of the API as HTML: what a notebook shows of a program, a verdict, a schedule, a page."""

from __future__ import annotations

from html import escape

from markupsafe import Markup

from asyncir.diagnostics.render import render
from asyncir.driver.check import Checked
from asyncir.driver.kernels.checked import CheckedPtx
from asyncir.driver.schedule import Schedule
from asyncir.ir import ModuleOp
from asyncir.launch.compiled import Compiled
from asyncir.source.text import print_module
from asyncir.tools.view.colouring import lines_of

_STYLE = Markup(
    "<style>.asyncir{font:12px/1.45 monospace;white-space:pre;overflow-x:auto;text-align:left}"
    ".asyncir i{font-style:normal}.asyncir .comment{color:#6a737d}.asyncir .string{color:#22863a}"
    ".asyncir .value{color:#1f6feb}.asyncir .symbol{color:#8250df}.asyncir .type{color:#0a7a6b}"
    ".asyncir .op{color:#b3541e}.asyncir .num{color:#0550ae}.asyncir .word{color:#cf222e}"
    ".asyncir-table td,.asyncir-table th{text-align:left;padding:2px 10px 2px 0}</style>"
)
_SIGNS = {"proved": "✓", "refuted": "✗", "unknown": "?"}


def html_of_text(text: str) -> str:
    """A program's text, coloured."""
    return str(Markup('{}<div class="asyncir">{}</div>').format(_STYLE, Markup("\n").join(lines_of(text))))


def html_of_module(module: ModuleOp) -> str:
    """A module's text, coloured."""
    return html_of_text(print_module(module))


def html_of_compiled(program: Compiled) -> str:
    """The program's text if it was made of one, else what it offers."""
    text = program.program_text
    return html_of_text(text if text is not None else "\n".join(str(f.signature) for f in program.values()))


def html_of_schedule(schedule: Schedule) -> str:
    """The text as it is now."""
    return html_of_text(schedule.text)


def html_of_checked(checked: Checked) -> str:
    """The verdict, a row for each wait, and what is wrong in words."""
    rows = [(wait.location, "wait", wait.verdict, wait.exact, wait.reason) for wait in checked.waits]
    return _verdict(checked.standing, rows, render(checked.diagnostics))


def html_of_checked_ptx(checked: CheckedPtx) -> str:
    """The same of kernels: a row for each wait, barrier, fence and arrival."""
    rows = [(site.location, site.kind, site.verdict, site.exact, site.reason) for site in checked.sites]
    return _verdict(checked.standing, rows, str(checked))


def _verdict(standing: str, sites: list[tuple[str, str, str, int | None, str]], said: str) -> str:
    rows = [
        Markup("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>").format(
            location, kind, verdict, "" if exact is None else exact, reason
        )
        for location, kind, verdict, exact, reason in sites
    ]
    names = "<tr><th>where</th><th>what</th><th>verdict</th><th>exact</th><th>why</th></tr>"
    head = Markup(names) if rows else Markup("")
    table = Markup('<table class="asyncir-table">{}{}</table>').format(head, Markup("").join(rows))
    words = Markup('<div class="asyncir">{}</div>').format(said) if said else Markup("")
    return str(Markup("{}<b>{} {}</b>{}{}").format(_STYLE, _SIGNS.get(standing, ""), standing, table, words))


def html_of_page(html: str, height: int) -> str:
    """A whole page in a frame of its own."""
    return f'<iframe srcdoc="{escape(html)}" style="width:100%;height:{height}px;border:1px solid #ccc"></iframe>'
