"""What each code means: one page per code, `<CODE>.md`, whose first line is its title."""

from __future__ import annotations

from pathlib import Path

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.diagnostics.names import did_you_mean
from asyncir.diagnostics.parameters import expect

_PAGES = Path(__file__).parent


def codes() -> tuple[str, ...]:
    """All codes that have a page, sorted."""
    return tuple(sorted(page.stem for page in _PAGES.glob("*.md")))


def explain(code: str) -> str:
    """The page of a code, in Markdown; letters may be small."""
    known = codes()
    wanted = expect(code, str, "the code", "a text such as 'C001'").strip().strip("[]").upper()
    if wanted in known:
        return (_PAGES / f"{wanted}.md").read_text(encoding="utf-8")
    help = did_you_mean(wanted, known) or f"codes look like {known[0]}" if known else ""
    raise DiagnosticError(Diagnostic("C011", f"there is no diagnostic with the code '{code}'", help=help))
