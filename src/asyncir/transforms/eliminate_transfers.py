"""`eliminate-transfers`: what goes from a device to the host and back to a device goes there directly.

    %t1 = gpu.memcpy async [...] %host, %one         %t2 = gpu.memcpy async [..., ...] %two, %one
    %t2 = gpu.memcpy async [%t1, ...] %two, %host

Tokens alone say that this is right; nobody asks what memory else may be the same. The second copy waits for the first, and
for nothing else that waits for the first. So who writes `%host` in between, without a race, is not on a device: its token
would be between the two. And it is not on the host, which waits for nothing in between. What the second copy reads is what
the first one has read. The new copy is where the first one was, and waits for what both waited for. Who waited for the
first, and may so write `%one`, waits for the new one; who waited for the second waits for both. If nobody else uses
`%host`, the first copy goes.

One question is asked of memory: `%one` and `%two` must not overlap, since a copy through `%host` may do what a direct one
may not. If both are one value, nothing is copied.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from asyncir.analyses.aliasing import may_alias
from asyncir.analyses.device_tokens import atoms_of, owner_of
from asyncir.dialects.effects import Access, effects_of, is_allocation
from asyncir.dialects.gpu_memory import MemcpyOp
from asyncir.dialects.gpu_tokens import AsyncTokenType
from asyncir.dialects.interfaces.device_work import (
    DeviceWait,
    DeviceWork,
    WorkKind,
    device_work,
    is_device_wait,
)
from asyncir.dialects.memref_layout import all_compatible, shape_of, types_of
from asyncir.ir import Block, Operation, SSAValue
from asyncir.ir.walk import behind, regions_of
from asyncir.transforms._blocks import erase, move_ops
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms.flatten_device_regions import FlattenDeviceRegions, joined


class EliminateTransfers(ScopedPass):
    """Copy directly what goes from a device to the host and from there to a device, where tokens say that it is the same.

    Regions that only give works become tokens of these first (`flatten-device-regions`).
    """

    def run_on(self, root: Operation) -> bool:
        """Look at each block."""
        changed = FlattenDeviceRegions().run_on(root)
        for region in list(regions_of(root)):
            for block in region.blocks:
                while _one(block):
                    changed = True
        return changed


@dataclass
class _Pair:
    """Two copies, of which the second is fed by the first."""

    first: MemcpyOp
    second: MemcpyOp
    hoisted: list[Operation]
    """What the second one needs and is between the two, in order."""
    others: list[SSAValue]
    """What the second one waits for besides the first."""


def _one(block: Block) -> bool:
    """Eliminate one transfer of a block; whether there was one."""
    written: dict[SSAValue, MemcpyOp] = {}
    for op in list(block.ops):
        if not _is_quiet(op):
            written.clear()
        elif isinstance(op, MemcpyOp):
            first = written.get(op.src)
            pair = None if first is None else _pair(first, op)
            if pair is not None:
                _eliminate(pair)
                return True
            written[op.dst] = op
    return False


def _is_quiet(op: Operation) -> bool:
    """Whether the host waits for nothing here, and touches no memory that is there already."""
    if device_work(op) is not None:
        return DeviceWork.token(op) is not None
    if is_device_wait(op):
        return DeviceWait.token(op) is not None
    return not op.regions and all(effect.access is Access.ALLOC for effect in effects_of(op))


def _pair(first: MemcpyOp, second: MemcpyOp) -> _Pair | None:
    """The two, if the second one can be fed directly."""
    token = first.token
    if token is None or token not in atoms_of(list(second.dependencies)) or not _fits(first.src, second.dst):
        return None
    others = [atom for atom in atoms_of(list(second.dependencies)) if atom is not token]
    needed = _between(first, [*others, second.dst])
    if needed is None:
        return None
    return _Pair(first, second, needed, others)


def _fits(source: SSAValue, target: SSAValue) -> bool:
    if source is target:
        return True
    given, wanted = types_of(source, target)
    shapes = shape_of(given), shape_of(wanted)
    same = len(shapes[0]) == len(shapes[1]) and all_compatible(*shapes)
    return same and not may_alias(source, target)


def _between(first: Operation, values: Sequence[SSAValue]) -> list[Operation] | None:
    """The ops behind `first` in its block that these values need; None where they need `first` itself."""
    found: set[Operation] = set()
    pending = list(values)
    while pending:
        owner = owner_of(pending.pop())
        if owner is None or owner.parent is not first.parent or owner in found:
            continue
        if owner is first:
            return None
        if first.is_before_in_block(owner):
            found.add(owner)
            pending += owner.operands
    return [op for op in first.parent.ops if op in found] if found and first.parent is not None else []


def _eliminate(pair: _Pair) -> None:
    first, second = pair.first, pair.second
    move_ops(pair.hoisted, first)
    waits = list(dict.fromkeys([*first.dependencies, *pair.others]))
    code = Builder(first, second)
    if first.src is second.dst:
        token = joined(waits, code)
    else:
        copy = MemcpyOp(operands=[waits, second.dst, first.src], result_types=[[AsyncTokenType()]])
        token = code.add(copy).results[0]
    old, replaced = first.token, second.token
    assert old is not None
    assert replaced is not None
    token.name_hint = replaced.name_hint
    users = [*old.uses, *replaced.uses]
    needless = _is_needless(first, second)
    # Who waited for the second copy waited for the first, too.
    both = token if needless else joined([old, token], Builder(next(iter(behind(first))), second))
    for use in users:
        use.operation.operands[use.index] = both
    erase(second)
    if needless:
        erase(first)


def _is_needless(first: MemcpyOp, second: MemcpyOp) -> bool:
    """Whether nobody else sees what the first one copies: memory of the function that is only made, and ended."""
    if not is_allocation(first.dst):
        return False
    return all(use.operation in (first, second) or _only_ends(use.operation) for use in first.dst.uses)


def _only_ends(op: Operation) -> bool:
    trait = device_work(op)
    if trait is not None:
        return trait.kind is WorkKind.END
    return all(effect.access is Access.FREE for effect in effects_of(op)) and not op.results
