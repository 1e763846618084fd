"""`approximate-math`: functions of many numbers become polynomials, which vectors can compute."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from asyncir.dialects import arith, arith_binary, arith_casts, math
from asyncir.dialects.linalg_structured import Structured
from asyncir.ir import Float32Type, FloatAttr, IntegerAttr, Operation, SSAValue, i32
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import erase
from asyncir.transforms._parallel_code import ParallelCode
from asyncir.transforms._passes import ScopedPass

_F32 = Float32Type()

_ODD = (
    *(-2.76076847742355e-16, 2.00018790482477e-13, -8.60467152213735e-11, 5.12229709037114e-08),
    *(1.48572235717979e-05, 6.37261928875436e-04, 4.89352455891786e-03),
)
_EVEN = (1.19825839466702e-06, 1.18534705686654e-04, 2.26843463243900e-03, 4.89352518554385e-03)
_LARGEST = 7.90531110763549805
"""Beyond this, tanh is 1 in f32."""
_SMALL = 1.6e-7
"""Where the square is smaller, tanh is its argument in f32; products of such numbers may be too small to be exact."""


_ERF_ODD = (
    *(-2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06, -5.69250639462346e-05),
    *(-7.34990630326855e-04, -2.95459980854025e-03, -1.60960333262415e-02),
)
_ERF_EVEN = (
    *(-1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03, -7.37332916720468e-03),
    -1.42647390514189e-02,
)
_ERF_LARGEST = 4.0
"""Beyond this, erf is 1 in f32."""

_EXP = (1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1)
_LN2 = (0.693359375, -2.12194440e-4)
"""The logarithm of 2 as a sum: the first number has so few digits that its product with an exponent is exact."""
_EXP_RANGE = (-104.0, 89.0)
"""Below, exp is 0 in f32, and above infinite, as it is at these ends."""


class ApproximateMath(ScopedPass):
    """
    In structured ops, replace functions that a library computes one number at a time by arithmetic.

    `math.tanh` of f32 becomes the rational function of degrees 13 and 6 that Eigen, onnxruntime and TensorFlow use, and
    `math.erf` one of degrees 13 and 8: their errors are below 4e-7 of the result. `math.exp` of f32 becomes
    the polynomial of degree 7 of the Cephes library, times a power of two: its error is below 2e-7 of the result, and results
    that are too small to be normal are right to the last digit but one. NaN stays NaN.
    Functions outside of structured ops, and of other types, stay.
    """

    def run_on(self, root: Operation) -> None:
        """Replace what is there."""
        for op in [o for o in walk(root) if type(o) in _FORMS]:
            if isinstance(op.parent_op(), Structured) and op.results[0].type == _F32:
                form = _FORMS[type(op)]
                op.results[0].replace_all_uses_with(form(ParallelCode(op), op.operands[0]))
                erase(op)


def _number(code: ParallelCode, value: float) -> SSAValue:
    return code.constant(FloatAttr(value, _F32))


def _tanh(code: ParallelCode, x: SSAValue) -> SSAValue:
    """x p(x^2) / q(x^2), for x in the range where the result is neither x nor 1."""
    return _rational(code, x, _LARGEST, _ODD, _EVEN, x)


def _erf(code: ParallelCode, x: SSAValue) -> SSAValue:
    """x p(x^2) / q(x^2), for x in the range where the result is neither 2 x / sqrt(pi) nor 1."""
    straight = code.value(arith.MulfOp(x, _number(code, 1.12837916709551257)))
    return _rational(code, x, _ERF_LARGEST, _ERF_ODD, _ERF_EVEN, straight)


def _rational(
    code: ParallelCode,
    x: SSAValue,
    largest: float,
    odd: Sequence[float],
    even: Sequence[float],
    straight: SSAValue,
) -> SSAValue:
    """x odd(x^2) / even(x^2) for x up to `largest` in size; `straight` where x is small."""
    bounded = _bounded(code, x, -largest, largest)
    square = code.value(arith.MulfOp(bounded, bounded))
    above = code.value(arith.MulfOp(bounded, _polynomial(code, square, odd)))
    quotient = code.value(arith.DivfOp(above, _polynomial(code, square, even)))
    small = code.value(arith.CmpfOp(square, _number(code, _SMALL), "olt"))
    # Rounding may give more than 1, which neither function ever is.
    return code.value(arith.SelectOp(small, straight, _bounded(code, quotient, -1.0, 1.0)))


def _exp(code: ParallelCode, x: SSAValue) -> SSAValue:
    """e^x = 2^n e^r, where n is the integer nearest to x / ln 2, so that r is small.

    The power of two is two factors, since it alone may be too large or too small. An integer cannot be made of NaN: what is
    computed then is not used.
    """
    bounded = _bounded(code, x, *_EXP_RANGE)
    turns = code.value(arith.MulfOp(bounded, _number(code, 1.44269504088896341)))
    nearest = code.value(math.RoundEvenOp.create(operands=[turns], result_types=[_F32]))
    rest = bounded
    for part in _LN2:
        rest = code.value(arith.SubfOp(rest, code.value(arith.MulfOp(nearest, _number(code, part)))))
    square = code.value(arith.MulfOp(rest, rest))
    value = code.value(arith.MulfOp(_polynomial(code, rest, _EXP), square))
    value = code.value(arith.AddfOp(code.value(arith.AddfOp(value, rest)), _number(code, 1.0)))
    power = code.value(arith.FPToSIOp(nearest, i32))
    half = code.value(arith.ShRSIOp(power, _integer(code, 1)))
    for part in (half, code.value(arith.SubiOp(power, half))):
        biased = code.value(arith.AddiOp(part, _integer(code, 127)))
        bits = code.value(arith_binary.ShLIOp(biased, _integer(code, 23)))
        factor = code.value(arith_casts.BitcastOp.create(operands=[bits], result_types=[_F32]))
        value = code.value(arith.MulfOp(value, factor))
    no_number = code.value(arith.CmpfOp(x, x, "uno"))
    return code.value(arith.SelectOp(no_number, x, value))


def _integer(code: ParallelCode, value: int) -> SSAValue:
    return code.constant(IntegerAttr(value, i32))


def _bounded(code: ParallelCode, x: SSAValue, least: float, most: float) -> SSAValue:
    low = code.value(arith.MaximumfOp(x, _number(code, least)))
    return code.value(arith.MinimumfOp(low, _number(code, most)))


def _polynomial(code: ParallelCode, x: SSAValue, factors: Sequence[float]) -> SSAValue:
    """Horner's rule, the factor of the highest power first."""
    value = _number(code, factors[0])
    for factor in factors[1:]:
        value = code.value(arith.AddfOp(code.value(arith.MulfOp(value, x)), _number(code, factor)))
    return value


_FORMS: dict[type[Operation], Callable[[ParallelCode, SSAValue], SSAValue]] = {
    math.TanhOp: _tanh,
    math.ErfOp: _erf,
    math.ExpOp: _exp,
}
