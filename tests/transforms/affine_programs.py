"""Programs with affine loops and maps, lowered by mlir-opt and by us."""

from __future__ import annotations

from tests.differential import interpreted
from tests.differential.corpus import Call
from tests.oracle import mlir_opt


def check_that_mlir_lowers_it_to_the_same(text: str, call: Call) -> None:
    """What the program comes to by itself is what it comes to behind mlir-opt's `lower-affine`."""
    (expected,) = interpreted.run(text, call, ["earliest"])
    (found,) = interpreted.run(mlir_opt(text, "-lower-affine"), call, ["earliest"])
    assert found.same(expected), f"{expected}\n{found}\n{text}"
