"""`merge-tasks`: outlined tasks that do the same become one function."""

from __future__ import annotations

from collections.abc import Hashable

from asyncir.analyses.suspension import Suspension, analyse_suspension
from asyncir.dialects import async_dialect
from asyncir.ir import (
    Block,
    Context,
    LocationAttr,
    ModuleOp,
    Operation,
    Region,
    SSAValue,
)
from asyncir.ir.marks import SCHEDULED
from asyncir.transforms._blocks import erase
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
                key = _Shape(function, suspension).key()
                name = kept.setdefault(key, function.sym_name.data)
                if name != function.sym_name.data:
                    instead[function.sym_name.data] = name
                    erase(function)
        if instead:
            redirect_calls(op, instead)


class _Shape:
    """What makes two functions equal, as something that can be hashed."""

    def __init__(self, function: async_dialect.FuncOp, suspension: Suspension):
        self._function = function
        self._suspension = suspension
        self._values: dict[SSAValue, int] = {}
        self._blocks: dict[Block, int] = {}

    def key(self) -> Hashable:
        """Equal for equal functions."""
        attributes = tuple(sorted(self._function.attributes.items()))
        return self._function.function_type, attributes, self._region(self._function.body)

    def _region(self, region: Region) -> Hashable:
        for block in region.blocks:
            self._blocks[block] = len(self._blocks)
            for argument in block.args:
                self._values[argument] = len(self._values)
            for op in block.ops:
                for result in op.results:
                    self._values[result] = len(self._values)
        return tuple((block.arg_types, tuple(self._op(op) for op in block.ops)) for block in region.blocks)

    def _op(self, op: Operation) -> Hashable:
        operands, types = tuple(self._values[o] for o in op.operands), tuple(r.type for r in op.results)
        dictionaries = tuple(op.properties.items()), tuple(op.attributes.items())
        successors, regions = (
            tuple(self._blocks[s] for s in op.successors),
            tuple(map(self._region, op.regions)),
        )
        return op.name, operands, types, dictionaries, successors, regions, self._location(op)

    def _location(self, op: Operation) -> LocationAttr | None:
        reports = self._suspension.fails(op) or isinstance(op, async_dialect.RuntimeSetErrorOp)
        return op.location if reports and op.location != self._function.location else None
