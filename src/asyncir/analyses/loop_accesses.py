"""What the statements of a loop touch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from asyncir.analyses.aliasing import roots
from asyncir.dialects.effects import (
    ANYTHING,
    HEAP,
    UNKNOWN,
    Access,
    Effect,
    Effects,
    Resource,
    declared_effects,
    is_allocation,
)
from asyncir.ir import MemRefType, Operation, SSAValue, UnrankedMemRefType
from asyncir.ir.walk import walk


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
    """Every access of the statements, in program order, but those of memory which a statement has for itself.

    What it allocates, and hands to nobody, is other memory in each iteration.
    """
    return [
        Touch(number, op, effect)
        for number, statement in enumerate(statements)
        for own in [_own_memory(statement)]
        for op in walk(statement)
        for effect in _of_its_own(op, effects)
        if effect.access is not Access.ALLOC and effect.root is not HEAP
        if not own or not _is_of(effect.root, own)
    ]


def _own_memory(statement: Operation) -> frozenset[SSAValue]:
    """What the statement allocates, if it hands over no memory."""
    if any(isinstance(result.type, MemRefType | UnrankedMemRefType) for result in statement.results):
        return frozenset()
    return frozenset(result for op in walk(statement) for result in op.results if is_allocation(result))


def _is_of(root: SSAValue | Resource, own: frozenset[SSAValue]) -> bool:
    return isinstance(root, SSAValue) and all(found.identity in own for found in roots(root))


def _of_its_own(op: Operation, effects: Effects) -> tuple[Effect, ...]:
    """What the op touches besides what the ops in its regions do."""
    if not op.regions:
        return effects.of(op)
    declared = declared_effects(op)
    return (
        UNKNOWN
        if declared is None
        else tuple(e for e in declared if e.root is ANYTHING or isinstance(e.root, SSAValue))
    )


__all__ = ["Touch", "touches_of"]
