"""Functions of Python in `asyncir.Schedule`, `view` and `check`."""

from __future__ import annotations

import numpy as np
import pytest

import asyncir
from asyncir.diagnostics import DiagnosticError
from asyncir.source.python.listing import with_python_lines


@asyncir.jit
def blur(a, out):
    row = np.empty(64)
    for i in range(a.shape[0]):
        for j in range(64):
            row[j] = a[i, j]
        for k in range(64):
            out[i, k] = row[k] * 0.5 + 1.0


@asyncir.jit
async def one(i):
    return i + 1


@asyncir.jit
async def two(k):
    t = asyncir.spawn(one, k)
    if k > 3:
        return 0
    return await t + await one(2)


PICTURE = np.arange(640.0).reshape(10, 64)


@pytest.mark.feature("S4-22")
def test_a_schedule_of_a_function_becomes_a_function() -> None:
    expected = PICTURE * 0.5 + 1.0
    blur(PICTURE, np.zeros_like(PICTURE))
    schedule = asyncir.Schedule(blur)
    loop = schedule.get_loop("blur", "i")
    assert [loop.name for loop in schedule.get_loops("blur")] == ["i", "j", "k"]
    assert [s.ops for s in schedule.get_statements(loop)] == [("scf.for",), ("scf.for",)]
    schedule.annotate(loop, "software_pipeline_stage", [0, 1])
    schedule.annotate(loop, "software_pipeline_async_stages", [0])
    assert schedule.apply() == ()
    fast = blur.scheduled(schedule)
    result = np.zeros_like(PICTURE)
    fast(PICTURE, result)
    assert np.array_equal(result, expected)
    assert "queue.commit" in fast.mlir()
    assert "queue.commit" not in blur.mlir()
    # For other types it is as it was written.
    fast(PICTURE.astype(np.float32), result)
    assert np.array_equal(result, expected)
    assert "queue.commit" not in fast.mlir()


def test_errors_of_a_schedule_show_python_lines() -> None:
    blur(PICTURE, np.zeros_like(PICTURE))
    schedule = asyncir.Schedule(blur)
    schedule.annotate(schedule.get_loop("blur", "i"), "software_pipeline_stage", [1, 0])
    with pytest.raises(DiagnosticError, match="row\\[j\\] = a\\[i, j\\]"):
        schedule.apply()


def test_a_schedule_of_another_program_is_refused() -> None:
    blur(PICTURE, np.zeros_like(PICTURE))
    two.run(1)
    with pytest.raises(DiagnosticError, match="J150"):
        two.scheduled(asyncir.Schedule(blur))
    with pytest.raises(DiagnosticError, match="the schedule is"):
        two.scheduled("blur")  # pyright: ignore


def test_a_view_has_lines_of_python() -> None:
    two.run(1)
    html = asyncir.view(two).html
    assert "t = asyncir.spawn(one, k)" in html
    assert "return await t + await one(2)" in html
    assert "test_schedules_and_views.py" not in html


def test_lines_of_python_stand_above_their_ops() -> None:
    two.run(1)
    text = with_python_lines(two.mlir())
    lines = [line.strip() for line in text.splitlines()]
    assert lines[0].endswith(": async def two(k):")
    at = next(i for i, line in enumerate(lines) if line.endswith(": t = asyncir.spawn(one, k)"))
    assert "async.execute" in lines[at + 1]
    assert "loc(" not in text
    assert asyncir.check(text).proved


def test_check_takes_a_function() -> None:
    two.run(1)
    checked = asyncir.check(two)
    assert checked.proved
    assert asyncir.compile(two)["two"](1) == 5


def test_what_was_not_compiled_yet_has_nothing_to_show() -> None:
    @asyncir.jit
    def never(x):
        return x

    for show in (asyncir.view, asyncir.check, asyncir.Schedule):
        with pytest.raises(DiagnosticError, match="J016"):
            show(never)
