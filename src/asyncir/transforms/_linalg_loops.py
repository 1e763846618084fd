"""A structured op on memrefs becomes loops around its body."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects import linalg, memref, scf
from asyncir.dialects.linalg_maps import uses_loop, where_loops_are
from asyncir.dialects.linalg_structured import Structured, extents_of
from asyncir.ir import (
    AffineBinaryOpExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    Block,
    MemRefType,
    Region,
    SSAValue,
)
from asyncir.ir.walk import terminator_of
from asyncir.transforms._affine_code import affine_values
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import INDEX, Builder


def on_memrefs(op: Structured) -> bool:
    """Whether the op changes memory, and gives nothing."""
    return not op.results and all(
        not extents_of(v.type) or isinstance(v.type, MemRefType) for v in op.operands
    )


def size_of(code: Builder, value: SSAValue, dimension: int) -> SSAValue:
    """The size of a dimension of a memref."""
    extent = extents_of(value.type)[dimension]
    number = code.index(dimension if extent is None else extent)
    return number if extent is not None else code.value(memref.DimOp(value, number))


def loop_bounds(code: Builder, op: Structured) -> list[SSAValue]:
    """How often each loop runs."""
    found: list[SSAValue] = []
    for at in where_loops_are(op.maps):
        assert at is not None
        found.append(size_of(code, op.operands[at[0]], at[1]))
    return found


# ---- the order of loops ----


def contiguous_order(op: Structured) -> list[int]:
    """The loops, outermost first, the last of which goes along neighbours in memory in as many operands as possible.

    Only a parallel loop is moved, so that what a reduction adds up is added in the same order.
    """
    kinds, maps = op.loop_kinds, op.maps
    scores = [_score(loop, maps) for loop in range(len(kinds))]
    best = max(
        (loop for loop, kind in enumerate(kinds) if kind == "parallel"),
        key=lambda i: (scores[i], i),
        default=None,
    )
    order = list(range(len(kinds)))
    if best is not None and scores[best] > scores[-1]:
        order.remove(best)
        order.append(best)
    return order


def _score(loop: int, maps: Sequence[AffineMap]) -> int:
    score = 0
    for map in maps:
        for expression in map.results[:-1]:
            score -= uses_loop(expression, loop)
        if map.results and uses_loop(map.results[-1], loop):
            score += 1 if _is_step_of_one(map.results[-1], loop) else -1
    return score


def _is_step_of_one(expression: AffineExpr, loop: int) -> bool:
    if isinstance(expression, AffineDimExpr):
        return expression.position == loop
    if not isinstance(expression, AffineBinaryOpExpr) or expression.kind.name != "Add":
        return False
    return any(_is_step_of_one(side, loop) for side in (expression.lhs, expression.rhs))


# ---- loops ----


def for_loops(
    code: Builder, loops: Sequence[int], bounds: Sequence[SSAValue], counters: dict[int, SSAValue]
) -> Builder:
    """Open a nest of `scf.for`; gives what puts ops into the innermost body, in front of its end."""
    if not loops:
        return code
    zero, one = code.index(0), code.index(1)
    inner = code
    for loop in loops:
        body = Region(Block(arg_types=[INDEX]))
        inner.add(scf.ForOp(zero, bounds[loop], one, [], body))
        counters[loop] = body.block.args[0]
        end = Builder(body.block, code.location).add(scf.YieldOp())
        inner = Builder(end)
    return inner


def emit_point(code: Builder, op: Structured, counters: dict[int, SSAValue]) -> None:
    """Execute the body of the op for one point: load, compute, store."""
    points = [counters[loop] for loop in range(len(op.loop_kinds))]
    block = op.body.block
    places: list[Sequence[SSAValue]] = []
    known: dict[SSAValue, SSAValue] = {}
    for operand, map, argument in zip(op.operands, op.maps, block.args, strict=True):
        if not isinstance(operand.type, MemRefType):
            places.append(())
            known[argument] = operand
            continue
        place = affine_values(code, map.results, map, points)
        places.append(place)
        if argument.uses:
            known[argument] = code.value(memref.LoadOp(operand, place))
    last = terminator_of(block)
    for inner in block.ops:
        if inner is last:
            break
        if isinstance(inner, linalg.IndexOp):
            known[inner.result] = points[int(inner.dim.value.data)]
            continue
        copy = code.add(inner.clone(known))
        known.update(zip(inner.results, copy.results, strict=True))
    first = len(op.ins)
    for value, output, place in zip(last.operands, op.inits, places[first:], strict=True):
        code.add(memref.StoreOp(known.get(value, value), output, place))


def to_for_loops(op: Structured, order: Sequence[int]) -> None:
    """Replace the op by a nest of `scf.for`."""
    code = Builder(op)
    counters: dict[int, SSAValue] = {}
    inner = for_loops(code, order, loop_bounds(code, op), counters)
    emit_point(inner, op, counters)
    erase(op)


def to_parallel_loops(op: Structured, order: Sequence[int], *, inside: int = 0) -> None:
    """Replace the op by one `scf.parallel` of its parallel loops, with `scf.for` for the others inside.

    So many of the innermost loops are inside in any case.
    """
    kinds, code = op.loop_kinds, Builder(op)
    outer = [loop for loop in sorted(order[: len(order) - inside]) if kinds[loop] == "parallel"]
    bounds, counters = loop_bounds(code, op), dict[int, SSAValue]()
    inner = code
    if outer:
        body = Region(Block(arg_types=[INDEX] * len(outer)))
        zero, one = code.index(0), code.index(1)
        upper = [bounds[loop] for loop in outer]
        code.add(scf.ParallelOp([zero] * len(outer), upper, [one] * len(outer), body))
        counters.update(zip(outer, body.block.args, strict=True))
        inner = Builder(Builder(body.block, code.location).add(scf.ReduceOp([], [])))
    inner = for_loops(inner, [loop for loop in order if loop not in counters], bounds, counters)
    emit_point(inner, op, counters)
    erase(op)
