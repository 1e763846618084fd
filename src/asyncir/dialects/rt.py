"""The rt dialect: what lowering adds to the async dialect, and no program is written in.

A function that fails releases what it still holds. Which values those are depends on where it fails, so each of them
has a slot while it is held across an op that may fail.

A loop that becomes tasks may ask which worker it is on.

What an op on tensors or memrefs needs of their sizes is checked in front of it. Behind an allocation is checked whether there
was memory.

A function of the host that the program declares gets a body, which calls it and waits.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence

from asyncir.dialects.async_types import AsyncOpInterface, CompletionType, TokenType, ValueType
from asyncir.dialects.define import define, dialect
from asyncir.dialects.effect_types import FAILURE, READS_TASKS, TASKS, Access, Effect, always
from asyncir.dialects.execution_traits import Fails
from asyncir.dialects.function_syntax import CALLEE, parse_call, print_call
from asyncir.dialects.syntax import with_attributes
from asyncir.ir import (
    Attribute,
    FlatSymbolRefAttr,
    IndexType,
    IntegerAttr,
    IRDLOperation,
    MemRefType,
    Parser,
    Printer,
    SSAValue,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    VerifyException,
    base,
    i64,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)

_WRITES_SLOT = always(Effect(Access.WRITE, TASKS))
"""Slots are state of the function's own; keeping their order is enough."""


class _SlotOp(IRDLOperation):
    """A change of what a slot holds."""

    operand = operand_def(base(CompletionType))
    slot = prop_def(IntegerAttr.constr(i64))
    traits = traits_def(_WRITES_SLOT)
    assembly_format = "$operand `,` $slot attr-dict `:` type($operand)"

    def __init__(self, operand: SSAValue, slot: int):
        super().__init__(operands=[operand], properties={"slot": IntegerAttr(slot, i64)})


@define("rt.own")
class OwnOp(_SlotOp):
    """`rt.own`: from here on the function holds a reference to the operand; a failure releases it.

    ```mlir
    rt.own %t, 0 : !async.token
    ```
    """


@define("rt.disown")
class DisownOp(_SlotOp):
    """`rt.disown`: the function no longer holds the reference in the slot; a failure does not release it.

    ```mlir
    rt.disown %t, 0 : !async.token
    ```
    """


@define("rt.check", _WRITES_SLOT, Fails())
class CheckOp(IRDLOperation):
    """`rt.check`: fail the function that it is in if its run is cancelled.

    `at_start` says that nothing of the function has run yet, `seldom` that many turns of a loop go by between two looks:
    then what the look needs is not kept ready for it.

    ```mlir
    rt.check
    ```
    """

    at_start = opt_prop_def(UnitAttr)
    seldom = opt_prop_def(UnitAttr)
    assembly_format = "(`at_start` $at_start^)? (`seldom` $seldom^)? attr-dict"

    def __init__(self, at_start: bool = False, seldom: bool = False):
        flags = {"at_start": at_start, "seldom": seldom}
        super().__init__(properties={name: UnitAttr() if flag else None for name, flag in flags.items()})


@define("rt.poll", always(Effect(Access.WRITE, FAILURE)))
class PollOp(IRDLOperation):
    """`rt.poll`: leave the program, which waits for nothing, if its call is interrupted. No function fails.

    ```mlir
    rt.poll
    ```
    """

    assembly_format = "attr-dict"


_MEANINGS: dict[str, Callable[[int, int], bool]] = {"==": operator.eq, "<=": operator.le, "<": operator.lt}


@define("rt.check_sizes", Fails(), always(Effect(Access.WRITE, FAILURE)))
class CheckSizesOp(IRDLOperation):
    """`rt.check_sizes`: fail the function that it is in, with a message, unless two signed numbers compare so.

    In the message `{0}` stands for the first number, and `{1}` for the second.

    ```mlir
    rt.check_sizes %a "==" %b, "the sizes {0} and {1} differ"
    ```
    """

    left = operand_def(IndexType)
    right = operand_def(IndexType)
    predicate = prop_def(StringAttr)
    message = prop_def(StringAttr)
    assembly_format = "$left $predicate $right `,` $message attr-dict"

    def __init__(self, left: SSAValue, predicate: str, right: SSAValue, message: str):
        properties = {"predicate": StringAttr(predicate), "message": StringAttr(message)}
        super().__init__(operands=[left, right], properties=properties)

    def holds(self, left: int, right: int) -> bool:
        """Whether two numbers compare as they should."""
        return _MEANINGS[self.predicate.data](left, right)

    def filled(self, left: int, right: int) -> str:
        """The message with the numbers in it."""
        numbers = {"{0}": str(left), "{1}": str(right)}
        return re.sub(r"\{[01]\}", lambda place: numbers[place[0]], self.message.data)

    def verify_(self) -> None:
        """Check that the comparison is one of those that there are."""
        if self.predicate.data not in _MEANINGS:
            raise VerifyException("rt.check_sizes compares by `==`, `<=` or `<`")


@define("rt.check_memory", Fails(), always(Effect(Access.WRITE, FAILURE)))
class CheckMemoryOp(IRDLOperation):
    """`rt.check_memory`: fail the function that it is in, unless an allocation got the memory that it asked for.

    ```mlir
    rt.check_memory %m : memref<?xf32>
    ```
    """

    memory = operand_def(MemRefType)
    assembly_format = "$memory attr-dict `:` type($memory)"

    def __init__(self, memory: SSAValue):
        super().__init__(operands=[memory])


@define("rt.worker_number", READS_TASKS)
class WorkerNumberOp(IRDLOperation):
    """`rt.worker_number`: which of the runtime's workers runs this now, from 0. No result of a program may depend on it.

    ```mlir
    %number = rt.worker_number : index
    ```
    """

    result = result_def(IndexType)
    assembly_format = "attr-dict `:` type($result)"

    def __init__(self) -> None:
        super().__init__(result_types=[IndexType()])


@define("rt.call", AsyncOpInterface())
class CallOp(IRDLOperation):
    """`rt.call`: call a function of the host, such as one of Python. It may block: it runs on no worker.

    The callee's name is that of the `func.func` or `async.func` to which `bind-callbacks` gives a body with this op.

        %x = rt.call @f(%a) : (f32) -> !async.value<f32>
    """

    function = prop_def(FlatSymbolRefAttr)
    arguments = var_operand_def()
    completions = var_result_def(base(ValueType) | base(TokenType))

    def __init__(self, function: SymbolRefAttr, arguments: Sequence[SSAValue], results: Sequence[Attribute]):
        super().__init__(operands=[arguments], properties={"function": function}, result_types=[results])

    @classmethod
    def parse(cls, parser: Parser) -> CallOp:
        """Parse `@callee(%operands) attr-dict : (T) -> U`."""
        callee, operands, attributes, type = parse_call(parser, CALLEE)
        return with_attributes(cls(SymbolRefAttr(callee), operands, type.outputs.data), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        print_call(printer, self.function, self.arguments, self.attributes, self.result_types)

    def verify_(self) -> None:
        """Check that there is something to wait for."""
        if not self.completions:
            raise VerifyException("rt.call returns a token, or values")


Rt = dialect("rt", __name__, ("rt_races",))
