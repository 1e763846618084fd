"""Ops made again with other operands and results, and functions whose type follows what has become of their bodies."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import TypeVar, cast

from asyncir.analyses.flow import yields
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import ArrayAttr, Attribute, DictionaryAttr, FunctionType, Operation, SSAValue
from asyncir.ir.walk import block_of
from asyncir.transforms._blocks import erase, replace_all

OpT = TypeVar("OpT", bound=Operation)


def rebuilt(op: OpT, operands: Sequence[SSAValue], types: Sequence[Attribute]) -> OpT:
    """A new op in front of `op`, with its regions, and other operands and results.

    `op` stays, without regions, until its results are replaced.
    """
    new = type(op).create(
        operands=operands,
        result_types=types,
        properties=op.properties,
        attributes=op.attributes,
        regions=[op.detach_region(0) for _ in range(len(op.regions))],
        location=op.location,
    )
    block_of(op).insert_op_before(new, op)
    return new


def extended(op: Operation, types: Sequence[Attribute], operands: Sequence[SSAValue] = ()) -> Operation:
    """A new op in place of `op`, with further results of these types, and further operands."""
    new = rebuilt(op, [*op.operands, *operands], [*op.result_types, *types])
    _pad(new, "res_attrs", len(new.results))
    replace_all(op.results, new.results[: len(op.results)])
    erase(op)
    return new


def with_results(op: OpT, keep: Sequence[int], operands: Sequence[SSAValue] | None = None) -> OpT:
    """A new op in place of `op`, with only the results at `keep`, and perhaps other operands."""
    kept = [op.results[index] for index in keep]
    new = rebuilt(op, tuple(op.operands) if operands is None else operands, [result.type for result in kept])
    replace_all(kept, new.results)
    erase(op)
    return new


def keep_results(op: OpT, keep: Sequence[int]) -> OpT:
    """A new op in place of `op`, with only the results at `keep`; its regions hand over no others, and no others are carried.

    Nobody uses what a loop carries for the others but what computes it anew.
    """
    for region in op.regions:
        for end in yields(region):
            besides = len(op.results) - len(end.operands)  # the token of a task
            end.operands = [end.operands[index - besides] for index in keep if index >= besides]
    if kind_of(op) is not OpKind.COUNTED_LOOP:
        return with_results(op, keep)
    body = op.regions[0].blocks[0]
    for argument in reversed(tuple(body.args)[1:]):
        if argument.index - 1 not in keep:
            body.erase_arg(argument)
    return with_results(op, keep, [*op.operands[:3], *(op.operands[3 + index] for index in keep)])


def match_type(function: Operation) -> None:
    """Let a function's type be what its body takes and returns; nothing is said of arguments and results that were added."""
    body, type_ = function.regions[0], function.properties["function_type"]
    assert isinstance(type_, FunctionType)
    if body.first_block is None:
        return
    results: Sequence[Attribute] = type_.outputs.data
    for end in yields(body):
        if kind_of(end) is OpKind.RETURN:
            results = [value.type for value in end.operands]
    function.properties["function_type"] = FunctionType.from_lists(body.first_block.arg_types, results)
    _pad(function, "arg_attrs", len(body.first_block.args))
    _pad(function, "res_attrs", len(results))


def _pad(op: Operation, name: str, length: int) -> None:
    """Give the further arguments or results attributes of their own, where the others have some."""
    said = _said(op, name)
    if said is not None:
        op.properties[name] = ArrayAttr([*said, *[DictionaryAttr({})] * (length - len(said))])


def keep_said(op: Operation, name: str, keep: Sequence[bool]) -> None:
    """Let go what `arg_attrs` or `res_attrs` say of arguments or results that go."""
    said = _said(op, name)
    if said is not None:
        op.properties[name] = ArrayAttr(list(compress(said, keep)))


def _said(op: Operation, name: str) -> Sequence[Attribute] | None:
    said = op.properties.get(name)
    return cast("ArrayAttr[Attribute]", said).data if isinstance(said, ArrayAttr) else None
