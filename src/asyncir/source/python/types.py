"""The types of values in Python functions that are translated, and which type comes of two.

Numbers are Python's (`int`, `float`, `bool`) or NumPy's (by kind and bits). As NumPy has it (NEP 50), a number of Python
takes the type of what it meets: `float32 + 1.5` is a `float32`. Of two numbers of NumPy the result holds both. The difference
also says who decides about zero: `1 / 0` raises for Python's numbers and is infinite for NumPy's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

_RANKS = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}


@dataclass(frozen=True, slots=True)
class NumberType:
    """A number: `kind` is b (bool), i (signed), u (unsigned), f (float) or c (complex); `python`: of Python's own types."""

    kind: str
    bits: int
    python: bool = False

    @property
    def mlir(self) -> str:
        """Its type in the IR, where integers have no sign."""
        if self.kind == "c":
            return f"complex<f{self.bits // 2}>"
        return f"f{self.bits}" if self.kind == "f" else f"i{self.bits}"

    @property
    def is_float(self) -> bool:
        """Whether it is a float."""
        return self.kind == "f"

    @property
    def is_complex(self) -> bool:
        """Whether it is a complex number."""
        return self.kind == "c"

    @property
    def is_bool(self) -> bool:
        """Whether it is a truth value."""
        return self.kind == "b"

    @property
    def is_integer(self) -> bool:
        """Whether it is an integer, and no truth value."""
        return self.kind in "iu"

    def __str__(self) -> str:
        if self.python:
            return {"b": "bool", "i": "int", "f": "float", "c": "complex"}[self.kind]
        return "bool_" if self.is_bool else f"{_WORDS[self.kind]}{self.bits}"


_WORDS = {"i": "int", "u": "uint", "f": "float", "c": "complex"}

INT = NumberType("i", 64, True)
FLOAT = NumberType("f", 64, True)
COMPLEX = NumberType("c", 128, True)
BOOL = NumberType("b", 1, True)
NUMPY_BOOL = NumberType("b", 1)
INT64 = NumberType("i", 64)
FLOAT64 = NumberType("f", 64)

NUMPY = {
    str(t): t
    for t in (
        *(NumberType("i", bits) for bits in (8, 16, 32, 64)),
        *(NumberType("u", bits) for bits in (8, 16, 32, 64)),
        *(NumberType("f", bits) for bits in (32, 64)),
        *(NumberType("c", bits) for bits in (64, 128)),
    )
} | {"bool": NUMPY_BOOL}
"""NumPy's types that arrays may have, by NumPy's names of them."""


@dataclass(frozen=True, slots=True)
class ArrayType:
    """An array: `dense` if elements of its last axis lie side by side; `counted` if references to its memory are."""

    element: NumberType
    rank: int
    dense: bool = True
    counted: bool = False

    @property
    def mlir(self) -> str:
        """The type of the memref that shows it."""
        if not self.rank:
            return f"memref<{self.element.mlir}, strided<[], offset: ?>>"
        strides = ["?"] * (self.rank - 1) + ["1" if self.dense else "?"]
        shape = "?x" * self.rank
        return f"memref<{shape}{self.element.mlir}, strided<[{', '.join(strides)}], offset: ?>>"

    @property
    def alike(self) -> tuple[NumberType, int]:
        """What two arrays must have in common to be one variable."""
        return self.element, self.rank

    @property
    def base(self) -> str:
        """The type of the memref that owns the memory of a counted array."""
        return f"memref<?x{self.element.mlir}>"

    def __str__(self) -> str:
        return f"array of {self.element}, {self.rank}-d"


@dataclass(frozen=True, slots=True)
class TupleType:
    """A tuple of known length."""

    items: tuple[Type, ...]

    def __str__(self) -> str:
        return f"tuple[{', '.join(map(str, self.items))}]"


@dataclass(frozen=True, slots=True)
class RecordType:
    """A list of numbers (`of` is `list`, its one item an array), or an object of a dataclass, by its fields.

    Those fields that are `cells` can be assigned: each is an array of one element, which all names of the object share.
    """

    of: type
    names: tuple[str, ...]
    items: tuple[Type, ...]
    cells: tuple[bool, ...]

    @property
    def is_list(self) -> bool:
        """Whether it is a list."""
        return self.of is list

    @property
    def grows(self) -> bool:
        """Whether it is a list that grows: an array with room and a count; or nothing yet, as long as it was empty."""
        return self.is_list and len(self.items) != 1

    def __str__(self) -> str:
        if self.is_list:
            return (
                f"list of {getattr(self.items[0], 'element', '')}" if self.items else "list without elements"
            )
        return self.of.__name__


