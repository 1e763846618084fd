# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Who decides what PTX leaves open: which threads go on, when asynchronous operations happen, how lanes of a warp part.

A warp runs until it blocks (or, at random, until some visible step). An asynchronous operation happens as early as it may
(when it is issued), as late as it may (when a wait needs it, or when nothing else can go on), or at random. Lanes of a warp
may run apart where no instruction holds them together (PTX ISA 9.0, section 3.1: since sm_70 each thread has its own
program counter).
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeVar

Choice = TypeVar("Choice")


class HasNumber(Protocol):
    """A warp."""

    @property
    def number(self) -> int:
        """Its place in the block."""
        ...


class TakesTurns(Protocol):
    """What has a turn: a number that grows when it lets others go first; and is of a warp."""

    turn: int

    @property
    def warp(self) -> "HasNumber":
        """The warp that it is of."""
        ...


Taking = TypeVar("Taking", bound=TakesTurns)


@dataclass(frozen=True)
class RunOrder:
    """One schedule, by its name.

    `warps` says which of those that can run goes on: the `first` by number, the `last`, or any (`random`); the `leaders` of
    groups of four warps, and of the others the last, so that a warp which waits beside its leader may come too late for a
    phase; or `followers`, all others before the leaders. `copies` says
    when asynchronous operations happen: `behind` is late, but for a `cp.async` in flight whose bytes are written by another
    write: it happens right behind that. `turns` says when a strand lets others go first: when it is `blocked`, behind what
    `releases` others too (an arrival that it does not wait for), or behind `each` visible step. `lanes` is how many parts
    each warp's lanes fall into (1: they stay together): every second lane, neighbours, or one lane for itself and the others,
    by the `seed` modulo 3.
    `pause` is the chance that a strand stops behind a visible step.
    """

    warps: Literal["first", "last", "leaders", "followers", "random"]
    copies: Literal["early", "late", "behind", "random"]
    turns: Literal["blocked", "releases", "each"] = "blocked"
    lanes: int = 1
    seed: int = 0
    pause: float = 0.0

    def __str__(self) -> str:
        turns = {"blocked": "", "releases": ", in turns at releases", "each": ", in turns"}[self.turns]
        parts = f", lanes in {self.lanes} parts" if self.lanes > 1 else ""
        seed = f", seed {self.seed}" if self.warps == "random" or self.copies == "random" else ""
        return f"{self.warps} warp, copies {self.copies}{turns}{parts}{seed}"


@dataclass
class Adversary:
    """Carries out a `RunOrder` in one run."""

    order: RunOrder
    source: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.source = random.Random(self.order.seed)

    def early(self) -> bool:
        """Whether an operation that is issued now happens at once."""
        if self.order.copies == "random":
            return self.source.random() < 0.5
        return self.order.copies == "early"

    def runs(self, ready: Sequence[Taking]) -> Taking:
        """Which of the strands that can run goes on; they come in the order of their warps."""
        if self.order.warps == "random":
            return self.source.choice(ready)
        if self.order.turns != "blocked" and len(ready) > 1:
            least = min(strand.turn for strand in ready)
            ready = [strand for strand in ready if strand.turn == least]
        if self.order.warps in ("leaders", "followers"):
            leaders = [strand for strand in ready if strand.warp.number % 4 == 0]
            others = [strand for strand in ready if strand.warp.number % 4]
            if self.order.warps == "leaders":
                return leaders[0] if leaders else others[-1]
            return others[0] if others else leaders[-1]
        return ready[0 if self.order.warps == "first" else -1]

    def happens(self, pending: Sequence[Choice]) -> Choice:
        """Which operation in flight happens when nothing else can."""
        if self.order.copies == "random":
            return self.source.choice(pending)
        return pending[-1 if self.order.warps == "last" else 0]

    def pauses(self) -> bool:
        """Whether the strand that runs stops here, though it could go on."""
        return self.order.pause > 0 and self.source.random() < self.order.pause


# Enough to turn each pair of warps' relative order round with copies at both ends; see `tries`.
EXTREMES = (
    RunOrder("first", "late"),
    RunOrder("last", "early"),
    RunOrder("last", "late", turns="releases"),
    RunOrder("first", "early", turns="releases"),
)
APART = (
    RunOrder("first", "late", turns="each"),
    RunOrder("last", "early", turns="each"),
    RunOrder("first", "late", lanes=2),
    RunOrder("last", "early", lanes=2),
    RunOrder("first", "late", lanes=2, seed=2),
    RunOrder("leaders", "early"),
    RunOrder("followers", "late"),
    RunOrder("first", "behind"),
)


def random_orders(count: int, seed: int = 1) -> tuple[RunOrder, ...]:
    """Schedules at random."""
    return tuple(
        RunOrder("random", "random", lanes=1 + (k % 3 == 2), seed=seed * 1000 + k, pause=0.2)
        for k in range(count)
    )
