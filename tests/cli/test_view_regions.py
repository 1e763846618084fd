"""The page of a program of regions: the check's verdict, what regions do and cost, the plan, what was measured."""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
import zlib
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy
import pytest

from asyncir import check
from tests.cli.command import Outcome, Shell
from tests.cli.test_view import Page
from tests.cli.test_view_tasks import REDUNDANT, Drawn, graphs_in
from tests.regions.programs import program as random_program
from tests.seeing.test_page import needs_node, node

T = "tensor<64x64xf32>"
"""16 KiB."""


def product(name: str, needs: str = "", uses: str = "%a, %a") -> str:
    """A region of a product, which takes 64 * 64 * 64 times 0.05 ns by estimate."""
    return (
        f"  %t{name}, %{name} = async.region{needs} -> {T} {{\n"
        f"    %e{name} = tensor.empty() : {T}\n"
        f"    %p{name} = linalg.matmul ins({uses} : {T}, {T}) outs(%e{name} : {T}) -> {T}\n"
        f"    async.yield %p{name} : {T}\n  }}\n"
    )


DIAMOND = (
    f"func.func @main(%a: {T}) -> {T} {{\n"
    + product("left")
    + product("right")
    + product("both", " [%tleft, %tright]", "%left, %right")
    + f"  async.await %tboth : !async.token\n  return %both : {T}\n}}\n"
)
WORK = 64**3 * 0.05
RACY = """\
func.func @main(%m: memref<4xi64>, %x: i64) {
  %c0 = arith.constant 0 : index
  %first = async.region {
    memref.store %x, %m[%c0] : memref<4xi64>
    async.yield
  }
  %second = async.region {
    %y = memref.load %m[%c0] : memref<4xi64>
    async.yield
  }
  async.await %first : !async.token
  async.await %second : !async.token
  return
}
"""
NESTED = """\
func.func @main(%x: f32) -> (f32, f32) {
  %t, %a, %u, %b = async.region -> (f32, !async.token, f32) {
    %m = arith.mulf %x, %x : f32
    %inner, %c = async.region -> f32 {
      %s = arith.addf %m, %x : f32
      async.yield %s : f32
    }
    async.yield %m, %c, %inner : f32, f32, !async.token {token_counts = array<i64: 0, 1>}
  }
  async.await %t : !async.token
  async.await %u : !async.token
  return %a, %b : f32, f32
}
"""
LOOP = """\
func.func @main(%n: index, %x: i64) -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %first = async.ready : !async.token
  %t, %sum = scf.for %i = %zero to %n step %one iter_args(%before = %first, %v = %x) -> (!async.token, i64) {
    %t1, %v1 = async.region [%before] -> i64 {
      %s = arith.addi %v, %x : i64
      async.yield %s : i64
    }
    scf.yield %t1, %v1 : !async.token, i64
  }
  async.await %t : !async.token
  return %sum : i64
}
"""


class Lanes:
    """What the picture of the regions draws."""

    def __init__(self, text: str):
        found = re.search(r'class="lanes-data">(.*?)</script>', text)
        assert found is not None
        self.data: dict[str, Any] = json.loads(found[1])
        self.names = [name for name, _, _ in self.data["regions"]]
        self.planned, *self.measured = self.data["pictures"]

    def bars(self, picture: dict[str, Any]) -> list[tuple[str, int, int, int]]:
        """Name, row, begin, length."""
        return [(self.names[n] if n >= 0 else "", *rest) for n, *rest in picture["bars"]]


def viewed(asyncir: Shell, program: str, *options: str | Path) -> tuple[Drawn, Page, str]:
    outcome = asyncir("view", asyncir.write("program.mlir", program), "-o", "out.html", *options)
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")
    text = Path("out.html").read_text(encoding="utf-8")
    return graphs_in(text)["Regions"], Page(text), text


def badges(text: str) -> list[str]:
    """What stands beside the lines: what is waited for, and the verdict."""
    return re.findall(r'of-tasks"[^>]*>([^<]*)<', text)


# ---- the verdict


@pytest.mark.parametrize("program", [DIAMOND, NESTED, LOOP, RACY], ids=["diamond", "nested", "loop", "racy"])
def test_the_verdict_is_that_of_the_check(asyncir: Shell, program: str) -> None:
    checked = check(program, filename="program.mlir")
    assert checked.standing == ("refuted" if program is RACY else "proved")
    graph, page, text = viewed(asyncir, program)
    assert page.classed("standing", checked.standing)
    if checked.proved:
        verdicts = [wait.verdict for wait in checked.waits]
        assert sorted(badge.rpartition(" ")[2] for badge in badges(text)) == sorted(verdicts)
        assert {verdict for _, _, verdict in graph.edges()} <= set(verdicts)


