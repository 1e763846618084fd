# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`asyncir.check`: of programs in MLIR's text, and of kernels in PTX; each loads what it needs."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, cast, overload

from asyncir.diagnostics import failure
from asyncir.diagnostics.parameters import expect
from asyncir.driver.kernels.objects import check_kernel_object, kernel_text, no_kernel
from asyncir.driver.sources import UNNAMED, text_of

if TYPE_CHECKING:
    from asyncir.driver.check import Checked
    from asyncir.driver.kernels.checked import CheckedPtx
    from asyncir.ir import ModuleOp

_OF_KERNELS = frozenset({"block", "grid", "cluster", "parameters", "budget", "shared"})
_OF_PROGRAMS = frozenset({"args_alias", "certificates", "recheck"})


@overload
def check(
    program: str | bytes | PathLike[str] | ModuleOp,
    *,
    filename: str = ...,
    entry: str | None = ...,
    args_alias: bool = ...,
    certificates: bool = ...,
    recheck: bool = ...,
) -> Checked: ...
@overload
def check(
    program: object,
    *,
    filename: str = ...,
    entry: str | None = ...,
    block: int | tuple[int, ...] | None = ...,
    grid: int | tuple[int, ...] | None = ...,
    cluster: int | tuple[int, ...] | None = ...,
    parameters: Mapping[str, Any] | None = ...,
    budget: int | None = ...,
    shared: int | None = ...,
) -> CheckedPtx: ...
def check(
    program: Any, *, filename: str = UNNAMED, entry: str | None = None, **options: Any
) -> Checked | CheckedPtx:
    """Prove that every access of a program or a kernel waits for what it needs, or show an execution in which one does not.

    `program` is MLIR text, a module, the path of a file, or a function of `asyncir.jit`, as it was compiled last; or PTX:
    its text, the path of a file, or a compiled kernel of Triton, Numba, CuPy and others (`driver/kernels/objects.py`).
    `entry` is the one function or kernel to look at.

    Of MLIR: `args_alias`, `certificates`, `recheck` are as in `asyncir.driver.check.check`. Of PTX: `block`, `grid` and
    `cluster` are shapes (a number, or up to three), `parameters` values by name (numbers, bytes, arrays, texts such as
    '32*n'), `budget` bounds the instructions of a run, `shared` is how many bytes of dynamic shared memory a launch gives;
    what is not said is taken from the kernel. Both answers have `standing`, `proved` and `diagnostics`.
    Raises `DiagnosticError` for what is neither, and for an entry that it does not have.
    """
    expect(filename, str, "filename", "a name")
    if hasattr(program, "__asyncir_jit__"):  # some kernels of others are callable, too
        program, filename = text_of(program, filename)
    kernel = kernel_text(program, filename)
    others = _OF_PROGRAMS if kernel is not None else _OF_KERNELS
    for name in options:
        if name in others:
            what = "PTX" if kernel is None else "programs in MLIR's text"
            raise failure("C017", f"{name} is for {what}", "leave it out")
        if name not in _OF_PROGRAMS | _OF_KERNELS:
            raise TypeError(f"check() got an unexpected keyword argument '{name}'")
    if kernel is not None:
        return check_kernel_object(kernel, entry=entry, **options)
    if not isinstance(program, str | bytes | PathLike) and not hasattr(program, "body"):
        raise no_kernel(program)
    from asyncir.driver.check import check as check_program  # late: PTX does without xDSL

    return check_program(cast("ModuleOp", program), filename=filename, entry=entry, **options)
