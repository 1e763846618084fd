"""`split-brief-loops`: nests of loops that look whether they are cancelled get a copy that need not."""

from __future__ import annotations

from collections.abc import Iterator

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.integers.constants import constant_of
from asyncir.dialects import arith, func, memref, scf
from asyncir.dialects.effects import callee_name
from asyncir.dialects.functions import FunctionOp
from asyncir.ir import Block, Context, ModuleOp, Operation, Region, SSAValue, UnitAttr
from asyncir.ir.graphs import components
from asyncir.ir.marks import BRIEF, POLLS
from asyncir.ir.walk import is_defined_below, successors, walk
from asyncir.transforms._building import INDEX, Builder
from asyncir.transforms._passes import Pass

_MOST_TURNS = 1 << 20
"""Of all inner loops together, in one turn of the outermost one: a millisecond where a turn takes a nanosecond."""

_AT_ONCE = 1 << 6
"""Of the turns of the outermost loop, at most so many go by between two looks."""

_END_OF_PACED = 1 << 62
"""Where numbers are larger, that many turns ahead may be none."""

_UNSIGNED = "unsignedCmp"
_DEEPEST = 3
_MOST_OPS = 200
_FAR = 1 << 40
_LOOPS = (scf.ForOp, scf.WhileOp, scf.ParallelOp, scf.ForallOp)
_PURE = (
    *(arith.IndexCastOp, arith.AddiOp, arith.SubiOp, arith.MuliOp, arith.MinSIOp, arith.MaxSIOp),
    *(arith.CmpiOp, arith.SelectOp),
    memref.DimOp,
)
_OTHERS = ("async", "rt", "io")


class SplitBriefLoops(Pass):
    """
    In a module with the attribute `asyncir.polls`, give each nest of `scf.for` a copy, for where its inner loops have at most
    2^20 turns together. In the copy only the outermost loop looks whether it is cancelled, so that LLVM optimises the inner
    ones as ever: in each turn, or, where these are short, once in 64. The bounds of the inner loops have to be known in
    front of the nest, and it must not call functions with loops.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Split the nests of each function."""
        if POLLS not in op.attributes:
            return
        long = _long_functions(op)
        for function in op.ops:
            if isinstance(function, FunctionOp):
                for loop in list(_outermost(function)):
                    if not any(_calls_one_of(inner, long) for inner in walk(loop)):
                        _split(loop)


def _long_functions(module: ModuleOp) -> frozenset[str]:
    """The functions that may have a loop or call themselves, and those that call one of them: nobody knows for how long."""
    graph = call_graph(module)
    long: set[str] = set()
    for names in graph.components():
        name = names[0]
        function, callees = graph.functions[name], graph.may_call(name)
        if len(names) > 1 or name in callees or not long.isdisjoint(callees) or _has_loop(function):
            long.update(names)
    return frozenset(long)


def _has_loop(function: Operation) -> bool:
    blocks = [block for op in walk(function) for region in op.regions for block in region.blocks]
    if any(len(c) > 1 or c[0] in successors(c[0]) for c in components(blocks, successors)):
        return True
    return any(isinstance(op, _LOOPS) for op in walk(function))


def _calls_one_of(op: Operation, names: frozenset[str]) -> bool:
    return isinstance(op, func.CallIndirectOp) or callee_name(op) in names


def _outermost(top: Operation) -> Iterator[scf.ForOp]:
    for region in top.regions:
        for block in region.blocks:
            for op in block.ops:
                if isinstance(op, scf.ForOp):
                    yield op
                elif not isinstance(op, _LOOPS):
                    yield from _outermost(op)


def _split(loop: scf.ForOp) -> None:
    ops = [op for op in walk(loop) if op is not loop]
    inner = [op for op in ops if isinstance(op, scf.ForOp)]
    others = any(isinstance(op, _LOOPS) and not isinstance(op, scf.ForOp) for op in ops)
    if not inner or others or len(ops) > _MOST_OPS or any(op.dialect_name() in _OTHERS for op in ops):
        return
    before = Builder(loop)
    turns = _turns(before, loop, loop, 0)
    if turns is None:
        for made in reversed(before.made):
            made.detach()
            made.erase()
        return
    brief = before.value(arith.CmpiOp(turns, before.index(_MOST_TURNS), "ule"))
    paced = _can_be_paced(loop)
    if paced:
        near = before.value(arith.CmpiOp(loop.ub, before.index(_END_OF_PACED), "sle"))
        brief = before.value(arith.AndIOp(brief, near))
    copy = loop.clone()
    branch = before.add(scf.IfOp(brief, loop.result_types, Region(Block()), Region(Block())))
    for region, chosen in ((branch.true_region, copy), (branch.false_region, loop)):
        if chosen is loop:
            for old, new in zip(loop.results, branch.results, strict=True):
                old.replace_all_uses_with(new)
            loop.detach()
        region.block.add_op(chosen)
        Builder(region.block, loop).add(scf.YieldOp(*chosen.results))
    for op in walk(copy):
        if isinstance(op, scf.ForOp) and (op is not copy or paced):
            op.attributes[BRIEF] = UnitAttr()
    if paced:
        _pace(copy, turns)


