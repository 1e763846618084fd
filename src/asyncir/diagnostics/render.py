"""Diagnostics as text for people, and as JSON for programs.

error[Q003]: wait may return before its group has completed
  --> gemm.mlir:12:15
   |
12 | queue.wait %g keep 3
   |               ^^^^^^ keeps 3 groups in flight, at most 1 is safe
   = help: write `keep 1`, or drop `keep` to have it computed
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field

from asyncir.diagnostics import Diagnostic, DiagnosticError, Note, Severity, Span

_WIDTH = 100
"""The most columns of a source line that are shown."""
_MOST = 4000
"""The most characters of a message that are shown."""
_TAB = 4
_TOKEN = re.compile(r"[%@!#^]?[\w.$-]+|\S")
_COLORS = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.REMARK: "1;36"}
_FRAME, _BOLD = "1;34", "1"


@dataclass
class Sources:
    """The texts of files by the name that diagnostics use for them; others are read from disk when shown."""

    texts: dict[str, str | bytes] = field(default_factory=dict[str, "str | bytes"])
    _lines: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def add(self, file: str, text: str | bytes) -> None:
        """Let diagnostics show this text for that name."""
        self.texts[file] = text
        self._lines.pop(file, None)

    def line(self, file: str, number: int) -> str | None:
        """The line of that number, from 1, or None where it cannot be had."""
        if file not in self._lines:
            self._lines[file] = self._read(file).split("\n")
        lines = self._lines[file]
        return lines[number - 1].rstrip("\r") if 1 <= number <= len(lines) else None

    def _read(self, file: str) -> str:
        text = self.texts.get(file)
        if text is None:
            try:
                with open(file, "rb") as stream:
                    text = stream.read(1 << 26)
            except (OSError, ValueError):  # no such file: the name came from elsewhere
                return ""
        return text if isinstance(text, str) else text.decode(errors="replace")


def render(
    diagnostics: Diagnostic | DiagnosticError | Iterable[Diagnostic],
    sources: Sources | None = None,
    color: bool = False,
) -> str:
    """One or more diagnostics as text, an empty line between them, each line ended."""
    if isinstance(diagnostics, DiagnosticError):
        sources = sources or Sources(dict(diagnostics.sources))
        diagnostics = diagnostics.diagnostics
    elif isinstance(diagnostics, Diagnostic):
        diagnostics = (diagnostics,)
    sources = sources or Sources()
    paint = _paint if color else _plain
    return "\n".join(_one(diagnostic, sources, paint) for diagnostic in diagnostics)


def described(diagnostic: Diagnostic, texts: Mapping[str, str]) -> str:
    """The text of an exception: the diagnostic's own, then what `render` adds to it. `texts`: of what has no file."""
    _, *more = _one(diagnostic, Sources(dict(texts)), _plain).rstrip("\n").split("\n")
    return "\n".join([str(diagnostic), *more])


_JSON_FIELDS = ("code", "severity", "message", "span", "label", "help", "notes")


def to_json(diagnostic: Diagnostic) -> dict[str, object]:
    """The diagnostic as what `json.dumps` takes."""
    fields = asdict(diagnostic)
    fields |= {"severity": diagnostic.severity.value, "notes": list(fields["notes"])}
    return {name: fields[name] for name in _JSON_FIELDS}


_Paint = Callable[[str, str], str]


def _plain(text: str, _style: str) -> str:
    return text


def _paint(text: str, style: str) -> str:
    return f"\x1b[{style}m{text}\x1b[0m"


def _one(diagnostic: Diagnostic, sources: Sources, paint: _Paint) -> str:
    severity = diagnostic.severity
    head = paint(f"{severity.value}[{_clean(diagnostic.code)}]", _COLORS[severity])
    first, *more = _clean(_shortened(diagnostic.message)).split("\n")
    lines = [f"{head}{paint(': ' + first, _BOLD)}", *(f"  {line}" for line in more)]
    spans = [s for s in (diagnostic.span, *(n.span for n in diagnostic.notes)) if s is not None]
    margin = max((len(str(s.line)) for s in spans), default=2)
    if diagnostic.span is not None:
        lines += _excerpt(diagnostic.span, diagnostic.label, sources, margin, paint, _COLORS[severity])
    elif diagnostic.label:
        lines += _item("note", diagnostic.label, margin, paint)
    for note in diagnostic.notes:
        lines += _note(note, sources, margin, paint)
    if diagnostic.help:
        lines += _item("help", diagnostic.help, margin, paint)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _shortened(text: str) -> str:
    """Without the middle of a text that nobody would read, such as a name of a megabyte."""
    return text if len(text) <= _MOST else f"{text[: _MOST // 2]} … {text[-_MOST // 2 :]}"


