"""What passes that fuse structured ops ask of these ops and of their maps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from asyncir.dialects.effects import Effects
from asyncir.dialects.linalg_generic import GenericOp
from asyncir.dialects.linalg_map_reduce import LinalgReduceOp
from asyncir.dialects.linalg_maps import dims_of, identity, is_permutation, where_loops_are
from asyncir.dialects.linalg_structured import Structured, is_shaped
from asyncir.ir import AffineMap, MemRefType, Operation, SSAValue


@cache
def composed(map: AffineMap, loops: AffineMap) -> AffineMap:
    """The map whose loops are what the other one makes of its own."""
    return map if loops is identity(map.num_dims) else map.compose(loops)


@cache
def inverted(map: AffineMap) -> AffineMap:
    """The loops that a permutation of them comes from."""
    found = map.inverse_permutation()
    assert found is not None
    return found


def on_tensors(op: Operation) -> bool:
    """Whether it is a structured op that gives tensors, and touches no memory by its operands."""
    if not isinstance(op, Structured) or not op.results:
        return False
    return not any(isinstance(value.type, MemRefType) for value in op.operands)


def is_parallel(op: Structured) -> bool:
    """Whether its points are all independent of one another."""
    return "reduction" not in op.loop_kinds


def takes_in(op: Operation) -> bool:
    """Whether what its inputs are computed of may be computed in it.

    So it is in an elementwise op, and in a reduction that looks at each element of its inputs once. A contraction and a
    window look at them more often, and stay what they are.
    """
    if not isinstance(op, Structured) or not on_tensors(op):
        return False
    if is_parallel(op):
        return True
    if not isinstance(op, GenericOp | LinalgReduceOp):
        return False
    maps, sizes = op.maps, op.sizes()
    return all(
        sees_once(map, sizes) for map, value in zip(maps, op.ins, strict=False) if is_shaped(value.type)
    )


def may_move(op: Operation, effects: Effects) -> bool:
    """Whether the op may be computed elsewhere, point by point: an elementwise one that does nothing else."""
    if not isinstance(op, Structured) or not on_tensors(op) or not is_parallel(op):
        return False
    first = len(op.ins)
    return all(is_permutation(map) for map in op.maps[first:]) and effects.is_pure(op)


def sees_once(map: AffineMap, sizes: Sequence[int | None]) -> bool:
    """Whether no two points of a domain of these sizes have one element."""
    dims = set(dims_of(map))
    return all(dim in dims or size in (0, 1) for dim, size in enumerate(sizes))


def covers_loops(maps: Sequence[AffineMap]) -> bool:
    """Whether the maps say how large the domain is."""
    return None not in where_loops_are(maps)


def read_operands(op: Structured) -> list[tuple[int, SSAValue, AffineMap]]:
    """What the body looks at: for each such operand its number and its map."""
    arguments, maps = op.body.block.args, op.maps
    return [
        (number, value, maps[number])
        for number, value in enumerate(op.operands)
        if number < len(op.ins) or arguments[number].uses
    ]
