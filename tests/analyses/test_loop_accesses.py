"""What the statements of a loop touch."""

from __future__ import annotations

import pytest

from asyncir.ir import SSAValue
from tests.analyses.loops import formed, touched

STORE = "memref.store %v, %a[%i] : memref<64xf32>"


@pytest.mark.parametrize(
    ("body", "statements", "expected"),
    [
        (STORE, 1, ["0 writes a"]),
        (
            "%x = memref.load %a[%i] : memref<64xf32>\nmemref.store %x, %b[%i] : memref<64xf32>\n" + STORE,
            2,
            ["0 reads a", "0 writes b", "1 writes a"],
        ),
        (
            "memref.copy %a, %b : memref<64xf32> to memref<64xf32>",
            1,
            ["0 reads a", "0 writes b"],
        ),
        (
            f"scf.if %p {{\n{STORE}\n}}",
            1,
            ["0 writes a"],
        ),
        (
            "scf.execute_region no_inline {\n%own = memref.alloca() : memref<4xf32>\n"
            f"memref.store %v, %own[%c0] : memref<4xf32>\n{STORE}\nscf.yield\n"
            '} {software_pipeline_statement = "s"}',
            1,
            ["0 writes a"],
        ),
    ],
    ids=["a write", "two statements", "a copy", "in a region", "not what it allocates for itself"],
)
def test_touches(body: str, statements: int, expected: list[str]) -> None:
    found: list[str] = []
    for touch in touched(formed(body, statements)[2]):
        root = touch.effect.root
        name = root.name_hint if isinstance(root, SSAValue) else root.name
        found.append(f"{touch.statement} {'writes' if touch.writes else 'reads'} {name}")
    assert found == expected
