"""Statements of a pipeline that run under a condition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from asyncir.dialects import arith, async_dialect, scf, ub
from asyncir.dialects.async_types import TokenType
from asyncir.dialects.queue import CommitOp
from asyncir.ir import (
    AnyFloat,
    Attribute,
    Block,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    Operation,
    Region,
    SSAValue,
)
from asyncir.transforms._blocks import at, move_ops
from asyncir.transforms._expansion import emit


def emit_guarded(
    statement: Operation, values: dict[SSAValue, SSAValue], condition: SSAValue, block: Block
) -> Sequence[SSAValue]:
    """Copy the statement's ops to the end of the block, under a condition; what it yields, or anything.

    A group is committed in any case, an empty one where the condition does not hold: so the counts of waits do not depend
    on it.
    """
    inner = Block()
    results = emit(statement, values, inner)
    commit = _commit_of(inner, results)
    if commit is not None:
        commit.detach()
        move_ops(commit.body.block.ops, inner)
        inner.add_op(at(scf.YieldOp(), statement.location))
        commit.body.block.add_op(at(scf.IfOp(condition, [], Region(inner)), statement.location))
        block.add_op(commit)
        return results
    inner.add_op(at(scf.YieldOp(*results), statement.location))
    choice = scf.IfOp(condition, [r.type for r in results], Region(inner), _otherwise(statement, results))
    block.add_op(at(choice, statement.location))
    return choice.results


def _commit_of(block: Block, results: Sequence[SSAValue]) -> CommitOp | None:
    """The commit that ends the block, if nothing but its token is handed over."""
    commit = block.last_op
    if not isinstance(commit, CommitOp) or any(result is not commit.token for result in results):
        return None
    return commit


def _otherwise(statement: Operation, results: Sequence[SSAValue]) -> Region | None:
    if not results:
        return None
    block = Block()
    values = [anything(result.type, block, statement) for result in results]
    block.add_op(at(scf.YieldOp(*values), statement.location))
    return Region(block)


def anything(type_: Attribute, block: Block, like: Operation) -> SSAValue:
    """A value that nobody looks at, at the end of the block."""
    op: Operation
    if isinstance(type_, IntegerType | IndexType):
        op = arith.ConstantOp(IntegerAttr(0, cast("IndexType", type_)))
    elif isinstance(type_, AnyFloat):
        op = arith.ConstantOp(FloatAttr(0.0, type_))
    elif isinstance(type_, TokenType):
        op = async_dialect.ReadyOp()
    else:
        op = ub.PoisonOp(type_)
    block.add_op(at(op, like.location))
    return op.results[0]
