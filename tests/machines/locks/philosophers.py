"""Dining philosophers, as processes that take forks: semaphores that hold one."""

from __future__ import annotations

from enum import Enum


class Manners(Enum):
    """How they take their forks."""

    LEFT_FIRST = "left first"
    """Each takes the one on the left first: all can hold one and wait for the other."""
    ORDERED = "ordered"
    """Each takes the one with the smaller number first."""
    WAITER = "waiter"
    """Left first, but one fewer than there are seats may sit down at once."""


def philosophers(number: int, manners: Manners, meals: int = 1) -> str:
    """A program: each of so many philosophers eats so often, and adds to the plates on both sides while he does."""
    constants = "".join(f"  %c{n} = arith.constant {n} : index\n" for n in range(max(number, meals + 1, 2)))
    room = f'  sync.signal "room"[0], {number - 1}\n' if manners is Manners.WAITER else ""
    who = "".join(_process(n, number, manners, meals) for n in range(number))
    return (
        f"func.func @main(%plates: memref<{number}xi64>) {{\n{constants}"
        f'  %one = arith.constant 1 : i64\n{room}{who}  sync.wait "done"[0], {number}\n  return\n}}\n'
    )


def _process(n: int, number: int, manners: Manners, meals: int) -> str:
    forks = [n, (n + 1) % number]
    if manners is Manners.ORDERED:
        forks.sort()
    lines: list[str] = []
    if manners is Manners.WAITER:
        lines.append('sync.wait "room"[0]')
    lines += [f'sync.wait "fork"[{fork}]' for fork in forks]
    for fork in forks:
        lines += [
            f"%x{fork} = memref.load %plates[%c{fork}] : memref<{number}xi64>",
            f"%y{fork} = arith.addi %x{fork}, %one : i64",
            f"memref.store %y{fork}, %plates[%c{fork}] : memref<{number}xi64>",
        ]
    lines += [f'sync.signal "fork"[{fork}]' for fork in forks]
    if manners is Manners.WAITER:
        lines.append('sync.signal "room"[0]')
    if meals > 1:
        lines = [f"scf.for %meal = %c0 to %c{meals} step %c1 {{", *(f"  {line}" for line in lines), "}"]
    body = "".join(f"    {line}\n" for line in (*lines, 'sync.signal "done"[0]'))
    return f'  sync.process on "p{n}" {{\n{body}  }}\n'
