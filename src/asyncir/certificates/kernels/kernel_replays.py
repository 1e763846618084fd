# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One replay of a run, step by step, with synchronisation left out or weakened as a claim says.

Each step first makes its threads' own numbers one more. Accesses are compared with all earlier ones that they may not meet
(`accesses.py`); waits, barriers, phases hand clocks over (`thread_clocks.py`). The rules are those of the PTX manual; which
chapter is said at each. What is not as it must be whatever the schedule (a barrier with too few threads, a phase that ends
too early) is no conflict: the trace is none of a kernel, and the certificate is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from asyncir.certificates.answers import Refused
from asyncir.certificates.kernels.accesses import AccessChecks, Key
from asyncir.certificates.kernels.kernel_plans import KernelPlan
from asyncir.certificates.kernels.mbarriers import MbarrierRecord
from asyncir.certificates.kernels.queues import GroupQueues, RegistersInUse
from asyncir.certificates.kernels.reading import NOBODY, CertifiedStep, Numbers
from asyncir.certificates.kernels.thread_clocks import CAUSED, FENCED, ORDERED, ThreadClocks

BETWEEN: Final = {(0, 1): "write after read", (1, 0): "read after write", (1, 1): "write after write"}


@dataclass(frozen=True, slots=True)
class WeakerText:
    """What a claim leaves out of the text or weakens."""

    dropped: frozenset[int] = frozenset()
    counts: tuple[tuple[int, int], ...] = ()
    relaxed: frozenset[int] = frozenset()


class FoundConflict(Exception):
    """The first conflict that is not allowed."""

    def __init__(self, key: Key) -> None:
        super().__init__(f"{key[0]}: instructions {key[1]} and {key[2]}")
        self.key = key


