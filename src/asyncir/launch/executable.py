"""Link a program's object code and the runtime into an executable.

The executable calls one function that takes nothing. A result of an integer type is its exit code; a token or
value is waited for; an error goes to standard error, much as `asyncir run` shows it, and makes the exit code
1. ASYNCIR_NUM_THREADS sets the number of workers.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from jinja2 import StrictUndefined, Template

from asyncir.diagnostics import DiagnosticError, failure
from asyncir.launch import jit, runtime
from asyncir.launch.arguments import check_types
from asyncir.launch.signatures import AsyncType, Scalar, Signature

COMPILERS = ("cc", "c++", "clang", "gcc")
"""What is asked to link, the first that is on the PATH; the CC of the environment comes before."""


def link(
    text: str, entry: Signature, output: str, *, opt_level: int, constants: Iterable[jit.DataConstant] = ()
) -> None:
    """Write an executable to `output` that runs `entry` of the program whose LLVM text this is."""
    if entry.arguments:
        message = f"an executable calls its function without arguments, and {entry} takes some"
        raise failure("C015", message, "choose another with --entry, or write one that makes the arguments")
    check_types(entry)
    compiler = find_compiler()
    library = runtime.static_library()
    with tempfile.TemporaryDirectory() as folder:
        objects = [str(Path(folder, "program.o")), str(Path(folder, "main.o"))]
        for path, source, beside in zip(objects, (text, main_text(entry)), (constants, ()), strict=True):
            Path(path).write_bytes(jit.emit_object(source, opt_level=opt_level, constants=beside).code)
        command = [compiler, "-o", output, *objects, str(library), "-lstdc++", "-lm", "-pthread"]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        raise _linker_failed(done.stderr)


def find_compiler() -> str:
    """The C compiler that links."""
    for name in (os.environ.get("CC"), *COMPILERS):
        if name and (path := shutil.which(name)):
            return path
    help = "install one (cc), or name it in the environment as CC; `--emit obj` needs none"
    raise failure("C009", "no C compiler was found to link the executable", help)


def _linker_failed(messages: str) -> DiagnosticError:
    marker = "undefined reference to `"
    undefined = {line.partition(marker)[2].rstrip("'") for line in messages.splitlines() if marker in line}
    if undefined:
        known = runtime.symbols()
        return DiagnosticError([jit.undefined_function(name, known) for name in sorted(undefined)])
    return failure("C010", f"the executable could not be linked: {messages.strip()}")


def main_text(entry: Signature) -> str:
    """The LLVM text of `main`: call, wait, report, stop the workers, return."""
    text = (files("asyncir.launch") / "main.ll").read_text(encoding="utf-8")
    first = entry.results[0] if len(entry.results) == 1 else None
    return Template(text, undefined=StrictUndefined, trim_blocks=True).render(
        entry=jit.ENTRY_PREFIX + entry.name,
        results=entry.results,
        waits=[(i, type_) for i, type_ in enumerate(entry.results) if isinstance(type_, AsyncType)],
        bits=first.bits if isinstance(first, Scalar) and not first.is_float else 0,
    )
