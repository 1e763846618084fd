"""Larger pipelines, at random: loops of four and five statements, nested ones, predicates, dynamic bounds, shared FIFOs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from asyncir.semantics import parse_schedule, prepare
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from tests.pipelines import loops as made
from tests.pipelines.family import Times, legal, schedules, subsets
from tests.pipelines.judging import Judged
from tests.pipelines.loop_text import annotated, text_of
from tests.pipelines.running import outcomes

INNER = legal(
    made.Loop(
        (
            made.Statement(made.Access("m0", made.Index(0, 0)), ()),
            made.Statement(made.Access("a0", made.Index(1, 0)), (made.Access("m0", made.Index(0, 0)),)),
        )
    ),
    schedules(2),
)
"""The schedules of a loop inside of a statement."""


@dataclass(frozen=True)
class Sample:
    """A loop with its annotations, and how it is run."""

    loop: made.Loop
    times: Times
    asynchronous: Sequence[int]
    fifos: Sequence[Sequence[int]] = ()
    """Queues that share a FIFO."""
    trips: int | None = None
    """How often the loop runs, where its bounds are constant."""
    options: str = ""

    def text(self, annotations: str) -> str:
        """The program."""
        attributes = f"queue.fifos = {[list(f) for f in self.fifos]}" if self.fifos else ""
        return text_of(self.loop, annotations, trips=self.trips, attributes=attributes)

    def features(self) -> list[str]:
        """What the shares are given of."""
        statements = self.loop.statements
        found = {
            "a loop inside": any(s.inner for s in statements),
            "a pipeline inside": any("stage" in s.inner for s in statements),
            "a pipeline with asynchronous stages inside": any("async" in s.inner for s in statements),
            "predicates": any(s.guarded for s in statements),
            "constant bounds": self.trips is not None,
            "dynamic lower bound": bool(self.loop.dynamic),
            "dynamic step": self.loop.dynamic == "step",
            "step other than 1": self.loop.step != 1,
            "loads through an index": bool(self.loop.indices()),
            "carried values": bool(self.loop.hands_over()),
            "asynchronous stages that hand over values": any(
                self.times[n][0] in self.asynchronous for n in self.loop.hands_over()
            ),
            "two queues on one FIFO": bool(self.fifos),
            "asynchronous stages": bool(self.asynchronous),
            "several asynchronous stages": len(self.asynchronous) > 1,
            "fewest slots": bool(self.options),
        }
        return [name for name, there in found.items() if there]


def sample(seed: int) -> Sample:
    """The sample of a seed."""
    rng = random.Random(seed)
    while True:
        loop = made.defined(_varied(rng, made.at_random(rng, rng.choice((4, 5)))))
        times = legal_times(rng, loop)
        if times is not None:
            break
    asynchronous = rng.choice(subsets(loop, times, loop.sums())[-4:])
    loop = _nested(rng, loop, {n for n, (stage, _) in enumerate(times) if stage in asynchronous})
    fifos: list[list[int]] = []
    if len(asynchronous) > 1 and rng.random() < 0.7:
        fifos = [sorted(rng.sample(list(asynchronous), rng.randrange(2, len(asynchronous) + 1)))]
    trips = rng.choice(made.TRIPS) if not loop.dynamic and rng.random() < 0.2 else None
    options = "{slots=fewest}" if asynchronous and rng.random() < 0.3 else ""
    return Sample(loop, times, asynchronous, fifos, trips, options)


def _varied(rng: random.Random, loop: made.Loop) -> made.Loop:
    """The loop with values that are handed over, indices that are loaded, and bounds that nobody knows."""
    statements = list(loop.statements)
    if rng.random() < 0.15:
        source, target = sorted(rng.sample(range(len(statements)), 2))
        statements[source] = replace(statements[source], guarded=False)
        statements[target] = replace(statements[target], takes=(source,))
    if rng.random() < 0.15:
        source, target = rng.sample(range(len(statements)), 2)
        statements[source] = replace(statements[source], guarded=False)
        statements[target] = replace(statements[target], takes_old=(source,))
    for n, statement in enumerate(statements):
        write = statement.write
        if write is not None and write.array[0] == "a" and rng.random() < 0.05:
            through = made.Access(write.array, made.Index(1, 0, through="p"))
            statements[n] = replace(statement, write=through)
        elif statement.reads[0].array[0] == "a" and rng.random() < 0.05:
            through = made.Access(statement.reads[0].array, made.Index(1, 0, through="p"))
            statements[n] = replace(statement, reads=(through, *statement.reads[1:]))
    if loop.sums() and rng.random() < 0.3:
        n = rng.randrange(len(statements))
        statements[n] = replace(statements[n], takes_sum=statements[n].write is not None)
    dynamic = rng.choice(("", "", "", "", "bounds", "step"))
    return replace(loop, statements=tuple(statements), dynamic=dynamic)


def legal_times(rng: random.Random, loop: made.Loop) -> Times | None:
    """A schedule, by trying; None where none is found."""
    found, count = made.dependences(loop), len(loop.statements)
    for _ in range(300):
        stages = [rng.randrange(4) for _ in range(count)]
        times = list(zip(stages, rng.sample(range(count), count), strict=True))
        if len(set(stages)) > 1 and made.is_legal(found, times):
            return times
    return None


def _nested(rng: random.Random, loop: made.Loop, asynchronous: set[int]) -> made.Loop:
    """The loop with others inside of statements; an asynchronous one has no queue inside."""
    statements = list(loop.statements)
    for n, statement in enumerate(statements):
        alone = statement.write and all(r.array != statement.write.array for r in statement.reads)
        if not alone or n in loop.hands_over() or rng.random() > 0.18:
            continue
        times = rng.choice(INNER)
        stages = (
            [] if n in asynchronous else rng.choice(([], sorted({s for s, _ in times})[:1], [times[0][0]]))
        )
        inner = annotated(times, stages) if rng.random() < 0.8 else "inner"
        statements[n] = replace(statement, inner=inner)
    return replace(loop, statements=tuple(statements))


def judge_sample(seed: int) -> Judged:
    """Run it, pipelined, as often as its bounds allow, and under three schedules of completion."""
    it = sample(seed)
    orders = ("latest", "earliest", f"seed:{seed}") if it.asynchronous else ("latest",)
    return _judge(it, seed, annotated(it.times, it.asynchronous), f"software-pipeline{it.options}", orders)


def judge_scheduled(seed: int) -> Judged:
    """The same loop, with a schedule that is found for one of two machines."""
    machine, method = ("cpu", "dma-vector-tensor")[seed % 2], ("optimal", "list")[seed // 2 % 2]
    pipeline = f"software-pipeline{{machine={machine} schedule={method}}}"
    return _judge(sample(seed), seed, "software_pipeline_schedule", pipeline, ("latest", f"seed:{seed}"))


def _judge(it: Sample, seed: int, annotations: str, pipeline: str, orders: Sequence[str]) -> Judged:
    judged, text = Judged(), it.text(annotations)
    judged.counts["pipelines"] += 1
    judged.counts.update(f"pipelines with {name}" for name in it.features())

    def judge() -> str:
        trips = made.TRIPS if it.trips is None else [it.trips]
        expected = outcomes(parse_module(it.text(""), "loop.mlir"), it.loop, trips)
        module = parse_module(text, "loop.mlir")
        run_pipeline(module, pipeline)
        run = prepare(module, "main")
        for schedule in orders:
            judged.counts["runs"] += len(trips)
            found = outcomes(module, it.loop, trips, parse_schedule(schedule), run)
            for number, got, right in zip(trips, found, expected, strict=True):
                if got != right:
                    wrong = "a race" if got[3] else "a wrong result"
                    return f"{wrong} in {number} iterations under {schedule}"
        return ""

    judged.attempt(f"seed {seed} {pipeline}\n{text}", judge)
    return judged
