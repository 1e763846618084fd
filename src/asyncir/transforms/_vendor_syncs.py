"""Ops of the sync dialect as ops of a vendor, and back: what the `[[sync]]` tables of a machine say.

Of a vendor's op, what its table does not say is kept in an attribute of the sync op (`FORM`), where there is anything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from asyncir.dialects import arith, context, sync
from asyncir.dialects.foreign import SEGMENTS, DestinationOp, ForeignOp, foreign_op
from asyncir.dialects.number_text import Number
from asyncir.dialects.written_ops import WRITTEN, WrittenOp, written_op
from asyncir.ir import (
    Attribute,
    DictionaryAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    Operation,
    OpResult,
    SSAValue,
    StringAttr,
    UnitAttr,
    UnregisteredAttr,
    VerifyException,
    i64,
)
from asyncir.ir.marks import FORM
from asyncir.targets.machine import MachineModel
from asyncir.targets.matching import NotGiven, as_sync, engine_of, number_of
from asyncir.targets.vendor_ops import Does, FromAttribute, FromOperand, FromText, Given, VendorSync
from asyncir.targets.written_forms import WrittenForm
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import Builder

_OPS: Mapping[Does, type[Any]] = {
    Does.SIGNAL: sync.SignalOp,
    Does.WAIT: sync.WaitOp,
    Does.COMMIT: sync.CommitOp,
    Does.INIT: sync.InitOp,
    Does.ARM: sync.ArmOp,
    Does.FREE: sync.FreeOp,
    Does.FENCE: sync.FenceOp,
}


# From a vendor's op


def sync_op_of(machine: MachineModel, table: VendorSync, op: Operation, build: Builder) -> Operation:
    """Put what the op is in front of it. Raises `NotGiven`."""
    engines = [_engine(machine, op, given) for given in (table.source, table.target, table.engine)]
    if table.does is Does.BARRIER:
        made: Operation = build.add(sync.BarrierOp(engines[2]))
    else:
        numbers = [_index(_number(machine, op, given), build) for given in (table.instance, table.number)]
        made = build.add(_OPS[table.does](table.resource, *numbers, *engines, table.until))
    if not _is_plain(machine, table, made, op):
        made.attributes[FORM] = _form(op)
    return made


def _engine(machine: MachineModel, op: Operation, given: Given | None) -> str | None:
    return None if given is None else engine_of(machine, op, given)


def _number(machine: MachineModel, op: Operation, given: Given | None) -> Number | None:
    return None if given is None else number_of(machine, op, given)


def _index(number: Number | None, build: Builder) -> Number | None:
    """A number that an op of the sync dialect can have."""
    if not isinstance(number, SSAValue) or isinstance(number.type, IndexType):
        return number
    if not isinstance(number.type, IntegerType):
        raise NotGiven(f"its operand is {number.type}, where a number is needed")
    return build.value(arith.IndexCastOp(number, IndexType()))


def _is_plain(machine: MachineModel, table: VendorSync, made: Operation, op: Operation) -> bool:
    """Whether the op is what would be made of the sync op."""
    filled = (
        (each, _fill(machine, each, made, _Parts(each.name, {}, {}))) for each in _candidates(machine, made)
    )
    first, again = next(((each, parts) for each, parts in filled if parts is not None), (None, None))
    return (
        first is table
        and again is not None
        and not _is_generic(op)
        and again.attributes == op.attributes
        and again.properties == _properties(op)
    )


def _is_generic(op: Operation) -> bool:
    return isinstance(op, ForeignOp) and not isinstance(op, DestinationOp | WrittenOp)


def _properties(op: Operation) -> dict[str, Attribute]:
    """The properties; without the one that says that all operands are inputs."""
    plain = isinstance(op, DestinationOp) and not op.outputs
    return {name: value for name, value in op.properties.items() if not (plain and name == SEGMENTS)}


def _form(op: Operation) -> DictionaryAttr:
    kept = dict(zip(_KEPT, (op.attributes, _properties(op)), strict=True))
    return DictionaryAttr(
        {
            "op": StringAttr(op.name),
            **({"generic": UnitAttr()} if _is_generic(op) else {}),
            **{name: DictionaryAttr(values) for name, values in kept.items() if values},
        }
    )


_KEPT = ("attributes", "properties")
_FIRST = 0
"""The instance that is meant where none is said."""
_ONE = 1
"""How much a signal gives, and a wait takes, where nothing is said."""


# To a vendor's op


@dataclass
class _Parts:
    """What a vendor's op is made of."""

    name: str
    attributes: dict[str, Attribute]
    properties: dict[str, Attribute]
    generic: bool = False
    operands: dict[int, Number] = field(default_factory=dict[int, Number])
    types: dict[int, str] = field(default_factory=dict[int, str])
    """By operand: the type that it has to have; empty, or missing, where it may have any."""
    texts: dict[str, str] = field(default_factory=dict[str, str])
    """What the form of the table says, by key."""

    def write(self, form: WrittenForm) -> None:
        """Let the text say what the parts say; what is written so already stays as it is."""
        kept = self.properties.get(WRITTEN)
        rest = ""
        if isinstance(kept, StringAttr):
            before = written_op(self.name).of(kept.data)
            if form.found_in(before) == self.texts:
                return
            rest = form.rest_of(before) if form.found_in(before) is not None else ""
        self.properties[WRITTEN] = StringAttr(form.filled(self.texts) + rest)

    def made(self, operands: list[SSAValue]) -> Operation:
        """The op."""
        known = context().get_optional_op(self.name)
        if known is not None:
            return known.create(operands=operands, attributes=self.attributes, properties=self.properties)
        if WRITTEN in self.properties and not self.generic:
            written = written_op(self.name)
            return written.create(operands=operands, attributes=self.attributes, properties=self.properties)
        generic, destination = foreign_op(self.name)
        if self.generic or SEGMENTS in self.properties:
            kind = generic if self.generic else destination
            return kind.create(operands=operands, attributes=self.attributes, properties=self.properties)
        return destination.of(operands, [], {**self.attributes, **self.properties})

    def get(self, name: str) -> Attribute | None:
        """An attribute or a property."""
        return self.attributes.get(name, self.properties.get(name))

    def set(self, name: str, value: Attribute) -> None:
        """Set a property, or an attribute where there is no property of the name."""
        (self.properties if name in self.properties else self.attributes)[name] = value


