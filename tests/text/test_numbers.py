"""Floating-point numbers are written as mlir-opt 22 writes them."""

from __future__ import annotations

import math
import random
import struct

import pytest

from asyncir.ir import AnyFloat, BFloat16Type, FloatAttr, ModuleOp, f16, f32, f64
from asyncir.source.numbers import float_text
from asyncir.source.text import parse_module, print_module
from tests.oracle import mlir_opt, needs_mlir

TYPES: dict[str, AnyFloat] = {"f16": f16, "bf16": BFloat16Type(), "f32": f32, "f64": f64}


QUIET = {"f16": 9, "bf16": 6, "f32": 22, "f64": 51}
"""The bit of a NaN that makes it quiet."""


def is_lost(bits: int, name: str) -> bool:
    """Whether it is a NaN that a Python float cannot hold: a signalling one, or of f16 any with a payload."""
    quiet = QUIET[name]
    size = 8 * TYPES[name].compile_time_size
    exponent = (1 << (size - 2 - quiet)) - 1
    is_nan = (bits >> (quiet + 1)) & exponent == exponent and bits % (1 << (quiet + 1)) != 0
    return is_nan and (name == "f16" or not bits >> quiet & 1)


def samples(name: str) -> list[str]:
    """Hexadecimal bits of all kinds of numbers of a type."""
    size = TYPES[name].compile_time_size
    generator = random.Random(name)
    bits = [each for each in (generator.getrandbits(8 * size) for _ in range(300)) if not is_lost(each, name)]
    if name in ("f32", "f64"):
        code, whole = ("<f", "<I") if name == "f32" else ("<d", "<Q")
        decimal = [
            generator.choice((1, -1)) * round(generator.random(), k) * 10.0**e
            for k in range(1, 9)
            for e in range(-9, 20)
        ]
        decimal += (
            [float(2**k) for k in range(64)]
            + [2.0**k - 1 for k in range(1, 60)]
            + [0.0, -0.0, math.inf, -math.inf]
        )
        bits += [struct.unpack(whole, struct.pack(code, x))[0] for x in decimal]
    return [f"0x{each:0{2 * size}X}" for each in bits]


@needs_mlir
@pytest.mark.parametrize("name", TYPES)
def test_every_number_is_written_as_mlir_opt_writes_it(name: str) -> None:
    listed = ", ".join(f"{bits} : {name}" for bits in samples(name))
    expected = mlir_opt(f"module attributes {{a.all = [{listed}]}} {{}}")
    assert print_module(parse_module(expected)) + "\n" == expected


@pytest.mark.parametrize(
    ("value", "type", "text"),
    [
        (0.0, f32, "0.000000e+00"),
        (-0.0, f64, "-0.000000e+00"),
        (1.5, f32, "1.500000e+00"),
        (0.1, f64, "1.000000e-01"),
        (123456792.0, f32, "0x4CEB79A3"),
        (0.00123456784, f32, "0.00123456784"),
        (1.23456784e-05, f32, "1.23456784E-5"),
        (math.inf, f32, "0x7F800000"),
        (math.nan, f64, "0x7FF8000000000000"),
        (0.0999755859375, f16, "9.997550e-02"),
    ],
)
def test_known_forms(value: float, type: AnyFloat, text: str) -> None:
    assert float_text(value, type) == text


@pytest.mark.parametrize("name", TYPES)
def test_what_is_written_is_read_as_the_same_number(name: str) -> None:
    type = TYPES[name]
    for bits in samples(name):
        raw = bytes.fromhex(bits[2:])[::-1]
        (value,) = type.iter_unpack(raw)
        module = parse_module(f"module attributes {{a.x = {float_text(value, type)} : {name}}} {{}}")
        assert isinstance(module, ModuleOp)
        read = module.attributes["a.x"]
        assert isinstance(read, FloatAttr)
        assert type.pack((read.value.data,)) == type.pack((value,)), bits
