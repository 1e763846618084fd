"""Random programs whose threads meet at barriers with phases, and all orders of their threads, played one by one.

`played` shares nothing with the interpreter: barriers are as the PTX manual has them, one order of the threads after the
other is played to its end, and in each all pairs of accesses are compared by what happened before what in that order.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Step(NamedTuple):
    """`write` or `read` a cell; `arrive`, `wait` for a parity, `look` until the phase of the last arrival is over; `meet`."""

    kind: str
    at: int = 0
    parity: int = 0


Place = tuple[int, int]
"""A thread and the number of one of its steps."""


@dataclass(frozen=True)
class Program:
    """What each thread does, and how many arrive at each barrier in a phase."""

    counts: tuple[int, ...]
    threads: tuple[tuple[Step, ...], ...]


def drawn(seed: int, length: int = 4) -> Program:
    """A program; some are made right first, and get a fault or none."""
    chosen = random.Random(seed)
    program = _ring(chosen) if chosen.random() < 0.5 else _soup(chosen, length)
    threads = [list(steps) for steps in program.threads]
    for _ in range(chosen.choice((0, 0, 1, 1, 2))):
        steps = chosen.choice([steps for steps in threads if steps])
        at = chosen.randrange(len(steps))
        step = steps[at]
        if step.kind == "wait" and chosen.random() < 0.5:
            steps[at] = step._replace(parity=1 - step.parity)
        elif step.kind != "meet":
            del steps[at]
    threads = [_looking_at_something(steps) for steps in threads]
    return Program(program.counts, tuple(map(tuple, threads)))


def _looking_at_something(steps: Sequence[Step]) -> list[Step]:
    """A look is for an arrival that has been made."""
    arrived: set[int] = set()
    found: list[Step] = []
    for step in steps:
        if step.kind == "arrive":
            arrived.add(step.at)
        elif step.kind == "meet":  # In the text, a token is known as far as there.
            arrived.clear()
        if step.kind != "look" or step.at in arrived:
            found.append(step)
    return found


def _ring(chosen: random.Random) -> Program:
    """A producer and consumers with a full and an empty barrier, for one cell."""
    consumers, phases = chosen.choice(((1, 2), (1, 3), (2, 1)))
    producer: list[Step] = []
    others: list[list[Step]] = [[] for _ in range(consumers)]
    for phase in range(phases):
        producer += [Step("wait", 1, 1 - phase % 2)] if phase or chosen.random() < 0.5 else []
        producer += [Step("write", 0), Step("arrive", 0)]
        for steps in others:
            steps += [Step("wait", 0, phase % 2), Step("read", 0), Step("arrive", 1)]
    return Program((1, consumers), (tuple(producer), *map(tuple, others)))


def _soup(chosen: random.Random, length: int) -> Program:
    threads = chosen.choice((2, 2, 3))
    barriers = chosen.choice((1, 2))
    counts = tuple(chosen.choice((1, 1, 2, threads)) for _ in range(barriers))
    meets = chosen.random() < 0.2
    steps = tuple(
        tuple(_some(chosen, length if threads == 2 else 3, barriers, meets)) for _ in range(threads)
    )
    return Program(counts, steps)


def _some(chosen: random.Random, length: int, barriers: int, meets: bool) -> Iterator[Step]:
    for number in range(length):
        if meets and number == length // 2:
            yield Step("meet")
        kind = chosen.choice(("write", "read", "arrive", "arrive", "wait", "wait", "look"))
        if kind in ("write", "read"):
            yield Step(kind, chosen.choice((0, 0, 1)))
        else:
            yield Step(kind, chosen.randrange(barriers), chosen.choice((0, 0, 1)))


# ---- as text ----

_TYPE = "<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>"
_CELLS = "memref<2xi64, #gpu.address_space<workgroup>>"


def text_of(program: Program) -> tuple[str, dict[int, Place]]:
    """The program as MLIR has it, and the step at each line that has one."""
    lines = [
        f"func.func @main() attributes {{gpu.known_block_size = array<i32: {len(program.threads)}, 1, 1>}} {{",
        *(f"%c{n} = arith.constant {n} : index" for n in range(4)),
        "%p0 = arith.constant false",
        "%p1 = arith.constant true",
        "%v = arith.constant 7 : i64",
        f"%m = memref.alloc() : {_CELLS}",
        f"%b = nvgpu.mbarrier.create -> {_TYPE}",
        "%id = gpu.thread_id x",
        "%first = arith.cmpi eq, %id, %c0 : index",
        "scf.if %first {",
        *(f"memref.store %v, %m[%c{n}] : {_CELLS}" for n in range(2)),
        *(f"nvgpu.mbarrier.init %b[%c{n}], %c{c} : {_TYPE}" for n, c in enumerate(program.counts)),
        "}",
        "gpu.barrier",
    ]
    places: dict[int, Place] = {}
    meetings = max(sum(s.kind == "meet" for s in steps) for steps in program.threads)
    for section in range(meetings + 1):
        if section:
            lines.append("gpu.barrier")
        for thread, steps in enumerate(program.threads):
            lines += [
                f"%is{thread}_{section} = arith.cmpi eq, %id, %c{thread} : index",
                f"scf.if %is{thread}_{section} {{",
            ]
            _write(program, thread, _section(steps, section), lines, places)
            lines.append("}")
    return "\n".join([*lines, "return", "}"]), places


def _section(steps: Sequence[Step], section: int) -> list[tuple[int, Step]]:
    """The steps between two meetings, with their numbers."""
    found: list[tuple[int, Step]] = []
    met = 0
    for number, step in enumerate(steps):
        if step.kind == "meet":
            met += 1
        elif met == section:
            found.append((number, step))
    return found


def _write(
    program: Program, thread: int, steps: list[tuple[int, Step]], lines: list[str], places: dict[int, Place]
) -> None:
    token: dict[int, str] = {}
    for number, step in steps:
        name = f"%x{thread}_{number}"
        places[len(lines) + 1] = (thread, number)
        barrier = f"%b[%c{step.at}]"
        if step.kind == "write":
            lines.append(f"memref.store %v, %m[%c{step.at}] : {_CELLS}")
        elif step.kind == "read":
            lines.append(f"{name} = memref.load %m[%c{step.at}] : {_CELLS}")
        elif step.kind == "arrive":
            token[step.at] = name
            lines.append(f"{name} = nvgpu.mbarrier.arrive {barrier} : {_TYPE} -> !nvgpu.mbarrier.token")
        elif step.kind == "wait":
            lines.append(f"nvgpu.mbarrier.try_wait.parity {barrier}, %p{step.parity}, %c1 : {_TYPE}")
        elif step.at in token:
            lines += [
                "scf.while : () -> () {",
                f"{name} = nvgpu.mbarrier.test.wait {barrier}, {token[step.at]} : {_TYPE}, !nvgpu.mbarrier.token",
                f"{name}n = arith.xori {name}, %p1 : i1",
                f"scf.condition({name}n)",
                "} do {",
                "scf.yield",
                "}",
            ]
            places[len(lines) - 5] = (thread, number)


# ---- all orders ----

Clock = tuple[int, ...]

_NEVER = -2
"""The phase that a wait is for that never ends."""


@dataclass
class Found:
    """What some order of the threads has."""

    races: set[frozenset[Place]] = field(default_factory=set[frozenset[Place]])
    deadlocks: bool = False
    phases: dict[Place, set[int]] = field(default_factory=dict[Place, set[int]])
    """For each arrival and wait the phases that it was in, or for."""
    orders: int = 0

    @property
    def order_matters(self) -> bool:
        """Whether an arrival or a wait is of several phases, by the order."""
        return any(len(those) > 1 for those in self.phases.values())


@dataclass
class _State:
    at: list[int]
    clocks: list[Clock]
    phase: list[int]
    pending: list[int]
    told: list[Clock]
    """By barrier: of all arrivals so far."""
    ends: list[list[Clock]]
    accesses: list[tuple[Place, Step, Clock]]
    tokens: dict[tuple[int, int], int]


def _join(one: Clock, other: Clock) -> Clock:
    return tuple(map(max, one, other))


class _Player:
    def __init__(self, program: Program, most: int):
        self.program = program
        self.most = most
        self.found = Found()

    def play(self, state: _State) -> None:
        """Play on from here, in every order."""
        if self.found.orders > self.most:
            return
        threads = self.program.threads
        going = [t for t in range(len(threads)) if state.at[t] < len(threads[t]) and self._can(state, t)]
        if not going:
            self.found.orders += 1
            self._meet_or_end(state)
            return
        for thread in going:
            self.play(self._stepped(state, thread))

    def _meet_or_end(self, state: _State) -> None:
        threads = self.program.threads
        if all(state.at[t] == len(steps) for t, steps in enumerate(threads)):
            return
        if any(state.at[t] == len(s) or s[state.at[t]].kind != "meet" for t, s in enumerate(threads)):
            self.found.deadlocks = True
            for t, steps in enumerate(threads):
                if state.at[t] < len(steps) and steps[state.at[t]].kind != "meet":
                    self.found.phases.setdefault((t, state.at[t]), set()).add(_NEVER)
            return
        everything = state.clocks[0]
        for clock in state.clocks:
            everything = _join(everything, clock)
        at = [number + 1 for number in state.at]
        self.play(_State(at, [everything] * len(threads), *_copies(state)))

    def _can(self, state: _State, thread: int) -> bool:
        step = self.program.threads[thread][state.at[thread]]
        if step.kind == "wait":
            return state.phase[step.at] % 2 != step.parity
        if step.kind == "look":
            return state.phase[step.at] > state.tokens[thread, step.at]
        return step.kind != "meet"

    def _stepped(self, old: _State, thread: int) -> _State:
        number = old.at[thread]
        step = self.program.threads[thread][number]
        state = _State([*old.at], [*old.clocks], *_copies(old))
        state.at[thread] += 1
        clock = list(state.clocks[thread])
        clock[thread] += 1
        mine = state.clocks[thread] = tuple(clock)
        if step.kind in ("write", "read"):
            self._access(state, (thread, number), step, mine)
        elif step.kind == "arrive":
            self._arrive(state, (thread, number), step.at, mine)
        else:
            over = state.phase[step.at] - 1
            # A token of a phase before the last one means nothing to the barrier: it may take it for any.
            phases = {over} if step.kind == "wait" else {over, state.tokens[thread, step.at]}
            self.found.phases.setdefault((thread, number), set()).update(phases)
            if over >= 0:
                state.clocks[thread] = _join(mine, state.ends[step.at][over])
        return state

    def _access(self, state: _State, place: Place, step: Step, mine: Clock) -> None:
        for other, what, clock in state.accesses:
            conflict = what.at == step.at and "write" in (what.kind, step.kind)
            if conflict and other[0] != place[0] and clock[other[0]] > mine[other[0]]:
                self.found.races.add(frozenset((other, place)))
        state.accesses.append((place, step, mine))

    def _arrive(self, state: _State, place: Place, at: int, mine: Clock) -> None:
        if any(
            step.kind in ("wait", "look") and step.at == at
            for steps in self.program.threads
            for step in steps
        ):
            self.found.phases.setdefault(place, set()).add(state.phase[at])
        state.tokens[place[0], at] = state.phase[at]
        state.told[at] = _join(state.told[at], mine)
        state.pending[at] -= 1
        if not state.pending[at]:
            state.pending[at] = self.program.counts[at]
            state.phase[at] += 1
            state.ends[at].append(state.told[at])


def _copies(
    state: _State,
) -> tuple[
    list[int],
    list[int],
    list[Clock],
    list[list[Clock]],
    list[tuple[Place, Step, Clock]],
    dict[tuple[int, int], int],
]:
    ends = [[*each] for each in state.ends]
    return [*state.phase], [*state.pending], [*state.told], ends, [*state.accesses], dict(state.tokens)


def played(program: Program, most: int = 20_000) -> Found:
    """What comes of all orders of the threads, if these are not more than so many."""
    threads, barriers = len(program.threads), len(program.counts)
    nothing = (0,) * threads
    player = _Player(program, most)
    player.play(
        _State(
            [0] * threads, [nothing] * threads, [0] * barriers, [*program.counts], [nothing] * barriers,
            [[] for _ in range(barriers)], [], {},
        )
    )  # fmt: skip
    return player.found
