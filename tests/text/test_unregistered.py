# ruff: noqa: E501
"""Ops, types and attributes that nobody has registered, as mlir-opt 22 takes and refuses them."""

from __future__ import annotations

import pytest

from asyncir.dialects import context
from asyncir.dialects.foreign import ANY_DIALECT
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.oracle import mlir_opt, needs_mlir
from tests.text.same import ALLOW, both_refuse, check_same, through_us, we_refuse

BODIES = (
    '"foo.end"() : () -> ()',
    '"foo.br"(%a)[^b] : (i32) -> ()\n^b:\nreturn',
    '"foo.br"(%a)[^b, ^c] : (i32) -> ()\n^b(%x: i32):\nreturn\n^c:\n"foo.end"() : () -> ()',
    '"foo.r"() ({\n"foo.x"() : () -> ()\n}, {\n^bb0(%x: i32):\n"foo.y"(%x) : (i32) -> ()\n}) : () -> ()\nreturn',
    '"foo.r"() ({\n"foo.x"()[^b] : () -> ()\n^b:\n"foo.e"() : () -> ()\n}) : () -> ()\nreturn',
    '"foo.r"() ({\n"foo.x"(%v) : (i32) -> ()\n%v = "foo.e"() : () -> i32\n}) : () -> ()\nreturn',
    '"foo.r"() ({\n}) : () -> ()\nreturn',
    '%c:2 = "foo.c"() : () -> (i1, !foo.t<a>)\n"foo.d"(%c#1) {x = #foo.a<1>, y = #foo<"b c">} : (!foo.t<a>) -> ()\nreturn',
)

REFUSED_BODIES = (
    "%b = arith.addi %a, %a : i32",
    '"foo.br"()[^b] : () -> ()\nreturn\n^b:\nreturn',
    '"foo.br"()[^bb0] : () -> ()\n^bb1:\nreturn',
    '^q:\n"foo.br"()[^q] : () -> ()',
    '"foo.r"() ({\n^a:\n^b:\n}) : () -> ()\nreturn',
    '"foo.r"() ({\n^a:\n%w = arith.addi %v, %v : i32\n"foo.x"()[^b] : () -> ()\n^b:\n%v = "foo.e"() : () -> i32\n'
    '"foo.q"() : () -> ()\n}) : () -> ()\nreturn',
    '%c = "foo.c"() : () -> i1\n"scf.if"(%c) ({\n"foo.end"() : () -> ()\n}, {}) : (i1) -> ()\nreturn',
    'return\n"foo.end"() : () -> ()',
    '"arith.foo"() : () -> ()\nreturn',
)


def _function(body: str) -> str:
    return f"func.func @f(%a: i32) {{\n{body}\n}}\n"


@needs_mlir
@pytest.mark.parametrize("body", BODIES)
def test_ops_are_kept(body: str) -> None:
    check_same(_function(body), ALLOW)
    assert both_refuse(_function(body))


@needs_mlir
@pytest.mark.parametrize("body", REFUSED_BODIES)
def test_what_is_wrong_around_them_is_refused(body: str) -> None:
    assert both_refuse(_function(body), ALLOW)


@needs_mlir
@pytest.mark.parametrize(
    "text",
    [
        '"foo.top"() <{a = 1 : i32}> {b} : () -> ()',
        '"foo.m"() ({\nfunc.func private @x()\nfunc.func private @x()\n}) : () -> ()',
        '"foo.y"(%0) : (i32) -> ()\n%0 = "foo.x"() : () -> i32',
        'module attributes {a.x = #foo.x<{a -> b}, ">">, a.y = !foo.x<!foo.y<z>>, a.z = #foo<x>, a.w = #foo<"x y">} {}',
        'func.func private @f(!foo<t x>, !foo.t<"x, \\">">, tensor<4xf32, #enc.e<1>>)',
    ],
)
def test_other_places_have_them(text: str) -> None:
    check_same(text, ALLOW)
    assert both_refuse(text)


KEPT = (
    "module attributes {dlti.dl_spec = #dlti.dl_spec<i32 = dense<32> : vector<2xi64>>} {}",
    'module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<"dlti.endianness", "little">>, llvm.data_layout = "e-m:e"} {}',
    "module attributes {a.x = !llvm.ptr, a.y = !llvm.struct<(i32, ptr)>, a.z = #llvm.fastmath<nnan>} {}",
    "func.func @f(%p: !llvm.ptr {llvm.noalias}) attributes {llvm.emit_c_interface, llvm.linkage = #llvm.linkage<internal>} {\n"
    "  return\n}",
    "module attributes {a.x = !quant.uniform<i8:f32, 5.000000e-01>, a.y = #linalg.iterator_type<parallel>} {}",
    'module attributes {a.x = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1" = 1 : i32>>} {}',
)


@needs_mlir
@pytest.mark.parametrize("text", KEPT)
def test_attributes_of_other_dialects_of_mlir_are_kept(text: str) -> None:
    check_same(text)


@needs_mlir
def test_encodings_are_kept() -> None:
    text = "#s = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>\nfunc.func private @f(tensor<4xf32, #s>)"
    assert mlir_opt(through_us(text)) == mlir_opt(text)


@needs_mlir
@pytest.mark.parametrize("text", ["module attributes {a.x = #foo.a} {}", "func.func private @f(!async.tokn)"])
def test_those_of_no_dialect_are_refused(text: str) -> None:
    assert both_refuse(text)


def test_aliases_in_their_text_are_replaced() -> None:
    text = '#m = affine_map<(d0) -> (d0)>\n!t = !llvm.ptr\nmodule attributes {a.z = #llvm.q<#m, "#m", !t, #foo.x>} {}'
    expected = 'a.z = #llvm.q<affine_map<(d0) -> (d0)>, "#m", !llvm.ptr, #foo.x>'
    assert expected in through_us(text)


def test_a_function_is_not_inlined_that_such_an_op_may_leave() -> None:
    text = (
        'module {\n  func.func private @g() {\n    "foo.end"() : () -> ()\n  }\n'
        "  func.func @main() {\n    call @g() : () -> ()\n    return\n  }\n}\n"
    )
    module = parse_module(text, ctx=context(ANY_DIALECT))
    run_pipeline(module, "inline,canonicalize,cse,dce")
    assert print_module(module) == text


def test_what_a_name_demands_stays() -> None:
    assert we_refuse("func.func @f() {\n  foo.bar }\n")
