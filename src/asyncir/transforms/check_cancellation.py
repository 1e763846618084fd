"""`check-cancellation`: where a task looks whether its run was cancelled."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping

from asyncir.analyses.call_graph import CallGraph, call_graph
from asyncir.analyses.suspension import Suspension, analyse_suspension
from asyncir.dialects import async_dialect, func, rt
from asyncir.dialects.effects import callee_name
from asyncir.dialects.functions import FunctionOp
from asyncir.ir import Block, Context, ModuleOp, Operation, Region, Rewriter
from asyncir.ir.graphs import postorder, reached
from asyncir.ir.marks import BLOCK, BRIEF, LEAVES, POLLS
from asyncir.ir.walk import first_of, predecessors, successors, terminator_of, walk
from asyncir.transforms._building import Builder
from asyncir.transforms._chunks_of_loops import CHUNKS, counts, in_chunks, is_brief
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
        graph = call_graph(op)
        recursive = _recursive(graph) if polls else {}
        heights = _heights(graph) if polls else {}
        look = rt.CheckOp if suspension.may_wait or op.attributes.get(POLLS) != LEAVES else rt.PollOp
        for function in functions:
            if function in by_hand:
                continue
            waits = (
                isinstance(function, async_dialect.FuncOp) or function.sym_name.data in suspension.may_wait
            )
            if waits or not by_hand:
                calls = _heights_of_calls(function.body, graph, heights) if polls else None
                _look_in_loops(function.body, suspension, calls, look)
            if waits:
                _insert(function.body.blocks[0], rt.CheckOp(at_start=True))
            elif not by_hand:
                for call in _calls_in_cycles(function, recursive):
                    Builder(call).add(look())
        for inner in walk(op):
            inner.attributes.pop(BRIEF, None)


def _recursive(graph: CallGraph) -> dict[str, frozenset[str]]:
    """The functions that may call themselves, each with those of its cycle."""
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


def _heights(graph: CallGraph) -> dict[str, int]:
    """How many loops are in each other in a function, and in what it calls: the deepest, but for those of its own cycle."""
    heights: dict[str, int] = {}
    for names in graph.components():
        for name in names:
            function = graph.functions[name]
            deepest = 0
            for region in function.regions:
                loops, calls = _loops(region), _heights_of_calls(region, graph, heights)
                deepest = max((deepest, *calls.values(), *(1 + _depth(h, loops, calls) for h in loops)))
            heights[name] = deepest
    return heights


def _heights_of_calls(region: Region, graph: CallGraph, heights: Mapping[str, int]) -> dict[Block, int]:
    """The deepest loops that are called in a block; without the blocks that call none."""
    found: dict[Block, int] = {}
    any_value = max((heights.get(name, 0) for name in graph.values), default=0)
    for block in region.blocks:
        for op in block.ops:
            name = callee_name(op)
            height = any_value if isinstance(op, func.CallIndirectOp) else heights.get(name or "", 0)
            if height:
                found[block] = max(found.get(block, 0), height)
    return found


def _look_in_loops(
    region: Region, suspension: Suspension, calls: Mapping[Block, int] | None, look: Callable[[], Operation]
) -> None:
    """Put a look into each loop that launches or waits; where the depth of calls is known, into those that compute, too."""
    loops = _loops(region)
    for head, chunk in _turns_between_looks(region, loops, suspension, calls):
        loop = loops[head]
        if not chunk:
            _insert(head, look())
        elif not is_brief(head, loop, chunk):
            made = in_chunks(head, loop, chunk, look)
            for other in loops.values():
                if head in other and other is not loop:
                    other.update(made)


def _loops(region: Region) -> dict[Block, set[Block]]:
    """The blocks to which a jump leads back, each with the blocks of the loop that it closes."""
    if not region.blocks:
        return {}
    back: dict[Block, list[Block]] = {}
    number = {block: place for place, block in enumerate(postorder(region.blocks[0], successors))}
    for source, place in number.items():
        for target in successors(source):
            if number[target] >= place:
                back.setdefault(target, []).append(source)
    return {head: set(_loop(head, sources)) for head, sources in back.items()}


def _turns_between_looks(
    region: Region,
    loops: Mapping[Block, set[Block]],
    suspension: Suspension,
    calls: Mapping[Block, int] | None,
) -> list[tuple[Block, int]]:
    """The heads of the loops that are to look, and how many turns go by between two looks; 0: it looks in each."""
    busy = {block for block in region.blocks if any(_launches_or_waits(o, suspension) for o in block.ops)}
    found: list[tuple[Block, int]] = []
    for head, loop in loops.items():
        if not busy.isdisjoint(loop):
            found.append((head, 0))
        elif calls is not None and not any(
            BRIEF in terminator_of(b).attributes for b in _closing(head, loop)
        ):
            depth = _depth(head, loops, calls)
            found.append((head, CHUNKS[depth] if counts(head, loop) and depth < len(CHUNKS) else 0))
    return found


def _closing(head: Block, loop: Container[Block]) -> list[Block]:
    return [block for block in predecessors(head) if block in loop]


def _depth(head: Block, loops: Mapping[Block, set[Block]], calls: Mapping[Block, int]) -> int:
    """How many loops are in each other inside of it, and in what it calls."""
    called = max((height for block, height in calls.items() if block in loops[head]), default=0)
    inside = [other for other in loops if other is not head and other in loops[head]]
    return max([called, *(1 + _depth(other, loops, calls) for other in inside if head not in loops[other])])


def _loop(head: Block, sources: Iterable[Block]) -> Iterable[Block]:
    """The blocks from which a source is reached without a pass through the head."""
    return reached((*sources, head), lambda block: () if block is head else predecessors(block))


def _launches_or_waits(op: Operation, suspension: Suspension) -> bool:
    busy = isinstance(op, async_dialect.CallOp) or op.dialect_name() in ("io", "rt") or BLOCK in op.attributes
    return busy or suspension.waits(op)
