"""Which tokens and values may turn out to have failed."""

from __future__ import annotations

from asyncir.analyses.flow import sources
from asyncir.analyses.suspension import Suspension, analyse_suspension, own_ops
from asyncir.dialects import async_dialect
from asyncir.ir import ModuleOp, Operation, OpResult, SSAValue
from asyncir.ir.walk import post_order

_DEEPEST = 16
"""Ways on which control flow carries a value are followed no further."""


class Failures:
    """Answers `may_fail` for the completions of a module; where a completion comes from elsewhere, it may."""

    def __init__(self, module: ModuleOp) -> None:
        self._suspension: Suspension = analyse_suspension(module)
        self._tasks: dict[Operation, bool] = {}
        for op in post_order(module):
            if isinstance(op, async_dialect.ExecuteOp):
                self._tasks[op] = self._task_may_fail(op)

    def may_fail(self, completion: SSAValue) -> bool:
        """Whether waiting for the token or value may fail."""
        return self._value_may_fail(completion, _DEEPEST)

    def op_may_fail(self, op: Operation) -> bool:
        """Whether the op itself may make what executes it fail."""
        if isinstance(op, async_dialect.AwaitOp):
            return self.may_fail(op.operand)
        return self._suspension.fails(op)

    def _task_may_fail(self, task: async_dialect.ExecuteOp) -> bool:
        waited = (*task.dependencies, *task.body_operands)
        return any(map(self.may_fail, waited)) or any(map(self.op_may_fail, own_ops(task)))

    def _value_may_fail(self, value: SSAValue, depth: int) -> bool:
        if isinstance(value, OpResult):
            match value.op:
                case async_dialect.ReadyOp():
                    return False
                case async_dialect.ExecuteOp():
                    return self._tasks.get(value.op, True)
                case async_dialect.CallOp():
                    return value.op.callee.root_reference.data in self._suspension.may_fail
                case _:
                    pass
        carried = sources(value) if depth else None
        return not carried or any(self._value_may_fail(each, depth - 1) for each in carried)
