"""Parameters of the Python API that are of a wrong kind: each is refused with a code, and says what is needed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import asyncir
from asyncir.launch import serial

PROGRAM = """
func.func @f(%x: i64) -> i64 {
  %t, %v = async.execute -> !async.value<i64> {
    async.yield %x : i64
  }
  %y = async.await %v : !async.value<i64>
  return %y : i64
}
"""

api: Any = asyncir
"""Without the types, which these calls break."""


@pytest.fixture(scope="module")
def program() -> Any:
    return asyncir.compile(PROGRAM)


def order(**given: Any) -> None:
    with serial.order(**given):
        pass


def watch(*source: Any, **given: Any) -> None:
    with api.watch(*source, **given):
        pass


CALLS: dict[str, tuple[Callable[[Any], object], str, str]] = {
    "timeout as text": (lambda p: p.f.call([1], timeout="2s"), "C110", "is '2s' (str), where a number of seconds"),
    "timeout that is complex": (lambda p: p.f.call([1], timeout=2j), "C110", "is 2j (complex)"),
    "arguments without a list": (lambda p: p.f.call(1), "C017", "what @f is called with is 1 (int), where a list"),
    "function by number": (lambda p: p[3], "C017", "the function is 3 (int), where a name is needed"),
    "place": (lambda p: p.on(3), "C017", "is 3 (int), where a runtime is needed"),
    "place that is none": (lambda p: p.on(None), "C017", "where a runtime is needed"),
    "place that is a class": (lambda p: p.on(asyncir.Runtime), "C017", "where a runtime is needed"),
    "workers as text": (lambda _: api.Runtime(threads="2"), "C017", "threads is '2' (str), where a whole number"),
    "workers as float": (lambda _: api.Runtime(threads=2.0), "C017", "threads is 2.0 (float), where a whole number"),
    "workers beyond C": (lambda _: api.Runtime(threads=1 << 70), "C017", "where a smaller number is needed"),
    "pin as text": (lambda _: api.Runtime(pin="yes"), "C017", "pin is 'yes' (str), where True, False or None"),
    "loan as text": (lambda _: api.Runtime(loan="yes"), "C017", "loan is 'yes' (str), where True, False or None"),
    "threads as text": (lambda _: api.compile(PROGRAM, threads="2"), "C017", "threads is '2' (str)"),
    "threads as float": (lambda _: api.compile(PROGRAM, threads=2.5), "C017", "threads is 2.5 (float)"),
    "level as float": (lambda _: api.compile(PROGRAM, opt_level=2.0), "C017", "opt_level is 2.0 (float)"),
    "callbacks": (lambda _: api.compile(PROGRAM, callbacks=3), "C017", "callbacks is 3 (int), where a dictionary"),
    "callbacks without names": (lambda _: api.compile(PROGRAM, callbacks={3: print}), "C017", "where a text"),
    "callbacks that are none": (lambda _: api.compile(PROGRAM, callbacks={"g": 4}), "C017", "where a function"),
    "program to compile": (lambda _: api.compile(None), "C017", "the program is None (NoneType), where text or bytes"),
    "program to parse": (lambda _: api.parse(3), "C017", "the program is 3 (int), where text or bytes"),
    "name of a program": (lambda _: api.parse(PROGRAM, Path("f.mlir")), "C017", "filename is"),
    "module to print": (lambda _: api.print_module(PROGRAM), "C017", "where a module is needed"),
    "module to transform": (lambda _: api.run_pipeline(PROGRAM, "cse"), "C017", "where a module is needed"),
    "pipeline": (lambda _: api.run_pipeline(api.parse(PROGRAM), 3), "C017", "the pipeline is 3 (int)"),
    "program to check": (lambda _: api.check(123), "C017", "a program or a kernel is needed, not int"),
    "entry to check": (lambda _: api.check(PROGRAM, entry=3), "C017", "entry is 3 (int), where a name is needed"),
    "size as float": (lambda _: api.limit_memory(2.5e9), "C017", "the memory limit is 2500000000.0 (float)"),
    "code": (lambda _: api.explain(17), "C017", "the code is 17 (int), where a text such as"),
    "program to watch": (lambda _: watch(3), "C017", "the program is 3 (int)"),
    "page": (lambda _: watch(timeline=3), "C017", "timeline is 3 (int), where the name of a file is needed"),
    "recording": (lambda _: watch(trace=3), "C017", "trace is 3 (int), where the name of a file is needed"),
    "title": (lambda _: watch(title=3), "C017", "title is 3 (int), where a text is needed"),
    "seed": (lambda _: order(seed="x"), "C017", "the seed is 'x' (str), where a whole number"),
    "seed below 0": (lambda _: order(seed=-1), "C017", "the seed is -1 (int), where one from 0 to"),
    "schedule": (lambda _: order(schedule=3), "C017", "the schedule is 3 (int), where a list of choices"),
    "choice below 0": (lambda _: order(schedule=[0, -1]), "C017", "a choice of the schedule is -1 (int)"),
    "workers in order": (lambda _: order(threads="2"), "C017", "the number of threads is '2' (str)"),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_a_parameter_of_a_wrong_kind_is_refused(name: str, program: Any) -> None:
    call, code, message = CALLS[name]
    with pytest.raises(asyncir.DiagnosticError) as caught:
        call(program)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == code
    assert message in diagnostic.message


def test_numbers_that_are_no_ints_and_floats_will_do(program: Any) -> None:
    from fractions import Fraction

    import numpy

    assert program.f.call((1,), timeout=numpy.float32(100)) == 1
    assert program.f.call(numpy.array([1]), timeout=Fraction(201, 2)) == 1
    assert program.f.call(iter([1]), timeout=10**400) == 1
    with api.Runtime(threads=numpy.int64(1)) as runtime:
        assert program.on(runtime).f(2) == 2


def test_a_page_has_a_name_of_any_kind(program: Any, tmp_path: Path) -> None:
    watch(PROGRAM, timeline=tmp_path / "out.html")
    assert (tmp_path / "out.html").read_text().startswith("<!")
