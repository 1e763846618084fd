"""When each buffer of a function is used, and which of these moments are over when another one begins, in every order.

A *moment* is an op that uses a buffer, directly in the body of the function or of a task. A task is known where it runs
once: it is launched in the function's body, or in that of such a task. Everything else is looked at from outside: a loop is
one op of the body that it is in.

What is over when a moment begins is found by going through the text once. `now` is what is over at this place of a body,
whatever tasks do meanwhile: it starts as what was over where the task was launched, with all that it depends on; an op of the
body adds itself behind it; a wait adds what the token says. A token says what is over at the end of the task's body, and what
the tokens say that the body hands on. A token of unknown origin says nothing. So each moment's set has only moments that are
over in every order; what is missing in it may be over or not.

A buffer is an allocation of static size whose every use is such a moment. It *escapes*, and keeps its own allocation, where
it is returned or given to somebody who might keep it, where it is not known when a use is over, where it is made in a loop,
or where anything of it is not understood.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from asyncir.analyses.memory.in_place import twins_of, written_over
from asyncir.analyses.memory.problem import ALIGNMENT, MemoryProblem, Twin, aligned
from asyncir.analyses.op_costs import costs_of
from asyncir.analyses.task_ends import TaskEnds, is_in_flight
from asyncir.dialects.async_dialect import ExecuteOp, RegionOp
from asyncir.dialects.async_types import CompletionType, GroupType, TokenType
from asyncir.dialects.effects import (
    Access,
    AsksShape,
    Effect,
    Effects,
    Milestone,
    callee_name,
    declared_effects,
    is_memory,
    is_view,
)
from asyncir.dialects.execution_traits import may_wait
from asyncir.dialects.functions import FunctionOp
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.linalg_structured import Structured
from asyncir.dialects.memref_layout import bytes_of_element, has_identity_layout, shape_of
from asyncir.ir import BFloat16Type, Block, IntegerAttr, IsTerminator, MemRefType, Operation, SSAValue
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import block_of, enclosing, outermost, terminator_of, walk

_DEEPEST = 40
"""Tasks in tasks in tasks that are followed."""

Task = ExecuteOp | RegionOp

_WAITS = (OpKind.AWAIT, OpKind.AWAIT_ALL)


@dataclass(frozen=True)
class LiveBuffer:
    """An allocation that may share its bytes."""

    memory: SSAValue
    size: int
    uses: tuple[int, ...]
    """Moments."""
    frees: tuple[Operation, ...]


@dataclass(frozen=True)
class Kept:
    """An allocation that keeps its own memory."""

    memory: SSAValue
    reason: str
    size: int | None
    """In bytes, where the type says it."""


@dataclass
class Job:
    """A task that the function launches, or another op of the function's body."""

    op: Operation
    before: dict[int, None] = field(default_factory=dict[int, None])
    """Jobs that are over when it begins."""
    late: dict[int, None] = field(default_factory=dict[int, None])
    """Jobs that it waits for in the middle."""
    is_task: bool = False
    is_whole: bool = True
    """Whether all its moments are over when its tokens are complete."""


@dataclass
class Lives:
    """What is known of the buffers of one function."""

    function: FunctionOp
    buffers: list[LiveBuffer]
    idle: list[LiveBuffer]
    """Buffers that nobody uses, and that so may lie anywhere."""
    kept: list[Kept]
    moments: list[Operation]
    past: list[int]
    """For each moment a number with a bit for each moment that is over when it begins."""
    jobs: list[Job]
    job_of: list[int]
    """For each moment."""
    twins: tuple[Twin, ...] = ()
    """Buffers that may be written over others."""

    def problem(self, *, in_time: bool = True) -> MemoryProblem:
        """The same as numbers: if not `in_time`, for who adds no edges, and asks for no time."""
        costs = costs_of(self.function) if in_time else {}
        return MemoryProblem(
            sizes=tuple(aligned(each.size) for each in self.buffers),
            uses=tuple(each.uses for each in self.buffers),
            past=tuple(self.past),
            job_of=tuple(self.job_of),
            costs=tuple(max(1, round(costs.get(each.op, 1))) for each in self.jobs),
            before=tuple(tuple(each.before) for each in self.jobs),
            late=tuple(tuple(each.late) for each in self.jobs),
            tasks=tuple(each.is_task for each in self.jobs),
            whole=tuple(each.is_whole for each in self.jobs),
            is_fixed=not in_time or _is_fixed(self.function),
            twins=self.twins,
        )


