"""What the statements of a loop touch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from asyncir.analyses.walk import walk
from asyncir.dialects.effects import HEAP, Access, Effect, Effects
from asyncir.ir import Operation


@dataclass(frozen=True)
class Touch:
    """One access of a statement."""

    statement: int
    op: Operation
    effect: Effect

    @property
    def writes(self) -> bool:
        """Whether it changes what it touches, or ends its life."""
        return self.effect.access in (Access.WRITE, Access.FREE)


def touches_of(statements: Sequence[Operation], effects: Effects) -> list[Touch]:
    """Every access of the statements, in program order."""
    return [
        Touch(number, op, effect)
        for number, statement in enumerate(statements)
        for op in walk(statement)
        if not op.regions
        for effect in effects.of(op)
        if effect.access is not Access.ALLOC and effect.root is not HEAP
    ]


__all__ = ["Touch", "touches_of"]
