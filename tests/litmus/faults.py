"""Wrong interpreters: faults to plant in the engine for queues, one small change of its source each."""

from __future__ import annotations
import __future__

import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from asyncir.semantics.blocks import (
    clocks,
    conflicts,
    engine,
    flights,
    machine,
    ops,
    ordered_conflicts,
    phase_ops,
    phase_waits,
    phases,
    timing,
)
from asyncir.semantics.core.memory import AccessKind


@dataclass(frozen=True)
class Wrong:
    """One fault."""

    says: str
    """What the wrong interpreter believes."""
    owner: type | ModuleType
    function: str
    old: str
    new: str
    killed_by: str
    """A rule whose programs tell."""

    def planted(self) -> Callable[..., Any]:
        """The function with the fault in it."""
        function = inspect.getattr_static(self.owner, self.function)
        source = textwrap.dedent(inspect.getsource(function))
        assert source.count(self.old) >= 1, f"{self.says}: the engine has changed"
        # Registering it as a handler is for the caller: it can be taken back there.
        lines = source.replace(self.old, self.new).splitlines()
        while lines[0].startswith("@"):
            lines.pop(0)
        flags = __future__.annotations.compiler_flag
        names: dict[str, Any] = {}
        exec(compile("\n".join(lines), f"<{self.says}>", "exec", flags), function.__globals__, names)
        return names[self.function]


Conflicts, Machine = conflicts.Conflicts, machine.BlockMachine
Clocks, Ordered, Phases = clocks.Clocks, ordered_conflicts.OrderedConflicts, phases.Phases

