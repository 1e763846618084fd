# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How a register of one run differs from the same register of a run with more trips: the rules.

Two runs that take the same way through the code are compared instruction by instruction. A register's *shift* is what
the second run has more in it, the same for all threads; none means equal. A rule gives the shift of a result, or a
text that says why there is none (the register is then not comparable; that matters only if something is decided by
it). Each rule holds for k times the shift with any k ≥ 0 as well: a comparison is taken to come out the same only if
the shift moves its sides further apart in the direction in which they are.

Sums, products with constants and left shifts are exact modulo the range of their numbers. Comparisons, right shifts and
divisions are not: they have a rule only where no side leaves half of its range within `TURNS` times the shift. Behind so
many periods values are assumed not to wrap around.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.computations import WIDTHS, Computation, types_of
from asyncir.analyses.kernels.values import (
    MASKS,
    Opaque,
    ThreadShifts,
    Value,
    as_signed,
    is_array,
    shift_from,
)
from asyncir.ptx.program import PtxInstruction

Shift = int | str | ThreadShifts
"""What the other run has more (one number for all threads, or one for each), or why that is not known."""


def normal(shift: Shift, width: int) -> Shift:
    """The shift as a signed number of `width` bits."""
    if isinstance(shift, str) or width <= 1:
        return shift
    if isinstance(shift, ThreadShifts):
        return shift_from(shift.each << (64 - width) >> (64 - width))
    half = 1 << (width - 1)
    return (shift + half) % (1 << width) - half


def added(a: Shift, b: Shift) -> Shift:
    """The sum of two shifts."""
    if isinstance(a, str) or isinstance(b, str):
        return a if isinstance(a, str) else b
    left = a.each if isinstance(a, ThreadShifts) else a
    right = b.each if isinstance(b, ThreadShifts) else b
    total = left + right
    return total if isinstance(total, int) else shift_from(total)


def chosen(condition: Value, yes: Shift, no: Shift) -> Shift | None:
    """For each thread one of two shifts; None where one of them is not known and they differ."""
    if not is_array(condition):
        return yes if condition else no
    if yes == no:
        return str(yes) if isinstance(yes, str) else yes
    if isinstance(yes, str) or isinstance(no, str):
        return None
    left = yes.each if isinstance(yes, ThreadShifts) else np.int64(yes)
    right = no.each if isinstance(no, ThreadShifts) else np.int64(no)
    return shift_from(np.where(condition, left, right))


def times(shift: Shift, factor: int) -> Shift:
    """The shift of a product with a constant."""
    if isinstance(shift, str):
        return shift
    if isinstance(shift, ThreadShifts):
        low = normal(factor, 64)
        return shift_from(shift.each * np.int64(low if isinstance(low, int) else 0))
    return shift * factor


EACH_THREAD: Final = frozenset(
    {"add", "sub", "neg", "not", "mul", "mad", "shl", "mov", "cvt", "selp", "setp", "ld"}
)
"""Operations whose rules can take a shift for each thread."""


def shifts_of(
    computation: Computation, values: Sequence[Value], shifts: Sequence[Shift], results: Sequence[Value]
) -> list[Shift]:
    """Shifts of the results, from the values and shifts of the sources."""
    instruction = computation.instruction
    count = len(computation.targets)
    rule = _RULES.get(instruction.name)
    unknown = next((s for s in shifts if isinstance(s, str)), None)
    if all(isinstance(r, Opaque) for r in results):
        return [0] * count
    if unknown is not None and instruction.name != "selp" and not _continues(instruction, shifts):
        return [str(unknown)] * count
    if not any(shifts):
        return [0] * count
    if _is_narrow(computation, shifts):
        return [_why(instruction, "a number of fewer than 32 bits wraps around soon")] * count
    if instruction.name in _ORDERED and _wraps(computation, values, shifts):
        return [_why(instruction, f"a number wraps around within {TURNS} periods")] * count
    if any(isinstance(s, ThreadShifts) for s in shifts) and instruction.name not in EACH_THREAD:
        return [_why(instruction, "threads differ by different numbers")] * count
    if rule is None:
        return [f"'{instruction.opcode}' has no rule for it"] * count
    combined = (
        _combined(instruction, values, shifts) if instruction.name in {"add", "sub", "shl", "mov"} else None
    )
    found = rule(instruction, values, shifts) if combined is None else combined
    found = found if isinstance(found, list) else [found] * count
    types = types_of(instruction)
    wide = 2 if "wide" in instruction.modifiers else 1
    width = WIDTHS.get(types[0 if instruction.name == "cvt" else -1], 64) * wide if types else 64
    return [normal(s, min(width, 64)) if instruction.name != "mov" else s for s in found]


