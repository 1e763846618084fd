"""Which counts to write: too weak waits repaired, then each relaxed in turn as far as the others allow."""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.analyses.in_flight.policies import Need, Needs
from asyncir.analyses.in_flight.state import Vector


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be added to a wait's count; None: the wait is not needed."""

    by: int | None
    weak: bool = False
    binding: Need | None = None
    """The need that forbids more."""


def changes(needs: Needs, waits: int) -> list[Change]:
    """For each wait, in the order of the text. See the verdicts in `docs/proofs.md`."""
    repair = _repairs(needs)
    vectors: dict[Vector, Need] = {**{n.met: n for n in needs.broken.values()}, **needs.minimal}
    adjusted = [({w: s - repair.get(w, (0, None))[0] for w, s in v}, need) for v, need in vectors.items()]
    by_wait: list[list[tuple[dict[int, int], Need]]] = [[] for _ in range(waits)]
    for slack, need in adjusted:
        if any(s >= 0 for s in slack.values()):
            for wait in slack:
                by_wait[wait].append((slack, need))
    relaxed: list[int | None] = [0] * waits
    answers: list[Change] = []
    for wait in range(waits):
        least: tuple[int, Need] | None = None
        for slack, need in by_wait[wait]:
            if least is not None and slack[wait] >= least[0]:
                continue
            if not any(
                other != wait and (limit := relaxed[other]) is not None and s >= limit
                for other, s in slack.items()
            ):
                least = (slack[wait], need)
        by = relaxed[wait] = None if least is None else max(least[0], 0)
        less, need = repair.get(wait, (0, None))
        if by is not None and less + by < 0:
            answers.append(Change(less + by, True, need if by == 0 or least is None else least[1]))
        else:
            total = None if by is None else less + by
            answers.append(Change(total, False, None if least is None else least[1]))
    return answers


def _repairs(needs: Needs) -> dict[int, tuple[int, Need]]:
    """For waits that are the last before an access that nothing serves: by how much they are too large (negative).

    One that is served by a wait that was repaired before asks for nothing more.
    """
    repair: dict[int, tuple[int, Need]] = {}
    for need in sorted(needs.broken.values(), key=lambda need: need.last or (-1, 0)):
        if need.last is None:
            continue
        wait, slack = need.last
        if slack < 0 and not any(s >= repair[w][0] for w, s in need.met if w in repair):
            repair[wait] = (slack, need)
    return repair
