"""Some larger pipelines at random, and what they found; `bench/pipelines.py --samples` tries many."""

from __future__ import annotations

import numpy
import pytest

from asyncir.semantics import interpret
from asyncir.source.text import parse_module
from asyncir.source.verify import verify_module
from asyncir.transforms import run_pipeline
from tests.pipelines.judging import Judged
from tests.pipelines.loops import Access, Index, Loop, Statement
from tests.pipelines.running import Subject
from tests.pipelines.samples import judge_sample, judge_scheduled

pytestmark = pytest.mark.feature("S0-10", "S0-11", "S0-26")


@pytest.mark.feature("S0-10", "S0-11")
def test_samples_neither_race_nor_compute_something_else() -> None:
    total = Judged()
    for seed in range(24):
        total.add(judge_sample(seed))
    assert not total.faults, "\n".join(total.faults)
    for feature in ("a pipeline inside", "predicates", "dynamic lower bound", "two queues on one FIFO"):
        assert total.counts[f"pipelines with {feature}"], feature


@pytest.mark.feature("S0-10", "S0-11")
def test_samples_are_right_with_schedules_that_nobody_wrote() -> None:
    total = Judged()
    for seed in range(24):
        total.add(judge_scheduled(seed))
    assert not total.faults, "\n".join(total.faults)
    assert total.counts["pipelines with a pipeline with asynchronous stages inside"]


def test_copies_that_cannot_be_told_apart_are_waited_for() -> None:
    """With a step that nobody knows, the copy of the next iteration may be this one's, as far as accesses tell."""
    m0, input_ = Access("m0", Index(0, 0)), Access("a0", Index(1, 0))
    loop = Loop((Statement(m0, (input_,)), Statement(m0, (input_,))), dynamic="step")
    subject = Subject(loop)
    for times in ([(0, 0), (1, 1)], [(0, 1), (3, 0)]):
        for stages in ([1, 3], [0], [0, 1, 3]):
            assert not subject.fault(subject.pipelined(times, stages)), times


def test_memory_is_private_whatever_the_step_is() -> None:
    m0, input_, output = (Access("m0", Index(0, 0)), Access("a0", Index(1, 0)), Access("a1", Index(1, 0)))
    loop = Loop((Statement(m0, (input_,)), Statement(output, (m0,))), dynamic="step")
    assert not Subject(loop).fault(Subject(loop).pipelined([(0, 0), (2, 1)], [0]))


INSIDE = """func.func @main(%n: index, %a: memref<8xi64>, %b: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %m = memref.alloca() : memref<1xi64>
      %v = arith.index_cast %j : index to i64
      memref.store %v, %m[%c0] : memref<1xi64>
      %w = memref.load %m[%c0] : memref<1xi64>
      memref.store %w, %a[%i] : memref<8xi64>
    } {software_pipeline_stage = [0, 1], software_pipeline_order = [1, 0]}
    %x = memref.load %a[%i] : memref<8xi64>
    memref.store %x, %b[%i] : memref<8xi64>
  } {software_pipeline_stage = [0, 3], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}
"""


def test_what_a_statement_allocates_has_no_copies_for_the_loop_around_it() -> None:
    module = parse_module(INSIDE, "inside.mlir")
    run_pipeline(module, "software-pipeline")
    assert not verify_module(module)
    a, b = numpy.zeros(8, numpy.int64), numpy.zeros(8, numpy.int64)
    end = interpret(module, "main", (5, a, b))
    assert (end.diagnostics, end.races) == ((), ())
    assert b.tolist() == a.tolist() == [2] * 5 + [0] * 3
