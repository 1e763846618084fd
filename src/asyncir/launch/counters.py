"""What the runtime counts while programs run, whether it is looked at or not (asyncir/trace.h)."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from asyncir.launch import runtime
from asyncir.launch.abi import filled


@dataclass(frozen=True, slots=True)
class Stats:
    """Of all workers together, since they were started; of two moments, the difference says what happened between them.

    The fields are those of asyncir_stats, in its order, and then the time.
    """

    tasks: int
    """Tasks launched: one for each `async.execute` that was reached."""
    steals: int
    suspensions: int
    wakeups: int
    """How often a worker that slept was woken."""
    frames: int
    """The most coroutine frames that were alive at once. Workers keep some for reuse, which count."""
    frame_bytes: int
    """The memory that they took."""
    workers: int
    idle: int
    """How long workers had nothing to run, in nanoseconds."""
    elapsed: int
    """Nanoseconds on the clock; each worker has as many."""

    def since(self, before: Stats) -> Stats:
        """What happened from `before` on; the peaks are those until now."""
        sums = ("tasks", "steals", "suspensions", "wakeups", "idle", "elapsed")
        return replace(self, **{name: getattr(self, name) - getattr(before, name) for name in sums})

    @property
    def idle_share(self) -> float:
        """The part of the workers' time in which they had nothing to run."""
        whole = self.elapsed * self.workers
        return min(max(self.idle / whole, 0.0), 1.0) if whole > 0 else 0.0


def stats() -> Stats:
    """What was counted until now. Exact while nothing runs."""
    counted = filled(Stats, runtime.library().asyncir_runtime_stats)
    return replace(counted, elapsed=time.monotonic_ns())
