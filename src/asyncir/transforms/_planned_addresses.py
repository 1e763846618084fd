"""Memory that a vendor's op says by its address: views of one allocation for each memory, and back.

    %m = npu.at(%c0) : memref<16xf16, "ub">               memory from byte 0 on
    %m = npu.at(%c0, %c32) : memref<16xf16, "ub">         iterations of the loop around take the two in turn

An `[[address]]` table names such an op. What overlaps is then seen as of any other views. Of several addresses the first
is for the first time that the loop's body runs, the next one for the next time, also where a loop around runs the loop
again: so the number of a time counts iterations of all loops around.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, cast

from asyncir.analyses.integers.constants import constant_of
from asyncir.dialects import arith
from asyncir.dialects.effects import Effects, callee_name
from asyncir.dialects.foreign import foreign_op
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.isolation import is_isolated
from asyncir.dialects.memref import AllocOp
from asyncir.dialects.memref_layout import bytes_of_element, has_identity_layout, shape_of
from asyncir.dialects.memref_views import ViewOp
from asyncir.dialects.written_ops import WRITTEN, written_op
from asyncir.ir import (
    Attribute,
    Block,
    DenseArrayBase,
    DictionaryAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    Operation,
    OpResult,
    SSAValue,
    StringAttr,
    TypeAttribute,
    i8,
    i64,
)
from asyncir.ir.marks import FORM
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import block_of, enclosing, first_of, home_of, outermost, walk
from asyncir.targets.machine import MachineModel
from asyncir.targets.matching import NotGiven, memory_of
from asyncir.transforms._added_waits import trip_count, trips
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import Builder, as_index, iteration_of
from asyncir.transforms._rewriting import is_dead

_IN_PLACE = (OpKind.IF, OpKind.SWITCH)
IN_TURN = "its addresses are taken in turn"


def is_address(machine: MachineModel, op: Operation) -> bool:
    """Whether an `[[address]]` table names the op."""
    return op.name in machine.addresses


def addresses_in_callees(root: Operation, machine: MachineModel) -> Iterator[tuple[Operation, str]]:
    """The ops of functions that others call, with who does: one memory would have an allocation in each of them."""
    if not machine.addresses:
        return
    callers: dict[str, str] = {}
    for op in walk(outermost(root)):
        callee = callee_name(op)
        if callee is not None:
            around = next((a for a in enclosing(op) if symbol_name(a) is not None), None)
            callers.setdefault(callee, (around and symbol_name(around)) or "")
    for op in walk(root):
        name = symbol_name(op)
        if name in callers:
            yield from ((inner, callers[name]) for inner in walk(op) if is_address(machine, inner))


# ---- to views


def view_of_address(machine: MachineModel, op: Operation) -> Operation:
    """Put a view where the op was. Raises `NotGiven` where what it says is not memory at an address."""
    type_ = op.results[0].type if len(op.results) == 1 else None
    if not isinstance(type_, MemRefType):
        raise NotGiven("its result is no memref")
    type_ = cast("MemRefType[Any]", type_)
    if not has_identity_layout(type_) or bytes_of_element(type_) is None:
        raise NotGiven(f"what bytes a {type_} has is not known")
    memory = memory_of(machine, type_)
    if memory is None or memory.bytes is None:
        raise NotGiven(f"the memory of a {type_} has no size in the machine's file")
    unknown = shape_of(type_).count(None)
    places, sizes = op.operands[: len(op.operands) - unknown], op.operands[len(op.operands) - unknown :]
    if not places:
        raise NotGiven("it has no address")
    _check_inside(places, type_, memory.bytes)
    build = Builder(op)
    shift = _shift(op, places, build)
    arena = _arena(op, type_, memory.bytes)
    view = ViewOp.create(
        operands=[arena, shift, *(_index(size, build) for size in sizes)], result_types=[type_]
    )
    build.add(view)
    view.attributes[FORM] = _form(op, places)
    op.results[0].replace_all_uses_with(view.results[0])
    view.results[0].name_hint = op.results[0].name_hint
    erase(op)
    return view


def _check_inside(places: Sequence[SSAValue], type_: MemRefType[Any], size: int) -> None:
    """Raise `NotGiven` where it is known that some byte is outside of the memory."""
    sizes = shape_of(type_)
    length = (bytes_of_element(type_) or 0) * math.prod(one or 0 for one in sizes)
    for place in places:
        number = constant_of(place)
        if number is not None and not 0 <= number <= size - length:
            raise NotGiven(
                f"{length} bytes from byte {number} on are not inside of the memory, which has {size}"
            )


def _form(op: Operation, places: Sequence[SSAValue]) -> DictionaryAttr:
    """What a view has to know to become the op again: addresses of which there are several are constants."""
    numbers = [constant_of(value) for value in places]
    if len(places) > 1 and None in numbers:
        raise NotGiven("of several addresses each has to be a constant")
    known = [number for number in numbers if number is not None]
    return DictionaryAttr(
        {
            "op": StringAttr(op.name),
            "type": places[0].type,
            "addresses": DenseArrayBase.from_list(i64, known),
            "attributes": DictionaryAttr(op.attributes),
            "properties": DictionaryAttr(op.properties),
        }
    )


def _index(value: SSAValue, build: Builder) -> SSAValue:
    if not isinstance(value.type, IndexType | IntegerType):
        raise NotGiven(f"its operand is {value.type}, where a number is needed")
    return as_index(value, build)


def _arena(op: Operation, type_: MemRefType[Any], size: int) -> SSAValue:
    """The bytes of a memory: one allocation at the beginning of the function."""
    wanted = MemRefType(i8, [size], memory_space=type_.memory_space)
    function = next(around for around in enclosing(op) if is_isolated(around))
    first = function.regions[0].blocks[0]
    for one in first.ops:
        if kind_of(one) is not OpKind.ALLOCATE:
            break
        if FORM in one.attributes and one.results[0].type == wanted:
            return one.results[0]
    made = AllocOp.create(
        operands=[],
        result_types=[wanted],
        properties={"operandSegmentSizes": DenseArrayBase.from_list(IntegerType(32), [0, 0])},
        attributes={FORM: StringAttr(op.name)},
    )
    return Builder(first_of(first), op).value(made)


def _shift(op: Operation, places: Sequence[SSAValue], build: Builder) -> SSAValue:
    """The byte that it begins with."""
    loops = _loops_around(op) if len(places) > 1 else []
    if not loops:
        return _index(places[0], build)
    slot = build.value(arith.RemUIOp(_time(loops, build), build.index(len(places))))
    numbers = [constant_of(place) for place in places]
    first, step = numbers[0], (numbers[1] or 0) - (numbers[0] or 0)
    if first is not None and step > 0 and numbers == [first + step * n for n in range(len(places))]:
        return build.plus(build.times(slot, build.index(step)), build.index(first))
    found = _index(places[0], build)
    for number, place in enumerate(places[1:], 1):
        found = build.either(build.test(slot, "eq", build.index(number)), _index(place, build), found)
    return found


def _loops_around(op: Operation) -> list[Operation]:
    """The loops around, inmost first."""
    found: list[Operation] = []
    is_in_branch = False
    for around in enclosing(op):
        if is_isolated(around):
            break
        if kind_of(around) is OpKind.COUNTED_LOOP:
            if is_in_branch:
                raise NotGiven(f"{IN_TURN}, and how often a branch around its loop is taken is not known")
            found.append(around)
        elif kind_of(around) not in _IN_PLACE:
            raise NotGiven(f"{IN_TURN}, and {around.name} around it has no counter")
        else:
            is_in_branch = bool(found)
    return found


def _time(loops: Sequence[Operation], build: Builder) -> SSAValue:
    """How often the inmost loop's body has run before."""
    inmost, *others = loops
    number = iteration_of(inmost, build)
    if not others:
        return number
    if any(_is_inside(bound, loop) for bound in inmost.operands[:3] for loop in others):
        raise NotGiven(f"{IN_TURN}, and how often its loop runs is not always the same")
    kind = inmost.operands[0].type
    if trip_count(inmost) is None and not isinstance(kind, IndexType):
        raise NotGiven(f"{IN_TURN}, and how often a loop runs that counts in {kind} is not known")
    return build.plus(build.times(_time(others, build), trips(inmost, build)), number)


