"""What is wrong with a structured op we say in the words of mlir-opt 22."""

from __future__ import annotations

import re

import pytest

from tests.oracle import needs_mlir, run_mlir_opt
from tests.text.verdicts import Verdict, faults, verdicts

OTHER_WORDS = (
    *("linalg.yield %s :", "outs(%s : f32)", "ins(%s : f32) outs(%c : tensor<4x4xf32>) dimensions"),
    *(
        "linalg.pack %m",
        "cf.br",
        "%q = arith.addf %x, %x : f32 }",
        "library_call = 1",
        "[1, 2, 3]",
        "<what>",
        "foo.bar",
        "ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%b",
    ),
    *("%0 = linalg.map { arith.addf } ins(%c : ", "outs(%c, %c : ", "outs(%o : memref<4x4xf32>) permutation"),
    *(
        "{ arith.addf } ins(%c, %c : tensor<4x4xf32>, tensor<4x4xf32>) outs(%d",
        "(%u : tensor<?x?xf32>)",
        ", tensor<?x?xf32>) outs(%c",
    ),
)
"""What is in the programs of which other checks than those of the op speak first, or of sizes that are not known."""

REFUSED = [
    pytest.param(v, id=v.op[:80])
    for v in verdicts("linalg")
    if not v.mlir_takes_it and not any(word in v.op for word in OTHER_WORDS)
]


def _plain(message: str) -> str:
    """A message without the op in front, and without the case of its first letter."""
    message = re.sub(
        r"^(?:(?:custom op )?'[a-z_.0-9]+' (?:op )?)+|^linalg\.[a-z_0-9]+: ", "", message.strip()
    )
    return message[:1].lower() + message[1:]


@needs_mlir
@pytest.mark.parametrize("verdict", REFUSED)
def test_we_say_what_mlir_opt_says(verdict: Verdict) -> None:
    _, _, text = run_mlir_opt(verdict.program)
    found = re.search(r"error: (.*)", text)
    assert found is not None
    assert _plain(faults(verdict.program)[0].message) == _plain(found[1])


def test_there_are_many() -> None:
    assert len(REFUSED) > 100