def lives_of(function: FunctionOp) -> Lives | None:
    """The buffers of a function of one block; None of any other function."""
    if len(function.body.blocks) != 1:
        return None
    reader = _Names(function)
    found: list[tuple[SSAValue, int, _Uses]] = []
    kept: list[Kept] = []
    for op in walk(function):
        if kind_of(op) is OpKind.ALLOCATE:
            memory = op.results[0]
            size = _size(memory)
            reason, uses = reader.uses(memory)
            if size is None:
                reason = (
                    "its size is known only when the program runs, or its elements have no bytes of their own"
                )
            if reason or size is None:
                kept.append(Kept(memory, reason, size))
            else:
                found.append((memory, size, uses))
    order = _Order(function, {op for _, _, uses in found for op in uses.ops})
    buffers: list[LiveBuffer] = []
    idle: list[LiveBuffer] = []
    number_of: dict[SSAValue, int] = {}
    for memory, size, uses in found:
        moments = tuple(sorted({order.number[op] for op in uses.ops if op in order.number}))
        if len(moments) < len(uses.ops) or not all(order.end >> each & 1 for each in moments):
            kept.append(Kept(memory, "nothing says that its uses are over when the function ends", size))
        else:
            if moments:
                number_of.update(dict.fromkeys(uses.names, len(buffers)))
            (buffers if moments else idle).append(LiveBuffer(memory, size, moments, tuple(uses.frees)))
    types = [each.memory.type for each in buffers]
    pairs = [
        (*pair, moment)
        for moment, op in enumerate(order.moments)
        for pair in written_over(op, number_of, types)
    ]
    return Lives(
        function,
        buffers,
        idle,
        kept,
        order.moments,
        order.past,
        order.jobs,
        order.job_of,
        twins_of(pairs, [each.uses for each in buffers], order.past),
    )


def _size(memory: SSAValue) -> int | None:
    """In bytes; None where that is not a matter of the type, or where the memory is special."""
    of: Any = memory.type
    assert isinstance(memory.owner, Operation)
    element, shape = bytes_of_element(of), shape_of(of)
    alignment = memory.owner.get_attr_or_prop("alignment")
    wide = isinstance(alignment, IntegerAttr) and alignment.value.data > ALIGNMENT
    # The interpreter holds numbers of bf16 as f32, and so could not say whether a plan is right.
    if isinstance(of.element_type, BFloat16Type):
        return None
    if element is None or wide or not has_identity_layout(of) or str(of.memory_space) != "none":
        return None
    sizes = [size for size in shape if size is not None]
    return prod(sizes) * element if len(sizes) == len(shape) else None


def _is_fixed(function: FunctionOp) -> bool:
    """Whether some completion does not come from a launch that is in sight, or is no matter to who depends on it."""
    for op in walk(function):
        if any(isinstance(value.type, CompletionType) for value in _of_unknown_origin(op)):
            return True
        if isinstance(op, RegionOp) and op.region_token() is not None:
            return True  # It starts whatever it depends on.
    return False


def _of_unknown_origin(op: Operation) -> Iterable[SSAValue]:
    """Values of the op that, if they are completions, come from or go to where nobody follows them."""
    inner = [argument for region in op.regions for block in region.blocks for argument in block.args]
    if isinstance(op, ExecuteOp):
        return inner
    if isinstance(op, RegionOp):
        own = op.region_token()
        groups = [value for value in op.operands if isinstance(value.type, GroupType)]
        values = [value for value in op.results if not isinstance(value.type, TokenType)]
        return [*groups, *values, *(argument for argument in inner if argument is not own)]
    if kind_of(op) is OpKind.READY:
        return ()
    if kind_of(op) is OpKind.AWAIT:
        return op.results
    if op.has_trait(IsTerminator, value_if_unregistered=False) and isinstance(op.parent_op(), RegionOp):
        return ()
    return [*op.operands, *op.results, *inner]


