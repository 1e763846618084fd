"""From a program's text to something that runs: the compiler, or the cache instead of it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import asyncir
from asyncir.diagnostics import Diagnostic
from asyncir.launch import cache as code_cache
from asyncir.launch import jit, runtime
from asyncir.launch.compiled import Compiled
from asyncir.launch.signatures import Signature
from asyncir.tools.files import failure

MOST_THREADS = 1024

if TYPE_CHECKING:
    from asyncir.ir import ModuleOp


def compile(
    source: str | bytes | ModuleOp,
    *,
    filename: str = "<string>",
    opt_level: int = 2,
    threads: int | None = None,
    debug: bool = False,
    cached: bool = False,
    deterministic_reductions: bool = False,
) -> Compiled:
    """Compile a program for this machine; the result's functions are called with numbers and NumPy arrays.

    `source` is MLIR text or a module, which stays as it is. `threads` is the number of workers that its tasks
    run on, by default ASYNCIR_NUM_THREADS or the number of CPUs; the process shares one pool.
    With `cached`, machine code of the same text is taken from the cache on disk, or put there.
    With `deterministic_reductions`, what parallel loops reduce does not depend on the number of threads, to the last bit.
    """
    if opt_level not in range(4):
        raise failure("C017", f"there is no optimisation level {opt_level}", "levels are 0, 1, 2 and 3")
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise failure("C017", f"{threads} is no number of threads", f"1 to {MOST_THREADS} can be asked for")
    entry = None
    warnings: tuple[Diagnostic, ...] = ()
    name = ""
    if cached and isinstance(source, str | bytes):
        name = _key(source, filename, f"{opt_level} {debug} {deterministic_reductions}")
        entry = code_cache.read(name)
    if entry is None:
        lowered = lower(source, filename=filename, debug=debug, fixed=deterministic_reductions)
        warnings = lowered.warnings
        entry = code_cache.Entry(jit.emit_object(lowered.text, opt_level=opt_level), lowered.signatures)
        if name and not warnings:  # those are shown at every run
            code_cache.write(name, entry)
    library = jit.load(entry.code, runtime.symbols())
    return Compiled(library, entry.signatures, runtime.library(), threads, warnings)


@dataclass(frozen=True, slots=True)
class Lowered:
    """A program as LLVM text, not optimised, and what is known of it."""

    text: str
    signatures: tuple[Signature, ...]
    warnings: tuple[Diagnostic, ...]


def lower(
    source: str | bytes | ModuleOp, *, filename: str = "<string>", debug: bool = False, fixed: bool = False
) -> Lowered:
    """Parse, verify and lower a program; a module stays as it is. With `fixed`, reductions are deterministic."""
    from asyncir.ir import ModuleOp
    from asyncir.launch.interface import public_functions
    from asyncir.pipeline import compile_to_llvm
    from asyncir.source.text import parse_module

    module = source.clone() if isinstance(source, ModuleOp) else parse_module(source, filename)
    signatures = public_functions(module)
    text, warnings = compile_to_llvm(module, debug=debug, deterministic_reductions=fixed)
    return Lowered(text, signatures, tuple(warnings))


def _key(source: str | bytes, filename: str, choices: str) -> str:
    host = jit.host()
    options = f"{filename} {choices} {host.triple} {host.cpu} {host.features} {jit.llvm_version()}"
    return code_cache.key([_fingerprint(), options, source])


@cache
def _fingerprint() -> str:
    """The version of the compiler, changes in a checkout included: sizes and times of its own files."""
    root = Path(asyncir.__file__).parent
    marks = [asyncir.__version__]
    for folder, _, files in os.walk(root):
        for file in sorted(files):
            if file.endswith(".py"):
                status = os.stat(os.path.join(folder, file))
                marks.append(f"{folder}/{file} {status.st_size} {status.st_mtime_ns}")
    return "\n".join(sorted(marks))
