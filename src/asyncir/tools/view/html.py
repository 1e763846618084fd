"""The page as text: one file that refers to nothing outside of itself."""

from __future__ import annotations

from importlib.resources import files

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from asyncir.tools.view.page import Page
from asyncir.tools.view.timeline import HEAD, ROW, Timeline


def html_of(page: Page, timeline: Timeline) -> str:
    """The page; whatever comes from the program is escaped."""
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    template = environment.from_string(_part("page.html"))
    return template.render(
        page=page,
        timeline=timeline,
        css=Markup(_part("page.css").strip()),
        js=Markup(_part("page.js").strip()),
        row=ROW,
        head=HEAD,
    )


def _part(name: str) -> str:
    return (files("asyncir.tools.view") / name).read_text(encoding="utf-8")
