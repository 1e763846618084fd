"""Which values may refer to the same storage.

The safe answer is yes. Every value has a set of roots, found by following views and control flow backwards:

- an allocation is disjoint from every other root except unknown ones;
- a global is told apart by its name; it may be passed as an argument;
- arguments of a function may be the same object, unless one is marked `llvm.noalias`;
- what cannot be followed is unknown and may be anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import cast

from asyncir.analyses.flow import sources
from asyncir.dialects.effects import ANYTHING, Resource, global_of, is_allocation, view_source
from asyncir.ir import ArrayAttr, BlockArgument, DictionaryAttr, SSAValue
from asyncir.ir.symbols import symbol_name


class RootKind(Enum):
    """What is known of a root."""

    ALLOCATION = "allocation"
    GLOBAL = "global"
    ARGUMENT = "argument"
    NOALIAS = "argument that aliases no other"
    RESOURCE = "no memory"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Root:
    """An object that values may refer to: its kind, and the value or resource that stands for it."""

    kind: RootKind
    identity: SSAValue | Resource | None = None

    @property
    def is_only_itself(self) -> bool:
        """Whether it may be no other root but an unknown one."""
        return self.kind in (RootKind.ALLOCATION, RootKind.NOALIAS) or (
            self.kind is RootKind.RESOURCE and self.identity is not ANYTHING
        )

    def may_be(self, other: Root) -> bool:
        """Whether both may be the same object."""
        if self == other:
            return True
        kinds = {self.kind, other.kind}
        if RootKind.RESOURCE in kinds:
            return ANYTHING in (self.identity, other.identity)
        if RootKind.UNKNOWN in kinds:
            return True
        # An argument refers to an object that is older than the function's allocations.
        return kinds == {RootKind.ARGUMENT} or kinds == {RootKind.ARGUMENT, RootKind.GLOBAL}

    @property
    def argument(self) -> BlockArgument | None:
        """The argument of a function that it is."""
        value = self.identity
        if self.kind not in (RootKind.ARGUMENT, RootKind.NOALIAS) or not isinstance(value, BlockArgument):
            return None
        function = value.block.parent_op()
        is_entry = (
            function is not None and symbol_name(function) is not None and value.block.prev_block is None
        )
        return value if is_entry else None


UNKNOWN_ROOT = Root(RootKind.UNKNOWN)

_MOST_ROOTS = 8
"""A value with more roots than this counts as unknown: questions stay cheap."""


def may_alias(a: SSAValue | Resource, b: SSAValue | Resource) -> bool:
    """Whether the storage that `a` and `b` refer to may overlap."""
    return a is b or any(r.may_be(s) for r in roots(a) for s in roots(b))


def roots(value: SSAValue | Resource) -> frozenset[Root]:
    """The objects that `value` may refer to."""
    if isinstance(value, Resource):
        if value.name.startswith("global "):
            return frozenset({Root(RootKind.GLOBAL, value)})
        return frozenset({Root(RootKind.RESOURCE, value)})
    found: dict[Root, None] = {}
    seen: set[SSAValue] = set()
    pending = [value]
    while pending:
        current = view_source(pending.pop())
        if current in seen:
            continue
        seen.add(current)
        carried = None if len(seen) > 4 * _MOST_ROOTS else sources(current)
        if carried:
            pending.extend(carried)
        else:
            found[_root_of(current) if carried == () else UNKNOWN_ROOT] = None
        if UNKNOWN_ROOT in found or len(found) > _MOST_ROOTS:
            return frozenset({UNKNOWN_ROOT})
    return frozenset(found)


def _root_of(value: SSAValue) -> Root:
    """The root that a value is which neither views nor control flow carry."""
    named = global_of(value)
    if named is not None:
        return Root(RootKind.GLOBAL, named)
    if is_allocation(value):
        return Root(RootKind.ALLOCATION, value)
    if isinstance(value, BlockArgument):
        return Root(RootKind.NOALIAS if _is_noalias(value) else RootKind.ARGUMENT, value)
    return UNKNOWN_ROOT


def _is_noalias(argument: BlockArgument) -> bool:
    function = argument.block.parent_op()
    attributes = function.get_attr_or_prop("arg_attrs") if function is not None else None
    if not isinstance(attributes, ArrayAttr):
        return False
    every = cast("ArrayAttr[DictionaryAttr]", attributes).data
    own = every[argument.index] if argument.index < len(every) else None
    return own is not None and "llvm.noalias" in own.data
