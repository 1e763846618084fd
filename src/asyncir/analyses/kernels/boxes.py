# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many bytes a tensor copy moves, where the launch does not say: from what its mbarriers expect.

The box of a tensor map is not in the PTX. But an mbarrier that counts the copies' bytes is told how many to expect, and
a copy that is longer than the way to the next copy's destination would overwrite it. A run in which phases end by
their arrivals alone shows which copies belong to which phase; then each phase is an equation. What the boxes came out
to is part of the answer, so that its reader can contradict it (`KernelTrace.parameters`).
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from asyncir.analyses.kernels.execute import KernelMachine
from asyncir.analyses.kernels.kernel_code import KernelCode
from asyncir.analyses.kernels.launches import GridLaunch
from asyncir.analyses.kernels.slicing import accesses_of
from asyncir.analyses.kernels.trace import Accessed, Expected, Initialised


@dataclass
class TensorCopies:
    """What a run showed of tensor copies: where each instruction's boxes begin, and what each phase has."""

    places: dict[int, set[int]] = field(default_factory=lambda: defaultdict[int, set[int]](set))
    loads: dict[tuple[int, int], Counter[int]] = field(
        default_factory=lambda: defaultdict[tuple[int, int], Counter[int]](Counter)
    )
    expected: dict[tuple[int, int], int] = field(
        default_factory=lambda: defaultdict[tuple[int, int], int](int)
    )
    names: dict[int, str | None] = field(default_factory=dict[int, str | None])


def derive_boxes(code: KernelCode, launch: GridLaunch) -> dict[int, int]:
    """Bytes of the box of each tensor copy that `launch` does not give, by instruction; none where they do not
    follow.
    """
    if not any(
        access.footprint.kind == "box" for es in code.part.effects for e in es for access in accesses_of(e)
    ):
        return {}
    machine = KernelMachine(code, launch, ignore_bytes=True)
    machine.run()
    if not machine.boxed:
        return {}
    seen = TensorCopies(names=dict(machine.names))
    for site, address in machine.boxed:
        seen.places[site].add(address)
    for event in machine.events:
        if isinstance(event, Expected):
            seen.expected[event.mbarrier, event.phase] += event.bytes * len(event.threads)
    known = _fitting(machine, seen)
    _agree(machine, seen, known)
    by_name = {name: known[s] for s in known if (name := seen.names.get(s)) is not None}
    for site, places in seen.places.items():
        if site not in known:
            named = by_name.get(seen.names.get(site) or "")
            size = named or min(_written_from(machine, min(places)), _apart(places))
            if size:
                known[site] = size
    return known


def _agree(machine: KernelMachine, seen: TensorCopies, known: dict[int, int]) -> None:
    """One tensor map has one box. Where copies by one map came out with several sizes, phases contradict each other: those
    with the same copies expect different bytes, and one of them never ends, whatever the box. Then all get one size, so that
    the run shows it; else none is known.
    """
    groups: dict[tuple[str, str], list[int]] = {}
    for site in known:
        if name := seen.names.get(site):
            groups.setdefault((name, machine.code.body[site].opcode), []).append(site)
    totals: dict[frozenset[tuple[tuple[str | None, str], int]], set[int]] = {}
    for phase, sites in seen.loads.items():
        copies = Counter[tuple[str | None, str]]()
        for site, count in sites.items():
            copies[seen.names.get(site), machine.code.body[site].opcode] += count
        moved = seen.expected[phase] - machine.plain_bytes.get(phase, 0)
        totals.setdefault(frozenset(copies.items()), set()).add(moved)
    fits = all(_holds(seen, machine.plain_bytes, known, phase) for phase in seen.expected)
    never = {name for copies, found in totals.items() if fits and len(found) > 1 for name, _ in copies}
    for group, sites in groups.items():
        sizes = Counter(known[site] for site in sites)
        if len(sizes) > 1:
            size = sizes.most_common(1)[0][0]
            for site in sites:
                known.pop(site)
                if group in never:
                    known[site] = size


