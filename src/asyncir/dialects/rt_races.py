"""What a program that looks for races while it runs reports: `detect-races` adds it, the library of `races.h` hears it."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects.async_types import ValueType
from asyncir.dialects.define import define
from asyncir.dialects.effect_types import TASKS, Access, Effect, HasEffects, always
from asyncir.ir import (
    AnyAttr,
    AttrSizedOperandSegments,
    IndexType,
    IntegerAttr,
    IRDLOperation,
    MemRefType,
    SSAValue,
    StringAttr,
    UnitAttr,
    VerifyException,
    base,
    i64,
    operand_def,
    opt_prop_def,
    opt_result_def,
    prop_def,
    traits_def,
    var_operand_def,
)

EVENTS = {
    "enter": (0, True),
    "leave": (1, False),
    "fork": (1, True),
    "call": (1, True),
    "finish": (1, False),
    "hand": (1, False),
    "handed": (0, True),
    "bind": (2, False),
    "create": (1, False),
    "ask_host": (2, False),
    "before_wait": (1, False),
    "after_wait": (2, False),
    "complete": (2, False),
    "add": (3, False),
    "loop": (2, True),
    "loop_end": (3, False),
    "task_loop": (1, True),
    "iteration": (1, True),
    "iteration_end": (2, False),
    "task_loop_end": (2, False),
}
"""How many operands each event has, and whether there is a result: the functions of races.h."""

TOUCHES = ("read", "write", "atomic", "fresh")
"""How memory is touched; `fresh` memory is new."""


@define("rt.tell", always(Effect(Access.READ, TASKS), Effect(Access.WRITE, TASKS)))
class TellOp(IRDLOperation):
    """`rt.tell`: report an event to the library that looks for races. Activations and epochs are `i64`.

    ```mlir
    %child = rt.tell "fork"(%parent) : (i64) -> i64
    rt.tell "bind"(%child, %token) : (i64, !async.token) -> ()
    ```
    """

    event = prop_def(StringAttr)
    arguments = var_operand_def(AnyAttr())
    result = opt_result_def(i64)
    assembly_format = "$event `(` $arguments `)` attr-dict `:` functional-type($arguments, $result)"

    def __init__(self, event: str, *arguments: SSAValue):
        result = [i64] if EVENTS[event][1] else []
        super().__init__(operands=[arguments], properties={"event": StringAttr(event)}, result_types=[result])

    def verify_(self) -> None:
        """Check that there is such an event, with as many operands."""
        if EVENTS.get(self.event.data) != (len(self.arguments), self.result is not None):
            raise VerifyException(f"no event '{self.event.data}' has such operands and results")


@define("rt.touch")
class TouchOp(IRDLOperation):
    """`rt.touch`: report an access to memory to the library that looks for races.

    Elements from the indices on, as many along the last dimensions as the extents say; without extents one; `whole`: all.
    Of more extents than dimensions, the first say how often. Where it is `stepped`, the epoch grows from one element to the
    next along so many of the extents, from the first on; what is behind these is touched in that epoch.
    """

    how = prop_def(StringAttr)
    of = prop_def(StringAttr)
    """The op whose access it is."""
    task = prop_def(StringAttr)
    """What reports call the task that it is in."""
    whole = opt_prop_def(UnitAttr)
    stepped = opt_prop_def(IntegerAttr.constr(i64))
    activation = operand_def(i64)
    epoch = operand_def(i64)
    memory = operand_def(base(MemRefType) | base(ValueType))
    """Of a value, its payload."""
    indices = var_operand_def(IndexType)
    extents = var_operand_def(IndexType)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(HasEffects(lambda op: (Effect(Access.READ, op.memory), Effect(Access.WRITE, TASKS))))
    assembly_format = (
        "$how $memory `[` $indices `]` (`to` `[` $extents^ `]`)? (`whole` $whole^)? (`stepped` $stepped^)? "
        "`by` $activation `at` $epoch `of` $of `in` $task attr-dict `:` type($memory)"
    )

    def __init__(
        self,
        how: str,
        of: str,
        task: str,
        who: tuple[SSAValue, SSAValue],
        memory: SSAValue,
        indices: Sequence[SSAValue] | None,
        extents: Sequence[SSAValue] = (),
        *,
        stepped: int = 0,
    ):
        """`who` is the activation and the epoch; no indices: all elements."""
        properties = {
            "how": StringAttr(how),
            "of": StringAttr(of),
            "task": StringAttr(task),
            "whole": UnitAttr() if indices is None else None,
            "stepped": IntegerAttr(stepped, i64) if stepped else None,
        }
        super().__init__(operands=[*who, memory, indices or (), extents], properties=properties)

    def verify_(self) -> None:
        """Check the kind."""
        if self.how.data not in TOUCHES:
            raise VerifyException(f"memory is not touched by '{self.how.data}'")
