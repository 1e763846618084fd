"""What `asyncir check` says of a wait or a function: where, why, and what to write."""

from __future__ import annotations

import shlex

import pytest

from asyncir.analyses.in_flight import check_module
from asyncir.analyses.sync_report import Standing
from asyncir.diagnostics import Diagnostic, Severity
from asyncir.driver.check import Checked, check
from asyncir.source.text import parse_module
from tests.cli.command import Shell


def function(body: str, arguments: str = "%a: memref<16xf32>, %n: index", attributes: str = "") -> str:
    """A function with constants; its body starts at line 8."""
    numbers = "\n".join(f"  %c{n} = arith.constant {n} : index" for n in (0, 1, 2, 3))
    return (
        f"func.func @main({arguments}) {attributes} {{\n{numbers}\n"
        f"  %less = arith.constant -1 : index\n  %v = arith.constant 1.0 : f32\n{body}\n  return\n}}\n"
    )


def said(answer: Checked, code: str) -> list[Diagnostic]:
    return [diagnostic for diagnostic in answer.diagnostics if diagnostic.code == code]


def place(diagnostic: Diagnostic) -> tuple[int, int] | None:
    return None if diagnostic.span is None else (diagnostic.span.line, diagnostic.span.column)


# Counts that become negative

COPY = """\
  queue.commit(0) {
    queue.async {
      memref.store %v, %a[%c0] : memref<16xf32>
    }
  }
"""
EPILOGUE = """\
  scf.for %i = %c0 to %c3 step %c1 {
    %k = arith.subi %c1, %i : index
    queue.wait(0, %k)
  }"""


@pytest.mark.parametrize(
    "body",
    [
        "  queue.wait(0, %less)",
        f"{COPY}  queue.wait(0, %less)",
        "  queue.wait_finished(0, %less)",
        EPILOGUE,
        f"{COPY}{EPILOGUE}",
    ],
)
def test_a_count_that_becomes_negative_is_an_error(body: str) -> None:
    answer = check(function(body), filename="p.mlir")
    (error,) = said(answer, "Q011")
    assert error.severity is Severity.ERROR
    assert place(error) is not None
    assert (answer.standing, answer.proved) == ("refuted", False)
    assert [(wait.verdict, wait.exact) for wait in answer.waits] == [("unknown", None)]
    assert not said(answer, "Q004")
    assert not said(answer, "Q005")


def test_the_run_that_is_shown_fails_at_that_wait(asyncir: Shell) -> None:
    asyncir.write("p.mlir", function(EPILOGUE))
    done = asyncir("check", "p.mlir")
    assert (done.status, done.out) == (1, "p.mlir: refuted: 1 fault, 1 wait (1 unknown)\n")
    (command,) = [line for line in done.err.splitlines() if "to see it: asyncir run" in line]
    assert asyncir(*shlex.split(command.split("to see it: asyncir ")[1])).codes == ["S018"]


@pytest.mark.parametrize("count", ["%n", "%fewer"])
def test_a_count_that_arguments_make_negative_is_a_warning(count: str) -> None:
    body = f"{COPY}  %fewer = arith.subi %c2, %n : index\n  queue.wait(0, {count})"
    answer = check(function(body), filename="p.mlir")
    (warning,) = said(answer, "Q011")
    assert warning.severity is Severity.WARNING
    assert answer.proved


@pytest.mark.parametrize(
    "count", ["%some = arith.maxsi %n, %c0 : index", "%some = arith.remui %n, %c3 : index"]
)
def test_a_count_that_is_clamped_is_no_fault(count: str) -> None:
    answer = check(function(f"{COPY}  {count}\n  queue.wait(0, %some)"), filename="p.mlir")
    assert not said(answer, "Q011")


def test_a_count_on_a_way_that_nothing_takes_is_no_fault() -> None:
    body = """\
  %never = arith.cmpi sgt, %c0, %c1 : index
  scf.if %never {
    queue.wait(0, %less)
  }"""
    assert check(function(body), filename="p.mlir").diagnostics[0].code == "Q004"


# Where nothing is known