def vendor_op_of(
    machine: MachineModel,
    op: Operation,
    build: Builder,
    *,
    is_of_issuer: bool = False,
    spoken: Collection[str] = (),
    forms: Collection[WrittenForm] = (),
) -> Operation | None:
    """Put the vendor's op for an op of the sync dialect in front of it; None where there is none.

    `is_of_issuer`: the issuer executes the op, so that what names the issuer and what names nobody is the same (MAC-1).
    `spoken`: the dialects that the program has, `forms` those in which it writes, of which tables come first.
    """
    nobody = machine.issuer if is_of_issuer else None
    own = _form_before(machine, op)

    def strangeness(table: VendorSync) -> tuple[bool, bool, bool]:
        dialect = table.name.partition(".")[0]
        return own is None or table.form != own, dialect not in spoken, table.form not in forms

    for table in sorted(_candidates(machine, op), key=strangeness):
        parts = _fill(machine, table, op, _parts(table, op.attributes.get(FORM)), nobody)
        if parts is None or sorted(parts.operands) != list(range(len(parts.operands))):
            continue
        operands = [
            _operand(parts.operands[n], build, parts.types.get(n, "")) for n in sorted(parts.operands)
        ]
        made = build.add(parts.made(operands))
        if as_sync(machine, made) is table and _is_valid(made):
            return made
        while build.made:
            erase(build.made.pop())
    return None


def forms_of_program(machine: MachineModel, ops: Iterable[Operation]) -> set[WrittenForm]:
    """The forms in which the vendor's ops were written that sync ops were made of."""
    return {form for op in ops if (form := _form_before(machine, op)) is not None}


def _form_before(machine: MachineModel, op: Operation) -> WrittenForm | None:
    """The form of a table in which the op was written that a sync op was made of."""
    kept = op.attributes.get(FORM)
    said = kept.data.get("properties") if isinstance(kept, DictionaryAttr) else None
    text = said.data.get(WRITTEN) if isinstance(said, DictionaryAttr) else None
    if not isinstance(kept, DictionaryAttr) or not isinstance(text, StringAttr):
        return None
    name = kept.data["op"]
    assert isinstance(name, StringAttr)
    before = written_op(name.data).of(text.data)
    named = (table.form for table in machine.syncs if table.name == name.data and table.form is not None)
    return next((form for form in named if form.found_in(before) is not None), None)


def _candidates(machine: MachineModel, op: Operation) -> Iterator[VendorSync]:
    """The tables that say that an op of theirs is such an op; the one that it was made by alone, if it was made."""
    form = op.attributes.get(FORM)
    name = form.data.get("op") if isinstance(form, DictionaryAttr) else None
    said = form.data.get("properties") if isinstance(form, DictionaryAttr) else None
    is_written = isinstance(said, DictionaryAttr) and WRITTEN in said.data
    for table in machine.syncs:
        if isinstance(name, StringAttr) and (
            table.name != name.data or (table.form is not None and not is_written)
        ):
            continue
        kind = sync.BarrierOp if table.does is Does.BARRIER else _OPS[table.does]
        if isinstance(op, kind) and (table.resource == _name(op, "resource")):
            yield table


def _parts(table: VendorSync, form: Attribute | None) -> _Parts:
    """The parts of the op that an op of the sync dialect was made of; else none but those that the table is for."""
    if isinstance(form, DictionaryAttr):
        kept = [dict(d.data) if isinstance(d := form.data.get(k), DictionaryAttr) else {} for k in _KEPT]
        return _Parts(table.name, kept[0], kept[1], "generic" in form.data)
    return _Parts(table.name, {}, {})


