"""`strip-boundaries`: functions in which IREE imports and exports tensors become functions of tensors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from asyncir.diagnostics import Diagnostic, raise_all
from asyncir.dialects import arith, func, hal, tensor, util
from asyncir.ir import (
    Attribute,
    BlockArgument,
    Context,
    FunctionType,
    IntegerAttr,
    ModuleOp,
    Operation,
    Rewriter,
    SSAValue,
    StringAttr,
    TensorType,
)
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import at, erase, replace_all
from asyncir.transforms._passes import Pass
from asyncir.transforms._remarks import complaint, remark

_ASYNC = "$async"
"""How the name ends of a function that waits for a fence and signals another one."""
_MODEL = "iree.abi.model"
_WITH_FENCES = StringAttr("coarse-fences")
_HELP = "import the model by `asyncir import`, or stop iree-compile behind its input phase"


class StripBoundaries(Pass):
    """Turn what IREE's compiler emits for a model (`iree-compile --compile-to=input`) into a function of tensors.

    A `util.func` becomes a `func.func`. Arrays of the host that it imports and exports become its tensors; fences go, and so
    does the function around it that only waits for one. An argument that is not used goes, too, for its type is nowhere
    said (P182). What else the boundary may have is refused (P181).
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Drop what only waits, then rewrite each function."""
        functions = [one for one in op.ops if isinstance(one, util.UtilFuncOp)]
        names = {function.sym_name.data for function in functions}
        for function in list(functions):
            if _only_waits(function, names):
                functions.remove(function)
                erase(function)
        raise_all([fault for function in functions for fault in _faults(function)])
        for function in functions:
            _strip(function)
        raise_all([_left(rest) for rest in walk(op) if isinstance(rest, _BOUNDARY)])


_BOUNDARY = (
    *(
        util.UtilFuncOp,
        util.UtilCallOp,
        util.NullOp,
        hal.TensorImportOp,
        hal.TensorExportOp,
        hal.TensorBarrierOp,
    ),
    *(hal.BufferViewDimOp, hal.DevicesGetOp, hal.FenceCreateOp, hal.FenceAwaitOp, hal.FenceSignalOp),
)


def _only_waits(function: util.UtilFuncOp, names: set[str]) -> bool:
    """Whether it is there to call the one of its name that has fences."""
    wrapped = function.sym_name.data + _ASYNC
    calls = (op for op in walk(function) if isinstance(op, util.UtilCallOp))
    return wrapped in names and any(call.callee.root_reference.data == wrapped for call in calls)


def _left(op: Operation) -> Diagnostic:
    return complaint("P181", f"{op.name} is used in a way that is not that of a boundary", op, _HELP)


def _faults(function: util.UtilFuncOp) -> Iterator[Diagnostic]:
    """What a function has in which arrays of the host are more than imported and exported."""
    for op in walk(function):
        if isinstance(op, util.UtilCallOp) and any(map(_is_of_host, (*op.operands, *op.results))):
            yield _left(op)
        elif isinstance(op, util.UtilReturnOp):
            for value in op.arguments:
                if isinstance(value.type, hal.FenceType) or (_is_of_host(value) and not _exported(value)):
                    yield _left(op)
    for argument in () if function.is_declaration else function.args:
        users = [use.operation for use in argument.uses]
        imports = [op for op in users if isinstance(op, hal.TensorImportOp)]
        if _is_view(argument) and users and len({op.result.type for op in imports}) != 1:
            yield complaint(
                "P181", f"argument {argument.index} is not imported as a tensor of one type", users[0], _HELP
            )


def _is_view(value: SSAValue) -> bool:
    return isinstance(value.type, hal.BufferViewType)


def _is_of_host(value: SSAValue) -> bool:
    return _is_view(value) or isinstance(value.type, hal.FenceType)


def _exported(value: SSAValue) -> bool:
    """Whether an array is known as a tensor, from which or to which it is made."""
    imported = (isinstance(use.operation, hal.TensorImportOp) for use in value.uses)
    return isinstance(value.owner, hal.TensorExportOp) or any(imported)


def _strip(function: util.UtilFuncOp) -> None:
    for argument in () if function.is_declaration else function.args:
        if _is_view(argument):
            _strip_argument(function, argument)
    for op in list(walk(function)):
        _strip_op(op)
    _drop_fences(function)
    _replace(function)


def _strip_argument(function: util.UtilFuncOp, argument: BlockArgument) -> None:
    """Let the function take the tensor in place of the array; arrays that are not used go at the end."""
    users = list(dict.fromkeys(use.operation for use in argument.uses))
    imports = [op for op in users if isinstance(op, hal.TensorImportOp)]
    if not imports:
        name = function.sym_name.data.removesuffix(_ASYNC)
        message = (
            f"argument {argument.index} of @{name} is not used, and its type is nowhere said: it is left out"
        )
        remark("P182", message, function, help="call it with the other arguments")
        return
    array = Rewriter.replace_value_with_new_type(argument, imports[0].result.type)
    for op in imports:
        replace_all(op.results, [array])
        erase(op)
    for op in users:
        if isinstance(op, hal.BufferViewDimOp):
            if op.result.first_use is None:
                erase(op)
            else:
                _replace_size(op, array)


def _replace_size(op: hal.BufferViewDimOp, array: SSAValue) -> None:
    type_ = cast("TensorType[Attribute]", array.type)
    index = op.index.value.data
    if not 0 <= index < type_.get_num_dims():
        raise_all([complaint("P181", f"{type_} has no size {index}", op, _HELP)])
    known = type_.get_shape()[index]
    number = at(arith.ConstantOp(IntegerAttr(known if known >= 0 else index, hal.INDEX)), op.location)
    size = [at(tensor.TensorDimOp(array, number.result), op.location)] if known < 0 else []
    Rewriter.replace_op(op, [number, *size], (size or [number])[-1].results)


def _strip_op(op: Operation) -> None:
    """Let an op of a boundary go, or become what it is without one."""
    if isinstance(op, hal.TensorBarrierOp):
        replace_all(op.results, op.sources)
        erase(op)
    elif isinstance(op, util.UtilCallOp):
        call = func.CallOp(op.callee, op.operands, op.result_types)
        Rewriter.replace_op(op, at(call, op.location))
    elif isinstance(op, util.UtilReturnOp):
        exports = [value.owner for value in op.arguments]
        values = [
            e.source if isinstance(e, hal.TensorExportOp) else v
            for e, v in zip(exports, op.arguments, strict=True)
        ]
        op.operands = values
        for export in dict.fromkeys(exports):
            if isinstance(export, hal.TensorExportOp) and export.result.first_use is None:
                sizes = [size.owner for size in export.dims]
                erase(export)
                for size in sizes:
                    if isinstance(size, tensor.TensorDimOp) and size.result.first_use is None:
                        erase(size)


def _drop_fences(function: util.UtilFuncOp) -> None:
    """Nothing is waited for: the program is in the order of its values."""
    for op in reversed(list(walk(function))):
        fences = (hal.FenceAwaitOp, hal.FenceSignalOp, hal.FenceCreateOp, hal.DevicesGetOp, util.NullOp)
        if isinstance(op, fences) and all(result.first_use is None for result in op.results):
            erase(op)
    block = function.body.blocks.first
    for argument in reversed(function.args if block is not None else ()):
        if _is_of_host(argument) and argument.first_use is None:
            argument.block.erase_arg(argument)


def _replace(function: util.UtilFuncOp) -> None:
    """Put a `func.func` with the same body in its place."""
    returns = [op for op in walk(function) if isinstance(op, util.UtilReturnOp)]
    results: Sequence[Attribute] = function.function_type.outputs.data
    for op in returns:
        results = op.arguments.types
        Rewriter.replace_op(op, at(func.ReturnOp(*op.arguments), op.location))
    region = function.detach_region(function.body)
    block = region.blocks.first
    inputs = block.arg_types if block is not None else function.function_type.inputs.data
    name = function.sym_name.data
    if function.attributes.get(_MODEL) == _WITH_FENCES:
        name = name.removesuffix(_ASYNC)
    made = func.FuncOp(
        name,
        FunctionType.from_lists(inputs, results),
        region,
        "private" if function.sym_visibility == StringAttr("private") else None,
        function.arg_attrs if len(inputs) == len(function.function_type.inputs) else None,
        function.res_attrs,
    )
    kept = {key: value for key, value in function.attributes.items() if not key.startswith("iree.")}
    made.attributes.update(kept)
    Rewriter.replace_op(function, at(made, function.location), [])
