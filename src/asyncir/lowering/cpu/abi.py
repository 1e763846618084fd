"""Calls that leave the module: external functions follow MLIR's conventions, so that its runner utilities can be called.

A memref is passed as its whole descriptor, field by field; with `llvm.emit_c_interface`, as a pointer to it and to a function
named `_mlir_ciface_<name>`. A function value is a pointer to a function with our own convention.
"""

from __future__ import annotations

from asyncir.dialects import func
from asyncir.dialects.function_values import wrap_values
from asyncir.dialects.narrowing import is_memref, is_unranked_memref
from asyncir.ir import (
    Attribute,
    MemRefType,
    ModuleOp,
    Operation,
    SSAValue,
    UnrankedMemRefType,
)
from asyncir.lowering.cpu.task_function import TaskFunction
from asyncir.lowering.cpu.unranked import from_heap
from asyncir.lowering.llvm.descriptors import (
    full_descriptor,
    layout_of,
    load_descriptor,
    parts,
    store_descriptor,
)
from asyncir.lowering.llvm.function_text import refuse
from asyncir.lowering.llvm.module_text import symbol
from asyncir.lowering.llvm.types import joined, pieces

_C_INTERFACE = "llvm.emit_c_interface"


def call_external(f: TaskFunction, op: Operation, callee: func.FuncOp) -> None:
    """Call a function that is declared but not defined."""
    name = callee.sym_name.data
    if _C_INTERFACE in callee.attributes:
        _call_c_interface(f, op, name)
        return
    arguments = [text for o in op.operands for text in _expanded(f, o)]
    types = [_external_result(op, r.type) for r in op.results]
    returned = joined(types)
    f.module.declare(name, f"{returned} {symbol(name)}({', '.join(map(_type_of, arguments))})")
    _set_results(f, op, types, f.call_for(types, symbol(name), arguments))


def _set_results(f: TaskFunction, op: Operation, types: list[str], held: list[str]) -> None:
    for result, type_, whole in zip(op.results, types, held, strict=True):
        f.set(result, _taken_apart(f, result.type, type_, whole))


def _type_of(argument: str) -> str:
    """The type in front of an operand; types, and operands that are constants, may have spaces in them."""
    if argument[0] in "<{[":
        return argument[: argument.index({"<": ">", "{": "}", "[": "]"}[argument[0]]) + 1]
    return argument.partition(" ")[0]


def _expanded(f: TaskFunction, value: SSAValue) -> list[str]:
    if is_memref(value.type):
        memref = parts(f, value)
        numbers = (memref.offset, *memref.sizes, *memref.strides)
        return [f"ptr {memref.base}", f"ptr {memref.aligned}", *(f"i64 {n}" for n in numbers)]
    return f.typed(value)


def _external_result(op: Operation, type_: Attribute) -> str:
    if is_memref(type_):
        return full_descriptor(layout_of(type_).rank)
    found = pieces(type_)
    if not found:
        raise refuse(op, f"an external function cannot return `{type_}`")
    return joined(found)


def _taken_apart(f: TaskFunction, type_: Attribute, whole_type: str, whole: str) -> list[str]:
    if not is_memref(type_):
        held = f.taken_apart(pieces(type_), whole)
        return held if len(held) == 1 else list(from_heap(f, type_, held))
    address = f.alloca(whole_type, 8)
    f.do(f"store {whole_type} {whole}, ptr {address}, align 8")
    return load_descriptor(f, layout_of(type_), address)


def _call_c_interface(f: TaskFunction, op: Operation, name: str) -> None:
    """`_mlir_ciface_name`: memrefs by pointer; a result that is no scalar through a pointer that comes first."""
    arguments = [text for o in op.operands for text in _by_pointer(f, o)]
    types = [_external_result(op, r.type) for r in op.results]
    by_pointer = len(types) > 1 or any(
        isinstance(r.type, MemRefType | UnrankedMemRefType) for r in op.results
    )
    returned = joined(types)
    room = f.alloca(returned, 8) if by_pointer else ""
    if by_pointer:
        arguments.insert(0, f"ptr {room}")
    outside = f"_mlir_ciface_{name}"
    c_result = "void" if by_pointer else returned
    parameters = ", ".join(map(_type_of, arguments))
    f.module.declare(outside, f"{c_result} {symbol(outside)}({parameters})")
    held = f.call_for([] if by_pointer else types, symbol(outside), arguments)
    if by_pointer:
        held = f.taken_apart(types, f.let(f"load {returned}, ptr {room}, align 8"))
    _set_results(f, op, types, held)


def _by_pointer(f: TaskFunction, value: SSAValue) -> list[str]:
    """A memref as a pointer to its descriptor, anything else as it is."""
    if is_memref(value.type):
        memref = parts(f, value)
        address = f.alloca(full_descriptor(len(memref.sizes)), 8)
        store_descriptor(f, memref, address)
        return [f"ptr {address}"]
    if not is_unranked_memref(value.type):
        return f.typed(value)
    address = f.alloca(joined(pieces(value.type)), 8)
    f.store_pieces(address, (0, 8), pieces(value.type), f.get(value))
    return [f"ptr {address}"]


def wrap_external_values(module: ModuleOp) -> None:
    """Let each `func.constant` of an external function name a function of the module that calls it, so that all function
    values of one type are called alike.
    """
    functions = {op.sym_name.data: op for op in module.ops if isinstance(op, func.FuncOp)}

    def name_of(name: str) -> str:
        fresh = f"{name}.value"
        while fresh in functions:
            fresh += "."
        return fresh

    external = {name: op for name, op in functions.items() if not op.body.blocks}
    wrap_values(module, external, name_of)
