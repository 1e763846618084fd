"""What waits for ever, and for what (MAC-18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asyncir.ir import Operation
from asyncir.semantics.machines.entries import EntryKind, Ordered
from asyncir.semantics.machines.misuse import Misuse, place
from asyncir.semantics.machines.processes import Status
from asyncir.semantics.machines.resources import ResourceInstance

if TYPE_CHECKING:
    from asyncir.semantics.machines.engines import PlayedEngine
    from asyncir.semantics.machines.machine import SyncMachine
    from asyncir.semantics.machines.processes import Process


def is_stuck(machine: SyncMachine) -> bool:
    """Whether something is left that nobody can do."""
    waiting = any(process.status is not Status.DONE for process in machine.processes)
    return waiting or not all(engine.is_idle for engine in machine.engines)


_Stuck = tuple[Operation | None, tuple[int, ...], str]
"""An op that somebody waits at, in which iteration, and for what."""


def message_of(machine: SyncMachine) -> Misuse:
    """M013: who waits where for what."""
    stuck = [_of_process(p) for p in machine.processes if p.status is Status.WAITING]
    stuck += [said for engine in machine.engines if (said := _of_engine(engine)) is not None]
    op, iteration, _ = stuck[0]
    others = "; ".join(text for _, _, text in stuck)
    help = "let each wait have a signal, and no two wait for each other first"
    return Misuse("M013", op, iteration, f"a deadlock: {others}", help=help, stops=True)


def _of_process(process: Process) -> _Stuck:
    op, want = process.segment.end_op, process.want
    assert want is not None
    state = f", which {want.state()}" if isinstance(want, ResourceInstance) else ""
    what = f"{want.words()}{state}"
    text = f'the process on "{process.name}" waits {_where(op, process.iteration)}for {what}'
    return op, process.iteration, text


def _of_engine(engine: PlayedEngine) -> _Stuck | None:
    name = f'"{engine.name}"'
    if engine.blocked is not None:
        signal = engine.blocked
        where = _where(signal.op, signal.iteration)
        text = f"{name} has a signal {where}for which {signal.instance.name} has no room"
        return signal.op, signal.iteration, text
    if not engine.queue:
        return None
    head = engine.queue[0]
    text = f"{name} has {len(engine.queue)} entries that it cannot begin"
    if isinstance(head, Ordered) and head.kind is EntryKind.WAIT:
        instance = head.instance
        text = f"{name} waits {_where(head.op, head.iteration)}for {instance.name}, which {instance.state()}"
    return head.op, head.iteration, text


def _where(op: Operation | None, iteration: tuple[int, ...]) -> str:
    at = place(iteration)
    return f"at `{op.name}`{' in ' + at if at else ''} " if op is not None else ""
