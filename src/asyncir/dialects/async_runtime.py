"""The async dialect's lower half: coroutines and the runtime, as in MLIR 22's `AsyncOps.td`."""

from __future__ import annotations

from asyncir.dialects.async_types import (
    ANY_ASYNC,
    TOKEN_OR_VALUE,
    CoroHandleType,
    CoroIdType,
    CoroStateType,
    GroupType,
    ValueType,
)
from asyncir.dialects.define import define
from asyncir.dialects.effect_types import ALLOCATES_RESULT, READS_TASKS, TOUCHES_TASKS
from asyncir.dialects.execution_traits import Fails, TakesOverFirst, Waits
from asyncir.dialects.syntax import ATTRIBUTES, OPERAND, Piece, read, with_attributes, write
from asyncir.ir import (
    Attribute,
    IndexType,
    IntegerAttr,
    IRDLOperation,
    IsTerminator,
    ParsePropInAttrDict,
    Parser,
    Printer,
    SSAValue,
    VerifyException,
    i1,
    i64,
    operand_def,
    prop_def,
    result_def,
    successor_def,
    traits_def,
)


def parse_value_type(parser: Parser) -> ValueType:
    """Parse `: !async.value<T>`, or `: <T>` as mlir-opt prints it."""
    parser.parse_punctuation(":")
    at = parser.pos
    if parser.parse_optional_punctuation("<") is not None:
        payload = parser.parse_type()
        parser.parse_punctuation(">")
        return ValueType(payload)
    type = parser.parse_type()
    if not isinstance(type, ValueType):
        parser.raise_error(f"expected an !async.value, not {type}", at)
    return type


def value_type_text(type: Attribute) -> tuple[Piece, ...]:
    """` : <T>`, as mlir-opt writes it where only an `!async.value` can stand."""
    assert isinstance(type, ValueType)
    return (" : <", type.value_type, ">")


def verify_payload(value: SSAValue, storage: Attribute) -> None:
    """Check that the value is what the storage holds."""
    if not isinstance(storage, ValueType) or storage.value_type != value.type:
        raise VerifyException(
            f"type of 'value' ({value.type}) does not match element type of 'storage' ({storage})"
        )


class _OnHandle(IRDLOperation):
    """An op on a coroutine."""

    handle = operand_def(CoroHandleType)
    traits = traits_def(TOUCHES_TASKS)
    assembly_format = "$handle attr-dict"


class _Completes(IRDLOperation):
    """The end of the work that a token or value stands for."""

    operand = operand_def(TOKEN_OR_VALUE)
    traits = traits_def(Fails(), TOUCHES_TASKS)
    assembly_format = "$operand attr-dict `:` type($operand)"


class _Counts(IRDLOperation):
    """A change of how many references there are."""

    operand = operand_def(ANY_ASYNC)
    count = prop_def(IntegerAttr.constr(i64))
    traits = traits_def(TOUCHES_TASKS)
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$operand attr-dict `:` type($operand)"

    def verify_(self) -> None:
        """Check that the number is positive."""
        if self.count.value.data <= 0:
            raise VerifyException("'count' must be positive")


@define("async.coro.id", TOUCHES_TASKS)
class CoroIdOp(IRDLOperation):
    """`async.coro.id`: identify a switched-resume coroutine."""

    id = result_def(CoroIdType)
    assembly_format = "attr-dict"


@define("async.coro.begin", TOUCHES_TASKS)
class CoroBeginOp(IRDLOperation):
    """`async.coro.begin`: allocate the coroutine's frame."""

    id = operand_def(CoroIdType)
    handle = result_def(CoroHandleType)
    assembly_format = "$id attr-dict"


@define("async.coro.free", TOUCHES_TASKS)
class CoroFreeOp(IRDLOperation):
    """`async.coro.free`: free the coroutine's frame."""

    id = operand_def(CoroIdType)
    handle = operand_def(CoroHandleType)
    assembly_format = "$id `,` $handle attr-dict"


@define("async.coro.end")
class CoroEndOp(_OnHandle):
    """`async.coro.end`: return control to whoever resumed the coroutine; nothing in its first part."""


@define("async.coro.save")
class CoroSaveOp(_OnHandle):
    """`async.coro.save`: from here on the coroutine may be resumed."""

    state = result_def(CoroStateType)


@define("async.coro.suspend", IsTerminator(), TOUCHES_TASKS)
class CoroSuspendOp(IRDLOperation):
    """`async.coro.suspend`: suspend; go on at `resume_dest` when resumed, `cleanup_dest` when destroyed."""

    state = operand_def(CoroStateType)
    suspend_dest = successor_def()
    resume_dest = successor_def()
    cleanup_dest = successor_def()
    assembly_format = "$state `,` $suspend_dest `,` $resume_dest `,` $cleanup_dest attr-dict"


