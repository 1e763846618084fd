"""From a race that may be to one that is: an execution with arguments of the entry that has it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import Any

from asyncir.analyses.in_flight.code import Code
from asyncir.analyses.in_flight.entries import initial_state
from asyncir.analyses.in_flight.explore import Explorer
from asyncir.analyses.in_flight.exprs import Lin, evaluated
from asyncir.analyses.in_flight.facts import highest, is_free, sample
from asyncir.analyses.in_flight.lookup import is_bit, is_number, memref
from asyncir.analyses.in_flight.machine import AbstractMachine, Restart
from asyncir.analyses.in_flight.meetings import Key, Meeting
from asyncir.analyses.in_flight.policies import Races
from asyncir.analyses.in_flight.sharing import thread_facts
from asyncir.analyses.in_flight.state import FlightAccess, GiveUp, State
from asyncir.analyses.in_flight.world import World
from asyncir.analyses.sync_report import Failure, Place, RaceReport, SparseArray, Witness
from asyncir.dialects.effects import Effects
from asyncir.dialects.memref_layout import shape_of
from asyncir.ir import Attribute, BlockArgument, MemRefType, Operation, StringAttr

_MOST_STEPS = 20_000
_MOST_NUMBER = 5_000
"""Executions with larger arguments are not looked at."""
_MOST_GUESSES = 3
_MOST_MIXED = 4
"""Of so many arguments some are tried small and others large: loops from one to the other run."""
_MOST_SINGLE = 16
_MOST_ELEMENTS = 1 << 24
"""Nor are those with larger arrays, where arguments say how large they are."""

Ends = dict[int, dict[tuple[Lin, tuple[Lin, ...]], None]]
"""For each dimension of an object, the ends of the accesses along it, each with what holds of its bound numbers."""


@dataclass
class Replays:
    """Executions that were looked at, and the races in them."""

    code: Code
    world: World
    """What is known of the program's objects."""
    effects: Effects
    waits: dict[Operation, int]
    wait_ops: list[Operation] = field(default_factory=list[Operation])
    confirmed: dict[Key, RaceReport] = field(default_factory=dict[Key, RaceReport])
    tried: set[frozenset[tuple[str, int]]] = field(default_factory=set[frozenset[tuple[str, int]]])
    failing: dict[int, Witness] = field(default_factory=dict[int, Witness])
    """Executions in which a wait's count becomes negative."""
    unfinished: set[Operation] = field(default_factory=set[Operation])
    """What still writes memory of the caller's when one of the executions returns."""
    dangling: dict[Operation, Witness] = field(default_factory=dict[Operation, Witness])
    """Executions in which memory ends on which the op is in flight."""
    guesses: list[Witness] = field(default_factory=list[Witness])
    """Executions that may race; what they touch could not be told exactly."""

    def confirm(self, key: Key, candidates: list[Meeting]) -> RaceReport | None:
        """A race of this kind between these ops, with arguments; None if none was found."""
        for meeting in candidates:
            if key in self.confirmed:
                break
            facts = meeting.state.facts
            values = sample(facts.plus(*meeting.state.past.lins()), meeting.conditions)
            if values is None:
                values = sample(facts, meeting.conditions)
            if values is not None:
                self._execute({s: v for s, v in values.items() if isinstance(s, str) and s[0] in "ad"})
        self.try_small(key)
        return self.confirmed.get(key)

    def leaves(self, op: Operation, meeting: Meeting) -> bool:
        """Whether what the op writes is unfinished when some execution returns."""
        values = sample(meeting.state.facts.plus(*meeting.state.past.lins()), meeting.conditions)
        if values is not None:
            self._execute({s: v for s, v in values.items() if isinstance(s, str) and s[0] in "ad"})
        for small in range(4):
            if op not in self.unfinished:
                self._execute(self._all(small))
        return op in self.unfinished

    def failure(self, wait: int, candidates: list[tuple[State, Lin]]) -> Failure | None:
        """An execution in which the wait's count becomes negative; None if none was found."""
        for state, _ in candidates:
            values = sample(state.facts.plus(*state.past.lins()))
            if values is not None and wait not in self.failing:
                self._execute({s: v for s, v in values.items() if isinstance(s, str) and s[0] in "ad"})
        for small in range(4):
            if wait not in self.failing:
                self._execute(self._all(small))
        witness = self.failing.get(wait)
        certain = any(is_free(state.facts, count) for state, count in candidates)
        return None if witness is None else Failure(self.wait_ops[wait], witness, certain)

    def dangle(self, op: Operation, meeting: Meeting) -> Failure | None:
        """An execution in which memory ends on which the op is in flight; None if none was found."""
        values = sample(meeting.state.facts.plus(*meeting.state.past.lins()), meeting.conditions)
        if values is not None:
            self._execute({s: v for s, v in values.items() if isinstance(s, str) and s[0] in "ad"})
        for small in range(4):
            if op not in self.dangling:
                self._execute(self._all(small))
        witness = self.dangling.get(op)
        return None if witness is None else Failure(op, witness, certain=True, code="S020")

    def try_small(self, key: Key | None = None, numbers: Iterable[int] = range(4)) -> None:
        """Look at executions whose arguments are all one small number, until a race (this one) is found."""
        for small in numbers:
            if key in self.confirmed or (key is None and self.confirmed):
                break
            self._execute(self._all(small))
        steps = self._steps()
        for long in (4, 8) if steps else ():
            if key not in self.confirmed and (key is not None or not self.confirmed):
                self._execute({**self._all(long), **dict.fromkeys(steps, 1)})
        for least in (1, 0) if key is not None else ():
            choices = tuple(zip(self._all(least).items(), self._all(8).items(), strict=True))
            for mixed in product(*choices) if len(choices) <= _MOST_MIXED else ():
                if key not in self.confirmed:
                    self._execute(dict(mixed))

    def try_single(self) -> None:
        """Look at executions in which one of the truths that the entry is called with holds, until a race is found."""
        none = self._all(0)
        block = self.code.entry.regions[0].blocks.first
        truths = [f"a{a.index}" for a in block.args if is_bit(a.type)] if block is not None else []
        for name in truths[:_MOST_SINGLE]:
            if not self.confirmed:
                self._execute({**none, name: 1})

    def _steps(self) -> list[str]:
        """The arguments that are steps of loops: with large ones, loops are short."""
        steps = (loop.bounds[2] for loop in self.code.loops if loop.bounds is not None)
        return [f"a{s.index}" for s in steps if isinstance(s, BlockArgument) and _is_of(self.code.entry, s)]

    def _all(self, small: int) -> dict[str, int]:
        entry = self.code.entry.regions[0].blocks.first
        assert entry is not None
        numbers = (a for a in entry.args if not isinstance(a.type, MemRefType))
        return {f"a{a.index}": small % 2 if is_bit(a.type) else small for a in numbers}

    def _execute(self, given: dict[str, int]) -> None:
        """Look at all executions with these arguments, whatever memory holds."""
        tried = frozenset(given.items())
        if tried in self.tried or any(abs(v) > _MOST_NUMBER for v in given.values()):
            return
        self.tried.add(tried)
        world = self.world.again()
        world.given, world.joined = given, False
        races = _Confirming(watch=False, most=1)
        machine = AbstractMachine(self.code, world, self.effects, self.waits, races)
        try:
            Explorer(machine, 1_000_000, _MOST_STEPS).run(initial_state(self.code, world))
        except GiveUp:
            pass
        except Restart:
            self.tried.discard(tried)
            self._execute(given)
            return
        for key, meetings in races.found.items():
            if key not in self.confirmed:
                report = self._report(meetings[0], given, races.ends)
                if report is not None:
                    self.confirmed[key] = report
        for meeting in races.doubtful[: _MOST_GUESSES - len(self.guesses)]:
            values = sample(meeting.state.facts, meeting.conditions)
            arguments = None if values is None else self._arguments(given, values, races.ends)
            if arguments is not None:
                self.guesses.append(Witness(_name(self.code.entry), arguments))
        self.unfinished |= races.unfinished.keys()
        for op, meeting in races.dangles.items():
            values = sample(meeting.state.facts, meeting.conditions)
            arguments = None if values is None else self._arguments(given, values, races.ends)
            if arguments is not None:
                self.dangling.setdefault(op, Witness(_name(self.code.entry), arguments))
        for wait, ((state, _), *_) in races.negative.items():
            values = sample(state.facts)
            arguments = None if values is None else self._arguments(given, values, races.ends)
            if arguments is not None:
                self.failing.setdefault(wait, Witness(_name(self.code.entry), arguments))

    def _report(self, m: Meeting, given: dict[str, int], ends: dict[Any, Ends]) -> RaceReport | None:
        values = sample(m.state.facts, m.conditions)
        if values is None:
            return None
        entry = m.entry
        threads = [_thread(values, number, self.world.block) for number in m.lanes]
        first = Place(
            entry.op, _numbers(entry.place, values), threads[0], self.code.instructions[entry.at].path
        )
        second = Place(m.op, _numbers(m.place, values), threads[1], self.code.instructions[m.at].path)
        wait = self.wait_ops[m.last[0]] if m.last is not None else None
        reason = "no wait for it lies between" if wait is None else "the wait between lets it stay in flight"
        if m.crosses:
            reason = "no wait and barrier order the two threads"
        if wait is None and entry.commit is None and entry.seq is None:
            reason = "it is in no group that could be waited for"
        arguments = self._arguments(given, values, ends)
        if arguments is None:
            return None
        return RaceReport(m.hazard, first, second, Witness(_name(self.code.entry), arguments), wait, reason)

    def _arguments(
        self, given: dict[str, int], values: dict[Any, int], ends: dict[Any, Ends]
    ) -> tuple[object, ...] | None:
        """What the entry is called with; None if that would be too large."""
        block = self.code.entry.regions[0].blocks.first
        assert block is not None
        made: list[object] = []
        for argument in block.args:
            i, type_ = argument.index, memref(argument.type)
            if type_ is None:
                number = given.get(f"a{i}", 0)
                made.append(number if is_number(argument.type) else 0.0)
                continue
            known = {
                tuple(evaluated(e, values) for e in atom[2]): value
                for atom, value in values.items()
                if not isinstance(atom, str) and atom[1] == ("arg", i)
            }
            needed = ends.get(("arg", i), {})
            shape = [
                size
                if size is not None
                else self._extent(given.get(f"d{i}_{d}", 1), needed.get(d, {}), values)
                for d, size in enumerate(shape_of(type_))
            ]
            if prod(shape) > _MOST_ELEMENTS and None in shape_of(type_):
                return None
            made.append(_sparse(shape, known, type_.element_type))
        return tuple(made)

    def _extent(self, least: int, ends: Iterable[tuple[Lin, tuple[Lin, ...]]], values: dict[Any, int]) -> int:
        """How many elements there have to be, so that no thread leaves the array."""
        threads, _ = thread_facts(self.world, (0, 1))
        found = (highest(end, (*threads.lins(), *where), values) for end, where in ends)
        return max(least, 1, *(end for end in found if end is not None))


