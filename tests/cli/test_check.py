"""`asyncir check`: verdicts, witnesses that replay, exit codes, JSON."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import asyncir as api
from asyncir.analyses.sync_report import (
    FunctionReport,
    Place,
    RaceReport,
    Standing,
    SyncReport,
    Verdict,
    WaitReport,
    Witness,
)
from asyncir.driver import check as checking, replaying
from asyncir.ir import ModuleOp
from tests.cli.command import Shell


def ring(wait: str, trips: str = "%n") -> str:
    """A ring of two slots; element `i` is copied and then read."""
    return f"""\
func.func @ring(%a: memref<16xf32>, %out: memref<16xf32>, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %stop = arith.minui %n, %c16 : index
  %ring = memref.alloca() : memref<2xf32>
  scf.for %i = %c0 to %stop step %c1 {{
    %slot = arith.remui %i, %c2 : index
    queue.commit(0) {{
      queue.async {{
        %x = memref.load %a[%i] : memref<16xf32>
        memref.store %x, %ring[%slot] : memref<2xf32>
      }}
    }}
    {wait}
    %y = memref.load %ring[%slot] : memref<2xf32>
    memref.store %y, %out[%i] : memref<16xf32>
  }}
  return
}}
"""


GOOD = ring("queue.wait(0, 0)")
WEAK = ring("queue.wait(0, 1)")
MISSING = ring("")
TWICE = ring("queue.wait(0, 0)\n    queue.wait(0, 0)")

TWO_BUFFERS = """\
func.func @two(%a: memref<4xf32>, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = memref.alloca() : memref<1xf32>
  %two = memref.alloca() : memref<1xf32>
  queue.commit(0) {
    queue.async {
      %x = memref.load %a[%c0] : memref<4xf32>
      memref.store %x, %one[%c0] : memref<1xf32>
    }
  }
  queue.commit(0) {
    queue.async {
      %x = memref.load %a[%c1] : memref<4xf32>
      memref.store %x, %two[%c0] : memref<1xf32>
    }
  }
  queue.wait(0, 0)
  %y = memref.load %one[%c0] : memref<1xf32>
  memref.store %y, %out[%c0] : memref<4xf32>
  queue.wait(0, 0)
  %z = memref.load %two[%c0] : memref<1xf32>
  memref.store %z, %out[%c1] : memref<4xf32>
  return
}
"""

UNKNOWN = """\
func.func @unknown(%a: memref<16xf32>, %at: memref<16xindex>, %b: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %i = memref.load %at[%c0] : memref<16xindex>
  %n = arith.muli %i, %i : index
  queue.commit(0) {
    queue.async {
      %x = memref.load %a[%c0] : memref<16xf32>
      memref.store %x, %b[%c0] : memref<16xf32>
    }
  }
  queue.wait(0, %n)
  %y = memref.load %b[%i] : memref<16xf32>
  memref.store %y, %a[%i] : memref<16xf32>
  return
}
"""


def checked(asyncir: Shell, text: str, *args: str) -> dict[str, Any]:
    asyncir.write("p.mlir", text)
    return json.loads(asyncir("check", "p.mlir", "--json", *args).out)


@pytest.mark.feature("S2-19")
def test_a_right_program_is_proved(asyncir: Shell) -> None:
    asyncir.write("p.mlir", GOOD)
    done = asyncir("check", "p.mlir")
    assert (done.status, done.codes) == (0, [])
    assert done.out == "p.mlir: proved: 1 wait (1 exact)\n"


@pytest.mark.feature("N2")
@pytest.mark.feature("S0-6")
def test_a_weak_wait_is_refuted_with_the_right_count_and_a_witness(asyncir: Shell) -> None:
    asyncir.write("p.mlir", WEAK)
    done = asyncir("check", "p.mlir")
    assert (done.status, done.codes) == (1, ["Q001"])
    assert done.out == "p.mlir: refuted: 1 race, 1 wait (1 too weak)\n"
    assert "lets 1 group stay in flight, at most 0 may" in done.err
    assert "help: write `queue.wait(0, 0)`" in done.err


def test_the_answer_as_data(asyncir: Shell) -> None:
    answer = checked(asyncir, WEAK)
    (wait,) = answer["waits"]
    assert wait["location"] == "p.mlir:16:5"
    assert (wait["queue"], wait["count"], wait["verdict"], wait["exact"]) == (0, 1, "too weak", 0)
    (race,) = answer["races"]
    assert (race["kind"], race["first"], race["second"]) == ("RAW", "p.mlir:11:7", "p.mlir:17:10")
    assert race["iteration"] == [0]
    assert race["wait"] == wait["location"]
    assert answer["proved"] is False
    assert answer["standing"] == "refuted"
    assert answer["functions"] == {"ring": "refuted"}
    assert [diagnostic["code"] for diagnostic in answer["diagnostics"]] == ["Q001"]


def test_each_access_of_a_race_has_its_iteration(asyncir: Shell) -> None:
    """Each iteration but the first overwrites what the one before may still be writing."""
    program = MISSING.replace("%ring[%slot]", "%ring[%c0]").replace(
        "%y = memref.load %ring[%c0]", "%y = memref.load %a[%i]"
    )
    program = program.replace(
        "%y = memref.load %a[%i] : memref<2xf32>", "%y = memref.load %a[%i] : memref<16xf32>"
    )
    (race,) = checked(asyncir, program)["races"]
    assert race["kind"] == "WAW"
    assert (race["first_iteration"], race["iteration"]) == ([0], [1])


@pytest.mark.parametrize("text", [WEAK, MISSING], ids=["weak", "missing"])
def test_the_command_that_is_shown_shows_the_race(asyncir: Shell, text: str) -> None:
    answer = checked(asyncir, text)
    for race in answer["races"]:
        command = shlex.split(race["command"])
        assert command[0] == "asyncir"
        done = asyncir(*command[1:])
        assert (done.status, done.codes[0]) == (1, "S001")


def test_a_race_without_a_wait(asyncir: Shell) -> None:
    asyncir.write("p.mlir", MISSING)
    done = asyncir("check", "p.mlir")
    assert done.status == 1
    assert set(done.codes) == {"Q002"}
    assert "no wait lies between them" in done.err
    assert "0 waits" in done.out


def test_a_wait_that_nothing_needs(asyncir: Shell) -> None:
    asyncir.write("p.mlir", TWICE)
    done = asyncir("check", "p.mlir")
    assert (done.status, done.codes) == (0, ["Q004"])
    assert done.out == "p.mlir: proved: 2 waits (1 exact, 1 redundant)\n"


def test_a_wait_that_is_too_strong(asyncir: Shell) -> None:
    asyncir.write("p.mlir", TWO_BUFFERS)
    done = asyncir("check", "p.mlir")
    assert (done.status, done.codes) == (0, ["Q003"])
    assert "1 group may stay in flight" in done.err
    assert "help: write `queue.wait(0, 1)`" in done.err


@pytest.mark.feature("N2")
def test_all_advice_can_be_followed_together(asyncir: Shell) -> None:
    better = TWO_BUFFERS.replace("queue.wait(0, 0)", "queue.wait(0, 1)", 1)
    assert [wait["verdict"] for wait in checked(asyncir, better)["waits"]] == ["exact", "exact"]


@pytest.mark.feature("S2-12")
def test_what_is_unknown_is_a_warning_and_with_strict_an_error(
    asyncir: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    _answer(monkeypatch, lambda report: report, Standing.UNKNOWN, "it is too large")
    asyncir.write("p.mlir", GOOD)
    done = asyncir("check", "p.mlir")
    assert (done.status, done.codes) == (0, ["Q005"])
    assert "neither proved nor refuted: it is too large" in done.err
    assert asyncir("check", "p.mlir", "--strict").status == 1


def _answer(
    monkeypatch: pytest.MonkeyPatch, change: Any, standing: Standing, reason: str = "", race: Any = None
) -> None:
    """Let the analysis give another answer than its own."""

    def other(module: ModuleOp, **options: object) -> SyncReport:
        function = FunctionReport("ring", standing, reason, () if race is None else (race(module),))
        waits = tuple(
            WaitReport(op, 0, 0, Verdict.EXACT, 0) for op in module.walk() if op.name == "queue.wait"
        )
        return change(SyncReport(waits, (function,)))

    monkeypatch.setattr(checking, "judge", other)


def _false_race(module: ModuleOp) -> RaceReport:
    ops = {op.name: op for op in module.walk()}
    zeros = [0.0] * 16
    return RaceReport(
        "RAW",
        Place(ops["queue.async"]),
        Place(ops["memref.load"]),
        Witness("ring", (zeros, zeros, 3)),
        ops["queue.wait"],
    )


def _too_weak(report: SyncReport) -> SyncReport:
    return SyncReport(tuple(replace(w, verdict=Verdict.TOO_WEAK) for w in report.waits), report.functions)


def test_a_race_that_the_interpreter_does_not_show_is_unknown(
    asyncir: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    _answer(monkeypatch, _too_weak, Standing.REFUTED, race=_false_race)
    answer = checked(asyncir, GOOD)
    assert answer["standing"] == "unknown"
    assert answer["races"] == []
    assert answer["waits"][0]["verdict"] == "unknown"
    assert "does not reproduce" in answer["diagnostics"][-1]["message"]
    assert asyncir("check", "p.mlir").status == 0


def test_a_race_that_the_interpreter_shows_instead_counts(
    asyncir: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other_ops(module: ModuleOp) -> RaceReport:
        race = _false_race(module)
        return replace(race, first=Place(module), second=Place(module))

    _answer(monkeypatch, _too_weak, Standing.REFUTED, race=other_ops)
    answer = checked(asyncir, WEAK)
    assert answer["standing"] == "refuted"
    assert [race["kind"] for race in answer["races"]] == ["RAW"]


def test_a_race_without_arguments_is_unknown(asyncir: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    for guesses in ("small_arguments", "varied_arguments"):
        monkeypatch.setattr(replaying, guesses, lambda _: iter(()))  # pyright: ignore
    _answer(
        monkeypatch,
        _too_weak,
        Standing.REFUTED,
        race=lambda module: replace(_false_race(module), witness=None),
    )
    answer = checked(asyncir, WEAK)
    assert answer["standing"] == "unknown"
    assert "no arguments" in answer["diagnostics"][-1]["notes"][1]["message"]


@pytest.mark.parametrize("how", ["latest", "earliest", "seed:7"])
def test_the_interpreter_can_be_asked_instead(asyncir: Shell, how: str) -> None:
    answer = checked(asyncir, WEAK, "--oracle", how)
    assert answer["standing"] == "refuted"
    assert {race["kind"] for race in answer["races"]} == {"RAW"}
    assert answer["runs"] > 1
    done = asyncir("check", "p.mlir", "--oracle", how, "f32[16]", "f32[16]", "0")
    assert (done.status, done.codes) == (0, ["Q005"])
    assert done.out == "p.mlir: unknown: no race in 1 run of the interpreter\n"


def test_what_else_a_run_ended_with_is_said(asyncir: Shell) -> None:
    asyncir.write("p.mlir", ring("%w = arith.subi %c0, %i : index\n    queue.wait(0, %w)"))
    done = asyncir("check", "p.mlir", "--oracle", "latest")
    assert (done.status, done.codes) == (0, ["Q005", "S018"])
    done = asyncir("check", "p.mlir", "--oracle", "latest", "f32[16]", "f32[16]", "4")
    assert (done.status, done.codes) == (1, ["Q005", "S018"])


HANGS = """
!bar = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %even = arith.constant false
  %b = nvgpu.mbarrier.create -> !bar
  nvgpu.mbarrier.init %b[%c0], %c1 : !bar
  nvgpu.mbarrier.try_wait.parity %b[%c0], %even, %c1 : !bar
  return
}
"""


def test_what_ends_a_run_is_an_error_where_there_are_no_arguments_to_choose(asyncir: Shell) -> None:
    asyncir.write("p.mlir", HANGS)
    done = asyncir("check", "p.mlir", "--oracle", "latest")
    assert (done.status, done.codes) == (1, ["Q005", "S022"])
    assert asyncir("check", "p.mlir").codes == ["Q005"]
    assert asyncir("run", "p.mlir", "--interpret", "latest").codes == ["S022"]


def test_the_interpreter_tries_every_moment(asyncir: Shell) -> None:
    answer = checked(asyncir, WEAK, "--oracle", "exhaustive", "f32[16]", "f32[16]", "2")
    assert answer["standing"] == "refuted"


def test_a_certificate_is_written_of_what_is_proved(asyncir: Shell) -> None:
    asyncir.write("p.mlir", GOOD)
    done = asyncir("check", "p.mlir", "--certificate", "c.json")
    assert done.status == 0
    certificate = json.loads((asyncir.folder / "c.json").read_text())
    assert certificate["version"] == 1
    assert certificate["file"] == "p.mlir"
    assert done.codes == []
    assert set(certificate["functions"]) == {"ring"}
    asyncir.write("p.mlir", WEAK)
    assert asyncir("check", "p.mlir", "--certificate", "c.json").status == 1
    assert json.loads((asyncir.folder / "c.json").read_text())["functions"] == {}


def test_a_certificate_that_the_verifier_does_not_follow_is_not_written(asyncir: Shell) -> None:
    text = GOOD.replace("%n: index", "%n: index, %m: index").replace("step %c1", "step %m")
    asyncir.write("p.mlir", text)
    done = asyncir("check", "p.mlir", "--certificate", "c.json")
    assert (done.status, done.codes) == (0, ["Q007"])
    assert "does not follow it: the step of the loop" in done.err
    assert json.loads((asyncir.folder / "c.json").read_text())["functions"] == {}


def test_a_proof_without_a_certificate_is_said(asyncir: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    _answer(monkeypatch, lambda report: report, Standing.PROVED)
    asyncir.write("p.mlir", GOOD)
    done = asyncir("check", "p.mlir", "--certificate", "c.json")
    assert (done.status, done.codes) == (0, ["Q007"])
    assert json.loads((asyncir.folder / "c.json").read_text())["functions"] == {}


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["f32[16]"], "C004"),
        (["--oracle", "sometimes"], "S015"),
        (["--oracle", "latest", "--certificate", "c.json"], "C004"),
        (["--entry", "rign"], "C005"),
        (["--certificate", "no/such/folder"], "C002"),
        (["--args-alias", "perhaps"], "C004"),
        (["--certificate", "p.mlir"], "C002"),
        (["--certificate", "./p.mlir"], "C002"),
        (["--oracle", "latest", "f32[16]", "2"], "C107"),
        (["--oracle", "latest", "f32[16]", "i32[16]", "2"], "C101"),
    ],
)
def test_a_wrong_call(asyncir: Shell, args: list[str], code: str) -> None:
    asyncir.write("p.mlir", GOOD)
    done = asyncir("check", "p.mlir", *args)
    assert (done.status, done.codes) == (2, [code])
    assert (asyncir.folder / "p.mlir").read_text() == GOOD


def test_a_certificate_on_standard_output_is_alone_there(asyncir: Shell) -> None:
    asyncir.write("p.mlir", GOOD)
    done = asyncir("check", "p.mlir", "--certificate", "-")
    assert json.loads(done.out)["file"] == "p.mlir"
    assert done.err.endswith("p.mlir: proved: 1 wait (1 exact)\n")
    both = asyncir("check", "p.mlir", "--certificate", "-", "--json")
    assert both.status == 2
    assert [d["code"] for d in json.loads(both.out)["diagnostics"]] == ["C004"]


def test_a_program_that_does_not_verify(asyncir: Shell) -> None:
    asyncir.write("p.mlir", ring("queue.wait(0, -1)"))
    done = asyncir("check", "p.mlir")
    assert (done.status, done.codes) == (1, ["V023"])


def test_a_program_without_queues_is_proved(asyncir: Shell) -> None:
    asyncir.write("p.mlir", "func.func @f() { return }")
    assert asyncir("check", "p.mlir").out == "p.mlir: proved: 0 waits\n"


def test_arguments_that_may_overlap_leave_nothing_proved() -> None:
    found = api.check(GOOD, args_alias=True)
    assert found.standing == "unknown"
    assert any("%a and %out may overlap" in d.message for d in found.diagnostics)
    marked = GOOD.replace("%a: memref<16xf32>", "%a: memref<16xf32> {llvm.noalias}")
    assert api.check(marked, args_alias=True).proved
    assert api.check(WEAK, args_alias=True).standing == "refuted"


def test_the_python_api() -> None:
    answer = api.check(WEAK, filename="w.mlir")
    assert not answer.proved
    assert [wait.verdict for wait in answer.waits] == ["too weak"]
    assert answer.races[0].command.startswith("asyncir run w.mlir --entry ring --interpret latest ")
    assert [diagnostic.code for diagnostic in answer.diagnostics] == ["Q001"]
    assert api.check(api.parse(GOOD), entry="ring").proved


@pytest.mark.feature("S0-8")
def test_only_the_entry_that_is_asked_for(asyncir: Shell) -> None:
    two = GOOD + WEAK.replace("@ring", "@weak")
    assert checked(asyncir, two)["functions"] == {"ring": "proved", "weak": "refuted"}
    assert checked(asyncir, two, "--entry", "@ring")["functions"] == {"ring": "proved"}


def test_the_page_shows_what_the_command_says(asyncir: Shell) -> None:
    page = (Path(__file__).parents[2] / "docs" / "check.md").read_text(encoding="utf-8")
    program = re.search(r"^```mlir file=ring.mlir\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    said = re.search(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert program is not None
    assert said is not None
    asyncir.write("ring.mlir", program[1])
    done = asyncir("check", "ring.mlir")
    assert done.err + done.out == said[1]


def test_an_entry_that_is_none() -> None:
    with pytest.raises(api.DiagnosticError) as failed:
        api.check(GOOD, entry="rign")
    assert [(d.code, d.help) for d in failed.value.diagnostics] == [("C005", "did you mean 'ring'?")]
    assert api.check(GOOD, entry="@ring").proved


@pytest.mark.parametrize("text", ["module {}", "func.func private @kernel()"])
def test_nothing_to_check(asyncir: Shell, text: str) -> None:
    asyncir.write("p.mlir", text)
    done = asyncir("check", "p.mlir")
    assert (done.status, done.codes) == (0, ["Q008"])
