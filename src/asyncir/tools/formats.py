# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Diagnostics for other programs: SARIF 2.1.0, and the commands by which GitHub shows them beside a change."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

from asyncir.diagnostics import Diagnostic, Severity, Span
from asyncir.diagnostics.catalog import codes, explain
from asyncir.driver.baselines import VersionChange

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.REMARK: "note"}
_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.REMARK: "notice"}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def to_sarif(diagnostics: Sequence[Diagnostic]) -> dict[str, Any]:
    """One run of SARIF (OASIS, SARIF 2.1.0, section 3.14); rules are the codes, with their titles."""
    known = set(codes())
    rules = sorted({d.code for d in diagnostics})
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "asyncir",
                        "rules": [
                            {
                                "id": code,
                                "shortDescription": {"text": _title(code) if code in known else code},
                            }
                            for code in rules
                        ],
                    }
                },
                "results": [_result(d, rules.index(d.code)) for d in diagnostics],
            }
        ],
    }


def _title(code: str) -> str:
    return explain(code).split("\n", 1)[0].removeprefix("# ")


def _result(diagnostic: Diagnostic, rule: int) -> dict[str, Any]:
    text = diagnostic.message + (f"\n{diagnostic.help}" if diagnostic.help else "")
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": text},
    }
    if diagnostic.span is not None:
        result["locations"] = [{"physicalLocation": _place(diagnostic.span)}]
    related = [
        {"physicalLocation": _place(note.span), "message": {"text": note.message}}
        for note in diagnostic.notes
        if note.span is not None
    ]
    if related:
        result["relatedLocations"] = related
    return result


def _place(span: Span) -> dict[str, Any]:
    return {
        "artifactLocation": {"uri": span.file},
        "region": {"startLine": span.line, "startColumn": span.column, "endColumn": span.end_column},
    }


def to_github(diagnostics: Iterable[Diagnostic]) -> str:
    """One workflow command a line."""
    return "".join(f"{_command(diagnostic)}\n" for diagnostic in diagnostics)


def _command(diagnostic: Diagnostic) -> str:
    text = diagnostic.message + (f"\n{diagnostic.help}" if diagnostic.help else "")
    place = ""
    if (span := diagnostic.span) is not None:
        place = f"file={_property(span.file)},line={span.line},col={span.column},"
    return f"::{_COMMANDS[diagnostic.severity]} {place}title={_property(diagnostic.code)}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def print_formatted(format: str, diagnostics: Sequence[Diagnostic]) -> None:
    """Print diagnostics as `sarif` or `github`."""
    if format == "sarif":
        print(json.dumps(to_sarif(diagnostics)))
    else:
        print(to_github(diagnostics), end="")


# What changed since an older version


def changes_to_json(changes: Iterable[VersionChange]) -> list[dict[str, object]]:
    """The changes as what `json.dumps` takes."""
    return [{"text": change.text, "worse": change.worse} for change in changes]


def print_changes(name: str, changes: Iterable[VersionChange], stream: TextIO | None = None) -> None:
    """One line each."""
    for change in changes:
        word = "worse" if change.worse else "changed"
        print(f"{name}: {word}: {change.text}", file=stream or sys.stdout)
