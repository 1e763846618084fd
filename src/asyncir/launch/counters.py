"""What the runtime counts while programs run, whether it is looked at or not (asyncir/trace.h)."""

from __future__ import annotations

import ctypes
import time
from dataclasses import dataclass, fields

from asyncir.launch import runtime


@dataclass(frozen=True, slots=True)
class Stats:
    """Of all workers together, since they were started; of two moments, the difference says what happened between them."""

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
        return Stats(
            tasks=self.tasks - before.tasks,
            steals=self.steals - before.steals,
            suspensions=self.suspensions - before.suspensions,
            wakeups=self.wakeups - before.wakeups,
            frames=self.frames,
            frame_bytes=self.frame_bytes,
            workers=self.workers,
            idle=self.idle - before.idle,
            elapsed=self.elapsed - before.elapsed,
        )

    @property
    def idle_share(self) -> float:
        """The part of the workers' time in which they had nothing to run."""
        whole = self.elapsed * self.workers
        return min(max(self.idle / whole, 0.0), 1.0) if whole > 0 else 0.0


_COUNTED = tuple(field.name for field in fields(Stats) if field.name != "elapsed")
"""The fields of asyncir_stats, in its order."""


class _Stats(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_int64) for name in _COUNTED)


def stats() -> Stats:
    """What was counted until now. Exact while nothing runs."""
    library = runtime.library()
    found = _Stats()
    library.asyncir_runtime_stats(ctypes.byref(found))
    numbers = {name: int(getattr(found, name)) for name in _COUNTED}
    return Stats(**numbers, elapsed=time.monotonic_ns())
