"""How a vendor writes an op that synchronises, where its text says what it does: the `form` of a `[[sync]]` table.

    form = "[<{from}>, <{to}>, <{instance}>]"
    form = "[<{from}>, <{to}>, {instance:i64}]"

The words in braces are keys of the table, all else is written as it is, whatever blanks there are; before `<` there may
be the name of an attribute (`#npu.pipe<DMA>`). In angle brackets and in quotation marks a key is a constant, elsewhere it
may be a value, whose type is said behind a colon where it has to be of one. Of an op that gives memory the form is a piece
of its text, and a key stands for a list of numbers there (`ListsForm`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from asyncir.dialects.written_ops import DICTIONARY, WRITTEN
from asyncir.ir import Operation, SSAValue, StringAttr

KEYS: Final = ("instance", "number", "from", "to", "on")
"""What a form can say."""

_CLOSED_BY = dict(zip("([<", ")]>", strict=True))
_KEYS_TOGETHER = re.compile(r"\}\s*\{")
_KEY = re.compile(r"(<\s*|\")?\{([^{}]*)\}")
_QUOTED = re.compile(r"\"[^\"\\\n]*\"")
_NAMED = re.compile(r"#[\w$.-]+\s*(?=<)")
_NUMBER = re.compile(r"(?:%\d+|-?\d+)")
_CONSTANT = {"<": r"[^<>%]+", '"': r"[^<>%\"]+"}
"""What a key stands for behind a bracket or a quotation mark."""
_BLANKS = re.compile(r"\s*([\[\]<>(),:=])\s*|\s+")


class NoForm(Exception):
    """Says what is wrong with the text of a form."""


@dataclass(frozen=True, slots=True)
class WrittenForm:
    """A text with keys in braces."""

    text: str

    def __post_init__(self) -> None:
        keys = self.says
        if not self.text.strip():
            raise NoForm("it is empty")
        for key in keys:
            if key not in KEYS:
                raise NoForm(f"'{key}' is no key that it can say: these are {', '.join(KEYS)}")
        if len(set(keys)) < len(keys):
            raise NoForm("it names a key twice")
        for match in _KEY.finditer(self.text):
            self._check_type(match)
        _check_text(self.text)

    def _check_type(self, match: re.Match[str]) -> None:
        """Of a number that may be a value a type may be said."""
        key, colon, type_ = match[2].partition(":")
        if colon and re.fullmatch(r"i[1-9]\d*", type_) is None:
            raise NoForm(f"'{type_}' is no type of integers, such as i64")
        if colon and (match[1] is not None or key not in ("instance", "number")):
            raise NoForm(f"'{key}' is a constant there, and has no type")

    @property
    def says(self) -> tuple[str, ...]:
        """The keys, in the order of the text."""
        return tuple(match[2].partition(":")[0] for match in _KEY.finditer(self.text))

    def may_be_value(self, key: str) -> bool:
        """Whether the key stands where a value may."""
        return any(m[1] is None for m in _KEY.finditer(self.text) if m[2].partition(":")[0] == key)

    def type_of(self, key: str) -> str:
        """The type that a value has to have there; empty where it may be any."""
        return next(m[2].partition(":")[2] for m in _KEY.finditer(self.text) if m[2].partition(":")[0] == key)

    def found_in(self, op: Operation) -> dict[str, str] | None:
        """What the op says by key, `%n` where that is operand n; None where it is not written so."""
        match = self._match(op)
        if match is None:
            return None
        return {key: match[_group(key)] for key in self.says}

    def value(self, op: Operation, key: str) -> str | SSAValue | None:
        """What the op says for a key: a text or an operand; None where it is not written so."""
        found = self.found_in(op)
        said = None if found is None else found[key]
        return op.operands[int(said[1:])] if said is not None and said.startswith("%") else said

    def rest_of(self, op: Operation) -> str:
        """What the text of an op that is written so has behind the form."""
        match = self._match(op)
        assert match is not None
        return match["rest"]

    def _match(self, op: Operation) -> re.Match[str] | None:
        """The whole text; behind the form there may be a dictionary of attributes."""
        pattern = f"{self._pattern()}(?P<rest>(?:{re.escape(DICTIONARY)})?)"
        written = _written(op)
        return None if written is None else re.fullmatch(pattern, plain(written))

    def filled(self, said: Mapping[str, str]) -> str:
        """The text with what is said by key."""
        return _KEY.sub(lambda match: (match[1] or "") + said[match[2].partition(":")[0]], self.text)

    def _pattern(self) -> str:
        found, at, text = "", 0, self.text
        for match in _KEY.finditer(text):
            opening = (match[1] or "").strip()
            found += re.escape(plain(text[at : match.start()], ends=False)) + opening
            kind = _CONSTANT.get(opening, r"(?:%\d+|[\w$.-]+)")
            found += f"(?P<{_group(match[2].partition(':')[0])}>{kind})"
            at = match.end()
        return found + re.escape(plain(text[at:], ends=False))


@dataclass(frozen=True, slots=True)
class ListsForm:
    """A piece of an op's text with lists of numbers in it, which are operands or constants: `offsets = [{offsets}]`."""

    text: str
    keys: tuple[str, ...]
    """What it can say."""

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise NoForm("it is empty")
        if not self.says:
            raise NoForm(f"it says none of {', '.join(self.keys) or 'any key'}")
        for key in self.says:
            if key not in self.keys:
                raise NoForm(f"'{key}' is no key that it can say: these are {', '.join(self.keys)}")
        if len(set(self.says)) < len(self.says):
            raise NoForm("it names a key twice")
        _check_text(self.text)

    @property
    def says(self) -> tuple[str, ...]:
        """The keys, in the order of the text."""
        return tuple(match[2] for match in _KEY.finditer(self.text))

    def found_in(self, op: Operation) -> dict[str, list[SSAValue | int]] | None:
        """What the op says by key; None where its text has no such piece."""
        written = _written(op)
        match = None if written is None else re.search(self._pattern(), plain(written))
        if match is None:
            return None
        return {key: [_number(op, one) for one in _NUMBER.findall(match[_group(key)])] for key in self.says}

    def _pattern(self) -> str:
        found, at = "", 0
        for match in _KEY.finditer(self.text):
            found += re.escape(plain(self.text[at : match.start()], ends=False)) + (match[1] or "").strip()
            found += rf"(?P<{_group(match[2])}>(?:{_NUMBER.pattern}(?:,{_NUMBER.pattern})*)?)"
            at = match.end()
        return found + re.escape(plain(self.text[at:], ends=False))


