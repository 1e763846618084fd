"""Methods of arrays, numbers and groups of tasks."""

from __future__ import annotations

import ast

from asyncir.source.python import scalars
from asyncir.source.python.arguments import CallArguments
from asyncir.source.python.arrays import copied, filled
from asyncir.source.python.body import Body, described
from asyncir.source.python.elements import combined
from asyncir.source.python.numeric import reduction
from asyncir.source.python.reductions import dot
from asyncir.source.python.types import BOOL, FLOAT, INT
from asyncir.source.python.values import NOTHING, Array, Elements, Method, Num, Value, constant


def call_method(b: Body, method: Method, of: CallArguments, node: ast.Call) -> Value:
    """What a method gives."""
    value, name = method.of, method.name
    if isinstance(value, Array | Elements):
        return _of_array(b, value, name, of)
    if isinstance(value, Num):
        if name == "item":
            of.only()
            kind = FLOAT if value.type.is_float else BOOL if value.type.is_bool else INT
            return scalars.convert(b.w, value, kind)
        if name == "conjugate":
            return value
        if name == "astype":
            of.only("dtype")
            return scalars.convert(b.w, value, of.dtype("dtype", 0, value.type))
        if name == "is_integer":
            of.only()
            if not value.type.is_float:
                return constant(True)
            floor = b.w.op(f"math.floor {b.w.name(value)} : {value.type.mlir}")
            same = b.w.op(f"arith.cmpf oeq, {floor}, {b.w.name(value)} : {value.type.mlir}")
            finite = b.w.op(f"math.isfinite {b.w.name(value)} : {value.type.mlir}")
            return Num(BOOL, b.w.op(f"arith.andi {same}, {finite} : i1"))
    # late: tasks call functions
    from asyncir.source.python.tasks import spawn_in

    if name in ("spawn", "create_task"):
        return spawn_in(b, value, node)
    help = "await the task"
    raise b.fail("J011", f"{described(value)} has no method '{name}' here", node, help)


def _of_array(b: Body, value: Array | Elements, name: str, of: CallArguments) -> Value:
    have = value.element if isinstance(value, Elements) else value.type.element
    match name:
        case "copy":
            of.only()
            return copied(b, value, have)
        case "astype":
            of.only("dtype")
            type_ = of.dtype("dtype", 0, have)
            return combined(b, [value], type_, lambda n: scalars.convert(b.w, n[0], type_))
        case "fill":
            of.only("value")
            if not isinstance(value, Array):
                raise of.fail("this is no array that stays", "assign it to a variable first")
            b.instance.writes = True
            filled(b, value, of.number("value", 0))
            return NOTHING
        case "dot":
            of.only("b")
            return dot(b, value, of.operand("b", 0), of.node)
        case "sum" | "prod" | "min" | "max" | "mean" | "any" | "all" | "argmin" | "argmax":
            of.only("axis", least=0)
            return reduction(name, b, value, of, 0)
        case _:
            raise of.fail("this method is not known here", "docs/jit.md lists what arrays have")
