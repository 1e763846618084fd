"""`collapse-linalg-dimensions`: loops of a structured op that go over memory one behind the other become one."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from asyncir.dialects import linalg, memref
from asyncir.dialects.linalg_generic import GenericOp
from asyncir.dialects.linalg_maps import uses_loop
from asyncir.dialects.linalg_structured import MEMOIZED, Structured
from asyncir.ir import (
    DYNAMIC_INDEX,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    ArrayAttr,
    Attribute,
    IntegerAttr,
    MemRefType,
    NoneAttr,
    Operation,
    SSAValue,
    i64,
)
from asyncir.ir.walk import post_order, walk
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import Builder
from asyncir.transforms._linalg_loops import on_memrefs
from asyncir.transforms._passes import ScopedPass


class CollapseLinalgDimensions(ScopedPass):
    """
    Join neighbouring loops of the same kind of a structured op on memrefs, where each operand has the dimensions of both, one
    behind the other and without a gap, or none of them. What was a row of seven elements is then one of all.

    The order of all points stays the same. Ops that ask for their indices stay, as do memrefs with a layout.
    """

    def run_on(self, root: Operation) -> None:
        """Each op by itself."""
        for op in post_order(root):
            if isinstance(op, Structured) and on_memrefs(op):
                groups = groups_of(op)
                if len(groups) < len(op.loop_kinds):
                    _collapse(op, groups)


def groups_of(op: Structured) -> list[list[int]]:
    """The loops in the groups in which they can be joined."""
    kinds = op.loop_kinds
    if any(isinstance(inner, linalg.IndexOp) for inner in walk(op.body)):
        return [[loop] for loop in range(len(kinds))]
    groups: list[list[int]] = []
    for loop, kind in enumerate(kinds):
        if (
            loop
            and kind == kinds[loop - 1]
            and all(_follow(op, number, loop) for number in range(len(op.operands)))
        ):
            groups[-1].append(loop)
        else:
            groups.append([loop])
    return groups


def _follow(op: Structured, number: int, loop: int) -> bool:
    """Whether an operand has the dimensions of a loop and of the one before it behind each other, or none of them."""
    results = op.maps[number].results
    used = [[p for p, of in enumerate(results) if uses_loop(of, each)] for each in (loop - 1, loop)]
    if not used[0] and not used[1]:
        return True
    if len(used[0]) != 1 or len(used[1]) != 1 or used[0][0] + 1 != used[1][0]:
        return False
    of: Any = op.operands[number].type
    plain = all(isinstance(results[places[0]], AffineDimExpr) for places in used)
    return plain and isinstance(of, MemRefType) and isinstance(of.layout, NoneAttr)


def _collapse(op: Structured, groups: Sequence[Sequence[int]]) -> None:
    code = Builder(op)
    first = {group[0]: number for number, group in enumerate(groups)}
    number_of = {loop: number for number, group in enumerate(groups) for loop in group}
    renamed: list[AffineExpr] = [AffineDimExpr(number_of[loop]) for loop in range(len(op.loop_kinds))]
    operands: list[SSAValue] = []
    maps: list[AffineMap] = []
    for value, map in zip(op.operands, op.maps, strict=True):
        dimensions: list[list[int]] = []
        results: list[AffineExpr] = []
        for place, expression in enumerate(map.results):
            if isinstance(expression, AffineDimExpr) and expression.position not in first:
                dimensions[-1].append(place)
                continue
            dimensions.append([place])
            results.append(expression.replace_dims_and_symbols(renamed, []))
        maps.append(AffineMap(len(groups), 0, tuple(results)))
        operands.append(_collapsed(code, value, dimensions))
    kinds = [op.loop_kinds[group[0]] for group in groups]
    attributes = {name: value for name, value in op.attributes.items() if name != MEMOIZED}
    ins = len(op.ins)
    code.add(GenericOp.of(operands[:ins], operands[ins:], maps, kinds, op.detach_region(op.body), attributes))
    erase(op)


def _collapsed(code: Builder, value: SSAValue, dimensions: Sequence[Sequence[int]]) -> SSAValue:
    """The memref with these groups of dimensions as one each."""
    of: Any = value.type
    if not isinstance(of, MemRefType) or all(len(group) == 1 for group in dimensions):
        return value
    shape: Sequence[int] = of.get_shape()  # pyright: ignore[reportUnknownVariableType]
    sizes = [[shape[d] for d in group] for group in dimensions]
    joined = [DYNAMIC_INDEX if DYNAMIC_INDEX in each else prod(each) for each in sizes]
    result: MemRefType[Attribute] = MemRefType(of.element_type, joined, NoneAttr(), of.memory_space)  # pyright: ignore
    groups = ArrayAttr([ArrayAttr([IntegerAttr(d, i64) for d in group]) for group in dimensions])
    made = memref.CollapseShapeOp.create(
        operands=[value], result_types=[result], properties={"reassociation": groups}
    )
    return code.value(made)
