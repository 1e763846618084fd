"""Indices and slices: elements, and views that share the array's memory."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from asyncir.source.python import gathers, scalars
from asyncir.source.python.body import Body, NotYetKnown, described
from asyncir.source.python.elements import assign_elements, elements, load, materialised, size, store
from asyncir.source.python.types import INT, ArrayType
from asyncir.source.python.values import (
    UNIT,
    Array,
    Display,
    Elements,
    Num,
    ObjectValue,
    Static,
    Tuple,
    Value,
    constant,
)

Evaluate = Callable[[Body, ast.expr], Value]
Compute = Callable[[Callable[[], Value]], Value]
"""What is to be written, from what is there, which it may look at or not."""


class KnownExpression(ast.expr):
    """An expression that was evaluated already."""

    def __init__(self, value: Value):
        super().__init__()
        self.known = value

    def __deepcopy__(self, memo: object) -> KnownExpression:
        """What is known is not copied."""
        return ast.copy_location(KnownExpression(self.known), self)


@dataclass(frozen=True)
class _Part:
    """What an index says of one axis: an element (`length` is None), or a slice."""

    start: str
    length: str | None = None
    step: str = "1"


def subscript(b: Body, node: ast.Subscript, evaluate: Evaluate) -> Value:
    """What an index gives."""
    value = evaluate(b, node.value)
    if isinstance(value, Tuple):
        return _of_tuple(b, value, node, evaluate)
    if isinstance(value, Elements):
        value = materialised(b, value)
    if isinstance(value, ObjectValue) and value.type.is_list:
        return _of_list(b, value, node, evaluate)
    if not isinstance(value, Array):
        raise b.fail("J012", f"{described(value)} has no elements", node.value, "index arrays and tuples")
    entries = _entries(b, value, node, evaluate)
    fancy = _fancy(b, value, entries, node, evaluate)
    if fancy is not None:
        return _gathered(b, value, fancy, node)
    new = [isinstance(e, ast.Constant) and e.value is None for e in entries]
    parts = [_part(b, value, axis, e, evaluate) for axis, e in _numbered(entries, new)]
    parts += [_whole(b, value, axis) for axis in range(len(parts), value.type.rank)]
    if all(part.length is None for part in parts) and not any(new):
        return load(b, value, [part.start for part in parts])
    view = _view(b, value, parts)
    return _with_units(b, view, entries, new, parts) if any(new) else view


def assign_subscript(b: Body, node: ast.Subscript, evaluate: Evaluate, compute: Compute) -> None:
    """Write `compute` of what is there, which it may look at or not."""
    array = evaluate(b, node.value)
    if isinstance(array, ObjectValue) and array.type.is_list:
        _assign_in_list(b, array, node, evaluate, compute)
        return
    if isinstance(array, Tuple):
        raise b.fail(
            "J012", "the items of a tuple cannot be assigned", node, "make a new tuple, or use an array"
        )
    if not isinstance(array, Array):
        raise b.fail(
            "J012", f"{described(array)} has no elements that could be assigned", node, "index an array"
        )
    gathers.refuse_constant(b, array, node)
    entries = _entries(b, array, node, evaluate)
    fancy = _fancy(b, array, entries, node, evaluate)
    if fancy is not None:
        _scattered(b, array, fancy, node, compute)
        return
    parts = [_part(b, array, axis, entry, evaluate) for axis, entry in enumerate(entries)]
    parts += [_whole(b, array, axis) for axis in range(len(parts), array.type.rank)]
    b.instance.writes = True
    if all(part.length is None for part in parts):
        place = [part.start for part in parts]
        value = compute(lambda: load(b, array, place))
        if isinstance(value, Elements):
            value = materialised(b, value)
        if not isinstance(value, Num):
            raise b.fail("J012", f"an element cannot be {described(value)}", node, "assign a number")
        store(b, array, place, value)
        return
    view = _view(b, array, parts)
    value = compute(lambda: view)
    if not isinstance(value, Num | Array | Elements):
        raise b.fail("J012", f"elements cannot be {described(value)}", node, "assign a number or an array")
    assign_elements(b, view, value, node)


def _gathered(b: Body, array: Array, where: gathers.Gather | Array, node: ast.AST) -> Value:
    if isinstance(where, Array):
        return gathers.masked(b, array, where, node)
    return where.elements(b, position)


def _scattered(
    b: Body, array: Array, where: gathers.Gather | Array, node: ast.Subscript, compute: Compute
) -> None:
    b.instance.writes = True
    value = compute(lambda: _gathered(b, array, where, node))
    if not isinstance(value, Num | Array | Elements):
        raise b.fail("J012", f"elements cannot be {described(value)}", node, "assign a number or an array")
    if isinstance(where, Array):
        gathers.put(b, array, where, value, node)
    else:
        gathers.scatter(b, where, value, position)


def _fancy(
    b: Body, array: Array, entries: list[ast.expr], node: ast.Subscript, evaluate: Evaluate
) -> gathers.Gather | Array | None:
    """What an index with arrays in it says: where the elements are, or the mask; None: there are none in it.

    Entries that are evaluated here are replaced by what they came to, so that they are evaluated once.
    """
    values: dict[int, Value] = {}
    for at, entry in enumerate(entries):
        if not isinstance(entry, ast.Slice | ast.Constant):
            value = evaluate(b, entry)
            if isinstance(value, Elements) and not value.shape:
                value = value.at([])
            if isinstance(value, Display) and value.items:
                value = materialised(b, value)
            if isinstance(value, ObjectValue) and value.type.is_list:
                value = value.items[0]
            values[at] = value
            entries[at] = ast.copy_location(KnownExpression(value), entry)
    if not any(map(gathers.is_array, values.values())):
        return None
    if len(entries) == 1 and gathers.is_mask(values[0]):
        mask = values[0]
        assert isinstance(mask, Array | Elements)
        if gathers.rank_of(mask) == array.type.rank:
            made = materialised(b, mask)
            assert isinstance(made, Array)
            return made
    if any(isinstance(entry, ast.Constant) and entry.value is None for entry in entries):
        help = "index first, and add the axis behind: a[i][:, None]"
        raise b.fail("J012", "an index has an array and a new axis", node, help)
    parts = [_Part(b.w.index(0), size(b, array, axis)) for axis in range(array.type.rank)]
    given: dict[int, Value] = {}
    for axis, entry in enumerate(entries):
        if isinstance(entry, ast.Slice):
            parts[axis] = _slice(b, array, axis, entry, evaluate)
            continue
        value = evaluate(b, entry) if isinstance(entry, ast.Constant) else values[axis]
        if not isinstance(value, Num | Array | Elements):
            raise b.fail(
                "J012", f"an index is {described(value)}", entry, "index with whole numbers and slices"
            )
        given[axis] = value
    sliced = any(isinstance(entry, ast.Slice) for entry in entries)
    view = _view(b, array, parts) if sliced else array
    return gathers.gather(b, view, given, node)


def _of_list(b: Body, value: ObjectValue, node: ast.Subscript, evaluate: Evaluate) -> Value:
    # late: lists are made by loops, which index arrays
    from asyncir.source.python.lists import array_of, copied

    array = array_of(value)
    if isinstance(node.slice, ast.Slice):
        return copied(b, _view(b, array, [_slice(b, array, 0, node.slice, evaluate)]))
    return load(b, array, [_part(b, array, 0, node.slice, evaluate).start])


def _assign_in_list(
    b: Body, value: ObjectValue, node: ast.Subscript, evaluate: Evaluate, compute: Compute
) -> None:
    # late: as above
    from asyncir.source.python.lists import array_of, fitting

    array = array_of(value)
    if isinstance(node.slice, ast.Slice):
        help = "assign the elements one by one"
        raise b.fail("J140", "a slice of a list cannot be assigned", node, help)
    place = [_part(b, array, 0, node.slice, evaluate).start]
    store(b, array, place, fitting(b, compute(lambda: load(b, array, place)), array.type, node))


def _items(b: Body, entry: ast.expr, evaluate: Evaluate) -> list[ast.expr]:
    """The entries of an index that is a tuple by its value."""
    if isinstance(entry, ast.Slice | ast.Constant):
        return [entry]
    value = evaluate(b, entry)
    values = value.items if type(value) is Tuple else (value,)
    return [ast.copy_location(KnownExpression(one), entry) for one in values]


def _plain_entry(b: Body, entry: ast.expr, evaluate: Evaluate) -> ast.expr:
    """An entry of an index; `np.newaxis`, and names of None and `...`, become these."""
    if not isinstance(entry, ast.Name | ast.Attribute | KnownExpression):
        return entry
    value = evaluate(b, entry)
    if isinstance(value, Static) and (value.object is None or value.object is ...):
        return ast.copy_location(ast.Constant(value.object), entry)
    return ast.copy_location(KnownExpression(value), entry)


def _entries(b: Body, array: Array, node: ast.Subscript, evaluate: Evaluate) -> list[ast.expr]:
    """The entries of an index, `...` replaced by slices."""
    entries = list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else _items(b, node.slice, evaluate)
    entries = [_plain_entry(b, entry, evaluate) for entry in entries]
    dots = [i for i, e in enumerate(entries) if isinstance(e, ast.Constant) and e.value is ...]
    new = sum(isinstance(e, ast.Constant) and e.value is None for e in entries)
    given = len(entries) - len(dots) - new
    if given > array.type.rank:
        message = f"{given} indices for {described(array)}"
        raise b.fail("J012", message, node, f"give {array.type.rank} at most")
    if len(dots) > 1:
        raise b.fail("J012", "an index has `...` twice", node, "write it once")
    if dots:
        slices: list[ast.expr] = [ast.Slice() for _ in range(array.type.rank - given)]
        entries[dots[0] : dots[0] + 1] = slices
    return entries


def _numbered(entries: Sequence[ast.expr], new: Sequence[bool]) -> list[tuple[int, ast.expr]]:
    return list(enumerate(e for e, is_new in zip(entries, new, strict=True) if not is_new))


def _whole(b: Body, array: Array, axis: int) -> _Part:
    return _Part(b.w.index(0), size(b, array, axis))


def _part(b: Body, array: Array, axis: int, entry: ast.expr, evaluate: Evaluate) -> _Part:
    if isinstance(entry, ast.Slice):
        return _slice(b, array, axis, entry, evaluate)
    value = evaluate(b, entry)
    if isinstance(value, Elements) and not value.shape:
        value = value.at([])
    if not isinstance(value, Num) or not value.type.is_integer:
        if isinstance(value, Array | Elements):
            message, help = "an index is an array", "write a loop over its elements"
        elif isinstance(value, Static) and value.object is None:
            message, help = "a new axis cannot be assigned to", "leave the None out"
        else:
            message, help = f"an index is {described(value)}", "index with whole numbers and slices"
        raise b.fail("J012", message, entry, help)
    return _Part(position(b, value, lambda: size(b, array, axis)))


def position(b: Body, number: Num, extent: Callable[[], str]) -> str:
    """A whole number as an index that counts from the front, checked where the function wants that."""
    w = b.w
    if isinstance(number.constant, int) and number.constant < 0:
        index = w.op(f"arith.subi {extent()}, {w.index(-number.constant)} : index")
    else:
        index = w.index_of(number)
        if number.low is None or number.low < 0:
            below = w.op(f"arith.cmpi slt, {index}, {w.index(0)} : index")
            moved = w.op(f"arith.addi {index}, {extent()} : index")
            index = w.op(f"arith.select {below}, {moved}, {index} : index")
    if b.program.options.bounds:
        inside = w.op(f"arith.cmpi ult, {index}, {extent()} : index")
        scalars.check(w, inside, "IndexError: index is out of bounds")
    return index


def _slice(b: Body, array: Array, axis: int, entry: ast.Slice, evaluate: Evaluate) -> _Part:
    w = b.w
    step = _bound(b, entry.step, evaluate)
    by = 1 if step is None else step.constant if step.is_constant else 2
    if not isinstance(by, int) or by == 0:
        raise b.fail("J012", "the step of a slice is 0", entry, "give another number")
    if step is not None and not step.is_constant:
        positive = scalars.test(w, ">", INT, step.name, w.constant("i64", "0"))
        scalars.check(w, positive, "ValueError: the step of a slice that is no constant has to be positive")
    extent = size(b, array, axis)
    total = Num(INT, w.op(f"arith.index_cast {extent} : index to i64"), 0, index=extent)
    lower, upper = _bound(b, entry.lower, evaluate), _bound(b, entry.upper, evaluate)
    if by > 0:
        if lower is None and upper is None and by == 1:
            return _Part(w.index(0), extent)
        first = Num(INT, constant=0, low=0) if lower is None else _clamped(b, lower, total, 0)
        last = total if upper is None else _clamped(b, upper, total, 0)
        span = scalars.binary(w, "-", last, first)
    else:
        end = scalars.binary(w, "-", total, Num(INT, constant=1, low=1))
        first = end if lower is None else _clamped(b, lower, total, -1)
        last = Num(INT, constant=-1, low=-1) if upper is None else _clamped(b, upper, total, -1)
        span = scalars.binary(w, "-", first, last)
    if step is not None and not step.is_constant:
        most = scalars.binary(w, "+", span, scalars.binary(w, "-", step, Num(INT, constant=1)))
        span = scalars.binary(w, "//", most, Num(INT, step.name, 1))
    elif abs(by) > 1:
        more = scalars.binary(w, "+", span, Num(INT, constant=abs(by) - 1))
        span = scalars.binary(w, "//", more, Num(INT, constant=abs(by), low=abs(by)))
    span = scalars.smaller(w, span, Num(INT, constant=0, low=0), larger=True)
    length = w.index_of(span)
    stride = "1" if by == 1 else w.index(by) if step is None or step.is_constant else w.index_of(step)
    return _Part(w.index_of(first), length, stride)


def _bound(b: Body, node: ast.expr | None, evaluate: Evaluate) -> Num | None:
    if node is None:
        return None
    value = evaluate(b, node)
    if isinstance(value, Static) and value.object is None:
        return None
    if not isinstance(value, Num) or not (value.type.is_integer or value.type.is_bool):
        raise b.fail("J012", f"a bound of a slice is {described(value)}", node, "give a whole number")
    return scalars.convert(b.w, value, INT)


def _clamped(b: Body, bound: Num, total: Num, least: int) -> Num:
    """A bound of a slice within the axis: negative ones count from its end. With a step below 0, `least` is -1."""
    w = b.w
    zero = Num(INT, constant=0, low=0)
    if bound.is_constant:
        known = bound.whole
        moved = scalars.binary(w, "+", total, bound) if known < 0 else bound
        if known == 0 and least == 0:
            return zero
    elif bound.low is not None and bound.low >= 0:
        moved = bound
    else:
        below = scalars.compare(w, "<", bound, zero)
        moved = scalars.select(w, below.name, scalars.binary(w, "+", bound, total), bound)
    most = total if least == 0 else scalars.binary(w, "-", total, Num(INT, constant=1))
    within = scalars.smaller(w, moved, most)
    if moved.low is not None and moved.low >= 0 and least == 0:
        return Num(INT, within.name, 0)
    return scalars.smaller(w, within, Num(INT, constant=least, low=least), larger=True)


def _view(b: Body, array: Array, parts: Sequence[_Part]) -> Array:
    """A part of the array, without a copy."""
    kept = [part for part in parts if part.length is not None]
    dense = array.type.dense and bool(parts) and parts[-1].length is not None and parts[-1].step == "1"
    type_ = ArrayType(array.type.element, len(kept), dense or not kept, array.type.counted)
    offsets = ", ".join(part.start for part in parts)
    extents = ", ".join(part.length or "1" for part in parts)
    steps = ", ".join(part.step for part in parts)
    text = f"memref.subview {array.view}[{offsets}] [{extents}] [{steps}] : {array.type.mlir} to {type_.mlir}"
    return Array(type_, b.w.op(text, "part"), array.base, array.cell, array.frozen)


def _with_units(
    b: Body, view: Array, entries: Sequence[ast.expr], new: Sequence[bool], parts: Sequence[_Part]
) -> Elements:
    """New axes, made by None, which are one element long and repeat."""
    kept = [is_new or part_kept for is_new, part_kept in zip(new, _kept(new, parts), strict=True)] + [
        part.length is not None for part in parts[len(new) - sum(new) :]
    ]
    units = [*new, *(False for _ in parts[len(new) - sum(new) :])]
    shown = [unit for unit, is_kept in zip(units, kept, strict=True) if is_kept]
    inner = elements(b, view)
    left = list(inner.shape)
    shape = tuple(UNIT if unit else left.pop(0) for unit in shown)

    def at(indices: Sequence[str]) -> Num:
        return inner.at([i for i, unit in zip(indices, shown, strict=True) if not unit])

    return Elements(inner.element, shape, at, inner.reads, elsewhere=True)


def _kept(new: Sequence[bool], parts: Sequence[_Part]) -> list[bool]:
    left = list(parts)
    return [is_new or left.pop(0).length is not None for is_new in new]


def _of_tuple(b: Body, value: Tuple, node: ast.Subscript, evaluate: Evaluate) -> Value:
    if isinstance(node.slice, ast.Slice):
        bounds = [_bound(b, part, evaluate) for part in (node.slice.lower, node.slice.upper, node.slice.step)]
        if value == Display(()):
            return Display((), node)
        if any(bound is not None and not bound.is_constant for bound in bounds):
            raise b.fail("J012", "a slice of a tuple has bounds that are not constants", node, "use an array")
        known = [None if bound is None else bound.whole for bound in bounds]
        items = value.items[slice(*known)]
        return Display(items, value.node) if isinstance(value, Display) else Tuple(items)
    if value == Display(()):
        help = "append to it before, or begin with a list that has elements"
        message = "this list is empty here, and its elements have no type yet"
        raise NotYetKnown(b.fail("J140", message, node, help))
    index = evaluate(b, node.slice)
    if isinstance(index, Num) and not index.is_constant and index.type.is_integer:
        numbers = [item for item in value.items if isinstance(item, Num)]
        if len(numbers) == len(value.items) and len({number.type for number in numbers}) == 1:
            return _chosen_of_tuple(b, numbers, index)
    if not isinstance(index, Num) or not isinstance(index.constant, int):
        help = "unpack it (a, b = t), loop over it (for x in t), or use an array"
        raise b.fail(
            "J012",
            "the index of a tuple is no constant, and its items are not numbers of one type",
            node,
            help,
        )
    if not -len(value.items) <= index.constant < len(value.items):
        message = f"index {index.constant} is beyond a tuple of {len(value.items)}"
        raise b.fail("J012", message, node, f"it has items 0 to {len(value.items) - 1}")
    return value.items[index.constant]


def first_of(b: Body, array: Array, length: str) -> Array:
    """The first elements of an array with one axis, as a view."""
    return _view(b, array, [_Part(b.w.index(0), length)])


def row(b: Body, array: Array, index: str) -> Array:
    """What a loop over an array gives: the part at an index of the first axis."""
    rest = [_whole(b, array, axis) for axis in range(1, array.type.rank)]
    return _view(b, array, [_Part(index), *rest])


def _chosen_of_tuple(b: Body, numbers: Sequence[Num], index: Num) -> Num:
    """One of the numbers of a tuple; all are there, so that none is computed in vain."""
    w, many = b.w, constant(len(numbers))
    at = scalars.convert(w, index, INT)
    negative = scalars.compare(w, "<", at, constant(0))
    at = scalars.select(w, w.name(negative), scalars.binary(w, "+", at, many), at)
    inside = scalars.binary(
        w, "&", scalars.compare(w, ">=", at, constant(0)), scalars.compare(w, "<", at, many)
    )
    scalars.check(w, w.name(inside), "IndexError: tuple index out of range")
    found = numbers[0]
    for place, number in enumerate(numbers[1:], 1):
        found = scalars.select(w, w.name(scalars.compare(w, "==", at, constant(place))), number, found)
    return found
