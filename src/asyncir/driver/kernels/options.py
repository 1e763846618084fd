# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is said of a launch when PTX is checked: shapes, values of parameters, bounds; as text and as values.

    K=1024              a number                        K=32*n  K=32*n+16     each such number, for all n from 0 on
    p=00ff10...         the bytes of a struct, in hex   p=file.npy            those of an array
    map=box:64x64x2     a tensor map whose box has 64 x 64 elements of 2 bytes

A parameter is named as in the PTX, or by its number from 0 on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from pathlib import Path

from asyncir.diagnostics import DiagnosticError, failure
from asyncir.diagnostics.names import did_you_mean
from asyncir.ptx.program import Kernel, Parameter

Shape3 = tuple[int, int, int]

_LARGEST_STRUCT = 1 << 16


@dataclass(frozen=True, slots=True)
class EachMultiple:
    """The values `step * n + add`, for all n from 0 on."""

    step: int
    add: int = 0

    def __str__(self) -> str:
        return f"{self.step}*n" + (f"+{self.add}" if self.add else "")


@dataclass(frozen=True, slots=True)
class BoxBytes:
    """A tensor map; a copy by it moves so many bytes."""

    bytes: int


ParameterValue = int | bytes | EachMultiple | BoxBytes


@dataclass(frozen=True, slots=True)
class KernelOptions:
    """What is known of the launches of a file's kernels; None is left to the kernel, or to what is usual.

    `parameters` are by name or number. `budget` bounds the instructions of one run, `entry` is the one kernel to check.
    `recheck`: what is proved is handed to the verifier (`asyncir.certificates.kernels`), and unknown where that refuses.
    `mend`: look for what makes a wrong kernel right, however long that takes.
    `dynamic_shared`: the bytes of shared memory that launches give, to arrays without a size.
    `standing_only`: only how the kernels stand is asked for: nothing of their sites, and of a wrong one no more than that.
    """

    entry: str | None = None
    grid: Shape3 | None = None
    block: Shape3 | None = None
    cluster: Shape3 | None = None
    parameters: Mapping[str, ParameterValue] = field(default_factory=dict[str, ParameterValue])
    budget: int | None = None
    recheck: bool = True
    mend: bool = False
    standing_only: bool = False
    dynamic_shared: int | None = None


def parse_shape(text: str, option: str) -> Shape3:
    """`128`, `32,4` or `16x8x2`. Raises `DiagnosticError`, C004."""
    parts = re.split(r"[,x]", text.strip())
    if not 1 <= len(parts) <= 3 or not all(re.fullmatch(r"\s*[1-9]\d{0,9}\s*", part) for part in parts):
        raise failure("C004", f"{option} is no shape: '{text[:60]}'", "write 128, 32,4 or 16,8,2")
    x, y, z = (*map(int, parts), 1, 1)[:3]
    return (x, y, z)


def parse_parameters(texts: Sequence[str]) -> dict[str, ParameterValue]:
    """`NAME=VALUE` for each. Raises `DiagnosticError`, C004."""
    found: dict[str, ParameterValue] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise failure("C004", f"--param takes NAME=VALUE, not '{text[:60]}'", _HOW)
        found[name.strip()] = parse_value(value.strip(), name.strip())
    return found


_HOW = "VALUE is a number, 32*n for all of them, a .npy file, hex bytes, or box:64x64x2"
_EACH = re.compile(r"(?:(\d{1,18})\s*\*\s*)?n(?:\s*\+\s*(\d{1,18}))?")


def parse_value(text: str, name: str) -> ParameterValue:
    """One value; see the head of this file. Raises `DiagnosticError`, C004, C007."""
    if re.fullmatch(r"-?\d{1,20}|-?0[xX][0-9a-fA-F]{1,16}", text):
        return int(text, 0) if not re.fullmatch(r"-?0\d+", text) else int(text)
    if each := _EACH.fullmatch(text):
        return EachMultiple(int(each[1] or 1), int(each[2] or 0))
    if text.startswith("box:"):
        sizes = text.removeprefix("box:").split("x")
        if all(re.fullmatch(r"[1-9]\d{0,8}", size) for size in sizes):
            return BoxBytes(prod(map(int, sizes)))
        raise failure("C004", f"the box of '{name}' is no list of sizes: '{text[:60]}'", "write box:64x64x2")
    if text.endswith(".npy"):
        return _array(text)
    if re.fullmatch(r"(?:[0-9a-fA-F]{2})+", text) and len(text) <= 2 * _LARGEST_STRUCT:
        return bytes.fromhex(text)
    raise failure("C004", f"'{text[:60]}' is no value of parameter '{name}'", _HOW)


def _array(path: str) -> bytes:
    import numpy as np  # late: most calls have no file

    try:
        array = np.load(Path(path), allow_pickle=False)
    except FileNotFoundError:
        raise failure("C001", f"there is no file '{path}'") from None
    except (OSError, ValueError) as error:
        raise failure("C008", f"'{path}' cannot be read as an array: {error}") from None
    if array.nbytes > _LARGEST_STRUCT:
        raise failure("C004", f"'{path}' has {array.nbytes} bytes, parameters have less", _HOW)
    return array.tobytes()


def parameter_named(kernel: Kernel, name: str) -> Parameter | None:
    """The parameter with that name, or that number; None if there is none."""
    for number, parameter in enumerate(kernel.parameters):
        if name in (parameter.name, str(number)):
            return parameter
    return None


def check_names(kernels: Sequence[Kernel], options: KernelOptions) -> None:
    """Refuse names that no kernel has. Raises `DiagnosticError`, C004, C005."""
    for name in options.parameters:
        if any(parameter_named(kernel, name) is not None for kernel in kernels):
            continue
        known = [parameter.name for kernel in kernels for parameter in kernel.parameters]
        help = did_you_mean(name, known) or (f"there are {', '.join(known[:8])}" if known else "leave it out")
        raise failure("C004", f"no kernel has a parameter '{name}'", help)


def chosen(kernels: Sequence[Kernel], options: KernelOptions) -> tuple[Kernel, ...]:
    """The kernels to look at. Raises `DiagnosticError`, C005."""
    if options.entry is None:
        return tuple(kernels)
    found = tuple(kernel for kernel in kernels if kernel.name == options.entry)
    if not found:
        raise _no_kernel(options.entry, [kernel.name for kernel in kernels])
    return found


def _no_kernel(name: str, known: Sequence[str]) -> DiagnosticError:
    help = did_you_mean(name, known) or (
        f"there are {', '.join(known[:8])}" if known else "the file has none"
    )
    return failure("C005", f"there is no kernel '{name}'", help)