def runs_once(block: Block, function: FunctionOp) -> bool:
    """Whether the block is the function's body, or that of a task that is launched in such a block."""
    for _ in range(_DEEPEST):
        around = block.parent_op()
        if around is function:
            return True
        if not isinstance(around, Task) or len(around.body.blocks) != 1:
            return False
        block = block_of(around)
    return False


@dataclass
class _Uses:
    """What is done with a buffer."""

    ops: dict[Operation, None] = field(default_factory=dict[Operation, None])
    """The ops in known bodies that use it."""
    frees: list[Operation] = field(default_factory=list[Operation])
    names: set[SSAValue] = field(default_factory=set[SSAValue])
    """The values by which it, or a part of it, is known."""


class _Names:
    """By which names buffers are known, and what is done with them."""

    def __init__(self, function: FunctionOp):
        self.function = function
        self.ends = TaskEnds()
        self.effects = Effects()
        self._once: dict[Block, bool] = {}
        self._declared: dict[Operation, tuple[Effect, ...] | None] = {}
        self._harmless: dict[Operation, bool] = {}

    def uses(self, memory: SSAValue) -> tuple[str, _Uses]:
        """Why the memory escapes, or ""; what is done with it."""
        assert isinstance(memory.owner, Operation)
        found = _Uses(names={memory})
        if not self._runs_once(block_of(memory.owner)):
            return "it is allocated where the program may come several times", found
        pending = [memory]
        while pending:
            value = pending.pop()
            for use in list(value.uses):
                names = self._names(value, use.operation, use.index)
                if names is None:
                    return f"`{use.operation.name}` may keep it", found
                if names == ():
                    if _frees(use.operation, value):
                        found.frees.append(use.operation)
                    elif not use.operation.has_trait(AsksShape):
                        reason = self._add(use.operation, found.ops)
                        if reason:
                            return reason, found
                for name in names:
                    if name not in found.names:
                        found.names.add(name)
                        pending.append(name)
        return "", found

    def _names(self, value: SSAValue, op: Operation, index: int) -> Sequence[SSAValue] | None:
        """What else the value is called because of this use; None where somebody may keep it."""
        if isinstance(op, Task):
            return _argument(op, index)
        if op.has_trait(IsTerminator, value_if_unregistered=False):
            return _handed_out(op, index)
        if isinstance(value.type, CompletionType):
            return op.results if kind_of(op) is OpKind.AWAIT else None
        if is_view(op):
            plain = isinstance(op.results[0].type, MemRefType) and kind_of(op) is not OpKind.ASSUME_ALIGNMENT
            return op.results if plain else None
        if callee_name(op) is not None:
            return () if self.effects.keeps_nothing(op) or self._is_harmless(op) else None
        if op not in self._declared:
            self._declared[op] = declared_effects(op)
        declared = self._declared[op]
        known = declared is not None and (
            any(effect.root is value for effect in declared) or op.has_trait(AsksShape)
        )
        if any(effect.milestone is not Milestone.ISSUE for effect in declared or ()):
            return None  # It goes on behind the op.
        gives_memory = any(
            is_memory(result.type) or isinstance(result.type, CompletionType) for result in op.results
        )
        return () if known and not gives_memory and (not op.regions or isinstance(op, Structured)) else None

    def _add(self, op: Operation, uses: dict[Operation, None]) -> str:
        """Note from when to when a use lasts, in the innermost body that is known."""
        if isinstance(op, Structured) and self._runs_once(block_of(op)):
            uses[op] = None
            return ""
        body = next((b for b in _blocks_around(op) if self._runs_once(b)), None)
        assert body is not None
        top = op if op.parent is body else next(each for each in enclosing(op) if each.parent is body)
        if isinstance(top, Task) or any(is_in_flight(each) for each in _until(op, top)):
            end = self.ends.end(op, body)
            if end.pending or not end.is_known:
                return "a task uses it of which it is not known when it is over"
            uses[end.op] = None
        uses[top] = None
        return ""

    def _runs_once(self, block: Block) -> bool:
        known = self._once.get(block)
        if known is None:
            known = self._once[block] = runs_once(block, self.function)
        return known

    def _is_harmless(self, call: Operation) -> bool:
        """Whether what is called keeps nothing: it launches nothing, and gives no memory back."""
        pending, seen = [call], set[Operation]()
        while pending:
            current = pending.pop()
            name = callee_name(current)
            module = outermost(call)
            callee = next((op for op in _definitions(module) if symbol_name(op) == name), None)
            if callee in seen:
                continue
            if not isinstance(callee, FunctionOp) or not callee.body.blocks or _may_keep(current):
                return False
            seen.add(callee)
            for op in walk(callee):
                if is_in_flight(op) or may_wait(type(op)) or kind_of(op) is OpKind.CALL_OF_VALUE:
                    return False
                if callee_name(op) is not None and not self.effects.keeps_nothing(op):
                    pending.append(op)
                elif _stores_memory(op):
                    return False
        return True