class _Confirming(Races):
    """Only races that are exact count; and how far each object is touched is noted."""

    def __init__(self, watch: bool, most: int):
        super().__init__(watch=watch, most=most)
        self.ends: dict[Any, Ends] = {}
        self.doubtful: list[Meeting] = []
        """Races that hang on numbers that are not known, or on views of which it is not known what they are of."""

    def met(self, meeting: Meeting) -> None:
        """A race, if it is no guess: nothing on the way hung on a number that is not known."""
        if meeting.exact and not _is_guessed(meeting.state):
            super().met(meeting)
        elif not self.doubtful:
            self.doubtful.append(replace(meeting, state=meeting.state.copy()))

    def failed(self, state: State, wait: int, count: Lin) -> None:
        """A negative count, if it is no guess."""
        if not _is_guessed(state):
            super().failed(state, wait, count)

    def left(self, meetings: Sequence[Meeting]) -> None:
        """Those that are no guess."""
        super().left([m for m in meetings if m.exact and not _is_guessed(m.state)])

    def dangling(self, meetings: Sequence[Meeting]) -> None:
        """Those that are no guess."""
        super().dangling([m for m in meetings if m.exact and not _is_guessed(m.state)])

    def touched(self, access: FlightAccess) -> None:
        """Note how far the object is touched."""
        for d, (e, size) in enumerate(zip(access.index or (), access.sizes or (), strict=False)):
            self.ends.setdefault(access.root, {}).setdefault(d, {})[e + size, access.where] = None


