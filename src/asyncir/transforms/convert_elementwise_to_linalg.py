"""`convert-elementwise-to-linalg`: `arith` and `math` on whole tensors become structured ops."""

from __future__ import annotations

from asyncir.dialects import arith, linalg, math, tensor
from asyncir.dialects.arith_casts import BitcastOp
from asyncir.dialects.linalg_maps import identity, of_dims
from asyncir.dialects.linalg_structured import element_of, extents_of
from asyncir.ir import Attribute, Block, IntegerType, Operation, Region, SSAValue, TensorType
from asyncir.ir.walk import post_order
from asyncir.transforms._blocks import at, erase, replace_all
from asyncir.transforms._building import INDEX, Builder
from asyncir.transforms._passes import ScopedPass

_ELEMENTWISE = frozenset((*arith.Arith.operations, *math.Math.operations)) - {arith.ConstantOp}
"""The ops that do with each element of a tensor what they do with a number."""


class ConvertElementwiseToLinalg(ScopedPass):
    """
    Replace `arith` and `math` on tensors by `linalg.generic` with the same op, on numbers, as body; `tensor.bitcast`, too.

    The destination is an operand of the result's type, if there is one, so that its memory may be used again.
    """

    def run_on(self, root: Operation) -> None:
        """Each op by itself."""
        for op in post_order(root):
            if (type(op) in _ELEMENTWISE or _is_of_bits(op)) and any(
                _is_ranked(value) for value in op.operands
            ):
                _convert(op)


def _is_of_bits(op: Operation) -> bool:
    """Whether the op takes the bits of each element for another number, of a type that arithmetic has."""
    if not isinstance(op, tensor.TensorBitcastOp) or not _is_ranked(op.dest):
        return False
    elements: list[Attribute] = [element_of(value.type) for value in (op.source, op.dest)]
    return not any(isinstance(of, IntegerType) and f"{of}"[0] != "i" for of in elements)  # `si8` and `ui8`


def _is_ranked(value: SSAValue) -> bool:
    return isinstance(value.type, TensorType)


def _kind_on_numbers(op: Operation) -> type[Operation]:
    return BitcastOp if isinstance(op, tensor.TensorBitcastOp) else type(op)


def _convert(op: Operation) -> None:
    code = Builder(op)
    inits = [_destination(op, result.type, code) for result in op.results]
    block = Block(arg_types=[element_of(value.type) for value in (*op.operands, *inits)])
    inner = at(
        _kind_on_numbers(op).create(
            operands=block.args[: len(op.operands)],
            result_types=[element_of(result.type) for result in op.results],
            properties=dict(op.properties),
            attributes=dict(op.attributes),
        ),
        op.location,
    )
    block.add_op(inner)
    block.add_op(at(linalg.LinalgYieldOp(*inner.results), op.location))
    rank = len(extents_of(inits[0].type))
    whole, scalar = identity(rank), of_dims(rank, ())
    maps = [whole if _is_ranked(value) else scalar for value in op.operands] + [whole] * len(inits)
    made = code.add(linalg.GenericOp.of(op.operands, inits, maps, ["parallel"] * rank, Region(block)))
    replace_all(op.results, made.results)
    erase(op)


def _destination(op: Operation, of: Attribute, code: Builder) -> SSAValue:
    """An operand with the result's type, or a new tensor as large as the first one."""
    for value in op.operands:
        if value.type == of:
            return value
    like = next(value for value in op.operands if _is_ranked(value))
    sizes: list[SSAValue] = []
    for dimension, extent in enumerate(extents_of(of)):
        if extent is None:
            sizes.append(
                code.value(
                    tensor.TensorDimOp.create(operands=[like, code.index(dimension)], result_types=[INDEX])
                )
            )
    return code.value(tensor.EmptyOp.create(operands=sizes, result_types=[of]))