@pytest.mark.parametrize("seed", [0, 15, 21])
def test_random_programs_have_the_verdict_of_the_check(asyncir: Shell, seed: int) -> None:
    text, _, _ = random_program(seed)
    checked = check(text, filename="program.mlir")
    assert checked.proved
    graph, page, _ = viewed(asyncir, text)
    assert page.classed("standing", checked.standing)
    verdicts = {verdict for _, _, verdict in graph.edges()}
    assert verdicts <= {"needed", "redundant"}, "each dependency has its verdict, or waits for nothing"


def test_waits_are_called_by_the_region_that_they_wait_for(asyncir: Shell) -> None:
    graph, _, text = viewed(asyncir, DIAMOND)
    assert graph.edges() == {
        ("left", "both", "redundant"),
        ("right", "both", "redundant"),
        ("both", "await both", "redundant"),
    }
    assert badges(text) == [
        *("left redundant", "right redundant", "left needed", "right needed"),
        *("both redundant", "both needed"),
    ]
    assert graph.facts("both")["wait for right"] == "redundant: what it orders is ordered without it"


def test_a_region_of_an_earlier_iteration(asyncir: Shell) -> None:
    graph, _, _ = viewed(asyncir, LOOP)
    (back,) = (edge for edge in graph.data["edges"] if edge.get("back"))
    assert back["text"].startswith("v1 of an earlier iteration, redundant")
    assert graph.inside("for %i: %n times") == {"v1"}


def test_regions_that_race(asyncir: Shell) -> None:
    graph, page, text = viewed(asyncir, RACY)
    assert "racing" in graph.nodes["first"]["marks"]
    assert "racing" in graph.nodes["second"]["marks"]
    assert "1 race" in page.text
    assert list(graphs_in(text)) == ["One small execution", "Regions"]


def test_inner_regions_that_leave_are_boxes_of_their_own(asyncir: Shell) -> None:
    graph, _, text = viewed(asyncir, NESTED)
    assert {("a", "c"), ("a", "await a"), ("c", "await c")} == {(s, t) for s, t, _ in graph.edges()}
    assert {verdict for _, _, verdict in graph.edges()} == {"redundant"}
    assert Lanes(text).names == ["a", "c"]


# ---- boxes


def test_boxes_say_what_a_region_does_and_when(asyncir: Shell) -> None:
    graph, _, _ = viewed(asyncir, DIAMOND, "--workers", "2")
    facts = graph.facts("both")
    assert facts["does"] == "linalg.matmul, tensor.empty", "structured ones first"
    assert facts["work"] == "13.1 µs"
    assert facts["earliest"] == "13.1 µs to 26.2 µs"
    assert facts["planned"] == "lane 1, 13.1 µs to 26.2 µs"
    assert graph.facts("right")["planned"] == "lane 2, 0 ns to 13.1 µs"
    assert graph.nodes["both"]["line"] == 12
    assert graph.nodes["both"]["family"] == "matmul"
    assert "measured" not in facts


def test_the_critical_path_is_marked(asyncir: Shell) -> None:
    program = DIAMOND.replace("%pright = linalg.matmul", "%pright = linalg.add")
    graph, page, _ = viewed(asyncir, program)
    (path,) = graph.data["paths"]
    assert graph.way(path["first"]) == ["left", "both"]
    assert path["second"] == []
    assert path["title"] == "critical path: 2 regions, 26.2 µs"
    assert path["title"] in page.text
    marked = {label for label, node in graph.nodes.items() if "critical" in node.get("marks", ())}
    assert marked == {"left", "both"}
    assert "on the critical path" in page.text


def test_regions_without_names_are_called_by_what_they_do(asyncir: Shell) -> None:
    program = DIAMOND.replace("%tleft", "%0").replace("%left", "%1")
    graph, _, text = viewed(asyncir, program)
    assert ("matmul, line 2", "both", "redundant") in graph.edges()
    assert Lanes(text).names == ["matmul, line 2", "right", "both"]