UNFOLLOWED = (
    "  memref.store %c1, %i[%c1] : memref<16xindex>\n"
    "  %at = memref.load %i[%n] : memref<16xindex>\n" + COPY.replace("%c0", "%at")
)


def test_a_race_that_cannot_be_excluded_is_told_by_both_accesses() -> None:
    body = f"""{UNFOLLOWED}\
  %square = arith.muli %at, %at : index
  %other = arith.addi %square, %c1 : index
  %x = memref.load %a[%other] : memref<16xf32>
  queue.wait(0, 0)"""
    arguments = "%a: memref<16xf32>, %i: memref<16xindex>, %n: index"
    answer = check(function(body, arguments), filename="p.mlir")
    assert answer.standing == "unknown"
    (unknown,) = said(answer, "Q005")
    assert place(unknown) == (17, 8)
    assert [(note.message, note.span.line) for note in unknown.notes if note.span] == [
        ("the other access", 11)
    ]


def test_what_could_not_be_followed_is_told_by_its_op() -> None:
    barrier = """\
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  scf.if %first {
    gpu.barrier
  }
  memref.store %v, %a[%t] : memref<16xf32>"""
    size = "attributes {gpu.known_block_size = array<i32: 4, 1, 1>}"
    (unknown,) = said(check(function(barrier, attributes=size), filename="p.mlir"), "Q005")
    assert "different barriers" in unknown.message
    assert place(unknown) == (11, 5)


def test_the_op_where_the_steps_are_used_up_is_told() -> None:
    drain = """\
  scf.for %i = %c0 to %n step %c1 {
    queue.commit(0) {
      queue.async {
        memref.store %v, %a[%c0] : memref<16xf32>
      }
    }
    queue.wait(0, 0)
  }"""
    module = parse_module(function(drain), "p.mlir")
    (entry,) = check_module(module, budget=-10_000).functions
    assert entry.reason == "the check takes too many steps"
    assert entry.at is not None
    (entry,) = check_module(module).functions
    assert (entry.standing, entry.at) == (Standing.PROVED, None)


def test_a_queue_that_may_be_any_is_told_by_its_op() -> None:
    drain = """\
  scf.for %i = %c0 to %n step %c1 {
    %q = arith.muli %i, %c3 : index
    queue.commit(%q) {
      queue.async {
        memref.store %v, %a[%i] : memref<16xf32>
      }
    }
  }"""
    answer = check(function(drain), filename="p.mlir")
    unknown = said(answer, "Q005")
    assert [place(each) for each in unknown] == [(10, 5)]


def test_a_wait_for_a_task_that_does_nothing_is_told_by_its_op() -> None:
    task = "  %t = async.execute {\n    async.yield\n  }\n  async.await %t : !async.token"
    (redundant,) = said(check(function(task), filename="p.mlir"), "Q004")
    assert place(redundant) is not None


# What is taken for granted


@pytest.mark.parametrize("op", ["%t = gpu.thread_id x", "%t = gpu.block_dim x", "gpu.barrier"])
def test_threads_without_a_number_of_them_are_taken_for_one(op: str) -> None:
    (warning,) = said(check(function(f"  {op}"), filename="p.mlir"), "Q009")
    assert (warning.severity, place(warning) is not None) == (Severity.WARNING, True)
    for size in (1, 4):
        attributes = f"attributes {{gpu.known_block_size = array<i32: {size}, 1, 1>}}"
        assert not said(check(function(f"  {op}", attributes=attributes), filename="p.mlir"), "Q009")


def test_threads_of_a_callee_are_those_of_the_entry() -> None:
    callee = "func.func private @inner() {\n  gpu.barrier\n  return\n}\n"
    (warning,) = said(check(callee + function("  func.call @inner() : () -> ()")), "Q009")
    assert warning.message.startswith("@main uses `gpu.barrier`")
    assert not said(check(function(COPY)), "Q009")


# Tokens of a caller


