"""Loops that were refused without need, and one that was not refused and should have been."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.ir import ModuleOp
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline

HERE = Path(__file__).parent


def program(name: str) -> ModuleOp:
    """The program of a file."""
    return parse_module((HERE / f"{name}.mlir").read_text(), f"{name}.mlir")


def runs(module: ModuleOp, entry: str, arguments: list[numpy.ndarray | int]) -> list[object]:
    """What is returned and what the arrays hold, under each schedule of completion."""
    found: list[object] = []
    for schedule in ("earliest", "latest", "seed:7"):
        own = [a.copy() if isinstance(a, numpy.ndarray) else a for a in arguments]
        end = interpret(module, entry, tuple(own), parse_schedule(schedule))
        assert (end.diagnostics, end.races) == ((), ()), schedule
        found.append([end.results, [a.tolist() for a in own if isinstance(a, numpy.ndarray)]])
    return found


def test_indices_that_wrap_are_not_taken_to_grow() -> None:
    with pytest.raises(DiagnosticError) as refused:
        run_pipeline(program("width_wrap"), "software-pipeline")
    assert [one.code for one in refused.value.diagnostics] == ["P107"]


@pytest.mark.parametrize("pipeline", ["software-pipeline", "lower-affine,software-pipeline"])
@pytest.mark.parametrize("name", ["refused_mask", "refused_minsi", "refused_affine_mod"])
def test_indices_that_are_no_sums_are_told_apart(name: str, pipeline: str) -> None:
    arrays = [numpy.arange(8) * factor for factor in (1, 3, 0)]
    module = program(name)
    run_pipeline(module, pipeline)
    assert runs(module, "main", [*arrays, 8]) == runs(program(name), "main", [*arrays, 8])


@pytest.mark.parametrize(
    "name", ["refused_parallel_fill", "refused_transfer_write", "refused_atomic", "refused_memref_view"]
)
def test_loops_that_were_refused_are_pipelines(name: str) -> None:
    module = program(name)
    run_pipeline(module, "software-pipeline{waits=tokens},queues-to-tasks")
    assert "async.execute" in {op.name for op in module.walk()}
    assert runs(module, "test", []) == runs(program(name), "test", [])


STEP = """func.func @main(%A: memref<64xi64>, %from: index, %to: index, %by: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = FROM to %to step %by {
    %x = memref.load %A[%i] : memref<64xi64>
    %j = arith.addi %i, %c1 : index
    %k = arith.subi %j, %c1 : index
    memref.store %x, %A[%i] : memref<64xi64>
    %y = memref.load %A[%k] : memref<64xi64>
    %z = arith.addi %y, %x : i64
    memref.store %z, %A[%k] : memref<64xi64>
  } {software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]}
  return
}
"""


def test_a_step_that_nobody_knows_is_one() -> None:
    text = STEP.replace("FROM", "%c0").replace("%c1 =", "%c0 = arith.constant 0 : index\n  %c1 =", 1)
    module = parse_module(text, "step.mlir")
    run_pipeline(module, "software-pipeline")
    for by in (1, 3, 7):
        given = [numpy.arange(64), 0, 20, by]
        assert runs(module, "main", given) == runs(parse_module(text, "step.mlir"), "main", given)


CALL_OF_K = "call @k(%a, %o, %p, %p)"


def test_one_array_for_two_parameters_says_nothing_of_the_others() -> None:
    text = (HERE / "alias_all.mlir").read_text()
    run_pipeline(parse_module(text, "alias.mlir"), "software-pipeline")
    wrong = parse_module(text.replace(CALL_OF_K, "call @k(%a, %a, %p, %p)"), "alias.mlir")
    with pytest.raises(DiagnosticError):
        run_pipeline(wrong, "software-pipeline")


@pytest.mark.parametrize(
    ("said", "accepted"),
    [("", True), (" = [[2, 3]]", True), (" = [[0, 2]]", True), (" = [[0, 1]]", False), (" = [[0]]", True)],
)
def test_a_loop_can_say_which_arrays_overlap(said: str, accepted: bool) -> None:
    text = (HERE / "alias_all.mlir").read_text().replace(CALL_OF_K, "call @k(%a, %o, %p, %q)")
    text = text.replace("%p = memref.alloc", "%q = memref.alloc() : memref<16xi64>\n  %p = memref.alloc")
    if said:
        text = text.replace("= [0, 1]}", f"= [0, 1], software_pipeline_args_alias{said}}}")
    module = parse_module(text, "alias.mlir")
    if accepted:
        run_pipeline(module, "software-pipeline")
    else:
        with pytest.raises(DiagnosticError):
            run_pipeline(module, "software-pipeline")
