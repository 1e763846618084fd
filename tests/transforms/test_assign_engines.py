"""What `assign-engines` makes of a vendor's program `lower-sync` undoes, and the other way round."""

from __future__ import annotations

from pathlib import Path

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import context, sync
from asyncir.dialects.verification import diagnose, span_of
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module, print_module
from asyncir.targets.machine import known_machines, load_machine
from asyncir.transforms import run_pipeline

ASCEND = """
  %u = memref.alloc() : memref<16xf32, #hivm.address_space<ub>>
  hivm.hir.load ins(%g : memref<16xf32>) outs(%u : memref<16xf32, #hivm.address_space<ub>>) {pad}
  "hivm.hir.set_flag"() <{set_pipe = #hivm.pipe<PIPE_MTE2>, wait_pipe = #hivm.pipe<PIPE_V>,
    static_event_id = #hivm.event<EVENT_ID3>}> {x} : () -> ()
  hivm.hir.wait_flag[#hivm.pipe<PIPE_MTE2>, #hivm.pipe<PIPE_V>, #hivm.event<EVENT_ID2>]
  hivm.hir.set_flag [<PIPE_MTE2>, <PIPE_V>, %n] {y}
  hivm.hir.pipe_barrier[<PIPE_ALL>]
  hivm.hir.wait_flag {set_pipe = "PIPE_MTE2", wait_pipe = "PIPE_V", static_event_id = 3 : i64}
  hivm.hir.wait_flag {set_pipe = "mte2", wait_pipe = "PIPE_V", static_event_id = 3 : i8, y = 1 : i32}
  hivm.hir.set_flag ins(%n : i64) {set_pipe = "PIPE_MTE2", wait_pipe = "PIPE_V"}
  hivm.hir.set_flag outs(%i : index) {set_pipe = "PIPE_MTE2", wait_pipe = "PIPE_V"}
  "hivm.hir.vadd"(%u, %u, %u) <{operandSegmentSizes = array<i32: 2, 1, 0>, transpose = array<i64>}> :
    (memref<16xf32, #hivm.address_space<ub>>, memref<16xf32, #hivm.address_space<ub>>,
     memref<16xf32, #hivm.address_space<ub>>) -> ()
  "hivm.hir.pipe_barrier"() <{pipe = #hivm.pipe<PIPE_ALL>}> : () -> ()
  hivm.hir.pipe_barrier {pipe = "PIPE_V"}
  hivm.hir.unknown ins(%u : memref<16xf32, #hivm.address_space<ub>>)
  scf.for %k = %i to %i step %i {
    memref.copy %u, %g : memref<16xf32, #hivm.address_space<ub>> to memref<16xf32>
  }
"""

CUDA = """
  memref.copy %g, %s : memref<16xf32> to memref<16xf32, #gpu.address_space<workgroup>>
  nvvm.cp.async.commit.group
  "nvvm.cp.async.wait.group"() <{n = 1 : i32}> : () -> ()
  nvvm.cp.async.wait.group {n = 2 : i64}
  gpu.barrier
  nvvm.barrier0
"""

HOPPER = (
    CUDA
    + """
  memref.copy %s, %g : memref<16xf32, #gpu.address_space<workgroup>> to memref<16xf32>
  "nvvm.cp.async.bulk.commit.group"() : () -> ()
  "nvvm.cp.async.bulk.wait_group"() <{group = 1 : i32, read}> : () -> ()
  "nvvm.cp.async.bulk.wait_group"() <{group = 0 : i32}> : () -> ()
  "nvvm.wgmma.commit.group.sync.aligned"() : () -> ()
  "nvvm.wgmma.wait.group.sync.aligned"() <{group = 0 : i64}> : () -> ()
"""
)

BLACKWELL = """
  %t = memref.alloc() : memref<16xf32, 6>
  memref.copy %s, %t : memref<16xf32, #gpu.address_space<workgroup>> to memref<16xf32, 6>
  memref.copy %t, %l : memref<16xf32, 6> to memref<16xf32, 5>
  "nvvm.tcgen05.wait"() <{kind = #nvvm.tcgen05_wait<load>}> : () -> ()
  "nvvm.tcgen05.wait"() <{kind = #nvvm.tcgen05_wait<store>}> : () -> ()
"""

