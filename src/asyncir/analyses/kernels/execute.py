# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A run of the slice of a kernel, for all threads of a block or cluster, as a trace.

Threads that are at the same instruction run as one *group*: one look at an instruction, one operation of NumPy for all
of them. A branch that they decide differently parts them; the parts meet again at the instruction where all ways from
the branch come together (its post-dominator), as warps do. The machine owes nobody to meet: a part that waits for
the others goes on alone as soon as nothing else can.

Groups stand in a queue. The first that can go on does, until it waits, ends, or begins a trip of a loop; then it goes
to the end of the queue. So a producer and a consumer take turns, trip by trip, and their loops repeat together soon.
The order depends on the machine's state alone; equal states have equal futures, which the proof of periods
(`periods.py`) needs. Other orders are the business of happens-before.

A wait for a phase, whatever loop the compiler put around it, is one event: the group stops until the phase is over. A
test that is not alone in a loop (`try_wait` whose result is kept, so that a later wait can be left out) fails the
first time: what other threads did is then known as late as it can be, and no conflict is hidden.

Branches on loaded data go the way that the launch's `decisions` say, the same way each time.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.control_flow import ENDS
from asyncir.analyses.kernels.deciding import decide, known_condition, remember
from asyncir.analyses.kernels.executing import At
from asyncir.analyses.kernels.flags import SharedFlags, changed_later
from asyncir.analyses.kernels.frames import RegisterFrame
from asyncir.analyses.kernels.guards import KnownGuards
from asyncir.analyses.kernels.kernel_code import KernelCode
from asyncir.analyses.kernels.launches import GridLaunch
from asyncir.analyses.kernels.machine_barriers import Barriers
from asyncir.analyses.kernels.machine_memory import KernelSurroundings, SharedValues
from asyncir.analyses.kernels.other_threads import TEST, TURNS
from asyncir.analyses.kernels.relation import Relation
from asyncir.analyses.kernels.slicing import keeps_values
from asyncir.analyses.kernels.standstill import Standstill
from asyncir.analyses.kernels.straight_code import StraightRun, invert_predicate
from asyncir.analyses.kernels.tensor_memory import TensorColumns
from asyncir.analyses.kernels.thread_groups import Parting, ThreadGroup
from asyncir.analyses.kernels.trace import (
    MOST_EVENTS,
    Blocked,
    Cut,
    KernelTrace,
    RegistersUsed,
    StopRun,
    ThreadsEnded,
    TraceEvent,
    UndefinedUse,
)
from asyncir.analyses.kernels.values import UNIFORM, VARYING, Opaque, Value, is_array, spread
from asyncir.analyses.kernels.whole_warps import check_whole_warps
from asyncir.ptx.effects import Effect
from asyncir.ptx.program import PtxInstruction, registers_of

BRANCHES: Final = frozenset({"bra", "brx"})


