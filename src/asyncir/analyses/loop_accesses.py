"""What the statements of a loop touch."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from asyncir.analyses.aliasing import roots
from asyncir.analyses.flow import sources
from asyncir.analyses.token_scopes import awaited
from asyncir.dialects.effects import (
    ANYTHING,
    HEAP,
    UNKNOWN,
    Access,
    Effect,
    Effects,
    Milestone,
    Resource,
    declared_effects,
    is_allocation,
)
from asyncir.dialects.interfaces.completion import commits, fifo_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import MemRefType, Operation, SSAValue, UnrankedMemRefType
from asyncir.ir.symbols import symbol_around
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
        known = _of_wait(op, effects) if awaited(op) else None
        return effects.of(op) if known is None else known
    declared = declared_effects(op)
    return (
        UNKNOWN
        if declared is None
        else tuple(e for e in declared if e.root is ANYTHING or isinstance(e.root, SSAValue))
    )


def _of_wait(op: Operation, effects: Effects) -> tuple[Effect, ...] | None:
    """What the groups touch that have arrived behind a wait for tokens; None where it is not known which those are.

    Those in front of a group in its FIFO have arrived, too.
    """
    function = symbol_around(op)
    awaits, fifos = list(awaited(op)), set[Hashable]()
    seen = set[SSAValue]()
    while awaits and function is not None:
        token = awaits.pop()
        owner = token.owner if isinstance(token.owner, Operation) else None
        fifo = None if owner is None else _fifo(owner, function)
        if fifo is not None:
            fifos.add(fifo)
        elif owner is None or kind_of(owner) is not OpKind.READY:
            carried = sources(token)
            if not carried:
                return None
            awaits += [value for value in carried if value not in seen]
            seen.update(carried)
    if function is None or any(kind_of(each) is OpKind.CALL for each in walk(function)):
        return None
    same = [each for each in walk(function) if commits(each) and _fifo(each, function) in {*fifos, None}]
    if any(not each.regions for each in same):
        return None
    found = (effect for each in same for effect in effects.of(each))
    return tuple(dict.fromkeys(effect for effect in found if effect.milestone is not Milestone.ISSUE))


def _fifo(op: Operation, function: Operation) -> Hashable | None:
    """The FIFO to which the op commits a group; None where it commits none, or the queue is computed."""
    trait = commits(op)
    queue = None if trait is None else trait.queue(op)
    return fifo_of(queue, function) if isinstance(queue, int | str) else None
