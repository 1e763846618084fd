"""Asynchronous effects in groups: which effects of an op are in flight when it is over, and which of them complete together.

An effect is asynchronous if its milestone is not the op's own execution (`Milestone`), and synchronous else. The
asynchronous effects of an op lie in groups (`AsyncEffectGroup`): all effects of a group are complete at one moment. An op
has as many groups as there are such moments, and a group as many effects as there are.

How a group is waited for, what has to be initialised before, and what else waits for it is the business of an *effect
system* (`EffectSystem`): the engines and resources of a machine, the groups of a FIFO, tokens, the barrier of a block.
Each op belongs to the first system that knows it. Systems do not mix: what belongs to another system never waits for a group.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from asyncir.dialects.effect_types import Access, Effect, Milestone
from asyncir.dialects.effects import is_in_memory
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation
from asyncir.ir.walk import enclosing


@dataclass(frozen=True)
class AsyncEffectGroup:
    """Effects of an op that complete together, at some moment behind it."""

    op: Operation
    system: str
    """The name of the system that completes it."""
    effects: tuple[Effect, ...]
    engine: str = ""
    """Who does it, where the system has engines."""
    milestone: Milestone = Milestone.WRITTEN
    """What is over when it is complete: `SOURCE_READ` of a group of reads, which may be over before the op's writes are."""


class EffectSystem(Protocol):
    """A way to complete asynchronous effects; its groups are waited for by its own means alone."""

    @property
    def name(self) -> str:
        """What tells it from others."""
        ...

    def groups(self, op: Operation) -> Sequence[AsyncEffectGroup] | None:
        """The groups of an op, none for one that is synchronous; None for an op that the system knows nothing of."""
        ...

    def create_init(self, group: AsyncEffectGroup, before: Operation) -> Operation | None:
        """Put what prepares the wait for a group in front of an op; None where nothing is needed."""
        ...

    def does_initialize(self, group: AsyncEffectGroup, other: Operation | None) -> bool:
        """Whether the op prepares the wait for a group; of None: whether nothing has to."""
        ...

    def create_wait(self, group: AsyncEffectGroup, before: Operation) -> Operation:
        """Put what waits for a group in front of an op, and what it needs behind the group's op; the wait."""
        ...

    def does_sync(self, group: AsyncEffectGroup, other: Operation, younger: int) -> bool:
        """Whether a group is complete for certain when `other` is over.

        That is so of each execution of the group's op before `other`, but for so many of the youngest.
        """
        ...


def in_memory(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """The effects that read, write or free memory, or may."""
    return tuple(
        effect
        for effect in dict.fromkeys(effects)
        if effect.access is not Access.ALLOC and is_in_memory(effect.root)
    )


def asynchronous(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """The effects on memory that may happen when the op is over."""
    return tuple(effect for effect in in_memory(effects) if effect.milestone is not Milestone.ISSUE)


def is_before(op: Operation, other: Operation) -> bool:
    """Whether `op` is executed before `other` for certain: it stands earlier in a block around that."""
    around = (other, *enclosing(other))
    return any(op.parent is one.parent and one is not op and op.is_before_in_block(one) for one in around)


def may_come_after(op: Operation, other: Operation) -> bool:
    """Whether some execution of `other` may come behind one of `op`: it stands later, or both are in a loop."""
    places = {one.parent: one for one in (op, *enclosing(op))}
    for around in (other, *enclosing(other)):
        first = places.get(around.parent)
        if first is not None:
            return (first is not around and first.is_before_in_block(around)) or _is_repeated(around)
    return False


def _is_repeated(op: Operation) -> bool:
    """Whether something around an op may execute it again and again."""
    return any(kind_of(around) not in _ONCE for around in enclosing(op) if around.parent_op() is not None)


_ONCE = (OpKind.IF, OpKind.SWITCH, OpKind.REGION, OpKind.FUNCTION, OpKind.TASK_FUNCTION)
