"""Products of vectors, matrices and arrays with more axes, and norms."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from asyncir.source.python import scalars
from asyncir.source.python.arguments import CallArguments
from asyncir.source.python.body import Body, described
from asyncir.source.python.elements import combined, elements, fold, materialised, same_size
from asyncir.source.python.expressions import arithmetic
from asyncir.source.python.reductions import axis_of, element_type, extremes, summed
from asyncir.source.python.types import NumberType, numpy_of, promote
from asyncir.source.python.values import Array, Elements, Num, Static, Value

Operand = Num | Array | Elements


def dot(b: Body, one: Operand, other: Operand, node: ast.AST) -> Value:
    """`np.dot`: sums of products along the last axis of one and the last but one of the other."""
    left, right = (elements(b, _stable(b, value)) for value in (one, other))
    if not left.shape or not right.shape:
        return arithmetic(b, "*", one, other, node)
    return _contracted(b, left, right, 0)


def matmul(b: Body, one: Operand, other: Operand, node: ast.AST) -> Value:
    """`a @ b`: products of the matrices of the last two axes, one for each index of the others."""
    left, right = (elements(b, _stable(b, value)) for value in (one, other))
    if not left.shape or not right.shape:
        message = f"the product of {described(one)} and {described(other)} is none of matrices"
        raise b.fail("J006", message, node, "write * to multiply by a number")
    common = min(len(left.shape), len(right.shape)) - 2
    if max(len(left.shape), len(right.shape)) > 2 and len(left.shape) != len(right.shape):
        if min(len(left.shape), len(right.shape)) > 1:
            message = f"the matrices in {described(one)} and {described(other)} are not as many"
            raise b.fail("J006", message, node, "multiply arrays with as many axes, or loop over the first")
        common = 0
    return _contracted(b, left, right, max(common, 0))


def _contracted(b: Body, left: Elements, right: Elements, common: int) -> Num | Elements:
    """Sums over the last axis of one and the last but one of the other; the first `common` axes are the same for both."""
    for one, other in zip(left.shape[:common], right.shape[:common], strict=True):
        if one != other:
            same_size(b, one, other)
    inner, summed_axis = left.shape[-1], max(len(right.shape) - 2, 0)
    if inner != right.shape[summed_axis]:
        same_size(b, inner, right.shape[summed_axis])
    type_ = numpy_of(promote(left.element, right.element))
    before = summed_axis - common

    def product(first: Sequence[str], rows: Sequence[str], columns: Sequence[str]) -> Num:
        def step(k: list[str], so_far: list[Num]) -> list[Num]:
            a = left.at([*first, *rows, k[0]])
            c = right.at([*first, *columns[:before], k[0], *columns[before:]])
            return [_added(b, so_far[0], a, c, type_)]

        zero = Num(type_, constant=False if type_.is_bool else 0.0 if type_.is_float else 0)
        return fold(b, [inner], [zero], step)[0]

    rows = left.shape[common:-1]
    columns = (*right.shape[common:summed_axis], *right.shape[summed_axis + 1 :])
    if not rows and not columns and not common:
        return product([], [], [])
    many = common + len(rows)
    shape = (*left.shape[:common], *rows, *columns)
    reads = (*left.reads, *right.reads)

    def at(indices: Sequence[str]) -> Num:
        return product(indices[:common], indices[common:many], indices[many:])

    return Elements(type_, shape, at, reads, elsewhere=True)


def _added(b: Body, so_far: Num, one: Num, other: Num, type_: NumberType) -> Num:
    term = scalars.binary(
        b.w, "&" if type_.is_bool else "*", *(scalars.convert(b.w, n, type_) for n in (one, other))
    )
    if not type_.is_float:
        return scalars.binary(b.w, "|" if type_.is_bool else "+", so_far, term)
    names = f"{b.w.name(so_far)}, {b.w.name(term)}{b.w.fast or ' fastmath<reassoc>'}"
    return Num(type_, b.w.op(f"arith.addf {names} : {type_.mlir}"))


def _stable(b: Body, value: Operand) -> Operand:
    """What is used several times is computed once."""
    made = materialised(b, value)
    assert isinstance(made, Num | Array | Elements)
    return made


def norm(b: Body, of: CallArguments) -> Value:
    """`np.linalg.norm`: the root of the sum of squares; of vectors also the sum or the largest of the sizes."""
    of.only("x", "ord", "axis", least=1)
    value = _stable(b, of.operand("x", 0))
    if isinstance(value, Num):
        raise of.fail("this is a number", "write abs(x)")
    axis = axis_of(b, value, of, 2)
    given = of.value("ord", 1)
    order = given.constant if isinstance(given, Num) else None
    rank = len(elements(b, value).shape)
    known = order in (1, 2, float("inf")) and (rank == 1 or axis is not None)
    plain = given is None or (
        isinstance(given, Static) and (given.object is None or (given.object == "fro" and rank == 2))
    )
    if not known and not plain:
        raise of.fail(
            "this order of the norm is not known here", "write 1, 2 or np.inf for vectors; leave it out"
        )
    element = element_type(value)
    part = NumberType("f", element.bits // 2) if element.kind == "c" else _float_of(element)
    if order in (1, float("inf")):
        large = combined(b, [value], part, lambda n: scalars.convert(b.w, scalars.absolute(b.w, n[0]), part))
        return summed(b, large, axis) if order == 1 else extremes(b, large, True, axis)

    def square(numbers: Sequence[Num]) -> Num:
        number = numbers[0]
        return scalars.squared_size(
            b.w, number if element.kind == "c" else scalars.convert(b.w, number, part)
        )

    total = summed(b, combined(b, [value], part, square), axis)

    def root(number: Num) -> Num:
        return Num(part, b.w.op(f"math.sqrt {b.w.name(number)} : {part.mlir}"))

    if isinstance(total, Num):
        return root(total)
    return Elements(part, total.shape, lambda i: root(total.at(i)), total.reads, elsewhere=True)


def _float_of(type_: NumberType) -> NumberType:
    return type_ if type_.is_float else NumberType("f", 64)


def vdot(b: Body, of: CallArguments) -> Value:
    """`np.vdot` of two vectors: the first one is conjugated."""
    of.only("a", "b")
    one, other = of.operand("a", 0), of.operand("b", 1)
    if any(isinstance(v, Num) or len(elements(b, v).shape) != 1 for v in (one, other)):
        raise of.fail("only arrays with one axis are known here", "write a.ravel()")
    element = element_type(one)
    return dot(b, combined(b, [one], element, lambda n: scalars.conjugate(b.w, n[0])), other, of.node)
