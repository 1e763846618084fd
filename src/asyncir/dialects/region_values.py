"""Whether a value that goes with a token is used only where the token is known to be complete.

The answer is in the program's text alone, so that the verifier can give it. A token that says more is as good: that of work
which depends on the first one, or of a part that is complete only with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asyncir.dialects.async_types import AsyncOpInterface, AsyncRegionOpInterface, CompletionType
from asyncir.dialects.dominance import Dominance
from asyncir.dialects.execution_traits import Waits
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, IsTerminator, Operation, SSAValue

_BOUNDS = 3
"""So many operands of a counted loop come before what it carries."""

_HANDS_ON = frozenset({OpKind.IF, OpKind.SWITCH, OpKind.REGION, OpKind.COUNTED_LOOP})

Pair = tuple[SSAValue, SSAValue]
"""A value, and the token that it goes with."""


def early_use(value: SSAValue, token: SSAValue) -> Operation | None:
    """A use of the value where nothing says that the token is complete."""
    return _follow(value, token)[1]


def pairs_of(value: SSAValue, token: SSAValue) -> Sequence[Pair]:
    """The value with its token, and what both become where branches and loops hand them on together."""
    return _follow(value, token)[0]


def is_there(value: SSAValue, token: SSAValue, op: Operation) -> bool:
    """Whether the token that the value goes with is known to be complete where the op begins."""
    saying = [token]
    later = _later_tokens(saying)
    while not _is_complete_at(op, value, saying):
        more = next(later, None)
        if more is None:
            return False
        saying.append(more)
    return True


def may_be_early(value: SSAValue) -> bool:
    """Whether the value may go with a token: a region's, or what is handed on beside one. It cannot be used just anywhere."""
    if isinstance(value.type, CompletionType):
        return False
    owner = value.owner
    beside = owner.args if isinstance(owner, Block) else owner.results
    return any(isinstance(each.type, CompletionType) for each in beside)


def _follow(value: SSAValue, token: SSAValue) -> tuple[list[Pair], Operation | None]:
    """All that the two become, until there is a use that is too early.

    Branches and loops may hand on both: what they give, or carry, is then such a pair, too.
    """
    pairs: list[Pair] = [(value, token)]
    seen = set(pairs)
    for current, its_token in pairs:  # it grows
        saying = [its_token]
        later = _later_tokens(saying)
        for use in current.uses:
            # Most uses are where the token itself is waited for; others are looked for only where it is not.
            while not _is_complete_at(use.operation, current, saying):
                handed_on = _handed_on(use.operation, use.index, saying)
                if handed_on:
                    pairs += [pair for pair in handed_on if pair not in seen]
                    seen.update(handed_on)
                    break
                more = next(later, None)
                if more is None:
                    return pairs, use.operation
                saying.append(more)
    return pairs, None


def _handed_on(op: Operation, index: int, saying: list[SSAValue]) -> list[Pair]:
    """What a value becomes behind a branch, or in a loop, that gets a token that it goes with together with it."""
    if kind_of(op) is OpKind.COUNTED_LOOP:
        loop, first = op, _BOUNDS
    elif kind_of(op) is OpKind.YIELD and op.parent_op() is not None:
        loop, first = op.parent_op(), 0
    else:
        return []
    if loop is None or kind_of(loop) not in _HANDS_ON:
        return []
    places = [place for place, operand in enumerate(op.operands) if place >= first and operand in saying]
    targets: list[Sequence[SSAValue]] = [loop.results]
    if kind_of(loop) is OpKind.COUNTED_LOOP:
        targets.append(loop.regions[0].blocks[0].args[1:])
    return [(each[index - first], each[place - first]) for place in places[:1] for each in targets]


def _later_tokens(saying: list[SSAValue]) -> Iterator[SSAValue]:
    """The tokens that are complete only when one of these is, found one after the other."""
    seen = set(saying)
    for token in saying:  # it grows
        for use in token.uses:
            for each in _made_later(use.operation, token):
                if each not in seen:
                    seen.add(each)
                    yield each


def _made_later(op: Operation, token: SSAValue) -> Iterator[SSAValue]:
    if op.has_trait(IsTerminator):
        around = op.parent_op()
        interface = _regions_of(around)
        if around is not None and interface is not None:
            yield from interface.told_by(around, op, token)
        return
    interface = op.get_trait(AsyncOpInterface)
    if interface is None or op.has_trait(Waits) or token not in interface.dependencies(op):
        return
    of_region = _regions_of(op)
    inner = of_region.region_token(op, 0) if of_region is not None else None
    if inner is not None:
        yield inner  # The body starts at once: its own token says more than that it has begun.
    else:
        yield from (result for result in op.results if interface.is_token(op, result))


def _regions_of(op: Operation | None) -> AsyncRegionOpInterface | None:
    return op.get_trait(AsyncRegionOpInterface) if op is not None else None


def _is_complete_at(op: Operation, value: SSAValue, saying: list[SSAValue]) -> bool:
    """Whether one of the tokens is complete where the op, or an op around it, begins."""
    around = op.parent_op()
    interface = _regions_of(around)
    if (
        around is not None
        and interface is not None
        and op.has_trait(IsTerminator)
        and interface.goes_with(around, op, value, saying)
    ):
        return True
    return any(_begins_after(op, token) or _is_awaited_before(op, token) for token in saying)


def _begins_after(op: Operation, token: SSAValue) -> bool:
    """Whether the op, or one around it, depends on the token and does nothing before."""
    current: Operation | None = op
    while current is not None and not _defines(current, token):
        interface = current.get_trait(AsyncOpInterface)
        if interface is not None and token in interface.dependencies(current):
            of_region = _regions_of(current)
            if of_region is None or of_region.region_token(current, 0) is None:
                return True
        current = current.parent_op()
    return False


def _defines(op: Operation, token: SSAValue) -> bool:
    return token.owner is op or (isinstance(token.owner, Block) and token.owner.parent_op() is op)


def _is_awaited_before(op: Operation, token: SSAValue) -> bool:
    return any(use.operation.has_trait(Waits) and _comes_before(use.operation, op) for use in token.uses)


def _comes_before(wait: Operation, op: Operation) -> bool:
    """Whether the wait is on each way to the op."""
    block = wait.parent
    if block is None or block.parent is None:
        return False
    current: Operation | None = op
    while current is not None and current.parent is not None and current.parent.parent is not block.parent:
        current = current.parent_op()
    if current is None or current.parent is None or current is wait:
        return False
    if current.parent is block:
        return wait.is_before_in_block(current)
    return Dominance(block.parent).dominates(block, current.parent)