FAULTS = (
    Wrong(
        "a wait leaves one group too many",
        Machine,
        "wait_groups",
        "committed - count",
        "committed - count - 1",
        "QUE-6",
    ),
    Wrong(
        "a wait leaves one group too few",
        Machine,
        "wait_groups",
        "committed - count",
        "committed - count + 1",
        "QUE-6",
    ),
    Wrong("a wait drains the FIFO", Machine, "wait_groups", "committed - count", "committed", "QUE-6"),
    Wrong(
        "a wait covers the groups of all queues",
        Machine,
        "wait_groups",
        "self._wait(op, fifo, AskedWait(queue, kind, milestone, count), upto)",
        "for one in [fifo, *self.thread.fifos.values()]:\n"
        "        upto = max(one.committed - count, 0)\n"
        "        self._wait(op, one, AskedWait(queue, kind, milestone, count), upto)",
        "QUE-8",
    ),
    Wrong(
        "a wait covers its youngest group only",
        Machine,
        "complete",
        "groups = range(fifo.retired, upto)",
        "groups = range(max(fifo.retired, upto - 1), upto)",
        "QUE-14",
    ),
    Wrong(
        "empty groups do not count",
        flights.Fifo,
        "commit",
        "self.committed += 1",
        "self.committed += bool(members)",
        "QUE-3",
    ),
    Wrong(
        "an operation outside of commits is a group",
        Machine,
        "issue",
        "if thread.commit is not None:\n        thread.commit.append(flight)",
        "if thread.commit is not None:\n        thread.commit.append(flight)\n"
        "    elif op.name == 'queue.async':\n        self.commit(0, [flight], op)",
        "QUE-11",
    ),
    Wrong(
        "a negative count is 0",
        Machine,
        "wait_groups",
        "if count < 0:",
        "count = max(count, 0)\n    if False:",
        "QUE-7",
    ),
    Wrong("finished: one group more", Machine, "wait_groups", "min(count,", "min(count + 1,", "QUE-10"),
    Wrong("finished: one group fewer", Machine, "wait_groups", "min(count,", "min(count - 1,", "QUE-10"),
    Wrong(
        "queues never share a FIFO",
        engine.BlockEngine,
        "__init__",
        "names[queue] = fifo_of(queue, entry)",
        "names[queue] = queue",
        "QUE-9",
    ),
    Wrong(
        "what is in flight at the end is lost",
        timing.Timing,
        "finish",
        "self.force(",
        "(lambda *_: None)(",
        "QUE-12",
    ),
    Wrong(
        "source read is as good as written",
        Machine,
        "complete",
        "self.conflicts.settle(flight, AccessKind.READ)\n        return",
        "self.conflicts.settle(flight, AccessKind.READ)\n            self.conflicts.settle(flight, AccessKind.WRITE)\n"
        "        return",
        "QUE-13",
    ),
    Wrong(
        "wait_read does nothing",
        Machine,
        "complete",
        "if milestone is Milestone.SOURCE_READ:",
        "if milestone is Milestone.SOURCE_READ:\n        return ()",
        "QUE-13",
    ),
    Wrong(
        "of several tokens the oldest counts",
        Machine,
        "wait_tokens",
        "= max(",
        "= min(token.group, ",
        "QUE-15",
    ),
    Wrong("a token covers what is older only", Machine, "wait_tokens", "group + 1", "group", "QUE-14"),
    Wrong(
        "waiting for a ready token drains",
        Machine,
        "wait_tokens",
        "if not youngest:",
        "for fifo in self.thread.fifos.values() if not youngest else ():\n"
        "        self._wait(op, fifo, asked, fifo.committed)\n"
        "    if not youngest:",
        "QUE-16",
    ),
    Wrong(
        "captured values are read when the operation runs",
        ops,
        "_body",
        "for slot, value in taken:\n                registers[slot] = value",
        "for source, slot in moves:\n                registers[slot] = r[source]",
        "QUE-2",
    ),
    Wrong("all elements are read", ops, "_copy", "count if given is None else r[given]", "count", "QUE-19"),
    Wrong(
        "nothing is filled with zeros",
        Machine,
        "move",
        "zip_longest(",
        "zip(",
        "QUE-19",
    ),
    Wrong(
        "groups of a thread take effect in order",
        Conflicts,
        "_check_flights",
        "if not other.conflicts(kind):",
        "if not other.conflicts(kind) or (isinstance(who, Flight) and who.thread == thread):",
        "QUE-5",
    ),
    Wrong(
        "a wait between two issues orders nothing",
        Conflicts,
        "_check_flights",
        "flights.first_unknown(other)",
        "flights[0] if isinstance(who, Flight) else flights.first_unknown(other)",
        "QUE-32",
    ),
    Wrong(
        "reading and writing happen at one moment",
        timing,
        "_steps",
        "range(flight.state + 1,",
        "range(FlightState.WRITTEN,",
        "QUE-1",
    ),
    Wrong(
        "two writes do not conflict",
        flights.AccessKind,
        "conflicts",
        " or self is AccessKind.WRITE",
        "",
        "QUE-4",
    ),
    Wrong(
        "atomic updates conflict",
        flights.AccessKind,
        "conflicts",
        "self is AccessKind.WRITE",
        "self in (AccessKind.WRITE, AccessKind.ATOMIC)",
        "QUE-35",
    ),
    Wrong(
        "atomic updates conflict with nothing",
        flights.AccessKind,
        "conflicts",
        "return self",
        "return AccessKind.ATOMIC not in (self, other) and self",
        "QUE-35",
    ),
    Wrong("freeing conflicts with nothing", Machine, "free", "self.note(", "(lambda *_: None)(", "QUE-25"),
    Wrong(
        "a wait publishes to the block",
        Conflicts,
        "settle",
        "if self.several:",
        "if False:",
        "QUE-29",
    ),
    Wrong(
        "a barrier completes what is in flight",
        Conflicts,
        "barrier",
        "for flight, kind in self._settled:",
        "for flight in list(self.in_flight):\n"
        "        self._settled += [(flight, kind) for kind in AccessKind if kind < 2 and not flight.known(kind)]\n"
        "        flight.read_known = flight.done = True\n"
        "    for flight, kind in self._settled:",
        "QUE-30",
    ),
    Wrong("a barrier does not publish", Conflicts, "barrier", "watch.plain.clear()", "pass", "QUE-28"),
    Wrong(
        "a barrier does not publish copies",
        Conflicts,
        "barrier",
        "self._remove(flight, kind)",
        "pass",
        "QUE-29",
    ),
    Wrong(
        "threads run in lockstep",
        Conflicts,
        "_check_plain",
        "if other.conflicts(kind):",
        "if other.conflicts(kind) and isinstance(who, Flight):",
        "QUE-28",
    ),
    Wrong(
        "what others read may be overwritten by a copy",
        Conflicts,
        "_check_plain",
        "if other.conflicts(kind):",
        "if other.conflicts(kind) and not isinstance(who, Flight):",
        "QUE-31",
    ),
    Wrong(
        "threads may meet at different barriers",
        Machine,
        "_meet",
        "raise self._divergent(waiting, other)\n    self",
        "pass\n    self",
        "QUE-33",
    ),
    Wrong(
        "FIFOs belong to the block",
        Machine,
        "fifo",
        "self.thread.fifos",
        "self.threads[0].fifos",
        "QUE-34",
    ),
    Wrong("workgroup memory is private", Machine, "made", "if of_block:", "if False:", "QUE-27"),
    Wrong("all memory is shared", Machine, "made", "if of_block:", "if True:", "QUE-27"),
    Wrong("every thread is the first", ops, "_thread_index", "machine.thread_number", "0", "QUE-27"),
    Wrong(
        "a race is named the other way round",
        AccessKind,
        "race_with",
        'return "WAR" if self is AccessKind.READ else "WAW"',
        'return "RAW" if self is AccessKind.READ else "WAW"',
        "QUE-22",
    ),
    Wrong(
        "a phase has an arrival more than the barrier was initialised for",
        Phases,
        "init",
        "barrier.count = barrier.pending = count",
        "barrier.count = barrier.pending = count + 1",
        "QUE-51",
    ),
    Wrong(
        "only the first phase has several arrivals",
        Phases,
        "_end",
        "barrier.pending = barrier.count",
        "barrier.pending = 1",
        "QUE-51",
    ),
    Wrong(
        "there is no phase before the first",
        Phases,
        "awaited",
        "known - 1",
        "known + 1",
        "QUE-51",
    ),
    Wrong(
        "an arrival publishes what comes behind it",
        Clocks,
        "tells",
        "told[thread] = self.now[thread]",
        "told[thread] = self.now[thread] + 1",
        "QUE-52",
    ),
    Wrong(
        "an arrival publishes nothing",
        Clocks,
        "tells",
        "told[thread] = self.now[thread]",
        "told[thread] = 0",
        "QUE-52",
    ),
    Wrong(
        "knowledge is not passed on",
        Clocks,
        "tells",
        "list(self.known[thread])",
        "list(self.nothing)",
        "QUE-52",
    ),
    Wrong(
        "who arrives learns what others have done",
        Phases,
        "arrive",
        "barrier.told = joined(barrier.told, self.clocks.tells(thread))",
        "barrier.told = joined(barrier.told, self.clocks.tells(thread))\n"
        "    self.clocks.is_told(thread, barrier.told)",
        "QUE-52",
    ),
    Wrong(
        "only the last arrival of a phase publishes",
        Phases,
        "arrive",
        "joined(barrier.told, self.clocks.tells(thread))",
        "self.clocks.tells(thread)",
        "QUE-52",
    ),
    Wrong(
        "an arrival publishes what is in flight",
        Ordered,
        "_is_over_for",
        "stamp is not None and",
        "stamp is None or",
        "QUE-52",
    ),
    Wrong(
        "an arrival does not publish what was in flight",
        Ordered,
        "_is_over_for",
        "stamp is not None and",
        "False and",
        "QUE-52",
    ),
    Wrong(
        "barriers with phases order no accesses of the threads themselves",
        Ordered,
        "_check_plain",
        "known[thread] < stamp and ",
        "",
        "QUE-52",
    ),
    Wrong(
        "a wait learns of all phases that are over",
        Phases,
        "passes",
        "if phase >= self.clocks.phases(thread, barrier.number):\n        self.clocks.is_told(thread, barrier.ends[phase])",
        "if barrier.ends:\n        self.clocks.is_told(thread, barrier.ends[-1])",
        "QUE-53",
    ),
    Wrong(
        "a wait is for whatever phase is at hand",
        Phases,
        "awaited",
        "known = self.known_phases(thread, barrier)",
        "known = barrier.phase",
        "QUE-53",
    ),
    Wrong(
        "who knows of all arrivals does not know that the phase is over",
        Phases,
        "known_phases",
        "known < barrier.phase",
        "False",
        "QUE-53",
    ),
    Wrong(
        "a barrier of the block tells nothing of phases",
        Clocks,
        "meet",
        "self.known = [(*self.now, *phases)] * self.threads",
        "pass",
        "QUE-53",
    ),
    Wrong(
        "a deadlock is an end",
        Machine,
        "_go_on",
        "if not going and all(thread.error is None for thread in self.threads):",
        "if False:",
        "QUE-54",
    ),
    Wrong(
        "a look orders nothing",
        phase_ops,
        "_look",
        "phases.passes(thread, barrier, phase, op)",
        "pass",
        "QUE-55",
    ),
    Wrong(
        "a look orders something whatever it says",
        phase_ops,
        "_look",
        "r[result] = 0",
        "r[result] = 0\n                phases.passes(thread, barrier, phase, op)",
        "QUE-55",
    ),
    Wrong(
        "a look sees all that is over in this order",
        phase_ops,
        "_look",
        "if over and not sees:",
        "if False:",
        "QUE-55",
    ),
    Wrong(
        "who looks is never later than the others",
        phase_ops,
        "_look",
        "if sees and not over:",
        "if False:",
        "QUE-55",
    ),
    Wrong(
        "who looks twice looks for ever",
        phase_waits.Looks,
        "another",
        "self.number > MOST_LOOKS",
        "self.number > 1",
        "QUE-55",
    ),
    Wrong(
        "the initialisation needs no order",
        Phases,
        "_check_initialised",
        "init is None or not self.clocks.knows(thread, init.thread, init.stamp)",
        "init is None",
        "QUE-56",
    ),
    Wrong(
        "a barrier may be initialised again",
        Phases,
        "init",
        "if barrier.init is not None:",
        "if False:",
        "QUE-56",
    ),
    Wrong(
        "every count is a count",
        phases,
        "_check_count",
        "if not least <= count <= MOST:",
        "if False:",
        "QUE-56",
    ),
    Wrong(
        "more may arrive than a phase waits for",
        Phases,
        "arrive",
        "if count > barrier.pending:",
        "if False:",
        "QUE-57",
    ),
    Wrong(
        "what comes behind an arrival in one order does in all",
        Phases,
        "arrive",
        "other.may_end or self.clocks.knows(thread, other.thread, other.stamp)",
        "True",
        "QUE-57",
    ),
    Wrong(
        "a phase does not wait for bytes",
        Phases,
        "arrive",
        "if not barrier.pending and not barrier.bytes:",
        "if not barrier.pending:",
        "QUE-58",
    ),
    Wrong(
        "an arrival is in the phase at hand in every order",
        Phases,
        "arrive",
        "if self.known_phases(thread, barrier) < phase:",
        "if False:",
        "QUE-59",
    ),
    Wrong(
        "no barrier is too far ahead for a thread that waits",
        Phases,
        "passes",
        "if barrier.phase > phase + 1:",
        "if False:",
        "QUE-59",
    ),
    Wrong(
        "no barrier will have been too far ahead for a thread that has waited",
        Phases,
        "_end",
        "if wait.phase == phase - 1 and",
        "if False and",
        "QUE-59",
    ),
    Wrong(
        "every barrier knows all tokens",
        Phases,
        "looked_at",
        "if token.barrier is not barrier:",
        "if False:",
        "QUE-59",
    ),
    Wrong(
        "all blocks have the same barriers",
        Machine,
        "reset",
        "self.phases = Phases(self.count, self.numbered_barriers)",
        "self.phases = getattr(self, 'phases', None) or Phases(self.count, self.numbered_barriers)",
        "QUE-60",
    ),
)
