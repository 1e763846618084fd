"""A function whose buffers lie as a plan says: one arena, views of it, edges as dependencies.

Each task body that uses a buffer gets a view of its own, so that a task captures the arena and nothing else, and so that who
compiles the body sees from the constants in it which buffers are disjoint.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from asyncir.analyses.memory.lives import Lives, Task
from asyncir.analyses.memory.problem import ALIGNMENT, MemoryPlan
from asyncir.dialects import async_dialect, memref
from asyncir.dialects.async_types import TokenType
from asyncir.dialects.effects import is_view
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_views import ViewOp
from asyncir.ir import Attribute, Block, IntegerAttr, MemRefType, Operation, SSAValue, i8, i64
from asyncir.ir.walk import block_of, enclosing, first_of, terminator_of, walk
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import Builder


def write_plan(lives: Lives, plan: MemoryPlan) -> None:
    """Rewrite the function of `lives`."""
    block = lives.function.body.blocks[0]
    if plan.order:
        _reorder(lives, plan.order)
    for first, second in plan.edges:
        _depend(lives.jobs[second].op, _tokens(lives.jobs[first].op))
    if plan.peak:
        size = max([plan.peak, *(each.size for each in lives.idle)])
        code = Builder(first_of(block), lives.function)
        arena = code.add(memref.AllocOp([], [], MemRefType(i8, [size])))
        arena.properties["alignment"] = IntegerAttr(ALIGNMENT, i64)
        arena.memref.name_hint = "arena"
        for buffer in (*lives.buffers, *lives.idle):
            for each in buffer.frees:
                around = each.parent_op()
                erase(each)
                _drop_empty(around)
        views = _Views(arena.memref, block)
        for buffer, offset in zip(lives.buffers, plan.offsets, strict=True):
            views.replace(buffer.memory, offset)
        for buffer in lives.idle:
            views.replace(buffer.memory, 0)
        for buffer in (*lives.buffers, *lives.idle):
            owner = buffer.memory.owner
            assert isinstance(owner, Operation)
            erase(owner)
        end = terminator_of(block)
        Builder(end).add(memref.DeallocOp(arena.memref))


class _Views:
    """Views of the arena: of each buffer one in each body that uses it."""

    def __init__(self, arena: SSAValue, top: Block):
        self._arena, self._top = arena, top
        self._made: dict[tuple[Block, int, Attribute], SSAValue] = {}

    def replace(self, memory: SSAValue, offset: int) -> None:
        """Let all that the memory is called be views; what is a view of it stays one."""
        of = memory.type
        pending, seen = [memory], {memory}
        while pending:
            value = pending.pop()
            for use in list(value.uses):
                op = use.operation
                for name in _other_names(op, use.index):
                    if name not in seen:
                        seen.add(name)
                        pending.append(name)
                if value.type == of and not (
                    is_view(value.owner) if isinstance(value.owner, Operation) else False
                ):
                    body = self._body(op)
                    key = body, offset, of
                    if key not in self._made:
                        self._made[key] = self._view(body, offset, of, memory.name_hint)
                    op.operands[use.index] = self._made[key]

    def _body(self, op: Operation) -> Block:
        """The body of a task, or of the function, in which the op is."""
        block = block_of(op)
        for around in enclosing(op):
            if block is self._top:
                return block
            if isinstance(around, Task):
                return around.body.blocks[0]
            block = block_of(around)
        return block

    def _view(self, body: Block, offset: int, of: Attribute, name: str | None) -> SSAValue:
        place = first_of(body)
        if body is self._top:
            owner = self._arena.owner
            assert isinstance(owner, Operation)
            assert owner.next_op is not None
            place = owner.next_op
        code = Builder(place)
        view = ViewOp.create(operands=[self._arena, code.index(offset)], result_types=[of])
        found = code.value(view)
        found.name_hint = name
        return found


def _other_names(op: Operation, index: int) -> Sequence[SSAValue]:
    """What else a buffer is called because this op has it, or a task's value that it is in, as an operand."""
    if isinstance(op, async_dialect.ExecuteOp):
        number = index - len(op.dependencies)
        return [op.body.blocks[0].args[number]] if number >= 0 else ()
    if isinstance(op, async_dialect.RegionOp):
        number = index - len(op.dependencies_)
        return [op.body.blocks[0].args[number]] if number >= 0 else ()
    around = op.parent_op()
    if isinstance(op, async_dialect.YieldOp) and isinstance(around, async_dialect.ExecuteOp):
        return [around.body_results[index]]
    if isinstance(op, async_dialect.YieldOp) and isinstance(around, async_dialect.RegionOp):
        pairs = zip(around.parts(), around.yielded(op), strict=True)
        return [
            result
            for (_, results), given in pairs
            for result, value in zip(results, given.values, strict=True)
            if value is op.operands[index]
        ]
    return op.results if kind_of(op) is OpKind.AWAIT else ()


def _drop_empty(task: Operation | None) -> None:
    """Take a task away that freed memory and does nothing else; who waits for it waits for what it waited for."""
    if not isinstance(task, Task) or len(task.body.blocks) != 1:
        return
    only = task.body.blocks[0].first_op
    if only is None or only.next_op is not None or only.operands:
        return
    waits = [use.operation for result in task.results for use in result.uses]
    if any(kind_of(each) is not OpKind.AWAIT for each in waits):
        return
    awaited = _dependencies(task)
    for wait in dict.fromkeys(waits):
        code = Builder(wait)
        known = {
            op.operands[0]
            for op in block_of(wait).ops
            if kind_of(op) is OpKind.AWAIT and op.is_before_in_block(wait)
        }
        for each in awaited:
            if each not in known:
                code.add(async_dialect.AwaitOp(each))
        erase(wait)
    erase(task)


def _dependencies(task: Task) -> list[SSAValue]:
    if isinstance(task, async_dialect.ExecuteOp):
        return list(dict.fromkeys(task.operands))
    return list(dict.fromkeys(task.dependencies_))


# ---- edges ----


def _tokens(op: Operation) -> list[SSAValue]:
    """What says that a job is over."""
    return [result for result in op.results if isinstance(result.type, TokenType)]


def _depend(op: Operation, tokens: Iterable[SSAValue]) -> None:
    """Let a job begin when these are complete."""
    if isinstance(op, async_dialect.ExecuteOp):
        op.wait_for(list(dict.fromkeys((*op.dependencies, *tokens))), list(op.body_operands))
    elif isinstance(op, async_dialect.RegionOp):
        op.depend_on(list(dict.fromkeys((*op.dependencies_, *tokens))))
    else:
        code = Builder(op)
        for token in tokens:
            code.add(async_dialect.AwaitOp(token))


def _reorder(lives: Lives, order: Sequence[int]) -> None:
    """Let the jobs stand in this order, each behind the small ops whose results it uses."""
    block = lives.function.body.blocks[0]
    last = terminator_of(block)
    jobs = [lives.jobs[number].op for number in order]
    known, found = set(jobs), dict[Operation, None]()

    def put(op: Operation) -> None:
        pending = [(op, False)]
        while pending:
            current, is_ready = pending.pop()
            if current in found:
                continue
            if is_ready:
                found[current] = None
                continue
            pending.append((current, True))
            for inner in walk(current):
                for value in inner.operands:
                    owner = value.owner
                    if isinstance(owner, Operation) and owner.parent is block and owner not in known:
                        pending.append((owner, False))

    for job in jobs:
        put(job)
    for op in block.ops:
        put(op)
    del found[last]
    for op in found:
        op.detach()
        block.insert_op_before(op, last)
