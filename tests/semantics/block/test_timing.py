"""What each schedule does with async ops: the values that come out."""

from __future__ import annotations

import numpy as np
import pytest

from asyncir.semantics import Outcome
from tests.semantics.block.programs import SCHEDULES, commit, copy, run, show, store


def _printed(outcome: Outcome) -> set[str]:
    return {o.output.replace("\n", "") for o in (outcome, *outcome.others)}


RACY = [commit(copy("c3", "c0")), *show("c0"), "queue.wait(0, 0)", *show("c0")]


def test_earliest_is_at_the_issue_and_latest_at_the_wait() -> None:
    assert _printed(run(RACY, "earliest")) == {"33"}
    assert _printed(run(RACY, "latest")) == {"03"}


def test_seeds_find_both() -> None:
    seen = {output for seed in range(20) for output in _printed(run(RACY, f"seed:{seed}"))}
    assert seen == {"33", "03"}
    assert run(RACY, "seed:7").output == run(RACY, "seed:7").output


def test_exhaustive_finds_exactly_what_is_possible() -> None:
    assert _printed(run(RACY, "exhaustive")) == {"33", "03"}
    # The source is read before or after the store, and the target written later.
    late = [commit(copy("c3", "c0")), store("c3"), *show("c0"), "queue.wait(0, 0)", *show("c0")]
    assert _printed(run(late, "exhaustive")) == {"03", "33", "07", "77"}
    # Two writes of one element: either may be the last.
    two = [commit(copy("c3", "c0"), copy("c4", "c0")), "queue.wait(0, 0)", *show("c0")]
    assert _printed(run(two, "exhaustive")) == {"3", "4"}
    # A chain in one group: the second reads the old value or the new one.
    chain = [commit(copy("c3", "c0"), copy("c0", "c1")), "queue.wait(0, 0)", *show("c1")]
    assert _printed(run(chain, "exhaustive")) == {"3", "0"}
    chain = [commit(copy("c0", "c1"), copy("c3", "c0")), "queue.wait(0, 0)", *show("c1")]
    assert _printed(run(chain, "exhaustive")) == {"3", "0"}


@pytest.mark.parametrize(
    "lines",
    [
        [commit(copy("c3", "c0"), copy("c4", "c0")), *show("c0"), "queue.wait(0, 0)", *show("c0")],
        [commit(copy("c3", "c0"), copy("c0", "c1")), *show("c1"), "queue.wait(0, 0)", *show("c1")],
        [commit(copy("c3", "c0")), store("c3"), *show("c0"), "queue.wait(0, 0)", *show("c0")],
    ],
)
def test_seeds_find_all_that_is_possible(lines: list[str]) -> None:
    seen = {output for seed in range(40) for output in _printed(run(lines, f"seed:{seed}"))}
    assert seen == _printed(run(lines, "exhaustive"))
    assert len(seen) > 2


def test_sources_are_read_by_their_wait() -> None:
    lines = [commit(copy("c3", "c0")), "queue.wait_read(0, 0)", store("c3"), "queue.wait(0, 0)", *show("c0")]
    assert _printed(run(lines, "exhaustive")) == {"3"}
    assert _printed(run(lines, "latest")) == {"3"}


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_all_is_complete_at_the_end(schedule: str) -> None:
    memory = np.arange(8)
    assert run([copy("c3", "c0"), commit(copy("c4", "c1"))], schedule, memory=memory).ok
    assert memory.tolist() == [3, 4, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_values_are_taken_at_the_issue(schedule: str) -> None:
    memory = np.arange(8)
    lines = [
        "scf.for %i = %c0 to %c4 step %c1 {",
        "%x = memref.load %m[%c7] : memref<8xi64>",
        commit("queue.async {\nmemref.store %x, %m[%i] : memref<8xi64>\n}"),
        "%y = arith.addi %x, %v1 : i64",
        "memref.store %y, %m[%c7] : memref<8xi64>",
        "}",
    ]
    assert run(lines, schedule, memory=memory).ok
    assert memory.tolist() == [7, 8, 9, 10, 4, 5, 6, 11]


def test_without_a_race_there_is_one_outcome() -> None:
    lines = [commit(copy(f"c{i}", f"c{i + 4}")) for i in range(4)]
    outcome = run([*lines, "queue.wait(0, 0)", *show("c7")], "exhaustive")
    assert outcome.ok
    assert outcome.others == ()


def test_exhaustive_has_bounds() -> None:
    assert run([commit(*[copy("c0", f"c{n}") for n in range(1, 7)])], "exhaustive").ok
    assert run([commit(copy("c0", "c1")), "queue.wait(0, 0)"] * 12, "exhaustive").ok
    many = [copy("c0", "c1"), "queue.wait(0, 0)"] * 7
    (found,) = [d for d in run(many, "exhaustive").diagnostics if d.code == "S009"]
    assert "more than 6 async ops are in flight at once" in found.message
    one_by_one = [commit(copy("c0", "c1")), "queue.wait(0, 0)"] * 13
    (found,) = run(one_by_one, "exhaustive").diagnostics
    assert "more than 12 async ops are issued" in found.message
