"""`check-cancellation`: where a task looks whether its run was cancelled."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.suspension import Suspension, analyse_suspension
from asyncir.dialects import arith, async_dialect, cf, func, rt
from asyncir.dialects.effects import callee_name
from asyncir.dialects.functions import FunctionOp
from asyncir.ir import Block, Context, IndexType, ModuleOp, Operation, Region, Rewriter
from asyncir.ir.graphs import postorder, reached
from asyncir.ir.marks import BLOCK, BRIEF, LEAVES, POLLS
from asyncir.ir.walk import first_of, predecessors, successors, terminator_of, walk
from asyncir.transforms._building import Builder
from asyncir.transforms._chunks_of_loops import CHUNKS, in_chunks, is_brief
from asyncir.transforms._outlining import is_coroutine_by_hand
from asyncir.transforms._passes import Pass


class CheckCancellation(Pass):
    """
    Insert `rt.check` where a function that waits begins, and in every turn of a loop in which work is launched or waited for.

    A function whose run is cancelled fails there. Loops that only compute are left alone, but for those over the blocks of
    a parallel loop. In a module with the attribute `asyncir.polls`, they look, too: innermost counted ones once in 65,536
    turns, so that they can be vectorised as ever, counted ones around these once in 64, those that `split-brief-loops` has
    marked never; and functions that call themselves in front of the call. If its value is
    `"leaves"`, and nothing waits, no function fails: `rt.poll` leaves them all. Functions that the program makes a coroutine
    of by hand cannot fail, nor can what they call: they are left as they are.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Insert anew in each function."""
        for inner in list(walk(op)):
            if isinstance(inner, (rt.CheckOp, rt.PollOp)):
                Rewriter.erase_op(inner)
        suspension = analyse_suspension(op)
        functions = [f for f in op.ops if isinstance(f, FunctionOp) and f.body.blocks]
        by_hand = list(filter(is_coroutine_by_hand, functions))
        polls = POLLS in op.attributes
        recursive = _recursive(op) if polls else {}
        look = rt.CheckOp if suspension.may_wait or op.attributes.get(POLLS) != LEAVES else rt.PollOp
        for function in functions:
            if function in by_hand:
                continue
            waits = (
                isinstance(function, async_dialect.FuncOp) or function.sym_name.data in suspension.may_wait
            )
            if waits or not by_hand:
                for block, loop, chunk in _loop_heads(function.body, suspension, polls):
                    if not chunk:
                        _insert(block, look())
                    elif not is_brief(block, loop, chunk):
                        in_chunks(block, loop, chunk, look)
            if waits:
                _insert(function.body.blocks[0], rt.CheckOp(at_start=True))
            elif not by_hand:
                for call in _calls_in_cycles(function, recursive):
                    Builder(call).add(look())
        for inner in walk(op):
            inner.attributes.pop(BRIEF, None)


def _recursive(module: ModuleOp) -> dict[str, frozenset[str]]:
    """The functions that may call themselves, each with those of its cycle."""
    graph = call_graph(module)
    cycles = (frozenset(n) for n in graph.components() if len(n) > 1 or n[0] in graph.may_call(n[0]))
    return {name: names for names in cycles for name in names}


def _calls_in_cycles(function: FunctionOp, recursive: dict[str, frozenset[str]]) -> list[Operation]:
    """In each block, the first call through which the function may come back to itself: what ends a recursion makes none."""
    names = recursive.get(function.sym_name.data, frozenset[str]())
    calls = [(block, [o for o in block.ops if _may_call(o, names)]) for block in function.body.blocks]
    return [found[0] for _, found in calls if found]


def _may_call(op: Operation, names: frozenset[str]) -> bool:
    return bool(names) and (callee_name(op) in names or isinstance(op, func.CallIndirectOp))


def _insert(block: Block, op: Operation) -> None:
    first = first_of(block)
    # What the function is blamed for is where it is written.
    owner = block.parent_op() if isinstance(op, rt.CheckOp) and op.at_start is not None else first
    assert owner is not None
    Builder(first, owner).add(op)


def _loop_heads(
    region: Region, suspension: Suspension, polls: bool
) -> Iterator[tuple[Block, Container[Block], int]]:
    """The blocks to which a jump leads back, where the loop that it closes launches or waits, or is to look all the same.

    Each with the blocks of the loop, and how many turns go by between two looks; 0: it looks in each.
    """
    busy = {block for block in region.blocks if any(_launches_or_waits(o, suspension) for o in block.ops)}
    back: dict[Block, list[Block]] = {}
    number = {block: place for place, block in enumerate(postorder(region.blocks[0], successors))}
    for source, place in number.items():
        for target in successors(source):
            if number[target] >= place:
                back.setdefault(target, []).append(source)
    loops = {head: set(_loop(head, sources)) for head, sources in back.items()}
    for head, loop in loops.items():
        if not busy.isdisjoint(loop):
            yield head, loop, 0
        elif polls and not any(BRIEF in terminator_of(source).attributes for source in back[head]):
            depth = _depth(head, loops)
            yield head, loop, CHUNKS[depth] if _counts(head) and depth < len(CHUNKS) else 0


def _counts(head: Block) -> bool:
    """Whether the loop is one over a range: to look in each turn would keep it from being vectorised."""
    end = head.last_op
    return isinstance(end, cf.ConditionalBranchOp) and (
        isinstance(test := end.cond.owner, arith.CmpiOp) and isinstance(test.lhs.type, IndexType)
    )


def _depth(head: Block, loops: dict[Block, set[Block]]) -> int:
    """How many loops are in each other inside of it."""
    inside = [other for other in loops if other is not head and other in loops[head]]
    return max((1 + _depth(other, loops) for other in inside if head not in loops[other]), default=0)


def _loop(head: Block, sources: Iterable[Block]) -> Iterable[Block]:
    """The blocks from which a source is reached without a pass through the head."""
    return reached((*sources, head), lambda block: () if block is head else predecessors(block))


def _launches_or_waits(op: Operation, suspension: Suspension) -> bool:
    busy = isinstance(op, async_dialect.CallOp) or op.dialect_name() in ("io", "rt") or BLOCK in op.attributes
    return busy or suspension.waits(op)
