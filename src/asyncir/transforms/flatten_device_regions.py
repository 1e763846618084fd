"""`flatten-device-regions`: regions and tasks that do nothing but give devices work become the tokens of that work.

A host region around works of a device, which are around other regions perhaps, has one token: complete when the body is over
and all that it yields is. If the body only gives work, and waits for such, no thread of the host is needed: the works wait
for what the region waits for, and its token is made of theirs. What the host waits for in the body, works behind it wait for.

A region that does more stays a task. It waits itself, at its start or end, for the tokens of works that it depends on or
yields; so tokens of devices never leave or enter a task but as what works and waits in it use.
"""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.analyses.device_tokens import device_tokens, is_device_token, owner_of
from asyncir.analyses.stream_plans import is_task
from asyncir.dialects.async_dialect import ExecuteOp
from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.effects import is_pure
from asyncir.dialects.gpu_launch import AsyncTokenType, WaitOp
from asyncir.dialects.interfaces.device_work import DeviceWait, DeviceWork, device_work, is_device_wait
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation, SSAValue
from asyncir.ir.walk import first_of, post_order, terminator_of, walk
from asyncir.transforms._blocks import erase, move_ops, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import ScopedPass

_IN_PLACE = (OpKind.COUNTED_LOOP, OpKind.IF)


class FlattenDeviceRegions(ScopedPass):
    """Let regions and tasks that only give devices work become tokens of that work; others wait for such themselves."""

    def run_on(self, root: Operation) -> bool:
        """Inner ones first: what they are part of may then be one, too."""
        changed = False
        for op in post_order(root):
            if is_task(op) and _concerns_devices(op):
                changed = (_flatten(op) if _only_gives(op) else _wait_inside(op)) or changed
        return changed


def _concerns_devices(task: Operation) -> bool:
    return bool(device_tokens(task.operands)) or any(
        device_work(op) is not None or is_device_wait(op) or device_tokens(op.operands) for op in walk(task)
    )


# ---- what can go ----


def _only_gives(task: Operation) -> bool:
    if not isinstance(task, RegionOp | ExecuteOp) or len(task.body.blocks) > 1:
        return False
    if isinstance(task, ExecuteOp) and (task.body_results or task.body_operands):
        return False
    waited = task.dependencies_ if isinstance(task, RegionOp) else task.dependencies
    if not all(map(is_device_token, waited)) or not all(map(_replaceable, _tokens(task))):
        return False
    end = terminator_of(task.body.block)
    return all(_is_giving(op, outermost=True) for op in task.body.block.ops if op is not end)


def _tokens(task: Operation) -> list[SSAValue]:
    return [token for token, _ in task.parts()] if isinstance(task, RegionOp) else [task.results[0]]


def _replaceable(token: SSAValue) -> bool:
    """Whether all who wait for the token can wait for tokens of works."""
    for use in token.uses:
        user = use.operation
        if not (kind_of(user) is OpKind.AWAIT or _starts_behind(user, token) or _hands_out(user, token)):
            return False
    return True


def _hands_out(user: Operation, token: SSAValue) -> bool:
    """Whether it yields the token for a part of a region."""
    around = user.parent_op()
    if not isinstance(around, RegionOp) or user not in around.ends():
        return False
    return any(token in part.tokens for part in around.yielded(user))


def _starts_behind(user: Operation, token: SSAValue) -> bool:
    if isinstance(user, RegionOp):
        return token not in list(user.captures)
    return isinstance(user, ExecuteOp) and token in list(user.dependencies)


def _is_giving(op: Operation, outermost: bool) -> bool:
    """Whether the op gives work, joins tokens, or only computes; deeper in loops and branches the host may not wait."""
    if device_work(op) is not None:
        return outermost or DeviceWork.token(op) is not None
    if is_device_wait(op):
        return outermost or DeviceWait.token(op) is not None
    if kind_of(op) is OpKind.READY:
        return is_device_token(op.results[0])
    if kind_of(op) in _IN_PLACE:
        inner = (each for region in op.regions for block in region.blocks for each in block.ops)
        return all(kind_of(each) is OpKind.YIELD or _is_giving(each, outermost=False) for each in inner)
    return not op.regions and is_pure(op)


# ---- what goes ----


