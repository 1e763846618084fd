"""Symbols: which there are, whether they are private, what refers to them."""

from __future__ import annotations

from asyncir.ir.symbols import flattened, is_private, references, symbol_around, symbol_name, symbol_uses
from asyncir.source.text import parse_module, print_module
from tests.analyses.reading import module_of, ops

PROGRAM = """
memref.global "private" @table : memref<4xf32> = dense<0.0>
func.func private @helper() {
  return
}
func.func @main() {
  %t = memref.get_global @table : memref<4xf32>
  %f = func.constant @helper : () -> ()
  call @helper() : () -> ()
  call @helper() : () -> ()
  return
}
"""


def test_names_and_visibility() -> None:
    module = module_of(PROGRAM)
    table, helper, main = module.ops
    assert [symbol_name(op) for op in module.ops] == ["table", "helper", "main"]
    assert [is_private(op) for op in (table, helper, main)] == [True, True, False]
    assert symbol_name(ops(module, "func.call")[0]) is None


def test_the_function_around_an_op() -> None:
    module = module_of(PROGRAM)
    *_, main = module.ops
    assert {symbol_around(call) for call in ops(module, "func.call")} == {main}


def test_each_reference_counts() -> None:
    module = module_of(PROGRAM)
    assert symbol_uses(module) == {"table": 1, "helper": 3}
    assert sorted(references(module)) == ["helper", "helper", "helper", "table"]


NESTED = """
module {
  func.func @f() { func.call @g() : () -> () return }
  func.func private @g() { return }
  module @outer attributes {queue.fifos = [[0, 1]]} {
    func.func @f() { func.call @g() : () -> () return }
    func.func private @g() { return }
    module @inner { func.func private @g() attributes {uses = [@g]} { return } }
  }
  func.func @named() attributes {uses = [@outer::@inner::@g, @outer::@f, @g]} { return }
}
"""


def test_symbols_of_nested_modules_are_found_from_the_module_around() -> None:
    module = parse_module(NESTED)
    flat = flattened(module)
    flat.verify()
    assert [symbol_name(op) for op in flat.ops] == [
        *("f", "g", "outer::f", "outer::g", "outer::inner::g", "named"),
    ]
    found = {symbol_name(op): list(references(op)) for op in flat.ops}
    assert found["f"] == ["g"]
    assert found["outer::f"] == ["outer::g"]
    assert found["outer::inner::g"] == ["outer::inner::g"]
    assert sorted(found["named"]) == ["g", "outer::f", "outer::inner::g"]
    fifos = [symbol_name(op) for op in flat.ops if "queue.fifos" in op.attributes]
    assert fifos == ["outer::f", "outer::g"]
    assert print_module(module) == print_module(parse_module(NESTED))


def test_no_two_symbols_get_one_name() -> None:
    text = 'module { func.func private @"m::f"() { return } module @m { func.func @f() { return } } }'
    assert [symbol_name(op) for op in flattened(parse_module(text)).ops] == ["m::f", "m::f_"]


def test_a_module_without_others_is_returned() -> None:
    module = parse_module("func.func @f() { return }")
    assert flattened(module) is module
