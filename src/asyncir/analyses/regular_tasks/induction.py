"""Functions that call themselves: what a call does is guessed, and shown by induction over the depth of calls.

Of a call it is taken to be true that it touches no memory but its arguments between certain bounds, and globals; that no
task of its own that does so is left when it is over; and that it has no race and no deadlock as long as the arrays that it
is given do not overlap. If a function is shown to be like that under the assumption that the calls in it are, then it is so,
since each call that ends has calls in it of finite depth.

A guess begins with as little as can be true, and becomes weaker where the function does more (`_weakened`): it may touch more
arguments, anywhere in them, with larger numbers. So guessing ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, cast

from asyncir.analyses.call_graph import CallGraph, call_graph
from asyncir.analyses.integers.widths import INDEX_WIDTH, width_of
from asyncir.analyses.regular_tasks.answer import NoProof
from asyncir.analyses.regular_tasks.completions import KnownCompletions
from asyncir.analyses.regular_tasks.conflicts import TaskConflicts
from asyncir.analyses.regular_tasks.frames import InstanceRun
from asyncir.analyses.regular_tasks.indices import number_of_bound
from asyncir.analyses.regular_tasks.inlining import inlined
from asyncir.analyses.regular_tasks.places import BoundSum, TouchPlace
from asyncir.analyses.regular_tasks.reading import RegularProgram, read
from asyncir.analyses.regular_tasks.same_elements import ElementAccess
from asyncir.analyses.regular_tasks.sets import Budget, relation, whole
from asyncir.analyses.regular_tasks.summaries import BoundOf, Ranges, Summary
from asyncir.analyses.regular_tasks.world import MOST_EXTENT
from asyncir.dialects.memref_layout import shape_of
from asyncir.ir import Attribute, BlockArgument, MemRefType, ModuleOp, Operation, SSAValue

_MOST_GUESSES = 16
_MOST_ROUNDS = 24

Guess = dict[str, Summary]


def recursive_functions(module: ModuleOp, entry: str) -> list[list[str]]:
    """Those that the entry may call and which may call themselves, together with those in one cycle; callees first."""
    graph = call_graph(module)
    reached, pending = {entry}, [entry]
    while pending:
        for callee in graph.callees(pending.pop()):
            if callee not in reached:
                reached.add(callee)
                pending.append(callee)
    return [names for names in graph.components() if names[0] in reached and _is_cycle(graph, names)]


def _is_cycle(graph: CallGraph, names: list[str]) -> bool:
    return len(names) > 1 or names[0] in graph.callees(names[0])


def summarised(module: ModuleOp, cycle: Sequence[str], known: Mapping[str, Summary], budget: Budget) -> Guess:
    """Summaries of functions that call one another, which have been shown; raises `NoProof` if there are none."""
    graph = call_graph(module)
    functions = {name: graph.functions[name] for name in cycle}
    for name, function in functions.items():
        if len(function.regions[0].blocks) != 1:
            raise NoProof(f"the branches of '{name}', which calls itself, are not followed", function)
    why: NoProof | None = None
    for ranges in _guesses(list(functions.values())):
        proof = _Induction(module, functions, known, budget)
        try:
            guess = proof.stable({name: Summary(ranges=own) for name, own in ranges.items()})
            if any(ranges.values()) and not any(summary.ranges for summary in guess.values()):
                continue
            proof.show(guess)
        except NoProof as problem:
            why = why or NoProof(problem.reason, proof.original(problem.at))
            continue
        return guess
    raise why or NoProof("a function that calls itself is not followed", functions[cycle[0]])


def _guesses(functions: Sequence[Operation]) -> Iterator[dict[str, dict[int, Ranges]]]:
    """Bounds within which arrays may be touched: pairs of integer arguments, and none at last."""
    names = [str(cast("Any", function).sym_name.data) for function in functions]
    numbers = [
        argument.index
        for argument in functions[0].regions[0].block.args
        if width_of(argument.type) == INDEX_WIDTH
    ]
    count = 0
    for low, high in combinations(numbers, 2):
        for upper in (((high,), 0), ((high,), 1), ((low, high), 0)):
            ends: tuple[BoundOf, BoundOf] = (((low,), 0), upper)
            found = {
                name: _ranges(function, ends, numbers)
                for name, function in zip(names, functions, strict=True)
            }
            count += 1
            if count <= _MOST_GUESSES and all(found.values()):
                yield found
    yield {name: {} for name in names}


def _ranges(function: Operation, ends: tuple[BoundOf, BoundOf], numbers: Sequence[int]) -> dict[int, Ranges]:
    """The same bounds along the first dimension of each array; with four integers, the other two along the second."""
    arguments = function.regions[0].block.args
    if any(
        n >= len(arguments) or width_of(arguments[n].type) != INDEX_WIDTH for n in (*ends[0][0], *ends[1][0])
    ):
        return {}
    rest = [number for number in numbers if number not in (*ends[0][0], *ends[1][0])]
    found: dict[int, Ranges] = {}
    for argument in arguments:
        type_: object = argument.type
        if not isinstance(type_, MemRefType):
            continue
        rank = len(shape_of(cast("Attribute", type_)))
        own: list[tuple[BoundOf, BoundOf] | None] = [ends] if rank else []
        if rank > 1 and len(rest) == 2:
            own.append((((rest[0],), 0), ((rest[1],), ends[1][1])))
        found[argument.index] = tuple(own + [None] * (rank - len(own)))
    return found


class _Induction:
    def __init__(
        self,
        module: ModuleOp,
        functions: Mapping[str, Operation],
        known: Mapping[str, Summary],
        budget: Budget,
    ):
        self.module = module
        self.functions = functions
        self.known = known
        self.budget = budget
        self.inlined = {
            name: inlined(module, function, frozenset((*functions, *known)))
            for name, function in functions.items()
        }

    def original(self, op: Operation | None) -> Operation | None:
        """The op of the program of which this is a copy."""
        if op is None:
            return None
        return next((each.origin[op] for each in self.inlined.values() if op in each.origin), op)

    def _read(self, name: str, guess: Guess) -> RegularProgram:
        return read(self.inlined[name], {**self.known, **guess}, guess[name].large)

    def stable(self, guess: Guess) -> Guess:
        """The guess, weakened until each function does no more than it says."""
        for _ in range(_MOST_ROUNDS):
            programs = {name: self._read(name, guess) for name in self.functions}
            found = {name: self._weakened(programs[name], guess[name]) for name in self.functions}
            for program in programs.values():
                for touch, _ in program.calls:
                    callee = str(cast("Any", touch.op).callee.root_reference.data)
                    large = large_arguments(program, touch, self.budget)
                    if callee in found:
                        found[callee] = replace(found[callee], large=found[callee].large | large)
            if found == guess:
                return guess
            guess = found
        raise NoProof("what a function that calls itself touches is not found")

    def _weakened(self, program: RegularProgram, guess: Summary) -> Summary:
        conflicts = TaskConflicts(program, None, self.budget, False)
        accesses, names = dict(guess.accesses), dict(guess.globals)
        ranges, plain = dict(guess.ranges), set(guess.plain)
        for touch in conflicts.touches:
            for base in touch.bases:
                if isinstance(base, str):
                    names[base] = names.get(base, frozenset()) | {touch.effect.access}
                elif isinstance(base, BlockArgument):
                    number = base.index
                    accesses[number] = accesses.get(number, frozenset()) | {touch.effect.access}
                    if not touch.is_atomic:
                        plain.add(number)
                    if number in ranges and not self._is_within(
                        program, conflicts, touch, number, ranges[number]
                    ):
                        del ranges[number]
        fails = guess.fails or program.fails is not None
        return replace(
            guess, accesses=accesses, globals=names, ranges=ranges, plain=frozenset(plain), fails=fails
        )

    def _is_within(
        self,
        program: RegularProgram,
        conflicts: TaskConflicts,
        touch: ElementAccess,
        number: int,
        ranges: Ranges,
    ) -> bool:
        """Whether an access touches an argument between the bounds only."""
        run = InstanceRun(program.world, touch.place, "v")
        guards, _ = run.frame.guards(touch.place.path)
        guards += run.frame.facts(touch.place)
        arguments = program.world.entry.regions[0].block.args
        for base, origin in conflicts.elements.origins_of(touch, run):
            if base is not arguments[number] or origin is None:
                continue
            if origin.at is None:
                return False
            outside: list[str] = []
            for at, ends in zip(origin.at, ranges, strict=True):
                if ends is None:
                    continue
                lower, upper = (
                    number_of_bound(run.frame, BoundSum(tuple(arguments[n] for n in bound[0]), bound[1]))
                    for bound in ends
                )
                place = run.frame.settled(at)
                outside += [f"{place} < {lower}", f"{place} >= {upper}"]
            if not outside:
                continue
            conditions = [*guards, *run.frame.conditions, *origin.constraints(), f"({' or '.join(outside)})"]
            if not is_never(program, touch.place, run, conditions, self.budget):
                return False
        return True

    def show(self, guess: Guess) -> None:
        """That nothing races, and no task is left, in any of the functions; raises `NoProof` otherwise."""
        for name in self.functions:
            program = self._read(name, guess)
            completions = KnownCompletions(program, self.budget)
            conflicts = TaskConflicts(program, completions, self.budget, False)
            race = next(conflicts.races(), None)
            if race is not None:
                raise NoProof(race[1], race[0][1])
            conflicts.check_calls()
            check_numbers(program, self.budget)
            left = conflicts.left_over()
            if left is not None:
                raise NoProof(
                    "a task of a function that calls itself may go on when the function is over", left
                )


def check_numbers(program: RegularProgram, budget: Budget) -> None:
    """That calls are given integers that are as small as was taken for granted."""
    for touch, summary in program.calls:
        if not large_arguments(program, touch, budget) <= summary.large:
            raise NoProof("a function that calls itself may be given numbers that are too large", touch.op)


def large_arguments(program: RegularProgram, touch: TouchPlace, budget: Budget) -> frozenset[int]:
    """The integers of a call, by number, of which it is not shown that they are small."""
    found: set[int] = set()
    for number, value in enumerate(touch.op.operands):
        if width_of(value.type) == INDEX_WIDTH and not _is_small(program, touch, value, budget):
            found.add(number)
    return frozenset(found)


def _is_small(program: RegularProgram, touch: TouchPlace, value: SSAValue, budget: Budget) -> bool:
    run = InstanceRun(program.world, touch, "v")
    guards, _ = run.frame.guards(touch.path)
    guards += run.frame.facts(touch)
    number = run.frame.number(value)
    if number is None:
        return False
    if number.low >= -MOST_EXTENT and number.high <= MOST_EXTENT:
        return True
    form = run.frame.settled(number)
    large = f"({form} < -{MOST_EXTENT} or {form} > {MOST_EXTENT})"
    return is_never(program, touch, run, [*guards, *run.frame.conditions, large], budget)


def is_never(
    program: RegularProgram, place: Any, run: InstanceRun, conditions: Sequence[str], budget: Budget
) -> bool:
    """Whether no instance of a place is like that."""
    facts = [*conditions, *program.world.parameters.conditions]
    names = whole(place, run.prefix)
    found = budget.ask(lambda: relation(program.world, (place.name, names), ("", []), facts, run.variables))
    return bool(budget.ask(found.is_empty))
