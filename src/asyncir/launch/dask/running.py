"""A graph of calls goes to a scheduler, and what it comes to comes back, or what went wrong.

While this process waits it looks at the scheduler: every `LOOK` seconds whether it still answers, and within `SILENCE`
seconds of its last answer that it does not. A scheduler that dies closes its connections, which is seen at once.
"""

from __future__ import annotations

import asyncio
import itertools
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future as Waiting
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Any

from asyncir.diagnostics import Diagnostic, DiagnosticError, Note, Span, failure
from asyncir.launch.cancelled import ProgramTimeout
from asyncir.launch.dask.library import distributed
from asyncir.launch.dask.worker import StepError, StepFault
from asyncir.launch.failures import ProgramError

LOOK = 2.0
SILENCE = 6.0
NOBODY = 30.0
"""So long a graph waits for a worker to come, where there is none."""

_TICK = 0.25


@dataclass(frozen=True, slots=True)
class Submitted:
    """A graph on its way: one future for each thing to wait for, in the order of the program."""

    client: Any
    futures: Mapping[str, Any]
    """By their keys."""
    results: Sequence[Any]
    """What the function returns: futures, and what was given and is given back."""
    regions: Mapping[str, Sequence[tuple[str, Span | None]]]
    """For each task its regions: what they are called, where they are."""


@dataclass(slots=True)
class _Watch:
    """Whether the scheduler is there."""

    client: Any
    heard: float = field(default_factory=time.monotonic)
    worked: float = field(default_factory=time.monotonic)
    asked: float = field(default_factory=time.monotonic)
    asking: Waiting[Any] | None = None

    def look(self) -> None:
        """Raise R231 where the scheduler is lost, and R232 where there has been no worker for long."""
        if self.client.status != "running":
            raise lost(self.client)
        now = time.monotonic()
        if self.asking is not None and self.asking.done():
            if self.asking.exception() is None:
                self.heard = now
                self.worked = now if self.asking.result() else self.worked
            self.asking = None
        if self.asking is None and now - self.asked > LOOK:
            self.asked = now
            self.asking = on_loop(self.client, self.client.scheduler.ncores)
        if now - self.heard > LOOK + SILENCE - 2 * _TICK:
            raise lost(self.client)
        if now - self.worked > NOBODY:
            message = f"the scheduler at {address_of(self.client)} has had no worker for {NOBODY:g} seconds"
            raise failure("R232", message, "start workers, and run it again: dask worker ADDRESS")


def on_loop(client: Any, function: Callable[..., Any], *arguments: Any, **named: Any) -> Waiting[Any]:
    """Begin something in the thread of the client's loop."""

    async def begun() -> Any:
        return await function(*arguments, **named)

    return asyncio.run_coroutine_threadsafe(begun(), client.loop.asyncio_loop)


def address_of(client: Any) -> str:
    """Where its scheduler is."""
    scheduler = client.scheduler
    return str(scheduler.address if scheduler is not None else "an address that is gone")


def lost(client: Any) -> DiagnosticError:
    """The error for a scheduler that is gone."""
    message = f"the scheduler at {address_of(client)} does not answer any more"
    return failure("R231", message, "start it, and run the program again: what it has computed is lost")


def wait_for(submitted: Submitted, timeout: float | None, seen: AbstractContextManager[Any]) -> None:
    """Wait until all futures are done; raise what the first of them that failed came to, in the program's order.

    After `timeout` seconds, or where anything is raised meanwhile, as by Ctrl-C, all of them are cancelled. `seen` is entered
    for that time.
    """
    event = threading.Event()
    left = itertools.count(len(submitted.futures) - 1, -1)

    def ended(future: Any) -> None:
        if next(left) <= 0 or future.status != "finished":
            event.set()

    try:
        with seen:
            for future in submitted.futures.values():
                future.add_done_callback(ended)
            if submitted.futures:
                _wait(submitted.client, event, timeout)
        _raise_failures(submitted)
    except BaseException:
        cancel(submitted)
        raise


def _wait(client: Any, event: threading.Event, timeout: float | None) -> None:
    watch = _Watch(client)
    end = None if timeout is None else time.monotonic() + timeout
    while not event.wait(_TICK):
        watch.look()
        if end is not None and time.monotonic() > end:
            help = "allow more time, or look at Dask's dashboard for what takes it"
            raise ProgramTimeout(Diagnostic("R108", "the time for the call was over", help=help))


