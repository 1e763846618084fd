"""Clusters: those that there are, by an address, and those that are made for one run on this machine."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

from asyncir.diagnostics import DiagnosticError, failure
from asyncir.diagnostics.parameters import wrong
from asyncir.launch.dask.homes import Home, this_home, this_version
from asyncir.launch.dask.library import distributed
from asyncir.launch.dask.running import address_of
from asyncir.launch.dask.worker import RegionCode, refusal

CONNECTING = 5.0
"""Seconds after which a scheduler that does not answer counts as unreachable."""

_MOST_LOCAL = 256


@contextmanager
def connected(place: str) -> Generator[Any]:
    """A client of the cluster `place`, as long as it is used: `local:N` makes one of so many workers here.

    Dask's own log is silent from then on: what there is to know is in the errors that are raised.
    """
    silence_log()
    local = re.fullmatch(r"local:(\d+)", place)
    if local is None:
        client = _client(place)
        try:
            yield client
        finally:
            _close(client)
        return
    count = int(local[1])
    if not 1 <= count <= _MOST_LOCAL:
        raise failure("C072", f"{count} workers cannot be started here", f"1 to {_MOST_LOCAL} can: local:2")
    with local_cluster(count) as cluster:
        client = distributed().Client(cluster, set_as_default=False)
        try:
            yield client
        finally:
            _close(client)


@contextmanager
def local_cluster(count: int, **options: Any) -> Generator[Any]:
    """So many workers of one thread on this machine, seen from nowhere else, without the dashboard, as a `LocalCluster`."""
    # Without it the scheduler asks for a port that may be taken, and complains.
    anywhere = {"dashboard_address": "127.0.0.1:0"}
    fixed = {
        "host": "127.0.0.1",
        "dashboard_address": None,
        "scheduler_kwargs": anywhere,
        "threads_per_worker": 1,
    }
    quiet = {"silence_logs": logging.CRITICAL + 1}
    # Some seconds after a worker has died Dask looks whether it is back, and lets go of it for ever where it is not; which is
    # so, too, where it has just died once more.
    patient = {"distributed.deploy.lost-worker-timeout": "1 day"}
    settings: Any = import_module("dask").config
    with (
        settings.set(patient),
        distributed().LocalCluster(n_workers=count, **fixed, **quiet, **options) as made,
    ):
        yield made


def silence_log() -> None:
    """Have Dask's library log nothing in this process; its parts have levels of their own."""
    distributed()
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _client(address: str) -> Any:
    help = "give the address that the scheduler has printed, such as tcp://127.0.0.1:8786, or local:2"
    try:
        return distributed().Client(address, timeout=CONNECTING, set_as_default=False)
    except (OSError, TimeoutError) as error:
        message = f"no scheduler answers at {address}"
        raise failure("C072", message, help) from error
    except (ValueError, TypeError) as error:
        raise failure("C072", f"'{address}' is no address of a scheduler: {error}", help) from error


def _close(client: Any) -> None:
    """Where the scheduler is gone, a client looks for it for longer than anybody wants to wait."""
    with suppress(TimeoutError, OSError):
        client.close(timeout=CONNECTING if client.status == "running" else 0.5)


def slots_of(client: Any) -> int:
    """How many tasks the workers run at the same time. Raises C072 where there are none, or the client cannot be used."""
    help = "give it without asynchronous=True, and before it is closed"
    if not isinstance(client, distributed().Client):
        raise wrong("the client", client, "a dask.distributed.Client")
    if client.asynchronous or client.status != "running":
        raise failure(
            "C072", f"the client is {'asynchronous' if client.asynchronous else client.status}", help
        )
    end = time.monotonic() + CONNECTING
    while not (threads := client.nthreads()):
        if time.monotonic() > end:
            message = f"the scheduler at {address_of(client)} has no workers"
            raise failure("C072", message, "start some: dask worker ADDRESS")
        time.sleep(0.05)
    return sum(threads.values())


def check_homes(client: Any) -> None:
    """Refuse, with C071, workers or a scheduler that could not run code of this process or read its tasks."""
    own = this_home()
    for who, found in _homes(client).items():
        if isinstance(found, Home):
            differences = own.differences(found)
        elif isinstance(found, OSError):
            continue  # it has died just now, or looks for itself when it is back
        elif isinstance(found, str):
            differences = [] if found == own.asyncir else [f"it has asyncir {found}, not {own.asyncir}"]
        elif isinstance(found, (ModuleNotFoundError, AttributeError, ImportError)):
            differences = [f"it has not asyncir {own.asyncir} with what it needs: {found}"]
        else:
            differences = [f"it failed when it was asked what it is: {type(found).__name__}: {found}"]
        if differences:
            raise DiagnosticError(refusal(who, differences))


def send_code(client: Any, code: RegionCode) -> None:
    """Send code to all workers, those that come later too. A worker that dies meanwhile does no harm."""
    for left in reversed(range(_TRIES)):
        try:
            client.register_plugin(code)
            return
        except OSError as error:
            if not left:
                message = f"the workers at {address_of(client)} cannot be reached: {error}"
                raise failure("C072", message, "look whether they are alive, and run it again") from error


_TRIES = 3


def _homes(client: Any) -> dict[str, Any]:
    answers: dict[str, Any] = client.run(this_home, on_error="return")
    try:
        scheduler: Any = client.run_on_scheduler(this_version)
    except Exception as error:
        scheduler = error
    return {"the scheduler": scheduler, **{f"the worker {each}": answer for each, answer in answers.items()}}
