"""vector: contractions, outer products, scans."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress, pairwise, product, repeat
from math import prod
from typing import Any

import numpy as np

from asyncir.ir import AffineMap, Operation, VectorType
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.lift import attribute, perform
from asyncir.semantics.core.math import fused
from asyncir.semantics.core.program import Compiler, handles
from asyncir.semantics.core.values import Value, bit_width, element_type, is_integer, lanes, vector
from asyncir.semantics.core.vector_ops import Combined, combiner, kind_of

Accumulate = Callable[[Value, Value, Value], Value]
"""What becomes of an accumulator, the third, with the product of the other two."""


def accumulator(op: Operation, of: Any) -> Accumulate:
    """How the op combines a product with what there is: sums of floats are rounded once."""
    kind = kind_of(op)
    if kind == "add" and not is_integer(of):
        return fused(of)
    times, combine = combiner("mul", of), combiner(kind, of)
    return lambda a, b, so_far: combine(times(a, b), so_far)


def _widened(op: Operation, of: Any) -> Callable[[Value], Value]:
    """How an element of a factor becomes a number of the result's type: with its sign."""
    source = element_type(op.operands[0].type)
    if is_integer(source) != is_integer(of) or bit_width(source) > bit_width(of):
        raise fault("S012", f"the interpreter does not know contractions of {source} into {of}", op)
    # The one bit of an `i1` is its sign.
    return (lambda x: -x) if bit_width(source) == 1 and source != of else (lambda x: x)


def _flat(map: AffineMap, extents: Sequence[int]) -> Callable[[Sequence[int]], int]:
    """Where a point's element is in the operand, in the order of its elements."""
    results: Any = map.results
    dims: list[int] = [expr.position for expr in results]

    def place(point: Sequence[int]) -> int:
        at = 0
        for dim in dims:
            at = at * extents[dim] + point[dim]
        return at

    return place


def contraction(op: Any) -> Combined:
    """Along the reductions in the order of the dimensions, the first one outermost."""
    of = op.results[0].type
    extents, widen = op.extents(), _widened(op, element_type(of))
    add = accumulator(op, element_type(of))
    places = [_flat(map, extents) for map in op.maps]
    points = [tuple(place(point) for place in places) for point in product(*map(range, extents))]

    def sum_up(lhs: Any, rhs: Any, acc: Any, mask: Any = None) -> Value:
        left, right = ([widen(x) for x in lanes(side)] for side in (lhs, rhs))
        totals = list(lanes(acc)) if isinstance(of, VectorType) else [acc]
        for a, b, to in points if mask is None else compress(points, mask.ravel()):
            totals[to] = add(left[a], right[b], totals[to])
        return vector(totals, of) if isinstance(of, VectorType) else totals[0]

    return sum_up


@handles("vector.contract")
def _contract(op: Any, c: Compiler) -> None:
    perform(op, c, contraction(op), pure=True)


def outer_product(op: Any) -> Combined:
    """Each element of the first with each of the second; what a mask leaves out stays what it was in the accumulator."""
    of = op.results[0].type
    times, add = combiner("mul", of.element_type), accumulator(op, of.element_type)

    def multiply(lhs: Any, rhs: Any, *acc: Any, mask: Any = None) -> Value:
        right = lanes(rhs) if isinstance(op.rhs.type, VectorType) else [rhs]
        pairs = list(product(lanes(lhs), right))
        if not acc:
            return vector([times(a, b) for a, b in pairs], of)
        on = repeat(1) if mask is None else mask.ravel()
        rows = zip(pairs, lanes(acc[0]), on, strict=mask is not None)
        return vector([add(a, b, x) if here else x for (a, b), x, here in rows], of)

    return multiply


@handles("vector.outerproduct")
def _outer_product(op: Any, c: Compiler) -> None:
    perform(op, c, outer_product(op), pure=True)


@handles("vector.scan")
def _scan(op: Any, c: Compiler) -> None:
    of, rest = (result.type for result in op.results)
    combine = combiner(kind_of(op), of.element_type)
    dim, inclusive = attribute(op, "reduction_dim").value.data, bool(attribute(op, "inclusive").value.data)

    def scan(source: Any, first: Any) -> Value:
        rows = np.moveaxis(source, dim, 0).reshape(source.shape[dim], prod(rest.get_shape()))
        inputs = [lanes(row) for row in rows]
        so_far = list(inputs[0] if inclusive else lanes(first))
        found = [so_far]
        for before, here in pairwise(inputs):
            so_far = [combine(a, b) for a, b in zip(so_far, here if inclusive else before, strict=True)]
            found.append(so_far)
        moved = VectorType(of.element_type, [len(found), *rest.get_shape()])
        whole = vector([x for row in found for x in row], moved)
        return np.moveaxis(whole, 0, dim).copy(), vector(so_far, rest)

    perform(op, c, scan, pure=True)
