"""Words of compiled functions that Python does not have. Outside of these they do the same in plain Python, with asyncio."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from importlib import import_module
from typing import Any

# asyncio is imported where it is first used: it takes as long as all the rest of a first call.
_ASYNCIO = "asyncio"


def prange(*bounds: int) -> range:
    """A range whose turns may run at the same time, on all workers. In plain Python it is `range`.

    A turn may write to elements of arrays that no other turn touches. A variable from outside can only be reduced: `s += x`,
    `s *= x`, `s = min(s, x)`, `s = max(s, x)`.
    """
    return range(*bounds)


def pipelined(turns: range, *, stages: str | Sequence[int], async_stages: Sequence[int] = ()) -> range:
    """A range whose turns overlap in a software pipeline (docs/pipelines.md). In plain Python it is the range.

    `stages` has the stage of each statement of the body; `"optimal"` or `"list"` has the compiler find a schedule, by
    that method. What is in one of the `async_stages` is done by tasks.
    """
    return turns


def spawn(function: Callable[..., Coroutine[Any, Any, Any]], *arguments: Any) -> Awaitable[Any]:
    """Start `function(*arguments)` beside what follows; `await` what comes back to have the result."""
    return import_module(_ASYNCIO).ensure_future(function(*arguments))


async def sleep(delay: float) -> None:
    """Wait for so many seconds."""
    await import_module(_ASYNCIO).sleep(delay)


def timeout(delay: float | None) -> Any:
    """`async with asyncir.timeout(seconds)`: what takes longer is cancelled, and TimeoutError is raised behind the block.

    In plain Python it is `asyncio.timeout`. None: there is no limit.
    """
    return import_module(_ASYNCIO).timeout(delay)


async def gather(*coroutines: Awaitable[Any]) -> tuple[Any, ...]:
    """Run coroutines side by side: a tuple of what they give."""
    return tuple(await import_module(_ASYNCIO).gather(*coroutines))


async def as_completed(*awaitables: Any) -> AsyncIterator[Any]:
    """`async for r in asyncir.as_completed(f(1), f(2))`: the results, each as soon as it is ready. A list of calls
    will do, too.

    If one fails the others are cancelled, and an ExceptionGroup is raised; who leaves the loop leaves the others running
    to their end.
    """
    asyncio = import_module(_ASYNCIO)
    listed: Any = (
        awaitables[0] if len(awaitables) == 1 and type(awaitables[0]) in (list, tuple) else awaitables
    )
    tasks = [asyncio.ensure_future(one) for one in listed]
    for ready in asyncio.as_completed(tasks):
        try:
            result = await ready
        except BaseException as error:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            if not isinstance(error, Exception):
                raise
            failed = [one for one in ended if isinstance(one, Exception)]
            raise ExceptionGroup("unhandled errors in tasks", failed) from None
        yield result


class task_group:
    """`async with asyncir.task_group() as g`: what `g.spawn(f, ...)` starts has ended behind the block."""

    def __init__(self) -> None:
        self._group: Any = None

    async def __aenter__(self) -> task_group:
        self._group = import_module(_ASYNCIO).TaskGroup()
        await self._group.__aenter__()
        return self

    async def __aexit__(self, *what: Any) -> Any:
        return await self._group.__aexit__(*what)

    def spawn(self, function: Callable[..., Coroutine[Any, Any, Any]], *arguments: Any) -> Awaitable[Any]:
        """Start `function(*arguments)` in the group."""
        return self._group.create_task(function(*arguments))
