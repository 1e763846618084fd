"""The async dialect: everything in MLIR 22's, with the same names and syntax, and `async.ready` beyond it.

Tokens (`!async.token`), values (`!async.value<T>`) and groups (`!async.group`) say when work is complete. The
meaning is in `docs/semantics.md`; MLIR's own is in its `AsyncOps.td`. `async.ready` makes a completion that is
already there; MLIR has no op for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from asyncir.dialects.async_types import (
    CoroHandleType,
    CoroIdType,
    CoroStateType,
    GroupType,
    TokenType,
    ValueType,
)
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    AttrSizedOperandSegments,
    Dialect,
    DictionaryAttr,
    FlatSymbolRefAttr,
    FunctionType,
    IndexType,
    IntegerAttr,
    IRDLOperation,
    IsolatedFromAbove,
    IsTerminator,
    Operation,
    ParsePropInAttrDict,
    Region,
    ReturnLike,
    SSAValue,
    StringAttr,
    SymbolNameConstraint,
    SymbolOpInterface,
    base,
    i1,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    opt_result_def,
    prop_def,
    region_def,
    result_def,
    successor_def,
    traits_def,
    var_operand_def,
    var_result_def,
)

TOKEN_OR_VALUE = base(TokenType) | base(ValueType)
ANY_ASYNC = TOKEN_OR_VALUE | base(GroupType)


@irdl_op_definition
class ExecuteOp(IRDLOperation):
    """`async.execute`: launch a region that may run at the same time as what follows.

    The body starts when all dependencies and operands are complete; each operand is unwrapped to a block
    argument. The token and the values complete together, when the body yields.
    """

    name = "async.execute"
    dependencies = var_operand_def(base(TokenType))
    body_operands = var_operand_def(TOKEN_OR_VALUE)
    token = result_def(TokenType)
    body_results = var_result_def(base(ValueType))
    body = region_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    def __init__(
        self,
        dependencies: Sequence[SSAValue],
        body_operands: Sequence[SSAValue],
        payload_types: Sequence[Attribute],
        body: Region,
    ):
        super().__init__(
            operands=[dependencies, body_operands],
            result_types=[TokenType(), [ValueType(t) for t in payload_types]],
            regions=[body],
        )


@irdl_op_definition
class FuncOp(IRDLOperation):
    """`async.func`: a function that starts at once in its caller and returns tokens and values."""

    name = "async.func"
    body = region_def()
    sym_name = prop_def(SymbolNameConstraint())
    function_type = prop_def(FunctionType)
    sym_visibility = opt_prop_def(StringAttr)
    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())

    def __init__(
        self,
        name: str,
        function_type: FunctionType,
        body: Region,
        visibility: str | None = None,
        arg_attrs: ArrayAttr[DictionaryAttr] | None = None,
        res_attrs: ArrayAttr[DictionaryAttr] | None = None,
    ):
        super().__init__(
            regions=[body],
            properties={
                "sym_name": StringAttr(name),
                "function_type": function_type,
                "sym_visibility": StringAttr(visibility) if visibility else None,
                "arg_attrs": arg_attrs,
                "res_attrs": res_attrs,
            },
        )


@irdl_op_definition
class CallOp(IRDLOperation):
    """`async.call`: call an `async.func`."""

    name = "async.call"
    arguments = var_operand_def()
    callee = prop_def(FlatSymbolRefAttr)
    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res = var_result_def(TOKEN_OR_VALUE)
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$callee `(` $arguments `)` attr-dict `:` functional-type($arguments, $res)"


@irdl_op_definition
class ReturnOp(IRDLOperation):
    """`async.return`: end an `async.func`; its values and its token complete."""

    name = "async.return"
    arguments = var_operand_def()
    traits = traits_def(IsTerminator(), ReturnLike())
    assembly_format = "attr-dict ($arguments^ `:` type($arguments))?"


@irdl_op_definition
class YieldOp(IRDLOperation):
    """`async.yield`: end the body of an `async.execute`; its values and its token complete."""

    name = "async.yield"
    arguments = var_operand_def()
    traits = traits_def(IsTerminator(), ReturnLike())
    assembly_format = "($arguments^ `:` type($arguments))? attr-dict"


@irdl_op_definition
class AwaitOp(IRDLOperation):
    """`async.await`: wait for a token or value; a value is unwrapped. An error propagates to the waiter."""

    name = "async.await"
    operand = operand_def(TOKEN_OR_VALUE)
    result = opt_result_def()


@irdl_op_definition
class ReadyOp(IRDLOperation):
    """`async.ready`: a token, or a value with the given payload, that is complete from the start. Ours."""

    name = "async.ready"
    payload = var_operand_def()
    result = result_def(TOKEN_OR_VALUE)


@irdl_op_definition
class CreateGroupOp(IRDLOperation):
    """`async.create_group`: an empty group that will have `size` members."""

    name = "async.create_group"
    size = operand_def(IndexType)
    result = result_def(GroupType)
    assembly_format = "$size `:` type($result) attr-dict"


@irdl_op_definition
class AddToGroupOp(IRDLOperation):
    """`async.add_to_group`: add a token or value to a group; the result is its rank in it."""

    name = "async.add_to_group"
    operand = operand_def(TOKEN_OR_VALUE)
    group = operand_def(GroupType)
    rank = result_def(IndexType)
    assembly_format = "$operand `,` $group `:` type($operand) attr-dict"


@irdl_op_definition
class AwaitAllOp(IRDLOperation):
    """`async.await_all`: wait until the group has all its members and all of them are complete."""

    name = "async.await_all"
    operand = operand_def(GroupType)
    assembly_format = "$operand attr-dict"


@irdl_op_definition
class CoroIdOp(IRDLOperation):
    """`async.coro.id`: identify a switched-resume coroutine."""

    name = "async.coro.id"
    id = result_def(CoroIdType)
    assembly_format = "attr-dict"


@irdl_op_definition
class CoroBeginOp(IRDLOperation):
    """`async.coro.begin`: allocate the coroutine's frame."""

    name = "async.coro.begin"
    id = operand_def(CoroIdType)
    handle = result_def(CoroHandleType)
    assembly_format = "$id attr-dict"


