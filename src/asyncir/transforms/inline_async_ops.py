"""`inline-async-ops`: what queues have in flight is done where it is issued."""

from __future__ import annotations

from asyncir.dialects import async_dialect, queue
from asyncir.ir import Context, ModuleOp
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import erase, move_ops
from asyncir.transforms._building import Builder
from asyncir.transforms._fifo_numbers import is_counted
from asyncir.transforms._passes import Pass


class InlineAsyncOps(Pass):
    """Let the ops of each `queue.async` take its place; commits and waits by count go, and tokens of groups are ready.

    It is one of the things that a program without races may do. What a program says beside that, by tokens of groups that
    tasks wait for, is lost.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Rewrite the whole module."""
        for inner in list(walk(op)):
            if isinstance(inner, queue.AsyncOp):
                move_ops(inner.body.block.ops, inner)
                erase(inner)
        for inner in list(walk(op)):
            if isinstance(inner, queue.CommitOp):
                move_ops(inner.body.block.ops, inner)
                if inner.token is not None and inner.token.first_use is not None:
                    inner.token.replace_all_uses_with(Builder(inner).add(async_dialect.ReadyOp()).result)
                erase(inner)
            elif isinstance(inner, queue.AwaitOp | queue.AwaitReadOp):
                _await_tasks(inner)
            elif is_counted(inner):
                erase(inner)


def _await_tasks(wait: queue.AwaitOp | queue.AwaitReadOp) -> None:
    """It may be for tasks, too."""
    build = Builder(wait)
    for token in dict.fromkeys(wait.tokens):
        build.add(async_dialect.AwaitOp(token)).attributes.update(wait.attributes)
    erase(wait)
