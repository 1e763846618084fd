"""Effects and aliasing: what an op touches, seen from outside, through calls, launches and waits."""

from __future__ import annotations

import pytest

from asyncir.analyses.aliasing import may_alias
from asyncir.dialects.effects import (
    ANYTHING,
    FAILURE,
    TASKS,
    UNKNOWN,
    Access,
    Effects,
    effects_of,
    is_pure,
    is_speculatable,
)
from asyncir.ir import Operation, SSAValue
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module


def op_named(text: str, name: str, index: int = 0) -> Operation:
    return [op for op in walk(parse_module(text)) if op.name == name][index]


def value_named(text: str, *names: str) -> list[SSAValue]:
    module = parse_module(text)
    found: dict[str | None, SSAValue] = {}
    for op in walk(module):
        values = [*op.results, *(a for region in op.regions for block in region.blocks for a in block.args)]
        found.update({value.name_hint: value for value in values})
    return [found[name] for name in names]


def accesses(op: Operation) -> set[tuple[Access, str]]:
    return {
        (e.access, (e.root.name_hint or "?") if isinstance(e.root, SSAValue) else e.root.name)
        for e in effects_of(op)
    }


FUNCTION = """
func.func @f(%m: memref<8xf32>, %k: memref<8xf32>, %i: index, %x: f32, %c: i1, %t: !async.token) {{
{}
return
}}
"""


def in_function(body: str) -> str:
    return FUNCTION.format(body)


def test_a_load_reads_and_a_store_writes_an_element() -> None:
    text = in_function("%v = memref.load %m[%i] : memref<8xf32> memref.store %v, %k[%i] : memref<8xf32>")
    (read,) = effects_of(op_named(text, "memref.load"))
    (write,) = effects_of(op_named(text, "memref.store"))
    assert (read.access, write.access) == (Access.READ, Access.WRITE)
    assert read.indices is not None
    assert [i.name_hint for i in read.indices] == ["i"]
    assert isinstance(write.root, SSAValue)
    assert write.root.name_hint == "k"


def test_regions_are_united_and_local_memory_is_invisible() -> None:
    text = in_function(
        """scf.if %c {
          %a = memref.alloc() : memref<8xf32>
          memref.store %x, %a[%i] : memref<8xf32>
          memref.store %x, %k[%i] : memref<8xf32>
          memref.dealloc %a : memref<8xf32>
        }"""
    )
    assert accesses(op_named(text, "scf.if")) == {(Access.WRITE, "k"), (Access.ALLOC, "heap")}


def test_an_assertion_may_fail_and_touches_no_memory() -> None:
    text = in_function('cf.assert %c, "x"')
    assert accesses(op_named(text, "cf.assert")) == {(Access.WRITE, FAILURE.name)}


CALLS = """
func.func private @unknown(memref<8xf32>)
func.func private @pure_by_word(f32) -> f32 attributes {asyncir.effects = "none"}
func.func private @stores(%a: memref<8xf32>, %b: memref<8xf32>, %i: index, %x: f32) {
  memref.store %x, %b[%i] : memref<8xf32>
  return
}
func.func @even(%a: memref<8xf32>, %b: memref<8xf32>, %i: index, %x: f32) {
  func.call @odd(%b, %a, %i, %x) : (memref<8xf32>, memref<8xf32>, index, f32) -> ()
  return
}
func.func @odd(%a: memref<8xf32>, %b: memref<8xf32>, %i: index, %x: f32) {
  func.call @even(%b, %a, %i, %x) : (memref<8xf32>, memref<8xf32>, index, f32) -> ()
  memref.store %x, %a[%i] : memref<8xf32>
  return
}
func.func @main(%m: memref<8xf32>, %k: memref<8xf32>, %i: index, %x: f32) {
  func.call @stores(%m, %k, %i, %x) : (memref<8xf32>, memref<8xf32>, index, f32) -> ()
  func.call @unknown(%m) : (memref<8xf32>) -> ()
  %p = func.call @pure_by_word(%x) : (f32) -> f32
  func.call @even(%m, %k, %i, %x) : (memref<8xf32>, memref<8xf32>, index, f32) -> ()
  return
}
"""


def call(index: int) -> Operation:
    module = parse_module(CALLS)
    main = [op for op in walk(module) if op.name == "func.func"][-1]
    return [op for op in walk(main) if op.name == "func.call"][index]


def test_a_call_has_its_callees_effects_on_its_operands() -> None:
    assert accesses(call(0)) == {(Access.WRITE, "k")}


def test_a_declaration_does_anything_unless_it_says_otherwise() -> None:
    assert effects_of(call(1)) == UNKNOWN
    assert is_pure(call(2))


def test_recursion_is_a_fixed_point() -> None:
    assert accesses(call(3)) == {(Access.WRITE, "k")}


def test_a_launch_has_its_bodys_effects_and_a_wait_has_them_again() -> None:
    text = in_function(
        """%t1 = async.execute { memref.store %x, %m[%i] : memref<8xf32> async.yield }
        %t2 = async.execute [%t1] { %v = memref.load %k[%i] : memref<8xf32> async.yield }
        async.await %t2 : !async.token"""
    )
    assert accesses(op_named(text, "async.execute")) == {(Access.WRITE, "m"), (Access.WRITE, TASKS.name)}
    assert accesses(op_named(text, "async.execute", 1)) == {(Access.READ, "k")}
    # The wait for the second task is one for the first, on which it depends.
    assert (Access.WRITE, "m") in accesses(op_named(text, "async.await"))
    assert (Access.READ, "k") in accesses(op_named(text, "async.await"))


