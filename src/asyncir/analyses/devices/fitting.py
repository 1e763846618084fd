"""Whether launches on computed devices fit the machine: engines exist, none is held twice, enough parts are flagged."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from asyncir.analyses.devices.identity import Identity, compare, engines_of, is_in_range
from asyncir.dialects.interfaces.launches import launches
from asyncir.ir import Operation
from asyncir.ir.walk import walk
from asyncir.targets.machine import MachineModel


def doubt_of(function: Operation, machine: MachineModel) -> Iterator[tuple[str, Operation]]:
    """What is not known to fit, in words, and where."""
    for op in walk(function):
        if not is_in_range(op):
            yield "it is not known that there is an engine of that number", op
        trait = launches(op)
        if trait is None:
            continue
        for one, other in combinations(trait.held(op), 2):
            if compare(one, other) is not Identity.DIFFERENT:
                yield "it may hold one device twice", op
        if trait.flags(op) and _least_flags(op, machine) < trait.flags(op):
            yield "its device may be one that cannot flag so many parts", op


def _least_flags(op: Operation, machine: MachineModel) -> int:
    """How many parts the engine can flag that can flag the fewest, of those that the launch may be on."""
    trait = launches(op)
    assert trait is not None
    names = engines_of(trait.held(op)[0])
    flags = [e.flags for e in machine.engines if e.flags is not None and (names is None or e.name in names)]
    return min(flags, default=1 << 60)
