"""`asyncir run --dask`: the regions of the program run on the workers of a cluster."""

from __future__ import annotations

import functools
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

from asyncir.diagnostics import failure
from asyncir.launch.signatures import Signature
from asyncir.tools.requests import RunRequest

Call = Callable[[Sequence[Any], Sequence[str]], Any]
"""Calls a function with arguments, of which diagnostics say where they come from."""


def refuse_what_does_not_fit(request: RunRequest) -> None:
    """Refuse, with C074, options about a cluster where there is none, and those that say nothing to one."""
    if request.dask is None:
        for given, option in (
            (request.no_cut or None, "--no-cut"),
            (request.retries, "--retries"),
            (request.gather_limit, "--gather-limit"),
        ):
            if given is not None:
                raise failure("C074", f"{option} is for runs on Dask", "add --dask local:2")
        return
    for given, option, reason in (
        (request.interpret, "--interpret", "the interpreter runs in one process"),
        (
            request.runtime if request.runtime == "serial" else None,
            "--runtime",
            "its tasks have no one order",
        ),
        (request.threads, "--threads", "each worker has as many threads as it was started with"),
        (request.memory_limit, "--memory-limit", "each worker has the limit that it was started with"),
        (request.timeline, "--timeline", "the dashboard of Dask shows its workers"),
        (request.trace, "--trace", "the dashboard of Dask shows its workers"),
        (request.stats or None, "--stats", "the dashboard of Dask shows its workers"),
        (request.detect_races or None, "--detect-races", "regions share no memory there"),
        (request.callbacks, "--callbacks", "functions of this process are not on the workers"),
        (
            request.fixed or None,
            "--deterministic-reductions",
            "workers may have different numbers of threads",
        ),
    ):
        if given is not None:
            raise failure("C074", f"{option} and --dask do not go together: {reason}", "leave one out")


@contextmanager
def prepared_on_dask(request: RunRequest) -> Generator[tuple[Signature, Call]]:
    """The function that is to be called, and what calls it, as long as the cluster is there."""
    # late: only who runs on Dask needs it
    from asyncir.driver.distribute import GATHER_LIMIT, distribute
    from asyncir.launch.dask.clusters import connected

    assert request.dask is not None
    with connected(request.dask) as client:
        function = distribute(
            request.source,
            client,
            entry=request.entry,
            filename=request.name,
            opt_level=2 if request.opt_level is None else request.opt_level,
            cut=not request.no_cut,
            retries=request.retries or 0,
            gather_limit=request.gather_limit or GATHER_LIMIT,
        )
        yield function.signature, functools.partial(function.call, timeout=request.timeout)
