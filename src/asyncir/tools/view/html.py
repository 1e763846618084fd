"""The page as text: one file that refers to nothing outside of itself."""

from __future__ import annotations

from markupsafe import Markup

from asyncir.tools.graph.html import graph_script, graph_style
from asyncir.tools.pages import filled, part
from asyncir.tools.view.page import CheckPage, headline, sentence, wrong
from asyncir.tools.view.regions.lanes import lanes_script, lanes_style
from asyncir.tools.view.timeline import HEAD, ROW, Timeline

_NONE = Markup("")


def html_of(
    page: CheckPage,
    timeline: Timeline | None,
    pipelines: Markup = _NONE,
    tasks: Markup | None = None,
    lanes: Markup = _NONE,
) -> str:
    """The page, with diagrams of pipelines, graphs of tasks and lanes of regions on top.

    What comes from the program is escaped.
    """
    css, js = part("view", "page.css"), part("view", "page.js")
    if pipelines:
        css += part("view", "pipelines", "pipelines.css")
        js += part("view", "pipelines", "pipelines.js")
    if tasks is not None:
        css += graph_style()
        js += graph_script()
    if lanes:
        css += lanes_style()
        js += lanes_script()
    return filled(
        *("view", "page.html"),
        page=page,
        timeline=timeline,
        pipelines=pipelines,
        tasks=tasks,
        lanes=lanes,
        css=css.strip(),
        js=js.strip(),
        headline=headline,
        sentence=sentence,
        wrong=wrong,
        row=ROW,
        head=HEAD,
    )
