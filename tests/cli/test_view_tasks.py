"""The page of a program with tasks: the graph as it is written, that of a small execution, verdicts, races."""

from __future__ import annotations

import gc
import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from asyncir import check
from tests.cli.command import Shell
from tests.cli.test_view import WELL, Page, page_of

EXAMPLES = Path(__file__).parents[2] / "examples"
RACY = """\
func.func @sum(%a: memref<?xi64>, %n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %total = memref.alloc() : memref<i64>
  memref.store %zero, %total[] : memref<i64>
  %g = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      %x = memref.load %a[%i] : memref<?xi64>
      %old = memref.load %total[] : memref<i64>
      %new = arith.addi %old, %x : i64
      memref.store %new, %total[] : memref<i64>
      async.yield
    }
    %r = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  %y = memref.load %total[] : memref<i64>
  return %y : i64
}
"""
REDUNDANT = """\
func.func @main(%a: memref<4xi64>, %one: i64) {
  %c0 = arith.constant 0 : index
  %first = async.execute {
    memref.store %one, %a[%c0] : memref<4xi64>
    async.yield
  }
  %second = async.execute [%first] {
    %x = memref.load %a[%c0] : memref<4xi64>
    memref.store %x, %a[%c0] : memref<4xi64>
    async.yield
  }
  %third = async.execute [%first, %second] {
    %y = memref.load %a[%c0] : memref<4xi64>
    async.yield
  }
  async.await %third : !async.token
  return
}
"""


class Drawn:
    """A graph of the page, asked by labels."""

    def __init__(self, data: dict[str, Any]):
        self.data = data
        self.all = [*data["nodes"], *data["groups"]]
        self.nodes = {node["label"]: node for node in data["nodes"]}
        self.groups = {group["label"]: group for group in data["groups"]}

    def edges(self, kind: str = "wait") -> set[tuple[str, str, str]]:
        """Source, target, verdict."""
        name = [each["label"] for each in self.all]
        edges = (e for e in self.data["edges"] if e["kind"] == kind)
        return {(name[e["source"]], name[e["target"]], e.get("verdict", "")) for e in edges}

    def facts(self, label: str) -> dict[str, str]:
        return dict(self.nodes[label].get("facts", ()))

    def inside(self, label: str) -> set[str]:
        group = self.groups[label]["id"]
        return {each["label"] for each in self.all if each.get("parent") == group}

    def way(self, path: list[int]) -> list[str]:
        return [self.all[number]["label"] for number in path]


def graphs_in(text: str) -> dict[str, Drawn]:
    """By the titles of tabs."""
    found = re.search(r'class="graph-data">(.*?)</script>', text)
    assert found is not None
    titles = re.findall(r'role="tab" [^>]*>([^<]*)<', text) or ["As it is written"]
    return dict(zip(titles, map(Drawn, json.loads(found[1])), strict=True))


def drawn(asyncir: Shell, program: str) -> tuple[Drawn, Drawn, Page]:
    page, text = page_of(asyncir, program)
    graphs = graphs_in(text)
    return graphs["As it is written"], graphs["One small execution"], page


# ---- as it is written


def test_nodes_have_what_they_read_and_write(asyncir: Shell) -> None:
    program = (EXAMPLES / "tasks" / "producer_consumer.mlir").read_text(encoding="utf-8")
    written, _, page = drawn(asyncir, program)
    assert page.classed("standing", "proved")
    assert written.inside("for %i: %n times") == {"made", "used"}
    assert written.facts("made")["reads"] == "items[%i]"
    assert written.facts("made")["writes"] == "ring[%slot]"
    assert written.facts("used")["reads"] == "ring[%slot], sum"
    assert written.nodes["made"]["line"] == 21
    assert written.edges() == {
        ("made", "used", "needed"),
        ("used", "used", "needed"),
        ("used", "made", "needed"),
        ("used", "await %last", "needed"),
    }
    back = {e.get("back", False) for e in written.data["edges"] if e["kind"] == "wait"}
    assert back == {True, False}
    assert written.edges("launch") == {("writes sum", "made", "")}


