"""Which op of a pipelined program belongs to which statement: marks that the passes carry along.

Before a loop is expanded, each op of a statement gets a location that says so around its own, and probes, which are
constants that nobody uses, stand at the beginning and at the end of each statement, in front of the loop and behind it.
Passes keep locations and copy ops with what they copy, so that in the program that comes out each op tells its statement,
and each instance its beginning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from asyncir.dialects import arith
from asyncir.dialects.effects import is_allocation
from asyncir.dialects.pipelining import scheduled_statements, statements_of
from asyncir.ir import ArrayAttr, FusedLoc, IntegerAttr, LocationAttr, ModuleOp, Operation, StringAttr, i1
from asyncir.ir.walk import walk

_MARK = "asyncir.view"


class Role(StrEnum):
    """What a marked op is."""

    OP = "op"
    """Part of a statement."""
    STATEMENT = "statement"
    """The statement itself, or what it has become: an async op, a commit."""
    BEGIN = "begin"
    END = "end"
    ENTER = "enter"
    """The loop starts."""
    LEAVE = "leave"
    LOOP = "loop"
    """The loop itself, and what is made for it."""
    MEMORY = "memory"


_PROBES = frozenset({Role.BEGIN, Role.END, Role.ENTER, Role.LEAVE})


@dataclass(frozen=True, slots=True)
class ProbeMark:
    """One op's part in a pipeline."""

    role: Role
    loop: int
    statement: int = -1


def marks_of(op: Operation) -> Iterator[ProbeMark]:
    """The marks of an op, those of the innermost pipeline first."""
    location: LocationAttr = op.location
    while isinstance(location, FusedLoc):
        said = location.metadata
        if isinstance(said, StringAttr) and said.data.startswith(_MARK):
            _, role, loop, statement = said.data.split()
            yield ProbeMark(Role(role), int(loop), int(statement))
        inner = cast("ArrayAttr[LocationAttr]", location.locations).data
        if len(inner) != 1:
            return
        location = inner[0]


def mark_of(op: Operation) -> ProbeMark | None:
    """The mark of the innermost pipeline."""
    return next(marks_of(op), None)


def probes_of(module: ModuleOp) -> list[Operation]:
    """The probes that there are; what passes have made at the place of one is none."""
    return [
        op for op in walk(module) if (m := mark_of(op)) is not None and m.role in _PROBES and _is_probe(op)
    ]


def _is_probe(op: Operation) -> bool:
    return isinstance(op, arith.ConstantOp) and op.result.type == i1 and op.result.first_use is None


def loops_to_pipeline(module: ModuleOp) -> list[Operation]:
    """The loops whose statements have stages, outer ones first."""
    return [op for op in walk(module) if scheduled_statements(op)]


def add_probes(loops: Sequence[Operation]) -> None:
    """Mark the ops of all statements of the loops, outer ones first, and set probes."""
    for number, loop in enumerate(loops):
        _around(loop, number)
        for n, statement in enumerate(statements_of(loop)):
            for op in walk(statement):
                _tag(op, ProbeMark(Role.STATEMENT if op is statement else Role.OP, number, n))
            first = statement.regions[0].blocks[0].first_op
            assert first is not None
            _probe(first, ProbeMark(Role.BEGIN, number, n))
            for block in statement.regions[0].blocks:
                if block.last_op is not None and block.last_op.name == "scf.yield":
                    _probe(block.last_op, ProbeMark(Role.END, number, n))
    for function in {id(f): f for f in map(_function, loops)}.values():
        for number, op in enumerate(walk(function)):
            if op.results and all(is_allocation(result) for result in op.results):
                _tag(op, ProbeMark(Role.MEMORY, number))


def _function(op: Operation) -> Operation:
    while (parent := op.parent_op()) is not None and parent.parent_op() is not None:
        op = parent
    return op


def _around(loop: Operation, number: int) -> None:
    assert loop.parent is not None
    _probe(loop, ProbeMark(Role.ENTER, number))
    _tag(loop, ProbeMark(Role.LOOP, number))
    end = loop.next_op
    assert end is not None
    _probe(end, ProbeMark(Role.LEAVE, number))


def _probe(before: Operation, mark: ProbeMark) -> None:
    """A constant in front of the op; whatever that is a part of, so is the probe."""
    assert before.parent is not None
    probe = arith.ConstantOp(IntegerAttr(0, i1))
    around = before.parent_op()
    probe.location = before.location if around is None else around.location
    before.parent.insert_op_before(probe, before)
    _tag(probe, mark)


def _tag(op: Operation, mark: ProbeMark) -> None:
    said = StringAttr(f"{_MARK} {mark.role} {mark.loop} {mark.statement}")
    op.location = FusedLoc((op.location,), said)
