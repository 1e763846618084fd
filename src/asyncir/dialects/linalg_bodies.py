"""What a named op of linalg computes for one point, as text, becomes the ops of its body.

The text is an expression of calls, such as `add(a2, mul(cast(a0), cast(a1)))`: `a0` is what the op's first operand has at the
point. What a function becomes depends on the type of what it is given, as MLIR's own bodies do.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cache
from typing import Any

from asyncir.dialects import arith, complex as complex_dialect, math
from asyncir.dialects.elementwise import NO_FASTMATH, NO_OVERFLOW_FLAGS
from asyncir.dialects.linalg_attributes import CastKindAttr
from asyncir.ir import (
    AnyFloat,
    Attribute,
    Block,
    ComplexType,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    Operation,
    SSAValue,
    VerifyException,
    f64,
    i1,
    i32,
    i64,
)


class NoBodyForTypes(VerifyException):
    """There is no such computation on values of these types."""


_UNARY: dict[str, tuple[str, str | None]] = {
    "exp": ("math.exp", "complex.exp"),
    "log": ("math.log", "complex.log"),
    "abs": ("math.absf", "complex.abs"),
    "ceil": ("math.ceil", None),
    "floor": ("math.floor", None),
    "negf": ("arith.negf", "complex.neg"),
    "round": ("math.round", None),
    "sqrt": ("math.sqrt", "complex.sqrt"),
    "rsqrt": ("math.rsqrt", "complex.rsqrt"),
    "tanh": ("math.tanh", "complex.tanh"),
    "erf": ("math.erf", None),
}
"""The op for floats, and that for complex numbers."""

_BINARY: dict[str, tuple[str | None, str | None, str | None, str | None]] = {
    "add": ("arith.addf", "arith.addi", "arith.ori", "complex.add"),
    "sub": ("arith.subf", "arith.subi", None, "complex.sub"),
    "mul": ("arith.mulf", "arith.muli", "arith.andi", "complex.mul"),
    "div": ("arith.divf", "arith.divsi", None, "complex.div"),
    "div_unsigned": (None, "arith.divui", None, None),
    "max_signed": ("arith.maximumf", "arith.maxsi", "arith.maxsi", None),
    "min_signed": ("arith.minimumf", "arith.minsi", "arith.minsi", None),
    "max_unsigned": (None, "arith.maxui", None, None),
    "min_unsigned": (None, "arith.minui", None, None),
    "powf": ("math.powf", None, None, None),
}
"""The op for floats, integers, truth values and complex numbers."""

_NAMED_TYPES: dict[str, Attribute] = {"float64": f64, "int32": i32, "i64": i64, "f64": f64}


def arity_of(function: str) -> int:
    """How many operands a function of one, two or three values has."""
    return 2 if function in _BINARY else 3 if function == "select" else 1


def is_float(of: Any) -> bool:
    """Whether it is a floating-point type."""
    return isinstance(of, AnyFloat)


@cache
def expression(text: str) -> ast.expr:
    """The text, parsed; text that is no expression is a mistake of the table that it is in."""
    return ast.parse(text, mode="eval").body


@cache
def _op_class(name: str) -> type[Any]:
    dialects = {"arith": arith.Arith, "math": math.Math, "complex": complex_dialect.Complex}
    known = dialects[name.partition(".")[0]]
    return next(cls for cls in known.operations if cls.name == name)


def cast_of(op: Operation) -> str:
    """As what an op converts its operands."""
    kind = op.properties.get("cast")
    if kind is None:
        return "cast_signed"
    if not isinstance(kind, CastKindAttr):
        raise VerifyException(
            "attribute 'cast' failed to satisfy constraint: allowed 32-bit signless integer cases: 0, 1"
        )
    return str(kind.data)


class BodyWriter:
    """Writes the ops of one body at the end of its block."""

    def __init__(self, block: Block, cast: str = "cast_signed"):
        self._block = block
        self._cast = cast

    def value(self, text: str) -> SSAValue:
        """What the expression gives."""
        return self._of(expression(text))

    def _of(self, node: ast.expr) -> SSAValue:
        if isinstance(node, ast.Name):
            return self._block.args[int(node.id[1:])]
        assert isinstance(node, ast.Call)
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name == "index":
            return self._index(_literal(node.args[0]))
        if name == "constant":
            return self._constant(_literal(node.args[0]), _NAMED_TYPES[_literal(node.args[1])])
        return self.call(name, [self._of(argument) for argument in node.args])

    def call(self, name: str, values: Sequence[SSAValue]) -> SSAValue:
        """What the function gives for the values."""
        if name in ("cast", "cast_unsigned"):
            return self._converted(
                values[0], self._block.args[-1].type, self._cast if name == "cast" else name
            )
        if name in _NAMED_TYPES:
            return self._converted(values[0], _NAMED_TYPES[name], "cast_signed")
        if name in ("reciprocal", "square"):
            return self._quotient_or_square(name, values[0])
        if name == "select":
            return self._op("arith.select", values, values[1].type)
        of: Any = values[0].type
        if name in _UNARY:
            op = _UNARY[name][0 if is_float(of) else 1]
            fits = is_float(of) or isinstance(of, ComplexType)
            if op is None or not fits:
                raise NoBodyForTypes("unsupported non numeric type")
            return self._op(op, values, _element(of) if op == "complex.abs" else of)
        if values[1].type != of:
            raise NoBodyForTypes(
                "Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, "
                f"got '{of}' and '{values[1].type}'"
            )
        float_op, integer_op, truth_op, complex_op = _BINARY[name]
        if is_float(of):
            op = float_op
        elif isinstance(of, ComplexType):
            op = complex_op
        else:
            op = (truth_op if of == i1 else integer_op) if isinstance(of, IntegerType | IndexType) else None
        if op is None:
            if "unsigned" in name:
                raise NoBodyForTypes(f"unsupported operation: unsigned {name.partition('_')[0]} not on uint")
            raise NoBodyForTypes(f"unsupported operation: {of} has no {name}")
        return self._op(op, values, of)

    def _quotient_or_square(self, name: str, value: SSAValue) -> SSAValue:
        if not is_float(value.type):
            raise NoBodyForTypes("unsupported non numeric type")
        if name == "square":
            return self._op("arith.mulf", [value, value], value.type)
        return self._op("arith.divf", [self._constant(1.0, value.type), value], value.type)

    def _constant(self, number: float, of: Any) -> SSAValue:
        attribute = FloatAttr(number, of) if is_float(of) else IntegerAttr(int(number), of)
        return self._add(arith.ConstantOp(attribute))

    def _index(self, dim: int) -> SSAValue:
        # Here, because linalg_generic needs this module for its base class.
        from asyncir.dialects.linalg_generic import IndexOp

        return self._add(IndexOp(dim))

    def _converted(self, value: SSAValue, to: Attribute, cast: str) -> SSAValue:
        if value.type == to:
            return value
        cls = _op_class(_conversion(value.type, to, unsigned=cast == "cast_unsigned"))
        # MLIR builds a conversion without flags, not with the default ones; the generic form shows which.
        return self._add(cls.create(operands=[value], result_types=[to]))

    def _op(self, name: str, values: Sequence[SSAValue], result: Any) -> SSAValue:
        cls = _op_class(name)
        return self._add(cls.create(operands=values, result_types=[result], properties=_defaults(cls)))

    def _add(self, op: Operation) -> SSAValue:
        self._block.add_op(op)
        return op.results[0]


@cache
def _defaults(cls: type[Any]) -> dict[str, Attribute]:
    known = cls.get_irdl_definition().properties
    found: dict[str, Attribute] = {}
    if "fastmath" in known:
        found["fastmath"] = NO_FASTMATH
    if "overflowFlags" in known:
        found["overflowFlags"] = NO_OVERFLOW_FLAGS
    return found


def _literal(node: ast.expr) -> Any:
    assert isinstance(node, ast.Constant)
    return node.value


def _element(of: Any) -> Attribute:
    return of.element_type


def _bits(of: Any) -> int:
    return getattr(of, "bitwidth", 0)


def _conversion(source: Any, to: Any, *, unsigned: bool) -> str:
    """The op that converts between two types that differ."""
    if is_float(source) and is_float(to):
        return "arith.extf" if _bits(to) > _bits(source) else "arith.truncf"
    index = isinstance(source, IndexType), isinstance(to, IndexType)
    if any(index) and isinstance(source if index[1] else to, IntegerType):
        return "arith.index_castui" if unsigned else "arith.index_cast"
    if isinstance(source, IntegerType) and is_float(to):
        return "arith.uitofp" if unsigned else "arith.sitofp"
    if is_float(source) and isinstance(to, IntegerType):
        return "arith.fptoui" if unsigned else "arith.fptosi"
    if isinstance(source, IntegerType) and isinstance(to, IntegerType):
        if _bits(to) < _bits(source):
            return "arith.trunci"
        return "arith.extui" if unsigned else "arith.extsi"
    raise NoBodyForTypes(f"could not cast operand of type '{source}' to '{to}'")
