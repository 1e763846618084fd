"""What a function on tensors is written with: the values that are in scope, where others come from, and its text."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import prod

from bench.tensor_programs.numbers import GIVEN, WHOLE, Range, Skip, is_float

MOST_ELEMENTS = 260
ELEMENTS = (
    ("f32",) * 5 + ("i32",) * 4 + ("f64", "i8", "i16", "i64", "index", "i1", "f16", "bf16", "f64", "i64")
)

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Value:
    """A tensor, or a number, which has no shape."""

    name: str
    element: str
    shape: Shape | None = None
    open: tuple[bool, ...] = ()
    """For each dimension, whether the type leaves its size open."""
    range: Range = WHOLE
    defined: bool = True

    @property
    def type(self) -> str:
        """Its type, as it is written."""
        return type_text(self.element, self.shape, self.open)


def type_text(element: str, shape: Shape | None, opened: Sequence[bool]) -> str:
    """A type of tensors, or of numbers."""
    if shape is None:
        return element
    sizes = ["?" if free else str(size) for size, free in zip(shape, opened, strict=True)]
    return f"tensor<{'x'.join([*sizes, element])}>"


@dataclass
class Argument:
    """What a function is called with: an array of a shape, or a number."""

    value: Value
    number: int | None = None
    """What it is called with, if it is a number that is known while the program is drawn."""


@dataclass
class Writer:
    """The text of one function, from its beginning to where one writes."""

    random: random.Random
    sizes: list[int]
    """The sizes that dimensions mostly have."""
    interpreted_only: bool = False
    ours_only: bool = False
    """Whether there is something that mlir-opt 22 cannot do, or does wrong."""
    values: list[Value] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    head: list[str] = field(default_factory=list)
    arguments: list[Argument] = field(default_factory=list)
    callees: list[Callee] = field(default_factory=list)
    count: int = 0
    depth: int = 0
    statement: Callable[[Writer], None] = lambda _: None
    """Writes one more statement, of any kind."""

    # ---- names and lines ----

    def new(self, stem: str = "v") -> str:
        """A name that nothing has."""
        self.count += 1
        return f"%{stem}{self.count}"

    def say(self, line: str) -> None:
        """Write a line."""
        self.lines.append("  " * (self.depth + 1) + line)

    def chance(self, of: float) -> bool:
        """True as often as that."""
        return self.random.random() < of

    @contextmanager
    def block(self, first: str, last: str = "}") -> Iterator[None]:
        """Lines in braces; what is made there is out of scope behind."""
        known = len(self.values)
        self.say(first)
        self.depth += 1
        yield
        self.depth -= 1
        del self.values[known:]
        self.say(last)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Take back what was written, if it cannot be finished."""
        lines, known, depth = len(self.lines), list(self.values), self.depth
        head, arguments = len(self.head), len(self.arguments)
        only = self.interpreted_only, self.ours_only
        try:
            yield
        except Skip:
            del self.lines[lines:], self.head[head:], self.arguments[arguments:]
            self.values[:], self.depth = known, depth
            self.interpreted_only, self.ours_only = only
            raise

    # ---- numbers ----

    def constant(self, element: str, number: float) -> str:
        """The name of a constant at the beginning of the function."""
        text = f"{float(number)!r}" if is_float(element) else str(int(number))
        if element == "i1":
            text = "true" if number else "false"
        name = self.new("k")
        self.head.append(f"{name} = arith.constant {text}{'' if element == 'i1' else f' : {element}'}")
        return name

    def number(self, element: str) -> tuple[str, Range]:
        """A constant that is like arguments are."""
        if is_float(element):
            number = self.random.randint(-16, 16) / 4
            return self.constant(element, number), Range(4, 0.25)
        return self.constant(
            element, self.random.randint(0, 1) if element == "i1" else self.random.randint(-9, 9)
        ), WHOLE

    def index(self, number: int) -> str:
        """An index that is this number: a constant, an argument, or the size of something."""
        if self.chance(0.3):
            for value in self.random.sample(self.values, len(self.values)):
                if value.shape is not None and number in value.shape:
                    name = self.new("s")
                    at = self.constant("index", value.shape.index(number))
                    self.say(f"{name} = tensor.dim {value.name}, {at} : {value.type}")
                    return name
        if self.chance(0.6):
            return self.constant("index", number)
        for argument in self.arguments:
            if argument.number == number:
                return argument.value.name
        name = self.new("n")
        self.arguments.append(Argument(Value(name, "index"), number))
        return name

    def static_or_index(self, number: int, dynamic: float = 0.25) -> str:
        """The number, or the name of an index."""
        return self.index(number) if self.chance(dynamic) else str(number)

    # ---- shapes ----

    def size(self) -> int:
        """A size of a dimension."""
        return self.random.choice(self.sizes)

    def shape(self, least: int = 0, most: int = 4) -> Shape:
        """A shape of few enough elements, mostly one that something has."""
        known = [v.shape for v in self.values if v.shape is not None and least <= len(v.shape) <= most]
        if known and self.chance(0.6):
            return self.random.choice(known[-8:])
        for _ in range(10):
            found = tuple(self.size() for _ in range(self.random.choice([0, 1, 1, 2, 2, 2, 3, 3, 4])))
            if least <= len(found) <= most and prod(found) <= MOST_ELEMENTS:
                return found
        return (2,) * least

    def opened(self, shape: Shape) -> tuple[bool, ...]:
        """Which sizes the type of a new tensor leaves open."""
        how = self.random.choice([0.0, 0.0, 0.5, 1.0])
        return tuple(self.chance(how) for _ in shape)

    def element(self) -> str:
        """A type of elements, mostly one that something has."""
        known = [v.element for v in self.values if v.shape is not None]
        if known and self.chance(0.7):
            return self.random.choice(known)
        return self.random.choice(ELEMENTS)

    # ---- values ----

    def keep(self, value: Value) -> Value:
        """Have a value in scope."""
        self.values.append(value)
        return value

    def fitting(self, wanted: Callable[[Value], bool]) -> Value | None:
        """A tensor in scope like that, the newer the likelier."""
        found = [value for value in self.values if value.shape is not None and wanted(value)]
        if not found:
            return None
        return self.random.choice(found[-3:] if self.chance(0.5) else found)

    def any(self, wanted: Callable[[Value], bool] = lambda _: True, least: int = 0, most: int = 4) -> Value:
        """A defined tensor, of those in scope or new."""
        found = self.fitting(
            lambda v: v.defined and wanted(v) and v.shape is not None and least <= len(v.shape) <= most
        )
        if found is not None:
            return found
        for _ in range(8):
            value = self.made(self.shape(least, most), self.element())
            if wanted(value):
                return value
        raise Skip

    def need(self, shape: Shape, element: str, limit: Range | None = None) -> Value:
        """A defined tensor of this shape."""
        found = None
        if self.chance(0.85):
            found = self.fitting(
                lambda v: (
                    v.defined
                    and (v.shape, v.element) == (shape, element)
                    and (limit is None or not is_float(element) or v.range.fits(limit))
                )
            )
        return found or self.made(shape, element)

    def made(self, shape: Shape, element: str) -> Value:
        """A new tensor with given numbers."""
        if prod(shape) > 1800:
            raise Skip
        opened, limit = self.opened(shape), GIVEN if is_float(element) else WHOLE
        how = self.random.random()
        if how < 0.65 and len(self.arguments) < 14:
            argument = Value(self.new("a"), element, shape, opened, limit)
            self.arguments.append(Argument(argument))
            self.values.insert(0, argument)
            return argument
        if how < 0.8 and prod(shape) <= 64:
            name = self.new("d")
            of = type_text(element, shape, (False,) * len(shape))
            self.say(f"{name} = arith.constant {dense(self.random, shape, element)} : {of}")
            return self.keep(Value(name, element, shape, (False,) * len(shape), limit))
        number, range_ = self.number(element)
        if how < 0.9:
            return self._filled(shape, element, number, range_)
        name, of = self.new(), type_text(element, shape, opened)
        free = self.free(shape, opened)
        self.say(f"{name} = tensor.splat {number}{f'[{free}]' if free else ''} : {of}")
        return self.keep(Value(name, element, shape, opened, range_))

    def _filled(self, shape: Shape, element: str, number: str, range_: Range) -> Value:
        if element == "index":
            raise Skip
        into = self.destination(shape, element)
        name = self.new()
        self.say(
            f"{name} = linalg.fill ins({number} : {element}) outs({into.name} : {into.type}) -> {into.type}"
        )
        return self.keep(Value(name, element, shape, into.open, range_))

    def free(self, shape: Shape, opened: Sequence[bool]) -> str:
        """The indices that a type needs."""
        return ", ".join(self.index(n) for n, is_open in zip(shape, opened, strict=True) if is_open)

    def destination(
        self, shape: Shape, element: str, *, read: bool = False, limit: Range | None = None
    ) -> Value:
        """A tensor that an op puts its results into; with `read` it looks at what is there."""
        if read:
            return self.need(shape, element, limit)
        if self.chance(0.55):
            found = self.fitting(lambda v: (v.shape, v.element) == (shape, element))
            if found is not None:
                return found
        name, opened = self.new("e"), self.opened(shape)
        of = type_text(element, shape, opened)
        self.say(f"{name} = tensor.empty({self.free(shape, opened)}) : {of}")
        value = Value(name, element, shape, opened, GIVEN if is_float(element) else WHOLE, defined=False)
        return self.keep(value)

    def cast(self, value: Value, opened: tuple[bool, ...]) -> Value:
        """The tensor, with a type that leaves these sizes open."""
        if value.open == opened:
            return value
        name, of = self.new(), type_text(value.element, value.shape, opened)
        self.say(f"{name} = tensor.cast {value.name} : {value.type} to {of}")
        return self.keep(Value(name, value.element, value.shape, opened, value.range, value.defined))


@dataclass(frozen=True)
class Callee:
    """A private function."""

    name: str
    text: str
    interpreted_only: bool
    ours_only: bool
    arguments: tuple[Argument, ...]
    results: tuple[Value, ...]


def dense(random: random.Random, shape: Shape, element: str) -> str:
    """The elements of a constant."""

    def number() -> str:
        if is_float(element):
            return repr(random.randint(-16, 16) / 4)
        if element == "i1":
            return random.choice(["true", "false"])
        return str(random.randint(-9, 9))

    def nested(sizes: Shape) -> str:
        return f"[{', '.join(nested(sizes[1:]) for _ in range(sizes[0]))}]" if sizes else number()

    if prod(shape) == 0:
        return "dense<>"
    return f"dense<{number() if random.random() < 0.3 else nested(shape)}>"