@dataclass(frozen=True, slots=True)
class TaskType:
    """A task that was spawned; `result` is what awaiting it gives."""

    result: Type

    def __str__(self) -> str:
        return f"task of {self.result}"


@dataclass(frozen=True, slots=True)
class TaskGroupType:
    """A group of tasks: of a known size, or (`chained`) a token behind which all of them have ended."""

    chained: bool = False

    def __str__(self) -> str:
        return "task group"


@dataclass(frozen=True, slots=True)
class StaticType:
    """Something that is known when the function is compiled: a module, a function, a string, None."""

    object: Any

    def __str__(self) -> str:
        return "None" if self.object is None else f"{type(self.object).__name__} {self.object!r}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StaticType) and same_object(self.object, other.object)

    def __hash__(self) -> int:
        return hash(cast("type[Any]", type(self.object)))


@dataclass(frozen=True, slots=True)
class MaybeType:
    """A variable that some ways to this place leave without a value."""

    value: Type

    def __str__(self) -> str:
        return f"{self.value}, if it has a value"


@dataclass(frozen=True, slots=True)
class UnboundType:
    """A variable without a value."""


@dataclass(frozen=True, slots=True)
class ConflictType:
    """A variable that has values of types that do not fit together, by the way to this place."""

    one: Type
    other: Type

    def __str__(self) -> str:
        return f"{self.one} or {self.other}"


Type = (
    NumberType
    | ArrayType
    | TupleType
    | RecordType
    | TaskType
    | TaskGroupType
    | StaticType
    | MaybeType
    | UnboundType
    | ConflictType
)

NONE = StaticType(None)
UNBOUND = UnboundType()


def same_object(one: Any, other: Any) -> bool:
    """Whether two things that are known at compile time are the same; strings are by their letters."""
    return one is other or (isinstance(one, str) and isinstance(other, str) and one == other)


def promote(one: NumberType, other: NumberType) -> NumberType:
    """The type in which two numbers are computed with each other."""
    if one == other:
        return one
    if one.python and other.python:
        return max(one, other, key=lambda t: _RANKS[t.kind])
    if one.python or other.python:
        weak, strong = (one, other) if one.python else (other, one)
        if _RANKS[weak.kind] <= _RANKS[strong.kind]:
            return strong
        if weak.is_complex:
            return NumberType("c", 2 * _float_bits(strong)) if strong.is_float else NumberType("c", 128)
        return INT64 if weak.is_integer else FLOAT64
    return _of_numpy(one, other)


def _of_numpy(one: NumberType, other: NumberType) -> NumberType:
    if one.is_bool or other.is_bool:
        return other if one.is_bool else one
    if one.is_complex or other.is_complex:
        return NumberType("c", 2 * max(map(_float_bits, (one, other))))
    if one.is_float or other.is_float:
        return NumberType("f", max(map(_float_bits, (one, other))))
    if one.kind == other.kind:
        return max(one, other, key=lambda t: t.bits)
    signed, unsigned = (one, other) if one.kind == "i" else (other, one)
    if signed.bits > unsigned.bits:
        return signed
    return NumberType("i", unsigned.bits * 2) if unsigned.bits < 64 else FLOAT64


def _float_bits(type_: NumberType) -> int:
    """The bits of the smallest float of NumPy that has all values, or would like to."""
    if type_.is_float or type_.is_complex:
        return type_.bits // (2 if type_.is_complex else 1)
    return 32 if type_.bits <= 16 else 64


def divided(type_: NumberType) -> NumberType:
    """The type of a true quotient of two numbers of that type."""
    if type_.is_float or type_.is_complex:
        return type_
    return FLOAT if type_.python else FLOAT64


def numpy_of(type_: NumberType) -> NumberType:
    """The type of NumPy with the same values."""
    return NumberType(type_.kind, type_.bits)


def python_of(type_: NumberType) -> NumberType:
    """The type of Python for such numbers."""
    if type_.kind == "c":
        return COMPLEX
    return BOOL if type_.is_bool else FLOAT if type_.is_float else INT


