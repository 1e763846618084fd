"""Integer operations of PTX against their definitions, on numbers and on arrays, alone and mixed."""

import random
from collections.abc import Callable

import numpy as np
import pytest

from asyncir.analyses.kernels.computations import computation_of, targets_of
from asyncir.analyses.kernels.lane_operations import WarpLanes
from asyncir.analyses.kernels.values import DTYPES, UNIFORM, VARYING, Opaque, is_array
from tests.analyses.kernels.programs import module_of

M32, M64 = (1 << 32) - 1, (1 << 64) - 1
M24 = (1 << 24) - 1


def s(value: int, width: int = 32) -> int:
    """The number as a signed one."""
    return value - (1 << width) if value >> (width - 1) & 1 else value


def quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (-1 if (a < 0) != (b < 0) else 1)


def field(a: int, start: int, length: int, signed: bool) -> int:
    start, length = start & 255, length & 255
    bits = [a >> min(start + k, 31) & 1 if signed or start + k < 32 else 0 for k in range(min(length, 32))]
    if signed and length:
        top = a >> min(start + length - 1, 31) & 1
        bits += [top] * (32 - len(bits))
    return sum(bit << k for k, bit in enumerate(bits)) if length else 0


def picked(a: int, b: int, c: int) -> int:
    data = (a | b << 32).to_bytes(8, "little")
    found = 0
    for k in range(4):
        pick = c >> (4 * k) & 15
        byte = data[pick & 7]
        found |= (255 * (byte >> 7) if pick & 8 else byte) << (8 * k)
    return found


def looked_up(a: int, b: int, c: int, table: int) -> int:
    bits = [table >> (4 * (a >> k & 1) + 2 * (b >> k & 1) + (c >> k & 1)) & 1 for k in range(32)]
    return sum(bit << k for k, bit in enumerate(bits))


