"""What has been written since when: may memory that was read then have changed?

Every question takes constant time, however many objects were written, since it is asked of classes of roots.
"""

from __future__ import annotations

from collections.abc import Iterable

from asyncir.analyses.aliasing import Root, RootKind, roots
from asyncir.dialects.effects import ANYTHING, Access, Effect, Resource
from asyncir.ir import SSAValue

_NEVER = -1


class Clobbers:
    """A clock that counts writes, and for each root and kind of root the time of its last write."""

    def __init__(self) -> None:
        self.now = 0
        self._last: dict[Root | RootKind, int] = {}
        self._known: dict[SSAValue | Resource, frozenset[Root]] = {}
        self._memory = _NEVER

    def record(self, effects: Iterable[Effect]) -> None:
        """Note that the effects happen now."""
        for effect in effects:
            if effect.access not in (Access.WRITE, Access.FREE):
                continue
            self.now += 1
            for root in self._roots(effect.root):
                self._last[root] = self._last[root.kind] = self.now
                if root.kind is not RootKind.RESOURCE:
                    self._memory = self.now

    def changed_since(self, reads: Iterable[Effect], time: int) -> bool:
        """Whether what the effects read may have been written after `time`."""
        return any(self._last_write(effect) > time for effect in reads if effect.access is Access.READ)

    def _roots(self, memory: SSAValue | Resource) -> frozenset[Root]:
        """The objects that it may be, which are the same at each time."""
        known = self._known.get(memory)
        if known is None:
            known = self._known[memory] = roots(memory)
        return known

    def _last_write(self, effect: Effect) -> int:
        if effect.root is ANYTHING:
            return max(self.now if self._memory > _NEVER else _NEVER, self._at(_ANYTHING))
        return max((self._last_write_of(root) for root in self._roots(effect.root)), default=self.now)

    def _last_write_of(self, root: Root) -> int:
        if root.kind is RootKind.UNKNOWN:
            return max(self._memory, self._at(_ANYTHING))
        return max(self._at(root), self._at(_ANYTHING), *map(self._at, _MAY_BE[root.kind]))

    def _at(self, root: Root | RootKind) -> int:
        return self._last.get(root, _NEVER)


_ANYTHING = Root(RootKind.RESOURCE, ANYTHING)

_MAY_BE = {
    kind: [other for other in RootKind if Root(kind).may_be(Root(other, Resource("another")))]
    for kind in RootKind
}
"""Of which kinds the roots are that may be the same object as one of a kind, besides itself."""
