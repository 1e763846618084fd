"""Carries out a plan for streams: works are put into streams, tokens become events where they have to, others go."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.analyses.device_tokens import device_tokens, handed_on, is_device_token, owner_of
from asyncir.analyses.stream_plans import StreamPlan
from asyncir.dialects import stream
from asyncir.dialects.async_dialect import ReadyOp
from asyncir.dialects.gpu_launch import AsyncTokenType
from asyncir.dialects.interfaces.device_work import DeviceWork, device_work, is_device_wait
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.stream import StreamEventType
from asyncir.ir import Block, BlockArgument, Operation, OpResult, Region, Rewriter, SSAValue
from asyncir.ir.walk import first_of, post_order, terminator_of, walk
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._rebuilding import keep_results

_MADE = (OpKind.SELECT, OpKind.READY)


def write_streams(function: Operation, plan: StreamPlan) -> None:
    """Replace the tokens of the function by streams and events."""
    _Writer(function, plan).run()


class _Writer:
    def __init__(self, function: Operation, plan: StreamPlan):
        self.function, self.plan = function, plan
        self.streams: dict[int, SSAValue] = {}
        self.events: dict[SSAValue, SSAValue] = {atom: atom for atom in plan.carried}
        self.gone: list[Operation] = []

    def run(self) -> None:
        for scope in self.plan.scopes:
            if scope.streams:
                code = Builder(first_of(scope.block))
                for number in scope.streams:
                    made = self.streams[number] = code.value(stream.CreateOp())
                    made.name_hint = f"stream{number}"
        for op in list(walk(self.function)):
            self._waits(op)
            if op in self.plan.stream_of:
                self._enqueue(op)
            elif op in self.plan.host_waits:
                atoms = self.plan.host_waits[op]
                if atoms:
                    Builder(op).add(stream.HostWaitOp([self.events[atom] for atom in atoms]))
                self.gone.append(op)
            elif self._is_gone(op):
                self.gone.append(op)
        self._hand_on()
        self._clean()

    def _is_gone(self, op: Operation) -> bool:
        """Whether it makes nothing but tokens that need no event."""
        tokens = is_device_wait(op) or (kind_of(op) in _MADE and bool(device_tokens(op.results)))
        return tokens and not any(result in self.plan.carried for result in op.results)

    def _waits(self, op: Operation) -> None:
        for number, atoms in self.plan.waits.get(op, ()):
            events = [self.events[atom] for atom in atoms]
            Builder(op).add(stream.WaitOp(self.streams[number], events))

    def _enqueue(self, work: Operation) -> None:
        code, into = Builder(work), self.streams[self.plan.stream_of[work]]
        old, token = DeviceWork.values(work), DeviceWork.token(work)
        assert token is not None
        inner = DeviceWork.rebuilt(work, (), None)
        for before, after in zip(old, inner.results, strict=True):
            after.name_hint = before.name_hint
        body = Region(Block([inner, stream.YieldOp(*inner.results)]))
        body.blocks[0].ops.last.location = work.location  # pyright: ignore[reportOptionalMemberAccess]
        put = code.add(stream.EnqueueOp(into, [value.type for value in old], body))
        replace_all(old, put.results)
        if token in self.plan.recorded:
            event = self.events[token] = code.value(stream.RecordOp(into))
            event.name_hint = token.name_hint
        self.gone.append(work)

    def _event(self, token: SSAValue, before: Operation) -> SSAValue:
        """One event for a token, for use in front of an op."""
        events = [self.events[atom] for atom in self.plan.handed[token]]
        if len(events) == 1:
            return events[0]
        code = Builder(before)
        return code.value(stream.AllOp(events) if events else ReadyOp(type=StreamEventType()))

    def _hand_on(self) -> None:
        """Let control flow hand on events, and nothing where it has handed on tokens that need none."""
        filler: list[Operation] = []
        places = {
            place: token
            for a in self.plan.carried
            for place, token in zip(_handing(a), handed_on(a), strict=True)
        }
        for (user, index), token in places.items():
            user.operands[index] = self._event(token, user)
        dropped: list[tuple[Operation, list[int]]] = []
        for op in post_order(self.function):
            if kind_of(op) not in (OpKind.IF, OpKind.COUNTED_LOOP):
                continue
            tokens = [
                result for result in op.results if is_device_token(result) and result not in self.plan.carried
            ]
            for result in tokens:
                for user, index in _handing(result):
                    if not filler:
                        code = Builder(first_of(self.function.regions[0].blocks[0]))
                        filler.append(code.add(ReadyOp(type=AsyncTokenType())))
                    user.operands[index] = filler[0].results[0]
            if tokens:
                dropped.append((op, [n for n, result in enumerate(op.results) if result not in tokens]))
        for atom in self.plan.carried:
            Rewriter.replace_value_with_new_type(atom, StreamEventType())
        for op in self.gone:
            op.operands = ()
        for op, keep in dropped:
            keep_results(op, keep)
        self.gone = [*filler, *self.gone]

    def _clean(self) -> None:
        for op in reversed(self.gone):
            erase(op)


def _handing(atom: SSAValue) -> Sequence[tuple[Operation, int]]:
    """Where control flow takes what it hands on as this one, in the order of `handed_on`: ops and numbers of operands."""
    if isinstance(atom, BlockArgument):
        loop = atom.block.parent_op()
        assert loop is not None
        return [(loop, 2 + atom.index), (terminator_of(atom.block), atom.index - 1)]
    op = owner_of(atom)
    assert op is not None
    assert isinstance(atom, OpResult)
    ends = [terminator_of(region.blocks[0]) for region in op.regions]
    if kind_of(op) is OpKind.SELECT:
        return [(op, 1), (op, 2)]
    if kind_of(op) is OpKind.COUNTED_LOOP:
        return [(op, 3 + atom.index), (ends[0], atom.index)]
    return [(end, atom.index) for end in ends]


def left_over(function: Operation) -> Operation | None:
    """An op that still has to do with a token of a device."""
    return next((op for op in walk(function) if concerns_devices(op)), None)


def concerns_devices(op: Operation) -> bool:
    """Whether the op is work in no stream, or has to do with tokens of such."""
    return (
        device_work(op) is not None or is_device_wait(op) or bool(device_tokens((*op.operands, *op.results)))
    )
