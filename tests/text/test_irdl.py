"""Dialects that a file of IRDL defines: their ops are read, and have to be as the definition says."""

from __future__ import annotations

from pathlib import Path

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import context
from asyncir.dialects.foreign import ANY_DIALECT
from asyncir.dialects.irdl_definitions import read_irdl
from asyncir.source.text import parse_module, print_module
from tests.oracle import needs_mlir, run_mlir_opt

IRDL = """\
irdl.dialect @npu {
  irdl.type @tile {
    %0 = irdl.is f32
    %1 = irdl.is f16
    %2 = irdl.any_of(%0, %1)
    irdl.parameters(elem: %2)
  }
  irdl.attribute @pipe
  irdl.operation @relu {
    %0 = irdl.base "!builtin.memref"
    %1 = irdl.base "!builtin.memref"
    irdl.operands(ins: variadic %0, outs: variadic %1)
    %2 = irdl.base "#builtin.integer"
    irdl.attributes { "mode" = %2 }
  }
  irdl.operation @neg {
    %0 = irdl.is f32
    %1 = irdl.is f64
    %2 = irdl.any_of(%0, %1)
    irdl.operands(a: %2)
    irdl.results(r: %2)
  }
  irdl.operation @some {
    %0 = irdl.any
    %1 = irdl.any
    irdl.operands(a: %0, b: optional %1)
  }
  irdl.operation @tiles {
    %0 = irdl.is f32
    %1 = irdl.parametric @npu::@tile<%0>
    %2 = irdl.base @npu::@tile
    %3 = irdl.all_of(%1, %2)
    irdl.operands(a: %3, b: %2)
  }
  irdl.operation @run {
    %0 = irdl.is index
    %1 = irdl.region(%0)
    %2 = irdl.region with size 1
    irdl.regions(one: %1, two: %2)
  }
  irdl.operation @hir_sync
}
"""

ARGUMENTS = "%a: memref<4xf32>, %b: memref<4xf32>, %x: f32, %d: f64, %i: index, %p: !npu.tile<f32>, %q: !npu.tile<f16>"


def program(*lines: str) -> str:
    return "\n".join((f"func.func @main({ARGUMENTS}) {{", *lines, "return", "}"))


GOOD = {
    "two lists": "npu.relu ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%b : memref<4xf32>) {mode = 1 : i32}",
    "two types": '%r = "npu.neg"(%x) : (f32) -> f32\n%s = "npu.neg"(%d) : (f64) -> f64',
    "in the other style": "%r = npu.neg ins(%x : f32) -> f32",
    "without the optional operand": '"npu.some"(%a) : (memref<4xf32>) -> ()',
    "with the optional operand": '"npu.some"(%a, %x) : (memref<4xf32>, f32) -> ()',
    "parameters": '"npu.tiles"(%p, %p) : (!npu.tile<f32>, !npu.tile<f32>) -> ()',
    "regions": '"npu.run"() ({\n^bb0(%k: index):\n}, {\nnpu.hir_sync\n}) : () -> ()',
    "nothing at all": "npu.hir_sync",
}


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_what_is_as_the_definition_says_is_read(text: str) -> None:
    ctx = context(read_irdl(IRDL, "npu.irdl.mlir"))
    printed = print_module(parse_module(program(text), ctx=ctx))
    again = parse_module(printed, ctx=context(read_irdl(IRDL, "npu.irdl.mlir")))
    assert print_module(again) == printed


