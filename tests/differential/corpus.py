"""The programs of `tests/programs` and what their headers say.

A header is the comment at the top of the file: one line of what the program shows, then

    // run: @main(5 : i64, [1, 2] : memref<2xi32> -> [3, 4]) = 7 : i64, 2.5 : f32
    // run: @main(-1 : i64) fails R102 <- R101 "the message of the first cause"
    // prints: 1 2 3            (of the last run above; white space does not count)
    // mlir: no, the reason     (mlir-opt 22 cannot lower it, or runs it wrongly)
    // extension                (mlir-opt 22 cannot read it)

`[…] -> […]` is a memref before and after the run.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.differential.outcome import Outcome, integer

PROGRAMS = Path(__file__).parent.parent / "programs"
_RUN = re.compile(
    r"@(?P<entry>\w+)\((?P<arguments>.*?)\)(?:\s*=\s*(?P<results>.*)|\s+fails\s+(?P<chain>.*))?$"
)
_ITEM = re.compile(r"(\[[^\]]*\]|[^,\[\]]+?)\s*:\s*([\w<>!.?]+)(?:\s*->\s*(\[[^\]]*\]))?\s*(?:,|$)")


@dataclass(frozen=True)
class Argument:
    """An argument: a scalar, or the elements of an array and what they are after the run."""

    text: str
    type: str
    after: str | None = None

    @property
    def is_memref(self) -> bool:
        return self.type.startswith("memref")

    def elements(self, text: str) -> list[float]:
        return [float(x) for x in text.strip("[]").replace("[", "").replace("]", "").split(",")]


@dataclass(frozen=True)
class Call:
    """What to call, with which arguments, and the types of the results."""

    entry: str
    arguments: tuple[Argument, ...]
    results: tuple[str, ...]


@dataclass
class Run:
    """One call and what it must come to."""

    entry: str
    arguments: list[Argument]
    results: list[tuple[str, str]]
    expected: Outcome
    prints: list[str] | None = None


@dataclass
class CorpusProgram:
    """A program with its header."""

    path: Path
    text: str
    title: str
    runs: list[Run] = field(default_factory=list)
    mlir: bool = True
    extension: bool = False

    @property
    def name(self) -> str:
        return self.path.stem


def bits(text: str, type_: str) -> str:
    """A scalar literal as an outcome shows it: integers signed, floats by their bits."""
    if type_ == "f32":
        return str(struct.unpack("<i", struct.pack("<f", float(text)))[0])
    if type_ == "f64":
        return str(struct.unpack("<q", struct.pack("<d", float(text)))[0])
    if type_ == "index":
        return integer(int(text))
    return integer(int(text), int(type_[1:])) if type_ != "i1" else str(int(text) & 1)


def load(path: Path) -> CorpusProgram:
    """Read a program and its header."""
    text = path.read_text()
    header = [x[2:].strip() for x in text.split("\n") if x.startswith("//")]
    program = CorpusProgram(path, text, header[0])
    for line in header[1:]:
        key, _, rest = line.partition(":")
        if key == "run":
            program.runs.append(_run(rest.strip()))
        elif key == "prints":
            program.runs[-1].prints = rest.split()
        elif key == "mlir":
            assert rest.split(",")[0].strip() == "no", line
            program.mlir = False
        elif key == "extension":
            program.extension, program.mlir = True, False
        else:
            raise ValueError(f"{path}: unknown header line {line!r}")
    assert program.runs, f"{path}: no run line"
    return program


def _run(text: str) -> Run:
    found = _RUN.match(text)
    assert found, f"not a run line: {text!r}"
    arguments = [Argument(a.strip(), t, after or None) for a, t, after in _ITEM.findall(found["arguments"])]
    results = [(a.strip(), t) for a, t, _ in _ITEM.findall(found["results"] or "")]
    if found["chain"]:
        expected = Outcome("error", chain=tuple(_chain(found["chain"])))
    else:
        expected = Outcome("values", tuple(bits(a, t) for a, t in results))
    return Run(found["entry"], arguments, results, expected)


def _chain(text: str) -> list[str]:
    """`R102 <- R101 "message"` as code and message; a message is compared only where one is given."""
    return [part.strip() for part in text.split("<-")]


def written(arguments: Sequence[Argument], arrays: Sequence[Any]) -> list[str]:
    """What each array holds after the run, in the form of `expected_arrays`."""
    return [
        str([float(x) for x in array.ravel()])
        for argument, array in zip(arguments, arrays, strict=True)
        if argument.is_memref
    ]


def expected_arrays(arguments: Sequence[Argument]) -> list[str]:
    """What each array must hold after the run."""
    return [str(a.elements(a.after or a.text)) for a in arguments if a.is_memref]


def programs() -> list[CorpusProgram]:
    """The whole corpus."""
    return [load(p) for p in sorted(PROGRAMS.glob("*.mlir"))]