def test_a_redundant_dependency_has_its_own_colour(asyncir: Shell) -> None:
    written, run, page = drawn(asyncir, REDUNDANT)
    edges = {
        ("first", "second", "needed"),
        ("first", "third", "redundant"),
        ("second", "third", "needed"),
        ("third", "await %third", "needed"),
    }
    assert written.edges() == edges
    assert run.edges() == {
        *(edge for edge in edges if edge[1] != "await %third"),
        ("third", "@main ·2", "needed"),
    }
    assert "redundant: what it orders is ordered without it" in written.facts("third")["wait for %first"]
    assert [a["class"].split()[1] for a in page.classed("of-tasks")] == [
        "needed",
        "redundant",
        "needed",
        "needed",
    ]


def test_verdicts_are_those_of_the_check(asyncir: Shell) -> None:
    for name in ("double_buffer", "fork_join_sum", "matmul_tiles", "reduction_tree"):
        program = (EXAMPLES / "tasks" / f"{name}.mlir").read_text(encoding="utf-8")
        written, _, page = drawn(asyncir, program)
        verdicts = [wait.verdict for wait in check(program, filename="program.mlir").waits]
        assert [a["class"].split()[1] for a in page.classed("of-tasks")] == verdicts
        assert {verdict for _, _, verdict in written.edges()} <= set(verdicts)


@pytest.mark.parametrize(
    ("bounds", "text"),
    [
        ("%c0 to %c16 step %c1", "for %i: 16 times"),
        ("%c0 to %c16 step %c3", "for %i: 6 times"),
        ("%c0 to %n step %c1", "for %i: %n times"),
        ("%c1 to %n step %c1", "for %i: %n - 1 times"),
        ("%c0 to %n step %c3", "for %i: %n / 3 times"),
        ("%m to %n step %c3", "for %i: (%n - %m) / 3 times"),
        ("%c0 to %n step %m", "for %i: unknown how often"),
        ("%c0 to %c1 step %c1", "for %i: once"),
    ],
)
def test_loops_say_how_often_they_run(asyncir: Shell, bounds: str, text: str) -> None:
    program = f"""\
func.func @main(%a: memref<99xi64>, %n: index, %m: index, %x: i64) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  scf.for %i = {bounds} {{
    %t = async.execute {{
      memref.store %x, %a[%i] : memref<99xi64>
      async.yield
    }}
    async.await %t : !async.token
  }}
  return
}}
"""
    written, _, _ = drawn(asyncir, program)
    assert written.inside(text) == {"t", "await %t"}


def test_what_is_inside_of_tasks_branches_and_other_loops(asyncir: Shell) -> None:
    program = """\
func.func @main(%a: memref<4xi64>, %x: i64, %more: i1) {
  %c0 = arith.constant 0 : index
  %r = async.ready : !async.token
  %outer = async.execute {
    %inner = async.execute {
      memref.store %x, %a[%c0] : memref<4xi64>
      async.yield
    }
    async.await %inner : !async.token
    async.yield
  }
  %end = scf.if %more -> !async.token {
    %t = async.execute [%outer] {
      memref.store %x, %a[%c0] : memref<4xi64>
      async.yield
    }
    scf.yield %t : !async.token
  } else {
    scf.yield %outer : !async.token
  }
  async.await %end : !async.token
  scf.while : () -> () {
    %y = memref.load %a[%c0] : memref<4xi64>
    %again = arith.cmpi slt, %y, %x : i64
    scf.condition(%again)
  } do {
    func.call @sub(%a, %x) : (memref<4xi64>, i64) -> ()
    scf.yield
  }
  return
}
func.func private @sub(%a: memref<4xi64>, %x: i64) {
  %c0 = arith.constant 0 : index
  %s = async.execute {
    memref.store %x, %a[%c0] : memref<4xi64>
    async.yield
  }
  async.await %s : !async.token
  return
}
"""
    written, _, _ = drawn(asyncir, program)
    assert written.inside("task outer") == {"outer", "inner", "await %inner"}
    assert written.inside("then") == {"t"}
    assert written.inside("while: unknown how often") == {"reads a[0]", "call @sub"}
    assert written.facts("call @sub")["calls"] == "@sub(%a, %x)"
    assert written.facts("call @sub")["writes"] == "a"
    assert {(source, target) for source, target, _ in written.edges()} == {
        ("inner", "await %inner"),
        ("await %inner", "t"),
        ("await %inner", "await %end"),
        ("t", "await %end"),
        ("s", "await %s"),
    }
    assert set(written.groups) >= {"@main", "@sub", "if %more", "then", "else"} - {"else"}


