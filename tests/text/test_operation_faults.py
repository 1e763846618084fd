"""Operations that make no sense are refused, at the spot at fault; the generic form is one that mlir-opt reads."""

from __future__ import annotations

import pytest

from asyncir.source.text import parse_module, print_module
from tests.oracle import needs_mlir, run_mlir_opt
from tests.text.corpus import EXTENSIONS
from tests.text.marked import check

ARGUMENTS = (
    "%i: index, %n: i64, %file: i32, %path: memref<?xi8>, %b: memref<?xf32>, %odd: memref<8xi7>, "
    "%strided: memref<4x4xf32, strided<[8, 1]>>, %unknown: memref<4xf32, strided<[?]>>, "
    "%one: memref<1x4xf32, strided<[?, 1], offset: ?>>, %m: memref<2xmemref<2xf32>>"
)


def program(line: str) -> str:
    return f"func.func @f({ARGUMENTS}) {{\n  {line}\n  return\n}}"


FAULTS = {
    "another-mode": ("V001", "not 'append'", '%f = ⟦io.open⟧ append "x"'),
    "no-mode": ("T001", "read, write or update", '%f = io.open ⟦"x"⟧'),
    "no-path": ("V001", "has characters", '%f = ⟦io.open⟧ read ""'),
    "two-paths": (
        "V001", "either a constant or a memref",
        '%f = ⟦"io.open"⟧(%path) <{mode = "read", path = "x"}> : (memref<?xi8>) -> !async.value<i32>'),
    "a-path-of-floats": ("V001", "a memref of i8", "%f = io.open read ⟦%b⟧ : memref<?xf32>"),
    "rows-with-gaps": (
        "V001", "do not lie in a row", "%r = io.read %file[%i], ⟦%strided⟧ : memref<4x4xf32, strided<[8, 1]>>"),
    "unknown-strides": ("V001", "do not lie in a row", "%w = io.write %file[%i], ⟦%unknown⟧ : memref<4xf32, strided<[?]>>"),
    "bits-of-bytes": ("V001", "8, 16, 32 or 64 bits", "%w = io.write %file[%i], ⟦%odd⟧ : memref<8xi7>"),
    "memrefs-in-a-file": ("V001", "8, 16, 32 or 64 bits", "%w = io.write %file[%i], ⟦%m⟧ : memref<2xmemref<2xf32>>"),
    "a-file-of-another-type": ("T007", "'%n' is used as i32", "%c = io.close ⟦%n⟧ : i32"),
    "no-command": ("V001", "the name of a program", "%s = ⟦io.process⟧ []"),
    "an-empty-command": ("V001", "the name of a program", '%s = ⟦io.process⟧ [""]'),
    "output-without-count": (
        "V001", "only there",
        '%s = ⟦"io.process"⟧(%b) <{command = ["ls"], operandSegmentSizes = array<i32: 0, 1>}> '
        ": (memref<?xf32>) -> !async.value<i32>"),
    "input-with-gaps": (
        "V001", "standard input", '%s = io.process ["cat"] stdin(⟦%strided⟧ : memref<4x4xf32, strided<[8, 1]>>)'),
}  # fmt: skip


@pytest.mark.feature("S4-21")
@pytest.mark.parametrize(("code", "message", "line"), FAULTS.values(), ids=FAULTS)
def test_operations_that_make_no_sense(code: str, message: str, line: str) -> None:
    check(program(line), code, message)


def test_the_stride_of_a_dimension_of_size_one_does_not_matter() -> None:
    parse_module(program("%r = io.read %file[%i], %one : memref<1x4xf32, strided<[?, 1], offset: ?>>"))


@needs_mlir
@pytest.mark.feature("S4-21")
def test_mlir_opt_reads_the_generic_form() -> None:
    (path,) = (path for path in EXTENSIONS if path.stem == "operations")
    text = print_module(parse_module(path.read_bytes()), generic=True)
    assert run_mlir_opt(text, "--allow-unregistered-dialect")[0] == 0
