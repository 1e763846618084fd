"""linalg: a structured op executes its body for one point of its domain after the other, in lexicographic order of the loops.

An operand is a memref, which is read and written as `memref.load` and `memref.store` do; a tensor (the initial value of a
result is copied once and then changed until it is the result); or a scalar. The order of the points is one of those that are
allowed: who adds floats along a reduction gets other bits in another order.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from asyncir.dialects.linalg_maps import where_loops_are
from asyncir.dialects.linalg_structured import Structured
from asyncir.ir import (
    AffineDimExpr,
    AffineMap,
    MemRefType,
    Operation,
)
from asyncir.semantics.core.access import linear, read_element, write_element
from asyncir.semantics.core.affine import number_at
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.memory import MemRefView, row_major
from asyncir.semantics.core.program import Compiler, Segment, Terminators, handles
from asyncir.semantics.core.tensors import elements_of, is_tensor, tensor_of
from asyncir.semantics.core.values import Registers, Value

Point = tuple[int, ...]
Place = Callable[[Point], int]
"""What an index is at a point."""


# ---- operands ----


@dataclass(slots=True)
class _Tensor:
    """The elements of a tensor, while the op runs."""

    elements: list[Value]
    sizes: Sequence[int]
    strides: Sequence[int]

    def place(self, index: Sequence[int], number: int, op: Operation) -> int:
        """Where an element is; S004 where there is none."""
        place = 0
        for dimension, (i, size, stride) in enumerate(zip(index, self.sizes, self.strides, strict=True)):
            if not 0 <= i < size:
                where = f"index {i} is outside of dimension {dimension} of operand {number}, which has size {size}"
                raise fault("S004", where, op, "out of bounds")
            place += i * stride
        return place


@dataclass(slots=True)
class _Operand:
    """An operand of a structured op: which of its elements is used at a point, and how."""

    number: int
    slot: int
    of: Any
    indices: list[Place]
    op: Operation
    machine: Any

    def opened(self, registers: Registers) -> Any:
        """What the op works on: the memref, the tensor's elements, or the scalar."""
        value = registers[self.slot]
        if is_tensor(self.of):
            return _Tensor(elements_of(value), value.shape, row_major(value.shape))
        return value

    def sizes(self, opened: Any) -> Sequence[int]:
        """The sizes now."""
        return opened.sizes if isinstance(opened, _Tensor | MemRefView) else ()

    def read(self, opened: Any, point: Point) -> Value:
        """The element at a point."""
        if isinstance(opened, _Tensor):
            return opened.elements[opened.place(self._index(point), self.number, self.op)]
        if isinstance(self.of, MemRefType):
            place = linear(opened, self._index(point), self.op)
            return read_element(self.machine, opened.buffer, place, self.op)
        return opened

    def write(self, opened: Any, point: Point, value: Value) -> None:
        """Change the element at a point."""
        if isinstance(opened, _Tensor):
            opened.elements[opened.place(self._index(point), self.number, self.op)] = value
        else:
            place = linear(opened, self._index(point), self.op)
            write_element(self.machine, opened.buffer, place, value, self.op)

    def _index(self, point: Point) -> list[int]:
        return [index(point) for index in self.indices]


@dataclass(slots=True)
class _Run:
    """One execution of a structured op."""

    opened: list[Any]
    points: Iterator[Point]
    point: Point = ()


class _Domain:
    """How often each loop runs, by the sizes of the operands; all have to agree."""

    def __init__(self, op: Structured, maps: Sequence[AffineMap]):
        self._op = op
        self._maps = maps
        self._where = where_loops_are(maps)

    def points(self, sizes: Sequence[Sequence[int]]) -> Iterator[Point]:
        """All points, in lexicographic order."""
        loops = [0 if at is None else sizes[at[0]][at[1]] for at in self._where]
        for number, (map, shape) in enumerate(zip(self._maps, sizes, strict=True)):
            for dimension, (expression, size) in enumerate(zip(map.results, shape, strict=True)):
                if isinstance(expression, AffineDimExpr) and loops[expression.position] != size:
                    raise fault(
                        "S016",
                        f"dimension {dimension} of operand {number} of `{self._op.name}` has size {size}, but "
                        f"the loop over it runs {loops[expression.position]} times, by another operand",
                        self._op,
                        "does not fit",
                    )
        return itertools.product(*(range(count) for count in loops))


# ---- the op ----


def _index_of(state: int) -> Callable[[Any, Compiler], None]:
    """What compiles `linalg.index` in the body of the op whose run is in that slot."""

    def index(inner: Any, c: Compiler) -> None:
        result, loop = c.slot(inner.results[0]), int(inner.dim.value.data)

        def step(registers: Registers) -> None:
            registers[result] = registers[state].point[loop]

        c.step(step)

    return index


def _operands(op: Structured, maps: Sequence[AffineMap], c: Compiler) -> list[_Operand]:
    """The op's operands, each with functions from points to its indices; no map has symbols here."""
    found: list[_Operand] = []
    for number, (value, map) in enumerate(zip(op.operands, maps, strict=True)):
        indices: list[Place] = [number_at(e, range(map.num_dims), map.num_dims, op) for e in map.results]
        found.append(_Operand(number, c.use(value), value.type, indices, op, c.machine))
    return found


@handles(Structured)
def structured(op: Structured, c: Compiler) -> None:
    """Compile a structured op: its body in the code at hand, behind a head that goes from point to point."""
    if c.together:
        raise fault("S012", f"the interpreter does not know `{op.name}` in a kernel", op, "unknown op")
    maps = op.maps
    operands = _operands(op, maps, c)
    outputs, domain = operands[len(op.ins) :], _Domain(op, maps)
    go_on, state, results = Segment(), c.code.fresh(), c.slots(op.results)
    scope = Terminators()
    body = c.region(op.body, scope)
    arguments = c.slots(op.body.blocks[0].args)
    used = [bool(argument.uses) for argument in op.body.blocks[0].args]

    def enter(registers: Registers, runner: Any) -> Segment | None:
        opened = [operand.opened(registers) for operand in operands]
        sizes = [operand.sizes(each) for operand, each in zip(operands, opened, strict=True)]
        registers[state] = _Run(opened, domain.points(sizes))
        return next_point(registers)

    def next_point(registers: Registers) -> Segment | None:
        run: _Run = registers[state]
        point = next(run.points, None)
        if point is None:
            return leave(registers, run)
        run.point = point
        for operand, opened, slot, wanted in zip(operands, run.opened, arguments, used, strict=True):
            if wanted:
                registers[slot] = operand.read(opened, point)
        return body

    def leave(registers: Registers, run: _Run) -> Segment | None:
        tensors = [each for each in run.opened[len(op.ins) :] if isinstance(each, _Tensor)]
        for slot, tensor, result in zip(results, tensors, op.results, strict=True):
            registers[slot] = tensor_of(tensor.elements, tensor.sizes, result.type)
        registers[state] = None
        return go_on

    def yields(inner: Operation, c: Compiler) -> None:
        values = c.uses(inner.operands)

        def end(registers: Registers, runner: Any) -> Segment | None:
            run: _Run = registers[state]
            found = [registers[slot] for slot in values]
            for operand, opened, value in zip(outputs, run.opened[len(op.ins) :], found, strict=True):
                operand.write(opened, run.point, value)
            return next_point(registers)

        c.end(end)

    scope["linalg.yield"], scope["linalg.index"] = yields, _index_of(state)
    c.end(enter, go_on)
