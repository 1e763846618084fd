"""What is wrong with the synchronisation of a program on a machine, as far as a walk tells."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from asyncir.analyses.machines.knowledge import CannotFollow, MachineTouch, WalkIteration
from asyncir.analyses.machines.program import MachineItem, MachineProgram, MachineRole
from asyncir.analyses.machines.resource_walk import groups_told_apart
from asyncir.analyses.machines.walk import Walk
from asyncir.analyses.machines.worlds import World, cases_of, worlds_of
from asyncir.dialects.effects import Effect
from asyncir.ir import Operation

_MOST_IN_WORLDS = 50_000
"""So many steps may a walk through all worlds have."""
_MOST_STEPS = 60_000
"""So many may any walk have, and"""
_MOST_OF_EACH = 40
"""so many more for each op: loops in loops are walked through very often."""


@dataclass(frozen=True, slots=True)
class MaybeRace:
    """A work that is not known to have arrived where another one begins that conflicts with it."""

    first: Operation
    second: Operation
    fence: str = ""
    """It has arrived, and may not be visible for lack of this fence."""


@dataclass(frozen=True, slots=True)
class MaybeMisuse:
    """An op of a resource that may not do what it is for."""

    op: Operation
    why: str


@dataclass
class MachineAnswer:
    """The answer; nothing in it: proved."""

    races: dict[MaybeRace, None] = field(default_factory=dict[MaybeRace, None])
    misuses: dict[MaybeMisuse, None] = field(default_factory=dict[MaybeMisuse, None])
    unknown: str = ""
    at: Operation | None = None
    """What could not be followed."""

    @property
    def proved(self) -> bool:
        """Whether there is no race and no misuse in any execution."""
        return not (self.races or self.misuses or self.unknown)


class _IsWrong(Exception):
    """Something is wrong, and no more is asked."""

    def __init__(self, is_race: bool):
        self.is_race = is_race


class Looker(Walk):
    """A walk that puts nothing in, through all worlds at once or through each of those that are given."""

    def __init__(self, program: MachineProgram, apart: Sequence[World] = ()):
        super().__init__(program)
        self.most_groups = groups_told_apart(program)
        self.most_steps = most_steps(program)
        self._apart = apart or ((),)

    def _leave(self, iteration: WalkIteration, item: MachineItem) -> None:
        """What a signal would tell behind each op is not asked for."""

    def settles(self, touch: MachineTouch) -> int:
        """Where ways meet again, less is known than on each of them."""
        return self.over_for(touch)

    def worlds(self) -> Sequence[World]:
        """See `Walk`."""
        return self._apart


class _Checker(Looker):
    def __init__(self, program: MachineProgram, apart: Sequence[World] = ()):
        super().__init__(program, apart)
        self.found = MachineAnswer()

    def missing(
        self, iteration: WalkIteration, item: MachineItem, touch: MachineTouch, effect: Effect | None
    ) -> None:
        if effect is None and item.role is MachineRole.WORK:
            self.found.misuses[MaybeMisuse(item.op, "room")] = None
        else:
            lacking = self.unfenced(item.engine, touch) if effect and self.ordered(item.engine, touch) else ()
            self.found.races[MaybeRace(touch.op, item.op, lacking[0].name if lacking else "")] = None

    def lost(self, item: MachineItem, key: Hashable, why: str) -> None:
        self.found.misuses[MaybeMisuse(item.op, why)] = None


class _Prover(Looker):
    """A checker that stops at the first thing that is wrong."""

    def missing(
        self, iteration: WalkIteration, item: MachineItem, touch: MachineTouch, effect: Effect | None
    ) -> None:
        raise _IsWrong(effect is not None or item.role is not MachineRole.WORK)

    def lost(self, item: MachineItem, key: Hashable, why: str) -> None:
        raise _IsWrong(is_race=False)


class SoonFound(Enum):
    """What is soon found of a program."""

    PROVED = "nothing is wrong"
    RACE = "there may be a race, with fewer signals and waits, too"
    UNSURE = "something may be wrong"


def soon_found(program: MachineProgram, steps: int = 0) -> SoonFound:
    """Whether `checked` finds nothing; where it finds something, this stops at the first that it comes to.

    `steps` says how many a walk through a program has that is much the same.
    """
    found = SoonFound.UNSURE
    apart: Sequence[World] = ()
    for _ in range(2):
        walk = _Prover(program, apart)
        try:
            walk.run()
        except _IsWrong as wrong:
            found = SoonFound.RACE if wrong.is_race else SoonFound.UNSURE
        except CannotFollow:
            found = SoonFound.UNSURE
        else:
            return SoonFound.PROVED
        apart = told_apart(program, max(steps, walk.steps))
        if not apart:
            break
    return found


def checked(program: MachineProgram) -> MachineAnswer:
    """Look at all executions of the function at once; where that does not do, world by world."""
    return checked_with_steps(program)[0]


def checked_with_steps(program: MachineProgram) -> tuple[MachineAnswer, int]:
    """The same, and how many steps the walk through all worlds at once had."""
    found, steps = _checked(program)
    apart = () if found.proved else told_apart(program, steps)
    if not apart:
        return found, steps
    closer, _ = _checked(program, apart)
    return found if closer.unknown and not found.unknown else closer, steps


def told_apart(program: MachineProgram, steps: int) -> Sequence[World]:
    """The worlds that are soon walked through, if one through all has so many steps, with ways of branches or not."""
    found = (worlds for worlds in (cases_of(program), worlds_of(program)) if _are_soon_done(worlds, steps))
    return next(found, ())


def is_soon_done(program: MachineProgram, steps: int) -> bool:
    """Whether there are several worlds, and walks through each are soon done, if one through all has so many steps."""
    return _are_soon_done(worlds_of(program), steps)


def _are_soon_done(worlds: Sequence[World], steps: int) -> bool:
    return len(worlds) > 1 and steps * len(worlds) <= _MOST_IN_WORLDS


def most_steps(program: MachineProgram) -> int:
    """How many steps a walk has at most; where there are more, nothing is known."""
    return _MOST_STEPS + _MOST_OF_EACH * program.size


def _checked(program: MachineProgram, apart: Sequence[World] = ()) -> tuple[MachineAnswer, int]:
    walk = _Checker(program, apart)
    try:
        walk.run()
    except CannotFollow as error:
        walk.found.unknown, walk.found.at = error.why, error.op
    return walk.found, walk.steps
