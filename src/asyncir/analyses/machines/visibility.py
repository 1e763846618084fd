"""Which fences make writes of one engine visible to another one: what a machine's file says of proxies (MAC-22 to MAC-25)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from asyncir.analyses.machines.state import Row
from asyncir.ir import Attribute, SSAValue
from asyncir.targets.machine import MachineModel
from asyncir.targets.matching import memory_of
from asyncir.targets.resources import GENERIC, SyncResource


class Proxies:
    """The fences that there are between the engines of a machine, by their numbers."""

    def __init__(self, machine: MachineModel, engines: Sequence[str]):
        self.machine = machine
        found = {engine.name: engine.proxy for engine in machine.engines}
        proxies = [found.get(name, GENERIC) for name in engines]
        fences = [one for one in machine.resources if one.fence is not None]
        self._between: dict[tuple[int, int], list[SyncResource]] = {}
        self._known: dict[tuple[int, int, object], Sequence[SyncResource]] = {}
        for x, source in enumerate(proxies):
            for y, target in enumerate(proxies):
                fitting = [
                    one
                    for one in fences
                    if one.fence and (one.fence.source, one.fence.target) == (source, target)
                ]
                if fitting:
                    self._between[x, y] = fitting

    def between(self, x: int, y: int, root: object) -> Sequence[SyncResource]:
        """The fences of which one is needed before y accesses what x has written to an object; none where it is not."""
        if (x, y) not in self._between:
            return ()
        found = self._known.get((x, y, root))
        if found is None:
            found = self._known[x, y, root] = [one for one in self._between[x, y] if self._is_for(one, root)]
        return found

    def _is_for(self, resource: SyncResource, root: object) -> bool:
        """Whether the fence is needed in the memory of an object, or may be."""
        assert resource.fence is not None
        value = cast("tuple[object, ...]", root)[0] if isinstance(root, tuple) else root
        if resource.fence.memories is None or not isinstance(value, SSAValue):
            return True
        memory = memory_of(self.machine, cast("SSAValue[Attribute]", value).type)
        return memory is None or memory.name in resource.fence.memories


def is_fenced(fenced: Mapping[str, Row], fences: Sequence[SyncResource], x: int, stamp: int) -> bool:
    """Whether a write of x is behind one of the fences."""
    return any(stamp < fenced[one.name][x] for one in fences if one.name in fenced)
