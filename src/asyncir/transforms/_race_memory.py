"""Memory that only one activation can touch: nobody races there."""

from __future__ import annotations

from dataclasses import dataclass, field

from asyncir.dialects.async_types import AsyncOpInterface
from asyncir.dialects.effects import AsksShape, declared_effects, is_allocation, is_view, view_source
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.rt_races import TouchOp
from asyncir.ir import IsolatedFromAbove, IsTerminator, Operation, SSAValue
from asyncir.ir.walk import enclosing

_RUNS_APART = frozenset({OpKind.TASK, OpKind.PARALLEL_LOOP, OpKind.PARALLEL_FORALL})


@dataclass
class PrivateMemory:
    """Answers about the memory of one program."""

    _known: dict[SSAValue, bool] = field(default_factory=dict[SSAValue, bool])

    def has(self, memory: SSAValue) -> bool:
        """Whether the memory is allocated and used by one task, or iteration, and handed to nobody."""
        root = view_source(memory)
        if root not in self._known:
            self._known[root] = is_allocation(root) and _stays(root)
        return self._known[root]


def _runs_in(op: Operation) -> Operation | None:
    """The task, the parallel loop or the function that the op is a part of."""
    apart = (o for o in enclosing(op) if kind_of(o) in _RUNS_APART or o.has_trait(IsolatedFromAbove))
    return next(apart, None)


def _stays(root: SSAValue) -> bool:
    assert isinstance(root.owner, Operation)
    home = _runs_in(root.owner)
    pending = [root]
    while pending:
        value = pending.pop()
        for use in value.uses:
            op = use.operation
            if _runs_in(op) is not home:
                return False
            if is_view(op):
                pending += op.results
            elif not isinstance(op, TouchOp) and not _only_touches(op, value):
                return False
    return True


def _only_touches(op: Operation, memory: SSAValue) -> bool:
    """Whether the op says what it does with the memory, at once, and hands it to nobody."""
    declared = declared_effects(op)
    if declared is None or op.regions or op.has_trait(IsTerminator) or op.has_trait(AsyncOpInterface):
        return False
    return any(effect.root is memory for effect in declared) or op.has_trait(AsksShape)
