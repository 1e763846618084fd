"""Works, signals and waits that make no sense are refused, at the spot at fault; without a machine no check says more."""

from __future__ import annotations

import pytest

from asyncir.driver.check import check as check_waits
from asyncir.source.text import parse_module, print_module
from tests.text.marked import check

FAULTS = {
    "no-engine": ("T001", "expected 'on'", "sync.work ⟦{⟧", "}"),
    "an-engine-without-quotes": ("T001", "string literal expected", "sync.work on ⟦v⟧ {", "}"),
    "no-resource": ("T001", "string literal expected", "sync.signal ⟦[⟧0]"),
    "an-instance-that-is-none": ("T001", "a number, or a value", 'sync.signal "r"[⟦true⟧]'),
    "an-instance-too-large": ("T001", "have 64 bits", 'sync.signal "r"[⟦9223372036854775808⟧]'),
    "a-number-of-another-type": ("T007", "'%c' is used as index", 'sync.wait "r", ⟦%c⟧'),
    "a-negative-instance": ("V001", "no instance -1", '⟦sync.signal⟧ "r"[-1]'),
    "a-source-alone": ("V001", "come together", '⟦sync.signal⟧ "r" from "a"'),
    "a-target-alone": ("V001", "come together", '⟦sync.wait⟧ "r" to "a"'),
    "a-pair-and-an-engine": ("V001", "`on` says", '⟦sync.wait⟧ "r" from "a" to "b" on "a"'),
    "a-commit-until": ("V001", "`until", '⟦sync.commit⟧ "r" until "read"'),
    "another-until": ("V001", "`until", '⟦sync.wait⟧ "r" until "written"'),
    "two-instances": (
        "V001", "the instance is a property or an operand",
        '⟦"sync.wait"⟧(%i) <{resource = "r", instance = 0, operandSegmentSizes = array<i32: 1, 0>}> : (index) -> ()'),
    "two-numbers": (
        "V001", "the number is a property or an operand",
        '⟦"sync.wait"⟧(%i) <{resource = "r", number = 0, operandSegmentSizes = array<i32: 0, 1>}> : (index) -> ()'),
    "reads-no-memory": ("V001", "not a value of type index", 'sync.work on "v" reads(⟦%i⟧ : index) {', "}"),
    "writes-no-memory": ("V001", "not a value of type index", 'sync.work on "v" writes(⟦%i⟧ : index) {', "}"),
    "opaque-outside": ("V001", "stands in a sync.work", '⟦sync.opaque⟧ "npu.relu"'),
    "opaque-in-a-process": (
        "V001", "stands in a sync.work", 'sync.process on "v" {', '  ⟦sync.opaque⟧ "npu.relu"', "}"),
    "a-work-in-a-work": (
        "V024", "other threads", 'sync.work on "v" {', '  ⟦sync.work⟧ on "m" {', "  }", "}"),
    "a-process-in-a-work": (
        "V024", "other threads", 'sync.work on "v" {', '  ⟦sync.process⟧ on "m" {', "  }", "}"),
    "a-wait-in-a-work": ("V024", "other threads", 'sync.work on "v" {', '  ⟦sync.wait⟧ "r"', "}"),
    "a-barrier-in-a-work": ("V024", "other threads", 'sync.work on "v" {', "  ⟦sync.barrier⟧", "}"),
    "a-call-of-what-waits-in-a-work": (
        "V024", "call functions", 'sync.work on "v" {', "  ⟦func.call⟧ @w() : () -> ()", "}"),
    "a-wait-for-a-queue-in-a-work": ("V024", "cannot wait", 'sync.work on "v" {', "  ⟦queue.wait⟧(0, 0)", "}"),
    "an-argument-of-a-work": ("V001", "has no arguments", '⟦sync.work⟧ on "v" {', "^bb0(%z: index):", "}"),
    "an-argument-of-a-process": ("V001", "has no arguments", '⟦sync.process⟧ on "v" {', "^bb0(%z: index):", "}"),
    "a-terminator": ("V001", "ends without a terminator", '⟦sync.work⟧ on "v" {', "  scf.yield", "}"),
}  # fmt: skip

WAITS = """
func.func private @w() {
  sync.wait "r"
  return
}
"""


@pytest.mark.parametrize(
    ("code", "message", "lines"), [(c, m, ls) for c, m, *ls in FAULTS.values()], ids=FAULTS
)
def test_what_makes_no_sense(code: str, message: str, lines: list[str]) -> None:
    body = "\n".join("  " + line for line in lines)
    check(f"func.func @f(%i: index, %c: i1) {{\n{body}\n  return\n}}{WAITS}", code, message)


def test_names_are_escaped_as_mlir_does() -> None:
    text = '"builtin.module"() ({\n  "sync.barrier"() <{engine = "\\0A\\22\\C3\\A9"}> : () -> ()\n}) : () -> ()\n'
    module = parse_module(text)
    assert print_module(module, generic=True) == text
    assert print_module(parse_module(print_module(module)), generic=True) == text


OF_A_MACHINE = (
    'sync.work on "v" {\n}',
    'sync.process on "v" {\n}',
    *('sync.signal "r"', 'sync.wait "r"', 'sync.commit "r"', 'sync.init "r", 1', 'sync.arm "r"'),
    *('sync.free "r"', "sync.barrier"),
)


@pytest.mark.parametrize("around", ["", "%t = async.execute {"], ids=["", "in-a-task"])
@pytest.mark.parametrize("op", OF_A_MACHINE, ids=lambda op: op.partition(" ")[0])
def test_nothing_is_known_of_them_without_a_machine(op: str, around: str) -> None:
    inner = f"{around}\n{op}\n" + ("async.yield\n}\nasync.await %t : !async.token" if around else "")
    text = f"func.func @f(%a: memref<4xf32>, %x: f32, %i: index) {{\n{inner}\nreturn\n}}"
    checked = check_waits(text)
    assert checked.standing == "unknown"
    assert "--machine" in "".join(d.help for d in checked.diagnostics)
