"""What mlir-opt 22 prints is read and printed again without any difference, pretty and generic."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from asyncir.source.text import parse_module, print_module
from tests.oracle import mlir_opt, needs_mlir, run_mlir_opt
from tests.text.corpus import EXTENSIONS, PROGRAMS, name
from tests.text.extensions import EXTENSIONS as LISTED

GENERIC = "-mlir-print-op-generic"
LOCATED = [path for path in PROGRAMS if path.stem != "vector_mask"]
"""Neither of us writes the location of the op in a `vector.mask`, so that a text does not keep it."""


@needs_mlir
@pytest.mark.parametrize("path", PROGRAMS, ids=name)
def test_through_us_and_back_changes_nothing(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    expected = mlir_opt(source)
    module = parse_module(source, path.name)
    assert mlir_opt(print_module(module)) == expected
    assert mlir_opt(print_module(module, generic=True)) == expected


@needs_mlir
@pytest.mark.parametrize("path", PROGRAMS, ids=name)
def test_we_print_what_mlir_opt_prints(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    pretty, generic = mlir_opt(source), mlir_opt(source, GENERIC)
    of_pretty, of_generic = parse_module(pretty), parse_module(generic)
    # mlir-opt puts one more newline behind the module.
    assert print_module(of_pretty) + "\n" == pretty
    assert print_module(of_pretty, generic=True) + "\n" == generic
    assert print_module(of_generic, generic=True) + "\n" == generic
    assert mlir_opt(print_module(of_generic)) == pretty


@needs_mlir
@pytest.mark.parametrize("path", LOCATED, ids=name)
def test_locations_survive(path: Path) -> None:
    debug = "-mlir-print-debuginfo"
    expected = mlir_opt(path.read_text(encoding="utf-8"), debug)
    ours = print_module(parse_module(expected), debuginfo=True)
    assert mlir_opt(ours, debug) == expected


@pytest.mark.parametrize("path", PROGRAMS + EXTENSIONS, ids=name)
@pytest.mark.parametrize("generic", [False, True], ids=["pretty", "generic"])
def test_our_own_text_is_read_as_it_was_printed(path: Path, generic: bool) -> None:
    module = parse_module(path.read_bytes(), path.name)
    first = print_module(module, generic=generic)
    again = parse_module(first)
    assert print_module(again, generic=True) == print_module(module, generic=True)
    assert print_module(again, generic=generic) == first


def test_each_extension_is_listed_and_has_a_program() -> None:
    assert sorted(extension.name for extension in LISTED) == sorted(map(name, EXTENSIONS))


def test_each_extension_is_in_the_documentation() -> None:
    page = (Path(__file__).parents[2] / "docs" / "text.md").read_text(encoding="utf-8")
    assert re.findall(r"^### `(\w+)`$", page, re.MULTILINE) == [extension.name for extension in LISTED]


@needs_mlir
@pytest.mark.parametrize("path", EXTENSIONS, ids=name)
def test_mlir_opt_refuses_an_extension(path: Path) -> None:
    code, _, _ = run_mlir_opt(path.read_text(encoding="utf-8"))
    assert code != 0


def test_names_of_the_source_are_kept() -> None:
    text = """\
module {
  func.func @f(%left: i32, %right: i32) -> i32 {
    %sum = arith.addi %left, %right : i32
    %sum_0 = arith.addi %sum, %right : i32
    cf.br ^exit(%sum_0 : i32)
  ^exit(%result: i32):  // pred: ^bb0
    return %result : i32
  }
}
"""
    assert print_module(parse_module(text)) == text
