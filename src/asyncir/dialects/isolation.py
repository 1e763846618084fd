"""Which ops use nothing from outside in their regions: all of their kind, or those that are marked."""

from __future__ import annotations

from asyncir.ir import IsolatedFromAbove, Operation, OpTrait


class IsolatedWhereMarked(OpTrait):
    """The op's regions use nothing from outside where it has the property `isolated`; the op's verifier sees to that."""


def is_isolated(op: Operation) -> bool:
    """Whether nothing in the op's regions may use a value from outside."""
    if op.has_trait(IsolatedFromAbove, value_if_unregistered=False):
        return True
    return "isolated" in op.properties and op.has_trait(IsolatedWhereMarked, value_if_unregistered=False)
