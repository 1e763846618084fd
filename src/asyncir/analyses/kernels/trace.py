# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The trace of one run of a kernel's block (or cluster of blocks): what happens-before is decided on.

`execute.py` writes it, `happens_before.py` replays it, with a site left out or weakened where the question is whether
it is needed. Threads are numbered through the cluster: rank of the block times threads of a block plus the thread's
number in it. Bytes of memory have one number each: shared memory of block r starts at `r * SHARED_STRIDE`, tensor
memory behind all of it at `TENSOR_BASE` (column times 512 plus lane times 4). Global memory is not in the trace.

The order of events is one that the machine allows; happens-before decides what other schedules of the same path may
do.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

SHARED_STRIDE = 1 << 20
TENSOR_BASE = 1 << 32
TENSOR_STRIDE = 1 << 20
"""From the tensor memory of one block to that of the next, in bytes: more than its 512 columns of 128 lanes need."""
WARP = 32
MBARRIER_BYTES = 8

MOST_EVENTS = 60_000
"""Events of a run that are looked at."""


class StopRun(Exception):
    """The run cannot go on; why is in its text."""


Threads = NDArray[np.int32]
Addresses = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class TouchedBytes:
    """Bytes that one event touches: row k is `size` bytes from `addresses[k]` on, on behalf of thread `threads[k]`.

    A thread may have several rows (a matrix, a box). `mode` is read, write or update; `proxy` is whose access it is.
    """

    mode: Literal["read", "write", "update"]
    threads: Threads
    addresses: Addresses
    size: int
    proxy: Literal["generic", "async", "tensormap"] = "generic"


@dataclass(frozen=True, slots=True, eq=False)
class TraceEvent:
    """What `threads` did at instruction `instruction` (an index in the kernel's body). The subclasses say what."""

    instruction: int
    threads: Threads


@dataclass(frozen=True, slots=True, eq=False)
class Accessed(TraceEvent):
    """Accesses that are over when the instruction is. `collective`: the lanes' accesses of a warp happen as one."""

    touched: tuple[TouchedBytes, ...]
    collective: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Issued(TraceEvent):
    """Accesses in flight. Each has `operation`, a number of its own in the trace (one number for all threads of the
    event).

    `queue`: cp.async, bulk, wgmma, tcgen05; "" for one whose bytes are counted on mbarrier `mbarrier` in phase
    `phase`. `registers`: names that must not be touched before the wait (wgmma's accumulators, A in registers).
    """

    operation: int
    queue: str
    touched: tuple[TouchedBytes, ...]
    mbarrier: int = -1
    phase: int = -1
    registers: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Committed(TraceEvent):
    """Each thread closes its group of `queue` (a warpgroup's threads each have the same groups)."""

    queue: str


@dataclass(frozen=True, slots=True, eq=False)
class Waited(TraceEvent):
    """Each thread waits until at most `count` of its groups of `queue` are in flight; `everything`: uncommitted ones
    too.
    """

    queue: str
    count: int
    milestone: Literal["read", "written"] = "written"
    everything: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class RegistersUsed(TraceEvent):
    """A read or write of registers that an operation of wgmma in flight may still use (`names`)."""

    names: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Initialised(TraceEvent):
    """mbarrier.init: `mbarrier` is a number of its own for each initialisation, `address` its first byte.

    `over`: a valid mbarrier was there, which nobody had invalidated.
    """

    mbarrier: int
    address: int
    count: int
    over: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Invalidated(TraceEvent):
    """mbarrier.inval."""

    mbarrier: int


@dataclass(frozen=True, slots=True, eq=False)
class Expected(TraceEvent):
    """Bytes that phase `phase` expects more (negative: completed without a copy)."""

    mbarrier: int
    phase: int
    bytes: int


@dataclass(frozen=True, slots=True, eq=False)
class Arrived(TraceEvent):
    """`count` arrivals of each thread on phase `phase`.

    `deferred`: an arrival that comes only when the operations of `queue` are done (cp.async.mbarrier.arrive,
    tcgen05.commit); what the thread itself did before is then released for cp.async too, but not waited for.
    """

    mbarrier: int
    phase: int
    count: int = 1
    release: bool = True
    deferred: bool = False
    queue: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class PhaseCompleted(TraceEvent):
    """Phase `phase` of `mbarrier` ended (no arrivals and no bytes are missing): `threads` is empty, the instruction
    the last's.
    """

    mbarrier: int
    phase: int


