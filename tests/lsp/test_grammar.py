"""The grammar of the extension for Visual Studio Code: what each piece of a program is called."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "editors" / "vscode"


def scopes(line: str) -> dict[str, str]:
    """The last part but one of the scope of each piece, by the rules of TextMate: the earliest match, then the first rule."""
    rules = json.loads((FOLDER / "syntaxes" / "mlir.tmLanguage.json").read_text())["patterns"]
    found: dict[str, str] = {}
    at = 0
    while at < len(line):
        matches = [
            (m.start(), i, m)
            for i, rule in enumerate(rules)
            if (m := re.compile(rule["match"]).search(line, at))
        ]
        matches = [match for match in matches if match[2][0]]
        if not matches:
            break
        _, number, match = min(matches, key=lambda each: each[:2])
        found[match[0]] = rules[number]["name"].removesuffix(".mlir").split(".")[-1]
        at = match.end()
    return found


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "%r:2 = scf.for %i = %c0 to %n",
            {"%r": "other", "scf.for": "operation", "to": "control", "%n": "other"},
        ),
        (
            "func.func private @g(i32) -> !async.token",
            {"@g": "function", "i32": "type", "!async.token": "type"},
        ),
        (
            "memref<4x?xbf16> // x",
            {"memref": "type", "4": "dimension", "?": "dimension", "bf16": "type", "// x": "double-slash"},
        ),
        ('^bb0(%a: f32): "x.y"() {k = #map}', {"^bb0": "label", '"x.y"': "double", "#map": "attribute"}),
        ("arith.constant 1.5e-3 : f64", {"arith.constant": "operation", "1.5e-3": "numeric", "f64": "type"}),
    ],
)
def test_pieces(line: str, expected: dict[str, str]) -> None:
    assert scopes(line).items() >= expected.items()


def test_the_extension_starts_what_the_command_line_has() -> None:
    package = json.loads((FOLDER / "package.json").read_text())
    assert package["contributes"]["configuration"]["properties"]["asyncir.command"]["default"] == [
        "asyncir",
        "lsp",
    ]
    for part in (*package["contributes"]["languages"], *package["contributes"]["grammars"]):
        assert (FOLDER / (part.get("configuration") or part["path"])).is_file()
    assert (FOLDER / package["main"]).is_file()
    json.loads((FOLDER / "language-configuration.json").read_text())
