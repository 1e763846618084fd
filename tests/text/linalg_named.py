"""Every op of linalg whose name says what it computes, written over given types and small shapes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from asyncir.dialects.linalg_named import NAMED

TypePair = tuple[str, str]
"""The elements of the inputs, and those of the output."""

PAIRS: tuple[TypePair, ...] = (
    ("f32", "f32"),
    ("i8", "i32"),
    ("i32", "i32"),
    ("f16", "f32"),
    ("bf16", "f64"),
    ("i1", "i1"),
)

FLOATS_ONLY = frozenset(
    [
        "exp",
        "log",
        "abs",
        "ceil",
        "floor",
        "negf",
        "reciprocal",
        "round",
        "sqrt",
        "rsqrt",
        "square",
        "tanh",
        "erf",
        "powf",
    ]
)
SAME_TYPES = FLOATS_ONLY | frozenset(
    ["add", "sub", "mul", "div", "div_unsigned", "max", "min", "fill", "select"]
)
"""Their operands have one type, but for the condition of `select`."""

MATRIX_MAPS = {
    "matmul": ("(d0, d2)", "(d2, d1)", "(d0, d1)"),
    "batch_matmul": ("(d0, d1, d3)", "(d0, d3, d2)", "(d0, d1, d2)"),
    "batch_reduce_matmul": ("(d0, d1, d3)", "(d0, d3, d2)", "(d1, d2)"),
}

NAMES = (*(name.removeprefix("linalg.") for name in NAMED), *MATRIX_MAPS)

STRIDES, DILATIONS = (2, 1, 2), (1, 2, 1)

WINDOW = re.compile(r"d(\d+) \* strides\[(\d)\] \+ d(\d+) \* dilations\[\d\]")


@dataclass(frozen=True)
class Operand:
    """An operand: its sizes, None if it is a scalar, and what its elements are."""

    sizes: tuple[int, ...] | None
    element: str

    def type(self, kind: str) -> str:
        """Its type; `kind` is `tensor` or `memref`."""
        if self.sizes is None:
            return self.element
        return f"{kind}<{''.join(f'{size}x' for size in self.sizes)}{self.element}>"


@dataclass(frozen=True)
class NamedOp:
    """An op on operands of these types, the last of which is the output."""

    name: str
    operands: tuple[Operand, ...]
    window: int

    def line(self, values: Sequence[str], kind: str, result: str = "") -> str:
        """The op; on tensors it gives `result`."""
        types = [operand.type(kind) for operand in self.operands]
        where = "" if kind == "memref" else f" -> {types[-1]}"
        given = f"{result} = " if where else ""
        return (
            f"{given}linalg.{self.name}{self.dictionary} ins({', '.join(values[:-1])} : {', '.join(types[:-1])}) "
            f"outs({values[-1]} : {types[-1]}){where}"
        )

    @property
    def dictionary(self) -> str:
        """Its strides and dilations, if it has a window."""
        if not self.window:
            return ""
        forms = {"dilations": DILATIONS[: self.window], "strides": STRIDES[: self.window]}
        inside = [f"{name} = dense<{list(of)}> : tensor<{len(of)}xi64>" for name, of in forms.items()]
        return f" {{{', '.join(inside)}}}"

    def function(self, kind: str, name: str = "main") -> str:
        """A function of the op's operands that executes it; on tensors it gives the result."""
        values = [f"%a{number}" for number in range(len(self.operands))]
        arguments = ", ".join(f"{v}: {o.type(kind)}" for v, o in zip(values, self.operands, strict=True))
        out = self.operands[-1].type(kind)
        arrow, end = (f" -> {out}", f"return %r : {out}") if kind == "tensor" else ("", "return")
        return f"func.func @{name}({arguments}){arrow} {{\n  {self.line(values, kind, '%r')}\n  {end}\n}}\n"


def _loop_sizes(count: int) -> list[int]:
    """Small enough to go through all points, and not all alike."""
    sizes = [2 + number % 2 for number in range(count)]
    while prod(sizes) > 600:
        sizes[sizes.index(max(sizes))] -= 1
    return sizes


def _size(index: str, loops: Sequence[int]) -> int:
    window = WINDOW.fullmatch(index)
    if window is not None:
        outer, dimension, inner = map(int, window.groups())
        return (loops[outer] - 1) * STRIDES[dimension] + (loops[inner] - 1) * DILATIONS[dimension] + 1
    return sum(loops[int(number)] - 1 for number in re.findall(r"d(\d+)", index)) + 1


def _sizes(map: str, loops: Sequence[int]) -> tuple[int, ...]:
    return tuple(_size(index.strip(), loops) for index in map[1:-1].split(",") if index.strip())


def _operands(name: str, pair: TypePair) -> list[Operand]:
    row: dict[str, Any] = NAMED[f"linalg.{name}"].ROW if name not in MATRIX_MAPS else {}
    source, to = (pair[1],) * 2 if name in SAME_TYPES else pair
    if name == "fill_rng_2d":
        return [Operand(None, "f64"), Operand(None, "f64"), Operand(None, "i32"), Operand((3, 4), "f32")]
    if name == "fill":
        return [Operand(None, source), Operand((3, 4), to)]
    maps: Sequence[str] = row.get("maps", MATRIX_MAPS.get(name, ()))
    if not maps:
        inputs = len(set(re.findall(r"a\d", row["body"])))
        operands = [Operand((3, 4), source)] * inputs + [Operand((3, 4), to)]
        return [Operand((3, 4), "i1"), *operands[1:]] if name == "select" else operands
    loops = _loop_sizes(1 + max(int(d) for map in maps for d in re.findall(r"d(\d+)", map)))
    operands = [Operand(None if map == "()" else _sizes(map, loops), source) for map in maps[:-1]]
    return [*operands, Operand(_sizes(maps[-1], loops), to)]


def named_op(name: str, pair: TypePair) -> NamedOp | None:
    """The op over these types; None where MLIR has no such computation."""
    source, to = pair
    row: dict[str, Any] = NAMED[f"linalg.{name}"].ROW if name not in MATRIX_MAPS else {"body": ""}
    floats = source[0] in "fb"
    if name in FLOATS_ONLY and to[0] != "f":
        return None
    if "unsigned" in name and (floats or to == "i1"):
        return None
    if to == "i1" and ("sub(" in row["body"] or "div" in row["body"]):
        return None
    return NamedOp(name, tuple(_operands(name, pair)), row.get("window", 0))


def named_ops(pair: TypePair) -> list[NamedOp]:
    """All ops that there are over these types."""
    found = [named_op(name, pair) for name in NAMES]
    return [op for op in found if op is not None]


def function(ops: Sequence[NamedOp], kind: str, name: str, around: Sequence[str] = ("", "")) -> str:
    """A function with all these ops, between the two lines."""
    arguments: list[str] = []
    lines: list[str] = []
    for number, op in enumerate(ops):
        values = [f"%a{number}_{place}" for place in range(len(op.operands))]
        arguments += [
            f"{value}: {operand.type(kind)}" for value, operand in zip(values, op.operands, strict=True)
        ]
        lines.append("  " + op.line(values, kind, f"%r{number}"))
    inside = "\n".join(line for line in (around[0], *lines, around[1]) if line)
    return f"func.func @{name}({', '.join(arguments)}) {{\n{inside}\n  return\n}}\n"
