"""Proxies: what was written by one way to memory is visible to another only behind a fence (MAC-22 to MAC-25).

A fence is a step of its process. It covers what the process has done itself, and all that it knows to be over. An access
by the other proxy sees a write if it knows a fence that covers it; so it is enough to keep what each fence covers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from asyncir.ir import Attribute, Operation
from asyncir.semantics.core.memory import AccessKind, Buffer
from asyncir.semantics.machines.knowledge import Clock, knows
from asyncir.targets.machine import HOST, MachineModel
from asyncir.targets.matching import memory_of
from asyncir.targets.resources import GENERIC, SyncResource

if TYPE_CHECKING:
    from asyncir.semantics.machines.accesses import NotedAccess
    from asyncir.semantics.machines.processes import Process


class PlayedFences:
    """The fences of a run."""

    def __init__(self, model: MachineModel):
        self.model = model
        self._proxies = {engine.name: engine.proxy for engine in model.engines}
        self._proxies.setdefault(HOST, GENERIC)
        self._between: dict[tuple[str, str], list[SyncResource]] = {}
        for resource in model.resources:
            if resource.fence is not None:
                ends = resource.fence.source, resource.fence.target
                self._between.setdefault(ends, []).append(resource)
        self.forget({})

    @property
    def there_are(self) -> bool:
        """Whether the machine has any."""
        return bool(self._between)

    def forget(self, arguments: Mapping[int, Attribute]) -> None:
        """A run begins; by the identity of a buffer, the type of what is passed."""
        self._arguments = arguments
        self._passed: dict[str, dict[int, list[tuple[int, Clock]]]] = {}
        """By fence and process: at which steps, and what each covers."""

    def passed(self, resource: SyncResource, process: Process) -> None:
        """A process executes a fence."""
        by_process = self._passed.setdefault(resource.name, {})
        fences = by_process.setdefault(process.slot_of_steps, [])
        fences.append((process.giver_step, process.release()))

    def lacking(self, first: NotedAccess, second: NotedAccess, buffer: Buffer) -> str:
        """The fence that a write lacks to be visible to an access behind it; empty where it is."""
        if first.kind is AccessKind.READ:
            return ""
        ends = self._proxies.get(first.actor.name), self._proxies.get(second.actor.name)
        fences = self._between.get(ends) if None not in ends else None  # pyright: ignore[reportArgumentType]
        needed = [one for one in fences or () if self._is_for(one, buffer)]
        if not needed or any(self._covers(one, first, second) for one in needed):
            return ""
        return needed[0].name

    def _is_for(self, resource: SyncResource, buffer: Buffer) -> bool:
        assert resource.fence is not None
        memories = resource.fence.memories
        if memories is None:
            return True
        root: Any = buffer.root or buffer
        type_ = self._arguments.get(id(root)) if root.op is None else _made(root.op)
        memory = None if type_ is None else memory_of(self.model, type_)
        return memory is None or memory.name in memories

    def _covers(self, resource: SyncResource, first: NotedAccess, second: NotedAccess) -> bool:
        """Whether the second access knows a fence behind the first; of each process, the last that it knows."""
        actor = second.actor
        for slot, fences in self._passed.get(resource.name, {}).items():
            known = actor.known[slot] if slot < len(actor.known) else 0
            if slot == actor.giver_slot:
                known = max(known, actor.giver_step)
            at = bisect_right(fences, known, key=lambda fence: fence[0])
            if at and knows(fences[at - 1][1], first.slot, first.step):
                return True
        return False


def _made(op: Operation) -> Any:
    """The type of the memory that an op is or makes: a global has no result, and says its type."""
    return op.results[0].type if op.results else op.get_attr_or_prop("type")
