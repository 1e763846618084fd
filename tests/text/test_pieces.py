"""Of every piece of text in `pieces/` mlir-opt 22 and we say the same: whether it is right, and what it prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import context
from asyncir.dialects.foreign import ANY_DIALECT
from asyncir.source.text import parse_module, print_module
from asyncir.source.verify import ensure_valid
from asyncir.transforms import run_pipeline
from tests.oracle import needs_mlir
from tests.text.pieces import ALLOW, HERE, Oracle, differences, pieces

FILES = tuple(sorted(HERE.glob("*.mlir")))


def is_foreign(path: Path) -> bool:
    return path.stem == "foreign"


@needs_mlir
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_mlir_opt_and_we_say_the_same(path: Path) -> None:
    found = differences(pieces(path.read_text()), foreign=is_foreign(path))
    assert [(d.what, d.piece, d.detail) for d in found] == []


@needs_mlir
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_right_stays_so_when_it_is_folded(path: Path) -> None:
    found = [(piece, folded(piece, is_foreign(path))) for piece in pieces(path.read_text())]
    right = [(piece, text) for piece, text in found if text is not None]
    judged = Oracle((ALLOW,) if is_foreign(path) else ()).judged([text for _, text in right])
    faults = [(*each, error) for each, (_, error) in zip(right, judged, strict=True) if error]
    assert faults == []


def folded(piece: str, foreign: bool) -> str | None:
    """What is left of the piece; None where it is none."""
    try:
        module = parse_module(piece, "piece.mlir", ctx=context(ANY_DIALECT) if foreign else None)
    except DiagnosticError:
        return None
    run_pipeline(module, "canonicalize,cse")
    ensure_valid(module)
    return print_module(module)


@needs_mlir
def test_a_difference_is_seen() -> None:
    ours = "func.func @f() {\n  %t = async.ready : !async.token\n  return\n}\n"
    assert [d.what for d in differences(pieces(ours))] == ["only mlir-opt refuses"]
