"""What we take and refuse is what mlir-opt 22 takes and refuses, op by op."""

from __future__ import annotations

import re
from bisect import bisect_right

import pytest

from tests.oracle import needs_mlir, run_mlir_opt
from tests.text.verdicts import Verdict, faults, verdicts

NAMES = (
    *("affine", "arith", "math", "complex", "memref", "memref_global", "vector", "device"),
    *("vector_products", "affine_loops"),
    *("tensor", "bufferization", "scf_forall", "function_attributes", "types", "linalg"),
)
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
@pytest.mark.parametrize("name", NAMES)
def test_mlir_opt_judges_as_recorded(name: str) -> None:
    recorded = verdicts(name)
    refused = _refused([v.program for v in recorded])
    wrong = [v.op for number, v in enumerate(recorded) if (number not in refused) != v.mlir_takes_it]
    assert wrong == []


def _refused(programs: list[str]) -> set[int]:
    """The numbers of the programs that mlir-opt refuses, from the lines of its messages about all of them."""
    starts, line = [], 1
    for program in programs:
        starts.append(line)
        line += program.count("\n") + 1
    _, out, err = run_mlir_opt("// -----\n".join(programs), "-split-input-file")
    assert out.count("module {") + out.count("module attributes") > 0
    faults_at = [int(found) for found in re.findall(r"^<stdin>:(\d+):\d+: error:", err, re.MULTILINE)]
    return {bisect_right(starts, fault) - 1 for fault in faults_at}


def test_a_vector_cannot_choose_between_scalars() -> None:
    """This one makes mlir-opt 22 stop, so it has no verdict."""
    op = "arith.select %c, %a, %a : vector<4xi1>, i32"
    program = f"func.func @f(%c: vector<4xi1>, %a: i32) {{\n  {op}\n  return\n}}\n"
    assert [d.message for d in faults(program)] == [
        "arith.select: expected condition to be a signless i1, but got vector<4xi1>"
    ]


def test_there_are_many_of_both_kinds() -> None:
    taken = [v.mlir_takes_it for name in NAMES for v in verdicts(name)]
    assert taken.count(True) > 150
    assert taken.count(False) > 250
