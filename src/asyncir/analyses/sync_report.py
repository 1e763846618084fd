"""What the check of a program's synchronisation answers: a verdict for each wait, the races, and the evidence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from math import prod

from asyncir.ir import Operation


class Verdict(Enum):
    """What is true of one wait, in all executions of its program."""

    EXACT = "exact"
    """Letting one more group stay in flight would make some execution wrong."""
    TOO_WEAK = "too weak"
    """It lets a group stay in flight that a later access needs."""
    TOO_STRONG = "too strong"
    """It could let more groups stay in flight: as many as `WaitReport.exact` says."""
    REDUNDANT = "redundant"
    """Without it, no execution would be wrong."""
    NEEDED = "needed"
    """Without it, some execution would be wrong, or another one: a wait for tasks."""
    UNKNOWN = "unknown"
    """Nothing was proved of it; `WaitReport.reason` says why."""


AS_A_WHOLE = "the program is proved for all sizes at once, which says nothing of single waits"
"""Why nothing is said of a wait, where a run without it may still show that it is needed."""
NOT_RIGHT_YET = "the program is not right yet"
"""Why nothing is said of a wait, where there are other things to say."""


class Standing(Enum):
    """What is true of a function, or of a file."""

    PROVED = "proved"
    """No execution has a race."""
    REFUTED = "refuted"
    """Some execution has a race, and there is a witness."""
    UNKNOWN = "unknown"
    """Neither could be shown."""


@dataclass(frozen=True, slots=True)
class Place:
    """One execution of an op: in which iterations of the loops around it (outermost first), by which thread."""

    op: Operation
    iteration: tuple[int, ...] = ()
    thread: int = 0
    calls: tuple[Operation, ...] = ()
    """The calls on the way to it, the entry's first, as far as they are known."""


@dataclass(frozen=True, slots=True)
class Group:
    """A group in flight at a wait, in words for readers."""

    op: Operation
    """What committed it."""
    age: int
    """How many groups were committed to its FIFO after it."""
    text: str
    """Which one it is, relative to the wait: `iteration i - 2 of the loop at line 7`."""
    retired: bool = False
    """Whether the wait retires it."""
    needed_by: Operation | None = None
    """An access that needs it retired, before the next wait that would do it."""


@dataclass(frozen=True, slots=True)
class WaitReport:
    """The verdict on one wait, with its reason."""

    op: Operation
    queue: int | str | None
    """The queue's id; `cp.async` for nvgpu; None where it is computed."""
    count: int | None
    """As written; None where it is computed, or the wait names tokens."""
    verdict: Verdict
    exact: int | None = None
    """The exact count, where there is one: the same as `count`, smaller (too weak) or larger (too strong)."""
    reason: str = ""
    forced_by: tuple[Operation, ...] = ()
    """The path that forces the count: the commit, the accesses, what lies between."""
    in_flight: tuple[Group, ...] = ()
    """The groups in flight when the wait is reached in the steady state, youngest first."""
    operand: int | None = None
    """Of an op that waits for several, as a task does for its dependencies: which operand this is about."""


def both(known: WaitReport | None, more: WaitReport) -> WaitReport:
    """What two say of a wait, of two entries or two copies of it, is true of it together."""
    if known is None:
        return more
    if known.verdict is more.verdict is Verdict.TOO_STRONG:
        return min((known, more), key=lambda wait: wait.exact or 0)
    return min((known, more), key=lambda wait: _BY_WEIGHT.index(wait.verdict))


_BY_WEIGHT = (
    Verdict.TOO_WEAK,
    Verdict.EXACT,
    Verdict.NEEDED,
    Verdict.UNKNOWN,
    Verdict.TOO_STRONG,
    Verdict.REDUNDANT,
)
"""A wait is what the first of these says that is said of it."""


