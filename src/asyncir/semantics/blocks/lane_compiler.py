"""From IR to segments for several threads at once. What has no handler here is done thread by thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from asyncir.dialects.interfaces.completion import BlockSize, Commits, IsBarrier, ThreadIndex
from asyncir.ir import ModuleOp, Operation, Region, VectorType
from asyncir.semantics.blocks.compiler import BlockCompiler
from asyncir.semantics.blocks.lane_arith import lane_by_lane, whole_function
from asyncir.semantics.blocks.lane_machine import LaneMachine
from asyncir.semantics.blocks.lanes import Array, LaneToken, NotVectorised, is_lanes, is_numeric
from asyncir.semantics.core.memory import MemRefView
from asyncir.semantics.core.program import HANDLERS, Handler, Program, RegionScope, Segment, registering
from asyncir.semantics.core.values import Registers, Value
from asyncir.semantics.tasks.machine import TaskMachine

LANE_HANDLERS: dict[str, Handler] = {}

LANE_TRAITS: list[tuple[Callable[[Operation], object], Handler]] = []
"""For ops that say by a trait what they do: whether it is of the kind, and the handler."""

_AS_FOR_ONE_THREAD = frozenset(
    {
        "cf.br",
        "cf.cond_br",
        "func.return",
        "gpu.block_id",
        "gpu.grid_dim",
        "memref.get_global",
        "memref.global",
        "scf.execute_region",
        "scf.if",
        "scf.while",
    }
)
_TRAITS_AS_FOR_ONE_THREAD = (Commits, IsBarrier, ThreadIndex, BlockSize)
_PURE = ("arith.", "math.")


handles_lanes = registering(LANE_HANDLERS)
"""Register the function as the handler of the named ops."""


class LaneCompiler(BlockCompiler):
    """Compiles one function."""

    def __init__(self, program: Program):
        super().__init__(program)
        self.lanes = cast(LaneMachine, cast(object, program.machine))
        self.numbers: dict[Operation, tuple[int, int]] = {}

    def function(self, function: Any) -> Any:
        """Compile a function; its segments are numbered as they follow one another in the text."""
        _number(function.op, self.numbers)
        return super().function(function)

    def branch(self, flag: int, yes: Any, no: Any, go_on: Segment | None = None) -> None:
        """See `BlockCompiler`: the threads need not agree."""
        machine = self.lanes

        def end(r: Registers, team: Any) -> Segment | None:
            return machine.decide(r[flag], r, team, yes, no)

        self.end(end, go_on)

    def region(self, region: Region, scope: RegionScope) -> Segment:
        """See `Compiler`."""
        entry = super().region(region, scope)
        for block in region.blocks:
            parent = block.parent_op()
            assert parent is not None
            first = block.first_op
            number = self.numbers[first][0] if first is not None else self.numbers[parent][1]
            self.lanes.order[self.target(block)] = number
        return entry

    def end(self, end: Any, go_on: Segment | None = None) -> None:
        """See `Compiler`."""
        if go_on is not None:
            self.lanes.order[go_on] = self.numbers[self.op][1]
        super().end(end, go_on)

    def handler_of(self, op: Operation) -> Handler:
        """What compiles the op."""
        if any(isinstance(value.type, VectorType) for value in (*op.operands, *op.results)):
            raise NotVectorised
        if op.name in LANE_HANDLERS:
            return LANE_HANDLERS[op.name]
        if op.name in HANDLERS and op.name.startswith(_PURE):
            return _pure
        found = next((handler for carries, handler in LANE_TRAITS if carries(op)), None)
        if found is not None:
            return found
        if op.name in _AS_FOR_ONE_THREAD or any(op.has_trait(trait) for trait in _TRAITS_AS_FOR_ONE_THREAD):
            return super().handler_of(op)
        raise NotVectorised


def _number(root: Operation, numbers: dict[Operation, tuple[int, int]]) -> None:
    """For each op where it begins and ends in the text; nesting is no deeper than that of Python's parser."""
    order = list(root.walk())
    begin = {op: 2 * index for index, op in enumerate(order)}
    last = dict(begin)
    for op in reversed(order):
        parent = op.parent_op()
        if parent is not None and parent in last and op is not root:
            last[parent] = max(last[parent], last[op])
    numbers.update({op: (begin[op], last[op] + 1) for op in order})


def program_for_lanes(module: ModuleOp, machine: LaneMachine) -> Program:
    """The module, compiled for threads that run together."""
    return Program(module, cast(TaskMachine, cast(object, machine)), LaneCompiler)


def varies(value: Value) -> bool:
    """Whether the threads of the team have different ones."""
    return is_lanes(value) or (isinstance(value, MemRefView) and is_lanes(value.offset))


def alike(value: Value) -> Value:
    """The value, which must be the same for all threads."""
    if varies(value):
        raise NotVectorised
    return value


# ---- arithmetic ----


def scalar_step(op: Operation, c: LaneCompiler) -> Callable[[Registers], None]:
    """The step for one thread."""
    HANDLERS[op.name](op, c)
    c.segment.marks.pop()
    return c.segment.body.pop()


def _pure(op: Operation, c: LaneCompiler) -> None:
    scalar, whole = scalar_step(op, c), whole_function(op)
    operands = c.uses(op.operands)
    if len(op.results) != 1 or not operands:
        c.pure(scalar)
        if operands:
            raise NotVectorised
        return
    result, of, machine = c.slot(op.results[0]), op.results[0].type, c.lanes

    def step(r: Registers) -> None:
        values = [r[slot] for slot in operands]
        if not any(is_lanes(value) for value in values):
            scalar(r)
        elif whole is not None:
            with np.errstate(all="ignore"):
                r[result] = whole(*values)
        else:
            r[result] = lane_by_lane(scalar, operands, result, of, r, len(machine.team.threads))

    c.pure(step)


@handles_lanes("arith.select")
def _select(op: Any, c: LaneCompiler) -> None:
    condition, true, false = c.uses(op.operands)
    result, machine = c.slot(op.results[0]), c.lanes

    def step(r: Registers) -> None:
        chosen, yes, no = r[condition], r[true], r[false]
        if not is_lanes(chosen):
            r[result] = yes if chosen else no
        elif isinstance(yes, LaneToken) and isinstance(no, LaneToken):
            r[result] = _select_token(chosen, yes, no, machine.team.threads)
        elif is_numeric(yes) and is_numeric(no):
            dtype: Any = next((x.dtype for x in (yes, no) if is_lanes(x)), None)
            parts = [np.asarray(x, dtype) for x in (yes, no)]
            r[result] = np.where(chosen, *parts)
        else:
            raise NotVectorised

    c.pure(step)


def _select_token(chosen: Array, yes: LaneToken, no: LaneToken, threads: Array) -> LaneToken:
    if yes.fifo is not None and no.fifo is not None and yes.fifo is not no.fifo:
        raise NotVectorised
    groups = np.full(len(yes.groups), -1)
    groups[threads] = np.where(chosen, yes.groups[threads], no.groups[threads])
    return LaneToken(yes.fifo or no.fifo, groups)
