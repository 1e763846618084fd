"""Which ops of a block have to come behind which, from what they use and what they touch.

An op needs another one if it uses its results, or if both touch memory that may be the same and one of them changes it. For
each object that effects name, the last op that changed it and those that have read it since are kept, so that the graph grows
as the block does; ops whose effects are on anything are behind all before them. What one op needs is what another one that it
needs does not need already, as far as that costs nothing to see: the graph is a few edges from its transitive reduction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from asyncir.analyses.aliasing import Root, RootKind, roots
from asyncir.dialects.effects import ANYTHING, Access, Effect, Effects
from asyncir.ir import Operation
from asyncir.ir.walk import walk


@dataclass
class OpGraph:
    """Ops in the order of the block, and for each the ones before it that it needs."""

    ops: Sequence[Operation]
    needs: dict[Operation, dict[Operation, None]] = field(
        default_factory=dict[Operation, "dict[Operation, None]"]
    )

    def users(self) -> dict[Operation, list[Operation]]:
        """For each op those that need it."""
        found: dict[Operation, list[Operation]] = {op: [] for op in self.ops}
        for op, needed in self.needs.items():
            for each in needed:
                found[each].append(op)
        return found


@dataclass
class _Object:
    """What has happened to an object."""

    writer: Operation | None = None
    readers: list[Operation] = field(default_factory=list[Operation])


def op_graph(ops: Sequence[Operation], effects: Effects) -> OpGraph:
    """The graph of some ops of one block, in their order there."""
    graph = OpGraph(ops)
    known = set(ops)
    memory = _Memory()
    for op in ops:
        needed: dict[Operation, None] = {}
        for inner in walk(op):
            for value in inner.operands:
                owner = _in_block(value.owner if isinstance(value.owner, Operation) else None, op)
                if owner in known and owner is not op and owner is not None:
                    needed[owner] = None
        needed.update(dict.fromkeys(memory.touch(op, effects.of(op))))
        graph.needs[op] = needed
    return graph


def _in_block(made: Operation | None, op: Operation) -> Operation | None:
    return made if made is not None and made.parent is op.parent else None


class _Memory:
    """What has happened to objects so far."""

    def __init__(self) -> None:
        self._objects: dict[Root, _Object] = {}
        self._anything = _Object()

    def touch(self, op: Operation, effects: Iterable[Effect]) -> list[Operation]:
        """The ops that come before this one because of what both touch."""
        found: list[Operation] = []
        for effect in effects:
            if effect.access is Access.ALLOC:
                continue
            writes = effect.access is not Access.READ
            for root in roots(effect.root):
                for state in self._that_may_be(root):
                    found += [] if state.writer is None else [state.writer]
                    found += state.readers if writes else []
        for effect in effects:
            if effect.access is not Access.ALLOC:
                for root in roots(effect.root):
                    self._note(op, root, effect.access is not Access.READ)
        return [each for each in dict.fromkeys(found) if each is not op]

    def _that_may_be(self, root: Root) -> list[_Object]:
        if root in self._objects and root.is_only_itself:
            return [self._objects[root], self._anything]
        return [state for other, state in self._objects.items() if root.may_be(other)]

    def _note(self, op: Operation, root: Root, writes: bool) -> None:
        state = self._objects.setdefault(root, _Object())
        for each in (state, self._anything) if _may_be_anything(root) else (state,):
            if writes:
                each.writer, each.readers = op, []
            else:
                each.readers.append(op)


def _may_be_anything(root: Root) -> bool:
    """Whether it may be each object that is only itself, too: no memory is known, or none is named at all."""
    return root.kind is RootKind.UNKNOWN or root.identity is ANYTHING
