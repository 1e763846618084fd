"""Rules for shifts: what they claim is compared with the operation on shifted values, once, twice, three times."""

import random

import numpy as np
import pytest

from asyncir.analyses.kernels.computations import computation_of, targets_of
from asyncir.analyses.kernels.shifts import Shift, added, chosen, normal, shifts_of, stable, times
from asyncir.analyses.kernels.values import DTYPES, UNIFORM, ThreadShifts, Value, is_array, shift_from
from asyncir.ptx.program import PtxInstruction
from tests.analyses.kernels.programs import module_of

# text, and for each operand: r or d a value that may be shifted, n a small constant, m a mask, p a predicate
ROWS = [
    ("add.s32 %r0, A, B", "rr"),
    ("sub.s32 %r0, A, B", "rr"),
    ("neg.s32 %r0, A", "r"),
    ("not.b32 %r0, A", "r"),
    ("mul.lo.s32 %r0, A, B", "rn"),
    ("mul.wide.s32 %rd0, A, B", "rn"),
    ("mul.wide.u32 %rd0, A, B", "rn"),
    ("mad.lo.s32 %r0, A, B, C", "rnr"),
    ("mad.wide.u32 %rd0, A, B, C", "rnd"),
    ("shl.b32 %r0, A, B", "rn"),
    ("shr.u32 %r0, A, B", "rn"),
    ("shr.s32 %r0, A, B", "rn"),
    ("div.s32 %r0, A, B", "rn"),
    ("div.u32 %r0, A, B", "rn"),
    ("rem.u32 %r0, A, B", "rn"),
    ("rem.s32 %r0, A, B", "rn"),
    ("and.b32 %r0, A, B", "rm"),
    ("and.b32 %r0, A, B", "rr"),
    ("or.b32 %r0, A, B", "rn"),
    ("xor.b32 %r0, A, B", "rn"),
    ("bfe.u32 %r0, A, B, C", "rnn"),
    ("min.s32 %r0, A, B", "rr"),
    ("max.u32 %r0, A, B", "rr"),
    ("abs.s32 %r0, A", "r"),
    ("selp.b32 %r0, A, B, C", "rrp"),
    ("setp.lt.s32 %p0, A, B", "rr"),
    ("setp.le.u32 %p0, A, B", "rr"),
    ("setp.gt.s32 %p0, A, B", "rr"),
    ("setp.ge.s64 %p0, A, B", "dd"),
    ("setp.eq.s32 %p0, A, B", "rr"),
    ("setp.ne.b32 %p0, A, B", "rr"),
    ("setp.lt.and.s32 %p0, A, B, C", "rrp"),
    ("cvt.u64.u32 %rd0, A", "r"),
    ("cvt.s64.s32 %rd0, A", "r"),
    ("cvt.u32.u64 %r0, A", "d"),
    ("mov.b32 %r0, A", "r"),
    ("mov.b64 %rd0, {A, B}", "rr"),
    ("mul.hi.u32 %r0, A, B", "rn"),
    ("lop3.b32 %r0, A, B, C, 0xca", "rrr"),
    ("popc.b32 %r0, A", "r"),
]
WIDTHS = {"r": 32, "d": 64, "n": 32, "m": 32, "p": 1}


def instruction_of(text: str, kinds: str) -> PtxInstruction:
    written = text
    for place, kind in enumerate(kinds):
        name = {"d": "%rd", "p": "%p"}.get(kind, "%r")
        written = written.replace("ABCD"[place], f"{name}{place + 1}", 1)
    return module_of(f"{written}; ret;").kernels[0].body[0]


def drawn(kind: str, random_: random.Random, threads: int) -> tuple[Value, Shift]:
    if kind == "p":
        values = np.array([random_.random() < 0.5 for _ in range(threads)])
        return (values if random_.random() < 0.5 else bool(values[0])), 0
    if kind == "n":
        return random_.choice([1, 2, 3, 4, 5, 7]), 0
    if kind == "m":
        return random_.choice([3, 7, 31, 0xFFFFFFF0, 0xFFFFFFFC, 12]), 0
    dtype = DTYPES[WIDTHS[kind]]
    values = np.array([random_.randrange(0, 4000) for _ in range(threads)], dtype)
    steps = [0, 0, 1, 2, 4, 5, 12, 16, 32, 60, -1, -4, -32]
    if random_.random() < 0.25:
        return values, shift_from(np.array([random_.choice(steps) for _ in range(threads)], np.int64))
    shift = random_.choice(steps)
    return (values if random_.random() < 0.6 else int(values[0])), shift


