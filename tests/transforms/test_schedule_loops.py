"""`assign-latencies`, `schedule-loops`: real and random loops keep their meaning; what is declined says why (S0-31)."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy
import pytest

from asyncir.analyses.modulo.loop import problem_of
from asyncir.analyses.statement_work import Amount, work_of
from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.dialects.effects import Effects
from asyncir.dialects.pipelining import number, statements_of
from asyncir.ir import DictionaryAttr, ModuleOp, StringAttr
from asyncir.ir.marks import BUSY, ENGINE, LATENCY, MODULO_SCHEDULE, STAGES
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.targets.machine import Work
from asyncir.transforms import collect_remarks, run_pipeline
from tests.pipelines import loops as made
from tests.pipelines.loop_text import text_of
from tests.pipelines.occupancy import faults
from tests.pipelines.running import outcomes
from tests.test_bench import load

pytestmark = pytest.mark.feature("S0-31")

LOOPS = Path(__file__).parents[2] / "bench" / "loops"
NPU = "dma-vector-tensor"
TRIPS = (0, 1, 2, 7)

TWO = """func.func @main(%a: memref<8xf32>, %b: memref<8xf32>, %x: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloca() : memref<1xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f32) {
    %v = memref.load %a[%i] : memref<8xf32>
    memref.store %v, %t[%c0] FIRST : memref<1xf32>
    %w = memref.load %t[%c0] : memref<1xf32>
    %y = arith.mulf %w, %w : f32
    memref.store %y, %b[%i] : memref<8xf32>
    %z = arith.addf %s, %x : f32
    scf.yield %z : f32
  } {LOOP}
  return %r : f32
}
"""


def two(loop: str = "software_pipeline_schedule", first: str = "") -> ModuleOp:
    return parse_module(TWO.replace("LOOP", loop).replace("FIRST", first), "two.mlir")


def run(module: ModuleOp, pipeline: str) -> list[Diagnostic]:
    with collect_remarks() as remarks:
        run_pipeline(module, pipeline)
    return remarks


def refused(module: ModuleOp, pipeline: str) -> list[Diagnostic]:
    before = print_module(module)
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(module, pipeline)
    assert print_module(module) == before
    assert all(d.help for d in caught.value.diagnostics)
    return list(caught.value.diagnostics)


@pytest.mark.parametrize("method", ["optimal", "list"])
@pytest.mark.parametrize("name", ["dot", "fft", "iir", "prefix_sum", "triangular"])
def test_loops_of_kernels_keep_their_results(name: str, method: str) -> None:
    assert load("schedules").changed(LOOPS / f"{name}.mlir", NPU, method) == []


def test_what_the_benchmark_claims() -> None:
    bench = load("schedules")
    rows = [bench.row_of(file, NPU, 2.0, run=False) for file in sorted(LOOPS.glob("*.mlir"))]
    assert bench.failed_claims(rows) == []
    assert all(row.proved for row in rows)


FLYING = """[[engine]]
name = "scalar"
count = 2
takes = ["copy", "scalar"]
asynchronous = true
latency = 3

