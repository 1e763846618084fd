"""Playing programs for described machines: `prepare` compiles once, `play` does both."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.ir import ModuleOp
from asyncir.semantics.core.faults import InterpreterFault, TaskFailure, error_diagnostic
from asyncir.semantics.core.memory import may_be_undefined
from asyncir.semantics.core.outcome import (
    Outcomes,
    arguments_of,
    check_copies,
    exported,
    texts,
    too_many_orders,
)
from asyncir.semantics.core.program import Program
from asyncir.semantics.machines import device_ops as device_ops, memory as memory, ops as ops
from asyncir.semantics.machines.compiler import SyncCompiler
from asyncir.semantics.machines.explore import EveryOrder, Search, SearchedBefore
from asyncir.semantics.machines.machine import SyncMachine
from asyncir.semantics.machines.misuse import Misuse
from asyncir.semantics.machines.orders import EarliestOrder, LatestOrder, PlayOrder, SeededOrder
from asyncir.semantics.machines.race import MachineRace, diagnostic
from asyncir.semantics.machines.timed import Timed
from asyncir.simulation.spans import MachineRun
from asyncir.targets.machine import MachineModel
from asyncir.targets.verify_sync import ensure_fits

MOST_RUNS = 10_000
"""An exhaustive search plays the program so often at most."""


@dataclass(frozen=True)
class Played:
    """What came of playing a program once."""

    results: tuple[object, ...]
    """What the entry returned; empty after an error."""
    output: str
    """What was printed."""
    races: tuple[MachineRace, ...]
    """One for each kind and pair of ops. They do not end the run, but what is computed behind one means nothing."""
    misuses: tuple[Misuse, ...]
    deadlock: Misuse | None
    faults: tuple[Diagnostic, ...] = ()
    """What else is wrong: accesses out of bounds, assertions, undefined values."""
    others: tuple[Played, ...] = ()
    """Of an exhaustive search: what other orders come to."""
    run: MachineRun | None = None
    """Where it was played in time: what happened when."""
    runs: int = 1
    """How many runs an exhaustive search took."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.races or self.misuses or self.deadlock or self.faults)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All that is wrong."""
        last = () if self.deadlock is None else (self.deadlock.diagnostic(),)
        races = (diagnostic(race) for race in self.races)
        return (*races, *(misuse.diagnostic() for misuse in self.misuses), *self.faults, *last)


def play(
    module: ModuleOp, entry: str, arguments: Sequence[object], machine: MachineModel, order: str = "earliest"
) -> Played:
    """Play the function `entry` on the machine; arrays among the arguments are changed in place.

    `order` is `earliest`, `latest`, `seed:N`, `exhaustive` or `timed`. Raises `DiagnosticError` where the call does
    not fit the program, or the program the machine.
    """
    return Player(module, entry, machine).play(arguments, order)


