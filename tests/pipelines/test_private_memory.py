"""Memory that is private to an iteration, used through views: each statement gets the copy of its iteration."""

from __future__ import annotations

import re

import pytest

from asyncir.analyses.in_flight.check import check_module
from asyncir.analyses.sync_report import Standing, Verdict
from asyncir.diagnostics import DiagnosticError
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.pipelines.programs import runs_as_before

pytestmark = pytest.mark.feature("S0-1")

ROW = "memref<8xf32, strided<[1], offset: ?>>"
PROGRAM = """func.func @main(%a: memref<8x8xf32>, %c: memref<8x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  MEMORY
  scf.for %i = %c0 to %n step %c1 {
    %from = memref.subview %a[%i, 0] [1, 8] [1, 1] : memref<8x8xf32> to ROW
    %to = memref.subview %c[%i, 0] [1, 8] [1, 1] : memref<8x8xf32> to ROW
    BODY
  } {software_pipeline_stage = STAGES, software_pipeline_async_stages = [0]}
  return
}
""".replace("ROW", ROW)
TILE = "%t = memref.alloca() : memref<8xf32>"
FILL = f"memref.copy %from, %t : {ROW} to memref<8xf32>"
EMPTY = f"memref.copy %t, %to : memref<8xf32> to {ROW}"


def text_of(memory: str, body: str, stages: str = "[0, 1]") -> str:
    return PROGRAM.replace("MEMORY", memory).replace("BODY", body).replace("STAGES", stages)


def copies(module: ModuleOp) -> list[int]:
    """How many of each allocation: the first extent, where it has one more than it had."""
    return [int(n) for n in re.findall(r"memref\.alloca\(.*\) : memref<(\d+)x", print_module(module))]


VIEWS = {
    "cast": (
        TILE + "\n%v = memref.cast %t : memref<8xf32> to memref<?xf32>",
        f"{FILL}\nmemref.copy %v, %to : memref<?xf32> to {ROW}",
    ),
    "transpose in front": (
        "%t = memref.alloca() : memref<2x4xf32>\n"
        "%v = memref.transpose %t (i, j) -> (j, i) : memref<2x4xf32> to memref<4x2xf32, strided<[1, 4]>>",
        f"""%f = memref.expand_shape %from [[0, 1]] output_shape [2, 4]
      : {ROW} into memref<2x4xf32, strided<[4, 1], offset: ?>>
    memref.copy %f, %t : memref<2x4xf32, strided<[4, 1], offset: ?>> to memref<2x4xf32>
    %x = memref.load %v[%c3, %c1] : memref<4x2xf32, strided<[1, 4]>>
    memref.store %x, %to[%c0] : {ROW}""",
    ),
    "collapsed and expanded": (
        "%t = memref.alloca() : memref<2x4xf32>",
        f"""%f = memref.collapse_shape %t [[0, 1]] : memref<2x4xf32> into memref<8xf32>
    memref.copy %from, %f : {ROW} to memref<8xf32>
    %g = memref.collapse_shape %t [[0, 1]] : memref<2x4xf32> into memref<8xf32>
    %h = memref.expand_shape %g [[0, 1]] output_shape [4, 2] : memref<8xf32> into memref<4x2xf32>
    %x = memref.load %h[%c3, %c1] : memref<4x2xf32>
    memref.store %x, %to[%c0] : {ROW}""",
    ),
    "reinterpreted": (
        TILE + "\n%v = memref.reinterpret_cast %t to offset: [2], sizes: [3], strides: [2] : "
        "memref<8xf32> to memref<3xf32, strided<[2], offset: 2>>",
        f"""{FILL}
    %w = memref.subview %to[1] [3] [2] : {ROW} to memref<3xf32, strided<[2], offset: ?>>
    memref.copy %v, %w : memref<3xf32, strided<[2], offset: 2>> to memref<3xf32, strided<[2], offset: ?>>""",
    ),
    "subviews of subviews": (
        TILE
        + "\n%u = memref.subview %t[1] [6] [1] : memref<8xf32> to memref<6xf32, strided<[1], offset: 1>>",
        f"""{FILL}
    %v = memref.subview %u[1] [2] [2] : memref<6xf32, strided<[1], offset: 1>> to memref<2xf32, strided<[2], offset: 2>>
    %w = memref.subview %to[0] [2] [1] : {ROW} to memref<2xf32, strided<[1], offset: ?>>
    memref.copy %v, %w : memref<2xf32, strided<[2], offset: 2>> to memref<2xf32, strided<[1], offset: ?>>""",
    ),
    "two halves": (
        TILE,
        f"""scf.for %h = %c0 to %c8 step %c1 {{
      %x = memref.load %from[%h] : {ROW}
      %u = memref.subview %t[%h] [1] [1] : memref<8xf32> to memref<1xf32, strided<[1], offset: ?>>
      memref.store %x, %u[%c0] : memref<1xf32, strided<[1], offset: ?>>
    }}
    {EMPTY}""",
    ),
    "a size of the caller's": (
        "%t = memref.alloca(%c8) : memref<?xf32>",
        f"""memref.copy %from, %t : {ROW} to memref<?xf32>
    memref.copy %t, %to : memref<?xf32> to {ROW}""",
    ),
    "the shape is asked for": (
        TILE,
        f"""{FILL}
    %d = memref.dim %t, %c0 : memref<8xf32>
    %l = arith.subi %d, %c1 : index
    %x = memref.load %t[%l] : memref<8xf32>
    memref.store %x, %to[%c0] : {ROW}""",
    ),
}


