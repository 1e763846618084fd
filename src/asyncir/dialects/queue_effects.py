"""The effects of the ops that issue, commit and wait for asynchronous work."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects.effect_types import BARRIER, Access, Effect, HasEffects, Resource, always
from asyncir.dialects.interfaces.completion import WaitsByCount, WaitsByToken, WaitsFinished
from asyncir.ir import Operation

QUEUES = Resource("queues")
"""The order in which work is issued, committed and waited for: ops on it keep their order."""

TOUCHES_QUEUES = (Effect(Access.READ, QUEUES), Effect(Access.WRITE, QUEUES))

COMMITS_GROUP = always(*TOUCHES_QUEUES)
"""The op does what its region does, and closes a group."""

MEETS_THREADS = always(*BARRIER)
"""The op waits for the other threads, which may have touched anything."""


def _of_wait(op: Operation) -> Sequence[Effect]:
    for kind in (WaitsByCount, WaitsByToken, WaitsFinished):
        trait = op.get_trait(kind)
        covered = None if trait is None else trait.covers(op)
        if covered is not None:
            touched = tuple(Effect(a, m) for m in covered for a in (Access.READ, Access.WRITE))
            return (*touched, *TOUCHES_QUEUES)
    return BARRIER


WAITS_FOR_QUEUE = HasEffects(_of_wait)
"""The op waits for groups: for their effects on the memory that it lists, or on anything."""
