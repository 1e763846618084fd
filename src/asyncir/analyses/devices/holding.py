"""Who holds a device while waiting for whom: whether launches can wait for each other for ever.

Who cannot go on is in one of three states. A process *awaits* an event: so what makes it is not over. A launch waits for
its events: likewise. A launch waits for a device: somebody *holds* that, and is not over, so it awaits something itself,
since nothing else holds up a launch that runs. Events are made by launches that were given before, so whoever follows
these reasons comes to a device again and again; there are finitely many engines, and so to one engine twice.

So let there be an edge from engine h to engine n where somebody who holds h may await an event of which a launch is a
reason that needs n. Without a cycle there is no deadlock. The entry holds the engine that issues.

A memory in which room may be lacking (`rooms`) is as an engine: what makes a buffer needs it, and a buffer holds it until
all that has to happen before its end has.

Which way is safe: more engines, more reasons. What it does not see: two launches of a cycle may never run at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise

from asyncir.analyses.devices.identity import Identity, compare, engines_of, outside
from asyncir.analyses.devices.rooms import CrowdedMemory, ends_of
from asyncir.analyses.flow import sources
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.execution_traits import may_wait
from asyncir.dialects.interfaces.launches import launches, takes_room
from asyncir.ir import Operation, OpResult, Pure, SSAValue
from asyncir.ir.walk import enclosing, walk


@dataclass(frozen=True, slots=True)
class WaitWhileHolding:
    """An await by somebody who holds an engine, for what may need another one."""

    wait: Operation
    """Who awaits."""
    held: str
    launch: Operation
    """What needs the other one, or may."""
    needed: str


def room_in(memory: str) -> str:
    """What the room of a memory is called, among engines."""
    return f"room in {memory}"


def cycle_of_waits(
    function: Operation, engines: Iterable[str], issuer: str, crowded: Sequence[CrowdedMemory] = ()
) -> list[WaitWhileHolding]:
    """Waits that go round: each for what the next one holds. Empty: nobody can wait for ever."""
    edges: dict[str, dict[str, WaitWhileHolding]] = {}
    finder = _Finder(function, frozenset(engines), issuer, crowded)
    for one in finder.waits():
        edges.setdefault(one.held, {}).setdefault(one.needed, one)
    return _cycle(edges)


class _Finder:
    """Finds who awaits what."""

    def __init__(
        self, function: Operation, engines: frozenset[str], issuer: str, crowded: Sequence[CrowdedMemory]
    ):
        self.function = function
        self.engines = engines
        self.issuer = issuer
        self.crowded = crowded
        self.all = [op for op in walk(function) if launches(op) is not None]

    def waits(self) -> Iterator[WaitWhileHolding]:
        """All of them; of several waits of one holder for one launch the first."""
        seen: dict[Operation | None, set[tuple[SSAValue, bool]]] = {}
        for op in walk(self.function):
            if may_wait(type(op)):
                holder = next((one for one in enclosing(op) if launches(one) is not None), None)
                for launch in self._reasons_of(op.operands, seen.setdefault(holder, set())):
                    yield from self._between(op, holder, launch)
        for memory in self.crowded:
            for made in memory.made:
                for launch in self._reasons_for_end(made):
                    for needed in sorted(self._needs(launch)):
                        yield WaitWhileHolding(made, room_in(memory.name), launch, needed)

    def _between(
        self, wait: Operation, holder: Operation | None, launch: Operation
    ) -> Iterator[WaitWhileHolding]:
        for needed in _held(launch):
            if holder is None:
                pairs = {(self.issuer, name) for name in self._names(needed)}
            else:
                inside = any(one is holder for one in enclosing(launch))
                pairs = {
                    (h, n)
                    for held in _held(holder)
                    for h in self._names(held)
                    for n in self._names(needed)
                    if h != n or not (inside and compare(held, needed) is Identity.DIFFERENT)
                }
            for held_name, needed_name in sorted(pairs):
                yield WaitWhileHolding(wait, held_name, launch, needed_name)

        rooms = self._rooms(launch)
        held_names = (
            {self.issuer}
            if holder is None
            else {name for held in _held(holder) for name in self._names(held)}
        )
        for held_name in sorted(held_names):
            for room in rooms:
                yield WaitWhileHolding(wait, held_name, launch, room)

    def _rooms(self, launch: Operation) -> list[str]:
        """The crowded memories in which a launch needs room."""
        trait = takes_room(launch)
        name = None if trait is None else trait.memory(launch)
        return [room_in(one.name) for one in self.crowded if one.name == name]

    def _needs(self, launch: Operation) -> set[str]:
        """All that a launch may wait for while it has not begun, besides events."""
        return {name for held in _held(launch) for name in self._names(held)} | {*self._rooms(launch)}

    def _reasons_for_end(self, made: Operation) -> list[Operation]:
        """The launches that have to be over for a buffer that is there to be gone."""
        trait = takes_room(made)
        assert trait is not None
        own = {result for result in made.results if isinstance(result.type, CompletionType)}
        return self._reasons_of(ends_of(made), set(), own)

    def _names(self, device: SSAValue) -> frozenset[str]:
        found = engines_of(device)
        return self.engines if found is None else found

    def _reasons_of(
        self,
        events: Iterable[SSAValue],
        seen: set[tuple[SSAValue, bool]],
        happened: AbstractSet[SSAValue] = frozenset(),
    ) -> list[Operation]:
        """The launches that have to be over for the events to happen, in any execution, apart from what was seen.

        `happened` are events that have, in this iteration of the loops around: those of another one may not have.
        """
        found: dict[Operation, None] = {}
        left = [(event, bool(happened)) for event in events if isinstance(event.type, CompletionType)]
        while left:
            value, here = left.pop()
            value = outside(value)
            if (value, here) in seen or (here and value in happened):
                continue
            seen.add((value, here))
            trait = launches(value.op) if isinstance(value, OpResult) else None
            if trait is not None and isinstance(value, OpResult):
                found[value.op] = None
                left += ((event, here) for event in trait.waits(value.op))
                continue
            others = _made_of(value)
            if others is None:
                return self.all
            here = here and not sources(value)
            left += ((event, here) for event in others)
        return list(found)


def _held(launch: Operation) -> list[SSAValue]:
    trait = launches(launch)
    return [] if trait is None else list(trait.held(launch))


def _made_of(event: SSAValue) -> list[SSAValue] | None:
    """The events that have to happen before this one, which no launch makes; None where that cannot be told."""
    others = sources(event)
    if others is None:
        return None
    if others:
        return list(others)
    if not isinstance(event, OpResult) or not event.op.has_trait(Pure):
        return None
    return [operand for operand in event.op.operands if isinstance(operand.type, CompletionType)]


def _cycle(edges: dict[str, dict[str, WaitWhileHolding]]) -> list[WaitWhileHolding]:
    """A cycle of edges, if there is one."""
    over: set[str] = set()
    for start in edges:
        path: list[str] = []
        left = [(start, iter(edges[start]))] if start not in over else []
        while left:
            name, onward = left[-1]
            if len(path) < len(left):
                path.append(name)
            following = next(onward, None)
            if following is None:
                over.add(name)
                left.pop()
                path.pop()
            elif following in path:
                way = [*path[path.index(following) :], following]
                return [edges[one][other] for one, other in pairwise(way)]
            elif following not in over:
                left.append((following, iter(edges.get(following, {}))))
    return []
