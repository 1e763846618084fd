"""Races between async ops and threads, and the diagnostic for one."""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.diagnostics import Diagnostic, Note, Span
from asyncir.ir import Operation


@dataclass(frozen=True, slots=True)
class Site:
    """One execution of an op."""

    op: Operation
    span: Span | None
    iteration: tuple[int, ...]
    """For each loop around it, outermost first and through calls, how many iterations came before this one."""
    thread: int

    def words(self, threads: int) -> str:
        """Which execution it is: `iteration 2 of its loop, thread 3`."""
        parts: list[str] = []
        if self.iteration:
            numbers = ", ".join(map(str, self.iteration))
            parts.append(f"iteration {numbers}" if len(self.iteration) == 1 else f"iterations ({numbers})")
        if threads > 1:
            parts.append(f"thread {self.thread}")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Race:
    """Two accesses to one element, at least one of which writes, and neither happens before the other.

    Of two accesses of one thread `first` is the one issued first. Of two threads it is the one with fewer barriers before
    it, and where both have as many, that of the lower thread.
    """

    kind: str
    """RAW: the second reads what the first writes; WAR, WAW."""
    first: Site
    second: Site
    of_iterations: bool = False
    """Whether they are in two iterations of a parallel loop."""
    of_blocks: bool = False
    """Whether they are in two blocks of a launch; the threads of the sites are the numbers of these."""

    @property
    def verbs(self) -> tuple[str, str]:
        """What the second does, and what the first did."""
        return _VERBS[self.kind]


_VERBS = {"RAW": ("reads", "writes"), "WAR": ("writes", "reads"), "WAW": ("writes", "writes")}


def diagnostic(race: Race, threads: int) -> Diagnostic:
    """S001, with both accesses."""
    later, earlier = race.verbs
    first, second = race.first, race.second
    across = first.thread != second.thread
    places = [site.words(2 if across else threads) for site in (first, second)]
    repair = (
        "put a barrier between the two threads' accesses, after the wait if there is one"
        if across
        else "wait for the async op's group before the other access"
    )
    if race.of_iterations:
        repair = "let each iteration of the parallel loop access elements of its own"
    if race.of_blocks:
        places = [words.replace("thread", "block") for words in (site.words(2) for site in (first, second))]
        repair = "let each block access elements of its own, or update them atomically: nothing orders blocks"
    return Diagnostic(
        "S001",
        f"race ({race.kind}): `{second.op.name}` {later} an element that `{first.op.name}` {earlier}, "
        "and neither happens before the other",
        second.span,
        label=places[1],
        help=repair,
        notes=(Note(f"{earlier} here" + (f", in {places[0]}" if places[0] else ""), first.span),),
    )
