"""`size-buffers`: memory that is private to an iteration gets as many copies as the schedule needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast

from asyncir.analyses.loop_accesses import Touch, touches_of
from asyncir.analyses.loop_dependences import dependences_of
from asyncir.analyses.private_memory import private_memory
from asyncir.analyses.slots import Schedule, finishes, slots_needed
from asyncir.analyses.trip_counts import constant_of
from asyncir.analyses.walk import walk
from asyncir.dialects import arith, memref
from asyncir.dialects.effects import Effects, view_source
from asyncir.dialects.memref_layout import row_major_strides, shape_of
from asyncir.dialects.pipelining import ASYNC, STAGES, statements_of
from asyncir.ir import (
    Attribute,
    IntegerAttr,
    MemRefType,
    Operation,
    OpResult,
    SSAValue,
    StridedLayoutAttr,
)
from asyncir.transforms._blocks import at, erase
from asyncir.transforms._building import INDEX, Builder
from asyncir.transforms._scoped import ScopedPass
from asyncir.transforms.verify_schedule import times_of


@dataclass(frozen=True)
class SizeBuffers(ScopedPass):
    """Give memory that each iteration writes before it reads it, and that nobody else uses, enough copies.

    Iteration k has copy k mod S, S being as few as are right with no wait but those that the schedule needs anyway. With
    `slots=fewest`, asynchronous accesses count as finished when they are issued: then waits have to be added.
    """

    name = "size-buffers"

    slots: Literal["enough", "fewest"] = "enough"

    def run_on(self, root: Operation) -> None:
        """Look at every loop with statements that have stages."""
        loops = [
            op for op in walk(root) if (s := statements_of(op)) and all(STAGES in one.attributes for one in s)
        ]
        for loop in loops:
            self._size(loop, statements_of(loop))

    def _size(self, loop: Operation, statements: Sequence[Operation]) -> None:
        effects = Effects()
        touches = touches_of(statements, effects)
        waits = self.slots == "enough"
        asynchronous = [waits and ASYNC in statement.attributes for statement in statements]
        schedule = Schedule.of(times_of(statements), asynchronous)
        known = finishes(schedule, dependences_of(loop, statements, effects))
        for memory in sorted(private_memory(loop, touches), key=lambda m: m.name_hint or ""):
            own = [
                t
                for t in touches
                if isinstance(t.effect.root, SSAValue) and view_source(t.effect.root) is memory
            ]
            slots = slots_needed(schedule, known, _statements(own), _statements([t for t in own if t.writes]))
            if slots > 1:
                assert isinstance(memory, OpResult)
                _multiply(memory, slots, loop, statements)


def _statements(touches: Sequence[Touch]) -> list[int]:
    return sorted({touch.statement for touch in touches})


def _multiply(memory: OpResult, slots: int, loop: Operation, statements: Sequence[Operation]) -> None:
    """Allocate `slots` times the memory, and let each statement use the copy of its iteration."""
    old = memory.op
    old_type = cast("MemRefType[Attribute]", memory.type)
    new_type = MemRefType(
        old_type.element_type, [slots, *old_type.get_shape()], memory_space=old_type.memory_space
    )
    new = type(old).create(
        operands=old.operands,
        result_types=[new_type],
        properties=old.properties,
        attributes=old.attributes,
        location=old.location,
    )
    assert old.parent is not None
    old.parent.insert_op_before(new, old)
    new.results[0].name_hint = memory.name_hint
    for statement in statements:
        inside = [op for op in walk(statement) if memory in op.operands]
        if inside:
            copy = _copy_of(new.results[0], old_type, list(old.operands), slots, loop, statement)
            for op in inside:
                op.operands = [copy if operand is memory else operand for operand in op.operands]
    memory.replace_all_uses_with(new.results[0])  # where it is freed
    erase(old)


def _copy_of(
    memory: SSAValue,
    type_: MemRefType[Attribute],
    sizes: Sequence[SSAValue],
    slots: int,
    loop: Operation,
    statement: Operation,
) -> SSAValue:
    """The copy of the statement's iteration, as a view in front of its first op."""
    first = statement.regions[0].block.first_op
    assert first is not None
    build = Builder(first)

    def constant(number: int) -> SSAValue:
        return build.add(at(arith.ConstantOp(IntegerAttr(number, INDEX)), first.location)).results[0]

    number: SSAValue = loop.regions[0].block.args[0]
    if constant_of(loop.operands[0]) != 0:
        number = build.difference(number, loop.operands[0])
    if constant_of(loop.operands[2]) != 1:
        number = build.add(arith.DivUIOp(number, loop.operands[2])).results[0]
    slot = build.add(arith.RemUIOp(number, constant(slots))).results[0]
    shape, dynamic = shape_of(type_), iter(sizes)
    extents = [next(dynamic) if size is None else size for size in shape]
    rank = len(shape)
    layout = StridedLayoutAttr(row_major_strides(shape), None)
    result = MemRefType(type_.element_type, type_.get_shape(), layout, type_.memory_space)
    view = memref.SubviewOp.get(memory, [slot, *[0] * rank], [1, *extents], [1] * (rank + 1), result)
    copy = build.add(view).results[0]
    copy.name_hint = memory.name_hint
    return copy
