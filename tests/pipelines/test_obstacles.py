"""What is not pipelined is left as it was, and a remark says why and what can be done."""

from __future__ import annotations

import pytest

from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from asyncir.transforms._remarks import collect_remarks
from tests.pipelines.programs import runs_as_before

pytestmark = pytest.mark.feature("S0-30")

PROGRAM = """func.func private @f(%m: memref<8xf32>) {
  queue.wait(3, 0)
  return
}
func.func @main(%a: memref<8xf32>, %c: memref<8xf32>, %n: index, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  LOOP {software_pipeline_stage = STAGES}
  return
}
"""
STORE = "memref.store %x, %c[%i] : memref<8xf32>"
FOR = f"""scf.for %i = %c0 to %n step %c1 {{
    BODY
    {STORE}
  }}"""
TASK = """%t = async.execute {
      memref.store %x, %a[%i] : memref<8xf32>
      async.yield
    }"""
ASYNC = "[0, 1], software_pipeline_async_stages = [0]"

LOOPS = {
    "unsigned": (
        f"scf.for unsigned %i = %c0 to %n step %c1 {{ {STORE} }}",
        "[0]",
        "its bounds are compared without a sign",
        "where no bound is negative, leave `unsigned` out",
    ),
    "of an i32": (
        """%m = arith.index_cast %n : index to i32
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  scf.for %k = %z to %m step %o : i32 {
    %i = arith.index_cast %k : i32 to index
    memref.store %x, %c[%i] : memref<8xf32>
  }""",
        "[0]",
        "its counter is an i32, and no index",
        "cast the bounds to index, and the counter back",
    ),
    "two values in turn": (
        f"""%r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x, %w = %y) -> (f32, f32) {{
    {STORE}
    scf.yield %w, %v : f32, f32
  }}""",
        "[0]",
        "it carries a value that no statement computes",
        "compute what it carries in the loop",
    ),
    "a task": (
        FOR.replace("BODY", TASK),
        "[0, 1]",
        "what statement 0 starts may go on when the statement has ended",
        "do it at once, and let the stage be asynchronous: `software_pipeline_async_stages`",
    ),
    "a task that is awaited": (
        FOR.replace(
            "BODY",
            """scf.execute_region no_inline {
      %t = async.execute {
        memref.store %x, %c[%i] : memref<8xf32>
        async.yield
      }
      async.await %t : !async.token
      scf.yield
    }""",
        ),
        "[0]",
        "statement 0 starts a task, which is not followed, though it is awaited there",
        "do it at once, and let the stage be asynchronous: `software_pipeline_async_stages`",
    ),
    "a call": (
        FOR.replace("BODY", "func.call @f(%a) : (memref<8xf32>) -> ()"),
        ASYNC,
        "statement 0 is asynchronous, and cannot call functions that start, commit or wait as func.call does",
        "move func.call to a statement of a stage that is not asynchronous",
    ),
    "a wait": (
        FOR.replace("BODY", "scf.execute_region {\n      queue.wait(3, 0)\n      scf.yield\n    }"),
        ASYNC,
        "statement 0 is asynchronous, and cannot wait as queue.wait does",
        "move queue.wait to a statement of a stage that is not asynchronous",
    ),
    "a group": (
        FOR.replace("BODY", "scf.execute_region {\n      queue.commit(3) {\n      }\n      scf.yield\n    }"),
        ASYNC,
        "statement 0 is asynchronous, and cannot commit as queue.commit does",
        "move queue.commit to a statement of a stage that is not asynchronous",
    ),
}


@pytest.mark.feature("S0-30")
@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_that_is_left_as_it_was(name: str) -> None:
    loop, stages, reason, help = LOOPS[name]
    module = parse_module(PROGRAM.replace("LOOP", loop).replace("STAGES", stages), "left.mlir")
    before = print_module(module)
    with collect_remarks() as remarks:
        run_pipeline(module, "form-statements,verify-schedule,size-buffers,make-async,expand-pipeline")
    assert print_module(module) == before
    assert [(r.code, r.message, r.help) for r in remarks] == [
        ("P108", f"the loop is not pipelined: {reason}", help)
    ]
    (remark,) = remarks
    assert remark.span is not None
    assert "scf.for" in PROGRAM.replace("LOOP", loop).splitlines()[remark.span.line - 1]
    # The op in the way is shown where it is not the loop.
    assert bool(remark.notes) == reason.startswith(("what", "statement"))