def _definitions(module: Operation) -> Iterable[Operation]:
    return (op for region in module.regions for block in region.blocks for op in block.ops)


def _may_keep(call: Operation) -> bool:
    return any(is_memory(r.type) or isinstance(r.type, CompletionType) for r in call.results)


def _stores_memory(op: Operation) -> bool:
    """Whether memory is written into memory, or its address becomes a number, where nobody can follow it."""
    declared = declared_effects(op)
    if declared is None:
        return True
    roots = {effect.root for effect in declared}
    plain = is_view(op) or op.has_trait(AsksShape) or op.has_trait(IsTerminator) or bool(op.regions)
    return not plain and any(is_memory(value.type) and value not in roots for value in op.operands)


def _blocks_around(op: Operation) -> Iterable[Block]:
    yield block_of(op)
    for each in enclosing(op):
        if each.parent is not None:
            yield each.parent


def _until(op: Operation, top: Operation) -> Iterable[Operation]:
    """The op and those around it, up to `top`."""
    yield op
    if op is not top:
        for each in enclosing(op):
            yield each
            if each is top:
                return


def _frees(op: Operation, value: SSAValue) -> bool:
    return any(e.access is Access.FREE and e.root is value for e in declared_effects(op) or ())


def _argument(task: Task, index: int) -> Sequence[SSAValue] | None:
    """What a body calls that operand of its task."""
    offset = index - len(task.dependencies if isinstance(task, ExecuteOp) else task.dependencies_)
    if offset < 0:
        return ()
    return [task.body.blocks[0].args[offset]]


def _handed_out(end: Operation, index: int) -> Sequence[SSAValue] | None:
    """What the task around calls what its body yields."""
    task = end.parent_op()
    if isinstance(task, ExecuteOp):
        return [task.body_results[index]]
    if isinstance(task, RegionOp) and len(task.ends()) == 1:
        value = end.operands[index]
        found = [
            result
            for (_, results), given in zip(task.parts(), task.yielded(end), strict=True)
            for result, each in zip(results, given.values, strict=True)
            if each is value
        ]
        return found or None
    return None


