"""What does not change while paths are looked at: functions, effects, which ops have to do with tasks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.tasks.activations import free_values
from asyncir.analyses.tasks.slices import deciding_numbers
from asyncir.dialects.async_types import AsyncOpInterface, CompletionType
from asyncir.dialects.effects import Effects, callee_name
from asyncir.dialects.execution_traits import may_fail, may_wait
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import MemRefType, Operation, SSAValue, UnrankedMemRefType
from asyncir.ir.walk import walk

_FOREVER = 1 << 40


class TaskProgram:
    """An entry, what it calls, and what is asked of their ops again and again."""

    def __init__(self, entry: Operation, functions: Mapping[str, Operation], reached: list[Operation]):
        self.entry = entry
        self.functions = functions
        self.reached = reached
        self.effects = Effects()
        self._sync: dict[Operation, bool] = {}
        self._costs: dict[Operation, int] = {}
        self._free: dict[Operation, tuple[SSAValue, ...]] = {}
        self._leaves: dict[Operation, bool] = {}

    @cached_property
    def numbers(self) -> frozenset[SSAValue]:
        """The integers that decide something."""
        return deciding_numbers(self.reached)

    def free(self, op: Operation) -> tuple[SSAValue, ...]:
        """What the first region of an op uses from outside."""
        if op not in self._free:
            self._free[op] = free_values(op.regions[0])
        return self._free[op]

    def callee(self, op: Operation) -> Operation | None:
        """The function that the op calls, if the program has its body."""
        name = callee_name(op)
        function = None if name is None else self.functions.get(name)
        return function if function is not None and function.regions[0].blocks else None

    @cached_property
    def _launching(self) -> frozenset[Operation]:
        """The functions that have to do with tasks, themselves or by what they call."""
        found = {f for f in self.reached if any(map(self._is_of_tasks, walk(f)))}
        callers: dict[Operation, set[Operation]] = {}
        for function in self.reached:
            for op in walk(function):
                callee = self.callee(op)
                if callee is not None:
                    callers.setdefault(callee, set()).add(function)
        pending = list(found)
        while pending:
            more = callers.get(pending.pop(), set()) - found
            found |= more
            pending += more
        return frozenset(found)

    def has_tasks(self, op: Operation) -> bool:
        """Whether executing the op may launch something, wait, or fail."""
        known = self._sync.get(op)
        if known is None:
            known = any(self._is_of_tasks(each) or self.callee(each) in self._launching for each in walk(op))
            self._sync[op] = known
        return known

    def _is_of_tasks(self, op: Operation) -> bool:
        kind = type(op)
        if may_wait(kind) or may_fail(kind) or op.has_trait(AsyncOpInterface, value_if_unregistered=False):
            return True
        if kind_of(op) in (OpKind.ASSERT, OpKind.CALL_OF_VALUE):
            return True
        return any(isinstance(v.type, CompletionType) for v in (*op.operands, *op.results))

    def is_leaf(self, op: Operation) -> bool:
        """Whether the op can be taken as one step: what it touches is a set of elements, and nothing else follows of it."""
        known = self._leaves.get(op)
        if known is None:
            carried = any(isinstance(v.type, MemRefType | UnrankedMemRefType) for v in op.results)
            known = not carried and not self.has_tasks(op) and not any(map(self._is_unknown, walk(op)))
            self._leaves[op] = known
        return known

    def _is_unknown(self, op: Operation) -> bool:
        """Whether the op calls what is only declared: what it prints has a place in the order."""
        return callee_name(op) is not None and self.callee(op) is None

    def cost(self, op: Operation) -> int:
        """How many ops executing it takes, at least; very many where that hangs on what is not known."""
        known = self._costs.get(op)
        if known is None:
            self._costs[op] = _FOREVER
            known = self._costs[op] = min(self._cost(op), _FOREVER)
        return known

    def _cost(self, op: Operation) -> int:
        inner = sum(self.cost(each) for region in op.regions for block in region.blocks for each in block.ops)
        kind = kind_of(op)
        if kind is OpKind.COUNTED_LOOP:
            bounds = [constant_of(v) for v in op.operands[:3]]
            lower, upper, step = (_FOREVER if b is None else b for b in bounds)
            if None in bounds or step <= 0:
                return _FOREVER
            return 1 + inner * max(0, -((lower - upper) // step))
        if kind is OpKind.CONDITIONAL_LOOP or any(len(region.blocks) > 1 for region in op.regions):
            return _FOREVER
        callee = self.callee(op)
        return 1 + inner + (0 if callee is None else self.cost(callee))
