# ruff: noqa: E501
"""S4-4: parse errors are coded diagnostics at the spot at fault, all of them, with the nearest known name."""

from __future__ import annotations

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.source.text import parse_module, print_module
from tests.oracle import needs_mlir, run_mlir_opt
from tests.text.marked import check, diagnostics, unmark

CASES = [
    pytest.param(code, message, source, id=name)
    for name, code, message, source in (
        ("punctuation", "T001", "')' expected", "func.func @f(%x: i32 ⟦->⟧ i32 {\n}"),
        ("keyword", "T001", "to", "func.func @f(%n: index) {\n  scf.for %i = %n ⟦step⟧ %n {\n  }\n  return\n}"),
        ("no-operation", "T001", "operation name", "func.func @f() {\n  return\n}\n⟦)⟧"),
        ("no-block", "T001", "an operation, a block label or '}'", "func.func @f() {\n  ⟦)⟧\n}"),
        ("unfinished-string", "T001", "a string that does not end", 'func.func @f(%c: i1) {\n  cf.assert %c, ⟦"abc⟧\n}'),
        ("bad-escape", "T001", "escape", 'func.func @f(%c: i1) {\n  cf.assert %c, ⟦"a\\qb"⟧\n}'),
        ("stray-character", "T001", "unexpected character ';'", "func.func @f() {\n  return⟦;⟧\n}"),
        ("lone-sigil", "T001", "missing behind '%'", "func.func @f() {\n  ⟦%⟧ = arith.constant 1 : i32\n}"),
        ("no-equals", "T001", "'=' expected", "func.func @f() {\n  %a ⟦arith.constant⟧ 1 : i32\n}"),
        ("undefined", "T002", "undefined value '%b'", "func.func @f(%a: i32) {\n  %c = arith.addi %a, ⟦%b⟧ : i32\n  return\n}"),
        ("outside", "T002", "undefined value '%y'",
         "func.func @f(%c: i1, %x: i32) {\n  scf.if %c {\n    %y = arith.addi %x, %x : i32\n  }\n"
         "  %z = arith.addi %x, ⟦%y⟧ : i32\n  return\n}"),
        ("other-function", "T002", "undefined value '%x'",
         "func.func @f(%x: i32) {\n  return\n}\nfunc.func @g() -> i32 {\n  return ⟦%x⟧ : i32\n}"),
        ("no-such-result", "T002", "has 1 results", "func.func @f(%x: i32) {\n  %y = arith.addi %x, ⟦%x⟧#1 : i32\n  return\n}"),
        ("no-such-later-result", "T002", "there is no '%y#1'",
         "func.func @f(%x: i32) {\n  cf.br ^b\n^a:\n  %z = arith.addi %x, ⟦%y⟧#1 : i32\n  return\n^b:\n"
         "  %y = arith.addi %x, %x : i32\n  cf.br ^a\n}"),
        ("twice", "T003", "redefinition of value '%a'", "func.func @f(%a: i32) {\n  ⟦%a⟧ = arith.addi %a, %a : i32\n  return\n}"),
        ("twice-around", "T003", "'%a'",
         "func.func @f(%a: i32, %c: i1) {\n  scf.if %c {\n    ⟦%a⟧ = arith.constant 1 : i32\n  }\n  return\n}"),
        ("unknown-op", "T004", "unknown operation 'arith.add'", "func.func @f(%a: i32) {\n  %b = ⟦arith.add⟧ %a, %a : i32\n}"),
        ("no-prefix", "T004", "unknown operation 'call'",
         "func.func @f(%c: i1) {\n  scf.if %c {\n    ⟦call⟧ @f(%c) : (i1) -> ()\n  }\n  return\n}"),
        ("unknown-dialect", "T005", "unknown dialect 'arit'", "func.func @f(%a: i32) {\n  %b = ⟦arit.addi⟧ %a, %a : i32\n}"),
        ("unknown-generic", "T005", "unknown dialect 'foo'", 'func.func @f() {\n  ⟦"foo.bar"⟧() : () -> ()\n}'),
        ("unknown-type", "T006", "async.tokn", "func.func private @f(!async.tokn⟦)⟧"),
        ("unknown-alias", "T006", "!t", "func.func private @f(!t⟦)⟧"),
        ("alias-of-itself", "T006", "!t", "!t = !t\n⟦func.func⟧ private @f()"),
        ("memref-element", "T006", "no elements of type !async.token", "func.func private @f(memref<⟦4⟧x!async.token>)"),
        ("vector-element", "T006", "no elements of type", "func.func private @f(vector<⟦4⟧x!async.token>)"),
        ("operand-type", "T007", "used as i64, but is defined as i32",
         "func.func @f(%a: i32) {\n  %b = arith.addi ⟦%a⟧, %a : i64\n  return\n}"),
        ("later-type", "T007", "used as i64, but is defined as i32",
         "func.func @f(%x: i32, %y: i64) {\n  cf.br ^b\n^a:\n  %z = arith.addi ⟦%a⟧, %y : i64\n  return\n^b:\n"
         "  %a = arith.addi %x, %x : i32\n  cf.br ^a\n}"),
        ("undefined-block", "T008", "undefined block '^exti'", "func.func @f() {\n  cf.br ⟦^exti⟧\n^exit:\n  return\n}"),
        ("block-of-outer-region", "T008", "'^out'",
         "func.func @f() {\n  cf.br ^out\n^out:\n  scf.execute_region {\n    cf.br ⟦^out⟧\n  }\n  return\n}"),
        ("block-twice", "T008", "redefinition of block", "func.func @f() {\n  cf.br ^a\n^a:\n  cf.br ^a\n⟦^a⟧:\n  return\n}"),
        ("results", "T014", "has 1 results, but 2", "func.func @f(%x: i32) {\n  ⟦%a⟧, %b = arith.addi %x, %x : i32\n  return\n}"),
        ("result-pack", "T014", "has 1 results, but 3", "func.func @f(%x: i32) {\n  ⟦%a⟧:3 = arith.addi %x, %x : i32\n  return\n}"),
        ("execute-operand", "T001", "is an !async.value",
         "func.func @f(%t: !async.token) {\n  %u = async.execute (%t as %x: ⟦!async.token⟧) {\n    async.yield\n  }\n  return\n}"),
    )
]  # fmt: skip


