"""The standard library's own tests of asyncio, with coroutines that are compiled: `python -m bench.jit.conformance [NAME
...]`.

The tests are read from the interpreter that runs this, and nothing of them is kept. Each `async def` inside of a test that
`asyncir.jit` can compile is compiled; so is the coroutine that `asyncio.sleep` gives, for a time above zero. A test
*applies* if at least one compiled coroutine ran in it. Where a test has a loop whose time is a list, it gets one whose
time is real, and *almost equal* means to 0.3 s: compiled code sleeps in real time. Each test runs twice, since the first
time functions are compiled while it runs.
"""

from __future__ import annotations

import ast
import asyncio
import importlib.util
import io
import logging
import sys
import time
import types
import unittest
import warnings
from dataclasses import dataclass, field
from typing import Any

import asyncir

MODULES = ("test_taskgroups", "test_timeouts", "test_waitfor", "test_tasks")


TURNS = "counts turns of the event loop: a compiled call ends some turns after it was cancelled, or is over"
FRAMES = "looks for the coroutine's own lines in a traceback: compiled code has no Python frames"
INSTANT = "needs time that is a list: a task and a limit are over in the same instant"
REASONS = {
    "test_baseexception_during_cancel": TURNS,
    "test_exception_traceback": TURNS,
    "test_run_coroutine_threadsafe_with_timeout": TURNS,
    "test_cancel_traceback_for_future_exception": FRAMES,
    "test_cancel_traceback_for_future_result": FRAMES,
    "test_wait_concurrent_complete": INSTANT,
}
"""The tests that do not apply though a compiled coroutine runs in them, and why."""


@asyncir.jit
async def nap(delay: float):
    await asyncio.sleep(delay)


@dataclass
class Tally:
    """What was compiled, by code; how many compiled coroutines were made since it was set to zero."""

    compiled: dict[Any, Any] = field(default_factory=dict)
    calls: int = 0


TALLY = Tally()


def leaf_sleep(delay, result=None):
    """`asyncio.sleep`: compiled where it has something to wait for."""
    if result is not None or not isinstance(delay, int | float) or not 0 < delay < 1e6:
        return asyncio.sleep(delay, result)
    TALLY.calls += 1
    return nap(delay)


leaf_sleep.__module__, leaf_sleep.__name__ = "asyncio.tasks", "sleep"  # what compiled functions know it by


class Asyncio(types.ModuleType):
    """asyncio with that one."""

    sleep = staticmethod(leaf_sleep)

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)


def candidate(function: Any) -> Any:
    """The function, compiled if it can be; what it is called with decides.

    One with variables of the test around it stays as it is: they may change, and would be constants of a compiled function.
    """
    key = function.__code__
    if function.__closure__:
        return function
    if key not in TALLY.compiled:
        TALLY.compiled[key] = _compiled(function)
    jitted = TALLY.compiled[key]
    if jitted is None:
        return function

    def call(*arguments: Any, **named: Any) -> Any:
        try:
            jitted.specialisation(jitted._bound(arguments, named))
        except (asyncir.DiagnosticError, TypeError):
            return function(*arguments, **named)
        TALLY.calls += 1
        return jitted(*arguments, **named)

    call.__name__, call.__qualname__ = function.__name__, function.__qualname__
    call._is_coroutine = jitted._is_coroutine  # type: ignore[attr-defined]
    return call


def _compiled(function: Any) -> Any:
    jitted = asyncir.jit(function)
    if not jitted.parameters:
        try:
            jitted.specialisation(())
        except asyncir.DiagnosticError:
            return None
    return jitted


class _Marking(ast.NodeTransformer):
    """Put `candidate` in front of each `async def` in a function that has no decorator."""

    def __init__(self) -> None:
        self.depth = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        inside = self.depth > 0
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1
        if inside and not node.decorator_list:
            node.decorator_list = [ast.copy_location(ast.Name("compiled_if_possible", ast.Load()), node)]
        return node


def load(name: str) -> types.ModuleType:
    """A module of tests, with the changes."""
    spec = importlib.util.find_spec(f"test.test_asyncio.{name}")
    assert spec is not None
    assert spec.origin is not None
    with open(spec.origin, encoding="utf-8") as file:
        tree = ast.fix_missing_locations(_Marking().visit(ast.parse(file.read())))
    module = types.ModuleType(f"test.test_asyncio.{name}")
    module.__file__ = spec.origin
    module.__dict__["compiled_if_possible"] = candidate
    code = compile(tree, spec.origin, "exec")
    exec(code, module.__dict__)
    module.__dict__["asyncio"] = Asyncio("asyncio")
    return module


class RealLoop(asyncio.SelectorEventLoop):
    """A loop whose time begins at zero, for tests that look at it."""

    def __init__(self) -> None:
        self._begin = time.monotonic()
        super().__init__()

    def time(self) -> float:
        return time.monotonic() - self._begin

    def advance_time(self, _: float) -> None:
        """There is nothing to do."""


def _real_loop(self: Any, _: Any = None) -> asyncio.AbstractEventLoop:
    loop = RealLoop()
    self.set_event_loop(loop)
    return loop


def _almost_equal(self: Any, first: Any, second: Any, *_: Any, **__: Any) -> None:
    assert abs(first - second) < 0.3, (first, second)


@dataclass(frozen=True)
class Outcome:
    """How a test ended: `applies` if compiled coroutines ran in it; `why` is what went wrong, else empty."""

    name: str
    applies: int
    why: str
    skipped: bool = False


def run_test(case: unittest.TestCase) -> Outcome:
    """Run it twice, and look at the second time."""
    name = ".".join(case.id().split(".")[-2:])
    kind, method = type(case), case._testMethodName
    result = unittest.TestResult()
    for _ in range(2):
        TALLY.calls = 0
        result = unittest.TestResult()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            kind(method).run(result)
    problems = [text for _, text in (*result.errors, *result.failures)]
    why = problems[0].strip().splitlines()[-1] if problems else ""
    return Outcome(name, TALLY.calls, why, bool(result.skipped))


def outcomes(names: list[str]) -> list[Outcome]:
    """Run all tests, or those in whose names one of these is found."""
    from test.test_asyncio import utils

    utils.TestCase.new_test_loop = _real_loop
    unittest.TestCase.assertAlmostEqual = _almost_equal  # type: ignore[method-assign]
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    asyncio.run(nap(0.0))
    found: list[Outcome] = []
    for module in map(load, MODULES):
        for suite in unittest.defaultTestLoader.loadTestsFromModule(module):
            for case in suite:  # type: ignore[union-attr]
                if not names or any(name in case.id() for name in names):
                    found.append(run_test(case))  # type: ignore[arg-type]
                    one = found[-1]
                    word = "skipped" if one.skipped else "fails" if one.why else "passes"
                    if one.name.split(".")[-1] in REASONS:
                        word = "other"
                    print(f"{word:<8}{one.applies:>4}  {one.name}  {one.why[:150]}", flush=True)
    return found


def main(names: list[str]) -> None:
    """Print a line for each test, and the counts."""
    stdout, sys.stderr = sys.stdout, io.StringIO()
    found = outcomes(names)
    applying = [one for one in found if one.applies and one.name.split(".")[-1] not in REASONS]
    good = [one for one in applying if not one.why]
    print(
        f"{len(found)} tests, {len(applying)} with compiled coroutines, of which {len(good)} pass",
        file=stdout,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
