"""What we take and refuse is what mlir-opt 22 takes and refuses, op by op."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.oracle import needs_mlir, run_mlir_opt
from tests.text.verdicts import Verdict, faults, verdicts

NAMES = ("arith", "math", "complex", "memref", "memref_global", "vector")
ALL = [pytest.param(v, id=f"{name}:{v.op[:60]}") for name in NAMES for v in verdicts(name)]


@pytest.mark.parametrize("verdict", ALL)
def test_we_judge_as_recorded(verdict: Verdict) -> None:
    found = faults(verdict.program)
    assert (not found) is verdict.we_take_it, verdict.program
    for diagnostic in found:
        assert diagnostic.code
        assert diagnostic.span is not None
        assert "object has no attribute" not in diagnostic.message


@needs_mlir
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_mlir_opt_judges_as_recorded(name: str) -> None:
    def mlir_takes(verdict: Verdict) -> bool:
        return run_mlir_opt(verdict.program)[0] == 0

    with ThreadPoolExecutor(2) as pool:
        recorded = verdicts(name)
        wrong = [
            v.op
            for v, taken in zip(recorded, pool.map(mlir_takes, recorded), strict=True)
            if taken != v.mlir_takes_it
        ]
    assert wrong == []


def test_there_are_many_of_both_kinds() -> None:
    taken = [v.mlir_takes_it for name in NAMES for v in verdicts(name)]
    assert taken.count(True) > 150
    assert taken.count(False) > 250
