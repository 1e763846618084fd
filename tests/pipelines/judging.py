"""All annotations of a loop of the family, each judged: refused or not, and what the pipeline does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from asyncir.analyses.loop_dependences import broken
from asyncir.transforms.software_pipeline import SoftwarePipeline
from tests.pipelines import loops as made
from tests.pipelines.family import Times, schedules, subsets
from tests.pipelines.loop_text import annotated, text_of
from tests.pipelines.running import Subject


@dataclass
class Judged:
    """What was found of some loops."""

    counts: Counter[str] = field(default_factory=Counter[str])
    faults: list[str] = field(default_factory=list[str])

    def add(self, other: Judged) -> None:
        """Take in what was found of others."""
        self.counts.update(other.counts)
        self.faults += other.faults

    def attempt(self, what: str, judge: Callable[[], str]) -> None:
        """Keep what a judgement finds wrong; a crash, too."""
        try:
            wrong = judge()
        except Exception as error:
            wrong = f"{type(error).__name__}: {error}"
        if wrong:
            self.faults.append(f"{wrong}\n{what}")


def judge_loop(loop: made.Loop, slots: tuple[str, ...] = ("enough",)) -> Judged:
    """Every annotation of a loop of the family."""
    judged, subject, found = Judged(), Subject(loop), made.dependences(loop)
    judged.counts["loops"] += 1
    for times in schedules(len(loop.statements)):
        right = made.is_legal(found, times)
        judged.counts["legal schedules" if right else "illegal schedules"] += 1
        if right != (next(broken(subject.dependences, times), None) is None):
            verb = "refused" if right else "accepted"
            judged.faults.append(f"a schedule is {verb}\n{text_of(loop, annotated(times))}")
        if right:
            for asynchronous in subsets(loop, times):
                for option in slots if asynchronous else slots[:1]:
                    _judge(judged, subject, times, asynchronous, option)
    return judged


def _judge(judged: Judged, subject: Subject, times: Times, asynchronous: list[int], slots: str) -> None:
    judged.counts["pipelines"] += 1
    judged.counts[f"pipelines, {len(asynchronous)} asynchronous stages"] += 1
    passes = SoftwarePipeline(slots="fewest" if slots == "fewest" else "enough")
    judged.counts["runs"] += len(made.TRIPS)
    judged.attempt(
        f"slots={slots}\n{text_of(subject.loop, annotated(times, asynchronous))}",
        lambda: subject.fault(subject.pipelined(times, asynchronous, passes)),
    )
