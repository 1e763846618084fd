"""The programs of bench/jit/inncabs: right answers, by another way of computing them, on one thread and on two."""

from __future__ import annotations

import copy

import pytest

from asyncir.launch import runtime
from bench.jit.inncabs.inputs import CASES, Case
from bench.jit.inncabs.run import is_right

QUICK = ("fib", "nqueens", "uts", "alignment", "pyramids")


@pytest.fixture(params=[1, 2])
def _threads(request: pytest.FixtureRequest):
    before = runtime.worker_count()
    runtime.start(request.param)
    yield
    runtime.start(before)


def check(case: Case) -> None:
    arguments = case.arguments(0)
    wanted = case.answer(*copy.deepcopy(arguments))
    assert is_right(case.function.run(*arguments), wanted)
    assert runtime.counts().tasks == 0


@pytest.mark.usefixtures("_threads")
@pytest.mark.parametrize("case", [case for case in CASES if case.name in QUICK], ids=lambda case: case.name)
def test_answers(case: Case) -> None:
    check(case)


@pytest.mark.long
@pytest.mark.usefixtures("_threads")
@pytest.mark.parametrize(
    "case", [case for case in CASES if case.name not in QUICK], ids=lambda case: case.name
)
def test_more_answers(case: Case) -> None:
    check(case)


def test_wrong_answers_are_seen() -> None:
    assert not is_right(1.0, 1.0001)
    assert is_right(1e9, 1e9 + 0.1)
