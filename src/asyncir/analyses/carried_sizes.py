"""Whether tensors that a counted loop carries have the same sizes in each iteration."""

from __future__ import annotations

from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.interfaces.tensors import destinations
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.tensor import TensorCastOp
from asyncir.ir import Operation, OpResult, SSAValue
from asyncir.ir.walk import terminator_of

_FIRST = 3
"""Which operand of a counted loop is the first initial value: before it are the bounds and the step."""


class CarriedSizes:
    """The answers for loops, each found once."""

    def __init__(self) -> None:
        self._known: dict[tuple[Operation, int], bool] = {}

    def stay(self, loop: Operation, operand: int) -> bool:
        """Whether what the loop carries, and is given as this operand, surely never changes its sizes."""
        found = self._known.get((loop, operand))
        if found is None:
            found = self._known[loop, operand] = self._find(loop, operand)
        return found

    def _find(self, loop: Operation, operand: int) -> bool:
        """By induction: what is yielded has the sizes of the argument, or those of the initial value."""
        block, init = loop.regions[0].block, loop.operands[operand]
        if None not in shape_of(init.type):
            return True
        same = {init, block.args[operand - _FIRST + 1]}
        pending: list[SSAValue] = [terminator_of(block).operands[operand - _FIRST]]
        seen: set[SSAValue] = set()
        while pending:
            value = pending.pop()
            if value in same or value in seen:
                continue
            seen.add(value)
            alike = self._alike(value)
            if not alike:
                return False
            pending += alike
        return True

    def _alike(self, value: SSAValue) -> list[SSAValue]:
        """Tensors one of which the value has the sizes of; none if that is not known."""
        if not isinstance(value, OpResult):
            return []
        op = value.op
        if isinstance(op, TensorCastOp):
            return [op.operands[0]]
        if kind_of(op) is OpKind.IF:
            return [terminator_of(region.block).operands[value.index] for region in op.regions]
        for number, result in destinations(op):
            if result is value:
                stays = kind_of(op) is not OpKind.COUNTED_LOOP or self.stay(op, number)
                return [op.operands[number]] if stays else []
        return []