TURNS: Final = 1 << 16
"""So many periods no number wraps around that is compared, divided or shifted right."""

_ORDERED: Final = frozenset({"setp", "shr", "div", "rem", "min", "max", "abs"})
"""Operations that are not exact modulo the range of their numbers."""


def _wraps(computation: Computation, values: Sequence[Value], shifts: Sequence[Shift]) -> bool:
    """Whether a number that differs comes to half of its range within `TURNS` times the shift."""
    types = types_of(computation.instruction)
    width = WIDTHS.get(types[-1], 64) if types else 64
    for value, shift in zip(values[:2], shifts[:2], strict=False):
        if not shift or isinstance(value, Opaque) or not isinstance(shift, int | ThreadShifts) or width <= 1:
            continue
        apart = abs(shift) if isinstance(shift, int) else int(np.abs(shift.each).max())
        signed = np.asarray(as_signed(value, width), dtype=object)
        if apart * TURNS + max(abs(int(signed.min())), abs(int(signed.max()))) >= 1 << (width - 1):
            return True
    return False


def _is_narrow(computation: Computation, shifts: Sequence[Shift]) -> bool:
    """Whether numbers of fewer than 32 bits differ in an operation that is not exact modulo their range."""
    instruction = computation.instruction
    exact = instruction.name in {"add", "sub", "neg", "not", "shl", "mov", "cvt", "ld"} or (
        instruction.name in {"mul", "mad"} and "lo" in instruction.modifiers
    )
    return not exact and any(1 < w < 32 and s for w, s in zip(computation.widths, shifts, strict=True))


def _continues(instruction: PtxInstruction, shifts: Sequence[Shift]) -> bool:
    """Whether it is the second step of a division by a constant, or exact in the low bits that are known."""
    if instruction.name == "shr":
        return isinstance(shifts[0], ScaledShift) and not shifts[1]
    known = all(isinstance(s, int | LowShift) for s in shifts)
    return known and instruction.name in {"add", "sub", "shl", "mov"}


_Rule = Callable[[PtxInstruction, Sequence[Value], Sequence[Shift]], "Shift | list[Shift]"]


def _why(instruction: PtxInstruction, text: str) -> str:
    return f"'{instruction.opcode}' (line {instruction.spot.line}): {text}"


def _number(shift: Shift) -> int:
    return shift if isinstance(shift, int) else 0


def _keep(instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]) -> Shift:
    if any(shifts[1:]):
        return _why(instruction, "an operand that it cannot depend on differs")
    return shifts[0]


def _convert(instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]) -> Shift:
    if "sat" in instruction.modifiers:
        return _why(instruction, "it may come to its bound")
    types = types_of(instruction)
    source = WIDTHS[types[-1]]
    if source >= 32 or WIDTHS[types[0]] <= source:
        return shifts[0]
    cut = normal(shifts[0], source)
    return 0 if cut == 0 else _why(instruction, "a number of fewer than 32 bits wraps around soon")


def _add(instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]) -> Shift:
    return added(shifts[0], shifts[1])


def _subtract(instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]) -> Shift:
    return added(shifts[0], times(shifts[1], -1))


def _negate(instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]) -> Shift:
    return times(shifts[0], -1)


class LowShift(str):
    """A shift of which only the lowest `bits` bits are known (`low`): a compiler has cut the upper ones with a mask,
    because a left shift drops them later on. It is no shift by itself, so that it is also the text that says so.
    """

    __slots__ = ("bits", "low")
    bits: int
    low: int

    @staticmethod
    def make(low: int, bits: int, width: int, text: str) -> Shift:
        """The shift, if all bits of the register are known."""
        if bits >= width:
            return normal(low, width)
        found = LowShift(text)
        found.low, found.bits = low % (1 << bits), bits
        return found

    @staticmethod
    def of(shift: Shift, width: int) -> tuple[int, int]:
        """The low bits of a shift, and how many of them are known."""
        return (shift.low, shift.bits) if isinstance(shift, LowShift) else (_number(shift), width)


