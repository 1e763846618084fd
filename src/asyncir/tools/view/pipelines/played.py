"""A thread, its queues and their engines as a program on a described machine, which the player of machines puts in time.

What the interpreter has met is written down again, op by op: what the thread does itself, what it gives to which engine, the
groups of each queue, the waits. The machine is made for it:

- The thread is the issuer. An engine is one whose works are processes, so that each says when the engine is free again.
- From there until others see what was computed, a work is on a *way*: an engine whose works begin in order and arrive in
  any. There is one for each queue and each place in its groups; a group of the queue is a group of works on them.
- What the thread itself has computed and is not there yet is on a way of its statement.
"""

from __future__ import annotations

from collections.abc import Hashable

from asyncir.dialects import func
from asyncir.dialects.sync import CommitOp, ProcessOp, SignalOp, WaitOp, WorkOp
from asyncir.ir import (
    Block,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    ModuleOp,
    Operation,
    Region,
    i64,
)
from asyncir.ir.marks import WORK_TIME
from asyncir.semantics.machines.engine import Player
from asyncir.simulation.spans import EngineSpan
from asyncir.targets.machine import Engine, MachineModel
from asyncir.targets.resources import CompletionOrder, GroupsOfWorks, ResourceKind, SyncResource

_THREAD, _OVER = "the thread", "over"


class PlayedQueues:
    """Is told what happened, in the order of the thread, and then says when."""

    def __init__(self) -> None:
        self._block = Block()
        self._engines: dict[Hashable, tuple[str, int]] = {}
        self._queues: dict[Hashable, str] = {}
        """The names of queues, each of which is a resource of groups."""
        self._ways: dict[str, list[str]] = {}
        """By the name of a queue: one way for each member that its groups have."""
        self._open: dict[str, int] = {}
        """By the name of a queue: how many members its open group has."""
        self._given = 0
        """How many works were given to engines."""
        self._spans: dict[Operation, EngineSpan] = {}

    # ---- what happens

    def spend(self, cycles: int) -> Operation:
        """The thread does something itself."""
        return self._add(_work(_THREAD, cycles))

    def here(self) -> Operation:
        """Where the thread is: what it has done last, or an op that takes no time."""
        last = self._block.last_op
        is_own = isinstance(last, WorkOp) and last.engine.data == _THREAD
        return last if last is not None and is_own else self.spend(0)

    def give(
        self, engine: Hashable, count: int, queue: Hashable, busy: int, latency: int
    ) -> tuple[Operation, Operation]:
        """A work of the group that the queue has open: what the engine does, and what says when it is complete."""
        name, _ = self._engines.setdefault(engine, (f"engine {len(self._engines)}", count))
        does = _work(name, busy)
        body = Block([does, SignalOp(_OVER, self._given)])
        self._add(ProcessOp(name, Region(body)))
        way = self._next_way(queue)
        self._add(WaitOp(_OVER, self._given, engine=way))
        self._given += 1
        return does, self._add(_work(way, 0, latency - busy))

    def commit(self, queue: Hashable) -> None:
        """The group of a queue is closed."""
        name = self._name(queue)
        self._open[name] = 0
        self._add(CommitOp(name))

    def wait(self, queue: Hashable, stay: int) -> None:
        """The thread waits until at most so many groups of a queue are in flight."""
        self._add(WaitOp(self._name(queue), number=stay))

    def deliver(self, statement: Hashable, latency: int) -> None:
        """What the thread has just computed is there after so many cycles."""
        self._add(_work(self._next_way(statement), 0, latency))
        self.commit(statement)

    def _name(self, queue: Hashable) -> str:
        return self._queues.setdefault(queue, f"queue {len(self._queues)}")

    def _next_way(self, queue: Hashable) -> str:
        """The way of the next member of the queue's open group."""
        name = self._name(queue)
        ways = self._ways.setdefault(name, [])
        place = self._open.get(name, 0)
        self._open[name] = place + 1
        if place == len(ways):
            ways.append(f"{name}, way {place}")
        return ways[place]

    def _add(self, op: Operation) -> Operation:
        self._block.add_op(op)
        return op

    # ---- when

    def play(self) -> None:
        """Put it in time."""
        self._block.add_op(func.ReturnOp())
        main = func.FuncOp("main", FunctionType.from_lists([], []), Region(self._block))
        played = Player(ModuleOp([main]), "main", self._machine()).time([])
        assert played.run is not None
        assert played.ok, [diagnostic.message for diagnostic in played.diagnostics]
        self._spans = {span.op: span for span in played.run.spans}

    def span(self, op: Operation) -> EngineSpan:
        """When an op of the thread or of an engine took place."""
        return self._spans[op]

    def time(self, op: Operation) -> int:
        """When the thread was behind an op of its own."""
        return self._spans[op].end

    def _machine(self) -> MachineModel:
        ways = [way for of_queue in self._ways.values() for way in of_queue]
        engines = [
            Engine(_THREAD, frozenset()),
            *(Engine(name, frozenset(), count) for name, count in self._engines.values()),
            *(Engine(way, frozenset(), order=CompletionOrder.OUT_OF_ORDER) for way in ways),
        ]
        groups = [
            SyncResource(
                name, ResourceKind.GROUPS, groups=GroupsOfWorks(frozenset(self._ways.get(name, ()))), cycles=0
            )
            for name in self._queues.values()
        ]
        over = SyncResource(_OVER, ResourceKind.FLAG, max(self._given, 1), cycles=0)
        return MachineModel("queues", tuple(engines), _THREAD, 0, resources=(*groups, over), drains=True)


def _work(engine: str, busy: int, latency: int = 0) -> WorkOp:
    work = WorkOp(engine, Region(Block()))
    times = {"startup": busy, "latency": latency}
    work.attributes[WORK_TIME] = DictionaryAttr({key: IntegerAttr(n, i64) for key, n in times.items()})
    return work
