"""Queues, groups and waits that make no sense are refused, at the spot at fault."""

from __future__ import annotations

import pytest

from asyncir.source.text import parse_module
from tests.oracle import needs_mlir, run_mlir_opt
from tests.text.marked import check, unmark

Case = tuple[str, str, str]

ARGUMENTS = (
    "%a: memref<64xf32>, %b: memref<64xf32, 3>, %m: memref<4xf32>, %i: index, %c: i1, %t: !async.token, "
    "%n: i64, %d: !nvgpu.device.async.token"
)
COPY = "%x = nvgpu.device_async_copy %a[%i], %b[%i], 4 : memref<64xf32> to memref<64xf32, 3>"
GROUP = "nvgpu.device_async_create_group"
WAIT = "nvgpu.device_async_wait"


def program(*lines: str) -> str:
    return "\n".join((f"func.func @f({ARGUMENTS}) {{", *("  " + line for line in lines), "  return", "}"))


CALLED = """
func.func private @g()
func.func private @h() {
  func.call @w() : () -> ()
  return
}
func.func private @w() {
  queue.wait(0, 0)
  return
}
"""

COPIES = {
    "twice-in-a-group": ("V020", "in the group twice", COPY, f"%g = {GROUP} %x, ⟦%x⟧"),
    "in-two-groups": ("V020", "in two groups", COPY, f"%g = {GROUP} %x", f"%h = {GROUP} ⟦%x⟧"),
    "in-a-group-and-behind-it-in-a-branch": (
        "V020", "in two groups", COPY, f"%g = {GROUP} %x", "scf.if %c {", f"  %h = {GROUP} ⟦%x⟧", "}"),
    "a-group-in-a-group": ("V020", "a group cannot be part", COPY, f"%g = {GROUP} %x", f"%h = {GROUP} ⟦%g⟧"),
    "waits-for-what-no-group-has": ("V021", "no group has the copy", COPY, f"{WAIT} ⟦%x⟧"),
    "waits-before-the-commit": ("V021", "only behind the wait", COPY, f"{WAIT} ⟦%x⟧", f"%g = {GROUP} %x"),
    "leaves-its-group-in-flight": (
        "V022", "only 0 are committed", COPY, f"%g = {GROUP} %x", f"⟦{WAIT}⟧ %g {{numGroups = 1 : i32}}"),
    "leaves-the-group-of-its-copy-in-flight": (
        "V022", "only 1 are committed", COPY, f"%g = {GROUP} %x", f"%e = {GROUP}",
        f"⟦{WAIT}⟧ %x {{numGroups = 2 : i32}}"),
    "a-negative-number-of-groups": ("V023", "-1 groups", f"⟦{WAIT}⟧ %d {{numGroups = -1 : i32}}"),
}  # fmt: skip
"""What mlir-opt 22 accepts and should not."""