def _item(kind: str, text: str, margin: int, paint: _Paint) -> list[str]:
    first, *more = _clean(_shortened(text)).split("\n")
    indent = " " * (margin + 1)
    head = f"{indent}{paint('=', _FRAME)} {paint(kind + ':', _BOLD)} {first}"
    return [head, *(f"{indent}  {' ' * len(kind)}  {line}" for line in more)]


def _note(note: Note, sources: Sources, margin: int, paint: _Paint) -> list[str]:
    lines = _item("note", note.message, margin, paint)
    if note.span is not None:
        lines += _excerpt(note.span, "", sources, margin, paint, _FRAME)
    return lines


def _excerpt(span: Span, label: str, sources: Sources, margin: int, paint: _Paint, style: str) -> list[str]:
    """Where it is, and if the line is known, the line with the spot underlined."""
    lines = [f"{' ' * margin}{paint('-->', _FRAME)} {_clean(span.file)}:{span.line}:{span.column}"]
    text = sources.line(span.file, span.line)
    bar = f"{' ' * margin} {paint('|', _FRAME)}"
    if text is None:
        return lines + ([f"{bar} {_clean(label)}"] if label else [])
    shown, before, width = _window(text, span)
    number = paint(f"{span.line:>{margin}} |", _FRAME)
    carets = paint(" ".join(filter(None, ("^" * width, *_clean(label).split("\n")[:1]))), style)
    lines += [bar, f"{number} {shown}", f"{bar} {' ' * before}{carets}"]
    return lines + [f"{bar} {' ' * (before + width + 1)}{rest}" for rest in _clean(label).split("\n")[1:]]


def _window(text: str, span: Span) -> tuple[str, int, int]:
    """The part of the line that is shown, the columns before the spot, and the columns of the spot.

    Only characters around the spot are looked at, so that a line of many megabytes costs nothing.
    """
    start = min(max(span.column - 1, 0), len(text))
    end = min(span.end_column - 1, len(text))
    if end <= start:  # a location without extent: underline the word that is there
        word = _TOKEN.match(text, start, start + _WIDTH)
        end = word.end() if word else start + 1
    first, last = max(0, start - 2 * _WIDTH), min(len(text), start + 2 * _WIDTH)
    before, spot, after = text[first:start], text[start : min(end, last)], text[min(end, last) : last]
    before, spot, after = _expand(before), _expand(spot), _expand(after)
    room = _WIDTH - min(_columns(spot), _WIDTH // 2)
    left = _last_columns(before, room - min(_columns(after), room // 3))
    if len(left) < len(before) or first > 0:
        left = "…" + left[1:]
    spot = _first_columns(spot, _WIDTH // 2)
    right = _first_columns(after, _WIDTH - _columns(left) - _columns(spot))
    if len(right) < len(after) or last < len(text):
        right = right[:-1] + "…"
    return left + spot + right, _columns(left), max(1, _columns(spot))


def _expand(text: str) -> str:
    """Tabs as spaces, control characters as a sign that one is there."""
    return _clean(text.replace("\t", " " * _TAB))


def _clean(text: str) -> str:
    """Without control characters: what comes from a file must not drive the terminal."""
    if text.isprintable():
        return text
    return "".join(c if c == "\n" or not _is_control(c) else "\N{REPLACEMENT CHARACTER}" for c in text)


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _columns(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return len(text) if text.isascii() else sum(map(_column_width, text))


def _column_width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _first_columns(text: str, columns: int) -> str:
    for i, character in enumerate(text):
        columns -= _column_width(character)
        if columns < 0:
            return text[:i]
    return text


def _last_columns(text: str, columns: int) -> str:
    return _first_columns(text[::-1], columns)[::-1]
