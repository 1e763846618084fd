# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What Python has of kernels in PTX: text, files, and the compiled kernels of Triton, Numba and CuPy.

Nothing of these packages is imported: an object is known by what it has.

    text, bytes       with `.version` in its first lines
    a path            whose name ends in .ptx
    Triton            a CompiledKernel has `asm["ptx"]`, and in `metadata` how many warps and blocks of a cluster there are
    Numba             a dispatcher of numba.cuda has `inspect_asm`, of each signature that was compiled
    CuPy              a RawModule has `file_path`, or `code` where that is PTX
    any other         with a text in `ptx`, `__ptx__` or `kernel_ptx`
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from asyncir.diagnostics import Diagnostic, DiagnosticTypeError, failure
from asyncir.driver.kernels.options import KernelOptions, ParameterValue, Shape3, parse_value
from asyncir.driver.sources import UNNAMED, text_of
from asyncir.source.ptx import is_ptx

if TYPE_CHECKING:
    from asyncir.driver.kernels.checked import CheckedPtx

WARP = 32
_TEXTS = ("ptx", "__ptx__", "kernel_ptx")
_OF_METADATA = ("name", "num_warps", "warp_size", "num_ctas", "shared")


@dataclass(frozen=True, slots=True)
class KernelText:
    """The PTX of an object, its name in diagnostics, and what it says of how it is launched."""

    text: str | bytes
    name: str
    block: Shape3 | None = None
    cluster: Shape3 | None = None
    shared: int | None = None
    """The bytes of dynamic shared memory."""
    ttgir: str = ""
    """Triton's form of it one step before LLVM, which names its operations."""


def kernel_text(kernel: Any, filename: str = UNNAMED) -> KernelText | None:
    """The PTX of what is given; None for what has none, such as a program in MLIR's text."""
    if isinstance(kernel, str | bytes | os.PathLike):
        text, name = text_of(cast(Any, kernel), filename)
        data = text.encode() if isinstance(text, str) else text
        return (
            KernelText(cast("str | bytes", text), name)
            if isinstance(data, bytes) and is_ptx(data, name)
            else None
        )
    return _of_triton(kernel, filename) or _of_numba(kernel, filename) or _of_others(kernel, filename)


def _of_triton(kernel: Any, filename: str) -> KernelText | None:
    forms = getattr(kernel, "asm", None)
    text = cast("Mapping[str, Any]", forms).get("ptx") if isinstance(forms, Mapping) else None
    if not isinstance(text, str):
        return None
    metadata = getattr(kernel, "metadata", None)
    known = {name: getattr(metadata, name, None) for name in _OF_METADATA}
    found = triton_text(text, known)
    ttgir = cast("Mapping[str, Any]", forms).get("ttgir")
    found = replace(found, ttgir=ttgir if isinstance(ttgir, str) else "")
    return found if filename == UNNAMED else replace(found, name=filename)


def triton_text(text: str, metadata: Mapping[str, Any]) -> KernelText:
    """The PTX of a kernel of Triton with what its metadata say of the launch; what is not there is left open."""
    warps, lanes, blocks, shared = (metadata.get(name) for name in _OF_METADATA[1:])
    return KernelText(
        text,
        f"<{metadata.get('name') or 'kernel'}>",
        (warps * (lanes or WARP), 1, 1) if warps else None,
        (blocks, 1, 1) if blocks and blocks > 1 else None,
        shared if isinstance(shared, int) else None,
    )


def _of_numba(kernel: Any, filename: str) -> KernelText | None:
    inspect = getattr(kernel, "inspect_asm", None)
    if not callable(inspect):
        return None
    found = inspect()
    texts = list(cast("Mapping[Any, str]", found).values()) if isinstance(found, Mapping) else [found]
    if len(texts) != 1 or not isinstance(texts[0], str):
        name = getattr(kernel, "__name__", "the kernel")
        message = f"{name} is compiled for {len(texts)} signatures, and one is needed"
        raise failure("C017", message, "check the text of one: kernel.inspect_asm(signature)")
    name = str(getattr(kernel, "__name__", "kernel"))
    return KernelText(texts[0], f"<{name}>" if filename == UNNAMED else filename)


