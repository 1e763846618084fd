"""Greedy rewriting to a fixed point, driven by a worklist: an op is looked at again when something near it changed.

Ops are looked at in textual order first, so that what defines a value has settled before its uses are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache

from asyncir.analyses.flow import yields
from asyncir.dialects import arith
from asyncir.dialects.effects import Access, Effects, changes_something, declares_nothing
from asyncir.dialects.interfaces.kinds import OpKind, kind_of_class
from asyncir.dialects.isolation import is_isolated
from asyncir.ir import (
    Attribute,
    Block,
    IsTerminator,
    LocationAttr,
    Operation,
    OpResult,
    Region,
    SSAValue,
    SymbolOpInterface,
)
from asyncir.ir.walk import block_of, walk
from asyncir.transforms import _blocks
from asyncir.transforms._blocks import at
from asyncir.transforms._folds import Fold, Key
from asyncir.transforms._folds.constants import key_of_class
from asyncir.transforms._rebuilding import keep_results


def is_dead(op: Operation, effects: Effects) -> bool:
    """Whether nothing would be different without `op`: nobody uses its results, and it changes nothing."""
    for result in op.results:
        if result.first_use is not None:
            return False
    if _stays(type(op)) or effects.surely_changes(op):
        return False
    return all(effect.access in (Access.READ, Access.ALLOC) for effect in effects.of(op))


@cache
def _stays(cls: type[Operation]) -> bool:
    """Whether no op of the class is ever dead: it ends a block, defines a symbol, or changes something for sure."""
    if cls.has_trait(IsTerminator) or cls.has_trait(SymbolOpInterface):
        return True
    return changes_something(cls)


class Rewriter:
    """Changes IR, and sees to it that what a change touches is looked at again."""

    def __init__(self, folds: FoldsFor, patterns: PatternsFor) -> None:
        """On each op its fold is tried, then its patterns; of both those are asked for that the ops there are need."""
        self._folds_for = folds
        self._patterns_for = patterns
        self._plans: dict[type[Operation], Plan] = {}
        self.effects = Effects()
        self.changed = False
        self.fewer_effects = False
        """Whether an op is gone that touched something: what is around it, or calls it, may do nothing any more."""
        self._worklist: list[Operation] = []
        self._queued: set[Operation] = set()
        self._pools: dict[Region, dict[Attribute, Operation]] = {}
        self._in_front: set[Operation] = set()
        self._scopes: dict[Region, Region | None] = {}
        self._asked: set[SSAValue] = set()

    def run(self, root: Operation) -> bool:
        """Rewrite everything below `root`; whether anything changed."""
        below = [op for op in walk(root) if op is not root]
        below.reverse()
        self._plan(set(map(type, below)))
        self._worklist = below
        queued = self._queued = set(below)
        while below:
            op = below.pop()
            if op in queued:
                queued.discard(op)
                if op.parent is not None:
                    self._visit(op)
        return self.changed

    def has_met(self, *kinds: OpKind) -> bool:
        """Whether there have been ops of one of these kinds; some may be gone."""
        return any(kind_of_class(cls) in kinds for cls in self._plans)

    def _plan(self, classes: Collection[type[Operation]]) -> None:
        """Look up once what is tried on ops of these classes."""
        dialects = frozenset(cls.name.partition(".")[0] for cls in classes)
        folds, patterns = self._folds_for(dialects), self._patterns_for(dialects)
        for cls in classes:
            key = key_of_class(cls)
            self._plans[cls] = key is OpKind.CONSTANT, folds.get(key), patterns.get(key, ())

    def _visit(self, op: Operation) -> None:
        if is_dead(op, self.effects):
            self.erase(op)
            return
        cls = type(op)
        if cls not in self._plans:
            self._plan({*self._plans, cls})
        is_constant, fold, patterns = self._plans[cls]
        if is_constant:
            self._pool(op)
            return
        folded = fold(op) if fold is not None else None
        if folded is not None:
            self.replace(op, [self.value(v, r, op.location) for v, r in zip(folded, op.results, strict=True)])
            return
        for pattern in patterns:
            if pattern(op, self):
                self.changed = True
                if op.parent is not None:
                    self.push(op)
                return

    def first_time(self, value: SSAValue) -> bool:
        """Whether nobody has asked this of the value yet in this run: for what looks at all uses of a value."""
        known = len(self._asked)
        self._asked.add(value)
        return len(self._asked) > known

    def push(self, *ops: Operation) -> None:
        """Look at the ops again."""
        for op in ops:
            if op not in self._queued:
                self._queued.add(op)
                self._worklist.append(op)

    def push_users(self, value: SSAValue) -> None:
        """Look at the users of the value again, and at the ops around their blocks, which may fold with them."""
        for use in value.uses:
            self.push(use.operation)

    def _push_definition(self, value: SSAValue) -> None:
        if isinstance(value, OpResult):
            self.push(value.op)

    def _let_go(self, op: Operation) -> None:
        """Look again at what defines the operands of an op that goes away: their other users may fold now."""
        for operand in op.operands:
            self._push_definition(operand)
            first = operand.first_use
            if first is not None and operand.has_one_use():
                self.push(first.operation)

    def insert(self, before: Operation, *ops: Operation) -> None:
        """Insert ops without a place in front of `before`; a location that they lack is that of `before`."""
        block = block_of(before)
        for op in ops:
            block.insert_op_before(at(op, before.location), before)
            self.push(op)
        self.changed = True

    def replace(self, op: Operation, values: Sequence[SSAValue]) -> None:
        """Let `values` stand for the results of `op`, and erase it."""
        self.replace_values(op.results, values)
        self.erase(op)

    def replace_with(self, op: Operation, *new: Operation) -> None:
        """Insert the new ops in place of `op`; the last one's results stand for its results."""
        self.insert(op, *new)
        self.replace(op, new[-1].results)

    def replace_values(self, olds: Iterable[SSAValue], news: Iterable[SSAValue]) -> None:
        """Let each new value stand for the old one at its place."""
        olds, news = list(olds), list(news)
        for old in olds:
            self.push_users(old)
        _blocks.replace_all(olds, news)
        self.changed = True

    def erase(self, op: Operation) -> None:
        """Erase `op`, whose results are unused, with all below it."""
        parent = op.parent_op()
        for inner in walk(op) if op.regions else (op,):
            self._let_go(inner)
            if not inner.regions and not declares_nothing(type(inner)):
                self.fewer_effects = True
        if parent is not None:
            self.push(parent)
        _blocks.erase(op)
        self.changed = True

    def keep_results(self, op: Operation, keep: Sequence[int]) -> None:
        """Let `op` have only the results at `keep`, and its regions hand over no others."""
        for last in (op, *(end for region in op.regions for end in yields(region))):
            self._let_go(last)
        for index in keep:
            self.push_users(op.results[index])
        self.push(keep_results(op, keep))
        self.changed = True

    def set_operands(self, op: Operation, operands: Sequence[SSAValue]) -> None:
        """Give `op` other operands."""
        old = tuple(op.operands)
        op.operands = operands
        for value in old:
            self._push_definition(value)
        self.push(op)
        self.changed = True

    def value(self, folded: SSAValue | Attribute, result: SSAValue, location: LocationAttr) -> SSAValue:
        """The value that a fold gave: itself, or the constant made for the attribute."""
        if isinstance(folded, SSAValue):
            return folded
        return self.constant(folded, result.type, result.owner, location)

    def constant(
        self, attribute: Attribute, type_: Attribute, near: Operation | Block, location: LocationAttr
    ) -> SSAValue:
        """The constant at the start of the function around `near`; one for all equal ones."""
        region = near.parent if isinstance(near, Block) else near.parent_region()
        scope = self._scope(region)
        assert scope is not None
        pool = self._pools.setdefault(scope, {})
        known = pool.get(attribute)
        if known is not None and known.parent is not None:
            return known.results[0]
        new = arith.ConstantOp.create(
            properties={"value": attribute}, result_types=[type_], location=location
        )
        self._to_front(new, scope)
        pool[attribute] = new
        self._in_front.add(new)
        self.changed = True
        return new.results[0]

    def _pool(self, op: Operation) -> None:
        """Move a constant to the start of its function, or replace it by an equal one there."""
        scope = self._scope(op.parent_region())
        if scope is None:
            return
        attribute = op.properties["value"]
        pool = self._pools.setdefault(scope, {})
        known = pool.get(attribute)
        if known is not None and known.parent is not None and known is not op:
            self.replace(op, known.results)
            return
        pool[attribute] = op
        # Constants that are in place stay in order, so that a second run changes nothing.
        in_place = op.prev_op is None or op.prev_op in self._in_front
        if op.parent is not scope.first_block or not in_place:
            op.detach()
            self._to_front(op, scope)
            self.changed = True
        self._in_front.add(op)

    def _to_front(self, op: Operation, scope: Region) -> None:
        entry = scope.first_block
        assert entry is not None
        if entry.first_op is None:
            entry.add_op(op)
        else:
            entry.insert_op_before(op, entry.first_op)

    def _scope(self, region: Region | None) -> Region | None:
        """The outermost region around `region` from which it sees everything: a function's body."""
        seen: list[Region] = []
        current = region
        while current is not None and current not in self._scopes:
            seen.append(current)
            op = current.parent
            if op is None or is_isolated(op):
                self._scopes[current] = current if op is not None and op.parent is not None else None
                break
            current = op.parent_region()
        scope = self._scopes.get(current) if current is not None else None
        for inner in seen:
            self._scopes[inner] = scope
        return scope


Pattern = Callable[[Operation, Rewriter], bool]
Plan = tuple[bool, Fold | None, Sequence[Pattern]]
"""Of a class of ops: whether they are constants, their fold, their patterns."""
FoldsFor = Callable[[frozenset[str]], Mapping[Key, Fold]]
PatternsFor = Callable[[frozenset[str]], Mapping[Key, Sequence[Pattern]]]
"""By the dialects of the ops that there are."""
"""Changes the op, or what is around it, and says whether it did."""
