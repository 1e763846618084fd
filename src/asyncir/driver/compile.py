"""From a program's text to something that runs: the compiler, or the cache instead of it."""

from __future__ import annotations

import os
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

import asyncir
from asyncir.diagnostics import Diagnostic, Severity, failure
from asyncir.diagnostics.names import did_you_mean
from asyncir.diagnostics.parameters import expect, whole_number, wrong
from asyncir.driver.sources import UNNAMED, showing, text_of
from asyncir.launch import boxes, cache as code_cache, jit, races, runtime
from asyncir.launch.compiled import Compiled
from asyncir.launch.signatures import Signature

MOST_THREADS = 1024
_THREADS = f"1 to {MOST_THREADS} can be asked for"
_LEVELS = "levels are 0, 1, 2 and 3"

if TYPE_CHECKING:
    from asyncir.driver.stages import Polls
    from asyncir.ir import ModuleOp


class Offered(dict[str, Callable[..., Any]]):
    """Functions of which a program takes those that it declares."""


def compile(
    source: str | bytes | PathLike[str] | ModuleOp,
    *,
    filename: str = UNNAMED,
    opt_level: int = 2,
    threads: int | None = None,
    debug: bool = False,
    cached: bool = False,
    deterministic_reductions: bool = False,
    callbacks: Mapping[str, Callable[..., Any]] | None = None,
    traced: bool = False,
    detects_races: bool = False,
    bounds: bool | None = None,
) -> Compiled:
    """Compile a program for this machine; the result's functions are called with numbers and NumPy arrays.

    `source` is MLIR text, a module, which stays as it is, or the path of a file. `threads` is the number of
    workers that its tasks run on, by default ASYNCIR_NUM_THREADS or the number of CPUs; the process shares one pool.
    `callbacks` are functions of Python, plain or `async def`, in place of functions that the program only declares.
    With `cached`, machine code of the same text is taken from the cache on disk, or put there.
    With `deterministic_reductions`, what parallel loops reduce does not depend on the number of threads, to the last bit.
    With `detects_races`, the program looks for races while it runs, and `launch.races` has those that it finds.
    With `bounds`, an access of memory out of bounds is an error with its place; without one of True and False it is so for
    `opt_level` 0 and 1.
    With `traced`, `watch` hears of all that tasks wait for, and not only where they have to; waits are a little slower.
    """
    if whole_number(opt_level, "opt_level", _LEVELS) not in range(4):
        raise failure("C017", f"there is no optimisation level {opt_level}", _LEVELS)
    if threads is not None and not 1 <= whole_number(threads, "threads", _THREADS) <= MOST_THREADS:
        raise failure("C017", f"{threads} is no number of threads", _THREADS)
    expect(filename, str, "filename", "a name")
    source, filename = text_of(source, filename)
    functions = _named({} if callbacks is None else callbacks)
    how = _How(
        filename=filename,
        opt_level=opt_level,
        debug=debug,
        cached=cached,
        deterministic_reductions=deterministic_reductions,
        traced=traced,
        detects_races=detects_races,
        bounds=checks_bounds(bounds, opt_level),
    )
    entry, warnings = _compiled(source, how, functions)
    library = load_entry(entry, functions)
    return Compiled(
        library,
        entry.signatures,
        runtime.library(),
        threads,
        warnings,
        calls_back=bool(entry.callbacks),
        recipe=partial(_recipe, source, {**how, "threads": threads, "callbacks": callbacks}),
        text=(filename, source) if isinstance(source, str | bytes) else None,
    )


class _How(TypedDict):
    """The options of `compile` that the code depends on."""

    filename: str
    opt_level: int
    debug: bool
    cached: bool
    deterministic_reductions: bool
    traced: bool
    detects_races: bool
    bounds: bool


def checks_bounds(asked: bool | None, opt_level: int) -> bool:
    """Whether accesses are checked: as it was asked for, and else where little is optimised."""
    if asked is not None:
        expect(asked, bool, "bounds", "True, False or None")
    return opt_level < 2 if asked is None else asked


