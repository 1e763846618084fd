"""`asyncir.run`: one call of a program, or of a Python function, as the command `asyncir run` does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from asyncir.diagnostics import failure

if TYPE_CHECKING:
    import os

    from asyncir.ir import ModuleOp


def run(
    source: str | bytes | os.PathLike[str] | ModuleOp | Callable[..., Any],
    /,
    *arguments: Any,
    entry: str | None = None,
    opt_level: int | None = None,
    threads: int | None = None,
    bounds: bool | None = None,
    **named: Any,
) -> Any:
    """Compile what is given, call it, wait until all is done, and return what it gives.

    `source` is a program, as MLIR text, the path of a file, or a module, of which `entry` is called, by default the only
    function, or `main`. Or it is a Python function, which is compiled as by `asyncir.jit`; an `async def` is waited for.
    Without an `opt_level`, an index out of bounds is an error, as in `asyncir run` without `-O`. Machine code is kept.
    """
    checked = opt_level is None if bounds is None else bounds
    if callable(source):
        return _function(source, entry, 3 if opt_level is None else opt_level, threads, checked)(
            *arguments, **named
        )
    # late: functions of Python need neither
    from asyncir.driver.compile import compile
    from asyncir.tools.entries import choose

    level = 2 if opt_level is None else opt_level
    asked = None if bounds is None and opt_level is not None else checked
    program = compile(cast("Any", source), opt_level=level, threads=threads, bounds=asked, cached=True)
    function = program[choose({name: f.signature for name, f in program.items()}, entry)]
    result = function(*arguments, **named)
    if isinstance(result, tuple):
        return tuple(map(_ended, cast("tuple[Any, ...]", result)))
    return _ended(result)


def _function(
    function: Any, entry: str | None, opt_level: int, threads: int | None, bounds: bool
) -> Callable[..., Any]:
    if entry is not None:
        raise failure("C017", "a function of Python has no other entries", "leave `entry` out")
    # late: only for functions of Python
    from asyncir.driver.jitted import Jitted, jit

    if isinstance(function, Jitted):
        return function.run
    return jit(opt_level=opt_level, threads=threads, bounds=bounds)(function).run


def _ended(value: Any) -> Any:
    return value.result() if hasattr(value, "result") else value