@define("async.runtime.create", ALLOCATES_RESULT)
class RuntimeCreateOp(IRDLOperation):
    """`async.runtime.create`: a token or value that is not complete and belongs to no task."""

    result = result_def(TOKEN_OR_VALUE)
    assembly_format = "attr-dict `:` type($result)"


@define("async.runtime.create_group", ALLOCATES_RESULT)
class RuntimeCreateGroupOp(IRDLOperation):
    """`async.runtime.create_group`: an empty group of the given size."""

    size = operand_def(IndexType)
    result = result_def(GroupType)
    assembly_format = "$size `:` type($result) attr-dict"


@define("async.runtime.set_available")
class RuntimeSetAvailableOp(_Completes):
    """`async.runtime.set_available`: complete a token or value."""


@define("async.runtime.set_error")
class RuntimeSetErrorOp(_Completes):
    """`async.runtime.set_error`: complete a token or value with an error."""


@define("async.runtime.is_error", READS_TASKS)
class RuntimeIsErrorOp(IRDLOperation):
    """`async.runtime.is_error`: whether it is complete with an error."""

    operand = operand_def(ANY_ASYNC)
    is_error = result_def(i1)
    assembly_format = "$operand attr-dict `:` type($operand)"


@define("async.runtime.await", Waits(), TOUCHES_TASKS)
class RuntimeAwaitOp(IRDLOperation):
    """`async.runtime.await`: block the calling thread until complete, whether or not with an error."""

    operand = operand_def(ANY_ASYNC)
    assembly_format = "$operand attr-dict `:` type($operand)"


@define("async.runtime.resume")
class RuntimeResumeOp(_OnHandle):
    """`async.runtime.resume`: resume the coroutine on a worker."""


@define("async.runtime.await_and_resume", TOUCHES_TASKS)
class RuntimeAwaitAndResumeOp(IRDLOperation):
    """`async.runtime.await_and_resume`: resume the coroutine on a worker when the operand is complete."""

    operand = operand_def(ANY_ASYNC)
    handle = operand_def(CoroHandleType)
    assembly_format = "$operand `,` $handle attr-dict `:` type($operand)"


@define("async.runtime.store", TakesOverFirst(), TOUCHES_TASKS)
class RuntimeStoreOp(IRDLOperation):
    """`async.runtime.store`: store the payload of an `!async.value`."""

    value = operand_def()
    storage = operand_def(ValueType)

    def __init__(self, value: SSAValue, storage: SSAValue):
        super().__init__(operands=[value, storage])

    @classmethod
    def parse(cls, parser: Parser) -> RuntimeStoreOp:
        """Parse `%value, %storage attr-dict : !async.value<T>`; `<T>` alone will do."""
        value, storage, attributes, type = read(parser, OPERAND, ",", OPERAND, ATTRIBUTES, parse_value_type)
        operands = parser.resolve_operands((value, storage), (type.value_type, type), parser.pos)
        return with_attributes(cls(*operands), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.operands, self.attributes, *value_type_text(self.storage.type))

    def verify_(self) -> None:
        """Check the value against the storage."""
        verify_payload(self.value, self.storage.type)


@define("async.runtime.load", READS_TASKS)
class RuntimeLoadOp(IRDLOperation):
    """`async.runtime.load`: load the payload of an `!async.value`."""

    storage = operand_def(ValueType)
    result = result_def()

    def __init__(self, storage: SSAValue):
        assert isinstance(storage.type, ValueType)
        super().__init__(operands=[storage], result_types=[storage.type.value_type])

    @classmethod
    def parse(cls, parser: Parser) -> RuntimeLoadOp:
        """Parse `%storage attr-dict : !async.value<T>`; `<T>` alone will do."""
        storage, attributes, type = read(parser, OPERAND, ATTRIBUTES, parse_value_type)
        return with_attributes(cls(parser.resolve_operand(storage, type)), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.storage, self.attributes, *value_type_text(self.storage.type))

    def verify_(self) -> None:
        """Check the result against the storage."""
        verify_payload(self.result, self.storage.type)


@define("async.runtime.add_to_group", TOUCHES_TASKS)
class RuntimeAddToGroupOp(IRDLOperation):
    """`async.runtime.add_to_group`: add to a group; the result is the rank in it."""

    operand = operand_def(TOKEN_OR_VALUE)
    group = operand_def(GroupType)
    rank = result_def(IndexType)
    assembly_format = "$operand `,` $group attr-dict `:` type($operand)"


@define("async.runtime.add_ref")
class RuntimeAddRefOp(_Counts):
    """`async.runtime.add_ref`: add references to a token, value or group."""


@define("async.runtime.drop_ref")
class RuntimeDropRefOp(_Counts):
    """`async.runtime.drop_ref`: drop references to a token, value or group."""


@define("async.runtime.num_worker_threads", READS_TASKS)
class RuntimeNumWorkerThreadsOp(IRDLOperation):
    """`async.runtime.num_worker_threads`: how many workers the runtime has."""

    result = result_def(IndexType)
    assembly_format = "attr-dict `:` type($result)"
