"""Arrays as indices: elements at places that an array has, or where a mask is true; to read and to write.

As in NumPy, the indices are brought to one shape, which stands in the result where they stand, or in front where a slice is
between them. A whole number beside them counts as one of them. What is read is a copy.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from asyncir.source.python.body import Body
from asyncir.source.python.elements import (
    broadcast_shape,
    elements,
    materialised,
    nest,
    own_indices,
    same_size,
    settled,
    size,
    store,
)
from asyncir.source.python.library_calls import library
from asyncir.source.python.values import UNIT, Array, Elements, Num, Value

Position = Callable[[Body, Num, Callable[[], str]], str]


def is_array(value: Value | None) -> bool:
    """Whether an index is an array, or is computed as one."""
    return (isinstance(value, Array) and value.type.rank > 0) or (
        isinstance(value, Elements) and bool(value.shape)
    )


def _element(value: Array | Elements) -> str:
    return (value.element if isinstance(value, Elements) else value.type.element).kind


def is_mask(value: Value | None) -> bool:
    """Whether an index is an array of truth values."""
    return isinstance(value, Array | Elements) and is_array(value) and _element(value) == "b"


def rank_of(value: Array | Elements) -> int:
    """How many axes it has."""
    return len(value.shape) if isinstance(value, Elements) else value.type.rank


@dataclass(frozen=True)
class Gather:
    """Elements of a view: `indices` says which of its axes are indexed by what; the others are whole."""

    view: Array
    indices: dict[int, Elements]
    shape: tuple[str, ...]
    front: int
    common: tuple[str, ...]

    def place(self, b: Body, at: Sequence[str], position: Position) -> list[str]:
        """Where in the view the element at indices of the result is."""
        own = at[self.front : self.front + len(self.common)]
        rest = [*at[: self.front], *at[self.front + len(self.common) :]]
        place: list[str] = []
        for axis in range(self.view.type.rank):
            if axis not in self.indices:
                place.append(rest.pop(0))
                continue
            of = self.indices[axis]
            number = of.at(own_indices(b, of.shape, own[len(own) - len(of.shape) :]))
            place.append(position(b, number, lambda axis=axis: size(b, self.view, axis)))
        return place

    def elements(self, b: Body, position: Position) -> Elements:
        """The elements, which are read where they are needed."""
        source = elements(b, self.view)
        reads = (*source.reads, *(view for one in self.indices.values() for view in one.reads))

        def at(indices: Sequence[str]) -> Num:
            return source.at(self.place(b, indices, position))

        return Elements(source.element, self.shape, at, reads, elsewhere=True)


def gather(b: Body, view: Array, given: dict[int, Value], node: ast.AST) -> Gather:
    """What these indices of axes say, numbers and arrays; masks with one axis are the places where they are true."""
    indices: dict[int, Elements] = {}
    for axis, value in given.items():
        if not isinstance(value, Num | Array | Elements):
            raise AssertionError(value)
        if not isinstance(value, Num) and is_mask(value):
            if rank_of(value) != 1:
                help = "index with one mask that has all axes, or with masks that have one axis"
                raise b.fail("J012", "a mask with several axes is one of several indices", node, help)
            value = _places(b, view, axis, value, node)
        # An axis that repeats, of None, would not repeat any more if it lay in memory.
        repeats = isinstance(value, Elements) and UNIT in value.shape
        made = value if isinstance(value, Num) or repeats else materialised(b, value)
        assert isinstance(made, Num | Array | Elements)
        element = elements(b, made).element
        if not element.is_integer:
            help = "index with whole numbers: a.astype(np.int64)"
            raise b.fail("J012", f"an index is an array of {element}", node, help)
        indices[axis] = elements(b, made)
    common = broadcast_shape(b, [one.shape for one in indices.values()])
    axes = sorted(indices)
    adjacent = axes == list(range(axes[0], axes[-1] + 1))
    front = axes[0] if adjacent else 0
    rest = [size(b, view, axis) for axis in range(view.type.rank) if axis not in indices]
    shape = (*rest[:front], *common, *rest[front:])
    return Gather(view, indices, shape, front, common)


def _places(b: Body, view: Array, axis: int, mask: Array | Elements, node: ast.AST) -> Array:
    made = materialised(b, mask)
    assert isinstance(made, Array)
    same_size(
        b, size(b, view, axis), size(b, made, 0), "IndexError: boolean index did not match indexed array"
    )
    # late: only what calls a function of the library needs it, and NumPy with it
    from asyncir.source.python.library import places

    found = library(b, places, node, made)
    assert isinstance(found, Array)
    return found


def scatter(b: Body, where: Gather, value: Num | Array | Elements, position: Position) -> None:
    """Write to the elements; where an index is there twice, the last value stays.

    Values and indices may lie in the same memory as what is written to: they are copied before.
    """
    if not isinstance(value, Num):
        made = settled(b, elements(b, value))
        assert isinstance(made, Array | Elements | Num)
        value = made
    element = where.view.type.element
    for axis, one in where.indices.items():
        if one.element == element and one.shape:
            made = settled(b, one)
            assert isinstance(made, Array | Elements)
            where.indices[axis] = elements(b, made)
    source = elements(b, value)
    shape = where.shape
    for extent, own in zip(shape[len(shape) - len(source.shape) :], source.shape, strict=True):
        if own != extent:
            same_size(b, extent, own)
    rank = len(source.shape)

    def body(indices: list[str]) -> None:
        number = source.at(own_indices(b, source.shape, indices[len(indices) - rank :]))
        store(b, where.view, where.place(b, indices, position), number)

    nest(b, shape, body)


def masked(b: Body, array: Array, mask: Array | Elements, node: ast.AST) -> Value:
    """The elements where a mask with all axes is true."""
    # late: as above
    from asyncir.source.python.library import masked as written

    return library(b, written, node, array, mask)


def put(b: Body, array: Array, mask: Value, value: Num | Array | Elements, node: ast.AST) -> None:
    """Write where a mask with all axes is true: one number, or as many as there are places, in order."""
    # late: as above
    from asyncir.source.python.library import put_elements, put_number

    made = materialised(b, value)
    library(b, put_number if isinstance(made, Num) else put_elements, node, array, mask, made)


def refuse_constant(b: Body, array: Array, node: ast.AST) -> None:
    """Constants of the program are not written to."""
    if array.frozen:
        help = "pass it as an argument, or work on a copy: a.copy()"
        raise b.fail("J012", "this array is a constant of the compiled function", node, help)
