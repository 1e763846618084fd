"""`insert-sync`: work on the engines of a machine that is written without synchronisation gets what it needs of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from asyncir.analyses.machines.counts import counts_of
from asyncir.analyses.machines.edges import Means, OrderEdge, is_queued
from asyncir.analyses.machines.fewest import FewestInstances
from asyncir.analyses.machines.knowledge import CannotFollow
from asyncir.analyses.machines.orders import superfluous_among
from asyncir.analyses.machines.program import MachineProgram
from asyncir.analyses.machines.room import TooFew
from asyncir.analyses.machines.side_orders import planned
from asyncir.analyses.machines.uses import can_signal_back
from asyncir.diagnostics import Diagnostic, DiagnosticError, Note
from asyncir.diagnostics.words import counted
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.sync import ProcessOp, WorkOp
from asyncir.dialects.verification import span_of
from asyncir.ir import Context, ModuleOp, Operation
from asyncir.ir.symbols import ops_of, symbol_tables
from asyncir.ir.walk import walk
from asyncir.targets.machine import MachineModel, load_machine
from asyncir.targets.verify_sync import verify_sync
from asyncir.transforms._blocks import erase
from asyncir.transforms._kernel_functions import kernels_as_functions
from asyncir.transforms._lives import lives_of, write_lives
from asyncir.transforms._passes import Pass
from asyncir.transforms._remarks import complaint, remark
from asyncir.transforms._sync_writer import SyncWriter
from asyncir.transforms.assign_engines import assign_all

_MOST_OPS = 500
"""Of longer programs `eliminate-sync` has to be asked which orders nothing needs: that takes longer than all else."""


_OF_ENGINES = ("M020", "M031")
"""Codes of engines that the machine does not have, or that do not reach the memory."""


class InsertSync(Pass):
    """Give each function with `sync.work` the fewest signals, waits and barriers that make it right on the machine.

    What is there already is kept and counts. Every order that is needed is made; none that others imply. Arrays that are
    passed to a function are taken to be different ones, unless `args_alias` says that they may overlap.

    `resources=optimal` asks CP-SAT for the fewest instances of flags and semaphores. After `time-limit` seconds of work, as
    CP-SAT counts them, it takes the best that is known; a remark says how many are in use, and how far from the lower bound
    that may be (P154). Another says where iterations of a loop are not told apart (P155).
    """

    machine: str = "ascend-a2"
    args_alias: bool = False
    resources: Literal["first-fit", "optimal"] = "first-fit"
    time_limit: int = 2

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Look at each function, those that it calls first: what is called is followed where it is called."""
        machine = load_machine(self.machine)
        assign_all(op, machine)
        # What else does not fit is said where it is followed.
        if wrong := [fault for fault in verify_sync(op, machine) if fault.code in _OF_ENGINES]:
            raise DiagnosticError(wrong)
        with kernels_as_functions(op):
            for table in symbol_tables(op):
                self._apply_to(ops_of(table), machine)

    def _apply_to(self, ops: list[Operation], machine: MachineModel) -> None:
        """Look at the functions among the ops of one module."""
        first = next(iter(ops), None)
        if first is None:
            return
        any_of_them = MachineProgram(first, machine, self.args_alias)
        for function in any_of_them.calls.in_order():
            program = any_of_them.beside(function)
            if program.elsewhere.is_of_host(function):
                continue
            works = any(isinstance(inner, WorkOp | ProcessOp) for inner in program.calls.inside(function))
            if works or (not program.issuer_in_order and function.regions and function.regions[0].blocks):
                _insert(program, FewestInstances(self.time_limit) if self.resources == "optimal" else None)


