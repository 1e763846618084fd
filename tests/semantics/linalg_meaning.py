"""What the named ops of linalg compute, said with NumPy and without their maps and bodies."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from tests.text.linalg_named import DILATIONS, STRIDES, NamedOp, Operand

Array = np.ndarray[Any, Any]

PRODUCTS = {
    "matmul": "mk,kn->mn",
    "batch_matmul": "bmk,bkn->bmn",
    "batch_reduce_matmul": "bmk,bkn->mn",
    "quantized_matmul": "mk,kn->mn",
    "quantized_batch_matmul": "bmk,bkn->bmn",
    "mmt4d": "mkij,nklj->mnil",
    "batch_mmt4d": "bmkij,bnklj->bmnil",
    "matvec": "mk,k->m",
    "vecmat": "k,kn->n",
    "batch_matvec": "bmk,bk->bm",
    "batch_vecmat": "bk,bkn->bn",
    "dot": "k,k->",
}


def _itself(x: Array) -> Array:
    return x


def _reciprocal(x: Array) -> Array:
    return 1 / x


def _reciprocal_root(x: Array) -> Array:
    return 1 / np.sqrt(x)


def _round(x: Array) -> Array:
    return np.copysign(np.floor(np.abs(x) + 0.5), x)


def _quotient(x: Array, y: Array) -> Array:
    return x / y if x.dtype.kind == "f" else np.trunc(x / y).astype(x.dtype)


def _unsigned(x: Array) -> Array:
    return x.view(f"u{x.dtype.itemsize}")


def _unsigned_quotient(x: Array, y: Array) -> Array:
    return _unsigned(x) // _unsigned(y)


ELEMENTWISE: dict[str, Callable[..., Any]] = {
    "copy": _itself,
    "exp": np.exp,
    "log": np.log,
    "abs": np.abs,
    "ceil": np.ceil,
    "floor": np.floor,
    "negf": np.negative,
    "reciprocal": _reciprocal,
    "round": _round,
    "sqrt": np.sqrt,
    "rsqrt": _reciprocal_root,
    "square": np.square,
    "tanh": np.tanh,
    "erf": np.vectorize(math.erf),
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": _quotient,
    "div_unsigned": _unsigned_quotient,
    "max": np.maximum,
    "min": np.minimum,
    "powf": np.power,
    "select": np.where,
}

REDUCTIONS: dict[str, tuple[Any, Any]] = {
    "sum": (np.add, np.sum),
    "max": (np.maximum, np.max),
    "min": (np.minimum, np.min),
}


def meaning(op: NamedOp, arrays: Sequence[Any]) -> Array:
    """What the output is afterwards; scalars are given as arrays without dimensions."""
    *inputs, output = [np.asarray(array) for array in arrays]
    name = op.name if output.dtype != bool else _of_truth_values(op.name)
    if name == "fill":
        return np.full_like(output, inputs[0])
    if name == "fill_rng_2d":
        return _random(inputs, output)
    if name in ELEMENTWISE:
        return ELEMENTWISE[name](*inputs).astype(output.dtype)
    if name.startswith("pooling"):
        return _pooled(name.split("_")[1:], inputs, output)
    return output + _product(name, [x.astype(output.dtype) for x in inputs]).astype(output.dtype)


def _of_truth_values(name: str) -> str:
    """As a signed number true is -1, so that the greater of two is what NumPy calls the lesser."""
    swapped = {"max": "min", "min": "max"}
    return "_".join(swapped.get(part, part) for part in name.split("_"))


def _product(name: str, inputs: Sequence[Array]) -> Array:
    first, second = inputs[:2]
    if len(inputs) == 4:
        first, second = first - inputs[2], second - inputs[3]
    if name in PRODUCTS:
        return np.einsum(PRODUCTS[name], first, second)
    image, kernel, result = _letters(name)
    window = _spatial(kernel)
    view = _windows(first, image, [second.shape[kernel.index(letter)] for letter in window])
    for letter in window:
        kernel = kernel.replace(letter, letter.upper())
    return np.einsum(f"{image}{window.upper()},{kernel}->{result}", view, second)


def _letters(name: str) -> tuple[str, str, str]:
    """The dimensions of image, kernel and result of a convolution, by its name."""
    parts = name.removesuffix("_q").removeprefix("depthwise_").split("_")
    if len(parts) == 2:
        letters = "dhw"[3 - int(parts[1][0]) :]
        return letters, letters, letters
    image, kernel = parts[2:]
    if name.startswith("depthwise"):
        return image, kernel, image + ("m" if "m" in kernel else "")
    return image, kernel, image.replace("c", "f")


def _spatial(letters: str) -> str:
    return "".join(letter for letter in letters if letter in "dhw")


def _windows(image: Array, letters: str, kernel: Sequence[int]) -> Array:
    """The image with its windows as further dimensions, by the strides and dilations that the tests use."""
    spatial = _spatial(letters)
    plain = letters == spatial
    axes = [letters.index(letter) for letter in spatial]
    strides, dilations = ((1,) * 3, (1,) * 3) if plain else (STRIDES, DILATIONS)
    reach = [(size - 1) * dilation + 1 for size, dilation in zip(kernel, dilations, strict=False)]
    slide: Any = sliding_window_view
    view: Array = slide(image, reach, axis=axes)
    for number, axis in enumerate(axes):
        index: list[Any] = [slice(None)] * view.ndim
        index[axis] = slice(None, None, strides[number])
        index[image.ndim + number] = slice(None, None, dilations[number])
        view = view[tuple(index)]
    return view


def _pooled(parts: Sequence[str], inputs: Sequence[Array], output: Array) -> Array:
    letters, kind = parts[0], parts[1]
    image, kernel = inputs
    if "unsigned" in parts:
        image = _unsigned(image)
    to = _unsigned(output).dtype if "unsigned" in parts else output.dtype
    with_output, along = REDUCTIONS[kind]
    view = _windows(image, letters, kernel.shape).astype(to)
    pooled = along(view, axis=tuple(range(image.ndim, view.ndim)))
    return with_output(output.view(to), pooled).astype(to).view(output.dtype)


def _random(inputs: Sequence[Array], output: Array) -> Array:
    least, greatest, seed = (x.item() for x in inputs)

    def signed(number: int) -> int:
        return (number + 2**31) % 2**32 - 2**31

    def step(number: int) -> int:
        return signed(number * 1103515245 + 12345)

    scale = (greatest - least) * 2.3283063999999999e-10
    rows, columns = output.shape
    numbers = [
        [(2147483647 + step(signed(j + step(i + seed)))) * scale + least for j in range(columns)]
        for i in range(rows)
    ]
    return np.array(numbers, output.dtype)


# ---- operands ----

DTYPES = {"f16": "f2", "f32": "f4", "f64": "f8", "i1": "?", "i8": "i1", "i32": "i4", "bf16": "f4"}


def operand(of: Operand, generator: np.random.Generator, name: str) -> Array:
    """Small whole numbers, which floats are exact about; for functions of real numbers those that they are defined for."""
    shape = of.sizes or ()
    if name in ("exp", "log", "sqrt", "rsqrt", "reciprocal", "powf", "tanh", "erf", "ceil", "floor", "round"):
        numbers: Any = generator.integers(1, 40, shape) / 8
        return np.asarray(numbers * (-1 if name in ("ceil", "floor", "round") else 1), DTYPES[of.element])
    numbers = generator.integers(-9, 9, shape)
    if name.startswith("div"):
        numbers = np.where(numbers == 0, 5, numbers)
    if of.element == "i1":
        numbers = numbers > 0
    return np.asarray(numbers).astype(DTYPES[of.element])


def as_given(of: Operand, array: Array) -> Any:
    """The operand as a program gets it."""
    if of.sizes is None:
        return array.item()
    return (array.view(np.uint32) >> 16).astype(np.uint16) if of.element == "bf16" else array
