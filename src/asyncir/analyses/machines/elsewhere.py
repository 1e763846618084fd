"""Ops that do something later and are no works of the machine: what is known of its engines says nothing of them.

Such are ops of other systems (tasks, queues, copies of a thread, launches of kernels), and calls of functions that have
some. Who walks through a program on a machine would take their effects for the process' own, and so for done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from asyncir.dialects.effects import TASKS, Effects, callee_name, touches_nothing
from asyncir.dialects.execution_traits import ConcernsOtherThreads, OfHost
from asyncir.dialects.foreign import ForeignOp
from asyncir.dialects.interfaces.effect_groups import asynchronous
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.queue_effects import QUEUES
from asyncir.dialects.sync import BarrierOp, OfResource, ProcessOp, WorkOp
from asyncir.ir import Operation
from asyncir.ir.symbols import ops_of, symbol_name
from asyncir.ir.walk import outermost, walk

OF_MACHINES = (WorkOp, ProcessOp, BarrierOp, OfResource)


class Elsewhere:
    """Answers about the ops of one module, which does not change meanwhile."""

    def __init__(self, effects: Effects, forms: Callable[[str], Sequence[str]]):
        """`forms` says in which forms the machine's tables know the text of an operation."""
        self._effects = effects
        self._forms = forms
        self._functions: dict[str, Operation] | None = None
        self._calls: dict[str, str] = {}
        """Of each function that is called, why a call of it is no step of the process; empty where it is one."""

    def why(self, op: Operation) -> str:
        """Why an op is no step that the process does at once; empty where it is one."""
        return next((why for inner in walk(op) if (why := self._itself(inner))), "")

    def is_of_host(self, function: Operation) -> bool:
        """Whether a function has ops of the host, and nothing of the machine."""
        ops = list(walk(function))
        return any(op.has_trait(OfHost, value_if_unregistered=False) for op in ops) and not any(
            isinstance(op, OF_MACHINES) for op in ops
        )

    def _itself(self, op: Operation) -> str:
        """Why an op is no such step, what is in its regions not asked one by one."""
        if kind_of(op) is OpKind.CALL_OF_VALUE:
            return "which function it calls is not known"
        name = callee_name(op)
        return self._system(op) if name is None else self._call(op, name)

    def _system(self, op: Operation) -> str:
        """Whether the op is of another system than a machine's."""
        if isinstance(op, ForeignOp) and not touches_nothing(op):
            if forms := self._forms(op.name):
                known = " or ".join(f"`{form}`" for form in dict.fromkeys(forms))
                return f"{op.name} is not written as a table of the machine says: {known}"
            return f"nothing is known of {op.name}, which no [[op]] or [[sync]] table of the machine names"
        effects = self._effects.of(op)
        if op.has_trait(OfHost, value_if_unregistered=False):
            return f"{op.name} is of the host, which is no part of the machine"
        others = op.get_trait(ConcernsOtherThreads)
        if isinstance(others, ConcernsOtherThreads) and not others.of_machine:
            return f"{op.name} concerns threads of which the machine knows nothing"
        late = asynchronous(effects) or any(effect.root in (TASKS, QUEUES) for effect in effects)
        return f"{op.name} is of no engine of the machine, and may do something later" if late else ""

    def _call(self, op: Operation, name: str) -> str:
        if name not in self._calls:
            self._calls[name] = ""  # Of functions that call each other, one is looked at first.
            if self._functions is None:
                self._functions = {
                    n: one for one in ops_of(outermost(op)) if (n := symbol_name(one)) is not None
                }
            function = self._functions.get(name)
            self._calls[name] = "" if function is None else self._body(function)
        return self._calls[name]

    def _body(self, function: Operation) -> str:
        """What it does on a machine is followed where it is called."""
        inside = (
            inner for inner in walk(function) if inner is not function and not isinstance(inner, OF_MACHINES)
        )
        return next((why for inner in inside if (why := self._itself(inner))), "")
