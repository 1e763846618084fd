"""`dependencies-to-awaits`: what a task waits for before it starts, it awaits first in its body."""

from __future__ import annotations

from asyncir.analyses.failures import Failures
from asyncir.dialects import async_dialect
from asyncir.ir import Context, ModuleOp, SSAValue
from asyncir.ir.walk import first_of, post_order
from asyncir.transforms._blocks import replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import Pass
from asyncir.transforms._remarks import remark


class DependenciesToAwaits(Pass):
    """Turn `async.execute [%t] (%v as %x: !async.value<T>)` into a body that starts with awaits of `%t` and `%v`.

    A task with dependencies waits for all of them before it fails for one; awaits fail at the first. So the one
    completion that may fail is awaited last, and a task of which several may fail stays as it is, unless
    `assume-success` says that no failure matters. A failure is then reported at the await, not at the task.
    """

    assume_success: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Rewrite all tasks of the module."""
        failures = Failures(op)
        for task in post_order(op):
            if isinstance(task, async_dialect.ExecuteOp):
                self._rewrite(task, failures)

    def _rewrite(self, task: async_dialect.ExecuteOp, failures: Failures) -> None:
        arguments: list[SSAValue | None] = [*[None] * len(task.dependencies), *task.body.blocks[0].args]
        waited = list(zip((*task.dependencies, *task.body_operands), arguments, strict=True))
        failing = [completion for completion, _ in waited if failures.may_fail(completion)]
        if len(set(failing)) > 1 and not self.assume_success:
            several = f"{len(set(failing))} of them may fail, and the task waits for all of them"
            remark("Q028", f"dependencies stay: {several}", task)
            return
        if not self.assume_success:
            waited.sort(key=lambda pair: pair[0] in failing)
        entry = task.body.blocks[0]
        build = Builder(first_of(entry), task)
        for completion, argument in waited:
            wait = build.add(async_dialect.AwaitOp(completion))
            if argument is not None:
                replace_all([argument], wait.results)
        for argument in list(entry.args):
            entry.erase_arg(argument)
        task.wait_for((), ())