@dataclass(frozen=True, slots=True)
class SparseArray:
    """An array of which few elements matter; all others are zero. However large, it is said in a few words."""

    shape: tuple[int, ...]
    elements: tuple[tuple[tuple[int, ...], int | float | bool], ...] = ()
    """Each with its index."""
    zero: int | float | bool = 0
    """What the others are: 0, 0.0 or False."""

    @property
    def size(self) -> int:
        """How many elements the array has."""
        return prod(self.shape)

    def with_diagonal(self) -> SparseArray:
        """The same with ones along the diagonal, if it is a square matrix of zeros, which cannot be factored."""
        if (
            len(self.shape) != 2
            or self.shape[0] != self.shape[1]
            or self.elements
            or not isinstance(self.zero, float)
        ):
            return self
        return replace(self, elements=tuple(((i, i), 1.0) for i in range(self.shape[0])))

    def nested(self) -> object:
        """All elements as nested lists, for small arrays."""
        known = dict(self.elements)

        def rows(prefix: tuple[int, ...]) -> object:
            if len(prefix) == len(self.shape):
                return known.get(prefix, self.zero)
            return [rows((*prefix, i)) for i in range(self.shape[len(prefix)])]

        return rows(())


def with_diagonals(arguments: Iterable[object]) -> tuple[object, ...]:
    """The same with ones along the diagonals of square matrices of zeros."""
    return tuple(a.with_diagonal() if isinstance(a, SparseArray) else a for a in arguments)


@dataclass(frozen=True, slots=True)
class Witness:
    """Arguments of the entry with which an execution races: the interpreter replays them."""

    entry: str
    arguments: tuple[object, ...] = ()
    """Integers, floats and sparse arrays (for memrefs), one for each argument of the entry."""

    def with_diagonals(self) -> Witness:
        """The same call, with ones along the diagonals of square matrices."""
        return replace(self, arguments=with_diagonals(self.arguments))


@dataclass(frozen=True, slots=True)
class RaceReport:
    """Two accesses of which neither happens before the other."""

    kind: str
    """RAW, WAR or WAW."""
    first: Place
    second: Place
    witness: Witness | None = None
    wait: Operation | None = None
    """The wait that should have prevented it, if there is one on the way."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """An execution that ends with an error: a wait's count becomes negative, or memory ends that an op in flight uses."""

    op: Operation
    witness: Witness
    certain: bool
    """Whether the program is to blame; where a count hangs on arguments or memory, that may be the caller."""
    code: str = "S018"
    """The error that the interpreter reports: S018 or S020; R104 where something waits forever."""


@dataclass(frozen=True, slots=True)
class FunctionReport:
    """What is known of one entry and of all that it calls."""

    name: str
    standing: Standing
    reason: str = ""
    races: tuple[RaceReport, ...] = ()
    certificate: object | None = None
    """Plain data (JSON) with which an independent verifier checks the proof again."""
    at: Operation | None = None
    """What the reason speaks of; of two accesses, the later one."""
    other: Operation | None = None
    """The access with which `at` may race."""
    failures: tuple[Failure, ...] = ()
    unfinished: tuple[Operation, ...] = ()
    """What still writes memory of the caller's when the function returns, in some execution."""
    guesses: tuple[Witness, ...] = ()
    """Executions that may have a race which is not among `races`, as far as can be told."""
    suspected: tuple[tuple[Operation, Operation], ...] = ()
    """The pairs of accesses of which it could not be told whether they race."""
    of_tasks: bool = False
    """Whether it launches tasks."""
    patient: bool = False
    """Whether a run that shows one of the guesses may be long, and is known to end."""
    refused: str = ""
    """Why the interpreter does not run it; empty where it does, or was not asked."""


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What is known of a module. Waits are in the order of the text."""

    waits: tuple[WaitReport, ...] = ()
    functions: tuple[FunctionReport, ...] = field(default=())

    @property
    def races(self) -> tuple[RaceReport, ...]:
        """The races of all functions."""
        return tuple(race for function in self.functions for race in function.races)

    @property
    def standing(self) -> Standing:
        """Refuted if one function is, proved if all are."""
        standings = {function.standing for function in self.functions}
        if Standing.REFUTED in standings:
            return Standing.REFUTED
        return Standing.UNKNOWN if Standing.UNKNOWN in standings else Standing.PROVED