@irdl_op_definition
class CoroFreeOp(IRDLOperation):
    """`async.coro.free`: free the coroutine's frame."""

    name = "async.coro.free"
    id = operand_def(CoroIdType)
    handle = operand_def(CoroHandleType)
    assembly_format = "$id `,` $handle attr-dict"


@irdl_op_definition
class CoroEndOp(IRDLOperation):
    """`async.coro.end`: return control to whoever resumed the coroutine; nothing in its first part."""

    name = "async.coro.end"
    handle = operand_def(CoroHandleType)
    assembly_format = "$handle attr-dict"


@irdl_op_definition
class CoroSaveOp(IRDLOperation):
    """`async.coro.save`: from here on the coroutine may be resumed."""

    name = "async.coro.save"
    handle = operand_def(CoroHandleType)
    state = result_def(CoroStateType)
    assembly_format = "$handle attr-dict"


@irdl_op_definition
class CoroSuspendOp(IRDLOperation):
    """`async.coro.suspend`: suspend; go on at `resume_dest` when resumed, at `cleanup_dest` when destroyed."""

    name = "async.coro.suspend"
    state = operand_def(CoroStateType)
    suspend_dest = successor_def()
    resume_dest = successor_def()
    cleanup_dest = successor_def()
    traits = traits_def(IsTerminator())
    assembly_format = "$state `,` $suspend_dest `,` $resume_dest `,` $cleanup_dest attr-dict"


@irdl_op_definition
class RuntimeCreateOp(IRDLOperation):
    """`async.runtime.create`: a token or value that is not complete and belongs to no task."""

    name = "async.runtime.create"
    result = result_def(TOKEN_OR_VALUE)
    assembly_format = "attr-dict `:` type($result)"


@irdl_op_definition
class RuntimeCreateGroupOp(IRDLOperation):
    """`async.runtime.create_group`: an empty group of the given size."""

    name = "async.runtime.create_group"
    size = operand_def(IndexType)
    result = result_def(GroupType)
    assembly_format = "$size `:` type($result) attr-dict"


@irdl_op_definition
class RuntimeSetAvailableOp(IRDLOperation):
    """`async.runtime.set_available`: complete a token or value."""

    name = "async.runtime.set_available"
    operand = operand_def(TOKEN_OR_VALUE)
    assembly_format = "$operand attr-dict `:` type($operand)"


@irdl_op_definition
class RuntimeSetErrorOp(IRDLOperation):
    """`async.runtime.set_error`: complete a token or value with an error."""

    name = "async.runtime.set_error"
    operand = operand_def(TOKEN_OR_VALUE)
    assembly_format = "$operand attr-dict `:` type($operand)"


