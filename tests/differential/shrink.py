"""Make a failing program small: the sequence of decisions that made it is shortened and lowered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tests.differential.generator import Choices, Profile, Program, generate


class Recorded:
    """Decisions taken from another source, and remembered as distances from the lowest."""

    def __init__(self, source: Choices):
        self._source = source
        self.made: list[int] = []

    def integer(self, low: int, high: int) -> int:
        value = self._source.integer(low, high)
        self.made.append(value - low)
        return value


class Replayed:
    """Given decisions; the lowest once they are used up."""

    def __init__(self, made: Sequence[int]):
        self._left = iter(made)

    def integer(self, low: int, high: int) -> int:
        return min(low + next(self._left, 0), high)


def shrink(
    made: Sequence[int], profile: Profile, fails: Callable[[Program], bool], tries: int = 400
) -> tuple[Program, int]:
    """The smallest program found that still fails, and how many were tried."""
    best = list(made)
    program = generate(Replayed(best), profile)
    tried = 0
    progress = True
    while progress and tried < tries:
        progress = False
        for candidate in _smaller(best):
            if tried >= tries:
                break
            smaller = generate(Replayed(candidate), profile)
            if (len(smaller.text), candidate) >= (len(program.text), best):
                continue
            tried += 1
            if fails(smaller):
                best, program, progress = candidate, smaller, True
                break
    return program, tried


def _smaller(made: list[int]) -> Iterator[list[int]]:
    """Without a stretch, the longest first; with a stretch of zeros; with one decision halved."""
    size = len(made) // 2
    while size:
        for start in range(0, len(made), size):
            yield made[:start] + made[start + size :]
            if any(made[start : start + size]):
                yield made[:start] + [0] * size + made[start + size :]
        size //= 2
    for at, value in enumerate(made):
        if value > 1:
            yield [*made[:at], value // 2, *made[at + 1 :]]
