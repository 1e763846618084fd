"""The time of a work that its op's table in a machine file, or an attribute, says: in place of what its engine needs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from asyncir.dialects.effects import Access
from asyncir.dialects.sync import WorkOp
from asyncir.ir import DictionaryAttr, FloatAttr, IntegerAttr, Operation, SSAValue
from asyncir.ir.marks import WORK_TIME
from asyncir.ir.walk import walk
from asyncir.semantics.core.values import Registers
from asyncir.semantics.machines.costs import Count, Counter, count
from asyncir.targets.matching import NotGiven, as_work

if TYPE_CHECKING:
    from asyncir.semantics.machines.compiler import SyncCompiler


@dataclass(frozen=True, slots=True)
class WorkTime:
    """For how many cycles the engine is busy with a work, and how long it takes from then until it has arrived."""

    busy: Count
    latency: int


def time_of(op: WorkOp, c: SyncCompiler, operations: Count) -> WorkTime | None:
    """What is said of the time of a work, which counts so many operations; None where it is its engine's."""
    said = _said(op, c)
    if not said:
        return None
    engine = c.sync.named[op.engine.data].model
    startup = said.get("startup", engine.startup)
    per_element, per_byte = said.get("per-element"), said.get("per-byte")
    latency = int(said.get("latency", engine.latency))
    if per_element is None and per_byte is None:
        return WorkTime(lambda r: _cycles(startup + engine.per_operation * operations(r)), latency)
    elements, sizes = _touched(op, c, 1), _touched(op, c, None)
    each, byte = per_element or 0, per_byte or 0
    return WorkTime(lambda r: _cycles(startup + each * elements(r) + byte * sizes(r)), latency)


def _cycles(number: float) -> int:
    return math.ceil(number)


def _said(op: WorkOp, c: SyncCompiler) -> Mapping[str, float]:
    """By an attribute of the work; else, of a work that is one op, by the table of that."""
    marked = op.attributes.get(WORK_TIME)
    if isinstance(marked, DictionaryAttr):
        return {key: _number(value) for key, value in marked.data.items()}
    inside = list(op.body.block.ops)
    try:
        found = as_work(c.sync.model, inside[0]) if len(inside) == 1 else None
    except NotGiven:
        return {}
    return {} if found is None else found.table.cost.said()


def _number(value: object) -> float:
    if not isinstance(value, IntegerAttr | FloatAttr):
        raise TypeError(f"a time is a number, not {value}")
    return float(cast("Any", value).value.data)


def _touched(op: WorkOp, c: SyncCompiler, size: int | None) -> Count:
    """How many elements a work touches, or bytes: of what it reads and what it writes, the larger one."""
    counter = Counter(op, c)
    sides = [counter.elements_of(list(memories), size) for memories in _memories(op, c)]
    return lambda r: max(_sum(side, r) for side in sides)


def _sum(costs: Iterable[Any], r: Registers) -> float:
    return sum(count(cost, r) for cost in costs)


def _memories(op: WorkOp, c: SyncCompiler) -> tuple[dict[SSAValue, None], dict[SSAValue, None]]:
    """The memory that is read and that is written, each view once."""
    reads, writes = dict.fromkeys(op.read), dict.fromkeys(op.written)
    for inner in walk(op.body):
        for effect in () if _is_compound(inner) else c.sync.effects.of(inner):
            if isinstance(effect.root, SSAValue) and effect.access in (Access.READ, Access.WRITE):
                (reads if effect.access is Access.READ else writes)[effect.root] = None
    return reads, writes


def _is_compound(op: Operation) -> bool:
    return bool(op.regions)
