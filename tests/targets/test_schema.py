"""The JSON schema of machine files says what the reader of machine files says."""

from __future__ import annotations

import json
import re
import tomllib
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from asyncir.diagnostics import DiagnosticError
from asyncir.targets import machine as machines, resources, vendor_ops
from asyncir.targets.machine import known_machines, machine_schema, read_machine
from asyncir.targets.machine_text import Table
from tests.targets.test_vendor_ops import FAULTS, GOOD, HEAD

SCHEMA: dict[str, Any] = json.loads(machine_schema())
VALIDATOR = Draft202012Validator(SCHEMA)


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", known_machines())
def test_the_files_of_the_package_are_as_it_says(name: str) -> None:
    text = (files("asyncir.targets") / f"{name}.toml").read_text(encoding="utf-8")
    assert list(VALIDATOR.iter_errors(tomllib.loads(text))) == []


def test_a_file_with_tables_for_ops_is_as_it_says() -> None:
    assert list(VALIDATOR.iter_errors(tomllib.loads(GOOD))) == []


def test_the_reader_asks_for_the_keys_that_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, set[str]] = {}
    check = Table.check_all_known

    def note(table: Table) -> None:
        asked.setdefault(table._name, set()).update(table.known_keys())
        check(table)

    monkeypatch.setattr(Table, "check_all_known", note)
    read_machine(GOOD, "good.toml")
    own = {"": SCHEMA["properties"]} | {
        name: d["properties"] for name, d in SCHEMA["$defs"].items() if name in asked
    }
    assert asked == {name: set(properties) for name, properties in own.items()}


ENUMERATIONS = {
    ("engine", "takes"): machines.Work,
    ("engine", "order"): resources.CompletionOrder,
    ("engine", "when-full"): resources.WhenFull,
    ("resource", "kind"): resources.ResourceKind,
    ("resource", "when-full"): resources.WhenFull,
    ("resource", "order"): resources.CompletionOrder,
    ("resource", "at-exit"): resources.AtExit,
    ("resource", "wait-twice"): resources.WaitTwice,
    ("resource", "commit"): resources.Commit,
    ("op", "computes"): vendor_ops.Computes,
    ("sync", "does"): vendor_ops.Does,
}


@pytest.mark.parametrize(("table", "key"), ENUMERATIONS)
def test_texts_to_choose_from_are_the_same(table: str, key: str) -> None:
    kind: type[StrEnum] = ENUMERATIONS[table, key]
    found = SCHEMA["$defs"][table]["properties"][key]
    assert found.get("enum", found.get("items", {}).get("enum")) == list(kind)


def test_what_it_refuses_the_reader_refuses_too() -> None:
    """A schema knows no names: it refuses less than the reader, and nothing else."""
    refused = 0
    for text, *_ in FAULTS:
        errors = list(VALIDATOR.iter_errors(tomllib.loads(HEAD + text)))
        refused += bool(errors)
        with pytest.raises(DiagnosticError):
            read_machine(HEAD + text, "bad.toml")
    assert refused > len(FAULTS) / 3


PAGE = Path(__file__).parents[2] / "docs" / "machines.md"
SECTIONS = {
    "The file": SCHEMA["properties"],
    "Engines": SCHEMA["$defs"]["engine"]["properties"],
    "Memories": SCHEMA["$defs"]["memory"]["properties"],
    "Resources": SCHEMA["$defs"]["resource"]["properties"],
    "Operations that are works": SCHEMA["$defs"]["op"]["properties"],
    "Operations that synchronise": SCHEMA["$defs"]["sync"]["properties"],
}


def rows(section: str, head: str) -> list[str]:
    """What the first column of a table names, of those in a section whose first column has this head."""
    text = PAGE.read_text(encoding="utf-8").partition(f"### {section}\n")[2].partition("\n#")[0]
    table = text.partition(f"| {head} | |\n| --- | --- |\n")[2].partition("\n\n")[0]
    return [name for row in table.splitlines() for name in re.findall(r"`([\w-]+)`", row.split("|")[1])]


@pytest.mark.parametrize("section", SECTIONS)
def test_the_page_has_each_key(section: str) -> None:
    assert sorted(rows(section, "key")) == sorted(SECTIONS[section])


def test_the_page_has_each_word_for_what_is_computed() -> None:
    assert sorted(rows("Operations that are works", "word")) == sorted(vendor_ops.Computes)


def test_the_page_has_each_machine() -> None:
    text = PAGE.read_text(encoding="utf-8").partition("## What comes with asyncir\n")[2]
    names = [
        n
        for row in text.splitlines()
        if row.startswith("| `")
        for n in re.findall(r"`([\w-]+)`", row.split("|")[1])
    ]
    assert sorted(names) == known_machines()


def test_each_key_is_explained() -> None:
    tables = [SCHEMA, *(SCHEMA["$defs"][name] for name in ("engine", "memory", "resource", "op", "sync"))]
    assert all("description" in value for table in tables for value in table["properties"].values())
