"""Private memory has as few copies as the interpreter accepts, with no wait but those that the annotation implies."""

from __future__ import annotations

from itertools import islice

import pytest

from asyncir.semantics import Exhaustive
from tests.pipelines.copies import Copies, chosen, is_seen
from tests.pipelines.family import READS, THREE, WRITES, Part, legal, loops, schedules, subsets
from tests.pipelines.loop_text import annotated, text_of
from tests.pipelines.loops import Access, Index, Loop, Statement, defined, private
from tests.pipelines.running import Subject

pytestmark = pytest.mark.feature("S0-1")

ONE: tuple[tuple[Part, ...], list[tuple[Part, ...]]] = (WRITES, [(part,) for part in READS])


def judged(subject: Subject, times: list[tuple[int, int]], stages: list[int]) -> tuple[int, int]:
    """How many memories have as few copies as can be, and how many cannot do without a wait of their own."""
    loop = subject.loop
    copies, found = Copies(subject, times, stages), chosen(subject, times, stages)
    least = {memory: copies.least(memory) for memory in private(loop)}
    alone = {memory for memory, number in least.items() if number is None}
    text = f"{text_of(loop, annotated(times, stages))}\n{least}"
    assert {m: n for m, n in found.items() if m not in alone} == {m: n for m, n in least.items() if n}, text
    return len(least) - len(alone), len(alone)


@pytest.mark.parametrize(
    ("alphabet", "count", "every", "every_annotation"), [(ONE, 2, 9, 5), (THREE[0], 3, 45, 61)]
)
def test_copies_are_the_fewest(
    alphabet: tuple[tuple[Part, ...], list[tuple[Part, ...]]], count: int, every: int, every_annotation: int
) -> None:
    alike = alone = several = 0
    of_interest = (x for x in map(defined, loops(*alphabet, count)) if private(x) and is_seen(x))
    for loop in islice(of_interest, 0, None, every):
        subject = Subject(loop)
        choices = [(t, s) for t in legal(loop, schedules(count)) for s in subsets(loop, t)]
        for times, stages in choices[::every_annotation]:
            more, others = judged(subject, times, stages)
            alike, alone = alike + more, alone + others
            several += max(chosen(subject, times, stages).values()) > 1
    assert alike > 5
    assert several > 3


CONSUMED = Loop(
    (
        Statement(Access("m0", Index(0, 0)), (Access("a0", Index(1, 0)),)),
        Statement(Access("a1", Index(1, 0)), (Access("m0", Index(0, 0)),)),
    )
)


@pytest.mark.parametrize(
    ("times", "stages", "slots"),
    [
        ([(0, 0), (1, 1)], [0], 2),
        ([(0, 1), (1, 0)], [0], 1),
        ([(0, 0), (2, 1)], [], 3),
        ([(0, 1), (3, 0)], [0], 3),
    ],
)
def test_every_moment_of_completion_accepts_the_copies_and_none_fewer(
    times: list[tuple[int, int]], stages: list[int], slots: int
) -> None:
    subject = Subject(CONSUMED)
    assert chosen(subject, times, stages) == {"m0": slots}
    copies = Copies(subject, times, stages)
    assert copies.is_right("m0", slots, Exhaustive(), 4)
    assert slots == 1 or not copies.is_right("m0", slots - 1, Exhaustive(), 4)


def test_the_iteration_that_waits_must_exist() -> None:
    """The first statement waits for the last of two iterations before; behind the last iteration it is not there."""
    loop = Loop(
        (
            Statement(Access("a1", Index(1, 0)), (Access("a0", Index(1, 0)),)),
            Statement(Access("m0", Index(0, 0)), (Access("a2", Index(1, 0)),)),
            Statement(Access("a0", Index(1, 2)), (Access("m0", Index(0, 0)),)),
        )
    )
    subject, times = Subject(loop), [(0, 1), (1, 2), (2, 0)]
    assert chosen(subject, times, [2]) == {"m0": 2}
    assert Copies(subject, times, [2]).least("m0") == 2
    assert not subject.fault(subject.pipelined(times, [2]))


@pytest.mark.parametrize(
    ("second", "third", "times"),
    [
        # The second statement waits for the third one of the iteration before, which it overwrites.
        (("m0", "m1"), ("a7",), [(0, 2), (1, 0), (1, 1)]),
        # The first two share a commit.
        (("m0",), ("m1",), [(0, 1), (0, 2), (1, 0)]),
    ],
)
def test_waits_for_other_memory_make_sure_of_private_memory(
    second: tuple[str, ...], third: tuple[str, ...], times: list[tuple[int, int]]
) -> None:
    def read(*names: str) -> tuple[Access, ...]:
        return tuple(Access(name, Index(int(name[0] == "a"), 0)) for name in names)

    m0, m1 = read("m0", "m1")
    loop = Loop(
        (Statement(m1, read("a5")), Statement(m0, read(*second)), Statement(m0, read(*third))),
        frozenset({"m0"}),
    )
    subject = Subject(loop)
    assert chosen(subject, times, [0, 1]) == {"m1": 1}
    assert Copies(subject, times, [0, 1]).least("m1") == 1
