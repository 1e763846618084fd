# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Replay of a trace under vector clocks: every conflict that some schedule of its path has.

The trace is one order; other orders of the same path differ in who is fast. Two accesses are a conflict when nothing that
synchronises orders them. That is decided with clocks.

Clocks. There is a column for each class of threads (`thread_classes.py`) and for each mbarrier. Class c counts its own
events that synchronise in `now[c]`; column m counts the phases of mbarrier m that are over. `known[c]` is what each thread
of c knows: whatever class k did up to `known[c][k]` is over for it, and so are `known[c][m]` phases of m. `known[c][c]`
is what a thread knows of the *other* threads of its class; itself it always knows.

    barrier          all that arrive give what they know, with their own `now`; all that wait take it
    arrive           gives to the phase; a phase has also what the phases before it had
    arrive when done gives, of what was in flight, a count of such arrivals: a column for each class and queue of them
    phase seen       takes what the phase has: that of the least phase that fits to the parity and to what is known
    other waits      what their own thread had in flight counts as done by that thread now

Accesses (`last_accesses.py`) have an epoch: the column of who did it, and its count then. An access may follow that with
epoch e of column k if e <= known[c][k], or if it was the same thread. What is in flight is ordered for nobody, not for its
own thread either. A copy that ends with an mbarrier has the mbarrier's column and the phase.

`fence.mbarrier_init` releases the initialisations of its thread, and nothing else: behind it a relaxed arrival at the
cluster's barrier gives them alone. They have a column of their own then, like work that was handed over.

Proxies. `fenced[c]` is a second clock: what c knows *and* a proxy fence has passed on to the asynchronous proxy; own
accesses count from `passed[c]` on. A fence takes `known` into it. Both clocks go along with barriers and phases. An
asynchronous access behind a generic one has to find it there.

A missed phase: a thread that waits by parity for the n-th phase must look before phase n + 1 is over, or it waits for one
more. So the end of each phase is to be ordered behind all looks for the one before. Lanes of a warp look together.

A barrier counts arrivals, not who arrives. So who arrives again, or comes to a barrier that others used, has to know that
all have arrived in the round before: else its arrival may be one of that round, which ends without one of the others.

