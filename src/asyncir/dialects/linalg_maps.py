"""Which element of each operand a structured op uses at a point of its iteration domain, and how large that domain is."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from functools import cache

from asyncir.dialects.memref_layout import Extent
from asyncir.ir import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
)

Numbers = tuple[int, ...]


@cache
def table_map(text: str, loops: int, numbers: tuple[tuple[str, Numbers], ...]) -> AffineMap:
    """The map whose indices a table writes as `(d0, d1 * strides[0] + d4)`; `numbers` are what it takes from the op."""
    body = ast.parse(text, mode="eval").body
    known = dict(numbers)
    elements = body.elts if isinstance(body, ast.Tuple) else [body]
    return AffineMap(loops, 0, tuple(_expression(element, known) for element in elements))


def _expression(node: ast.expr, numbers: Mapping[str, Numbers]) -> AffineExpr:
    if isinstance(node, ast.Name):
        return AffineExpr.dimension(int(node.id[1:]))
    assert isinstance(node, ast.BinOp)
    left = _expression(node.left, numbers)
    if isinstance(node.op, ast.Add):
        return left + _expression(node.right, numbers)
    factor = node.right
    assert isinstance(factor, ast.Subscript)
    assert isinstance(factor.value, ast.Name)
    place: int = ast.literal_eval(factor.slice)
    return left * numbers[factor.value.id][place]


@cache
def identity(rank: int) -> AffineMap:
    """The map from each point to itself."""
    return AffineMap(rank, 0, tuple(AffineExpr.dimension(i) for i in range(rank)))


@cache
def of_dims(loops: int, dims: Sequence[int]) -> AffineMap:
    """The map to some of the loops, in this order."""
    return AffineMap(loops, 0, tuple(AffineExpr.dimension(i) for i in dims))


@cache
def dims_of(map: AffineMap) -> tuple[int | None, ...]:
    """For each result the loop that it is; None where it is something else."""
    return tuple(e.position if isinstance(e, AffineDimExpr) else None for e in map.results)


def is_projection(map: AffineMap) -> bool:
    """Whether each result is a loop, no two of them the same."""
    dims = dims_of(map)
    return None not in dims and len(set(dims)) == len(dims)


def is_permutation(map: AffineMap) -> bool:
    """Whether the results are the loops, in any order."""
    return len(map.results) == map.num_dims and is_projection(map)


def uses_loop(expression: AffineExpr, loop: int) -> bool:
    """Whether an index changes with a loop."""
    return any(isinstance(e, AffineDimExpr) and e.position == loop for e in expression.dfs())


def where_loops_are(maps: Sequence[AffineMap]) -> list[tuple[int, int] | None]:
    """For each loop a map and a result that is this loop; None where there is none: nothing says how often it runs."""
    found: list[tuple[int, int] | None] = [None] * (maps[0].num_dims if maps else 0)
    for number, map in enumerate(maps):
        for position, dim in enumerate(dims_of(map)):
            if dim is not None and found[dim] is None:
                found[dim] = (number, position)
    return found


def loop_sizes(maps: Sequence[AffineMap], shapes: Sequence[Sequence[Extent]]) -> list[Extent]:
    """How many iterations each loop has, for operands of these shapes; None where it is not known."""
    return [None if at is None else shapes[at[0]][at[1]] for at in where_loops_are(maps)]


def span(expression: AffineExpr, sizes: Sequence[Extent]) -> tuple[int, int] | None:
    """The least and the greatest value for all points of a domain; None where it is not known."""
    if isinstance(expression, AffineConstantExpr):
        return expression.value, expression.value
    if isinstance(expression, AffineDimExpr):
        size = sizes[expression.position]
        return None if size is None else (0, size - 1)
    if not isinstance(expression, AffineBinaryOpExpr):
        return None
    left, right = span(expression.lhs, sizes), span(expression.rhs, sizes)
    if left is None or right is None:
        return None
    if expression.kind is AffineBinaryOpKind.Add:
        return left[0] + right[0], left[1] + right[1]
    if right[0] != right[1]:
        return None
    ends = [_applied(expression.kind, end, right[0]) for end in left]
    if None in ends or (
        expression.kind is AffineBinaryOpKind.Mod and left[0] // right[0] != left[1] // right[0]
    ):
        return (0, right[0] - 1) if expression.kind is AffineBinaryOpKind.Mod and right[0] > 0 else None
    known = [end for end in ends if end is not None]
    return min(known), max(known)


def _applied(kind: AffineBinaryOpKind, left: int, right: int) -> int | None:
    match kind:
        case AffineBinaryOpKind.Mul:
            return left * right
        case AffineBinaryOpKind.FloorDiv:
            return left // right if right > 0 else None
        case AffineBinaryOpKind.CeilDiv:
            return -(-left // right) if right > 0 else None
        case AffineBinaryOpKind.Mod:
            return left % right if right > 0 else None
        case _:
            return None
