"""Which barriers of a block of threads nothing needs: the check of queues and threads proves each entry without them.

A barrier that is in a function which others call is theirs, too: it goes if all entries that come to it are proved without
it. An entry that tells its threads apart and does not say how many they are needs all that it has, for all that is known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from asyncir.analyses.call_graph import call_graph, is_function
from asyncir.analyses.in_flight.unfollowed import reached
from asyncir.analyses.sync_report import Standing
from asyncir.dialects.interfaces.completion import (
    BLOCK_SIZE_ATTRIBUTE,
    BlockSize,
    IsBarrier,
    ThreadIndex,
)
from asyncir.ir import IntegerAttr, ModuleOp, Operation, i64
from asyncir.ir.marks import ASSUMED_BLOCK_SIZE, BARRIER
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import walk
from asyncir.transforms._kernel_functions import without_modules
from asyncir.transforms._synchronisation import judge

_MOST_TRIED = 64
_KEEP = "keep"


def superfluous_barriers(module: ModuleOp, args_alias: bool) -> list[Operation]:
    """Barriers that can go together; none of those of which an entry is not proved with all of them."""
    barriers = _barriers(module)
    entries = [one for one in _entries(module, len(barriers)) if one.numbers]
    proved = [one for one in entries if one.is_sized and one.is_proved((), args_alias)]
    needed = {number for one in entries if one not in proved for number in one.numbers}
    needed |= {number for number, barrier in enumerate(barriers) if _KEEP in barrier.attributes}
    offered = {number for one in proved for number in one.numbers} - needed
    gone: list[int] = []
    for number in sorted(offered, reverse=True)[:_MOST_TRIED]:
        if all(one.is_proved((*gone, number), args_alias) for one in proved if number in one.numbers):
            gone.append(number)
    return [barriers[number] for number in gone]


class _Entry:
    """A function that may be called from outside, with all that it calls."""

    def __init__(self, name: str, functions: Collection[Operation], others: Iterable[Operation]):
        self._name = name
        self._module = ModuleOp([op.clone() for op in (*others, *functions)])
        ops = [op for function in functions for op in walk(function)]
        self.numbers = {_number(op) for op in ops if BARRIER in op.attributes}
        """Of the barriers in it."""
        (function,) = (one for one in functions if symbol_name(one) == name)
        says = BLOCK_SIZE_ATTRIBUTE in function.attributes and ASSUMED_BLOCK_SIZE not in function.attributes
        self.is_sized = says or not any(map(_tells_threads_apart, ops))
        """Whether it is known how many threads there are, as far as that matters."""

    def is_proved(self, without: Collection[int], args_alias: bool) -> bool:
        """Whether it is proved without some barriers."""
        module = self._module.clone()
        for op in list(walk(module)):
            if BARRIER in op.attributes and _number(op) in without:
                op.detach()
                op.erase()
        report = judge(module, entries=[self._name], args_alias=args_alias)
        return [found.standing for found in report.functions] == [Standing.PROVED]


def _entries(module: ModuleOp, barriers: int) -> list[_Entry]:
    if not barriers:
        return []
    numbered = module.clone()
    for number, barrier in enumerate(_barriers(numbered)):
        barrier.attributes[BARRIER] = IntegerAttr(number, i64)
    plain = without_modules(numbered, launched=True)
    graph = call_graph(plain)
    others = [op for op in plain.ops if not is_function(op)]
    return [_Entry(name, reached(graph, name), others) for name in graph.entries()]


def _barriers(module: ModuleOp) -> list[Operation]:
    return [op for op in walk(module) if op.has_trait(IsBarrier, value_if_unregistered=False)]


def _number(op: Operation) -> int:
    number = op.attributes[BARRIER]
    assert isinstance(number, IntegerAttr)
    return number.value.data


def _tells_threads_apart(op: Operation) -> bool:
    return any(op.has_trait(trait, value_if_unregistered=False) for trait in (ThreadIndex, BlockSize))
