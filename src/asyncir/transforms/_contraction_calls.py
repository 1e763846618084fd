"""What stands in the place of a contraction: views, tables, and calls for parts of the output."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from asyncir.analyses.contractions import Contraction
from asyncir.dialects import async_dialect, context, func, memref, scf
from asyncir.dialects.linalg_structured import Structured
from asyncir.dialects.memref_layout import Extent, strided_form
from asyncir.ir import (
    DYNAMIC_INDEX,
    Block,
    Commutative,
    IndexType,
    MemRefType,
    ModuleOp,
    Operation,
    Parser,
    Region,
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
WIDEST = 16
"""A call computes at most so many panels."""
LEAST_TILES = 8
"""A call computes at least so many tiles, if the rows are split at all."""

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
            function = self._add(kernel_text(name, shape), op)
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

    def _add(self, text: str, like: Operation) -> Operation:
        function = Parser(context(), text).parse_module().body.block.first_op
        assert function is not None
        function.detach()
        for each in walk(function):
            at(each, like.location)
        self.module.body.block.add_op(function)
        return function


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
    for call in [c for c in walk(function) if isinstance(c, func.CallOp)]:
        assert call.callee.string_value() == BODY
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


def fits_tables(op: Structured, found: Contraction) -> bool:
    """Whether no table needs more loops than the function has that fills them."""
    sizes = op.sizes()
    return all(
        len(_runs(sizes, _strides(op, found, operand), loops)) <= LOOPS_OF_TABLE
        for operand, loops in _tables(found)
    )


def _tables(found: Contraction) -> tuple[tuple[int, tuple[int, ...]], ...]:
    return (
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
        moves = self.views[operand][1]
        runs = _runs(self.extents, _strides(self.op, self.found, operand), loops)
        found = code.value(memref.AllocOp([code.number(self.total(loops))], [], TABLE))
        missing = LOOPS_OF_TABLE - len(runs)
        numbers = [1] * missing + [self.total(run) for run in runs]
        steps = [0] * missing + [moves[run[-1]] for run in runs]
        code.add(func.CallOp(fill, [found, *map(code.number, (*numbers, *steps))], []))
        return found


def call_kernel(op: Structured, found: Contraction, shape: KernelShape, kernels: Kernels) -> None:
    """Replace the op by calls."""
    call = _Call(op, found)
    code = call.code
    steps = _strides(op, found, found.lhs)
    runs = _runs(call.extents, steps, found.sums)
    shape = replace(shape, packs=bool(runs) and (len(runs) != 1 or steps[runs[0][-1]] != 1))
    fill = kernels.table(op)
    tables = [call.table(operand, loops, fill) for operand, loops in _tables(found)]
    name = kernels.of(op, found, shape)
    rows, columns = call.total(found.rows), call.total(found.columns)
    width, wide = _shares(code, columns, shape.columns, WIDEST)
    height, high = _row_shares(code, rows, shape.rows, code.product(wide, call.total(found.batch)))
    body = Region(Block(arg_types=[INDEX] * (len(found.batch) + 2)))
    bounds = [code.number(each) for each in (*(call.sizes[loop] for loop in found.batch), high, wide)]
    count = len(bounds)
    code.add(scf.ParallelOp([code.index(0)] * count, bounds, [code.index(1)] * count, body))
    end = Builder(body.block, code.location).add(scf.ReduceOp([], []))
    inner = Amounts(end)
    *batch, down, along = body.block.args
    starts: list[SSAValue] = []
    for operand in (found.lhs, found.rhs, found.output):
        start: Number = 0
        for loop, index in zip(found.batch, batch, strict=True):
            start = inner.sum(start, inner.product(index, call.views[operand][1][loop]))
        starts.append(inner.number(start))
    ends: list[SSAValue] = []
    for index, size, most in ((down, height, rows), (along, width, columns)):
        first = inner.times(index, inner.number(size))
        ends += [first, inner.least(inner.plus(first, inner.number(size)), inner.number(most))]
    views = [call.views[operand][0] for operand in (found.lhs, found.rhs, found.output)]
    inner.add(func.CallOp(name, [*views, *tables, *starts, *ends], []))
    for table in tables:
        code.add(memref.DeallocOp(table))
    erase(op)


def _shares(code: Amounts, total: Number, unit: int, most: int) -> tuple[Number, Number]:
    """How large equal shares of whole units are, at most so many, and how many shares there are."""
    units = code.parts(total, unit)
    return _divided(code, units, code.parts(units, most), unit)


def _row_shares(code: Amounts, total: Number, unit: int, others: Number) -> tuple[Number, Number]:
    """The same for rows, which are split only as far as columns leave workers without work."""
    workers = code.value(async_dialect.RuntimeNumWorkerThreadsOp.create(result_types=[IndexType()]))
    tiles = code.parts(total, unit)
    wanted = code.parts(workers, code.at_least(1, others))
    return _divided(code, tiles, code.at_most(wanted, code.parts(tiles, LEAST_TILES)), unit)


def _divided(code: Amounts, units: Number, shares: Number, unit: int) -> tuple[Number, Number]:
    each = code.at_least(1, code.parts(units, code.at_least(1, shares)))
    return code.product(each, unit), code.parts(units, each)
