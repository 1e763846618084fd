"""Functions of numbers become steps, on scalars and, lane by lane, on vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from asyncir.ir import Attribute, DenseArrayBase, Operation, SSAValue, VectorType
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.program import Compiler, handles
from asyncir.semantics.core.tensors import elementwise_results, is_tensor, whole
from asyncir.semantics.core.values import (
    Poison,
    PoisonMet,
    Registers,
    Value,
    defined,
    is_poison,
    lanes,
    vector,
)

Function = (
    Callable[[], Value]
    | Callable[[Any], Value]
    | Callable[[Any, Any], Value]
    | Callable[[Any, Any, Any], Value]
)
"""A function of values."""

Performed = Callable[..., Any]
"""What an op does when it is executed."""


def attribute(op: Operation, name: str) -> Any:
    """An attribute of the op, whether it is kept as a property or not; None if it has none of that name."""
    return op.properties.get(name, op.attributes.get(name))


def flags(op: Operation, name: str) -> frozenset[str]:
    """The names of the flags in an attribute such as `fastmath` or `overflowFlags`."""
    found = attribute(op, name)
    if found is None:
        return frozenset()
    words = {str(getattr(flag, "value", flag)) for flag in found.data}
    return frozenset({"nnan", "ninf"} if "fast" in words else words)


def operand_groups(op: Operation) -> list[Sequence[SSAValue]]:
    """The operands, in the groups that `operandSegmentSizes` says."""
    sizes = attribute(op, "operandSegmentSizes")
    assert isinstance(sizes, DenseArrayBase)
    values = iter(op.operands)
    return [list(islice(values, int(size))) for size in sizes.get_values()]


DYNAMIC = -(1 << 63)
"""What stands for an operand in a list of static numbers."""


def static_numbers(op: Operation, name: str) -> list[int]:
    """An attribute that is a list of numbers, as integers."""
    return [int(number) for number in attribute(op, name).get_values()]


def filled(static: Sequence[int], dynamic: Iterator[int]) -> list[int]:
    """The numbers of a list in which some are operands, which come in their order."""
    return [next(dynamic) if number == DYNAMIC else number for number in static]


def performs(*names: str, pure: bool = False) -> Callable[[Performed], Performed]:
    """Register the function as what the named ops do: with the op, the machine and the operands' values; see `perform`."""

    def register(function: Performed) -> Performed:
        @handles(*names)
        def handler(op: Operation, c: Compiler) -> None:  # pyright: ignore[reportUnusedFunction]
            perform(op, c, partial(function, op, c.machine), pure=pure)

        return function

    return register


_NO_ROOM = ("array is too big", "Maximum allowed dimension exceeded", "Maximum allowed size exceeded")
"""What NumPy says of sizes whose product no memory has, an array without elements or not."""


def perform(op: Operation, c: Compiler, function: Function, *, pure: bool = False) -> None:
    """A step that gives the operands' values to a function, and keeps what it returns: one value for each result.

    One that is pure does nothing else: an undefined operand makes its results undefined.
    """
    operands, results = c.uses(op.operands), c.slots(op.results)
    apply: Callable[..., Any] = function

    def step(registers: Registers) -> None:
        values = defined(registers, operands) if pure else [registers[slot] for slot in operands]
        try:
            given = apply(*values)
        except ValueError as error:
            if not any(words in str(error) for words in _NO_ROOM):
                raise
            message = "an array of these sizes is more than the interpreter has room for"
            raise fault("S010", message, op, "makes it") from None
        if len(results) == 1:
            registers[results[0]] = given
            return
        for slot, value in zip(results, given or (), strict=True):
            registers[slot] = value

    (c.pure if pure else c.step)(step)


def compute(op: Operation, c: Compiler, function: Function, on_arrays: Performed | None = None) -> None:
    """A step that applies a function of numbers to the operands, lane by lane if they are vectors or tensors.

    `on_arrays`, if given, is that function on NumPy arrays, with the same bits as result.
    """
    operands, results = c.uses(op.operands), c.slots(op.results)
    apply: Callable[..., Value] = function
    if any(isinstance(operand.type, VectorType) for operand in op.operands):
        _compute_lanes(op, c, apply)
    elif any(is_tensor(operand.type) for operand in op.operands):
        _compute_elements(op, c, apply, on_arrays)
    elif len(operands) == len(results) == 1:
        (first,), (result,) = operands, results

        def unary(registers: Registers) -> None:
            registers[result] = apply(registers[first])

        c.pure(unary)
    elif len(operands) == 2 and len(results) == 1:
        (first, second), (result,) = operands, results

        def binary(registers: Registers) -> None:
            registers[result] = apply(registers[first], registers[second])

        c.pure(binary)
    else:
        perform(op, c, apply, pure=True)


def _compute_lanes(op: Operation, c: Compiler, function: Callable[..., Value]) -> None:
    operands, results = c.uses(op.operands), c.slots(op.results)
    types = [result.type for result in op.results]

    def step(registers: Registers) -> None:
        columns = [lanes_of(registers[slot]) for slot in operands]
        rows = [function(*row) for row in zip(*columns, strict=True)]
        found = [rows] if len(results) == 1 else zip(*rows, strict=True)
        for slot, values, of in zip(results, found, types, strict=True):
            registers[slot] = checked_vector(values, of)

    c.pure(step)


def _compute_elements(
    op: Operation, c: Compiler, function: Callable[..., Value], on_arrays: Performed | None
) -> None:
    types = [result.type for result in op.results]

    def apply(*arrays: Any) -> Any:
        if on_arrays is not None:
            return whole(on_arrays, arrays, types[0], op)
        found = elementwise_results(function, arrays, types, op)
        return found[0] if len(found) == 1 else found

    perform(op, c, apply, pure=True)


def lanes_of(value: Value) -> list[Value]:
    """The lanes of a vector, which must be defined."""
    if is_poison(value):
        value.met()
    return lanes(value)


def checked_vector(values: Sequence[Value], of: Attribute) -> Value:
    """A vector; one undefined lane makes it undefined."""
    for value in values:
        if type(value) is Poison:
            raise PoisonMet(value)
    return vector(values, of)
