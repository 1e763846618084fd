"""What ops that make tensors of tensors say of the memory that both may have."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from asyncir.ir import Operation, OpTrait, SSAValue


@dataclass(frozen=True)
class MakesOf(OpTrait):
    """Each of these results is made of an operand, its destination, and may be where that was."""

    pairs: Callable[[Any], Iterable[tuple[int, SSAValue]]]
    """For each such result: the number of the operand, and the result."""


class ShowsOperand(OpTrait):
    """The op's result has elements of its first operand, in another shape or only some: both are in one memory."""


@cache
def _makes_of(kind: type[Operation]) -> MakesOf | None:
    return kind.get_trait(MakesOf)


def destinations(op: Operation) -> Iterable[tuple[int, SSAValue]]:
    """For each result that is made of an operand: the operand's number, and the result."""
    trait = _makes_of(type(op))
    return () if trait is None else trait.pairs(op)
