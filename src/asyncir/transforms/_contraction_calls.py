"""What stands in the place of a contraction: views, tables, and calls for parts of the output."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from asyncir.analyses.contractions import Contraction
from asyncir.dialects import context, func, memref
from asyncir.dialects.linalg_structured import Structured
from asyncir.dialects.memref_layout import Extent, strided_form
from asyncir.ir import (
    DYNAMIC_INDEX,
    Commutative,
    MemRefType,
    ModuleOp,
    Operation,
    Parser,
    SSAValue,
)
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import at, erase
from asyncir.transforms._building import INDEX, Builder
from asyncir.transforms._contraction_kernel import BODY, TABLE_FUNCTION, KernelShape, kernel_text
from asyncir.transforms._flat_views import Amounts, Number, flat_view
from asyncir.transforms._linalg_loops import loop_bounds
from asyncir.transforms._outlining import SymbolNames
from asyncir.transforms._vector_bodies import on_vectors

LOOPS_OF_TABLE = 4
TABLE = MemRefType(INDEX, [DYNAMIC_INDEX])


class Kernels:
    """The functions of one module that contractions call."""

    def __init__(self, module: ModuleOp):
        self.module = module
        self._names: SymbolNames | None = None
        self._known: dict[Any, str] = {}
        self._table: str | None = None

    def of(self, op: Structured, found: Contraction, shape: KernelShape) -> str:
        """The name of the function for an op."""
        body = _signature(op, found)
        key = (shape, body)
        if key not in self._known:
            name = self._fresh("contraction")
            part = self._fresh(f"{name}_part")
            for function in self._add(kernel_text(name, part, shape), op):
                _write_bodies(function, op, found, shape)
            self._known[key] = name
        return self._known[key]

    def table(self, like: Operation) -> str:
        """The name of the function that fills tables."""
        if self._table is None:
            self._table = self._fresh("table_of_offsets")
            self._add(TABLE_FUNCTION.format(name=self._table), like)
        return self._table

    def _fresh(self, stem: str) -> str:
        if self._names is None:
            self._names = SymbolNames(self.module)
        return self._names.fresh(stem)

    def _add(self, text: str, like: Operation) -> list[Operation]:
        functions = list(Parser(context(), text).parse_module().ops)
        for function in functions:
            function.detach()
            for each in walk(function):
                at(each, like.location)
            self.module.body.block.add_op(function)
        return functions


def _signature(op: Structured, found: Contraction) -> tuple[Any, ...]:
    """What two bodies have in common that compute the same."""
    block = op.body.block
    names: dict[SSAValue, int] = {
        block.args[found.lhs]: 0,
        block.args[found.rhs]: 1,
        block.args[found.output]: 2,
    }
    parts: list[Any] = []
    for inner in block.ops:
        numbers = [names[operand] for operand in inner.operands]
        parts.append(
            (
                type(inner),
                tuple(sorted(numbers) if inner.has_trait(Commutative) else numbers),
                tuple(inner.result_types),
                tuple(sorted(inner.properties.items())),
            )
        )
        for result in inner.results:
            names[result] = len(names)
    return tuple(parts)


def _write_bodies(function: Operation, op: Structured, found: Contraction, shape: KernelShape) -> None:
    """Put the op's body in the place of each call that stands for it."""
    block = op.body.block
    arguments = [block.args[i] for i in (found.lhs, found.rhs, found.output)]
    for call in [c for c in walk(function) if isinstance(c, func.CallOp) and c.callee.string_value() == BODY]:
        known: dict[SSAValue, SSAValue] = dict(zip(arguments, call.operands, strict=True))
        call.results[0].replace_all_uses_with(on_vectors(Builder(call), op, known, shape.columns))
        erase(call)


# ---- where elements are ----


def _strides(op: Structured, found: Contraction, operand: int) -> list[Extent]:
    """How far one step of each loop moves through an operand; None where only the running program knows."""
    form = strided_form(op.operands[operand].type)
    assert form is not None
    totals: list[Extent] = []
    for loop in range(len(op.loop_kinds)):
        total: Extent = 0
        for (factors, _), stride in zip(found.addresses[operand], form[0], strict=True):
            if factors[loop]:
                total = None if stride is None or total is None else total + factors[loop] * stride
        totals.append(total)
    return totals