def test_formed_regions(asyncir: Shell) -> None:
    body = "".join(
        f"  %e{n} = tensor.empty() : {T}\n  %{n} = linalg.matmul ins(%a, %a : {T}, {T}) outs(%e{n} : {T}) -> {T}\n"
        for n in ("x", "y")
    )
    program = (
        f"func.func @main(%a: {T}) -> {T} {{\n{body}  %ez = tensor.empty() : {T}\n"
        f"  %z = linalg.add ins(%x, %y : {T}, {T}) outs(%ez : {T}) -> {T}\n  return %z : {T}\n}}\n"
    )
    formed = asyncir("opt", asyncir.write("plain.mlir", program), "-p", "form-regions{least-work=5000}")
    graph, page, text = viewed(asyncir, formed.out)
    assert page.classed("standing", "proved")
    assert {source for source, _, _ in graph.edges()} == {"x", "y", "z"}
    assert [name for name, *_ in Lanes(text).bars(Lanes(text).planned)] == ["x", "y", "z"]


# ---- the plan


def test_each_region_is_planned_once_behind_what_it_needs(asyncir: Shell) -> None:
    _, page, text = viewed(asyncir, DIAMOND, "--workers", "2")
    lanes = Lanes(text)
    bars = lanes.bars(lanes.planned)
    assert [name for name, *_ in bars] == ["left", "right", "both"]
    assert lanes.planned["rows"] == ["lane 1", "lane 2"]
    (_, a, _, first), (_, b, _, second), (_, _, begin, _) = bars
    assert a != b
    assert begin >= max(first, second)
    assert lanes.data["critical"] == [0, 2]
    assert lanes.planned["length"] == pytest.approx(2 * WORK, rel=0.01)
    assert "@main : 3 regions on 2 workers in 26.2 µs, of 39.3 µs of work" in page.text


def test_one_worker_does_one_behind_the_other(asyncir: Shell) -> None:
    _, _, text = viewed(asyncir, DIAMOND, "--workers", "1")
    lanes = Lanes(text)
    assert lanes.planned["rows"] == ["lane 1"]
    assert all(b + length <= c + 1 for (_, _, b, length), (_, _, c, _) in pairwise(lanes.bars(lanes.planned)))
    assert lanes.planned["length"] == pytest.approx(3 * WORK, rel=0.01)


def test_there_is_a_worker_for_each_processor_unless_it_is_said(asyncir: Shell) -> None:
    _, page, _ = viewed(asyncir, DIAMOND)
    count = os.cpu_count()
    assert f"3 regions on {count} worker" in page.text
    _, page, _ = viewed(asyncir, DIAMOND, "--workers", "7")
    assert "5 workers would have nothing to do" in page.text
    assert asyncir("view", "program.mlir", "-o", "out.html", "--workers", "0").status == 2


def test_memory_over_time(asyncir: Shell) -> None:
    _, page, text = viewed(asyncir, DIAMOND, "--workers", "2")
    memory = Lanes(text).planned["memory"]
    assert [size for _, size in memory["steps"]] == [2 * 16384, 3 * 16384, 0]
    assert memory["peak"] == 3 * 16384
    assert "48.0 KiB at most" in page.text
    unknown = RACY.replace("%second = async.region {", "%second, %d = async.region -> memref<?xi64> {")
    unknown = unknown.replace(
        "async.yield\n  }\n  async.await", "async.yield %m2 : memref<?xi64>\n  }\n  async.await"
    )
    unknown = unknown.replace(
        "    %y =", "    %n = arith.constant 4 : index\n    %m2 = memref.alloc(%n) : memref<?xi64>\n    %y ="
    )
    _, page, _ = viewed(asyncir, unknown)
    assert "1 result of a size that only the run tells" in page.text


def test_of_several_functions_one_is_planned_and_the_others_named(asyncir: Shell) -> None:
    other = (
        DIAMOND.replace("@main", "@other")
        .replace(product("right"), "")
        .replace(", %tright", "")
        .replace("%right", "%left")
    )
    _, page, text = viewed(asyncir, DIAMOND + other)
    assert "There is no plan of @other ." in page.text
    assert len(Lanes(text).names) == 3


def test_programs_of_tasks_alone_have_no_lanes(asyncir: Shell) -> None:
    file = asyncir.write("program.mlir", REDUNDANT)
    assert asyncir("view", file, "-o", "out.html").status == 0
    text = Path("out.html").read_text(encoding="utf-8")
    assert Page(text).classed("lanes-of-regions") == []
    assert "LanesSection" not in text
    assert "As it is written" in graphs_in(text)


# ---- what was measured