class KernelReplay:
    """The state of a replay, and its rules."""

    def __init__(self, plan: KernelPlan, weaker: WeakerText, allowed: frozenset[Key] | None) -> None:
        self.plan = plan
        self.dropped = weaker.dropped
        self.relaxed = weaker.relaxed
        self.counts: Mapping[int, int] = dict(weaker.counts)
        self.allowed = allowed
        columns, run = plan.columns, plan.run
        self.clocks = ThreadClocks(run.threads, columns.owner)
        self.epochs = np.zeros(plan.memory.codes.size, np.int64)
        self.latest = np.zeros(plan.memory.group_codes.size, np.int64)
        self.queues = GroupQueues(columns.owner.size, max([plan.most_count, *self.counts.values()]))
        self.registers = RegistersInUse(run.threads)
        self.mbarriers: dict[int, MbarrierRecord] = {}
        self.arrived: dict[tuple[int, int], tuple[Numbers, Numbers]] = {}
        self.rounds = np.zeros(run.threads, np.int64)
        self.cluster: dict[int, Numbers] = {}
        self.made: dict[int, Numbers] = {}
        self.flags: dict[int, Numbers] = {}
        self.live = np.ones(run.threads, bool)
        self.conflicts: set[Key] = set()

    def run(self, index: int) -> None:
        """Replays the step at this place of the trace."""
        step = self.plan.run.steps[index]
        if step.threads.size:
            self.clocks.step(step.threads)
        rule = RULES.get(step.kind)
        if rule is not None and not (step.instruction in self.dropped and step.kind in DROPPABLE):
            rule(self, step, index)

    def ended(self) -> None:
        """The run is over: no phase is left that nothing is missing in."""
        if any(state.due for state in self.mbarriers.values()):
            raise Refused("a phase has all that it waits for, and does not end")

    def report(self, kind: str, first: int, second: int, within: bool) -> None:
        """A conflict."""
        key = (kind, first, second, within)
        self.conflicts.add(key)
        if self.allowed is not None and key not in self.allowed:
            raise FoundConflict(key)

    # Memory.

    def step_accessed(self, step: CertifiedStep, index: int) -> None:
        """Accesses that are over with their instruction."""
        checks = self.plan.memory.checks[index]
        if checks is not None:
            self._check(checks, step)
            self._enter(checks)

    def _enter(self, checks: AccessChecks) -> None:
        """The accesses of this step are the last ones of their entries now."""
        memory, now = self.plan.memory, self._now()
        self.epochs[checks.entries] = now[memory.column[checks.entries]]
        self.latest[checks.groups] = now[memory.group_column[checks.groups]]

    def _now(self) -> Numbers:
        """The number of each column that an access of now has."""
        now = self.queues.issued.copy()
        threads = self.plan.run.threads
        now[:threads] = self.clocks.mine[ORDERED, :threads]
        for state in self.mbarriers.values():
            now[state.column] = state.epoch
        return now

    def _check(self, checks: AccessChecks, step: CertifiedStep) -> None:
        """Compares a step's accesses with the earlier ones."""
        for key in checks.within:
            self.report(*key)
        against = checks.against
        columns = self.plan.memory.group_column[against]
        if step.queue == "wgmma":
            # Each warp of the warpgroup may be the first: what is ordered has to be so for all of its threads.
            weakest = self._weakest(step.threads)
            known, ordered = weakest[checks.layer, columns], weakest[ORDERED, columns]
        else:
            known = self.clocks.known(checks.layer, checks.thread, columns)
            ordered = None
        unknown = np.flatnonzero(self.latest[against] > known)
        if not unknown.size:
            return
        entries, place = self.plan.memory.entries_of(against[unknown])
        bad = unknown[place]
        wrong = self.epochs[entries] > known[bad]
        entries, bad = entries[wrong], bad[wrong]
        some = range(bad.size) if bad.size <= 64 else self._samples(entries, bad, checks)
        for at in some:
            k = int(bad[at])
            self._conflict(int(entries[at]), k, checks, step, None if ordered is None else int(ordered[k]))

    def _samples(self, entries: Numbers, bad: Numbers, checks: AccessChecks) -> list[int]:
        """Of many conflicts one for each pair of instructions, modes, warps and layers."""
        memory, columns = self.plan.memory, self.plan.columns
        owner = columns.owner[memory.column[entries]]
        near = (owner >= 0) & (columns.warp_of(owner) == columns.warp_of(checks.thread[bad]))
        flying = memory.column[entries] >= self.plan.run.threads
        rows = np.stack(
            [
                memory.instruction[entries],
                memory.mode[entries],
                checks.writes[bad],
                near,
                checks.layer[bad],
                flying,
            ]
        )
        _, first = np.unique(rows, axis=1, return_index=True)
        return first.tolist()

    def _weakest(self, threads: Numbers) -> Numbers:
        """What each of these threads knows."""
        found: Numbers | None = None
        for group in self.clocks.rows_of(threads):
            row = self.clocks.rows[self.clocks.row_of[group[0]]]
            if group.size == 1:
                columns = self.clocks.owned(group)
                row = row.copy()
                row[:, columns] = np.maximum(row[:, columns], self.clocks.mine[:, columns])
            found = row if found is None else np.minimum(found, row)
        assert found is not None
        return found

    def _conflict(
        self, entry: int, k: int, checks: AccessChecks, step: CertifiedStep, ordered: int | None
    ) -> None:
        """Comparison `k` of a step, with an entry that its thread does not know."""
        memory, clocks = self.plan.memory, self.clocks
        thread = int(checks.thread[k])
        column, epoch = int(memory.column[entry]), int(self.epochs[entry])
        if ordered is None:
            ordered = int(clocks.known(ORDERED, np.array([thread]), np.array([column]))[0])
        before = int(memory.mode[entry] > 0)
        kind = BETWEEN[before, int(checks.writes[k])]
        if epoch <= ordered:
            kind = f"proxy {kind}"
        self.report(kind, int(memory.instruction[entry]), step.instruction, False)

    # Work in flight: PTX ISA, 9.7.9.25 (cp.async, bulk copies), 9.7.15 (wgmma), 9.7.16 (tcgen05).

    def step_issued(self, step: CertifiedStep, index: int) -> None:
        """Accesses in flight."""
        if step.registers:
            if step.queue == "wgmma":
                for first in self.registers.not_fenced(step.registers, step.threads):
                    self.report("register fence", first, step.instruction, False)
            else:
                for first in self.registers.not_over(step.registers, step.threads, self.clocks):
                    self.report("register", first, step.instruction, False)
        if not step.queue:
            self._copy_counted(step)
        checks = self.plan.memory.checks[index]
        if checks is not None:
            self._check(checks, step)
        for part in self.plan.columns.parts(step.queue) if step.queue else ():
            columns = self.plan.columns.of_queue(step.queue, part, step.threads)
            self.queues.issue(np.unique(columns), step.instruction)
            if step.registers:
                numbers = self.queues.issued[columns]
                self.registers.start(
                    step.instruction, step.queue, step.registers, step.threads, columns, numbers
                )
        if checks is not None:
            self._enter(checks)
        if not step.queue:
            self._count_copy(step)

    def step_committed(self, step: CertifiedStep, index: int) -> None:
        """A group is closed."""
        for part in self.plan.columns.parts(step.queue):
            self.queues.commit(np.unique(self.plan.columns.of_queue(step.queue, part, step.threads)))

    def step_waited(self, step: CertifiedStep, index: int) -> None:
        """Groups are waited for."""
        count = self.counts.get(step.instruction, step.count)
        parts = ("read",) if step.milestone == "read" else self.plan.columns.parts(step.queue)
        for part in parts:
            columns = self.plan.columns.of_queue(step.queue, part, step.threads)
            values = self.queues.until(
                columns, count, step.everything and step.instruction not in self.counts
            )
            if step.queue == "wgmma":
                for column in np.unique(columns):
                    members = step.threads[columns == column]
                    self.clocks.learn(members, int(column), int(values[columns == column][0]))
            else:
                self.clocks.learn_own(columns, values)

    def step_registers_used(self, step: CertifiedStep, index: int) -> None:
        """Registers that an operation in flight may use."""
        for first in self.registers.not_over(step.names, step.threads, self.clocks):
            self.report("register", first, step.instruction, False)
        self.registers.touch(step.instruction, step.names, step.threads, self.clocks)

    def step_fenced(self, step: CertifiedStep, index: int) -> None:
        """A fence."""
        if step.fence == "proxy.async" and step.space != "global":
            self.clocks.fence(step.threads)
        elif step.fence == "mbarrier_init":
            self._fence_initialisations(step)
        elif step.fence == "wgmma":
            self.registers.fenced[step.threads] = self.clocks.mine[ORDERED, step.threads]

    def _fence_initialisations(self, step: CertifiedStep) -> None:
        """fence.mbarrier_init: the asynchronous proxy sees mbarriers, and a relaxed arrival releases the thread's own."""
        self.clocks.fence_columns(step.threads, np.array(sorted(self.plan.columns.made.values()), np.int64))
        for thread in step.threads.tolist():
            clock = self.made.setdefault(thread, np.zeros((3, self.clocks.columns), np.int64))
            for state in self.mbarriers.values():
                if state.initialiser == thread:
                    clock[: FENCED + 1, state.made] = state.number

    # Barriers: PTX ISA, 9.7.13.1 to 9.7.13.4. `kernel_plans.py` has looked at who takes part.

    def _barriers_left(self, sites: tuple[int, ...]) -> bool:
        """Whether a barrier at these places of the text is left out."""
        gone = self.dropped.intersection(sites)
        if gone and len(gone) < len(set(sites)):
            raise Refused("a claim drops some places of a barrier and keeps others")
        return bool(gone)

    def step_barrier_arrived(self, step: CertifiedStep, index: int) -> None:
        """bar.arrive."""
        key = (self.plan.columns.of_block(int(step.threads[0])), step.identity)
        clock = self.clocks.joined(step.threads)
        if key in self.arrived:
            threads, earlier = self.arrived[key]
            self.arrived[key] = (np.union1d(threads, step.threads), np.maximum(clock, earlier))
        else:
            self.arrived[key] = (step.threads, clock)

    def step_barrier_met(self, step: CertifiedStep, index: int) -> None:
        """A barrier of a block."""
        key = (self.plan.columns.of_block(int(step.threads[0])), step.identity)
        early, clock = self.arrived.pop(key, (NOBODY, None))
        if self._barriers_left(step.sites):
            return
        if self.plan.early.get(index, NOBODY).tolist() != np.sort(early).tolist():
            raise Refused("a barrier is met by threads that did not come, or without some that did")
        self.clocks.meet(step.synchronised, clock)

    def step_warp_met(self, step: CertifiedStep, index: int) -> None:
        """A barrier of lanes."""
        self.clocks.meet(step.threads)

    def step_cluster_arrived(self, step: CertifiedStep, index: int) -> None:
        """barrier.cluster.arrive."""
        number = int(self.rounds[step.threads[0]])
        self.rounds[step.threads] += 1
        clock = self.clocks.joined(step.threads)
        if not step.release or step.instruction in self.relaxed:
            clock[: FENCED + 1] = 0
            for thread in sorted(self.made.keys() & set(step.threads.tolist())):
                np.maximum(clock, self.made[thread], out=clock)
        self.cluster[number] = np.maximum(self.cluster[number], clock) if number in self.cluster else clock

    def step_cluster_met(self, step: CertifiedStep, index: int) -> None:
        """barrier.cluster.wait."""
        number = int(self.rounds[step.threads[0]]) - 1
        if not self._barriers_left((*step.arrived, step.instruction)):
            self.clocks.receive(step.threads, self.cluster[number])
        oldest = int(self.rounds[self.live].min()) - 1 if self.live.any() else number
        for old in [n for n in self.cluster if n < oldest]:
            del self.cluster[old]

    # mbarriers: PTX ISA, 9.7.13.15.

    def step_initialised(self, step: CertifiedStep, index: int) -> None:
        """mbarrier.init."""
        columns = self.plan.columns
        column, made = columns.of_mbarrier(step.mbarrier), columns.made[step.address]
        thread = int(step.threads[0])
        old = self.mbarriers.get(step.address)
        base, number = 0, 1
        if old is not None:
            self._uses_over(old, step)
            if old.alive:
                self.report("mbarrier over another", old.instruction, step.instruction, False)
            if old.bytes:
                raise Refused("an mbarrier is initialised while copies count on it")
            base, number = old.base + old.over + 1, old.number + 1
        # Who comes behind this knows that the phases of the one before are over.
        self.clocks.learn(step.threads, made, number)
        self.clocks.learn(step.threads, column, base)
        nobody = np.zeros(self.plan.run.threads, np.int64)
        clock = np.zeros((3, self.clocks.columns), np.int64)
        self.mbarriers[step.address] = MbarrierRecord(
            column,
            base,
            step.count,
            step.count,
            thread,
            made,
            step.instruction,
            [clock],
            nobody,
            nobody.copy(),
            number=number,
            users=nobody.copy(),
            used_at=nobody.copy(),
        )

    def step_invalidated(self, step: CertifiedStep, index: int) -> None:
        """mbarrier.inval."""
        state = self._used(step)
        state.alive = False
        self._uses_over(state, step)

    def _uses_over(self, state: MbarrierRecord, step: CertifiedStep) -> None:
        """Whoever makes or ends an mbarrier comes behind all that was done with the one before."""
        thread = int(step.threads[0])
        users = np.flatnonzero(state.users)
        known = self.clocks.known(ORDERED, np.full(users.size, thread), users)
        for user in users[state.users[users] > known].tolist():
            pair = self.plan.columns.warp_of(np.array([user, thread]))
            self.report("mbarrier", int(state.used_at[user]), step.instruction, bool(pair[0] == pair[1]))

    def _used(self, step: CertifiedStep) -> MbarrierRecord:
        """The mbarrier of a step, by threads that have to come behind its initialisation."""
        state = self.mbarriers.get(self.plan.columns.address_of.get(step.mbarrier, -1))
        if state is None:
            raise Refused("an mbarrier is used before it is initialised")
        if step.kind == "PhaseCompleted":
            return state
        self._behind_initialisation(state, step)
        if step.kind != "Issued":
            state.users[step.threads] = self.clocks.mine[ORDERED, step.threads]
            state.used_at[step.threads] = step.instruction
        return state

    def _behind_initialisation(self, state: MbarrierRecord, step: CertifiedStep) -> None:
        """The threads of a step have to know of the initialisation; a copy comes there in the asynchronous proxy."""
        clocks, made, number = self.clocks, state.made, state.number
        layers = (ORDERED, FENCED) if step.kind == "Issued" else (ORDERED,)
        if all(clocks.all_know(layer, step.threads, made, number) for layer in layers):
            return
        known = clocks.known_of(ORDERED, step.threads, made)
        for thread in step.threads[known < number].tolist():
            pair = self.plan.columns.warp_of(np.array([thread, state.initialiser]))
            self.report("mbarrier", state.instruction, step.instruction, bool(pair[0] == pair[1]))
        if step.kind == "Issued":
            fenced = clocks.known_of(FENCED, step.threads, made)
            if ((known >= number) & (fenced < number)).any():
                self.report("mbarrier proxy", state.instruction, step.instruction, False)

    def _counts_here(self, state: MbarrierRecord, step: CertifiedStep) -> None:
        """What counts in a phase comes behind the end of the one before, in every schedule."""
        if state.due:
            raise Refused("a phase is over, and something counts in it")
        if not self.clocks.all_know(CAUSED, step.threads, state.column, state.base + state.over):
            self.report("mbarrier", step.instruction, step.instruction, False)

    def step_expected(self, step: CertifiedStep, index: int) -> None:
        """Bytes are expected."""
        state = self._used(step)
        self._counts_here(state, step)
        state.bytes += step.bytes
        state.add_caused(self.clocks.caused(step.threads))

    def step_arrived(self, step: CertifiedStep, index: int) -> None:
        """Arrivals."""
        state = self._used(step)
        self._counts_here(state, step)
        arrivals, fewer = self.plan.arrivals(step)
        state.pending -= arrivals
        state.count -= fewer
        if state.pending < 0:
            raise Refused("more arrivals come than an mbarrier counts")
        ordered = step.release and step.instruction not in self.relaxed
        clock = self.clocks.joined(step.threads)
        if step.deferred:
            if not ordered:
                clock[: FENCED + 1] = 0
            columns = self.plan.columns.of_queue(step.queue, "write", step.threads)
            for layer in (ORDERED, CAUSED):
                clock[layer, columns] = np.maximum(clock[layer, columns], self.queues.issued[columns])
            ordered = True
        if ordered:
            state.add(clock)
        else:
            state.add_caused(clock[CAUSED])

    def _copy_counted(self, step: CertifiedStep) -> None:
        self._counts_here(self._used(step), step)

    def _count_copy(self, step: CertifiedStep) -> None:
        """The bytes of a copy count in the current phase when they have come; the phase then hands them over."""
        state = self._used(step)
        state.bytes -= sum(t.size * t.addresses.size for t in step.touched if t.mode != "read")
        state.add_caused(self.clocks.caused(step.threads))

    def step_phase_completed(self, step: CertifiedStep, index: int) -> None:
        """The current phase ends."""
        state = self._used(step)
        for _, instruction in state.complete():
            self.report("missed phase", instruction, step.instruction, False)
        waiters = self.plan.waiters.get(self.plan.columns.address_of[step.mbarrier], NOBODY)
        waiters = waiters[self.live[waiters]]
        known = self.clocks.known_of(CAUSED, waiters, state.column)
        state.forget((int(known.min()) if waiters.size else state.base + state.over) - state.base - 1)

    def step_phase_seen(self, step: CertifiedStep, index: int) -> None:
        """A wait for a phase ends."""
        state = self._used(step)
        back = self.plan.back[index]
        phase = state.over - back
        if step.by_parity:
            state.seen[step.threads] = self.clocks.mine[CAUSED, step.threads]
            state.seen_at[step.threads] = step.instruction
        for group in self.clocks.rows_of(step.threads):
            known = int(self.clocks.rows[self.clocks.row_of[group[0]], CAUSED, state.column])
            sure = state.promised(known, phase % 2) if step.by_parity else phase
            clock = state.clock_of(sure)
            if clock is not None:
                self.clocks.receive(group, clock, step.acquire)

    # Flags: PTX ISA, 8.9: a release pattern synchronises with an acquire pattern that observes it.

    def step_flag_set(self, step: CertifiedStep, index: int) -> None:
        """A store releases: who sees it knows what its thread knows, and what that has done."""
        if step.flag in self.flags or step.threads.size != 1:
            raise Refused("a flag is set twice, or by several threads")
        self.flags[step.flag] = self.clocks.joined(step.threads)

    def step_flag_seen(self, step: CertifiedStep, index: int) -> None:
        """A load acquires."""
        if step.flag not in self.flags:
            raise Refused("a flag is seen before it is set")
        self.clocks.receive(step.threads, self.flags[step.flag])

    def step_threads_ended(self, step: CertifiedStep, index: int) -> None:
        """Threads return."""
        self.live[step.threads] = False
        queue = self.plan.bulk_reads
        columns = queue[step.threads]
        columns = columns[columns >= 0]
        known = self.clocks.known(ORDERED, self.clocks.owner[columns], columns)
        for column in columns[self.queues.issued[columns] > known].tolist():
            self.report("exit", int(self.queues.last_issue[column]), step.instruction, False)