@dataclass(frozen=True, slots=True, eq=False)
class PhaseSeen(TraceEvent):
    """A test or wait that found phase `phase` over.

    `by_parity`: it could see the parity only; the promise is then the least phase that fits to what the thread knows.
    """

    mbarrier: int
    phase: int
    by_parity: bool = True
    acquire: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class BarrierArrived(TraceEvent):
    """bar.arrive: `threads` arrived at barrier `identity` of their block and went on; what they did before is ordered
    before the next `BarrierMet` of that barrier, what they do from here on is not.
    """

    identity: int


@dataclass(frozen=True, slots=True, eq=False)
class BarrierMet(TraceEvent):
    """A barrier of the block: `threads` arrived, `synchronised` of them wait (all but those of bar.arrive).

    `sites` are the instructions that took part: one barrier may be several places of the text.
    """

    identity: int
    synchronised: Threads
    sites: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class WarpMet(TraceEvent):
    """bar.warp.sync, or another instruction that synchronises the lanes that take part (one event a warp and
    instruction).
    """


@dataclass(frozen=True, slots=True, eq=False)
class ClusterArrived(TraceEvent):
    """barrier.cluster.arrive of `threads`, in round `round` (from 0); `release`: what they did before is ordered."""

    round: int
    release: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class ClusterMet(TraceEvent):
    """barrier.cluster.wait: `threads` found round `round` complete. `arrived` are the sites of its arrivals."""

    arrived: tuple[int, ...]
    release: bool = True
    round: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Fenced(TraceEvent):
    """A fence of the threads: `kind` as in `ptx.effects.Fence`."""

    kind: str
    space: str = "generic"


@dataclass(frozen=True, slots=True, eq=False)
class FlagSet(TraceEvent):
    """A release by a store of one thread to shared memory; `flag` is a number of its own."""

    flag: int


@dataclass(frozen=True, slots=True, eq=False)
class FlagSeen(TraceEvent):
    """An acquire by a load that has found, in every schedule, what was stored with `FlagSet` number `flag`."""

    flag: int


@dataclass(frozen=True, slots=True, eq=False)
class ThreadsEnded(TraceEvent):
    """Threads that returned."""


@dataclass(frozen=True, slots=True, eq=False)
class Unjudged(TraceEvent):
    """An instruction whose effect is not known, or an access whose address is not: what it may touch is not judged."""

    why: str


@dataclass(frozen=True, slots=True, eq=False)
class Cut(TraceEvent):
    """A place between two instructions at which the whole machine's state was looked at: a loop's head."""

    loop: int
    visit: int


@dataclass(frozen=True, slots=True)
class Period:
    """The events from `first` to `last` (indices of two `Cut`s, the first included) may come any number of times.

    It says: for each k ≥ 0 there is a run with the events before `first`, then those from `first` to `last` k times,
    then those from `last` on (the ones from `last` on are the same after `first`: the states differ by nothing that
    decides). The run with k times is that of `steps * k` more trips of `loop`.

    Periods of one `family` come the same number of times each, in one run: a loop within a loop has one for each time
    that it begins. Each family is a proof of its own; one of them is enough.
    """

    first: int
    last: int
    loop: int
    steps: int
    family: int = 0


@dataclass(frozen=True)
class Blocked:
    """Threads that wait for ever at the end of the run: where, for what, which threads."""

    instruction: int
    why: str
    threads: tuple[int, ...]


@dataclass(frozen=True)
class UndefinedUse:
    """What the manual leaves undefined, whatever orders it: where, what, which threads."""

    instruction: int
    why: str
    threads: tuple[int, ...]


@dataclass(frozen=True)
class KernelTrace:
    """One run. `trips` are the trip counts of its loops by head, `parameters` the values that it ran with.

    `periods` are proofs that this run stands for infinitely many; `open_loops` says why a loop has none. `sure` events
    come in this way for certain (None: all); behind them is an instruction whose effect is not known, or a path that data
    may never take. `unknown`: it may be no run at all. `open`: it is one, but others may go other ways.
    """

    threads: int
    block: int
    events: tuple[TraceEvent, ...]
    parameters: Mapping[str, int | bytes] = field(default_factory=dict[str, int | bytes])
    trips: Mapping[int, int] = field(default_factory=dict[int, int])
    periods: tuple[Period, ...] = ()
    open_loops: Mapping[int, str] = field(default_factory=dict[int, str])
    blocked: tuple[Blocked, ...] = ()
    misuses: tuple[UndefinedUse, ...] = ()
    unknown: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    sure: int | None = None
