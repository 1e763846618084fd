"""How an op bears on the function that executes it, declared by traits, so that analyses list no ops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from asyncir.ir import Operation, OpTrait, SSAValue


class IsFunction(OpTrait):
    """The op is a function that calls may name."""


class Waits(OpTrait):
    """The op may wait for work in flight, and so suspend the function that it is in."""


class Fails(OpTrait):
    """The op may end the function that it is in with an error."""


@dataclass(frozen=True)
class ConcernsOtherThreads(OpTrait):
    """The op starts threads beside the one that executes it, or meets them in a way of its own.

    Who does not know such an op by other traits knows nothing of a program that has it.
    """

    help: str = ""
    """What the author of such a program can do."""
    of_machine: bool = False
    """Whether it concerns engines of a described machine: who knows the machine knows what it does."""


class OfHost(OpTrait):
    """The op is the host's: what is executed by a device has none."""


class TakesOver(OpTrait):
    """The op keeps a reference of its own to the tokens, values and groups that it is given."""

    @staticmethod
    def taken(op: Operation) -> Sequence[SSAValue]:
        """The operands that it keeps, as often as it keeps them."""
        return op.operands


class TakesOverFirst(TakesOver):
    """The op keeps its first operand, and only looks at the others."""

    @staticmethod
    def taken(op: Operation) -> Sequence[SSAValue]:
        """The first operand."""
        return op.operands[:1]


@cache
def may_wait(op: type[Operation]) -> bool:
    """Whether ops of this class carry `Waits`; remembered, since every op of a program is asked."""
    return op.has_trait(Waits)


@cache
def may_fail(op: type[Operation]) -> bool:
    """Whether ops of this class carry `Fails`."""
    return op.has_trait(Fails)


@cache
def taking_over(op: type[Operation]) -> TakesOver | None:
    """The trait with which ops of this class keep references to operands."""
    return op.get_trait(TakesOver)


class HasGraphRegion(OpTrait):
    """The order of the ops in the op's region means nothing."""
