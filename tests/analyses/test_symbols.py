"""Symbols: which there are, whether they are private, what refers to them."""

from __future__ import annotations

from asyncir.ir.symbols import is_private, references, symbol_around, symbol_name, symbol_uses
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
