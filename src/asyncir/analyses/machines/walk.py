"""A walk over a program on a machine: at each work, what is known to have arrived, and what it needs.

The question
------------
A work must not begin before the works that it conflicts with have arrived (MAC-3). Which of these orders do engines, signals,
waits and barriers guarantee already, and which are missing?

States
------
The walk goes through the ops in the order of the process and gives each work a stamp. `WalkState` says for each engine what
its next work knows (state.py): engine y knows all works of x with stamps below `rows[y][x]`. So one comparison per pair of
engines says whether an earlier work has arrived:

    work on y        it knows what the issuer knows; then it is compared with the works before it (`MachineTouch`)
    signal on x      carries what x knows, and all works of x so far
    wait on y        y knows what the signal carries
    commit, wait n   the group carries the same; the wait tells the issuer of the groups but the n youngest
    barrier on y     y knows all of its own works

Loops are walked iteration by iteration, so that the distance between two works is a fact and not a formula: the counter is a
symbol plus a number, and boxes of two iterations differ by constants. How many iterations stand for all, and what a loop
leaves behind that may have any number of them, is said in loop_walk.py; which numbers are told apart from the start, in
worlds.py. Functions that are called are walked where they are called.

What a policy adds
------------------
`missing` is told of the works that are not known to have arrived, youngest first, one per engine. A policy that inserts
synchronisation changes the state there, or starts an op of the path around again (`WalkAgain`), with more known at its
beginning. A policy that checks notes what is missing.

Why it ends: each iteration is walked a bounded number of times. A restart adds an edge that is not there yet, and there are
finitely many.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from asyncir.analyses.aliasing import roots
from asyncir.analyses.machines.elsewhere import OF_MACHINES
from asyncir.analyses.machines.knowledge import (
    CannotFollow,
    MachineTouch,
    WalkAgain,
    WalkIteration,
)
from asyncir.analyses.machines.loop_walk import LoopWalk
from asyncir.analyses.machines.program import IN_PLACE, MachineItem, MachineRole
from asyncir.analyses.machines.resource_walk import resource_of
from asyncir.analyses.machines.state import ExitWay, Row, WalkState
from asyncir.analyses.machines.worlds import World, worlds_of
from asyncir.dialects.effects import Access, Effect
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.sync import ProcessOp
from asyncir.ir import (
    Block,
    MemRefType,
    Operation,
    SSAValue,
)
from asyncir.ir.walk import walk

TOO_LONG = "there are too many iterations of loops in loops to look at"
STRUCTURED = "write it with scf.if, scf.for or scf.while"
LIFTED = f"{STRUCTURED}, or let `lift-cf-to-scf` do so first"


@dataclass(slots=True)
class _Checkpoint:
    state: WalkState
    now: int
    touches: int
    loops: int
    compared: int


class Walk(LoopWalk):
    """A walk over one function; policies are subclasses."""

    by_worlds: bool = True
    """Whether what numbers from outside decide is walked case by case."""
    steps: int = 0
    """How many ops the walk has been through."""
    most_steps: int | None = None
    """How many it may go through; any number, if it is not said."""

    def run(self) -> None:
        """Walk through the function, in each world (worlds.py). Raises `CannotFollow` where that cannot be."""
        block = _only_block(self.program.function)
        for world in self.worlds() if self.by_worlds else ((),):
            self.begin()
            self.numbers.enter(block)
            for assumed in world:
                self.numbers.assume(assumed)
            self._through(WalkIteration(block, 0, None, None, []))

    def worlds(self) -> Sequence[World]:
        """The worlds that are walked through."""
        return worlds_of(self.program)

    def _block(self, iteration: WalkIteration, given: Sequence[tuple[SSAValue, Any]] = ()) -> None:
        """Walk through a block of which some arguments are known."""
        self.numbers.enter(iteration.block)
        for argument, value in given:
            self.numbers.give(argument, value)
        self._through(iteration)

    def _through(self, iteration: WalkIteration) -> None:
        for item in self.program.items(iteration.block):
            self._go_through(iteration, item)
        self._meet(iteration.block.last_op)

    def _go_through(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Walk through one op of a block."""
        if self._ends and item.role is MachineRole.WAIT:
            self._drain(item)
            return
        self._meet(item.op)
        if item.role in (MachineRole.LOOP, MachineRole.BRANCHES, MachineRole.CALL):
            self._compound(iteration, item)
        else:
            self._come_to(iteration, item)
            self._leaf(iteration, item)
        self._leave(iteration, item)

    def _leave(self, iteration: WalkIteration, item: MachineItem) -> None:
        """The walk has been through an op, by one way or, behind some loops, by several."""
        engines = self.program.tellers(item.op)
        if not self._ends:
            if not self._dead:
                self.closing(iteration, item)
            iteration.after[item.op] = {engine: self.told_by(engine) for engine in engines}
            if not self._dead:
                self.behind(iteration, item)
            return
        states = [way.state for *_, way in self._ends]
        told: dict[int, list[Row]] = {engine: [] for engine in engines}
        for state in states:
            self.state = state
            if not self._dead:
                self.closing(iteration, item)
            for engine in engines:
                told[engine].append(self.told_by(engine))
        iteration.after[item.op] = {
            engine: [min(stamps) for stamps in zip(*rows, strict=True)] for engine, rows in told.items()
        }
        for state in states if not self._dead else ():
            self.state = state
            self.behind(iteration, item)

    def _come_to(self, iteration: WalkIteration, item: MachineItem) -> None:
        if not self._dead:
            self.before(iteration, item)

    def _compound(self, iteration: WalkIteration, item: MachineItem) -> None:
        checkpoint = _Checkpoint(
            self.state.copy(), self.now, len(self.touches), len(self._loops), len(self.compared)
        )
        while True:
            self._come_to(iteration, item)
            try:
                if item.role is MachineRole.LOOP:
                    self._loop(iteration, item)
                elif item.role is MachineRole.CALL:
                    self._call(iteration, item)
                else:
                    self._branches(iteration, item)
                return
            except WalkAgain as restart:
                if restart.iteration is not iteration or restart.op is not item.op:
                    raise
            self.state = checkpoint.state.copy()
            self.now = checkpoint.now
            self._forget(checkpoint.touches)
            del self._loops[checkpoint.loops :]
            del self.compared[checkpoint.compared :]
            self.restarted(iteration, item.op)

    def _leaf(self, iteration: WalkIteration, item: MachineItem) -> None:
        self.steps += 1
        self.program.walked += 1
        if self.most_steps is not None and self.steps > self.most_steps:
            raise CannotFollow(item.op, TOO_LONG, "let loops in loops be fewer, or of constant lengths")
        match item.role:
            case MachineRole.WORK | MachineRole.OWN:
                self._work(iteration, item)
            case MachineRole.SIGNAL:
                self._signal(item)
            case MachineRole.WAIT:
                self._wait(item)
            case MachineRole.COMMIT:
                self._commit(item.op)
            case MachineRole.BARRIER:
                self._barrier(item)
            case MachineRole.FENCE:
                self._fence(item)
            case MachineRole.END:
                self._end(iteration, item)
            case MachineRole.INIT | MachineRole.ARM | MachineRole.FREE:
                self.live(item)
            case MachineRole.SIDE_END:
                pass
            case _:
                raise self._unknown(item.op)

    def _unknown(self, op: Operation) -> CannotFollow:
        """Why an op is not followed."""
        if isinstance(op, ProcessOp):
            return CannotFollow(op, "what another engine executes as a process is not followed")
        if isinstance(op, OF_MACHINES):
            return CannotFollow(op, f"{op.name} is not followed as it is here")
        if op.regions and any(isinstance(inner, OF_MACHINES) for inner in walk(op)):
            why = (
                f"{op.name} has works or synchronisation in it, and only structured control flow is followed"
            )
            return CannotFollow(op, why, STRUCTURED)
        return CannotFollow(op, self.program.elsewhere.why(op) or f"{op.name} is not followed")

    def _end(self, iteration: WalkIteration, item: MachineItem) -> None:
        """The caller may read and write what it has passed and is given (MAC-4); nothing may be left set (MAC-17)."""
        for touch, effect in sorted(self._on_stack(item.op), key=lambda pair: -pair[0].stamp):
            if not self._dead and not self.knows(0, touch):
                self.missing(iteration, item, touch, effect)
        if iteration.parent is not None:
            return  # A function that another one has called: the program goes on.
        self.at_end(item)
        for key, signals in self.state.signals.items():
            resource = self.machine.resource(resource_of(key))
            left = resource is not None and len(signals.pending) != resource.initial
            if resource is not None and resource.at_exit_clear and left and not self._dead:
                self.lost(item, key, "left")
        if self.machine.drains:
            return
        for touch in sorted(self._seen_by_caller(item.op), key=lambda touch: -touch.stamp):
            if not self._dead and not self.over_for_caller(touch):
                self.missing(iteration, item, touch, None)

    def _seen_by_caller(self, end: Operation) -> Iterator[MachineTouch]:
        given = {
            root
            for operand in end.operands
            if isinstance(operand.type, MemRefType)
            for root in roots(operand)
        }
        for obj in self.heads:
            of = self.program.objects.roots(obj)
            if any(not r.is_only_itself or r.argument is not None for r in of) or of & given:
                yield from self._in_flight(obj)

    def _on_stack(self, end: Operation) -> Iterator[tuple[MachineTouch, Effect]]:
        """What touches memory on the stack that ends with the function: that counts as a write (MAC-3)."""
        function = end.parent_op()
        assert function is not None
        own = {op.results[0] for op in walk(function) if kind_of(op) is OpKind.ALLOCATE_ON_STACK}
        for obj in self.heads if own else ():
            may_be = {root.identity for root in self.program.objects.roots(obj)}
            ended = [value for value in own if value in may_be]
            for touch in self._in_flight(obj) if ended else ():
                yield touch, Effect(Access.FREE, ended[0], whole=True)

    def _in_flight(self, obj: Hashable) -> Iterator[MachineTouch]:
        """The accesses of an object by engines that the process may not know to be over."""
        for x, head in self.heads[obj].items():
            touch: MachineTouch | None = head if x else None
            while touch is not None and touch.stamp >= self.state.rows[0][x]:
                if not touch.settled & 1:
                    yield touch
                touch = touch.previous

    def _call(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Walk through the function that is called, with what it is given here."""
        op, callee = item.op, self.program.calls.callee(item.op)
        assert callee is not None
        again = self.program.calls.recursive(callee)
        if again is not None:
            raise CannotFollow(op, f"@{again} calls itself")
        block = _only_block(callee)
        given = [
            (argument, self._passed(value)) for argument, value in zip(block.args, op.operands, strict=True)
        ]
        outside, self._path = self._path, (*self._path, op)
        try:
            self._block(
                WalkIteration(block, 0, iteration, op, []),
                [(a, value) for a, value in given if value is not None],
            )
        finally:
            self._path = outside  # Also where the walk goes back to what is around.
        last = block.last_op
        assert last is not None
        self._hand_on(op, [self._value(operand) for operand in last.operands])

    def _passed(self, value: SSAValue) -> Any:
        """What a function is given: a number, or memory as it is where the call is."""
        return self.numbers.memory(value) if isinstance(value.type, MemRefType) else self._value(value)

    def _in_place(self, iteration: WalkIteration, op: Operation) -> None:
        """Walk through a region that runs once, in place."""
        block = _only_block(op)
        self._block(WalkIteration(block, 0, iteration, op, []))
        last = block.last_op
        assert last is not None
        self._hand_on(op, [self._value(operand) for operand in last.operands])

    def _branches(self, iteration: WalkIteration, item: MachineItem) -> None:
        op = item.op
        if kind_of(op) in IN_PLACE:
            self._in_place(iteration, op)
            return
        start, known = self.state, len(self.touches)
        taken = self.numbers.constant(op.operands[0]) if kind_of(op) is OpKind.IF else None
        paths: list[ExitWay] = []
        hidden: list[MachineTouch] = []
        for number, region in enumerate(op.regions):
            # What is not taken is walked all the same: stamps of iterations have to be equally far apart.
            dead = taken is not None and number != (0 if taken else 1)
            self.state = start.copy()
            self._dead += dead
            if region.blocks:
                self._block(WalkIteration(region.blocks[0], 0, iteration, op, []))
            self._dead -= dead
            gone = self._forget(known)
            for touch in gone if not dead else ():
                touch.settled |= self.settles(touch)
            if not dead:
                end = region.blocks[0].last_op if region.blocks else None
                handed = [self._value(value) for value in end.operands] if end is not None else ()
                paths.append(ExitWay(self.state, handed=self.handed_on(op, handed) if handed else ()))
                hidden.extend(gone)
        for touch in hidden:
            self._touch(touch)
        if len(paths) == 1:
            for name, what in paths[0].handed:
                self.measures.equate(name, what)
            paths = [ExitWay(paths[0].state)]
        self._join(op, paths)
        self._hand_on(op, None)


def _only_block(op: Operation) -> Block:
    """The block of a function or a region; raises `CannotFollow` where there are several."""
    first, *others = op.regions[0].blocks
    if others:
        jump = first.last_op
        assert jump is not None
        why = f"{jump.name} goes to another block, and only structured control flow is followed"
        raise CannotFollow(jump, why, LIFTED)
    return first