def _compiled(
    source: str | bytes | ModuleOp, how: _How, functions: Mapping[str, Callable[..., Any]]
) -> tuple[code_cache.CacheEntry, tuple[Diagnostic, ...]]:
    """The machine code, from the cache or made now, and what the compiler had to say."""
    filename, fixed = how["filename"], how["deterministic_reductions"]
    name = ""
    if how["cached"] and isinstance(source, str | bytes):
        modes = f"{how['opt_level']} {how['debug']} {fixed} {how['traced']} {how['detects_races']} {how['bounds']}"
        name = cache_key(source, filename, f"{modes} {sorted(functions)}")
        if (entry := code_cache.read(name)) is not None:
            return entry, ()
    with showing(source, filename):
        lowered = lower(
            source,
            filename=filename,
            debug=how["debug"],
            fixed=fixed,
            callbacks=functions,
            traced=how["traced"],
            detects_races=how["detects_races"],
            bounds=how["bounds"],
            polls="leaves",
        )
    code = jit.emit_object(lowered.text, opt_level=how["opt_level"], constants=lowered.constants)
    entry = code_cache.CacheEntry(code, lowered.signatures, lowered.callbacks)
    reason = ""
    if name and not lowered.warnings:  # those are shown at every run
        reason = code_cache.write(name, entry)
    if reason:
        message = f"nothing is kept in '{code_cache.directory()}', which ASYNCIR_CACHE_DIR names: {reason}"
        return entry, (Diagnostic("C023", message, severity=Severity.WARNING),)
    return entry, lowered.warnings


def _recipe(source: str | bytes | ModuleOp, options: dict[str, Any]) -> tuple[Any, ...]:
    """What pickle needs to compile it again; a module as its text, which is that of now."""
    from asyncir.source.text import print_module  # late: a program that is in the cache runs without xDSL

    text = source if isinstance(source, str | bytes) else print_module(source, debuginfo=True)
    return _remade, (text, options)


def _remade(text: str | bytes, options: dict[str, Any]) -> Compiled:
    return compile(text, **options)


def _named(functions: Mapping[str, Callable[..., Any]]) -> Mapping[str, Callable[..., Any]]:
    expect(functions, Mapping, "callbacks", "a dictionary of functions", 'such as callbacks={"f": f}')
    if isinstance(functions, Offered):
        return functions
    for name, function in functions.items():
        expect(name, str, "the name of a callback", "a text")
        if not callable(function):
            raise wrong(f"the callback '{name}'", function, "a function")
    return {name.removeprefix("@"): function for name, function in functions.items()}


def load_entry(entry: code_cache.CacheEntry, functions: Mapping[str, Callable[..., Any]]) -> jit.Library:
    """Put machine code into this process, with the functions of the host that it calls."""
    provided = _provided(entry)
    if not entry.callbacks:
        return jit.load(entry.code, provided)
    check_bound(entry.callbacks, functions)
    from asyncir.launch.callbacks import Callbacks  # asyncio is not for every program

    bound = Callbacks(runtime.library(), functions, entry.callbacks)
    return jit.load(entry.code, ChainMap(bound.symbols, dict(provided)), kept=bound)


def _provided(entry: code_cache.CacheEntry) -> Mapping[str, int]:
    """What code may need of the runtime, and of the library that looks for races where the program does."""
    provided = {**runtime.symbols(), **boxes.symbols(entry.code.needs)}
    if any(name.startswith(races.PREFIX) for name in entry.code.needs):
        provided |= races.symbols()
    return provided


def check_bound(callbacks: Iterable[Signature], functions: Iterable[str]) -> None:
    """Refuse a program of which a callback is missing."""
    for signature in callbacks:
        if signature.name not in functions:
            message = f"function '{signature.name}' is to be provided by the host, and is not"
            raise failure("C020", message, _PROVIDE)


