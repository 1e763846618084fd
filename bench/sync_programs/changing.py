"""What the benches of small programs share: which calls matter, a run that goes wrong, programs without some ops."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from asyncir.analyses.machines.orders import orders_of
from asyncir.analyses.machines.program import MachineProgram
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.sync import ArmOp, BarrierOp, CommitOp, FreeOp, InitOp, SignalOp, WaitOp
from asyncir.ir import ModuleOp, Operation
from asyncir.ir.walk import walk
from asyncir.semantics.machines.engine import Played
from asyncir.targets.machine import MachineModel
from bench.sync_programs.judge import play_all, wrong

SYNC = (SignalOp, WaitOp, BarrierOp, CommitOp, InitOp, ArmOp, FreeOp)

Call = tuple[int, int, bool, bool]

ORDERS = ("earliest", "latest", "seed:1", "seed:2", "seed:3", "seed:4", "seed:5")


def calls_of(text: str) -> list[Call]:
    """Calls of a program that take every way through it, longer loops first."""
    counts = [(n, n) for n in ((3, 0, 1, 2, 5, 8) if "to %n" in text or "to %m" in text else (3,))]
    if "to %n" in text and "to %m" in text:
        counts += [(0, 3), (3, 0), (1, 2), (2, 1), (3, 5)]
    ways = [(True, True), (False, False)] if "scf.if" in text else [(False, False)]
    if "scf.if %b" in text:
        ways += [(True, False), (False, True)]
    return [(n, m, a, b) for n, m in counts for a, b in ways]


def wrong_run(
    module: ModuleOp, machine: MachineModel, some: Sequence[Call], orders: Sequence[str] = ORDERS
) -> tuple[Call, str, Played] | None:
    """The first call, order and run that go wrong; raises `DiagnosticError` where one cannot be played to its end."""
    for call, order, played, _ in play_all(module, machine, some, orders):
        if wrong(played):
            return call, order, played
        if played.faults:
            raise DiagnosticError(list(played.faults))
    return None


def function_of(module: ModuleOp) -> Operation:
    """The one function of a drawn program."""
    return next(iter(module.ops))


def program_of(module: ModuleOp, machine: MachineModel) -> MachineProgram:
    """The function, for the analyses."""
    return MachineProgram(function_of(module), machine)


def numbered_orders(module: ModuleOp, machine: MachineModel) -> list[list[int]]:
    """The orders of a program: of each, the numbers of its ops in a walk. Raises `CannotFollow`."""
    numbers = {op: number for number, op in enumerate(walk(module))}
    return [[numbers[op] for op in order.ops] for order in orders_of(program_of(module, machine))]


def without(module: ModuleOp, gone: Collection[int]) -> ModuleOp:
    """The program without the ops of these numbers."""
    copy = module.clone()
    for number, op in enumerate(list(walk(copy))):
        if number in gone:
            op.detach()
            op.erase()
    return copy


def sync_ops(module: ModuleOp) -> Iterator[Operation]:
    """The ops of synchronisation."""
    return (op for op in walk(module) if isinstance(op, SYNC))
