"""`asyncir simulate`: what it tells, what it draws, and what it refuses."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from tests.cli.command import ADD, Shell

PROGRAM_IS_WRONG, CALL_IS_WRONG = 1, 2

PROGRAM = """\
func.func @main(%a: memref<4xi32>, %by: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %b = memref.alloc() : memref<4xi32, "ub">
  sync.work on "mte2" {
    memref.copy %a, %b : memref<4xi32> to memref<4xi32, "ub">
  }
  sync.signal "event"[0] from "mte2" to "s"
  sync.wait "event"[0] from "mte2" to "s"
  %x = memref.load %b[%c0] : memref<4xi32, "ub">
  %y = arith.muli %x, %by : i32
  return %y : i32
}
"""

RACY = PROGRAM.replace('  sync.wait "event"[0] from "mte2" to "s"\n', "").replace(
    '  sync.signal "event"[0] from "mte2" to "s"\n', ""
)
STUCK = PROGRAM.replace('  sync.signal "event"[0] from "mte2" to "s"\n', "")


@pytest.fixture
def file(asyncir: Shell) -> Path:
    return asyncir.write("program.mlir", PROGRAM)


def test_it_prints_results_and_what_there_is_to_say_of_the_time(asyncir: Shell, file: Path) -> None:
    outcome = asyncir("simulate", file, "--machine", "ascend-a2", "[3, 4, 5, 6]", "2")
    assert outcome.status == 0, outcome.err
    lines = outcome.out.splitlines()
    assert lines[0] == "6"
    # One to give it, 32 to start, 8 accesses at 0.125, 32 until they are seen; the wait, a load and a product take one each.
    assert lines[1] == "69 cycles on ascend-a2"
    assert '64  process on "s": waits for "event"' in outcome.out
    assert "critical path, 2 steps:" in lines
    assert any(line.split() == ["16", "ub", "of", "196608"] for line in lines)


def test_json_has_all_of_it(asyncir: Shell, file: Path) -> None:
    outcome = asyncir("simulate", file, "-m", "ascend-a2", "[3, 4, 5, 6]", "2", "--json")
    answer = json.loads(outcome.out)
    assert answer["results"] == [6]
    assert answer["cycles"] == 69
    mte2 = next(engine for engine in answer["engines"] if engine["name"] == "mte2")
    assert mte2 == {"name": "mte2", "count": 1, "busy": 34, "utilisation": 34 / 69}
    assert [step["kind"] for step in answer["critical_path"]] == ["work", "wait"]
    assert [step["line"] for step in answer["critical_path"]] == [4, 8]
    assert answer["memories"] == [{"name": "ub", "peak": 16, "bytes": 196608}]


@pytest.mark.parametrize("order", ["earliest", "latest", "seed:7", "exhaustive"])
def test_other_orders_have_results_and_no_cycles(asyncir: Shell, file: Path, order: str) -> None:
    outcome = asyncir("simulate", file, "-m", "ascend-a2", "[3, 4, 5, 6]", "2", "--order", order)
    assert outcome.status == 0, outcome.err
    assert outcome.out == "6\n"


def test_results_are_kept(asyncir: Shell, file: Path) -> None:
    kept = asyncir.folder / "kept.npy"
    assert asyncir("simulate", file, "-m", "ascend-a2", "[3, 4, 5, 6]", "2", "-o", kept).status == 0
    assert np.load(kept) == 6


class _Page(HTMLParser):
    """Counts the elements of a page, and sees that each is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.bars = 0

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.bars += tag == "rect" and dict(attrs)["class"] != "tail"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_timeline_is_a_page(asyncir: Shell, file: Path) -> None:
    page = asyncir.folder / "out.html"
    outcome = asyncir("simulate", file, "-m", "ascend-a2", "[3, 4, 5, 6]", "2", "--timeline", page)
    assert outcome.status == 0, outcome.err
    seen = _Page()
    text = page.read_text(encoding="utf-8")
    seen.feed(text)
    assert seen.open == []
    assert seen.bars == 2
    assert "http" not in text.replace("http://www.w3.org", "")


def test_a_timeline_is_a_trace(asyncir: Shell, file: Path) -> None:
    trace = asyncir.folder / "out.json"
    asyncir("simulate", file, "-m", "ascend-a2", "[3, 4, 5, 6]", "2", "--timeline", trace)
    events = json.loads(trace.read_text(encoding="utf-8"))["traceEvents"]
    slices = [(e["name"], e["ts"], e["dur"], e["args"]["arrives"]) for e in events if e["ph"] == "X"]
    assert slices == [("work, line 4", 1, 33, 66), ('wait for "event", line 8', 2, 64, 66)]
    assert {e["args"]["name"] for e in events if e["name"] == "thread_name"} >= {"mte2", "s"}