def moved(value: Value, shift: Shift, k: int, width: int, threads: int) -> Value:
    """The value in a run with k times more."""
    assert not isinstance(shift, str)
    each = shift.each if isinstance(shift, ThreadShifts) else np.full(threads, shift)
    if isinstance(value, bool) or (is_array(value) and value.dtype == np.bool_):
        return value
    numbers = value.astype(np.int64) if is_array(value) else np.full(threads, value)
    total = numbers + k * each
    return (total & ((1 << width) - 1 if width < 64 else -1)).astype(DTYPES[width])


def as_array(value: Value, threads: int) -> np.ndarray:
    return value if is_array(value) else np.array([value] * threads)


@pytest.mark.parametrize(("text", "kinds"), ROWS, ids=[f"{text.split()[0]}-{kinds}" for text, kinds in ROWS])
def test_a_rule_says_what_happens(text: str, kinds: str) -> None:
    instruction = instruction_of(text, kinds)
    computation = computation_of(instruction, targets_of(instruction))
    random_ = random.Random(text + kinds)
    threads, claims = 6, 0
    for _ in range(400):
        operands = [drawn(kind, random_, threads) for kind in kinds]
        values = [v for v, _ in operands]
        shifts = [s for _, s in operands]
        last = [
            moved(v, s, 3, 64, threads) for v, s, k in zip(values, shifts, kinds, strict=True) if k != "p"
        ]
        if any(bool(np.any(v.astype(np.int64) < 0)) for v in last):
            continue  # numbers that wrap are not spoken of
        result = computation.function(*values)
        (claim,) = shifts_of(computation, values, shifts, [result])
        if isinstance(claim, str):
            continue
        claims += bool(any(shifts))
        width = 1 if text.startswith("setp") else 64 if "%rd0" in text else 32
        for k in (1, 2, 3):
            rows = zip(values, shifts, kinds, strict=True)
            there = computation.function(*(moved(v, s, k, WIDTHS[kind], threads) for v, s, kind in rows))
            wanted = as_array(result, threads) if width == 1 else moved(result, claim, k, width, threads)
            assert np.array_equal(as_array(there, threads), wanted), (values, shifts, claim, k)
    assert claims >= 10 or text.startswith(("popc", "lop3", "mul.hi")) or kinds == "rr", (
        "it hardly ever claims anything"
    )


def test_what_is_not_known_has_no_shift() -> None:
    instruction = instruction_of("add.s32 %r0, A, B", "rr")
    computation = computation_of(instruction, targets_of(instruction))
    assert shifts_of(computation, [UNIFORM, 1], [0, 4], [UNIFORM]) == [0]


def test_a_reason_goes_along() -> None:
    instruction = instruction_of("add.s32 %r0, A, B", "rr")
    computation = computation_of(instruction, targets_of(instruction))
    assert shifts_of(computation, [1, 1], ["for a reason", 4], [2]) == ["for a reason"]


def one(text: str, kinds: str, values: list[Value], shifts: list[Shift]) -> Shift:
    instruction = instruction_of(text, kinds)
    computation = computation_of(instruction, targets_of(instruction))
    (found,) = shifts_of(computation, values, shifts, [computation.function(*values)])
    return found


def test_the_steps_of_a_division_by_a_constant() -> None:
    high = one("mul.hi.u32 %r0, A, B", "rn", [30, 0xAAAAAAAB], [6, 0])
    assert isinstance(high, str)
    assert one("shr.u32 %r0, A, B", "rn", [20, 1], [high, 0]) == 2
    assert one("mul.hi.s32 %r0, A, B", "rn", [30, 0x55555556], [6, 0]) == 2
    fifth = one("mul.hi.s32 %r0, A, B", "rn", [30, 0x66666667], [10, 0])
    assert one("shr.s32 %r0, A, B", "rn", [12, 1], [fifth, 0]) == 2
    assert one("shr.u32 %r0, A, B", "rn", [12, 31], [fifth, 0]) == 0
    assert isinstance(one("shr.s32 %r0, A, B", "rn", [12, 3], [fifth, 0]), str)


