"""The page as text: one file that refers to nothing outside of itself."""

from __future__ import annotations

import json
from importlib.resources import files

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from asyncir.tools.seeing.page import Page
from asyncir.tools.seeing.text import duration_text

_SCRIPTS = ("model.js", "picture.js", "page.js")


def html_of(page: Page) -> str:
    """The page; whatever comes from the program is escaped."""
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["duration"] = duration_text
    return environment.from_string(_part("page.html")).render(
        page=page,
        css=Markup(_part("page.css").strip()),
        js=Markup("\n".join(_part(name).strip() for name in _SCRIPTS)),
        head=Markup(_harmless(json.dumps(page.head, ensure_ascii=False))),
    )


def _harmless(text: str) -> str:
    """JSON that can stand in a script element: nothing in it ends the element or begins a comment."""
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _part(name: str) -> str:
    return (files("asyncir.tools.seeing") / name).read_text(encoding="utf-8")
