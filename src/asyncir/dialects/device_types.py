"""The types of the device dialect: devices, events, and values that come with an event."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.execution_traits import ConcernsOtherThreads
from asyncir.dialects.syntax import Reader
from asyncir.ir import (
    Attribute,
    AttrParser,
    ParametrizedAttribute,
    Parser,
    SSAValue,
    TypeAttribute,
    UnresolvedOperand,
    irdl_attr_definition,
)

OF_A_MACHINE = ConcernsOtherThreads("name the machine that it is for: --machine NAME", of_machine=True)
"""What all ops of the dialect are."""


@irdl_attr_definition
class DeviceType(ParametrizedAttribute, TypeAttribute):
    """`!device.device`: an engine of the machine, to launch on or to keep others from."""

    name = "device.device"


@irdl_attr_definition
class EventType(ParametrizedAttribute, CompletionType):
    """`!device.event`: happens once, and then has happened for good."""

    name = "device.event"


@irdl_attr_definition
class FutureType(ParametrizedAttribute, CompletionType):
    """`!device.value<T>`: an event that comes with a `T`."""

    name = "device.value"

    value_type: Attribute

    def payload(self) -> Attribute | None:
        """The `T` of `!device.value<T>`."""
        return self.value_type

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        """Parse `<T>`."""
        with parser.in_angle_brackets():
            return [parser.parse_type()]


def unwrapped(type: Attribute) -> Attribute:
    """What a launch's body has in place of an operand of this type: the `T` of a value."""
    return type.value_type if isinstance(type, FutureType) else type


NAME: Reader = Parser.parse_str_literal
"""Reads `"name"`."""


def resolved(parser: Parser, names: Sequence[UnresolvedOperand], type: Attribute) -> list[SSAValue]:
    """The operands of these names, all of one type."""
    return [parser.resolve_operand(name, type) for name in names]