class KernelMachine:
    """One run. `events` grow; `trace()` is the whole of it. A `quiet` run leaves out events that only accesses have."""

    def __init__(
        self, code: KernelCode, launch: GridLaunch, ignore_bytes: bool = False, quiet: bool = False
    ) -> None:
        self.code = code
        self.part = code.part
        self.launch = launch
        self.block = launch.threads
        self.quiet = quiet
        self.around = KernelSurroundings(code.part.kernel, code.layout, launch)
        self.count = self.around.count
        self.events: list[TraceEvent] = []
        self.barriers = Barriers(self, ignore_bytes)
        self.values = SharedValues(launch.blocks) if keeps_values(self.part) else None
        self.flags = SharedFlags()
        self.missing_stores: set[int] = set()
        self.takers: dict[int, int] = {}
        self.operations = 0
        self.ended_in: dict[int, int] = {}
        self.unknown: dict[str, None] = {}
        self.open: dict[str, None] = {}
        self.sure: int | None = None
        self.misuses: dict[tuple[int, str], UndefinedUse] = {}
        self.decided: dict[int, int] = {}
        self.decided_roots: set[object] = set()
        self.facts: dict[Opaque, bool] = {}
        self.leaders: dict[int, int] = {}
        self.visits: dict[int, int] = {}
        self.standstill = Standstill()
        self.left = launch.steps
        self.stopped = False
        self.tensor_memory = TensorColumns(self)
        self.aborts = False
        self.groups: list[ThreadGroup] = []
        self.watch: Callable[[KernelMachine, int, int], None] | None = None
        self.stored: Callable[[At, list[Effect]], None] | None = None
        self.relation: Relation | None = None
        self.copies: list[tuple[int, int, int, int]] = []
        self.boxed: list[tuple[int, int]] = []
        self.names: dict[int, str | None] = {}
        self.plain_bytes: dict[tuple[int, int], int] = {}
        self.addresses: dict[tuple[int, int, int], tuple[NDArray[Any], Value]] = {}
        self.single_addresses: dict[tuple[int, int], Value] = {}
        self.guards = KnownGuards()
        threads = np.arange(self.count, dtype=np.int32)
        self.groups.append(ThreadGroup(RegisterFrame(threads, self.block, environment=self.around), 0))

    def emit(self, event: TraceEvent) -> None:
        """One more event."""
        self.events.append(event)

    def spot(self, pc: int) -> str:
        """Where an instruction is, for a reader."""
        if pc >= self.code.length:
            return "the end"
        return f"line {self.code.body[pc].spot.line}"

    def note(self, text: str) -> None:
        """Something that this run does not know."""
        self.unknown.setdefault(text)

    def leave_open(self, text: str) -> None:
        """Other runs of this launch may go another way, which is not tried; this one is a run all the same."""
        self.open.setdefault(text)

    def doubt(self) -> None:
        """From here on it is not certain that a launch runs like this, or that nothing else orders its accesses."""
        if self.sure is None:
            self.sure = len(self.events)

    def misuse(self, site: int, threads: NDArray[Any], why: str) -> None:
        """Something that is not defined, each once."""
        self.misuses.setdefault((site, why), UndefinedUse(site, why, (int(threads[0]), int(threads[-1]))))

    # The order of groups.

    def run(self) -> None:
        """Until all threads ended, or nothing can go on."""
        for k in self.part.computations:
            if self.code.body[k].name == "activemask":
                self.leave_open(f"{self.spot(k)}: which lanes run together at `activemask` is not promised")
            if k in self.part.loads and "local" in self.code.body[k].modifiers:
                self.doubt()  # the kernel itself has decided what it finds there
        try:
            while self.groups:
                ready = next((g for g in self.groups if g.waits is None and not g.arrived), None)
                if ready is not None:
                    self.advance(ready)
                elif not self._let_go():
                    break
        except StopRun as stop:
            self.stopped = True
            self.note(str(stop))
        if not self.groups and not self.aborts:
            self.tensor_memory.end()

    def _let_go(self) -> bool:
        """Nothing can go on: threads that wait where they would meet others go on without them."""
        for group in sorted(self.groups, key=lambda g: g.first):
            if group.arrived and group.parting is not None:
                self._dissolve(group.parting)
                return True
        return False

    def _in_a_circle(self, group: ThreadGroup) -> None:
        """All is as it was before. Who waits to meet the others goes on without them; if nobody does, it never ends."""
        decided = sum(self.decided.values()) > self.standstill.decided
        self.standstill = Standstill()
        if self._let_go():
            return
        what = (
            "the loop ends when loaded data say so, which are not known"
            if decided
            else "the loop never ends: all is as it was some trips before"
        )
        raise StopRun(f"{self.spot(group.pc)}: {what}")

    def _dissolve(self, parting: Parting) -> None:
        members = list(parting.members)
        here = [m for m in members if m.arrived]
        together = self._united(parting, here)
        others = [m for m in members if not m.arrived]
        for member in others:
            member.frame.written |= parting.frame.written
            member.parting, member.stop = parting.outer, parting.outer_stop
        for member in here:
            if member not in self.groups:
                raise StopRun("threads that go different ways are not followed to where they meet")
            self.groups.remove(member)
        self._replace(parting, [together, *others])
        self.groups.append(together)

    def _united(self, parting: Parting, members: Sequence[ThreadGroup]) -> ThreadGroup:
        live = self.part.live_at(parting.meet)
        frame = parting.frame.meet([m.frame for m in members], live, self.code.width, self.block)
        group = ThreadGroup(frame, parting.meet, parting.outer_stop, parting.outer)
        group.failed_tests = set[tuple[int, int]]().union(*(m.failed_tests for m in members))
        return group

    def _replace(self, parting: Parting, members: Sequence[ThreadGroup]) -> None:
        """In the parting around this one, `members` stand for the group that had parted."""
        if parting.outer is None:
            return
        kept = [m for m in parting.outer.members if m.frame is not parting.frame]
        parting.outer.members[:] = [*kept, *members]

    def part_group(
        self, group: ThreadGroup, ways: Sequence[tuple[NDArray[np.int64], int]], meet: int
    ) -> list[ThreadGroup]:
        """The group's threads go different ways: places in the group, and where these go on."""
        parting = Parting(group.frame, meet, group.parting, group.stop)
        stop = meet if meet < self.code.length else -1  # who ends waits for nobody
        for pick, pc in ways:
            member = ThreadGroup(group.frame.part(pick, self.block), pc, stop, parting)
            member.failed_tests = set(group.failed_tests)
            parting.members.append(member)
        place = self.groups.index(group)
        self.groups[place : place + 1] = parting.members
        return parting.members

    def _arrive(self, group: ThreadGroup) -> None:
        parting = group.parting
        assert parting is not None
        group.arrived = True
        self._meet_if_all(parting)

    def _meet_if_all(self, parting: Parting) -> None:
        if not parting.members:
            self._left_without(parting)
        elif all(m.arrived for m in parting.members):
            members = list(parting.members)
            together = self._united(parting, members)
            place = min(self.groups.index(m) for m in members)
            self.groups.insert(place, together)
            for member in members:
                self.groups.remove(member)
            self._replace(parting, [together])

    def _left_without(self, parting: Parting) -> None:
        outer = parting.outer
        if outer is not None:
            outer.members[:] = [m for m in outer.members if m.frame is not parting.frame]
            self._meet_if_all(outer)

    def end(self, group: ThreadGroup) -> None:
        """The group's threads return."""
        self.emit(ThreadsEnded(min(group.pc, self.code.length - 1), group.frame.threads))
        self.groups.remove(group)
        if group.parting is not None:
            group.parting.members.remove(group)
            self._meet_if_all(group.parting)
        self.barriers.threads_ended(group.frame.threads)

    # One group.

    def advance(self, group: ThreadGroup) -> None:
        """Go on until the group waits, parts, meets others or ends."""
        code = self.code
        heads, touches, together = code.loop_heads, code.touches, code.together
        while True:
            pc = group.pc
            if pc == group.stop:
                self._arrive(group)
                return
            if pc >= code.length:
                self.end(group)
                return
            if pc in heads:
                if not group.began:
                    group.began = True
                    self.groups.remove(group)
                    self.groups.append(group)
                    self.visit(group, pc)
                    if self.standstill.again(self, group):
                        self._in_a_circle(group)
                    return
                group.began = False
            self.left -= 1
            if len(self.events) > MOST_EVENTS:
                raise StopRun(f"{self.spot(pc)}: the run has more than {MOST_EVENTS} events")
            if self.left < 0:
                raise StopRun(
                    f"the run does not end within its bound of {self.launch.steps} steps: {self.spot(pc)}"
                )
            run, end = code.run_at(pc)
            if pc in touches:
                site, names = touches[pc]
                self.emit(RegistersUsed(site, group.frame.threads, names))
            if pc in together:
                check_whole_warps(self, group, together[pc], group.frame.threads)
            if pc in code.unsure:
                self.doubt()
            if run is not None:
                self.compute(run, group.frame)
            if end != pc:
                group.pc = end
                if end == group.stop or end >= code.length or end in heads:
                    continue
            if not self.step(group):
                return

    def compute(self, run: StraightRun, frame: RegisterFrame) -> None:
        """Straight code."""
        if self.relation is None:
            run(frame)
        else:
            self.relation.compute(run, frame)

    def step(self, group: ThreadGroup) -> bool:
        """The instruction with an effect, or the branch, at which the group is; False where it does not go on."""
        pc = group.pc
        instruction = self.code.body[pc]
        if not self.code.is_step(pc):
            return True
        if self.relation is not None:
            self.relation.check(self, group.frame, pc)
        guard = self.guard(group.frame, instruction)
        if instruction.name in BRANCHES:
            return self.branch(group, instruction, guard)
        if instruction.name in ENDS:
            return self._leave(group, guard)
        if guard is False:
            group.pc = pc + 1
            return True
        return self._effect(group, pc, guard)

    def guard(self, frame: RegisterFrame, instruction: PtxInstruction) -> Value:
        """True, False, an array, or `Opaque`."""
        if instruction.guard is None:
            return True
        value = frame[instruction.guard.register]
        if type(value) is int:
            value = bool(value)
        elif type(value) is Opaque:
            value = known_condition(value, self.facts)
        if is_array(value):
            return self.guards.of(value, instruction.guard.negated)
        return invert_predicate(value) if instruction.guard.negated else value

    def _effect(self, group: ThreadGroup, pc: int, guard: Value) -> bool:
        handler = self.code.handler(pc)
        pick: NDArray[np.int64] | None = None
        if isinstance(guard, Opaque):
            if handler.synchronises or guard.uniform:
                if not decide(self, group, guard):
                    group.pc = pc + 1
                    return True
            else:
                self.note(
                    f"{self.spot(pc)}: whether it happens depends on loaded data; it is taken to happen"
                )
                remember(self, group, guard, True)
        elif guard is not True:
            if handler.blocks:
                yes, no = np.flatnonzero(guard), np.flatnonzero(~guard)
                self.part_group(group, [(yes, pc), (no, pc + 1)], pc + 1)
                return False
            pick = self.guards.places(guard)
        threads = group.frame.threads if pick is None else group.frame.threads[pick]
        if pc in self.code.acquires:
            self.doubt()
        if pc in self.code.loose_tests:
            self.note(f"{self.spot(pc)}: {TEST}")
        if pc in self.code.aligned:
            check_whole_warps(self, group, pc, threads)
        if pc in self.code.flying:  # it stores, loads or exchanges registers that a wgmma uses
            self.emit(RegistersUsed(pc, threads, self.code.flying[pc]))
        return handler.run(self, group, pick)

    def _leave(self, group: ThreadGroup, guard: Value) -> bool:
        if isinstance(guard, Opaque):
            guard = decide(self, group, guard)
        if guard is False:
            group.pc += 1
            return True
        if guard is not True:
            ways = [(np.flatnonzero(guard), self.code.length), (np.flatnonzero(~guard), group.pc + 1)]
            self.part_group(group, ways, self.code.length)
            return False
        self.aborts |= self.code.body[group.pc].name == "trap"
        self.end(group)
        return False

    def branch(self, group: ThreadGroup, instruction: PtxInstruction, guard: Value) -> bool:
        """bra and brx."""
        pc = group.pc
        if isinstance(guard, Opaque):
            if pc in self.code.takes_turns and len(group.frame.threads) > self.launch.blocks:
                self.note(f"{self.spot(pc)}: {TURNS}")
            happens, sets = self.code.region(pc)
            meet = self.part.flow.meets[self.part.block_of(pc)]
            if not happens:
                for name in sets:
                    group.frame.tags.pop(name, None)
                    group.frame[name] = UNIFORM if guard.uniform else VARYING
                group.frame.written |= sets
                group.pc = meet
                return True
            guard = decide(self, group, guard)
        if guard is False:
            group.pc = pc + 1
            return True
        if instruction.target is not None and guard is True:
            group.pc = instruction.target
            return True
        return self._part_ways(group, instruction, guard)

    def _part_ways(self, group: ThreadGroup, instruction: PtxInstruction, guard: Value) -> bool:
        pc = group.pc
        meet = self.part.flow.meets[self.part.block_of(pc)]
        count = len(group.frame.threads)
        goes = np.full(count, pc + 1)
        taken = np.full(count, True) if guard is True else guard
        if instruction.target is not None:
            goes[taken] = instruction.target
        else:
            number = group.frame[next(registers_of(instruction.operands[0]))]
            if isinstance(number, Opaque):
                raise StopRun(f"{self.spot(pc)}: where it jumps depends on loaded data")
            places = np.minimum(spread(number, 32, count).astype(np.int64), len(instruction.targets) - 1)
            goes[taken] = np.array(instruction.targets)[places[taken]]
        different = np.unique(goes)
        if len(different) == 1:
            group.pc = int(different[0])
            return True
        self.barriers.warps.part(group.frame.threads, goes, meet)
        self.part_group(group, [(np.flatnonzero(goes == to), int(to)) for to in different], meet)
        return False

    def visit(self, group: ThreadGroup, head: int) -> None:
        """A group is at the head of a loop; the first that ever is has its visits counted."""
        leader = self.leaders.setdefault(head, group.first)
        if leader != group.first:
            return
        count = self.visits[head] = self.visits.get(head, 0) + 1
        self.emit(Cut(head, group.frame.threads, head, count - 1))
        if self.watch is not None:
            self.watch(self, head, count - 1)

    # The end.

    def blocked(self) -> tuple[Blocked, ...]:
        """Who waits for ever."""
        found: list[Blocked] = []
        for group in sorted(self.groups, key=lambda g: g.first):
            why = (
                "the others, to go on together"
                if group.waits is None
                else self.barriers.describe(group.waits)
            )
            found.append(
                Blocked(min(group.pc, self.code.length - 1), why, tuple(map(int, group.frame.threads)))
            )
        return tuple(found)

    def trace(self) -> KernelTrace:
        """The run so far."""
        if changed_later(self):
            self.doubt()
            self.note("a flag that was polled is set again")
        given = {
            p.name: self.launch.parameters[p.name]
            for p in self.part.kernel.parameters
            if p.name in self.launch.parameters
        }
        words = {f"{name}+{offset}" if offset else name: v for (name, offset), v in self.launch.words.items()}
        return KernelTrace(
            threads=self.count,
            block=self.block,
            events=tuple(self.events),
            parameters={**given, **words},
            trips=dict(self.visits),
            blocked=() if self.stopped else self.blocked(),
            misuses=tuple(self.misuses.values()),
            unknown=tuple(self.unknown),
            open=tuple(self.open),
            sure=self.sure,
        )


def counting_run(code: KernelCode, launch: GridLaunch) -> KernelMachine:
    """A run that is only asked how often its loops ran, who waits for ever, and which stores it has missed."""
    machine = KernelMachine(code.for_counts(), launch, quiet=True)
    machine.run()
    return machine
