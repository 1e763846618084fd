"""`launches-to-tasks`: what is launched on devices becomes tasks, and events become tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

from asyncir.diagnostics import Diagnostic, raise_all
from asyncir.dialects import async_dialect, device
from asyncir.dialects.async_types import TokenType, ValueType
from asyncir.dialects.device_types import DeviceType, EventType, FutureType
from asyncir.dialects.effects import is_memory
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_access import CopyOp, LoadOp, StoreOp
from asyncir.dialects.memref_memory import AllocOp, DeallocOp
from asyncir.ir import (
    Attribute,
    Block,
    ConstantLike,
    IndexType,
    Operation,
    Region,
    SSAValue,
    Use,
)
from asyncir.ir.walk import block_of, post_order, walk
from asyncir.transforms._blocks import at, erase, move_ops, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._converting import convert_types
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._remarks import complaint


class LaunchesToTasks(ScopedPass):
    """Turn each launch into an `async.execute` that waits for its events, and events into tokens.

    A launch that flags parts of its result becomes a chain of tasks, one up to each flag. Devices become numbers that nobody
    asks for: tasks do not exclude each other, which makes no difference to a program without races. Where a flag stands in a
    loop or a branch, or a program signals and waits besides, the program is refused (P171).
    """

    def run_on(self, root: Operation) -> None:
        """Rewrite everything below `root`."""
        raise_all([fault for op in walk(root) for fault in _faults(op)])
        convert_types(root, _converted)
        rewrite_launches(root)


def rewrite_launches(root: Operation, *, touching: bool = False) -> None:
    """Rewrite the ops; with `touching`, that a new buffer is there is an access to all of it."""
    numbers: dict[str, int] = {}
    for op in post_order(root):
        if isinstance(op, device.GetOp):
            _number(op, numbers)
        elif isinstance(op, device.LaunchOp):
            _launch(op)
        elif isinstance(op, device.AllocOp):
            _alloc(op, touching)
        elif type(op) in _SIMPLE:
            _SIMPLE[type(op)](op)


def is_followed(root: Operation) -> list[Diagnostic]:
    """Why the program below `root` does not become tasks; empty where it does."""
    return [fault for op in walk(root) for fault in _faults(op)]


def for_check(root: Operation, *, drains: bool) -> None:
    """Make tasks of a program that is only looked at: what is said of them is true of the launches.

    On a machine that does not drain, the caller touches all that it has handed in or gets at the end (MAC-4).
    """
    convert_types(root, _converted)
    rewrite_launches(root, touching=True)
    for op in [] if drains else list(walk(root)):
        around = op.parent_op()
        if kind_of(op) is OpKind.RETURN and around is not None:
            arguments = around.regions[0].blocks[0].args
            for value in dict.fromkeys((*arguments, *op.operands)):
                if is_memory(value.type):
                    Builder(op).add(CopyOp.create(operands=[value, value]))


def _faults(op: Operation) -> list[Diagnostic]:
    if isinstance(op, device.FlagOp) and not (
        isinstance(launch := op.parent_op(), device.LaunchOp) and len(launch.body.blocks) == 1
    ):
        message = "a flag in a loop or a branch is not the end of a task"
        return [complaint("P171", message, op, "let it stand in the body of the launch itself")]
    if isinstance(op, device.FlagOp) and not isinstance(op.which, int):
        message = "it is not known which part is flagged"
        return [complaint("P171", message, op, "write the number of the flag")]
    if op.name.startswith("sync."):
        message = f"tasks do not know `{op.name}`"
        return [complaint("P171", message, op, "let events say what waits for what")]
    return []


# ---- types ----


def _converted(type: Attribute) -> Attribute:
    if isinstance(type, EventType):
        return TokenType()
    if isinstance(type, DeviceType):
        return IndexType()
    return ValueType(_converted(type.value_type)) if isinstance(type, FutureType) else type


# ---- devices and events ----


def _number(op: device.GetOp, numbers: dict[str, int]) -> None:
    build = Builder(op)
    found, *others = (build.index(numbers.setdefault(name, len(numbers))) for name in op.engines)
    for place, other in enumerate(others, 1):
        assert op.which is not None
        found = build.either(build.test(op.which, "eq", build.index(place)), other, found)
    _replace(op, [found])


def _start(op: Operation) -> None:
    _replace(op, [Builder(op).value(async_dialect.ReadyOp())])


def _and(op: Operation) -> None:
    task = _task(op, op.operands, (), Block(), ())
    _replace(op, [task.token])


def _await(op: Operation) -> None:
    made = Builder(op).add(async_dialect.AwaitOp(op.operands[0]))
    _replace(op, made.results)


# ---- tasks ----


def _task(
    op: Operation,
    waits: Sequence[SSAValue],
    values: Sequence[SSAValue],
    block: Block,
    yielded: Sequence[SSAValue],
) -> async_dialect.ExecuteOp:
    """A task in front of the op that does what the block does."""
    block.add_op(at(async_dialect.YieldOp(*yielded), op.location))
    made = async_dialect.ExecuteOp(waits, values, [value.type for value in yielded], Region(block))
    return Builder(op).add(made)


def _replace(op: Operation, news: Sequence[SSAValue]) -> None:
    replace_all(op.results, news)
    erase(op)


def _memcpy(op: device.MemcpyOp) -> None:
    copy = CopyOp.create(operands=[op.source, op.destination])
    _replace(op, [_task(op, op.events, (), Block([at(copy, op.location)]), ()).token])


def _dealloc(op: device.DeallocOp) -> None:
    free = DeallocOp.create(operands=[op.buffer])
    _replace(op, [_task(op, op.events, (), Block([at(free, op.location)]), ()).token])


def _read(op: device.ReadOp) -> None:
    load = at(LoadOp(op.buffer, op.indices), op.location)
    task = _task(op, op.events, (), Block([load]), load.results)
    _replace(op, [task.token, *task.body_results])


def _write(op: device.WriteOp) -> None:
    is_promised = isinstance(op.value.type, ValueType)
    payloads = [op.value.type.value_type] if isinstance(op.value.type, ValueType) else []
    block = Block(arg_types=payloads)
    value = block.args[0] if is_promised else op.value
    block.add_op(at(StoreOp(value, op.buffer, op.indices), op.location))
    task = _task(op, op.events, [op.value] if is_promised else (), block, ())
    _replace(op, [task.token])


def _alloc(op: device.AllocOp, touching: bool) -> None:
    buffer = Builder(op).value(AllocOp([], [], op.buffer.type))
    copy = at(CopyOp.create(operands=[buffer, buffer]), op.location)
    task = _task(op, op.events, (), Block([copy] if touching else ()), ())
    _replace(op, [task.token, buffer])


# ---- launches ----


def _launch(op: device.LaunchOp) -> None:
    entry = op.body.blocks[0]
    values: list[SSAValue] = []
    for outer, inner in zip(op.captured, list(entry.args), strict=True):
        if isinstance(outer.type, ValueType):
            values.append(outer)
        else:
            inner.replace_all_uses_with(outer)
            entry.erase_arg(inner)
    if len(op.body.blocks) == 1:
        done, parts, results = _segments(op, entry, values)
    else:
        done, results = _whole(op, values)
        parts = [done] * len(op.parts)
    _replace(op, [done, *parts, *results])


def _whole(op: device.LaunchOp, values: Sequence[SSAValue]) -> tuple[SSAValue, Sequence[SSAValue]]:
    """A task that does all of the body."""
    payloads = [_payload(type) for type in op.values.types]
    for block in op.body.blocks:
        last = block.last_op
        if isinstance(last, device.ReturnOp):
            block.add_op(at(async_dialect.YieldOp(*last.arguments), last.location))
            erase(last)
    region = Region()
    op.body.move_blocks(region)
    task = Builder(op).add(async_dialect.ExecuteOp(op.events, values, payloads, region))
    return task.token, task.body_results


def _payload(type: Attribute) -> Attribute:
    assert isinstance(type, ValueType)
    return type.value_type


def _segments(
    op: device.LaunchOp, entry: Block, values: Sequence[SSAValue]
) -> tuple[SSAValue, list[SSAValue], Sequence[SSAValue]]:
    """A chain of tasks, one up to each flag and one to the end: its token, those of the parts, and the values.

    Constants are for all of them.
    """
    move_ops([one for one in entry.ops if one.has_trait(ConstantLike)], op)
    parts: dict[int, SSAValue] = {}
    waits: Sequence[SSAValue] = op.events
    promised: dict[SSAValue, SSAValue] = dict(zip(entry.args, values, strict=True))
    needed = list(promised)
    while flag := next((one for one in entry.ops if isinstance(one, device.FlagOp)), None):
        assert isinstance(flag.which, int)
        token = _segment(op, flag, waits, promised, needed).token
        parts.setdefault(flag.which, token)
        waits, needed = [token], []
        erase(flag)
    last = entry.last_op
    assert last is not None
    task = _segment(op, last, waits, promised, needed)
    erase(last)
    return task.token, [parts.get(number, task.token) for number in range(len(op.parts))], task.body_results


def _segment(
    op: device.LaunchOp,
    end: Operation,
    waits: Sequence[SSAValue],
    promised: dict[SSAValue, SSAValue],
    needed: Sequence[SSAValue],
) -> async_dialect.ExecuteOp:
    """The task that does what comes before `end`; it gets what earlier ones have promised, and promises what later ones use.

    It waits for what is `needed`, whether it uses that or not. At the end of the launch it yields what is returned.
    """
    block = Block()
    is_last = isinstance(end, device.ReturnOp)
    move_ops(takewhile(lambda one: one is not end, block_of(end).ops), block)
    yielded = [*end.operands] if is_last else _used_later(block)
    got = dict.fromkeys(needed)
    got |= dict.fromkeys(v for v in promised if v in yielded or any(_is_in(use, block) for use in v.uses))
    for value in got:
        argument = block.insert_arg(value.type, len(block.args))
        value.replace_uses_with_if(argument, lambda use: _is_in(use, block))
        yielded = [argument if one is value else one for one in yielded]
    task = _task(op, waits, [promised[value] for value in got], block, yielded)
    if not is_last:
        promised |= dict(zip(yielded, task.body_results, strict=True))
    return task


def _used_later(block: Block) -> list[SSAValue]:
    """What ops of the block compute, and others use."""
    results = (result for one in block.ops for result in one.results)
    return [value for value in results if any(not _is_in(use, block) for use in value.uses)]


def _is_in(use: Use, block: Block) -> bool:
    around = use.operation.parent
    while around is not None and around is not block:
        parent = around.parent_op()
        around = None if parent is None else parent.parent
    return around is block


_SIMPLE: dict[type[Operation], Callable[[Any], None]] = {
    device.StartOp: _start,
    device.AndOp: _and,
    device.AwaitOp: _await,
    device.MemcpyOp: _memcpy,
    device.DeallocOp: _dealloc,
    device.ReadOp: _read,
    device.WriteOp: _write,
}