DROPPABLE: Final = frozenset({"Waited", "Fenced", "PhaseSeen", "WarpMet"})
"""What a claim may drop alone; barriers are looked at with all of their places."""

RULES: Final[dict[str, Callable[[KernelReplay, CertifiedStep, int], None]]] = {
    "Accessed": KernelReplay.step_accessed,
    "Issued": KernelReplay.step_issued,
    "Committed": KernelReplay.step_committed,
    "Waited": KernelReplay.step_waited,
    "RegistersUsed": KernelReplay.step_registers_used,
    "Fenced": KernelReplay.step_fenced,
    "BarrierArrived": KernelReplay.step_barrier_arrived,
    "BarrierMet": KernelReplay.step_barrier_met,
    "WarpMet": KernelReplay.step_warp_met,
    "ClusterArrived": KernelReplay.step_cluster_arrived,
    "ClusterMet": KernelReplay.step_cluster_met,
    "Initialised": KernelReplay.step_initialised,
    "Invalidated": KernelReplay.step_invalidated,
    "Expected": KernelReplay.step_expected,
    "Arrived": KernelReplay.step_arrived,
    "PhaseCompleted": KernelReplay.step_phase_completed,
    "PhaseSeen": KernelReplay.step_phase_seen,
    "FlagSet": KernelReplay.step_flag_set,
    "FlagSeen": KernelReplay.step_flag_seen,
    "ThreadsEnded": KernelReplay.step_threads_ended,
}
"""What each kind of step does; others are places in the trace only."""
