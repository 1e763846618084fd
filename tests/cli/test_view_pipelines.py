"""The diagrams of software pipelines in the page of `asyncir view`, and their trace."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from asyncir.tools.seeing import packets
from asyncir.tools.view.pipelines.picture import picture_of, scale_of
from tests.cli.command import Shell
from tests.cli.test_view import WELL, Page, page_of
from tests.pipelines.test_rfc import NESTED
from tests.pipelines.test_view_runs import INTERLEAVED_STAGES, THREE_STAGES, copies, only
from tests.seeing.test_perfetto import Reader


def drawn(text: str, css: str) -> list[str]:
    """The titles of what the pictures have of a kind; the first picture's are before the second's."""
    return re.findall(rf'<g class="{css}[^>]*><title>([^<]*)</title>', text)


def test_the_page_has_both_runs_and_the_check_of_what_comes_out(asyncir: Shell) -> None:
    page, text = page_of(asyncir, THREE_STAGES)
    assert "Software pipeline: loop %i of @main, line 8" in page.text
    assert "16 iterations take 48 one after the other and 18 pipelined: 2.67 times as fast" in page.text
    assert "at most 3 iterations under way at once" in page.text
    assert "3 copies of b, 2 copies of c" in page.text
    assert page.classed("standing", "proved")
    assert len(page.classed("verdict", "exact")) == 1 + 6
    assert "The program afterwards" in page.text
    assert "queue.wait" in page.text
    assert [a["aria-label"].partition(":")[0] for a in page.classed("lanes", "pipe")] == [
        "One statement after the other",
        "Pipelined",
    ]
    assert len(drawn(text, "flight")) == 32
    assert len(drawn(text, "wait")) == 32


def test_pointing_at_something_says_what_it_is(asyncir: Shell) -> None:
    _, text = page_of(asyncir, INTERLEAVED_STAGES)
    cells, flights, waits = (drawn(text, css) for css in ("cell", "flight", "wait"))
    assert (
        "statement 1, iteration 4, stage 0; writes c[1]; group 9 of queue 0, committed at 5; time 9 to 10, line 14"
        in cells
    )
    assert "statement 2, iteration 4, stage 3; reads b[0]; reads c[1]; time 10 to 11, line 18" in cells
    assert any(
        title.startswith("b[0] belongs to iteration 4 from 3 to 11; written by statement 0")
        for title in cells
    )
    assert flights[9] == (
        "group 9 of queue 0: statement 1 of iteration 4; committed at 5, complete at 10, "
        "retired at 10 by the wait of statement 2, iteration 4"
    )
    assert waits[4] == (
        "the wait of statement 2, iteration 4: retires 2 groups of queue 0, 5 groups may stay in flight; "
        "holds the thread up from 9 to 10"
    )


def test_it_refers_to_nothing_outside_and_lines_are_there(asyncir: Shell) -> None:
    page, text = page_of(asyncir, NESTED)
    assert len(page.classed("pipeline")) == 2
    assert len(page.ids) == len(set(page.ids))
    assert not re.search(r"https?:|url\((?!#)|@import|\bfetch\b|XMLHttpRequest", text)
    named = {
        pair.partition(":")[0]
        for _, a in page.elements
        for pair in a.get("data-lines", "").split(";")
        if pair
    }
    assert {f"L{line}" for line in named} <= set(page.ids)
    assert {"p0-9", "p1-15"} <= named
    for _, attributes in page.elements:
        assert "src" not in attributes
        assert attributes.get("href", "#").startswith("#")


def test_names_of_the_program_are_escaped(asyncir: Shell) -> None:
    statement = """scf.execute_region no_inline {
      %x = memref.load %a[%i] : memref<16xf32>
      memref.store %x, %d[%i] : memref<16xf32>
      scf.yield
    } {software_pipeline_statement = "<img src=x onerror=alert(1)>"}"""
    page, text = page_of(asyncir, copies("", statement, "software_pipeline_stage = [0]"))
    assert "<img" not in text
    assert "stage 0: <img src=x onerror=aler" in page.text


def test_the_middle_of_a_long_run_is_left_out() -> None:
    text = THREE_STAGES.replace("16xf32", "200xf32").replace("constant 16", "constant 200")
    one, before, after = only(text)
    for run in (before, after):
        picture = picture_of(one, run, "a run", "p0-", scale_of(one))
        assert picture.gap is not None
        assert picture.gap.text == "164 iterations are left out here"
        assert picture.gap.width == pytest.approx(68, abs=2)
        assert {box.iteration for box in picture.boxes if box.iteration >= 0} == {
            *range(24),
            *range(188, 200),
        }
        assert all(picture.gap.x > box.x or box.x >= picture.gap.x for box in picture.boxes)
        assert max(box.x + box.width for box in picture.boxes) <= picture.width
    picture = picture_of(one, after, "a run", "p0-", scale_of(one))
    last = next(box for box in picture.boxes if box.iteration == 199 and box.title.startswith("statement 2"))
    assert abs(last.x + last.width + 14 - picture.width) < 1


@pytest.mark.parametrize("length", [600, 9_000, 96_000, 1_000_000])
def test_the_times_on_the_axis_have_room(length: int) -> None:
    """A digit is seven pixels wide."""
    one, before, _ = only(THREE_STAGES)
    for scale in (0.06, 0.3, 1.0, 5.0):
        ticks = picture_of(one, replace(before, length=length), "a run", "p0-", scale).ticks
        for tick, following in pairwise(ticks):
            assert following.x - tick.x > 7 * len(following.text)


def test_arrows_end_at_the_cell_of_the_wait() -> None:
    one, _, after = only(INTERLEAVED_STAGES)
    scale = scale_of(one)
    picture = picture_of(one, after, "a run", "p0-", scale)
    consumer = {
        box.iteration: box for box in picture.boxes if box.title.startswith("statement 2") and box.text
    }
    assert len(picture.arrows) == 32
    for arrow in picture.arrows:
        x, y = (float(n) for n in arrow.head.rpartition("L")[2].rstrip("Z").split())
        box = consumer[arrow.iteration]
        assert 0 < box.x - x < 4
        assert y == box.y - 1
        assert arrow.x <= x


def test_fewest_slots_are_an_option(asyncir: Shell) -> None:
    file = asyncir.write("three.mlir", THREE_STAGES)
    outcome = asyncir("view", file, "-o", "out.html", "--software-pipeline", "slots=fewest")
    assert (outcome.status, outcome.err) == (0, "")
    assert "2 copies of b, 2 copies of c" in Page(Path("out.html").read_text(encoding="utf-8")).text
    assert asyncir("view", file, "-o", "out.html", "--software-pipeline", "slots=least").codes == ["P003"]


@pytest.mark.feature("S0-31")
def test_a_schedule_that_was_found_is_drawn_with_the_times_of_its_machine(asyncir: Shell) -> None:
    text = re.sub(r"\{software_pipeline_stage[^}]*\}", "{software_pipeline_schedule}", THREE_STAGES)
    file = asyncir.write("wish.mlir", text)
    outcome = asyncir("view", file, "-o", "out.html", "--schedule", "list", "--machine", "dma-vector-tensor")
    assert outcome.status == 0, outcome.err
    page = Page(Path("out.html").read_text(encoding="utf-8"))
    assert re.search(r"an iteration every \d+\.\d, where the schedule has \d+", page.text)
    assert "each statement takes as long as the description of the machine says" in page.text
    assert asyncir("view", file, "-o", "out.html", "--machine", "cpu").codes == ["C004"]


def test_an_annotation_that_is_refused_has_no_page(asyncir: Shell) -> None:
    file = asyncir.write("wrong.mlir", THREE_STAGES.replace("stage = [0, 1, 2]", "stage = [2, 1, 0]"))
    outcome = asyncir("view", file, "-o", "out.html")
    assert (outcome.status, set(outcome.codes)) == (1, {"P107"})
    assert not Path("out.html").exists()


def test_a_loop_that_is_left_as_it_is_is_named(asyncir: Shell) -> None:
    page, _ = page_of(
        asyncir,
        """func.func @main(%a: memref<16xf32>, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %c1 step %c1 iter_args(%v = %x, %w = %y) -> (f32, f32) {
    memref.store %v, %a[%i] : memref<16xf32>
    scf.yield %w, %v : f32, f32
  } {software_pipeline_stage = [0]}
  return
}
""",
    )
    assert "P108 line 4: the loop is not pipelined" in page.text
    assert not page.classed("pipeline")
    assert "The program" in page.text


@pytest.mark.feature("S0-10")
def test_the_trace_has_both_runs_with_arrows_from_commits_to_waits(asyncir: Shell) -> None:
    file = asyncir.write("three.mlir", THREE_STAGES)
    outcome = asyncir("view", file, "-o", "out.html", "--trace", "out.pftrace")
    assert (outcome.status, outcome.err) == (0, "")
    trace = packets.require().Trace.FromString(Path("out.pftrace").read_bytes())
    reader = Reader(list(trace.packet))
    processes = {
        t.process.pid: t.process.process_name for t in reader.tracks.values() if t.HasField("process")
    }
    assert [name.rpartition(" line ")[2] for name in processes.values()] == [
        "8: one statement after the other",
        "8: pipelined",
    ]
    rows = {u: (t.thread.pid, t.thread.thread_name) for u, t in reader.tracks.items() if t.HasField("thread")}
    assert sorted(rows.values()) == [(1, "the thread"), (2, "queue 0"), (2, "queue 1"), (2, "the thread")]
    found = {(rows[track], name): (start, end) for track, start, end, name, _ in reader.slices}
    assert found[(2, "queue 0"), "a → b 5"] == (5000, 6000)
    assert found[(2, "the thread"), "c → d 5"] == (7000, 8000)
    assert found[(1, "the thread"), "c → d 5"] == (17000, 18000)
    everything = [*reader.slices, *reader.instants]
    starts = {flow: name for *_, name, event in reader.instants for flow in event.flow_ids}
    passed = {flow: name for *_, name, event in reader.slices for flow in event.flow_ids}
    ends = {flow: name for *_, name, event in everything for flow in event.terminating_flow_ids}
    assert starts.keys() == passed.keys() == ends.keys() == set(range(1, 33))
    assert all(name.startswith("wait, ") for name in ends.values())
    chains = {(starts[flow], passed[flow]) for flow in starts}
    assert ("commit group 5 of queue 0", "a → b 5") in chains


def test_page_and_trace_are_two_files(asyncir: Shell) -> None:
    file = asyncir.write("program.mlir", WELL)
    outcome = asyncir("view", file, "-o", "out.html", "--trace", "./out.html")
    assert outcome.status != 0
    assert outcome.codes == ["C002"]
    assert not Path("out.html").exists()


def test_without_a_run_there_is_no_trace(asyncir: Shell) -> None:
    file = asyncir.write("program.mlir", WELL)
    outcome = asyncir("view", file, "-o", "out.html", "--trace", "out.pftrace")
    assert (outcome.status, outcome.codes) == (2, ["C041"])
    assert not Path("out.html").exists()
    assert not Path("out.pftrace").exists()


def test_arrows_of_several_loops_are_apart(asyncir: Shell) -> None:
    file = asyncir.write("nested.mlir", NESTED)
    assert asyncir("view", file, "-o", "out.html", "--trace", "out.pftrace").status == 0
    reader = Reader(list(packets.require().Trace.FromString(Path("out.pftrace").read_bytes()).packet))
    flows = [flow for *_, event in reader.instants for flow in event.flow_ids]
    assert sorted(flows) == list(range(1, 17))
    pids = [track.process.pid for track in reader.tracks.values() if track.HasField("process")]
    assert pids == [1, 2, 3, 4]


def test_what_remarks_quote_is_code_on_the_page(asyncir: Shell, tmp_path: Path) -> None:
    (tmp_path / "in.mlir").write_text((Path(__file__).parents[1] / "faults" / "review_blur.mlir").read_text())
    assert asyncir("view", str(tmp_path / "in.mlir"), "-o", str(tmp_path / "out.html")).status == 0
    body = (tmp_path / "out.html").read_text().partition("<script")[0]
    assert "nothing waits for statement <code>2</code>" in body
    assert "`" not in body
