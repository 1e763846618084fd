# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A PTX text without its comments, at the same offsets; and what its positions mean.

Comments become blanks, so that an offset in the text that is read is one in the text as it was given: an edit of a
statement needs nothing else. Marks are comments `// asyncir: WORD ...`.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from asyncir.ptx.program import PtxSpot, SourceLine

_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/)?|@@DWARF[^\n]*')
_NOT_BLANK = re.compile(r"[^\n]")
_MARK = re.compile(r"//\s*asyncir:\s*(.*)")
_FILE = re.compile(r'\.file\s+(\d+)\s+"((?:[^"\\\n]|\\.)*)"')
_SECTION = re.compile(r"\.section\s+([\w.$]+)\s*\{([^{}]*)\}")
_DATUM = re.compile(r"([A-Za-z_$][\w$]*)\s*:|\.b8\s+([0-9,\s]*)")
_DEEPEST = 100
"""A chain of inlined calls is cut off there."""


class CleanText:
    """`text` is blank where comments were; `marks` has the words of each line's mark.

    `open_comment` is the offset of a `/*` that nothing closes, or None.
    """

    def __init__(self, given: str) -> None:
        self.given = given
        self.open_comment: int | None = None
        self._newlines = [m.start() for m in re.finditer("\n", given)]
        self.marks: dict[int, tuple[str, ...]] = {}
        """By line. A mark alone on a line counts for the line below as well."""
        self.text = _COMMENT.sub(self._blanked, given)

    def _blanked(self, found: re.Match[str]) -> str:
        comment = found[0]
        if comment[0] == '"':
            return comment
        if comment[0] == "/" and comment[1] == "/":
            if "asyncir:" in comment and (mark := _MARK.match(comment)):
                self._note_mark(found.start(), mark[1])
            return " " * len(comment)
        if comment[0] == "@":
            return " " * len(comment)
        if len(comment) < 4 or not comment.endswith("*/"):
            self.open_comment = found.start()
        return _NOT_BLANK.sub(" ", comment)

    def _note_mark(self, offset: int, words: str) -> None:
        line, column = self.line_and_column(offset)
        given = tuple(re.findall(r"[\w-]+", words))
        self.marks[line] = self.marks.get(line, ()) + given
        alone = not self.given[offset - column + 1 : offset].strip()
        if alone:
            self.marks[line + 1] = self.marks.get(line, ())

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Both from 1."""
        line = bisect_right(self._newlines, offset - 1) if offset else 0
        start = self._newlines[line - 1] + 1 if line else 0
        return line + 1, offset - start + 1


def files_of(clean: str) -> dict[int, str]:
    """The names of `.file`, which may stand behind their uses."""
    return {int(number): name for number, name in _FILE.findall(clean) if len(number) < 10}


def strings_of(clean: str) -> dict[str, str]:
    """Zero-terminated strings of `.section .debug_str` by their labels: names of inlined functions."""
    strings: dict[str, str] = {}
    for section, content in _SECTION.findall(clean):
        if section != ".debug_str":
            continue
        label, data = "", bytearray()
        for found in _DATUM.finditer(content):
            if found[1]:
                label, data = found[1], bytearray()
                continue
            data += bytes(int(n) & 255 for n in found[2].replace(",", " ").split() if len(n) < 10)
            if label and 0 in data:
                strings[label] = data[: data.index(0)].decode("utf-8", errors="replace")
                label = ""
    return strings


class SourceLines:
    """`.loc` directives as source lines; an inlined one finds the call that it was inlined at."""

    LOC = re.compile(
        r"\.loc\s+(\d{1,9})\s+(\d{1,9})(?:[ \t]+(\d{1,9}))?(?:\s*,\s*function_name\s+([\w$.]+)"
        r"(?:\s*\+\s*\d+)?\s*,\s*inlined_at\s+(\d{1,9})\s+(\d{1,9})\s+(\d{1,9}))?"
    )

    def __init__(self, files: dict[int, str], strings: dict[str, str]) -> None:
        self.files = files
        self.strings = strings
        self.current: SourceLine | None = None
        self._seen: dict[tuple[int, int, int], tuple[SourceLine, int]] = {}
        """The latest of each place, and how many calls it was inlined through."""

    def start_function(self) -> None:
        """What was said for the function above says nothing of this one."""
        self.current = None
        self._seen.clear()

    def note(self, loc: re.Match[str]) -> None:
        """The lines below belong to this directive."""
        file, line, column = int(loc[1]), int(loc[2]), int(loc[3] or 0)
        around, depth = None, 0
        function = ""
        if loc[4]:
            function = self.strings.get(loc[4], loc[4])
            place = (int(loc[5]), int(loc[6]), int(loc[7]))
            around, depth = self._seen.get(place, (None, 0))
            if around is None or depth >= _DEEPEST:
                around, depth = SourceLine(self._name(place[0]), place[1], place[2]), 0
        self.current = SourceLine(self._name(file), line, column, function, around)
        self._seen[file, line, column] = (self.current, depth + 1)

    def _name(self, number: int) -> str:
        return self.files.get(number, f"file {number}")

    def spot(self, line: int, column: int) -> PtxSpot:
        """A spot of the text with the source line behind it; line 0 of a `.loc` means that there is none."""
        source = self.current
        return PtxSpot(line, column, source if source is not None and source.line else None)
