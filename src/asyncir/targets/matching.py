"""Which table of a machine file an op fits, and what it says of that op."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from asyncir.dialects.effects import Access, Effects
from asyncir.dialects.foreign import ForeignOp
from asyncir.ir import (
    AnyFloat,
    Attribute,
    BoolAttr,
    DictionaryAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    NoneAttr,
    Operation,
    SSAValue,
    StringAttr,
    TensorType,
    UnrankedMemRefType,
    UnregisteredAttr,
    VectorType,
)
from asyncir.targets.bodies import effects_of_bodies
from asyncir.targets.dialect_memory import MEMORY
from asyncir.targets.machine import MachineModel
from asyncir.targets.resources import MachineMemory
from asyncir.targets.vendor_ops import FromAttribute, FromOperand, FromText, Given, Side, VendorOp, VendorSync

_MEMORY = (MemRefType, UnrankedMemRefType)
_NO_MEMORY = (IntegerType, IndexType, AnyFloat, VectorType, TensorType)


class NotGiven(Exception):
    """Says what an op lacks of what its table asks for."""


class NoMemory(NotGiven):
    """Says of which type it is not known what memory it stands for."""


class NotListed(NotGiven):
    """Says what an op, or the body of its table, touches that the table does not list."""


@dataclass(frozen=True, slots=True)
class VendorWork:
    """An op as a work."""

    table: VendorOp
    engine: str
    reads: tuple[SSAValue, ...] = ()
    """The memory that it reads; empty, as `writes`, where asyncir knows what it touches."""
    writes: tuple[SSAValue, ...] = ()

    @property
    def touches_nothing(self) -> bool:
        """Whether its table lists no memory, as that of a hint."""
        return self.table.reads == () and self.table.writes == ()


def as_work(machine: MachineModel, op: Operation) -> VendorWork | None:
    """The op as a work, if a table says that it is one. Raises `NotGiven`."""
    for table in machine.ops:
        if table.name == op.name and _has(op, table.when):
            reads, writes = touched(table, op)
            if _moves(machine, table, reads, writes):
                engine = engine_of(machine, op, table.engine)
                own = table.reads is None and table.writes is None
                if not own:
                    _check_listed(table, op, reads, writes)
                return VendorWork(table, engine, *(((), ()) if own else (reads, writes)))
    return None


def _check_listed(
    table: VendorOp, op: Operation, reads: Sequence[SSAValue], writes: Sequence[SSAValue]
) -> None:
    """Raise `NotListed` where the op touches memory that its table does not list."""
    for access, number, whose in _touched_by(table, op):
        operand, key = op.operands[number], "reads" if access is Access.READ else "writes"
        if operand not in (writes if access is not Access.READ else (*reads, *writes)):
            raise NotListed(f"{whose} {key} operand {number}, which `{key}` does not list")


def _touched_by(table: VendorOp, op: Operation) -> Iterator[tuple[Access, int, str]]:
    """The operands that an op touches, as far as asyncir knows: of another dialect's op the body says it."""
    if isinstance(op, ForeignOp):
        yield from () if table.body is None else _body_touched(table.body, op)
        return
    for effect in Effects().of(op):
        for number, operand in enumerate(op.operands):
            if operand is effect.root and effect.access is not Access.ALLOC:
                yield effect.access, number, "it"


def _body_touched(body: str, op: Operation) -> Iterator[tuple[Access, int, str]]:
    """The operands that the functions of a body touch which take as many."""
    for function in effects_of_bodies(body):
        if function.arguments == len(op.operands):
            yield from ((Access.WRITE, number, "its body") for number in sorted(function.writes))
            yield from ((Access.READ, number, "its body") for number in sorted(function.reads))


def as_sync(machine: MachineModel, op: Operation) -> VendorSync | None:
    """The table that says that an op signals, waits, or prepares for that."""
    named = (table for table in machine.syncs if table.name == op.name and _has(op, table.when))
    return next((table for table in named if table.form is None or table.form.found_in(op) is not None), None)


def forms_of(machine: MachineModel, name: str) -> list[str]:
    """The forms in which the tables of a machine know the text of an operation."""
    memory = machine.own_memory
    tables = (*machine.syncs, *memory.addresses, *memory.views)
    return [table.form.text for table in tables if table.name == name and table.form is not None]


def _has(op: Operation, when: Iterable[tuple[str, str | int]]) -> bool:
    return all(_is_said(op.get_attr_or_prop(name), wanted) for name, wanted in when)


def _is_said(attribute: Attribute | None, wanted: str | int) -> bool:
    """Whether an attribute is there, or has a text; a flag that is false is none."""
    if not isinstance(wanted, bool):
        return attribute is not None and wanted in list(readings(attribute))
    return (attribute is not None and attribute != BoolAttr.from_bool(False)) is wanted


# What it touches