def unify(one: Type, other: Type) -> Type:
    """The type of a variable that has one type on one way and another on another way."""
    if one == other:
        return one
    if isinstance(one, ConflictType):
        return one
    if isinstance(other, ConflictType):
        return other
    if isinstance(one, UnboundType | MaybeType) or isinstance(other, UnboundType | MaybeType):
        return _maybe(one, other)
    if isinstance(one, NumberType) and isinstance(other, NumberType):
        return promote(one, other)
    if isinstance(one, ArrayType) and isinstance(other, ArrayType) and one.alike == other.alike:
        dense, counted = one.dense and other.dense, one.counted or other.counted
        return ArrayType(one.element, one.rank, dense, counted)
    if isinstance(one, TupleType) and isinstance(other, TupleType) and len(one.items) == len(other.items):
        items = tuple(unify(a, b) for a, b in zip(one.items, other.items, strict=True))
        if not any(isinstance(item, ConflictType) for item in items):
            return TupleType(items)
    if isinstance(one, RecordType) and isinstance(other, RecordType) and one.is_list and other.is_list:
        return _unify_lists(one, other)
    if isinstance(one, RecordType) and isinstance(other, RecordType) and one.of is other.of:
        items = tuple(unify(a, b) for a, b in zip(one.items, other.items, strict=True))
        if one.cells == other.cells and not any(isinstance(item, ConflictType) for item in items):
            return RecordType(one.of, one.names, items, one.cells)
    if isinstance(one, TaskType) and isinstance(other, TaskType):
        return ConflictType(one, other)
    return ConflictType(one, other)


def list_type(array: ArrayType, grows: bool = False) -> RecordType:
    """The type of a list whose elements lie in such an array."""
    if grows:
        return RecordType(list, ("array", "count"), (array, INT), (False, False))
    return RecordType(list, ("array",), (array,), (False,))


EMPTY_LIST = RecordType(list, (), (), ())
"""The type of an empty list that grows, whose elements have no type yet."""


def typed_lists(type_: Type) -> Type:
    """The type in which empty lists, whose elements have none, are lists of whole numbers."""
    match type_:
        case RecordType() if type_ == EMPTY_LIST:
            return list_type(ArrayType(INT, 1, counted=True))
        case TupleType(items):
            return TupleType(tuple(map(typed_lists, items)))
        case RecordType(items=items):
            return RecordType(type_.of, type_.names, tuple(map(typed_lists, items)), type_.cells)
        case _:
            return type_


def _unify_lists(one: RecordType, other: RecordType) -> Type:
    arrays = [item for type_ in (one, other) for item in type_.items if isinstance(item, ArrayType)]
    if not arrays:
        return EMPTY_LIST
    element = arrays[0].element if arrays[0].element == arrays[-1].element else numpy_of(arrays[0].element)
    if numpy_of(arrays[-1].element) != numpy_of(element):
        return ConflictType(one, other)
    # An empty list that gets a type gets memory with it.
    counted = len(arrays) == 1 or any(array.counted for array in arrays)
    array = ArrayType(element, 1, all(array.dense for array in arrays), counted)
    return list_type(array, any(type_.grows and type_.items for type_ in (one, other)))


def _maybe(one: Type, other: Type) -> Type:
    if isinstance(one, UnboundType):
        return other if isinstance(other, MaybeType) else MaybeType(other)
    if isinstance(other, UnboundType):
        return one if isinstance(one, MaybeType) else MaybeType(one)
    inner = unify(
        one.value if isinstance(one, MaybeType) else one,
        other.value if isinstance(other, MaybeType) else other,
    )
    return inner if isinstance(inner, ConflictType) else MaybeType(inner)


def parts(type_: Type) -> list[str]:
    """The types in the IR of the values that stand for one of this type."""
    match type_:
        case NumberType():
            return [type_.mlir]
        case ArrayType(counted=True):
            return [type_.mlir, type_.base, CELL]
        case ArrayType():
            return [type_.mlir]
        case TupleType(items) | RecordType(items=items):
            return [part for item in items for part in parts(item)]
        case TaskType(result):
            return [f"!async.value<{part}>" for part in parts(result)] or ["!async.token"]
        case TaskGroupType(chained):
            return ["!async.token" if chained else "!async.group"]
        case MaybeType(value):
            return [*parts(value), "i1"]
        case StaticType() | UnboundType() | ConflictType():
            return []


CELL = "memref<1xi64>"
"""The type of the memory in which references to a counted array are counted."""


def leaves(type_: Type) -> list[Type]:
    """The types of which a type is made."""
    match type_:
        case TupleType(items) | RecordType(items=items):
            return [leaf for item in items for leaf in leaves(item)]
        case MaybeType(value):
            return leaves(value)
        case _:
            return [type_]
