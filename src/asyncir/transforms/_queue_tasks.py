"""One group of a queue as a task, and waits for groups as waits for tasks."""

from __future__ import annotations

from asyncir.dialects import async_dialect, queue
from asyncir.dialects.effects import Effects
from asyncir.ir import Block, Operation, Region, SSAValue, UnitAttr
from asyncir.ir.marks import BEFORE, PASSES_ON
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import at, erase, move_ops
from asyncir.transforms._building import Builder


def taken_before(commit: queue.CommitOp) -> SSAValue | None:
    """The token of the group committed before, which the mark waits for; the mark goes. None where there is none."""
    mark = commit.prev_op
    if mark is None or BEFORE not in mark.attributes:
        return None
    before = mark.operands[0] if isinstance(mark, queue.AwaitOp) else None
    erase(mark)
    return before


def launch(commit: queue.CommitOp, before: SSAValue | None, effects: Effects) -> bool:
    """Let what the commit's operations do be a task; False where its region is not simple enough for that.

    What else is in the region is done by who commits, unless it only computes: then control flow may be around
    the operations. An operation may start as late as its group is closed.
    """
    body = commit.body.block
    issues = [op for op in walk(commit) if isinstance(op, queue.AsyncOp)]
    if not _only_computes(commit, effects):
        if any(issue.parent is not body for issue in issues):
            return False
        move_ops([op for op in body.ops if not isinstance(op, queue.AsyncOp)], commit)
    _replace(commit, _task(commit, before) if issues else before)
    return True


def do_at_once(commit: queue.CommitOp, before: SSAValue | None) -> None:
    """Let the operations be done when they are issued."""
    move_ops(commit.body.block.ops, commit)
    _replace(commit, before)


def _only_computes(commit: queue.CommitOp, effects: Effects) -> bool:
    """Whether nothing in the region but its operations touches anything."""
    pending: list[Operation] = list(commit.body.block.ops)
    while pending:
        op = pending.pop()
        if op.name.startswith("scf."):
            pending.extend(inner for region in op.regions for block in region.blocks for inner in block.ops)
        elif not isinstance(op, queue.AsyncOp) and effects.of(op):
            return False
    return True


def _task(commit: queue.CommitOp, before: SSAValue | None) -> SSAValue:
    """A task of what is in the region, behind the group before."""
    inner = Block()
    move_ops(commit.body.block.ops, inner)
    end = at(async_dialect.YieldOp(), commit.location)
    inner.add_op(end)
    if before is not None:
        build = Builder(inner.first_op or end, commit)
        # Not cut short where the run is cancelled: who waits for the youngest group counts on the older ones to be over.
        build.add(async_dialect.RuntimeAwaitOp.create(operands=[before]))
        build.add(async_dialect.AwaitOp(before)).attributes[PASSES_ON] = UnitAttr()
    return Builder(commit).add(async_dialect.ExecuteOp([], [], [], Region(inner))).token


def _replace(commit: queue.CommitOp, token: SSAValue | None) -> None:
    if commit.token is not None and commit.token.first_use is not None:
        commit.token.replace_all_uses_with(token or Builder(commit).add(async_dialect.ReadyOp()).result)
    erase(commit)


def dissolve(issue: queue.AsyncOp) -> None:
    """Put the operation's ops in its place."""
    move_ops(issue.body.block.ops, issue)
    erase(issue)


def wait_for_tasks(wait: Operation) -> None:
    """Await each of the tokens."""
    build = Builder(wait)
    for token in dict.fromkeys(wait.operands):
        if isinstance(token.type, async_dialect.TokenType):
            build.add(async_dialect.AwaitOp(token))
    erase(wait)
