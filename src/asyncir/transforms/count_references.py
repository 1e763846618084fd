"""`count-references`: who holds which token, value and group, and when it is let go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from asyncir.analyses.suspension import Suspension, analyse_suspension
from asyncir.dialects import arith, async_dialect, cf, func, rt
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.branches import forwarded_values
from asyncir.dialects.execution_traits import taking_over
from asyncir.dialects.functions import FunctionOp
from asyncir.ir import (
    Block,
    Context,
    IntegerAttr,
    IsTerminator,
    ModuleOp,
    Operation,
    Region,
    Rewriter,
    SSAValue,
    i64,
)
from asyncir.ir.marks import SLOTS
from asyncir.ir.walk import first_of, predecessors, walk
from asyncir.transforms._blocks import at
from asyncir.transforms._outlining import is_coroutine_by_hand
from asyncir.transforms._passes import Pass


class CountReferences(Pass):
    """
    Insert `async.runtime.add_ref` and `drop_ref` by liveness on the control-flow graph, and `rt.own` and `rt.disown` around
    ops that may fail.

    Every token, value and group that an op returns, that a block takes as argument, or that an `async.func` is
    called with holds one reference, which is either handed on (to a successor, a caller, a task) or dropped behind its last
    use. A `func.func` borrows its arguments from its caller, unless it makes a coroutine of itself, which may outlive the
    call. Counting that the program does itself is taken out: it is not part of what a program means.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Count in each function, anew."""
        counting = (async_dialect.RuntimeAddRefOp, async_dialect.RuntimeDropRefOp, rt.OwnOp, rt.DisownOp)
        for inner in list(walk(op)):
            if isinstance(inner, counting):
                Rewriter.erase_op(inner)
        suspension = analyse_suspension(op)
        for function in list(op.ops):
            if isinstance(function, FunctionOp) and function.body.blocks:
                _Counting(function, suspension).run()


def _is_counted(value: SSAValue) -> bool:
    return isinstance(value.type, CompletionType)


@dataclass(slots=True)
class _Facts:
    """Liveness of one block, of counted values that are used outside the block that defines them."""

    defined: set[SSAValue] = field(default_factory=set[SSAValue])
    live_in: set[SSAValue] = field(default_factory=set[SSAValue])
    live_out: set[SSAValue] = field(default_factory=set[SSAValue])


class _Counting:
    """One function."""

    def __init__(self, function: FunctionOp, suspension: Suspension):
        self._function = function
        self._suspension = suspension
        self._region: Region = function.body
        self._entry = function.body.blocks[0]
        self._by_hand = is_coroutine_by_hand(function)
        self._ends = {block for block in function.body.blocks if _first(block, async_dialect.CoroEndOp)}
        """The ends of a hand-written coroutine. What stands behind them, the return, is for the call alone: what is resumed
        ends there. So what the return uses has two holders from the start, the call and the coroutine."""
        borrowed = isinstance(function, func.FuncOp) and not self._by_hand
        self._borrowed: set[SSAValue] = set(filter(_is_counted, self._entry.args)) if borrowed else set()
        self._facts: dict[Block, _Facts] = {}
        self._returned: set[SSAValue] = set()
        """What a hand-written coroutine uses behind its end, where only the call comes."""
        self._held_across_failure: dict[SSAValue, int] = {}
        values = (v for block in function.body.blocks for v in _values_of(block) if _is_counted(v))
        self._order = {value: number for number, value in enumerate(values)}
        """Sets of values have no order of their own; the output must have one."""

    def run(self) -> None:
        """Find who lives where, which values a failure must release, then insert."""
        blocks = list(self._region.blocks)
        if not self._order:
            return
        self._find_liveness(blocks)
        for end in self._ends:
            self._returned |= self._facts[end].live_in
        # A hand-written coroutine does not fail; and its slots would lie in its frame, which may be gone when it returns.
        for block in blocks if not self._by_hand else ():
            self._find_held_across_failure(block)
        for block in blocks:
            self._count_in(block)
        if self._held_across_failure:
            slots = IntegerAttr(len(self._held_across_failure), i64)
            self._function.attributes[SLOTS] = slots

    # ---- liveness

    def _find_liveness(self, blocks: Sequence[Block]) -> None:
        for block in blocks:
            facts = self._facts[block] = _Facts()
            facts.defined.update(a for a in block.args if _is_counted(a))
            for op in block.ops:
                facts.live_in.update(o for o in op.operands if _is_counted(o) and o not in facts.defined)
                facts.defined.update(r for r in op.results if _is_counted(r))
        work = [block for block in blocks if self._facts[block].live_in]
        while work:
            block = work.pop()
            live_in = self._facts[block].live_in
            for predecessor in predecessors(block):
                facts = self._facts[predecessor]
                new = live_in - facts.live_out
                if not new:
                    continue
                facts.live_out |= new
                before = len(facts.live_in)
                facts.live_in |= new - facts.defined
                if len(facts.live_in) != before:
                    work.append(predecessor)

    # ---- what a failure must release

    def _find_held_across_failure(self, block: Block) -> None:
        facts = self._facts[block]
        ops = list(block.ops)
        failing_up_to = list(accumulate(map(self._suspension.fails, ops), initial=0))
        if failing_up_to[-1] == 0:
            return
        first: dict[SSAValue, int] = dict.fromkeys((*facts.live_in, *filter(_is_counted, block.args)), 0)
        last: dict[SSAValue, int] = {}
        for index, op in enumerate(ops):
            kept = _taken(op)
            for operand in op.operands:
                if _is_counted(operand):
                    last[operand] = index + (operand not in kept)
            first.update((r, index + 1) for r in op.results if _is_counted(r))
        last.update(dict.fromkeys(facts.live_out, len(ops)))
        for value in sorted(first, key=self._order.__getitem__):
            start = first[value]
            end = last.get(value, start)
            if value not in self._borrowed and failing_up_to[end] > failing_up_to[start]:
                self._held_across_failure.setdefault(value, len(self._held_across_failure))

    # ---- insertion

    def _count_in(self, block: Block) -> None:
        facts = self._facts[block]
        live = set(facts.live_out)
        for op in reversed(list(block.ops)):
            if op.has_trait(IsTerminator):
                self._count_terminator(block, op, live)
            else:
                self._count_op(block, op, live)
        self._count_arguments(block, live)

    def _count_op(self, block: Block, op: Operation, live: set[SSAValue]) -> None:
        after: list[Operation] = []
        for result in op.results:
            if not _is_counted(result):
                continue
            for held in (isinstance(op, arith.SelectOp), result in self._returned):
                after.extend([_add(result, 1, op)] if held else [])
            if result in live:
                after.extend(self._note(rt.OwnOp, result, op))
                live.discard(result)
            else:
                after.append(_drop(result, op))
        kept = Counter(_taken(op))
        for value in dict.fromkeys(o for o in op.operands if _is_counted(o)):
            taken = kept[value]
            ends = value not in live and value not in self._borrowed
            if taken:
                if ends:
                    block.insert_ops_before(self._note(rt.DisownOp, value, op), op)
                if extra := taken - ends:
                    block.insert_op_before(_add(value, extra, op), op)
            elif ends:
                after.extend((*self._note(rt.DisownOp, value, op), _drop(value, op)))
            live.add(value)
        if after:
            block.insert_ops_after(after, op)

    def _count_arguments(self, block: Block, live: set[SSAValue]) -> None:
        ops: list[Operation] = []
        for argument in filter(_is_counted, block.args):
            if argument in self._borrowed:
                continue
            anchor = first_of(block)
            # The caller of a hand-written coroutine keeps its own reference.
            lent = block is self._entry and self._by_hand
            held = (argument in live) + (argument in self._returned) - (not lent)
            if held > 0:
                ops.append(_add(argument, held, anchor))
            elif held < 0:
                ops.append(_drop(argument, anchor))
            if argument in live:
                ops.extend(self._note(rt.OwnOp, argument, anchor))
        if ops:
            first = first_of(block)
            block.insert_ops_before(ops, first)

    def _count_terminator(self, block: Block, op: Operation, live: set[SSAValue]) -> None:
        """Hand values over to successors or to the caller; drop on each edge what does not live on behind it."""
        operands = Counter(filter(_is_counted, op.operands))
        if not op.successors:
            ends = [new for v, n in operands.items() for new in self._on_edge(v, n, False, op)]
            block.insert_ops_before(ends, op)
        held = operands.keys() | live
        # Suspending leaves the coroutine alive: what it holds, it still holds.
        keeps = isinstance(op, async_dialect.CoroSuspendOp)
        for index, (successor, values) in enumerate(forwarded_values(op)):
            if keeps and index == 0:
                continue
            passed = Counter(filter(_is_counted, values))
            ends = successor in self._ends
            live_in = set[SSAValue]() if ends else self._facts[successor].live_in
            ops = [
                new
                for value in sorted(held, key=self._order.__getitem__)
                for new in self._on_edge(value, passed[value], value in live_in, op)
            ]
            if not ops:
                continue
            if len(op.successors) == 1:
                # Values of the frame are used before it is freed.
                block.insert_ops_before(ops, (_first(block, async_dialect.CoroFreeOp) or op) if ends else op)
            else:
                _split_edge(self._region, block, op, index, ops)
        live.update(operands)

    def _on_edge(self, value: SSAValue, passed: int, lives_on: bool, op: Operation) -> Iterable[Operation]:
        if value in self._borrowed:
            return [_add(value, passed, op)] if passed else []
        ops: list[Operation] = []
        if not lives_on:
            ops.extend(self._note(rt.DisownOp, value, op))
        needed = passed + lives_on
        if needed == 0:
            ops.append(_drop(value, op))
        elif needed > 1:
            ops.append(_add(value, needed - 1, op))
        return ops

    def _note(self, kind: type[rt.OwnOp | rt.DisownOp], value: SSAValue, op: Operation) -> list[Operation]:
        """Note that a failure has to release the value from here on, or has not any more; nothing where none ever has."""
        slot = self._held_across_failure.get(value)
        return [] if slot is None else [at(kind(value, slot), op.location)]


def _taken(op: Operation) -> Sequence[SSAValue]:
    """The operands of which the op keeps a reference; the others it only looks at."""
    trait = taking_over(type(op))
    return trait.taken(op) if trait is not None else ()


def _first(block: Block, kind: type[Operation]) -> Operation | None:
    """The first op of the block of this kind."""
    return next((op for op in block.ops if isinstance(op, kind)), None)


def _values_of(block: Block) -> Iterable[SSAValue]:
    yield from block.args
    for op in block.ops:
        yield from op.results


def _split_edge(region: Region, block: Block, op: Operation, index: int, ops: Sequence[Operation]) -> None:
    """Put the ops on one of several edges: in a new block that takes and hands on the same arguments."""
    successor = op.successors[index]
    edge = Block(arg_types=[a.type for a in successor.args])
    edge.add_ops(ops)
    edge.add_op(at(cf.BranchOp(successor, *edge.args), op.location))
    region.insert_block_after(edge, block)
    op.successors[index] = edge


def _add(value: SSAValue, count: int, op: Operation) -> Operation:
    return _counted(async_dialect.RuntimeAddRefOp, value, count, op)


def _drop(value: SSAValue, op: Operation) -> Operation:
    return _counted(async_dialect.RuntimeDropRefOp, value, 1, op)


def _counted(kind: type[Operation], value: SSAValue, count: int, op: Operation) -> Operation:
    return at(kind.create(operands=[value], properties={"count": IntegerAttr(count, i64)}), op.location)