QUEUES = {
    "a-negative-count": ("V023", "-1 groups", "⟦queue.wait⟧(0, -1)"),
    "a-negative-count-of-finished-groups": ("V023", "-7 groups", "⟦queue.wait_finished⟧(0, -7)"),
    "a-count-too-large": ("T001", "have 64 bits", "queue.wait(0, ⟦9223372036854775808⟧)"),
    "a-queue-too-large": ("T001", "have 64 bits", "queue.commit(⟦18446744073709551615⟧) {", "}"),
    "covers-no-memory": ("V001", "not a value of type index", "queue.wait(0, 0) covers(⟦%i⟧ : index)"),
    "covers-twice": ("V001", "twice", "queue.await %t : !async.token covers(%m, ⟦%m⟧ : memref<4xf32>, memref<4xf32>)"),
    "no-queue": (
        "V001", "the queue is a property",
        '⟦"queue.wait"⟧() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()'),
    "two-counts": (
        "V001", "the count is a property",
        '⟦"queue.wait"⟧(%i) <{queue = 0, count = 0, operandSegmentSizes = array<i32: 0, 1, 0>}> : (index) -> ()'),
    "no-token": ("V001", "no token", '⟦"queue.await"⟧() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> ()'),
    "a-wait-in-flight": ("V024", "cannot wait", "queue.async {", "  ⟦queue.wait⟧(0, 0)", "}"),
    "a-barrier-in-flight": ("V024", "cannot wait", "queue.async {", "  scf.if %c {", "    ⟦gpu.barrier⟧", "  }", "}"),
    "a-task-awaited-in-flight": ("V024", "start or await", "queue.async {", "  ⟦async.await⟧ %t : !async.token", "}"),
    "work-in-flight-in-work-in-flight": ("V024", "start or await", "queue.async {", "  ⟦queue.async⟧ {", "  }", "}"),
    "a-commit-in-flight": ("V024", "cannot commit", "queue.async {", "  ⟦queue.commit⟧(0) {", "  }", "}"),
    "a-call-of-what-waits-in-flight": ("V024", "call functions that", "queue.async {", "  ⟦func.call⟧ @h() : () -> ()", "}"),
    "an-operation-that-nobody-awaits": (
        "V024", "start or await", "queue.async {", "  %u = ⟦io.sleep⟧ %n : i64", "}"),
    "an-operation-that-is-awaited-outside": (
        "V024", "start or await", "%u = io.sleep %n : i64", "queue.async {", "  ⟦async.await⟧ %u : !async.token", "}"),
    "an-indirect-call-in-flight": (
        "V024", "call functions", "%f = func.constant @g : () -> ()", "queue.async {",
        "  ⟦func.call_indirect⟧ %f() : () -> ()", "}"),
    "a-group-in-a-commit": ("V024", "not part of another", "queue.commit(0) {", f"  %g = ⟦{GROUP}⟧", "}"),
    "a-commit-in-a-commit": (
        "V024", "not part of another", "queue.commit(0) {", "  scf.if %c {", "    ⟦queue.commit⟧(1) {", "    }", "  }", "}"),
    "an-argument": ("V001", "has no arguments", "⟦queue.commit⟧(0) {", "^bb0(%z: index):", "}"),
    "two-blocks": (
        "V001", "single-block", "⟦queue.async⟧ {", "  cf.br ^next", "^next:", "  cf.br ^next", "}"),
    "a-terminator": ("V001", "ends without a terminator", "⟦queue.async⟧ {", "  scf.yield", "}"),
    "another-type-of-token": ("T001", "makes an !async.token", "%g = queue.commit(0) {", "} -> ⟦index⟧"),
    "a-queue-of-another-type": ("T007", "'%c' is used as index", "queue.wait(⟦%c⟧, 0)"),
    "a-count-that-is-none": ("T001", "a number, or a value", "queue.wait(0, ⟦true⟧)"),
    "one-number": ("T001", "',' is expected", "queue.wait(0⟦)⟧"),
}  # fmt: skip

ATTRIBUTES = {
    "twice-in-fifos": ("queue.fifos = [[0, 1], [2, 1]]", "queue 1 is listed twice"),
    "no-list": ("queue.fifos = 3", "a list of lists"),
    "no-list-of-lists": ("queue.fifos = [0, 1]", "a list of lists"),
    "no-number": ("queue.fifos = [[true]]", "a queue is a number"),
    "no-threads": ("gpu.known_block_size = array<i32: 32, 0, 1>", "at least one thread"),
    "two-dimensions": ("gpu.known_block_size = array<i32: 32, 1>", "must contain exactly 3 elements"),
    "wide-extents": ("gpu.known_block_size = array<i64: 32, 1, 1>", "must be a dense i32 array"),
    "no-extents": ("gpu.known_block_size = 32", "must be a dense i32 array"),
}


@pytest.mark.feature("S2-2")
@pytest.mark.parametrize(
    ("code", "message", "lines"), [(c, m, ls) for c, m, *ls in COPIES.values()], ids=COPIES
)
def test_groups_of_copies_that_make_no_sense(code: str, message: str, lines: list[str]) -> None:
    found = check(program(*lines), code, message)
    assert found.help


