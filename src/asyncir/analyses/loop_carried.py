"""Who computes what a loop carries, and how many iterations before it is used."""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.dialects.pipelining import carried_index
from asyncir.ir import Block, BlockArgument, OpResult, SSAValue
from asyncir.ir.walk import terminator_of


@dataclass(frozen=True, slots=True)
class Computed:
    """A result of an op of the loop's body, as somebody finds it who may be some iterations later."""

    value: OpResult
    through: tuple[int, ...] = ()
    """Which of the values that the loop carries it goes through, the last one first."""

    @property
    def distance(self) -> int:
        """How many iterations ago it was computed."""
        return len(self.through)


def computed_by(value: SSAValue, body: Block) -> Computed | None:
    """How a value that is used in the body of a loop, or in its condition, or yielded, comes from one of the body's ops.

    None where it does not: it is the counter, comes from outside, lies deeper than the body, or is handed from iteration to
    iteration unchanged.
    """
    end = terminator_of(body)
    through: list[int] = []
    while isinstance(value, BlockArgument):
        loop = value.block.parent_op()
        index = carried_index(value) if loop is body.parent_op() else None
        if index is None or len(through) > len(end.operands):
            return None
        through.append(index)
        value = end.operands[index]
    if not isinstance(value, OpResult) or value.op.parent is not body:
        return None
    return Computed(value, tuple(through))
