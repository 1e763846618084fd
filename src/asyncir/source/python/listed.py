"""What operators make of lists: `+`, `*`, `==`."""

from __future__ import annotations

import ast

from asyncir.source.python import scalars
from asyncir.source.python.body import Body, described
from asyncir.source.python.elements import allocate, load, nest, size, store
from asyncir.source.python.library_calls import library
from asyncir.source.python.lists import array_of, list_of, made
from asyncir.source.python.types import BOOL, INT, NumberType, promote
from asyncir.source.python.values import Array, Display, Num, ObjectValue, Value, constant, is_list


def _array(b: Body, value: Value) -> Array | None:
    """The elements of a list; None: it has none."""
    if isinstance(value, Display):
        return array_of(list_of(b, value)) if value.items else None
    assert isinstance(value, ObjectValue)
    return array_of(value)


def joined_or_repeated(b: Body, word: str, one: Value, other: Value, node: ast.AST) -> Value:
    """`x + y` of two lists, and `x * n`."""
    if word == "+" and is_list(one) and is_list(other):
        return _joined(b, [array for value in (one, other) if (array := _array(b, value)) is not None])
    if word == "*":
        (value, many) = (one, other) if is_list(one) else (other, one)
        if isinstance(many, Num) and (many.type.is_integer or many.type.is_bool):
            array = _array(b, value)
            return Display((), node) if array is None else _repeated(b, array, many)
    message = f"{word} of {described(one)} and {described(other)} cannot be compiled"
    help = "compute with arrays: np.array(x); lists have + of two lists, and * with a whole number"
    raise b.fail("J140", message, node, help)


def _joined(b: Body, arrays: list[Array]) -> Value:
    if not arrays:
        return Display((), b.w.node)
    w, element = b.w, promote(arrays[0].type.element, arrays[-1].type.element)
    lengths = [size(b, array, 0) for array in arrays]
    total = lengths[0] if len(lengths) == 1 else w.op(f"arith.addi {lengths[0]}, {lengths[1]} : index")
    new = allocate(b, element, [total])
    for array, length, begin in zip(arrays, lengths, (w.index(0), lengths[0]), strict=False):
        _copy(b, new, begin, array, length, element)
    return made(new)


def _copy(b: Body, new: Array, begin: str, array: Array, length: str, element: NumberType) -> None:
    def one(index: list[str]) -> None:
        number = scalars.convert(b.w, load(b, array, index), element)
        store(b, new, [b.w.op(f"arith.addi {begin}, {index[0]} : index")], number)

    nest(b, [length], one)


def _repeated(b: Body, array: Array, many: Num) -> Value:
    """Not less than no times."""
    w, element = b.w, array.type.element
    times = w.op(f"arith.maxsi {w.index_of(scalars.convert(w, many, INT))}, {w.index(0)} : index")
    length = size(b, array, 0)
    new = allocate(b, element, [w.op(f"arith.muli {times}, {length} : index")])

    def one(index: list[str]) -> None:
        begin = w.op(f"arith.muli {index[0]}, {length} : index")
        store(b, new, [w.op(f"arith.addi {begin}, {index[1]} : index")], load(b, array, [index[1]]))

    nest(b, [times, length], one)
    return made(new)


def same_elements(b: Body, one: Value, other: Value, node: ast.AST) -> Num:
    """Whether two lists are equal."""
    # late: only what compares lists needs the library, and NumPy with it
    from asyncir.source.python.library import same

    arrays = [_array(b, value) for value in (one, other)]
    there = [array for array in arrays if array is not None]
    if not there:
        return constant(True)
    if len(there) == 1:
        empty = b.w.op(f"arith.cmpi eq, {size(b, there[0], 0)}, {b.w.index(0)} : index")
        return Num(BOOL, empty)
    found = library(b, same, node, *there)
    assert isinstance(found, Num)
    return found
