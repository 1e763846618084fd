"""The page as text: one file that refers to nothing outside of itself."""

from __future__ import annotations

from importlib.resources import files

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from asyncir.tools.view.page import Page
from asyncir.tools.view.pipelines.html import part
from asyncir.tools.view.timeline import HEAD, ROW, Timeline

_NO_PIPELINES = Markup("")


def html_of(page: Page, timeline: Timeline, pipelines: Markup = _NO_PIPELINES) -> str:
    """The page, with the diagrams of pipelines on top; whatever comes from the program is escaped."""
    extra = ("pipelines.css", "pipelines.js") if pipelines else ()
    css, js = ("".join(part(name) for name in extra if name.endswith(end)) for end in (".css", ".js"))
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    template = environment.from_string(_part("page.html"))
    return template.render(
        page=page,
        timeline=timeline,
        pipelines=pipelines,
        css=Markup((_part("page.css") + css).strip()),
        js=Markup((_part("page.js") + js).strip()),
        row=ROW,
        head=HEAD,
    )


def _part(name: str) -> str:
    return (files("asyncir.tools.view") / name).read_text(encoding="utf-8")
