# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that only wait: a test of a phase which, when it fails, comes back to itself and does nothing on the way.

Compilers print them in many shapes (a branch back on the negated predicate, a branch out and a jump back, a select and
a comparison in between). So the code behind a failed test is followed with the result as the only known value.
"""

from typing import Final

from asyncir.analyses.kernels.computations import Source
from asyncir.analyses.kernels.control_flow import ENDS
from asyncir.analyses.kernels.slicing import Slice
from asyncir.analyses.kernels.straight_code import invert_predicate
from asyncir.analyses.kernels.values import Opaque, Value
from asyncir.ptx.effects import MbarrierTest
from asyncir.ptx.program import Immediate, Negated, Register, registers_of

LONGEST: Final = 64
"""Instructions that are followed at most."""


def spins(part: Slice, index: int) -> bool:
    """Whether the test at `index` is tried again, with nothing else happening, as long as it fails."""
    test = next(e for e in part.effects[index] if isinstance(e, MbarrierTest))
    names = tuple(registers_of(part.kernel.body[index].operands[test.result])) if test.result >= 0 else ()
    return waits_only(part, index, dict.fromkeys(names, False), dict.fromkeys(names, True))


def goes_round(part: Slice, index: int, failed: dict[str, Value]) -> bool:
    """Whether instruction `index` comes again, with nothing else happening, if its results are `failed`."""
    return _ways_back(part, index, failed) is not None


def waits_only(part: Slice, index: int, failed: dict[str, Value], over: dict[str, Value]) -> bool:
    """Whether instruction `index` comes again as long as its results are `failed`, and it does not matter how often, once
    they are `over`.

    Branches of which nothing is known (a count of tries, a clock) may go either way: all ways come back. What is computed
    on the way (how often it was tried) must not be used once the test has not failed.
    """
    written = _ways_back(part, index, failed)
    if written is None:
        return False
    behind = _behind(part, index, over)
    return behind is not None and written.isdisjoint(part.live_at(behind))


def _ways_back(part: Slice, index: int, failed: dict[str, Value]) -> frozenset[str] | None:
    """The registers that are set between a test that fails and the next try; None where a way goes elsewhere."""
    work: list[tuple[int, dict[str, Value]]] = [(index + 1, failed)]
    seen: set[tuple[int, frozenset[tuple[str, object]]]] = set()
    written: set[str] = set()
    while work:
        pc, known = work.pop()
        key = (pc, frozenset((n, repr(v)) for n, v in known.items()))
        if pc == index or key in seen:
            continue
        seen.add(key)
        if len(seen) > LONGEST:
            return None
        ways = _steps(part, pc, known)
        if ways is None:
            return None
        written.update(n for n in part.targets[pc] if n is not None)
        work += ways
    return frozenset(written)


def _behind(part: Slice, index: int, found: dict[str, Value]) -> int | None:
    """Where the code goes on that does not know whether there was a test: behind the last branch that its result decides."""
    pc, known, last = index + 1, found, index + 1
    for _ in range(LONGEST):
        if pc >= len(part.kernel.body) or not known:
            return last
        ways = _steps(part, pc, dict(known))
        if ways is None or len(ways) != 1:
            return last
        decided = part.kernel.body[pc].name == "bra"
        ((pc, known),) = ways
        last = pc if decided else last
    return last


def _steps(part: Slice, pc: int, known: dict[str, Value]) -> list[tuple[int, dict[str, Value]]] | None:
    """Where it goes on behind `pc`, and what is known there; None where something happens, or the kernel ends."""
    if pc >= len(part.kernel.body):
        return None
    instruction = part.kernel.body[pc]
    guard: Value | None = True
    if instruction.guard is not None:
        guard = known.get(instruction.guard.register)
        if guard is not None and instruction.guard.negated:
            guard = invert_predicate(guard)
    branches = instruction.name == "bra" and instruction.target is not None
    if (part.is_step(pc) or pc in part.aligned or instruction.name in ENDS) and not branches:
        return None if guard is None or guard else [(pc + 1, known)]
    if guard is None:
        if branches and instruction.target is not None:
            return [(pc + 1, known), (instruction.target, known)]
        return [(pc + 1, {n: v for n, v in known.items() if n not in part.targets[pc]})]
    if not guard:
        return [(pc + 1, known)]
    if instruction.name == "bra" and instruction.target is not None:
        return [(instruction.target, known)]
    known = dict(known)
    _compute(part, pc, known)
    return [(pc + 1, known)]


def _compute(part: Slice, pc: int, known: dict[str, Value]) -> None:
    for name in part.targets[pc]:
        if name is not None and pc not in part.computations:
            known.pop(name, None)
    computation = part.computations.get(pc)
    if computation is None:
        return
    pairs = zip(computation.sources, computation.widths, strict=True)
    values = [_value(source, width, known) for source, width in pairs]
    results: tuple[Value, ...] = (None,) * len(computation.targets)
    if not computation.per_lane and all(v is not None for v in values):
        result = computation.function(*values)
        results = result if len(computation.targets) > 1 else (result,)
    for name, value in zip(computation.targets, results, strict=True):
        if name is None:
            continue
        if value is None or isinstance(value, Opaque):
            known.pop(name, None)
        else:
            known[name] = value


def _value(source: Source, width: int, known: dict[str, Value]) -> Value:
    match source:
        case Register(name):
            return known.get(name)
        case Negated(register):
            found = known.get(register.name)
            return None if found is None else invert_predicate(found)
        case Immediate(value):
            return value & ((1 << width) - 1)
        case _:
            return None
