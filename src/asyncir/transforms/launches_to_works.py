"""`launches-to-works`: what is launched on devices becomes works on engines, given in order, without synchronisation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from asyncir.analyses.devices.identity import engines_of
from asyncir.diagnostics import Diagnostic, raise_all
from asyncir.dialects import arith, device, sync
from asyncir.dialects.device_types import DeviceType, EventType, FutureType
from asyncir.dialects.effects import Effects
from asyncir.dialects.interfaces.launches import launches
from asyncir.dialects.memref_access import CopyOp, LoadOp, StoreOp
from asyncir.dialects.memref_memory import AllocOp, DeallocOp
from asyncir.ir import Attribute, Block, IndexType, IntegerAttr, IsTerminator, Operation, Region
from asyncir.ir.walk import enclosing, walk
from asyncir.transforms._blocks import at, erase, move_ops, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._converting import convert_types
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._remarks import complaint


class LaunchesToWorks(ScopedPass):
    """Turn each launch into `sync.work`s on its engine; events, flags and awaits go.

    Works are given in the order of the program, which is one that the events allow. `insert-sync` makes of the accesses what
    the events said; in a program without races these are the orders that matter. What is launched by a launch is given by the
    process, in its place. A program is refused (P173) where an engine is computed, where a launch returns values, excludes
    others, or computes something between what it launches that the process would need.
    """

    def run_on(self, root: Operation) -> None:
        """Rewrite everything below `root`."""
        engines = {op: _engine(op) for op in walk(root) if _is_on_device(op)}
        raise_all([fault for op in walk(root) for fault in _faults(op, engines)])
        convert_types(root, _converted)
        zeros: list[Operation] = []
        for op in list(walk(root)):
            if isinstance(op, device.LaunchOp):
                _flatten(op, engines[op], zeros)
            elif isinstance(op, device.MemcpyOp):
                copy = at(CopyOp.create(operands=[op.source, op.destination]), op.location)
                work = sync.WorkOp(engines[op], Region(Block([copy])))
                _instead(op, [Builder(op).add(work)], zeros)
        for op in list(walk(root)):
            if isinstance(op, device.AwaitOp):
                _await(op)
            elif op.name.startswith("device."):
                made = _OTHERS[type(op)](op) if type(op) in _OTHERS else None
                _instead(op, [] if made is None else [Builder(op).add(made)], zeros)
        for zero in zeros:
            if zero.results[0].first_use is None:
                erase(zero)


def _is_on_device(op: Operation) -> bool:
    trait = launches(op)
    return trait is not None and bool(trait.held(op))


def _engine(op: Operation) -> str:
    """The engine of a launch; empty where it is not known."""
    trait = launches(op)
    assert trait is not None
    names = engines_of(trait.held(op)[0])
    return next(iter(names)) if names is not None and len(names) == 1 else ""


def _converted(type: Attribute) -> Attribute:
    if isinstance(type, EventType | DeviceType):
        return IndexType()
    return type.value_type if isinstance(type, FutureType) else type


def _faults(op: Operation, engines: dict[Operation, str]) -> Iterable[Diagnostic]:
    if op.name.startswith("sync."):
        message = f"`{op.name}` stands beside events"
        yield complaint("P173", message, op, "let events say what waits for what")
    if engines.get(op) == "":
        message = "its engine is computed"
        yield complaint("P173", message, op, "launch it on the engine of one name")
    if isinstance(op, device.LaunchOp):
        if op.values:
            message = "a work gives no values to others"
            yield complaint("P173", message, op, "write them to memory")
        if op.excluded:
            message = "a work keeps only its own engine"
            yield complaint("P173", message, op, "let events order those that exclude each other")
        if len(op.body.blocks) > 1:
            message = "a work has no branches between blocks"
            yield complaint("P173", message, op, "write scf.if and loops")
        else:
            yield from _torn(op)


def _torn(op: device.LaunchOp) -> Iterable[Diagnostic]:
    """What a launch computes in memory, and hands on beside what it launches."""
    for block in _given_from(op):
        for group in _groups(block):
            for one in group:
                if any(
                    use.operation not in group and not _is_in(use.operation, group)
                    for r in one.results
                    for use in r.uses
                ):
                    message = "what it computes is needed where it launches"
                    yield complaint(
                        "P173", message, one, "write it to memory, or let an op without effects do it"
                    )


def _is_in(op: Operation, group: list[Operation]) -> bool:
    return any(around in group for around in enclosing(op))


# ---- launches ----


def _flatten(op: device.LaunchOp, engine: str, zeros: list[Operation]) -> None:
    """Put works in front of the launch that do what it does, and what it launches between them."""
    for block in _given_from(op):
        for group in _groups(block):
            work = Builder(group[-1], group[0]).add(sync.WorkOp(engine, Region(Block())))
            move_ops(group, work.body.block)
    entry = op.body.blocks[0]
    replace_all(entry.args, op.captured)
    last = entry.last_op
    assert last is not None
    erase(last)
    move_ops(entry.ops, op)
    _instead(op, [], zeros)


def _given_from(op: device.LaunchOp) -> list[Block]:
    """The blocks of the launch that its process will execute, since something is launched in them."""
    found = [op.body.blocks[0]]
    for inner in walk(op):
        around = inner.parent_op()
        if inner is not op and inner.regions and _has_own(inner) and _launcher(inner) is op:
            assert around is not None
            found += [block for region in inner.regions for block in region.blocks]
    return found


def _launcher(op: Operation) -> Operation | None:
    return device.launch_around(op)


def _has_own(op: Operation) -> bool:
    """Whether the process executes the op, since something is launched or awaited in it."""
    return not isinstance(op, device.LaunchOp) and any(one.name.startswith("device.") for one in walk(op))


def _groups(block: Block) -> list[list[Operation]]:
    """The ops of the block that works do: those with effects, and what uses them; in rows without a launch between."""
    effects = Effects()
    rows: list[list[Operation]] = []
    row: list[Operation] = []
    for op in block.ops:
        if op.name.startswith("device.") or _has_own(op) or op.has_trait(IsTerminator):
            rows, row = ([*rows, row] if row else rows), []
        elif op.regions or effects.of(op) or _uses(op, row):
            row.append(op)
    return [*rows, row] if row else rows


def _uses(op: Operation, row: list[Operation]) -> bool:
    return any(operand.owner in row for operand in op.operands)


# ---- what the process does ----


def _await(op: device.AwaitOp) -> None:
    if op.result is not None:
        op.result.replace_all_uses_with(op.operand)
    erase(op)


def _instead(op: Operation, made: Sequence[Operation], zeros: list[Operation]) -> None:
    """Erase the op; its event becomes a number that says nothing, and other results are those of what was made."""
    news = [result for one in made for result in one.results]
    for result in op.results:
        if result.type == IndexType() and (result is op.results[0] or not news):
            zero = Builder(op).add(arith.ConstantOp(IntegerAttr.from_index_int_value(0)))
            zeros.append(zero)
            result.replace_all_uses_with(zero.result)
        else:
            result.replace_all_uses_with(news[0])
    erase(op)


_OTHERS: dict[type[Operation], Callable[[Any], Operation]] = {
    device.ReadOp: lambda op: LoadOp(op.buffer, op.indices),
    device.WriteOp: lambda op: StoreOp(op.value, op.buffer, op.indices),
    device.AllocOp: lambda op: AllocOp([], [], op.buffer.type),
    device.DeallocOp: lambda op: DeallocOp.create(operands=[op.buffer]),
}
"""What the process does in place of an op."""
