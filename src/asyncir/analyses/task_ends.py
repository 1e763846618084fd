"""Where it is known that a task is over, and so are the uses of memory in it.

A task runs on behind the op that launches it. It is over behind an await of one of its tokens or values, of those of a task
that waits for it, or of a group that it was added to. An await that stands in the same block as the launch, behind it, is
always reached when the launch was. From there one goes outwards: what is over within an iteration of a loop, or a branch, is
over behind the loop. What is not over there may still be waited for outside, by a group that comes from there, or by a token
that the branch hands out. A task inside of a task is over with it only if it is awaited there.

The search goes from a value to its users, which are below it in the block, and from a block to the block around it, so that
it ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.effect_types import Overlaps
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation, SSAValue
from asyncir.ir.walk import block_of, home_of

_AWAITS = (OpKind.AWAIT, OpKind.AWAIT_ALL, OpKind.AWAIT_PROMISE)
_WAITS_FOR_OPERANDS = (OpKind.TASK,)
_HANDS_OUT = (OpKind.IF, OpKind.REGION, OpKind.SWITCH)
"""Ops whose results are what one run of a region yields."""

_LOOPS = (OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP)
"""Ops that carry completions, and are over themselves when control is behind them."""


@dataclass(frozen=True, slots=True)
class End:
    """When what an op does is over, seen from a block around it."""

    op: Operation
    """An op of the block: behind it that is over, if nothing else has to be waited for."""
    pending: tuple[SSAValue, ...] = ()
    """Completions, each of which says that it is over; nobody awaits them in this block."""
    is_known: bool = True
    """Whether anything here says when it is over."""


class TaskEnds:
    """The answers for one program, whose ops keep their places meanwhile."""

    def __init__(self) -> None:
        self._places: dict[Block, dict[Operation, int]] = {}

    def end(self, op: Operation, home: Block) -> End:
        """When what `op` does is over, for the block `home`, in which it stands or in which an op stands that it is in."""
        pending = _completions(op)
        runs_on = is_in_flight(op)
        while True:
            block = block_of(op)
            handles, awaits = self._followed(pending, op, block) if runs_on else ([], [])
            if awaits:
                op, runs_on = min(awaits, key=self.places_in(block).__getitem__), False
            if block is home:
                return End(op, tuple(handles) if runs_on else (), not runs_on or bool(handles))
            around = block.parent_op()
            assert around is not None, "the op is not below the block"
            if is_in_flight(around):
                # What is over in a task is so when the task is; of what is not, the task's end says nothing.
                pending, runs_on = ([] if runs_on else _completions(around)), True
            else:
                pending = list(_seen_outside(handles, block, around)) if runs_on else []
            op = around

    def places_in(self, block: Block) -> dict[Operation, int]:
        """The number of each op in its block."""
        found = self._places.get(block)
        if found is None:
            found = self._places[block] = {op: number for number, op in enumerate(block.ops)}
        return found

    def _followed(
        self, completions: Iterable[SSAValue], op: Operation, block: Block
    ) -> tuple[list[SSAValue], list[Operation]]:
        """What else is complete only when these are, and the ops of the block behind `op` that wait for one of all these."""
        places = self.places_in(block)
        since = dict.fromkeys(completions, places[op])
        awaits: list[Operation] = []
        order = list(since)
        for value in order:
            for use in list(value.uses):
                user = use.operation
                if user.parent is not block or places[user] <= since[value]:
                    continue
                kind = kind_of(user)
                later: list[SSAValue] = []
                if kind in _AWAITS:
                    awaits.append(user)
                elif kind is OpKind.ADD_TO_GROUP and use.index == 0:
                    later = [user.operands[1]]
                elif kind in _WAITS_FOR_OPERANDS:
                    later = _completions(user)
                for each in later:
                    if each not in since:
                        since[each] = places[user]
                        order.append(each)
        return order, awaits


def is_in_flight(op: Operation) -> bool:
    """Whether what the op does may be going on behind it."""
    if op.has_trait(Overlaps, value_if_unregistered=False):
        return True
    return bool(_completions(op)) and kind_of(op) not in (*_HANDS_OUT, *_LOOPS)


def _completions(op: Operation) -> list[SSAValue]:
    return [result for result in op.results if isinstance(result.type, CompletionType)]


def _seen_outside(handles: Iterable[SSAValue], block: Block, around: Operation) -> Iterable[SSAValue]:
    """Those of the completions in a block that are known around it: they come from there, or are handed out."""
    for value in handles:
        if home_of(value) is not block:
            yield value
    if kind_of(around) in _HANDS_OUT and block.last_op is not None:
        handles = set(handles)
        for given, result in zip(block.last_op.operands, around.results, strict=False):
            if given in handles:
                yield result
