"""Which objects the threads of a block share: elsewhere no thread can race with another, whatever the barriers."""

from __future__ import annotations

from asyncir.analyses.in_flight.accesses import overlap
from asyncir.analyses.in_flight.exprs import Lin, constant, symbol
from asyncir.analyses.in_flight.facts import Facts
from asyncir.analyses.in_flight.state import FlightAccess, symbols_in
from asyncir.analyses.in_flight.world import World

_MOST_ACCESSES = 100
"""An object that is touched in more ways than this counts as shared."""


def is_shared(world: World, lane: int, kind: str, access: FlightAccess) -> bool:
    """Note the access; whether it and one that is known may be of one element, by two threads, and one writes."""
    known = world.touched.setdefault(access.root, {})
    mine = _of_first_thread(access, lane)
    if (kind, mine) in known:
        return False
    known[kind, mine] = None
    if len(known) > _MOST_ACCESSES:
        return True
    return any(_meet(world, mine, its) for other, its in known if not kind == other != "W")


def _of_first_thread(access: FlightAccess, lane: int) -> FlightAccess:
    """The access by thread 0, its own symbols numbered."""
    by: dict[str, Lin] = {}
    for e in access.lins():
        for s in sorted(e.symbols):
            if s[0] == "t":
                by[s] = symbol(f"t0{s[len(str(lane)) + 1 :]}")
            elif s[0] not in "ad" and s not in by:
                by[s] = symbol(f"p{sum(name[0] != 't' for name in by)}")
    return access.substituted(by)


def _meet(world: World, one: FlightAccess, other: FlightAccess) -> bool:
    """Whether the accesses of two different threads may be of one element, in any iterations."""
    by = {
        s: symbol(f"t1{s[2:]}" if s[0] == "t" else f"q{s[1:]}") for s in symbols_in([other]) if s[0] in "tp"
    }
    theirs = other.substituted(by)
    facts, apart = thread_facts(world, (0, 1))
    orders = (apart,) if one == other else (apart, apart.scaled(-1))
    return any(overlap(one, theirs, facts.plus(order - 1)) is not None for order in orders)


def thread_facts(world: World, lanes: tuple[int, ...]) -> tuple[Facts, Lin]:
    """The ranges of the threads' numbers, and how much further the last one's is than the first one's."""
    facts = Facts()
    numbers: list[Lin] = []
    for lane in lanes:
        total = constant(0)
        weight = 1
        for axis, extent in zip("xyz", world.block, strict=True):
            if extent > 1:
                t = symbol(f"t{lane}{axis}")
                facts = facts.plus(t, constant(extent - 1) - t)
                total = total + t.scaled(weight)
            weight *= extent
        numbers.append(total)
    return facts, numbers[-1] - numbers[0]
