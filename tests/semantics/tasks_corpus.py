"""The programs of tests/tasks_corpus, about which a static judge of tasks may err, with the truth by the interpreter.

The header of a file:

    // One line of what is special about it. More may follow.
    // verdict: racy                  (or deadlock, or proved-or-unknown: no run has a race or a deadlock)
    // show: @main(3, i64[4])         (with these arguments, as on the command line, `latest` shows it)
    // show: @main(3) exhaustive      (only some order shows it)
    // quiet: @main(2, i64[4])        (a program with a fault has none under `latest` with these)
    // clean: @main(2, i64[4])        (no order has a fault)
    // codes: R101 S008               (what runs of a clean program may end with, and at least one does; what shows
                                       the fault of another, if not S001 or R104)
    // extension                      (mlir-opt 22 does not read it)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from asyncir.driver.signatures import public_functions
from asyncir.ir import ModuleOp
from asyncir.semantics import Outcome, interpret, parse_schedule
from asyncir.source.text import parse_module
from asyncir.tools.literals import read_arguments

FOLDER = Path(__file__).parent.parent / "tasks_corpus"
VERDICTS = ("proved-or-unknown", "racy", "deadlock")
_CALL = re.compile(r"@(?P<entry>\w+)\((?P<arguments>.*)\)(?: (?P<schedule>\w+))?")
_BETWEEN = re.compile(r", (?![^\[]*\])")


@dataclass(frozen=True)
class Call:
    """A call of an entry, with arguments as the command line has them."""

    entry: str
    arguments: tuple[str, ...]
    schedule: str | None

    @classmethod
    def parse(cls, text: str) -> Call:
        found = _CALL.fullmatch(text)
        assert found, f"not a call: {text!r}"
        arguments = _BETWEEN.split(found["arguments"]) if found["arguments"] else []
        return cls(found["entry"], tuple(arguments), found["schedule"])

    def values(self, module: ModuleOp) -> list[Any]:
        (signature,) = [s for s in public_functions(module) if s.name == self.entry]
        return read_arguments(signature, self.arguments)

    def run(self, module: ModuleOp, schedule: str) -> tuple[Outcome, ...]:
        """All outcomes under a schedule."""
        first = interpret(module, self.entry, self.values(module), parse_schedule(schedule))
        return first, *first.others


@dataclass(frozen=True)
class CorpusProgram:
    """A file and what its header says."""

    name: str
    text: str
    verdict: str
    show: tuple[Call, ...]
    quiet: tuple[Call, ...]
    clean: tuple[Call, ...]
    codes: frozenset[str]
    extension: bool

    def module(self) -> ModuleOp:
        return parse_module(self.text, f"{self.name}.mlir")

    @property
    def fault(self) -> frozenset[str]:
        """The codes of which one shows what is wrong with it."""
        return self.codes or frozenset({"racy": {"S001"}, "deadlock": {"R104"}}[self.verdict])


def load(path: Path) -> CorpusProgram:
    """Read a header."""
    text = path.read_text(encoding="utf-8")
    fields: dict[str, list[str]] = {"verdict": [], "show": [], "quiet": [], "clean": [], "codes": []}
    for line in text.splitlines():
        key, colon, rest = line.removeprefix("// ").partition(": ")
        if line.startswith("// ") and colon and key in fields:
            fields[key].append(rest)
    show, quiet, clean = (tuple(map(Call.parse, fields[key])) for key in ("show", "quiet", "clean"))
    (verdict,) = fields["verdict"]
    assert verdict in VERDICTS, path
    codes = frozenset(code for line in fields["codes"] for code in line.split())
    extension = "// extension\n" in text
    return CorpusProgram(path.stem, text, verdict, show, quiet, clean, codes, extension)


CORPUS = [load(path) for path in sorted(FOLDER.glob("*.mlir"))]
