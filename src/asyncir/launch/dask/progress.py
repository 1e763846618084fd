"""A bar on the terminal that says how much of a graph is done: Dask counts, rich draws."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from asyncir.diagnostics import failure
from asyncir.launch.dask.library import distributed
from asyncir.launch.dask.running import on_loop


@contextmanager
def progress_bar(client: Any, keys: list[str], label: str) -> Generator[None]:
    """Draw the bar on standard error while the tasks behind these keys are executed."""
    try:
        rich: Any = import_module("rich.progress")
        console: Any = import_module("rich.console").Console(stderr=True)
    except ModuleNotFoundError as error:
        message = "a progress bar needs the package 'rich', which is not installed"
        raise failure("C070", message, "pip install 'asyncir[dask]'") from error
    columns = (
        rich.TextColumn("{task.description}"),
        rich.BarColumn(),
        rich.MofNCompleteColumn(),
        rich.TimeElapsedColumn(),
    )
    with rich.Progress(*columns, console=console, transient=True) as shown:
        task = shown.add_task(label, total=None)

        def draw(remaining: int, all: int) -> None:
            shown.update(task, total=all, completed=all - remaining)

        listening = on_loop(client, _counting(client, keys, draw).listen)
        try:
            yield
        finally:
            listening.cancel()


def wanted() -> bool:
    """Whether there is a terminal to draw on."""
    return sys.stderr is not None and sys.stderr.isatty()  # pyright: ignore[reportUnnecessaryComparison]


def _counting(client: Any, keys: list[str], draw: Any) -> Any:
    base: Any = import_module("distributed.diagnostics.progressbar").ProgressBar

    class Counting(base):
        """Dask's own, which hears how many of the tasks remain."""

        def _draw_bar(self, remaining: int, all: int, **_: Any) -> None:
            draw(remaining, all)

    futures = [distributed().Future(key, client) for key in keys]
    return Counting(futures, client.scheduler.address, interval="100ms", complete=True)