def _is_guessed(state: State) -> bool:
    return any(s[0] in "uc" for e in state.facts.lins() for s in e.symbols)


def _thread(values: dict[Any, int], number: int, block: tuple[int, int, int]) -> int:
    x, y, z = (values.get(f"t{number}{axis}", 0) for axis in "xyz")
    return x + block[0] * (y + block[1] * z)


def _numbers(place: tuple[Lin, ...], values: dict[Any, int]) -> tuple[int, ...]:
    return tuple(evaluated(e, values) for e in place)


def _sparse(shape: list[int], known: dict[tuple[int, ...], int], element: Attribute) -> SparseArray:
    """The array with the elements that matter, as far as it has them."""

    def converted(value: int) -> int | float | bool:
        if is_bit(element):
            return value > 0
        return value if is_number(element) else float(value)

    inside = sorted(
        (index, converted(value))
        for index, value in known.items()
        if len(index) == len(shape) and all(0 <= i < size for i, size in zip(index, shape, strict=True))
    )
    return SparseArray(tuple(shape), tuple(inside), converted(0))


def _is_of(function: Operation, argument: BlockArgument) -> bool:
    return argument.block.parent_op() is function


def _name(function: Operation) -> str:
    name = function.get_attr_or_prop("sym_name")
    return name.data if isinstance(name, StringAttr) else ""
