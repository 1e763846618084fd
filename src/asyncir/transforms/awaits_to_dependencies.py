"""`awaits-to-dependencies`: what a task awaits first in its body, it waits for before it starts."""

from __future__ import annotations

from collections.abc import Iterator

from asyncir.analyses.failures import Failures
from asyncir.dialects import async_dialect
from asyncir.dialects.effects import Effects
from asyncir.ir import Context, ModuleOp
from asyncir.ir.walk import is_below, post_order
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._passes import Pass
from asyncir.transforms._remarks import remark


class AwaitsToDependencies(Pass):
    """Turn awaits at the start of a task's body into dependencies `[%t]` and operands `(%v as %x: !async.value<T>)`.

    An await can move if it waits for something from outside the task and nothing in front of it in the body has
    effects or may fail. A task with dependencies waits for all of them before it fails for one, so that nothing is added
    behind a completion that may fail, unless `assume-success` says that no failure matters. A failure is then
    reported at the task, not at the await.
    """

    assume_success: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Rewrite all tasks of the module, inner ones first: what they capture is what the outer ones wait for."""
        failures = Failures(op)
        for task in post_order(op):
            if isinstance(task, async_dialect.ExecuteOp):
                self._rewrite(task, failures)

    def _rewrite(self, task: async_dialect.ExecuteOp, failures: Failures) -> None:
        dependencies, operands = list(task.dependencies), list(task.body_operands)
        entry = task.body.blocks[0]
        for wait in list(_leading_awaits(task, failures)):
            completion = wait.operand
            before = {*dependencies, *operands}
            adds = completion not in before and not self.assume_success
            if adds and any(map(failures.may_fail, before)):
                remark("Q028", "an await stays: what the task waits for before it may fail", wait)
                break
            if not wait.results:
                if completion not in dependencies:
                    dependencies.append(completion)
            elif completion in operands:
                replace_all(wait.results, [entry.args[operands.index(completion)]])
            else:
                operands.append(completion)
                argument = entry.insert_arg(wait.results[0].type, len(entry.args), wait.location)
                replace_all(wait.results, [argument])
            erase(wait)
        task.wait_for(dependencies, operands)


def _leading_awaits(task: async_dialect.ExecuteOp, failures: Failures) -> Iterator[async_dialect.AwaitOp]:
    """The awaits in front of everything that has effects or may fail, in order."""
    effects = Effects()
    for op in task.body.blocks[0].ops:
        if isinstance(op, async_dialect.AwaitOp):
            around = op.operand.owner.parent_op()
            if around is not None and is_below(around, task):
                return
            yield op
        elif op.regions or effects.of(op) or failures.op_may_fail(op):
            return
