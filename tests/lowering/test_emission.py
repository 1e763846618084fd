"""What the emitter writes, and what it refuses to write (S4-3, S4-14)."""

from __future__ import annotations

import platform
import re
from importlib import import_module
from typing import Any

import pytest

from asyncir.diagnostics import DiagnosticError, Severity
from asyncir.dialects import context
from asyncir.driver.stages import check_gone, compile_to_llvm, prepare
from asyncir.launch import jit
from asyncir.lowering.cpu.handlers import HANDLERS
from asyncir.lowering.cpu.stages import STAGES
from asyncir.source.text import parse_module


def llvm(text: str, *, debug: bool = False) -> str:
    return compile_to_llvm(parse_module(text, "t.mlir"), debug=debug).text


def codes(text: str) -> list[str]:
    with pytest.raises(DiagnosticError) as caught:
        llvm(text)
    return [d.code for d in caught.value.diagnostics]


def test_an_op_outside_the_set_is_refused_with_its_place() -> None:
    text = """
func.func @f(%x: vector<4xf32>, %y: vector<[4]xf32>) -> vector<4xf32> {
  %p = arith.addf %x, %x : vector<4xf32>
  %v = vector.scalable.extract %y[0] : vector<4xf32> from vector<[4]xf32>
  return %v : vector<4xf32>
}
"""
    with pytest.raises(DiagnosticError) as caught:
        llvm(text)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "L001"
    assert diagnostic.span is not None
    assert diagnostic.span.line == 4


def test_all_that_is_refused_is_reported_at_once() -> None:
    text = """
func.func @f(%x: tensor<*xf32>) {
  return
}
func.func @g(%x: tensor<*xf32>) {
  return
}
"""
    assert codes(text) == ["L002", "L002"]


def test_memory_on_the_stack_is_not_returned() -> None:
    text = """
func.func @f() -> memref<?xf32> {
  %m = memref.alloca() : memref<4xf32>
  %v = memref.cast %m : memref<4xf32> to memref<?xf32>
  return %v : memref<?xf32>
}
"""
    assert codes(text) == ["L006"]


def test_a_type_without_a_native_form_is_reported_where_it_is() -> None:
    with pytest.raises(DiagnosticError) as caught:
        llvm("func.func @f(%x: tensor<*xf32>) {\n  return\n}")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.span is not None
    assert (diagnostic.code, diagnostic.span.line) == ("L002", 1)


CALLS = """
func.func private @check(%b: i1) {
  cf.assert %b, "no"
  return
}
func.func private @wait(%b: i1) {
  %t = async.execute {
    async.yield
  }
  async.await %t : !async.token
  return
}
func.func @coro(%b: i1) {
  %id = async.coro.id
  %h = async.coro.begin %id
  func.call @CALLEE(%b) : (i1) -> ()
  async.coro.free %id, %h
  async.coro.end %h
  return
}
"""


@pytest.mark.parametrize(("callee", "what"), [("check", "fail"), ("wait", "wait")])
def test_a_coroutine_by_hand_neither_waits_nor_fails_in_a_call(callee: str, what: str) -> None:
    with pytest.raises(DiagnosticError, match=f"hand-written coroutine calls a function that may {what}"):
        llvm(CALLS.replace("CALLEE", callee))


ROOM = """
func.func private @make() -> memref<*xf32> {
  %m = memref.alloc() : memref<4xf32>
  %u = memref.cast %m : memref<4xf32> to memref<*xf32>
  return %u : memref<*xf32>
}
func.func @coro(%n: index) {
  %id = async.coro.id
  %h = async.coro.begin %id
  OP
  async.coro.free %id, %h
  async.coro.end %h
  return
}
"""


@pytest.mark.parametrize(
    "op", ["%m = memref.alloca(%n) : memref<?xf32>", "%m = func.call @make() : () -> memref<*xf32>"]
)
def test_a_coroutine_by_hand_has_no_room_of_unknown_size(op: str) -> None:
    """LLVM ends the process where a coroutine has such memory."""
    with pytest.raises(DiagnosticError, match="hand-written coroutine has no room") as caught:
        llvm(ROOM.replace("OP", op))
    assert [d.span.line for d in caught.value.diagnostics if d.span is not None] == [10]


def test_an_async_function_without_body_is_not_called() -> None:
    text = """
async.func private @outside() -> !async.token
func.func @f() {
  %t = async.call @outside() : () -> !async.token
  return
}
"""
    assert codes(text) == ["L001"]


