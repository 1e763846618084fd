"""Random programs on tensors give the same as C with OpenMP tasks."""

from __future__ import annotations

from pathlib import Path

import pytest

import asyncir
from bench.tensor_programs import openmp
from bench.tensor_programs.draw import program
from bench.tensor_programs.running import compare, interpreted
from tests.openmp.building import needs_gcc

pytestmark = [pytest.mark.feature("S1-32"), needs_gcc]


@pytest.mark.parametrize("start", range(4000, 4040, 10))
def test_random_programs_give_the_same(start: int, tmp_path: Path) -> None:
    compared, refused = 0, list[asyncir.Diagnostic]()
    for seed in range(start, start + 10):
        each = program(seed)
        try:
            library = openmp.build(each.text, tmp_path, f"p{seed}")
        except asyncir.DiagnosticError as error:
            refused.append(error.diagnostics[0])
            continue
        for number in (0, 1):
            arguments = each.inputs(number)
            compare(each.results, interpreted(each, "", arguments), openmp.run(library, each, arguments))
        compared += 1
    assert all((each.code, "bf16" in each.message) == ("L001", True) for each in refused)
    assert compared >= 5
