"""The effects of the async dialect's ops."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects.effects import TASKS, Access, Effect, HasEffects
from asyncir.ir import Operation


class TouchesTasks(HasEffects):
    """Launches, completes or waits for tasks: ops with this trait keep their order."""

    @classmethod
    def effects(cls, op: Operation) -> Sequence[Effect]:
        """Reads and writes the order of tasks."""
        return (Effect(Access.READ, TASKS), Effect(Access.WRITE, TASKS))


class ReadsTasks(HasEffects):
    """Looks at the state of tasks and changes nothing."""

    @classmethod
    def effects(cls, op: Operation) -> Sequence[Effect]:
        """Reads the order of tasks."""
        return (Effect(Access.READ, TASKS),)


class AllocatesCompletion(HasEffects):
    """Makes a completion that nothing else knows of."""

    @classmethod
    def effects(cls, op: Operation) -> Sequence[Effect]:
        """Allocates the op's result."""
        return (Effect(Access.ALLOC, op.results[0]),)
