"""A name means one thing: no two public classes of the package are called the same.

Ops are told apart by their dialects, as in MLIR: `memref.LoadOp` and `vector.LoadOp`.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent.parent.parent / "src" / "asyncir"


def classes(text: str) -> Iterator[str]:
    """The public classes of a module, without ops."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and not node.name.endswith("Op"):
            yield node.name


def test_no_two_classes_have_one_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for file in sorted(PACKAGE.rglob("*.py")):
        for name in classes(file.read_text(encoding="utf-8")):
            places[name].append(file.relative_to(PACKAGE).as_posix())
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_ops_and_what_is_private_may_share_names() -> None:
    text = "class LoadOp: ...\nclass _Own: ...\nclass Kept: ...\n"
    assert list(classes(text)) == ["Kept"]
