# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The effects of an instruction, looked up in the table of `effects/*.toml`.

A row of the table is a form: a pattern of opcodes, the roles of its operands, its effects in order. Patterns:

    {.ca|.cg}       one of these; {a|b}? or none; {a|b}* any number, in any order
    <scope>         one of the words of that name in words.toml; effects may refer to which one it was
    {remote=.x}     a choice with a name of its own
    x#              a number
    ...             at the end: any further modifiers

Everything else stands for itself, and a pattern has to match the whole opcode. Operands:

    [to]  [to, at]  an address; one with coordinates     a     a register or number; also `_`
    {list}          a vector                             ~a    any of register, vector, pair, `_`
    a?              may be missing

Values in effects: the name of an operand; a number; `$scope|cta` is the word that was found, or cta where there was
none; `$rows*32` a number in the opcode times 32; `?remote` and `!relaxed` whether that word is there or not; `$type`
the bytes of the opcode's type and vector. A form that no row matches is `UnknownEffect`, by its name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

from asyncir.ptx import effects as words_of_effects
from asyncir.ptx.effects import Effect, EffectNumber, Footprint, PtxAccess, UnknownEffect
from asyncir.ptx.program import (
    Address,
    CallOperand,
    Operand,
    Pair,
    PtxInstruction,
    Symbol,
    VectorOperand,
)

_FOLDER = Path(__file__).parent / "effects"

Row = Mapping[str, Any]


def kinds_of(operands: Iterable[Operand | None]) -> str:
    """One letter for each operand: A address, T with coordinates, V vector, P pair, C list of a call, N sink, S others."""
    return "".join(
        [_KINDS.get(type(operand), "S") if not _is_tensor(operand) else "T" for operand in operands]
    )


_KINDS: dict[type, str] = {
    Address: "A",
    VectorOperand: "V",
    Pair: "P",
    CallOperand: "C",
    type(None): "N",
}


def _is_tensor(operand: Operand | None) -> bool:
    return type(operand) is Address and operand.coordinates is not None


def effects_of(instruction: PtxInstruction) -> tuple[Effect, ...]:
    """What an instruction does, in order; nothing for a plain computation, `UnknownEffect` for what is not in the table.

    Equal forms have the same tuple. Takes constant time for a form that was asked for before.
    """
    if instruction.name == "call":
        return _call(instruction)
    return _effects(instruction.opcode, kinds_of(instruction.operands))


def _call(instruction: PtxInstruction) -> tuple[Effect, ...]:
    callee = next((o for o in instruction.operands if not isinstance(o, CallOperand)), None)
    name = callee.name if isinstance(callee, Symbol) else ""
    if name in table().harmless:
        return ()
    return (UnknownEffect(f"it calls '{name}'" if name else "it calls a function that is computed"),)


@cache
def _effects(opcode: str, kinds: str) -> tuple[Effect, ...]:
    known = table()
    name = opcode.partition(".")[0]
    if name in known.plain and "A" not in kinds and "T" not in kinds:
        return ()
    for form in known.forms.get(name, ()):
        if (found := form.match(opcode, kinds)) is not None:
            return found
    if any(form.opcode.fullmatch(opcode) for form in known.forms.get(name, ())):
        return (UnknownEffect(f"'{opcode}' is not known with these operands"),)
    return (UnknownEffect(f"'{opcode}' is not in the table of effects"),)


@dataclass(frozen=True, slots=True)
class _Form:
    """A row of the table."""

    opcode: re.Pattern[str]
    operands: re.Pattern[str]
    effects: tuple[Row, ...]
    bytes_of: Mapping[str, int]

    def match(self, opcode: str, kinds: str) -> tuple[Effect, ...] | None:
        """The effects of an instruction of that form; None where it is another."""
        words = self.opcode.fullmatch(opcode)
        roles = self.operands.fullmatch(kinds) if words else None
        if words is None or roles is None:
            return None
        values = _Values(words, roles, kinds, self.bytes_of)
        return tuple(values.effect(row) for row in self.effects)