def joined(tokens: Sequence[SSAValue], code: Builder) -> SSAValue:
    """One token that is complete when these are."""
    tokens = latest(tokens)
    return tokens[0] if len(tokens) == 1 else code.value(_join(tokens))


def latest(tokens: Sequence[SSAValue]) -> list[SSAValue]:
    """These, each once, but for those that works or joins among them wait for."""
    owners = (owner_of(token) for token in tokens)
    made = [op for op in owners if op is not None and (device_work(op) is not None or is_device_wait(op))]
    waited = {token for op in made for token in DeviceWork.dependencies(op)}
    return [token for token in dict.fromkeys(tokens) if token not in waited]


def _join(tokens: Sequence[SSAValue]) -> WaitOp:
    return WaitOp(operands=[tokens], result_types=[[AsyncTokenType()]])


def behind(op: Operation, tokens: Sequence[SSAValue]) -> Operation:
    """The work or join in place of `op`, with a token, which waits for these, too."""
    waited = list(dict.fromkeys([*DeviceWork.dependencies(op), *tokens]))
    code = Builder(op)
    new = code.add(DeviceWork.rebuilt(op, waited, AsyncTokenType()))
    replace_all(op.results, new.results[: len(op.results)])
    erase(op)
    return new


def _flatten(task: Operation) -> bool:
    assert isinstance(task, RegionOp | ExecuteOp)
    code, block, end = Builder(task), task.body.block, terminator_of(task.body.block)
    depends = list(task.dependencies_ if isinstance(task, RegionOp) else task.dependencies)
    fence = list(depends)
    if isinstance(task, RegionOp):
        replace_all(list(block.args)[: len(task.captures)], task.captures)
        own = task.region_token()
        if own is not None:
            replace_all([own], [joined(depends, code)])
            fence = []
    for op in [op for op in block.ops if op is not end]:
        move_ops([op], task)
        if device_work(op) is not None or is_device_wait(op):
            waits = DeviceWork.token(op) is None
            new = behind(op, fence)
            if waits:
                fence = [new.results[-1]]
        elif op.regions and fence:
            for inner in [each for each in walk(op) if device_work(each) is not None or is_device_wait(each)]:
                behind(inner, fence)
    _hand_out(task, end, fence, code)
    erase(task)
    return True


def _hand_out(task: RegionOp | ExecuteOp, end: Operation, fence: Sequence[SSAValue], code: Builder) -> None:
    """Let users of the task's tokens use those of its works."""
    if isinstance(task, ExecuteOp):
        _replace(task.results[0], joined(fence, code))
        return
    for (token, values), given in zip(task.parts(), task.yielded(end), strict=True):
        replace_all(values, given.values)
        _replace(token, joined([*fence, *given.tokens], code))


def _replace(token: SSAValue, new: SSAValue) -> None:
    for use in list(token.uses):
        user = use.operation
        if kind_of(user) is OpKind.AWAIT:
            Builder(user).add(WaitOp(operands=[[new]], result_types=[[]]))
            erase(user)
        elif isinstance(user, ExecuteOp):
            left = [each for each in user.dependencies if each is not token]
            user.wait_for(left, list(user.body_operands))
            _wait_first(user, [new])
        else:
            user.operands[use.index] = new


# ---- what stays ----


def _wait_first(task: Operation, tokens: Sequence[SSAValue]) -> None:
    first = first_of(task.regions[0].blocks[0])
    Builder(first, task).add(WaitOp(operands=[tokens], result_types=[[]]))


def _wait_inside(task: Operation) -> bool:
    """Let a region wait itself for what works give it or it yields; whether there is any such."""
    if not isinstance(task, RegionOp):
        return False
    changed = False
    given = device_tokens(task.dependencies_)
    if given and task.region_token() is None:
        task.depend_on([token for token in task.dependencies_ if not is_device_token(token)])
        _wait_first(task, given)
        changed = True
    for end in task.ends():
        counts = [[t for t in part.tokens if not is_device_token(t)] for part in task.yielded(end)]
        tokens = [token for part in task.yielded(end) for token in device_tokens(part.tokens)]
        if tokens:
            Builder(end).add(WaitOp(operands=[tokens], result_types=[[]]))
            task.yield_tokens(end, counts)
            changed = True
    return changed