def recording(
    program: str,
    labels: list[tuple[str, int]],
    tasks: list[tuple[int, int]],
    spans: list[tuple[int, int, float, float]],
) -> str:
    """A page as a run leaves it: names and lines; origin and parent of tasks; task, worker, begin and end of spans."""
    columns = {
        "spanStart": ("f8", [float(span[2]) for span in spans]),
        "spanEnd": ("f8", [float(span[3]) for span in spans]),
        "taskOrigin": ("i4", [task[0] for task in tasks]),
        "taskParent": ("i4", [task[1] for task in tasks]),
        "spanTask": ("i4", [span[0] for span in spans]),
        "spanWorker": ("i2", [span[1] for span in spans]),
    }
    data, layout = b"", dict[str, tuple[str, int, int]]()
    for name, (type_, values) in columns.items():
        layout[name] = (type_, len(data), len(values))
        data += numpy.array(values, type_).tobytes()
    lines = program.splitlines()
    head = {
        "workers": ["worker 0", "worker 1", "timers"],
        "lanes": 1,
        "labels": [[name, "", "", line] for name, line in labels],
        "lines": {line: lines[line - 1].strip() for _, line in labels if line},
        "arrays": layout,
    }
    return (
        f'<script type="application/json" id="head">{json.dumps(head)}</script>'
        f'<script type="application/octet-stream" id="data">{base64.b64encode(zlib.compress(data)).decode()}</script>'
    )


LABELS = [("main", 1), ("%left", 2), ("%right", 7), ("%both", 12), ("tile", 4)]


def measured(asyncir: Shell, spans: list[tuple[int, int, float, float]]) -> tuple[Drawn, Page, Lanes]:
    """The page with a recording of tasks: main, left, right, both; a tile of each of left and right, in one line."""
    tasks = [(0, -1), (1, 0), (2, 0), (3, 0), (4, 1), (4, 2)]
    page = asyncir.write("run.html", recording(DIAMOND, LABELS, tasks, spans))
    graph, shown, text = viewed(asyncir, DIAMOND, "--workers", "2", "--measured", page)
    return graph, shown, Lanes(text)


def test_measured_lanes_have_the_names_of_regions(asyncir: Shell) -> None:
    spans = [(0, 0, 0, 100), (1, 0, 100, 5000), (2, 1, 200, 7000), (3, 0, 7100, 9100), (0, 0, 9100, 9900)]
    graph, page, lanes = measured(asyncir, spans)
    (picture,) = lanes.measured
    assert lanes.bars(picture) == [("left", 0, 0, 4900), ("right", 1, 100, 6800), ("both", 0, 7000, 2000)]
    assert picture["rows"] == ["worker 0", "worker 1"]
    assert picture["length"] == 9000
    assert "9 µs, where 26.2 µs are planned" in page.text.replace("9.00 µs", "9 µs")
    assert graph.facts("left")["measured"] == "4.90 µs"


def test_what_a_region_launches_belongs_to_it_wherever_its_code_stands(asyncir: Shell) -> None:
    spans = [(1, 0, 0, 1000), (4, 0, 1500, 2500), (2, 0, 3000, 4000), (5, 1, 3000, 4500)]
    graph, page, lanes = measured(asyncir, spans)
    bars = lanes.bars(lanes.measured[0])
    assert [name for name, *_ in bars] == ["left", "left", "right", "right"]
    assert graph.facts("right")["measured"] == "2.50 µs"
    assert "1 region ran within others, or not at all" in page.text


def test_bars_that_touch_are_one_and_other_tasks_are_drawn_pale(asyncir: Shell) -> None:
    spans = [(1, 0, 0, 1000), (4, 0, 1000, 2000), (0, 0, 2500, 3000), (2, 1, 3000, 9000), (1, 0, 3001, 3002)]
    _, page, lanes = measured(asyncir, spans)
    assert lanes.bars(lanes.measured[0]) == [
        *(("left", 0, 0, 2000), ("", 0, 2500, 500)),
        *(("right", 1, 3000, 6000), ("left", 0, 3001, 1)),
    ]
    assert "a task that is no region's" in page.text


@pytest.mark.long
def test_a_run_of_the_program_is_drawn(asyncir: Shell) -> None:
    file = asyncir.write("program.mlir", DIAMOND)
    numpy.save("a.npy", numpy.zeros((64, 64), numpy.float32))
    run = asyncir("run", file, "a.npy", "-o", "out.npy", "--timeline", "run.html", "--threads", "2")
    assert run.status == 0
    graph, page, text = viewed(asyncir, DIAMOND, "--measured", "run.html")
    lanes = Lanes(text)
    assert {name for name, *_ in lanes.bars(lanes.measured[0])} - {""} == {"left", "right", "both"}
    assert all("measured" in graph.facts(name) for name in ("left", "right", "both"))
    assert "Measured" in page.text