def test_groups_promises_and_what_is_started_outside(asyncir: Shell) -> None:
    program = """\
func.func @main(%ns: i64, %x: i64, %a: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %promise = async.runtime.create : !async.token
  %g = async.create_group %c2 : !async.group
  %later = io.sleep %ns : i64
  %t = async.execute [%later] {
    memref.store %x, %a[%c0] : memref<4xi64>
    async.runtime.set_available %promise : !async.token
    async.yield
  }
  %r0 = async.add_to_group %t, %g : !async.token
  %r1 = async.add_to_group %promise, %g : !async.token
  async.await_all %g
  return
}
"""
    written, _, _ = drawn(asyncir, program)
    assert {(source, target) for source, target, _ in written.edges()} == {
        ("io.sleep %later", "t"),
        ("%g: 2 members", "await %g"),
    }
    assert {(source, target) for source, target, _ in written.edges("member")} == {
        ("set %promise", "%g: 2 members"),
        ("set %promise", "%promise"),
        ("%promise", "%g: 2 members"),
    }


# ---- a small execution


def test_a_race_is_two_ways_from_the_last_common_block(asyncir: Shell) -> None:
    written, run, page = drawn(asyncir, RACY)
    assert page.classed("standing", "refuted")
    (first, *_) = run.data["paths"]
    assert first["title"] == "RAW on total: line 13 and line 11"
    assert run.way(first["first"]) == ["@sum ·1", "t #1"]
    assert run.way(first["second"]) == ["@sum ·1", "t #2"]
    assert first["lines"] == [13, 11]
    assert ("t #1", "t #2", "race") in run.edges("race")
    assert "racing" in run.nodes["t #1"]["marks"]
    assert "racing" in written.nodes["t"]["marks"]
    assert page.text.index("One small execution") < page.text.index("As it is written"), (
        "the race comes first"
    )
    assert run.facts("t #2")["reads"] == "a[1], total"
    assert "@sum refuted" not in page.text, "what was not known before a run showed it"


def test_elements_and_conflicts(asyncir: Shell) -> None:
    program = (EXAMPLES / "tasks" / "producer_consumer.mlir").read_text(encoding="utf-8")
    _, run, _ = drawn(asyncir, program)
    assert run.facts("made #2") == {"reads": "items[1]", "writes": "ring[1]"}
    assert run.facts("used #2") == {"reads": "ring[1], sum", "writes": "sum, sums[1]"}
    memory = {(source, target) for source, target, _ in run.edges("memory")}
    assert ("made #2", "used #2") in memory
    assert ("used #1", "made #4") in memory, "a slot that is used again"
    assert ("made #1", "made #2") not in memory
    assert {verdict for _, _, verdict in run.edges()} == {"needed"}


def test_a_run_that_cannot_be_made_is_said_not_to_be_shown(asyncir: Shell) -> None:
    program = """\
func.func @main(%t: !async.token) {
  %u = async.execute [%t] {
    async.yield
  }
  return
}
"""
    page, text = page_of(asyncir, program)
    assert "No run is shown" in page.text
    assert graphs_in(text)["One small execution"].data["nodes"] == []


# ---- size, time, other programs


def many(count: int, across: int) -> str:
    """A program of so many tasks, each of which waits for two of the row before."""
    lines = ["func.func @main(%x: i64) {"]
    for n in range(count):
        row, column = divmod(n, across)
        before = [] if row == 0 else [(row - 1) * across + c for c in (column, (column + 1) % across)]
        waits = f" [{', '.join(f'%t{b}' for b in before)}]" if before else ""
        lines.append(f"  %t{n} = async.execute{waits} {{\n    async.yield\n  }}")
    return "\n".join([*lines, "  return", "}", ""])


@pytest.mark.slow
def test_two_thousand_tasks_are_linear_in_size_and_folded(asyncir: Shell) -> None:
    sizes: list[int] = []
    for count in (1000, 2000):
        began = time.monotonic()
        _, text = page_of(asyncir, many(count, 50))
        assert time.monotonic() - began < 120
        written = graphs_in(text)["As it is written"]
        assert len(written.data["nodes"]) == count
        assert len(written.data["edges"]) == 2 * (count - 50)
        waves = [group for group in written.data["groups"] if group["kind"] == "wave"]
        assert len(waves) == count // 50
        assert all(wave["folded"] for wave in waves)
        found = re.search(r'class="graph-data">(.*?)</script>', text)
        assert found is not None
        sizes.append(len(found[1]))
    assert sizes[1] < 2.2 * sizes[0]