def _combined(instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]) -> Shift | None:
    """The rules of add, sub, shl and mov where only low bits of a shift are known; None where all bits are."""
    text = next((s for s in shifts if isinstance(s, LowShift)), None)
    types = types_of(instruction)
    if text is None:
        return None
    width = WIDTHS.get(types[-1], 32) if types else 32
    (low, bits), (other, more) = (LowShift.of(s, width) for s in (*shifts, 0)[:2])
    if instruction.name == "shl":
        by = values[1] if isinstance(values[1], int) and not shifts[1] else -1
        return str(text) if by < 0 else LowShift.make(low << by, bits + by, width, text)
    sign = -1 if instruction.name == "sub" else 1
    return LowShift.make(low + sign * other, min(bits, more), width, text)


class ScaledShift(str):
    """Of ⌊x · factor / 2^bits⌋, where x differs by `base`: a step of a division by a constant, which compilers write as
    a product and a right shift. It is no shift by itself, so that it is also the text that says so.
    """

    __slots__ = ("base", "bits", "factor")
    base: int
    factor: int
    bits: int

    @staticmethod
    def make(base: int, factor: int, bits: int, text: str) -> Shift:
        """The shift, if this is x / d for some d that divides `base`.

        With e = factor · d - 2^bits, the result is ⌊x / d⌋ for all x with x · e < 2^bits; x is below 2^31.
        """
        divisor = round((1 << bits) / factor) if factor > 0 else 0
        excess = factor * divisor - (1 << bits)
        if divisor and 0 <= excess << 31 <= 1 << bits and base % divisor == 0:
            return base // divisor
        found = ScaledShift(text)
        found.base, found.factor, found.bits = base, factor, bits
        return found


def _divides(value: Value, shift: int, bits: int) -> int | None:
    """The shift of ⌊value / 2^bits⌋ where value is x times the factor of a division by a small constant."""
    for divisor in range(3, 128):
        factor = -(-(1 << bits) // divisor)
        excess = factor * divisor - (1 << bits)
        if excess << 31 > 1 << bits or shift % (factor * divisor):
            continue
        if not bool(np.any(np.asarray(value) % factor)):
            return shift // (factor * divisor)
    return None


def _multiply(instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]) -> Shift:
    if shifts[0] and shifts[1]:
        return _why(instruction, "both factors differ")
    shift, factor = (shifts[0], values[1]) if shifts[0] else (shifts[1], values[0])
    if not shift:
        return 0
    if not isinstance(factor, int):
        return _why(instruction, "the factor is not the same for all threads")
    types = types_of(instruction)
    width = WIDTHS[types[-1]] if types else 32
    if types and types[-1][0] == "s":
        factor = as_signed(factor, width)
    if "hi" in instruction.modifiers and isinstance(shift, ThreadShifts):
        return _why(instruction, "threads differ by different numbers")
    if "hi" in instruction.modifiers:
        text = _why(instruction, "the upper half of a product differs in no simple way")
        return ScaledShift.make(_number(shift), factor, width, text)
    return times(shift, factor)


def _multiply_add(instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]) -> Shift:
    product = _multiply(instruction, values[:2], shifts[:2])
    return added(str(product) if isinstance(product, str) else product, shifts[2])


def _shift_left(instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]) -> Shift:
    if shifts[1] or not isinstance(values[1], int):
        return _why(instruction, "it is shifted by a number that is not the same in all threads and runs")
    return times(shifts[0], 1 << min(values[1], 64))


def _shift_right(instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]) -> Shift:
    if shifts[1] or not isinstance(values[1], int):
        return _why(instruction, "it is shifted by a number that is not the same in all threads and runs")
    types = types_of(instruction)
    width = WIDTHS.get(types[-1], 32) if types else 32
    shift, by = shifts[0], min(values[1], 64)
    if isinstance(shift, ScaledShift):
        positive = shift.base * shift.factor > 0 and not bool(np.any(as_signed(values[0], width) < 0))
        if by >= width - 1 and positive:
            return 0  # the sign, of numbers that stay positive
        return ScaledShift.make(shift.base, shift.factor, shift.bits + by, str(shift))
    number = _number(shift)
    if number % (1 << by) == 0:
        return number >> by
    if by >= width - 1 and number > 0 and not bool(np.any(as_signed(values[0], width) < 0)):
        return 0  # the sign, of numbers that stay positive
    divided = _divides(values[0], number, by)
    return _exact(instruction, number, 1 << by) if divided is None else divided


def _exact(instruction: PtxInstruction, shift: int, divisor: int) -> Shift:
    if shift % divisor:
        return _why(instruction, f"what it differs by, {shift}, is no multiple of {divisor}")
    return shift // divisor