@pytest.mark.parametrize(("code", "message", "source"), CASES)
def test_a_bad_text_is_refused_at_the_right_spot(code: str, message: str, source: str) -> None:
    check(source, code, message)


@needs_mlir
@pytest.mark.parametrize(("code", "message", "source"), CASES)
def test_mlir_opt_refuses_it_too(code: str, message: str, source: str) -> None:
    assert run_mlir_opt(unmark(source).text)[0] != 0


@pytest.mark.parametrize(
    ("source", "help"),
    [
        ("func.func @f(%a: i32) {\n  %b = arith.subii %a, %a : i32\n}", "did you mean 'arith.subi'?"),
        ("func.func @f(%a: i32) {\n  %b = tensor.pack %a, %a : i32\n}", "did you mean 'linalg.pack'?"),
        ("func.func @f(%a: i32) {\n  %b = arit.addi %a, %a : i32\n}", "did you mean 'arith'?"),
        ("func.func @f(%c: i1) {\n  scf.if %c {\n    return\n  }\n}", "did you mean"),
        (
            "func.func @f(%first: i32) {\n  %b = arith.addi %frist, %first : i32\n  return\n}",
            "did you mean '%first'?",
        ),
        ("func.func @f() {\n  cf.br ^exti\n^exit:\n  return\n}", "did you mean '^exit'?"),
    ],
)
def test_the_nearest_known_name_is_suggested(source: str, help: str) -> None:
    assert diagnostics(source)[0].help.startswith(help)


def test_a_redefinition_shows_the_first_definition() -> None:
    (found,) = diagnostics(
        "func.func @f() {\n  %a = arith.constant 1 : i32\n  %a = arith.constant 2 : i32\n  return\n}"
    )
    (note,) = found.notes
    assert note.message == "first defined here"
    assert note.span is not None
    assert (note.span.line, note.span.column, note.span.end_column) == (2, 3, 5)


def test_errors_of_all_functions_are_found() -> None:
    source = """\
func.func @one(%a: i32) {
  %b = arith.addi %a %a : i32
  return
}
func.func @two(%a: i32) {
  %b = arith.addi %x, %y : i64
  %b = arith.muli %a, %a : i64
  cf.br ^nowhere
}
module {
  func.func @three() {
    foo.bar
  }
  func.func @fine() {
    return
  }
}
"""
    found = [(d.code, d.span.line) for d in diagnostics(source) if d.span is not None]
    assert found == [
        ("T001", 2),
        ("T002", 6),
        ("T002", 6),
        ("T003", 7),
        ("T007", 7),
        ("T007", 7),
        ("T008", 8),
        ("T005", 12),
    ]


def test_a_value_may_be_used_before_it_is_written_down() -> None:
    source = "func.func @f(%x: i32) -> i32 {\n  cf.br ^b\n^a:\n  return %y : i32\n^b:\n  %y = arith.addi %x, %x : i32\n  cf.br ^a\n}"
    parse_module(source)


def test_the_file_name_is_in_the_span() -> None:
    assert diagnostics("func.func")[0].span.file == "bad.mlir"  # type: ignore[union-attr]


@pytest.mark.parametrize("elements", ["[1.5, -2.0, 1.0e+3]", "[[1.5], [-2.0], [1.0e+3]]"])
def test_lists_of_numbers(elements: str) -> None:
    shape = "3x1" if elements.startswith("[[") else "3"
    text = f"module attributes {{a.x = dense<{elements}> : tensor<{shape}xf32>}} {{\n}}\n"
    expected = (
        elements.replace("1.5", "1.500000e+00")
        .replace("-2.0", "-2.000000e+00")
        .replace("1.0e+3", "1.000000e+03")
    )
    assert print_module(parse_module(text)) == text.replace(elements, expected)


@pytest.mark.parametrize("elements", ["[1.5, +2.0]", "[1.5,]", "[1e5]", "[1.5 2.5]", "[--1.0]"])
def test_lists_of_what_is_no_number(elements: str) -> None:
    text = f"module attributes {{a.x = dense<{elements}> : tensor<2xf32>}} {{\n}}\n"
    assert diagnostics(text)[0].code == "T001"


def test_a_dialect_like_none_gets_the_list() -> None:
    text = "func.func @f(%x: i64) {\n  %t = tosa.clz %x : (i64) -> i64\n  return\n}\n"
    with pytest.raises(DiagnosticError) as caught:
        parse_module(text)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "T005"
    assert diagnostic.help.startswith("the dialects are affine, arith, async")
