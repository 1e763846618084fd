"""Numbers, vectors and arrays across the border between Python and compiled code."""

from __future__ import annotations

import gc
import math
import struct
import weakref
from typing import Any

import numpy
import pytest
from numpy.lib.stride_tricks import as_strided

import asyncir
from asyncir.diagnostics import DiagnosticError


def identity(type_: str) -> Any:
    text = f"func.func @f(%x: {type_}) -> {type_} {{ return %x : {type_} }}"
    return asyncir.compile(text, opt_level=0).f


def code(error: pytest.ExceptionInfo[DiagnosticError]) -> str:
    return error.value.diagnostics[0].code


@pytest.mark.parametrize(
    ("type_", "value", "expected"),
    [
        ("i1", True, True),
        ("i1", 0, False),
        ("i8", -128, -128),
        ("i8", 255, -1),
        ("i16", 40000, 40000 - 65536),
        ("i32", -5, -5),
        ("i64", 2**63 - 1, 2**63 - 1),
        ("i64", 2**64 - 1, -1),
        ("index", -1, -1),
        ("i7", -64, -64),
        ("i7", 100, -28),
        ("i24", 2**23 - 1, 2**23 - 1),
        ("i128", -(2**127), -(2**127)),
        ("f64", 0.1, 0.1),
        ("f64", 3, 3.0),
        ("f32", 0.1, struct.unpack("f", struct.pack("f", 0.1))[0]),
        ("f16", 0.1, float(numpy.float16(0.1))),
        ("bf16", 1.0, 1.0),
        ("bf16", 1.00390625, 1.0),  # a tie goes to even
        ("bf16", 1.01171875, 1.015625),
        ("f64", math.inf, math.inf),
        ("f32", numpy.float32(2.5), 2.5),
        ("i32", numpy.int8(3), 3),
        ("i32", numpy.array(3), 3),
        ("complex<f32>", 1 + 2j, 1 + 2j),
        ("complex<f64>", 3, 3 + 0j),
    ],
)
def test_numbers(type_: str, value: Any, expected: Any) -> None:
    result = identity(type_)(value)
    assert result == expected
    assert type(result) is type(expected)


def test_doubles_are_rounded_to_bf16_beside_their_magnitude() -> None:
    # Both need LLVM's `fabs`, or once did.
    text = """func.func @f(%x: f64) -> (bf16, f64) {
      %a = math.absf %x : f64
      %b = arith.truncf %x : f64 to bf16
      return %b, %a : bf16, f64
    }"""
    f = asyncir.compile(text, opt_level=0).f
    for x in (-1.00390625, -1.00390625 - 2**-40, 1.01171875, 1.01171875 - 2**-40, -0.0, 2.0**-140):
        exact = numpy.float64(x).view(numpy.uint64)
        low = int(exact) & (2**45 - 1)
        # The upper 19 bits of a double are a bf16 but for its range; a tie goes to even.
        up = low > 2**44 or (low == 2**44 and (int(exact) >> 45) & 1)
        rounded = numpy.uint64(((int(exact) >> 45) + bool(up)) << 45).view(numpy.float64)
        assert f(x)[1] == abs(x)
        if abs(x) > 2.0**-126:
            assert f(x)[0] == rounded
    assert f(-(2.0**-140))[0] == 0.0


@pytest.mark.parametrize("type_", ["f16", "bf16", "f32", "f64"])
def test_not_a_number_stays_one(type_: str) -> None:
    assert math.isnan(identity(type_)(math.nan))


