"""Launches and events that make no sense are refused, at the spot at fault; without a machine no check says more."""

from __future__ import annotations

import pytest

from asyncir.driver.check import check as check_waits
from tests.text.marked import check

LAUNCH = "device.launch in (%e, %d)"
M = "memref<4xf32>"

FAULTS = {
    "no-name": ("T001", "string literal expected", "%a = device.get ⟦[⟧%i]"),
    "several-names-and-no-number": ("V001", "one name comes without", '%a = ⟦device.get⟧ "a", "b"'),
    "one-name-with-a-number": ("V001", "one name comes without", '%a = ⟦device.get⟧ "a"[%i]'),
    "a-name-twice": ("V001", "named twice", '%a = ⟦device.get⟧ "a", "a"[%i]'),
    "no-device": ("T001", "a launch needs a device", "%a = device.launch in ⟦(⟧) {", "}"),
    "an-event-as-device": ("T007", "'%e' is used as", "%a = device.launch in (⟦%e⟧) {", "}"),
    "a-device-as-event": ("T007", "'%d' is used as", "%a = device.launch in (⟦%d⟧, %d) {", "}"),
    "no-flags": ("T001", "a number above 0", "%a = device.launch in ⟦(⟧%e, %d) flags 0 {", "}"),
    "a-computed-number-of-flags": ("T001", "a number above 0", "%a = device.launch in ⟦(⟧%e, %d) flags %i {", "}"),
    "a-device-held-twice": ("V001", "held twice", "%a = ⟦device.launch⟧ in (%e, %d) excluding (%d) {", "}"),
    "from-outside": ("T002", "undefined value '%i'", f"%a = {LAUNCH} {{", "  %x = arith.addi ⟦%i⟧, %i : index", "}"),
    "an-end-elsewhere": ("V001", "ends the body of", "scf.execute_region {", "  ⟦device.return⟧", "}"),
    "too-few-values": ("V001", "expected 1 values, got 0", f"%a, %b = {LAUNCH} -> f32 {{", "  ⟦device.return⟧", "}"),
    "a-value-of-another-type": (
        "V001", "expected f32, got index",
        "%a, %b = device.launch (%n = %i : index) in (%e, %d) -> f32 {", "  device.return ⟦%n⟧ : index", "}"),
    "an-event-as-value": (
        "V001", "a launch returns data",
        "%a, %b = ⟦device.launch⟧ (%f = %e : !device.event) in (%e, %d) -> !device.event {",
        "  device.return %f : !device.event", "}"),
    "a-flag-outside": ("V001", "stands in a device.launch", "⟦device.flag⟧ 0"),
    "a-flag-that-is-not-there": (
        "V001", "no flag 1: the launch has 1", f"%a, %b = {LAUNCH} flags 1 {{", "  ⟦device.flag⟧ 1", "}"),
    "a-flag-of-none": ("V001", "the launch has no flags", f"%a = {LAUNCH} {{", "  ⟦device.flag⟧ 0", "}"),
    "a-flag-below-0": ("V001", "no flag -1", f"%a, %b = {LAUNCH} flags 1 {{", "  ⟦device.flag⟧ -1", "}"),
    "a-flag-twice": (
        "V001", "a property or an operand",
        "%a, %b = device.launch (%n = %i : index) in (%e, %d) flags 1 {",
        '  ⟦"device.flag"⟧(%n) <{number = 0}> : (index) -> ()', "}"),
    "other-arguments": (
        "V001", "the arguments of the body",
        '%a = ⟦"device.launch"⟧(%i, %d) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>, '
        'resultSegmentSizes = array<i32: 1, 0, 0>}> ({',
        "^bb0(%x: f32):", '  "device.return"() : () -> ()', "}) : (index, !device.device) -> !device.event"),
    "awaits-a-number": ("T001", "waits for an event or a value", "device.await %i : ⟦index⟧"),
    "awaits-with-another-result": (
        "V001", "gives no result", '%x = ⟦"device.await"⟧(%e) : (!device.event) -> index'),
    "copies-too-little": ("T001", "3 operands come behind", f"%a = device.memcpy ⟦(⟧%m, %d) : {M}, {M}"),
    "copies-no-memory": ("V001", "not for a value of type index", f"%a = device.memcpy (⟦%i⟧, %m, %d) : index, {M}"),
    "copies-another-shape": (
        "V001", "shape and elements are the same", f"%a = ⟦device.memcpy⟧ (%m, %g, %d) : {M}, memref<5xf32>"),
    "copies-other-elements": (
        "V001", "shape and elements are the same", f"%a = ⟦device.memcpy⟧ (%m, %h, %d) : {M}, memref<4xi32>"),
    "allocates-a-number": ("T001", "makes a memref", '%a, %b = device.alloc () in "ub" : ⟦index⟧'),
    "allocates-any-size": ("V001", "a size that their types say", '%a, %b = ⟦device.alloc⟧ () in "ub" : memref<?xf32>'),
    "frees-a-number": ("V001", "not for a value of type index", "%a = device.dealloc (⟦%i⟧) : index"),
    "reads-at-no-index": ("V001", "has 1 dimensions, and 0", f"%a, %b = ⟦device.read⟧ (%m)[] : {M}"),
    "writes-another-type": ("V001", "the elements of", f"%a = ⟦device.write⟧ (%i, %m)[%i] : index, {M}"),
    "reads-another-type": (
        "V001", "the elements of",
        f'%a, %b = ⟦"device.read"⟧(%m, %i) <{{operandSegmentSizes = array<i32: 0, 1, 1>}}> '
        f": ({M}, index) -> (!device.event, !device.value<i32>)"),
    "a-launch-in-a-work": ("V024", "other threads", 'sync.work on "v" {', "  %a = ⟦device.launch⟧ in (%e, %d) {", "  }", "}"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("code", "message", "lines"), [(c, m, ls) for c, m, *ls in FAULTS.values()], ids=FAULTS
)
def test_what_makes_no_sense(code: str, message: str, lines: list[str]) -> None:
    body = "\n".join("  " + line for line in lines)
    arguments = (
        f"%i: index, %m: {M}, %g: memref<5xf32>, %h: memref<4xi32>, %e: !device.event, %d: !device.device"
    )
    check(f"func.func @f({arguments}) {{\n{body}\n  return\n}}", code, message)


OF_A_MACHINE = (
    '%a = device.get "v"',
    "%a = device.start",
    "%a = device.and %e",
    "device.await %e : !device.event",
    f"%a = {LAUNCH} {{\n}}",
    f"%a, %b = {LAUNCH} flags 1 {{\n  device.flag 0\n}}",
    f"%a = device.memcpy (%m, %m, %d) : {M}, {M}",
    f'%a, %b = device.alloc () in "ub" : {M}',
    f"%a = device.dealloc (%m) : {M}",
    f"%a, %b = device.read (%m)[%i] : {M}",
    f"%a = device.write (%x, %m)[%i] : f32, {M}",
)


@pytest.mark.parametrize("op", OF_A_MACHINE, ids=lambda op: op.partition("device.")[2].partition(" ")[0])
def test_nothing_is_known_of_them_without_a_machine(op: str) -> None:
    arguments = f"%i: index, %m: {M}, %x: f32"
    values = '%d = device.get "v"\n%e = device.start\n'
    checked = check_waits(f"func.func @f({arguments}) {{\n{values}{op}\nreturn\n}}")
    assert checked.standing == "unknown"
    assert "--machine" in "".join(d.help for d in checked.diagnostics)
