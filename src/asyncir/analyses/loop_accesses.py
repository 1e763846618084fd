"""What the statements of a loop touch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from asyncir.analyses.walk import walk
from asyncir.dialects.effects import ANYTHING, HEAP, UNKNOWN, Access, Effect, Effects, declared_effects
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
        for effect in _of_its_own(op, effects)
        if effect.access is not Access.ALLOC and effect.root is not HEAP
    ]


def _of_its_own(op: Operation, effects: Effects) -> tuple[Effect, ...]:
    """What the op touches besides what the ops in its regions do."""
    if not op.regions:
        return effects.of(op)
    declared = declared_effects(op)
    return UNKNOWN if declared is None else tuple(e for e in declared if e.root is ANYTHING)


__all__ = ["Touch", "touches_of"]