Definition = Callable[..., int]
ROWS: list[tuple[str, str, Definition]] = [
    ("add.s32 %r0, A, B", "rr", lambda a, b: a + b & M32),
    ("sub.u32 %r0, A, B", "rr", lambda a, b: a - b & M32),
    ("mul.lo.s32 %r0, A, B", "rr", lambda a, b: a * b & M32),
    ("mul.hi.u32 %r0, A, B", "rr", lambda a, b: a * b >> 32),
    ("mul.hi.s32 %r0, A, B", "rr", lambda a, b: s(a) * s(b) >> 32 & M32),
    ("mul.hi.s64 %rd0, A, B", "dd", lambda a, b: s(a, 64) * s(b, 64) >> 64 & M64),
    ("mul.hi.u64 %rd0, A, B", "dd", lambda a, b: a * b >> 64),
    ("mul.wide.s32 %rd0, A, B", "rr", lambda a, b: s(a) * s(b) & M64),
    ("mul.wide.u32 %rd0, A, B", "rr", lambda a, b: a * b),
    ("mul.wide.u16 %r0, A, B", "hh", lambda a, b: a * b),
    ("mad.lo.s32 %r0, A, B, C", "rrr", lambda a, b, c: a * b + c & M32),
    ("mad.wide.s32 %rd0, A, B, C", "rrd", lambda a, b, c: s(a) * s(b) + c & M64),
    ("mul24.lo.u32 %r0, A, B", "rr", lambda a, b: (a & M24) * (b & M24) & M32),
    ("mul24.hi.u32 %r0, A, B", "rr", lambda a, b: (a & M24) * (b & M24) >> 16 & M32),
    ("mul24.lo.s32 %r0, A, B", "rr", lambda a, b: s(a & M24, 24) * s(b & M24, 24) & M32),
    ("mul24.hi.s32 %r0, A, B", "rr", lambda a, b: s(a & M24, 24) * s(b & M24, 24) >> 16 & M32),
    ("mad24.lo.s32 %r0, A, B, C", "rrr", lambda a, b, c: s(a & M24, 24) * s(b & M24, 24) + c & M32),
    ("mad24.hi.u32 %r0, A, B, C", "rrr", lambda a, b, c: ((a & M24) * (b & M24) >> 16) + c & M32),
    ("add.sat.s32 %r0, A, B", "rr", lambda a, b: min(max(s(a) + s(b), -(1 << 31)), (1 << 31) - 1) & M32),
    ("sub.sat.s32 %r0, A, B", "rr", lambda a, b: min(max(s(a) - s(b), -(1 << 31)), (1 << 31) - 1) & M32),
    ("sad.s32 %r0, A, B, C", "rrr", lambda a, b, c: abs(s(a) - s(b)) + c & M32),
    ("sad.u32 %r0, A, B, C", "rrr", lambda a, b, c: abs(a - b) + c & M32),
    ("cnot.b32 %r0, A", "r", lambda a: int(a == 0)),
    ("set.lt.u32.s32 %r0, A, B", "rr", lambda a, b: M32 if s(a) < s(b) else 0),
    ("set.eq.s32.u32 %r0, A, B", "rr", lambda a, b: M32 if a == b else 0),
    ("div.s32 %r0, A, B", "rR", lambda a, b: quotient(s(a), s(b)) & M32),
    ("div.u32 %r0, A, B", "rR", lambda a, b: a // b),
    ("rem.s32 %r0, A, B", "rR", lambda a, b: s(a) - quotient(s(a), s(b)) * s(b) & M32),
    ("rem.u64 %rd0, A, B", "dD", lambda a, b: a % b),
    ("min.s32 %r0, A, B", "rr", lambda a, b: min(s(a), s(b)) & M32),
    ("max.u32 %r0, A, B", "rr", max),
    ("abs.s32 %r0, A", "r", lambda a: abs(s(a)) & M32),
    ("neg.s32 %r0, A", "r", lambda a: -a & M32),
    ("not.b64 %rd0, A", "d", lambda a: ~a & M64),
    ("and.b32 %r0, A, B", "rr", lambda a, b: a & b),
    ("or.b64 %rd0, A, B", "dd", lambda a, b: a | b),
    ("xor.b32 %r0, A, B", "rr", lambda a, b: a ^ b),
    ("shl.b32 %r0, A, B", "rn", lambda a, b: a << b & M32 if b < 32 else 0),
    ("shl.b64 %rd0, A, B", "dn", lambda a, b: a << b & M64 if b < 64 else 0),
    ("shr.u32 %r0, A, B", "rn", lambda a, b: a >> b if b < 32 else 0),
    ("shr.s32 %r0, A, B", "rn", lambda a, b: s(a) >> min(b, 31) & M32),
    ("shr.u64 %rd0, A, B", "dn", lambda a, b: a >> b if b < 64 else 0),
    ("shf.l.wrap.b32 %r0, A, B, C", "rrn", lambda a, b, c: (b << 32 | a) << (c & 31) >> 32 & M32),
    ("shf.r.clamp.b32 %r0, A, B, C", "rrn", lambda a, b, c: (b << 32 | a) >> min(c, 32) & M32),
    ("bfe.u32 %r0, A, B, C", "rnn", lambda a, b, c: field(a, b, c, False)),
    ("bfe.s32 %r0, A, B, C", "rnn", lambda a, b, c: field(a, b, c, True)),
    (
        "bfi.b32 %r0, A, B, C, D",
        "rrnn",
        lambda a, b, c, d: b & ~(((1 << d) - 1) << c) & M32 | (a << c) & (((1 << d) - 1) << c) & M32,
    ),
    ("prmt.b32 %r0, A, B, C", "rrr", picked),
    ("lop3.b32 %r0, A, B, C, 0x1e", "rrr", lambda a, b, c: looked_up(a, b, c, 0x1E)),
    ("lop3.b32 %r0, A, B, C, 0xca", "rrr", lambda a, b, c: looked_up(a, b, c, 0xCA)),
    ("lop3.b32 %r0, A, B, C, 0xe8", "rrr", lambda a, b, c: looked_up(a, b, c, 0xE8)),
    ("popc.b32 %r0, A", "r", lambda a: a.bit_count()),
    ("clz.b64 %r0, A", "d", lambda a: 64 - a.bit_length()),
    ("brev.b32 %r0, A", "r", lambda a: int(f"{a:032b}"[::-1], 2)),
    ("bfind.u32 %r0, A", "r", lambda a: a.bit_length() - 1 & M32),
    ("selp.b32 %r0, A, B, C", "rrp", lambda a, b, c: a if c else b),
    ("slct.b32.s32 %r0, A, B, C", "rrr", lambda a, b, c: a if s(c) >= 0 else b),
    ("cvt.s64.s32 %rd0, A", "r", lambda a: s(a) & M64),
    ("cvt.u64.u32 %rd0, A", "r", lambda a: a),
    ("cvt.u32.u64 %r0, A", "d", lambda a: a & M32),
    ("cvt.s32.s8 %r0, A", "r", lambda a: s(a & 255, 8) & M32),
    ("cvt.u16.u32 %rs0, A", "r", lambda a: a & 0xFFFF),
    ("cvt.sat.s8.s32 %r0, A", "r", lambda a: min(max(s(a), -128), 127) & 255),
    ("setp.lt.s32 %p0, A, B", "rr", lambda a, b: s(a) < s(b)),
    ("setp.lo.u32 %p0, A, B", "rr", lambda a, b: a < b),
    ("setp.ge.u64 %p0, A, B", "dd", lambda a, b: a >= b),
    ("setp.ne.and.b32 %p0, A, B, C", "rrp", lambda a, b, c: a != b and c),
    ("setp.gt.xor.s32 %p0, A, B, C", "rrp", lambda a, b, c: (s(a) > s(b)) != c),
    ("mov.b64 %rd0, {A, B}", "rr", lambda a, b: b << 32 | a),
]
KINDS = {
    "r": ("%r", 32),
    "R": ("%r", 32),
    "d": ("%rd", 64),
    "D": ("%rd", 64),
    "h": ("%rs", 16),
    "n": ("%r", 32),
    "p": ("%p", 1),
}


def drawn(kind: str, random_: random.Random) -> int:
    width = KINDS[kind][1]
    if kind == "n":
        return random_.choice([0, 1, 5, 31, 32, 33, 40, random_.randrange(64)])
    edges = [0, 1, (1 << width) - 1, 1 << (width - 1), (1 << (width - 1)) - 1]
    value = random_.choice([*edges, *(random_.getrandbits(width) for _ in range(4))])
    return value or 1 if kind in "RD" else value


@pytest.mark.parametrize(
    ("text", "kinds", "definition"), ROWS, ids=[row[0].split()[0] + "-" + row[1] for row in ROWS]
)
def test_operations_are_what_the_manual_says(text: str, kinds: str, definition: Definition) -> None:
    written = text
    for place, kind in enumerate(kinds):
        written = written.replace("ABCD"[place], f"{KINDS[kind][0]}{place + 1}", 1)
    instruction = module_of(f"{written}; ret;").kernels[0].body[0]
    computation = computation_of(instruction, targets_of(instruction))
    random_ = random.Random(text)
    rows = [[drawn(kind, random_) for kind in kinds] for _ in range(40)]
    wanted = [
        int(definition(*(bool(v) if k == "p" else v for v, k in zip(row, kinds, strict=True))))
        for row in rows
    ]
    types = [DTYPES[KINDS[k][1]] for k in kinds]
    columns = [np.array(column, dtype) for column, dtype in zip(zip(*rows, strict=True), types, strict=True)]
    whole = computation.function(*columns)
    assert is_array(whole)
    assert [int(v) for v in whole] == wanted
    for row, value in zip(rows, wanted, strict=True):
        numbers = [bool(v) if k == "p" else v for v, k in zip(row, kinds, strict=True)]
        found = computation.function(*numbers)
        assert not is_array(found)
        assert int(found) == value, row
        if len(kinds) > 1:  # a number beside an array
            mixed = computation.function(
                numbers[0], *(np.array([v] * 3, t) for v, t in zip(row[1:], types[1:], strict=True))
            )
            assert [int(v) for v in mixed] == [value] * 3, row


@pytest.mark.parametrize(
    ("text", "kinds", "definition"), ROWS, ids=[row[0].split()[0] + "-" + row[1] for row in ROWS]
)
def test_what_is_not_known_stays_so(text: str, kinds: str, definition: Definition) -> None:
    written = text
    for place, kind in enumerate(kinds):
        written = written.replace("ABCD"[place], f"{KINDS[kind][0]}{place + 1}", 1)
    instruction = module_of(f"{written}; ret;").kernels[0].body[0]
    function = computation_of(instruction, targets_of(instruction)).function
    numbers = [True if k == "p" else 1 for k in kinds[1:]]
    assert function(UNIFORM, *numbers) is UNIFORM
    assert function(VARYING, *numbers) is VARYING
    if len(kinds) > 1:
        arrays = [
            np.ones(4, DTYPES[KINDS[k][1]]) * np.arange(4).astype(DTYPES[KINDS[k][1]]) for k in kinds[1:]
        ]
        assert isinstance(function(UNIFORM, *arrays), Opaque)


def lanes_of(threads: list[int]) -> WarpLanes:
    return WarpLanes(np.array(threads, np.int32), 128)


def across(text: str) -> Callable[..., object]:
    instruction = module_of(f"{text}; ret;").kernels[0].body[0]
    computation = computation_of(instruction, targets_of(instruction))
    assert computation.per_lane
    return computation.function


def test_shuffles() -> None:
    lanes = lanes_of(list(range(64)))
    value = np.arange(100, 164, dtype=np.uint32)
    broadcast = across("shfl.sync.idx.b32 %r0, %r1, %r2, 31, -1")(lanes, value, 3, 31, M32)
    assert broadcast.tolist() == [103] * 32 + [135] * 32
    turned = across("shfl.sync.bfly.b32 %r0, %r1, 1, 31, -1")(lanes, value, 1, 31, M32)
    assert turned.tolist() == [100 + (k ^ 1) for k in range(64)]
    up, valid = across("shfl.sync.up.b32 %r0|%p0, %r1, 2, 0, -1")(lanes, value, 2, 0, M32)
    assert up.tolist()[:5] == [100, 101, 100, 101, 102]
    assert valid.tolist()[:5] == [False, False, True, True, True]
    down = across("shfl.sync.down.b32 %r0, %r1, 8, 0x181f, -1")(lanes, value, 4, 0x181F, M32)
    assert down.tolist()[:8] == [104, 105, 106, 107, 104, 105, 106, 107]
    assert across("shfl.sync.idx.b32 %r0, %r1, 0, 31, -1")(lanes, 7, 0, 31, M32) == 7
    half = lanes_of(list(range(16)))
    assert across("shfl.sync.idx.b32 %r0, %r1, 20, 31, -1")(half, value[:16], 20, 31, M32) is VARYING


def test_votes_and_elections() -> None:
    lanes = lanes_of([0, 1, 2, 3, 40, 41])
    value = np.array([False, True, False, True, True, True])
    ballot = across("vote.sync.ballot.b32 %r0, %p1, -1")(lanes, value, M32)
    assert ballot.tolist() == [0b1010] * 4 + [0b11 << 8] * 2
    assert across("vote.sync.all.pred %p0, %p1, -1")(lanes, value, M32).tolist() == [False] * 4 + [True] * 2
    assert across("vote.sync.any.pred %p0, %p1, -1")(lanes, value, M32) is True
    chosen = across("elect.sync _|%p0, -1")(lanes, M32)
    assert chosen[1].tolist() == [True, False, False, False, True, False]
    masked = across("elect.sync _|%p0, 12")(lanes_of([0, 1, 2, 3]), 12)
    assert masked[1].tolist() == [False, False, True, False]
    assert across("activemask.b32 %r0")(lanes).tolist() == [15] * 4 + [3 << 8] * 2
    total = across("redux.sync.add.u32 %r0, %r1, -1")(lanes, np.arange(1, 7, dtype=np.uint32), M32)
    assert total.tolist() == [10] * 4 + [11] * 2
    least = across("redux.sync.min.s32 %r0, %r1, -1")(lanes, np.array([5, M32, 2, 3, 9, 8], np.uint32), M32)
    assert least.tolist() == [M32] * 4 + [8] * 2