@pytest.mark.feature("S0-1")
@pytest.mark.parametrize("name", VIEWS)
def test_views_of_a_copy(name: str) -> None:
    module = runs_as_before(text_of(*VIEWS[name]))
    assert copies(module) == [2]
    assert "memref<1x" not in print_module(module).split("alloca", 1)[1].split("\n")[0]


@pytest.mark.parametrize("name", [name for name in VIEWS if name != "reinterpreted"])
def test_views_are_proved(name: str) -> None:
    """Also where it is not followed which of the copy's elements they touch; one group more in flight is one too many."""
    module = parse_module(text_of(*VIEWS[name]), "views.mlir")
    run_pipeline(module, "software-pipeline,canonicalize")
    assert check_module(module).standing is Standing.PROVED
    weaker, found = re.subn(r"queue\.wait\(0, 1\)", "queue.wait(0, 2)", print_module(module))
    assert found == 1
    assert check_module(parse_module(weaker, "weaker.mlir")).standing is not Standing.PROVED


JOINED = """func.func @main(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %t = memref.alloca() : memref<2x2x2xf32>
  %f = memref.collapse_shape %t [[0], [1, 2]] : memref<2x2x2xf32> into memref<2x4xf32>
  queue.commit(0) {
    queue.async {
      memref.store %x, %f[%c0, %c3] : memref<2x4xf32>
    }
  }
  %y = memref.load %t[WHERE] : memref<2x2x2xf32>
  queue.wait(0, 0)
  return %y : f32
}
"""


@pytest.mark.parametrize(
    ("where", "proved"),
    [
        ("%c0, %c1, %c1", False),  # that element
        ("%c0, %c0, %c0", False),  # another one, which is not followed
        ("%c1, %c1, %c1", True),
    ],
)
def test_of_joined_dimensions_any_element_may_be_meant(where: str, proved: bool) -> None:
    report = check_module(parse_module(JOINED.replace("WHERE", where), "joined.mlir"))
    assert (report.standing is Standing.PROVED) == proved


@pytest.mark.feature("S0-1")
def test_tiles_that_are_copied_are_proved() -> None:
    """The program that everybody writes: a row to a tile, the tile to a row."""
    module = parse_module(text_of(TILE, f"{FILL}\n{EMPTY}").replace("%n step", "%c8 step"), "tiles.mlir")
    run_pipeline(module, "software-pipeline,canonicalize,cse")
    report = check_module(module)
    assert report.standing is Standing.PROVED
    assert [wait.verdict for wait in report.waits] == [Verdict.EXACT, Verdict.EXACT]


SCRATCH = f"""%b = memref.load %from[%c0] : {ROW}
    %h = arith.constant 20.0 : f32
    %f = arith.cmpf olt, %b, %h : f32
    scf.if %f {{
      %t = memref.alloc() : memref<1xf32>
      memref.store %b, %t[%c0] : memref<1xf32>
      %y = memref.load %t[%c0] : memref<1xf32>
      memref.store %y, %to[%c1] : {ROW}
      memref.dealloc %t : memref<1xf32>
    }}
    memref.store %b, %to[%c0] : {ROW}"""


def test_what_a_statement_allocates_for_itself_is_waited_for_by_nobody() -> None:
    text = text_of("", SCRATCH)
    module = runs_as_before(text)
    run_pipeline(module, "canonicalize")
    assert print_module(module).count("queue.wait") == 1  # behind the loop
    assert check_module(module).standing is Standing.PROVED