@irdl_op_definition
class RuntimeIsErrorOp(IRDLOperation):
    """`async.runtime.is_error`: whether it is complete with an error."""

    name = "async.runtime.is_error"
    operand = operand_def(ANY_ASYNC)
    is_error = result_def(i1)
    assembly_format = "$operand attr-dict `:` type($operand)"


@irdl_op_definition
class RuntimeAwaitOp(IRDLOperation):
    """`async.runtime.await`: block the calling thread until complete, whether or not with an error."""

    name = "async.runtime.await"
    operand = operand_def(ANY_ASYNC)
    assembly_format = "$operand attr-dict `:` type($operand)"


@irdl_op_definition
class RuntimeResumeOp(IRDLOperation):
    """`async.runtime.resume`: resume the coroutine on a worker."""

    name = "async.runtime.resume"
    handle = operand_def(CoroHandleType)
    assembly_format = "$handle attr-dict"


@irdl_op_definition
class RuntimeAwaitAndResumeOp(IRDLOperation):
    """`async.runtime.await_and_resume`: resume the coroutine on a worker when the operand is complete."""

    name = "async.runtime.await_and_resume"
    operand = operand_def(ANY_ASYNC)
    handle = operand_def(CoroHandleType)
    assembly_format = "$operand `,` $handle attr-dict `:` type($operand)"


@irdl_op_definition
class RuntimeStoreOp(IRDLOperation):
    """`async.runtime.store`: store the payload of an `!async.value`."""

    name = "async.runtime.store"
    value = operand_def()
    storage = operand_def(ValueType)


@irdl_op_definition
class RuntimeLoadOp(IRDLOperation):
    """`async.runtime.load`: load the payload of an `!async.value`."""

    name = "async.runtime.load"
    storage = operand_def(ValueType)
    result = result_def()


@irdl_op_definition
class RuntimeAddToGroupOp(IRDLOperation):
    """`async.runtime.add_to_group`: add to a group; the result is the rank in it."""

    name = "async.runtime.add_to_group"
    operand = operand_def(TOKEN_OR_VALUE)
    group = operand_def(GroupType)
    rank = result_def(IndexType)
    assembly_format = "$operand `,` $group attr-dict `:` type($operand)"


@irdl_op_definition
class RuntimeAddRefOp(IRDLOperation):
    """`async.runtime.add_ref`: add references to a token, value or group."""

    name = "async.runtime.add_ref"
    operand = operand_def(ANY_ASYNC)
    count = prop_def(IntegerAttr)
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$operand attr-dict `:` type($operand)"


@irdl_op_definition
class RuntimeDropRefOp(IRDLOperation):
    """`async.runtime.drop_ref`: drop references to a token, value or group."""

    name = "async.runtime.drop_ref"
    operand = operand_def(ANY_ASYNC)
    count = prop_def(IntegerAttr)
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$operand attr-dict `:` type($operand)"


@irdl_op_definition
class RuntimeNumWorkerThreadsOp(IRDLOperation):
    """`async.runtime.num_worker_threads`: how many workers the runtime has."""

    name = "async.runtime.num_worker_threads"
    result = result_def(IndexType)
    assembly_format = "attr-dict `:` type($result)"


OPS: list[type[Operation]] = [
    ExecuteOp,
    FuncOp,
    CallOp,
    ReturnOp,
    YieldOp,
    AwaitOp,
    ReadyOp,
    CreateGroupOp,
    AddToGroupOp,
    AwaitAllOp,
    CoroIdOp,
    CoroBeginOp,
    CoroFreeOp,
    CoroEndOp,
    CoroSaveOp,
    CoroSuspendOp,
    RuntimeCreateOp,
    RuntimeCreateGroupOp,
    RuntimeSetAvailableOp,
    RuntimeSetErrorOp,
    RuntimeIsErrorOp,
    RuntimeAwaitOp,
    RuntimeResumeOp,
    RuntimeAwaitAndResumeOp,
    RuntimeStoreOp,
    RuntimeLoadOp,
    RuntimeAddToGroupOp,
    RuntimeAddRefOp,
    RuntimeDropRefOp,
    RuntimeNumWorkerThreadsOp,
]

Async = Dialect(
    "async",
    OPS,
    [TokenType, ValueType, GroupType, CoroIdType, CoroHandleType, CoroStateType],
)
