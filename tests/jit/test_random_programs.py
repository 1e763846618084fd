"""Random functions give, raise and leave behind the same in CPython and compiled, with each optimisation."""

from __future__ import annotations

import asyncio
import warnings

import numpy as np
import pytest

import asyncir
from asyncir.launch import runtime
from asyncir.semantics import interpret, parse_schedule
from tests.jit.programs import ARGUMENTS, compared, defined, outcome, same
from tests.jit.random_programs import KNOWN, WiderGenerator, program
from tests.jit.random_tasks import HELPERS as TASK_HELPERS, TaskGenerator


def differences(seed: int, **options: object) -> list[str]:
    """What differs for that seed."""
    text = program(seed)
    plain = defined(text)
    function = defined(text)
    space = function.__globals__
    space.update({name: asyncir.jit(**options)(space[name]) for name in ("helper", "chain", "tail")})
    compiled = asyncir.jit(**options)(function)
    # A variable that never has a value is refused.
    return compared(plain, compiled, f"seed {seed}\n{text}", ("J007",))


@pytest.mark.parametrize("block", range(8))
def test_random_functions(block: int) -> None:
    for seed in range(block * 5, block * 5 + 5):
        assert differences(seed, bounds=True, cached=False, opt_level=1) == []
    assert runtime.counts().errors == 0


@pytest.mark.long
def test_many_random_functions() -> None:
    for seed in range(1000, 1300):
        assert differences(seed, bounds=True, cached=False, opt_level=seed % 4) == []


HELPERS = ("helper", "chain", "tail", "moved", "both")


def wider_differences(seed: int) -> list[str]:
    """What differs for that seed of the wider language: CPython, compiled, interpreted."""
    generator = WiderGenerator(seed)
    generator.left = 8
    text = generator.text()
    plain, function = defined(text, **KNOWN), defined(text, **KNOWN)
    space = function.__globals__
    space.update({name: asyncir.jit(bounds=True)(space[name]) for name in HELPERS})
    compiled = asyncir.jit(bounds=True, cached=False, opt_level=0)(function)
    a, b, x = ARGUMENTS[seed % len(ARGUMENTS)]
    array = np.array([0.5, -1.0, 2.0, 4.0, x])
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        expected = outcome(plain, a, b, x, array)
    got = outcome(compiled, a, b, x, array)
    if isinstance(got[0], asyncir.DiagnosticError) and got[0].diagnostics[0].code in ("J007", "J140"):
        return []  # a variable that never has a value, a list that never has an element
    found = [] if same(expected, got) else [f"seed {seed}: {expected} in Python, {got} compiled\n{text}"]
    own = array.copy()
    ran = interpret(
        asyncir.parse(compiled.mlir(a, b, x, array)), "f", (a, b, x, own), parse_schedule("latest")
    )
    if isinstance(expected[0], Exception):
        said = " ".join(d.message for d in ran.diagnostics)
        name = "NameError" if isinstance(expected[0], NameError) else type(expected[0]).__name__
        fine = not ran.ok and (name in said or (name == "NameError" and "UnboundLocalError" in said))
    else:
        fine = ran.ok and same(expected[0], tuple(ran.results)) and same(expected[1][3], own)
    return found if fine else [*found, f"seed {seed}: {expected}, {ran.results} {ran.diagnostics}\n{text}"]


@pytest.mark.parametrize("seed", range(8))
def test_random_functions_of_the_wider_language(seed: int) -> None:
    assert wider_differences(seed) == []
    assert runtime.counts().errors == 0


@pytest.mark.long
def test_many_random_functions_of_the_wider_language() -> None:
    for seed in range(2000, 2060):
        assert wider_differences(seed) == []


def interpreted_differently(seed: int) -> str | None:
    """What differs between CPython and the interpreter of the module, which sees each access of memory that has ended."""
    text = program(seed)
    compiled = asyncir.jit(bounds=True)(function := defined(text))
    space = function.__globals__
    space.update({name: asyncir.jit(bounds=True)(space[name]) for name in ("helper", "chain", "tail")})
    a, b, x = ARGUMENTS[seed % len(ARGUMENTS)]
    array = np.array([0.5, -1.0, 2.0, 4.0, x])
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        expected, (*_, left) = outcome(defined(text), a, b, x, array)
    try:
        module = asyncir.parse(compiled.mlir(a, b, x, array))
    except TypeError:
        return None  # a variable that never has a value
    found = interpret(module, "f", (a, b, x, array), parse_schedule("latest"))
    if isinstance(expected, Exception):
        said = " ".join(d.message for d in found.diagnostics)
        return None if not found.ok and type(expected).__name__ in said else f"{seed}: {expected!r}, {said}"
    fine = found.ok and same(expected, tuple(found.results)) and same(left, array)
    return None if fine else f"{seed}: {expected}, {found.results} {found.diagnostics}\n{text}"


@pytest.mark.parametrize("block", range(4))
def test_interpreted_functions(block: int) -> None:
    for seed in range(block * 5, block * 5 + 5):
        assert interpreted_differently(seed) is None


@pytest.mark.long
def test_many_interpreted_functions() -> None:
    for seed in range(2000, 2100):
        assert interpreted_differently(seed) is None


def _bare(result: object) -> object:
    """What the body of a group raises itself comes as it is from a compiled function, and asyncio puts it into a group."""
    while isinstance(result, ExceptionGroup) and len(result.exceptions) == 1:
        result = result.exceptions[0]
    return result


def task_differences(seed: int) -> list[str]:
    """What differs for that seed of `async def` functions: asyncio, compiled, interpreted."""
    generator = TaskGenerator(seed)
    generator.left = 8
    text = generator.text()
    plain, function = defined(text, **KNOWN), defined(text, **KNOWN)
    space = function.__globals__
    space.update({name: asyncir.jit(bounds=True)(space[name]) for name in (*HELPERS, *TASK_HELPERS)})
    compiled = asyncir.jit(bounds=True, cached=False, opt_level=seed % 4)(function)
    a, b, x = ARGUMENTS[seed % len(ARGUMENTS)]
    array = np.array([0.5, -1.0, 2.0, 4.0, x])
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        expected = outcome(lambda *given: asyncio.run(plain(*given)), a, b, x, array)
    expected = _bare(expected[0]), expected[1]
    got = outcome(compiled.run, a, b, x, array)
    if isinstance(got[0], asyncir.DiagnosticError) and got[0].diagnostics[0].code in ("J007", "J140"):
        return []  # a variable that never has a value, a list that never has an element
    if not same(expected, got, exact=False):
        return [f"seed {seed}: {expected} in Python, {got} compiled\n{text}"]
    own = array.copy()
    module = asyncir.parse(compiled.mlir(a, b, x, array))
    ran = interpret(module, "f", (a, b, x, own), parse_schedule("latest"))
    fine = ran.ok and same(expected[0], tuple(ran.results), exact=False) and same(expected[1][3], own)
    if isinstance(expected[0], Exception):
        fine = not ran.ok
    races = [d.code for d in ran.diagnostics if d.code.startswith("S")]
    if fine and not races:
        return []
    return [f"seed {seed}: {expected}, {ran.results} {ran.diagnostics}\n{text}"]


@pytest.mark.parametrize("seed", range(6))
def test_random_functions_with_tasks(seed: int) -> None:
    assert task_differences(seed) == []
    assert runtime.counts().errors == 0
    assert runtime.counts().tasks == 0


@pytest.mark.long
def test_many_random_functions_with_tasks() -> None:
    for seed in range(3000, 3060):
        assert task_differences(seed) == []
    assert runtime.counts().tasks == 0
