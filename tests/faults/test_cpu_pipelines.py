"""Pipelines on the CPU that did not pay: what is emitted for them, and what is said about them."""

from __future__ import annotations

import re

import numpy

import asyncir
from asyncir.driver.stages import compile_to_llvm
from asyncir.launch import jit
from asyncir.source.text import parse_module
from tests.faults.programs import program

SHORT = """
func.func @main(%a: memref<?xf32>, %c: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.alloc() : memref<f32>
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %b[] : memref<f32>
    %y = memref.load %b[] : memref<f32>
    memref.store %y, %c[%i] : memref<?xf32>
    memref.dealloc %b : memref<f32>
  } {software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]}
  return
}
"""


def llvm(text: str) -> str:
    return compile_to_llvm(parse_module(text, "t.mlir")).text


def functions(text: str, stem: str) -> list[str]:
    """The functions whose name begins like that."""
    return re.findall(rf"^define [^\n]*{stem}[^\n]*\n.*?^}}$", text, re.M | re.S)


def remarks(text: str) -> list[str]:
    return [d.code for d in compile_to_llvm(parse_module(text, "t.mlir")).warnings]


def test_the_loop_of_a_pipelined_product_knows_that_its_arrays_are_disjoint() -> None:
    loops = functions(llvm(program("gemm_async_slow")), "gemm_loop")
    assert len(loops) == 2
    for loop in loops:
        head = loop.partition("\n")[0]
        assert head.count("ptr noalias") == head.count("ptr ") == 6  # two pointers for each of three arrays


def test_its_sums_stay_in_registers() -> None:
    optimised = jit.emit_llvm(llvm(program("gemm_async_slow")), opt_level=2)
    for loop in functions(optimised, "gemm_loop"):
        blocks = re.split(r"\n\n", loop)
        adding = [block for block in blocks if "fadd" in block]
        assert len(adding) == 1
        assert "store" not in adding[0]


def test_rows_that_are_copied_in_flight_are_copied_as_a_whole() -> None:
    tasks = functions(llvm(program("gemm_async_slow")), "gemm_execute")
    assert tasks
    for task in tasks:
        assert "llvm.memcpy" in task
        assert "store float" not in task


def test_it_computes_the_product() -> None:
    random = numpy.random.default_rng(0)
    a, b = (random.integers(-4, 5, shape).astype(numpy.float32) for shape in ((128, 4096), (4096, 128)))
    c = numpy.zeros((128, 128), numpy.float32)
    asyncir.compile(program("gemm_async_slow"), threads=2).gemm(a, b, c)
    assert (c == a @ b).all()


def test_balanced_stages_give_what_they_give_one_after_the_other() -> None:
    a = numpy.arange(300, dtype=numpy.float32)
    piped, serial = (numpy.zeros_like(a) for _ in range(2))
    text = program("overlap")
    asyncir.compile(text, threads=2).main(a, piped, 200)
    plain = text.replace("{software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]}", "")
    asyncir.compile(plain, threads=1).main(a, serial, 200)
    assert (piped == serial).all()


def test_a_stage_that_is_shorter_than_its_task_is_remarked_on() -> None:
    assert remarks(SHORT) == ["P122"]
    assert remarks(program("gemm_async_slow")) == []
    assert remarks(program("overlap")) == []


def test_a_short_stage_matters_where_it_runs_often() -> None:
    text = SHORT.replace(
        "scf.for %i = %c0 to %n", "%c9 = arith.constant 9 : index\n  scf.for %i = %c0 to %c9"
    )
    assert remarks(text) == []
