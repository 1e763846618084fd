"""Loops that count: the interface by which analyses ask what their counters are."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from asyncir.ir import Operation, SSAValue


@dataclass(frozen=True, slots=True)
class Count:
    """A value that is `lower` in the first iteration and grows by `step`; there are iterations while it is below `upper`."""

    values: tuple[SSAValue, ...]
    """The counter, under each name that it has in the loop's body."""
    lower: SSAValue
    upper: SSAValue
    step: SSAValue | int
    unsigned: bool = False
    """Whether it is compared without a sign."""


class CountedLoop:
    """An op that may run its body once for each combination of what its counters can be, and not at all if there is none."""

    @abstractmethod
    def counts(self) -> Sequence[Count]:
        """The counters; none where it is not known that the op counts."""


def counts_of(op: Operation) -> Sequence[Count]:
    """The counters of a loop; none of an op that does not count."""
    return op.counts() if isinstance(op, CountedLoop) else ()
