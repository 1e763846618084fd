"""Random functions of arith and math ops on constants, for comparison with mlir-opt."""

from __future__ import annotations

import random
from collections.abc import Callable

INTEGER_TYPES = ("i1", "i8", "i16", "i32", "i64", "index", "i128", "i7")
FLOAT_TYPES = ("f16", "bf16", "f32", "f64")

INTEGER_BINARY = (
    *("addi", "subi", "muli", "divui", "divsi", "ceildivui", "ceildivsi", "floordivsi", "remui", "remsi"),
    *("andi", "ori", "xori", "shli", "shrui", "shrsi", "maxsi", "maxui", "minsi", "minui"),
)
FLOAT_BINARY = ("addf", "subf", "mulf", "divf", "remf", "maximumf", "minimumf", "maxnumf", "minnumf")
CMPI = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
CMPF = (
    *("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
    *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"),
)


def width(type_: str) -> int:
    return 64 if type_ == "index" else int(type_[1:])


def integer(rng: random.Random, type_: str) -> str:
    bits = width(type_)
    if bits == 1:
        return rng.choice(("true", "false"))
    least, greatest = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    special = (0, 1, -1, 2, -2, 3, 5, 7, least, least + 1, greatest, greatest - 1, bits, bits - 1)
    value = rng.choice(special) if rng.random() < 0.7 else rng.randint(least, greatest)
    return str(max(least, min(greatest, value)))


HEX = {
    "f16": ("0x7C00", "0xFC00", "0x7E00", "0x0001", "0x8000", "0x7BFF", "0x0400"),
    "bf16": ("0x7F80", "0xFF80", "0x7FC0", "0x0001", "0x8000", "0x7F7F", "0x0080"),
    "f32": ("0x7F800000", "0xFF800000", "0x7FC00000", "0x00000001", "0x80000000", "0x7F7FFFFF", "0x00800000"),
    "f64": (
        *("0x7FF0000000000000", "0xFFF0000000000000", "0x7FF8000000000000", "0x0000000000000001"),
        *("0x8000000000000000", "0x7FEFFFFFFFFFFFFF", "0x0010000000000000"),
    ),
}


def number(rng: random.Random, type_: str) -> str:
    if rng.random() < 0.4:
        return rng.choice(HEX[type_])
    if rng.random() < 0.6:
        return rng.choice(
            ("0.0", "1.0", "-1.0", "0.5", "2.5", "-2.5", "3.0", "1.5", "127.0", "-128.0", "0.1")
        )
    return f"{rng.choice('+-').replace('+', '')}{rng.randint(0, 60000)}.{rng.randint(0, 999)}"


class Function:
    """One function whose ops have constant operands, or operands that are results of such ops."""

    def __init__(self, rng: random.Random, name: str, arguments: bool = False) -> None:
        self.rng, self.name = rng, name
        self.lines: list[str] = []
        self.values: dict[str, list[str]] = {}
        self.arguments: list[tuple[str, str]] = []
        self.count = 0
        if arguments:
            for type_ in ("i32", "i1", "f32", "index"):
                argument = f"%x{len(self.arguments)}"
                self.arguments.append((argument, type_))
                self.values.setdefault(type_, []).append(argument)

    def emit(self, type_: str, text: str) -> str:
        self.count += 1
        self.lines.append(f"  %{self.count} = {text}")
        self.values.setdefault(type_, []).append(f"%{self.count}")
        return f"%{self.count}"

    def operand(self, type_: str) -> str:
        known = self.values.get(type_)
        if known and self.rng.random() < 0.5:
            return self.rng.choice(known)
        literal = integer(self.rng, type_) if type_[0] == "i" else number(self.rng, type_)
        suffix = "" if literal in ("true", "false") else f" : {type_}"
        return self.emit(type_, f"arith.constant {literal}{suffix}")

    def integer_binary(self) -> tuple[str, str]:
        type_, op = self.rng.choice(INTEGER_TYPES), self.rng.choice(INTEGER_BINARY)
        a, b = self.operand(type_), self.operand(type_)
        return self.emit(type_, f"arith.{op} {a}, {b} : {type_}"), type_

    def float_binary(self) -> tuple[str, str]:
        type_, op = self.rng.choice(FLOAT_TYPES), self.rng.choice(FLOAT_BINARY)
        a, b = self.operand(type_), self.operand(type_)
        return self.emit(type_, f"arith.{op} {a}, {b} : {type_}"), type_

    def compare_integers(self) -> tuple[str, str]:
        type_ = self.rng.choice(INTEGER_TYPES)
        a, b = self.operand(type_), self.operand(type_)
        return self.emit("i1", f"arith.cmpi {self.rng.choice(CMPI)}, {a}, {b} : {type_}"), "i1"

    def compare_floats(self) -> tuple[str, str]:
        type_ = self.rng.choice(FLOAT_TYPES)
        a, b = self.operand(type_), self.operand(type_)
        return self.emit("i1", f"arith.cmpf {self.rng.choice(CMPF)}, {a}, {b} : {type_}"), "i1"

    def select(self) -> tuple[str, str]:
        type_ = self.rng.choice((*INTEGER_TYPES, *FLOAT_TYPES))
        condition, a, b = self.operand("i1"), self.operand(type_), self.operand(type_)
        return self.emit(type_, f"arith.select {condition}, {a}, {b} : {type_}"), type_

    def integer_cast(self) -> tuple[str, str]:
        a, b = self.rng.sample([t for t in INTEGER_TYPES if t != "index"], 2)
        narrow, wide = sorted((a, b), key=width)
        if self.rng.random() < 0.3:
            op = self.rng.choice(("index_cast", "index_castui"))
            source, target = self.rng.choice(((a, "index"), ("index", a)))
        elif self.rng.random() < 0.5:
            op, source, target = self.rng.choice(("extsi", "extui")), narrow, wide
        else:
            op, source, target = "trunci", wide, narrow
        return self.emit(target, f"arith.{op} {self.operand(source)} : {source} to {target}"), target

    def float_cast(self) -> tuple[str, str]:
        kind = self.rng.randrange(4)
        if kind == 0:
            source, target = self.rng.choice(
                (("f16", "f32"), ("f32", "f64"), ("bf16", "f32"), ("f16", "f64"))
            )
            op = "extf"
            if self.rng.random() < 0.5:
                op, source, target = "truncf", target, source
        elif kind == 1:
            op, source = self.rng.choice(("sitofp", "uitofp")), self.rng.choice(("i1", "i8", "i32", "i64"))
            target = self.rng.choice(FLOAT_TYPES)
        elif kind == 2:
            op, source = self.rng.choice(("fptosi", "fptoui")), self.rng.choice(FLOAT_TYPES)
            target = self.rng.choice(("i8", "i32", "i64"))
        else:
            pairs = (("f32", "i32"), ("f64", "i64"), ("f16", "i16"), ("bf16", "i16"), ("bf16", "f16"))
            source, target = self.rng.choice(pairs)
            if self.rng.random() < 0.5:
                source, target = target, source
            op = "bitcast"
        return self.emit(target, f"arith.{op} {self.operand(source)} : {source} to {target}"), target

    def unary(self) -> tuple[str, str]:
        type_ = self.rng.choice(FLOAT_TYPES)
        op = self.rng.choice(
            ("arith.negf", "math.absf", "math.ceil", "math.floor", "math.trunc", "math.sqrt")
        )
        return self.emit(type_, f"{op} {self.operand(type_)} : {type_}"), type_

    def integer_unary(self) -> tuple[str, str]:
        type_ = self.rng.choice(("i8", "i32", "i64"))
        op = self.rng.choice(("ctlz", "cttz", "ctpop"))
        return self.emit(type_, f"math.{op} {self.operand(type_)} : {type_}"), type_

    def text(self, result: str, type_: str) -> str:
        arguments = ", ".join(f"{name}: {kind}" for name, kind in self.arguments)
        body = "\n".join(self.lines)
        return f"func.func @{self.name}({arguments}) -> {type_} {{\n{body}\n  return {result} : {type_}\n}}\n"


KINDS: tuple[Callable[[Function], tuple[str, str]], ...] = (
    Function.integer_binary,
    Function.integer_binary,
    Function.float_binary,
    Function.float_binary,
    Function.compare_integers,
    Function.compare_floats,
    Function.select,
    Function.integer_cast,
    Function.float_cast,
    Function.unary,
    Function.integer_unary,
)


def function(seed: int, ops: int, arguments: bool = False) -> str:
    """The function with this seed: `ops` ops on constants, or on arguments as well."""
    rng = random.Random(seed)
    made = Function(rng, f"f{seed}", arguments)
    last = ("", "")
    for _ in range(ops):
        last = rng.choice(KINDS)(made)
    return made.text(*last)
