"""What the engine for blocks refuses, and how it says so."""

from __future__ import annotations

import numpy as np
import pytest

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.semantics import Outcome
from asyncir.source.text import parse_module
from tests.semantics.block.programs import SCHEDULES, commit, copy, load, run, run_text, store, text_of


def _error(outcome: Outcome) -> Diagnostic:
    (found,) = outcome.diagnostics
    return found


BARRIER_OF_SOME = ["%first = arith.cmpi eq, %id, %c0 : index", "scf.if %first {", "gpu.barrier", "}"]


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_barrier_of_some_threads(schedule: str) -> None:
    found = _error(run(BARRIER_OF_SOME, schedule, threads=2))
    assert found.code == "S017"
    assert found.label == "thread 0 waits here"
    assert found.notes[0].message == "thread 1 is at its end"


def test_two_barriers() -> None:
    lines = [*BARRIER_OF_SOME[:3], "} else {", "gpu.barrier", "}"]
    found = _error(run(lines, threads=3))
    assert found.code == "S017"
    assert found.notes[0].message == "thread 1 is at this one"
    assert found.notes[0].span is not None
    assert found.span is not None
    assert found.notes[0].span.line == found.span.line + 2


def test_one_barrier_in_different_iterations() -> None:
    lines = [
        "scf.for %i = %c0 to %c3 step %c1 {",
        "%here = arith.cmpi uge, %i, %id : index",
        "scf.if %here {",
        "gpu.barrier",
        "}",
        "}",
    ]
    found = _error(run(lines, threads=2))
    assert found.code == "S017"
    assert "the same barrier in another iteration" in found.notes[0].message


def test_a_barrier_that_all_threads_come_to_on_different_ways() -> None:
    lines = [*BARRIER_OF_SOME[:2], store("c0"), "}", "gpu.barrier", load("c0")]
    assert run(lines, threads=4).ok


def test_negative_counts() -> None:
    lines = ["%n = arith.subi %c0, %c1 : index", "queue.wait(0, %n)"]
    found = _error(run(lines))
    assert (found.code, found.message) == ("S018", "the count is -1")
    assert _error(run([lines[0], "queue.wait_finished(0, %n)"])).code == "S018"


def test_different_sizes_of_memory_that_is_shared() -> None:
    lines = ["%n = arith.addi %id, %c1 : index", "%b = memref.alloc(%n) : memref<?xi64, 3>"]
    assert _error(run(lines, threads=2)).code == "S018"


def test_a_commit_inside_of_another_through_a_call() -> None:
    inner = commit(copy("c0", "c1"))
    callee = text_of([inner]).split("\n", 1)[1].replace("@main", "@inner")
    text = text_of([commit("func.call @inner(%m) : (memref<8xi64>) -> ()")]) + "\n" + callee
    with pytest.raises(DiagnosticError) as raised:
        parse_module(text)
    assert [d.code for d in raised.value.diagnostics] == ["V024"]
    value = "%f = func.constant @inner : (memref<8xi64>) -> ()"
    by_value = text_of([value, commit("func.call_indirect %f(%m) : (memref<8xi64>) -> ()")]) + "\n" + callee
    assert _error(run_text(by_value, "earliest", np.arange(8))).code == "S019"
    # Without a commit of its own, what it issues is in its caller's group.
    text = text.replace(inner, inner.removeprefix("queue.commit(0) {\n").removesuffix("\n}"))
    text = text.replace("return", f"queue.wait(0, 0)\n{load('c1')}\nreturn", 1)
    assert run_text(text, "latest", np.arange(8)).ok


def test_memory_that_ends_while_something_is_in_flight_on_it() -> None:
    callee = (
        "func.func @inner(%m: memref<8xi64>) {\n%c0 = arith.constant 0 : index\n"
        "%b = memref.alloca() : memref<1xi64>\n"
        "queue.commit(0) {\nqueue.async {\n%x = memref.load %m[%c0] : memref<8xi64>\n"
        "memref.store %x, %b[%c0] : memref<1xi64>\n}\n}\nWAIT\nreturn\n}\n"
    )
    text = callee + text_of(["func.call @inner(%m) : (memref<8xi64>) -> ()"])
    assert _error(run_text(text.replace("WAIT", ""), "earliest", np.arange(8))).code == "S020"
    right = text.replace("WAIT", "queue.wait(0, 0)")
    assert run_text(right, "earliest", np.arange(8)).ok
    # With several threads it is published at the next barrier only, but complete for its own.
    several = text_of(["func.call @inner(%m) : (memref<8xi64>) -> ()", "gpu.barrier"], threads=2)
    assert run_text(
        right[: len(callee) - len("WAIT") + len("queue.wait(0, 0)")] + several, "latest", np.arange(8)
    ).ok


