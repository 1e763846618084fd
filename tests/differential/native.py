"""Run programs natively, in this process: compiled once, optimised and run in each of several ways."""

from __future__ import annotations

import ctypes
import os
import struct
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from asyncir.diagnostics import DiagnosticError
from asyncir.driver.compile import Lowered, lower
from asyncir.launch import jit, runtime, serial
from asyncir.launch.compiled import Compiled
from asyncir.launch.failures import ProgramError
from tests.differential.corpus import Argument, Call, written
from tests.differential.outcome import Outcome, integer, link

DTYPES = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "index": np.int64,
          "f32": np.float32, "f64": np.float64}  # fmt: skip


def run(text: str, call: Call, configurations: Sequence[tuple[int, int]]) -> list[Outcome]:
    """The outcome of the call in each configuration."""
    try:
        lowered = lower(text)
    except DiagnosticError as error:
        return [Outcome("refused", detail=str(error))] * len(configurations)
    objects: dict[int, jit.ObjectCode] = {}
    found: list[Outcome] = []
    for level, threads in configurations:
        if level not in objects:
            objects[level] = jit.emit_object(lowered.text, opt_level=level)
        found.append(run_code(lowered, objects[level], threads, call))
    return found


def run_serially(text: str, call: Call, seeds: Sequence[int]) -> list[Outcome]:
    """The outcome of the call in the order of each seed, on the serial runtime, at -O2 and -O0 in turn."""
    try:
        lowered = lower(text)
    except DiagnosticError as error:
        return [Outcome("refused", detail=str(error))] * len(seeds)
    level = 2 if seeds[0] % 2 else 0
    code = jit.emit_object(lowered.text, opt_level=level)
    found: list[Outcome] = []
    for seed in seeds:
        with serial.order(seed=seed):
            outcome = run_code(lowered, code, None, call)
            if not serial.is_exact():
                outcome = replace(outcome, kind="inexact", detail=f"{outcome}: the order cannot be repeated")
            found.append(outcome)
    return found


def run_code(lowered: Lowered, code: jit.ObjectCode, threads: int | None, call: Call) -> Outcome:
    """The outcome of the call with that machine code; None: on the workers that there are."""
    return run_loaded(load(lowered, code, threads), call)


def load(lowered: Lowered, code: jit.ObjectCode, threads: int | None) -> Compiled:
    """The program, with globals of its own."""
    library = jit.load(code, runtime.symbols())
    return Compiled(library, lowered.signatures, runtime.library(), threads, ())


def run_loaded(program: Compiled, call: Call) -> Outcome:
    """The outcome of the call, and whether it left something behind."""
    before = runtime.counts()
    with captured() as printed:
        outcome = _outcome(program, call)
        after = runtime.counts()
    tasks, errors = after.tasks - before.tasks, after.errors - before.errors
    if tasks or errors:
        return replace(
            outcome, kind="leak", detail=f"{outcome}; alive afterwards: {tasks} tasks, {errors} errors"
        )
    return replace(outcome, detail=" ".join(printed().split()))


def _outcome(program: Compiled, call: Call) -> Outcome:
    arguments = [to_python(a) for a in call.arguments]
    try:
        result = program[call.entry].call(arguments)
    except ProgramError as error:
        return Outcome("error", chain=chain(error))
    except DiagnosticError as error:
        return Outcome("refused", detail=str(error))
    values = result if isinstance(result, tuple) else () if result is None else (result,)
    shown = [to_text(v, t) for v, t in zip(values, call.results, strict=True)]
    return Outcome("values", (*shown, *written(call.arguments, arguments)))


def chain(error: ProgramError) -> tuple[str, ...]:
    """
    The codes from the outermost error to the first; assertions with their messages.

    Of a deadlock only that it is one: its causes say what the notes of the interpreter say.
    """
    if error.code == "R104":
        return ("R104",)
    return tuple(link(d.code, d.message) for d in (error.diagnostics[0], *error.causes))


def to_python(argument: Argument) -> Any:
    """The argument as a Python number or an array."""
    if argument.is_memref:
        element = argument.type.rstrip(">").split("x")[-1]
        return np.array(argument.elements(argument.text), dtype=DTYPES[element])
    if argument.type == "i1":
        return bool(int(argument.text))
    return float(argument.text) if argument.type.startswith("f") else int(argument.text)


def to_text(value: Any, type_: str) -> str:
    """A result as outcomes show it: integers signed, floats by their bits."""
    if type_ == "f32":
        return str(struct.unpack("<i", struct.pack("<f", value))[0])
    if type_ == "f64":
        return str(struct.unpack("<q", struct.pack("<d", value))[0])
    return (
        str(int(value)) if type_ == "i1" else integer(int(value), 64 if type_ == "index" else int(type_[1:]))
    )


@contextmanager
def captured() -> Iterator[Callable[[], str]]:
    """Collect what the program writes to standard output, at the level of the file descriptor."""
    libc = ctypes.CDLL(None)
    libc.fflush(None)
    kept = os.dup(1)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 1)

        def text() -> str:
            file.seek(0)
            return file.read().decode(errors="replace")

        result: list[str] = []
        try:
            yield lambda: result[0]
        finally:
            libc.fflush(None)
            result.append(text())
            os.dup2(kept, 1)
            os.close(kept)
