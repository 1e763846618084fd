"""linalg.pack and linalg.unpack: a tensor as tiles, and back, element by element."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.lift import performs
from asyncir.semantics.core.tensors import Array, check_shape, elements_of, tensor_of
from asyncir.semantics.core.values import Value
from asyncir.semantics.tasks.machine import TaskMachine

Index = tuple[int, ...]


def _tiles(op: Any, dynamic: Sequence[int]) -> list[int]:
    """The sizes of a tile; S016 where one is not positive."""
    given = iter(dynamic)
    sizes = [next(given) if size is None else size for size in op.tile_sizes]
    if any(size <= 0 for size in sizes):
        raise fault("S016", f"tiles of sizes {sizes} are no tiles", op, "asks for them")
    return sizes


def _outer_order(op: Any, rank: int) -> Sequence[int]:
    return op.numbers("outer_dims_perm") or range(rank)


def _check_tiled(op: Any, plain: Sequence[int], tiled: Sequence[int], tiles: Sequence[int]) -> None:
    """S016 unless the sizes in tiles are those of the plain tensor, cut so."""
    counts = list(plain)
    for dim, tile in zip(op.numbers("inner_dims_pos"), tiles, strict=True):
        counts[dim] = -(-counts[dim] // tile)
    wanted = [*(counts[dim] for dim in _outer_order(op, len(plain))), *tiles]
    if wanted != list(tiled):
        message = f"sizes {list(plain)} in tiles of {list(tiles)} are {wanted}, but the tensor in tiles has {list(tiled)}"
        raise fault("S016", message, op, "does not fit")


def _places(op: Any, tiled: Sequence[int], tiles: Sequence[int]) -> Iterator[tuple[Index, Index]]:
    """Each position in tiles, with the one of the plain tensor that is there, or would be beyond its end."""
    rank = len(tiled) - len(tiles)
    order, dims = _outer_order(op, rank), op.numbers("inner_dims_pos")
    for index in np.ndindex(*tiled):
        place = [0] * rank
        for dim, at in zip(order, index[:rank], strict=True):
            place[dim] = at
        for dim, tile, at in zip(dims, tiles, index[rank:], strict=True):
            place[dim] = place[dim] * tile + at
        yield index, tuple(place)


def _is_inside(place: Index, sizes: Sequence[int]) -> bool:
    return all(at < size for at, size in zip(place, sizes, strict=True))


@performs("linalg.pack")
def _pack(op: Any, machine: TaskMachine, source: Array, dest: Array, *rest: Any) -> Array:
    padded = op.padding_value is not None
    tiles = _tiles(op, rest[padded:])
    _check_tiled(op, source.shape, dest.shape, tiles)
    elements = np.empty(source.shape, object)
    elements.ravel()[:] = elements_of(source)
    values: list[Value] = []
    for _, place in _places(op, dest.shape, tiles):
        if _is_inside(place, source.shape):
            values.append(elements[place])
        elif padded:
            values.append(rest[0])
        else:
            message = f"sizes {list(source.shape)} are cut into tiles of {tiles} that are not full, without a padding value"
            raise fault("S016", message, op, "does not fit")
    return check_shape(tensor_of(values, dest.shape, op.results[0].type), op.results[0].type, op)


@performs("linalg.unpack")
def _unpack(op: Any, machine: TaskMachine, source: Array, dest: Array, *dynamic: int) -> Array:
    tiles = _tiles(op, dynamic)
    _check_tiled(op, dest.shape, source.shape, tiles)
    values = np.empty(dest.shape, object)
    elements = elements_of(source)
    for value, (_, place) in zip(elements, _places(op, source.shape, tiles), strict=True):
        if _is_inside(place, dest.shape):
            values[place] = value
    return tensor_of(values.ravel().tolist(), dest.shape, op.results[0].type)