def _runs(sizes: Sequence[Extent], strides: Sequence[Extent], loops: Sequence[int]) -> list[list[int]]:
    """The loops of a group, together where they are one run; loops of one iteration are left out."""
    runs: list[list[int]] = []
    for loop in loops:
        size, stride = sizes[loop], strides[loop]
        if size == 1:
            continue
        above = strides[runs[-1][-1]] if runs else None
        if above is not None and stride is not None and size is not None and above == stride * size:
            runs[-1].append(loop)
        else:
            runs.append([loop])
    return runs


def goes_along_sums(op: Structured, found: Contraction) -> bool:
    """Whether there is one row, and columns are read along the steps of the sum: to pack them would not pay."""
    sizes, strides = op.sizes(), _strides(op, found, found.rhs)
    if any(sizes[loop] != 1 for loop in found.rows):
        return False
    return any(strides[loop] == 1 for loop in found.sums) and all(
        strides[loop] != 1 for loop in found.columns
    )


def fits_tables(op: Structured, found: Contraction) -> bool:
    """Whether no table needs more loops than the function has that fills them."""
    sizes = op.sizes()
    return all(
        len(_runs(sizes, _strides(op, found, operand), loops)) <= LOOPS_OF_TABLE
        for operand, loops in _tables(found)
    )


def _tables(found: Contraction) -> tuple[tuple[int, tuple[int, ...]], ...]:
    return (
        (found.lhs, found.batch),
        (found.rhs, found.batch),
        (found.output, found.batch),
        (found.lhs, found.rows),
        (found.lhs, found.sums),
        (found.rhs, found.sums),
        (found.rhs, found.columns),
        (found.output, found.rows),
        (found.output, found.columns),
    )


class _Call:
    """The code for one op."""

    def __init__(self, op: Structured, found: Contraction):
        self.op, self.found = op, found
        self.code = Amounts(op)
        self.single: SSAValue | None = None
        """The table of no loops: one element, at the start."""
        self.extents = op.sizes()
        bounds = loop_bounds(self.code, op)
        self.sizes: list[Number] = [
            bound if size is None else size for size, bound in zip(self.extents, bounds, strict=True)
        ]
        self.views = [flat_view(self.code, op.operands[i], found.addresses[i], self.sizes) for i in range(3)]

    def total(self, loops: Sequence[int]) -> Number:
        """How many iterations some loops have together."""
        count: Number = 1
        for loop in loops:
            count = self.code.product(count, self.sizes[loop])
        return count

    def table(self, operand: int, loops: tuple[int, ...], fill: str) -> SSAValue:
        """A table for a group of loops."""
        code = self.code
        if not loops and self.single is not None:
            return self.single
        moves = self.views[operand][1]
        runs = _runs(self.extents, _strides(self.op, self.found, operand), loops)
        found = code.value(memref.AllocOp([code.number(self.total(loops))], [], TABLE))
        missing = LOOPS_OF_TABLE - len(runs)
        numbers = [1] * missing + [self.total(run) for run in runs]
        steps = [0] * missing + [moves[run[-1]] for run in runs]
        code.add(func.CallOp(fill, [found, *map(code.number, (*numbers, *steps))], []))
        if not loops:
            self.single = found
        return found


def call_kernel(op: Structured, found: Contraction, shape: KernelShape, kernels: Kernels) -> None:
    """Replace the op by a call."""
    call = _Call(op, found)
    code = call.code
    steps = _strides(op, found, found.lhs)
    runs = _runs(call.extents, steps, found.sums)
    shape = replace(shape, packs=bool(runs) and (len(runs) != 1 or steps[runs[0][-1]] != 1))
    fill = kernels.table(op)
    tables = [call.table(operand, loops, fill) for operand, loops in _tables(found)]
    views = [call.views[operand][0] for operand in (found.lhs, found.rhs, found.output)]
    code.add(func.CallOp(kernels.of(op, found, shape), [*views, *tables], []))
    for table in dict.fromkeys(tables):
        code.add(memref.DeallocOp(table))
    erase(op)