def _fitting(machine: KernelMachine, seen: TensorCopies) -> dict[int, int]:
    """The boxes when each copy is issued behind what its phase expects. Where these contradict a phase, one instruction may
    issue its copies in front of it: then they belong to the phase that is under way.
    """
    gaps, plain = _gaps(machine, seen), dict(machine.plain_bytes)
    sites = {site for site, *_ in machine.copies}
    first: dict[int, int] | None = None
    for early in (-1, *sorted(sites)):
        seen.loads.clear()
        for site, mbarrier, phase, under_way in machine.copies:
            seen.loads[mbarrier, under_way if site == early else phase][site] += 1
        known = _solve(seen, gaps, plain)
        if all(_holds(seen, plain, known, phase) for phase in seen.expected):
            return known
        first = known if first is None else first
    return first or {}


def _holds(
    seen: TensorCopies, plain: dict[tuple[int, int], int], known: dict[int, int], phase: tuple[int, int]
) -> bool:
    """Whether the bytes of a phase's copies come to what it expects."""
    loads = seen.loads.get(phase, Counter[int]())
    moved = plain.get(phase, 0) + sum(known.get(site, 0) * count for site, count in loads.items())
    return moved == seen.expected[phase]


def _gaps(machine: KernelMachine, seen: TensorCopies) -> dict[int, int]:
    """The least way from a copy's destination to what comes next in shared memory."""
    others = {e.address for e in machine.events if isinstance(e, Initialised)}
    everything = np.array(sorted({a for places in seen.places.values() for a in places} | others | {1 << 18}))
    found: dict[int, int] = {}
    for site, places in seen.places.items():
        ahead = [int(everything[np.searchsorted(everything, a, "right")]) - a for a in places if a < 1 << 18]
        found[site] = min(ahead, default=1 << 18)
    return found


def _solve(seen: TensorCopies, gaps: dict[int, int], plain: dict[tuple[int, int], int]) -> dict[int, int]:
    """Each phase: the bytes of its copies come to what it expects."""
    known: dict[int, int] = {}
    left = {p: c for p, c in seen.loads.items() if seen.expected.get(p)}
    for _ in range(len(left) + 1):
        before = len(known)
        for phase, sites in left.items():
            missing = {s: n for s, n in sites.items() if s not in known}
            total = seen.expected[phase] - plain.get(phase, 0)
            total -= sum(known[s] * n for s, n in sites.items() if s in known)
            if missing and total > 0:
                known.update(_share(missing, total, gaps))
        if len(known) == before:
            break
    return known


def _share(missing: dict[int, int], total: int, gaps: dict[int, int]) -> dict[int, int]:
    """Bytes of each copy of a phase that misses `total`: all as long as the way to the next, or all the same, or those
    with the shortest way as long as that and the others the same.
    """
    if sum(gaps[s] * n for s, n in missing.items()) == total:
        return {s: gaps[s] for s in missing}
    count = sum(missing.values())
    if total % count == 0 and all(total // count <= gaps[s] for s in missing):
        return dict.fromkeys(missing, total // count)
    shortest = min(gaps[s] for s in missing)
    short = {s: n for s, n in missing.items() if gaps[s] == shortest}
    rest = {s: n for s, n in missing.items() if s not in short}
    remains = total - shortest * sum(short.values())
    if rest and remains > 0 and remains % sum(rest.values()) == 0:
        each = remains // sum(rest.values())
        return {**dict.fromkeys(short, shortest), **dict.fromkeys(rest, each)}
    return {}


def _apart(places: set[int]) -> int:
    """The least way between places that one instruction copies from: its boxes are beside each other."""
    return min((b - a for a, b in pairwise(sorted(places))), default=1 << 18)


def _written_from(machine: KernelMachine, address: int) -> int:
    """How far plain writes reach from an address on without a gap: what a store's box can have at most."""
    pieces: list[tuple[int, int]] = []
    for event in machine.events:
        if isinstance(event, Accessed):
            for touched in event.touched:
                if touched.mode == "write":
                    pieces += [(int(a), touched.size) for a in np.unique(touched.addresses)]
    end = address
    for start, size in sorted(set(pieces)):
        if start <= end < start + size:
            end = start + size
        elif start > end:
            break
    return end - address
