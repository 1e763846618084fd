"""`cse`: what is computed twice is computed once."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from asyncir.analyses.clobbers import Clobbers
from asyncir.dialects.dominance import Dominance
from asyncir.dialects.effects import Access, Effect, Effects, Overlaps
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.isolation import is_isolated
from asyncir.ir import (
    Block,
    Commutative,
    IsTerminator,
    Operation,
    Region,
    SymbolOpInterface,
)
from asyncir.ir.faster_nodes import operands_of
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._passes import ScopedPass


class Cse(ScopedPass):
    """Replace an op by an equal one that dominates it.

    Two loads are equal where nothing in between may write what they read: no store, no call, no wait for a task
    that does. Loads are merged inside a block and from a block into the regions of its ops, not between blocks, and not
    into what is in flight: its own reads are what waits are for.
    """

    def run_on(self, root: Operation) -> bool:
        """Visit every region once, in the order of dominance."""
        changed = False
        effects = Effects()
        tops = [root] if not is_isolated(root) else []
        tops.extend(op for op in walk(root) if is_isolated(op))
        for op in tops:
            for region in op.regions:
                changed = _Elimination(effects).run(region) or changed
        return changed


@dataclass(slots=True)
class _Scope:
    """A region that is being visited: where it goes on, and what to undo when it ends."""

    blocks: list[Block]
    dominance: Dominance | None
    floor: int
    after: tuple[Effect, ...]
    current: Block | None = None
    following: Operation | None = None
    added: list[tuple[Hashable, _Known | None]] = field(
        default_factory=list["tuple[Hashable, _Known | None]"]
    )


@dataclass(frozen=True, slots=True)
class _Known:
    """An op that was seen, where and when, and what it reads."""

    op: Operation
    scope: _Scope
    time: int
    reads: tuple[Effect, ...]


class _Elimination:
    """One visit of a region and of all below it that is not isolated, with a stack instead of recursion."""

    def __init__(self, effects: Effects) -> None:
        self.effects = effects
        self.changed = False
        self.known: dict[Hashable, _Known] = {}
        self.clobbers = Clobbers()
        # Reads noted before this time are not used: control may have come here on another way.
        self.floor = 0
        self.scopes: list[_Scope] = []

    def run(self, region: Region) -> bool:
        self._enter(region, ())
        while self.scopes:
            scope = self.scopes[-1]
            op = scope.following
            if op is None:
                self._next_block(scope)
                continue
            scope.following = op.next_op
            if op.regions and not is_isolated(op) and kind_of(op) is not OpKind.MASKED:
                self._enter_regions(op)
            else:
                self._visit(op)
        return self.changed

    def _enter(self, region: Region, after: tuple[Effect, ...]) -> None:
        several = region.first_block is not region.last_block
        dominance = Dominance(region) if several else None
        blocks = dominance.preorder() if dominance is not None else list(region.blocks)
        blocks.reverse()
        self.scopes.append(_Scope(blocks, dominance, self.floor, after))

    def _next_block(self, scope: _Scope) -> None:
        if scope.blocks:
            block = scope.blocks.pop()
            scope.current, scope.following = block, block.first_op
            if scope.dominance is not None:
                self._forget_reads()
            return
        self.scopes.pop()
        self.floor = scope.floor
        for key, previous in reversed(scope.added):
            if previous is None:
                self.known.pop(key, None)
            else:
                self.known[key] = previous
        self.clobbers.record(scope.after)

    def _forget_reads(self) -> None:
        self.clobbers.now += 1
        self.floor = self.clobbers.now

    def _enter_regions(self, op: Operation) -> None:
        """Visit the op's regions; what they write may have happened before each of their ops, and has after."""
        effects = self.effects.of(op)
        if kind_of(op) not in (OpKind.IF, OpKind.REGION, OpKind.SWITCH):
            self.clobbers.record(effects)
        later = kind_of(op) is OpKind.TASK or op.has_trait(Overlaps)
        for region in reversed(op.regions):
            self._enter(region, effects)
        if later:
            # The body runs when its dependencies are complete, or while it is in flight, not here.
            self._forget_reads()

    def _visit(self, op: Operation) -> None:
        effects = self.effects.of(op)
        self.clobbers.record(effects)
        if not _can_be_replaced(op) or any(effect.access is not Access.READ for effect in effects):
            return
        key = _key(op)
        known = self.known.get(key)
        if known is not None and self._still_true(known):
            replace_all(op.results, known.op.results)
            erase(op)
            self.changed = True
            return
        scope = self.scopes[-1]
        scope.added.append((key, known))
        self.known[key] = _Known(op, scope, self.clobbers.now, effects)

    def _still_true(self, known: _Known) -> bool:
        """Whether the op would give the same here, and is on every way to here."""
        if known.reads and (known.time < self.floor or self.clobbers.changed_since(known.reads, known.time)):
            return False
        above, dominance, here = known.op.parent, known.scope.dominance, known.scope.current
        if dominance is None or above is None or here is None:
            return above is not None
        return dominance.dominates(above, here)


def _can_be_replaced(op: Operation) -> bool:
    return (
        bool(op.results)
        and not op.regions
        and not op.has_trait(IsTerminator)
        and not op.has_trait(SymbolOpInterface, value_if_unregistered=False)
    )


def _key(op: Operation) -> Hashable:
    """Equal for ops that compute the same from the same operands."""
    operands = tuple(map(id, operands_of(op)))
    if len(operands) > 1 and op.has_trait(Commutative):
        operands = tuple(sorted(operands))
    types = tuple([result.type for result in op.results])
    named = [frozenset(each.items()) if each else None for each in (op.properties, op.attributes)]
    return op.name, operands, types, *named
