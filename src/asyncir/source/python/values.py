"""Values while a function is translated: what an expression came to, by the names of its parts in the IR."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from asyncir.source.python.types import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    ArrayType,
    ConflictType,
    MaybeType,
    NumberType,
    RecordType,
    StaticType,
    TaskGroupType,
    TaskType,
    TupleType,
    Type,
    UnboundType,
    parts,
)


@dataclass(frozen=True, slots=True)
class Num:
    """A number. A constant has no name before it is used; it is at least `low`, if known; `index` names it as an index."""

    type: NumberType
    name: str = ""
    low: int | None = None
    constant: bool | int | float | complex | None = None
    index: str = ""

    @property
    def is_constant(self) -> bool:
        """Whether it is known."""
        return self.constant is not None

    @property
    def whole(self) -> int:
        """A whole constant."""
        return int(self.real)

    @property
    def real(self) -> float | int:
        """A constant that is no complex number."""
        value = 0 if self.constant is None else self.constant
        assert not isinstance(value, complex)
        return value


@dataclass(frozen=True, slots=True)
class Array:
    """An array: the memref that shows it, and of a counted one the memref that owns the memory, and the count's.

    One that is `frozen` is a constant of the program, and is not written to. `units` are axes that are known to have one
    element, which repeat beside longer ones.
    """

    type: ArrayType
    view: str
    base: str = ""
    cell: str = ""
    frozen: bool = field(default=False, compare=False)
    units: frozenset[int] = field(default=frozenset(), compare=False)


@dataclass(frozen=True, slots=True)
class Tuple:
    """A tuple."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Display(Tuple):
    """A list as it is written, `[x, y]`: a list is made of it where it is held. `node` is where it is written."""

    node: ast.AST | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ObjectValue:
    """A list of numbers, or an object of a dataclass, by its fields."""

    type: RecordType
    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Static:
    """Something that is known when the function is compiled."""

    object: Any


@dataclass(frozen=True, slots=True)
class Maybe:
    """A variable that may have no value: `bound` says whether it has."""

    value: Value
    bound: str


@dataclass(frozen=True, slots=True)
class Unbound:
    """A variable without a value."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A variable whose types do not fit together."""

    type: ConflictType


@dataclass(frozen=True, slots=True)
class Spawned:
    """A spawned task, by its values, or its token if it gives none. `done`: it was awaited."""

    type: TaskType
    names: tuple[str, ...]
    done: bool = False


@dataclass(frozen=True, slots=True)
class Nursery:
    """A group of tasks."""

    name: str
    type: TaskGroupType


@dataclass(frozen=True, slots=True)
class Unawaited:
    """A call of an `async def` function that was not awaited yet."""

    function: Any
    arguments: tuple[Value, ...]
    node: ast.AST


@dataclass(frozen=True, slots=True)
class Method:
    """A method of a value, to be called."""

    of: Value
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Elements:
    """What is computed for each element of a shape, and not yet: `at` gives the element at indices.

    `shape` has the sizes as names of indices, those of axes that only repeat are `UNIT`; `reads` are the views of arrays that
    it reads at these very indices, `elsewhere` says that it reads arrays in other places, too.
    """

    element: NumberType
    shape: tuple[str, ...]
    at: Callable[[Sequence[str]], Num]
    reads: tuple[str, ...] = ()
    elsewhere: bool = False


UNIT = "1"
"""The size of an axis that is one long, and repeats."""


@dataclass(frozen=True, slots=True, eq=False)
class Turns:
    """What a loop runs over: from index `lower` (none: 0) to `upper` by `step` (none: 1); `at` gives the value of a turn.

    `fixed` are the items of a tuple: each turn is written out. `counts`: turns go from 0 by 1. `attributes` are those of the
    loop's op, as text.
    """

    upper: str
    at: Callable[[str], Value]
    lower: str = ""
    step: str = ""
    parallel: bool = False
    fixed: tuple[Value, ...] | None = field(default=None)
    attributes: str = ""

    @property
    def counts(self) -> bool:
        """Whether its indices count the turns."""
        return not self.lower and not self.step


Value = (
    Num
    | Array
    | Tuple
    | ObjectValue
    | Static
    | Maybe
    | Unbound
    | Conflict
    | Spawned
    | Nursery
    | Unawaited
    | Method
    | Elements
    | Turns
)

NOTHING = Static(None)


def is_list(value: Value) -> bool:
    """Whether it is a list, or written as one."""
    return isinstance(value, Display) or (isinstance(value, ObjectValue) and value.type.is_list)


def constant(value: bool | int | float | complex) -> Num:
    """A number of Python that is known."""
    if isinstance(value, bool):
        return Num(BOOL, constant=value, low=int(value))
    if isinstance(value, int):
        return Num(INT, constant=value, low=value)
    if isinstance(value, complex):
        return Num(COMPLEX, constant=value)
    return Num(FLOAT, constant=value)


def type_of(value: Value) -> Type | None:
    """The type of a value that a variable can have; None: a variable cannot have it."""
    match value:
        case Num() | Array() | Spawned() | Nursery():
            return value.type
        case Tuple(items):
            types = [type_of(item) for item in items]
            known = tuple(t for t in types if t is not None)
            return TupleType(known) if len(known) == len(types) else None
        case ObjectValue(type_, items):
            types = [type_of(item) for item in items]
            return RecordType(type_.of, type_.names, tuple(t for t in types if t is not None), type_.cells)
        case Static(known):
            return StaticType(known)
        case Maybe(inner):
            type_ = type_of(inner)
            return None if type_ is None else MaybeType(type_)
        case Unbound():
            return UnboundType()
        case Conflict(type_):
            return type_
        case _:
            return None


def rebuilt(type_: Type, names: Sequence[str], lows: Sequence[int | None] = ()) -> Value:
    """The value of that type whose parts have these names."""
    left = list(names)
    bounds = list(lows) or [None] * len(left)
    value = _take(type_, left, bounds)
    assert not left
    return value


def _take(type_: Type, names: list[str], lows: list[int | None]) -> Value:
    def one() -> str:
        lows.pop(0)
        return names.pop(0)

    match type_:
        case NumberType():
            low = lows[0]
            return Num(type_, one(), low)
        case ArrayType(counted=True):
            return Array(type_, one(), one(), one())
        case ArrayType():
            return Array(type_, one())
        case TupleType(items):
            return Tuple(tuple(_take(item, names, lows) for item in items))
        case RecordType(items=items):
            return ObjectValue(type_, tuple(_take(item, names, lows) for item in items))
        case TaskType():
            count = max(1, len(part_types(type_.result)))
            return Spawned(type_, tuple(one() for _ in range(count)))
        case TaskGroupType():
            return Nursery(one(), type_)
        case MaybeType(value):
            inner = _take(value, names, lows)
            return Maybe(inner, one())
        case StaticType(known):
            return Static(known)
        case UnboundType():
            return Unbound()
        case ConflictType():
            return Conflict(type_)


def part_types(type_: Type) -> list[str]:
    """The types in the IR of a value's parts."""
    return parts(type_)


def low_of(value: Value) -> list[int | None]:
    """What is known of the least that each part of a value is."""
    match value:
        case Num():
            return [value.low]
        case Tuple(items) | ObjectValue(items=items):
            return [low for item in items for low in low_of(item)]
        case _:
            type_ = type_of(value)
            return [None] * (0 if type_ is None else len(part_types(type_)))