class _Values:
    """The values of one instruction's effects."""

    def __init__(
        self, words: re.Match[str], roles: re.Match[str], kinds: str, bytes_of: Mapping[str, int]
    ) -> None:
        self.words = words.groupdict()
        self.roles = {name: roles.start(name) for name, text in roles.groupdict().items() if text}
        self.kinds = kinds
        self.bytes_of = bytes_of

    def effect(self, row: Row) -> Effect:
        """One effect of the row."""
        kind, numbers, indices = _DOES[row["does"]]
        fields: dict[str, Any] = {}
        for key, value in row.items():
            if key == "does":
                continue
            if key == "accesses":
                fields[key] = tuple(self.access(access) for access in value)
            elif key == "registers":
                fields[key] = tuple(self.roles[name] for name in value if name in self.roles)
            elif key in numbers:
                fields[key] = self.number(value)
            elif key in indices:
                fields[key] = self.index(value)
            else:
                fields[key] = self.word(value)
        if "space" in fields:
            fields["space"] = _space(fields["space"])
        return cast(Effect, kind(**fields))

    def access(self, row: Row) -> PtxAccess:
        """One access of the row."""
        footprint = Footprint(
            row.get("footprint", "bytes"),
            self.number(row["bytes"]) if "bytes" in row else EffectNumber(),
            int(self.number(row.get("lanes", 32)).value or 0),
            self.number(row.get("stride", 0)),
            int(self.number(row.get("unit", 1)).value or 1),
        )
        return PtxAccess(
            row["mode"],
            cast(Any, _space(self.word(row["space"]))),
            self.roles[row["at"]],
            footprint,
            row.get("proxy", "generic"),
        )

    def index(self, name: str) -> int:
        """Where the operand is; -1 where it is missing or a sink."""
        at = self.roles.get(name, -1)
        return -1 if at < 0 or self.kinds[at] == "N" else at

    def number(self, value: int | str) -> Any:
        """A `EffectNumber`; None for `none`."""
        if isinstance(value, int):
            return EffectNumber(value=value)
        if value == "$type":
            size = self.bytes_of[self._plain("type")] * self.bytes_of.get(self._plain("vector"), 1)
            return EffectNumber(value=size)
        for term in value.split("|"):
            if term == "none":
                return None
            if term.isdigit():
                return EffectNumber(value=int(term))
            if not term.startswith("$"):
                if term in self.roles:
                    return EffectNumber(operand=self.roles[term])
                continue
            name, sign, factor = re.split("([*=])", f"{term[1:]}*1")[:3]
            if found := self.words.get(name):
                digits = int(re.sub(r"\D", "", found) or 0)
                times = self.bytes_of[self._plain("type")] if factor == "type" else int(factor)
                return EffectNumber(value=times if sign == "=" else digits * times)
        return EffectNumber()

    def word(self, value: Any) -> Any:
        """A word of the opcode, or a value that is written out."""
        if not isinstance(value, str) or value[:1] not in "$?!":
            return value
        name, _, default = value[1:].partition("|")
        if not value:
            return value
        if value[0] == "$":
            return self._plain(name) or default
        return bool(self.words.get(name)) == (value[0] == "?")

    def _plain(self, name: str) -> str:
        return (self.words.get(name) or "").removeprefix(".")


def _space(word: str) -> str:
    """`shared::cta` is `shared`, `param::entry` is `param`."""
    return word if word == "shared::cluster" else word.partition("::")[0]


_DOES: Mapping[str, tuple[Callable[..., Any], tuple[str, ...], tuple[str, ...]]] = {
    # what it is called in the table: its class, which of its fields are numbers, which are operands
    "access": (words_of_effects.Synchronous, (), ()),
    "issue": (words_of_effects.Issue, (), ("mbarrier", "multicast")),
    "commit": (words_of_effects.CommitGroup, (), ()),
    "wait": (words_of_effects.WaitGroup, ("count",), ()),
    "arrive when done": (words_of_effects.ArriveWhenDone, (), ("mbarrier", "multicast")),
    "init": (words_of_effects.MbarrierInit, ("count",), ("mbarrier",)),
    "invalidate": (words_of_effects.MbarrierInvalidate, (), ("mbarrier",)),
    "expect": (words_of_effects.MbarrierExpect, ("bytes",), ("mbarrier",)),
    "complete": (words_of_effects.MbarrierComplete, ("bytes",), ("mbarrier",)),
    "arrive": (words_of_effects.MbarrierArrive, ("count",), ("mbarrier", "state")),
    "test": (words_of_effects.MbarrierTest, (), ("mbarrier", "phase", "result")),
    "barrier": (words_of_effects.Barrier, ("identity", "count"), ()),
    "warp barrier": (words_of_effects.WarpBarrier, ("mask",), ()),
    "cluster barrier": (words_of_effects.ClusterBarrier, (), ()),
    "fence": (words_of_effects.Fence, (), ()),
    "collective": (words_of_effects.Collective, (), ()),
    "tensor memory": (words_of_effects.TensorMemoryEffect, ("columns",), ()),
    "unknown": (UnknownEffect, (), ()),
}


