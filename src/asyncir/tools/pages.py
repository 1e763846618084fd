"""Pages are templates, style sheets and scripts that lie beside the modules that fill them."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from asyncir.tools.seeing.text import duration_text


@cache
def _environment() -> Environment:
    """Whatever comes from a program is escaped."""
    made = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.filters["duration"] = duration_text
    made.filters["prose"] = _prose
    return made


def _prose(text: str) -> Markup:
    """A sentence of a diagnostic, in which what the program says stands between backticks."""
    pieces = text.split("`")
    words = (Markup("<code>{}</code>" if n % 2 else "{}").format(piece) for n, piece in enumerate(pieces))
    return Markup("").join(words) if len(pieces) % 2 else Markup("{}").format(text)


def part(*path: str) -> Markup:
    """A file of the tools."""
    return Markup(files("asyncir.tools").joinpath(*path).read_text(encoding="utf-8"))


def parts(folder: str, *names: str) -> Markup:
    """Several files of a folder, one behind the other."""
    return Markup("\n").join(part(*folder.split("/"), name).strip() for name in names)


def filled(*path: str, **values: Any) -> Markup:
    """The template with these values."""
    return Markup(_environment().from_string(part(*path)).render(values))


def embedded(data: Any) -> Markup:
    """Data for a script, as JSON that can stand in an element of a page."""
    return Markup(_harmless(json.dumps(data, ensure_ascii=False, separators=(",", ":"))))


def _harmless(text: str) -> str:
    """Nothing in it ends the element or begins a comment."""
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text
