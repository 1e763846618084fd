"""Functions that are values, where these are called in another way than by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from asyncir.dialects import arith, func
from asyncir.ir import IntegerAttr, ModuleOp, SymbolRefAttr, i64
from asyncir.ir.walk import walk


def wrap_values(
    module: ModuleOp, targets: Mapping[str, func.FuncOp], name_of: Callable[[str], str], zeros: int = 0
) -> None:
    """Let each `func.constant` of one of the targets name a private function that calls it, with zeros behind its arguments.

    `name_of` gives the name of the function that calls a target.
    """
    wrappers: dict[str, SymbolRefAttr] = {}
    for op in list(walk(module)):
        name = op.value.root_reference.data if isinstance(op, func.ConstantOp) else ""
        if name in targets:
            if name not in wrappers:
                wrapper = _wrapper(targets[name], name_of(name), zeros)
                module.body.block.add_op(wrapper)
                wrappers[name] = SymbolRefAttr(wrapper.sym_name)
            op.properties["value"] = wrappers[name]


def _wrapper(target: func.FuncOp, name: str, zeros: int) -> func.FuncOp:
    wrapper = func.FuncOp(name, target.function_type, visibility="private")
    more = [arith.ConstantOp(IntegerAttr(0, i64)) for _ in range(zeros)]
    arguments = [*wrapper.args, *(zero.result for zero in more)]
    call = func.CallOp(target.sym_name.data, arguments, target.function_type.outputs.data)
    wrapper.body.blocks[0].add_ops((*more, call, func.ReturnOp(*call.results)))
    for op in wrapper.walk():
        op.location = target.location
    return wrapper
