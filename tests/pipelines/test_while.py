"""Pipelines of `scf.while`: the condition is evaluated ahead, where what it depends on is there in time."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest

from asyncir.analyses.in_flight.check import check_module
from asyncir.analyses.sync_report import Standing, Verdict
from asyncir.driver.compile import lower
from asyncir.semantics import parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from asyncir.transforms._remarks import collect_remarks
from tests.pipelines import loops as made
from tests.pipelines.family import subsets
from tests.pipelines.loop_text import annotated, text_of as text_of_loop
from tests.pipelines.programs import runs_as_before
from tests.pipelines.running import outcomes
from tests.pipelines.test_expansion import legal
from tests.pipelines.test_natively import check_in_all_orders, expected

pytestmark = pytest.mark.feature("S0-1", "S0-3", "S0-20")

ROW = "memref<8xf32, strided<[1], offset: ?>>"
HEAD = """func.func @main(%a: memref<8x8xf32>, %c: memref<8x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %no = arith.constant false
  %yes = arith.constant true
  %t = memref.alloca() : memref<8xf32>
  %t2 = memref.alloca() : memref<8xf32>
"""
FROM = f"%from = memref.subview %a[%p, 0] [1, 8] [1, 1] : memref<8x8xf32> to {ROW}"
TO = f"%to = memref.subview %c[%p, 0] [1, 8] [1, 1] : memref<8x8xf32> to {ROW}"
COPIES = f"""{FROM}
    memref.copy %from, %t : {ROW} to memref<8xf32>
    {TO}
    memref.copy %t, %to : memref<8xf32> to {ROW}"""

COUNTED = f"""  %r = scf.while (%p = %c0) : (index) -> index {{
    %go = arith.cmpi slt, %p, %n : index
    scf.condition(%go) %p : index
  }} do {{
  ^bb0(%p: index):
    {COPIES}
    %p1 = arith.addi %p, %c1 : index
    scf.yield %p1 : index
  }} attributes {{SCHEDULE}}
  %last = arith.index_cast %r : index to i32
  %e = arith.sitofp %last : i32 to f32
  %c7 = arith.constant 7 : index
  memref.store %e, %c[%c7, %c7] : memref<8x8xf32>
"""
TWICE = COUNTED.replace(
    f"{TO}\n    memref.copy %t, %to",
    f"memref.copy %t, %t2 : memref<8xf32> to memref<8xf32>\n    {TO}\n    memref.copy %t2, %to",
)
# Until a row whose first element is that of row n - 2 has been copied; whether it has is loaded with the row.
SEARCH = f"""  %r:2 = scf.while (%p = %c0, %done = %no) : (index, i1) -> (index, i1) {{
    %more = arith.cmpi slt, %p, %n : index
    %not = arith.xori %done, %yes : i1
    %go = arith.andi %more, %not : i1
    scf.condition(%go) %p, %done : index, i1
  }} do {{
  ^bb0(%p: index, %d: i1):
    {COPIES}
    %x = memref.load %a[%p, %c0] : memref<8x8xf32>
    %l = arith.subi %n, %c2 : index
    %m = arith.index_cast %l : index to i32
    %f = arith.sitofp %m : i32 to f32
    %c8 = arith.constant 8.0 : f32
    %first = arith.mulf %f, %c8 : f32
    %found = arith.cmpf oge, %x, %first : f32
    %p1 = arith.addi %p, %c1 : index
    scf.yield %p1, %found : index, i1
  }} attributes {{SCHEDULE}}
  %last = arith.select %r#1, %c1, %c2 : index
  memref.store %zero, %c[%last, %c1] : memref<8x8xf32>
"""
# The condition alone has the counter; what is carried is what the body had computed two iterations ago.
LATE_VALUES = """  %r:3 = scf.while (%k = %c0, %u = %zero, %v = %zero) : (index, f32, f32) -> (f32, index, f32) {
    %go = arith.cmpi slt, %k, %n : index
    scf.condition(%go) %v, %k, %u : f32, index, f32
  } do {
  ^bb0(%v: f32, %p: index, %u: f32):
    %x = memref.load %a[%p, %c1] : memref<8x8xf32>
    %y = arith.addf %x, %v : f32
    memref.store %y, %c[%p, %c0] : memref<8x8xf32>
    %w = memref.load %a[%p, %c2] : memref<8x8xf32>
    %s = arith.addf %w, %u : f32
    %k1 = arith.addi %p, %c1 : index
    scf.yield %k1, %s, %u : index, f32, f32
  } attributes {SCHEDULE}
  memref.store %r#0, %c[%c1, %c1] : memref<8x8xf32>
  memref.store %r#2, %c[%c2, %c2] : memref<8x8xf32>
"""


def schedule(stages: str, orders: str = "", asynchronous: str = "") -> str:
    text = f"software_pipeline_stage = [{stages}]"
    text += f", software_pipeline_order = [{orders}]" if orders else ""
    return text + (f", software_pipeline_async_stages = [{asynchronous}]" if asynchronous else "")


def text_of(loop: str, annotations: str) -> str:
    return HEAD + loop.replace("SCHEDULE", annotations) + "  return\n}\n"


ELEMENTS = """%x = memref.load %t[%j] : memref<8xf32>
      memref.store %x, %one[%c0] : memref<1xf32>
      %y = memref.load %one[%c0] : memref<1xf32>
      memref.store %y, %c[%p, %j] : memref<8x8xf32>"""
COUNTED_INSIDE = f"""%inner = scf.while (%j = %c0) : (index) -> index {{
      %more = arith.cmpi slt, %j, %n : index
      scf.condition(%more) %j : index
    }} do {{
    ^bb0(%j: index):
      {ELEMENTS}
      %j1 = arith.addi %j, %c1 : index
      scf.yield %j1 : index
    }} attributes {{{schedule("0, 2, 0", "", "0")}}}"""
FOR_INSIDE = f"scf.for %j = %c0 to %n step %c1 {{\n      {ELEMENTS}\n    }} {{{schedule('0, 2', '', '0')}}}"
LAST_COPY = f"{TO}\n    memref.copy %t, %to : memref<8xf32> to {ROW}"
FILL = COPIES.replace(LAST_COPY, "").rstrip()
ONE = "  %one = memref.alloca() : memref<1xf32>\n"
IN_FOR = f"""{ONE}  scf.for %p = %c0 to %n step %c1 {{
    {FILL}
    {COUNTED_INSIDE}
  }} {{SCHEDULE}}
"""

PROGRAMS = {
    "in an scf.for": (IN_FOR, schedule("0, 2", "", "0")),
    "in an scf.while": (ONE + COUNTED.replace(LAST_COPY, COUNTED_INSIDE), schedule("0, 1, 0", "", "0")),
    "around an scf.for": (ONE + COUNTED.replace(LAST_COPY, FOR_INSIDE), schedule("0, 1, 0", "", "0")),
    "one ahead": (COUNTED, schedule("0, 1, 0", "", "0")),
    "three ahead": (COUNTED, schedule("0, 3, 0", "", "0")),
    "both asynchronous": (COUNTED, schedule("0, 2, 0", "", "0, 2")),
    "consumer first": (COUNTED, schedule("0, 2, 0", "2, 0, 1", "0")),
    "a stage between": (TWICE, schedule("0, 1, 3, 0", "", "0, 1")),
    "stages between": (TWICE, schedule("0, 2, 3, 0", "2, 1, 0, 3", "0")),
    "nothing asynchronous": (COUNTED, schedule("0, 2, 0")),
    "one stage": (COUNTED, schedule("0, 0, 0", "", "0")),
    "stages from 2 on": (COUNTED, schedule("2, 4, 2", "", "2")),
    "a search": (SEARCH, schedule("0, 2, 0, 0", "", "0")),
    "a search, consumer first": (SEARCH, schedule("0, 3, 0, 0", "3, 0, 1, 2", "0")),
    "late values": (LATE_VALUES, schedule("0, 0, 0")),
    "values of a later stage": (LATE_VALUES, schedule("2, 0, 0")),
    "values of an earlier stage": (LATE_VALUES, schedule("0, 1, 0", "1, 0, 2")),
}


@pytest.mark.feature("S0-1", "S0-3", "S0-20")
@pytest.mark.parametrize("name", PROGRAMS)
def test_each_does_what_the_loop_does(name: str) -> None:
    runs_as_before(text_of(*PROGRAMS[name]))


@pytest.mark.feature("S0-1", "S0-3", "S0-20")
@pytest.mark.parametrize("stage", [1, 2, 3])
def test_counts_are_exact_although_nobody_knows_how_many_iterations_there_are(stage: int) -> None:
    module = parse_module(text_of(COUNTED, schedule(f"0, {stage}, 0", "", "0")), "counted.mlir")
    run_pipeline(module, "software-pipeline,canonicalize,cse")
    counts = [int(n) for n in re.findall(r"queue\.wait\(0, (\d)\)", print_module(module))]
    assert counts == list(range(stage, -1, -1))
    report = check_module(module)
    assert report.standing is Standing.PROVED
    assert {wait.verdict for wait in report.waits} == {Verdict.EXACT}


@pytest.mark.feature("S0-1", "S0-3", "S0-20")
def test_nothing_runs_before_its_iteration_is_known_to_exist() -> None:
    """The body has no test of its own; all that the prologue and the epilogue do is under one."""
    module = parse_module(text_of(COUNTED, schedule("0, 2, 0", "", "0")), "counted.mlir")
    run_pipeline(module, "software-pipeline,canonicalize,cse")
    text = print_module(module)
    before, rest = text.split("scf.while", 1)
    body, behind = rest.split("} do {", 1)[1].split("\n    }\n", 1)
    for part in (before, behind):
        copied = [line for line in part.splitlines() if "memref.copy" in line]
        assert copied
        assert all(line.startswith(" " * 6) for line in copied)
    assert "scf.if" not in body


def left(loop: str, annotations: str) -> tuple[str, str]:
    """The remark about a loop that is left as it was, and its help."""
    module = parse_module(text_of(loop, annotations), "left.mlir")
    before = print_module(module)
    with collect_remarks() as remarks:
        run_pipeline(module, "software-pipeline")
    assert print_module(module) == before
    (remark,) = remarks
    assert remark.code == "P108"
    return remark.message.removeprefix("the loop is not pipelined: "), remark.help


@pytest.mark.feature("S0-1", "S0-3", "S0-20")
def test_a_condition_that_is_known_too_late() -> None:
    reason, help = left(SEARCH, schedule("0, 2, 2, 0"))
    assert reason == "its condition depends on what statement 2 computes, which comes too late by 2"
    assert help == "give statement 2 stage 0: then the next iteration knows whether it is one"


@pytest.mark.feature("S0-1", "S0-3", "S0-20")
def test_a_condition_that_reads_memory() -> None:
    loop = SEARCH.replace(
        "%not = arith.xori %done, %yes : i1",
        "%f0 = memref.load %a[%c0, %c0] : memref<8x8xf32>\n    %not = arith.cmpf oge, %f0, %zero : f32",
    )
    reason, help = left(loop, schedule("0, 2, 0, 0"))
    assert reason == "its condition does more than compute"
    assert help == "let a statement of the first stage do that, and carry what it computes"


@pytest.mark.feature("S0-1", "S0-3", "S0-20")
def test_a_condition_that_hands_on_what_it_computes() -> None:
    loop = COUNTED.replace(
        "scf.condition(%go) %p", "%q = arith.addi %p, %c0 : index\n    scf.condition(%go) %q"
    )
    assert left(loop, schedule("0, 2, 0")) == (
        "its condition hands on what it computes",
        "compute it in the body",
    )


@pytest.mark.feature("S0-1", "S0-3", "S0-20")
@pytest.mark.parametrize(("loop", "stages"), [(COUNTED, "0, 2, 0"), (SEARCH, "0, 2, 0, 0")])
def test_what_changes_nothing_is_not_asynchronous(loop: str, stages: str) -> None:
    """Otherwise the counter, which is in the first stage, would be a value that is handed over by what is in flight."""
    module = parse_module(text_of(loop, schedule(stages, "", "0")), "counted.mlir")
    run_pipeline(module, "form-statements")
    assert print_module(module).count("software_pipeline_async,") == 1


FOR = re.compile(
    r"  %r = scf\.for %i = %c0 to %n step %c(\d) iter_args\(%s = %one\) -> \(i64\) \{\n"
    r"(.*?)    scf\.yield (%\w+) : i64\n  \} \{[^\n]*\}\n",
    re.DOTALL,
)


def as_while(text: str, times: Sequence[tuple[int, int]], asynchronous: Sequence[int]) -> str:
    """The random loop as an `scf.while` that carries its counter, which is one more statement, in the first stage."""
    found = FOR.search(text)
    assert found is not None
    annotations = annotated([*times, (min(stage for stage, _ in times), len(times))], asynchronous)
    loop = f"""  %r:2 = scf.while (%i = %c0, %s = %one) : (index, i64) -> (index, i64) {{
    %go = arith.cmpi slt, %i, %n : index
    scf.condition(%go) %i, %s : index, i64
  }} do {{
  ^bb0(%i: index, %s: i64):
{found[2]}    %next = arith.addi %i, %c{found[1]} : index
    scf.yield %next, {found[3]} : index, i64
  }} attributes {{{annotations}}}
"""
    return text[: found.start()] + loop + re.sub(r"%r\b", "%r#1", text[found.end() :])


@pytest.mark.feature("S0-1", "S0-3", "S0-20")
@pytest.mark.parametrize(("count", "number"), [(2, 6), (3, 4)])
def test_random_loops(count: int, number: int) -> None:
    """No legal schedule is refused: what a loop carries and only grows is as good as a counter."""
    rng, ran = random.Random(count), 0
    for loop in map(made.defined, made.loops(500 + count, number, count)):
        text = text_of_loop(loop, "software_pipeline_stage = []")
        expected = outcomes(
            parse_module(text.replace("{software_pipeline_stage = []}", ""), "loop.mlir"), loop
        )
        for times in legal(loop, rng, 3):
            for stages in ([], *subsets(loop, times)[-1:]):
                module = parse_module(as_while(text, times, stages), "loop.mlir")
                run_pipeline(module, "software-pipeline")
                for schedule in ("latest", "seed:1"):
                    assert outcomes(module, loop, schedule=parse_schedule(schedule)) == expected, as_while(
                        text, times, stages
                    )
                ran += 1
    assert ran > number


@pytest.mark.feature("S0-1", "S0-3", "S0-20")
@pytest.mark.feature("S0-31")
def test_as_native_code() -> None:
    """Queues are tasks in a row there."""
    rng, tasks = random.Random(3), 0
    for loop in map(made.defined, made.loops(905, 4, 2)):
        text = text_of_loop(loop, "software_pipeline_stage = []")
        wanted = expected(text.replace("{software_pipeline_stage = []}", ""), loop)
        for times in legal(loop, rng, 1):
            for stages in subsets(loop, times)[-1:]:
                lowered = lower(parse_module(as_while(text, times, stages), "loop.mlir"))
                tasks += "_execute_" in lowered.text
                check_in_all_orders(loop, lowered, wanted)
    assert tasks >= 2