@pytest.mark.parametrize("interface", ["", " attributes {llvm.emit_c_interface}"])
def test_external_functions_take_vectors_and_constants(interface: str) -> None:
    text = f"""
func.func private @outside(vector<4xf32>, vector<4xi1>, memref<2xf32>, f64) -> vector<4xf32>{interface}
func.func @f(%v: vector<4xf32>, %m: memref<2xf32>) -> vector<4xf32> {{
  %c = arith.constant dense<true> : vector<4xi1>
  %d = arith.constant 1.0 : f64
  %w = func.call @outside(%v, %c, %m, %d) : (vector<4xf32>, vector<4xi1>, memref<2xf32>, f64) -> vector<4xf32>
  return %w : vector<4xf32>
}}
"""
    memref = "ptr" if interface else "ptr, ptr, i64, i64, i64"
    assert f"(<4 x float>, <4 x i1>, {memref}, double)" in jit.emit_llvm(llvm(text), opt_level=0)


@pytest.mark.parametrize("interface", ["", " attributes {llvm.emit_c_interface}"])
def test_external_functions_take_and_return_complex_numbers(interface: str) -> None:
    """As structures by value, which LLVM passes as their fields."""
    text = f"""
func.func private @outside(complex<f32>) -> complex<f32>{interface}
func.func @f(%z: complex<f32>) -> complex<f32> {{
  %w = func.call @outside(%z) : (complex<f32>) -> complex<f32>
  return %w : complex<f32>
}}
"""
    name = "_mlir_ciface_outside" if interface else "outside"
    assert f"declare {{ float, float }} @{name}(float, float)" in jit.emit_llvm(llvm(text), opt_level=0)


def test_an_attribute_that_cannot_be_expressed_is_refused() -> None:
    text = """
func.func @f(%x: f64) -> f32 {
  %y = arith.truncf %x downward : f64 to f32
  return %y : f32
}
"""
    assert codes(text) == ["L004"]


def test_of_what_passes_write_nothing_is_said() -> None:
    """A loop that tasks share, and one whose iterations need nothing of each other."""
    text = """
    func.func @main(%n: index, %m: memref<?x?xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %x = arith.constant 1.0 : f32
      scf.parallel (%p, %q) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
        %y = math.exp %x : f32
        memref.store %y, %m[%p, %q] : memref<?x?xf32>
        scf.reduce
      }
      return
    }
    """
    warnings = compile_to_llvm(parse_module(text, "parallel.mlir")).warnings
    assert not warnings


def test_an_attribute_without_a_meaning_is_reported() -> None:
    module = parse_module(
        "func.func @f(%x: i32) -> i32 {\n  %y = arith.addi %x, %x {my.note} : i32\n  return %y : i32\n}"
    )
    warnings = compile_to_llvm(module).warnings
    assert [(w.code, w.severity) for w in warnings] == [("L003", Severity.WARNING)]
    assert "my.note" in warnings[0].message


def test_every_handler_is_for_an_op_that_exists() -> None:
    ctx = context()
    missing = [name for name in HANDLERS if ctx.get_optional_op(name) is None]
    assert missing == []


def test_each_stage_removes_what_it_says() -> None:
    module = parse_module(
        """
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = async.execute {
    scf.for %i = %c0 to %n step %c1 {
    }
    async.yield
  }
  async.await %t : !async.token
  return
}
"""
    )
    for stage in STAGES:
        prepared = module.clone()
        prepare(prepared, until=stage.name)
        check_gone(prepared, stage)
    with pytest.raises(DiagnosticError, match="L005"):
        check_gone(module, next(stage for stage in STAGES if stage.name == "tasks"))


TASK_WITH_LOOP = """
func.func @scale(%m: memref<?xf64>, %n: index, %k: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = async.execute {
    scf.for %i = %c0 to %n step %c1 {
      %x = memref.load %m[%i] : memref<?xf64>
      %y = arith.mulf %x, %k : f64
      memref.store %y, %m[%i] : memref<?xf64>
    }
    async.yield
  }
  async.await %t : !async.token
  return
}
"""


def test_a_loop_in_a_task_is_vectorised() -> None:
    optimised = jit.emit_llvm(llvm(TASK_WITH_LOOP), opt_level=2)
    loop = optimised[optimised.index("loop_0(") :]
    assert re.search(r"fmul <\d+ x double>", loop)


def test_a_loop_left_in_the_coroutine_is_not_vectorised() -> None:
    """The reason for outline-loops; when this fails, LLVM has learnt it and the pass can go."""
    module = parse_module(TASK_WITH_LOOP)
    from asyncir.lowering.cpu.module import emit_llvm
    from asyncir.transforms import run_pipeline

    run_pipeline(module, "outline-execute,convert-scf-to-cf,count-references")
    optimised = jit.emit_llvm(emit_llvm(module).text, opt_level=2)
    assert not re.search(r"fmul <\d+ x double>", optimised)


def test_debug_metadata_has_the_line_of_each_op() -> None:
    text = llvm(TASK_WITH_LOOP, debug=True)
    for line in (5, 7, 8, 13):
        assert f"!DILocation(line: {line}, " in text
    assert '!DIFile(filename: "t.mlir"' in text
    assembly = jit.emit_assembly(text, opt_level=2)
    assert ".debug_line" in assembly


