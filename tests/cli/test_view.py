"""The page of `asyncir view`: complete, self-contained, well-formed, and true to the report of the check."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from asyncir import check
from asyncir.analyses.in_flight import check_module
from asyncir.analyses.sync_report import Verdict
from asyncir.dialects.verification import location_span
from asyncir.driver.check import confirm
from asyncir.source.text import parse_module
from asyncir.tools.view.timeline import Item, Lanes, shortened
from tests.cli.command import Shell

EXAMPLES = Path(__file__).parents[2] / "examples" / "peers"
WELL = """\
// a < b && c > d
func.func @main(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c15 = arith.constant 15 : index
  %B = memref.alloc() : memref<2xf32>
  queue.commit(0) {
    queue.async {
      %x = memref.load %A[%c0] : memref<16xf32>
      memref.store %x, %B[%c0] : memref<2xf32>
    }
  }
  scf.for %i = %c0 to %c15 step %c1 {
    %next = arith.addi %i, %c1 : index
    %slot = arith.remui %next, %c2 : index
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%next] : memref<16xf32>
        memref.store %x, %B[%slot] : memref<2xf32>
      }
    }
    queue.wait(0, 1)
    %now = arith.remui %i, %c2 : index
    %y = memref.load %B[%now] : memref<2xf32>
    memref.store %y, %C[%i] : memref<16xf32>
  }
  queue.wait(0, 0)
  return
}
"""
WEAK = WELL.replace("queue.wait(0, 1)", "queue.wait(0, 2)")
VOID = {"meta", "br", "link", "img", "input", "hr"}


class Page(HTMLParser):
    """Collects what is on a page; fails where an element is not closed."""

    def __init__(self, text: str):
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.scripts = 0
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        assert len(found) == len(attrs), (tag, attrs)
        self.elements.append((tag, found))
        self.scripts += tag == "script"
        self.ids += [found["id"]] if "id" in found else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("script", "style"):
            self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.words))

    def classed(self, *names: str) -> list[dict[str, str]]:
        return [a for _, a in self.elements if set(names) <= set(a.get("class", "").split())]


def page_of(asyncir: Shell, program: str, name: str = "program.mlir") -> tuple[Page, str]:
    outcome = asyncir("view", asyncir.write(name, program), "-o", "out.html")
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")
    text = Path("out.html").read_text(encoding="utf-8")
    return Page(text), text


def examples() -> list[str]:
    return [file.name for file in sorted(EXAMPLES.glob("*.mlir"))]


@pytest.mark.parametrize("name", examples())
def test_the_page_of_an_example(asyncir: Shell, name: str) -> None:
    program = (EXAMPLES / name).read_text(encoding="utf-8")
    outcome = asyncir("view", asyncir.write(name, program), "-o", "out.html")
    if outcome.status:  # what the verifier refuses has no page
        assert outcome.codes[0].startswith("V")
        assert not Path("out.html").exists()
        return
    text = Path("out.html").read_text(encoding="utf-8")
    page = Page(text)
    module = parse_module(program, name)
    report, *_ = confirm(module, check_module(module))
    for number, wait in enumerate(report.waits, start=1):
        css = wait.verdict.value.replace(" ", "-")
        (card,) = [a for tag, a in page.elements if tag == "section" and a.get("id") == f"wait{number}"]
        assert css in card["class"].split()
        span = location_span(wait.op.location)
        assert span is not None
        card_at, line_at = text.index(f'id="wait{number}"'), text.index(f'id="L{span.line}"')
        assert line_at < card_at
        after = text.find(f'id="L{span.line + 1}"')
        assert after < 0 or card_at < after, "the card is not below the line of its wait"
    assert len(page.classed("card")) == len(report.waits)
    assert page.classed("standing", report.standing.value)
    assert len(page.classed("line")) == len(program.rstrip("\n").split("\n"))
    drawn = page.classed("bar") or "No run is shown" in page.text
    assert drawn
    assert len(page.ids) == len(set(page.ids))


def test_it_refers_to_nothing_outside(asyncir: Shell) -> None:
    page, text = page_of(asyncir, WEAK)
    for tag, attributes in page.elements:
        assert "src" not in attributes, tag
        assert attributes.get("href", "#").startswith("#")
        assert not any(name.startswith("on") for name in attributes)
    assert not re.search(r"https?:|url\(|@import|\bfetch\b|XMLHttpRequest", text)
    lines = {a["href"] for _, a in page.elements if "href" in a}
    assert {line.removeprefix("#") for line in lines} <= set(page.ids)
    named = [pair for _, a in page.elements for pair in a.get("data-lines", "").split(";") if pair]
    assert named
    assert {f"L{pair.partition(':')[0]}" for pair in named} <= set(page.ids)


def test_a_loop_that_is_right(asyncir: Shell) -> None:
    page, _ = page_of(asyncir, WELL)
    assert "proved no execution has a race" in page.text
    assert "At most 1 group may stay in flight here; 2 would be too many" in page.text
    kept, retired = page.classed("box", "q0"), page.classed("box", "retired")
    assert len(kept) > len(retired) > 0
    assert "A → B" in page.text
    assert page.classed("dot")
    assert not page.classed("dot", "race")


def test_a_loop_that_races(asyncir: Shell) -> None:
    page, _ = page_of(asyncir, WEAK)
    assert "refuted some execution has a race" in page.text
    assert "It lets 2 groups stay in flight; at most 1 may" in page.text
    assert "must be waited for" in page.text
    assert len(page.classed("box", "wrong")) == 1
    assert page.classed("verdict", "too-weak")
    assert page.classed("dot", "race")
    # Copies before the loop and in it, and the load behind the wait.
    racing = {line["id"] for line in page.classed("line", "racing")}
    assert "L25" in racing
    assert racing <= {"L9", "L18", "L25"}


@pytest.mark.parametrize(("left", "said"), [(10, "… 2 more"), (2, "… 2 older"), (8, "")])
def test_of_many_groups_the_youngest_are_drawn(asyncir: Shell, left: int, said: str) -> None:
    """Of twelve groups at most eight are drawn that stay, and eight that are waited for."""
    copies = [
        f"queue.commit(0) {{ queue.async {{ %x{n} = memref.load %A[%c{n}] : memref<16xf32> "
        f"memref.store %x{n}, %B[%c{n}] : memref<16xf32> }} }}"
        for n in range(12)
    ]
    lines = [
        "func.func @main(%A: memref<16xf32>, %B: memref<16xf32>) {",
        *(f"%c{n} = arith.constant {n} : index" for n in range(12)),
        *copies,
        f"queue.wait(0, {left})",
        *(f"%y{n} = memref.load %B[%c{n}] : memref<16xf32>" for n in range(12 - left)),
        "return",
        "}",
    ]
    page, _ = page_of(asyncir, "\n".join(lines))
    assert "too many" in page.text
    assert len(page.classed("box")) == min(left, 8) + min(12 - left, 8)
    assert re.findall(r"… \d+ (?:more|older)", page.text) == ([said] if said else [])


def test_iterations_are_told_in_the_numbers_of_the_loop(asyncir: Shell) -> None:
    counted = WELL.replace("scf.for %i = %c0 to %c15 step %c1", "scf.for %i = %c1 to %c15 step %c2")
    page, _ = page_of(asyncir, counted)
    told = {int(number) for number in re.findall(r"\bi = (\d+)", page.text)}
    assert told
    assert told <= set(range(1, 15, 2))


def test_the_middle_of_a_long_run_is_left_out() -> None:
    """The first 22 steps stay where they are, then comes the gap, then the last ten."""
    steps = (0, 21, 22, 49, 50, 59)
    marks = tuple(Item(step, step, str(step)) for step in steps)
    lanes = shortened(Lanes("Thread 0", 60, marks=marks))
    assert {mark.text: mark.first for mark in lanes.marks} == {"0": 0, "21": 21, "50": 23, "59": 32}
    assert (lanes.gap, lanes.left_out, lanes.steps) == (22, 28, 33)


def test_a_bar_that_goes_over_the_gap_or_ends_in_it() -> None:
    def bar(row: int, first: int, last: int | None) -> Item:
        return Item(first, last, row=row)

    bars = (bar(0, 3, 55), bar(1, 3, 30), bar(2, 30, 40), bar(3, 30, 55), bar(4, 55, None))
    lanes = shortened(Lanes("Thread 0", 60, bars=bars))
    assert [(b.row, b.first, b.last) for b in lanes.bars] == [
        (0, 3, 28),
        (1, 3, 22),
        (2, 22, 28),
        (3, 28, None),
    ]
    whole = Lanes("Thread 0", 40, bars=bars[:2])
    assert shortened(whole) is whole


def test_a_wait_that_is_longer_than_need_be(asyncir: Shell) -> None:
    page, _ = page_of(asyncir, WELL.replace("queue.wait(0, 1)", "queue.wait(0, 0)"))
    assert page.classed("standing", "proved")
    assert "No group may stay in flight here; 1 could" in page.text
    assert "could stay" in page.text


def test_the_call_has_the_arguments_of_before_the_run(asyncir: Shell) -> None:
    more = "  %f = arith.constant 7.0 : f32\n  memref.store %f, %C[%c0] : memref<16xf32>\n  return"
    page, _ = page_of(asyncir, WELL.replace("  return", more))
    assert "@main(f32[16], f32[16])" in page.text


def test_text_of_the_program_is_escaped(asyncir: Shell) -> None:
    program = WELL.replace("@main", '@"<script>alert(1)</script>"').replace(
        "// a", "// </pre><img src=x onerror=alert(2)> \u202e\x07 & a"
    )
    page, text = page_of(asyncir, program, "<b>name&.mlir")
    assert page.scripts == 1
    assert "img" not in [tag for tag, _ in page.elements]
    assert "<img" not in text
    assert "\u202e" not in text
    assert "\x07" not in text
    assert "</pre><img src=x onerror=alert(2)>" in "".join(page.words)
    assert "<b>name&.mlir" in page.text


def test_a_program_without_waits(asyncir: Shell) -> None:
    page, _ = page_of(asyncir, "func.func @main() { return }")
    assert not page.classed("card")
    assert "No run is shown" in page.text


def test_standard_input_and_output(asyncir: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import sys

    class Stdin:
        buffer = io.BytesIO(WELL.encode())

    monkeypatch.setattr(sys, "stdin", Stdin())
    outcome = asyncir("view", "-", "-o", "-")
    assert outcome.status == 0
    page = Page(outcome.out)
    assert "<stdin>" in page.text
    assert len(page.classed("card")) == 2


@pytest.mark.parametrize(
    ("program", "status", "code"),
    [
        ("", 2, "C014"),
        ("func.func @main() {", 1, "T"),
        ("func.func @main() { call @f() : () -> () return }", 1, "V"),
    ],
)
def test_what_is_no_program_has_no_page(asyncir: Shell, program: str, status: int, code: str) -> None:
    outcome = asyncir("view", asyncir.write("wrong.mlir", program), "-o", "out.html")
    assert outcome.status == status
    assert outcome.codes[0].startswith(code)
    assert not Path("out.html").exists()


def test_the_output_must_be_named_and_writable(asyncir: Shell) -> None:
    file = asyncir.write("program.mlir", WELL)
    assert asyncir("view", file).codes == ["C004"]
    assert asyncir("view", file, "-o", "missing/out.html").codes == ["C002"]


def test_the_same_program_gives_the_same_page(asyncir: Shell) -> None:
    assert page_of(asyncir, WEAK)[1] == page_of(asyncir, WEAK)[1]


def test_every_verdict_has_a_style() -> None:
    css = (Path(__file__).parents[2] / "src/asyncir/tools/view/page.css").read_text(encoding="utf-8")
    for verdict in Verdict:
        assert f".verdict.{verdict.value.replace(' ', '-')}" in css


COPIES_AHEAD = (Path(__file__).parents[1] / "faults" / "review_cp_counts.mlir").read_text(encoding="utf-8")
"""The copy of the next tile goes ahead of the barrier behind which this one is read; its last group is empty."""


def test_the_page_names_the_threads_that_the_check_names(asyncir: Shell) -> None:
    page, _ = page_of(asyncir, COPIES_AHEAD)
    (race,) = check(COPIES_AHEAD).races
    first, second = race.threads
    assert f"iteration 0, thread {first} second access" in page.text
    assert f"iteration 1, thread {second} It happens" in page.text
    assert f"Thread {first}" in page.text


def test_a_card_shows_the_groups_that_its_headline_speaks_of(asyncir: Shell) -> None:
    """Of the paths to the wait the one with the most groups, not that on which the youngest is empty."""
    page, _ = page_of(asyncir, COPIES_AHEAD)
    assert "At most 1 group may stay in flight here" in page.text
    assert "may stay A → S iteration i waited for A → S iteration i - 1" in page.text
