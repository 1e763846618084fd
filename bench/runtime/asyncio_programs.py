"""The programs with asyncio's tasks and events: `python asyncio_programs.py PROGRAM THREADS SIZE`, see serve.py."""

from __future__ import annotations

import asyncio
import sys

from serve import serve


async def empty() -> None:
    """Nothing."""


def launch(size: int) -> list[asyncio.Task[None]]:
    """Empty tasks."""
    return [asyncio.create_task(empty()) for _ in range(size)]


async def spawn(size: int) -> int:
    """Empty tasks, launched by a function that does not wait for them."""
    tasks = launch(size)
    await asyncio.gather(*tasks)
    return sum(task.done() for task in tasks)


async def structured(size: int) -> int:
    """Tasks that set a byte each."""
    data = bytearray(size)

    async def set_byte(i: int) -> None:
        data[i] = 1

    await asyncio.gather(*[asyncio.create_task(set_byte(i)) for i in range(size)])
    return sum(data)


async def fib(n: int) -> int:
    """One recursive call in a task, the other made here."""
    if n < 2:
        return n
    left = asyncio.create_task(fib(n - 1))
    right = await fib(n - 2)
    return await left + right


async def chain(size: int) -> int:
    """Tasks that each wait for the one before."""
    count = 0

    async def link(before: asyncio.Task[None] | None) -> None:
        nonlocal count
        if before is not None:
            await before
        count += 1

    last = None
    for _ in range(size):
        last = asyncio.create_task(link(last))
    if last is not None:
        await last
    return count


async def pingpong(size: int) -> int:
    """Two tasks that wake each other."""
    ping, pong = asyncio.Event(), asyncio.Event()
    count = 0

    async def first() -> None:
        nonlocal count
        for _ in range(size):
            ping.set()
            await pong.wait()
            pong.clear()
            count += 1

    async def second() -> None:
        for _ in range(size):
            await ping.wait()
            ping.clear()
            pong.set()

    await asyncio.gather(first(), second())
    return count


PROGRAMS = {"fib": fib, "spawn": spawn, "structured": structured, "chain": chain, "pingpong": pingpong}


def main(name: str, size: int) -> None:
    """Answer."""
    returned = [0]

    def run() -> None:
        returned[0] = asyncio.run(PROGRAMS[name](size))

    serve(run, lambda: returned[0])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[3]))
