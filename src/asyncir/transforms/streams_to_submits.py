"""`streams-to-submits`: what is put into streams becomes submissions to queues, as Vulkan has them.

Of each stream what comes one behind the other is one submission: until the stream waits for an event, one is recorded, a work
makes memory, or control flow begins or ends. The events that it waits for are semaphores of the submission; a recorded event
is the semaphore that it signals. The commands of a queue are in no order by themselves. So a barrier is between each two of
them, and in front of the first of each submission but the queue's first.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from asyncir.dialects import stream
from asyncir.dialects.stream_submits import BarrierOp, SubmitOp, SubmittedOp
from asyncir.ir import Block, IsTerminator, Operation, Region, SSAValue
from asyncir.ir.walk import regions_of
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import ScopedPass


class StreamsToSubmits(ScopedPass):
    """Give what is put into streams to queues in submissions, with semaphores in front and behind and barriers inside."""

    def run_on(self, root: Operation) -> bool:
        """Rewrite each block."""
        changed = False
        for region in list(regions_of(root)):
            for block in region.blocks:
                changed = _Block(block).run() or changed
        return changed


@dataclass
class _Open:
    """What is to be submitted to a queue."""

    events: list[SSAValue] = field(default_factory=list[SSAValue])
    puts: list[stream.EnqueueOp] = field(default_factory=list[stream.EnqueueOp])


class _Block:
    def __init__(self, block: Block):
        self.block = block
        self.open: dict[SSAValue, _Open] = {}
        self.begun: set[SSAValue] = set()
        """The queues to which this block has submitted something."""
        self.has_passed = False
        """Whether blocks in this one may have submitted something to any queue."""

    def run(self) -> bool:
        changed = False
        for op in list(self.block.ops):
            if isinstance(op, stream.EnqueueOp):
                queue = self._queue(op.stream)
                queue.puts.append(op)
                changed = True
                following = op.next_op
                assert following is not None
                if op.values:
                    self._submit(op.stream, following)
            elif isinstance(op, stream.WaitOp):
                if self._queue(op.stream).puts:
                    self._submit(op.stream, op)
                self._queue(op.stream).events += op.events
                erase(op)
                changed = True
            elif isinstance(op, stream.RecordOp):
                submitted = self._submit(op.stream, op)
                replace_all([op.event], [submitted.signal])
                erase(op)
                changed = True
            elif op.regions or op.has_trait(IsTerminator, value_if_unregistered=True):
                self._submit_all(op)
                self.has_passed = self.has_passed or bool(op.regions)
            elif isinstance(op, stream.HostWaitOp):
                self._submit_all(op)
        return changed

    def _queue(self, queue: SSAValue) -> _Open:
        return self.open.setdefault(queue, _Open())

    def _submit_all(self, before: Operation) -> None:
        for queue, found in list(self.open.items()):
            if found.puts or found.events:
                self._submit(queue, before)

    def _submit(self, queue: SSAValue, before: Operation) -> SubmitOp:
        """Submit what is open, in front of an op."""
        found = self.open.pop(queue, None) or _Open()
        location = before.location if not found.puts else found.puts[0].location
        block = Block()
        code = Builder(block, location)
        made_here = isinstance(queue.owner, Operation) and queue.owner.parent is self.block
        is_first = made_here and queue not in self.begun and not self.has_passed
        self.begun.add(queue)
        if not is_first:
            code.add(BarrierOp())
        made: list[SSAValue] = []
        for number, put in enumerate(found.puts):
            if number:
                code.add(BarrierOp())
            work = put.work
            end = put.body.block.last_op
            assert end is not None
            made += end.operands
            work.detach()
            code.add(work).location = put.location
        code.add(SubmittedOp(*made))
        submit = SubmitOp(queue, found.events, [value.type for value in made], Region(block))
        Builder(before, location).add(submit)
        old = [value for put in found.puts for value in put.values]
        replace_all(old, submit.values)
        for put in reversed(found.puts):
            erase(put)
        return submit