HANDED_ON = f"""%t = scf.execute_region -> memref<1xf32> no_inline {{
      %m = memref.alloc() : memref<1xf32>
      %b = memref.load %from[%c1] : {ROW}
      memref.store %b, %m[%c0] : memref<1xf32>
      scf.yield %m : memref<1xf32>
    }} {{software_pipeline_statement = "made"}}
    scf.execute_region no_inline {{
      %y = memref.load %t[%c0] : memref<1xf32>
      memref.store %y, %to[%c1] : {ROW}
      memref.dealloc %t : memref<1xf32>
      scf.yield
    }} {{software_pipeline_statement = "used"}}"""


def test_memory_that_a_statement_hands_on_is_not_its_own() -> None:
    def text(stages: str) -> str:
        return text_of("", HANDED_ON, stages).replace(", software_pipeline_async_stages = [0]", "")

    runs_as_before(text("[1, 1]"))
    for stages in ("[0, 1]", "[1, 0]"):
        with pytest.raises(DiagnosticError) as caught:
            run_pipeline(parse_module(text(stages), "handed.mlir"), "software-pipeline")
        assert {d.code for d in caught.value.diagnostics} == {"P107"}


TRANSPOSED = """func.func @main(%a: memref<64x8xf32>, %c: memref<64x8xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %tile = memref.alloca() : memref<8x8xf32>
  %turned = memref.transpose %tile (i, j) -> (j, i) : memref<8x8xf32> to memref<8x8xf32, strided<[1, 8]>>
  scf.for %i = %c0 to %c64 step %c8 {
    %from = memref.subview %a[%i, 0] [8, 8] [1, 1] : memref<64x8xf32> to memref<8x8xf32, strided<[8, 1], offset: ?>>
    memref.copy %from, %tile : memref<8x8xf32, strided<[8, 1], offset: ?>> to memref<8x8xf32>
    %to = memref.subview %c[%i, 0] [8, 8] [1, 1] : memref<64x8xf32> to memref<8x8xf32, strided<[8, 1], offset: ?>>
    memref.copy %turned, %to : memref<8x8xf32, strided<[1, 8]>> to memref<8x8xf32, strided<[8, 1], offset: ?>>
  } {software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]}
  return
}
"""


@pytest.mark.feature("S0-1")
def test_tiles_that_are_transposed_are_proved() -> None:
    module = parse_module(TRANSPOSED, "transposed.mlir")
    run_pipeline(module, "software-pipeline,canonicalize,cse")
    report = check_module(module)
    assert report.standing is Standing.PROVED
    assert [wait.verdict for wait in report.waits] == [Verdict.EXACT, Verdict.EXACT]
    weaker = print_module(module).replace("queue.wait(0, 1)", "queue.wait(0, 2)")
    assert check_module(parse_module(weaker, "weaker.mlir")).standing is not Standing.PROVED


SHARED = {
    # It keeps what an earlier iteration wrote.
    "written under a condition": (
        TILE + "\nFILLED",
        f"""%g = arith.remui %i, %c2 : index
    %h = arith.cmpi eq, %g, %c0 : index
    scf.if %h {{
      {FILL}
    }}
    {EMPTY}""",
    ),
    "written in part": (
        TILE + "\nFILLED",
        f"""%u = memref.subview %t[0] [7] [1] : memref<8xf32> to memref<7xf32, strided<[1]>>
    %w = memref.subview %from[0] [7] [1] : {ROW} to memref<7xf32, strided<[1], offset: ?>>
    memref.copy %w, %u : memref<7xf32, strided<[1], offset: ?>> to memref<7xf32, strided<[1]>>
    {EMPTY}""",
    ),
    "chosen": (
        TILE + "\n%s = memref.alloca() : memref<8xf32>\nFILLED",
        f"""%g = arith.cmpi eq, %i, %c0 : index
    %u = arith.select %g, %t, %s : memref<8xf32>
    {FILL}
    memref.copy %from, %s : {ROW} to memref<8xf32>
    memref.copy %u, %to : memref<8xf32> to {ROW}""",
    ),
    "its address is taken": (
        TILE,
        f"""{FILL}
    {EMPTY}
    %p = memref.extract_aligned_pointer_as_index %t : memref<8xf32> -> index
    %z = arith.subi %p, %p : index
    %w = arith.index_cast %z : index to i32
    %f = arith.sitofp %w : i32 to f32
    memref.store %f, %to[%c0] : {ROW}""",
    ),
}
ONES = """%one = arith.constant 1.0 : f32
  scf.for %k = %c0 to %c8 step %c1 { memref.store %one, %t[%k] : memref<8xf32> }"""


