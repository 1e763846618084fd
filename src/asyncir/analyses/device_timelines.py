"""When the placed regions of a program run on a machine, in streams: a simulation in cycles.

What is played is the program behind `place-regions`: each region has an engine (`device`), transfers are regions, too, and
tokens say what comes behind what. It is played from there, and not from what the placement expected, so that one can be held
against the other.

Streams. Regions of one engine are an order, that of their tokens, through those of other engines, too. They get as few
streams as leave all of it open: the chains of a cover (`chain_covers`), as works of devices do in `assign-streams`. In a
stream one comes behind the other, in the order of the program.

Time. A region begins when the stream is free, when all that it needs is over, and when one of the `count` units of its engine
is free; of several that could begin, the one that could begin first does, then the one that the program has first. It keeps
the unit busy for `startup` and `per-operation` for each point of what it does, and is over `latency` cycles later. What it
needs in another stream is an event. The issuer gives all regions at the beginning, and does its own like any engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from asyncir.analyses.chain_covers import chain_cover, partial_order
from asyncir.analyses.placements import DEVICE, MOVED_FROM, needed_work, values_of
from asyncir.analyses.region_schedule import launched_regions, needs_of
from asyncir.dialects.async_regions import RegionOp
from asyncir.ir import Operation, StringAttr
from asyncir.targets.machine import Engine, MachineModel, Work


@dataclass(frozen=True, slots=True)
class PlayedRegion:
    """One region; times are cycles."""

    op: RegionOp
    engine: str
    stream: int
    """The number of its stream, among those of the engine."""
    begin: int
    end: int
    """When the engine is free again."""
    over: int
    """When others may begin that need it."""
    is_transfer: bool
    """Whether it moves a value from one memory to another."""


@dataclass(frozen=True, slots=True)
class DeviceTimeline:
    """A program on a machine."""

    machine: str
    regions: tuple[PlayedRegion, ...]
    """In the order of the program."""
    streams: dict[str, int]
    """How many streams each engine has that does anything."""
    events: int
    """How often a region waits for one in another stream that nothing before it in its own has waited for."""
    moved: int
    """Elements that are moved between memories."""

    @property
    def cycles(self) -> int:
        """When all is over."""
        return max((each.over for each in self.regions), default=0)


def device_timeline(function: Operation, machine: MachineModel) -> DeviceTimeline:
    """Play the regions that a function launches, all of which say on which engine they run."""
    ops = launched_regions(function)
    needs = needs_of(function)
    engines = [_engine_of(op, machine) for op in ops]
    streams = _streams(needs, [engine.name for engine in engines])
    durations = [_busy(op, engine) for op, engine in zip(ops, engines, strict=True)]
    times = _played(needs, engines, streams, durations)
    regions = tuple(
        PlayedRegion(
            op,
            engine.name,
            stream,
            begin,
            begin + busy,
            begin + busy + engine.latency,
            MOVED_FROM in op.attributes,
        )
        for op, engine, stream, busy, begin in zip(ops, engines, streams, durations, times, strict=True)
    )
    used: dict[str, int] = {}
    for each in regions:
        used[each.engine] = max(used.get(each.engine, 0), each.stream + 1)
    moved = sum(values_of(op) for op in ops if MOVED_FROM in op.attributes)
    return DeviceTimeline(machine.name, regions, used, _events(needs, engines, streams), moved)


def _engine_of(op: RegionOp, machine: MachineModel) -> Engine:
    said = op.attributes.get(DEVICE)
    found = machine.engine(said.data) if isinstance(said, StringAttr) else None
    return found or machine.engine(machine.issuer) or Engine(machine.issuer, frozenset(Work))


def _busy(op: RegionOp, engine: Engine) -> int:
    if MOVED_FROM in op.attributes:
        return engine.busy(values_of(op))
    return sum(engine.busy(count) for count in needed_work(op).values())


def _streams(needs: Sequence[Sequence[int]], names: Sequence[str]) -> list[int]:
    """The stream of each region, numbered for each engine."""
    order = partial_order(needs)
    found = [0] * len(names)
    for name in dict.fromkeys(names):
        mine = [each == name for each in names]
        for number, chain in enumerate(chain_cover(order, mine)):
            if mine[number]:
                found[number] = chain
    return found


def _events(needs: Sequence[Sequence[int]], engines: Sequence[Engine], streams: Sequence[int]) -> int:
    """Waits for other streams: for what is not known in the stream already."""
    known: dict[tuple[str, int], int] = {}
    behind: list[int] = []
    count = 0
    for number, needed in enumerate(needs):
        mine = engines[number].name, streams[number]
        sees = known.get(mine, 0)
        for each in sorted(needed, reverse=True):
            if not sees >> each & 1:
                count += 1  # What is before it in its own stream is known there.
                sees |= behind[each]
        behind.append(sees | 1 << number)
        known[mine] = behind[number]
    return count


def _played(
    needs: Sequence[Sequence[int]],
    engines: Sequence[Engine],
    streams: Sequence[int],
    durations: Sequence[int],
) -> list[int]:
    """When each region begins."""
    units = {engine.name: [0] * engine.count for engine in engines}
    queues: dict[tuple[str, int], list[int]] = {}
    for number in reversed(range(len(needs))):
        queues.setdefault((engines[number].name, streams[number]), []).append(number)
    begins = [0] * len(needs)
    over: list[float] = [inf] * len(needs)
    free = dict.fromkeys(queues, 0)

    def earliest(key: tuple[str, int]) -> tuple[float, int]:
        """When the next region of a stream can begin; infinite while it is not known when what it needs is over."""
        number = queues[key][-1]
        ready = max((over[each] for each in needs[number]), default=0)
        return max(ready, free[key], min(units[key[0]])), number

    while queues:
        key = min(queues, key=earliest)
        at, number = earliest(key)
        queues[key].pop()
        begins[number] = int(at)
        end = begins[number] + durations[number]
        slots = units[key[0]]
        slots[slots.index(min(slots))] = end
        free[key] = end
        over[number] = end + engines[number].latency
        if not queues[key]:
            del queues[key]
    return begins
