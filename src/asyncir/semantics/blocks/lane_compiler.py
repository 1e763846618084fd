"""From IR to segments for several threads at once. What has no handler here is done thread by thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from asyncir.dialects.interfaces.completion import IssuesAsync
from asyncir.dialects.nvgpu import DeviceAsyncCopyOp
from asyncir.ir import Operation, Region, SSAValue, VectorType
from asyncir.semantics.blocks.compiler import TRAIT_HANDLERS, BlockCompiler
from asyncir.semantics.blocks.lane_arith import lane_by_lane, whole_function
from asyncir.semantics.blocks.lane_machine import LaneMachine
from asyncir.semantics.blocks.lanes import LaneToken, NotVectorised, is_lanes, is_numeric
from asyncir.semantics.core.memory import MemRefView
from asyncir.semantics.core.program import HANDLERS, End, Handler, Program, Segment, Terminators, registering
from asyncir.semantics.core.values import Registers, Value, dtype_of

LANE_HANDLERS: dict[str, Handler] = {}

_AS_FOR_ONE_THREAD: dict[str, slice] = {
    **dict.fromkeys(
        (
            *("async.await", "async.ready", "cf.assert", "cf.br", "cf.cond_br", "func.call", "func.return"),
            *("gpu.block_id", "gpu.grid_dim", "memref.dealloc", "memref.get_global", "memref.global"),
            *("scf.execute_region", "scf.for", "scf.if", "scf.while"),
        ),
        slice(0),
    ),
    **dict.fromkeys(
        (
            *("memref.alloc", "memref.alloca", "memref.cast", "memref.collapse_shape", "memref.dim"),
            *("memref.expand_shape", "memref.memory_space_cast", "memref.reinterpret_cast"),
            "memref.transpose",
        ),
        slice(None),
    ),
    "cf.switch": slice(1),
    "scf.index_switch": slice(1),
}
"""Ops whose handlers for one thread serve several, and those of their operands that must be the same for all threads."""

_PURE = ("arith.", "math.")


handles_lanes = registering(LANE_HANDLERS)
"""Register the function as the handler of the named ops."""


class LaneCompiler(BlockCompiler):
    """Compiles one function."""

    together = True

    def __init__(self, program: Program):
        super().__init__(program)
        self.lanes = cast(LaneMachine, cast(object, program.machine))
        self.numbers: dict[Operation, tuple[int, int]] = {}

    def function(self, function: Any) -> Any:
        """Compile a function; its segments are numbered as they follow one another in the text."""
        _number(function.op, self.numbers)
        return super().function(function)

    def branch(self, flag: int, yes: Any, no: Any, go_on: Segment | None = None) -> None:
        """See `Compiler`: the threads need not agree."""

        def end(registers: Registers, runner: Any) -> Segment | None:
            return self.choose(registers[flag], registers, runner, yes, no)

        self.end(end, go_on)

    def choose(
        self, condition: Value, registers: Registers, runner: Any, yes: End, no: End
    ) -> Segment | None:
        """See `Compiler`: the threads need not agree."""
        return self.lanes.decide(condition, registers, runner, yes, no)

    def least(self, value: Value) -> Value:
        """See `Compiler`."""
        return np.min(value)

    def advance(self, value: Value, step: Value, most: int) -> Value:
        """See `Compiler`: arrays would begin again at the other end of the type."""
        following = value + step
        if np.any(following < value) if is_lanes(following) else following > most:
            raise NotVectorised
        return following

    def region(self, region: Region, scope: Terminators) -> Segment:
        """See `Compiler`."""
        entry = super().region(region, scope)
        for block in region.blocks:
            parent = block.parent_op()
            assert parent is not None
            first = block.first_op
            number = self.numbers[first][0] if first is not None else self.numbers[parent][1]
            self._place(self.target(block), number)
        return entry

    def end(self, end: Any, go_on: Segment | None = None) -> None:
        """See `Compiler`."""
        if go_on is not None:
            self._place(go_on, self.numbers[self.op][1])
        super().end(end, go_on)

    def _place(self, segment: Segment, number: int) -> None:
        self.lanes.order[segment] = number
        self.lanes.types[segment] = self.code.types

    def handler_of(self, op: Operation) -> Handler:
        """What compiles the op."""
        if any(isinstance(value.type, VectorType) for value in (*op.operands, *op.results)):
            raise NotVectorised
        if op.name in LANE_HANDLERS:
            return LANE_HANDLERS[op.name]
        if op.name in HANDLERS and op.name.startswith(_PURE):
            return _pure
        if op.name in _AS_FOR_ONE_THREAD:
            self._agree(op.operands[_AS_FOR_ONE_THREAD[op.name]])
        elif isinstance(op, DeviceAsyncCopyOp):
            self._agree(op.operands[-1:] if op.src_elements is not None else ())
        elif not any(op.has_trait(trait) for trait in TRAIT_HANDLERS):
            raise NotVectorised
        self._check(op)
        return super().handler_of(op)

    def _agree(self, values: Sequence[SSAValue]) -> None:
        """Add a step that gives up where the threads have different values."""
        slots = self.uses(values)

        def step(r: Registers) -> None:
            if any(varies(r[slot]) for slot in slots):
                raise NotVectorised

        if slots:
            self.step(step)

    def _check(self, op: Any) -> None:
        """Give up where the op does what the handler for one thread cannot do for several."""
        prints = op.name == "func.call" and self.program.function(op.callee, op).external
        unsigned = op.name == "scf.for" and "unsignedCmp" in {*op.properties, *op.attributes}
        region = IssuesAsync.region(op) if op.has_trait(IssuesAsync) else None
        inside = region.walk() if region is not None else ()
        if prints or unsigned or any(inner.regions or inner.name == "memref.alloca" for inner in inside):
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


def varies(value: Value) -> bool:
    """Whether the threads of the team have different ones."""
    return is_lanes(value) or (isinstance(value, MemRefView) and is_lanes(value.offset))


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
    (condition, true, false), result, machine = c.uses(op.operands), c.slot(op.results[0]), c.lanes
    dtype = dtype_of(op.results[0].type)

    def step(r: Registers) -> None:
        chosen, yes, no = r[condition], r[true], r[false]
        if not is_lanes(chosen):
            r[result] = yes if chosen else no
        elif isinstance(yes, LaneToken) and isinstance(no, LaneToken):
            r[result] = yes.mixed(no, machine.team.threads[chosen == 0])
        elif is_numeric(yes) and is_numeric(no):
            numbers: list[Any] = [yes, no]
            r[result] = np.asarray(np.where(chosen, *numbers), dtype)
        else:
            raise NotVectorised

    c.pure(step)
