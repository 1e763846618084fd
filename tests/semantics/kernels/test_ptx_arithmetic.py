"""Integer arithmetic over lanes, beside Python's integers."""

import random

import numpy as np
import pytest

from asyncir.semantics.kernels.arithmetic import Lanes, function_of, mask_of, signed

WORDS = [
    0,
    1,
    2,
    3,
    31,
    32,
    63,
    64,
    0x7FFF,
    0x8000,
    0x7FFFFFFF,
    0x80000000,
    0xFFFFFFFF,
    2**63 - 1,
    2**63,
    2**64 - 1,
]


def lanes(numbers: list[int]) -> Lanes:
    return np.array(numbers, np.uint64)


def drawn(width: int, seed: int) -> list[int]:
    source = random.Random(seed)
    return [source.choice([*WORDS, source.getrandbits(64)]) & (2**width - 1) for _ in range(32)]


def with_sign(number: int, width: int) -> int:
    return number - 2**width if number >> (width - 1) else number


def quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


@pytest.mark.parametrize("kind", ["u16", "s16", "u32", "s32", "u64", "s64"])
@pytest.mark.parametrize("seed", range(4))
def test_two_sources(kind: str, seed: int) -> None:
    width, negative = int(kind[1:]), kind[0] == "s"
    a, b = drawn(width, seed), drawn(width, seed + 100)
    x, y = ([with_sign(n, width) if negative else n for n in numbers] for numbers in (a, b))
    expected = {
        "add": [p + q for p, q in zip(x, y, strict=True)],
        "sub": [p - q for p, q in zip(x, y, strict=True)],
        "mul.lo": [p * q for p, q in zip(x, y, strict=True)],
        "mul.hi": [(p * q) >> width for p, q in zip(x, y, strict=True)],
        "min": [min(p, q) for p, q in zip(x, y, strict=True)],
        "max": [max(p, q) for p, q in zip(x, y, strict=True)],
        "div": [quotient(p, q) if q else -1 for p, q in zip(x, y, strict=True)],
        "rem": [p - quotient(p, q) * q if q else p for p, q in zip(x, y, strict=True)],
    }
    for opcode, numbers in expected.items():
        name, *modifiers = opcode.split(".")
        function = function_of(name, (*modifiers, kind))
        assert function is not None
        found = function(lanes(a), lanes(b))
        assert found.tolist() == [n & (2**width - 1) for n in numbers], opcode


@pytest.mark.parametrize(("kind", "width"), [("b32", 32), ("b64", 64), ("u32", 32), ("s32", 32), ("s64", 64)])
def test_shifts(kind: str, width: int) -> None:
    a, by = drawn(width, 7), [n % 80 for n in range(32)]
    left = function_of("shl", (kind,))
    right = function_of("shr", (kind,))
    assert left is not None
    assert right is not None
    mask = 2**width - 1
    assert left(lanes(a), lanes(by)).tolist() == [
        (n << s) & mask if s < width else 0 for n, s in zip(a, by, strict=True)
    ]
    if kind[0] == "s":
        expected = [(with_sign(n, width) >> min(s, width - 1)) & mask for n, s in zip(a, by, strict=True)]
    else:
        expected = [n >> s if s < width else 0 for n, s in zip(a, by, strict=True)]
    assert right(lanes(a), lanes(by)).tolist() == expected


def test_fields() -> None:
    a = drawn(32, 3)
    take, negative, put = (function_of(n, (k,)) for n, k in (("bfe", "u32"), ("bfe", "s32"), ("bfi", "b32")))
    assert take is not None
    assert negative is not None
    assert put is not None
    at, length = [n % 32 for n in range(32)], [n * 7 % 33 for n in range(32)]
    plain = [(n >> p) & ((1 << q) - 1) for n, p, q in zip(a, at, length, strict=True)]
    assert take(lanes(a), lanes(at), lanes(length)).tolist() == plain
    known = negative(lanes([0b1100] * 32), lanes([2] * 32), lanes([2] * 32))
    assert known.tolist() == [0xFFFFFFFF] * 32
    kept = put(lanes([0b101] * 32), lanes([0xFFFF] * 32), lanes([4] * 32), lanes([3] * 32))
    assert kept.tolist() == [0xFFDF] * 32


def test_bytes_and_logic_of_three() -> None:
    permute, logic, funnel = (
        function_of(n, m) for n, m in (("prmt", ("b32",)), ("lop3", ("b32",)), ("shf", ("l", "wrap", "b32")))
    )
    assert permute is not None
    assert logic is not None
    assert funnel is not None
    assert (
        permute(lanes([0x33221100] * 32), lanes([0x77665544] * 32), lanes([0x7250] * 32)).tolist()
        == [0x77225500] * 32
    )
    a, b, c = drawn(32, 1), drawn(32, 2), drawn(32, 3)
    either = logic(lanes(a), lanes(b), lanes(c), lanes([0xF8] * 32))
    assert either.tolist() == [x | (y & z) for x, y, z in zip(a, b, c, strict=True)]
    assert funnel(lanes([0x80000000] * 32), lanes([1] * 32), lanes([33] * 32)).tolist() == [3] * 32


def test_conversions_and_comparisons() -> None:
    widen, narrow = function_of("cvt", ("s64", "s32")), function_of("cvt", ("u16", "u32"))
    less, below = function_of("setp", ("lt", "s32")), function_of("setp", ("lt", "u32"))
    assert widen is not None
    assert narrow is not None
    assert less is not None
    assert below is not None
    assert widen(lanes([0xFFFFFFFF] * 32)).tolist() == [2**64 - 1] * 32
    assert narrow(lanes([0x12345] * 32)).tolist() == [0x2345] * 32
    assert less(lanes([0xFFFFFFFF] * 32), lanes([1] * 32)).all()
    assert not below(lanes([0xFFFFFFFF] * 32), lanes([1] * 32)).any()
    assert function_of("add", ("f32",)) is None
    assert signed(lanes([0x8000] * 32), 16).tolist() == [-0x8000] * 32
    assert int(mask_of(128)) == 2**64 - 1