def test_a_step_with_something_in_between_is_none() -> None:
    high = one("mul.hi.u32 %r0, A, B", "rn", [30, 0xAAAAAAAB], [6, 0])
    between = one("add.s32 %r0, A, B", "rr", [20, 1], [high, 0])
    assert isinstance(one("shr.u32 %r0, A, B", "rn", [21, 1], [between, 0]), str)
    together = one("mad.hi.u32 %r0, A, B, C", "rnr", [30, 0xAAAAAAAB, 1], [6, 0, 0])
    assert isinstance(one("shr.u32 %r0, A, B", "rn", [21, 1], [together, 0]), str)
    assert isinstance(chosen(np.array([True, False]), high, high), str)
    assert isinstance(
        one("shr.u32 %r0, A, B", "rn", [20, 1], [chosen(np.array([True, False]), high, high) or 0, 0]), str
    )


def test_bits_that_are_dropped_later() -> None:
    """i % 2 of a signed number, times 2048: the upper bits of the mask are cut, and shifted out."""
    even = one("and.b32 %r0, A, B", "rm", [14, 0x1FFFFE], [4, 0])
    assert isinstance(even, str)
    rest = one("sub.s32 %r0, A, B", "rr", [15, 14], [4, even])
    assert isinstance(rest, str)
    assert one("shl.b32 %r0, A, B", "rn", [1, 11], [rest, 0]) == 0
    assert isinstance(one("shl.b32 %r0, A, B", "rn", [1, 10], [rest, 0]), str)
    assert one("shl.b32 %r0, A, B", "rn", [14, 11], [even, 0]) == 4 << 11
    assert isinstance(one("shr.u32 %r0, A, B", "rn", [14, 1], [even, 0]), str)
    assert isinstance(one("setp.lt.s32 %p0, A, B", "rr", [14, 1], [even, 0]), str)
    assert isinstance(one("and.b32 %r0, A, B", "rm", [14, 0x1FFFFC], [2, 0]), str)


def test_narrow_numbers_wrap_around() -> None:
    assert isinstance(one("cvt.u32.u8 %r0, A", "r", [7], [4]), str)
    assert one("cvt.u32.u8 %r0, A", "r", [7], [512]) == 0
    assert isinstance(one("cvt.sat.u8.u32 %r0, A", "r", [7], [4]), str)
    assert isinstance(one("mul.wide.u16 %r0, A, B", "rr", [7, 2], [4, 0]), str)
    assert isinstance(one("mov.b64 %rd0, {A, B}", "rr", [7, 2], [-4, 0]), str)
    assert isinstance(one("mov.b64 %rd0, {A, B}", "rr", [0xFFFFFFFF, 2], [4, 0]), str)


def test_shifts_are_signed_numbers_of_the_width() -> None:
    assert normal((1 << 32) - 3, 32) == -3
    assert normal(1 << 32, 32) == 0
    assert normal(5, 32) == 5
    assert normal("why", 32) == "why"
    assert normal(ThreadShifts(np.array([1 << 32, 7])), 32) == ThreadShifts(np.array([0, 7]))


def test_sums_products_and_choices() -> None:
    each = ThreadShifts(np.array([1, 2]))
    assert added(each, ThreadShifts(np.array([2, 1]))) == 3
    assert added(4, each) == ThreadShifts(np.array([5, 6]))
    assert added("why", each) == "why"
    assert times(each, -2) == ThreadShifts(np.array([-2, -4]))
    assert chosen(np.array([True, False]), 5, each) == ThreadShifts(np.array([5, 2]))
    assert chosen(np.array([True, False]), "why", 3) is None
    assert chosen(False, "why", 3) == 3


def test_an_unsigned_number_about_to_wrap_is_not_compared() -> None:
    less = instruction_of("setp.lt.u32 %p0, A, B", "rr")
    assert stable(less, "lt", [0xFFFFFFFF, 5], 4) is None
    assert stable(less, "lt", [3, 5], -1) is not None
    assert stable(less, "lt", [3, 5], 1) is None
