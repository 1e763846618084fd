"""The page of `asyncir view` for kernels in PTX."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from asyncir import DiagnosticError, view as draw
from asyncir.driver.kernels.check import check_ptx
from asyncir.tools.view_kernels import html_of_checked
from asyncir.tools.view_kernels.kernel_page import css_of, views_of
from asyncir.tools.view_kernels.loop_rows import FlightBar, packed
from tests.cli.command import Shell

DOCS = Path(__file__).parents[2] / "docs" / "check-ptx.md"


def example(name: str) -> str:
    """A kernel of the page about the check."""
    found = re.search(rf"```ptx file={name}\n(.*?)```", DOCS.read_text(), re.S)
    assert found is not None
    return found[1]


RING = example("ring.ptx")
EXCHANGE = example("exchange.ptx")


class Wellformed(HTMLParser):
    """Elements are closed in the order in which they were opened."""

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """One more is open."""
        if tag not in ("meta", "rect", "line", "path", "circle", "br"):
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """The last one ends."""
        if tag not in ("rect", "line", "path", "circle"):
            assert self.stack.pop() == tag

    def handle_data(self, data: str) -> None:
        """Text."""
        self.text.append(data)


def test_the_loop_is_drawn_with_groups_and_sites() -> None:
    (view,) = views_of(check_ptx(RING, "ring.ptx"))
    assert view.picture is not None
    queues = [row for row in view.picture.rows if row.kind == "queue"]
    (threads,) = [row for row in view.picture.rows if row.kind == "threads"]
    assert threads.name == "threads 0 to 63"
    one_trip = [("W0", "too strong"), ("B", "needed"), ("B", "redundant"), ("B", "needed")]
    marks = sorted(threads.marks, key=lambda mark: mark.step)
    assert [(m.text, m.verdict) for m in marks] == 2 * one_trip
    assert len(view.picture.bands) == 2
    # Each group ends at a wait of the picture, or is still in flight where it ends.
    waits = {mark.step for mark in threads.marks if mark.text == "W0"}
    bars = [bar for row in queues for bar in row.bars]
    assert bars
    assert all(bar.last is None or bar.last in waits for bar in bars)


def test_pointing_at_a_site_says_what_goes_wrong_without_it() -> None:
    (view,) = views_of(check_ptx(RING, "ring.ptx"))
    why = {(line.line, line.site.verdict): line.why for line in view.sites}
    strong = next(text for (_, verdict), text in why.items() if verdict == "too strong")
    assert strong.startswith("with the count 2: `cp.async")
    assert any(text.startswith("without it: ") for (_, verdict), text in why.items() if verdict == "needed")


def test_what_is_missing_has_a_mark_and_a_colour(asyncir: Shell) -> None:
    checked = check_ptx(EXCHANGE, "exchange.ptx")
    (view,) = views_of(checked)
    assert view.picture is not None
    marks = [mark for row in view.picture.rows for mark in row.marks]
    assert [(mark.text, mark.verdict, mark.line) for mark in marks] == [("+B", "missing", 15)]
    page = html_of_checked("exchange.ptx", checked)
    assert 'class="site wrong"' in page
    assert css_of("missing") == css_of("too weak") == "wrong"
    assert "nothing orders `st.shared.b32`" in page


def test_the_command_writes_a_page_that_is_whole(asyncir: Shell) -> None:
    asyncir.write("k.ptx", RING)
    assert asyncir("view", "k.ptx", "-o", "k.html").status == 0
    page = (asyncir.folder / "k.html").read_text()
    parser = Wellformed()
    parser.feed(page)
    assert parser.stack == []
    assert not re.search(r"(?:src|href)=\"(?!#)", page)
    for number in range(6, 40):
        assert f'id="L{number}"' in page


@pytest.mark.parametrize("option", ["--on=x", "--trace=t.pftrace", "--workers=2"])
def test_options_of_other_programs_are_refused(asyncir: Shell, option: str) -> None:
    asyncir.write("k.ptx", RING)
    assert asyncir("view", "k.ptx", "-o", "k.html", option).codes == ["C004"]


def test_options_of_kernels_are_refused_for_other_programs(asyncir: Shell) -> None:
    asyncir.write("p.mlir", "func.func @main() {\n  return\n}\n")
    assert "--block is for PTX" in asyncir("view", "p.mlir", "-o", "p.html", "--block", "64").err


def test_of_several_kernels_one_can_be_drawn() -> None:
    body = RING[RING.index(".visible") :]
    both = RING + body.replace("ring(", "other(").replace("LOOP", "L2").replace("END", "E2")
    assert len(views_of(check_ptx(both, "both.ptx"))) == 2
    picture = draw(both, entry="other")
    assert "other: proved" in picture.html
    assert "ring: proved" not in picture.html


def test_python_draws_what_check_takes(tmp_path: Path) -> None:
    class Compiled:
        ptx = RING

    picture = draw(Compiled(), tmp_path / "k.html")
    assert (tmp_path / "k.html").read_text() == picture.html
    with pytest.raises(DiagnosticError, match="block is for PTX"):
        draw("func.func @main() {\n  return\n}\n", block=64)


def test_bars_that_overlap_have_rows_of_their_own() -> None:
    bars = [FlightBar(0, 2, 1, ""), FlightBar(1, 3, 1, ""), FlightBar(2, None, 1, ""), FlightBar(4, 5, 1, "")]
    assert [[bar.first for bar in row] for row in packed(bars)] == [[0, 2], [1, 4]]
