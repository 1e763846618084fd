"""What ops that end a region with values have in common."""

from __future__ import annotations

from asyncir.ir import IRDLOperation, SSAValue, var_operand_def


class EndsWithValues(IRDLOperation):
    """An op that ends a region, and hands its operands to whoever the region is for."""

    arguments = var_operand_def()

    def __init__(self, *arguments: SSAValue):
        super().__init__(operands=[arguments])