@pytest.mark.parametrize(
    ("type_", "value", "expected"),
    [
        ("i8", 256, "C106"),
        ("i8", -129, "C106"),
        ("i1", 2, "C106"),
        ("f32", 1e300, "C106"),
        ("f16", 1e6, "C106"),
        ("bf16", 1e300, "C106"),
        ("i32", 1.0, "C101"),
        ("i32", "1", "C101"),
        ("i32", None, "C101"),
        ("f32", 1j, "C101"),
        ("f32", [1.0], "C101"),
        ("complex<f32>", "1", "C101"),
        ("f32", numpy.ones(1), "C101"),
    ],
)
def test_numbers_that_do_not_fit(type_: str, value: Any, expected: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        identity(type_)(value)
    assert code(caught) == expected


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        ("vector<4xf32>", numpy.arange(4, dtype="f4")),
        ("vector<16xf32>", numpy.arange(16, dtype="f4")),
        ("vector<3xf32>", numpy.arange(3, dtype="f4")),
        ("vector<2x4xf64>", numpy.arange(8.0).reshape(2, 4)),
        ("vector<8xi8>", numpy.arange(8, dtype="i1")),
        ("vector<4xindex>", numpy.arange(4)),
        ("vector<8xi1>", numpy.arange(8) % 3 == 0),
        ("vector<5xi1>", numpy.arange(5) % 2 == 0),
    ],
)
def test_vectors(type_: str, value: numpy.ndarray) -> None:
    f = identity(type_)
    for given in (value, value[::-1][::-1], value.tolist()):
        result = f(given)
        assert result.dtype == value.dtype
        numpy.testing.assert_array_equal(result, value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [([1.0], "C103"), (numpy.ones(4), "C101"), (["a"] * 4, "C101"), (None, "C101"), ([1e300] * 4, "C106")],
)
def test_vectors_that_do_not_fit(value: Any, expected: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        identity("vector<4xf32>")(value)
    assert code(caught) == expected


STRIDED = "memref<?x?xf32, strided<[?, ?], offset: ?>>"


@pytest.mark.parametrize(
    ("type_", "dtype"),
    [
        ("i1", "bool"),
        ("i8", "i1"),
        ("i8", "u1"),
        ("i16", "u2"),
        ("i32", "i4"),
        ("i64", "u8"),
        ("index", "i8"),
        ("f16", "f2"),
        ("bf16", "u2"),
        ("f32", "f4"),
        ("f64", "f8"),
        ("complex<f32>", "c8"),
        ("complex<f64>", "c16"),
    ],
)
def test_arrays_share_their_memory(type_: str, dtype: str) -> None:
    array = numpy.arange(6).reshape(2, 3).astype(dtype)
    result = identity(f"memref<2x?x{type_}>")(array)
    assert numpy.shares_memory(result, array)
    assert result.shape == (2, 3)
    numpy.testing.assert_array_equal(result.view(dtype), array)


@pytest.mark.parametrize(
    "view",
    [
        lambda a: a,
        lambda a: a.T,
        lambda a: a[::-1, ::-2],
        lambda a: a[1:3, 2:],
        lambda a: a[:, :1],
        lambda a: a[0:0],
        lambda a: numpy.asfortranarray(a),
        lambda a: a[:1, :1],
        lambda a: as_strided(a, (3, 2), (8, 12)),  # 0, 3, 2, 5, 4, 7
    ],
)
def test_any_view_can_be_passed_where_strides_are_dynamic(view: Any) -> None:
    array = view(numpy.arange(24, dtype="f4").reshape(4, 6))
    result = identity(STRIDED)(array)
    numpy.testing.assert_array_equal(result, array)
    if array.size:
        assert result.strides == tuple(
            s if n > 1 else r for s, n, r in zip(array.strides, array.shape, result.strides, strict=True)
        )
        assert numpy.shares_memory(result, array)


@pytest.mark.parametrize(
    ("type_", "array", "expected"),
    [
        ("memref<?x?xf32>", numpy.ones((4, 4), "f4").T[:, ::2], "C105"),
        ("memref<?x?xf32>", numpy.ones((4, 4), "f4")[:, ::2], "C105"),
        ("memref<?x?xf32, strided<[?, 1], offset: ?>>", numpy.ones((4, 4), "f4")[:, ::2], "C105"),
        ("memref<?xf32, strided<[2]>>", numpy.ones(4, "f4"), "C105"),
        ("memref<?xf32, strided<[?], offset: ?>>", numpy.zeros(4, "f4,i2")["f0"], "C105"),
        ("memref<?xf32, strided<[?], offset: ?>>", as_strided(numpy.ones(4, "f4"), (4,), (0,)), "C105"),
        (
            "memref<?x?xf32, strided<[?, ?], offset: ?>>",
            as_strided(numpy.ones(8, "f4"), (3, 4), (4, 8)),
            "C105",
        ),
        (
            "memref<?x?xf32, strided<[?, ?], offset: ?>>",
            as_strided(numpy.ones(300_000, "f4"), (300, 200), (12, 1200)),
            "C105",
        ),
        ("memref<?xf32>", numpy.frombuffer(bytearray(17), "f4", offset=1), "C105"),
        ("memref<2x?xf32>", numpy.ones((3, 2), "f4"), "C103"),
        ("memref<?xf32>", numpy.ones((2, 2), "f4"), "C102"),
        ("memref<?xf32>", numpy.ones(2, "f8"), "C101"),
        ("memref<?xf32>", numpy.ones(2, ">f4"), "C104"),
        ("memref<?xf32>", numpy.ones(2, "i4"), "C101"),
        ("memref<?xi32>", numpy.ones(2, "f4"), "C101"),
        ("memref<?xf32>", [1.0, 2.0], "C101"),
        ("memref<?xf32>", None, "C101"),
        ("memref<?xf32>", numpy.array([None]), "C101"),
        (
            "memref<?xf32, strided<[?], offset: ?>>",
            numpy.broadcast_to(numpy.ones(1, "f4"), 4),
            "C109",
        ),
        ("memref<?xi4>", numpy.ones(2, "i1"), "C108"),
    ],
)
def test_arrays_that_do_not_fit(type_: str, array: Any, expected: str) -> None:
    written = f"memref.copy %x, %x : {type_} to {type_}" if type_.startswith("memref") else ""
    text = f"func.func @f(%x: {type_}) {{ {written}\n return }}"
    with pytest.raises(DiagnosticError) as caught:
        asyncir.compile(text, opt_level=0).f(array)
    assert code(caught) == expected


def test_what_is_only_read_may_be_read_only_and_lie_on_itself() -> None:
    first = asyncir.compile(
        "func.func @f(%x: memref<4xf32, strided<[?]>>) -> f32 { %c = arith.constant 3 : index\n"
        "%0 = memref.load %x[%c] : memref<4xf32, strided<[?]>>\n return %0 : f32 }"
    ).f
    assert first(numpy.broadcast_to(numpy.full(1, 2.5, "f4"), 4)) == 2.5


def test_strides_of_dimensions_without_steps_do_not_matter() -> None:
    column = numpy.ones((4, 4), "f4")[:1, :]
    odd = as_strided(column, (1, 4), (12, 4))
    assert identity("memref<?x?xf32>")(odd).shape == (1, 4)


def test_a_static_stride_and_offset() -> None:
    array = numpy.arange(8, dtype="f4")[::2]
    result = identity("memref<4xf32, strided<[2], offset: 3>>")(array)
    numpy.testing.assert_array_equal(result, array)


def test_an_array_of_another_library_is_not_copied() -> None:
    class Foreign:
        def __init__(self, array: numpy.ndarray):
            self.__array_interface__ = array.__array_interface__
            self.array = array

    array = numpy.ones(3, "f4")
    assert numpy.shares_memory(identity("memref<?xf32>")(Foreign(array)), array)


def test_memory_of_vectors() -> None:
    array = numpy.arange(8, dtype="f4").reshape(2, 4)
    result = identity("memref<?xvector<4xf32>>")(array)
    assert numpy.shares_memory(result, array)
    numpy.testing.assert_array_equal(result, array)


FRESH = """\
func.func @fresh(%n: index, %v: f64) -> (memref<?xf64>, memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %m[%i] : memref<?xf64>
  }
  return %m, %m : memref<?xf64>, memref<?xf64>
}
"""


def test_memory_that_the_program_allocated_lives_as_long_as_an_array_shows_it() -> None:
    fresh = asyncir.compile(FRESH).fresh
    first, second = fresh(1000, 1.5)
    assert numpy.shares_memory(first, second)
    owner = weakref.ref(first.base.owner)
    del first
    gc.collect()
    assert owner() is not None
    assert second.tolist() == [1.5] * 1000
    part = second[10:20]
    del second
    gc.collect()
    assert part.tolist() == [1.5] * 10
    del part
    gc.collect()
    assert owner() is None


def test_what_was_allocated_can_be_passed_and_returned_again() -> None:
    first, second = asyncir.compile(FRESH).fresh(3, 2.0)
    again = identity("memref<?xf64>")(first)
    del first, second
    gc.collect()
    assert again.tolist() == [2.0] * 3


def test_an_argument_that_is_returned_stays_alive() -> None:
    result = identity("memref<?xf64>")(numpy.arange(5.0))
    gc.collect()
    assert result.tolist() == [0, 1, 2, 3, 4]


def test_a_global_is_not_freed() -> None:
    text = """\
    memref.global "private" @g : memref<4xf32> = dense<2.5>
    func.func @f() -> memref<4xf32> {
      %0 = memref.get_global @g : memref<4xf32>
      return %0 : memref<4xf32>
    }
    """
    result = asyncir.compile(text).f()
    gc.collect()
    assert result.tolist() == [2.5] * 4


def test_an_empty_array() -> None:
    first, _ = asyncir.compile(FRESH).fresh(0, 1.0)
    assert first.shape == (0,)


@pytest.mark.parametrize("size", [-3, 1 << 62, 1 << 58])
def test_memory_that_cannot_be(size: int) -> None:
    text = """\
    func.func @f(%n: index) -> memref<?xf32> {
      %m = memref.alloc(%n) : memref<?xf32>
      return %m : memref<?xf32>
    }
    """
    with pytest.raises(asyncir.ProgramError) as caught:
        asyncir.compile(text).f(size)
    assert caught.value.chain[-1].code == "R011"


def test_writing_shows_in_the_array() -> None:
    text = """\
    func.func @f(%x: memref<?xi32, strided<[?], offset: ?>>) {
      %c1 = arith.constant 1 : index
      %v = arith.constant 7 : i32
      memref.store %v, %x[%c1] : memref<?xi32, strided<[?], offset: ?>>
      return
    }
    """
    array = numpy.zeros(6, "i4")
    assert asyncir.compile(text).f(array[::-2]) is None
    assert array.tolist() == [0, 0, 0, 7, 0, 0]