@pytest.mark.parametrize(("program", "code"), [(RACY, "S001"), (STUCK, "M013")])
@pytest.mark.parametrize("order", ["timed", "latest", "exhaustive"])
def test_a_wrong_program_is_refused_and_drawn(asyncir: Shell, program: str, code: str, order: str) -> None:
    file, page = asyncir.write("wrong.mlir", program), asyncir.folder / "wrong.html"
    drawn = ["--timeline", page] if order == "timed" else []
    outcome = asyncir("simulate", file, "-m", "ascend-a2", "[1, 2, 3, 4]", "1", "--order", order, *drawn)
    assert outcome.status == PROGRAM_IS_WRONG
    assert outcome.codes[0] == code
    assert outcome.out == ""
    assert page.exists() == (order == "timed")


def test_a_lock_leaves_two_outcomes(asyncir: Shell) -> None:
    machine = """
        issued-by = "core"
        [[engine]]
        name = "core"
        [[engine]]
        name = "a"
        [[engine]]
        name = "b"
        [[resource]]
        name = "lock"
        kind = "semaphore"
        initial = 1
    """
    sides = "".join(
        f"""
          sync.wait "lock"[0] on "{engine}"
          sync.work on "{engine}" {{
            memref.store %{value}, %m[] : memref<i32>
          }}
          sync.signal "lock"[0] on "{engine}"
        """
        for engine, value in (("a", "one"), ("b", "two"))
    )
    program = f"""
        func.func @main() -> i32 {{
          %one = arith.constant 1 : i32
          %two = arith.constant 2 : i32
          %m = memref.alloc() : memref<i32>
          {sides}
          sync.barrier
          %x = memref.load %m[] : memref<i32>
          return %x : i32
        }}
    """
    file, model = asyncir.write("lock.mlir", program), asyncir.write("lock.toml", machine)
    outcome = asyncir("simulate", file, "-m", model, "--order", "exhaustive")
    assert outcome.status == 0
    assert outcome.codes == ["R204"]
    assert "2 outcomes" in outcome.err


BAD_CALLS = {
    "no machine": ([], "C004"),
    "an unknown machine": (["-m", "ascend-a3"], "C050"),
    "a machine that is not there": (["-m", "nosuch.toml"], "C050"),
    "an unknown order": (["-m", "ascend-a2", "--order", "sometime"], "S015"),
    "no seed": (["-m", "ascend-a2", "--order", "seed:"], "S015"),
    "too few arguments": (["-m", "ascend-a2", "[1, 2, 3, 4]"], "C107"),
    "an array of another shape": (["-m", "ascend-a2", "[1, 2]", "1"], "C103"),
    "no such entry": (["-m", "ascend-a2", "--entry", "nosuch"], "C005"),
    "a timeline of no kind": (["-m", "ascend-a2", "--timeline", "out.png", "[1, 2, 3, 4]", "1"], "C040"),
    "a timeline without time": (
        ["-m", "ascend-a2", "--timeline", "o.html", "--order", "latest", "[1, 2, 3, 4]", "1"],
        "C040",
    ),
    "a timeline that cannot be written": (
        ["-m", "ascend-a2", "--timeline", "no/such/folder.html", "[1, 2, 3, 4]", "1"],
        "C002",
    ),
    "results of no kind": (["-m", "ascend-a2", "-o", "out.txt", "[1, 2, 3, 4]", "1"], "C013"),
}


@pytest.mark.parametrize("what", BAD_CALLS)
def test_a_wrong_call(asyncir: Shell, file: Path, what: str) -> None:
    options, code = BAD_CALLS[what]
    outcome = asyncir("simulate", file, *options)
    assert outcome.status == CALL_IS_WRONG, outcome.err
    assert outcome.codes == [code]
    assert outcome.out == ""


def test_a_file_that_is_not_there(asyncir: Shell) -> None:
    assert asyncir("simulate", "nosuch.mlir", "-m", "ascend-a2").codes == ["C001"]


def test_a_program_for_another_machine(asyncir: Shell) -> None:
    file = asyncir.write("other.mlir", PROGRAM.replace('"mte2"', '"mte9"'))
    outcome = asyncir("simulate", file, "-m", "ascend-a2", "[1, 2, 3, 4]", "1")
    assert outcome.status == PROGRAM_IS_WRONG
    assert outcome.codes == ["M020", "M020", "M020"]
    assert "did you mean 'mte" in outcome.err


def test_a_program_without_engines_is_played_too(asyncir: Shell) -> None:
    file = asyncir.write("add.mlir", ADD)
    outcome = asyncir("simulate", file, "-m", "ascend-a2", "1", "2")
    assert outcome.out.splitlines()[0] == "3"
