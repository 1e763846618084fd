"""Random programs come to the same natively, in the interpreter, after each pass, and in mlir-runner.

`ASYNCIR_FUZZ=N` runs N programs for each test instead of the usual number, not the same ones each time; a difference is
shrunk and printed. `bench/fuzz.py` runs thousands.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase, given, settings, strategies as st

from asyncir import run_pipeline
from asyncir.source.text import parse_module
from tests.differential import interpreted
from tests.differential.compare import Ways, call_of, compare
from tests.differential.generator import BUSY, FULL, MLIR, Drawn, Seeded, generate
from tests.differential.test_corpus import needs_runner
from tests.differential.worker import Worker

FUZZ = int(os.environ.get("ASYNCIR_FUZZ", "0"))
PASSES = ("canonicalize", "cse", "licm", "inline", "dce")


def some(count: int) -> settings:
    """That many examples, the same ones each time."""
    return settings(
        max_examples=FUZZ or count,
        derandomize=not FUZZ,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )


@some(20)
@given(data=st.data())
def test_native_and_interpreter_agree(worker: Worker, data: st.DataObject) -> None:
    """S4-26"""
    program = generate(Drawn(data), FULL)
    found = compare(program, worker, Ways())
    assert not found.differences, found.report(program)


@some(10)
@given(data=st.data())
def test_the_serial_runtime_agrees(worker: Worker, data: st.DataObject) -> None:
    """In ten orders each; most of these programs is tasks. `bench/fuzz.py --orders` runs many more."""
    program = generate(Drawn(data), BUSY)
    found = compare(program, worker, Ways(native=(), interpreter=("earliest",), seeds=range(1, 11)))
    assert not found.differences, found.report(program)


@needs_runner
@some(12)
@given(data=st.data())
def test_mlir_runner_agrees(worker: Worker, data: st.DataObject) -> None:
    """S4-26"""
    program = generate(Drawn(data), MLIR)
    found = compare(program, worker, Ways(mlir=True))
    assert not found.differences, found.report(program)


@pytest.mark.parametrize("name", [*PASSES, ",".join(PASSES)])
@some(10)
@given(data=st.data())
def test_passes_change_nothing(name: str, data: st.DataObject) -> None:
    program = generate(Drawn(data), FULL)
    module = parse_module(program.text)
    before = interpreted.run_module(module, call_of(program))
    run_pipeline(module, name)
    module.verify()
    after = interpreted.run_module(module, call_of(program), "latest")
    assert after.same(before), f"before {name}: {before}\nafter: {after}\n{program.text}"


def test_each_form_is_common() -> None:
    """No form of the generator occurs in less than a tenth of the programs."""
    share: Counter[str] = Counter()
    for seed in range(150):
        share.update(set(generate(Seeded(seed), FULL).features))
    rare = {form: count for form, count in share.items() if count < 15}
    assert not rare
    assert len(share) >= 40