# The table


@dataclass(frozen=True, slots=True)
class EffectsTable:
    """All files of the folder, by the first part of the opcode."""

    forms: Mapping[str, list[_Form]]
    plain: frozenset[str]
    harmless: frozenset[str]


@cache
def table() -> EffectsTable:
    """The whole table, read once."""
    read = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(_FOLDER.glob("*.toml"))}
    words: dict[str, str] = read["words"]["words"]
    sizes: dict[str, int] = read["words"]["bytes"]
    forms: dict[str, list[_Form]] = {}
    plain: set[str] = set()
    harmless: set[str] = set()
    for content in read.values():
        plain.update(content.get("plain", {}).get("names", ()))
        harmless.update(content.get("calls", {}).get("harmless", ()))
        for row in content.get("form", ()):
            form = _Form(
                re.compile(opcode_pattern(row["opcode"], words)),
                re.compile(operand_pattern(row["operands"])),
                tuple(row["effects"]),
                sizes,
            )
            for name in _first_parts(row["opcode"]):
                forms.setdefault(name, []).append(form)
    return EffectsTable(forms, frozenset(plain), frozenset(harmless))


def _first_parts(opcode: str) -> set[str]:
    """The first parts of the opcodes that a pattern has: `{bar.sync|barrier.sync}` has two."""
    if opcode[0] != "{":
        return {cast(re.Match[str], re.match(r"\w+", opcode))[0]}
    depth, names, start = 0, set[str](), True
    for at, character in enumerate(opcode):
        depth += (character == "{") - (character == "}")
        if depth == 0:
            break
        if start and character not in "{|":
            names.add(cast(re.Match[str], re.match(r"\w+", opcode[at:]))[0])
            start = False
        start = start or (character == "|" and depth == 1)
    return names


_PIECE = re.compile(r"\{(?:(\w+)=)?|\}|\||<(\w+)>|[?*]|\.\.\.$|#|[^{}|<>?*#.]+|\.")


def opcode_pattern(text: str, words: Mapping[str, str]) -> str:
    """The regular expression of a pattern of opcodes."""
    out: list[str] = []
    named: set[str] = set()

    def group(name: str | None) -> str:
        if not name or name in named:
            return "(?:"
        named.add(name)
        return f"(?P<{name}>"

    for piece in _PIECE.finditer(text):
        token = piece[0]
        if token[0] == "{":
            out.append(group(piece[1]))
        elif token[0] == "<":
            longest_first = sorted(words[piece[2]].split("|"), key=len, reverse=True)
            choice = "|".join(re.escape(word) for word in longest_first)
            out.append(rf"{group(piece[2])}(?:{choice})(?![\w:]))")
        elif token in ("|", "?", "*"):
            out.append(token)
        elif token == "}":
            out.append(")")
        elif token == "#":
            out.append(r"\d+")
        else:
            out.append(r"(?:\.[\w:]+)*" if token == "..." else re.escape(token))
    return "".join(out)


def operand_pattern(text: str) -> str:
    """The regular expression over the letters of `kinds_of` for a list of operands."""
    out: list[str] = []
    for operand in re.findall(r"\[[^\]]*\]\??|[^,\s][^,]*", text):
        optional = "?" if operand.endswith("?") else ""
        body = operand.removesuffix("?").strip()
        name = re.sub(r"\W", " ", body).split()[0]
        match body[0]:
            case "[":
                kinds = "T" if "," in body else "[AT]" if body.endswith("~]") else "A"
            case "{":
                kinds = "V"
            case "~":
                kinds = "[SVPN]"
            case _:
                kinds = "[SN]"
        out.append(f"(?P<{name}>{kinds}){optional}")
    return "".join(out)