[[engine]]
name = "core"
takes = ["scalar"]
"""


@pytest.mark.parametrize("machine", [NPU, FLYING], ids=["npu", "all-asynchronous"])
def test_random_loops_keep_their_results_and_nothing_races(machine: str, tmp_path: Path) -> None:
    several = 0
    if machine == FLYING:
        (tmp_path / "flying.toml").write_text(machine)
        machine = f'"{tmp_path}/flying.toml"'
    for text, loop in [
        (text_of(loop, "software_pipeline_schedule"), loop)
        for count in (2, 3, 4)
        for loop in map(made.defined, made.loops(300 + count, 8, count))
    ]:
        before = parse_module(text, "loop.mlir")
        expected = outcomes(before, loop, TRIPS)
        module = parse_module(text, "loop.mlir")
        run_pipeline(module, f"form-statements,assign-latencies{{machine={machine}}},schedule-loops")
        at = next(op for op in module.walk() if statements_of(op))
        several += max(number(s.attributes, STAGES) or 0 for s in statements_of(at)) > 0
        run_pipeline(module, "verify-schedule,size-buffers,make-async,expand-pipeline")
        for schedule in ("latest", "earliest"):
            assert outcomes(module, loop, TRIPS, parse_schedule(schedule)) == expected, text
    assert several


def test_what_is_written_is_a_schedule_of_the_problem() -> None:
    module = parse_module((LOOPS / "attention.mlir").read_text(), "attention.mlir")
    run(module, f"form-statements,assign-latencies{{machine={NPU}}}")
    loop = next(op for op in module.walk() if statements_of(op))
    problem = problem_of(loop, statements_of(loop), most_stages=8)
    run(module, "schedule-loops")
    record = loop.attributes[MODULO_SCHEDULE]
    assert isinstance(record, DictionaryAttr)
    rows = getattr(record.data["statements"], "data")  # noqa: B009
    starts = [number(row.data, "start") or 0 for row in rows]
    interval = number(record.data, "interval") or 0
    assert faults(problem, interval, starts) == []
    stages = [number(s.attributes, STAGES) for s in statements_of(loop)]
    assert stages == [start // interval for start in starts]


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("attention", "copy copy copy tensor vector vector vector tensor"),
        ("iir", "scalar scalar scalar"),
        ("stencil", "copy vector copy"),
        ("conv", "copy copy tensor copy"),
        ("dot", "copy copy copy vector scalar"),
    ],
)
def test_what_statements_do_follows_from_effects_and_loops(name: str, kinds: str) -> None:
    module = parse_module((LOOPS / f"{name}.mlir").read_text(), f"{name}.mlir")
    run(module, "form-statements")
    loop = next(op for op in module.walk() if statements_of(op))
    found = [work_of(s, Effects(), {}, 16).work for s in statements_of(loop)]
    assert found == [Work(kind) for kind in kinds.split()]


def amount(body: str, weights: dict[str, float] | None = None) -> Amount:
    text = f"""func.func @main(%a: memref<64xf32>, %b: memref<64xf32>, %i: index, %x: f32, %p: i1) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.execute_region no_inline {{
    {body}
    scf.yield
  }} {{software_pipeline_statement = "0"}}
  return
}}"""
    module = parse_module(text, "one.mlir")
    statement = next(op for op in module.walk() if op.name == "scf.execute_region")
    return work_of(statement, Effects(), weights or {}, 10)


LOAD = "%v = memref.load %a[%i] : memref<64xf32>"
OTHER = "memref.store %x, %b[%i] : memref<64xf32>"
STORE = "memref.store %w, %b[%i] : memref<64xf32>"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("memref.copy %a, %b : memref<64xf32> to memref<64xf32>", Amount(Work.COPY, 128)),
        (f"{LOAD}\n%w = arith.addf %v, %x : f32\n{STORE}", Amount(Work.SCALAR, 3)),
        (f"{LOAD}\n%w = arith.divf %v, %x : f32\n{STORE}", Amount(Work.SCALAR, 7)),
        (
            "scf.for %j = %c0 to %c8 step %c1 { memref.store %x, %a[%j] : memref<64xf32> }",
            Amount(Work.COPY, 8),
        ),
        (
            "scf.for %j = %c0 to %i step %c1 { memref.store %x, %a[%j] : memref<64xf32> }",
            Amount(Work.COPY, 10),
        ),
        (
            "%v = vector.load %a[%i] : memref<64xf32>, vector<4xf32>\n%w = arith.addf %v, %v : vector<4xf32>\n"
            "vector.store %w, %b[%i] : memref<64xf32>, vector<4xf32>",
            Amount(Work.VECTOR, 12),
        ),
        (
            f"scf.if %p {{ {LOAD}\n%w = arith.addf %v, %x : f32\n{STORE} }} else {{ {OTHER} }}",
            Amount(Work.SCALAR, 3),
        ),
    ],
)
def test_how_much_a_statement_does(body: str, expected: Amount) -> None:
    assert amount(body, {"arith.divf": 5}) == expected


def test_what_an_op_says_of_itself_stays() -> None:
    module = two(
        first='{software_pipeline_engine = "core", software_pipeline_latency = 9 : i64, software_pipeline_busy = 2 : i64}'
    )
    run(module, f"form-statements,assign-latencies{{machine={NPU}}}")
    loop = next(op for op in module.walk() if statements_of(op))
    first, second, _ = statements_of(loop)
    assert first.attributes[ENGINE] == StringAttr("core")
    assert number(first.attributes, LATENCY) == 9
    assert str(first.attributes[BUSY]) == "{core = 2 : i64}"
    assert second.attributes[ENGINE] == StringAttr("core")
    again = print_module(module)
    run(module, f"assign-latencies{{machine={NPU}}}")
    assert print_module(module) == again


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ('{software_pipeline_engine = "dam"}', 'has no engine "dam"'),
        ("{software_pipeline_engine = 3 : i64}", "has no engine 3"),
        ("{software_pipeline_latency = 0 : i64}", "software_pipeline_latency is 0"),
        ("{software_pipeline_busy = 1.5 : f32}", "software_pipeline_busy is 1.5"),
    ],
)
def test_what_makes_no_sense_is_refused(first: str, said: str) -> None:
    module = two(first=first)
    run(module, "form-statements")
    (diagnostic,) = refused(module, f"assign-latencies{{machine={NPU}}}")
    assert diagnostic.code == "P131"
    assert said in diagnostic.message


def test_what_hands_over_a_value_cannot_be_asynchronous() -> None:
    text = TWO.replace(
        "arith.addf %s, %x : f32", 'arith.addf %s, %x {software_pipeline_engine = "vector"} : f32'
    )
    module = parse_module(text.replace("LOOP", "software_pipeline_schedule").replace("FIRST", ""), "two.mlir")
    run(module, "form-statements")
    (diagnostic,) = refused(module, f"assign-latencies{{machine={NPU}}}")
    assert diagnostic.code == "P131"
    assert "it hands over a value" in diagnostic.message


@pytest.mark.parametrize(
    ("loop", "said"),
    [
        ('software_pipeline_schedule = "best"', "which is no method"),
        ("software_pipeline_schedule = 1 : i64", "which is no method"),
        (
            "software_pipeline_schedule, software_pipeline_stage = [0, 1, 1]",
            "and given by software_pipeline_stage",
        ),
    ],
)
def test_wishes_that_make_no_sense_are_refused(loop: str, said: str) -> None:
    (diagnostic,) = refused(two(loop), "form-statements")
    assert diagnostic.code == "P101"
    assert said in diagnostic.message


def test_statements_without_latencies_are_refused() -> None:
    module = two()
    run(module, "form-statements")
    found = refused(module, "schedule-loops")
    assert [d.code for d in found] == ["P131"] * 3


def test_a_loop_that_no_engine_can_do_is_left(tmp_path: Path) -> None:
    machine = tmp_path / "flying.toml"
    machine.write_text('[[engine]]\nname = "dma"\ntakes = ["copy", "scalar"]\nasynchronous = true\n')
    module, before = two(), two("a")
    remarks = run(module, f'software-pipeline{{machine="{machine}"}},canonicalize')
    assert [(r.code, "it hands over a value" in r.message) for r in remarks] == [("P132", True)]
    run(before, "canonicalize")
    assert print_module(module) == print_module(before).replace("{a}", "").replace("    } \n", "    }\n")


def test_a_list_schedule_says_how_far_it_may_be_from_the_best() -> None:
    module = parse_module((LOOPS / "iir.mlir").read_text(), "iir.mlir")
    (remark,) = run(module, f"software-pipeline{{machine={NPU} schedule=list}}")
    assert remark.code == "P133"
    assert remark.message == (
        "a list schedule begins an iteration every 14 cycles; the lower bound is 13, the gap 7.7 %"
    )
    module = parse_module((LOOPS / "iir.mlir").read_text(), "iir.mlir")
    assert run(module, f"software-pipeline{{machine={NPU} schedule=optimal}}") == []
    module = parse_module((LOOPS / "iir.mlir").read_text(), "iir.mlir")
    (remark,) = run(module, f"software-pipeline{{machine={NPU} time-limit=0}}")
    assert remark.code == "P133"
    assert remark.help == "give it more time-limit"


def test_the_loop_chooses_the_method() -> None:
    text = (LOOPS / "iir.mlir").read_text().replace("_schedule}", '_schedule = "list"}')
    (remark,) = run(parse_module(text, "iir.mlir"), f"software-pipeline{{machine={NPU}}}")
    assert remark.code == "P133"


def test_without_or_tools_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from asyncir.analyses.modulo import optimal

    optimal._cp.cache_clear()
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    module = two()
    run(module, "form-statements,assign-latencies")
    (diagnostic,) = refused(module, "schedule-loops")
    assert diagnostic.code == "P134"
    assert "asyncir[schedules]" in diagnostic.help
    run(module, "schedule-loops{schedule=list}")


def test_no_more_stages_than_are_allowed_or_than_there_are_iterations() -> None:
    def stages(text: str, options: str = "") -> int:
        module = parse_module(text, "stencil.mlir")
        run(module, f"form-statements,assign-latencies{{machine={NPU}}},schedule-loops{options}")
        loop = next(op for op in module.walk() if statements_of(op))
        return 1 + max(number(s.attributes, STAGES) or 0 for s in statements_of(loop))

    text = (LOOPS / "stencil.mlir").read_text()
    assert stages(text) == 4
    assert stages(text, "{max-stages=2}") == 2
    assert stages(text.replace("%c17 = arith.constant 17", "%c17 = arith.constant 4")) == 3


@pytest.mark.parametrize("options", ["{max-stages=0}", "{time-limit=-1}", "{schedule=best}"])
@pytest.mark.parametrize("name", ["schedule-loops", "software-pipeline"])
def test_options_that_make_no_sense_are_refused(name: str, options: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(two(), name + options)
    assert [d.code for d in caught.value.diagnostics] == ["P003"]


def test_a_loop_with_dynamic_bounds_and_iterations_that_carry_a_value() -> None:
    module = two()
    run(module, f"software-pipeline{{machine={NPU}}}")
    for trips in range(6):
        a, b = numpy.arange(8, dtype=numpy.float32), numpy.zeros(8, numpy.float32)
        end = interpret(module, "main", [a, b, 2.0, trips], parse_schedule("latest"))
        assert not end.diagnostics
        assert list(end.results) == [2.0 + 2.0 * trips]
        assert b.tolist() == [float(i * i) if i < trips else 0.0 for i in range(8)]