def refused(asyncir: Shell, program: str, recorded: str | bytes) -> Outcome:
    page = asyncir.write("run.html", recorded)
    Path("out.html").unlink(missing_ok=True)
    outcome = asyncir("view", asyncir.write("program.mlir", program), "-o", "out.html", "--measured", page)
    assert outcome.status == 2
    assert not Path("out.html").exists()
    return outcome


WHOLE = recording(DIAMOND, LABELS, [(1, -1)], [(0, 0, 0, 10)])


@pytest.mark.parametrize(
    ("recorded", "said"),
    [
        ("notes", "is no page that `asyncir run --timeline` wrote"),
        (b"\xff\xfe", "is no page that `asyncir run --timeline` wrote"),
        (WHOLE.replace('id="data">', 'id="data">!'), "is no page that `asyncir run --timeline` wrote"),
        (WHOLE.replace('"spanWorker": ["i2"', '"spanWorker": ["i9"'), "is no page that `asyncir run"),
        (WHOLE.replace('"labels": [', '"labels": 7, "other": ['), "is no page that `asyncir run"),
        (recording(DIAMOND, LABELS, [(7, -1)], [(0, 0, 0, 10)]), "is no page that `asyncir run"),
        (
            recording(DIAMOND, LABELS, [(0, -1)], [(0, 0, 0, 10)]),
            "has no task that is a region of this program",
        ),
        (recording(DIAMOND, LABELS, [], []), "has no task that is a region of this program"),
        (recording(RACY, [("main", 3)], [(0, -1)], [(0, 0, 0, 10)]), "is of another program: its line 3 is"),
    ],
)
def test_recordings_that_are_none(asyncir: Shell, recorded: str | bytes, said: str) -> None:
    outcome = refused(asyncir, DIAMOND, recorded)
    assert outcome.codes == ["C042"]
    assert said in outcome.err
    assert "help:" in outcome.err


def test_recordings_of_programs_without_regions_and_files_that_are_not_there(asyncir: Shell) -> None:
    outcome = refused(asyncir, REDUNDANT, WHOLE)
    assert outcome.codes == ["C042"]
    assert "this one has none" in outcome.err
    file = asyncir.write("program.mlir", DIAMOND)
    missing = asyncir("view", file, "-o", "out.html", "--measured", "nowhere.html")
    assert (missing.status, missing.codes) == (2, ["C001"])
    assert not Path("out.html").exists()


# ---- size


def many(count: int, across: int) -> str:
    """A program of so many regions, each of which uses what two of the row before have made."""
    lines = [f"func.func @main(%a: {T}) {{"]
    for n in range(count):
        row, column = divmod(n, across)
        before = [] if row == 0 else [(row - 1) * across + c for c in (column, (column + 1) % across)]
        waits = f" [{', '.join(f'%t{b}' for b in before)}]" if before else ""
        uses = ", ".join(f"%v{b}" for b in before) or "%a, %a"
        op = "matmul" if n % 3 == 0 else "add"
        lines.append(
            f"  %t{n}, %v{n} = async.region{waits} -> {T} {{\n    %e = tensor.empty() : {T}\n"
            f"    %s = linalg.{op} ins({uses} : {T}, {T}) outs(%e : {T}) -> {T}\n    async.yield %s : {T}\n  }}"
        )
    return "\n".join([*lines, "  return", "}", ""])


