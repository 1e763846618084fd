"""Structured ops as loops around vectors, which go along the last dimension of the output."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from asyncir.analyses.contractions import element_bits, linear_map, strides_of
from asyncir.dialects import arith, memref, scf, vector
from asyncir.dialects.linalg_structured import Structured, element_of
from asyncir.dialects.vector_memory import GatherOp, LoadOp, MaskedLoadOp, MaskedStoreOp, StoreOp
from asyncir.dialects.vector_shapes import ShuffleOp
from asyncir.ir import (
    Attribute,
    Block,
    Region,
    SSAValue,
    TensorType,
    VectorType,
    i1,
)
from asyncir.ir.dense import dense_of
from asyncir.transforms._affine_code import affine_values
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import INDEX, Builder
from asyncir.transforms._flat_views import Amounts, Number, flat_view
from asyncir.transforms._linalg_loops import loop_bounds, on_memrefs
from asyncir.transforms._tensor_memory import memref_of
from asyncir.transforms._vector_bodies import is_by_element, on_vectors


@dataclass(frozen=True)
class VectorForm:
    """How an op is computed in vectors."""

    loop: int
    """The loop that they go along."""
    steps: tuple[int, ...]
    """For each operand how far apart the elements of neighbours are."""
    lanes: int


def vector_form(op: Structured, register_bits: int) -> VectorForm | None:
    """The form; None where there is no reduction, or no such vectors."""
    if not on_memrefs(op) or "reduction" not in op.loop_kinds:
        return None
    return form_of(op, register_bits) if op.body.block.args[-1].uses else None


def form_of(op: Structured, register_bits: int) -> VectorForm | None:
    """The form, of an op on tensors that of the op on their memory; None where there are no such vectors."""
    if len(op.inits) != 1 or not is_by_element(op):
        return None
    output = op.body.block.args[-1]
    last = op.maps[-1].results[-1:]
    addresses = linear_map(op.maps[-1])
    bits = element_bits(output.type)
    if not last or addresses is None or bits is None:
        return None
    factors, _ = addresses[-1]
    moving = [loop for loop, factor in enumerate(factors) if factor]
    if len(moving) != 1 or factors[moving[0]] != 1 or op.loop_kinds[moving[0]] != "parallel":
        return None
    steps = [step_of(op, number, moving[0]) for number in range(len(op.operands))]
    known = tuple(step for step in steps if step is not None)
    if len(known) != len(steps) or known[-1] != 1:
        return None
    size, lanes = op.sizes()[moving[0]], max(1, register_bits // bits)
    return VectorForm(moving[0], known, lanes if size is not None and size < 2 * lanes else 2 * lanes)


def step_of(op: Structured, number: int, loop: int) -> int | None:
    """How far apart what an operand gives to neighbours is, in elements; 0 where nothing of it is used."""
    of: Attribute = op.operands[number].type
    map = op.maps[number]
    addresses = linear_map(map)
    if not op.body.block.args[number].uses and number < len(op.ins):
        return 0
    if addresses is None or element_bits(element_of(of)) is None:
        return None
    form = strides_of(memref_of(of) if isinstance(of, TensorType) else of)
    if form is None:
        return None
    total = 0
    for (factors, _), stride in zip(addresses, form, strict=True):
        if factors[loop] and stride is None:
            return None
        total += factors[loop] * (stride or 0)
    if total == 1 and (addresses[-1][0][loop] != 1 or form[-1] != 1):
        return None
    return total if total >= 0 else None


class VectorLoops:
    """The code of one op."""

    def __init__(self, op: Structured, form: VectorForm):
        self.op, self.form = op, form
        self.arguments = op.body.block.args
        self.counters: dict[int, SSAValue] = {}
        self.flat: dict[int, tuple[SSAValue, list[Number]]] = {}
        self.rest: Number = 0
        """How many lanes a mask lets through."""

    def vector_of(self, element: Attribute) -> VectorType[Any]:
        """The type of a vector of these elements."""
        return VectorType(element, [self.form.lanes])

    def emit(self) -> None:
        """Write all loops; the op stays."""
        op, code = self.op, Amounts(self.op)
        bounds = loop_bounds(code, op)
        self.flatten(code, bounds)
        outer = [
            loop for loop, kind in enumerate(op.loop_kinds) if kind == "parallel" and loop != self.form.loop
        ]
        inner = [loop for loop, kind in enumerate(op.loop_kinds) if kind == "reduction"]

        def rows(body: Amounts) -> None:
            self._row(body, bounds[self.form.loop], [(loop, bounds[loop]) for loop in inner])

        rows(self.nest(code, outer, bounds))

    def nest(self, code: Amounts, outer: Sequence[int], bounds: Sequence[SSAValue]) -> Amounts:
        """Open an `scf.parallel` of these loops; gives the code of its body."""
        if not outer:
            return code
        block = Block(arg_types=[INDEX] * len(outer))
        zero, one = code.index(0), code.index(1)
        limits = [bounds[loop] for loop in outer]
        code.add(scf.ParallelOp([zero] * len(outer), limits, [one] * len(outer), Region(block)))
        self.counters.update(zip(outer, block.args, strict=True))
        return Amounts(Builder(block, code.location).add(scf.ReduceOp([], [])))

    def flatten(self, code: Amounts, bounds: Sequence[SSAValue]) -> None:
        """Make a row of each operand from which elements are gathered: distances may leave a row of its own."""
        sizes = [bound if size is None else size for size, bound in zip(self.op.sizes(), bounds, strict=True)]
        for number, step in enumerate(self.form.steps):
            address = linear_map(self.op.maps[number])
            if step > 1 and address is not None:
                self.flat[number] = flat_view(code, self.op.operands[number], address, sizes)

    def _row(self, code: Amounts, size: SSAValue, sums: Sequence[tuple[int, SSAValue]]) -> None:
        """One row of the output: whole vectors, and what is left."""
        lanes, known = self.form.lanes, self.op.sizes()[self.form.loop]
        count = code.index(lanes)
        whole = (
            code.index(known - known % lanes)
            if known is not None
            else code.minus(size, code.value(arith.RemUIOp(size, count)))
        )
        if known is None or known >= lanes:
            block = Block(arg_types=[INDEX])
            code.add(scf.ForOp(code.index(0), whole, count, [], Region(block)))
            inner = Amounts(Builder(block, code.location).add(scf.YieldOp()))
            self._vector(inner, block.args[0], None, sums)
        if known is not None and known % lanes == 0:
            return
        rest = code.minus(size, whole) if known is None else code.index(known % lanes)
        mask, self.rest = self.mask(code, rest), rest if known is None else known % lanes
        if known is not None:
            self._vector(code, whole, mask, sums)
            return
        _, some, none = code.branch(code.test(rest, "ne", code.index(0)), [])
        self._vector(some, whole, mask, sums)
        some.yields([])
        none.yields([])

    def _vector(
        self, code: Amounts, first: SSAValue, mask: SSAValue | None, sums: Sequence[tuple[int, SSAValue]]
    ) -> None:
        """One vector of results."""
        self.counters[self.form.loop] = first
        number = len(self.op.operands) - 1
        place = self.place(code, number)

        def step(inner: Amounts, value: SSAValue | None) -> SSAValue:
            known: dict[SSAValue, SSAValue] = {} if value is None else {self.arguments[number]: value}
            for i in range(number):
                if self.arguments[i].uses:
                    known[self.arguments[i]] = self.loaded(inner, i, self.place(inner, i), mask)
            return on_vectors(inner, self.op, known, self.form.lanes)

        so_far = self.loaded(code, number, place, mask) if self.arguments[number].uses else None
        result = step(code, None) if so_far is None else self.reduced(code, list(sums), so_far, step)
        memory = self.op.operands[number]
        if mask is None:
            code.add(StoreOp(operands=[result, memory, place]))
        else:
            code.add(MaskedStoreOp.create(operands=[memory, *place, mask, result]))

    def reduced(
        self,
        code: Amounts,
        sums: list[tuple[int, SSAValue]],
        value: SSAValue,
        step: Callable[[Amounts, SSAValue], SSAValue],
    ) -> SSAValue:
        """The loops of the reduction, in their order, which carry the results so far."""
        if not sums:
            return step(code, value)
        loop, bound = sums[0]
        block = Block(arg_types=[INDEX, value.type])
        made = code.add(scf.ForOp(code.index(0), bound, code.index(1), [value], Region(block)))
        self.counters[loop] = block.args[0]
        inner = Amounts(block, code.location)
        inner.yields([self.reduced(inner, sums[1:], block.args[1], step)])
        return made.results[0]

    def place(self, code: Amounts, number: int) -> list[SSAValue]:
        """The indices of an operand's first element for the vector at hand."""
        map = self.op.maps[number]
        points = [self.counters.get(loop) for loop in range(len(self.op.loop_kinds))]
        zero = code.index(0) if None in points else None
        given = [point or zero for point in points]
        return affine_values(code, map.results, map, [point for point in given if point is not None])

    def loaded(
        self, code: Amounts, number: int, place: Sequence[SSAValue], mask: SSAValue | None
    ) -> SSAValue:
        """What an operand gives to a vector of points."""
        memory, step = self.op.operands[number], self.form.steps[number]
        of = self.vector_of(self.arguments[number].type)
        if step == 0:
            element = code.value(memref.LoadOp(memory, place))
            return code.value(vector.BroadcastOp.create(operands=[element], result_types=[of]))
        if step == 1 and mask is None:
            return code.value(LoadOp(operands=[memory, list(place)], result_types=[of]))
        spare = code.constant(self.numbers(of.element_type, [0] * self.form.lanes))
        if step == 1 and mask is not None:
            return code.value(MaskedLoadOp.create(operands=[memory, *place, mask, spare], result_types=[of]))
        memory, moves = self.flat[number]
        where: Number = 0
        for loop, move in enumerate(moves):
            if move != 0:
                where = code.sum(where, code.product(self.counters[loop], move))
        if step == 2 and self.form.lanes > 1:
            return self._every_other(code, memory, where, of, spare if mask is not None else None)
        distances = code.constant(self.numbers(INDEX, [step * i for i in range(self.form.lanes)]))
        every = mask or self.mask(code, code.index(self.form.lanes))
        return code.value(
            GatherOp.create(operands=[memory, code.number(where), distances, every, spare], result_types=[of])
        )

    def _every_other(
        self, code: Amounts, memory: SSAValue, where: Number, of: VectorType[Any], spare: SSAValue | None
    ) -> SSAValue:
        """The elements at `where`, `where + 2`, ...: those of two neighbouring vectors, of which none is beyond the last one.

        The second one begins with the last element of the first one. `spare` is given where a mask lets `rest` lanes through.
        """
        lanes = self.form.lanes
        halves: list[SSAValue] = []
        for start in (0, lanes - 1):
            place = code.number(code.sum(where, start))
            if spare is None:
                halves.append(code.value(LoadOp(operands=[memory, [place]], result_types=[of])))
                continue
            used = code.sum(code.product(self.rest, 2), -1 - start)
            mask = self.mask(code, code.number(code.at_least(0, code.at_most(used, lanes))))
            load = MaskedLoadOp.create(operands=[memory, place, mask, spare], result_types=[of])
            halves.append(code.value(load))
        lanes_of = [2 * lane if 2 * lane < lanes else 2 * lane + 1 for lane in range(lanes)]
        return code.value(ShuffleOp(halves[0], halves[1], lanes_of))

    def numbers(self, element: Attribute, numbers: Sequence[int]) -> Attribute:
        """A constant vector."""
        return dense_of(self.vector_of(element), numbers)

    def mask(self, code: Amounts, count: SSAValue) -> SSAValue:
        """A mask of the first lanes."""
        return code.value(vector.CreateMaskOp.create(operands=[count], result_types=[self.vector_of(i1)]))


def to_vector_loops(op: Structured, form: VectorForm) -> None:
    """Replace the op by loops."""
    VectorLoops(op, form).emit()
    erase(op)
