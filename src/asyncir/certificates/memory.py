"""Which elements of which object a value of a memory type has: views are relations, taken apart by what ops declare."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from asyncir.certificates.values import IN, OUT, SET, Function, Relation, isl
from asyncir.dialects.effects import IndexedView
from asyncir.dialects.memref_layout import shape_of, strided_form
from asyncir.ir import MemRefType, NoneAttr, Operation, SSAValue


@dataclass(frozen=True, slots=True)
class View:
    """What a value of a memory type refers to."""

    object: str
    """`arg0`, `alloc 6`, `global x`; `?` is any."""
    whole: bool = False
    """Whether an index in the view is that of the element in the object."""
    elements: Relation | None = None
    """Else from coordinates to the index in the view, then that in the object; None where it is not known."""

    @property
    def name(self) -> str:
        """How certificates call it: with `*` behind it where it is not the object as it is."""
        return self.object if self.whole or self.object == "?" else f"{self.object}*"

    def cells(self, indices: Relation) -> Relation | None:
        """From coordinates to elements of the object, of a relation to indices in the view; None: not known which."""
        if self.whole or self.elements is None:
            return indices if self.whole else None
        rank = indices.dim(OUT)
        both = indices.add_dims(OUT, self.elements.dim(OUT) - rank).intersect(self.elements)
        return both.project_out(OUT, 0, rank)


def root(name: str, value: SSAValue) -> View:
    """All of an object; where two indices may be one element, it is not known which elements are touched."""
    of: Any = value.type
    return View(name, isinstance(of, MemRefType) and _are_apart(of))


def shape(value: SSAValue) -> tuple[int, ...]:
    """The extents of memory, negative where they are dynamic; none where not even their number is known."""
    of: Any = value.type
    return tuple(of.get_shape()) if isinstance(of, MemRefType) else ()


def _are_apart(of: Any) -> bool:
    """Whether no two indices of a memref's type are one place: each stride passes all that is inside of it."""
    if isinstance(of.layout, NoneAttr):
        return True
    form, past = strided_form(of), 0
    if form is None or None in form[0] or None in shape_of(of):
        return False
    pairs: Any = zip(form[0], shape_of(of), strict=True)
    for stride, size in sorted(pairs, key=lambda pair: abs(pair[0])):
        if size > 1 and abs(stride) <= past:
            return False
        past += abs(stride) * max(size - 1, 0)
    return True


class _Index:
    """An index in a view, or what is computed from it, with the arithmetic in which views are declared."""

    def __init__(self, of: Function):
        self.of = of

    def __add__(self, other: _Index) -> _Index:
        return _Index(self.of.add(other.of))

    def __mul__(self, by: int) -> _Index:
        return _Index(self.of.scale_val(isl.Val(by)))

    def __floordiv__(self, by: int) -> _Index:
        return _Index(self.of.scale_down_val(isl.Val(by)).floor())

    def __mod__(self, by: int) -> _Index:
        return _Index(self.of.mod_val(isl.Val(by)))


def seen_through(
    declared: IndexedView,
    op: Operation,
    source: View,
    number: Callable[[int | SSAValue], Function],
    space: Any,
) -> View:
    """The view that an op gives of another one, the coordinates of control being those of a space."""
    of: Any = op.results[0].type
    outer, rank = space.dim(SET), of.get_num_dims()
    wide = space.add_dims(SET, rank)
    local = isl.LocalSpace.from_space(wide)
    index = [_Index(isl.PwAff.var_on_domain(local, SET, outer + n)) for n in range(rank)]
    found = declared.source_index(op, index, lambda value: _Index(number(value).add_dims(IN, rank)))
    if found is None or not (source.whole or source.elements is not None):
        return View(source.object)
    if len(found) == rank and all(a is b for a, b in zip(found, index, strict=True)):
        return source
    move = isl.Map.from_domain(isl.Set.universe(wide))
    for each in found:
        move = move.flat_range_product(each.of.as_map())
    move = move.move_dims(OUT, 0, IN, outer, rank)
    if source.elements is None:
        return View(source.object, False, move)
    behind = source.elements.dim(OUT) - len(found)
    joined = move.add_dims(OUT, behind).intersect(source.elements.insert_dims(OUT, 0, rank))
    return View(source.object, False, joined.project_out(OUT, rank, len(found)))


def box(starts: Sequence[Relation], ends: Sequence[Relation], whole: Relation) -> Relation:
    """From coordinates to the elements from each start up to its end, by dimension; `whole` is to no dimension."""
    for start, end in zip(starts, ends, strict=True):
        both = start.flat_range_product(end)
        whole = whole.flat_range_product(both.apply_range(isl.Map("{ [i, n] -> [c] : i <= c < n }")))
    return whole
