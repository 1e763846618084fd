# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which threads of a trace need one clock together: those with the same sequence of synchronisation events.

A vector clock with a column for each thread is large, and nearly all of it is the same: the threads of a GEMM meet the
same barriers, wait for the same groups, see the same phases. Threads are of one *class* when their sequences of events
that synchronise are equal: the same instruction each time, and the same barrier, phase or group. A barrier of one warp
(`bar.warp.sync`) is not that of another one, so that it makes classes within warps.

What a class knows of other classes is the same for all of its threads, for it came by the same events. What a thread
knows of the other threads of its class came by an event that the class had with itself: see `happens_before.py`.

Sequences are compared by two 64-bit hashes of them.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.trace import (
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
    Invalidated,
    PhaseSeen,
    TraceEvent,
    Waited,
    WarpMet,
)

Words = NDArray[np.uint64]

SYNCHRONISING = (
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
    Invalidated,
    PhaseSeen,
    Waited,
    WarpMet,
)


def event_key(event: TraceEvent, place: int, met: int) -> tuple[object, ...]:
    """What has to be equal for two threads' events to be the same one; `place` is the event's index in the trace.

    `met` is how often the barrier had been met at which the event arrives.
    """
    match event:
        case Arrived():
            key = (event.mbarrier, event.phase, event.count, event.release, event.deferred, event.queue)
            return ("arrived", event.instruction, *key)
        case PhaseSeen():
            return ("seen", event.instruction, event.mbarrier, event.phase, event.by_parity, event.acquire)
        case Committed():
            return ("committed", event.instruction, event.queue)
        case Waited():
            key = (event.queue, event.count, event.milestone, event.everything)
            return ("waited", event.instruction, *key)
        case BarrierArrived():
            return ("at barrier", event.instruction, event.identity, met)
        case ClusterArrived():
            return ("at cluster", event.instruction, event.round, event.release)
        case ClusterMet():
            return ("cluster", event.instruction, event.round)
        case FlagSeen():
            return ("flag", event.instruction, event.flag)
        case Fenced():
            return ("fenced", event.instruction, event.kind, event.space)
        case _:
            return ("one", place)


def mixed(words: Words) -> Words:
    """A hash of each word (the finaliser of splitmix64)."""
    words = (words + np.uint64(0x9E3779B97F4A7C15)).astype(np.uint64)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


def held_by(event: TraceEvent) -> NDArray[np.int32]:
    """The threads that are at an event: of a barrier those that wait, for who only arrives was there before."""
    return event.synchronised if isinstance(event, BarrierMet) else event.threads


def thread_classes(events: Sequence[TraceEvent], threads: int, block: int) -> NDArray[np.int32]:
    """The class of each thread, from 0; classes are numbered by their first threads."""
    met: dict[tuple[int, int], int] = {}
    hashes = np.zeros((2, threads), np.uint64)
    factors = np.array([[0x9E3779B97F4A7C15], [0xC2B2AE3D27D4EB4F]], np.uint64)
    keys: dict[tuple[object, ...], int] = {}
    for place, event in enumerate(events):
        if not isinstance(event, SYNCHRONISING) or not len(event.threads):
            continue
        rounds = 0
        if isinstance(event, (BarrierArrived, BarrierMet)):
            barrier = (int(event.threads[0]) // block, event.identity)
            rounds = met.get(barrier, 0)
            met[barrier] = rounds + isinstance(event, BarrierMet)
        number = keys.setdefault(event_key(event, place, rounds), len(keys))
        word = mixed(np.array([number], np.uint64))[0]
        who = held_by(event)
        hashes[:, who] = hashes[:, who] * factors + word
    _, first, classes = np.unique(hashes, axis=1, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return rank[classes.reshape(-1)].astype(np.int32)
