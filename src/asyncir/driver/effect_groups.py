"""Which effects of an op are asynchronous, what waits for them, and what prepares that: one door to all systems.

`EffectGroups` asks the engines of a machine first, if there is one; then what is said by tokens, FIFOs and blocks of
threads; then fallbacks, which an author gives for ops that know nothing of all this. The first system that knows an op
answers for it, and an op of another system never waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from asyncir.dialects.effects import Effect
from asyncir.dialects.interfaces.effect_groups import AsyncEffectGroup, EffectSystem
from asyncir.ir import Operation
from asyncir.targets.machine import MachineModel, load_machine
from asyncir.transforms._issued_effects import BlockEffectSystem, FifoEffectSystem, TokenEffectSystem
from asyncir.transforms._machine_effects import MachineEffectSystem


def _nothing(group: AsyncEffectGroup, before: Operation) -> Operation | None:
    return None


@dataclass(frozen=True)
class FallbackEffectSystem:
    """Functions of an author's, for ops of which no other system knows anything."""

    name: str
    effects: Callable[[Operation], Sequence[Sequence[Effect]] | None]
    """The asynchronous effects of an op, those that complete together in one list; None: it is not this system's."""
    wait: Callable[[AsyncEffectGroup, Operation], Operation]
    """Puts a wait for a group in front of an op."""
    syncs: Callable[[AsyncEffectGroup, Operation], bool]
    """Whether an op waits for a group for certain."""
    init: Callable[[AsyncEffectGroup, Operation], Operation | None] = _nothing
    """Puts what prepares the wait in front of an op."""
    initializes: Callable[[AsyncEffectGroup, Operation], bool] | None = None
    """Whether an op prepares the wait; None: nothing has to."""

    def groups(self, op: Operation) -> Sequence[AsyncEffectGroup] | None:
        """See `EffectSystem`."""
        found = self.effects(op)
        return None if found is None else [AsyncEffectGroup(op, self.name, tuple(one)) for one in found]

    def create_init(self, group: AsyncEffectGroup, before: Operation) -> Operation | None:
        """See `EffectSystem`."""
        return self.init(group, before)

    def does_initialize(self, group: AsyncEffectGroup, other: Operation | None) -> bool:
        """See `EffectSystem`."""
        if other is None or self.initializes is None:
            return other is None and self.initializes is None
        return self.initializes(group, other)

    def create_wait(self, group: AsyncEffectGroup, before: Operation) -> Operation:
        """See `EffectSystem`."""
        return self.wait(group, before)

    def does_sync(self, group: AsyncEffectGroup, other: Operation, younger: int = 0) -> bool:
        """See `EffectSystem`."""
        return self.syncs(group, other)


def _is_same(one: Effect, other: Effect) -> bool:
    """Whether effects touch the same, at whatever milestone."""
    return (one.access, one.root, one.indices) == (other.access, other.root, other.indices)


class EffectGroups:
    """Answers about the asynchronous effects of ops, on a machine or without one."""

    def __init__(self, machine: MachineModel | str | None = None, fallbacks: Sequence[EffectSystem] = ()):
        """`machine` is a description, its name or its file."""
        if isinstance(machine, str):
            machine = load_machine(machine)
        own = () if machine is None else (MachineEffectSystem(machine),)
        known = (FifoEffectSystem(), TokenEffectSystem(), BlockEffectSystem())
        self.systems: tuple[EffectSystem, ...] = (*own, *known, *fallbacks)

    def groups(self, op: Operation) -> list[AsyncEffectGroup]:
        """All groups of an op; an effect that is in none of them is synchronous."""
        for system in self.systems:
            found = system.groups(op)
            if found is not None:
                return list(found)
        return []

    def group(self, op: Operation, effect: Effect) -> AsyncEffectGroup | None:
        """The group of one of an op's effects; None: it is synchronous."""
        groups = self.groups(op)
        return next((group for group in groups if any(_is_same(one, effect) for one in group.effects)), None)

    def create_init(self, group: AsyncEffectGroup, before: Operation) -> Operation | None:
        """Put what prepares the wait for a group in front of an op; None where nothing is needed."""
        return self._system(group).create_init(group, before)

    def does_initialize(self, group: AsyncEffectGroup, other: Operation | None) -> bool:
        """Whether an op prepares the wait for a group; of None: whether nothing has to."""
        return self._system(group).does_initialize(group, other)

    def create_wait(self, group: AsyncEffectGroup, before: Operation) -> Operation:
        """Put what waits for a group in front of an op. Raises `DiagnosticError` where nothing can, at that place."""
        made = self._system(group).create_wait(group, before)
        if not self.does_sync(group, made):
            raise ValueError(f"the system '{group.system}' has made a wait that is none for its group")
        return made

    def does_sync(self, group: AsyncEffectGroup, other: Operation, younger: int = 0) -> bool:
        """Whether the group is complete for certain when `other` is over.

        With `younger`, that many of the youngest executions of the group's op before `other` may still be in flight.
        """
        return self._system(group).does_sync(group, other, younger)

    def _system(self, group: AsyncEffectGroup) -> EffectSystem:
        found = next((system for system in self.systems if system.name == group.system), None)
        if found is None:
            raise ValueError(f"the group is of the system '{group.system}', which is not asked here")
        return found
