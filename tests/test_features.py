"""docs/features.md is true: every id once, every file and test in it exists, every test with an id is in it.

A test names features with `pytest.mark.feature(ID, ...)` or with their ids in its docstring; a file of tests with
ids in its own docstring stands for all its tests, and is listed by its name alone. After tests have been added,
`python -m tests.test_features` adds them to the page's last column.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "features.md"
HOW_MANY = {"S0": 35, "S1": 41, "S2": 21, "S3": 23, "S4": 26}
ALL = [f"{seed}-{n}" for seed, count in HOW_MANY.items() for n in range(1, count + 1)]
AN_ID = re.compile(r"\bS[0-4]-\d+\b")


@dataclass(frozen=True)
class Row:
    """One line of the page's tables."""

    id: str
    state: str
    where: tuple[str, ...]
    tests: tuple[str, ...]


@cache
def rows() -> tuple[Row, ...]:
    """The rows of all tables of the page."""
    found: list[Row] = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("| S"):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            assert len(cells) == 5, line
            where, tests = (tuple(re.findall(r"`([^`]+)`", cell)) for cell in cells[3:])
            found.append(Row(cells[0], cells[2], where, tests))
    return tuple(found)


def strings(node: ast.AST) -> Iterator[str]:
    """The string constants of an expression."""
    for child in ast.walk(node):
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.value


def ids_of(function: ast.FunctionDef | ast.ClassDef) -> set[str]:
    """The features that a test or a class of tests names."""
    named = set(AN_ID.findall(ast.get_docstring(function) or ""))
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith("mark.feature"):
            named.update(id for text in strings(decorator) for id in AN_ID.findall(text))
    return named


def scanned(text: str) -> dict[str, set[str]]:
    """The tests of a file with the features that each names; the file as a whole has an empty name."""
    module = ast.parse(text)
    found: dict[str, set[str]] = {"": set(AN_ID.findall(ast.get_docstring(module) or ""))}
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and inner.name.startswith("test"):
                    found[f"{node.name}::{inner.name}"] = ids_of(inner) | ids_of(node)
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
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


def test_tests_exist() -> None:
    missing = {(row.id, name) for row in rows() for name in row.tests if name not in all_tests()}
    assert missing == set()


def test_tests_that_name_a_feature_are_listed() -> None:
    listed = {(row.id, name) for row in rows() for name in row.tests}
    named = {(id, test) for test, ids in all_tests().items() for id in ids if id in ALL}
    assert named - listed == set()


def test_no_unknown_feature_is_named() -> None:
    assert {id for ids in all_tests().values() for id in ids} <= set(ALL)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def test_a():\n    'About S4-1 and S1-12.'\n", {"": set(), "test_a": {"S4-1", "S1-12"}}),
        ("@pytest.mark.feature('S4-2')\ndef test_a(): ...\n", {"": set(), "test_a": {"S4-2"}}),
        ("class TestA:\n    'S0-1'\n    def test_b(self): ...\n", {"": set(), "TestA::test_b": {"S0-1"}}),
        ("'S0-2'\ndef helper():\n    'S0-1'\n", {"": {"S0-2"}}),
    ],
)
def test_a_file_is_scanned(text: str, expected: dict[str, set[str]]) -> None:
    assert scanned(text) == expected


def bless() -> None:
    """Add to the last column the tests that name a feature and are not there yet; take away those that are gone."""
    lines: list[str] = []
    by_id = {row.id: row for row in rows()}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("| S"):
            start, _ = line.rstrip(" |").rsplit(" | ", 1) if by_id[line.split()[1]].tests else (line[:-4], "")
            row = by_id[line.split()[1]]
            named = [test for test, ids in all_tests().items() if row.id in ids]
            kept = [test for test in row.tests if test in all_tests()]
            tests = ", ".join(f"`{test}`" for test in dict.fromkeys([*kept, *named]))
            line = f"{start} | {tests} |" if tests else f"{start} | |"
        lines.append(line)
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    bless()
