"""`lower-ml-program`: functions and globals of the ml_program dialect become those that all else knows."""

from __future__ import annotations

from typing import Any

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import arith, bufferization, func, memref, ml_program
from asyncir.ir import (
    Attribute,
    Context,
    FloatAttr,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    Operation,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
)
from asyncir.ir.dense import dense_of
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import Pass
from asyncir.transforms._remarks import complaint

_USES = ml_program.GlobalLoadOp | ml_program.GlobalLoadConstOp | ml_program.GlobalStoreOp


class LowerMlProgram(Pass):
    """Turn what torch-mlir puts around tensors into functions, constants, and memory that lives as long as the program.

    A private global that nobody uses goes. A global that is read only is a constant where it is read.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Functions, then what uses each global, then the globals."""
        for each in list(walk(op)):
            if isinstance(each, ml_program.ProgramFuncOp):
                _function(each)
            elif isinstance(each, ml_program.ProgramReturnOp):
                Builder(each).add(func.ReturnOp(*each.operands))
                erase(each)
        uses: dict[str, list[Any]] = {}
        for each in walk(op):
            if isinstance(each, _USES):
                uses.setdefault(each.global_.string_value(), []).append(each)
        for each in list(op.ops):
            if isinstance(each, ml_program.ProgramGlobalOp):
                _global(each, uses.get(each.sym_name.data, []))


def _function(op: ml_program.ProgramFuncOp) -> None:
    region = op.detach_region(op.body)
    new = Builder(op).add(
        func.FuncOp.create(properties=dict(op.properties), attributes=dict(op.attributes), regions=[region])
    )
    if new.properties.get("sym_visibility") == StringAttr("public"):
        del new.properties["sym_visibility"]
    erase(op)


def _refused(op: Operation, message: str) -> DiagnosticError:
    help = "give it a static shape and a value, or keep such values in memory that is passed by memref"
    return DiagnosticError(complaint("L001", message, op, help, label=f"`{op.name}`"))


def _global(op: ml_program.ProgramGlobalOp, uses: list[Any]) -> None:
    """Make memory of a global that is stored to, and constants of any other."""
    private = op.sym_visibility is not None and op.sym_visibility.data == "private"
    stored = any(isinstance(use, ml_program.GlobalStoreOp) for use in uses)
    if stored or (op.is_mutable is not None and not private):
        _memory(op, uses)
    else:
        for use in uses:
            if op.value is None or isinstance(op.value, ml_program.ExternAttr):
                raise _refused(op, f"@{op.sym_name.data} has no value in the program")
            constant = Builder(use).add(_constant(op.value, use.result.type))
            replace_all(use.results, constant.results)
            erase(use)
    erase(op)


def _constant(value: Attribute, of: Attribute) -> Operation:
    return arith.ConstantOp.create(properties={"value": value}, result_types=[of])


def _memory(op: ml_program.ProgramGlobalOp, uses: list[Any]) -> None:
    of: Any = op.type
    shaped = isinstance(of, TensorType)
    whole: Any = of
    sizes: list[int] = list(whole.get_shape()) if shaped else []
    value: Any = op.value
    if any(size < 0 for size in sizes):
        raise _refused(op, f"@{op.sym_name.data} may change its size, which memory of a global cannot")
    if isinstance(value, ml_program.ExternAttr):
        raise _refused(op, f"@{op.sym_name.data} has no value in the program")
    held: Any = MemRefType(whole.element_type if shaped else whole, sizes)
    properties: dict[str, Attribute] = {
        "sym_name": op.sym_name,
        "sym_visibility": StringAttr("private"),
        "type": held,
        "initial_value": _initial(op, value, whole),
    }
    Builder(op).add(memref.GlobalOp.create(properties=properties))
    for use in uses:
        code = Builder(use)
        name: dict[str, Attribute] = {"name": SymbolRefAttr(op.sym_name)}
        place = code.value(memref.GetGlobalOp.create(result_types=[held], properties=name))
        if isinstance(use, ml_program.GlobalStoreOp):
            _store(use, place, code)
        elif shaped:
            loaded = bufferization.ToTensorOp.create(operands=[place], result_types=[whole])
            loaded.properties["restrict"] = UnitAttr()
            replace_all(use.results, code.add(loaded).results)
        else:
            replace_all(use.results, [code.load(place)])
        erase(use)


def _store(use: ml_program.GlobalStoreOp, place: Any, code: Builder) -> None:
    if not isinstance(use.value.type, TensorType):
        code.store(use.value, place)
        return
    flags: dict[str, Attribute] = {"restrict": UnitAttr(), "writable": UnitAttr()}
    put = bufferization.MaterializeInDestinationOp
    code.add(put.create(operands=[use.value, place], properties=flags))


def _initial(op: ml_program.ProgramGlobalOp, value: Any, of: Any) -> Attribute:
    """The value of a global of memory."""
    if value is None:
        return UnitAttr()
    if isinstance(of, TensorType):
        return value
    if isinstance(value, IntegerAttr | FloatAttr):
        number: Any = value.value
        return dense_of(TensorType(of, []), [number.data])
    raise _refused(op, f"the value of @{op.sym_name.data} has no native form")