def _divide(instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]) -> Shift:
    types = types_of(instruction)
    if shifts[1] or not isinstance(values[1], int) or not values[1]:
        return _why(instruction, "the divisor is not the same in all threads and runs")
    shift = _number(shifts[0])
    signed = bool(types) and types[-1][0] == "s"
    divisor = as_signed(values[1], WIDTHS[types[-1]]) if signed else values[1]
    if signed and (shift < 0 or divisor < 0 or bool(np.any(as_signed(values[0], WIDTHS[types[-1]]) < 0))):
        return _why(instruction, "negative numbers are divided")
    found = _exact(instruction, shift, divisor)
    return found if isinstance(found, str) or instruction.name == "div" else 0


def _and(instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]) -> Shift:
    if shifts[0] and shifts[1]:
        return _why(instruction, "both operands differ")
    shift, mask = (shifts[0], values[1]) if shifts[0] else (shifts[1], values[0])
    number = _number(shift)
    if not isinstance(mask, int):
        return 0 if number % _above(mask) == 0 else _why(instruction, "the mask differs between threads")
    if number % (1 << mask.bit_length()) == 0:
        return 0
    types = types_of(instruction)
    low = ~mask & MASKS[WIDTHS.get(types[-1], 32) if types else 32]
    if low & (low + 1) == 0 and number % (low + 1) == 0:
        return number
    why = _why(instruction, f"the mask {mask:#x} cuts what differs, {number}")
    bits = mask.bit_length()
    hole = ~mask & ((1 << bits) - 1)
    if hole & (hole + 1) == 0 and number % (hole + 1) == 0:  # ones, and zeros below them that do not matter
        return LowShift.make(number, bits, WIDTHS.get(types[-1], 32) if types else 32, why)
    return why


def _above(value: Value) -> int:
    """The least power of two that is more than all of it."""
    largest = int(value.max()) if is_array(value) else int(value)
    return 1 << largest.bit_length()


def _or(instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]) -> Shift:
    if shifts[0] and shifts[1]:
        return _why(instruction, "both operands differ")
    shift, other = (shifts[0], values[1]) if shifts[0] else (shifts[1], values[0])
    number = _number(shift)
    if isinstance(other, Opaque) or number % _above(other):
        return _why(instruction, "bits are set where it differs")
    return number


def _bit_field(instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]) -> Shift:
    if any(shifts[1:]) or not isinstance(values[1], int) or not isinstance(values[2], int):
        return _why(instruction, "its place is not the same in all threads and runs")
    found = _exact(instruction, _number(shifts[0]), 1 << (values[1] & 255))
    if not isinstance(found, int):
        return found
    if found % (1 << (values[2] & 255)) == 0:
        return 0
    return _why(instruction, "the field is too narrow for what differs")


def _extreme(instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]) -> Shift:
    if shifts[0] == shifts[1]:
        return shifts[0]
    name = "le" if instruction.name == "min" else "ge"
    outcome = stable(instruction, name, values, _number(shifts[0]) - _number(shifts[1]), _falls(shifts))
    if outcome is None or bool(np.any(outcome)) != bool(np.all(outcome)):
        return _why(instruction, "which of the two it takes may differ")
    return shifts[0] if bool(np.all(outcome)) else shifts[1]


def _falls(shifts: Sequence[Shift]) -> bool:
    return all(isinstance(s, int) and s <= 0 for s in shifts[:2])


def _absolute(instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]) -> Shift:
    types = types_of(instruction)
    shift = _number(shifts[0])
    if shift < 0 or bool(np.any(as_signed(values[0], WIDTHS[types[-1]]) < 0)):
        return _why(instruction, "the sign may differ")
    return shift


def _select(instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]) -> Shift:
    yes, no, condition = shifts
    if condition:
        return condition if isinstance(condition, str) else _why(instruction, "what it chooses by differs")
    found = chosen(values[2], yes, no) if not isinstance(values[2], Opaque) or yes == no else None
    return (
        found
        if found is not None
        else _why(instruction, "threads that choose the one and the other differ by different numbers")
    )


