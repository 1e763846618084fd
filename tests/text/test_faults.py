"""Verifiers refuse what mlir-opt 22 refuses, with the spot at fault."""

from __future__ import annotations

import pytest

from asyncir.dialects.verification import find_faults
from asyncir.source.text import parse_module
from tests.oracle import needs_mlir, run_mlir_opt
from tests.text.fault_cases import CASES, in_function
from tests.text.marked import check, diagnostics, unmark


@pytest.mark.parametrize(("code", "message", "source"), CASES)
def test_a_bad_program_is_refused_at_the_right_spot(code: str, message: str, source: str) -> None:
    check(source, code, message)


@needs_mlir
@pytest.mark.parametrize(("code", "message", "source"), CASES)
def test_mlir_opt_refuses_it_too(code: str, message: str, source: str) -> None:
    status, _, errors = run_mlir_opt(unmark(source).text)
    assert status != 0
    assert "error:" in errors or "PLEASE submit a bug report" in errors


GOOD = [
    pytest.param("\n".join(lines), id=name)
    for name, lines in {
        "dead-code-uses-anything": in_function(
            "%x: i32", "cf.br ^exit", "^dead:", "%a = arith.addi %b, %x : i32", "cf.br ^other", "^other:",
            "%b = arith.addi %a, %x : i32", "cf.br ^dead", "^exit:"),
        "forward-in-text": in_function(
            "%x: i32", "cf.br ^b", "^a:", "%c = arith.addi %d, %x : i32", "return", "^b:", "%d = arith.addi %x, %x : i32",
            "cf.br ^a", "^unused:"),
        "across-regions": in_function(
            "%c: i1, %x: i32", "%a = arith.addi %x, %x : i32", "scf.if %c {", "  %t = async.execute {",
            "    %b = arith.addi %a, %x : i32", "    async.yield", "  }", "}"),
        "callee-below": ("func.func @f() {", "  call @g() : () -> ()", "  return", "}", "func.func private @g()"),
    }.items()
]  # fmt: skip


@pytest.mark.parametrize("source", GOOD)
def test_a_good_program_is_accepted(source: str) -> None:
    assert find_faults(parse_module(source)) == []


@needs_mlir
@pytest.mark.parametrize("source", GOOD)
def test_mlir_opt_accepts_it_too(source: str) -> None:
    assert run_mlir_opt(source)[0] == 0


def test_all_faults_of_a_file_are_found_and_related() -> None:
    source = "\n".join(
        (
            "func.func @f(%c: i1, %x: f32) -> f32 {",
            "  %a = arith.addf %x, %b : f32",
            "  %b = arith.addf %x, %x : f32",
            "  cf.cond_br %c, ^one, ^two(%c : i1)",
            "^one:",
            "  cf.br ^two(%b : f32)",
            "^two(%e: f32):",
            "  %r = func.call @square(%x) : (f32) -> f32",
            "  func.call @sqare(%x) : (f32) -> ()",
            "  return %c : i1",
            "}",
            "func.func @square(%x: i1) -> f32 {",
            "  %c = arith.constant 1.0 : f32",
            "}",
        )
    )
    found = diagnostics(source)
    assert [(d.code, d.span.line if d.span else 0) for d in found] == [
        ("V002", 2), ("V005", 4), ("V006", 8), ("V003", 9), ("V001", 10), ("V004", 13)
    ]  # fmt: skip
    notes = [(note.message, note.span.line) for d in found for note in d.notes if note.span]
    assert notes == [
        ("it is defined here", 3),
        ("the argument is declared here", 7),
        ("the callee is declared here", 12),
    ]
    assert found[3].help == "did you mean '@square'?"
    assert found[5].help == "end the block with `return`"


def test_values_of_an_isolated_op_come_from_inside() -> None:
    module = parse_module(
        "func.func @f(%x: i32) {\n  %a = arith.addi %x, %x : i32\n  return\n}\nfunc.func @g() {\n  return\n}"
    )
    first, second = module.body.block.ops
    addition = first.regions[0].block.first_op
    assert addition is not None
    moved = addition.clone()
    second.regions[0].block.insert_ops_before([moved], second.regions[0].block.first_op)
    assert [fault.code for fault in find_faults(module)] == ["V002", "V002"]
