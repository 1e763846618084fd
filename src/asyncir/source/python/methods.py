"""Methods of arrays, numbers and groups of tasks."""

from __future__ import annotations

import ast

from asyncir.source.python import rearranged, scalars, searching
from asyncir.source.python.arguments import CallArguments
from asyncir.source.python.arrays import copied, filled, transposed
from asyncir.source.python.body import Body, described
from asyncir.source.python.elements import combined, load, sizes
from asyncir.source.python.numeric import only_axis, reduction, spread
from asyncir.source.python.products import dot
from asyncir.source.python.types import BOOL, python_of
from asyncir.source.python.values import NOTHING, Array, Elements, Method, Num, Value, constant


def call_method(b: Body, method: Method, of: CallArguments, node: ast.Call) -> Value:
    """What a method gives."""
    value, name = method.of, method.name
    if isinstance(value, Array | Elements):
        return _of_array(b, value, name, of)
    if isinstance(value, Num):
        if name == "item":
            of.only()
            return scalars.convert(b.w, value, python_of(value.type))
        if name in ("conjugate", "conj"):
            of.only()
            return scalars.conjugate(b.w, value)
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
            only_axis(of, "axis", least=0)
            return reduction(name, b, value, of, 0)
        case "std" | "var":
            only_axis(of, "axis", "ddof", least=0)
            return spread(name == "std", b, value, of, 0)
        case _:
            return _moved(b, value, name, of)


def _moved(b: Body, value: Array | Elements, name: str, of: CallArguments) -> Value:
    """Methods that give the elements in another shape or order."""
    match name:
        case "reshape":
            return rearranged.reshaped(b, value, rearranged.shape_of(of, of.values), of)
        case "ravel":
            of.only()
            return rearranged.flat(b, value, of)
        case "flatten":
            of.only()
            return rearranged.flat(b, rearranged.copied(b, rearranged.whole(b, value, of)), of)
        case "transpose":
            return rearranged.transposed_by(b, value, of.values, of) if of.values else transposed(b, value)
        case "cumsum" | "cumprod":
            of.only("axis", least=0)
            return rearranged.accumulated(b, value, name == "cumprod", of, 0)
        case "argsort":
            of.only("axis", "kind", least=0)
            return rearranged.argsorted(b, value, of, 0)
        case "sort":
            of.only("axis", least=0)
            if not isinstance(value, Array) or value.frozen:
                raise of.fail("this is no array that can be changed", "write np.sort(a)")
            b.instance.writes = True
            axis = rearranged.axis_given(of, 0, value.type.rank, -1)
            rearranged.sort(b, value, 0 if axis is None else axis, of)
            return NOTHING
        case "nonzero":
            of.only()
            return searching.FUNCTIONS["nonzero"](b, CallArguments(b, of.node, [value]))
        case "item":
            of.only()
            array = rearranged.whole(b, value, of)
            one = _single(b, array)
            return scalars.convert(b.w, one, python_of(one.type))
        case "conj" | "conjugate":
            of.only()
            have = value.element if isinstance(value, Elements) else value.type.element
            return combined(b, [value], have, lambda n: scalars.conjugate(b.w, n[0]))
        case _:
            raise of.fail("this method is not known here", "docs/jit.md lists what arrays have")


def _single(b: Body, array: Array) -> Num:
    """The only element of an array."""
    for extent in sizes(b, array):
        fine = b.w.op(f"arith.cmpi eq, {extent}, {b.w.index(1)} : index")
        scalars.check(b.w, fine, "ValueError: can only convert an array of size 1 to a Python scalar")
    return load(b, array, [b.w.index(0)] * array.type.rank)