@pytest.mark.slow
@pytest.mark.long
def test_the_page_of_two_thousand_regions_is_folded_and_linear_in_size(asyncir: Shell) -> None:
    sizes: list[int] = []
    for count in (1000, 2000):
        graph, page, text = viewed(asyncir, many(count, 50), "--workers", "8")
        assert page.classed("standing", "proved")
        assert len(graph.data["nodes"]) == count
        waves = [group for group in graph.data["groups"] if group["kind"] == "wave"]
        assert len(waves) == 2 * (count // 50), "products and sums of each row"
        assert all(wave["folded"] for wave in waves)
        lanes = Lanes(text)
        assert len(lanes.planned["bars"]) == count
        assert len(lanes.planned["rows"]) == 8
        sizes.append(len(text))
    assert sizes[1] - sizes[0] < 2_700_000, "2.7 KB a region, its text, verdicts and boxes included"


# ---- the script

DRAWN: dict[str, Any] = {
    "regions": [["left", 2, 0], ["right", 7, 0], ["both", 12, 1]],
    "critical": [0, 2],
    "pictures": [
        {
            "rows": ["lane 1", "lane 2"],
            "length": 1000,
            "bars": [[0, 0, 0, 400], [1, 1, 0, 500], [2, 0, 500, 500]],
            "memory": {"peak": 200, "steps": [[0, 100], [500, 200], [1000, 0]]},
        },
        {"rows": ["worker 0"], "length": 500, "bars": [[0, 0, 0, 250], [-1, 0, 250, 250]]},
    ],
}


@needs_node
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("bars().map(at)", [[0, 400], [0, 500], [500, 500]]),
        ("bars().map((bar) => bar.attributes.class)", ["run q0 critical", "run q0", "run q1 critical"]),
        ("bars().map((bar) => bar.attributes.y)", [22, 40, 22]),
        ("bars(1).map((bar) => bar.attributes.class)", ["run q0 critical", "run other"]),
        ("bars(1).map(at)", [[0, 500], [500, 500]]),
        ("(one['.lane-same'].checked = true, one['.lane-same'].listeners.change(), bars(1).map(at))", [[0, 250], [250, 250]]),
        ("(press('in'), bars().map(at))", [[0, 600], [0, 750], [750, 750]]),
        ("(press('in'), press('all'), bars().map(at))", [[0, 400], [0, 500], [500, 500]]),
        ("(press('out'), bars().map(at))", [[0, 400], [0, 500], [500, 500]]),
        ("(search('bo'), [one['.lane-found'].textContent, pale()])", ["1 found", [True, True, False]]),
        ("(search('line 7'), pale())", [True, False, True]),
        ("(search('bo'), search(''), [one['.lane-found'].textContent, pale()])", ["", [False, False, False]]),
        ("(bars()[0].listeners.pointerenter(), [...bars(), ...bars(1)].map(lit))", [True, False, False, True, False]),
        ("boxes[0].all('text').map((each) => each.textContent).slice(-4)", ["left", "right", "both", "200 bytes at most"]),
        ("boxes[0].all('path')[0].attributes.d", "M0 120H0.0V96.0H500.0V72.0H1000.0V120.0V120Z"),
        ("bars()[2].all('title')[0].textContent", "both, line 12\n500 ns: 500 ns to 1 µs, lane 1"),
    ],
)  # fmt: skip
def test_the_script_draws_what_is_there(question: str, answer: object) -> None:
    command = node()
    assert command is not None
    script = (files("asyncir.tools.view.regions") / "lanes.js").read_text(encoding="utf-8")
    page = Path(__file__).with_name("lanes_page.js").read_text(encoding="utf-8")
    whole = f"{page}\n{script}\nconsole.log(JSON.stringify({question}));"
    done = subprocess.run(
        [command, "-e", whole, json.dumps(DRAWN)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == answer


def test_the_page_refers_to_nothing_outside_and_escapes(asyncir: Shell) -> None:
    _, page, text = viewed(asyncir, DIAMOND + "// </script> <b>&\n")
    for tag, attributes in page.elements:
        assert tag not in ("link", "iframe", "img")
        assert "src" not in attributes
    assert page.scripts == 3
    assert "&lt;/script&gt;" in text


@pytest.mark.parametrize("tokens", ["%t, %u", "%u, %t"])
def test_of_two_tokens_of_one_region_the_worse_verdict_is_shown(asyncir: Shell, tokens: str) -> None:
    program = f"""\
func.func @main(%m: memref<4xi64>, %x: i64) {{
  %c0 = arith.constant 0 : index
  %t, %u = async.region -> !async.token {{
    memref.store %x, %m[%c0] : memref<4xi64>
    async.yield
  }}
  %second = async.region [{tokens}] {{
    memref.store %x, %m[%c0] : memref<4xi64>
    async.yield
  }}
  async.await %second : !async.token
  return
}}
"""
    verdicts = [wait.verdict for wait in check(program, filename="program.mlir").waits]
    assert {"needed", "redundant"} <= set(verdicts), "leaving one out is enough"
    graph, _, _ = viewed(asyncir, program)
    assert {verdict for _, target, verdict in graph.edges() if target == "second"} == {"needed"}
