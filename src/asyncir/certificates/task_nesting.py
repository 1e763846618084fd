"""Where a place of a program with tasks is: the loops, tasks and calls around it, and what its tasks are called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from asyncir.certificates.state import NotFollowed
from asyncir.certificates.task_state import TaskState
from asyncir.certificates.threads import Path
from asyncir.certificates.values import Function
from asyncir.certificates.verifier import Verifier
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation, SSAValue
from asyncir.ir.symbols import symbol_name

LAUNCHES = (OpKind.TASK, OpKind.TASK_CALL)
"""Ops that launch a task."""
_ONCE = (
    *(OpKind.IF, OpKind.SWITCH, OpKind.REGION, OpKind.STACK_REGION, OpKind.CALL),
    *LAUNCHES,
)
"""Ops that execute what is in them once at most."""


class Nesting(Verifier):
    """Owners, labels, depths."""

    at: tuple[Operation, Path]
    """What is executed."""
    acting: tuple[Operation, Path] | None = None
    """What runs outside, while it is looked at."""

    def __init__(
        self,
        module: Operation,
        entry: str,
        certificate: Mapping[str, Any],
        wild: frozenset[str] = frozenset(),
    ):
        self.told_apart: dict[str, list[SSAValue]] = {}
        super().__init__(module, entry, certificate, wild)

    def owner(self, op: Operation, path: Path) -> str:
        """What an op that launches or makes a group is called, with the calls that lead to it."""
        return "/".join(str(self.ids[each]) for each in (*path, op))

    def around(self, op: Operation, path: Path) -> Iterator[Operation]:
        """The ops around a place, innermost first, through calls."""
        for start in (op, *reversed(path)):
            if start is not op:
                yield start
            above = start.parent_op()
            while above is not None and above is not self.functions.get(symbol_name(above) or ""):
                yield above
                above = above.parent_op()

    def depth_of(self, op: Operation, path: Path) -> int:
        """How many tasks there are around."""
        return sum(kind_of(each) in (OpKind.TASK, OpKind.TASK_CALL) for each in self.around(op, path))

    def counters(self, op: Operation, path: Path) -> list[SSAValue]:
        """The numbers that tell the executions of an op apart: the variables of the loops around, outermost first."""
        found: list[SSAValue] = []
        for each in self.around(op, path):
            if kind_of(each) is OpKind.COUNTED_LOOP:
                found.append(each.regions[0].blocks[0].args[0])
            elif kind_of(each) not in _ONCE:
                raise NotFollowed(
                    f"a task is launched in {each.name}, which may repeat it without counting", op
                )
        for place in (op, *path):
            region = place.parent_region()
            while region is not None and region.parent is not None:
                if len(region.blocks) > 1:
                    raise NotFollowed("a task is launched between branches", op)
                region = None if region.parent in self.functions.values() else region.parent.parent_region()
        return found[::-1]

    def label(self, op: Operation, path: Path, state: TaskState) -> tuple[Function, ...]:
        """The label of the task that an op launches now."""
        counters = self.counters(op, path)
        for counter in counters:
            self.number(counter, state)
        return tuple(self.number(counter, state).of for counter in counters)

    def activation(self) -> tuple[Operation, Path]:
        """The op that launched what is executed, and the calls around it."""
        return self.acting or self.launched_by(*self.at)

    def launched_by(self, op: Operation, path: Path) -> tuple[Operation, Path]:
        """The op that launched the task around a place, and the calls around it."""
        for each in self.around(op, path):
            if kind_of(each) in LAUNCHES:
                return each, path[: path.index(each)] if each in path else self.path_of(each, path)
        raise AssertionError("there is no task around")

    def path_of(self, op: Operation, path: Path) -> Path:
        """The calls that lead to the function of an op that is around a place."""
        here = self.function_of(op)
        for index, call in enumerate(path):
            if self.called(call) is here:
                return path[: index + 1]
        return ()

    def function_of(self, op: Operation) -> Operation | None:
        """The function around an op."""
        above = op.parent_op()
        while above is not None and above is not self.functions.get(symbol_name(above) or ""):
            above = above.parent_op()
        return above

    def counters_of(self, owner: str) -> list[SSAValue]:
        """What tells the tasks of an owner apart."""
        if owner not in self.told_apart:
            *path, op = (self.ops[int(each)] for each in owner.split("/"))
            self.told_apart[owner] = self.counters(op, tuple(path))
        return self.told_apart[owner]

    def labels(self, owner: str) -> int:
        """How many numbers a label of an owner has."""
        return len(self.counters_of(owner))
