"""How long an op is expected to take on one core: a static estimate in nanoseconds.

Structured ops take a time for each point of their domain: for a product that is added that of a packed kernel, for anything
else that of a vector loop, by what the body does. The figures are those of a machine of today
(docs/benchmarks.md#tensors). They need to be right to a factor of a few only, since they say what is worth a task.
"""

from __future__ import annotations

from math import prod

from asyncir.analyses.contractions import contraction_of, points
from asyncir.analyses.trip_counts import trips_of
from asyncir.dialects.effects import Access, callee_name, declared_effects
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.linalg_structured import Structured, extents_of
from asyncir.ir import Attribute, Operation, SSAValue, TensorType
from asyncir.ir.walk import post_order

PRODUCT = 0.05
"""A product that is added, in a packed kernel."""

POINT = 0.15
"""A point of a loop over memory; its ops come to that."""

BODY_OP = 0.1
FUNCTION = 2.0
"""An op of `math`, which a library or a polynomial computes."""

ELEMENT = 0.3
"""An element that is moved from one tensor to another."""

CALL = 10_000.0
PLAIN = 1.0
UNKNOWN_SIZE = 256
"""What a size counts as that is not known before the program runs."""

UNKNOWN_TRIPS = 16

_LOOPS = frozenset(
    {OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP, OpKind.PARALLEL_LOOP, OpKind.PARALLEL_FORALL}
)
"""Of other ops with regions, such as branches and regions of tasks, one execution runs these at most once."""


def costs_of(root: Operation) -> dict[Operation, float]:
    """The costs of all ops below `root`, and of `root` itself."""
    found: dict[Operation, float] = {}
    for op in post_order(root):
        found[op] = _cost(op, found)
    return found


def _cost(op: Operation, known: dict[Operation, float]) -> float:
    if isinstance(op, Structured):
        return _structured(op)
    inside = sum(known[each] for region in op.regions for block in region.blocks for each in block.ops)
    if inside:
        return inside * _times(op) + PLAIN
    if callee_name(op) is not None:
        return CALL
    moved = [_elements(result.type) for result in op.results if _is_tensor(result.type)]
    moved += _elements_written(op)
    return PLAIN + ELEMENT * sum(moved) if moved and op.operands else PLAIN


def _structured(op: Structured) -> float:
    size = points(op)
    count = size if size is not None else prod(each or UNKNOWN_SIZE for each in op.sizes())
    if contraction_of(op) is not None:
        return PRODUCT * count
    inner = [each for block in op.body.blocks for each in block.ops]
    functions = sum(each.dialect_name() == "math" for each in inner)
    return count * (POINT + BODY_OP * max(0, len(inner) - 1 - functions) + FUNCTION * functions)


def _elements_written(op: Operation) -> list[int]:
    """What an op without results writes, where it writes all of some memory, such as a copy."""
    if op.results or not op.operands:
        return []
    written = (e.root for e in declared_effects(op) or () if e.whole and e.access is Access.WRITE)
    return [_elements(root.type) for root in written if isinstance(root, SSAValue)]


def _times(op: Operation) -> int:
    if kind_of(op) not in _LOOPS:
        return 1
    trips = trips_of(op)
    return trips.most if trips.most is not None else UNKNOWN_TRIPS


def _is_tensor(of: Attribute) -> bool:
    return isinstance(of, TensorType)


def _elements(of: Attribute) -> int:
    return prod(extent or UNKNOWN_SIZE for extent in extents_of(of))
