# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that only wait: a test of a phase which, when it fails, comes back to itself and does nothing on the way.

Compilers print them in many shapes (a branch back on the negated predicate, a branch out and a jump back, a select and
a comparison in between). So the code behind a failed test is followed with the result as the only known value.
"""

from collections.abc import Mapping
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
    if test.result < 0:
        return goes_round(part, index, {})
    names = registers_of(part.kernel.body[index].operands[test.result])
    return goes_round(part, index, dict.fromkeys(names, False))


def goes_round(part: Slice, index: int, values: Mapping[str, Value]) -> bool:
    """Whether the code behind instruction `index` comes back to it, with nothing else happening, if its results are
    `values`.
    """
    body = part.kernel.body
    known = dict(values)
    pc = index + 1
    for _ in range(LONGEST):
        if pc == index:
            return True
        if pc >= len(body):
            return False
        instruction = body[pc]
        guard: Value = True
        if instruction.guard is not None:
            found = known.get(instruction.guard.register)
            if found is None:
                if part.is_step(pc):
                    return False
                known = {n: v for n, v in known.items() if n not in part.targets[pc]}
                pc += 1
                continue
            guard = invert_predicate(found) if instruction.guard.negated else found
        if not guard:
            pc += 1
        elif instruction.name == "bra" and instruction.target is not None:
            pc = instruction.target
        elif part.is_step(pc) or instruction.name in ENDS:
            return False
        else:
            _compute(part, pc, known)
            pc += 1
    return False


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
