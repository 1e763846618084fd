# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Values that go through shared memory: stores and loads of the slice, and atomic operations on it.

A load tells which stores it read from; those that are not part of the slice yet will be (`prepare.py`). In a run that
is followed together with a longer one, a stored number may differ between the two; a load of just these bytes then
has the same shift.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from asyncir.analyses.kernels import arithmetic as ops
from asyncir.analyses.kernels.computations import WIDTHS, types_of
from asyncir.analyses.kernels.conditions import loaded, place_of
from asyncir.analyses.kernels.executing import At, set_register, touched_of
from asyncir.analyses.kernels.straight_code import value_of
from asyncir.analyses.kernels.trace import TENSOR_BASE, TouchedBytes
from asyncir.analyses.kernels.values import (
    DTYPES,
    MASKS,
    VARYING,
    Opaque,
    Value,
    as_signed,
    spread,
)
from asyncir.ptx.effects import Effect, Issue, MbarrierArrive, Synchronous
from asyncir.ptx.program import VectorOperand, registers_of

COPIED: Final = Opaque(False, frozenset())
"""What a copy brings: each place of it is a root of its own when it is loaded."""


def load_registers(at: At, effects: list[Effect]) -> None:
    """Results of an instruction with effects that the slice needs."""
    targets = at.machine.part.targets[at.site]
    touched = [t for e in effects if isinstance(e, Synchronous) for t in touched_of(at, e)]
    values = at.machine.values
    if any(t.mode == "update" for t in touched):
        return  # an atomic operation has set them
    read = touched[0] if len(touched) == 1 and touched[0].mode == "read" else None
    width = _width(at)
    whole = (
        read is not None and len(read.threads) == len(at.threads) and read.size * 8 == width * len(targets)
    )
    if values is None or read is None or not whole or read.proxy != "generic":
        if not any(isinstance(e, MbarrierArrive) for e in effects):
            for name in targets:
                set_register(at, name, _from_elsewhere(touched))
        return
    size = width // 8
    for place, name in enumerate(targets):
        if name is None or name not in at.machine.part.registers:
            continue
        register = max(at.machine.code.width(name), width)
        addresses = read.addresses + place * size
        found, writers = values.read(addresses, size, register)
        at.machine.missing_stores |= {w for w in writers if w >= 0 and w not in at.machine.part.stores}
        if _is_signed(at) and register > width:
            found = ops.convert(width, True, register, False, True)(found)
        set_register(at, name, found)
        if at.machine.relation is not None:
            at.machine.relation.loaded(at, name, addresses, size)


def _from_elsewhere(touched: list[TouchedBytes]) -> Opaque:
    """A value that no shared memory is kept of."""
    if not touched or touched[0].mode != "read":
        return VARYING
    return loaded(place_of("bytes", [t.addresses for t in touched], 0), _one_address(touched))


def _width(at: At) -> int:
    types = types_of(at.instruction)
    return WIDTHS.get(types[-1], 32) if types else 32


def _is_signed(at: At) -> bool:
    types = types_of(at.instruction)
    return bool(types) and types[-1][0] == "s"


def _one_address(touched: list[TouchedBytes]) -> bool:
    return len(touched) == 1 and len(np.unique(touched[0].addresses)) == 1 and touched[0].mode == "read"


def keep_values(at: At, effects: list[Effect]) -> None:
    """Values that shared memory keeps; what is written otherwise is not known from then on."""
    values = at.machine.values
    if at.machine.stored is not None:
        at.machine.stored(at, effects)
    if values is None:
        return
    for effect in effects:
        if not isinstance(effect, Synchronous | Issue):
            continue
        for touched in touched_of(at, effect):
            if touched.mode == "read" or int(touched.addresses.max()) >= TENSOR_BASE:
                continue
            if touched.mode == "update" and isinstance(effect, Synchronous):
                _update(at, touched)
                continue
            if at.machine.relation is not None:
                at.machine.relation.overwritten(touched.addresses, touched.size)
            parts = stored_parts(at) if isinstance(effect, Synchronous) else None
            if parts is None or touched.size % len(parts) or len(touched.threads) != len(at.threads):
                copied = COPIED if isinstance(effect, Issue) else VARYING
                values.write(at.site, touched.addresses, touched.size, copied, 64)
                continue
            size = touched.size // len(parts)
            for place, (name, value, width) in enumerate(parts):
                addresses = touched.addresses + place * size
                values.write(at.site, addresses, size, value, width)
                if at.machine.relation is not None and name:
                    at.machine.relation.stored(at, name, addresses, size)