def stable(
    instruction: PtxInstruction,
    name: str,
    values: Sequence[Value],
    distance: int | NDArray[np.int64],
    falls: bool = False,
) -> Value:
    """The outcome of a comparison if it stays the same for a left side that has any multiple of `distance` more; None
    if it may change. `falls`: neither side has more, both have less or the same.
    """
    types = types_of(instruction)
    width = WIDTHS[types[-1]]
    signed = name in {"eq", "ne"} or (types[-1][0] == "s" and name not in {"lo", "ls", "hi", "hs"})
    moves = bool(np.any(distance))
    high = [np.asarray(v) >> (width - 1) for v in values[:2]]
    if not signed and moves and any(bool(np.any(h)) for h in high):
        if not falls or not all(bool(np.all(h)) for h in high):
            return None  # a number that is about to wrap, or a negative one
        signed = True  # negative numbers among themselves, which stay so
    sides = [as_signed(v, width) if signed else v for v in values[:2]]
    left, right = (v.astype(object) if is_array(v) else v for v in sides)
    gap = left - right
    name = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}.get(name, name)
    compared: dict[str, Value] = {
        "lt": gap < 0,
        "le": gap <= 0,
        "gt": gap > 0,
        "ge": gap >= 0,
        "eq": gap == 0,
        "ne": gap != 0,
    }
    outcome = compared[name]
    gaps = np.atleast_1d(np.asarray(gap, dtype=object))
    outcomes = np.atleast_1d(np.asarray(outcome, dtype=bool))
    if not moves:
        return outcomes
    up, down = np.atleast_1d(np.asarray(distance)) > 0, np.atleast_1d(np.asarray(distance)) < 0
    if name in {"eq", "ne"}:
        wrong = (up & (gaps <= 0)) | (down & (gaps >= 0))
    else:
        grows = name in {"gt", "ge"}
        wrong = (up & (outcomes != grows)) | (down & (outcomes == grows))
    return None if bool(np.any(wrong)) else outcomes


def _compare(instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]) -> Shift:
    if len(shifts) > 2 and shifts[2]:
        return shifts[2] if isinstance(shifts[2], str) else _why(instruction, "a predicate differs")
    apart = added(shifts[0], times(shifts[1], -1))
    if apart == 0 or isinstance(apart, str):
        return apart
    distance = apart.each if isinstance(apart, ThreadShifts) else apart
    if any(isinstance(v, Opaque) for v in values[:2]):
        return 0
    if stable(instruction, instruction.modifiers[0], values, distance, _falls(shifts)) is None:
        return _why(instruction, f"its outcome changes when the sides move by {apart}")
    return 0


def _move(
    instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]
) -> Shift | list[Shift]:
    types = types_of(instruction)
    width = WIDTHS.get(types[-1], 64) if types else 64
    if len(values) > 1 and any(isinstance(s, ThreadShifts) for s in shifts):
        return _why(instruction, "threads differ by different numbers")
    if len(values) > 1:
        each = width // len(values)
        for value, shift in zip(values[:-1], shifts[:-1], strict=True):
            if shift and (_number(shift) < 0 or bool(np.any(as_signed(value, each) < 0)) or each < 32):
                return _why(instruction, "a carry may go into the upper part")
        return normal(sum(_number(s) << (each * k) for k, s in enumerate(shifts)), width)
    operand = instruction.operands[0]
    count = len(getattr(operand, "elements", ()) or (None,))
    if count == 1:
        return shifts[0]
    if isinstance(shifts[0], ThreadShifts):
        return _why(instruction, "threads differ by different numbers")
    each = width // count
    number = _number(shifts[0])
    parts: list[Shift] = [normal(number, each)]
    for k in range(1, count):
        exact = number % (1 << (each * k)) == 0
        why = _why(instruction, "a carry may go into the upper part")
        parts.append(normal(number >> (each * k), each) if exact else why)
    return parts


def _load(
    instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]
) -> Shift | list[Shift]:
    return list(shifts)


def _shuffle(
    instruction: PtxInstruction, values: Sequence[Value], shifts: Sequence[Shift]
) -> Shift | list[Shift]:
    if any(shifts[1:]):
        return _why(instruction, "the lane that it reads from differs")
    return [shifts[0], 0]


_RULES: Final[dict[str, _Rule]] = {
    "mov": _move,
    "ld": _load,
    "cvta": _keep,
    "cvt": _convert,
    "add": _add,
    "sub": _subtract,
    "neg": _negate,
    "not": _negate,
    "mul": _multiply,
    "mad": _multiply_add,
    "shl": _shift_left,
    "shr": _shift_right,
    "div": _divide,
    "rem": _divide,
    "and": _and,
    "or": _or,
    "xor": _or,
    "bfe": _bit_field,
    "min": _extreme,
    "max": _extreme,
    "abs": _absolute,
    "selp": _select,
    "setp": _compare,
    "shfl": _shuffle,
}
