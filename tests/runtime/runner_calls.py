"""Calls print functions of one library; run as a process of its own, so that its output can be compared.

    python runner_calls.py LIBRARY… < SEED     the functions are looked up in the libraries in order

Everything lives at addresses of this process, so `base@ = 0x…` differs from run to run: the caller blanks it.
"""

from __future__ import annotations

import ctypes
import sys
from random import Random

INT64 = ctypes.c_int64


class Unranked(ctypes.Structure):
    """{rank, descriptor}."""

    _fields_ = (("rank", INT64), ("descriptor", ctypes.c_void_p))


def descriptor(data: ctypes.Array, offset: int, sizes: list[int], strides: list[int]) -> ctypes.Array:
    """{allocated, aligned, offset, sizes, strides} as 64-bit words."""
    address = ctypes.addressof(data)
    return (INT64 * (3 + 2 * len(sizes)))(address, address, offset, *sizes, *strides)


def strides_of(sizes: list[int], step: int) -> list[int]:
    """Row-major, with `step` elements between neighbours."""
    strides: list[int] = []
    for size in reversed(sizes):
        strides.insert(0, step)
        step *= max(size, 1)
    return strides


def values(element: str, count: int, random: Random) -> ctypes.Array:
    """Random contents, with the awkward ones among them."""
    if element in ("F32", "F64"):
        kind = ctypes.c_float if element == "F32" else ctypes.c_double
        awkward = [
            0.0,
            -0.0,
            1e-42,
            1e30,
            float("inf"),
            -float("inf"),
            float("nan"),
            0.1,
            123456.789,
            1234567.0,
        ]
        return (kind * count)(*(random.choice([*awkward, random.gauss(0, 1)]) for _ in range(count)))
    if element in ("C32", "C64"):
        kind = ctypes.c_float if element == "C32" else ctypes.c_double
        return (kind * (2 * count))(*(random.gauss(0, 1) for _ in range(2 * count)))
    bits, signed = {
        "I8": (8, True), "I16": (16, True), "I32": (32, True), "I64": (64, True), "Ind": (64, False),
        "F16": (16, False), "BF16": (16, False),
    }[element]  # fmt: skip
    kind = getattr(ctypes, f"c_{'int' if signed else 'uint'}{bits}")
    low = -(1 << bits - 1) if signed else 0
    return (kind * count)(*(random.randrange(low, low + (1 << bits)) for _ in range(count)))


SHAPES = [
    [],
    [1],
    [2],
    [5],
    [1, 1],
    [2, 3],
    [3, 1],
    [1, 4],
    [2, 2, 2],
    [1, 3, 2],
    [2, 1, 1, 3],
    [2, 2, 1, 2, 2],
]
ELEMENTS = ["I8", "I16", "I32", "I64", "Ind", "F16", "BF16", "F32", "F64", "C32", "C64"]
RANKED = [(0, "F32"), (1, "F32"), (2, "F32"), (3, "F32"), (4, "F32")] + [
    (1, e) for e in ("I8", "I32", "I64", "Ind", "F64", "C32", "C64")
]


class Libraries:
    """The first of several libraries that has a function."""

    def __init__(self, paths: list[str]):
        self.loaded = [ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL) for path in paths]

    def find(self, name: str) -> ctypes._NamedFuncPointer | None:  # pyright: ignore[reportPrivateUsage]
        return next((getattr(library, name) for library in self.loaded if hasattr(library, name)), None)

    def __getattr__(self, name: str) -> ctypes._NamedFuncPointer:  # pyright: ignore[reportPrivateUsage]
        function = self.find(name)
        assert function is not None, name
        return function


def print_scalars(lib: Libraries, random: Random) -> None:
    for number in [0, 1, -1, 2**63 - 1, -(2**63), random.getrandbits(40)]:
        lib.printI64(INT64(number))
        lib.printComma()
        lib.printU64(INT64(number))
        lib.printNewline()
    lib.printOpen()
    for number in values("F64", 40, random):
        lib.printF64(ctypes.c_double(number))
        lib.printComma()
        lib.printF32(ctypes.c_float(number))
        lib.printComma()
    lib.printClose()
    lib.printString(b" a string\n")
    for bits in [*range(0, 1 << 16, 97), 0x7C00, 0xFC00, 0x7E00, 1, 0x3FF, 0x8001]:
        lib.printF16(ctypes.c_uint16(bits))
        lib.printComma()
        lib.printBF16(ctypes.c_uint16(bits))
        lib.printNewline()


