"""How programs report to the library that looks for races: events as they are, accesses with the place where they are."""

from __future__ import annotations

from asyncir.dialects.async_types import CompletionType, ValueType
from asyncir.dialects.rt_races import TellOp, TouchOp
from asyncir.ir import Operation
from asyncir.lowering.cpu.emit_async import completion_header
from asyncir.lowering.cpu.handlers import handles
from asyncir.lowering.cpu.task_function import TaskFunction
from asyncir.lowering.llvm.descriptors import Parts, element_address, layout_of, parts, plus, times
from asyncir.lowering.llvm.function_text import location_text
from asyncir.lowering.llvm.types import MemRefLayout, size_and_alignment

_LARGEST = 6
"""The library knows elements of up to 2**6 bytes; larger ones are known by their first so many."""


@handles("rt.tell", properties=("event",))
def _tell(f: TaskFunction, op: Operation) -> None:
    assert isinstance(op, TellOp)
    event = op.event.data
    operands: list[object] = [
        completion_header(f, v) if isinstance(v.type, CompletionType) else f.one(v) for v in op.arguments
    ]
    if event == "enter":
        operands.append(f.module.race_sites.table())
    held = f.call(f"asyncir_races_{event}", *operands)
    if op.result is not None:
        f.set(op.result, [held])


@handles("rt.touch", properties=("how", "of", "task", "whole", "stepped", "operandSegmentSizes"))
def _touch(f: TaskFunction, op: Operation) -> None:
    assert isinstance(op, TouchOp)
    if isinstance(op.memory.type, ValueType):
        _touch_payload(f, op)
        return
    layout, memory = layout_of(op.memory.type), parts(f, op.memory)
    if op.how.data == "fresh":
        _fresh(f, layout, memory)
        return
    site = f.module.race_sites.number(op.of.data, op.task.data, location_text(op.location))
    who = (f.one(op.activation), f.one(op.epoch))
    indices = [f.one(i) for i in op.indices] or ["0"] * layout.rank
    address = element_address(f, layout, memory, indices)
    bytes_, _ = size_and_alignment(layout.element)
    size = 0 if f.module.race_sites.by_byte else _size_of(bytes_)
    extents = memory.sizes if op.whole is not None else [f.one(e) for e in op.extents]
    one_cell = not extents and not (f.module.race_sites.by_byte and bytes_ > 1)
    if op.how.data == "atomic" or one_cell:
        f.call(f"asyncir_races_{op.how.data}", *who, address, size, site)
        return
    known = [times(f, stride, str(bytes_)) for stride in memory.strides]
    strides = [*["0"] * (len(extents) - len(known)), *known][-len(extents) :] if extents else []
    if f.module.race_sites.by_byte and bytes_ > 1:
        extents, strides = [*extents, str(bytes_)], [*strides, "1"]
    box = f.alloca("i64", 8, max(2 * len(extents), 1))
    for i, operand in enumerate((*extents, *strides)):
        f.store("i64", operand, f.at(box, 8 * i))
    step, write = op.stepped.value.data if op.stepped is not None else 0, int(op.how.data == "write")
    places = (box, f.at(box, 8 * len(extents)))
    f.call("asyncir_races_box", *who, step, address, size, site, write, len(extents), *places)


def _touch_payload(f: TaskFunction, op: TouchOp) -> None:
    """No two payloads lie within 16 bytes."""
    address = f.one(op.memory)
    if op.how.data == "fresh":
        f.call("asyncir_races_fresh", address, 16, 4)
        return
    site = f.module.race_sites.number(op.of.data, op.task.data, location_text(op.location))
    f.call(f"asyncir_races_{op.how.data}", f.one(op.activation), f.one(op.epoch), address, 4, site)


def _size_of(bytes_: int) -> int:
    """The exponent of the greatest power of two that divides it."""
    return min((bytes_ & -bytes_).bit_length() - 1, _LARGEST)


def _fresh(f: TaskFunction, layout: MemRefLayout, memory: Parts) -> None:
    bytes_, _ = size_and_alignment(layout.element)
    total = memory.offset
    if layout.identity:
        total = "1"
        for extent in memory.sizes:
            total = times(f, total, extent)
    else:
        for extent, stride in zip(memory.sizes, memory.strides, strict=True):
            total = plus(f, total, times(f, extent, stride))
    size = 0 if f.module.race_sites.by_byte else _size_of(bytes_)
    f.call("asyncir_races_fresh", memory.aligned, times(f, total, str(bytes_)), size)
