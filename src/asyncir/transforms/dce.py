"""`dce`: what changes nothing goes away."""

from __future__ import annotations

from asyncir.analyses.flow import sources, yields
from asyncir.dialects.effects import Access, Effects
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import (
    Block,
    BlockArgument,
    Context,
    IsTerminator,
    ModuleOp,
    Operation,
    OpResult,
    Region,
    SSAValue,
    SymbolOpInterface,
)
from asyncir.ir.graphs import reached
from asyncir.ir.symbols import is_private, ops_of, references, symbol_name
from asyncir.ir.walk import regions_of, walk
from asyncir.transforms._blocks import erase
from asyncir.transforms._dead_memory import drop_unread_memory
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._rebuilding import keep_results
from asyncir.transforms._regions import BRANCHES, drop_arguments, remove_unreachable_blocks


class Dce(ScopedPass):
    """Erase blocks that cannot be reached, memory that is never read, values that nothing needs, unused symbols.

    A value is needed where an op that changes something depends on it; values that loops and branches carry round
    and round for their own sake are not. A task that has effects is kept although nobody waits for it; one
    without goes when its token and values are unused. A private symbol goes when nothing that stays refers to it.
    """

    def run_on(self, root: Operation) -> None:
        """Erase what is dead below `root`; symbols stay."""
        for region in regions_of(root):
            remove_unreachable_blocks(region)
        while drop_unread_memory(root, Effects()) | _drop_unneeded(root):
            pass

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Erase what is dead in the module, symbols first: what they refer to may be used by nobody else."""
        _drop_unused_symbols(op)
        self.run_on(op)
        _drop_unused_symbols(op)


def _drop_unneeded(root: Operation) -> bool:
    """Erase ops, results and block arguments that no op that changes something depends on."""
    need = _Need(root)
    dead = [op for op in walk(root) if op not in need.ops]
    for op in dead:
        op.operands = ()
    changed = bool(dead)
    carriers = [op for op in walk(root) if kind_of(op) in _CARRIERS and op in need.ops]
    for op in carriers:
        _forget_unneeded(op, need)
    for region in regions_of(root):
        changed = _drop_unneeded_arguments(region, need) or changed
    for op in carriers:
        changed = _drop_unneeded_results(op, need) or changed
    for op in dead:
        around = op.parent_op()
        if around is not None and around in need.ops:
            erase(op)
    return changed


class _Need:
    """The ops that have to stay below a root, and the values that have to be computed."""

    def __init__(self, root: Operation) -> None:
        self.ops: set[Operation] = set()
        self.values: set[SSAValue] = set()
        self._pending: list[SSAValue] = []
        effects = Effects()
        self._need_op(root)
        for op in walk(root):
            if op is not root and _has_to_stay(op, effects):
                self._need_op(op)
        while self._pending:
            self._explain(self._pending.pop())

    def _need_op(self, op: Operation | None) -> None:
        """`op` stays, with what it needs to run, the ends of its blocks, and the ops around it."""
        while op is not None and op not in self.ops:
            ends = [op]
            while ends:
                end = ends.pop()
                self._keep(end)
                # A terminator may have regions itself, as `scf.reduce` does.
                blocks = [block for region in end.regions for block in region.blocks]
                lasts = [block.last_op for block in blocks if block.last_op is not None]
                ends.extend(o for o in lasts if o.has_trait(IsTerminator) and o not in self.ops)
            op = op.parent_op()

    def _keep(self, op: Operation) -> None:
        self.ops.add(op)
        carried = _carried_operands(op)
        for index, operand in enumerate(op.operands):
            if index not in carried:
                self._need_value(operand)

    def _need_value(self, value: SSAValue) -> None:
        if value not in self.values:
            self.values.add(value)
            self._pending.append(value)

    def _explain(self, value: SSAValue) -> None:
        """Need what defines the value, or what it is a copy of."""
        if isinstance(value, OpResult):
            self._need_op(value.op)
            carrier = value.op
        elif isinstance(value, BlockArgument):
            carrier = value.block.parent_op()
            self._need_op(carrier)
        else:
            return
        if carrier is None or not (kind_of(carrier) in _CARRIERS or _is_branch_argument(value)):
            return
        for source in sources(value) or ():
            self._need_value(source)
        if kind_of(carrier) is OpKind.COUNTED_LOOP:
            self._need_twin(value, carrier)

    def _need_twin(self, value: SSAValue, loop: Operation) -> None:
        """A result of a loop and the argument of its body stand for the same carried value."""
        if isinstance(value, OpResult):
            self._need_value(loop.regions[0].blocks[0].args[1 + value.index])
        elif isinstance(value, BlockArgument) and value.index:
            self._need_value(loop.results[value.index - 1])


_CARRIERS = frozenset({OpKind.COUNTED_LOOP, OpKind.IF})
"""Ops whose results can be dropped one by one."""


def _is_branch_argument(value: SSAValue) -> bool:
    """Whether branches give the value, which then can be dropped with what they forward for it."""
    if not isinstance(value, BlockArgument) or value.block.prev_block is None:
        return False
    return all(kind_of(use.operation) in BRANCHES for use in value.block.uses)


def _has_to_stay(op: Operation, effects: Effects) -> bool:
    if op.has_trait(SymbolOpInterface, value_if_unregistered=False):
        return True
    return any(effect.access not in (Access.READ, Access.ALLOC) for effect in effects.of(op))


def _carried_operands(op: Operation) -> range:
    """The operands that matter only where what they become is needed."""
    if kind_of(op) is OpKind.COUNTED_LOOP:
        return range(3, len(op.operands))
    if kind_of(op) in BRANCHES:
        return range(BRANCHES[kind_of(op)], len(op.operands))
    around = op.parent_op()
    if kind_of(op) is OpKind.YIELD and around is not None and kind_of(around) in _CARRIERS:
        return range(len(op.operands))
    return range(0)


def _drop_unneeded_arguments(region: Region, need: _Need) -> bool:
    dropped: dict[Block, set[int]] = {}
    for block in region.blocks:
        unneeded = {a.index for a in block.args if a not in need.values and _is_branch_argument(a)}
        if unneeded:
            dropped[block] = unneeded
    if dropped:
        drop_arguments(region, dropped)
    return bool(dropped)


def _forget_unneeded(op: Operation, need: _Need) -> None:
    """Hand over something else where nothing needs what is handed over: one op's unneeded value may be another's."""
    unneeded = [index for index, result in enumerate(op.results) if result not in need.values]
    if not unneeded:
        return
    anything = op.operands[0]
    if kind_of(op) is OpKind.COUNTED_LOOP:
        op.operands = [anything if n - 3 in unneeded else value for n, value in enumerate(op.operands)]
    for end in (end for region in op.regions for end in yields(region)):
        end.operands = [anything if n in unneeded else value for n, value in enumerate(end.operands)]


def _drop_unneeded_results(op: Operation, need: _Need) -> bool:
    """Rebuild a loop or an `scf.if` without the results that nothing needs."""
    keep = [index for index, result in enumerate(op.results) if result in need.values]
    if len(keep) == len(op.results):
        return False
    need.ops.add(keep_results(op, keep))
    return True


def _drop_unused_symbols(module: Operation) -> None:
    """Erase the private symbols directly in the module that nothing which stays refers to."""
    symbols = {name: op for op in ops_of(module) if (name := symbol_name(op)) is not None}
    private = {name for name, op in symbols.items() if is_private(op)}
    kept = [op for op in ops_of(module) if symbol_name(op) not in private]
    used = reached(kept, lambda op: [symbols[name] for name in references(op) if name in private])
    for name in [name for name in private if symbols[name] not in used]:
        erase(symbols[name])
