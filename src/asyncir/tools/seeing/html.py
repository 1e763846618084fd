"""The page as text: one file that refers to nothing outside of itself."""

from __future__ import annotations

from asyncir.tools.pages import embedded, filled, part, parts
from asyncir.tools.seeing.page import RunPage

_SCRIPTS = ("model.js", "picture.js", "page.js")


def html_of(page: RunPage) -> str:
    """The page; whatever comes from the program is escaped."""
    return filled(
        *("seeing", "page.html"),
        page=page,
        css=part("seeing", "page.css").strip(),
        js=parts("seeing", *_SCRIPTS),
        head=embedded(page.head),
    )
