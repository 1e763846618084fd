"""The page as text: one file that refers to nothing outside of itself."""

from __future__ import annotations

import json

from markupsafe import Markup

from asyncir.tools.pages import filled, part, parts
from asyncir.tools.seeing.page import RunPage

_SCRIPTS = ("model.js", "picture.js", "page.js")


def html_of(page: RunPage) -> str:
    """The page; whatever comes from the program is escaped."""
    return filled(
        *("seeing", "page.html"),
        page=page,
        css=part("seeing", "page.css").strip(),
        js=parts("seeing", *_SCRIPTS),
        head=Markup(_harmless(json.dumps(page.head, ensure_ascii=False))),
    )


def _harmless(text: str) -> str:
    """JSON that can stand in a script element: nothing in it ends the element or begins a comment."""
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text