def _insert(program: MachineProgram, fewest: FewestInstances | None) -> None:
    try:
        edges, allocation = planned(program, fewest)
        counts = counts_of(program, edges)
        lives = lives_of(program, allocation, edges)
    except CannotFollow as error:
        by_hand = "write the synchronisation of this function by hand, and ask `asyncir check`"
        help = error.help or by_hand
        raise DiagnosticError(
            complaint("P150", f"the program is not followed: {error.why}", error.op, help)
        ) from None
    except TooFew as error:
        raise DiagnosticError(_too_few(program, error)) from None
    except ImportError:
        message = "the fewest instances are found by OR-Tools, which is not installed"
        help = "pip install 'asyncir[schedules]', or ask for resources=first-fit"
        raise DiagnosticError(complaint("P134", message, program.function, help)) from None
    before = set(walk(program.function))
    SyncWriter(program, allocation, counts).write(edges)
    write_lives(program, lives)
    is_short = len(before) <= _MOST_OPS and not program.calls.is_called(program.function)
    if is_short and _may_have_more_than_needed(edges, before):
        _drop_needless(program, before)
    _say_what_is_slow(program, edges)
    if fewest is not None:
        _say(program, fewest)


def _may_have_more_than_needed(edges: Sequence[OrderEdge], ops: Collection[Operation]) -> bool:
    """Whether some orders may turn out to be needless once instances and counts are known.

    A wait for all groups tells of those too that are younger than what it is for; so does a signal for first iterations.
    Where a barrier of all is a signal of each engine, some of them may have nothing to tell. And what branches tell may be
    enough on each way.
    """
    tells_more = any(edge.distance or edge.means in (Means.GROUP, Means.ALL) for edge in edges)
    return tells_more or any(kind_of(op) is OpKind.IF for op in ops)


def _drop_needless(program: MachineProgram, before: Collection[Operation]) -> None:
    """Drop orders that nothing needs, of those that were put in."""
    made = [op for op in walk(program.function) if op not in before]
    written = MachineProgram(program.function, program.machine, program.args_alias)
    for order in superfluous_among(written, set(made)):
        for op in order.ops:
            erase(op)
    for op in reversed(made):
        if op.parent is not None and op.results and not op.regions and not any(v.uses for v in op.results):
            erase(op)


def _say_what_is_slow(program: MachineProgram, edges: Sequence[OrderEdge]) -> None:
    """In which loops more is ordered than has to be."""
    for loop in program.coarse:
        message = (
            "what the loop takes in turn comes round only after very many iterations, and is taken for one"
        )
        remark("P155", message, loop, help="with fewer slots, work on different ones goes on at once")
    for edge in edges:
        if edge.is_far and (loop := edge.target.parent_op()) is not None:
            message = "iterations of the loop conflict that are far apart: each begins with a barrier of all"
            remark(
                "P155", message, loop, help="let iterations use the same memory that are nearer to each other"
            )


def _say(program: MachineProgram, fewest: FewestInstances) -> None:
    """How many instances are in use, and whether that is known to be the fewest."""
    gap = fewest.used - fewest.least
    message = f"{counted(fewest.used, 'instance')} of resources in use: "
    if gap:
        message += f"the lower bound is {fewest.least}, the gap {100 * gap / fewest.least:.1f} %"
    else:
        message += "no plan has fewer"
    remark("P154", message, program.function, help="give it more time-limit" if gap else "")


def _too_few(program: MachineProgram, refused: TooFew) -> Diagnostic:
    """What needs them all, and how many would do for it."""
    edge, *others = refused.edges
    assert edge.resource is not None
    name, x, y = edge.resource.name, program.engines[edge.x], program.engines[edge.y]
    held = edge.resource.capacity if is_queued(edge) else edge.resource.count
    message = f"there are too few instances of '{name}' from {x} to {y}: {held}"
    notes = [
        Note(f"this signal may be under way meanwhile, to {program.engines[one.y]}", span_of(one.source))
        for one in others
    ]
    notes.append(Note(f"{y} waits for the signal here", span_of(edge.target)))
    if can_signal_back(program, edge):
        help = f"give {y} what waits for one of these before {x} is given the next"
    else:
        help = f"nothing tells {x} that {y} has waited: say in the machine's file by what {y} signals to {x}"
    if refused.needed > held:
        what = "capacity" if is_queued(edge) else "count"
        help += f", or raise '{what}' in the machine's file if it has {refused.needed}"
    return complaint("P151", message, edge.source, help, notes=notes)