class _Order:
    """Numbers moments, and says of each what is over when it begins."""

    def __init__(self, function: FunctionOp, wanted: set[Operation]):
        self.wanted = wanted
        self.number: dict[Operation, int] = {}
        self.moments: list[Operation] = []
        self.past: list[int] = []
        self.jobs: list[Job] = []
        self.job_of: list[int] = []
        self._effects = Effects()
        self._says: dict[SSAValue, int] = {}
        """What is over when a completion is."""
        self._of_job: dict[SSAValue, int] = {}
        """The job that a completion is of."""
        self._main: int | None = None
        """The last job of the function's own."""
        self.end = self._body(function.body.blocks[0], 0, None)

    def _body(self, block: Block, now: int, job: int | None) -> int:
        """Go through a body, of a job if it is not the function's; what is over at its end."""
        for op in block.ops:
            own = self._job(op) if job is None else job
            if isinstance(op, Task):
                self._launch(op, now, own, nested=job is not None)
            elif kind_of(op) in _WAITS:
                for value in op.operands:
                    now |= self._says.get(value, 0)
                    self._wait(value, own, late=job is not None)
            elif kind_of(op) is OpKind.ADD_TO_GROUP:
                token, group = op.operands
                self._says[group] = self._says.get(group, 0) | self._says.get(token, 0)
            elif op.regions and not isinstance(op, Structured):
                self._wait_inside(op, own)
            if op in self.wanted and not (isinstance(op, Task) and self._has_body(op)):
                now |= 1 << self._moment(op, now, own)
        return now

    def is_quick(self, op: Operation) -> bool:
        """Whether the op may stand anywhere behind what it uses, and costs nothing."""
        if isinstance(op, Task) or op.regions or kind_of(op) in _WAITS:
            return False
        return kind_of(op) is OpKind.ALLOCATE or self._effects.is_pure(op)

    @staticmethod
    def _has_body(task: Task) -> bool:
        return len(task.body.blocks) == 1

    def _moment(self, op: Operation, now: int, job: int) -> int:
        number = self.number[op] = len(self.moments)
        self.moments.append(op)
        self.past.append(now)
        self.job_of.append(job)
        return number

    def _job(self, op: Operation) -> int:
        """The job of an op in the function's body; what touches nothing is one with the op before it."""
        if op not in self.wanted and self._main is not None and self.is_quick(op):
            return self._main
        number = len(self.jobs)
        is_task = isinstance(op, Task)
        made = Job(op, is_task=is_task)
        if self._main is not None:
            made.before[self._main] = None
        if not is_task:
            self._main = number
        self.jobs.append(made)
        return number

    def _wait(self, value: SSAValue, job: int, *, late: bool) -> None:
        other = self._of_job.get(value)
        if other is not None and other != job:
            (self.jobs[job].late if late else self.jobs[job].before)[other] = None

    def _wait_inside(self, op: Operation, job: int) -> None:
        """What is awaited in a loop or branch; who hands a completion to anybody else fixes the order of all jobs."""
        for inner in walk(op):
            for value in inner.operands:
                if isinstance(value.type, CompletionType):
                    self._wait(value, job, late=True)

    def _launch(self, task: Task, now: int, job: int, *, nested: bool) -> None:
        known = now
        for value in task.operands:
            if isinstance(value.type, CompletionType):
                known |= self._says.get(value, 0)
        token = task.region_token() if isinstance(task, RegionOp) else None
        starts_at_once = token is not None
        for value in task.operands:
            if isinstance(value.type, CompletionType):
                self._wait(value, job, late=nested or starts_at_once)
        if token is not None:
            self._says[token] = known
        if not self._has_body(task):
            self._wait_inside(task, job)
            return  # Several blocks: who uses memory in them is not followed.
        first = len(self.moments)
        end = self._body(task.body.blocks[0], now if starts_at_once else known, job)
        whole = self._complete(task, end, job)
        inside = (1 << len(self.moments)) - (1 << first)
        if not nested:
            self.jobs[job].is_whole = not inside & ~whole

    def _complete(self, task: Task, end: int, job: int) -> int:
        """Note what the task's completions say; what all of them together say."""
        together = end
        if isinstance(task, ExecuteOp):
            for result in task.results:
                self._says[result], self._of_job[result] = end, job
            return together
        last = terminator_of(task.body.blocks[0])
        for (token, _), given in zip(task.parts(), task.yielded(last), strict=True):
            says = end
            for value in given.tokens:
                says |= self._says.get(value, 0)
                self._wait(value, job, late=True)
            self._says[token], self._of_job[token] = says, job
            together |= says
        return together