def _fill(
    machine: MachineModel, table: VendorSync, op: Operation, parts: _Parts, nobody: str | None = None
) -> _Parts | None:
    """Let the parts say what the op says; None where an op of the table cannot. `nobody`: who it is that is not named."""
    for name, wanted in table.when:
        if parts.get(name) is None and wanted is not False:
            parts.set(name, _attribute(wanted))
    numbers = (op.which, op.amount) if isinstance(op, sync.OfResource) else (None, None)
    engine = _name(op, "engine")
    if isinstance(op, sync.OfResource) and engine in (None, nobody):
        engine = None if table.engine is None else nobody
    said: list[tuple[Given | None, Number | str | None]] = [
        (table.instance, _FIRST if table.instance is not None and numbers[0] is None else numbers[0]),
        (table.number, _ONE if _is_one(machine, table, op) else numbers[1]),
        (table.source, _name(op, "source")),
        (table.target, _name(op, "target")),
        (table.engine, engine),
    ]
    if table.until != _name(op, "until"):
        return None
    if not all(_says(machine, given, value, parts) for given, value in said):
        return None
    if table.form is not None:
        parts.write(table.form)
    return parts


def _is_one(machine: MachineModel, table: VendorSync, op: Operation) -> bool:
    """Whether the op takes or gives one without saying so, and an op of the table has to say it (MAC-12)."""
    resource = None if table.resource is None else machine.resource(table.resource)
    silent = isinstance(op, sync.SignalOp | sync.WaitOp) and op.amount is None and table.number is not None
    return silent and resource is not None and resource.takes


def _says(machine: MachineModel, given: Given | None, value: Number | str | None, parts: _Parts) -> bool:
    """Whether the parts can say the value, where the table looks for it."""
    match given:
        case None:
            return value is None
        case FromOperand(number):
            if value is None or isinstance(value, str):
                return False
            parts.operands[number] = value
            return True
        case FromText(form, key):
            return _writes(machine, form, key, value, parts)
        case FromAttribute(name, default):
            if value is None or isinstance(value, SSAValue):
                return False
            kept = parts.get(name)
            if value != (default if kept is None else _meaning(machine, kept)):
                parts.set(name, _said_as(machine, value, kept))
            return True
        case _:
            return value == given or (value is None and given == 0)


def _writes(
    machine: MachineModel, form: WrittenForm, key: str, value: Number | str | None, parts: _Parts
) -> bool:
    """Whether the text of the op can say the value."""
    if value is None or (isinstance(value, SSAValue) and not form.may_be_value(key)):
        return False
    if isinstance(value, SSAValue):
        number = len(parts.operands)
        parts.operands[number], parts.types[number], parts.texts[key] = value, form.type_of(key), f"%{number}"
    else:
        names = (text for text, meant in machine.names.items() if meant == value)
        parts.texts[key] = next(names, str(value)) if not form.may_be_value(key) else str(value)
    return True


def _meaning(machine: MachineModel, attribute: Attribute) -> str | int:
    from_it = cast("Any", foreign_op("any.op")[0].create(attributes={"a": attribute}))
    for read in (engine_of, number_of):
        try:
            return cast("str | int", read(machine, from_it, FromAttribute("a")))
        except NotGiven:
            continue
    return str(attribute)


def _said_as(machine: MachineModel, value: str | int, kept: Attribute | None) -> Attribute:
    """The attribute that says a value, in the way of one that says another value."""
    text = next((text for text, meant in machine.names.items() if meant == value), None)
    if isinstance(kept, UnregisteredAttr) and text is not None:
        return type(kept)(kept.attr_name, kept.is_type, kept.is_opaque, text)
    if isinstance(kept, IntegerAttr) and isinstance(value, int):
        return IntegerAttr(value, cast("Any", kept).type)
    if isinstance(kept, StringAttr) and kept.data not in machine.names:
        text = str(value)
    said = text if text is not None and not (kept is None and isinstance(value, int)) else value
    return _attribute(said)


def _attribute(value: str | int) -> Attribute:
    if value is True:
        return UnitAttr()
    return IntegerAttr(value, i64) if isinstance(value, int) else StringAttr(value)


def _operand(number: Number, build: Builder, wanted: str = "") -> SSAValue:
    """A value for a number: where it was cast to an index, what it was before; of the type that is wanted."""
    if isinstance(number, int):
        return build.index(number)
    if isinstance(number, OpResult) and isinstance(number.op, arith.IndexCastOp):
        number = number.op.operands[0]
    if not wanted or not isinstance(number.type, IndexType):
        return number
    type_ = IntegerType(int(wanted[1:]))
    place = build.place
    for op in [use.operation for use in number.uses if isinstance(use.operation, arith.IndexCastOp)]:
        is_in_front = (
            isinstance(place, Operation) and op.parent is build.block and op.is_before_in_block(place)
        )
        if is_in_front and op.result.type == type_:
            return op.result
    return build.value(arith.IndexCastOp(number, type_))


def _name(op: Operation, key: str) -> str | None:
    found = op.properties.get(key)
    return found.data if isinstance(found, StringAttr) else None


def _is_valid(op: Operation) -> bool:
    try:
        op.verify_()
    except VerifyException:
        return False
    return not op.results
