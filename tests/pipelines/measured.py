"""What is in flight where the statements of a pipelined loop run, from a run, beside what the annotation implies."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy

from asyncir.ir import ModuleOp
from asyncir.semantics import Latest, interpret
from asyncir.simulation.events import AccessEvent, CommitEvent, Event, IssueEvent, WaitEvent
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from tests.pipelines import loops as made
from tests.pipelines.family import legal, schedules, subsets
from tests.pipelines.implied import Annotated, InFlight, Instance, in_flight
from tests.pipelines.judging import Judged
from tests.pipelines.loop_text import annotated, text_of

TRIPS = 7


def events_of(module: ModuleOp, loop: made.Loop, trips: int) -> Sequence[Event]:
    """What happens in the loop: not what prepares memory, nor what is read behind."""
    arrays = [numpy.arange(made.LENGTH) for a in loop.arrays() if a[0] == "a"]
    end = interpret(module, "main", [trips * loop.step, *arrays], Latest(), record=True)
    assert (end.diagnostics, end.races) == ((), ())
    before = made.LENGTH * len(loop.used_behind)
    found = [e for e in end.events if isinstance(e, IssueEvent | AccessEvent | CommitEvent | WaitEvent)]
    return found[before:]


def accesses(it: Annotated, instance: Instance) -> int:
    """How many events an execution of a statement is: one if it is asynchronous, else one for each load, and its store."""
    number, k = instance
    statement = it.loop.statements[number]
    if it.is_asynchronous(number):
        return 1
    left_out = statement.guarded and k * it.loop.step % 2
    return 0 if left_out else len(statement.reads) + (statement.write is not None)


def measured(it: Annotated, order: Sequence[Instance], events: Sequence[Event]) -> list[InFlight | None]:
    """What is in flight when each execution of a statement begins, in their order; None where nothing of it is seen."""
    now: InFlight = {}
    found: list[InFlight | None] = []
    expected = iter(order)
    left = 0
    for event in events:
        if isinstance(event, CommitEvent):
            assert isinstance(event.queue, int)
            now[event.queue] = now.get(event.queue, 0) + 1
        elif isinstance(event, WaitEvent):
            assert isinstance(event.fifo, int)
            now[event.fifo] = now.get(event.fifo, 0) - len(event.retired)
        elif left:
            left -= 1
        else:
            for instance in expected:
                found.append(None)
                if left := accesses(it, instance):
                    left -= 1
                    found[-1] = {queue: number for queue, number in now.items() if number}
                    break
    return found + [None for _ in expected]


def is_waited_for(it: Annotated) -> bool:
    """Whether something reads what each asynchronous statement writes that uses private memory.

    Else no number of copies is enough without a wait for that memory alone, and as few are made as possible.
    """
    own, sources = made.private(it.loop), {source for source, _ in made.flows(it.loop)}
    return all(
        number in sources
        or not own & {access.array for access in (*statement.reads, statement.write) if access}
        for number, statement in enumerate(it.loop.statements)
        if it.is_asynchronous(number)
    )


def compared(it: Annotated) -> list[tuple[Instance, InFlight, InFlight]]:
    """Each execution of a statement that is seen: what the annotation implies to be in flight then, and what is."""
    module = parse_module(text_of(it.loop, annotated(it.times, it.asynchronous)), "loop.mlir")
    run_pipeline(module, "software-pipeline")
    implied = in_flight(it, TRIPS)
    got = measured(it, [instance for instance, _ in implied], events_of(module, it.loop, TRIPS))
    pairs = zip(implied, got, strict=True)
    return [(instance, expected, found) for (instance, expected), found in pairs if found is not None]


def judge_in_flight(seed: int) -> Judged:
    """A random loop of two to four statements, some of its schedules, all asynchronous stages."""
    rng, judged = random.Random(seed), Judged()
    count = rng.choice((2, 2, 3, 3, 4))
    (loop,) = map(made.defined, made.loops(rng.randrange(1 << 30), 1, count))
    among = schedules(count)
    for times in legal(loop, rng.sample(among, min(len(among), 40)))[:2]:
        for it in [Annotated(loop, times, stages) for stages in subsets(loop, times)[1:]]:
            if not is_waited_for(it):
                judged.counts["pipelines in which nothing waits for a use of private memory"] += 1
                continue
            judged.counts["pipelines"] += 1
            text = text_of(loop, annotated(times, it.asynchronous))
            judged.attempt(text, lambda it=it: _judge(it, judged))
    return judged


def _judge(it: Annotated, judged: Judged) -> str:
    for instance, expected, found in compared(it):
        judged.counts["executions of statements"] += 1
        judged.counts["executions of statements with something in flight"] += bool(expected)
        if found != expected:
            return (
                f"statement {instance[0]} of iteration {instance[1]}: {found} instead of {expected} in flight"
            )
    return ""