CDNA = """
  memref.copy %g, %l : memref<16xf32> to memref<16xf32, 5>
  "amdgpu.gather_to_lds"(%g, %i, %s, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, transferType = f32}> :
    (memref<16xf32>, index, memref<16xf32, #gpu.address_space<workgroup>>, index) -> ()
  "amdgpu.memory_counter_wait"() <{load = 1 : i32}> : () -> ()
  "amdgpu.memory_counter_wait"() <{ds = 0 : i32}> : () -> ()
  "amdgpu.memory_counter_wait"() <{ds = 0 : i32, load = 1 : i32}> : () -> ()
  "rocdl.s.barrier"() : () -> ()
"""

MATRIX = '"matrix"'
TO_LOCAL = "memref.copy %g, %{} : memref<16xf32> to memref<16xf32, {}>"

PROGRAMS = {
    "ascend-a2": (ASCEND, "mte2 v mte3"),
    "cuda-sm80": (CUDA, "cp.async"),
    "cuda-sm90": (HOPPER, "tma-load tma-store"),
    "cuda-sm100": (BLACKWELL, "mma tmem-ld"),
    "cdna3": (CDNA, "vmem vmem"),
    "hexagon": (f"%v = memref.alloc() : memref<16xf32, 1>\n{TO_LOCAL.format('v', 1)}", "dma"),
    "aie2": (f"%v = memref.alloc() : memref<16xf32, 2>\n{TO_LOCAL.format('v', 2)}", "s2mm0"),
    "nvdla": ("memref.copy %g, %g : memref<16xf32> to memref<16xf32>", "bdma"),
    "bismo": (f"%v = memref.alloc() : memref<16xf32, {MATRIX}>\n{TO_LOCAL.format('v', MATRIX)}", "fetch"),
    "vulkan": ("memref.copy %g, %g : memref<16xf32> to memref<16xf32>", "transfer"),
    "cpu": ("memref.copy %g, %g : memref<16xf32> to memref<16xf32>", ""),
    "dma-vector-tensor": ("memref.copy %g, %g : memref<16xf32> to memref<16xf32>", ""),
}


def parse(machine: str, body: str) -> ModuleOp:
    arguments = (
        "%g: memref<16xf32>, %g2: memref<16xf32>, %s: memref<16xf32, #gpu.address_space<workgroup>>, %l: memref<16xf32, 5>, "
        "%n: i64, %i: index"
    )
    text = f"func.func @main({arguments}) {{\n{body}\nreturn\n}}\n"
    return parse_module(text, "p.mlir", ctx=context(load_machine(machine).foreign))


def run(module: ModuleOp, name: str, machine: str) -> str:
    run_pipeline(module, f'{name}{{machine="{machine}"}}')
    assert diagnose(module) == []
    return print_module(module)


def test_each_machine_has_a_program() -> None:
    assert sorted(PROGRAMS) == known_machines()


@pytest.mark.parametrize("machine", PROGRAMS)
@pytest.mark.feature("S3-1", "S3-21", "S3-23")
def test_there_and_back_again(machine: str) -> None:
    body, engines = PROGRAMS[machine]
    module = parse(machine, body)
    before = print_module(module)
    assigned = run(module, "assign-engines", machine)
    works = [op.engine.data for op in module.walk() if isinstance(op, sync.WorkOp)]
    assert " ".join(works) == engines
    again = run(module, "assign-engines", machine)
    assert again == assigned, "what is assigned stays"
    assert run(module, "lower-sync", machine) == before


@pytest.mark.parametrize("machine", [name for name in PROGRAMS if load_machine(name).syncs])
def test_what_is_read_as_sync_ops_says_what_the_vendor_says(machine: str) -> None:
    module = parse(machine, PROGRAMS[machine][0])
    run(module, "assign-engines", machine)
    left = {op.name for op in module.walk()} & {table.name for table in load_machine(machine).syncs}
    assert left <= {"amdgpu.memory_counter_wait"}


