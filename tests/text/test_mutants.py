"""Programs with a small mistake are refused if and only if mlir-opt 22 refuses them."""

from __future__ import annotations

import random
import re
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.source.text import parse_module
from tests.oracle import mlir_opt, needs_mlir, run_mlir_opt
from tests.text.corpus import HERE

PROGRAMS = ("async", "async_runtime", "cf", "func", "scf", "names", "builtin")
TYPES = ("i32", "f32", "index", "i1", "!async.token", "!async.value<f32>", "memref<?xf32>", "()", "i64")
TYPE = re.compile(r"\b(?:i32|f32|index|i1|i64)\b|!async\.token|!async\.value<f32>")
VALUE = re.compile(r"%\w+")
BLOCK = re.compile(r"\^bb\d+")
TOKEN = re.compile(r"[\w%.!<>^@]+|[(){}\[\],:=]|->")
MUTANTS = 50

OURS = "block with no terminator"
"""What mlir-opt says of a task without `async.yield`, one of our extensions."""


@cache
def printed(name: str, generic: bool) -> str:
    flags = ("-mlir-print-op-generic",) if generic else ()
    return mlir_opt((HERE / f"{name}.mlir").read_text(encoding="utf-8"), *flags)


def mutate(text: str, generator: random.Random) -> str:
    """The text with a type, name, label, token or line replaced, dropped, doubled or moved."""
    lines = text.split("\n")
    at = generator.randrange(len(lines))
    line = lines[at]
    choices = {TYPE: TYPES, VALUE: VALUE.findall(text), BLOCK: [f"^bb{i}" for i in range(4)], TOKEN: [""]}
    kind = generator.choice([*choices, "delete", "swap", "double"])
    if kind == "delete":
        del lines[at]
    elif kind == "swap":
        other = min(len(lines) - 1, at + 1)
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == "double":
        lines.insert(at, line)
    elif isinstance(kind, re.Pattern) and (found := list(kind.finditer(line))):
        spot = generator.choice(found)
        lines[at] = line[: spot.start()] + generator.choice(choices[kind]) + line[spot.end() :]
    return "\n".join(lines)


def we_take(text: str) -> bool:
    try:
        parse_module(text)
    except DiagnosticError:
        return False
    return True


@needs_mlir
@pytest.mark.parametrize("generic", [False, True], ids=["pretty", "generic"])
@pytest.mark.parametrize("seed", range(2))
def test_a_mutant_is_refused_if_mlir_opt_refuses_it(seed: int, generic: bool) -> None:
    generator = random.Random(seed)
    mutants = [mutate(printed(generator.choice(PROGRAMS), generic), generator) for _ in range(MUTANTS)]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(run_mlir_opt, mutants))
    for mutant, (code, _, errors) in zip(mutants, answers, strict=True):
        if OURS not in errors:
            assert we_take(mutant) == (code == 0), f"{errors}\n{mutant}"