@dataclass(frozen=True, slots=True)
class Lowered:
    """A program as LLVM text, not optimised, and what is known of it."""

    text: str
    signatures: tuple[Signature, ...]
    warnings: tuple[Diagnostic, ...]
    callbacks: tuple[Signature, ...] = ()
    """The functions that the host provides."""
    constants: tuple[jit.DataConstant, ...] = ()
    """What the text uses, and neither declares nor defines."""


def lower(
    source: str | bytes | ModuleOp,
    *,
    filename: str = "<string>",
    debug: bool = False,
    fixed: bool = False,
    callbacks: Iterable[str] = (),
    sanitizer: str = "",
    traced: bool = False,
    detects_races: bool = False,
    bounds: bool = False,
    polls: Polls = "",
) -> Lowered:
    """Parse, verify and lower a program; a module stays as it is. With `fixed`, reductions are deterministic; `callbacks`
    are the functions that the host provides. `sanitizer`, `traced` and `polls`:
    see `emit_llvm` and `compile_to_llvm`. With `detects_races`, it looks for
    races while it runs. With `bounds`, accesses out of bounds are failures.
    """
    # late: a program that is in the cache runs without xDSL
    from asyncir.driver.boundaries import without_boundaries
    from asyncir.driver.signatures import public_functions, with_demands
    from asyncir.driver.stages import compile_to_llvm
    from asyncir.ir import ModuleOp
    from asyncir.ir.symbols import flattened
    from asyncir.source.text import parse_module

    module = source.clone() if isinstance(source, ModuleOp) else parse_module(source, filename)
    module = flattened(without_boundaries(module))
    signatures = public_functions(module)
    provided = mark_callbacks(module, callbacks, optional=isinstance(callbacks, Offered))
    emitted = compile_to_llvm(
        module,
        debug=debug,
        deterministic_reductions=fixed,
        sanitizer=sanitizer,
        traced=traced,
        detects_races=detects_races,
        bounds=bounds,
        polls=polls,
    )
    known = with_demands(signatures, module)
    return Lowered(emitted.text, known, tuple(emitted.warnings), provided, emitted.constants)


def mark_callbacks(module: ModuleOp, names: Iterable[str], optional: bool = False) -> tuple[Signature, ...]:
    """Mark the declarations of these functions as provided by the host, beside those that are so marked in the text.

    Each must be declared, unless they are `optional`.
    """
    # late: a program that is in the cache runs without xDSL
    from asyncir.driver.signatures import callback_signature, declared_functions
    from asyncir.ir import UnitAttr
    from asyncir.ir.marks import CALLBACK

    declared = declared_functions(module)
    wanted = {name for name in names if name in declared or not optional}
    for name in wanted:
        if name not in declared:
            help = did_you_mean(name, declared) or "a callback takes the place of a function without a body"
            raise failure("C019", f"the program declares no function '{name}'", help)
        declared[name].attributes[CALLBACK] = UnitAttr()
    marked = [op for op in declared.values() if CALLBACK in op.attributes]
    return tuple(callback_signature(op) for op in marked)


_PROVIDE = "name it in compile(..., callbacks={...}), or in the module given with --callbacks"


def cache_key(source: str | bytes, filename: str, choices: str) -> str:
    """The name in the cache of what is made of a program with these choices, for this machine, by this compiler."""
    host = jit.host()
    options = f"{filename} {choices} {host.triple} {host.cpu} {host.features} {jit.llvm_version()}"
    return code_cache.key([_fingerprint(), options, source])


@cache
def _fingerprint() -> str:
    """The version of the compiler, changes in a checkout included: sizes and times of its own files."""
    root = Path(asyncir.__file__).parent
    marks = [asyncir.__version__]
    folders = [str(root)]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.name.endswith((".py", ".ll")):
                    status = entry.stat()
                    marks.append(f"{entry.path} {status.st_size} {status.st_mtime_ns}")
                elif entry.name != "__pycache__" and entry.is_dir():
                    folders.append(entry.path)
    return "\n".join(sorted(marks))
