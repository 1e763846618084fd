# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operations of Triton's TTGIR with where in the program they come from: names, lines, locations, nothing more.

The text is read line by line, without a parser of MLIR: an operation is one line `%results = dialect.name ... loc(#loc7)`,
and its location is followed through names (`loc("x"(#loc5))`), calls (`callsite(#a at #b)`: what was inlined, `#a`) and
`fused[...]` (all of them). What does not have that form is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

Place = tuple[str, int, int]
"""A file's name without its folders, line and column."""

_OPERATION = re.compile(
    r"^\s*(?:(%[\w#:, %]+?)\s*=\s*)?\"?((?:tt|ttg|ttng|gpu|nvg|nvvm|scf|arith)\.[\w.]+)\"?(?=[\s(\[])"
)
_AT = re.compile(r'loc\((#loc\d*|"(?:[^"\\]|\\.)*":\d+:\d+|callsite\(.*\)|fused(?:<.*>)?\[.*\])\)\s*$')
_ALIAS = re.compile(r"^(#loc\d*) = loc\((.*)\)\s*$")
_FILE = re.compile(r'^"((?:[^"\\]|\\.)*)":(\d+):(\d+)$')
_REFERENCE = re.compile(r"#loc\d*")
MOST_STEPS = 64
"""How far a location is followed."""


@dataclass(frozen=True, slots=True)
class TtgirOperation:
    """One operation: `name` with its dialect, `results` as written, the line and column of its name, and the places of
    the program behind it.
    """

    name: str
    results: str
    line: int
    column: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class TtgirText:
    """The operations of a text, in its order. `path` is its name in diagnostics."""

    path: str
    operations: tuple[TtgirOperation, ...]


def is_ttgir(text: str) -> bool:
    """Whether a text is TTGIR: a function of Triton with layouts of a GPU."""
    return "tt.func" in text and "ttg." in text


def read_ttgir(text: str, path: str = "<ttgir>") -> TtgirText:
    """The operations of a text; none of what is no TTGIR."""
    lines = text.splitlines()
    aliases = {found[1]: found[2] for line in lines if (found := _ALIAS.match(line))}
    known: dict[str, tuple[Place, ...]] = {}
    operations: list[TtgirOperation] = []
    for number, line in enumerate(lines, start=1):
        head, at = _OPERATION.match(line), _AT.search(line)
        if head is None:
            continue
        where = at[1] if at is not None else ""
        if where not in known:
            known[where] = tuple(dict.fromkeys(_places(where, aliases)))
        operations.append(TtgirOperation(head[2], head[1] or "", number, head.start(2) + 1, known[where]))
    return TtgirText(path, tuple(operations))


def _places(text: str, aliases: dict[str, str]) -> Iterator[Place]:
    """The places that a location comes to."""
    waiting = [text]
    for _ in range(MOST_STEPS):
        if not waiting:
            return
        now = waiting.pop().strip()
        if found := _FILE.match(now):
            yield found[1].rpartition("/")[2], int(found[2]), int(found[3])
        elif now.startswith("callsite("):
            waiting.append(now.removeprefix("callsite(").partition(" at ")[0])
        elif now in aliases:
            waiting.append(aliases[now])
        elif not _REFERENCE.fullmatch(now):
            waiting += reversed(_REFERENCE.findall(now))
