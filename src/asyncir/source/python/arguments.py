"""The arguments of a call of a built-in function, with what is wrong with them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from asyncir.source.python import scalars
from asyncir.source.python.body import Body, described
from asyncir.source.python.errors import Untranslatable
from asyncir.source.python.types import COMPLEX, FLOAT, INT, NUMPY, NUMPY_BOOL, NumberType, numpy_of
from asyncir.source.python.values import Array, Display, Elements, Num, ObjectValue, Static, Tuple, Value


@dataclass
class CallArguments:
    """What a call gives: values in order, values by name. Each is taken once; `done` refuses what is left."""

    body: Body
    node: ast.Call
    values: list[Value]
    named: dict[str, Value] = field(default_factory=dict[str, "Value"])

    @property
    def name(self) -> str:
        """What is called, as it is written."""
        return ast.unparse(self.node.func)

    def fail(self, message: str, help: str) -> Untranslatable:
        """The error for the call."""
        return self.body.fail("J009", f"{self.name}: {message}", self.node, help)

    def value(self, name: str, at: int) -> Value | None:
        """The argument of that name, or in that place; None: there is none."""
        if name in self.named:
            return self.named[name]
        return self.values[at] if at < len(self.values) else None

    def only(self, *names: str, least: int | None = None) -> None:
        """Refuse other arguments than these; the first `least` have to be there."""
        if len(self.values) > len(names):
            raise self.fail(
                f"{len(self.values)} arguments are too many", f"give {', '.join(names) or 'none'}"
            )
        for name in self.named:
            if name not in names:
                raise self.fail(
                    f"'{name}' is no argument that is known here", f"give {', '.join(names) or 'none'}"
                )
        for at, name in enumerate(names[: len(names) if least is None else least]):
            if self.value(name, at) is None:
                raise self.fail(f"'{name}' is missing", f"give {', '.join(names)}")

    def number(self, name: str, at: int, default: Num | None = None) -> Num:
        """A number."""
        value = self.value(name, at)
        if value is None and default is not None:
            return default
        if isinstance(value, Elements) and not value.shape:
            return value.at([])
        if isinstance(value, Array) and not value.type.rank:
            # late: elements are computed by functions, which take arguments
            from asyncir.source.python.elements import load

            return load(self.body, value, [])
        if not isinstance(value, Num):
            what = "nothing" if value is None else described(value)
            raise self.fail(f"'{name}' is {what}", "give a number")
        return value

    def whole(self, name: str, at: int, default: Num | None = None) -> Num:
        """A whole number, as an int."""
        number = self.number(name, at, default)
        if not number.type.is_integer and not number.type.is_bool:
            raise self.fail(f"'{name}' is {described(number)}", "give a whole number")
        return scalars.convert(self.body.w, number, INT)

    def operand(self, name: str, at: int) -> Num | Array | Elements:
        """A number or an array; a list of numbers is one, too."""
        value = as_array(self.body, self.value(name, at))
        if not isinstance(value, Num | Array | Elements):
            what = "nothing" if value is None else described(value)
            raise self.fail(f"'{name}' is {what}", "give a number or an array")
        return value

    def dtype(self, name: str, at: int, default: NumberType) -> NumberType:
        """A type of elements."""
        value = self.value(name, at)
        if value is None or (isinstance(value, Static) and value.object is None):
            return default
        found = dtype_of(value)
        if found is None:
            raise self.fail(
                f"{described(value)} is no type of elements that is known here", "give one such as np.float64"
            )
        return found

    def shape(self, name: str, at: int) -> list[Num]:
        """Sizes: a number, or a tuple of them."""
        value = self.value(name, at)
        items = value.items if isinstance(value, Tuple) else (value,)
        numbers: list[Num] = []
        for item in items:
            if not isinstance(item, Num) or item.type.is_float:
                what = "missing" if item is None else described(item)
                raise self.fail(f"a size is {what}", "give a whole number, or a tuple of them")
            numbers.append(scalars.convert(self.body.w, item, INT))
        return numbers


def dtype_of(value: Value) -> NumberType | None:
    """The type of elements that a value stands for."""
    if not isinstance(value, Static):
        return None
    known = value.object
    if isinstance(known, NumberType):
        return NumberType(known.kind, known.bits)
    plain: dict[type, NumberType] = {
        bool: NUMPY_BOOL,
        int: NumberType("i", INT.bits),
        float: NumberType("f", FLOAT.bits),
    }
    plain[complex] = NumberType("c", COMPLEX.bits)
    for kind, type_ in plain.items():
        if known is kind:
            return type_
    name = known if isinstance(known, str) else getattr(known, "name", None) or getattr(known, "__name__", "")
    name = {"bool_": "bool", "f4": "float32", "f8": "float64", "i4": "int32", "i8": "int64"}.get(name, name)
    return NUMPY.get(name)


def given(b: Body, node: ast.Call, evaluate: Callable[[Body, ast.expr], Value]) -> CallArguments:
    """Evaluate what a call gives."""
    # late: expressions are calls, too
    from asyncir.source.python.expressions import evaluated_next

    names: list[str] = []
    for keyword in node.keywords:
        if keyword.arg is None:
            raise b.fail("J003", "** cannot be compiled", keyword.value, "name each argument")
        names.append(keyword.arg)
    found: list[Value] = []
    for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
        if not isinstance(argument, ast.Starred):
            found = evaluated_next(b, found, partial(evaluate, b, argument))
            continue
        found = evaluated_next(b, found, partial(evaluate, b, argument.value))
        if not isinstance(found[-1], Tuple):
            raise b.fail("J003", "* takes a tuple", argument, "name each argument")
        found[-1:] = found[-1].items
    many = len(found) - len(names)
    return CallArguments(b, node, found[:many], dict(zip(names, found[many:], strict=True)))


def as_array(b: Body, value: Value | None) -> Value | None:
    """A list as the array that NumPy takes it for; other values as they are."""
    # late: elements are computed by functions, which take arguments
    from asyncir.source.python.elements import combined, materialised

    made = materialised(b, value) if isinstance(value, Display) else value
    if not isinstance(made, ObjectValue) or not made.type.is_list:
        return value
    array = made.items[0]
    assert isinstance(array, Array)
    element = numpy_of(array.type.element)
    return materialised(b, combined(b, [array], element, lambda n: scalars.convert(b.w, n[0], element)))
