"""The litmus programs of docs/semantics.md, read from the page itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "semantics.md"
ALL_SCHEDULES = ("earliest", "latest", "seed", "exhaustive")


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
    arguments: tuple[str, ...] = field(default=())

    @property
    def name(self) -> str:
        return f"{self.rule}-line-{self.line}"


def _header(text: str) -> dict[str, str]:
    found = re.findall(r"^// ([a-z]+)(?:: *(.*))?$", text, re.MULTILINE)
    return {key: value.strip() for key, value in found}


def _litmus(rule: str, line: int, text: str) -> Litmus:
    header = _header(text)
    known = {"allowed", "result", "warning", "schedules", "extension"}
    assert set(header) <= known, f"line {line}: unknown header {set(header) - known}"
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
        extension="extension" in header,
    )


def litmus_programs(page: Path = PAGE) -> list[Litmus]:
    """All programs of the page, in order."""
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
        elif heading := re.match(r"\*\*(SEM-\d+) ", line):
            rule = heading[1]
    return programs