@pytest.mark.parametrize(
    "wait",
    [
        "async.await %t : !async.token",
        "%u = async.execute [%t] { async.yield } async.await %u : !async.token",
        "%u = async.execute { async.await %t : !async.token async.yield } async.await %u : !async.token",
        "%g = async.create_group %i : !async.group async.await_all %g",
    ],
)
def test_a_wait_for_something_unknown_is_a_full_barrier(wait: str) -> None:
    module = parse_module(in_function(wait))
    (last,) = [op for op in walk(module) if op.name == "func.return"]
    assert last.prev_op is not None
    found = {(e.access, e.root) for e in effects_of(last.prev_op)}
    assert {(Access.READ, ANYTHING), (Access.WRITE, ANYTHING)} <= found


def test_a_wait_for_an_operation_of_the_host_has_its_effects() -> None:
    text = in_function(
        "%f = arith.constant 0 : i32 %n = io.read %f[%i], %m : memref<8xf32> %r = async.await %n : !async.value<index>"
    )
    found = accesses(op_named(text, "async.await"))
    assert (Access.WRITE, "m") in found
    assert found == accesses(op_named(text, "io.read"))
    assert not {(access, name) for access, name in found if name in ("k", ANYTHING.name)}


def test_a_task_without_effects_has_none_and_so_has_waiting_for_it() -> None:
    text = in_function(
        "%u = async.execute { %v = arith.addf %x, %x : f32 async.yield } async.await %u : !async.token"
    )
    assert is_pure(op_named(text, "async.execute"))
    assert is_pure(op_named(text, "async.await"))


def test_a_chain_of_tasks_and_calls_is_followed_without_recursion() -> None:
    tasks = "%t0 = async.execute { memref.store %x, %m[%i] : memref<8xf32> async.yield }\n"
    tasks += "\n".join(f"%t{i + 1} = async.execute [%t{i}] {{ async.yield }}" for i in range(1500))
    module = parse_module(in_function(tasks + "\nasync.await %t1500 : !async.token"))
    effects = Effects()
    (wait,) = [op for op in walk(module) if op.name == "async.await"]
    assert any(e.access is Access.WRITE for e in effects.of(wait))
    functions = "func.func @f0() { return }\n" + "\n".join(
        f"func.func @f{i + 1}() {{ func.call @f{i}() : () -> () return }}" for i in range(1500)
    )
    module = parse_module(functions)
    calls = [op for op in walk(module) if op.name == "func.call"]
    assert effects.is_pure(calls[-1])


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        ("arith.addf %x, %x : f32", True),
        ("arith.divsi %i, %i : index", False),
        ("memref.load %m[%i] : memref<8xf32>", False),
        ("memref.dim %m, %i : memref<8xf32>", False),
        ("memref.cast %m : memref<8xf32> to memref<?xf32>", True),
    ],
)
def test_speculation(op: str, expected: bool) -> None:
    module = parse_module(in_function(f"%r = {op}"))
    (last,) = [o for o in walk(module) if o.name == "func.return"]
    assert last.prev_op is not None
    assert is_speculatable(last.prev_op) is expected


ALIASES = """
memref.global "private" @g : memref<8xf32>
func.func @f(%a: memref<8xf32>, %b: memref<8xf32>, %n: memref<8xf32> {llvm.noalias}, %c: i1, %k: index) {
  %c1 = arith.constant 1 : index
  %g = memref.get_global @g : memref<8xf32>
  %p = memref.alloc() : memref<8xf32>
  %q = memref.alloc() : memref<8xf32>
  %v = memref.subview %p[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  %s = arith.select %c, %p, %q : memref<8xf32>
  %l = scf.for %i = %c1 to %k step %c1 iter_args(%r = %p) -> memref<8xf32> {
    %e = scf.if %c -> memref<8xf32> {
      scf.yield %r : memref<8xf32>
    } else {
      scf.yield %p : memref<8xf32>
    }
    scf.yield %e : memref<8xf32>
  }
  %t, %y = async.execute -> !async.value<memref<8xf32>> {
    async.yield %q : memref<8xf32>
  }
  %w = async.await %y : !async.value<memref<8xf32>>
  %h = func.call @h() : () -> memref<8xf32>
  return
}
func.func private @h() -> memref<8xf32>
"""


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("a", "a", True),
        ("a", "b", True),
        ("a", "n", False),
        ("a", "p", False),
        ("a", "g", True),
        ("n", "g", False),
        ("p", "q", False),
        ("p", "g", False),
        ("v", "p", True),
        ("v", "q", False),
        ("s", "p", True),
        ("s", "q", True),
        ("s", "a", False),
        ("l", "p", True),
        ("l", "q", False),
        ("r", "q", False),
        ("w", "q", True),
        ("w", "p", False),
        ("h", "p", True),
        ("h", "a", True),
    ],
)
def test_may_alias(first: str, second: str, expected: bool) -> None:
    one, other = value_named(ALIASES, first, second)
    assert may_alias(one, other) is expected
    assert may_alias(other, one) is expected