def test_calls_without_an_end() -> None:
    text = "func.func @again() {\nfunc.call @again() : () -> ()\nreturn\n}\n"
    found = _error(run_text(text + text_of(["func.call @again() : () -> ()"]), "latest", np.arange(8)))
    assert found.code == "S011"


def test_a_body_may_have_memory_of_its_own() -> None:
    lines = ["queue.async {", "%b = memref.alloca() : memref<1xi64>"]
    lines += ["memref.store %v1, %b[%c0] : memref<1xi64>", store("c1"), "}"]
    assert run(lines, "latest").ok


def test_a_copy_in_no_group() -> None:
    text = """
    func.func @main(%a: memref<8xf32>) {
      %c0 = arith.constant 0 : index
      %true = arith.constant true
      %b = memref.alloc() : memref<8xf32, 3>
      %c = nvgpu.device_async_copy %a[%c0], %b[%c0], 4 : memref<8xf32> to memref<8xf32, 3>
      cf.cond_br %true, ^wait, ^commit
    ^wait:
      nvgpu.device_async_wait %c
      return
    ^commit:
      %g = nvgpu.device_async_create_group %c
      return
    }
    """
    assert _error(run_text(text, "earliest", np.zeros(8, np.float32))).code == "S021"


@pytest.mark.parametrize(
    ("first", "read", "ok"), [(4, 4, True), (5, 4, False), (4, 5, False), (4, -1, False)]
)
def test_a_copy_past_the_end_or_of_too_many_elements(first: int, read: int, ok: bool) -> None:
    """Of eight elements four are written, from one on."""
    text = f"""
    func.func @main(%a: memref<8xf32>) {{
      %c0 = arith.constant 0 : index
      %first = arith.constant {first} : index
      %read = arith.constant {read} : index
      %b = memref.alloc() : memref<8xf32, 3>
      %c = nvgpu.device_async_copy %a[%c0], %b[%first], 4, %read : memref<8xf32> to memref<8xf32, 3>
      %d = nvgpu.device_async_copy %a[%first], %b[%c0], 4 : memref<8xf32> to memref<8xf32, 3>
      %g = nvgpu.device_async_create_group %c, %d
      return
    }}
    """
    outcome = run_text(text, "latest", np.zeros(8, np.float32))
    assert outcome.ok if ok else _error(outcome).code == "S004"


def test_async_ops_are_checked_for_bounds_when_they_are_issued() -> None:
    lines = ["%far = arith.addi %c7, %c1 : index", commit(copy("far", "c0"))]
    for schedule in SCHEDULES:
        assert _error(run(lines, schedule)).code == "S004"


def test_use_after_free() -> None:
    lines = ["%b = memref.alloc() : memref<1xi64>", "memref.dealloc %b : memref<1xi64>"]
    assert _error(run([*lines, "memref.store %v1, %b[%c0] : memref<1xi64>"])).code == "S002"
    assert _error(run([*lines, lines[1]])).code == "S003"
    assert _error(run(["memref.dealloc %m : memref<8xi64>"])).code == "S003"


def test_an_assertion_ends_the_run_with_what_was_printed() -> None:
    lines = [
        "func.call @printI64(%v1) : (i64) -> ()",
        "%no = arith.cmpi ne, %c0, %c0 : index",
        'cf.assert %no, "never"',
        "func.call @printI64(%v2) : (i64) -> ()",
    ]
    outcome = run(lines)
    assert (outcome.output, _error(outcome).code) == ("1", "R101")


def test_tasks_and_threads_in_one_program() -> None:
    found = _error(run([commit(), "%t = async.execute {", "async.yield", "}"]))
    assert found.code == "S012"
    assert "with tasks or for the threads of a device, not both" in found.message
    assert "gpu.thread_id" in found.notes[0].message


def test_what_it_does_not_know() -> None:
    found = _error(run(["scf.parallel (%i) = (%c0) to (%c1) step (%c1) {", commit(), "}"]))
    assert found.code == "S012"
    assert "`scf.parallel`" in found.message


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_race_ahead_of_an_endless_loop_is_told(schedule: str, threads: int) -> None:
    endless = [
        "scf.while : () -> () {",
        "%go = arith.cmpi eq, %c0, %c0 : index",
        "scf.condition(%go)",
        "} do {",
    ]
    found = _error(
        run([commit(copy("c0", "c1")), load("c1"), *endless, "scf.yield", "}"], schedule, threads=threads)
    )
    assert found.code == "S001"
