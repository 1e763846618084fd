"""Waits that a program with tasks might have: where two accesses race, what could be waited for, and where.

Two accesses race whose ways from the entry part somewhere: into two tasks, or into a task and what goes on beside it. An
order of the two is made by a wait for a task on one of the ways: as a dependency of the task on the other way, before it,
at the end of the block that launches, or right behind the launch. What is waited for is the token of the task, or a group
to which it was added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from asyncir.analyses.sync_report import FunctionReport
from asyncir.dialects.async_dialect import AwaitAllOp, AwaitOp
from asyncir.dialects.async_types import CompletionType, GroupType, TokenType
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.pipelining import integers
from asyncir.ir import Block, BlockArgument, ModuleOp, Operation, OpResult, SSAValue
from asyncir.ir.walk import walk

_LAUNCHES = frozenset({OpKind.TASK, OpKind.TASK_CALL})

WaitHandle = tuple[int, int, int]
"""A value of the module: the number of the op that has it, in the order of the text, the result, -1; or, of an argument of a
block of that op, the number of the block counted through its regions, and of the argument."""


@dataclass(frozen=True, slots=True)
class AddedWait:
    """A wait that the program does not have; ops are given by their numbers in the order of the text."""

    handle: WaitHandle
    at: int
    """The op before which to wait, or which is to depend on it."""
    is_dependency: bool


_DEPENDENCY, _BEFORE, _NEAR, _AT_THE_END, _BEHIND = 1, 2, 3, 4, 6
_EACH = 1_000
"""Few waits come first; of as many, those that leave more side by side."""


class PossibleWaits:
    """Finds them."""

    def __init__(self, module: ModuleOp):
        self.number: dict[Operation, int] = {op: n for n, op in enumerate(walk(module))}
        self.costs: dict[AddedWait, int] = {}

    def of(self, functions: Iterable[FunctionReport]) -> Mapping[AddedWait, int]:
        """Those for the races of these functions, with their costs, the cheap ones first."""
        for function in functions:
            for first, second in function.meetings:
                ways = _way(first.calls, first.op), _way(second.calls, second.op)
                self._order(*ways)
                self._order(*reversed(ways))
            for failure in function.failures:
                for launch in _launches(_way((), failure.op)):
                    self._at_the_end(launch)
        return dict(sorted(self.costs.items(), key=lambda item: (item[1], item[0].at)))

    def _order(self, first: Sequence[Operation], second: Sequence[Operation]) -> None:
        """Waits that may let the first of two accesses happen before the second."""
        same = next((n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a is not b), None)
        if same is None:  # Iterations of one op.
            for launch in _launches(first):
                self._behind(launch)
            return
        for launch in _launches(first[same:]):
            for handle in _handles(launch):
                self._before(handle, second[same])
            self._at_the_end(launch)
            self._behind(launch)

    def _before(self, handle: SSAValue, op: Operation) -> None:
        outermost = _ancestor_beside(handle, op)
        if outermost is None:
            return
        if kind_of(op) is OpKind.TASK and isinstance(handle.type, TokenType):
            self._offer(handle, op, True, _DEPENDENCY)
        self._offer(handle, outermost, False, _BEFORE)
        if op is not outermost:
            self._offer(handle, op, False, _NEAR)

    def _at_the_end(self, launch: Operation) -> None:
        for handle in _handles(launch):
            block = launch.parent if not isinstance(handle.type, GroupType) else _block_of(handle)
            last = None if block is None else block.last_op
            if last is not None and _ancestor_beside(handle, last) is last:
                self._offer(handle, last, False, _AT_THE_END)

    def _behind(self, launch: Operation) -> None:
        (handle, *_) = _handles(launch)
        if launch.next_op is not None:
            self._offer(handle, launch.next_op, False, _BEHIND)

    def _offer(self, handle: SSAValue, at: Operation, is_dependency: bool, rank: int) -> None:
        wait = AddedWait(self._place(handle), self.number[at], is_dependency)
        self.costs[wait] = min(self.costs.get(wait, _EACH + rank), _EACH + rank)

    def _place(self, value: SSAValue) -> WaitHandle:
        if isinstance(value, OpResult):
            return self.number[value.op], value.index, -1
        assert isinstance(value, BlockArgument)
        owner = value.block.parent_op()
        assert owner is not None
        return self.number[owner], _blocks(owner).index(value.block), value.index


def _blocks(op: Operation) -> list[Block]:
    return [block for region in op.regions for block in region.blocks]


def value_at(ops: Sequence[Operation], handle: WaitHandle) -> SSAValue:
    """The value of a module whose ops these are."""
    op, which, argument = handle
    return ops[op].results[which] if argument < 0 else _blocks(ops[op])[which].args[argument]


def add_waits(module: ModuleOp, waits: Iterable[AddedWait]) -> None:
    """Put the waits into the module."""
    ops = list(walk(module))
    for wait in waits:
        handle, at = value_at(ops, wait.handle), ops[wait.at]
        if wait.is_dependency:
            task: Any = at
            (first, _) = integers(task.properties["operandSegmentSizes"]) or (0, 0)
            task.wait_for([*task.operands[:first], handle], task.operands[first:])
        else:
            block = at.parent
            assert block is not None
            made = AwaitAllOp(operands=[handle]) if isinstance(handle.type, GroupType) else AwaitOp(handle)
            block.insert_op_before(made, at)


def _way(calls: Sequence[Operation], op: Operation) -> list[Operation]:
    """The way to an access: tasks and calls, outer before inner, and the access itself."""
    way: list[Operation] = []
    for each in (*calls, op):
        around: list[Operation] = []
        parent = each.parent_op()
        while parent is not None:
            if kind_of(parent) is OpKind.TASK:
                around.append(parent)
            parent = parent.parent_op()
        way += [*reversed(around), each]
    return way


def _launches(way: Sequence[Operation]) -> Iterator[Operation]:
    return (op for op in way if kind_of(op) in _LAUNCHES and op.results)


def _handles(launch: Operation) -> list[SSAValue]:
    """What can be waited for: the token, or else a value, and the groups to which it was added."""
    found = [v for v in launch.results if isinstance(v.type, CompletionType)]
    found.sort(key=lambda v: not isinstance(v.type, TokenType))
    groups = [
        u.operation.operands[1] for v in found for u in v.uses if kind_of(u.operation) is OpKind.ADD_TO_GROUP
    ]
    return [*found[:1], *dict.fromkeys(groups)]


def _block_of(value: SSAValue) -> Block | None:
    return (
        value.block
        if isinstance(value, BlockArgument)
        else value.owner.parent
        if isinstance(value, OpResult)
        else None
    )


def _ancestor_beside(handle: SSAValue, op: Operation) -> Operation | None:
    """The op, or what it is in, that is in the handle's block, behind what makes the handle."""
    block = _block_of(handle)
    current: Operation | None = op
    while current is not None and current.parent is not block:
        current = current.parent_op()
    if current is None or isinstance(handle, BlockArgument):
        return current
    owner = handle.owner
    assert isinstance(owner, Operation)
    return current if current is not owner and owner.is_before_in_block(current) else None
