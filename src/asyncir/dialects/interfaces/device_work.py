"""Work of devices: what the host gives a device to do, and what waits for that, declared by traits.

An op with `DeviceWork` waits for the tokens that it depends on, then does something on a device. With a token of its own the
host goes on at once; without one the host waits until it is over. An op with `DeviceWait` joins tokens: into one token, or
the host waits for them. Passes ask for these traits and list no ops.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, cast

from asyncir.dialects.async_types import CompletionType
from asyncir.ir import Attribute, DenseArrayBase, Operation, OpTrait, SSAValue, i32


class WorkKind(Enum):
    """What the device does."""

    BEGIN = "alloc"
    """Memory begins to be there: the op's first result."""
    END = "free"
    """Memory ends: the first operand behind the dependencies."""
    COPY = "copy"
    """The first operand behind the dependencies becomes what the second is."""
    FILL = "fill"
    KERNEL = "kernel"


class _HasDependencies(OpTrait):
    """What works and waits have: operands `dependencies`, which come first, and perhaps a result `token`."""

    @staticmethod
    def dependencies(op: Operation) -> Sequence[SSAValue]:
        """The tokens that it waits for."""
        return list(cast(Any, op).dependencies)

    @staticmethod
    def token(op: Operation) -> SSAValue | None:
        """The token that is complete when it is over; None where the host waits for it."""
        return cast(Any, op).token

    @staticmethod
    def rebuilt(op: Operation, dependencies: Sequence[SSAValue], token: Attribute | None) -> Operation:
        """The same op with other dependencies, and with a token of this type or without; not in any block.

        It takes the regions of `op`, which is to be erased.
        """
        rest = op.operands[len(_HasDependencies.dependencies(op)) :]
        types = [r.type for r in op.results if not isinstance(r.type, CompletionType)]
        properties = dict(op.properties)
        sizes = properties.get("operandSegmentSizes")
        if isinstance(sizes, DenseArrayBase):
            numbers = [len(dependencies), *(int(n) for n in sizes.get_values()[1:])]
            properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, numbers)
        made = type(op).create(
            operands=[*dependencies, *rest],
            result_types=[*types, *([] if token is None else [token])],
            properties=properties,
            attributes=dict(op.attributes),
            regions=[op.detach_region(region) for region in list(op.regions)],
        )
        made.location = op.location
        return made


@dataclass(frozen=True)
class DeviceWork(_HasDependencies):
    """The op gives a device something to do."""

    kind: WorkKind

    @staticmethod
    def values(op: Operation) -> list[SSAValue]:
        """The results that are no token."""
        return [result for result in op.results if not isinstance(result.type, CompletionType)]

    @staticmethod
    def operands_behind(op: Operation) -> list[SSAValue]:
        """The operands behind the dependencies."""
        return list(op.operands[len(_HasDependencies.dependencies(op)) :])


class DeviceWait(_HasDependencies):
    """The op joins tokens of works: into its own token, or the host waits until all are complete."""


class PutsIntoStream(OpTrait):
    """The op puts the work in its region into a stream, which says when it is done."""


def work_of(op: Operation | None) -> DeviceWork | None:
    """The trait of an op that is work of a device; None for others."""
    return None if op is None else op.get_trait(DeviceWork)


def device_work(op: Operation | None) -> DeviceWork | None:
    """The trait of work that is in no stream yet; None for others."""
    trait = work_of(op)
    around = None if trait is None or op is None else op.parent_op()
    return None if around is not None and around.has_trait(PutsIntoStream) else trait


def is_device_wait(op: Operation) -> bool:
    """Whether the op joins tokens of works."""
    return op.has_trait(DeviceWait, value_if_unregistered=False)
