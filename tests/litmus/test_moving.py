"""QUE-26: where an operation may be moved down to its wait, tried on random straight programs (S2-13)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from asyncir.semantics import Outcome, interpret, parse_schedule
from asyncir.source.text import parse_module

BUFFERS = "ABCD"
LENGTH = 12
PROGRAMS = 40


@dataclass(frozen=True)
class Step:
    """One step: `commit` (a copy from one buffer to another), `wait`, `wait_read`, `await`, `load` or `store`."""

    kind: str
    number: int = 0
    """The group of a commit or an await, the count of a wait, what a store writes."""
    source: str = ""
    target: str = ""


class Writer:
    """Writes random steps, with a tight wait ahead of each access that needs one."""

    def __init__(self, seed: int):
        self.chosen = random.Random(seed)
        self.more = ("commit", "store")[seed % 2]
        self.steps: list[Step] = []
        self.groups = 0
        self.reading: dict[int, str] = {}
        """The source of each group that may still be read."""
        self.writing: dict[int, str] = {}
        """The destination of each group that may still be written."""

    def program(self) -> list[Step]:
        """Some steps; groups are numbered as they are committed."""
        for number in range(LENGTH):
            kind = self.chosen.choice(["commit", "load", "store", self.more])
            buffer, target = self.chosen.sample(BUFFERS, 2)
            if kind == "commit":
                self._need([g for g, at in self.writing.items() if at in (buffer, target)], "written")
                self._need([g for g, at in self.reading.items() if at == target], "read")
                self.steps.append(Step(kind, self.groups, buffer, target))
                self.reading[self.groups], self.writing[self.groups] = buffer, target
                self.groups += 1
            else:
                self._need([g for g, at in self.writing.items() if at == buffer], "written")
                if kind == "store":
                    self._need([g for g, at in self.reading.items() if at == buffer], "read")
                self.steps.append(Step(kind, 10 + number, buffer))
        return self.steps

    def _need(self, groups: list[int], what: str) -> None:
        if not groups:
            return
        last = max(groups)
        kind = self.chosen.choice(["wait", "await"] + ["wait_read"] * 2 * (what == "read"))
        self.steps.append(Step(kind, last if kind == "await" else self.groups - 1 - last))
        for left in (self.reading, self.writing) if kind != "wait_read" else (self.reading,):
            for group in [g for g in left if g <= last]:
                del left[group]


def text(steps: list[Step]) -> str:
    """The program; it prints what is loaded."""
    lines = ["func.func private @printI64(i64)", "func.func @main() {"]
    for number, buffer in enumerate(BUFFERS):
        lines += [
            f"  %i{buffer} = arith.constant {number} : i64",
            f"  %{buffer} = memref.alloca() : memref<i64>",
            f"  memref.store %i{buffer}, %{buffer}[] : memref<i64>",
        ]
    for at, step in enumerate(steps):
        lines += {
            "commit": [
                f"  %t{step.number} = queue.commit(0) {{ queue.async {{",
                f"    %x = memref.load %{step.source}[] : memref<i64>",
                f"    memref.store %x, %{step.target}[] : memref<i64>",
                "  } } -> !async.token",
            ],
            "wait": [f"  queue.wait(0, {step.number})"],
            "wait_read": [f"  queue.wait_read(0, {step.number})"],
            "await": [f"  queue.await %t{step.number} : !async.token"],
            "load": [
                f"  %v{at} = memref.load %{step.source}[] : memref<i64>",
                f"  func.call @printI64(%v{at}) : (i64) -> ()",
            ],
            "store": [
                f"  %v{at} = arith.constant {step.number} : i64",
                f"  memref.store %v{at}, %{step.source}[] : memref<i64>",
            ],
        }[step.kind]
    return "\n".join([*lines, "  return", "}"])


def run(steps: list[Step]) -> Outcome:
    """Copies as late as allowed: that shows best what a missing wait does."""
    return interpret(parse_module(text(steps), "moved.mlir"), "main", [], parse_schedule("latest"))


def covering(steps: list[Step], at: int, kinds: tuple[str, ...]) -> int | None:
    """Where the first wait of these kinds is that covers the group committed there."""
    later = 0
    for place in range(at + 1, len(steps)):
        step = steps[place]
        if step.kind == "commit":
            later += 1
        elif step.kind in kinds and (
            step.number >= steps[at].number if step.kind == "await" else later >= step.number
        ):
            return place
    return None


def moved(steps: list[Step], at: int, to: int) -> list[Step]:
    """The step is done right before the other one."""
    return [*steps[:at], *steps[at + 1 : to], steps[at], *steps[to:]]


def breaks(steps: list[Step], at: int, to: int, before: Outcome) -> bool:
    """Whether the program means something else when the commit is done later."""
    after = run(moved(steps, at, to))
    return bool(after.races) or after.output != before.output


def commits_of_right_programs() -> Iterator[tuple[list[Step], int, Outcome]]:
    """The commits of random programs without races."""
    for seed in range(PROGRAMS):
        steps = Writer(seed).program()
        outcome = run(steps)
        assert not outcome.races, text(steps)
        for at, step in enumerate(steps):
            if step.kind == "commit":
                yield steps, at, outcome


@pytest.mark.feature("S2-13")
def test_moving_an_operation_down_to_its_wait() -> None:
    legal = 0
    broken = {"past a wait_read": 0, "past a commit": 0, "past a count": 0}

    def look(why: str, steps: list[Step], at: int, to: int, before: Outcome) -> None:
        # One program that the move breaks is enough.
        if not broken[why]:
            broken[why] = breaks(steps, at, to, before)

    for steps, at, before in commits_of_right_programs():
        first = covering(steps, at, ("wait", "wait_read", "await"))
        if first is None:
            continue
        between = {step.kind for step in steps[at + 1 : first]}
        if not between:
            pass
        elif not between & {"commit", "wait", "wait_read"}:
            legal += 1
            assert not breaks(steps, at, first, before), text(steps)
        else:
            look("past a commit" if "commit" in between else "past a count", steps, at, first, before)
        last = covering(steps, at, ("wait", "await"))
        if last is not None and not {step.kind for step in steps[at + 1 : last]} & {"commit", "wait"}:
            look("past a wait_read", steps, at, last, before)
    assert legal > 10
    assert all(broken.values()), broken
