"""Runs that show a race: the interpreter replays what a refutation says, and a reader can, too."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from random import Random
from typing import Any, cast

from asyncir.analyses.sync_report import SparseArray
from asyncir.diagnostics import STDIN, DiagnosticError, failure
from asyncir.driver.signatures import public_functions
from asyncir.ir import ModuleOp
from asyncir.launch.arrays import dtype_of, from_numbers
from asyncir.launch.signatures import Complex, MemRef, Scalar, Signature, Type, Vector
from asyncir.semantics import Outcome, interpret, parse_schedule
from asyncir.semantics.blocks.race import Race

MOST_STEPS = 1_000_000
"""A replay that takes longer than this says nothing."""
_MOST_ELEMENTS = 1 << 31
"""Arrays with more elements are not made. Memory is used only for the parts of an array that a run touches."""


@dataclass(frozen=True, slots=True)
class Replay:
    """What a run with given arguments showed."""

    entry: str
    arguments: tuple[Any, ...]
    outcome: Outcome | None
    """None where the run could not be made; `why` says so."""
    why: str = ""
    types: tuple[Type, ...] = ()
    how: str = "latest"
    """The schedule, as `--interpret` takes it."""
    texts: tuple[str, ...] = ()
    """The arguments as they were written on a command line, where they were."""

    @property
    def races(self) -> tuple[Race, ...]:
        """The races, of all outcomes where there are several."""
        if self.outcome is None:
            return ()
        return tuple(race for each in (self.outcome, *self.outcome.others) for race in each.races)

    @property
    def refused(self) -> str:
        """Why the interpreter does not run this; empty where it does."""
        unknown = self.outcome is None or any(d.code == "S012" for d in self.outcome.diagnostics)
        return self.why if unknown else ""

    @property
    def is_endless(self) -> bool:
        """Whether it was ended since it took too many steps, or went too deep."""
        return self.outcome is not None and any(d.code in ("S010", "S011") for d in self.outcome.diagnostics)

    def command(self, file: str) -> str:
        """The command line that repeats it."""
        program = "-" if file == STDIN else file
        words = ["asyncir", "run", program, "--entry", self.entry, "--interpret", self.how]
        return shlex.join([*words, *(self.texts or map(argument_text, self.types, self.arguments))])


def replay(
    module: ModuleOp,
    entry: str,
    arguments: Sequence[object],
    how: str = "latest",
    max_steps: int = MOST_STEPS,
    texts: Sequence[str] = (),
) -> Replay:
    """Interpret `entry` with these numbers, arrays, sparse arrays and nested lists.

    Arguments that come with their texts are used as they are; a run changes copies of all others.
    """
    signature = next((s for s in public_functions(module) if s.name == entry), None)
    if signature is None:
        return Replay(entry, (), None, f"@{entry} is no public function")
    given, types = tuple(arguments), signature.arguments
    if len(given) != len(types):
        return Replay(entry, (), None, f"{len(given)} arguments are given for @{entry}")
    try:
        values = list(given) if texts else fresh_values(entry, types, given)
        outcome = interpret(module, entry, values, parse_schedule(how), max_steps=max_steps)
    except DiagnosticError as error:
        return Replay(entry, given, None, error.diagnostics[0].message, types, how, tuple(texts))
    why = next((d.message for d in outcome.diagnostics if d.code != "S001"), "")
    return Replay(entry, given, outcome, why, types, how, tuple(texts))


def replay_race(
    module: ModuleOp, entry: str, arguments: Sequence[object], max_steps: int = MOST_STEPS
) -> Replay:
    """A run that is to show a race: under the schedule `latest`, or `earliest` where that one fails before the race."""
    run = replay(module, entry, arguments, max_steps=max_steps)
    if run.races or not run.why:
        return run
    return replay(module, entry, arguments, "earliest", max_steps)


def fresh_values(entry: str, types: Sequence[Type], given: Sequence[object]) -> list[object]:
    """What to call `entry` with, for numbers, arrays, sparse arrays and nested lists; a run changes copies of these only.

    Raises `DiagnosticError` where arrays are too large to be made.
    """
    for type_, value in zip(types, given, strict=True):
        if isinstance(value, SparseArray) and value.size > _MOST_ELEMENTS:
            raise _too_large(entry, f"{type_} has more than {_MOST_ELEMENTS} elements")
    try:
        return [_value(type_, value) for type_, value in zip(types, given, strict=True)]
    except MemoryError:
        raise _too_large(entry, "there is no memory for them") from None


def _too_large(entry: str, why: str) -> DiagnosticError:
    return failure("S012", f"the arrays of @{entry} are too large to run: {why}")


def _value(type_: Type, given: object) -> object:
    if not isinstance(type_, MemRef):
        return given
    if isinstance(given, SparseArray):
        return _made(type_, given)
    if hasattr(given, "__array_interface__"):
        return cast(Any, given).copy()
    return from_numbers(type_, given, "an argument")


def _made(type_: MemRef, given: SparseArray) -> Any:
    """The array; what is zero in it is never written, so that the system gives no memory for it."""
    # late: needed only where there is a witness
    import numpy

    array = numpy.zeros(given.shape, dtype_of(type_.element))
    for index, value in given.elements:
        array[index] = from_numbers(MemRef(type_.element, ()), value, "an element of an argument")
    return array


def argument_text(type_: Type, value: object) -> str:
    """An argument as `asyncir run` takes it; long arrays with few values that differ as `i1[16]=false,3:true`."""
    if isinstance(value, SparseArray):
        if value.size > _MOST_WRITTEN and isinstance(type_, MemRef):
            return _sparse_text(_name(type_.element), value)
        value = value.nested()
    if hasattr(value, "__array_interface__"):
        value = cast(Any, value).tolist()
    if not isinstance(value, list | tuple | bool):
        return str(value)
    whole = json.dumps(value, separators=(",", ":"))
    if isinstance(type_, MemRef) and isinstance(type_.element, Scalar):
        shape, elements = _flattened(cast("Sequence[object]", value))
        if len(elements) > _SHORT:
            ((most, _),) = Counter(elements).most_common(1)
            return min(_filled(type_.element.name, shape, most, enumerate(elements)), whole, key=len)
    return whole


_SHORT = 4
"""Arrays with more elements than this are written short where that can be done."""
_MOST_WRITTEN = 4096
"""Sparse arrays with more elements than this are always written short."""


def _name(element: Scalar | Complex | Vector) -> str:
    """The type of elements as the command line has it."""
    return f"c{8 * element.size}" if isinstance(element, Complex) else str(element)


def _sparse_text(element: str, value: SparseArray) -> str:
    """The elements that are not zero."""
    others: list[tuple[int, object]] = []
    for index, number in value.elements:
        position = 0
        for i, size in zip(index, value.shape, strict=True):
            position = position * size + i
        others.append((position, number))
    return _filled(element, value.shape, value.zero, others)


def _filled(element: str, shape: Sequence[int], most: object, elements: Iterable[tuple[int, object]]) -> str:
    """The value that most elements have, then those with another one, each with its position in row-major order."""
    differing = {at: e for at, e in elements if e != most}
    is_square = len(shape) == 2 and shape[0] == shape[1]
    along = {n * (shape[0] + 1) for n in range(shape[0])} if is_square else set[int]()
    if len(along) > _SHORT and along == set(differing) and len(set(differing.values())) == 1:
        others = [f",diagonal:{json.dumps(differing[0])}"]
    else:
        others = [f",{at}:{json.dumps(e)}" for at, e in differing.items()]
    value = f"={json.dumps(most)}" if most or others else ""
    return f"{element}[{','.join(map(str, shape))}]{value}{''.join(others)}"


def _flattened(value: Sequence[object]) -> tuple[list[int], list[object]]:
    """The shape of nested lists, and their numbers."""
    shape: list[int] = []
    elements: Sequence[object] = [value]
    while elements and all(isinstance(each, list | tuple) for each in elements):
        lists = cast("Sequence[Sequence[object]]", elements)
        shape.append(len(lists[0]))
        elements = [inner for each in lists for inner in each]
    return shape, list(elements)


# Small arguments for those who ask the interpreter and give none

_EXTENT = 16
"""The size of dynamic dimensions."""
_SMALL: dict[str, tuple[object, ...]] = {"i1": (True, False), "index": (3, 0, 1, 2, 5, 8)}
_MOST_RUNS = 64


def small_arguments(signature: Signature) -> Iterator[tuple[object, ...]]:
    """A few combinations of small numbers and arrays of zeros, and of conditions, that the function can be called with."""
    choices = [tuple(_choices(type_)) for type_ in signature.arguments]
    return islice(product(*choices), _MOST_RUNS)


def spread_arguments(signature: Signature, most: int) -> Iterator[tuple[object, ...]]:
    """As `small_arguments`, but soon all numbers have been seen, with different ones beside them."""
    choices = [tuple(_choices(type_)) for type_ in signature.arguments]
    if not all(choices):
        return
    longest = max(map(len, choices), default=1)
    places = {
        tuple((k + shift * n) % len(choice) for n, choice in enumerate(choices)): None
        for shift in range(4)
        for k in range(longest)
    }
    places |= dict.fromkeys(islice(product(*(range(len(choice)) for choice in choices)), most))
    for place in islice(places, most):
        yield tuple(choice[at] for choice, at in zip(choices, place, strict=True))


def near_arguments(signature: Signature, numbers: Sequence[int]) -> Iterator[tuple[object, ...]]:
    """Each of these numbers for one argument, and for all, beside small ones: those that a program compares with."""
    whole = [n for n, type_ in enumerate(signature.arguments) if _is_whole(type_)]
    choices = [tuple(_choices(type_)) for type_ in signature.arguments]
    if not all(choices):
        return
    few = [
        choice if isinstance(type_, Scalar) and type_.name == "i1" else choice[:1]
        for type_, choice in zip(signature.arguments, choices, strict=True)
    ]
    for number in numbers:
        for places in (*((n,) for n in whole), *([whole] if len(whole) > 1 else [])):
            for rest in islice(product(*few), _FEW):
                yield tuple(number if n in places else value for n, value in enumerate(rest))


_FEW = 4


def _is_whole(type_: Type) -> bool:
    return isinstance(type_, Scalar) and not type_.is_float and type_.name != "i1"


_LONG = 1024
"""The size of dynamic dimensions where accesses may be far away; the product of several is no larger."""


def varied_arguments(signature: Signature) -> Iterator[tuple[object, ...]]:
    """More combinations, each of numbers that depend on nothing: long arrays of zeros or of small numbers."""
    choices = [tuple(_long_choices(type_)) for type_ in signature.arguments]
    if not choices or not all(choices):
        return
    if all(isinstance(type_, MemRef) for type_ in signature.arguments):
        for n in range(max(map(len, choices))):
            yield tuple(choice[n % len(choice)] for choice in choices)
        return
    random = Random(len(choices))
    first = next((n for n, type_ in enumerate(signature.arguments) if isinstance(type_, Scalar)), 0)
    for value in choices[first] * 4:
        others = [random.choice(choice) for choice in choices]
        yield (*others[:first], value, *others[first + 1 :])


_WIDE, _MOST_WIDE = 32, 1 << 14
"""Numbers, and sizes of dynamic dimensions, where a program takes tiles: none of its arrays has more elements."""


def wide_arguments(signature: Signature) -> Iterator[tuple[object, ...]]:
    """Large numbers, and arrays in which tiles have room: for programs that go out of bounds with small ones."""
    for number in (_WIDE, 1):
        given: list[object] = []
        for type_ in signature.arguments:
            if isinstance(type_, MemRef) and isinstance(type_.element, Scalar | Complex):
                dynamic = sum(size is None for size in type_.shape)
                extent = int(_MOST_WIDE ** (1 / max(dynamic, 1)))
                shape = tuple(extent if size is None else size for size in type_.shape)
                given.append(_zeros(type_.element, shape))
            elif isinstance(type_, Scalar):
                given.append(float(number) if type_.is_float else number if type_.name != "i1" else 1)
        if len(given) == len(signature.arguments):
            yield tuple(given)


def _long_choices(type_: Type) -> Iterator[object]:
    if not isinstance(type_, MemRef):
        yield from _choices(type_)
        if isinstance(type_, Scalar) and _is_whole(type_):
            yield from (4, 6, 7, -1, 13, 5 if type_.name != "index" else 1)
        return
    dynamic = sum(size is None for size in type_.shape)
    extent = int(_LONG ** (1 / max(dynamic, 1)))
    shape = tuple(extent if size is None else size for size in type_.shape)
    if isinstance(type_.element, Scalar | Complex):
        zeros = _zeros(type_.element, shape)
        yield zeros
        if isinstance(type_.element, Scalar) and not type_.element.is_float and zeros.size <= _MOST_FILLED:
            # late: needed only where there is a witness
            import numpy

            small = numpy.arange(zeros.size) % 3 % (2 if type_.element.name == "i1" else 3)
            yield small.reshape(shape).astype(dtype_of(type_.element))


def _choices(type_: Type) -> Iterator[object]:
    if isinstance(type_, MemRef):
        yield from _arrays(type_)
    elif isinstance(type_, Scalar):
        yield from _SMALL.get(type_.name, (0.0, 1.0) if type_.is_float else (3, 0, 1, 2))
    elif isinstance(type_, Complex):
        yield 0j


_MOST_FILLED = 1 << 20
"""Larger arrays are only tried with zeros: those take no memory."""


def _arrays(type_: MemRef) -> Iterator[object]:
    # late: needed only where there is a witness
    import numpy

    if not isinstance(type_.element, Scalar | Complex):
        return
    shape = tuple(_EXTENT if size is None else size for size in type_.shape)
    zeros = _zeros(type_.element, shape)
    if isinstance(type_.element, Complex) or zeros.size > _MOST_FILLED:
        yield zeros
        return
    if type_.element.name == "i1":
        # conditions that hold for every other element: what they guard is done, and left out
        in_turn = numpy.zeros(shape, bool)
        in_turn.flat[::2] = True
        yield in_turn
    yield zeros
    if not type_.element.is_float and type_.element.name != "i1":
        yield numpy.ones(shape, dtype_of(type_.element))  # indices may be loaded from it


def _zeros(element: Scalar | Complex, shape: tuple[int, ...]) -> SparseArray:
    """An array of zeros; raises `DiagnosticError` for elements that NumPy has not."""
    zero = dtype_of(element).type(0).item()
    return SparseArray(shape, (), zero if isinstance(zero, int | float | bool) else 0)
