"""Which structured ops are contractions: sums of what two operands give, over loops that only the operands have.

A loop of such an op is of one of four groups, by which of its three operands it moves through:

    group     lhs  rhs  output    of a matmul    of a convolution
    batch     x    x    x                        groups, depth
    rows      x         x         i              filters
    columns        x    x         j              images, height, width
    sums      x    x              k              channels, window

So a convolution is a matmul of which one operand is read at sums of indices. *Rows* are those of the operand for which the
output is not contiguous: the last loop of the output is a column.

The body may be anything that is computed from the two elements and the one so far, as long as it names nothing else: what is
summed is summed in the order of the loops, so nothing is asked of its algebra.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from asyncir.dialects.linalg_structured import Structured
from asyncir.dialects.memref_layout import Extent, add_terms, strided_form
from asyncir.dialects.narrowing import is_memref
from asyncir.ir import AffineMap, Attribute

Linear = tuple[tuple[int, ...], int]
"""A factor for each loop, and what is added."""


@dataclass(frozen=True)
class Contraction:
    """The loops of each group, in the order in which the output (of sums: the op) has them; and who is which operand."""

    batch: tuple[int, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    sums: tuple[int, ...]
    lhs: int
    rhs: int
    output: int
    addresses: tuple[tuple[Linear, ...], ...]
    """For each operand of the op, and each of its dimensions, the index."""


def contraction_of(op: Structured) -> Contraction | None:
    """The op as a contraction; None if it is none."""
    if len(op.ins) != 2 or len(op.inits) != 1 or len(op.body.blocks) != 1:
        return None
    arguments = op.body.block.args
    if not all(argument.uses for argument in arguments):
        return None
    addresses = [linear_map(map) for map in op.maps]
    known = tuple(each for each in addresses if each is not None)
    order = _projected(known[2]) if len(known) == 3 else None
    if order is None:
        return None
    return _grouped(op, known, order)


def _grouped(
    op: Structured, addresses: tuple[tuple[Linear, ...], ...], order: list[int]
) -> Contraction | None:
    groups: dict[tuple[bool, ...], list[int]] = {}
    sizes = op.sizes()
    moves = [
        {loop for factors, _ in each for loop, factor in enumerate(factors) if factor} for each in addresses
    ]
    for loop in [*order, *(i for i in range(len(sizes)) if i not in order)]:
        groups.setdefault(tuple(loop in each for each in moves), []).append(loop)
        if (op.loop_kinds[loop] == "parallel") != (loop in moves[2]):
            return None
    both, out = (True, True, False), (True, True, True)
    firsts, seconds = (True, False, True), (False, True, True)
    if not groups.keys() <= {both, out, firsts, seconds} or both not in groups:
        return None
    last = next((loop for loop in reversed(order) if sizes[loop] != 1), None)
    lhs, rhs = (1, 0) if last in groups.get(firsts, ()) else (0, 1)
    rows, columns = (seconds, firsts) if lhs == 1 else (firsts, seconds)
    if last is None or last not in groups.get(columns, ()):
        return None
    found = [tuple(groups.get(key, ())) for key in (out, rows, columns, both)]
    return Contraction(*found, lhs=lhs, rhs=rhs, output=2, addresses=addresses)


def _projected(address: tuple[Linear, ...]) -> list[int] | None:
    """The loops that the dimensions of the output are, if each is one, and no two the same."""
    found: list[int] = []
    for factors, more in address:
        moving = [loop for loop, factor in enumerate(factors) if factor]
        if more or len(moving) != 1 or factors[moving[0]] != 1 or moving[0] in found:
            return None
        found.append(moving[0])
    return found


def linear_map(map: AffineMap) -> tuple[Linear, ...] | None:
    """The results of a map as factors of the loops and what is added; None where one is no such sum."""
    found: list[Linear] = []
    for expression in map.results:
        factors: list[Extent] = [0] * (map.num_dims + 1)
        if not add_terms(expression, 1, factors):
            return None
        numbers = [factor for factor in factors if factor is not None]
        if len(numbers) != len(factors):
            return None
        found.append((tuple(numbers[:-1]), numbers[-1]))
    return tuple(found)


def points(op: Structured) -> Extent:
    """How many points the op has; None where that is not known now."""
    count: int = 1
    unknown = False
    for size in op.sizes():
        if size == 0:
            return 0
        unknown |= size is None
        count *= size or 1
    return None if unknown else count


def strides_of(of: Attribute) -> Sequence[Extent] | None:
    """The strides of a memref; None of what is none, or has a layout without strides."""
    form = strided_form(of) if is_memref(of) else None
    return None if form is None else form[0]


def element_bits(of: Any) -> int | None:
    """The size of an integer or floating-point number of whole bytes; None of any other type."""
    bits = getattr(of, "bitwidth", None)
    return bits if isinstance(bits, int) and bits % 8 == 0 else None