class Player:
    """A function of a module, compiled for a machine: to be played any number of times.

    Without data the bodies of works are not executed, and no races are found: only what synchronisation does. With
    `keeps_undefined`, the caller's memory may hold undefined values, which else end a run. The module must not change as
    long as it is played.
    """

    def __init__(
        self,
        module: ModuleOp,
        entry: str,
        machine: MachineModel,
        *,
        with_data: bool = True,
        max_steps: int | None = None,
        stops_at_memory: bool = False,
        counts_cycles: bool = False,
        keeps_undefined: bool = False,
    ):
        ensure_fits(module, machine)
        self._alike = partial(Player, module, entry, machine, with_data=with_data, max_steps=max_steps)
        self._keeps_undefined = keeps_undefined
        self._in_time: Player | None = self if counts_cycles else None
        self.machine = SyncMachine(
            machine, with_data=with_data, stops_at_memory=stops_at_memory, counts_cycles=counts_cycles
        )
        self.machine.max_steps = max_steps
        self.machine.has_processes = any(op.name in ("sync.process", "device.launch") for op in module.walk())
        program = Program(module, self.machine, SyncCompiler)
        function = program.functions.get(entry)
        if function is None or function.external:
            names = ", ".join(f"`@{name}`" for name, f in program.functions.items() if not f.external)
            message = f"there is no function `@{entry}`"
            raise DiagnosticError(Diagnostic("S015", message, help=f"one of {names}" if names else ""))
        self.function = function
        try:
            _ = function.code
        except InterpreterFault as found:
            raise DiagnosticError(found.diagnostic) from None

    def play(self, arguments: Sequence[object], order: str = "earliest") -> Played:
        """Play it in the order of that name."""
        if order == "exhaustive":
            check_copies(arguments)
            return self.explore(arguments)
        if order == "timed":
            return self.time(arguments)
        return self.run(arguments, order_named(order))

    def time(self, arguments: Sequence[object], *, with_spans: bool = True) -> Played:
        """Play it with the costs of the machine; without spans there is no critical path."""
        player = self._in_time = self._in_time or self._alike(counts_cycles=True)
        played = player.run(arguments, partial(Timed, with_spans=with_spans))
        order = player.machine.order
        assert isinstance(order, Timed)
        return replace(played, run=order.run_of)

    def explore(self, arguments: Sequence[object], most_runs: int = MOST_RUNS) -> Played:
        """What all orders come to; the first that is wrong comes first. S009 is among its faults where these are too many."""
        return self._alike(stops_at_memory=True)._explore(arguments, most_runs)

    def _explore(self, arguments: Sequence[object], most_runs: int) -> Played:
        search, runs = Search(), 0
        outcomes: dict[object, tuple[Played, list[Any]]] = {}
        kept = Outcomes(arguments)
        limit: tuple[Diagnostic, ...] = (too_many_orders(f"{most_runs} runs"),)
        while runs < most_runs:
            runs += 1
            kept.restore()
            try:
                played = self.run(arguments, lambda machine: EveryOrder(machine, search))
            except SearchedBefore:
                played = None
            if search.learn(self.machine):
                outcomes.clear()
                continue
            if played is not None:
                contents = [array.copy() for array in kept.arrays]
                outcomes.setdefault(_key(played, contents), (played, contents))
            if not search.next_run():
                limit = ()
                break
        found = sorted(outcomes.values(), key=lambda pair: pair[0].ok)
        if not found:
            return Played((), "", (), (), None, limit, runs=runs)
        (first, contents), *others = found
        kept.restore(contents)
        rest = tuple(played for played, _ in others)
        return replace(first, faults=(*first.faults, *limit), others=rest, runs=runs)

    def run(self, arguments: Sequence[object], make_order: Callable[[SyncMachine], PlayOrder]) -> Played:
        """Play it in that order."""
        machine, function = self.machine, self.function
        given = arguments_of(function, arguments)
        if self._keeps_undefined:
            may_be_undefined(given.values)
        machine.reset(make_order(machine))
        results: tuple[object, ...] = ()
        faults: tuple[Diagnostic, ...] = ()
        collects = gc.isenabled()
        gc.disable()  # what a run makes stays until its end
        try:
            machine.run(function.code, given.values)
            if machine.deadlock is None and not any(m.stops for m in machine.misuses.values()):
                types = list(function.op.function_type.outputs.data)
                results = exported(machine.main.results, types, function.op)
        except InterpreterFault as found:
            faults = () if machine.ends_early else (found.diagnostic,)
        except TaskFailure as failure:
            faults = (error_diagnostic(failure.error),)
        finally:
            if collects:
                gc.enable()
        given.write_back()
        races, misuses = machine.accesses.races.values(), machine.misuses.values()
        return Played(
            results, "".join(machine.output), tuple(races), tuple(misuses), machine.deadlock, faults
        )


def _key(played: Played, contents: Sequence[Any]) -> object:
    """What tells outcomes apart."""
    wrong = [(d.code, d.message) for d in (*played.faults, *(m.diagnostic() for m in played.misuses))]
    races = [(race.kind, id(race.first.op), id(race.second.op)) for race in played.races]
    stuck = None if played.deadlock is None else played.deadlock.message
    said = (played.output, *texts(played.results), *sorted(wrong), *sorted(races), stuck)
    return *said, *(array.tobytes() for array in contents)


def check_order(name: str) -> None:
    """Raise `DiagnosticError` where there is no order of that name."""
    if name not in ("timed", "exhaustive"):
        order_named(name)


def order_named(name: str) -> Callable[[SyncMachine], PlayOrder]:
    """What makes the order of that name."""
    word, colon, number = name.partition(":")
    if word == "seed" and colon and number.isdecimal() and len(number) < 20:
        return partial(SeededOrder, seed=int(number))
    simple: dict[str, Callable[[SyncMachine], PlayOrder]] = {"earliest": EarliestOrder, "latest": LatestOrder}
    if name in simple:
        return simple[name]
    help = "`earliest`, `latest`, `seed:N`, `exhaustive` or `timed`"
    message = f"`{name}` is no order"
    if word == "seed" and number.isdecimal():
        message, help = f"the seed {number} is too large", "give a number of 19 digits at most"
    raise DiagnosticError(Diagnostic("S015", message, help=help))
