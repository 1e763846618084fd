"""Whatever the input is, the answer is a module or coded diagnostics, soon, and never another exception."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings, strategies as st

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.source.parse_base import MOST_ERRORS
from asyncir.source.text import parse_module, print_module
from tests.text.corpus import PROGRAMS
from tests.text.marked import diagnostics

DEEP = 10_000
LONG = 10_000_000


def test_an_empty_file() -> None:
    for text in ("", "\n", "// nothing but a comment", "  \t\n// two\n"):
        assert print_module(parse_module(text)) == "module {\n}\n"


def test_invalid_utf8_is_shown_where_it_is() -> None:
    (found,) = diagnostics("module {\n  // é \xff".encode("latin-1"))
    assert found.code == "T010"
    assert "byte 14 (0xE9)" in found.message
    assert found.span is not None
    assert (found.span.line, found.span.column) == (2, 6)


def test_nul_bytes() -> None:
    found = diagnostics(b"module {\n  \0\n}")[0]
    assert (found.code, found.message) == ("T001", "a NUL byte; this is not text")
    assert found.span is not None
    assert (found.span.line, found.span.column) == (2, 3)


@pytest.mark.parametrize(
    ("start", "repeated", "code"),
    [
        (b"", b"x", "T004"),
        (b"", b"(", "T001"),
        (b"", b"1", "T001"),
        (b"", b'"', "T004"),
        (b'"', b"a", "T001"),
        (b'"', b"\\", "T001"),
        (b"module attributes {a = ", b"[", "T012"),
        (b"func.func @f() { ", b"foo.bar ", "T005"),
    ],
)
def test_a_single_line_of_ten_megabytes(start: bytes, repeated: bytes, code: str) -> None:
    found = diagnostics(start + repeated * (LONG // len(repeated)))[0]
    assert found.code == code
    assert len(found.message) < 300


@pytest.mark.parametrize(
    ("start", "repeated"),
    [
        ("", "module {"),
        ("", '"builtin.module"() ({'),
        ("func.func @f(%c: i1) {", "scf.if %c {"),
        ("func.func @f(%c: i1) {", "scf.if %c {\n} else {"),
        ("func.func @f(%n: index) {", "scf.execute_region {"),
        ("func.func @f() {", "async.execute {"),
        ("func.func private @f(", "tuple<"),
        ("func.func private @f(", "("),
        ("func.func private @f(", "!async.value<"),
        ("func.func private @f(", "memref<2xvector<2x"),
        ("module attributes {a = ", "["),
        ("module attributes {a = ", "{b = "),
        ("module attributes {a = affine_map<(d0) -> (", "("),
        ("module attributes {a = affine_map<(d0) -> (", "-"),
        ("module attributes {a = affine_set<(d0) : (", "("),
        ("module attributes {a = dense<", "["),
        ("module {} loc(", "callsite("),
        ("module {} loc(", "fused["),
        ("module {} loc(", '"a"('),
    ],
)
def test_nesting_ten_thousand_deep(start: str, repeated: str) -> None:
    assert diagnostics(start + repeated * DEEP)[0].code == "T012"


def test_nesting_as_deep_as_allowed() -> None:
    depth = 120
    text = "func.func @f(%c: i1) {\n" + "scf.if %c {\n" * depth + "}\n" * depth + "return\n}"
    module = parse_module(text)
    assert print_module(parse_module(print_module(module))) == print_module(module)
    generic = print_module(module, generic=True)
    assert print_module(parse_module(generic), generic=True) == generic


def test_what_is_too_deep_to_print() -> None:
    module = parse_module(
        "module attributes {a.b = affine_map<(d0) -> (d0" + " floordiv 2" * 50_000 + ")>} {}"
    )
    with pytest.raises(DiagnosticError) as caught:
        print_module(module)
    assert caught.value.diagnostics[0].code == "T012"


@pytest.mark.parametrize(
    "text",
    [
        "func.func @f() {\n  %c = arith.constant " + "9" * 5000 + " : i32\n}",
        "func.func private @f(i" + "9" * 5000 + ")",
        "func.func private @f(i16777216)",
        "func.func private @f(memref<99999999999999999999xf32>)",
        "func.func private @f(memref<" + "9" * 5000 + "xf32>)",
        "func.func @f() {\n  %a:" + "9" * 5000 + ' = "func.call"() : () -> ()\n}',
    ],
)
def test_numbers_without_bound(text: str) -> None:
    assert diagnostics(text)[0].code == "T013"


@pytest.mark.parametrize(
    "text",
    [
        '"func.func"() ({}) : () -> ()',
        '"func.func"() <{sym_name = 1, function_type = () -> ()}> ({}) : () -> ()',
        '"func.func"() : () -> ()',
        '"arith.constant"() : () -> i32',
        'func.func @f(%c: i1) {\n "cf.cond_br"(%c)[^a, ^a] : (i1) -> ()\n^a:\n return\n}',
        'func.func @f(%c: i1) {\n "cf.cond_br"(%c)[^a] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()\n'
        "^a:\n return\n}",
        'func.func @f(%c: i1) {\n "cf.cond_br"(%c)[^a, ^a] <{operandSegmentSizes = array<i32: 9, -8, 0>}> : (i1) -> ()\n'
        "^a:\n return\n}",
        'func.func @f(%c: i1) {\n "scf.if"(%c) : (i1) -> ()\n return\n}',
        'func.func @f(%c: i1) {\n "scf.while"(%c) ({}, {}) : (i1) -> ()\n return\n}',
        'func.func @f(%c: index) {\n "scf.for"(%c, %c, %c) ({}) : (index, index, index) -> ()\n return\n}',
        'func.func @f(%c: index) {\n "scf.parallel"(%c, %c, %c) ({}) : (index, index, index) -> ()\n return\n}',
        'func.func @f() {\n "scf.reduce"() : () -> ()\n}',
        'func.func @f() {\n %t = "async.execute"() ({}) : () -> !async.token\n return\n}',
        "module attributes {a = #foo<bar>} {}",
        "module attributes {a = opaque<\"x\">} {}",
        "{-# dialect_resources: { builtin: { a: 1 } } #-}",
    ],
)  # fmt: skip
def test_generic_ops_that_are_not_whole(text: str) -> None:
    assert all(found.code[0] in "TV" for found in diagnostics(text))


@pytest.mark.parametrize(
    ("start", "repeated", "code"),
    [
        ("func.func @f(%x: f32) {", " %y = arith.constant 1 : i32", "T003"),
        ("func.func @f(%x: f32) {", " arith.addi %u, %v : i32", "T002"),
        ("", "func.func @f() {\n  foo.bar }\n", "T005"),
        ("func.func @f(%x: f32) {", ' "arith.addi"(%x, %x) : (f32, f32) -> f32', "V001"),
        ("", "func.func private @f()\n", "V007"),
    ],
)
def test_a_file_that_is_wrong_everywhere(start: str, repeated: str, code: str) -> None:
    end = " return }" if start else ""
    few = diagnostics(start + repeated * 4 + end)
    assert {d.code for d in few} == {code}
    *many, last = diagnostics(start + repeated * 1000 + end)
    assert {d.code for d in many} == {code}
    assert (len(many), last.code) == (MOST_ERRORS, "T011")


@pytest.mark.parametrize("seed", range(20))
def test_garbage(seed: int) -> None:
    generator = random.Random(seed)
    for alphabet in (range(256), range(32, 127), b'%^#!@"(){}[]<>-:=,x0.\n'):
        noise = bytes(generator.choice(alphabet) for _ in range(2000))
        assert diagnostics(b"func.func @f(%x: i32) {\n" + noise)


_TEXTS = [path.read_text(encoding="utf-8") for path in PROGRAMS]


@settings(max_examples=150, deadline=None)
@given(text=st.sampled_from(_TEXTS), data=st.data())
def test_a_program_with_a_piece_cut_out_or_moved(text: str, data: st.DataObject) -> None:
    lines = text.split("\n")
    at = data.draw(st.integers(0, len(lines) - 1))
    line = lines[at]
    start = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(start, len(line)))
    other = data.draw(st.sampled_from(lines))
    lines[at] = (
        line[:start]
        + data.draw(st.sampled_from(["", other, other[: len(other) // 2], "%x", "{", ">"]))
        + line[end:]
    )
    for found in outcome("\n".join(lines)):
        assert found.code[0] in "TV"
        assert found.span is not None


def outcome(text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with a text; any other exception passes through."""
    try:
        print_module(parse_module(text))
    except DiagnosticError as error:
        return error.diagnostics
    return ()