@pytest.mark.feature("S0-30")
def test_several_exits_are_no_obstacle() -> None:
    """The statement has several blocks; its author gave it a name."""
    runs_as_before(
        """func.func @main(%a: memref<8x8xf32>, %c: memref<8x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = scf.execute_region -> f32 {
      %k = arith.remui %i, %c2 : index
      %h = arith.cmpi eq, %k, %c0 : index
      %v = memref.load %a[%i, %c0] : memref<8x8xf32>
      cf.cond_br %h, ^even, ^odd
    ^even:
      memref.store %v, %c[%i, %c1] : memref<8x8xf32>
      scf.yield %v : f32
    ^odd:
      %w = arith.addf %v, %v : f32
      scf.yield %w : f32
    } {software_pipeline_statement = "exits"}
    memref.store %x, %c[%i, %c0] : memref<8x8xf32>
  } {software_pipeline_stage = [0, 2]}
  return
}
"""
    )


INSIDE = """func.func @main(%a: memref<8x8xf32>, %d: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    BODY
  } {software_pipeline_stage = [0, 0], software_pipeline_async_stages = [0]}
  return
}
func.func private @row(%a: memref<8x8xf32>, %d: memref<8x8xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  LOOP
  return
}
"""
ROW = """scf.for %j = %c0 to %c8 step %c1 {
    %t = memref.alloca() : memref<1xf32>
    %x = memref.load %a[%i, %j] : memref<8x8xf32>
    memref.store %x, %t[%c0] : memref<1xf32>
    %y = memref.load %t[%c0] : memref<1xf32>
    memref.store %y, %d[%i, %j] : memref<8x8xf32>
  } {software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]}"""
CALL = "func.call @row(%a, %d, %i) : (memref<8x8xf32>, memref<8x8xf32>, index) -> ()"


@pytest.mark.parametrize(("body", "op"), [(ROW, "scf.for"), (CALL, "func.call")])
def test_a_pipeline_that_waits_is_in_no_asynchronous_statement(body: str, op: str) -> None:
    """The inner one is one all the same."""
    text = INSIDE.replace("BODY", f"{body}\n    memref.store %cst, %a[%c0, %i] : memref<8x8xf32>").replace(
        "LOOP", ROW
    )
    text = text.replace("  scf.for %i", "  %cst = arith.constant 0.0 : f32\n  scf.for %i")
    module = parse_module(text, "inside.mlir")
    with collect_remarks() as remarks:
        run_pipeline(module, "software-pipeline")
    reason = f"statement 0 is asynchronous, and cannot wait for what is asynchronous inside as {op} does"
    assert [r.message for r in remarks if r.code == "P108"] == [f"the loop is not pipelined: {reason}"]
    assert "queue.wait(" in print_module(module)
    module.verify()


WHILE = """func.func @main(%a: memref<8xf32>, %c: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.while (%i = %c0) : (index) -> index {
    %p = arith.cmpi slt, %i, %n : index
    scf.condition(%p) %i : index
  } do {
  ^bb0(%i: index):
    %x = memref.load %a[%i] : memref<8xf32>
    memref.store %x, %c[%i] : memref<8xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %j : index
  } attributes {software_pipeline_schedule}
  return
}
"""


@pytest.mark.feature("S0-30")
def test_a_while_that_wants_a_schedule_is_left_as_it_was() -> None:
    module = parse_module(WHILE, "while.mlir")
    before = print_module(module)
    with collect_remarks() as remarks:
        run_pipeline(module, "software-pipeline")
    reason = "the loop is not pipelined: schedules are found for an scf.for only"
    assert [(r.code, r.message, r.help, r.span and r.span.line) for r in remarks] == [
        ("P108", reason, "give `software_pipeline_stage`", 4)
    ]
    assert print_module(module) == before.replace(" attributes {software_pipeline_schedule}", "")


@pytest.mark.feature("S0-30")
@pytest.mark.parametrize("body", [ROW, CALL])
def test_a_schedule_puts_no_pipeline_that_waits_into_an_asynchronous_statement(body: str) -> None:
    """The engine of copies is asynchronous; what pipelines its copies itself runs on another one."""
    text = INSIDE.replace("BODY", body).replace("LOOP", ROW)
    text = text.replace(": memref<8x8xf32>) {\n  %c0", ": memref<8x8xf32>, %n: index) {\n  %c0", 1)
    text = text.replace(f"software_pipeline_stage = [0, 0], {ASYNC[8:]}", "software_pipeline_schedule")
    assert text.count("software_pipeline_schedule") == 1
    assert "queue.wait(" in print_module(runs_as_before(text))
