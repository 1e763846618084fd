"""The page as text: one file that refers to nothing outside of itself."""

from __future__ import annotations

from markupsafe import Markup

from asyncir.tools.pages import filled, part
from asyncir.tools.view.page import CheckPage, headline, sentence, wrong
from asyncir.tools.view.timeline import HEAD, ROW, Timeline

_NO_PIPELINES = Markup("")


def html_of(page: CheckPage, timeline: Timeline, pipelines: Markup = _NO_PIPELINES) -> str:
    """The page, with the diagrams of pipelines on top; whatever comes from the program is escaped."""
    css, js = part("view", "page.css"), part("view", "page.js")
    if pipelines:
        css += part("view", "pipelines", "pipelines.css")
        js += part("view", "pipelines", "pipelines.js")
    return filled(
        *("view", "page.html"),
        page=page,
        timeline=timeline,
        pipelines=pipelines,
        css=css.strip(),
        js=js.strip(),
        headline=headline,
        sentence=sentence,
        wrong=wrong,
        row=ROW,
        head=HEAD,
    )