def _is_inside(value: SSAValue, loop: Operation) -> bool:
    """Whether a value may be another one in each iteration: constants are not."""
    if constant_of(value) is not None:
        return False
    home = home_of(value)
    around = None if home is None else home.parent_op()
    return around is not None and loop in (around, *enclosing(around))


# ---- and back


_Constants = dict[Block, dict[Attribute, SSAValue]]
"""By block: the constants that stand in it, in front of where a walk is."""


def addresses_again(root: Operation) -> None:
    """Let each view that was made of an op of an `[[address]]` table be that op again."""
    constants: _Constants = defaultdict(dict)
    for op in list(walk(root)):
        if kind_of(op) is OpKind.CONSTANT and "value" in op.properties:
            constants[block_of(op)].setdefault(op.properties["value"], op.results[0])
        elif isinstance(op, ViewOp) and isinstance(form := op.attributes.get(FORM), DictionaryAttr):
            _address_again(op, form, constants)
    for arena in [op for op in walk(root) if kind_of(op) is OpKind.ALLOCATE and FORM in op.attributes]:
        if arena.results[0].first_use is None:
            erase(arena)


def _address_again(view: ViewOp, form: DictionaryAttr, constants: _Constants) -> None:
    build = Builder(view)
    attributes, properties = (cast("DictionaryAttr", form.data[key]) for key in ("attributes", "properties"))
    type_ = cast("TypeAttribute", form.data["type"])
    known = cast("Any", form.data["addresses"]).get_values()
    places = [_constant(IntegerAttr(number, cast("Any", type_)), build, constants) for number in known]
    if not places:
        shift = view.byte_shift
        is_cast = isinstance(shift, OpResult) and isinstance(shift.op, arith.IndexCastOp)
        places = [cast("OpResult", shift).op.operands[0] if is_cast else shift]
    name = cast("StringAttr", form.data["op"]).data
    made_of = written_op(name) if WRITTEN in properties.data else foreign_op(name)[0]
    made = made_of.create(
        operands=[*places, *view.sizes],
        result_types=[view.result.type],
        attributes=attributes.data,
        properties=properties.data,
    )
    build.add(made)
    view.result.replace_all_uses_with(made.results[0])
    made.results[0].name_hint = view.result.name_hint
    shift = view.byte_shift
    erase(view)
    _drop_unused(shift)


def _drop_unused(value: SSAValue) -> None:
    """Erase what computes a number that nobody needs any more."""
    if isinstance(value, OpResult) and is_dead(value.op, Effects()):
        operands = list(value.op.operands)
        erase(value.op)
        for operand in operands:
            _drop_unused(operand)


def _constant(attribute: Attribute, build: Builder, constants: _Constants) -> SSAValue:
    """A constant that stands in front of the view or of what is around it, or one that is made.

    The outmost one: those beside the view may be there to compute what goes with it.
    """
    blocks: list[Block] = []
    block: Block | None = build.block
    while block is not None:
        blocks.append(block)
        around = block.parent_op()
        block = None if around is None or is_isolated(around) else around.parent
    for block in reversed(blocks):
        found = constants[block].get(attribute)
        if isinstance(found, OpResult) and found.op.parent is block:  # it may have gone with another view
            return found
    return build.value(arith.ConstantOp(cast("Any", attribute)))
