"""`approximate-math`: functions of many numbers become polynomials, which vectors can compute."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects import arith, math
from asyncir.dialects.linalg_structured import Structured
from asyncir.ir import Float32Type, FloatAttr, Operation, SSAValue
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


class ApproximateMath(ScopedPass):
    """
    In structured ops, replace functions that a library computes one number at a time by arithmetic.

    `math.tanh` of f32 becomes the rational function of degrees 13 and 6 that Eigen, onnxruntime and TensorFlow use. Its
    relative error is below 4e-7, and NaN stays NaN. Functions outside of structured ops, and of other types, stay.
    """

    def run_on(self, root: Operation) -> None:
        """Replace what is there."""
        for op in [o for o in walk(root) if isinstance(o, math.TanhOp)]:
            if isinstance(op.parent_op(), Structured) and op.results[0].type == _F32:
                op.results[0].replace_all_uses_with(_tanh(ParallelCode(op), op.operands[0]))
                erase(op)


def _number(code: ParallelCode, value: float) -> SSAValue:
    return code.constant(FloatAttr(value, _F32))


def _tanh(code: ParallelCode, x: SSAValue) -> SSAValue:
    """x p(x^2) / q(x^2), for x in the range where the result is neither x nor 1."""
    low = code.value(arith.MaximumfOp(x, _number(code, -_LARGEST)))
    bounded = code.value(arith.MinimumfOp(low, _number(code, _LARGEST)))
    square = code.value(arith.MulfOp(bounded, bounded))
    above = code.value(arith.MulfOp(bounded, _polynomial(code, square, _ODD)))
    quotient = code.value(arith.DivfOp(above, _polynomial(code, square, _EVEN)))
    small = code.value(arith.CmpfOp(square, _number(code, _SMALL), "olt"))
    return code.value(arith.SelectOp(small, x, quotient))


def _polynomial(code: ParallelCode, x: SSAValue, factors: Sequence[float]) -> SSAValue:
    """Horner's rule, the factor of the highest power first."""
    value = _number(code, factors[0])
    for factor in factors[1:]:
        value = code.value(arith.AddfOp(code.value(arith.MulfOp(value, x)), _number(code, factor)))
    return value
