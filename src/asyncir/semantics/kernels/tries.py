# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does a kernel go wrong under some schedule? Runs, compared with each other, with a witness where they differ.

A run is right or wrong by itself (it hangs, misuses a barrier, lacks a proxy fence, touches registers in flight), and two
runs with the same inputs have to see the same: each read of each thread finds the same writes, whatever the schedule. This is
a search, no proof: what no schedule that was tried shows is not shown to be right.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from asyncir.ptx.program import PtxInstruction
from asyncir.semantics.kernels.adversary import APART, EXTREMES, RunOrder, random_orders
from asyncir.semantics.kernels.block_program import BlockProgram, block_program
from asyncir.semantics.kernels.block_runs import BlockRun, run_block
from asyncir.semantics.kernels.block_state import RULES, NotModelledError, SimulatedFault, SimulatorRules
from asyncir.semantics.kernels.launch import BlockLaunch

ORDERS = (*EXTREMES, *APART, *random_orders(2))


@dataclass(frozen=True)
class ScheduleWitness:
    """How a kernel goes wrong.

    `kind` is that of a fault, or `race`: then `reader` read at shared address `address` (-1: tensor memory, or nothing that
    the other run reads) what `saw` names under `order`, and `saw_before` under `before`: each an instruction and a thread, or
    None for memory that nobody has written.
    """

    kind: str
    trips: int
    order: RunOrder
    before: RunOrder | None
    reader: int
    instruction: int
    address: int = -1
    saw: tuple[int, int] | None = None
    saw_before: tuple[int, int] | None = None
    text: str = ""

    def told(self, body: Sequence[PtxInstruction]) -> str:
        """The witness in words."""

        def line(index: int) -> str:
            return (
                f"line {body[index].spot.line} ({body[index].opcode})"
                if 0 <= index < len(body)
                else "the end"
            )

        if self.kind != "race":
            return f"{self.trips} trips, {self.order}: thread {self.reader} at {line(self.instruction)}: {self.text}"

        def origin(write: tuple[int, int] | None) -> str:
            return (
                "nothing written yet"
                if write is None
                else f"the write of thread {write[1]} at {line(write[0])}"
            )

        return (
            f"{self.trips} trips: thread {self.reader} at {line(self.instruction)} reads shared address {self.address}: "
            f"{origin(self.saw_before)} ({self.before}), {origin(self.saw)} ({self.order})"
        )


@dataclass(frozen=True)
class SimulatorVerdict:
    """`wrong` with a witness, or nothing found in `runs` runs; `unknown` says why nothing can be told."""

    wrong: bool
    runs: int
    witness: ScheduleWitness | None = None
    unknown: str = ""


def tries(
    launched: Callable[[int], BlockLaunch], trip_counts: Iterable[int], orders: Sequence[RunOrder] = ORDERS,
    rules: SimulatorRules = RULES, ignored: frozenset[str] = frozenset(),
) -> SimulatorVerdict:  # fmt: skip
    """Look for a schedule under which a kernel goes wrong.

    `launched` gives the launch with a trip count. `ignored` are kinds of faults that are not looked at (`race` too): of a
    program that is wrong already, what else is. The first one found ends the search.
    """
    runs = 0
    reason = ""
    program: BlockProgram | None = None
    for trips in trip_counts:
        try:
            program = _program(launched(trips), program)
            first: BlockRun | None = None
            for order in orders:
                run = run_block(program, order, rules)
                runs += 1
                witness = _by_itself(run, trips, ignored) or _against(
                    program, rules, first, run, trips, ignored
                )
                if witness is not None:
                    return SimulatorVerdict(True, runs, witness)
                first = first or run
        except NotModelledError as error:
            reason = str(error)
    return SimulatorVerdict(False, runs, unknown=reason)


def _program(launch: BlockLaunch, before: BlockProgram | None) -> BlockProgram:
    """The steps of a launch; those that are there already if only parameters differ."""
    if before is not None:
        old = before.launch
        same = (old.kernel is launch.kernel, old.block == launch.block, old.grid == launch.grid)
        if all(same) and (old.block_index, old.dynamic_shared, old.world) == (
            launch.block_index, launch.dynamic_shared, launch.world,
        ):  # fmt: skip
            return before.launched(launch)
    return block_program(launch)


def faults_of(
    launched: Callable[[int], BlockLaunch], trip_counts: Iterable[int], orders: Sequence[RunOrder] = ORDERS,
    rules: SimulatorRules = RULES,
) -> frozenset[str]:  # fmt: skip
    """All kinds of what goes wrong: `race`, and those of faults."""
    found: set[str] = set()
    for trips in trip_counts:
        while True:
            verdict = tries(launched, (trips,), orders, rules, frozenset(found))
            if verdict.witness is None:
                break
            found.add(verdict.witness.kind)
    return frozenset(found)


def _by_itself(run: BlockRun, trips: int, ignored: frozenset[str]) -> ScheduleWitness | None:
    fault: SimulatedFault | None = next((fault for fault in run.faults if fault.kind not in ignored), None)
    if fault is None:
        return None
    return ScheduleWitness(
        fault.kind, trips, run.order, None, fault.thread, fault.instruction, text=fault.text
    )


def _against(
    program: BlockProgram, rules: SimulatorRules, first: BlockRun | None, run: BlockRun, trips: int, ignored: frozenset[str]
) -> ScheduleWitness | None:  # fmt: skip
    """Where two runs differ: the thread's first read that does, in the order of the thread with the fewest reads before."""
    if first is None or "race" in ignored or np.array_equal(first.sums, run.sums):
        return None
    logs = [run_block(program, order, rules, logged=True).log for order in (first.order, run.order)]
    assert logs[0] is not None
    assert logs[1] is not None
    reads, others = logs[0].reads, logs[1].reads
    for thread, ordinal in sorted(reads.keys() | others.keys(), key=lambda key: (key[1], key[0])):
        one, two = reads.get((thread, ordinal)), others.get((thread, ordinal))
        if one is None or two is None or one[0] != two[0] or len(one[1]) != len(two[1]):
            index = (one or two or (-1,))[0]
            return ScheduleWitness(
                "race", trips, run.order, first.order, thread, index, text="the threads' paths differ"
            )
        different = np.flatnonzero((one[2] != two[2]) | (one[1] != two[1]))
        if len(different):
            at = int(different[0])
            saw = [
                log.writes.get(int(read[2][at]))
                for log, read in zip(logs, (one, two), strict=True)
                if log is not None
            ]
            return ScheduleWitness(
                "race", trips, run.order, first.order, thread, one[0], int(one[1][at]) * program.unit,
                saw[1][:2] if saw[1] else None, saw[0][:2] if saw[0] else None,
            )  # fmt: skip
    return ScheduleWitness(
        "race", trips, run.order, first.order, -1, -1, text="tensor memory holds something else"
    )
