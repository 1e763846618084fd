"""`split-regions`: what an `async.region` launches for some of its parts leaves it, so that each part is a region's own.

A region of several parts does something first and then launches regions, of whose tokens the parts are made. These need not
be launched by it: behind it they do the same, as a part is complete only when the body is over, too. So the body keeps what
it does itself, yields what the others need of it, and they get its token as one more dependency. What is launched in a branch
or a loop, or waited for in the body, stays.
"""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects import async_dialect
from asyncir.dialects.async_regions import RegionOp, Yielded
from asyncir.dialects.async_types import CompletionType, TokenType
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation, Region, SSAValue
from asyncir.ir.walk import first_of, is_below, is_defined_below, post_order, terminator_of, walk
from asyncir.transforms._blocks import erase, move_ops, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import ScopedPass


class SplitRegions(ScopedPass):
    """Let regions leave one of several parts that launches them, where its parts are made of these and it waits for none.

    So each value is there as early as it can be, and nothing is handed on.
    """

    def run_on(self, root: Operation) -> bool:
        """Outer regions first: what leaves one may then leave what it is in."""
        pending = [op for op in post_order(root) if isinstance(op, RegionOp)]
        changed = False
        while pending:
            region = pending.pop()
            if len(region.parts()) > 1 and len(region.body.blocks) == 1:
                leaving = _leaving(region)
                if leaving:
                    _split(region, leaving)
                    changed = True
        return changed


def _leaving(region: RegionOp) -> list[RegionOp]:
    """The regions that can leave, in order; none unless all tokens that parts wait for are of these or from outside."""
    block = region.body.block
    end = terminator_of(block)
    # One with a token of its own would start at once, and not behind the body.
    found = {op for op in block.ops if isinstance(op, RegionOp) and op.region_token() is None}
    while stuck := {op for op in found if not _may_leave(op, found, end, region)}:
        found -= stuck
    for part in region.yielded(end):
        for token in part.tokens:
            inside = is_defined_below(token, region) and token is not region.region_token()
            if inside and token.owner not in found:
                return []
        if any(_is_in_flight(value, found, region) for value in part.values):
            return []
    return [op for op in block.ops if op in found and isinstance(op, RegionOp)]


def _may_leave(op: RegionOp, leaving: set[RegionOp], end: Operation, region: RegionOp) -> bool:
    """Whether all that uses it leaves, too, and what it uses of the body is there when that is over."""
    users = (use.operation for result in op.results for use in result.uses)
    if not all(_may_use(user, leaving, end, region.body.block) for user in users):
        return False
    used = (value for each in walk(op) for value in each.operands)
    return not any(_is_in_flight(value, leaving, region) for value in used)


def _is_in_flight(value: SSAValue, leaving: set[RegionOp], region: RegionOp) -> bool:
    """Whether it says of work in the body that it is over, or may be there only then; what leaves is none of that."""
    made = value.owner
    if not _is_made_in(value, region) or made in leaving:
        return False
    return isinstance(made, Operation) and any(isinstance(each.type, CompletionType) for each in made.results)


def _may_use(user: Operation, leaving: set[RegionOp], end: Operation, block: Block) -> bool:
    """Whether a user of what leaves leaves, too, or is the end."""
    current: Operation | None = user
    while current is not None and current.parent is not block:
        current = current.parent_op()
    return current is end or current in leaving


def _split(region: RegionOp, leaving: Sequence[RegionOp]) -> None:
    block, code = region.body.block, Builder(region)
    end = terminator_of(block)
    yielded = region.yielded(end)
    replace_all(list(block.args)[: len(region.captures)], region.captures)
    own = region.region_token()
    _clone_constants(region, leaving)
    needed = _needed(region, leaving, yielded)
    before = _token_of(list(region.dependencies_), code) if own is not None else None
    body = Block(arg_types=[] if own is None else [TokenType()])
    first = RegionOp(list(region.dependencies_), [], [TokenType(), *(v.type for v in needed)], Region(body))
    first.attributes.update(region.attributes)
    move_ops([op for op in block.ops if op is not end and op not in leaving], body)
    Builder(body, region).add(async_dialect.YieldOp(*needed))
    code.add(first)
    move_ops(leaving, region)
    token, *made = first.results
    if own is not None and before is not None:
        own.replace_uses_with_if(body.args[0], lambda use: is_below(use.operation, first))
        replace_all([own], [before])
    for op in leaving:
        op.depend_on([token, *op.dependencies_])
    for value, new in zip(needed, made, strict=True):
        new.name_hint = value.name_hint
        value.replace_uses_with_if(new, lambda use: not is_below(use.operation, first))
    for (old, values), given in zip(region.parts(), region.yielded(end), strict=True):
        replace_all([old], [_joined(given.tokens, token, code)])
        replace_all(values, given.values)
    erase(end)
    erase(region)


def _token_of(dependencies: Sequence[SSAValue], code: Builder) -> SSAValue:
    """One token for several completions."""
    if len(dependencies) == 1 and isinstance(dependencies[0].type, TokenType):
        return dependencies[0]
    return code.add(
        RegionOp(dependencies, [], [TokenType()], Region(Block([async_dialect.YieldOp()])))
    ).results[0]


def _joined(tokens: Sequence[SSAValue], body: SSAValue, code: Builder) -> SSAValue:
    """The token of a part: complete when the body is over and these are."""
    if not tokens:
        return body
    owner = tokens[0].owner
    if len(tokens) == 1 and isinstance(owner, RegionOp) and body in list(owner.dependencies_):
        return tokens[0]
    return _token_of([body, *tokens], code)


def _clone_constants(region: RegionOp, leaving: Sequence[RegionOp]) -> None:
    """Give each region that leaves the constants that it uses: they are worth no value."""
    for op in leaving:
        known: dict[SSAValue, SSAValue] = {}
        for inner in walk(op.body):
            for index, value in enumerate(inner.operands):
                made = value.owner
                if (
                    isinstance(made, Operation)
                    and kind_of(made) is OpKind.CONSTANT
                    and made.parent is region.body.block
                ):
                    if value not in known:
                        copy = made.clone()
                        op.body.blocks[0].insert_op_before(copy, first_of(op.body.blocks[0]))
                        known[value] = copy.results[0]
                    inner.operands[index] = known[value]


def _needed(region: RegionOp, leaving: Sequence[RegionOp], yielded: Sequence[Yielded]) -> list[SSAValue]:
    """What is made in the body itself, and used by what leaves it or yielded."""
    there = {result for op in leaving for result in op.results}
    wanted = [value for op in leaving for each in walk(op) for value in each.operands]
    wanted += [value for part in yielded for value in part.values]
    own = region.region_token()
    inside = (v for v in wanted if _is_made_in(v, region) and v not in there and v is not own)
    return list(dict.fromkeys(inside))


def _is_made_in(value: SSAValue, region: RegionOp) -> bool:
    """Whether it is a result of an op of the body itself."""
    return isinstance(value.owner, Operation) and value.owner.parent is region.body.block
