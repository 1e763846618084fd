"""Waits behind an `scf.if`, said in each of its branches instead, where each has a count of its own."""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.analyses.flow import yields
from asyncir.analyses.token_scopes import awaited
from asyncir.analyses.wait_counts import WaitCounts
from asyncir.dialects.effects import is_pure
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import ModuleOp, Operation, Region, SSAValue
from asyncir.ir.walk import block_of
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import Builder, begin_branch, drop_branch

_MOST_OPS = 16
"""How far behind the `scf.if` a wait may be."""


@dataclass(frozen=True, slots=True)
class _Sunk:
    """A wait that was moved, and the waits that say it in the branches."""

    wait: Operation
    following: Operation
    copies: tuple[Operation, ...]
    made: Region | None
    """The branch that was made for one of them."""


def sink_waits(module: ModuleOp, counts: WaitCounts) -> tuple[WaitCounts, list[Operation]]:
    """Move waits into branches where they are exact there; the answers for the module then, and the waits moved."""
    tried = [
        sunk
        for op, answer in counts.answers.items()
        if not answer.exact and not answer.unknown and (sunk := _sink(op)) is not None
    ]
    if not tried:
        return counts, []
    after = WaitCounts(module, counts.limit - 1)
    undone: dict[Operation, _Sunk] = {}
    displaced: set[Operation] = set()
    for sunk in tried:
        # Waits keep their order: one that follows another which comes back does so, too.
        if sunk.wait in displaced or not all(after.answers[copy].exact for copy in sunk.copies):
            undone[sunk.wait] = sunk
            displaced.add(sunk.following)
    for sunk in reversed(undone.values()):
        _undo(sunk)
    moved = [copy for sunk in tried if sunk.wait not in undone for copy in sunk.copies]
    for sunk in tried:
        if sunk.wait not in undone:
            sunk.wait.operands = ()
    return (WaitCounts(module, counts.limit - 1) if undone else after), moved


def _sink(wait: Operation) -> _Sunk | None:
    """Move the wait into the branches of the `scf.if` in front of it."""
    branches = wait.prev_op
    for _ in range(_MOST_OPS):
        if branches is None or kind_of(branches) is OpKind.IF:
            break
        if not is_pure(branches) or any(result in wait.operands for result in branches.results):
            return None
        branches = branches.prev_op
    following = wait.next_op
    if branches is None or kind_of(branches) is not OpKind.IF or following is None or not awaited(wait):
        return None
    copies: list[Operation] = []
    made: Region | None = None
    for region in branches.regions:
        made = begin_branch(region, branches) or made
        end = next(yields(region))
        given: dict[SSAValue, SSAValue] = dict(zip(branches.results, end.operands, strict=True))
        copies.append(Builder(end, wait).add(wait.clone(given)))
    wait.detach()
    return _Sunk(wait, following, tuple(copies), made)


def _undo(sunk: _Sunk) -> None:
    for copy in sunk.copies:
        erase(copy)
    drop_branch(sunk.made)
    block_of(sunk.following).insert_op_before(sunk.wait, sunk.following)
