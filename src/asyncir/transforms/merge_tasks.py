"""`merge-tasks`: outlined tasks that do the same become one function."""

from __future__ import annotations

from collections.abc import Hashable

from asyncir.analyses.suspension import analyse_suspension
from asyncir.dialects import async_dialect
from asyncir.ir import Context, ModuleOp
from asyncir.ir.marks import SCHEDULED
from asyncir.transforms._blocks import erase
from asyncir.transforms._function_shapes import shape_of
from asyncir.transforms._outlining import redirect_calls
from asyncir.transforms._passes import Pass


class MergeTasks(Pass):
    """
    Keep one of all private, scheduled `async.func` that are equal, and let every `async.call` call that one.

    A task graph written out tile by tile has a thousand tasks of four kinds. Locations do not count, except where an op that
    may fail would report its own; what a task waits for before it starts is reported at the place that launched it.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Merge; callees come before callers, so that equal callees make equal callers."""
        suspension = analyse_suspension(op)
        kept: dict[Hashable, str] = {}
        instead: dict[str, str] = {}
        for function in reversed(list(op.ops)):
            if isinstance(function, async_dialect.FuncOp) and SCHEDULED in function.attributes:
                redirect_calls(function, instead)
                key = shape_of(function, suspension)
                name = kept.setdefault(key, function.sym_name.data)
                if name != function.sym_name.data:
                    instead[function.sym_name.data] = name
                    erase(function)
        if instead:
            redirect_calls(op, instead)
