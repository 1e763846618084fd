"""How the arith dialect is written as LLVM text; most ops are one instruction each."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from asyncir.dialects.arith import CmpiOp, ComparisonOp
from asyncir.dialects.elementwise import FastMathFlagsAttr, IntegerOverflowAttr
from asyncir.dialects.index import IndexCmpOp
from asyncir.dialects.narrowing import is_vector
from asyncir.ir import Attribute, DenseIntOrFPElementsAttr, FloatAttr, IntegerAttr, MemRefType, Operation
from asyncir.ir.dense import is_splat
from asyncir.ir.resources import with_elements
from asyncir.lowering.llvm.function_text import LlvmFunction, refuse
from asyncir.lowering.llvm.handlers import (
    element_of,
    handles,
    handles_pieces,
    intrinsic,
    like,
    mangled,
    source_piece,
)
from asyncir.lowering.llvm.types import pieces, scalar

_BINARY = {
    **{f"arith.{name}i": name for name in ("add", "sub", "mul", "and", "or", "xor")},
    **{f"arith.{name}{sign}i": f"{sign}{name}" for name in ("div", "rem") for sign in "su"},
    **{"arith.shli": "shl", "arith.shrui": "lshr", "arith.shrsi": "ashr"},
    **{f"arith.{name}f": f"f{name}" for name in ("add", "sub", "mul", "div", "rem")},
    **{f"index.{name}": name for name in ("add", "sub", "mul", "and", "or", "xor", "shl")},
    **{"index.shru": "lshr", "index.shrs": "ashr"},
    **{f"index.{name}{sign}": f"{sign}{name}" for name in ("div", "rem") for sign in "su"},
}
_MIN_MAX = {
    **{f"arith.{name}{sign}i": f"{sign}{name}" for name in ("max", "min") for sign in "su"},
    **{f"arith.{name}f": name for name in ("maximum", "minimum", "maxnum", "minnum")},
    **{f"index.{name}{sign}": f"{sign}{name}" for name in ("max", "min") for sign in "su"},
}
_CASTS = {
    **{f"arith.{name}": name for name in ("sitofp", "uitofp", "fptosi", "fptoui", "bitcast")},
    **{"arith.extui": "zext", "arith.extsi": "sext", "arith.trunci": "trunc"},
    **{"arith.extf": "fpext", "arith.truncf": "fptrunc"},
}


def fast_math(op: Operation) -> str:
    """The op's fast-math flags as LLVM writes them, with a space behind; they have the same names."""
    flags = op.properties.get("fastmath")
    if not isinstance(flags, FastMathFlagsAttr) or not flags.data:
        return ""
    if len(flags.data) == 7:
        return "fast "
    return "".join(f"{flag.value} " for flag in sorted(flags.data))


def _integer_flags(op: Operation) -> str:
    overflow = op.properties.get("overflowFlags")
    text = ""
    if isinstance(overflow, IntegerOverflowAttr):
        text = "".join(f"{flag.value} " for flag in sorted(overflow.data, reverse=True))
    if "isExact" in op.properties:
        text += "exact "
    if "nonNeg" in op.properties or "nneg" in op.properties:
        text += "nneg "
    return text


@handles_pieces(*_BINARY, properties=("fastmath", "overflowFlags", "isExact"))
def _binary(f: LlvmFunction, op: Operation, t: str, a: str, b: str) -> str:
    return f.let(f"{_BINARY[op.name]} {fast_math(op) or _integer_flags(op)}{t} {a}, {b}")


@handles_pieces(*_MIN_MAX, properties=("fastmath",))
def _min_max(f: LlvmFunction, op: Operation, t: str, a: str, b: str) -> str:
    return intrinsic(f, f"llvm.{_MIN_MAX[op.name]}.{mangled(t)}", t, [(t, a), (t, b)], fast_math(op))


@handles_pieces("arith.negf", properties=("fastmath",))
def _negf(f: LlvmFunction, op: Operation, t: str, a: str) -> str:
    return f.let(f"fneg {fast_math(op)}{t} {a}")


@handles_pieces(*_CASTS, properties=("fastmath", "overflowFlags", "nonNeg", "nneg"))
def _cast(f: LlvmFunction, op: Operation, t: str, a: str) -> str:
    flags = _integer_flags(op) + (fast_math(op) if op.name in ("arith.extf", "arith.truncf") else "")
    s = source_piece(op)
    return f.let(f"{_CASTS[op.name]} {flags}{s} {a} to {t}") if s != t else a


