"""Each key of each file of ours, dropped, doubled or of another type: said with its place, or right (S0-31)."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from asyncir.diagnostics import DiagnosticError
from asyncir.targets.machine import known_machines, machine_schema, read_machine

pytestmark = pytest.mark.feature("S0-31")

FOLDER = str(Path(str(files("asyncir.targets"))))
VALIDATOR = Draft202012Validator(json.loads(machine_schema()))
OTHERS = (
    "-1", "0", "1.5", "true", '"x"', '""', "[]", '[""]', '["x", "x"]', "[0, 0]", "{}", "{ x = 1 }", "nan",
    "{ operand = 65536 }", "{ attribute = 1 }", f"1{'0' * 30}", "1979-05-27", '["a -> a"]', "[[]]", "[{}]",
)  # fmt: skip
FEW = 1
"""So often a key of one kind of table is changed in one file."""


def text_of(name: str) -> str:
    return (files("asyncir.targets") / f"{name}.toml").read_text(encoding="utf-8")


def pieces(text: str) -> list[str]:
    """The text in pieces that are each a key with its value, the head of a table, or what is between."""
    found: list[str] = []
    for line in text.splitlines(keepends=True):
        if found and (found[-1].count("'''") % 2 or found[-1].count("[") > found[-1].count("]")):
            found[-1] += line
        else:
            found.append(line)
    return found


def broken(text: str) -> Iterator[str]:
    """The text with one key dropped, doubled, or of another type."""
    every, table, seen, turn = pieces(text), "", dict[tuple[str, str], int](), 0
    for at, piece in enumerate(every):
        if opened := re.match(r"\[+([\w-]+)\]+", piece):
            table = opened[1]
            continue
        key = re.match(r'("[^"]+"|[\w-]+)\s*=', piece)
        if key is None:
            continue
        seen[table, key[1]] = seen.get((table, key[1]), 0) + 1
        if seen[table, key[1]] > FEW:
            continue
        turn += 1
        values = [OTHERS[(turn * 7 + n * 5) % len(OTHERS)] for n in range(4)]
        for instead in ("", piece + piece, *(f"{key[1]} = {value}\n" for value in values)):
            yield "".join([*every[:at], instead, *every[at + 1 :]])


def doubled_tables(text: str) -> Iterator[str]:
    """The text with one of its tables twice, at the end."""
    heads = [m.start() for m in re.finditer(r"^\[", text, re.MULTILINE)]
    for begin, end in zip(heads, [*heads[1:], len(text)], strict=True):
        yield text + "\n" + text[begin:end]


def refused(text: str) -> bool:
    """Whether it is refused, with what to do at a place of the text; nothing else is raised."""
    try:
        read_machine(text, "broken.toml", FOLDER)
    except DiagnosticError as error:
        found = error.diagnostics
    else:
        return False
    lines = text.split("\n")
    for said in found:
        assert (said.code, bool(said.help)) == ("C050", True), said
        assert said.span is not None
        assert 1 <= said.span.line <= len(lines)
        assert 1 <= said.span.column <= len(lines[said.span.line - 1]) + 1
    assert len(set(found)) == len(found)
    return True


def as_data(text: str) -> Any:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


@pytest.mark.parametrize("name", known_machines())
def test_a_key_that_is_dropped_doubled_or_of_another_type(name: str) -> None:
    asked = 0
    for text in broken(text_of(name)):
        data = as_data(text)
        asked += 1
        if not refused(text):
            # What is accepted is what the schema describes: a key that may be left out, a value that may be there.
            assert data is not None
            assert [error.message for error in VALIDATOR.iter_errors(data)] == []
    assert asked > 50


@pytest.mark.parametrize("name", known_machines())
def test_no_table_may_be_there_twice(name: str) -> None:
    for text in doubled_tables(text_of(name)):
        assert refused(text), text[text.rindex("\n[") :]
