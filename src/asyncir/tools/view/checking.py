"""The check of a program that is to be seen: what is not known in time is said to be unknown."""

from __future__ import annotations

import gc
import signal
import threading
import weakref
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.in_flight.unfollowed import has_tasks, reached
from asyncir.analyses.sync_report import FunctionReport, Standing, SyncReport, Verdict, WaitReport
from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.async_types import AsyncOpInterface, CompletionType
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.driver.check import confirm
from asyncir.driver.rechecking import recheck
from asyncir.driver.structured_ops import with_loops_and_tasks
from asyncir.ir import ModuleOp, Operation
from asyncir.ir.walk import walk
from asyncir.transforms._synchronisation import judge

_AWAITS = frozenset({OpKind.AWAIT, OpKind.AWAIT_ALL, OpKind.AWAIT_PROMISE})
_NO_WAITS = frozenset({OpKind.ADD_TO_GROUP, OpKind.TASK_CALL})
_SOON = 1e-3
_AGAIN = 0.05
"""Seconds from one signal to the next, where nothing was raised and where something was.

The second is more than it takes to leave all calls.
"""


class _OutOfTime(BaseException):
    """Not an `Exception`: nobody who handles those takes it for one of theirs."""


def has_regions(module: ModuleOp) -> bool:
    """Whether the program has regions."""
    return any(isinstance(op, RegionOp) for op in walk(module))


def launches_tasks(module: ModuleOp) -> bool:
    """Whether something that can be called has to do with tasks."""
    graph = call_graph(module)
    return any(has_tasks(reached(graph, name)) for name in graph.entries())


def checked_as_by_check(module: ModuleOp, limit: float | None = None) -> tuple[ModuleOp, SyncReport]:
    """What `asyncir check` says, and the module that it says it of: with tasks for regions, and loops where these help."""
    other = with_loops_and_tasks(module)
    if other is not None and has_regions(module):
        return other, checked(other, limit)
    report = checked(module, limit)
    if other is None or report.standing is not Standing.UNKNOWN:
        return module, report
    again = checked(other, limit)
    return (module, report) if again.standing is Standing.UNKNOWN else (other, again)


def checked(module: ModuleOp, limit: float | None = None) -> SyncReport:
    """What `check` says, or that it has not come to an end after `limit` seconds.

    Of a proof that the verifier does not follow it is said so.
    """
    try:
        with _at_most(limit):
            report = _rechecked(module)
            return confirm(module, report)[0]
    except _OutOfTime:
        return _unknown(module, f"the check was stopped after {limit:g} seconds")


def _rechecked(module: ModuleOp) -> SyncReport:
    report, doubts = recheck(module, judge(module, certificates=True))
    functions = (
        replace(f, reason=f"not re-checked: {doubts[f.name]}") if doubts.get(f.name) else f
        for f in report.functions
    )
    return replace(report, functions=tuple(functions))


@contextmanager
def _at_most(seconds: float | None) -> Generator[None]:
    """Raise `_OutOfTime` when the time is over. Elsewhere than on the main thread there is no limit.

    The signal can come while Python runs something whose exceptions it prints and drops: a callback of the
    collector, a `__del__`. Nothing is raised there; the next signal comes soon, and finds another place. It comes
    again where what was raised was dropped all the same.
    """
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    over = False

    def stop(_: int, frame: FrameType | None) -> None:
        if over:
            return
        if _would_be_dropped(frame):
            signal.setitimer(signal.ITIMER_REAL, _SOON, _AGAIN)
            return
        raise _OutOfTime

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-3), _AGAIN)
    try:
        yield
    finally:
        over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _would_be_dropped(frame: FrameType | None) -> bool:
    """Whether Python drops an exception that is raised in the frame, before anyone can handle it."""
    callbacks = {getattr(each, "__code__", None) for each in gc.callbacks}
    while frame is not None:
        if (
            frame.f_code in callbacks
            or frame.f_code.co_name == "__del__"
            or frame.f_globals.get("__name__") == weakref.__name__
        ):
            return True
        frame = frame.f_back
    return False


def is_wait_for_tasks(op: Operation) -> bool:
    """Whether the op waits for what it has as operands: tasks, or what is started like them."""
    if kind_of(op) in _AWAITS or kind_of(op) is OpKind.TASK:
        return True
    started = op.has_trait(AsyncOpInterface, value_if_unregistered=False)
    return started and kind_of(op) not in _NO_WAITS and bool(op.results)


def _unknown(module: ModuleOp, why: str) -> SyncReport:
    """The report that says nothing."""
    waits = tuple(
        WaitReport(op, None, None, Verdict.UNKNOWN, None, why, operand=n if _is_one_of_several(op) else None)
        for op in walk(module)
        if is_wait_for_tasks(op)
        for n, operand in enumerate(op.operands)
        if isinstance(operand.type, CompletionType)
    )
    names = call_graph(module).entries()
    return SyncReport(waits, tuple(FunctionReport(n, Standing.UNKNOWN, why, of_tasks=True) for n in names))


def _is_one_of_several(op: Operation) -> bool:
    return len(op.operands) > 1 or bool(op.regions)
