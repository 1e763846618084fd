"""The text of a program as HTML, one piece per line, each token with a class that the style sheet knows."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_STRING = r'"(?:[^"\\\n]|\\.)*"?'
_NAME = r"[\w$.-]+"
_TOKEN = re.compile(
    rf"(?P<comment>//.*)|(?P<string>{_STRING})|(?P<value>%{_NAME}(?:\#\d+)?)|(?P<symbol>@(?:{_NAME}|{_STRING}))"
    rf"|(?P<type>\b(?:memref|vector|tensor)<(?:[\d?]+x)*(?:bf16|[iu]\d+|f\d+|index)>"  # as one: such types are most of a text
    rf"|[!#]{_NAME}|\b(?:memref|vector|tensor|tuple|complex|array)(?=<)|\b(?:index|none|bf16|[iu]\d+|si\d+|f\d+)\b"
    rf"|(?<=[<x\d?])x(?=[a-z!])|(?<=x)(?:bf16|[iu]\d+|f\d+|index)\b)"
    rf"|(?P<block>\^{_NAME})|(?P<op>\b[a-z_]\w*\.[a-z_][\w.]*)|(?P<num>\b0x[0-9a-fA-F]+|\b\d+(?:\.\d*(?:[eE][+-]?\d+)?)?)"
    r"|(?P<word>\b(?:func|module|to|step|iter_args|else|do|covers|attributes|return|true|false|in|loc)\b)"
)


def lines_of(text: str) -> list[Markup]:
    """Each line, coloured."""
    return [_coloured(_harmless(line.rstrip("\r"))) for line in text.rstrip("\n").split("\n")]


def _coloured(line: str) -> Markup:
    pieces: list[str] = []
    end = 0
    for token in _TOKEN.finditer(line):
        pieces.append(escape(line[end : token.start()]))
        pieces.append(Markup('<i class="{}">{}</i>').format(token.lastgroup, token[0]))
        end = token.end()
    pieces.append(escape(line[end:]))
    return Markup("").join(pieces)


def _harmless(line: str) -> str:
    """Without control characters, some of which HTML forbids and some of which reorder what is read."""
    line = line.expandtabs(4)
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)
