"""Waits that were chosen for a program, put into it or into a copy of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.tasks.additions import AddedWait, AdditionKind
from asyncir.dialects import arith, async_dialect
from asyncir.dialects.async_types import GroupType
from asyncir.ir import BlockArgument, ModuleOp, Operation, OpResult, SSAValue
from asyncir.ir.walk import walk
from asyncir.transforms._building import INDEX, Builder


def with_waits(module: ModuleOp, waits: Collection[AddedWait]) -> ModuleOp:
    """A copy of the module that has these waits, too."""
    copy = module.clone()
    twins = dict(zip(walk(module), walk(copy), strict=True))
    add_waits([_moved(wait, twins) for wait in waits])
    return copy


def _moved(wait: AddedWait, twins: dict[Operation, Operation]) -> AddedWait:
    loop = None if wait.loop is None else twins[wait.loop]
    return AddedWait(wait.kind, twins[wait.before], _twin(wait.of, twins), loop)


def _twin(value: SSAValue, twins: dict[Operation, Operation]) -> SSAValue:
    if isinstance(value, OpResult):
        return twins[value.op].results[value.index]
    assert isinstance(value, BlockArgument)
    around = value.block.parent_op()
    region = value.block.parent
    assert around is not None
    assert region is not None
    blocks = twins[around].regions[around.regions.index(region)].blocks
    return blocks[list(region.blocks).index(value.block)].args[value.index]


def add_waits(waits: Collection[AddedWait]) -> None:
    """Put the waits into the module that they are of."""
    for wait in waits:
        if wait.kind is AdditionKind.DEPENDENCY:
            _depend(wait.before, wait.of)
        elif isinstance(wait.of.type, GroupType):
            Builder(wait.before).add(async_dialect.AwaitAllOp.create(operands=[wait.of]))
        elif wait.kind is AdditionKind.AWAIT:
            Builder(wait.before).add(async_dialect.AwaitOp(wait.of))
    _add_groups([wait for wait in waits if wait.kind is AdditionKind.GROUP])


def _depend(task: Any, token: SSAValue) -> None:
    task.wait_for((*task.dependencies, token), task.body_operands)


def _add_groups(waits: Collection[AddedWait]) -> None:
    """One group for each launch, however many wait for it."""
    groups: dict[SSAValue, SSAValue] = {}
    for wait in waits:
        assert wait.loop is not None
        if wait.of not in groups:
            groups[wait.of] = _group(wait.loop, wait.of)
        Builder(wait.before).add(async_dialect.AwaitAllOp.create(operands=[groups[wait.of]]))


def _group(loop: Operation, token: SSAValue) -> SSAValue:
    build = Builder(loop)
    group = build.value(
        async_dialect.CreateGroupOp.create(operands=[trips(loop, build)], result_types=[GroupType()])
    )
    launch = token.owner
    assert isinstance(launch, Operation)
    following = launch.next_op
    assert following is not None
    rank = async_dialect.AddToGroupOp.create(operands=[token, group], result_types=[INDEX])
    Builder(following, launch).add(rank)
    return group


def trips(loop: Operation, build: Builder) -> SSAValue:
    """How often a counted loop runs, computed in front of it."""
    count = trip_count(loop)
    if count is not None:
        return build.index(count)
    lower, upper, step = loop.operands[:3]
    length = upper if constant_of(lower) == 0 else build.minus(upper, lower)
    number = length if constant_of(step) == 1 else build.value(arith.CeilDivSIOp(length, step))
    return build.value(arith.MaxSIOp(number, build.index(0)))


def trip_count(loop: Operation) -> int | None:
    """How often a counted loop runs, if constants say that."""
    first, last, by = (constant_of(v) for v in loop.operands[:3])
    if first is None or last is None or by is None or by <= 0:
        return None
    return max(0, -((first - last) // by))
