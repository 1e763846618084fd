"""Reductions along rows: neighbours that are reduced together are read as vectors; at the end lanes are combined.

So several short sums are formed instead of a long one: that is sooner done, and a long sum of floats loses what comes last.
Rows are reduced one by one, each to a number that is combined with the result so far, in the order of the outer loops.
"""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.analyses.contractions import element_bits
from asyncir.dialects import arith, memref, scf, vector
from asyncir.dialects.linalg_structured import Structured
from asyncir.dialects.vector_shapes import ShuffleOp
from asyncir.ir import (
    Attribute,
    Block,
    Commutative,
    DenseArrayBase,
    Operation,
    Region,
    SSAValue,
    VectorType,
    i64,
)
from asyncir.ir.dense import dense_of
from asyncir.ir.walk import terminator_of
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import INDEX
from asyncir.transforms._flat_views import Amounts
from asyncir.transforms._linalg_loops import loop_bounds, on_memrefs
from asyncir.transforms._parallel_reductions import neutral_of
from asyncir.transforms._vector_bodies import is_by_element, on_vectors
from asyncir.transforms._vector_loops import VectorForm, VectorLoops, step_of


def row_form(op: Structured, register_bits: int) -> VectorForm | None:
    """The form; None where no loop of a reduction goes along neighbours, or its lanes cannot be combined."""
    if not on_memrefs(op) or len(op.inits) != 1 or not is_by_element(op):
        return None
    combine = combining_op(op)
    bits = element_bits(op.body.block.args[-1].type)
    if combine is None or bits is None:
        return None
    sizes, lanes = op.sizes(), max(1, register_bits // bits)
    for loop in reversed(range(len(sizes))):
        size = sizes[loop]
        if op.loop_kinds[loop] != "reduction" or (size is not None and size < lanes):
            continue
        steps = [step_of(op, number, loop) for number in range(len(op.ins))]
        known = tuple(step for step in steps if step is not None)
        if len(known) == len(steps) and max(known, default=0) == 1:
            return VectorForm(
                loop, (*known, 0), lanes if size is not None and size < 2 * lanes else 2 * lanes
            )
    return None


def combining_op(op: Structured) -> Operation | None:
    """The op that combines the result so far with what is computed of the inputs, if its order does not matter."""
    block = op.body.block
    so_far, combine = block.args[-1], terminator_of(block).operands[0].owner
    if (
        not isinstance(combine, Operation)
        or combine.parent is not block
        or not combine.has_trait(Commutative)
    ):
        return None
    if not so_far.has_one_use() or combine.operands.count(so_far) != 1 or neutral_of(combine) is None:
        return None
    # Other sums than those that the program forms may leave the range.
    flags = combine.properties.get("overflowFlags")
    return combine if flags is None or not any(getattr(flags, "flags", ())) else None


class _RowReductions(VectorLoops):
    def __init__(self, op: Structured, form: VectorForm, combine: Operation):
        super().__init__(op, form)
        self.combine = combine

    def emit(self) -> None:
        """Write all loops; the op stays."""
        op, code = self.op, Amounts(self.op)
        bounds = loop_bounds(code, op)
        inner = self.nest(code, [i for i, kind in enumerate(op.loop_kinds) if kind == "parallel"], bounds)
        number = len(op.operands) - 1
        place = self.place(inner, number)
        memory = op.operands[number]
        sums = [i for i, kind in enumerate(op.loop_kinds) if kind == "reduction" and i != self.form.loop]
        start = inner.value(memref.LoadOp(memory, place))
        result = self.reduced(
            inner,
            [(loop, bounds[loop]) for loop in sums],
            start,
            lambda code, value: self._row_of(code, value, bounds[self.form.loop]),
        )
        inner.add(memref.StoreOp(result, memory, place))

    def _row_of(self, code: Amounts, value: SSAValue, size: SSAValue) -> SSAValue:
        """Combine what there is with one row."""
        lanes, known = self.form.lanes, self.op.sizes()[self.form.loop]
        count, of = code.index(lanes), self.vector_of(value.type)
        neutral = neutral_of(self.combine)
        assert neutral is not None
        none = code.constant(_repeated(of, neutral))
        whole = (
            code.index(known - known % lanes)
            if known is not None
            else code.minus(size, code.value(arith.RemUIOp(size, count)))
        )
        block = Block(arg_types=[INDEX, of])
        made = code.add(scf.ForOp(code.index(0), whole, count, [none], Region(block)))
        body = Amounts(block, code.location)
        body.yields([self._added(body, block.args[0], block.args[1], None)])
        together = made.results[0]
        if known is None or known % lanes:
            self.rest = code.minus(size, whole)
            mask = self.mask(code, self.rest)
            more = self._added(code, whole, together, mask)
            together = code.value(arith.SelectOp(mask, more, together))
        return self._combined(code, self._in_lanes(code, together), value)

    def _added(self, code: Amounts, first: SSAValue, value: SSAValue, mask: SSAValue | None) -> SSAValue:
        self.counters[self.form.loop] = first
        number = len(self.op.operands) - 1
        known: dict[SSAValue, SSAValue] = {self.arguments[number]: value}
        for i in range(number):
            if self.arguments[i].uses:
                known[self.arguments[i]] = self.loaded(code, i, self.place(code, i), mask)
        return on_vectors(code, self.op, known, self.form.lanes)

    def _in_lanes(self, code: Amounts, value: SSAValue) -> SSAValue:
        """All lanes combined: halves with each other, as long as there are halves."""
        lanes, element = self.form.lanes, self.arguments[-1].type
        while lanes > 1 and lanes % 2 == 0:
            lanes //= 2
            halves = [_lanes(code, value, range(start, start + lanes), element) for start in (0, lanes)]
            value = self._combined(code, *halves)
        parts = [
            code.value(
                vector.ExtractOp.create(
                    operands=[value],
                    result_types=[element],
                    properties={"static_position": DenseArrayBase.from_list(i64, [lane])},
                )
            )
            for lane in range(lanes)
        ]
        result = parts[0]
        for part in parts[1:]:
            result = self._combined(code, result, part)
        return result

    def _combined(self, code: Amounts, left: SSAValue, right: SSAValue) -> SSAValue:
        properties = dict(self.combine.properties)
        return code.value(
            type(self.combine).create(operands=[left, right], result_types=[left.type], properties=properties)
        )


def _lanes(code: Amounts, value: SSAValue, lanes: Sequence[int], element: Attribute) -> SSAValue:
    return code.value(
        ShuffleOp.create(
            operands=[value, value],
            result_types=[VectorType(element, [len(lanes)])],
            properties={"mask": DenseArrayBase.from_list(i64, list(lanes))},
        )
    )


def _repeated(of: VectorType[Attribute], number: Attribute) -> Attribute:
    """A vector of one number."""
    value = getattr(number, "value", None)
    return dense_of(of, [getattr(value, "data", 0)] * of.get_shape()[0])


def to_row_reductions(op: Structured, form: VectorForm) -> None:
    """Replace the op by loops."""
    combine = combining_op(op)
    assert combine is not None
    _RowReductions(op, form, combine).emit()
    erase(op)
