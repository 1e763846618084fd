"""The page as text: one file that refers to nothing outside of itself."""

from __future__ import annotations

from markupsafe import Markup

from asyncir.tools.graph.html import graph_script, graph_style
from asyncir.tools.pages import filled, part
from asyncir.tools.view.page import CheckPage, headline, sentence, wrong
from asyncir.tools.view.timeline import HEAD, ROW, Timeline

_NO_PIPELINES = Markup("")


def html_of(
    page: CheckPage,
    timeline: Timeline | None,
    pipelines: Markup = _NO_PIPELINES,
    tasks: Markup | None = None,
) -> str:
    """The page, with the diagrams of pipelines and the graphs of tasks on top; what comes from the program is escaped."""
    css, js = part("view", "page.css"), part("view", "page.js")
    if pipelines:
        css += part("view", "pipelines", "pipelines.css")
        js += part("view", "pipelines", "pipelines.js")
    if tasks is not None:
        css += graph_style()
        js += graph_script()
    return filled(
        *("view", "page.html"),
        page=page,
        timeline=timeline,
        pipelines=pipelines,
        tasks=tasks,
        css=css.strip(),
        js=js.strip(),
        headline=headline,
        sentence=sentence,
        wrong=wrong,
        row=ROW,
        head=HEAD,
    )
