"""Memory as a dialect of its own has it, as memrefs and views of these, and back.

    %t = npu.alloc : !npu.tile<16xf32>                 an allocation at the beginning of the function
    %v = npu.part %t[%i] : ... -> !npu.tile<4xf32>     a view of it

The tables of the machine's file say what is what (`targets/dialect_memory.py`). A value of a type that is memory becomes a
memref, which names that type in its memory space. An op that gives memory stays as it is, said to touch nothing, and
`sync.as_memory` behind it says which memory its result stands for; who uses it uses that. So the way back needs nothing but
the text.

What is allocated has memory of its own all the time, also where a loop allocates it again: so does a program whose memory is
planned, in which each such op is given one place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from asyncir.analyses.integers.constants import constant_of
from asyncir.diagnostics import Diagnostic
from asyncir.dialects import scf
from asyncir.dialects.effects import Effects
from asyncir.dialects.foreign import ForeignOp, foreign_op
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.isolation import is_isolated
from asyncir.dialects.memref_layout import has_identity_layout, shape_of
from asyncir.dialects.memref_subview import ReinterpretCastOp, SubviewOp
from asyncir.dialects.memref_views import ExtractStridedMetaDataOp
from asyncir.dialects.sync import AsMemoryOp
from asyncir.dialects.written_ops import WRITTEN, written_op
from asyncir.ir import (
    DYNAMIC_INDEX,
    Attribute,
    Block,
    DenseArrayBase,
    DictionaryAttr,
    IndexType,
    IntegerType,
    IsTerminator,
    MemRefType,
    Operation,
    OpResult,
    Rewriter,
    SSAValue,
    StridedLayoutAttr,
    StringAttr,
    UnitAttr,
    i32,
    i64,
)
from asyncir.ir.marks import EFFECTS_ATTRIBUTE, FORM
from asyncir.ir.walk import block_of, enclosing, first_of, walk
from asyncir.targets.dialect_memory import MemoryOp, NoBuffer, memref_of, type_behind
from asyncir.targets.machine import MachineModel
from asyncir.targets.matching import NotGiven, memory_of
from asyncir.targets.written_forms import names_each_operand
from asyncir.transforms._blocks import at, erase
from asyncir.transforms._building import Builder, as_index
from asyncir.transforms._converting import convert_types
from asyncir.transforms._planned_addresses import allocation, places_of, view_of_address
from asyncir.transforms._remarks import complaint
from asyncir.transforms._rewriting import is_dead

# ---- to memrefs


def types_to_memrefs(root: Operation, machine: MachineModel) -> Iterator[Diagnostic]:
    """Give each value of a type that a `[[buffer]]` table names the type of a memref; says which are not as it says."""
    own = machine.own_memory
    if not own.buffers:
        return
    strided = {op.results[0].type for op in walk(root) if op.results and _view_of(machine, op) is not None}
    known: dict[Attribute, Attribute] = {}
    for op in walk(root):
        values = [*op.results, *(a for region in op.regions for b in region.blocks for a in b.args)]
        for type_ in (value.type for value in values):
            try:
                if type_ not in known:
                    made = memref_of(own, machine.memories, type_, strided=type_ in strided)
                    known[type_] = made or type_
            except NoBuffer as why:
                known[type_] = type_
                help = f"write it as a [[buffer]] table of '{machine.name}' says"
                yield complaint("P161", f"{op.name} is not as the machine has it: {why}", op, help)
    convert_types(root, lambda type_: known.get(type_, type_))


def _view_of(machine: MachineModel, op: Operation) -> MemoryOp | None:
    """The `[[view]]` table that an op fits."""
    named = (table for table in machine.own_memory.views if table.name == op.name)
    return next((t for t in named if t.form is None or t.form.found_in(op) is not None), None)


def gives_memory(machine: MachineModel, op: Operation) -> str:
    """The kind of the table that says that an op gives memory; empty where none does."""
    if places_of(machine, op) is not None:
        return "address"
    if any(table.name == op.name for table in machine.own_memory.allocations):
        return "allocate"
    return "" if _view_of(machine, op) is None else "view"


def memory_behind(machine: MachineModel, op: Operation) -> Operation:
    """Put behind an op that gives memory what memory that is, and let its users use that. Raises `NotGiven`."""
    if len(op.results) != 1 or not isinstance(op.results[0].type, MemRefType):
        given = ", ".join(str(result.type) for result in op.results) or "nothing"
        raise NotGiven(f"it gives {given}, and that is no memory which is known")
    result = op.results[0]
    places, view = places_of(machine, op), _view_of(machine, op)
    allocates = next((t for t in machine.own_memory.allocations if t.name == op.name), None)
    is_part = False
    if places is not None:
        memory = view_of_address(machine, op, _plain(result.type), places)
        _check_alone(machine, op)
    elif allocates is not None:
        memory = _allocation(op, allocates, _plain(result.type))
    else:
        assert view is not None
        memory = _part(op, view)
        is_part = view.form is None or memory is op.operands[view.of]
    touch_nothing(op)
    made = at(AsMemoryOp(memory, None, result.type, is_part=is_part), op.location)
    block_of(op).insert_op_after(made, op)
    made.result.name_hint = result.name_hint
    result.replace_all_uses_with(made.result)
    own = type_behind(result.type)
    given = result if own is None else Rewriter.replace_value_with_new_type(result, own)
    made.operands = [memory, given]
    return made


def touch_nothing(op: Operation) -> None:
    """Say of an op of another dialect that it touches nothing."""
    op.attributes |= {EFFECTS_ATTRIBUTE: StringAttr("none"), FORM: UnitAttr()}


def _plain(type_: Attribute) -> MemRefType[Any]:
    """The memref without gaps, however the type of what is seen of it lies."""
    memref = cast("MemRefType[Any]", type_)
    if type_behind(type_) is None:
        return memref
    return MemRefType(memref.element_type, memref.get_shape(), memory_space=memref.memory_space)


def _check_alone(machine: MachineModel, op: Operation) -> None:
    """Raise `NotGiven` where something else is in the memory that an op has an address in: it may be there."""
    memory = memory_of(machine, op.results[0].type)
    function = next(around for around in enclosing(op) if is_isolated(around))
    allocations = {table.name for table in machine.own_memory.allocations}
    for argument in function.regions[0].blocks[0].args:
        if memory is not None and memory_of(machine, argument.type) is memory:
            raise NotGiven(
                f"argument {argument.index} is in '{memory.name}' too, and its address is not known"
            )
    for other in walk(function):
        if kind_of(other) is OpKind.ALLOCATE and FORM not in other.attributes:
            is_one = True
        else:
            is_one = other.name in allocations and places_of(machine, other) is None
        if memory is not None and is_one and memory_of(machine, other.results[0].type) is memory:
            raise NotGiven(f"{other.name} gives memory in '{memory.name}' too, and its address is not known")


def _allocation(op: Operation, table: MemoryOp, type_: MemRefType[Any]) -> SSAValue:
    """Memory of its own, at the beginning of the function."""
    if not names_each_operand(op, table.besides):
        raise NotGiven("it has operands of which no table says what they are; they may say where it is")
    if None in shape_of(type_):
        raise NotGiven("its type does not say how much memory it allocates")
    function = next(around for around in enclosing(op) if is_isolated(around))
    return Builder(first_of(function.regions[0].blocks[0]), op).value(allocation(type_))


def _part(op: Operation, table: MemoryOp) -> SSAValue:
    """The part of other memory that a view is; that memory, where it is not known which part."""
    if table.of >= len(op.operands):
        raise NotGiven(f"it has no operand {table.of}")
    source = op.operands[table.of]
    whole: Attribute = source.type
    if not isinstance(whole, MemRefType):
        raise NotGiven(f"what memory a value of type {source.type} stands for is not known")
    said = table.form.found_in(op) if table.form is not None else None
    result = cast("MemRefType[Any]", op.results[0].type)
    if said is None or cast("MemRefType[Any]", whole).element_type != result.element_type:
        return source
    build = Builder(op)
    lists = {key: [_extent(one, build) for one in numbers] for key, numbers in said.items()}
    ranks = {len(numbers) for numbers in lists.values()} | {len(shape_of(op.results[0].type))}
    if len(ranks) > 1:
        raise NotGiven(f"its lists and its type have {' and '.join(map(str, sorted(ranks)))} dimensions")
    pairs = zip(lists["sizes"], shape_of(result), strict=True)
    if any(isinstance(size, int) and known not in (None, size) for size, known in pairs):
        raise NotGiven("its text and its type say different sizes")
    if any(isinstance(n, int) and n < 0 for n in (*lists["sizes"], *lists.get("offsets", ()))):
        raise NotGiven("it has a number below 0")
    if "strides" in lists and "offsets" not in lists:
        return _whole(source, lists["sizes"], lists["strides"], build)
    (rank,) = ranks
    dimensions = len(shape_of(cast("Attribute", whole)))
    if rank != dimensions:
        raise NotGiven(f"it has {rank} dimensions, and what it is a part of has {dimensions}")
    offsets = lists.get("offsets", [0] * rank)
    strides = lists.get("strides", [1] * rank)
    type_ = SubviewOp.infer_result_type(cast("Attribute", whole), offsets, lists["sizes"], strides)
    return build.value(SubviewOp.get(source, offsets, lists["sizes"], strides, type_))


def _extent(number: SSAValue | int, build: Builder) -> SSAValue | int:
    known = number if isinstance(number, int) else constant_of(number)
    if isinstance(number, SSAValue) and not isinstance(number.type, IndexType | IntegerType):
        raise NotGiven(f"one of its numbers is {number.type}")
    return as_index(cast("SSAValue", number), build) if known is None else known


def _whole(
    source: SSAValue, sizes: Sequence[SSAValue | int], strides: Sequence[SSAValue | int], build: Builder
) -> SSAValue:
    """All of a piece of memory with other sizes and strides."""
    static = [[DYNAMIC_INDEX if isinstance(n, SSAValue) else n for n in each] for each in (sizes, strides)]
    given = [[n for n in each if isinstance(n, SSAValue)] for each in (sizes, strides)]
    memref = cast("MemRefType[Any]", source.type)
    begin = [] if has_identity_layout(memref) else [_offset_of(source, build)]
    layout = StridedLayoutAttr([None if n == DYNAMIC_INDEX else n for n in static[1]], None if begin else 0)
    segments = [1, len(begin), len(given[0]), len(given[1])]
    made = ReinterpretCastOp.create(
        operands=[source, *begin, *given[0], *given[1]],
        result_types=[MemRefType(memref.element_type, static[0], layout, memref.memory_space)],
        properties={
            "static_offsets": DenseArrayBase.from_list(i64, [DYNAMIC_INDEX if begin else 0]),
            "static_sizes": DenseArrayBase.from_list(i64, static[0]),
            "static_strides": DenseArrayBase.from_list(i64, static[1]),
            "operandSegmentSizes": DenseArrayBase.from_list(i32, segments),
        },
    )
    return build.value(made)


def _offset_of(source: SSAValue, build: Builder) -> SSAValue:
    """Where memory begins in what it is a part of."""
    return build.add(ExtractStridedMetaDataOp.of(source)).results[1]


def regions_in_place(root: Operation, machine: MachineModel) -> Iterator[Diagnostic]:
    """Let each op of a `[[region]]` table be one whose region runs in place; says which cannot be."""
    names = {table.name for table in machine.own_memory.regions}
    for op in [op for op in walk(root) if op.name in names] if names else ():
        if len(op.regions) != 1 or len(op.regions[0].blocks) > 1 or op.operands or op.results:
            has = "operands" if op.operands else "results" if op.results else "not one region of one block"
            message = f"{op.name} is not as the machine has it: it has {has}"
            help = f"leave it out of the [[region]] tables of '{machine.name}'"
            yield complaint("P161", message, op, help)
            continue
        region = op.detach_region(op.regions[0])
        if not region.blocks:
            region.add_block(Block())
        last = region.blocks[0].last_op
        made = Builder(op).add(scf.ExecuteRegionOp.create(regions=[region]))
        if last is None or not last.has_trait(IsTerminator, value_if_unregistered=False):
            Builder(region.blocks[0], op).add(scf.YieldOp())
        made.attributes[FORM] = DictionaryAttr(
            {
                "op": StringAttr(op.name),
                "attributes": DictionaryAttr(op.attributes),
                "properties": DictionaryAttr(op.properties),
            }
        )
        erase(op)


# ---- and back


def memory_again(root: Operation) -> None:
    """Undo what the other functions here have done."""
    for op in list(walk(root)):
        if isinstance(op, AsMemoryOp) and op.value is not None:
            _again(op, op.value)
        elif kind_of(op) is OpKind.REGION and isinstance(form := op.attributes.get(FORM), DictionaryAttr):
            _region_again(op, form)
        elif isinstance(op, ForeignOp) and FORM in op.attributes:
            del op.attributes[FORM], op.attributes[EFFECTS_ATTRIBUTE]
    for made in [op for op in walk(root) if kind_of(op) is OpKind.ALLOCATE and FORM in op.attributes]:
        if made.results[0].first_use is None:
            erase(made)
    convert_types(root, lambda type_: type_behind(type_) or type_)


def _again(op: AsMemoryOp, value: SSAValue) -> None:
    value.name_hint = op.result.name_hint
    op.result.replace_all_uses_with(value)
    memory = op.memory
    erase(op)
    _drop_unused(memory)


def _drop_unused(value: SSAValue) -> None:
    """Erase what gives memory, or computes a number of it, that nobody needs any more."""
    if not isinstance(value, OpResult) or isinstance(value.op, ForeignOp | AsMemoryOp):
        return
    if is_dead(value.op, Effects()):
        operands = list(value.op.operands)
        erase(value.op)
        for operand in operands:
            _drop_unused(operand)


def _region_again(op: Operation, form: DictionaryAttr) -> None:
    name = cast("StringAttr", form.data["op"]).data
    attributes, properties = (cast("DictionaryAttr", form.data[key]) for key in ("attributes", "properties"))
    made_of = written_op(name) if WRITTEN in properties.data else foreign_op(name)[0]
    block = op.regions[0].blocks[0]
    end = block.last_op
    if isinstance(end, scf.YieldOp):
        erase(end)
    made = made_of.create(
        attributes=attributes.data, properties=properties.data, regions=[op.detach_region(op.regions[0])]
    )
    Builder(op).add(made)
    erase(op)
