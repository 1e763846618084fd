"""Every op of the text corpus, alone in a function: natively and interpreted it gives the same, or is refused with a code.

The lines come from the functions of tests/text/programs; a line that uses another line's result is left out. Every
other one is optimised.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.diagnostics import Severity
from asyncir.launch.compiled import Compiled
from asyncir.semantics import interpret, parse_schedule
from tests.text.corpus import PROGRAMS

FILES = [
    path
    for path in PROGRAMS
    if path.stem.startswith(("arith", "math", "memref_a", "memref_m", "memref_v", "vector", "complex"))
]
DTYPES = {"f16": "f2", "f32": "f4", "f64": "f8", "i1": "?", "i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8"}
DTYPES["index"] = "i8"
REFUSED = {"L001", "L002", "L004", "L006"}
DIFFERENT_EACH_TIME = ("memref.extract_aligned_pointer_as_index",)
ROUNDED = {np.dtype("f2"): 2e-3, np.dtype("f4"): 1e-6, np.dtype("f8"): 1e-14}
"""How far functions of the C library may be from those of NumPy; everything else is exact."""


@dataclass(frozen=True)
class Line:
    """A line as a function, with the types of its arguments."""

    text: str
    line: str
    types: tuple[str, ...]


def split(arguments: str) -> dict[str, str]:
    """`%a: f32, %b: memref<4x?xf32, strided<[?, 1]>>` by name."""
    parts, depth, start = [], 0, 0
    for at, character in enumerate(arguments + ","):
        if character in "<([{":
            depth += 1
        elif character in ")]}" or (character == ">" and arguments[at - 1] != "-"):
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(arguments[start:at])
            start = at + 1
    pairs = (part.partition(":") for part in parts)
    return {name.strip(): type_.strip() for name, colon, type_ in pairs if colon}


def lines(path: Path) -> list[Line]:
    """The lines of a file's functions that stand alone."""
    text = path.read_text(encoding="utf-8")
    around = "\n".join(
        x for x in text.split("\n") if x.startswith(("#", "memref.global", "func.func private"))
    )
    found: dict[str, Line] = {}
    for arguments, body in re.findall(
        r"^func\.func @\w+\((.*?)\)(?: -> [^{]*)? \{\n(.*?)^\}", text, re.DOTALL | re.MULTILINE
    ):
        types = split(arguments)
        for line in map(str.strip, body.split("\n")):
            used = [name for name in types if re.search(re.escape(name) + r"(?!\w)", line)]
            signature = ", ".join(f"{name}: {types[name]}" for name in used)
            function = as_function(line, signature, around)
            if function is not None:
                found.setdefault(line, Line(function, line, tuple(types[name] for name in used)))
    return list(found.values())


def as_function(line: str, signature: str, around: str) -> str | None:
    """A program with the line that returns its results; None where it needs other lines."""
    if not re.search(r"\w\.\w", line) or line.endswith("{"):
        return None
    try:
        module = asyncir.parse(f"{around}\nfunc.func @main({signature}) {{\n{line}\nreturn\n}}")
    except asyncir.DiagnosticError:
        return None
    results = [str(r.type) for r in module.body.block.last_op.regions[0].block.first_op.results]  # type: ignore[union-attr]
    left = line.partition("=")[0] if line.startswith("%") else ""
    names: list[str] = []
    for name, count in re.findall(r"(%[\w$.-]+)(?::(\d+))?", left):
        names += [f"{name}#{i}" for i in range(int(count))] if count else [name]
    ending = f"return {', '.join(names)} : {', '.join(results)}" if names else "return"
    arrow = f" -> ({', '.join(results)})" if names else ""
    return f"{around}\nfunc.func @main({signature}){arrow} {{\n{line}\n{ending}\n}}"


def argument(type_: str, seed: int) -> Any:
    """Some value of the type; None where there is none that both take."""
    random = np.random.default_rng(seed)
    if type_ in ("index", "i1"):
        return 1
    if type_.startswith("complex"):
        return 0.5 + 0.25j
    match = re.fullmatch(r"(?:vector|memref)<((?:[\d?]+x)*)(\w+)(?:, .*)?>", type_)
    name = match[2] if match else type_
    if name not in DTYPES or "strided" in type_ or "affine" in type_:
        return None
    shape = [int(size.replace("?", "8")) for size in match[1].split("x")[:-1]] if match else []
    dtype = np.dtype(DTYPES[name])
    drawn = (
        random.uniform(0.1, 0.9, shape)
        if dtype.kind == "f"
        else random.integers(1, 2 if name == "i1" else 7, shape)
    )
    array = np.asarray(drawn).astype(dtype)
    return array if match else array.item()


def compiled(line: Line, opt_level: int) -> Compiled | set[str]:
    """The line as machine code, or why there is none."""
    try:
        return asyncir.compile(line.text, opt_level=opt_level)
    except asyncir.DiagnosticError as error:
        return {d.code for d in error.diagnostics}


def run_interpreted(line: Line, arguments: list[Any]) -> list[Any] | None:
    """The results; None where the interpreter finds that there are none."""
    outcome = interpret(asyncir.parse(line.text), "main", arguments, parse_schedule("earliest"))
    wrong = any(d.severity is Severity.ERROR for d in outcome.diagnostics)
    return None if wrong else list(outcome.results)


def same(line: Line, one: Any, other: Any) -> bool:
    """Whether two results are equal, or as near as functions of a library are."""
    a, b = np.asarray(one), np.asarray(other)
    exact = not any(word in line.line for word in ("math.", "complex.", "fastmath"))
    if a.dtype.kind not in "fc" or exact:
        return a.shape == b.shape and np.array_equal(a, b, equal_nan=a.dtype.kind in "fc")
    narrow = next((np.dtype(DTYPES[t]) for t in ("f16", "f32") if t in line.line), np.dtype("f8"))
    return bool(np.allclose(a, b, rtol=ROUNDED[narrow], atol=0, equal_nan=True))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_op_alone(path: Path) -> None:
    compared, wrong = 0, []
    for number, line in enumerate(lines(path)):
        program = compiled(line, 2 * (number % 2))
        if isinstance(program, set):
            assert program <= REFUSED, line.line
            continue
        given = [argument(type_, seed) for seed, type_ in enumerate(line.types)]
        if any(value is None for value in given) or any(name in line.line for name in DIFFERENT_EACH_TIME):
            continue
        ours, theirs = ([np.copy(x) if isinstance(x, np.ndarray) else x for x in given] for _ in "12")
        expected = run_interpreted(line, ours)
        if expected is None or re.search(r"memref<\*|bf16", line.line):
            continue  # undefined, or not a value that Python has
        result = program.main(*theirs)
        found = [] if result is None else list(result) if isinstance(result, tuple) else [result]
        pairs = [*zip(expected, found, strict=True), *zip(ours, theirs, strict=True)]
        compared += 1
        if not all(same(line, a, b) for a, b in pairs):
            wrong.append((line.line, expected, found))
    assert wrong == []
    assert compared >= 5