@pytest.mark.parametrize("token", ["%t", "%chosen", "%carried"])
def test_a_wait_for_a_token_of_the_caller_is_not_advised_away(token: str) -> None:
    body = f"""\
  %own = async.ready
  %flag = arith.cmpi sgt, %n, %c1 : index
  %chosen = arith.select %flag, %own, %t : !async.token
  %carried = scf.for %i = %c0 to %n step %c1 iter_args(%k = %t) -> (!async.token) {{
    scf.yield %k : !async.token
  }}
  queue.await {token} : !async.token""".replace("%own = async.ready", "%own = async.ready : !async.token")
    answer = check(function(body, "%t: !async.token, %n: index"), filename="p.mlir")
    assert [(wait.verdict, wait.reason) for wait in answer.waits] == [
        ("unknown", "its group may be the caller's")
    ]
    assert not said(answer, "Q004")


def test_a_token_that_a_callee_gets_is_known_where_the_caller_is_the_entry() -> None:
    callee = "func.func private @inner(%t: !async.token) {\n  queue.await %t : !async.token\n  return\n}\n"
    body = COPY.replace("  queue.commit(0) {", "  %g = queue.commit(0) {").replace("  }\n", "  }\n", 1)
    body = body.rstrip("\n") + " -> !async.token\n"
    body += "  func.call @inner(%g) : (!async.token) -> ()\n  %x = memref.load %a[%c0] : memref<16xf32>"
    answer = check(callee + function(body), filename="p.mlir")
    assert [wait.verdict for wait in answer.waits] == ["exact"]


# Waits that list too little


def test_what_a_wait_does_not_list_is_one_error_and_no_proof(asyncir: Shell) -> None:
    body = """\
  %b = memref.alloca() : memref<16xf32>
  %d = memref.alloca() : memref<16xf32>
  queue.commit(0) {
    queue.async {
      %x = memref.load %a[%c0] : memref<16xf32>
      memref.store %x, %b[%c0] : memref<16xf32>
    }
  }
  queue.wait(0, 0) covers(%d : memref<16xf32>)
  %y = memref.load %b[%c0] : memref<16xf32>"""
    answer = check(function(body), filename="p.mlir")
    (error,) = said(answer, "Q006")
    assert "%a" in error.message
    assert "%b" in error.message
    assert error.help.startswith("add %a and %b to the list")
    assert (answer.proved, answer.standing) == (False, "refuted")
    asyncir.write("p.mlir", function(body))
    done = asyncir("check", "p.mlir")
    assert (done.status, done.out) == (1, "p.mlir: refuted: 1 fault, 1 wait (1 exact)\n")


# Waits that are too weak

NEIGHBOURS = """\
  %s = memref.alloca() : memref<2x4xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %p0 = nvgpu.device_async_copy %a[%t], %s[%c0, %t], 1 : memref<16xf32> to memref<2x4xf32, #gpu.address_space<workgroup>>
  %g0 = nvgpu.device_async_create_group %p0
  %last = scf.for %i = %c0 to %c3 step %c1 iter_args(%k = %g0) -> (!nvgpu.device.async.token) {
    %next = arith.addi %i, %c1 : index
    %slot = arith.remui %next, %c2 : index
    %now = arith.remui %i, %c2 : index
    %p = nvgpu.device_async_copy %a[%t], %s[%slot, %t], 1 : memref<16xf32> to memref<2x4xf32, #gpu.address_space<workgroup>>
    %g = nvgpu.device_async_create_group %p
    nvgpu.device_async_wait %k
    %other = arith.xori %t, %c1 : index
    %x = memref.load %s[%now, %other] : memref<2x4xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    scf.yield %g : !nvgpu.device.async.token
  }"""


def test_a_wait_that_is_too_weak_is_told_at_the_wait() -> None:
    size = "attributes {gpu.known_block_size = array<i32: 4, 1, 1>}"
    answer = check(function(NEIGHBOURS, attributes=size), filename="p.mlir")
    assert [(wait.verdict, wait.exact) for wait in answer.waits] == [("too weak", 0)]
    (error,) = said(answer, "Q001")
    assert (error.span and f"p.mlir:{error.span.line}:{error.span.column}") == answer.waits[0].location
    assert "barriers as they are" in error.notes[-1].message
    assert error.help == "wait for a younger group: at most 0 may stay in flight"
    (first, *_) = said(answer, "Q002")
    assert "thread 0" in first.notes[0].message
