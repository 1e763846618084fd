"""docs/features.md is true: every id once, every file in it exists, and its last column names the tests.

A test names features with `pytest.mark.feature(ID, ...)` or with their ids in its docstring (an N feature by the
mark alone); a file of tests with ids in its own docstring, or in `pytestmark`, stands for all its tests. The page's
last column is generated from that: the files with tests that name the feature. `make features` writes it anew.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from tests.conftest import slow_tests

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "features.md"
HOW_MANY = {"S0-": 35, "S1-": 41, "S2-": 21, "S3-": 23, "S4-": 26, "N": 14}
ALL = [f"{seed}{n}" for seed, count in HOW_MANY.items() for n in range(1, count + 1)]
IN_PROSE = re.compile(r"\bS[0-4]-\d+\b")  # `N1` may be a name of something else
IN_MARK = re.compile(r"\b(?:S[0-4]-|N)\d+\b")
A_ROW = re.compile(r"\| (?:S\d-|N)\d+ ")


@dataclass(frozen=True)
class Row:
    """One line of the page's tables."""

    id: str
    state: str
    where: tuple[str, ...]
    tests: str


@cache
def rows() -> tuple[Row, ...]:
    """The rows of all tables of the page."""
    found: list[Row] = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if A_ROW.match(line):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            assert len(cells) == 5, line
            found.append(Row(cells[0], cells[2], tuple(re.findall(r"`([^`]+)`", cells[3])), cells[4]))
    return tuple(found)


def strings(node: ast.AST) -> Iterator[str]:
    """The string constants of an expression."""
    for child in ast.walk(node):
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.value


def marked(node: ast.expr) -> set[str]:
    """The features that a `pytest.mark.feature(...)` names."""
    if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.feature"):
        return {id for text in strings(node) for id in IN_MARK.findall(text)}
    return set()


def ids_of(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module) -> set[str]:
    """The features that a test, a class of tests or a file of tests names."""
    if isinstance(node, ast.Module):
        marks = [
            inner.value
            for inner in node.body
            if isinstance(inner, ast.Assign) and ast.unparse(inner.targets[0]) == "pytestmark"
        ]
    else:
        marks = node.decorator_list
    return set(IN_PROSE.findall(ast.get_docstring(node) or "")).union(*map(marked, marks))


def scanned(text: str) -> dict[str, set[str]]:
    """The tests of a file with the features that each names; the file as a whole has an empty name."""
    module = ast.parse(text)
    found: dict[str, set[str]] = {"": ids_of(module)}
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef) and inner.name.startswith(
                    "test"
                ):
                    found[f"{node.name}::{inner.name}"] = ids_of(inner) | ids_of(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            found[node.name] = ids_of(node)
    return found


@cache
def all_tests() -> dict[str, set[str]]:
    """Every test of the repository, as `file::name`, and every file of tests, with the features that it names."""
    return {
        f"{file.relative_to(ROOT).as_posix()}::{name}".removesuffix("::"): ids
        for file in sorted((ROOT / "tests").rglob("test_*.py"))
        for name, ids in scanned(file.read_text(encoding="utf-8")).items()
    }


def test_every_id_is_there_once() -> None:
    assert sorted(row.id for row in rows()) == sorted(ALL)


def test_states_are_known_and_come_with_evidence() -> None:
    for row in rows():
        assert row.state in {"done", "partly", "planned"}, row.id
        if row.state != "planned":
            assert row.where, f"{row.id}: where?"
            assert row.tests, f"{row.id}: no test"


def test_files_exist() -> None:
    missing = {(row.id, name) for row in rows() for name in row.where if not (ROOT / name).exists()}
    assert missing == set()


def generated(id: str) -> str:
    """The last cell of a feature's row: the files with tests that name it."""
    files = {test.partition("::")[0] for test, ids in all_tests().items() if id in ids}
    return ", ".join(f"`{file}`" for file in sorted(files))


def test_the_last_column_names_the_tests() -> None:
    stale = [row.id for row in rows() if row.tests != generated(row.id)]
    assert stale == [], "run `make features`"


def test_no_unknown_feature_is_named() -> None:
    assert {id for ids in all_tests().values() for id in ids} <= set(ALL)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def test_a():\n    'About S4-1 and S1-12.'\n", {"": set(), "test_a": {"S4-1", "S1-12"}}),
        ("@pytest.mark.feature('S4-2')\ndef test_a(): ...\n", {"": set(), "test_a": {"S4-2"}}),
        ("class TestA:\n    'S0-1'\n    def test_b(self): ...\n", {"": set(), "TestA::test_b": {"S0-1"}}),
        ("pytestmark = pytest.mark.feature('N3')\ndef test_a(): 'N1'\n", {"": {"N3"}, "test_a": set()}),
        ("'S0-2'\ndef helper():\n    'S0-1'\n", {"": {"S0-2"}}),
    ],
)
def test_a_file_is_scanned(text: str, expected: dict[str, set[str]]) -> None:
    assert scanned(text) == expected


def test_slow_tests_exist() -> None:
    """`tests/slow.txt` names tests, which `make quick` leaves out, and long ones; `make slow-tests` writes it anew."""
    listed = slow_tests()
    assert {*chain(*listed.values())} == {"slow", "long"}
    assert [name for name in listed if name not in all_tests()] == []


def write() -> None:
    """Write the page's last column anew."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    for n, line in enumerate(lines):
        if A_ROW.match(line):
            cells = re.split(r"(?<!\\)\|", line)
            cells[5] = f" {generated(cells[1].strip())} ".replace("  ", " ")
            lines[n] = "|".join(cells)
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