def test_an_op_that_waits_for_two_counters_stays() -> None:
    module = parse("cdna3", CDNA)
    run(module, "assign-engines", "cdna3")
    (left,) = (op for op in module.walk() if op.name == "amdgpu.memory_counter_wait")
    assert set(left.properties) == {"ds", "load"}


def test_what_is_made_knows_where_it_was_written() -> None:
    module = parse("ascend-a2", ASCEND)
    first = next(span_of(op) for op in module.walk() if op.name == "hivm.hir.set_flag")
    run_pipeline(module, "assign-engines{machine=ascend-a2}")
    spans = [
        span_of(op) for op in module.walk() if isinstance(op, (sync.WorkOp, sync.SignalOp, sync.BarrierOp))
    ]
    assert all(span is not None and span.file == "p.mlir" for span in spans)
    made = next(span_of(op) for op in module.walk() if isinstance(op, sync.SignalOp))
    assert first is not None
    assert made is not None
    assert first.line == made.line


@pytest.mark.parametrize(
    ("op", "said"),
    [
        (
            'hivm.hir.set_flag {set_pipe = "PIPE_V", static_event_id = 0}',
            "the attribute 'wait_pipe' is missing",
        ),
        (
            'hivm.hir.set_flag {set_pipe = "PIPE_V", wait_pipe = "PIPE_W", static_event_id = 0}',
            "'PIPE_W' is no engine of 'ascend-a2', which has s, mte1, mte2",
        ),
        ('hivm.hir.set_flag {set_pipe = "PIPE_V", wait_pipe = "PIPE_M"}', "it has no operand 0"),
        (
            'hivm.hir.set_flag ins(%g : memref<16xf32>) {set_pipe = "PIPE_V", wait_pipe = "PIPE_M"}',
            "its operand is memref<16xf32>, where a number is needed",
        ),
        (
            "%r = hivm.hir.load ins(%g : memref<16xf32>) -> f32\n%t = arith.addf %r, %r : f32",
            "others use its result, which an engine does not hand over",
        ),
        (
            '%p = "hivm.ptr"() : () -> !hivm.ptr\nhivm.hir.load ins(%p : !hivm.ptr)',
            "what memory a value of type",
        ),
    ],
)
def test_what_is_not_as_the_table_says_is_an_error(op: str, said: str) -> None:
    module = parse("ascend-a2", op)
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(module, "assign-engines{machine=ascend-a2}")
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.span is not None) == ("P161", True)
    assert said in diagnostic.message
    assert "ascend-a2" in diagnostic.help


TOUCHING = """
issued-by = "s"

[[engine]]
name = "s"

[[engine]]
name = "v"

[[op]]
name = "npu.f"
engine = "v"
reads = {reads}
writes = {writes}
body = '''
func.func @f(%a: memref<?xf32>, %b: memref<?xf32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %t = memref.alloc(%n) : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {{
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %t[%i] : memref<?xf32>
  }}
  %w = memref.subview %b[0] [1] [1] : memref<?xf32> to memref<1xf32, strided<[1]>>
  %y = memref.load %t[%c0] : memref<?xf32>
  memref.store %y, %w[%c0] : memref<1xf32, strided<[1]>>
  return
}}
'''
"""


@pytest.mark.parametrize(
    ("reads", "writes", "said"),
    [
        ('["ins"]', '["outs"]', ""),
        ("[]", "[0, 1]", ""),
        ('["outs"]', '["ins"]', "its body writes operand 1, which `writes` does not list"),
        ('["ins", "outs"]', "[]", "its body writes operand 1, which `writes` does not list"),
        ("[]", '["outs"]', "its body reads operand 0, which `reads` does not list"),
    ],
)
@pytest.mark.parametrize("passes", [["assign-engines"], ["assign-engines", "expand-bodies"]])
def test_what_a_body_touches_has_to_be_listed(
    reads: str, writes: str, said: str, passes: list[str], tmp_path: Path
) -> None:
    machine = tmp_path / "npu.toml"
    machine.write_text(TOUCHING.format(reads=reads, writes=writes))
    op = "npu.f ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)"
    if len(passes) > 1:  # somebody has written the work
        op = f'sync.work on "v" reads(%a : memref<4xf32>) writes(%b : memref<4xf32>) {{ {op} }}'
    text = f"func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {{\n{op}\nreturn\n}}"
    for name in passes:
        module = parse_module(text, ctx=context(load_machine(str(machine)).foreign))
        if not said:
            run_pipeline(module, f'{name}{{machine="{machine}"}}')
            continue
        with pytest.raises(DiagnosticError) as caught:
            run_pipeline(module, f'{name}{{machine="{machine}"}}')
        (diagnostic,) = caught.value.diagnostics
        assert diagnostic.code == ("P161" if name == "assign-engines" else "P162")
        assert said in diagnostic.message


