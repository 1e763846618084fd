"""`linalg-decompose-aggregated-ops`: what is made of several structured ops becomes these."""

from __future__ import annotations

from asyncir.dialects import bufferization
from asyncir.dialects.linalg_relayout import PackOp, SoftmaxOp, UnpackOp
from asyncir.dialects.linalg_softmax import softmax_of
from asyncir.dialects.linalg_structured import element_of, extents_of
from asyncir.dialects.tensor_types import tensor_type
from asyncir.ir import Attribute, Operation, SSAValue, TensorType, UnitAttr
from asyncir.ir.walk import post_order
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._linalg_tiles import packed, unpacked
from asyncir.transforms._passes import ScopedPass


class LinalgDecomposeAggregatedOps(ScopedPass):
    """
    Replace `linalg.softmax`, `linalg.pack` and `linalg.unpack` by the structured ops on tensors that they are made of.

    A softmax is a maximum, `exp` of what is left, a sum and a quotient; a pack a `tensor.pad`, if tiles need not be full, and
    an op that moves elements. A softmax of memory is one of the tensor in it, which is put where the result belongs.
    """

    def run_on(self, root: Operation) -> None:
        """Each op by itself."""
        for op in post_order(root):
            if isinstance(op, SoftmaxOp | PackOp | UnpackOp):
                code = Builder(op)
                if op.results:
                    replace_all(op.results, [_made_of(op, code)])
                elif isinstance(op, SoftmaxOp):
                    _softmax_of_memory(op, code)
                erase(op)


def _made_of(op: SoftmaxOp | PackOp | UnpackOp, code: Builder) -> SSAValue:
    if isinstance(op, SoftmaxOp):
        return softmax_of(op, op.input, op.output, code.value)
    return packed(op, code) if isinstance(op, PackOp) else unpacked(op, code)


def _softmax_of_memory(op: SoftmaxOp, code: Builder) -> None:
    given, into = (_elements_of(value, code) for value in (op.input, op.output))
    properties: dict[str, Attribute] = {"restrict": UnitAttr(), "writable": UnitAttr()}
    made = softmax_of(op, given, into, code.value)
    code.add(
        bufferization.MaterializeInDestinationOp.create(operands=[made, op.output], properties=properties)
    )


def _elements_of(value: SSAValue, code: Builder) -> SSAValue:
    if isinstance(value.type, TensorType):
        return value
    of = tensor_type(element_of(value.type), extents_of(value.type))
    return code.value(bufferization.ToTensorOp.create(operands=[value], result_types=[of]))