def test_without_debug_there_is_no_debug_metadata() -> None:
    assert "!DI" not in llvm(TASK_WITH_LOOP)


def test_the_same_program_gives_the_same_text() -> None:
    assert llvm(TASK_WITH_LOOP) == llvm(TASK_WITH_LOOP)


def awaited(between: str) -> str:
    return llvm(f"""
      func.func @f(%m: memref<4xi64>, %i: index) -> i64 {{
        %token, %value = async.execute -> !async.value<i64> {{
          %read = memref.load %m[%i] : memref<4xi64>
          async.yield %read : i64
        }}
        {between}
        %result = async.await %value : !async.value<i64>
        return %result : i64
      }}""")


def test_a_task_that_is_awaited_next_is_not_offered_to_thieves() -> None:
    text = awaited("%c = arith.constant 1 : index")
    assert "call void @asyncir.launch_awaited(" in text
    assert "call i1 @asyncir.fork(" not in text


def test_a_task_that_is_awaited_later_leaves_its_parent_to_thieves() -> None:
    text = awaited("memref.prefetch %m[%i], read, locality<3>, data : memref<4xi64>")
    assert "call void @asyncir.launch_awaited(" not in text
    assert "call i1 @asyncir.fork(" in text


def test_what_a_task_only_hands_on_is_not_in_its_frame() -> None:
    text = llvm("""
      func.func @f(%m: memref<?x?xi64>, %i: index) {
        %c1 = arith.constant 1 : index
        %c2 = arith.constant 2 : i64
        %token = async.execute {
          memref.store %c2, %m[%i, %i] : memref<?x?xi64>
          %next = arith.subi %i, %c1 : index
          %more = arith.cmpi ne, %next, %c1 : index
          scf.if %more {
            func.call @f(%m, %next) : (memref<?x?xi64>, index) -> ()
          }
          async.yield
        }
        async.await %token : !async.token
        return
      }""")
    sizes = {level: frame_sizes(text, level) for level in (0, 2)}
    # A header of 48 bytes, one slot, the place of the launch, %i, and of %m an address and a stride.
    assert max(sizes[2]) <= 48 + 5 * 8 + 8
    assert max(sizes[0]) > max(sizes[2])


def frame_sizes(text: str, level: int) -> list[int]:
    return [
        int(n)
        for n in re.findall(
            r"@asyncir_frame_allocate\(ptr [^,]*, i64 (\d+)", jit.emit_llvm(text, opt_level=level)
        )
    ]


@pytest.mark.skipif(platform.machine() != "x86_64", reason="`prefetchi` is an instruction of x86-64 only")
def test_instructions_are_prefetched_on_every_x86(monkeypatch: pytest.MonkeyPatch) -> None:
    """LLVM 22 ends the process if the CPU has `prefetchi`, an instruction for addresses near the program counter only."""
    binding: Any = import_module("llvmlite.binding")
    features = binding.get_host_cpu_features()
    features["prefetchi"] = True
    monkeypatch.setattr(binding, "get_host_cpu_features", lambda: features)
    machine = jit.host.__wrapped__()
    text = llvm("""
func.func @f(%m: memref<4xf32>, %i: index) {
  memref.prefetch %m[%i], write, locality<0>, instr : memref<4xf32>
  return
}
""")
    assert "_asyncir_entry_f:" in jit.emit_assembly(text, opt_level=2, machine=machine)


def test_loops_go_through_memory_in_the_order_that_suits_it() -> None:
    """What waits for the step before, such as a sum, is better done several at a time; what only moves memory is not.

    What does little but read takes half a line of the cache at a time.
    """
    loop = """
func.func @main(%m: memref<?xf64>) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %m, %c0 : memref<?xf64>
  {0}
  return %zero : f64
}}
"""
    stores = """scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %zero, %m[%i] : memref<?xf64>
    scf.reduce
  }"""
    sums = """%sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f64 {
    %x = memref.load %m[%i] : memref<?xf64>
    scf.reduce(%x : f64) {
    ^bb0(%a: f64, %b: f64):
      %s = arith.addf %a, %b : f64
      scf.reduce.return %s : f64
    }
  }"""
    hint = '!{!"llvm.loop.interleave.count", i32 1}'
    assert hint in llvm(loop.format(stores))
    assert hint not in llvm(loop.format(sums))
    narrow = '"prefer-vector-width"="256"'
    assert narrow in llvm(loop.format(sums))
    assert narrow not in llvm(loop.format(stores))
    busy = "".join(f"%y{i + 1} = arith.mulf %y{i}, %y{i} : f64\n" for i in range(5)).replace("%y0", "%x")
    assert narrow not in llvm(loop.format(sums.replace("scf.reduce(%x", f"{busy} scf.reduce(%y5")))