COPYING = """
issued-by = "s"

[[engine]]
name = "s"

[[engine]]
name = "v"

[[op]]
name = "memref.copy"
engine = "v"
reads = {reads}
writes = {writes}
"""


@pytest.mark.parametrize(
    ("reads", "writes", "said"),
    [
        ("[0]", "[1]", ""),
        ("[]", "[0, 1]", ""),
        ("[0]", "[]", "it writes operand 1, which `writes` does not list"),
        ("[]", "[1]", "it reads operand 0, which `reads` does not list"),
    ],
)
@pytest.mark.parametrize("around", ["{}", 'sync.work on "v" {{ {} }}'])
def test_what_is_known_of_an_op_has_to_be_listed(
    reads: str, writes: str, said: str, around: str, tmp_path: Path
) -> None:
    machine = tmp_path / "npu.toml"
    machine.write_text(COPYING.format(reads=reads, writes=writes))
    module = parse(str(machine), around.format("memref.copy %g, %g2 : memref<16xf32> to memref<16xf32>"))
    if not said:
        run(module, "assign-engines", str(machine))
        return
    with pytest.raises(DiagnosticError) as caught:
        run(module, "assign-engines", str(machine))
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, said in diagnostic.message) == ("P161", True)
    assert "list what it touches" in diagnostic.help


def test_all_that_is_wrong_is_said() -> None:
    module = parse("ascend-a2", "hivm.hir.set_flag\nhivm.hir.wait_flag\nhivm.hir.pipe_barrier")
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(module, "assign-engines{machine=ascend-a2}")
    assert len(caught.value.diagnostics) == 3


def test_ops_in_the_region_of_a_work_are_part_of_it() -> None:
    inner = '"hivm.hir.load"(%g) ({\nhivm.hir.load ins(%g : memref<16xf32>)\n}) : (memref<16xf32>) -> ()'
    module = parse("ascend-a2", inner)
    run_pipeline(module, "assign-engines{machine=ascend-a2}")
    assert sum(isinstance(op, sync.WorkOp) for op in module.walk()) == 1


TABLES = """issued-by = "s"

[[engine]]
name = "s"

[[engine]]
name = "v"

[[resource]]
name = "one"
kind = "semaphore"

[[resource]]
name = "two"
kind = "semaphore"

[[resource]]
name = "copies"
kind = "groups"
engines = ["v"]

[[sync]]
op = "npu.give"
does = "signal"
resource = "one"
when = { n = false }

[[sync]]
op = "npu.give"
does = "signal"
resource = "two"
number = { attribute = "n", default = 1 }
when = { loud = false }

[[sync]]
op = "npu.give"
does = "signal"
resource = "two"
number = { attribute = "n", default = 1 }

[[sync]]
op = "nvgpu.device_async_create_group"
does = "commit"
resource = "copies"
"""


def test_no_op_is_made_that_means_something_else(tmp_path: Path) -> None:
    file = tmp_path / "npu.toml"
    file.write_text(TABLES)
    text = """func.func @main() {
  sync.signal "one"
  sync.signal "two", 2
  sync.signal "two", 1
  sync.commit "copies"
  return
}
"""
    module = parse_module(text, ctx=context(load_machine(str(file)).foreign))
    lowered = run(module, "lower-sync", str(file))
    body = [line.strip() for line in lowered.splitlines()[2:-3]]
    # Without a number it would be another signal, and the last one would need tokens.
    assert body == ["npu.give", "npu.give {n = 2 : i64}", 'sync.signal "two", 1', 'sync.commit "copies"']