def test_a_check_that_takes_too_long_is_stopped(asyncir: Shell) -> None:
    file = asyncir.write("program.mlir", REDUNDANT)
    outcome = asyncir("view", file, "-o", "out.html", "--check-limit", "1ms")
    assert (outcome.status, outcome.err) == (0, "")
    text = Path("out.html").read_text(encoding="utf-8")
    assert "the check was stopped after 0.001 seconds" in Page(text).text
    written = graphs_in(text)["As it is written"]
    assert {verdict for _, _, verdict in written.edges()} == {"unknown"}
    assert len(written.edges()) == 4
    assert asyncir("view", file, "-o", "out.html", "--check-limit", "soon").status == 2


@pytest.mark.filterwarnings("error")
def test_time_that_is_over_in_a_callback_of_the_collector(asyncir: Shell) -> None:
    file = asyncir.write("program.mlir", REDUNDANT)
    called = 0

    def callback(phase: str, info: dict[str, int]) -> None:
        nonlocal called
        if phase == "stop":
            called += 1
            end = time.perf_counter() + 0.005
            while time.perf_counter() < end:
                pass

    before = gc.get_threshold()
    gc.callbacks.append(callback)
    gc.set_threshold(200)
    try:
        outcome = asyncir("view", file, "-o", "out.html", "--check-limit", "1ms")
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(callback)
    assert (outcome.status, outcome.err) == (0, "")
    assert called
    text = Path("out.html").read_text(encoding="utf-8")
    assert "the check was stopped after 0.001 seconds" in Page(text).text


def test_pages_with_queues_only_have_no_graph(asyncir: Shell) -> None:
    page, text = page_of(asyncir, WELL)
    assert page.classed("graphs") == []
    assert "cytoscape" not in text
    assert page.classed("bar")


def test_the_page_refers_to_nothing_outside_and_escapes(asyncir: Shell) -> None:
    page, text = page_of(
        asyncir, REDUNDANT.replace("%one: i64", "%one: i64, %b: i64 ") + "// </script> <b>&\n"
    )
    for tag, attributes in page.elements:
        assert tag not in ("link", "iframe", "img")
        assert "src" not in attributes
    assert page.scripts == 2
    assert "&lt;/script&gt;" in text


def test_bad_input_has_diagnostics_and_no_page(asyncir: Shell) -> None:
    outcome = asyncir(
        "view", asyncir.write("bad.mlir", REDUNDANT.replace("[%first]", "[%fist]")), "-o", "out.html"
    )
    assert outcome.status == 1
    assert "Traceback" not in outcome.err
    assert not Path("out.html").exists()


# ---- queues beside tasks

MIXED = """\
func.func @main(%a: memref<2xi64>, %v: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = queue.commit(0) {
    queue.async {
      memref.store %v, %a[%c1] : memref<2xi64>
    }
    queue.async {
      memref.store %v, %a[%c0] : memref<2xi64>
    }
  } -> !async.token
  %t = async.execute [%u] {
    memref.store %v, %a[%c0] : memref<2xi64>
    async.yield
  }
  queue.wait(0, 0)
  async.await %t : !async.token
  %x = memref.load %a[%c0] : memref<2xi64>
  return %x : i64
}
"""


@pytest.mark.feature("S4-24")
def test_operations_and_groups_of_queues_are_beside_the_tasks(asyncir: Shell) -> None:
    written, run, page = drawn(asyncir, MIXED)
    assert page.classed("standing", "proved")
    operations = {"operation, line 5", "operation, line 8"}
    assert written.edges("member") == {(each, "group u", "") for each in operations}
    assert written.facts("operation, line 8")["writes"] == "a[0]"
    assert written.edges() == {("group u", "t", "needed"), ("t", "await %t", "needed")}
    assert "redundant" in written.nodes["queue.wait(0, 0)"]["marks"]
    assert {(each, "t", "needed") for each in operations} <= run.edges()
    assert run.facts("operation, line 5")["writes"] == "a[1]"
