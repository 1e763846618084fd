"""Memory that a vendor's op says by its address: views of one allocation for each memory.

    %m = npu.at(%c0) : memref<16xf16, "ub">               memory from byte 0 on
    %m = npu.at(%c0, %c32) : memref<16xf16, "ub">         iterations of the loop around take the two in turn

An `[[address]]` table names such an op. What overlaps is then seen as of any other views. Of several addresses the first
is for the first time that the loop's body runs, the next one for the next time, also where a loop around runs the loop
again: so the number of a time counts iterations of all loops around.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, cast

from asyncir.analyses.integers.constants import constant_of
from asyncir.dialects import arith
from asyncir.dialects.effects import callee_name
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.isolation import is_isolated
from asyncir.dialects.memref import AllocOp
from asyncir.dialects.memref_layout import bytes_of_element, has_identity_layout, shape_of
from asyncir.dialects.memref_views import ViewOp
from asyncir.ir import (
    Attribute,
    DenseArrayBase,
    DictionaryAttr,
    IndexType,
    IntegerType,
    MemRefType,
    Operation,
    SSAValue,
    StringAttr,
    UnitAttr,
    i8,
)
from asyncir.ir.marks import FORM
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import enclosing, first_of, home_of, outermost, walk
from asyncir.targets.dialect_memory import MEMORY
from asyncir.targets.machine import MachineModel
from asyncir.targets.matching import NotGiven, memory_of
from asyncir.targets.resources import MachineMemory
from asyncir.transforms._added_waits import trip_count, trips
from asyncir.transforms._building import Builder, as_index, iteration_of

_IN_PLACE = (OpKind.IF, OpKind.SWITCH)
IN_TURN = "its addresses are taken in turn"


def addresses_in_callees(root: Operation, machine: MachineModel) -> Iterator[tuple[Operation, str]]:
    """The ops of functions that others call, with who does: one memory would have an allocation in each call."""
    own = machine.own_memory
    allocating = {table.name for table in own.allocations}
    if not (own.addresses or allocating):
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
            gives = (
                inner
                for inner in walk(op)
                if inner.name in allocating or places_of(machine, inner) is not None
            )
            yield from ((inner, callers[name]) for inner in gives)


def places_of(machine: MachineModel, op: Operation) -> list[SSAValue | int] | None:
    """The addresses that an op is given, if an `[[address]]` table names it.

    Where no form says them, sizes that its type leaves open are behind them.
    """
    for table in machine.own_memory.addresses:
        if table.name == op.name and table.form is None:
            type_: Attribute | None = op.results[0].type if len(op.results) == 1 else None
            is_memref = isinstance(type_, MemRefType)
            unknown = shape_of(cast("Attribute", type_)).count(None) if is_memref else 0
            return list(op.operands[: len(op.operands) - unknown])
        if table.name == op.name and table.form is not None:
            found = table.form.found_in(op)
            if found is not None:
                return found["addresses"]
    return None


def view_of_address(
    machine: MachineModel, op: Operation, type_: MemRefType[Any], places: Sequence[SSAValue | int]
) -> SSAValue:
    """A view of the memory behind an op that gives it by its address.

    Raises `NotGiven` where what it says is not memory at an address.
    """
    if not has_identity_layout(type_) or bytes_of_element(type_) is None:
        raise NotGiven(f"what bytes a {type_} has is not known")
    memory = memory_of(machine, type_)
    if memory is None or memory.bytes is None:
        name = type_ if memory is None else f"'{memory.name}'"
        raise NotGiven(
            f"the memory {name} has no size in the machine's file, so that nothing has an address in it"
        )
    if not places:
        raise NotGiven("it has no address")
    if len(places) > 1 and None in map(_known, places):
        raise NotGiven("of several addresses each has to be a constant")
    unknown = shape_of(type_).count(None)
    sizes = op.operands[len(op.operands) - unknown :]
    _check_inside(places, type_, memory.bytes)
    build = Builder(op)
    shift = _shift(op, places, build)
    bytes_ = _arena(op, memory)
    seen = MemRefType(type_.element_type, type_.get_shape(), memory_space=bytes_.type.memory_space)
    operands = [bytes_, shift, *(_index(size, build) for size in sizes)]
    return build.value(ViewOp.create(operands=operands, result_types=[seen]))


def _known(place: SSAValue | int) -> int | None:
    return place if isinstance(place, int) else constant_of(place)


def _check_inside(places: Sequence[SSAValue | int], type_: MemRefType[Any], size: int) -> None:
    """Raise `NotGiven` where it is known that some byte is outside of the memory."""
    sizes = shape_of(type_)
    length = (bytes_of_element(type_) or 0) * math.prod(one or 0 for one in sizes)
    for place in places:
        number = _known(place)
        if number is not None and not 0 <= number <= size - length:
            raise NotGiven(
                f"{length} bytes from byte {number} on are not inside of the memory, which has {size}"
            )


def _index(value: SSAValue | int, build: Builder) -> SSAValue:
    if isinstance(value, int):
        return build.index(value)
    if not isinstance(value.type, IndexType | IntegerType):
        raise NotGiven(f"its operand is {value.type}, where a number is needed")
    return as_index(value, build)


def _arena(op: Operation, memory: MachineMemory) -> SSAValue[MemRefType[Any]]:
    """The bytes of a memory: one allocation at the beginning of the function, whichever of its spaces a type names."""
    wanted = MemRefType(
        i8, [memory.bytes or 0], memory_space=DictionaryAttr({MEMORY: StringAttr(memory.name)})
    )
    function = next(around for around in enclosing(op) if is_isolated(around))
    first = function.regions[0].blocks[0]
    for one in first.ops:
        if kind_of(one) is not OpKind.ALLOCATE:
            break
        if FORM in one.attributes and one.results[0].type == wanted:
            return cast("SSAValue[MemRefType[Any]]", one.results[0])
    made = allocation(wanted)
    return cast("SSAValue[MemRefType[Any]]", Builder(first_of(first), op).value(made))


def allocation(type_: MemRefType[Any]) -> Operation:
    """Memory for what a dialect has in a way of its own; it goes again with what is seen of it."""
    return AllocOp.create(
        operands=[],
        result_types=[type_],
        properties={"operandSegmentSizes": DenseArrayBase.from_list(IntegerType(32), [0, 0])},
        attributes={FORM: UnitAttr()},
    )


def _shift(op: Operation, places: Sequence[SSAValue | int], build: Builder) -> SSAValue:
    """The byte that it begins with."""
    loops = _loops_around(op) if len(places) > 1 else []
    if not loops:
        return _index(places[0], build)
    slot = build.value(arith.RemUIOp(_time(loops, build), build.index(len(places))))
    numbers = list(map(_known, places))
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
        elif kind_of(around) is OpKind.REGION:
            continue
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
