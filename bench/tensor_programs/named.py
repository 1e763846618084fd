"""Random ops of the table of linalg's named ops: contractions, convolutions, pooling, elementwise ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import prod
from typing import Any

from asyncir.dialects.linalg_named import NAMED
from bench.tensor_programs.generics import loops_of
from bench.tensor_programs.numbers import (
    WHOLE,
    WIDTH,
    Range,
    Skip,
    added,
    converted,
    is_float,
    multiplied,
    smooth,
    summed,
)
from bench.tensor_programs.structured import result
from bench.tensor_programs.writer import Shape, Value, Writer

MATMULS: dict[str, dict[str, Any]] = {
    name: {"body": "add(a2, mul(cast(a0), cast(a1)))", "maps": maps, "iterators": iterators}
    for name, iterators, maps in (
        ("matmul", "ppr", ["(d0, d2)", "(d2, d1)", "(d0, d1)"]),
        ("batch_matmul", "pppr", ["(d0, d1, d3)", "(d0, d3, d2)", "(d0, d1, d2)"]),
        ("batch_reduce_matmul", "rppr", ["(d0, d1, d3)", "(d0, d3, d2)", "(d1, d2)"]),
    )
}
ROWS: Mapping[str, dict[str, Any]] = {
    **{name.removeprefix("linalg."): of.ROW for name, of in NAMED.items()},
    **MATMULS,
}
WITH_MAPS = tuple(
    name
    for name, row in ROWS.items()
    if row.get("maps") and row.get("iterators") and "index(" not in row["body"]
)
PAIRS = (
    ("i8", "i32"),
    ("i16", "i32"),
    ("i8", "i8"),
    ("f16", "f32"),
    ("bf16", "f32"),
    ("f32", "f64"),
    ("i8", "f32"),
    ("i32", "i16"),
)
WINDOW = re.compile(r"d(\d+) \* strides\[(\d)\] \+ d(\d+) \* dilations\[\d\]")


def _size(index: str, loops: list[int], strides: list[int], dilations: list[int]) -> int:
    window = WINDOW.fullmatch(index)
    if window is None:
        return max(0, sum(loops[int(number)] - 1 for number in re.findall(r"d(\d+)", index)) + 1)
    outer, at, inner = map(int, window.groups())
    return max(0, (loops[outer] - 1) * strides[at] + (loops[inner] - 1) * dilations[at] + 1)


def _elements(writer: Writer, body: str) -> tuple[str, str]:
    """The types of the inputs and of the output."""
    if writer.chance(0.7):
        source = to = writer.element()
    else:
        source, to = writer.random.choice(PAIRS)
    if "index" in (source, to) or ("sub(" in body and to == "i1"):
        raise Skip
    if "unsigned" in body and (is_float(source) or is_float(to) or to == "i1"):
        raise Skip
    return source, to


def _range(row: dict[str, Any], inputs: list[Value], into: Value, count: int) -> Range:
    """What the results are like."""
    source, to = inputs[0].element, into.element
    given = [converted(source, to, v.range) if source != to else v.range for v in inputs]
    body = row["body"]
    if not is_float(to):
        return WHOLE
    if "mul(sub(" in body:
        terms = [added(to, given[0], given[2]), added(to, given[1], given[3])]
        return summed(to, into.range, multiplied(to, *terms), count)
    if "mul(" in body:
        return summed(to, into.range, multiplied(to, *given[:2]), count)
    if "add(" in body:
        return summed(to, into.range, given[0], count)
    return into.range.join(given[0])


def loops_and_maps(writer: Writer) -> None:
    """A contraction, a convolution or a pooling."""
    rng = writer.random
    name = (
        rng.choice(("matmul", "batch_matmul", "matvec", "dot"))
        if rng.random() < 0.25
        else rng.choice(WITH_MAPS)
    )
    row = ROWS[name]
    source, to = _elements(writer, row["body"])
    iterators: str = row["iterators"]
    loops = loops_of(writer, len(iterators))
    if len(iterators) > 4:
        loops = [min(n, rng.choice([1, 2, 3, 4])) for n in loops]
    while prod(loops) > 700:
        loops[loops.index(max(loops))] -= 1
    window: int = row.get("window", 0)
    if window and 0 in loops and rng.random() < 0.8:
        loops = [max(n, 1) for n in loops]
    strides, dilations = ([rng.choice([1, 1, 2, 3]) for _ in range(window)] for _ in range(2))
    shapes: list[Shape | None] = []
    for text in row["maps"]:
        indices = [index.strip() for index in text[1:-1].split(",") if index.strip()]
        scalar = text == "()" and len(shapes) < len(row["maps"]) - 1
        shapes.append(None if scalar else tuple(_size(i, loops, strides, dilations) for i in indices))
    inputs = [_input(writer, shape, source) for shape in shapes[:-1]]
    last = shapes[-1]
    assert last is not None
    into = writer.destination(last, to, read="r" in iterators)
    count = prod(n for n, kind in zip(loops, iterators, strict=True) if kind == "r")
    range_ = _range(row, inputs, into, count)
    forms = {"dilations": dilations, "strides": strides} if window else {}
    inside = ", ".join(f"{key} = dense<{of}> : tensor<{len(of)}xi64>" for key, of in forms.items())
    names, types = ", ".join(v.name for v in inputs), ", ".join(v.type for v in inputs)
    text = f"linalg.{name}{f' {{{inside}}}' if inside else ''} ins({names} : {types})"
    result(writer, into, range_, f"{text} outs({into.name} : {into.type})")


def _input(writer: Writer, shape: Shape | None, element: str) -> Value:
    if shape is not None:
        return writer.need(shape, element)
    number, range_ = writer.number(element)
    return Value(number, element, range=range_)


UNARY = ("exp", "abs", "ceil", "floor", "negf", "round", "square", "tanh", "erf")
BINARY = ("add", "sub", "mul", "max", "min")


def elementwise(writer: Writer) -> None:
    """A named op that computes element by element."""
    rng = writer.random
    x = writer.any(lambda v: v.element != "index")
    assert x.shape is not None
    if is_float(x.element) and rng.random() < 0.4:
        name = rng.choice(UNARY)
        inputs, range_ = [x], _unary(name, x)
    elif rng.random() < 0.15:
        truth = writer.need(x.shape, "i1")
        name, inputs = "select", [truth, x, writer.need(x.shape, x.element)]
        range_ = x.range.join(inputs[2].range)
    elif rng.random() < 0.1 and WIDTH.get(x.element, 0) > 1:
        name, inputs, range_ = "copy", [x], WHOLE
    else:
        name, inputs = rng.choice(BINARY), [x, writer.need(x.shape, x.element)]
        if name == "sub" and x.element == "i1":
            raise Skip
        range_ = x.range.join(inputs[1].range)
        if name in ("add", "sub", "mul"):
            range_ = (multiplied if name == "mul" else added)(x.element, x.range, inputs[1].range)
    into = writer.destination(x.shape, x.element)
    names, types = ", ".join(v.name for v in inputs), ", ".join(v.type for v in inputs)
    result(writer, into, range_, f"linalg.{name} ins({names} : {types}) outs({into.name} : {into.type})")


def _unary(name: str, x: Value) -> Range:
    if name in ("exp", "tanh", "erf"):
        return smooth(x.element, name, x.range)
    if name == "square":
        return multiplied(x.element, x.range, x.range)
    if name in ("ceil", "floor", "round"):
        if not x.range.exact:
            raise Skip
        return Range(x.range.most + 1, 1.0)
    return x.range
