"""Read from a module which functions can be called from outside, and with what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from keyword import iskeyword
from typing import cast

from asyncir.analyses.read_only_arguments import read_only_arguments
from asyncir.dialects.async_dialect import FuncOp as AsyncFuncOp
from asyncir.dialects.async_types import CompletionType, GroupType
from asyncir.dialects.functions import FunctionOp
from asyncir.dialects.pipelining import pairs_of
from asyncir.ir import (
    AnyFloat,
    Attribute,
    BFloat16Type,
    ComplexType,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerType,
    MemRefType,
    ModuleOp,
    NoneAttr,
    TensorType,
    VectorType,
)
from asyncir.ir.marks import DISTINCT_ARGS, GLOBALS, SAME_OR_DISTINCT_ARGS
from asyncir.launch.signatures import (
    AsyncType,
    Complex,
    MemRef,
    Other,
    Scalar,
    Signature,
    Tensor,
    Type,
    Vector,
)


def public_functions(module: ModuleOp) -> tuple[Signature, ...]:
    """The signatures of the functions that are defined and public, in the order of the text."""
    functions = [op for op in module.body.ops if isinstance(op, FunctionOp)]
    return tuple(
        Signature(
            op.sym_name.data,
            tuple(describe(t) for t in op.function_type.inputs),
            tuple(describe(t) for t in op.function_type.outputs),
            isinstance(op, AsyncFuncOp),
            _distinct(op),
            read_only_arguments(op),
            _names([argument.name_hint for argument in op.body.blocks[0].args]),
        )
        for op in functions
        if op.body.blocks and (op.sym_visibility is None or op.sym_visibility.data == "public")
    )


def _names(hints: Sequence[str | None]) -> tuple[str, ...]:
    """Names of arguments that Python can have; where the text has none, the number of the argument says it."""
    names = [f"arg{at}" if hint is None else hint for at, hint in enumerate(hints)]
    fine = all(name.isidentifier() and not iskeyword(name) for name in names) and len(set(names)) == len(
        names
    )
    return tuple(names) if fine else tuple(f"arg{at}" for at in range(len(hints)))


def with_demands(signatures: Iterable[Signature], module: ModuleOp) -> tuple[Signature, ...]:
    """The signatures, with what the functions that the compiler made of them ask of their arguments."""
    made = {op.sym_name.data: op for op in module.body.ops if isinstance(op, FunctionOp)}
    return tuple(
        replace(one, distinct=_distinct(made[one.name])) if one.name in made else one for one in signatures
    )


def _distinct(function: FunctionOp) -> tuple[tuple[int, int | None, bool], ...]:
    """The pairs of arrays that its pipelines take to be different ones (`mark-distinct-arguments`)."""
    arrays = [isinstance(t, MemRefType) for t in function.function_type.inputs]
    return tuple(
        (one, None if other == GLOBALS else other, same)
        for name, same in ((DISTINCT_ARGS, False), (SAME_OR_DISTINCT_ARGS, True))
        for one, other in pairs_of(function, name)
        if all(n == GLOBALS or (0 <= n < len(arrays) and arrays[n]) for n in (one, other))
    )


def declared_functions(module: ModuleOp) -> dict[str, FunctionOp]:
    """The functions that are declared and not defined, by name."""
    functions = (op for op in module.body.ops if isinstance(op, FunctionOp))
    return {op.sym_name.data: op for op in functions if not op.body.blocks}


def callback_signature(declaration: FunctionOp) -> Signature:
    """What a function of the host takes and gives; of an `async.func`, what its values come to."""
    results = [describe(t) for t in declaration.function_type.outputs]
    if isinstance(declaration, AsyncFuncOp):
        results = [r.payload for r in results if isinstance(r, AsyncType) and r.payload is not None]
    arguments = tuple(describe(t) for t in declaration.function_type.inputs)
    return Signature(declaration.sym_name.data, arguments, tuple(results))


def describe(type_: Attribute) -> Type:
    """A type as plain data; `Other` if no value of it can cross the border."""
    if isinstance(type_, CompletionType):
        payload = type_.payload()
        return AsyncType(None if payload is None else describe(payload), isinstance(type_, GroupType))
    if isinstance(type_, MemRefType):
        return _memref(cast("MemRefType[Attribute]", type_))
    if isinstance(type_, TensorType):
        return _tensor(cast("TensorType[Attribute]", type_))
    return _element(type_)


def _element(type_: Attribute) -> Type:
    if isinstance(type_, IntegerType):
        return Scalar(str(cast("Attribute", type_)).lstrip("su"))
    if isinstance(type_, IndexType | BFloat16Type | Float16Type | Float32Type | Float64Type):
        return Scalar(str(type_))
    if isinstance(type_, ComplexType):
        number = cast("ComplexType[AnyFloat]", type_)
        element = _element(number.element_type)
        return Complex(element) if isinstance(element, Scalar) else Other(str(number))
    if isinstance(type_, VectorType):
        vector = cast("VectorType[Attribute]", type_)
        element = _element(vector.element_type)
        fixed = not any(vector.get_scalable_dims())
        if isinstance(element, Scalar) and fixed:
            return Vector(element, vector.get_shape())
        return Other(str(vector))
    return Other(str(type_))


def _tensor(type_: TensorType[Attribute]) -> Type:
    element = _element(type_.element_type)
    if not isinstance(element, Scalar | Complex):
        return Other(str(type_))
    return Tensor(element, tuple(None if size < 0 else size for size in type_.get_shape()))


def _memref(type_: MemRefType[Attribute]) -> Type:
    element = _element(type_.element_type)
    strides = type_.get_strides()
    if not isinstance(element, Scalar | Complex | Vector) or strides is None:
        return Other(str(type_))
    shape = tuple(None if size < 0 else size for size in type_.get_shape())
    if isinstance(type_.layout, NoneAttr):
        return MemRef(element, shape)
    return MemRef(element, shape, tuple(strides), type_.get_offset())
