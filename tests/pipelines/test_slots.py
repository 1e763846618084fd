"""Private memory has as few copies as the interpreter accepts, with no wait but those that the annotation implies."""

from __future__ import annotations

import pytest

from asyncir.semantics import Exhaustive
from tests.pipelines.copies import Copies, chosen, judge_copies, of_interest
from tests.pipelines.judging import Judged
from tests.pipelines.loops import Access, Index, Loop, Statement
from tests.pipelines.running import Subject

pytestmark = pytest.mark.feature("S0-1")


@pytest.mark.feature("S0-1")
@pytest.mark.parametrize(("count", "every", "every_annotation", "several"), [(2, 2, 5, 4), (3, 13, 61, 4)])
def test_copies_are_the_fewest(count: int, every: int, every_annotation: int, several: int) -> None:
    total = Judged()
    for loop in of_interest(count)[::every]:
        total.add(judge_copies(loop, every_annotation))
    assert not total.faults, "\n".join(total.faults)
    assert total.counts["memories with 1 copies"] > 3
    assert sum(total.counts[f"memories with {n} copies"] for n in range(2, 6)) > several


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


@pytest.mark.feature("S0-1")
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
