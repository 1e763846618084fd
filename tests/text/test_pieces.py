"""Of every piece of text in `pieces/` mlir-opt 22 and we say the same: whether it is right, and what it prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.oracle import needs_mlir
from tests.text.pieces import HERE, differences, pieces

FILES = tuple(sorted(HERE.glob("*.mlir")))


@needs_mlir
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_mlir_opt_and_we_say_the_same(path: Path) -> None:
    found = differences(pieces(path.read_text()), foreign=path.stem == "foreign")
    assert [(d.what, d.piece, d.detail) for d in found] == []


@needs_mlir
def test_a_difference_is_seen() -> None:
    ours = "func.func @f() {\n  %t = async.ready : !async.token\n  return\n}\n"
    assert [d.what for d in differences(pieces(ours))] == ["only mlir-opt refuses"]
