"""Resources: bytes at the end of the text, which attributes name, and those of other tools."""

from __future__ import annotations

import pytest

from asyncir.ir import ModuleOp
from asyncir.ir.resources import ResourceElementsAttr, dense_of_resource
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.oracle import needs_mlir
from tests.text.same import both_refuse, check_same, through_us

TAKEN = (
    "module attributes {a.x = dense_resource<x> : tensor<2xi32>, a.y = dense_resource<nope> : tensor<2xi32>, "
    'a.z = dense_resource<"a b"> : tensor<1xi32>} {}\n'
    '{-# dialect_resources: { builtin: { x: "0x0400000001000000020000ff", unused: "0x0400000001", "a b": "0x04000000" } },\n'
    'external_resources: { ext: { a: "0x04000000ab", b: true, c: "h\\0Aello" }, other: {"a b": false} } #-}',
    "module attributes {a.x = dense_resource<x> : tensor<2xi32>} {}\n{-# external_resources: { ext: { b: true } } #-}",
    '{-# dialect_resources: { builtin: { x: "0x0400000001"}} #-}\n'
    "module attributes {a.x = dense_resource<x> : tensor<2xi32>} {}",
    "module attributes {a.x = dense_resource<b> : tensor<2xi32>, a.y = dense_resource<a> : vector<2xi32>} {}\n"
    '{-# dialect_resources: { builtin: { b: "0x0400000001", a: "0x0400000002"}} #-} // behind\nmodule {}',
    "func.func @f() -> tensor<2xi32> {\n%0 = arith.constant dense_resource<b> : tensor<2xi32>\nreturn %0 : tensor<2xi32>\n}\n"
    '{-# dialect_resources: { builtin: { b: "0x100000000100000002000000" } } #-}',
    "module attributes {a.x = dense_resource<x> : tensor<?xi32>, a.y = dense_resource<x> : memref<*xi32>} {}\n{-# #-}",
    'module attributes {a.x = dense_resource<x> : tensor<2xi32>} {}\n{-# dialect_resources: { builtin: { x: "0x0400000001", '
    'x: "0x0400000002"}, builtin: {y: "0x04000000"}} #-}',
)


@needs_mlir
@pytest.mark.parametrize("text", TAKEN)
def test_resources_are_kept(text: str) -> None:
    check_same(text)


@needs_mlir
@pytest.mark.parametrize(
    "block",
    [
        *('builtin: { x: "0x03" }', 'builtin: { x: "0x0300000001" }', 'builtin: { x: "0x0" }', "builtin: { x: 5 }"),
        *('builtin: { x: "" }', 'builtin: { x: "0x04 00000001" }', 'builtin: { x: "0x0400000g" }', 'builtin: { x: "0x040000'),
        *('arith: { x: "0x0400000001" }', 'builtin: { x }', 'builtin: { 5: "0x04000000" }'),
    ],
)  # fmt: skip
def test_what_is_no_resource_is_refused(block: str) -> None:
    assert both_refuse("module {}\n{-# dialect_resources: { " + block + " } #-}\n")


@needs_mlir
@pytest.mark.parametrize(
    "block",
    ["other: { }", "external_resources: { a: { b: 5 } }", 'external_resources: { a: { b: "0x12" } }'],
)
def test_blocks_that_are_not_whole(block: str) -> None:
    assert both_refuse("module {}\n{-# " + block + " #-}\n")


def test_attributes_have_the_bytes() -> None:
    module = parse_module(TAKEN[0])
    assert isinstance(module, ModuleOp)
    resource = module.attributes["a.x"]
    assert isinstance(resource, ResourceElementsAttr)
    assert resource.blob.data == bytes.fromhex("01000000020000ff")
    dense = dense_of_resource(resource)
    assert dense is not None
    assert dense.get_values() == (1, 2 - 2**24)
    assert isinstance(missing := module.attributes["a.y"], ResourceElementsAttr)
    assert dense_of_resource(missing) is None


def test_two_resources_of_one_name_are_told_apart() -> None:
    first, second = (
        parse_module(
            "module attributes {a.x = dense_resource<x> : tensor<1xi8>} {}\n"
            f'{{-# dialect_resources: {{ builtin: {{ x: "0x04000000{digits}" }} }} #-}}'
        )
        for digits in ("01", "02")
    )
    first.attributes["a.y"] = second.attributes["a.x"]
    printed = print_module(first)
    assert "a.y = dense_resource<x_0>" in printed
    assert 'x: "0x0400000001",\n      x_0: "0x0400000002"' in printed
    assert through_us(printed) == printed


def test_passes_keep_them() -> None:
    module = parse_module(TAKEN[4])
    run_pipeline(module, "canonicalize,cse")
    assert print_module(module) == through_us(TAKEN[4])


def test_long_texts_of_digits_are_not_lexed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each token is a match that looks at all of its characters, and there may be hundreds of millions."""
    from asyncir.source.lexer import FastLexer

    longest = 0
    lex = FastLexer.lex

    def measured(self: FastLexer) -> object:
        nonlocal longest
        token = lex(self)
        longest = max(longest, len(token.text))
        return token

    monkeypatch.setattr(FastLexer, "lex", measured)
    digits = "0123456789ABCDEF" * 1000
    text = (
        "module attributes {a.x = dense_resource<x> : tensor<8000xi8>, "
        f'a.y = dense<"0x{digits}"> : tensor<8000xi8>}} {{\n}}\n\n'
        f'{{-#\n  dialect_resources: {{\n    builtin: {{\n      x: "0x04000000{digits}"\n    }}\n  }}\n#-}}\n'
    )
    assert through_us(text) == text
    assert longest < 100
