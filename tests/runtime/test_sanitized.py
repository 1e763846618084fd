"""Generated code and runtime under ThreadSanitizer and AddressSanitizer: nothing to report, and planted faults are reported.

`bench/sanitize/run.py` does the same for minutes.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from asyncir.tools.cli import invoke
from bench.sanitize import instrumented
from bench.sanitize.batches import batch
from bench.sanitize.instrumented import Case, Result, build, build_runtime, compile_with_fault, run
from tests.differential.corpus import Argument, Call
from tests.differential.outcome import Outcome
from tests.oracle import needs

BUILT = Path(__file__).parents[2] / "build" / "sanitize"

pytestmark = [
    needs(instrumented.AVAILABLE, "clang-22 is not installed (Debian: clang-22, libclang-rt-22-dev)"),
]

RACE = """
func.func @main(%a: i64) -> i64 {
  %zero = arith.constant 0 : index
  %memory = memref.alloc() : memref<1xi64>
  memref.store %a, %memory[%zero] : memref<1xi64>
  %left = async.execute {
    memref.store %a, %memory[%zero] : memref<1xi64>
    async.yield
  }
  %right = async.execute DEPENDENCY{
    memref.store %a, %memory[%zero] : memref<1xi64>
    async.yield
  }
  async.await %left : !async.token
  async.await %right : !async.token
  %x = memref.load %memory[%zero] : memref<1xi64>
  memref.dealloc %memory : memref<1xi64>
  return %x : i64
}
"""
"""Two tasks write one element, with nothing between them; all see one value in the end, so that only a sanitizer can tell."""


def runtime(sanitizer: str) -> Path:
    """The library."""
    return build_runtime(sanitizer, BUILT / f"runtime-{sanitizer}")


def writes(dependency: str) -> Case:
    """The program above."""
    call = Call("main", (Argument("5", "i64"),), ("i64",))
    return Case(1, RACE.replace("DEPENDENCY", dependency), call, Outcome("values", ("5",)))


def reported(result: Result, what: str) -> bool:
    """Whether the sanitizer ended the run, and why."""
    return "exit status 66" in result.report and re.search(what, result.report) is not None


@pytest.mark.parametrize("sanitizer", ["thread", "address"])
@pytest.mark.parametrize("opt_level", [0, 2])
def test_random_programs_leave_nothing_to_report(sanitizer: str, opt_level: int, tmp_path: Path) -> None:
    cases = batch(opt_level * 1000, 5)
    program = build(cases, sanitizer, opt_level, runtime(sanitizer), tmp_path)
    # What is not optimised takes long, and differs from the rest in its code alone.
    for disturb, deadline in ((0, 0), (5, 0), (5, 200)) if opt_level else ((5, 200),):
        result = run(program, cases, rounds=3, seed=opt_level, disturb=disturb, deadline=deadline)
        assert result.good, f"{result.report}\n{result.wrong}"
        assert result.calls == 3 * 3 * 3 * len(cases)
        assert result.tasks > result.calls
        if disturb and result.steals <= 50:  # Few on a busy machine: then longer.
            result = run(program, cases, rounds=12, seed=opt_level, disturb=disturb, deadline=deadline)
            assert result.good, f"{result.report}\n{result.wrong}"
        assert disturb == 0 or result.steals > 50
        assert (result.cancelled > 0) == (deadline > 0)


@pytest.mark.parametrize(("dependency", "races"), [("", True), ("[%left] ", False)])
def test_a_race_between_two_tasks_is_reported(dependency: str, races: bool, tmp_path: Path) -> None:
    case = writes(dependency)
    program = build([case], "thread", 2, runtime("thread"), tmp_path)
    result = run(program, [case], rounds=30, workers=(4,), disturb=3)
    assert result.good != races, result.report
    assert not races or reported(result, r"data race .*(\n.*)*programs\.mlir:\d+")


def test_a_weak_look_at_completion_in_generated_code_is_reported(tmp_path: Path) -> None:
    """What the inline look acquires is what the task has written."""

    def weakened(text: str) -> str:
        assert text.count(" acquire, align 8") > 10
        return text.replace(" acquire, align 8", " monotonic, align 8")

    cases = batch(0, 8)
    program = build(cases, "thread", 2, runtime("thread"), tmp_path, edit=weakened)
    assert reported(run(program, cases, rounds=10, disturb=5), "data race")


def test_a_late_look_at_the_frame_in_generated_code_is_reported(tmp_path: Path) -> None:
    """Once a coroutine is published as a waiter it may be resumed elsewhere, and gone."""

    def late(text: str) -> str:
        look = r"\1\n  %late.N = load volatile i64, ptr \2, align 8"
        awaits = re.compile(r"^(.* call .*i1 @asyncir_await\(ptr .*, ptr (?:\w+ )*(%\S+)\).*)$", re.MULTILINE)
        numbers = iter(range(100_000))
        edited, count = awaits.subn(
            lambda m: m.expand(look).replace("%late.N", f"%late.{next(numbers)}"), text
        )
        assert count > 10
        return edited

    cases = batch(0, 8)
    program = build(cases, "address", 2, runtime("address"), tmp_path, edit=late)
    assert reported(run(program, cases, rounds=10, disturb=3), "heap-use-after-free")


def test_a_relaxed_completion_in_the_runtime_is_reported(tmp_path: Path) -> None:
    cases = batch(0, 8)
    faulty = compile_with_fault("task.cpp", "RELAXED_COMPLETION", "thread", tmp_path)
    program = build(cases, "thread", 2, runtime("thread"), tmp_path, instead=[faulty])
    assert reported(run(program, cases, rounds=10, disturb=5), "data race")


def test_a_late_look_at_the_frame_in_the_runtime_is_reported(tmp_path: Path) -> None:
    cases = batch(0, 8)
    faulty = compile_with_fault("task.cpp", "LATE_LOOK", "address", tmp_path)
    program = build(cases, "address", 2, runtime("address"), tmp_path, instead=[faulty])
    assert reported(run(program, cases, rounds=10, disturb=3), "heap-use-after-free")


@pytest.mark.parametrize("sanitizer", ["thread", "address"])
def test_the_command_line_marks_every_function(sanitizer: str, tmp_path: Path) -> None:
    file = tmp_path / "race.mlir"
    file.write_text(writes("").text)
    out = tmp_path / "race.ll"
    assert invoke(["compile", str(file), "--emit", "llvm", "--sanitize", sanitizer, "-o", str(out)]) == 0
    text = out.read_text()
    groups = re.findall(r"^define .*?(#\d+) ", text, re.MULTILINE)
    marked = re.findall(rf"^attributes (#\d+) = .* sanitize_{sanitizer} ", text, re.MULTILINE)
    assert len(groups) > 5
    assert set(groups) <= set(marked)


@pytest.mark.parametrize("kind", ["mlir", "asm", "obj", "exe"])
def test_other_kinds_are_not_sanitized(kind: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "race.mlir"
    file.write_text(writes("").text)
    arguments = ["compile", str(file), "--emit", kind, "--sanitize", "thread", "-o", str(tmp_path / "out")]
    assert invoke(arguments) == 2
    assert "C004" in capfd.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_wrong_outcome_is_told(tmp_path: Path) -> None:
    """The comparison itself can fail."""
    good = writes("[%left] ")
    bad = replace(good, expected=Outcome("values", ("6",)))
    program = build([good], "address", 0, runtime("address"), tmp_path)
    assert run(program, [good], rounds=1).good
    assert [text for _, text in run(program, [bad], rounds=1).wrong] == ["ok 5"]
