"""What has been written since when: may memory that was read then have changed?

Every question takes constant time, however many objects were written, since it is asked of classes of roots.
"""

from __future__ import annotations

from collections.abc import Iterable

from asyncir.analyses.aliasing import Root, RootKind, roots
from asyncir.dialects.effects import ANYTHING, Access, Effect

_NEVER = -1


class Clobbers:
    """A clock that counts writes, and for each root and kind of root the time of its last write."""

    def __init__(self) -> None:
        self.now = 0
        self._roots: dict[Root, int] = {}
        self._kinds: dict[RootKind, int] = {}
        self._memory = _NEVER
        self._anything = _NEVER

    def record(self, effects: Iterable[Effect]) -> None:
        """Note that the effects happen now."""
        for effect in effects:
            if effect.access not in (Access.WRITE, Access.FREE):
                continue
            self.now += 1
            if effect.root is ANYTHING:
                self._anything = self.now
                continue
            for root in roots(effect.root):
                self._roots[root] = self.now
                self._kinds[root.kind] = self.now
                if root.kind is not RootKind.RESOURCE:
                    self._memory = self.now

    def changed_since(self, reads: Iterable[Effect], time: int) -> bool:
        """Whether what the effects read may have been written after `time`."""
        return any(self._last_write(effect) > time for effect in reads if effect.access is Access.READ)

    def _last_write(self, effect: Effect) -> int:
        if effect.root is ANYTHING:
            return max(self.now if self._memory > _NEVER else _NEVER, self._anything)
        return max((self._last_write_of(root) for root in roots(effect.root)), default=self.now)

    def _last_write_of(self, root: Root) -> int:
        if root.kind is RootKind.UNKNOWN:
            return max(self._memory, self._anything)
        last = max(self._roots.get(root, _NEVER), self._anything)
        if root.kind is RootKind.RESOURCE:
            return last
        last = max(last, self._kinds.get(RootKind.UNKNOWN, _NEVER))
        if root.kind in (RootKind.ARGUMENT, RootKind.GLOBAL):
            last = max(last, self._kinds.get(RootKind.ARGUMENT, _NEVER))
        if root.kind is RootKind.ARGUMENT:
            last = max(last, self._kinds.get(RootKind.GLOBAL, _NEVER))
        return last