@handles_pieces(
    "arith.index_cast", "arith.index_castui", "index.casts", "index.castu", properties=("nneg", "nonNeg")
)
def _index_cast(f: LlvmFunction, op: Operation, t: str, a: str) -> str:
    if isinstance(op.operands[0].type, MemRefType):
        raise refuse(op, f"`{op.name}` on memory has no native form", "convert its elements one by one")
    s = source_piece(op)
    width, new_width = int(element_of(s)[1:]), int(element_of(t)[1:])
    if width == new_width:
        return a
    if new_width < width:
        return f.let(f"trunc {s} {a} to {t}")
    extend = "sext " if op.name in ("arith.index_cast", "index.casts") else f"zext {_integer_flags(op)}"
    return f.let(f"{extend}{s} {a} to {t}")


@handles_pieces("arith.cmpi", "arith.cmpf", properties=("predicate", "fastmath"))
def _compare(f: LlvmFunction, op: Operation, t: str, a: str, b: str) -> str:
    assert isinstance(op, ComparisonOp)
    instruction = "icmp" if isinstance(op, CmpiOp) else f"fcmp {fast_math(op)}".rstrip()
    return f.let(f"{instruction} {op.predicate_name} {source_piece(op)} {a}, {b}")


@handles("arith.select")
def _select(f: LlvmFunction, op: Operation) -> None:
    condition, yes, no = op.operands
    types = pieces(condition.type)
    conditions = f.get(condition)
    held: list[str] = []
    for i, (t, a, b) in enumerate(zip(pieces(yes.type), f.get(yes), f.get(no), strict=True)):
        which = i if is_vector(condition.type) else 0
        held.append(f.let(f"select {types[which]} {conditions[which]}, {t} {a}, {t} {b}") if a != b else a)
    f.set(op.results[0], held)


@handles_pieces("index.cmp", properties=("pred",))
def _index_compare(f: LlvmFunction, op: Operation, t: str, a: str, b: str) -> str:
    assert isinstance(op, IndexCmpOp)
    return f.let(f"icmp {op.pred.data.value} {source_piece(op)} {a}, {b}")


@handles("index.sizeof")
def _index_size(f: LlvmFunction, op: Operation) -> None:
    f.set(op.results[0], [scalar(op.results[0].type)[1:]])


_ROUNDED = {
    "arith.floordivsi": ("sdiv", "slt"),
    "arith.ceildivsi": ("sdiv", "sge"),
    "arith.ceildivui": ("udiv", ""),
    "index.floordivs": ("sdiv", "slt"),
    "index.ceildivs": ("sdiv", "sge"),
    "index.ceildivu": ("udiv", ""),
}
"""The division that truncates, and how the signs compare where the quotient is then wrong, if they matter."""


@handles_pieces(*_ROUNDED)
def _rounded_division(f: LlvmFunction, op: Operation, t: str, a: str, b: str) -> str:
    """Truncate, then correct by one where the remainder is not zero and, of signed numbers, the signs call for it."""
    i1 = like(t, "i1")
    divide, signs_call = _ROUNDED[op.name]
    quotient = f.let(f"{divide} {t} {a}, {b}")
    product = f.let(f"mul {t} {quotient}, {b}")
    wrong = f.let(f"icmp ne {t} {a}, {product}")
    if signs_call:
        signs, zero = f.let(f"xor {t} {a}, {b}"), "zeroinitializer" if t.startswith("<") else "0"
        relevant = f.let(f"icmp {signs_call} {t} {signs}, {zero}")
        wrong = f.let(f"and {i1} {wrong}, {relevant}")
    correction = f.let(f"zext {i1} {wrong} to {t}") if element_of(t) != "i1" else wrong
    return f.let(f"{'sub' if signs_call == 'slt' else 'add'} {t} {quotient}, {correction}")


@handles_pieces("arith.addui_extended")
def _addui_extended(f: LlvmFunction, op: Operation, t: str, a: str, b: str) -> tuple[str, str]:
    pair = f"{{ {t}, {like(t, 'i1')} }}"
    both = intrinsic(f, f"llvm.uadd.with.overflow.{mangled(t)}", pair, [(t, a), (t, b)])
    return f.let(f"extractvalue {pair} {both}, 0"), f.let(f"extractvalue {pair} {both}, 1")


