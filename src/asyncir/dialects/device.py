"""The device dialect: regions launched on the engines of a described machine, in the order that events make. Ours.

The model is EQueue's: a *launch* takes events and a device, begins when the events have happened and the device is free,
and gives an event that happens when it is over. What the ops mean is in docs/semantics-devices.md.
Engines and memories are names that a machine file defines; the ops themselves know of no machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.checks import check_types
from asyncir.dialects.define import define, dialect
from asyncir.dialects.device_memory import (
    AllocOp as AllocOp,
    DeallocOp as DeallocOp,
    MemcpyOp as MemcpyOp,
    ReadOp as ReadOp,
    WriteOp as WriteOp,
)
from asyncir.dialects.device_types import (
    NAME,
    OF_A_MACHINE,
    DeviceType as DeviceType,
    EventType as EventType,
    FutureType as FutureType,
    resolved,
    unwrapped,
)
from asyncir.dialects.effect_types import (
    BARRIER,
    Overlaps,
    always,
)
from asyncir.dialects.ending_values import EndsWithValues
from asyncir.dialects.execution_traits import Waits
from asyncir.dialects.interfaces.launches import Launches, NamesEngine
from asyncir.dialects.number_text import Number, computed, literal, number, parse_number
from asyncir.dialects.syntax import (
    ARGUMENT,
    ATTRIBUTES,
    OPERAND,
    PARENS,
    POSITION,
    TYPE,
    arrow,
    ended,
    given,
    keyword_attributes,
    listed,
    parse_arrow_types,
    read,
    with_attributes,
    write,
)
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    AttrSizedOperandSegments,
    AttrSizedResultSegments,
    IndexType,
    IntegerAttr,
    IRDLOperation,
    IsolatedFromAbove,
    IsTerminator,
    Operation,
    Parser,
    Printer,
    Pure,
    Region,
    ReturnLike,
    SSAValue,
    StringAttr,
    VerifyException,
    base,
    i64,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    opt_result_def,
    prop_def,
    region_def,
    result_def,
    var_operand_def,
    var_result_def,
)
from asyncir.ir.walk import enclosing

# ---- devices and events ----


@define(
    "device.get",
    *(Pure(), NamesEngine(lambda op: op.engines, lambda op: op.which), OF_A_MACHINE),
)
class GetOp(IRDLOperation):
    """`device.get`: an engine of the machine by its name; of several names the one with the number, from 0 on.

    %d = device.get "dma0", "dma1"[%i]
    """

    names = prop_def(ArrayAttr[StringAttr])
    which = opt_operand_def(IndexType)
    result = result_def(DeviceType)

    def __init__(self, names: Sequence[str], which: SSAValue | None = None):
        super().__init__(
            operands=[which],
            properties={"names": ArrayAttr([StringAttr(name) for name in names])},
            result_types=[DeviceType()],
        )

    @property
    def engines(self) -> list[str]:
        """The names of the engines that it can be."""
        return [name.data for name in self.names]

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `"A", "B"[%i] {...}?`; one name comes without a number."""
        names, which, attributes = read(parser, listed(NAME), given("[", OPERAND, "]"), ATTRIBUTES)
        operand = None if which is None else parser.resolve_operand(which, IndexType())
        return with_attributes(cls(names, operand), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        which = () if self.which is None else ("[", self.which, "]")
        write(printer, " ", list(self.names), *which, self.attributes)

    def verify_(self) -> None:
        """Check that it says which."""
        if (len(self.names) != 1) != (self.which is not None):
            raise VerifyException("one name comes without a number, several names with one")
        if len(set(self.engines)) < len(self.engines):
            raise VerifyException("an engine is named twice")


@define("device.start", Pure(), OF_A_MACHINE)
class StartOp(IRDLOperation):
    """`device.start`: an event that has happened.

    %e = device.start
    """

    result = result_def(EventType)
    assembly_format = "attr-dict"

    def __init__(self) -> None:
        super().__init__(result_types=[EventType()])


@define("device.and", Pure(), OF_A_MACHINE)
class AndOp(IRDLOperation):
    """`device.and`: an event that happens when all of these have.

    %e = device.and %a, %b
    """

    events = var_operand_def(EventType)
    result = result_def(EventType)
    assembly_format = "$events attr-dict"

    def __init__(self, *events: SSAValue):
        super().__init__(operands=[events], result_types=[EventType()])


@define("device.await", Waits(), always(*BARRIER), OF_A_MACHINE)
class AwaitOp(IRDLOperation):
    """`device.await`: who executes it goes on when the event has happened; a value is unwrapped.

    %x = device.await %v : !device.value<f32>
    """

    operand = operand_def(base(EventType) | base(FutureType))
    result = opt_result_def()

    def __init__(self, operand: SSAValue):
        type = operand.type
        payload = type.value_type if isinstance(type, FutureType) else None
        super().__init__(operands=[operand], result_types=[payload])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%operand : type {...}?`."""
        name, at, type, attributes = read(parser, OPERAND, ":", POSITION, TYPE, ATTRIBUTES)
        if not isinstance(type, EventType | FutureType):
            parser.raise_error(f"device.await waits for an event or a value, not {type}", at)
        return with_attributes(cls(parser.resolve_operand(name, type)), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.operand, " : ", self.operand.type, self.attributes)

    def verify_(self) -> None:
        """Check the result against the operand."""
        type = self.operand.type
        payload = type.value_type if isinstance(type, FutureType) else None
        actual = None if self.result is None else self.result.type
        if payload != actual:
            expected = "no result" if payload is None else f"a result of type {payload}"
            raise VerifyException(f"awaiting {type} gives {expected}")


# ---- launches ----


@define(
    "device.launch",
    Launches(
        lambda op: (op.device, *op.excluded),
        lambda op: op.body,
        lambda op: op.captured,
        lambda op: len(op.parts),
    ),
    *(IsolatedFromAbove(), Overlaps(), always(*BARRIER), OF_A_MACHINE),
)
class LaunchOp(IRDLOperation):
    """`device.launch`: when the events have happened and the device is free, it executes the region.

    The region uses nothing from outside but what it is handed; of an operand that is a `!device.value<T>` it gets the `T`.
    The first result happens when the region is over, those of `flags` when the region says so, and values come with the
    first. It holds the device, and those that it is `excluding`, for as long as it runs.

        %done, %part, %sum = device.launch (%y = %x : !device.value<f32>) in (%e, %dev) excluding (%bus) flags 1 -> f32 {
          device.flag 0
          device.return %y : f32
        }
    """

    captured = var_operand_def()
    events = var_operand_def(EventType)
    device = operand_def(DeviceType)
    excluded = var_operand_def(DeviceType)
    done = result_def(EventType)
    parts = var_result_def(EventType)
    values = var_result_def(base(FutureType))
    body = region_def()
    irdl_options = (
        AttrSizedOperandSegments(as_property=True),
        AttrSizedResultSegments(as_property=True),
    )

    def __init__(
        self,
        captured: Sequence[SSAValue],
        events: Sequence[SSAValue],
        device: SSAValue,
        body: Region,
        excluded: Sequence[SSAValue] = (),
        flags: int = 0,
        payloads: Sequence[Attribute] = (),
    ):
        event = EventType()
        super().__init__(
            operands=[captured, events, [device], excluded],
            result_types=[[event], [event] * flags, [FutureType(type) for type in payloads]],
            regions=[body],
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `(%a = %b : T)? in (%e, %dev) excluding (%d)? flags N? -> T? attributes {...}? { body }`."""
        arguments: list[Parser.Argument] = []
        captured: list[SSAValue] = []

        def parse_capture() -> None:
            argument, value, type = read(parser, ARGUMENT, "=", OPERAND, ":", TYPE)
            arguments.append(argument.resolve(unwrapped(type)))
            captured.append(parser.resolve_operand(value, type))

        parser.parse_optional_comma_separated_list(PARENS, parse_capture)
        at, names, excluded, flags, types, attributes = read(
            parser,
            *("in", POSITION, listed(OPERAND, PARENS)),
            given("excluding", listed(OPERAND, PARENS)),
            given("flags", parse_number),
            *(parse_arrow_types, keyword_attributes),
        )
        if not names:
            parser.raise_error("a launch needs a device: `in (%event, %device)`", at)
        if flags is not None and not (isinstance(flags, int) and 0 < flags < 1 << 16):
            parser.raise_error("how many flags there are is a number above 0", at)
        body = parser.parse_region(arguments)
        *events, device = names
        op = cls(
            captured,
            resolved(parser, events, EventType()),
            parser.resolve_operand(device, DeviceType()),
            ended(body, ReturnOp),
            resolved(parser, excluded or (), DeviceType()),
            flags or 0,
            types,
        )
        return with_attributes(op, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        if self.captured:
            pairs = zip(self.body.blocks[0].args, self.captured, strict=True)
            write(printer, " (", [(inner, " = ", outer, " : ", outer.type) for inner, outer in pairs], ")")
        write(printer, " in (", [*self.events, self.device], ")")
        if self.excluded:
            write(printer, " excluding (", self.excluded, ")")
        if self.parts:
            write(printer, f" flags {len(self.parts)}")
        write(printer, *arrow([unwrapped(type) for type in self.values.types]))
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)

    def verify_(self) -> None:
        """Check the region's arguments, what is returned, and that it is not launched on what it excludes."""
        if not self.body.blocks:
            raise VerifyException("the body of device.launch needs at least one block")
        expected = [unwrapped(value.type) for value in self.captured]
        check_types(
            self.body.blocks[0].args, expected, "the arguments of the body are not what is handed to it"
        )
        for value in self.values:
            if isinstance(unwrapped(value.type), CompletionType | DeviceType):
                raise VerifyException(f"a launch returns data, no {unwrapped(value.type)}")
        held = (self.device, *self.excluded)
        if len(set(held)) < len(held):
            raise VerifyException("a device is held twice")


def launch_around(op: Operation) -> LaunchOp | None:
    """The launch whose body the op is in."""
    return next((one for one in enclosing(op) if isinstance(one, LaunchOp)), None)


@define("device.return", IsTerminator(), ReturnLike(), Pure())
class ReturnOp(EndsWithValues):
    """`device.return`: end the body of a launch; its event happens, and its values are there."""

    assembly_format = "($arguments^ `:` type($arguments))? attr-dict"

    def verify_(self) -> None:
        """Check the values against the results of the launch."""
        launch = self.parent_op()
        if not isinstance(launch, LaunchOp):
            raise VerifyException("device.return ends the body of a device.launch")
        payloads = [unwrapped(type) for type in launch.values.types]
        check_types(self.arguments, payloads, "the returned types are not those of the launch")


@define("device.flag", always(*BARRIER), OF_A_MACHINE)
class FlagOp(IRDLOperation):
    """`device.flag`: a part of the result of the launch is there: its event of that number happens.

    device.flag 0
    """

    number = opt_prop_def(IntegerAttr.constr(i64))
    dynamic_number = opt_operand_def(IndexType)

    def __init__(self, which: Number):
        super().__init__(operands=[computed(which)], properties={"number": literal(which)})

    @property
    def which(self) -> Number:
        """The number of the event."""
        found = number(self.number, self.dynamic_number)
        assert found is not None
        return found

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `0 {...}?` or `%i {...}?`."""
        which, attributes = read(parser, parse_number, ATTRIBUTES)
        return with_attributes(cls(which), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.which, self.attributes)

    def verify_(self) -> None:
        """Check that the launch has such an event."""
        if (self.number is None) == (self.dynamic_number is None):
            raise VerifyException("the number is a property or an operand, one of them")
        launch = launch_around(self)
        if launch is None:
            raise VerifyException("device.flag stands in a device.launch")
        if self.number is not None and not 0 <= self.number.value.data < len(launch.parts):
            have = f"the launch has {len(launch.parts)}" if launch.parts else "the launch has no flags"
            raise VerifyException(f"there is no flag {self.number.value.data}: {have}")


Device = dialect("device", __name__, ("device_types", "device_memory"))
