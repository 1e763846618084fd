"""What is of another system than the machine's is not taken to be done at once."""

from __future__ import annotations

import pytest

from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.program import MachineProgram
from asyncir.diagnostics import DiagnosticError
from asyncir.ir import Context, ModuleOp
from asyncir.ir.symbols import symbol_name
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms.insert_sync import InsertSync

pytestmark = pytest.mark.feature("S3-20")

SHARED = "#gpu.address_space<workgroup>"

ASYNC = {
    "a copy of a thread": f"""
  %B = memref.alloc() : memref<16xf32, {SHARED}>
  %t = nvgpu.device_async_copy %x[%c0], %B[%c0], 4 : memref<16xf32> to memref<16xf32, {SHARED}>
  sync.barrier
  %v = memref.load %B[%c0] : memref<16xf32, {SHARED}>""",
    "a queue": """
  queue.commit(0) { queue.async { memref.copy %x, %a : memref<16xf32> to memref<16xf32> } }
  sync.barrier
  %v = memref.load %a[%c0] : memref<16xf32>""",
    "a task": """
  %t = async.execute { memref.copy %x, %a : memref<16xf32> to memref<16xf32>
  async.yield }
  sync.barrier
  %v = memref.load %a[%c0] : memref<16xf32>""",
    "a task in a loop": """
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute { memref.copy %x, %a : memref<16xf32> to memref<16xf32>
    async.yield }
  }
  %v = memref.load %a[%c0] : memref<16xf32>""",
    "a function that starts a task": """
  func.call @task(%x, %a) : (memref<16xf32>, memref<16xf32>) -> ()
  %v = memref.load %a[%c0] : memref<16xf32>""",
    "a function that is a value": """
  %f = func.constant @work : (memref<16xf32>, memref<16xf32>) -> ()
  func.call_indirect %f(%x, %a) : (memref<16xf32>, memref<16xf32>) -> ()
  %v = memref.load %a[%c0] : memref<16xf32>""",
}


def program(body: str) -> ModuleOp:
    return parse_module(
        f"""
func.func private @task(%x: memref<16xf32>, %a: memref<16xf32>) {{
  %t = async.execute {{ memref.copy %x, %a : memref<16xf32> to memref<16xf32>
  async.yield }}
  return
}}
func.func private @work(%x: memref<16xf32>, %a: memref<16xf32>) {{
  sync.work on "ENGINE" {{ memref.copy %x, %a : memref<16xf32> to memref<16xf32> }}
  return
}}
func.func private @plain(%x: memref<16xf32>, %a: memref<16xf32>) {{
  memref.copy %x, %a : memref<16xf32> to memref<16xf32>
  return
}}
func.func @main(%x: memref<16xf32>, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<16xf32>
  {body}
  return
}}
""".replace("ENGINE", "dma")
    )


def asked(module: ModuleOp, machine: str) -> MachineProgram:
    (main,) = (op for op in module.ops if symbol_name(op) == "main")
    return MachineProgram(main, load_machine(machine))


@pytest.mark.parametrize("machine", ["hexagon", "cuda-sm80"])
@pytest.mark.parametrize("what", ASYNC)
def test_what_may_happen_later_is_not_proved(what: str, machine: str) -> None:
    answer = checked(asked(program(ASYNC[what]), machine))
    assert answer.unknown


def test_a_function_that_does_what_it_does_at_once_is_followed() -> None:
    body = "func.call @plain(%x, %a) : (memref<16xf32>, memref<16xf32>) -> ()\n"
    module = program(body + "%v = memref.load %a[%c0] : memref<16xf32>")
    assert checked(asked(module, "hexagon")).proved


def test_nothing_is_put_into_what_is_not_followed() -> None:
    work = 'sync.work on "dma" { memref.copy %x, %a : memref<16xf32> to memref<16xf32> }\n'
    with pytest.raises(DiagnosticError) as raised:
        InsertSync(machine="hexagon").apply(Context(), program(work + ASYNC["a task"]))
    assert "async.execute is of no engine of the machine" in raised.value.diagnostics[0].message