OTHERWISE_READ = {"leaves-the-group-of-its-copy-in-flight"}
"""mlir-opt reads the name behind an empty group as its operand."""


@needs_mlir
@pytest.mark.parametrize("name", [name for name in COPIES if name not in OTHERWISE_READ])
def test_mlir_opt_lets_them_pass(name: str) -> None:
    assert run_mlir_opt(unmark(program(*COPIES[name][2:])).text)[0] == 0


@pytest.mark.feature("S2-15")
@pytest.mark.parametrize(
    ("code", "message", "lines"), [(c, m, ls) for c, m, *ls in QUEUES.values()], ids=QUEUES
)
def test_queues_that_make_no_sense(code: str, message: str, lines: list[str]) -> None:
    check(program(*lines) + CALLED, code, message)


@pytest.mark.parametrize(("attribute", "message"), ATTRIBUTES.values(), ids=ATTRIBUTES)
def test_attributes_that_make_no_sense(attribute: str, message: str) -> None:
    check(f"⟦func.func⟧ @f() attributes {{{attribute}}} {{ return }}", "V001", message)


GOOD = {
    "in-groups-of-two-branches": (
        COPY, "scf.if %c {", f"  %g = {GROUP} %x", "} else {", f"  %h = {GROUP} %x", "}"),
    "waits-for-an-argument": (f"{WAIT} %d {{numGroups = 3 : i32}}",),
    "waits-for-its-copy": (COPY, f"%g = {GROUP} %x", f"{WAIT} %x {{numGroups = 0 : i32}}"),
    "younger-groups-stay": (COPY, f"%g = {GROUP} %x", f"%e = {GROUP}", f"{WAIT} %g {{numGroups = 1 : i32}}"),
    "what-is-between-may-commit": (
        COPY, f"%g = {GROUP} %x", "scf.if %c {", f"  %e = {GROUP}", "}", f"{WAIT} %g {{numGroups = 1 : i32}}"),
    "a-group-in-a-branch": (COPY, "scf.if %c {", f"  %g = {GROUP} %x", "}", f"{WAIT} %x"),
    "a-copy-that-goes-elsewhere-too": (
        COPY, f"%g = {GROUP} %x", f"{WAIT} %x {{numGroups = 1 : i32}}",
        "cf.br ^next(%x : !nvgpu.device.async.token)", "^next(%y: !nvgpu.device.async.token):"),
    "an-empty-group-before-results": (f"%e = {GROUP}", "%u, %v = arith.addui_extended %i, %i : index, i1", f"{WAIT} %e"),
    "the-copy-goes-elsewhere": (COPY, "cf.br ^next(%x : !nvgpu.device.async.token)", "^next(%y: !nvgpu.device.async.token):"),
    "a-negative-queue": ("queue.wait(-1, 0)",),
    "waits-in-a-commit": ("queue.commit(0) {", "  queue.wait(0, 0)", "  func.call @g() : () -> ()", "}"),
    "calls-in-flight": ("queue.async {", "  func.call @g() : () -> ()", "}"),
    "an-operation-in-flight": ("queue.async {", "  %u = io.sleep %n : i64", "  async.await %u : !async.token", "}"),
    "work-outside-of-a-commit": ("queue.async {", "  scf.if %c {", "  }", "}"),
}  # fmt: skip


@pytest.mark.parametrize("lines", GOOD.values(), ids=GOOD)
def test_what_makes_sense_is_accepted(lines: tuple[str, ...]) -> None:
    parse_module(program(*lines) + "\nfunc.func private @g()")


def test_a_group_far_from_its_wait_is_left_to_the_check() -> None:
    between = [f"%e{n} = arith.addi %i, %i : index" for n in range(2000)]
    parse_module(program(COPY, f"%g = {GROUP} %x", *between, f"{WAIT} %g {{numGroups = 1 : i32}}"))
