"""Analyses, passes and the verifier ask what an op is, and name none; hardware is named in its dialect alone."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from asyncir.dialects import context
from asyncir.dialects.interfaces.kinds import OpKind
from asyncir.ir import Dialect

PACKAGE = Path(__file__).parent.parent.parent / "src" / "asyncir"
ASKING = ("analyses", "transforms", "certificates")

ROOTS = {"transforms/_pipeline.py": {"builtin.module"}}
"""What a pipeline of passes is written with."""


@pytest.fixture(scope="module")
def names() -> set[str]:
    """The names of all ops."""
    known = context()
    dialects: list[Dialect] = [known.get_dialect(name) for name in known.registered_dialect_names]
    return {op.name for dialect in dialects for op in dialect.operations}


def strings(file: Path) -> set[str]:
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    return {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def test_no_op_is_named(names: set[str]) -> None:
    assert {"scf.for", "arith.addi", "async.await"} <= names
    found: dict[str, set[str]] = {}
    for folder in ASKING:
        for file in (PACKAGE / folder).rglob("*.py"):
            where = file.relative_to(PACKAGE).as_posix()
            if named := (strings(file) & names) - ROOTS.get(where, set()):
                found[where] = named
    assert found == {}, "ask `kind_of` (dialects/interfaces/kinds.py), or a trait"


def test_each_kind_is_that_of_an_op(names: set[str]) -> None:
    declared = {kind.value for kind in OpKind} - {OpKind.OTHER.value}
    assert declared <= names
    assert len(OpKind.__members__) == len(OpKind), "two kinds have the same op"


def test_hardware_is_named_in_its_dialect() -> None:
    for file in PACKAGE.rglob("*.py"):
        where = file.relative_to(PACKAGE).as_posix()
        # What reads and judges PTX calls its queues as PTX does.
        of_ptx = where.startswith("ptx/") or "kernels" in file.parts or file.parent.name == "ptx"
        if not where.startswith(("dialects/", "targets/")) and not of_ptx:
            assert "cp.async" not in strings(file), where
        if where.startswith(ASKING):
            nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
            widths = [n.right for n in nodes if isinstance(n, ast.BinOp) and isinstance(n.op, ast.LShift)]
            numbers = [n for n in nodes if isinstance(n, ast.Constant) and n not in widths]
            assert all(n.value != 63 for n in numbers), where
