"""Stages may share a queue, or have several, by `software_pipeline_queue`: nothing races, and results stay (S0-31)."""

from __future__ import annotations

import random

import pytest

from asyncir.analyses.loop_dependences import Dependence
from asyncir.analyses.slots import PipelineSchedule, finishes
from asyncir.dialects.pipelining import statements_of
from asyncir.dialects.queue_effects import QUEUES
from asyncir.ir import Context, IntegerAttr, i64
from asyncir.ir.marks import ASYNC, QUEUE
from asyncir.semantics import parse_schedule
from asyncir.source.text import parse_module as module_of
from asyncir.transforms.software_pipeline import SoftwarePipeline
from tests.pipelines import loops as made
from tests.pipelines.family import subsets
from tests.pipelines.running import Subject, the_loop
from tests.pipelines.test_expansion import legal


@pytest.mark.parametrize("slots", ["enough", "fewest"])
@pytest.mark.parametrize(("count", "number"), [(2, 6), (3, 5), (4, 2)])
def test_nothing_races_whatever_queues_there_are(count: int, number: int, slots: str) -> None:
    rng, ran = random.Random(count), 0
    passes = SoftwarePipeline(slots="fewest" if slots == "fewest" else "enough")
    for loop in map(made.defined, made.loops(400 + count, number, count)):
        subject = Subject(loop)
        for times in legal(loop, rng, 3):
            for stages in subsets(loop, times)[-1:]:
                module = subject.annotated(times, stages)
                queues = [rng.randrange(2) for _ in range(count)]
                for statement, queue in zip(statements_of(the_loop(module)), queues, strict=True):
                    if ASYNC in statement.attributes:
                        statement.attributes[QUEUE] = IntegerAttr(queue, i64)
                passes.apply(Context(), module)
                for schedule in ("latest", "earliest"):
                    fault = subject.fault(module, parse_schedule(schedule))
                    assert not fault, f"{fault}, {schedule}: {times}, {stages}, {queues}\n{subject.text}"
                ran += len(set(times)) > 1
    assert ran > number


def test_who_waits_for_a_group_waits_for_those_before_it() -> None:
    rng, ways = random.Random(0), 0
    op = module_of("func.func @f() { return }")
    for _ in range(300):
        count = rng.randrange(2, 5)
        times = [(rng.randrange(3), place) for place in rng.sample(range(count), count)]
        asynchronous = [rng.random() < 0.8 for _ in range(count)]
        queues = [rng.randrange(2) for _ in range(count)]
        edges = {(rng.randrange(count), rng.randrange(count), rng.randrange(3)) for _ in range(3)}
        reads = [
            Dependence("RAW", p, q, d, op, op, QUEUES)
            for p, q, d in sorted(edges)
            if p != q and times[p] < (times[q][0] + d, times[q][1])
        ]
        for n, found in enumerate(finishes(PipelineSchedule(times, asynchronous, queues), reads)):
            for way in found if asynchronous[n] else ():
                # Of iteration `later`, somebody waits then for a group of this queue that is committed no sooner.
                assert any(
                    asynchronous[it.source]
                    and queues[it.source] == queues[n]
                    and (times[it.target][0] + way.later, times[it.target][1]) == way.time
                    and (times[it.source][0] + way.later - it.distance, times[it.source][1]) >= times[n]
                    for it in reads
                ), (times, asynchronous, queues, edges, n, way)
                ways += 1
    assert ways > 200
