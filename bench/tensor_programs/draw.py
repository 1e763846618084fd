"""Draws a program: a function on tensors, and the private ones that it calls."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from bench.tensor_programs import control, generics, loops, named, shapes, structured
from bench.tensor_programs.numbers import Skip, is_float
from bench.tensor_programs.writer import Argument, Callee, Value, Writer

KINDS: dict[Callable[[Writer], None], float] = {
    generics.generic: 6,
    generics.reduction: 3,
    generics.contraction: 3,
    structured.map_: 2,
    structured.reduce: 2,
    structured.broadcast: 1.5,
    structured.transpose: 1.5,
    structured.fill: 1,
    structured.elementwise: 1.5,
    structured.pack: 0.4,
    structured.softmax: 0.3,
    structured.whole: 3,
    named.loops_and_maps: 5,
    named.elementwise: 2,
    shapes.element_out: 1,
    shapes.element_in: 1.5,
    shapes.elements: 0.5,
    shapes.slice_out: 3,
    shapes.slice_in: 3,
    shapes.pad: 1.2,
    shapes.generate: 1,
    shapes.concat: 0.4,
    shapes.collapse: 1,
    shapes.expand: 1,
    shapes.reshape: 0.6,
    shapes.cast: 1,
    shapes.bitcast: 0.3,
    shapes.gather: 0.3,
    control.for_: 1.5,
    control.while_: 0.6,
    control.if_: 1.2,
    control.switch: 0.6,
    control.execute_region: 0.4,
    control.forall: 2,
    control.call: 1,
    loops.tiles: 1.2,
    loops.counted: 0.5,
    loops.task: 0.4,
    loops.chosen: 0.4,
    loops.allocated: 0.6,
}
DTYPES: dict[str, Any] = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "bf16": np.uint16,
    "i64": np.int64,
    "i32": np.int32,
    "i16": np.int16,
    "i8": np.int8,
    "i1": np.bool_,
    "index": np.int64,
}


@dataclass(frozen=True)
class Program:
    """A program, its functions' names being made for this seed."""

    seed: int
    name: str
    text: str
    arguments: tuple[Argument, ...]
    results: tuple[Value, ...]
    interpreted_only: bool
    ours_only: bool

    def inputs(self, number: int) -> list[Any]:
        """What it is called with the first time, the second time."""
        generator = np.random.default_rng([self.seed, number])
        return [_input(argument, generator, number) for argument in self.arguments]


def _input(argument: Argument, generator: np.random.Generator, number: int) -> Any:
    value = argument.value
    if value.shape is None:
        if argument.number is not None:
            return argument.number
        return (3, 1, 0, 2)[number % 4] if value.element == "index" else number % 2 == 0
    drawn: Any = np.asarray(generator.integers(-20, 20, value.shape))
    if value.element == "bf16":  # Its bits: the upper half of those of an f32.
        return np.asarray(np.asarray(drawn / 4, np.float32).view(np.uint32) >> 16, np.uint16)
    if is_float(value.element):
        drawn = drawn / 4
    return np.asarray(drawn > 0 if value.element == "i1" else drawn, DTYPES[value.element])


def _statement(writer: Writer) -> None:
    """One more statement; what does not fit here is drawn again."""
    kinds = list(KINDS)
    for _ in range(6):
        kind = writer.random.choices(kinds, list(KINDS.values()))[0]
        try:
            with writer.attempt():
                kind(writer)
        except Skip:
            continue
        return


def _sizes(rng: random.Random) -> list[int]:
    found = [rng.choice([1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9]) for _ in range(3)]
    if rng.random() < 0.12:
        found.append(0)
    if rng.random() < 0.2:
        found[0] = rng.randint(16, 40)
    return found


def _text(writer: Writer, name: str, private: bool, given: list[Value]) -> str:
    arguments = ", ".join(f"{a.value.name}: {a.value.type}" for a in writer.arguments)
    types = ", ".join(value.type for value in given)
    head = f"func.func {'private ' if private else ''}@{name}({arguments}) -> ({types}) {{"
    lines = [head, *(f"  {line}" for line in writer.head), *writer.lines]
    return "\n".join([*lines, f"  return {', '.join(v.name for v in given)} : {types}", "}", ""])


def _results(writer: Writer, most: int) -> list[Value]:
    """What a function returns: of what it has made, and of what it was given."""
    made = [v for v in writer.values if v.shape is not None and v.defined]
    if not made:
        made = [writer.need((2,), "f32")]
    last = made[-4:]
    found = writer.random.sample(made, min(len(made), writer.random.randint(1, most)))
    return found + [value for value in last if value not in found and writer.chance(0.7)]


def _callee(rng: random.Random, name: str, sizes: list[int], callees: list[Callee]) -> Callee:
    """One that may call those that there are already."""
    writer = Writer(rng, sizes, callees=callees, statement=_statement)
    for _ in range(rng.randint(1, 3)):
        _statement(writer)
    given = _results(writer, 2)
    results = tuple(Value("", v.element, v.shape, v.open, v.range) for v in given)
    text = _text(writer, name, True, given)
    # mlir-opt 22 hands constants to the caller, which may write into what it is given.
    ours = writer.ours_only or "= arith.constant dense" in text
    return Callee(f"@{name}", text, writer.interpreted_only, ours, tuple(writer.arguments), results)


def program(seed: int) -> Program:
    """The program of a seed."""
    rng = random.Random(seed)
    name, sizes = f"seed{seed}", _sizes(rng)
    callees: list[Callee] = []
    for number in range(rng.choice([0, 0, 0, 1, 2])):
        callee = _callee(rng, f"{name}_{number}", sizes, list(callees))
        callees += [] if callee.interpreted_only else [callee]
    writer = Writer(rng, sizes, callees=callees, statement=_statement)
    for _ in range(rng.randint(3, 10)):
        _statement(writer)
    given = _results(writer, 5)
    text = _text(writer, name, False, given) + "".join(callee.text for callee in callees)
    ours = writer.ours_only or any(callee.ours_only for callee in callees)
    return Program(seed, name, text, tuple(writer.arguments), tuple(given), writer.interpreted_only, ours)


def size_of(value: Value) -> int:
    """How many elements a tensor has."""
    return prod(value.shape or ())
