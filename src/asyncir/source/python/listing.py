"""The module of a Python function for people to read: each line of Python stands above the ops that it has become."""

from __future__ import annotations

import linecache
import re

_PLACE = re.compile(r' loc\("(?P<file>(?:[^"\\]|\\.)*)":(?P<line>\d+):\d+\)$')


def with_python_lines(text: str) -> str:
    """The text without locations, and with a comment for each line of Python where its ops begin."""
    lines = text.splitlines()
    written: list[str] = []
    before: tuple[str, int] | None = None
    for line, place in zip(lines, _places(lines), strict=True):
        plain = _PLACE.sub("", line)
        if place is not None and place != before and not plain.lstrip().startswith("}"):
            indent = " " * (len(plain) - len(plain.lstrip()))
            source = linecache.getline(*place).strip()
            written.append(f"{indent}// {place[1]}: {source}" if source else f"{indent}// line {place[1]}")
            before = place
        written.append(plain)
    return "\n".join([*written, ""])


def _places(lines: list[str]) -> list[tuple[str, int] | None]:
    """Where each line comes from. An op with a region has its place behind the brace that closes the last one."""
    found: list[tuple[str, int] | None] = []
    around: list[tuple[str, int] | None] = []
    for line in reversed(lines):
        match = _PLACE.search(line)
        place = (match["file"], int(match["line"])) if match else None
        bare = _PLACE.sub("", line).strip()
        if bare.startswith("}") and not bare.endswith("{"):
            around.append(place)
        elif bare.endswith("{") and not bare.startswith("}") and around:
            place = around.pop()
        found.append(place)
    return found[::-1]
