"""Waits for tasks, and for groups beside tasks, and how they are removed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from asyncir.analyses.mixed_tasks import waits_for_groups
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import ModuleOp, Operation
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import erase

WAITS = frozenset({OpKind.AWAIT, OpKind.AWAIT_ALL})

WaitPlace = tuple[int, int | None]
"""Which op of the module, in the order of the text, and which of its operands where it waits for several."""


def remove_waits(module: ModuleOp, places: Iterable[WaitPlace]) -> None:
    """Remove waits and dependencies, each given by its place; the values of tasks that others are given stay."""
    ops = list(walk(module))
    dropped: dict[Operation, set[int]] = {}
    for number, operand in places:
        dropped.setdefault(ops[number], set()).update(() if operand is None else (operand,))
    for op, operands in dropped.items():
        if kind_of(op) in WAITS or waits_for_groups(op):
            erase(op)
        else:
            _without_dependencies(op, operands)


def _without_dependencies(task: Any, dropped: set[int]) -> None:
    """Let a task not wait for some of its dependencies; a value that it is given, it keeps."""
    kept = [v for n, v in enumerate(task.dependencies) if n not in dropped]
    task.wait_for(kept, task.body_operands)
