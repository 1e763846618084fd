"""Functions that generated code may use: a module gets those that it uses, and what they use themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FUNCTION = re.compile(r"^(?:declare (?P<signature>.*)|define .*?\{\n(?:.*\n)*?\}\n)", re.MULTILINE)
_NAME = re.compile(r"@([\w.]+)\(")
_HEAD = re.compile(r"(\S+) @[\w.]+\((.*?)\)")


@dataclass(frozen=True, slots=True)
class LlvmLibrary:
    """A text in LLVM's language, cut into its functions."""

    declared: dict[str, str]
    """The signature of each function that is defined elsewhere, by its name."""
    defined: dict[str, str]
    """The text of each other one."""
    used: dict[str, tuple[str, ...]]
    """What it calls."""
    types: dict[str, tuple[str, tuple[str, ...]]]
    """Of all: the type of the result, and those of the arguments."""

    @staticmethod
    def of(text: str) -> LlvmLibrary:
        """Read the text."""
        found = [(_NAME.findall(one[0]), one) for one in _FUNCTION.finditer(text)]
        return LlvmLibrary(
            {names[0]: one["signature"] for names, one in found if one["signature"]},
            {names[0]: one[0] for names, one in found if not one["signature"]},
            {names[0]: tuple(dict.fromkeys(names[1:])) for names, one in found if not one["signature"]},
            {names[0]: _types(one[0]) for names, one in found},
        )


def _types(text: str) -> tuple[str, tuple[str, ...]]:
    head = _HEAD.search(text)
    assert head is not None
    return head[1], tuple(parameter.split()[0] for parameter in head[2].split(", ") if parameter)