@pytest.mark.feature("S0-1")
@pytest.mark.parametrize("name", SHARED)
def test_what_is_not_private_has_one_copy(name: str) -> None:
    memory, body = SHARED[name]
    stages = {"chosen": "[0, 0, 0]", "its address is taken": "[0, 0, 0]"}.get(name, "[0, 0]")
    module = runs_as_before(text_of(memory.replace("FILLED", ONES), body, stages))
    assert set(copies(module)) == {8}


@pytest.mark.feature("S0-1")
def test_a_sum_that_others_update_at_once_is_no_iterations_own() -> None:
    """What an atomic update does with the memory is not known, so it has no copies."""
    text = text_of(
        "%t = memref.alloca() : memref<8xi32>\n%z = arith.constant 0 : i32\nmemref.store %z, %t[%c0] : memref<8xi32>",
        f"""%k = arith.index_cast %i : index to i32
    %old = memref.atomic_rmw addi %k, %t[%c0] : (i32, memref<8xi32>) -> i32
    memref.store %k, %t[%c1] : memref<8xi32>
    %x = memref.load %t[%c1] : memref<8xi32>
    %y = arith.sitofp %x : i32 to f32
    memref.store %y, %to[%c0] : {ROW}""",
        "[0, 0, 0]",
    ).replace("software_pipeline_async_stages = [0]", "software_pipeline_order = [0, 1, 2]")
    assert set(copies(runs_as_before(text))) == {8}


SIDE = {
    "written under a condition": "this may read what an earlier iteration has written",
    "written in part": "this may read what an earlier iteration has written",
    "chosen": "it is not known what arith.select does with it",
    "its address is taken": "it is not known what memref.extract_aligned_pointer_as_index does with it",
}


@pytest.mark.feature("S0-1")
@pytest.mark.parametrize("name", SIDE)
def test_why_iterations_have_no_copies_is_said_where_the_schedule_needs_them(name: str) -> None:
    memory, body = SHARED[name]
    stages = {"chosen": "[0, 0, 2]", "its address is taken": "[0, 2, 2]"}.get(name, "[0, 2]")
    module = parse_module(text_of(memory.replace("FILLED", ""), body, stages), "shared.mlir")
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(module, "software-pipeline")
    said = {(d.code, note.message) for d in caught.value.diagnostics for note in d.notes}
    assert ("P107", f"iterations have no copies of it: {SIDE[name]}") in said


@pytest.mark.feature("S0-1")
def test_memory_that_is_used_behind_the_loop_is_shown() -> None:
    text = text_of(TILE, f"{FILL}\n    {EMPTY}").replace("  return\n", f"  {USED}\n  return\n")
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(parse_module(text, "behind.mlir"), "software-pipeline")
    notes = [note for d in caught.value.diagnostics for note in d.notes if "no copies" in note.message]
    assert {note.message for note in notes} == {
        "iterations have no copies of it: this uses it outside of the loop"
    }
    assert all(d.help.endswith(", or allocate memory in the loop") for d in caught.value.diagnostics)
    lines = text.splitlines()
    assert all(note.span and USED in lines[note.span.line - 1] for note in notes)


USED = "%after = memref.load %t[%c0] : memref<8xf32>"


LOADED = """%k = memref.load %a[%i, %c1] : memref<8x8xf32>
    %s = arith.fptosi %k : f32 to i32
    %m = arith.constant 8 : i32
    %o = arith.remsi %s, %m : i32
    %j = arith.index_cast %o : i32 to index
    memref.store %k, %t[%j] : memref<8xf32>
    %x = memref.load %t[%j] : memref<8xf32>
    memref.store %x, %c[%i, %j] : memref<8x8xf32>"""


@pytest.mark.feature("S0-1")
def test_an_index_that_is_loaded_is_one_index_in_an_iteration() -> None:
    text = text_of(TILE, LOADED, "[0, 2]").replace(", software_pipeline_async_stages = [0]", "")
    assert copies(runs_as_before(text)) == [3]


@pytest.mark.feature("S0-1")
def test_a_step_that_nobody_knows() -> None:
    text = text_of(TILE, f"{FILL}\n    {EMPTY}", "[0, 2]")
    text = text.replace("step %c1", "step %by").replace(
        "  scf.for", "  %by = arith.maxsi %half, %c1 : index\n  scf.for"
    )
    text = text.replace("  scf.for", "  scf.for", 1).replace(
        "  %by =", "  %half = arith.divui %n, %c3 : index\n  %by ="
    )
    assert copies(runs_as_before(text)) == [3]
