"""What the waits of a run have retired at each step: two programs that wait for the same groups have the same steps."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

from asyncir.dialects.effects import Milestone
from asyncir.ir import ModuleOp
from asyncir.semantics import interpret, parse_schedule
from asyncir.simulation.events import AccessEvent, Cell, CommitEvent, IssueEvent, WaitEvent

Retired = frozenset[tuple[Hashable, str, int]]
"""For each FIFO and milestone with waits so far, how many groups, from the first on, are complete."""


@dataclass(frozen=True, slots=True)
class Step:
    """A commit, an issue or an access, where it is in the text, and what its thread has waited for before it."""

    thread: int
    kind: str
    place: str
    touched: Hashable
    retired: Retired


@dataclass(frozen=True, slots=True)
class Run:
    """A run of a program."""

    steps: tuple[Step, ...]
    races: frozenset[tuple[str, str, str]]
    waits: int
    failed: str


def run(module: ModuleOp, arguments: Sequence[object]) -> Run:
    """Interpret `@main`."""
    outcome = interpret(module, "main", list(arguments), parse_schedule("latest"), record=True)
    retired: dict[int, dict[tuple[Hashable, str], int]] = {}
    steps: list[Step] = []
    waits = 0
    for event in outcome.events:
        mine = retired.setdefault(event.thread, {})
        if isinstance(event, WaitEvent):
            waits += 1
            _retire(event, mine)
        elif isinstance(event, IssueEvent | CommitEvent | AccessEvent):
            touched = _touched(event)
            if touched is not None:
                state = frozenset((*key, number) for key, number in mine.items() if number)
                place = str(event.op.location)
                steps.append(Step(event.thread, type(event).__name__, place, touched, state))
    races = frozenset((r.kind, str(r.first.op.location), str(r.second.op.location)) for r in outcome.races)
    failed = next((d.code for d in outcome.diagnostics if not outcome.ok and d.code != "S001"), "")
    return Run(tuple(steps), races, waits, failed)


def _retire(wait: WaitEvent, retired: dict[tuple[Hashable, str], int]) -> None:
    """What is written has been read before."""
    reached = ["read"] if wait.milestone is Milestone.SOURCE_READ else ["read", "written"]
    for milestone in reached:
        key = (wait.fifo, milestone)
        retired[key] = max(retired.get(key, 0), wait.upto)


def _touched(event: IssueEvent | CommitEvent | AccessEvent) -> Hashable:
    """What the event is about; None for private memory, in which a pass may keep a counter."""
    if isinstance(event, CommitEvent):
        return event.fifo, event.group, len(event.members)
    if isinstance(event, IssueEvent):
        return _shared(event.reads), _shared(event.writes)
    cells = _shared(event.cells)
    return (event.kind, cells) if cells else None


def _shared(cells: frozenset[Cell]) -> frozenset[Cell]:
    return frozenset(cell for cell in cells if not cell[0].startswith("thread"))


def is_as_loose(new: Run, old: Run) -> bool:
    """Whether `new` does the same as `old` and never waits for more."""
    return len(new.steps) == len(old.steps) and all(
        replace(n, retired=o.retired) == o and _is_within(n.retired, o.retired)
        for n, o in zip(new.steps, old.steps, strict=True)
    )


def _is_within(new: Retired, old: Retired) -> bool:
    known = {(fifo, milestone): number for fifo, milestone, number in old}
    return all(number <= known.get((fifo, milestone), 0) for fifo, milestone, number in new)
