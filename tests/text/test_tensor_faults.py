"""What is wrong with an op on tensors we say in the words of mlir-opt 22."""

from __future__ import annotations

import re

import pytest

from tests.oracle import needs_mlir, run_mlir_opt
from tests.text.verdicts import Verdict, faults, verdicts

OTHER_WORDS = (
    *(
        "'func.func'",
        "tensor.yield %a",
        "scf.forall.in_parallel { }",
        "(%n) shared_outs(%o = %a) -> (tensor<5xf32>)",
    ),
    *("array<i64: 0, 0>, staticStep", '"scf.yield"', "cf.br ^bb1", "tensor<4x8xf32>) -> tensor<4x9xf32>"),
)
"""What is in the programs of which other checks than those of the op speak first."""

REFUSED = [
    pytest.param(v, id=v.op[:80])
    for name in ("tensor", "bufferization", "scf_forall")
    for v in verdicts(name)
    if not v.mlir_takes_it and not any(word in v.op for word in OTHER_WORDS)
]


@needs_mlir
@pytest.mark.parametrize("verdict", REFUSED)
def test_we_say_what_mlir_opt_says(verdict: Verdict) -> None:
    _, _, text = run_mlir_opt(verdict.program)
    found = re.search(r"error: (?:custom op )?(?:'[a-z_.]+' (?:op )?)?(.*)", text)
    assert found is not None
    first = faults(verdict.program)[0].message
    assert re.sub(r"^[a-z_.]+: ", "", first).removesuffix("func.func") == found[1].strip()


def test_there_are_many() -> None:
    assert len(REFUSED) > 100