def cancel(submitted: Submitted) -> None:
    """Have the scheduler forget all that is still to be done for it."""
    client = submitted.client
    if client.status == "running":
        try:
            on_loop(client, client.cancel, list(submitted.futures.values()), asynchronous=True)
        except RuntimeError:  # the loop has ended
            return


def _raise_failures(submitted: Submitted) -> None:
    for key, future in submitted.futures.items():
        if future.status in ("error", "cancelled", "lost"):
            raise _failure_of(submitted, key, future)


def _failure_of(submitted: Submitted, key: str, future: Any) -> DiagnosticError:
    library = distributed()
    state = future._state
    if future.status != "error":
        reason = getattr(getattr(state, "exception", None), "reason", "")
        if reason == "scheduler-connection-lost" or submitted.client.status != "running":
            return lost(submitted.client)
        message = f"the scheduler gave up '{key}': somebody cancelled it, or what was given is lost"
        return failure("R230", message, "run it again; give arrays instead of futures whose data may be lost")
    error: BaseException = state.exception
    if isinstance(error, StepError):
        return _step_failed(submitted, error.fault)
    if isinstance(error, library.KilledWorker):
        task, _, allowed = error.args
        died = _named(submitted, str(task))
        message = f"{died} was on {allowed + 1} workers that died, and is not started again"
        help = "give the workers more memory; a region that ends its process by undefined behaviour does this, too"
        return failure("R230", message, help)
    message = f"a worker failed: {type(error).__name__}: {error}"
    return failure(
        "R230", " ".join(message.split()), "look at the worker's log, or let it try again: retries"
    )


def _named(submitted: Submitted, key: str) -> str:
    regions = submitted.regions.get(key)
    if not regions:
        return f"the task '{key}'"
    names = ", ".join(f"'{name}'" for name, _ in regions[:3])
    if len(regions) == 1:
        return f"the region {names}"
    return f"a task of {len(regions)} regions, {names}{' ...' if len(regions) > 3 else ''},"


def _step_failed(submitted: Submitted, fault: StepFault) -> DiagnosticError:
    first, *others = fault.diagnostics
    notes = list(first.notes)
    regions = submitted.regions.get(fault.task, ())
    if fault.step < len(regions):
        name, span = regions[fault.step]
        notes.append(Note(f"in the region '{name}', on the worker {fault.worker}", span))
    told = replace(first, notes=tuple(notes))
    return ProgramError(told, fault.causes) if fault.of_program else DiagnosticError([told, *others])


def gather(submitted: Submitted, most: int | None) -> list[Any]:
    """The results, brought here. Raises C073 where they are more than `most` bytes together."""
    client = submitted.client
    keys = [each.key for each in submitted.results if is_future(each)]
    if not keys:
        return list(submitted.results)
    if most is not None:
        sizes = _answer(client, on_loop(client, client.scheduler.nbytes, keys=list(set(keys)), summary=False))
        total = sum(sizes.values())
        if total > most:
            message = f"the results are {_bytes(total)}, and at most {_bytes(most)} are to be brought here"
            help = "raise the limit, or keep them on the workers: submit() gives futures"
            raise failure("C073", message, help)
    futures = [each for each in submitted.results if is_future(each)]
    found = iter(_answer(client, on_loop(client, client.gather, futures, asynchronous=True)))
    return [next(found) if is_future(each) else each for each in submitted.results]


def _answer(client: Any, asked: Waiting[Any]) -> Any:
    """What was asked for, as long as the scheduler is there."""
    watch = _Watch(client)
    event = threading.Event()
    asked.add_done_callback(lambda _: event.set())
    while not event.wait(_TICK):
        watch.look()
    error = asked.exception()
    if error is None:
        return asked.result()
    if isinstance(error, StepError):
        raise DiagnosticError(error.fault.diagnostics)
    if (
        client.status != "running"
        or isinstance(error, (OSError, TimeoutError))
        or "Cancelled" in type(error).__name__
    ):
        raise lost(client) from error
    message = f"results cannot be brought here: {type(error).__name__}: {error}"
    raise failure("R230", " ".join(message.split()), "run it again") from error


def is_future(value: Any) -> bool:
    """Whether it is a future of Dask's."""
    return isinstance(value, distributed().Future)


def _bytes(count: int) -> str:
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count:.4g} {unit}"
        count = count / 1024  # pyright: ignore[reportAssignmentType]
    return f"{count:.4g} GiB"
