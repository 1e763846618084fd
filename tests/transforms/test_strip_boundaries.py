"""What `strip-boundaries` refuses or tells of; that programs as IREE prints them run."""

from __future__ import annotations

import pytest

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import collect_remarks, run_pipeline
from tests.cli.command import Shell
from tests.cli.conftest import asyncir as asyncir

GIVEN_BACK = """\
util.func public @f(%a: !hal.buffer_view) -> !hal.buffer_view {
  util.return %a : !hal.buffer_view
}
"""

TWO_TYPES = """\
util.func public @f(%a: !hal.buffer_view) -> (!hal.buffer_view, !hal.buffer_view) {
  %x = hal.tensor.import %a : !hal.buffer_view -> tensor<4xf32>
  %y = hal.tensor.import %a : !hal.buffer_view -> tensor<4xi32>
  %b = hal.tensor.export %x : tensor<4xf32> -> !hal.buffer_view
  %c = hal.tensor.export %y : tensor<4xi32> -> !hal.buffer_view
  util.return %b, %c : !hal.buffer_view, !hal.buffer_view
}
"""

FENCE_GIVEN_BACK = """\
util.func public @f(%a: !hal.fence) -> !hal.fence {
  util.return %a : !hal.fence
}
"""

NO_SUCH_SIZE = """\
util.func public @f(%a: !hal.buffer_view) -> index {
  %x = hal.tensor.import %a : !hal.buffer_view -> tensor<4xf32>
  %n = hal.buffer_view.dim<%a : !hal.buffer_view>[1] : index
  util.return %n : index
}
"""

ARRAYS_PASSED_ON = """\
util.func public @f(%a: !hal.buffer_view) -> !hal.buffer_view {
  %b = util.call @g(%a) : (!hal.buffer_view) -> !hal.buffer_view
  util.return %b : !hal.buffer_view
}
util.func private @g(%a: !hal.buffer_view) -> !hal.buffer_view
"""

USED_FENCE = """\
util.func public @f() -> i32 {
  %t = arith.constant -1 : i32
  %f = util.null : !hal.fence
  %s = hal.fence.await until([%f]) timeout_millis(%t) flags("None") : i32
  util.return %s : i32
}
"""

ALL = [GIVEN_BACK, TWO_TYPES, FENCE_GIVEN_BACK, NO_SUCH_SIZE, ARRAYS_PASSED_ON, USED_FENCE]


def stripped(text: str) -> tuple[str, list[Diagnostic]]:
    module = parse_module(text)
    with collect_remarks() as remarks:
        run_pipeline(module, "strip-boundaries")
    return print_module(module), remarks


@pytest.mark.parametrize("text", ALL)
def test_what_is_no_boundary_is_refused(text: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        stripped(text)
    assert {d.code for d in caught.value.diagnostics} == {"P181"}


@pytest.mark.parametrize("text", ALL)
def test_it_is_printed_as_it_was_read(text: str) -> None:
    first = print_module(parse_module(text))
    assert print_module(parse_module(first)) == first
    again = print_module(parse_module(print_module(parse_module(text), generic=True)))
    assert len(again.splitlines()) == len(first.splitlines())


def test_an_argument_without_a_type_is_left_out() -> None:
    text, remarks = stripped(
        "util.func public @f(%a: !hal.buffer_view, %n: index) -> index { util.return %n : index }"
    )
    assert [d.code for d in remarks] == ["P182"]
    assert "func.func @f(%n: index) -> index {" in text


@pytest.mark.parametrize("how", [(), ("--interpret", "latest")])
def test_what_iree_prints_runs(asyncir: Shell, how: tuple[str, ...]) -> None:
    file = asyncir.write(
        "f.mlir",
        """\
util.func public @f(%n: i32) -> i32 {
  %m = util.call @twice(%n) : (i32) -> i32
  util.return %m : i32
}
util.func private @twice(%n: i32) -> i32 {
  %m = arith.addi %n, %n : i32
  util.return %m : i32
}
""",
    )
    done = asyncir("run", file, "21", *how)
    assert (done.status, done.out, done.err) == (0, "42\n", "")