def touched(table: VendorOp, op: Operation) -> tuple[tuple[SSAValue, ...], tuple[SSAValue, ...]]:
    """The memory that an op reads and that it writes: as the table lists it, or as asyncir knows."""
    if table.reads is None and table.writes is None:
        effects = Effects().of(op)
        roots = [
            tuple(
                dict.fromkeys(e.root for e in effects if e.access is access and isinstance(e.root, SSAValue))
            )
            for access in (Access.READ, Access.WRITE)
        ]
        return roots[0], roots[1]
    reads, writes = (dict.fromkeys(_listed(op, sides or ())) for sides in (table.reads, table.writes))
    return tuple(reads), tuple(writes)


def _listed(op: Operation, sides: Iterable[Side | int]) -> Iterator[SSAValue]:
    for side in sides:
        if isinstance(side, int) and side >= len(op.operands):
            raise NotGiven(f"it has no operand {side}")
        for value in (op.operands[side],) if isinstance(side, int) else _side(op, side):
            if isinstance(value.type, _MEMORY):
                yield value
            elif not isinstance(value.type, _NO_MEMORY):
                raise NoMemory(f"what memory a value of type {value.type} stands for is not known")


def _side(op: Operation, side: Side) -> Sequence[SSAValue]:
    if isinstance(op, ForeignOp):
        return op.inputs if side is Side.INS else op.outputs
    return op.operands if side is Side.INS else ()


def _moves(
    machine: MachineModel, table: VendorOp, reads: Sequence[SSAValue], writes: Sequence[SSAValue]
) -> bool:
    """Whether the op reads and writes the memories that the table is for."""
    return all(
        wanted is None
        or any(m.name == wanted for v in values if (m := memory_of(machine, v.type)) is not None)
        for wanted, values in zip(table.moves, (reads, writes), strict=True)
    )


def memory_of(machine: MachineModel, type_: Attribute) -> MachineMemory | None:
    """The memory of a memref."""
    if not isinstance(type_, _MEMORY):
        return None
    space = type_.memory_space
    if isinstance(space, DictionaryAttr) and isinstance(name := space.data.get(MEMORY), StringAttr):
        return next((m for m in machine.memories if m.name == name.data), None)
    texts = [""] if isinstance(space, NoneAttr) else list(map(str, readings(space)))
    return next((m for m in machine.memories if any(space in texts for space in (m.space, *m.also))), None)


def operands_of(table: VendorOp, op: Operation) -> tuple[list[SSAValue], list[SSAValue]]:
    """What an op computes from, memory and numbers, and the memory that it computes. Raises `NotGiven`."""
    lists: list[list[SSAValue]] = [[], []]
    for found, sides, side in zip(lists, (table.reads, table.writes), Side, strict=True):
        for each in sides or ():
            if isinstance(each, int) and each >= len(op.operands):
                raise NotGiven(f"it has no operand {each}")
            if isinstance(each, int):
                found.append(op.operands[each])
            elif each is side:
                found += _side(op, each)
    return lists[0], lists[1]


# What its attributes say


def readings(attribute: Attribute) -> Iterator[str | int]:
    """What a machine file may call an attribute: a text, a number, what is in its angle brackets, all that is written."""
    if isinstance(attribute, StringAttr):
        yield attribute.data
    if isinstance(attribute, IntegerAttr):
        number = cast("IntegerAttr[Any]", attribute).value.data
        yield from (number, str(number))
    if isinstance(attribute, UnregisteredAttr):
        yield attribute.value.data
    yield str(cast(Attribute, attribute))


def engine_of(machine: MachineModel, op: Operation, where: Given) -> str:
    """The engine that a table means. Raises `NotGiven`."""
    found = _constant(machine, op, where)
    if isinstance(found, str) and machine.has_engine(found):
        return found
    known = ", ".join(engine.name for engine in machine.engines)
    raise NotGiven(f"'{found}' is no engine of '{machine.name}', which has {known}")


def number_of(machine: MachineModel, op: Operation, where: Given) -> int | SSAValue:
    """The number that a table means. Raises `NotGiven`."""
    if isinstance(where, FromOperand):
        if where.operand >= len(op.operands):
            raise NotGiven(f"it has no operand {where.operand}")
        return op.operands[where.operand]
    if isinstance(where, FromText) and isinstance(value := where.form.value(op, where.key), SSAValue):
        return value
    found = _constant(machine, op, where)
    if isinstance(found, int):
        return found
    if isinstance(where, FromText) and found.isdecimal():
        return int(found)
    raise NotGiven(f"'{found}' is no number")


def _constant(machine: MachineModel, op: Operation, where: Given) -> str | int:
    """A constant, or what an attribute or a word stands for."""
    if isinstance(where, FromText):
        said = where.form.value(op, where.key)
        if not isinstance(said, str):
            raise NotGiven(f"its text says no constant for '{where.key}'")
        return machine.names.get(said, said)
    if not isinstance(where, FromAttribute):
        assert isinstance(where, (str, int))
        return where
    attribute = op.get_attr_or_prop(where.attribute)
    if attribute is None:
        if where.default is None:
            raise NotGiven(f"the attribute '{where.attribute}' is missing")
        return where.default
    texts = list(readings(attribute))
    return next((machine.names[str(text)] for text in texts if str(text) in machine.names), texts[0])