def _written(op: Operation) -> str | None:
    """The text of an op that was written in a style of its own, also where it is in the generic form now."""
    text = op.properties.get(WRITTEN)
    return text.data if isinstance(text, StringAttr) else None


def _number(op: Operation, text: str) -> SSAValue | int:
    return op.operands[int(text[1:])] if text.startswith("%") else int(text)


def _check_text(form: str) -> None:
    """What stands between the keys has to be text that can be read again."""
    if _KEYS_TOGETHER.search(form):
        raise NoForm("between two keys there has to be something")
    text = _KEY.sub(lambda match: (match[1] or "") + "x", form)
    inside = [match[0] for match in _QUOTED.finditer(form) if "{" in match[0]]
    if odd := next((one for one in inside if re.fullmatch(r"\"\{[^{}]*\}\"", one) is None), None):
        raise NoForm(f"a key is all of a text, or none of it: {odd}")
    text = _QUOTED.sub("x", text)
    if odd := re.search(r"[{}%\"\n]|//", text):
        raise NoForm(f"{odd[0]!r} cannot stand in it")
    open_: list[str] = []
    for char in text:
        if char in _CLOSED_BY:
            open_.append(_CLOSED_BY[char])
        elif char in _CLOSED_BY.values() and (not open_ or open_.pop() != char):
            raise NoForm(f"'{char}' closes no bracket")
    if open_:
        raise NoForm(f"'{open_[-1]}' is missing")


def _group(key: str) -> str:
    return f"of_{key}"


def plain(text: str, *, ends: bool = True) -> str:
    """A text without names of attributes, and with blanks only between words."""
    plain = _BLANKS.sub(lambda match: match[1] or " ", _NAMED.sub("", text))
    return plain.strip() if ends else plain


def names_each_operand(op: Operation, names: Sequence[str]) -> bool:
    """Whether the text of an op has each of its operands behind one of these names, `name = %value`."""
    if not op.operands:
        return True
    said = re.findall(r"([\w$.-]+)=%(\d+)(?![\d#])", plain(_written(op) or ""))
    return {int(number) for name, number in said if name in names} == set(range(len(op.operands)))