def print_memrefs(lib: Libraries, random: Random) -> None:
    for element in ELEMENTS:
        for shape in SHAPES:
            step, offset = random.choice([(1, 0), (1, 3), (2, 1)])
            count = offset + step
            for size in shape:
                count *= size
            data = values(element, count + offset + step, random)
            words = descriptor(data, offset, shape, strides_of(shape, step))
            unranked = Unranked(len(shape), ctypes.addressof(words))
            getattr(lib, f"_mlir_ciface_printMemref{element}")(ctypes.byref(unranked))
            if element not in ("I16", "F16", "BF16"):
                getattr(lib, f"_mlir_ciface_printMemrefShape{element}")(ctypes.byref(unranked))
            if element not in ("I8", "I16", "F16", "BF16"):
                getattr(lib, f"printMemref{element}")(INT64(len(shape)), ctypes.c_void_p(unranked.descriptor))
            for rank, ranked_element in RANKED:
                if (rank, ranked_element) == (len(shape), element):
                    getattr(lib, f"_mlir_ciface_printMemref{rank}d{element}")(words)
    vectors = (ctypes.c_float * 64)(*(random.randrange(100) for _ in range(64)))
    for shape in ([1, 1], [2, 2], [1, 4]):
        lib._mlir_ciface_printMemrefVector4x4xf32(descriptor(vectors, 0, shape, strides_of(shape, 1)))


def verify_memrefs(lib: Libraries, random: Random) -> None:
    for element in ELEMENTS:
        for shape in SHAPES:
            count = 2
            for size in shape:
                count *= size
            actual, expected = values(element, count, random), values(element, count, random)
            if random.random() < 0.5:
                expected = actual
            strides = strides_of(shape, 1)
            other = [*shape[:-1], shape[-1] + 1] if shape and random.random() < 0.2 else shape
            words = descriptor(actual, 0, shape, strides), descriptor(expected, 0, other, strides)
            both = [Unranked(len(shape), ctypes.addressof(w)) for w in words]
            function = getattr(lib, f"_mlir_ciface_verifyMemRef{element}")
            function.restype = INT64
            lib.printI64(INT64(function(ctypes.byref(both[0]), ctypes.byref(both[1]))))
            lib.printNewline()


def sort_and_copy(lib: Libraries, random: Random) -> None:
    for element in ("I64", "F64", "F32"):
        data = values("I64", 40, random)
        if element != "I64":
            kind = ctypes.c_double if element == "F64" else ctypes.c_float
            data = (kind * 40)(*(random.gauss(0, 1) for _ in range(40)))
        words = descriptor(data, 1, [13], [1])  # MLIR's takes no other stride
        getattr(lib, f"_mlir_ciface_stdSort{element}")(ctypes.c_uint64(13), words)
        unranked = Unranked(1, ctypes.addressof(words))
        getattr(lib, f"_mlir_ciface_printMemref{element}")(ctypes.byref(unranked))
    source, target = values("I16", 60, random), values("I16", 60, random)
    for sizes, strides in (
        ([], []),
        ([4], [1]),
        ([4], [3]),
        ([3, 4], [4, 1]),
        ([3, 4], [1, 5]),
        ([0, 2], [2, 1]),
    ):
        pair = [descriptor(source, 2, sizes, strides), descriptor(target, 1, sizes, strides_of(sizes, 1))]
        both = [Unranked(len(sizes), ctypes.addressof(w)) for w in pair]
        lib.memrefCopy(INT64(2), ctypes.byref(both[0]), ctypes.byref(both[1]))
        words = descriptor(target, 0, [60], [1])
        lib._mlir_ciface_printMemrefI16(ctypes.byref(Unranked(1, ctypes.addressof(words))))


def random_numbers(lib: Libraries, random: Random) -> None:
    lib.rtsrand.restype = ctypes.c_void_p
    lib.rtrand.restype = ctypes.c_uint64
    generator = ctypes.c_void_p(lib.rtsrand(ctypes.c_uint64(random.getrandbits(20))))
    for bound in (1, 2, 10, 1 << 20, 1 << 40):
        lib.printU64(INT64(lib.rtrand(generator, ctypes.c_uint64(bound))))
        lib.printNewline()
    numbers = values("Ind", 20, random)
    words = descriptor(numbers, 2, [15], [1])
    lib._mlir_ciface_shuffle(words, generator)
    lib._mlir_ciface_printMemrefInd(ctypes.byref(Unranked(1, ctypes.addressof(words))))
    lib.rtdrand(generator)


def main() -> None:
    random = Random(sys.stdin.read())
    lib = Libraries(sys.argv[1:])
    for part in (print_scalars, print_memrefs, verify_memrefs, sort_and_copy, random_numbers):
        part(lib, random)
    ctypes.CDLL(None).fflush(None)


if __name__ == "__main__":
    main()
