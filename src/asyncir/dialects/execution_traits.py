"""How an op bears on the function that executes it, declared by traits, so that analyses list no ops."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.ir import Operation, OpTrait, SSAValue


class Waits(OpTrait):
    """The op may wait for work in flight, and so suspend the function that it is in."""


class Fails(OpTrait):
    """The op may end the function that it is in with an error."""


class TakesOver(OpTrait):
    """The op keeps a reference of its own to the tokens, values and groups that it is given."""

    @staticmethod
    def taken(op: Operation) -> Sequence[SSAValue]:
        """The operands that it keeps, as often as it keeps them."""
        return op.operands


class TakesOverFirst(TakesOver):
    """The op keeps its first operand, and only looks at the others."""

    @staticmethod
    def taken(op: Operation) -> Sequence[SSAValue]:
        """The first operand."""
        return op.operands[:1]