BAD = {
    "an operand of another type": (
        '%r = "npu.neg"(%i) : (index) -> index',
        "V001 npu.neg: operand 'a' is index, and its definition wants f32 or f64",
    ),
    "a result of another type": (
        '%r = "npu.neg"(%x) : (f32) -> f64',
        "V001 npu.neg: result 'r' is f64, and its definition wants f32, as elsewhere",
    ),
    "too many operands": (
        '%r = "npu.neg"(%x, %x) : (f32, f32) -> f32',
        "V001 npu.neg: it has 2 operands, and its definition wants single",
    ),
    "too many of an optional one": (
        '"npu.some"(%a, %x, %x) : (memref<4xf32>, f32, f32) -> ()',
        "V001 npu.some: it has 3 operands, and its definition wants single, optional",
    ),
    "too few": ('"npu.some"() : () -> ()', "V001 npu.some: it has 0 operands"),
    "lists that are not told apart": (
        '"npu.relu"(%a, %b) {mode = 1 : i32} : (memref<4xf32>, memref<4xf32>) -> ()',
        "V001 npu.relu: it has to say how many operands each part has: operandSegmentSizes",
    ),
    "no memory": ("npu.relu ins(%x : f32) {mode = 1 : i32}", "wants !builtin.memref"),
    "no attribute": ("npu.relu ins(%a : memref<4xf32>)", "V001 npu.relu: the attribute 'mode' is missing"),
    "another attribute": (
        'npu.relu ins(%a : memref<4xf32>) {mode = "x"}',
        "the attribute 'mode' is \"x\", and its definition wants #builtin.integer",
    ),
    "a type for an attribute": (
        "npu.relu ins(%a : memref<4xf32>) {mode = i32}",
        "the attribute 'mode' is i32, and its definition wants #builtin.integer",
    ),
    "another parameter": (
        '"npu.tiles"(%q, %q) : (!npu.tile<f16>, !npu.tile<f16>) -> ()',
        "operand 'a' is !npu.tile<f16>",
    ),
    "another type than before": (
        '"npu.tiles"(%p, %q) : (!npu.tile<f32>, !npu.tile<f16>) -> ()',
        "operand 'b' is !npu.tile<f16>, and its definition wants !npu.tile<f32>, as elsewhere",
    ),
    "no regions": ('"npu.run"() : () -> ()', "it has 0 regions, and its definition 2"),
    "too many blocks": (
        '"npu.run"() ({\n^bb0(%k: index):\n}, {\ncf.br ^n\n^n:\ncf.br ^n\n}) : () -> ()',
        "the region 'two' has 2 blocks, not 1",
    ),
    "no argument": ('"npu.run"() ({\nnpu.hir_sync\n}, {\nnpu.hir_sync\n}) : () -> ()', "has 0 arguments"),
    "operands where none are defined": (
        "npu.hir_sync ins(%x : f32)", "V001 npu.hir_sync: it has 1 operands, and its definition none"),
    "an op that is not defined": ("npu.rellu", "did you mean 'npu.relu'"),
    "a type that is not defined": ('%r = "npu.neg"() : () -> !npu.til', "T006"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "said"), BAD.values(), ids=BAD)
def test_what_is_not_is_refused(text: str, said: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        parse_module(program(text), ctx=context(read_irdl(IRDL, "npu.irdl.mlir") | ANY_DIALECT))
    found = [f"{d.code} {d.message} | {d.help}" for d in caught.value.diagnostics]
    assert any(said in each for each in found), found


FAULTY = {
    "": "this is no IRDL",
    "module {}": "no dialect is defined here",
    "irdl.dialect @npu {": "this is no IRDL",
    "irdl.dialect @npu {\n  irdl.operation @f {\n    irdl.operands(a: %0)\n  }\n}": "this is no IRDL",
    "irdl.operation @f": "this is no IRDL",
    'irdl.dialect @"' + "ab cd" * 30: "end of file reached before closing string literal",
}


@pytest.mark.parametrize(("text", "said"), FAULTY.items())
def test_a_faulty_definition_is_refused(text: str, said: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        read_irdl(text, "npu.irdl.mlir")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "C051"
    assert said in diagnostic.message
    assert diagnostic.help
    assert diagnostic.span is not None
    assert diagnostic.span.file == "npu.irdl.mlir"


@needs_mlir
def test_mlir_opt_reads_the_definitions_too(tmp_path: Path) -> None:
    definitions = tmp_path / "npu.irdl.mlir"
    definitions.write_text(IRDL)
    assert run_mlir_opt(IRDL)[0] == 0
    ctx = context(read_irdl(IRDL, "npu.irdl.mlir"))
    text = print_module(parse_module(program(GOOD["two types"]), ctx=ctx), generic=True)
    assert run_mlir_opt(text, f"-irdl-file={definitions}")[0] == 0
