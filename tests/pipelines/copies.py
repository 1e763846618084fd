"""How many copies of private memory a pipeline has, and how few it could have: found by running it with fewer.

The pipeline is made with more copies than there are iterations, so that its waits are those that the annotation implies
and no other. Then the number by which a copy is chosen is made smaller in its text, until the interpreter finds a race or
another result.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable
from functools import partial
from typing import cast
from unittest.mock import Mock, patch

from asyncir.ir import Attribute, Context, MemRefType
from asyncir.semantics import TaskSchedule, prepare
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import size_buffers
from asyncir.transforms.size_buffers import SizeBuffers
from tests.pipelines import loops as made
from tests.pipelines.family import READS, THREE, WRITES, legal, loops, schedules, signature, subsets
from tests.pipelines.judging import Judged
from tests.pipelines.loop_text import annotated, text_of
from tests.pipelines.running import Subject, Times, outcomes

MANY = 9
"""More than there are iterations, and than any constant of the loops' texts."""


def chosen(subject: Subject, times: Times, asynchronous: Collection[int]) -> dict[str, int]:
    """The copies that `size-buffers` gives to each memory that is private."""
    module = subject.annotated(times, asynchronous)
    SizeBuffers().apply(Context(), module)
    found = dict.fromkeys(made.private(subject.loop), 1)
    for op in module.walk():
        if op.name == "memref.alloca":
            shape = cast("MemRefType[Attribute]", op.results[0].type).get_shape()
            if len(shape) == 2:
                found[op.results[0].name_hint or ""] = shape[0]
    return found


class Copies:
    """A pipeline with as many copies as are asked for, and the waits of one with very many."""

    def __init__(self, subject: Subject, times: Times, asynchronous: Collection[int]):
        self.subject = subject
        self.memory = sorted(made.private(subject.loop))
        many = list(range(MANY, MANY + len(self.memory)))
        with patch.object(size_buffers, "slots_needed", Mock(side_effect=many)):
            self.text = print_module(subject.pipelined(times, asynchronous))

    def text_with(self, memory: str, slots: int) -> str:
        """The pipeline in which that memory has so many copies."""
        many = MANY + self.memory.index(memory)
        return re.sub(rf"arith\.constant {many} : index", f"arith.constant {slots} : index", self.text)

    def is_right(self, memory: str, slots: int, schedule: TaskSchedule | None = None, most: int = 7) -> bool:
        """Whether it races with nothing and computes what the loop computes, for all trip counts up to `most`."""
        module = parse_module(self.text_with(memory, slots), "copies.mlir")
        run = prepare(module, "main")
        # The longest run first: what is wrong in any is seldom right there.
        return all(
            outcomes(module, self.subject.loop, [trips], schedule, run) == [self.subject.expected[trips]]
            for trips in range(most, -1, -1)
        )

    def least(self, memory: str) -> int | None:
        """The fewest copies that are right; None where no number is."""
        if not self.is_right(memory, MANY + len(self.memory)):
            raise AssertionError(f"it is wrong without any copy that is used twice\n{self.text}")
        return next((n for n in range(1, MANY - 2) if self.is_right(memory, n)), None)


def judge_copies(loop: made.Loop, every: int = 1, first: int = 0) -> Judged:
    """Whether `size-buffers` chooses the fewest copies, for one in so many annotations of a loop."""
    judged, subject = Judged(), Subject(loop)
    found = [(t, s) for t in legal(loop, schedules(len(loop.statements))) for s in subsets(loop, t)]
    judged.counts["loops"] += 1
    for times, stages in found[first::every]:
        text = text_of(loop, annotated(times, stages))
        judged.counts["pipelines"] += 1
        judged.attempt(text, partial(_compare, judged, subject, times, stages))
    return judged


def _compare(judged: Judged, subject: Subject, times: Times, stages: Collection[int]) -> str:
    copies = Copies(subject, times, stages)
    for memory, number in chosen(subject, times, stages).items():
        least = copies.least(memory)
        if least is None:
            judged.counts["memories that need a wait of their own"] += 1
            continue
        judged.counts[f"memories with {number} copies"] += 1
        if number != least:
            return f"{memory} has {number} copies, and {least} are enough"
    return ""


def of_interest(count: int) -> list[made.Loop]:
    """The loops of two or three statements whose private memory matters, one for each set of dependences."""
    alphabet = (WRITES, [(part,) for part in READS]) if count == 2 else THREE[0]
    chosen: dict[Hashable, made.Loop] = {}
    for loop in map(made.defined, loops(*alphabet, count)):
        if made.private(loop) and is_seen(loop):
            chosen.setdefault(signature(loop), loop)
    return list(chosen.values())


def is_seen(loop: made.Loop, trips: int = 7) -> bool:
    """Whether all that goes through private memory shows in the end, in what the function returns or in its arguments.

    What nobody sees may be anything; then fewer copies come to the same.
    """
    own = made.private(loop)
    held: dict[tuple[str, int | None], set[tuple[int, int]]] = {}
    total: set[tuple[int, int]] = set()
    needed: set[tuple[int, int]] = set()
    for i in range(trips):
        before = total
        for n, statement in enumerate(loop.statements):
            found = {(n, i)}.union(*(held.get((r.array, r.index.at(i)), ()) for r in statement.reads))
            if any(access.array in own for access in statement.accesses()):
                needed.add((n, i))
            if statement.takes_sum:
                found |= before
            if statement.write is None:
                total = total | found
            else:
                held[statement.write.array, statement.write.index.at(i)] = found
    shown = total.union(*(seen for (array, _), seen in held.items() if array[0] == "a"))
    return needed <= shown and not loop.indices()
