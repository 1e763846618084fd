"""The effects of the ops that issue, commit and wait for asynchronous work."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects.effect_types import BARRIER, Access, Effect, HasEffects, Overlaps, Resource
from asyncir.dialects.interfaces.completion import WaitsByCount, WaitsByToken, WaitsFinished
from asyncir.ir import Operation

QUEUES = Resource("queues")
"""The order in which work is issued, committed and waited for: ops on it keep their order."""

TOUCHES_QUEUES = (Effect(Access.READ, QUEUES), Effect(Access.WRITE, QUEUES))


class CommitsGroup(HasEffects):
    """The op does what its region does, and closes a group."""

    @classmethod
    def effects(cls, op: Operation) -> Sequence[Effect]:
        """Reads and writes the order of queues."""
        return TOUCHES_QUEUES


class IssuesBody(CommitsGroup, Overlaps):
    """What the op's region does may happen at any moment from now on."""


class WaitsForQueue(HasEffects):
    """The op waits for groups: for their effects on the memory that it lists, or on anything."""

    @classmethod
    def effects(cls, op: Operation) -> Sequence[Effect]:
        """The memory listed, else a full barrier."""
        for kind in (WaitsByCount, WaitsByToken, WaitsFinished):
            trait = op.get_trait(kind)
            covered = None if trait is None else trait.covers(op)
            if covered is not None:
                touched = tuple(Effect(a, m) for m in covered for a in (Access.READ, Access.WRITE))
                return (*touched, *TOUCHES_QUEUES)
        return BARRIER


class MeetsThreads(HasEffects):
    """The op waits for the other threads, which may have touched anything."""

    @classmethod
    def effects(cls, op: Operation) -> Sequence[Effect]:
        """A full barrier."""
        return BARRIER
