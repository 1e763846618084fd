"""`relax-device-waits`: the host waits for works of devices no earlier than it touches what they may touch.

A wait of the host does two things: what the host does behind it comes behind the works, and so do the works that it gives
behind it. The second is said by tokens as well. So a wait is *pending* from where it was written on: each work behind it
depends on what it was for, and the host waits in front of the first op that may touch memory of works, print, call, launch or
return. Work without a token becomes work with one and a wait behind it. Loops that wait in their bodies carry what is pending
from one iteration to the next.
"""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.analyses.aliasing import Root, roots
from asyncir.analyses.stream_plans import has_works, is_task
from asyncir.dialects.async_dialect import ReadyOp
from asyncir.dialects.effects import Access, Effects
from asyncir.dialects.execution_traits import IsFunction
from asyncir.dialects.gpu_launch import WaitOp
from asyncir.dialects.gpu_tokens import AsyncTokenType
from asyncir.dialects.interfaces.device_work import (
    DeviceWait,
    DeviceWork,
    device_work,
    is_device_wait,
    work_of,
)
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, IsTerminator, MemRefType, Operation, SSAValue, UnrankedMemRefType
from asyncir.ir.walk import terminator_of, walk
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._rebuilding import extended
from asyncir.transforms.flatten_device_regions import behind, joined, latest


class RelaxDeviceWaits(ScopedPass):
    """Let the host wait for works of devices as late as it can, and works behind a wait depend on what it was for."""

    def run_on(self, root: Operation) -> bool:
        """Each function, and each task in it, gives works by itself."""
        changed = False
        functions = [op for op in walk(root) if op.has_trait(IsFunction, value_if_unregistered=False)]
        for function in functions:
            waits = [op for op in walk(function) if _makes_host_wait(op)]
            if waits:
                _Relaxing(function).run()
                changed = True
        return changed


def _makes_host_wait(op: Operation) -> bool:
    if device_work(op) is not None:
        return DeviceWork.token(op) is None
    return is_device_wait(op) and DeviceWait.token(op) is None


def give_tokens(root: Operation) -> None:
    """Let works that the host waits for have a token, and a wait behind them."""
    for op in list(walk(root)):
        if device_work(op) is not None and DeviceWork.token(op) is None:
            new = behind(op, ())
            assert new.next_op is not None
            Builder(new.next_op, new).add(WaitOp(operands=[[new.results[-1]]], result_types=[[]]))


class _Relaxing:
    def __init__(self, function: Operation):
        self.function = function
        self.effects = Effects()

    def run(self) -> None:
        give_tokens(self.function)
        self.touched = self._touched()
        regions = [self.function.regions[0]]
        regions += [region for op in walk(self.function) if is_task(op) for region in op.regions]
        for region in regions:
            for block in region.blocks:
                self._block(block, [], carries=False)

    def _touched(self) -> set[Root]:
        """The objects that works of the function touch."""
        found: set[Root] = set()
        for op in walk(self.function):
            if work_of(op) is not None:
                for value in (*op.operands, *op.results):
                    if isinstance(value.type, MemRefType | UnrankedMemRefType):
                        found |= roots(value)
        return found

    def _block(self, block: Block, pending: list[SSAValue], carries: bool) -> list[SSAValue]:
        """Go through a block; what is pending at its end, where that is not the end of what gives works."""
        for op in list(block.ops):
            if device_work(op) is not None or (is_device_wait(op) and DeviceWait.token(op) is not None):
                if pending:
                    pending = [joined(pending, Builder(op))]
                    behind(op, pending)
            elif is_device_wait(op):
                if DeviceWait.dependencies(op):
                    pending = latest([*pending, *DeviceWait.dependencies(op)])
                    erase(op)
            elif op.has_trait(IsTerminator, value_if_unregistered=True):
                if not carries:
                    pending = _flush(pending, op)
            elif not op.regions or is_task(op):
                if self._has_to_wait(op):
                    pending = _flush(pending, op)
            else:
                pending = self._structured(op, pending)
        return pending

    def _has_to_wait(self, op: Operation) -> bool:
        for effect in self.effects.of(op):
            if effect.access is Access.ALLOC:
                continue
            if not isinstance(effect.root, SSAValue):
                return True
            if any(mine.may_be(other) for mine in roots(effect.root) for other in self.touched):
                return True
        return False

    def _structured(self, op: Operation, pending: list[SSAValue]) -> list[SSAValue]:
        concerned = has_works(op) or any(is_device_wait(each) for each in walk(op))
        kind = kind_of(op)
        if not concerned:
            return _flush(pending, op) if self._has_to_wait(op) else pending
        pending = [joined(pending, Builder(op))] if pending else []
        if kind is OpKind.COUNTED_LOOP:
            return self._loop(op, pending)
        if kind is not OpKind.IF:
            pending = _flush(pending, op)
        for region in op.regions:
            for block in region.blocks:
                self._branch(block, pending if kind is OpKind.IF else [])
        return pending

    def _branch(self, block: Block, before: list[SSAValue]) -> None:
        """What becomes pending in a branch is waited for at its end."""
        after = self._block(block, list(before), carries=True)
        _flush([token for token in after if token not in before], terminator_of(block))

    def _loop(self, loop: Operation, pending: list[SSAValue]) -> list[SSAValue]:
        body = loop.regions[0].blocks[0]
        waits = any(is_device_wait(op) and DeviceWait.token(op) is None for op in body.ops)
        if not waits:
            self._branch(body, pending)
            return pending
        loop = extended(loop, [AsyncTokenType()], [_one(pending, loop)])
        body = loop.regions[0].blocks[0]
        carried = body.insert_arg(AsyncTokenType(), len(body.args))
        end = terminator_of(body)
        after = self._block(body, [carried], carries=True)
        end.operands = [*end.operands, _one(after, end)]
        return [loop.results[-1]]


def _one(pending: Sequence[SSAValue], before: Operation) -> SSAValue:
    """One token for what is pending, in front of an op."""
    code = Builder(before)
    return joined(pending, code) if pending else code.value(ReadyOp(type=AsyncTokenType()))


def _flush(pending: Sequence[SSAValue], before: Operation) -> list[SSAValue]:
    """The host waits in front of an op for what is pending; nothing is, then."""
    if pending:
        Builder(before).add(WaitOp(operands=[pending], result_types=[[]]))
    return []
