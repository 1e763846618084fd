"""What a program on a machine executes of signals, waits and barriers, and whether it is right."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from asyncir.dialects.effects import is_memory
from asyncir.dialects.memref_layout import shape_of
from asyncir.ir import IntegerType, ModuleOp
from asyncir.semantics.machines.engine import Played, Player
from asyncir.source.text import parse_module, print_module
from asyncir.targets.machine import MachineModel

ORDERS = ("earliest", "latest", "seed:1", "seed:2", "seed:3")

_TELLS = {
    "sync.signal": ("printOpen", "("),
    "sync.wait": ("printClose", ")"),
    "sync.barrier on": ("printComma", ","),
    "sync.barrier": ("printNewline", "\n"),
}
"""By how the op begins: what the process prints behind it, and a character that is printed for nothing else."""

_OP = re.compile(rf"^ *({'|'.join(_TELLS)})\b.*$", re.MULTILINE)


@dataclass(frozen=True)
class Executed:
    """How many of each were executed."""

    signals: int = 0
    waits: int = 0
    engine_barriers: int = 0
    barriers: int = 0
    """Of all engines."""

    @property
    def blocking(self) -> int:
        """All that may hold somebody up."""
        return self.waits + self.engine_barriers + self.barriers

    def __str__(self) -> str:
        return f"{self.waits} + {self.engine_barriers} + {self.barriers}"

    def __add__(self, other: Executed) -> Executed:
        mine, others = vars(self), vars(other)
        return Executed(**{name: mine[name] + others[name] for name in mine})


def executed(module: ModuleOp, machine: MachineModel, scalars: Sequence[int]) -> Executed:
    """Count what the call executes. The process prints something behind each op, so its own path is what counts."""
    text = _OP.sub(
        lambda found: f"{found[0]}\nfunc.call @{_TELLS[found[1]][0]}() : () -> ()", print_module(module)
    )
    declared = "".join(f"func.func private @{printer}()\n" for printer, _ in _TELLS.values())
    counted = parse_module(text.replace("func.func @f(", f"{declared}func.func @f(", 1), "counted")
    played = Player(counted, "f", machine, with_data=False).play(arguments(counted, scalars))
    return Executed(*(played.output.count(told) for _, told in _TELLS.values()))


def cycles(module: ModuleOp, machine: MachineModel, scalars: Sequence[int]) -> int:
    """How long the call takes by the costs of the machine's description."""
    played = Player(module, "f", machine, with_data=False).play(arguments(module, scalars), "timed")
    assert played.run is not None
    return played.run.cycles


def arguments(module: ModuleOp, scalars: Sequence[int]) -> list[Any]:
    """What `f` is called with: arrays of small numbers, and the scalars in their order."""
    function = next(op for op in module.ops if op.regions and op.regions[0].blocks)
    rest = iter(scalars)
    found: list[Any] = []
    for number, argument in enumerate(function.regions[0].blocks[0].args):
        if not is_memory(argument.type):
            scalar = next(rest)
            found.append(bool(scalar) if argument.type == IntegerType(1) else scalar)
            continue
        memref: Any = argument.type
        shape = [extent or 0 for extent in shape_of(memref)]
        numbers = np.arange(math.prod(shape)).reshape(shape) * 7 + number
        whole = isinstance(memref.element_type, IntegerType)
        found.append((numbers % 4).astype(np.int64) if whole else (numbers % 11 / 8).astype(np.float32))
    return found


def results(
    module: ModuleOp,
    machine: MachineModel,
    calls: Sequence[Sequence[int]],
    orders: Sequence[str] = ("earliest",),
) -> Iterator[tuple[Sequence[int], str, str, list[Any]]]:
    """Of each call in each order: what is wrong with it, and the arrays behind it."""
    player = Player(module, "f", machine)
    for call in calls:
        for order in orders:
            given = arguments(module, call)
            played = player.play(given, order)
            yield call, order, wrong(played), given


def faults(
    module: ModuleOp,
    plain: ModuleOp,
    machine: MachineModel,
    calls: Sequence[Sequence[int]],
    orders: Sequence[str] = ORDERS,
) -> list[str]:
    """What is wrong with a program: by itself, or since it comes to something else than `plain` in order."""
    wanted = {tuple(call): arrays for call, _, _, arrays in results(plain, machine, calls)}
    found: list[str] = []
    for call, order, what, arrays in results(module, machine, calls, orders):
        pairs = zip(arrays, wanted[tuple(call)], strict=True)
        same = all(np.array_equal(ours, theirs) for ours, theirs in pairs)
        if what or not same:
            found.append(f"{tuple(call)} {order}: {what or 'other numbers'}")
    return found


def wrong(played: Played) -> str:
    """What is wrong with what was played, in a line; nothing: empty."""
    first = next(iter(played.diagnostics), None)
    return "" if first is None else f"{first.code} {first.message}"
