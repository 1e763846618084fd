"""The rt dialect: what lowering adds to the async dialect, and no program is written in.

A function that fails releases what it still holds. Which values those are depends on where it fails, so each of them
has a slot while it is held across an op that may fail.
"""

from __future__ import annotations

from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.effects import TASKS, Access, Effect, HasEffects
from asyncir.ir import (
    Dialect,
    IntegerAttr,
    IRDLOperation,
    Operation,
    SSAValue,
    base,
    i64,
    irdl_op_definition,
    operand_def,
    prop_def,
    traits_def,
)


class _WritesSlot(HasEffects):
    """Slots are state of the function's own; keeping their order is enough."""

    @classmethod
    def effects(cls, op: Operation) -> tuple[Effect, ...]:
        return (Effect(Access.WRITE, TASKS),)


@irdl_op_definition
class OwnOp(IRDLOperation):
    """`rt.own`: from here on the function holds a reference to the operand; a failure releases it.

    ```mlir
    rt.own %t, 0 : !async.token
    ```
    """

    name = "rt.own"
    operand = operand_def(base(CompletionType))
    slot = prop_def(IntegerAttr.constr(i64))
    traits = traits_def(_WritesSlot())
    assembly_format = "$operand `,` $slot attr-dict `:` type($operand)"

    def __init__(self, operand: SSAValue, slot: int):
        super().__init__(operands=[operand], properties={"slot": IntegerAttr(slot, i64)})


@irdl_op_definition
class DisownOp(IRDLOperation):
    """`rt.disown`: the function no longer holds the reference in the slot; a failure does not release it.

    ```mlir
    rt.disown %t, 0 : !async.token
    ```
    """

    name = "rt.disown"
    operand = operand_def(base(CompletionType))
    slot = prop_def(IntegerAttr.constr(i64))
    traits = traits_def(_WritesSlot())
    assembly_format = "$operand `,` $slot attr-dict `:` type($operand)"

    def __init__(self, operand: SSAValue, slot: int):
        super().__init__(operands=[operand], properties={"slot": IntegerAttr(slot, i64)})


Rt = Dialect("rt", [OwnOp, DisownOp])
