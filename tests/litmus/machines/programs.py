"""The litmus programs of docs/semantics-machines.md: a file for each rule, and one in which rules meet (`corners.mlir`).
Programs stand between lines `// -----`.

Each program begins with a sentence that says what it shows, and a header:

| line | means |
| --- | --- |
| `// machine: block` | the file that describes the machine; `small` if nothing is said |
| `// arguments: %M: memref<i64>` | the arguments of `@main`; arrays of zeros |
| `// allowed: 1 \\| 2` | what it can print; an exhaustive search gives all of this, without blanks |
| `// result: race RAW WAR` | the program is wrong, S001: the kinds of its races |
| `// result: misuse M002` | the codes of its misuses; `deadlock` is M013 |
| `// result: error S002` | the run ends with this error |
| `// result: refused M020` | the program does not fit the machine |
| `// orders: latest` | the orders under which the result is seen; the others end well, or differently |

The rest is the body of `@main`, or a whole module; `prelude.mlir` has what stands around a body.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module
from asyncir.targets.machine import MachineModel, load_machine

HERE = Path(__file__).parent
ORDERS = ("earliest", "latest", "seed:0", "seed:1", "seed:2", "exhaustive")
_HEADERS = {"machine", "arguments", "allowed", "result", "orders"}


@dataclass(frozen=True)
class Litmus:
    """One program with what its header says of it."""

    rule: str
    number: int
    text: str
    says: str
    machine: str = "small"
    arguments: str = ""
    allowed: frozenset[str] | None = None
    result: str = "ok"
    orders: tuple[str, ...] = ORDERS

    @property
    def name(self) -> str:
        return f"{self.rule}-{self.number}"

    @property
    def values(self) -> list[Any]:
        """Fresh arguments."""
        return [np.zeros((), np.int64) for _ in re.findall(r"%\w+:", self.arguments)]


def _litmus(rule: str, number: int, text: str) -> Litmus:
    header = dict(re.findall(r"^// (\w+): (.*)$", text, re.MULTILINE))
    assert set(header) <= _HEADERS, f"{rule}: {set(header) - _HEADERS}"
    lines = text.strip().split("\n")
    says = lines[0].removeprefix("// ")
    assert lines[0].startswith("// "), f"{rule}, {number}: a sentence is missing"
    assert says.endswith("."), says
    allowed = None
    if "allowed" in header:
        allowed = frozenset(part.strip() for part in header["allowed"].split("|"))
    return Litmus(
        rule,
        number,
        text,
        says,
        header.get("machine", "small"),
        header.get("arguments", ""),
        allowed,
        header.get("result", "ok"),
        tuple(header.get("orders", " ".join(ORDERS)).split()),
    )


def litmus_programs() -> list[Litmus]:
    """All programs, by rule."""
    found: list[Litmus] = []
    for file in sorted(HERE.glob("mac-*.mlir")):
        found += programs_in(file, f"MAC-{int(file.stem.removeprefix('mac-'))}")
    return found


def corner_programs() -> list[Litmus]:
    """Programs in which rules meet, or are driven to their ends."""
    return programs_in(HERE / "corners.mlir", "corner")


def programs_in(file: Path, rule: str) -> list[Litmus]:
    """The programs of a file."""
    texts = re.split(r"^// -----$", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [_litmus(rule, number, text) for number, text in enumerate(texts, 1)]


@cache
def machine_of(name: str) -> MachineModel:
    """The machine of that file."""
    return load_machine(str(HERE / f"{name}.toml"))


@cache
def module_of(litmus: Litmus) -> ModuleOp:
    """The program as a module."""
    text = litmus.text
    if "func.func" not in text:
        prelude = (HERE / "prelude.mlir").read_text(encoding="utf-8")
        text = prelude.replace("ARGUMENTS", litmus.arguments).replace("BODY", text)
    return parse_module(text, f"{litmus.name}.mlir")
