"""What a write may have changed: the same object, what may alias it, and nothing else."""

from __future__ import annotations

import pytest

from asyncir.analyses.clobbers import Clobbers
from asyncir.dialects.effects import Effects
from tests.analyses.reading import module_of, ops, value

PROGRAM = """
func.func @main(%a: memref<4xf32>, %b: memref<4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %x = memref.alloc() : memref<4xf32>
  %y = memref.alloc() : memref<4xf32>
  memref.store %v, %WRITTEN[%c0] : memref<4xf32>
  %0 = memref.load %x[%c0] : memref<4xf32>
  %1 = memref.load %y[%c0] : memref<4xf32>
  %2 = memref.load %a[%c0] : memref<4xf32>
  %3 = memref.load %b[%c0] : memref<4xf32>
  return
}
"""


@pytest.mark.parametrize(("written", "changed"), [("x", "x"), ("y", "y"), ("a", "ab"), ("b", "ab")])
def test_what_a_store_may_change(written: str, changed: str) -> None:
    module = module_of(PROGRAM.replace("WRITTEN", written))
    effects, clobbers = Effects(), Clobbers()
    before = clobbers.now
    (store,) = ops(module, "memref.store")
    clobbers.record(effects.of(store))
    after = clobbers.now
    for load in ops(module, "memref.load"):
        name = load.operands[0].name_hint
        assert name is not None
        assert clobbers.changed_since(effects.of(load), before) == (name in changed), name
        assert not clobbers.changed_since(effects.of(load), after)


def test_reads_change_nothing() -> None:
    module = module_of(PROGRAM.replace("WRITTEN", "x"))
    effects, clobbers = Effects(), Clobbers()
    for load in ops(module, "memref.load"):
        clobbers.record(effects.of(load))
    assert clobbers.now == Clobbers().now


def test_a_call_of_what_is_not_known_changes_all_memory() -> None:
    module = module_of("""
func.func private @other()
func.func @main() {
  %c0 = arith.constant 0 : index
  %x = memref.alloc() : memref<4xf32>
  %0 = memref.load %x[%c0] : memref<4xf32>
  call @other() : () -> ()
  return
}
""")
    effects, clobbers = Effects(), Clobbers()
    before = clobbers.now
    (call,) = ops(module, "func.call")
    (load,) = ops(module, "memref.load")
    clobbers.record(effects.of(call))
    assert value(module, "x") is load.operands[0]
    assert clobbers.changed_since(effects.of(load), before)
