"""The litmus programs of docs/semantics.md and docs/semantics-queues.md, read from the pages themselves."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "semantics.md"
QUEUES = DOCS / "semantics-queues.md"
ALL_SCHEDULES = ("earliest", "latest", "seed", "exhaustive")
HEADERS = {"allowed", "result", "warning", "schedules", "extension", "args", "after", "verdicts", "check"}


@dataclass(frozen=True)
class Litmus:
    """One program with what its header says of it."""

    rule: str
    line: int
    text: str
    allowed: frozenset[str] | None
    result: str = "ok"
    warnings: frozenset[str] = frozenset()
    schedules: tuple[str, ...] = ALL_SCHEDULES
    extension: bool = False
    arguments: tuple[object, ...] = field(default=())
    """Of `@main`: numbers, and nested lists for memrefs."""
    after: tuple[object, ...] | None = None
    """What the arrays among the arguments hold in the end."""
    verdicts: tuple[str, ...] | None = None
    """What `check` says of each wait, in the order of the text."""
    check: str = ""
    """The code of an error of `check` that is not a race."""

    def values(self) -> list[object]:
        """Fresh arguments of `@main`, with an array for each list."""
        return [np.array(a, dtype=np.int64) if isinstance(a, list) else a for a in self.arguments]

    @property
    def name(self) -> str:
        return f"{self.rule}-line-{self.line}"


def _header(text: str) -> dict[str, str]:
    found = re.findall(r"^// ([a-z]+)(?:: *(.*))?$", text, re.MULTILINE)
    return {key: value.strip() for key, value in found}


def _json_values(text: str) -> tuple[object, ...]:
    """The JSON values that stand one after the other in the text."""
    values: list[object] = []
    while text := text.strip():
        value, end = json.JSONDecoder().raw_decode(text)
        values.append(value)
        text = text[end:]
    return tuple(values)


def _litmus(rule: str, line: int, text: str) -> Litmus:
    header = _header(text)
    assert set(header) <= HEADERS, f"line {line}: unknown header {set(header) - HEADERS}"
    allowed = None
    if "allowed" in header:
        allowed = frozenset(part.strip().strip('"') for part in header["allowed"].split("|"))
    return Litmus(
        rule=rule,
        line=line,
        text=text,
        allowed=allowed,
        result=header.get("result", "ok"),
        warnings=frozenset(header.get("warning", "").split()),
        schedules=tuple(header.get("schedules", " ".join(ALL_SCHEDULES)).split()),
        # MLIR knows neither our queues, nor ready tokens.
        extension="extension" in header or "queue." in text,
        arguments=tuple(json.loads(header.get("args", "[]"))),
        after=_json_values(header["after"]) if "after" in header else None,
        verdicts=tuple(v.strip() for v in header["verdicts"].split(",")) if "verdicts" in header else None,
        check=header.get("check", ""),
    )


def litmus_programs(page: Path = PAGE) -> list[Litmus]:
    """All programs of a page, in order."""
    programs: list[Litmus] = []
    rule, start, lines = "", 0, list[str]()
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if start and line == "```":
            programs.append(_litmus(rule, start, "\n".join(lines) + "\n"))
            start = 0
        elif start:
            lines.append(line)
        elif line == "```mlir litmus":
            start, lines = number + 1, []
        elif heading := re.match(r"\*\*((?:SEM|QUE)-\d+) ", line):
            rule = heading[1]
    return programs