def _can_be_paced(loop: scf.ForOp) -> bool:
    """Whether inner loops are only one deep, so that one turn of the outermost loop may be too short to look in each."""
    inner = [op for op in walk(loop) if isinstance(op, scf.ForOp) and op is not loop]
    deeper = any(isinstance(op, scf.ForOp) and op is not other for other in inner for op in walk(other))
    return (
        not deeper
        and loop.lb.type == INDEX
        and constant_of(loop.step) == 1
        and _UNSIGNED not in loop.properties
    )


def _pace(loop: scf.ForOp, turns: SSAValue) -> None:
    """Put a loop around it that looks in each turn, and does one turn of the loop in it, or many short ones."""
    before = Builder(loop)
    few = before.value(arith.CmpiOp(turns, before.index(_MOST_TURNS // _AT_ONCE), "ule"))
    pace = before.value(arith.SelectOp(few, before.index(_AT_ONCE), before.index(1)))
    types = [value.type for value in loop.iter_args]
    body = Block(arg_types=[INDEX, *types])
    around = before.add(scf.ForOp(loop.lb, loop.ub, pace, list(loop.iter_args), Region(body)))
    for old, new in zip(loop.results, around.results, strict=True):
        old.replace_all_uses_with(new)
    start = Builder(body, loop)
    after = start.value(arith.AddiOp(body.args[0], pace))
    end = start.value(arith.MinSIOp(after, loop.ub))
    loop.detach()
    loop.operands = [body.args[0], end, loop.step, *body.args[1:]]
    body.add_op(loop)
    start.add(scf.YieldOp(*loop.results))


def _turns(b: Builder, around: Operation, root: scf.ForOp, depth: int) -> SSAValue | None:
    """How many turns the loops inside have together, or more; None: nobody knows that in front of the root."""
    total = b.index(0)
    for loop in _outermost(around):
        step = constant_of(loop.step)
        if _UNSIGNED in loop.properties:
            return None
        lower, upper = _bound(b, loop.lb, root), _bound(b, loop.ub, root)
        if step is None or step < 1 or lower is None or upper is None or depth >= _DEEPEST:
            return None
        inside = _turns(b, loop, root, depth + 1)
        if inside is None:
            return None
        count = _count(b, lower, upper)
        each = b.value(arith.MaxSIOp(inside, b.index(1)))
        product = b.value(arith.MuliOp(count, b.value(arith.MinSIOp(each, b.index(2 * _MOST_TURNS)))))
        total = b.value(arith.AddiOp(total, product))
    return total


def _count(b: Builder, lower: SSAValue, upper: SSAValue) -> SSAValue:
    """The turns of one loop with step 1, at most a number that is too large."""
    far, zero = b.index(_FAR), b.index(0)
    near = b.value(arith.MinSIOp(upper, far))
    if constant_of(lower) == 0:
        length = near
    else:
        # Loops that begin so far off count as too long. Of the others nothing wraps around.
        least = b.index(-_FAR)
        usual = b.value(arith.CmpiOp(b.value(arith.AddiOp(lower, far)), b.index(2 * _FAR), "ult"))
        end = b.value(arith.MaxSIOp(near, least))
        length = b.value(arith.SelectOp(usual, b.value(arith.SubiOp(end, lower)), far))
    positive = b.value(arith.MaxSIOp(length, zero))
    return b.value(arith.MinSIOp(positive, b.index(2 * _MOST_TURNS)))


def _bound(b: Builder, value: SSAValue, root: scf.ForOp) -> SSAValue | None:
    """A bound of a loop in front of the nest, as an index."""
    if (number := constant_of(value)) is not None:
        return b.index(number)
    found = _in_front(b, value, root)
    return found if found is None or found.type == INDEX else b.value(arith.IndexCastOp(found, INDEX))


def _in_front(b: Builder, value: SSAValue, root: scf.ForOp) -> SSAValue | None:
    """The value in front of the loop: it is there, or is computed there, too."""
    if not is_defined_below(value, root):
        return value
    op = value.owner
    if not isinstance(op, Operation):
        return None
    if (number := constant_of(value)) is not None:
        return b.index(number) if value.type == INDEX else None
    divides = isinstance(op, arith.DivUIOp) and constant_of(op.rhs)  # by a number that is not 0
    if not isinstance(op, _PURE) and not divides:
        return None
    operands = [_in_front_any(b, operand, root) for operand in op.operands]
    known = [operand for operand in operands if operand is not None]
    if len(known) < len(operands):
        return None
    mapped = dict(zip(op.operands, known, strict=True))
    return b.value(op.clone(value_mapper=mapped))


def _in_front_any(b: Builder, value: SSAValue, root: scf.ForOp) -> SSAValue | None:
    op = value.owner
    if is_defined_below(value, root) and isinstance(op, arith.ConstantOp):
        return b.value(op.clone())
    return _in_front(b, value, root)
