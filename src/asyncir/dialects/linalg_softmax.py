"""What `linalg.softmax` on tensors is made of, as MLIR has it: a maximum, `exp` of what is left, a sum and a quotient."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from asyncir.dialects import arith
from asyncir.dialects.arith_binary import MaxnumfOp
from asyncir.dialects.linalg_bodies import BodyWriter
from asyncir.dialects.linalg_generic import GenericOp
from asyncir.dialects.linalg_maps import identity, of_dims
from asyncir.dialects.linalg_named import NAMED
from asyncir.dialects.linalg_relayout import SoftmaxOp
from asyncir.dialects.linalg_structured import LinalgYieldOp, element_of, extents_of
from asyncir.dialects.tensor import EmptyOp, TensorDimOp
from asyncir.dialects.tensor_types import tensor_type
from asyncir.ir import (
    AffineMap,
    Block,
    FloatAttr,
    IndexType,
    IntegerAttr,
    Operation,
    Region,
    SSAValue,
)

Add = Callable[[Operation], SSAValue]
"""Puts an op behind the others; its result."""

Write = Callable[[Block], SSAValue]
"""Writes a body but for its last op; what it gives."""

_FILL = NAMED["linalg.fill"]

_LARGEST: dict[int, float] = {16: 65504.0, 32: (2 - 2**-23) * 2.0**127, 64: sys.float_info.max}
"""The largest finite number of a float of so many bits."""


def softmax_of(op: SoftmaxOp, input: SSAValue, output: SSAValue, add: Add) -> SSAValue:
    """What the op gives for these operands."""
    return _Softmax(op, add).of(input, output)


class _Softmax:
    def __init__(self, op: SoftmaxOp, add: Add):
        self._add = add
        self._rank = len(extents_of(op.input.type))
        self._along = int(op.dimension.value.data)
        rest = tuple(d for d in range(self._rank) if d != self._along)
        self._whole, self._rest = identity(self._rank), of_dims(self._rank, rest)

    def of(self, input: SSAValue, output: SSAValue) -> SSAValue:
        element: Any = element_of(input.type)
        empty = self._empty(input)
        most = self._reduced(input, empty, -_largest(element), _greater)
        raised = self._pointwise(input, most, output, "exp(sub(a0, a1))")
        total = self._reduced(raised, empty, 0.0, lambda body: BodyWriter(body).value("add(a0, a1)"))
        return self._pointwise(raised, total, output, "div(a0, a1)")

    def _empty(self, input: SSAValue) -> SSAValue:
        """A tensor as large as the input, but without the dimension."""
        extents = extents_of(input.type)
        sizes: list[SSAValue] = []
        for dimension, extent in enumerate(extents):
            if extent is None and dimension != self._along:
                index = self._add(arith.ConstantOp(IntegerAttr(dimension, IndexType())))
                sizes.append(self._add(TensorDimOp(input, index)))
        kept = [extent for dimension, extent in enumerate(extents) if dimension != self._along]
        of = tensor_type(element_of(input.type), kept)
        return self._add(EmptyOp.create(operands=sizes, result_types=[of]))

    def _reduced(self, value: SSAValue, empty: SSAValue, start: float, write: Write) -> SSAValue:
        """What the body makes of all elements along the dimension."""
        element: Any = element_of(value.type)
        number = self._add(arith.ConstantOp(FloatAttr(start, element)))
        init = self._add(_FILL.of([number], [empty]))
        kinds = ["reduction" if d == self._along else "parallel" for d in range(self._rank)]
        return self._generic([value], init, [self._whole, self._rest], kinds, write)

    def _pointwise(self, value: SSAValue, rest: SSAValue, output: SSAValue, text: str) -> SSAValue:
        """What the text says of each element, and of what there is for all along the dimension."""
        maps = [self._whole, self._rest, self._whole]
        kinds = ["parallel"] * self._rank
        return self._generic([value, rest], output, maps, kinds, lambda body: BodyWriter(body).value(text))

    def _generic(
        self, ins: list[SSAValue], out: SSAValue, maps: list[AffineMap], kinds: list[str], write: Write
    ) -> SSAValue:
        body = Block(arg_types=[element_of(value.type) for value in (*ins, out)])
        body.add_op(LinalgYieldOp(write(body)))
        return self._add(GenericOp.of(ins, [out], maps, kinds, Region(body)))


def _greater(body: Block) -> SSAValue:
    op = MaxnumfOp(*body.args)
    body.add_op(op)
    return op.result


def _largest(element: Any) -> float:
    # bf16 has the exponents of f32, and fewer bits behind them.
    if element.name == "bf16":
        return (2 - 2**-7) * 2.0**127
    return _LARGEST[element.bitwidth]
