"""Proxies: which fences are needed before one engine sees what another one has written (MAC-22 to MAC-25).

One process gives all entries, so that whatever comes behind a fence in its order knows of the fence. It is enough to keep
for each fence of the machine which writes none of its executions has covered. Where several fences are for the same two
proxies, each has to cover: more than the rules ask for.
"""

from __future__ import annotations

from typing import Any

from asyncir.certificates.machines.numbers import MachineNumbers
from asyncir.targets.machine import MachineModel
from asyncir.targets.matching import memory_of
from asyncir.targets.resources import GENERIC, SyncResource


class MachineVisibility:
    """The fences of a machine, and what they are for."""

    def __init__(self, machine: MachineModel, numbers: MachineNumbers):
        self.machine = machine
        self.numbers = numbers
        self.fences = [one for one in machine.resources if one.fence is not None]

    def _proxy(self, engine: str) -> str:
        found = self.machine.engine(engine)
        return GENERIC if found is None else found.proxy

    def is_ahead(self, fence: SyncResource, engine: str) -> bool:
        """Whether what the engine writes has to be made visible by the fence."""
        return fence.fence is not None and fence.fence.source == self._proxy(engine)

    def is_behind(self, fence: SyncResource, engine: str) -> bool:
        """Whether the fence makes visible to the engine."""
        return fence.fence is not None and fence.fence.target == self._proxy(engine)

    def may_be_for(self, fence: SyncResource, name: str) -> bool:
        """Whether the fence may be needed in the memory of an object."""
        type_ = self._type(name)
        if fence.fence is None or fence.fence.memories is None or type_ is None:
            return True
        memory = memory_of(self.machine, type_)
        return memory is None or memory.name in fence.fence.memories

    def _type(self, name: str) -> Any:
        """The type of an object; None: it is not known."""
        if name.startswith("arg"):
            return self.numbers.body.args[int(name[3:])].type
        if name.startswith("alloc "):
            results = self.numbers.ops[int(name[6:])].results
            return results[0].type if len(results) == 1 else None
        return None