What is lenient: writes of one instruction in one trip are no conflict with each other (threads that all write the same
value to one place). What the tensor core of sm_100 does for one thread is in order.
"""

from collections.abc import Iterable

import numpy as np

from asyncir.analyses.kernels.conflicts import (
    AS_WRITTEN,
    NOT_OF_A_GROUP,
    ConflictKey,
    ConflictKind,
    KernelConflict,
    Relaxation,
)
from asyncir.analyses.kernels.last_accesses import IN_FLIGHT, Flags, LastReads, LastWrites, Table
from asyncir.analyses.kernels.pieces import (
    WARPGROUP,
    AccessPiece,
    Numbers,
    SyncNode,
    an_instruction,
    done_by,
    of_warpgroup,
    one_warp,
)
from asyncir.analyses.kernels.proxies import check_passed_on, check_proxy
from asyncir.analyses.kernels.replay_order import INITIALISED, ReplayOrder
from asyncir.analyses.kernels.replay_state import FLAGS, PendingPiece, PhaseLook, ReplayState
from asyncir.analyses.kernels.trace import (
    TENSOR_BASE,
    Arrived,
    BarrierArrived,
    BarrierMet,
    ClusterArrived,
    ClusterMet,
    Committed,
    Fenced,
    FlagSeen,
    FlagSet,
    Initialised,
    PhaseCompleted,
    PhaseSeen,
    TraceEvent,
    Waited,
    WarpMet,
)

IN_ORDER = "tcgen05"
MOST_DETAILS = 128


class TraceReplay:
    """Runs the items of an order, one after the other, on a state.

    `found` has the first conflict of each key. With `stop_at_new` it ends at the first conflict that is not in `known`.
    `state` is where it begins (the trace's start). `shift` is how many phases later each mbarrier is than in the trace.
    """

    def __init__(
        self,
        order: ReplayOrder,
        relaxation: Relaxation = AS_WRITTEN,
        known: Iterable[ConflictKey] = (),
        stop_at_new: bool = False,
        state: ReplayState | None = None,
    ) -> None:
        self.order = order
        self.relaxation = relaxation
        self.counts = dict(relaxation.counts)
        self.known = frozenset(known)
        self.stop_at_new = stop_at_new
        self.found: dict[ConflictKey, KernelConflict] = {}
        self.reported: set[tuple[object, ...]] = set()
        self.new: KernelConflict | None = None
        self.state = ReplayState.start(order) if state is None else state
        self.in_tensor_memory = order.table.first_bytes >= TENSOR_BASE

    def run(self, first: int, last: int) -> bool:
        """Runs the items from `first` up to `last`; False if it stopped at a new conflict."""
        for item in self.order.items[first:last]:
            if isinstance(item, SyncNode):
                self.synchronise(item)
            else:
                self.access(item)
            if self.new is not None and self.stop_at_new:
                return False
        return True

    def finish(self) -> None:
        """The block ends: shared memory that a bulk copy still reads is gone."""
        for (_, queue), pieces in self.state.pending.items():
            for piece in (pending.piece for pending in pieces if queue == "bulk"):
                if piece.kind == "read" and len(piece.atoms):
                    self.report("exit", (piece, 0), (piece, 0), True)

    # Conflicts

    def report(
        self,
        kind: ConflictKind,
        first: tuple[AccessPiece, int],
        second: tuple[AccessPiece, int],
        in_flight: bool = False,
    ) -> None:
        """Notes a conflict of two pieces, each with its row, unless there is one of these two instructions."""
        sketch = (kind, an_instruction(first), an_instruction(second), in_flight, one_warp(first, second))
        if sketch in self.reported:
            return
        self.reported.add(sketch)
        one, other = self.two_accesses(first, second)
        groups = self.order.warps // WARPGROUP
        same = of_warpgroup(first) and bool(groups[one[0]] == groups[other[0]])
        within = not in_flight and same and kind not in NOT_OF_A_GROUP
        key: ConflictKey = (kind, one[1], other[1], within)
        if key in self.found:
            return
        piece, row = second
        byte = int(self.order.table.first_bytes[piece.atoms[row]]) if row < len(piece.atoms) else -1
        threads, trips = (one[0], other[0]), (one[2], other[2])
        conflict = KernelConflict(kind, one[1], other[1], threads, byte, trips, in_flight, within)
        self.found[key] = conflict
        if key not in self.known and self.new is None:
            self.new = conflict

    def two_accesses(
        self, first: tuple[AccessPiece, int], second: tuple[AccessPiece, int]
    ) -> list[tuple[int, int, int]]:
        """(thread, instruction, trip) of each, of different warps or at least threads where there are such."""
        warps = self.order.warps
        sides = [self.who(piece, row) for piece, row in (first, second)]
        (a, _, _), (b, _, _) = sides
        groups = warps // WARPGROUP
        apart = 2 * (warps[a][:, None] != warps[b][None, :]) + (a[:, None] != b[None, :])
        apart += 4 * (groups[a][:, None] != groups[b][None, :])
        best = np.unravel_index(int(np.argmax(apart)), apart.shape)
        return [
            (int(threads[k]), int(instructions[k]), int(trips[k]))
            for (threads, instructions, trips), k in zip(sides, best, strict=True)
        ]

    def who(self, piece: AccessPiece, row: int) -> tuple[Numbers, Numbers, Numbers]:
        """Threads, instructions, trips of a row; of a piece without memory the first and the last of its class."""
        if piece.details is not None:
            threads, instructions, trips = piece.details.of(row)
            part = slice(None, None, max(1, len(threads) // MOST_DETAILS))
            return threads[part], instructions[part], trips[part]
        ends = np.array(self.order.ends(piece.group), np.int32)
        fill = np.ones(len(ends), np.int32)
        return ends, piece.instruction * fill, piece.trip * fill

    def report_writes(self, kind: ConflictKind, piece: AccessPiece, bad: Flags) -> None:
        """The last writes of the rows that are `bad`, one report for each pair of instructions."""
        writes = self.state.writes
        rows = np.flatnonzero(bad)
        atoms = piece.atoms[rows]
        pairs = writes.piece[atoms].astype(np.int64) * (1 << 32) + piece.instructions[rows]
        pairs = 2 * pairs + (writes.warp[atoms] == piece.warps[rows])
        for k in np.unique(pairs, return_index=True)[1].tolist() if len(rows) > 1 else range(len(rows)):
            g = atoms[k]
            source = (self.order.pieces[writes.piece[g]], int(writes.row[g]))
            self.report(kind, source, (piece, int(rows[k])), bool(writes.epoch[g] >= IN_FLIGHT))

    # Accesses

    def access(self, piece: AccessPiece) -> None:
        """One piece: is it ordered behind what it has to be behind, and what it leaves."""
        if piece.kind == "registers":
            self.registers(piece)
            return
        if piece.issue is not None and piece.names and piece.issue.queue == "wgmma":
            self.register_fence(piece)
        if len(piece.atoms):
            self.check_writes(piece)
            if piece.kind != "read":
                self.check_reads(piece)
            if piece.proxy == "async":
                check_proxy(self, piece)
            if self.state.passed_on is not None:
                check_passed_on(self, piece, self.state.passed_on)
        if piece.issue is not None:
            self.issue(piece)
        elif len(piece.atoms):
            self.record(piece)

    def check_writes(self, piece: AccessPiece) -> None:
        """Against the last write of each atom."""
        state, g = self.state, piece.atoms
        known = state.known[piece.group]
        if len(g) == 1:  # as most pieces: one number is compared sooner than an array
            atom = int(g[0])
            some = state.writes.epoch[atom] > known[state.writes.column[atom]]
        else:
            some = (state.writes.epoch[g] > known[state.writes.column[g]]).any()
        if some:
            bad = state.writes.epoch[g] > known[state.writes.column[g]]
            bad &= ~state.writes.own(piece)
            if piece.issue is not None and piece.issue.queue == IN_ORDER:
                bad &= ~self.pipelined(piece, state.writes.piece[g])
            if piece.kind == "write" and bad.any():
                bad &= ~self.same_execution(piece, state.writes)
            if bad.any():
                kind: ConflictKind = "read after write" if piece.kind == "read" else "write after write"
                self.report_writes("mbarrier" if piece.barrier else kind, piece, bad)
        updates = state.updates
        if updates is not None and piece.kind == "read":
            self.check_table(updates, "read after write", piece)

    def same_execution(self, piece: AccessPiece, writes: LastWrites) -> Flags:
        """Rows that another thread wrote by the same instruction in the same trip."""
        g = piece.atoms
        earlier = [
            (self.order.pieces[int(number)], int(row))
            for number, row in zip(writes.piece[g], writes.row[g], strict=True)
        ]
        same = [
            row < len(other.atoms)
            and other.instructions[row] == piece.instructions[k]
            and other.trips[row] == piece.trips[k]
            for k, (other, row) in enumerate(earlier)
        ]
        return np.array(same, np.bool_)

    def pipelined(self, piece: AccessPiece, sources: Numbers) -> Flags:
        """Whether the piece and earlier ones are work of one thread for the tensor cores of sm_100, which is in order."""
        if piece.issue is None or piece.issue.queue != IN_ORDER:
            return np.zeros(len(sources), np.bool_)
        earlier = [self.order.pieces[int(k)] for k in sources]
        return np.array(
            [p.issue is not None and p.issue.queue == IN_ORDER and p.group == piece.group for p in earlier],
            np.bool_,
        )

    def check_reads(self, piece: AccessPiece) -> None:
        """Against the reads since the last write, and those in flight."""
        state, g = self.state, piece.atoms
        self.check_table(state.reads, "write after read", piece)
        if state.updates is not None and piece.kind == "write":
            self.check_table(state.updates, "write after write", piece)
        busy = state.busy[g] > 0
        if not busy.any():
            return
        for row in np.flatnonzero(busy).tolist():
            for pending in state.reading(int(g[row])):
                if self.pipelined(piece, np.array([pending.piece.number]))[0]:
                    continue
                source = int(np.flatnonzero(pending.piece.atoms == g[row])[0])
                label: ConflictKind = "mbarrier" if piece.barrier else "write after read"
                self.report(label, (pending.piece, source), (piece, row), True)

    def check_table(self, table: LastReads, kind: ConflictKind, piece: AccessPiece) -> None:
        """Against one table of reads or updates."""
        unordered = table.unordered(piece, self.state.known[piece.group])
        if unordered is None:
            return
        bad, same = unordered
        label: ConflictKind = "mbarrier" if piece.barrier else kind
        for row, column in np.argwhere(bad).tolist():
            own = column == piece.group and bool(same[row])
            source, at = table.source(int(piece.atoms[row]), column, own)
            if column >= len(self.order.sizes) and self.pipelined(piece, np.array([source]))[0]:
                continue
            self.report(label, (self.order.pieces[source], at), (piece, row))

    def record(self, piece: AccessPiece) -> None:
        """An access that is over is the last one now."""
        state, c = self.state, piece.group
        epoch = int(state.now[c])
        if piece.kind == "write":
            state.writes.record(piece, epoch, 0, 0)
            state.forget_reads(piece.atoms)
        elif piece.kind == "read":
            state.reads.record(piece, c, epoch)
            if piece.proxy == "generic" and not piece.barrier:
                state.generic_reads[piece.atoms, c] = epoch
        else:
            state.need_updates().record(piece, c, epoch)

    def issue(self, piece: AccessPiece) -> None:
        """What starts here and ends later."""
        state, info = self.state, piece.issue
        assert info is not None
        state.operations += 1
        operation = state.operations
        if info.queue == "":
            column = self.column(info.mbarrier)
            if column is None or not len(piece.atoms):
                return
            epoch = info.phase + int(state.shift[column - len(self.order.sizes)]) + 1
            if piece.kind == "read":
                state.reads.record(piece, column, epoch)
            else:
                self.write_by_phase(piece.atoms, piece, column, epoch)
            return
        if piece.kind == "read":
            state.busy[piece.atoms] += 1
        else:
            state.writes.record(piece, int(IN_FLIGHT), operation, state.queue(info.queue))
            state.forget_reads(piece.atoms)
        key = (piece.group, info.queue)
        group = state.commits.get(key, 0)
        state.pending.setdefault(key, []).append(PendingPiece(piece, operation, group))

    def write_by_phase(self, atoms: Numbers, piece: AccessPiece, column: int, epoch: int) -> None:
        """The last writes of atoms end with a phase."""
        writes = self.state.writes
        writes.record(piece, epoch, 0, 0)
        writes.column[atoms] = column
        writes.thread[atoms] = -1
        writes.warp[atoms] = -1
        self.state.forget_reads(atoms)

    # Registers of wgmma

    def registers(self, piece: AccessPiece) -> None:
        """Registers are used: is an operation in flight that has them?"""
        state, c = self.state, piece.group
        state.unfenced[c] = state.unfenced.get(c, frozenset()) | piece.names
        for (group, _), pieces in state.pending.items():
            for pending in pieces if group == c else ():
                if not pending.piece.names.isdisjoint(piece.names):
                    self.report("register", (pending.piece, 0), (piece, 0), True)

    def register_fence(self, piece: AccessPiece) -> None:
        """wgmma.fence has to be between a use of registers and the operation that takes them, and before the first."""
        state, c = self.state, piece.group
        touched = state.unfenced.get(c)
        if c not in state.began or (touched is not None and not touched.isdisjoint(piece.names)):
            self.report("register fence", (piece, 0), (piece, 0))

    # Synchronisation

    def column(self, mbarrier: int) -> int | None:
        """The clocks' column of an mbarrier."""
        number = self.order.mbarriers.get(mbarrier)
        return None if number is None else len(self.order.sizes) + number

    def synchronise(self, node: SyncNode) -> None:
        """One node; what the relaxation takes away is passed over."""
        event, dropped = node.event, self.relaxation.dropped
        if isinstance(event, PhaseCompleted):
            self.complete(event)
            return
        sites = event.sites if isinstance(event, BarrierMet) else (event.instruction,)
        if all(site in dropped for site in sites) and not isinstance(
            event, (Arrived, Initialised, Committed)
        ):
            return
        if node.use is not None:
            if isinstance(event, Initialised) and event.over:
                self.report_writes("mbarrier over another", node.use, np.ones(len(node.use.atoms), np.bool_))
            self.access(node.use)
        self.act(node, event)

    def act(self, node: SyncNode, event: TraceEvent) -> None:
        """What an event does to the clocks."""
        match event:
            case BarrierMet() | WarpMet():
                self.meet(node, event)
            case BarrierArrived():
                self.come(node, event)
                self.state.leave_at(self.barrier(event), node.groups[0])
            case ClusterArrived():
                group = node.groups[0]
                made = self.order.handed.get((group, INITIALISED), -1)
                place = (-1, event.round + self.state.cluster_shift)
                self.state.leave_at(place, group, event.release, made)
            case ClusterMet():
                left = self.state.left.get((-1, event.round + self.state.cluster_shift))
                self.state.take([node.groups[0]], left)
            case Arrived():
                self.arrive(node.groups[0], event)
            case PhaseSeen():
                self.see(node, event)
            case Committed():
                key = (node.groups[0], event.queue)
                self.state.commits[key] = self.state.commits.get(key, 0) + 1
            case Waited():
                self.wait(node.groups[0], event)
            case Fenced():
                self.fence(node.groups[0], event)
            case FlagSet():
                self.state.leave_at((FLAGS, event.flag), node.groups[0])
            case FlagSeen():
                self.state.take(node.groups, self.state.left.get((FLAGS, event.flag)))
            case Initialised():
                self.state.now[node.groups[0]] += 1
            case _:
                pass

    def barrier(self, event: BarrierMet | BarrierArrived) -> tuple[int, int]:
        """Which barrier it is: the block, the number."""
        return (int(event.threads[0]) // self.order.trace.block, event.identity)

    def meet(self, node: SyncNode, event: BarrierMet | WarpMet) -> None:
        """A barrier of several classes, and of those that arrived before and went on."""
        state, groups = self.state, list(node.groups)
        left: Table | None = None
        if isinstance(event, BarrierMet):
            barrier = self.barrier(event)
            left = state.left.pop(barrier, None)
            self.come(node, event)
            state.gone[barrier] = (state.coming.pop(barrier), event.sites)
        if not groups:
            return
        together = np.array(state.released(groups))
        state.take(groups, together if left is None else np.maximum(together, left))
        state.now[groups] += 1

    def come(self, node: SyncNode, event: BarrierMet | BarrierArrived) -> None:
        """Arrivals at a barrier. One that may come while its last round is still open would be taken for one of that."""
        barrier, order = self.barrier(event), self.order
        for group in self.state.come_to(barrier, node.groups, order.single_warps):
            waits = (site for site in self.state.gone[barrier][1] if site not in order.arrivals)
            other = AccessPiece("read", next(waits, event.instruction), group=group)
            piece = done_by(order.ends(group)[0], event.instruction, group, node.trip)
            self.report("barrier again", (other, 0), (piece, 0))

    def arrive(self, group: int, event: Arrived) -> None:
        """An arrival gives to its phase; one that comes with asynchronous work takes that along."""
        state, column = self.state, self.column(event.mbarrier)
        if column is None:
            return
        phase = event.phase + int(state.shift[column - len(self.order.sizes)])
        if event.deferred:
            self.hand_over(group, event.queue, column, phase)
        if event.release and event.instruction not in self.relaxation.relaxed:
            state.give(column, phase, state.released([group]))
        state.now[group] += 1

    def hand_over(self, group: int, queue: str, column: int, phase: int) -> None:
        """What the class has in flight in a queue, and what it handed over before, is over when a phase is.

        Work that was handed over has a column of its own, counted by arrivals: two arrivals on two mbarriers may follow
        one operation (a slot is free, a result is there), and who sees either of them knows that it is over.
        """
        state = self.state
        count = state.handed[group, queue] = state.handed.get((group, queue), 0) + 1
        own = self.order.handed[group, queue]
        clock = np.zeros_like(state.known[:2])
        clock[0, own] = count
        state.give(column, phase, clock)
        for pending in state.pending.pop((group, queue), []):
            piece = pending.piece
            if piece.kind == "read":
                state.busy[piece.atoms] -= 1
                state.reads.record(piece, own, count)
                continue
            last = state.writes.operation[piece.atoms] == pending.operation
            atoms = piece.atoms[last]
            state.writes.epoch[atoms] = count
            state.writes.column[atoms] = own
            state.writes.thread[atoms] = -1
            state.writes.operation[atoms] = 0

    def complete(self, event: PhaseCompleted) -> None:
        """A phase is over: it has what the phases before it had. Who looked for the one before must have been here."""
        state, column = self.state, self.column(event.mbarrier)
        if column is None:
            return
        phase = event.phase + int(state.shift[column - len(self.order.sizes)])
        clock = state.close(column, phase)
        looks = state.looks.pop(column, [])
        late = [look for look in looks if look.phases == phase and clock[look.group] < look.epoch]
        on_time = [look for look in looks if look.phases == phase and clock[look.group] >= look.epoch]
        warps = self.order.class_warps
        covered = frozenset[int]().union(*(warps[look.group] for look in on_time))
        for look in late:
            if not warps[look.group] <= covered:
                self.missed(look, event.instruction, warps[look.group] - covered)
        left = [look for look in looks if look.phases > phase]
        if left:
            state.looks[column] = left

    def missed(self, look: PhaseLook, instruction: int, warps: frozenset[int]) -> None:
        """A phase may be over, and the next one too, before a thread of one of these warps looks."""
        order = self.order
        mine = np.flatnonzero((order.classes == look.group) & np.isin(order.warps, sorted(warps)))[0]
        looks = done_by(int(mine), look.instruction, look.group, look.trip)
        self.report("missed phase", (AccessPiece("read", instruction, group=look.group), 0), (looks, 0))

    def see(self, node: SyncNode, event: PhaseSeen) -> None:
        """A phase is seen: the least that its parity promises, given what is known."""
        state, column, group = self.state, self.column(event.mbarrier), node.groups[0]
        if column is None:
            return
        phase = event.phase + int(state.shift[column - len(self.order.sizes)])
        knows = int(state.known[group][column])
        fits = knows if (knows - 1 - phase) % 2 == 0 else knows + 1
        promised = fits if event.by_parity else max(knows, phase + 1)
        if promised > knows and event.acquire:
            state.take([group], state.taken(column, promised - 1))
        if event.by_parity:
            look = PhaseLook(group, promised, int(state.now[group]), event.instruction, node.trip)
            if state.over(column) > promised:
                self.missed(look, event.instruction, self.order.class_warps[group])
            else:
                state.looks.setdefault(column, []).append(look)
        state.now[group] += 1

    def wait(self, group: int, event: Waited) -> None:
        """Groups of a queue end: what they did counts as done by their thread now."""
        state, key = self.state, (group, event.queue)
        commits = state.commits.get(key, 0)
        if event.everything:
            commits = state.commits[key] = commits + 1
        count = self.counts.get(event.instruction, event.count)
        kept: list[PendingPiece] = []
        for pending in state.pending.get(key, []):
            over = pending.group < commits - count
            if over:
                self.end(group, pending, event.milestone)
            if not over or (event.milestone == "read" and pending.piece.kind != "read"):
                kept.append(pending)
        state.pending[key] = kept

    def end(self, group: int, pending: PendingPiece, milestone: str) -> None:
        """One piece in flight has come to its milestone."""
        state, piece = self.state, pending.piece
        epoch = int(state.now[group])
        if piece.kind == "read":
            state.busy[piece.atoms] -= 1
            state.reads.record(piece, group, epoch)
        elif milestone == "written":
            last = state.writes.operation[piece.atoms] == pending.operation
            atoms = piece.atoms[last]
            state.writes.epoch[atoms] = epoch
            state.writes.operation[atoms] = 0

    def fence(self, group: int, event: Fenced) -> None:
        """Proxy fences take what is known into the other clock; wgmma.fence is for registers."""
        state = self.state
        if event.kind == "proxy.async" and event.space != "global":
            state.fenced[group] = np.maximum(state.fenced[group], state.known[group])
            state.passed[group] = state.now[group]
            state.now[group] += 1
        elif event.kind == "tcgen05.after" and state.passed_on is not None:
            state.passed_on[group] = state.known[group]
        elif event.kind == "mbarrier_init":
            state.pass_on_mbarriers(group, self.order.handed.get((group, INITIALISED), -1))
        elif event.kind == "wgmma":
            state.unfenced[group] = frozenset()
            state.began = state.began | {group}
