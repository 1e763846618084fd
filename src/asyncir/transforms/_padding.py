"""Empty groups in the branches of an op that commit fewer groups than its others, so that counts behind it are constant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from asyncir.analyses.call_graph import function_around
from asyncir.analyses.commit_weights import NONE
from asyncir.analyses.fifo_summaries import Fifo, is_computed
from asyncir.analyses.flow import yields
from asyncir.analyses.wait_counts import WaitCounts
from asyncir.dialects.interfaces.completion import HardwareFifo, waits_by_count, waits_finished
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.queue import CommitOp
from asyncir.ir import Block, ModuleOp, Operation, Region
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import Builder, begin_branch, drop_branch

_BRANCHES = frozenset({OpKind.IF, OpKind.SWITCH})
_MOST_GROUPS = 4
"""No branch gets more empty groups than this."""


@dataclass(frozen=True, slots=True)
class Padded:
    """A branching op that got empty groups, and these."""

    op: Operation
    groups: tuple[Operation, ...]
    made: Region | None
    """The region that had no block before. Groups of other FIFOs may be in it, too."""


def pad(module: ModuleOp, counts: WaitCounts) -> tuple[WaitCounts, list[Operation]]:
    """Pad where that makes some count constant that is not; the answers for the module then, and the ops padded.

    A FIFO for which the program has counts already gets no group: these count what their author counted.
    """
    program = counts.scopes.graph.parts()
    before = _inexact(counts, program)
    taken = _counted_by_author(counts, program)
    branching: dict[Key, list[Operation]] = {}
    for op, own in counts.distances.weights.of.items():
        if kind_of(op) in _BRANCHES and (function := function_around(op)) is not None:
            for fifo in own:
                branching.setdefault((program[function], fifo), []).append(op)
    tried: dict[Key, list[Padded]] = {}
    for key in before:
        if key not in taken and not is_computed(key[1]):
            tried[key] = [_pad(op, counts, key[1]) for op in _uneven(branching.get(key, ()), counts, key[1])]
    if not any(tried.values()):
        return counts, []
    after = WaitCounts(module, counts.limit - 1)
    left = _inexact(after, program)
    kept: list[Operation] = []
    undone: list[Padded] = []
    for key, padded in tried.items():
        if len(left.get(key, ())) < len(before[key]):
            kept.extend(one.op for one in padded)
        else:
            undone.extend(padded)
    # Latest first: a region that one FIFO's groups made goes when no other FIFO's are left in it.
    for one in reversed(undone):
        _remove(one)
    if len(kept) == sum(map(len, tried.values())):
        return after, kept
    return WaitCounts(module, counts.limit - 1), kept


Key = tuple[int, Fifo]
"""A FIFO of a program: functions that calls connect, and the FIFO."""


def _inexact(counts: WaitCounts, program: dict[str, int]) -> dict[Key, set[Operation]]:
    """The waits that are not exact for a FIFO."""
    found: dict[Key, set[Operation]] = {}
    for op, answer in counts.answers.items():
        for fifo in answer.fifos:
            if not fifo.exact:
                key = (program[counts.scopes.around[op].function], fifo.fifo)
                found.setdefault(key, set()).add(op)
    return found


def _counted_by_author(counts: WaitCounts, program: dict[str, int]) -> set[Key]:
    """The FIFOs that waits by count may be for."""
    found: set[Key] = set()
    weights = counts.distances.weights
    everything = {fifo for own in weights.of.values() for fifo in own}
    for name, scopes in counts.scopes.of_function.items():
        for op in walk(scopes[-1].op):
            trait = waits_by_count(op) or waits_finished(op)
            if trait is not None:
                fifo = weights.fifo(trait.queue(op), name)
                fifos = everything if is_computed(fifo) else {fifo}
                found.update((program[name], one) for one in fifos)
    return found


def _uneven(ops: Iterable[Operation], counts: WaitCounts, fifo: Fifo) -> list[Operation]:
    """The branching ops that commit a constant number of groups in each branch, but not in all the same."""
    weights = counts.distances.weights
    found: list[Operation] = []
    for op in ops:
        least, most = weights.of[op].get(fifo, NONE)
        if not 0 < most - least <= _MOST_GROUPS or op in counts.scopes.hidden:
            continue
        each = [weights.of_region(region) for region in op.regions]
        certain = not any(is_computed(one) for part in each for one in part)
        even = all(low == high for low, high in (part.get(fifo, NONE) for part in each))
        if certain and even:
            found.append(op)
    return found


def _pad(op: Operation, counts: WaitCounts, fifo: Fifo) -> Padded:
    """Give each branch as many groups as the one with most has."""
    weights = counts.distances.weights
    each = [weights.of_region(region).get(fifo, NONE)[0] for region in op.regions]
    added: list[Operation] = []
    made: Region | None = None
    for region, number in zip(op.regions, each, strict=True):
        if number < max(each):
            made = begin_branch(region, op) or made
        for _ in range(max(each) - number):
            end = next(yields(region))
            added.append(Builder(end, op).add(_empty_group(fifo)))
    return Padded(op, tuple(added), made)


def _empty_group(fifo: Fifo) -> Operation:
    if isinstance(fifo, HardwareFifo):
        return fifo.empty_group()
    assert isinstance(fifo, int)
    return CommitOp(fifo, Region(Block()))


def _remove(padded: Padded) -> None:
    """Take the groups away again, and the branch that was made for them if nothing else is in it."""
    for group in padded.groups:
        erase(group)
    drop_branch(padded.made)