@handles_pieces("arith.mulsi_extended", "arith.mului_extended")
def _mul_extended(f: LlvmFunction, op: Operation, t: str, a: str, b: str) -> tuple[str, str]:
    width = int(element_of(t)[1:])
    wide, extend = like(t, f"i{2 * width}"), "sext" if op.name == "arith.mulsi_extended" else "zext"
    x, y = (f.let(f"{extend} {t} {v} to {wide}") for v in (a, b))
    product = f.let(f"mul {wide} {x}, {y}")
    shifted = f.let(f"lshr {wide} {product}, {splat_text(wide, str(width))}")
    return f.let(f"trunc {wide} {product} to {t}"), f.let(f"trunc {wide} {shifted} to {t}")


@handles("arith.constant", "index.constant", "index.bool.constant", properties=("value",))
def _constant(f: LlvmFunction, op: Operation) -> None:
    f.set(op.results[0], constant_pieces(op, with_elements(op.properties["value"])))


def splat_text(piece: str, element: str) -> str:
    """A constant of that type with every element the same."""
    return f"splat ({element_of(piece)} {element})" if piece.startswith("<") else element


def constant_pieces(op: Operation, value: Attribute) -> Sequence[str]:
    """The pieces of a constant attribute."""
    match value:
        case IntegerAttr():
            return (integer_text(value.value.data, scalar(value.type)),)
        case FloatAttr():
            return (float_text(value.value.data, scalar(value.type)),)
        case DenseIntOrFPElementsAttr():
            return _dense_pieces(op, value)
        case _:
            raise refuse(op, f"constant `{value}` has no native form")


def _dense_pieces(op: Operation, value: DenseIntOrFPElementsAttr) -> list[str]:
    types = pieces(value.type)
    element = element_of(types[0]) if types else "i1"
    values = value.get_values()
    write = integer_text if element.startswith("i") else float_text
    if is_splat(value) and types:
        return [splat_text(t, write(values[0], element)) for t in types]  # pyright: ignore
    if any("vscale" in t for t in types):
        raise refuse(op, "a scalable vector constant must be a splat")
    length = len(values) // max(1, len(types))
    return [
        "<" + ", ".join(f"{element} {write(v, element)}" for v in values[i * length : (i + 1) * length]) + ">"  # pyright: ignore
        for i in range(len(types))
    ]


def integer_text(value: int, piece: str) -> str:
    """An integer constant, wrapped to its width."""
    if piece == "i1":
        return "true" if value & 1 else "false"
    return str(value)


def float_text(value: float, piece: str) -> str:
    """A float constant in LLVM's exact hexadecimal form."""
    if piece == "half":
        return f"0xH{struct.pack('>e', _clamped(value, 'e')).hex().upper()}"
    if piece == "bfloat":
        return f"0xR{_bfloat_bits(value):04X}"
    if piece in ("x86_fp80", "fp128"):
        return _wide_float_text(value, piece)
    if piece == "float":
        value = struct.unpack(">f", struct.pack(">f", _clamped(value, "f")))[0]
    return f"0x{struct.pack('>d', value).hex().upper()}"


def _clamped(value: float, code: str) -> float:
    try:
        struct.pack(f">{code}", value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")
    return value


def _bfloat_bits(value: float) -> int:
    """Round to nearest even from single precision's bits."""
    bits = int.from_bytes(struct.pack(">f", _clamped(value, "f")), "big")
    if value != value:
        return (bits >> 16) | 0x40
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16) & 0xFFFF


def _wide_float_text(value: float, piece: str) -> str:
    bits = int.from_bytes(struct.pack(">d", value), "big")
    sign, exponent, fraction = bits >> 63, (bits >> 52) & 0x7FF, bits & ((1 << 52) - 1)
    if exponent == 0x7FF:
        wide = 0x7FFF
    elif exponent:
        wide = exponent - 1023 + 16383
    elif fraction:
        shift = 53 - fraction.bit_length()
        fraction, wide = (fraction << shift) & ((1 << 52) - 1), 1 - shift - 1023 + 16383
    else:
        wide = 0
    if piece == "fp128":
        whole = (sign << 127) | (wide << 112) | (fraction << 60)
        # LLVM writes the low half first.
        return f"0xL{whole & (1 << 64) - 1:016X}{whole >> 64:016X}"
    mantissa = ((1 << 63) if wide else 0) | (fraction << 11)
    return f"0xK{(sign << 15) | wide:04X}{mantissa:016X}"
