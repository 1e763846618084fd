# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""When two states of a replay behave alike from there on.

Numbers of one column are only ever compared with each other, and new ones are larger than all that are there. So two states
behave alike if, column by column, their numbers have the same order. Between two rounds of a loop it is simpler than that:
each number has either *stayed*, or has *moved* by what its column moved. The order is the same if all that stayed are
smaller than all that moved. Entries of memory that all threads know cannot be in a conflict any more: they count as 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from asyncir.certificates.kernels.kernel_replays import KernelReplay
from asyncir.certificates.kernels.reading import Numbers
from asyncir.certificates.kernels.thread_clocks import FENCED, ORDERED


@dataclass(frozen=True, eq=False)
class SeenState:
    """Numbers with their columns, in a fixed order, and all that is no such number."""

    values: Numbers
    columns: Numbers
    rest: tuple[object, ...]


def seen_state(replay: KernelReplay) -> SeenState:
    """The state of a replay as it is now."""
    clocks, memory = replay.clocks, replay.plan.memory
    live = np.flatnonzero(replay.live)
    everything = np.arange(clocks.columns)
    threads = np.arange(replay.plan.run.threads)
    values: list[Numbers] = []
    columns: list[Numbers] = []
    rest: list[object] = [live.tobytes()]

    def add(numbers: Numbers, of: Numbers) -> None:
        values.append(numbers.reshape(-1))
        columns.append(np.broadcast_to(of, numbers.shape).reshape(-1))

    known = clocks.all_of(live)
    add(known, everything)
    epochs = replay.epochs.copy()
    if live.size:
        # A generic access on a piece that the asynchronous proxy touches too is over when it is fenced for all.
        layer = np.where(replay.plan.memory.crossed, FENCED, ORDERED)
        least = known.min(axis=0)
        epochs[epochs <= least[layer, memory.column]] = 0
    add(epochs, memory.column)
    add(replay.queues.issued, everything)
    add(replay.queues.groups, everything[:, None])
    for key in sorted(replay.registers.flying):
        _, of, numbers = replay.registers.flying[key]
        over = numbers <= clocks.known(ORDERED, threads, of)
        add(np.where(over, 0, numbers), of)
        rest.append(key)
    for touched in sorted(replay.registers.touched, key=lambda k: (k[0], sorted(k[1]))):
        steps = replay.registers.touched[touched]
        add(np.where(steps <= replay.registers.fenced, 0, steps), threads)
        rest.append(touched)
    for address in sorted(replay.mbarriers):
        state = replay.mbarriers[address]
        add(np.array([state.epoch, state.base]), np.array([state.column, state.column]))
        add(np.array([state.number]), np.array([state.made]))
        for clock in state.clocks:
            add(clock, everything)
        add(state.seen, threads)
        add(state.users, threads)
        ages = (len(state.clocks), state.over % 2, state.over - state.oldest)
        seen_at = np.where(state.seen > 0, state.seen_at, -1)
        rest += [address, state.alive, state.count, state.pending, state.bytes, ages, seen_at.tobytes()]
    for key in sorted(replay.arrived):
        who, clock = replay.arrived[key]
        add(clock, everything)
        rest.append((key, who.tobytes()))
    for what, clocks_of in (("flag", replay.flags), ("made", replay.made)):
        for number in sorted(clocks_of):
            add(clocks_of[number], everything)
            rest.append((what, number))
    base = int(replay.rounds[live].min()) if live.size else 0
    rest.append((replay.rounds[live] - base).tobytes())
    for number in sorted(replay.cluster):
        add(replay.cluster[number], everything)
        rest.append(number - base)
    return SeenState(np.concatenate(values), np.concatenate(columns), tuple(rest))


def alike(earlier: SeenState, later: SeenState) -> bool:
    """Whether two states of one replay behave alike; `later` is a whole number of rounds behind `earlier`."""
    if earlier.rest != later.rest or earlier.columns.size != later.columns.size:
        return False
    if (earlier.columns != later.columns).any():
        return False
    moved = later.values - earlier.values
    by = np.zeros(int(earlier.columns.max(initial=-1)) + 1, np.int64)
    np.maximum.at(by, earlier.columns, moved)
    still = moved == 0
    if (~still & (moved != by[earlier.columns])).any():
        return False
    highest = np.full(by.size, -1)
    np.maximum.at(highest, earlier.columns[still], earlier.values[still])
    return bool((earlier.values[~still] > highest[earlier.columns[~still]]).all())
