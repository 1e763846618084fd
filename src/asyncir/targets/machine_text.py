"""Reading tables of TOML with all that is wrong with them: each fault has the line of its key."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NoReturn, TypeVar, cast

from asyncir.diagnostics import Diagnostic, DiagnosticError, Span
from asyncir.diagnostics.names import did_you_mean
from asyncir.diagnostics.words import listing

_Choice = TypeVar("_Choice", bound=StrEnum)

_MOST = 1_000_000
"""No machine has more of anything, and no schedule a number that is too large for the solver."""


_NEVER_EMPTY = ("name", "op", "proxy", "from", "to")
"""The keys whose texts name something."""


class Reader:
    """The text of one description, and what is wrong with it."""

    def __init__(self, name: str, text: str):
        self.name = name
        self.lines = text.split("\n")
        self.faults: list[Diagnostic] = []

    def no_toml(self, error: Exception) -> NoReturn:
        """Raise what the parser has found."""
        message = str(error)
        place = re.search(r" \(at line (\d+), column (\d+)\)$", message)
        line, column = (int(place[1]), int(place[2])) if place else (len(self.lines), 1)
        text = message[: place.start()] if place else message
        text = text.partition(" (at end of document)")[0]
        span = Span(self.name, line, column, column + 1)
        help = 'write key = value, [table] or [[engine]]; texts in "quotes"'
        what = f"this is no TOML: {text[:1].lower()}{text[1:]}"
        raise DiagnosticError(Diagnostic("C050", what, span, help=help))

    def add(self, table: str, number: int, key: str, message: str, help: str) -> None:
        """Say something of a key in a table, the `number`th of that name."""
        found = Diagnostic("C050", message, self._span(table, number, key), help=help)
        if found not in self.faults:  # Some keys are asked for more than once.
            self.faults.append(found)

    def _span(self, table: str, number: int, key: str) -> Span | None:
        """Where the key stands, else the head of its table, else the first line."""
        within, seen, head = not table, -1, 0
        for at, line in enumerate(self.lines):
            opened = re.match(r"\s*\[+\s*([\w-]+)\s*\]+", line)
            if opened:
                seen += opened[1] == table
                within = opened[1] == table and seen == number
                head = at if within else head
                if not table and opened[1] == key:
                    return self._of(at, line.strip())
            found = re.match(rf'\s*("?{re.escape(key)}"?)\s*=', line)
            if within and found:
                return self._of(at, found[1])
        return self._of(head, self.lines[head].strip())

    def _of(self, line: int, text: str) -> Span:
        column = self.lines[line].find(text) + 1
        return Span(self.name, line + 1, column, column + max(len(text), 1))


class Table:
    """A table, of which each key is asked for once; what nobody has asked for is unknown."""

    def __init__(self, reader: Reader, values: Mapping[str, Any], name: str, number: int = 0):
        self._reader = reader
        self._values = values
        self._name = name
        self._number = number
        self._asked: list[str] = []

    def fault(self, key: str, message: str, help: str) -> None:
        """Something is wrong with the value of a key."""
        self._reader.add(self._name, self._number, key, message, help)

    def check_all_known(self) -> None:
        """Refuse keys that nobody has asked for."""
        for key in self._values:
            if key not in self._asked:
                help = did_you_mean(key, self._asked) or f"its keys are {', '.join(self.known_keys())}"
                self.fault(key, f"nothing is called '{key}' here", help)

    def _get(self, key: str, kinds: type | tuple[type, ...], default: Any, needed: str, example: str) -> Any:
        """The value of a key; `example` is what could be written for it."""
        self._asked.append(key)
        missing = default if default is not None else kinds() if isinstance(kinds, type) else 0
        value = self._values.get(key, missing)
        if key not in self._values and default is None:
            self.fault(key, f"'{key}' is missing", f"write {example}")
        elif not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
            self.fault(key, f"'{key}' is {value!r}, where {needed} is needed", f"write {example}")
            return missing
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """A text; with `None`, one is needed."""
        value = self._get(key, str, default, "a text", f'{_written(key)} = "dma"')
        if key in _NEVER_EMPTY and self._values.get(key) == "":
            self.fault(key, f"'{key}' is empty", f'write {key} = "{"npu.relu" if key == "op" else "dma"}"')
        return value

    def texts(self, key: str) -> list[str]:
        """A list of texts."""
        values = cast(
            "list[object]", self._get(key, list, None, "a list of texts", f'{_written(key)} = ["copy"]')
        )
        found = [value for value in values if isinstance(value, str)]
        if len(found) < len(values):
            self.fault(key, f"'{key}' has more than texts in it", f'write {key} = ["copy"]')
        for twice in dict.fromkeys(one for number, one in enumerate(found) if one in found[:number]):
            self.fault(key, f"'{twice}' is there twice in '{key}'", "name it once")
        return found

    def some_texts(self, key: str, what: str) -> list[str]:
        """A list of texts that is not empty, of a key that is there; `what` they name."""
        found = self.texts(key)
        if self._values.get(key) == []:
            self.fault(key, f"'{key}' names no {what}", "name some, or leave it out")
        return found

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return key in self._values

    def is_text(self, key: str) -> bool:
        """Whether the value of a key that is there is a text."""
        return isinstance(self._values.get(key), str)

    def raw(self, key: str) -> Any:
        """The value of a key, whatever it is; None where it is missing."""
        self._asked.append(key)
        return self._values.get(key)

    def known_keys(self) -> list[str]:
        """The keys that were asked for."""
        return list(dict.fromkeys(self._asked))

    def is_list(self, key: str) -> bool:
        """Whether the value of a key that is there is a list."""
        return isinstance(self._values.get(key), list)

    def ask(self, key: str) -> None:
        """The key is known, whatever becomes of it."""
        self._asked.append(key)

    def all_allowed(self, kind: str, kinds: Sequence[str], *keys: str) -> bool:
        """Whether the keys may be there for this kind of thing; says so of each that is there and may not."""
        if kind in kinds:
            return True
        for key in keys:
            self._asked.append(key)
            if key in self._values:
                self.fault(key, f"'{key}' is for {listing(kinds)}, not for {kind}", "remove it")
        return False

    def choice(self, key: str, kind: type[_Choice], default: _Choice | None = None) -> _Choice:
        """One of the texts of an enumeration; with `None`, one is needed."""
        first = next(iter(kind))
        found = self.text(key, None if default is None else default.value)
        if found in list(kind):
            return kind(found)
        if key in self._values:
            help = did_you_mean(found, kind) or f"there are {', '.join(kind)}"
            self.fault(key, f"'{found}' is no value of '{key}'", help)
        return default or first

    def boolean(self, key: str, default: bool) -> bool:
        """The boolean at `key`."""
        return self._get(key, bool, default, "true or false", f"{_written(key)} = true")

    def integer(self, key: str, default: int, *, least: int, most: int = _MOST) -> int:
        """A whole number, neither below `least` nor above `most`."""
        value = self._get(key, int, default, "a whole number", f"{_written(key)} = {max(default, least)}")
        if not least <= value <= most:
            self.fault(key, f"'{key}' is {value}", f"give a number from {least} to {most}")
            return default
        return value

    def number(self, key: str, default: float) -> float:
        """A number that is not negative."""
        value = self._get(key, (int, float), default, "a number", f"{_written(key)} = {default}")
        if not (math.isfinite(value) and 0 <= value <= _MOST):
            self.fault(key, f"'{key}' is {value}", f"give a number from 0 to {_MOST}")
            return default
        return float(value)

    def names(self) -> list[str]:
        """The keys, where they are names that have dots in them."""
        for key, value in self._values.items():
            if isinstance(value, dict):  # what TOML makes of a key with a dot
                name = f"{key}.{next(iter(cast('dict[str, object]', value)), '…')}"
                self.fault(name, f"'{name}' is no key of one table", f'write it in quotes: "{name}" = 8')
        return [key for key, value in self._values.items() if not isinstance(value, dict)]

    def table(self, key: str) -> Table:
        """A table in this one, which may be missing."""
        found = self._get(key, dict, {}, f"a table [{key}]", f"[{key}]")
        return Table(self._reader, found, key)

    def tables(self, key: str) -> list[Table]:
        """A list of tables, `[[key]]`."""
        found = cast("list[object]", self._get(key, list, [], f"a list of tables [[{key}]]", f"[[{key}]]"))
        tables = [cast("dict[str, Any]", one) for one in found if isinstance(one, dict)]
        if len(tables) < len(found):
            self.fault(key, f"'{key}' is no list of tables", f"write [[{key}]]")
        return [Table(self._reader, one, key, number) for number, one in enumerate(tables)]

    def check_names(self, key: str, what: str, help: str) -> None:
        """Say which tables `[[key]]` are called as one before them."""
        seen: set[str] = set()
        for table in self.tables(key):
            name = table.raw("name")
            if isinstance(name, str) and name in seen:
                table.fault("name", f"two {what} are called '{name}'", help)
            seen.add(str(name))


def _written(key: str) -> str:
    """The key as TOML has it: in quotes, unless it is a bare one."""
    return key if re.fullmatch(r"[\w-]+", key, re.ASCII) else f'"{key}"'