def stored_parts(at: At) -> list[tuple[str, Value, int]] | None:
    """The values that a store of the slice writes, each with its register and width."""
    if at.site not in at.machine.part.stores or len(at.instruction.operands) != 2:
        return None
    source = at.instruction.operands[1]
    parts = source.elements if isinstance(source, VectorOperand) else (source,)
    width = _width(at)
    found: list[tuple[str, Value, int]] = []
    for part in parts:
        if part is None:
            return None
        names = list(registers_of(part))
        register = max([width, *(at.machine.code.width(n) for n in names)])
        value = at.pick_of(value_of(at.group.frame, part, width))
        found.append((names[0] if names else "", value, register))
    return found


# Atomic operations.


def _increment(old: int, bound: int) -> int:
    return 0 if old >= bound else old + 1


def _decrement(old: int, bound: int) -> int:
    return bound if old == 0 or old > bound else old - 1


UPDATES: Final[dict[str, Callable[[int, int], int]]] = {
    "add": lambda old, b: old + b,
    "and": lambda old, b: old & b,
    "or": lambda old, b: old | b,
    "xor": lambda old, b: old ^ b,
    "exch": lambda old, b: b,
    "min": min,
    "max": max,
    "inc": _increment,
    "dec": _decrement,
}


def _update(at: At, touched: TouchedBytes) -> None:
    """atom and red: thread after thread, where all numbers are known."""
    values = at.machine.values
    assert values is not None
    kind = next((m for m in at.instruction.modifiers if m in UPDATES or m == "cas"), None)
    targets = at.machine.part.targets[at.site]
    sources = [o for o in at.instruction.operands[1 + bool(targets) :] if o is not None]
    width = _width(at)
    known = (
        at.site in at.machine.part.stores
        and touched.size * 8 == width
        and len(touched.threads) == len(at.threads)
    )
    numbers = [at.pick_of(value_of(at.group.frame, s, width)) for s in sources]
    tagged = at.machine.relation is not None and bool(
        at.machine.part.roots_of_stores(at.site) & at.group.frame.tags.keys()
    )
    if kind is None or not known or not numbers or any(isinstance(n, Opaque) for n in numbers) or tagged:
        if at.site not in at.machine.part.stores:
            at.machine.missing_stores |= _readers(at, touched)
        values.write(at.site, touched.addresses, touched.size, VARYING, 64)
        for name in targets:
            set_register(at, name, VARYING)
        return
    count = len(at.threads)
    columns = [spread(n, width, count) for n in numbers]
    results = np.zeros(count, DTYPES[max(width, 32)])
    for thread in range(count):
        address = touched.addresses[thread : thread + 1]
        old, writers = values.read(address, touched.size, max(width, 32))
        at.machine.missing_stores |= {w for w in writers if w >= 0 and w not in at.machine.part.stores}
        if isinstance(old, Opaque):
            values.write(at.site, touched.addresses, touched.size, VARYING, 64)
            for name in targets:
                set_register(at, name, VARYING)
            return
        results[thread] = old
        operands = [int(c[thread]) for c in columns]
        values.write(
            at.site, address, touched.size, _updated(at, kind, int(old), operands, width), max(width, 32)
        )
    if any(name in at.machine.part.registers for name in targets):
        _note_order(at, touched)
    whole: Value = int(results[0]) if bool((results == results[0]).all()) else results
    for name in targets:
        set_register(at, name, whole)


def _note_order(at: At, touched: TouchedBytes) -> None:
    """Several threads get numbers from one place that decide something: other orders give them other numbers."""
    takers = at.machine.takers
    for address, thread in zip(touched.addresses.tolist(), touched.threads.tolist(), strict=True):
        if takers.setdefault(address, thread) != thread:
            where = at.machine.spot(at.site)
            at.machine.doubt()  # the order of such operations is no synchronisation here
            at.machine.leave_open(
                f"{where}: which thread gets which number hangs on the order of its operations"
            )


def _readers(at: At, touched: TouchedBytes) -> set[int]:
    """The operation itself, if the slice needs its result."""
    return {at.site} if at.site in at.machine.part.loads else set()


def _updated(at: At, kind: str, old: int, operands: list[int], width: int) -> int:
    if kind == "cas":
        return operands[1] if old == operands[0] else old
    if _is_signed(at) and kind in {"min", "max"}:
        return UPDATES[kind](as_signed(old, width), as_signed(operands[0], width)) & MASKS[width]
    return UPDATES[kind](old, operands[0]) & MASKS[width]