def _of_others(kernel: Any, filename: str) -> KernelText | None:
    path = getattr(kernel, "file_path", None)
    if isinstance(path, str) and path.endswith(".ptx"):
        return kernel_text(path, filename)
    for name in (*_TEXTS, "code"):
        text = getattr(kernel, name, None)
        if isinstance(text, str) and is_ptx(text.encode()):
            known = str(getattr(kernel, "__name__", None) or getattr(kernel, "name", None) or "kernel")
            return KernelText(text, f"<{known}>" if filename == UNNAMED else filename)
    return None


def no_kernel(kernel: Any) -> DiagnosticTypeError:
    """The error for what is neither a program nor a kernel."""
    message = f"a program or a kernel is needed, not {type(kernel).__name__}"
    help = "give text, a path, a module of asyncir.parse, or a kernel that is compiled: Triton's CompiledKernel, say"
    return DiagnosticTypeError(Diagnostic("C017", message, help=help))


def check_kernel_object(
    kernel: KernelText,
    *,
    entry: str | None = None,
    block: int | tuple[int, ...] | None = None,
    grid: int | tuple[int, ...] | None = None,
    cluster: int | tuple[int, ...] | None = None,
    parameters: Mapping[str, Any] | None = None,
    budget: int | None = None,
    shared: int | None = None,
) -> CheckedPtx:
    """Check what `kernel_text` found; what is not said of the launch is taken from the object, then from the text."""
    from asyncir.driver.kernels.check import check_ptx  # late: programs in MLIR's text do without it

    options = KernelOptions(
        entry,
        _shape(grid, "grid"),
        _shape(block, "block") or kernel.block,
        _shape(cluster, "cluster") or kernel.cluster,
        {str(name): _value(value, str(name)) for name, value in (parameters or {}).items()},
        budget,
        dynamic_shared=kernel.shared if shared is None else _bytes(shared),
    )
    checked = check_ptx(kernel.text, kernel.name, options)
    if not kernel.ttgir:
        return checked
    from asyncir.driver.kernels.operations import named  # late: few kernels have it
    from asyncir.source.ttgir import read_ttgir  # late: few kernels have it

    named_ones = named(checked, read_ttgir(kernel.ttgir, "ttgir"))
    return replace(named_ones, diagnostics=tuple(d for d in named_ones.diagnostics if d.code != "T203"))


def _shape(given: int | tuple[int, ...] | None, name: str) -> Shape3 | None:
    if given is None:
        return None
    sizes = (given,) if isinstance(given, int) else tuple(given)
    if not 1 <= len(sizes) <= 3 or not all(isinstance(size, int) and size > 0 for size in sizes):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise failure(
            "C017", f"{name} is {given!r}, which is no shape", "give a number, or up to three of them"
        )
    x, y, z = (*sizes, 1, 1)[:3]
    return (x, y, z)


def _bytes(given: Any) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or given < 0:
        raise failure("C017", f"shared is {given!r}, which is no number of bytes", "give a number, 0 or more")
    return given


def _value(value: Any, name: str) -> ParameterValue:
    if isinstance(value, str):
        return parse_value(value, name)
    if isinstance(value, bytes) or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    if (array_bytes := getattr(value, "tobytes", None)) is not None:
        return cast(bytes, array_bytes())
    if hasattr(value, "__index__"):
        return int(value)
    help = "give a number, bytes, an array, or a text such as '32*n' or 'box:64x64x2'"
    raise DiagnosticTypeError(
        Diagnostic("C017", f"the parameter '{name}' is {value!r}, which no kernel can have", help=help)
    )
