"""MLIR text in the making: names for values, constants once in a function, and places that are filled in later."""

from __future__ import annotations

import ast
import re
import struct
from collections.abc import Iterable, Iterator, Sequence

from asyncir.source.python.errors import SourceText
from asyncir.source.python.types import INT, NumberType
from asyncir.source.python.values import Num

Lines = list["str | Lines"]
"""Text in order; a list in it is a place that was left open when what follows was written."""

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def indented(lines: Iterable[str]) -> str:
    """The text, with what is in braces two columns further in."""
    depth, result = 0, list[str]()
    for line in lines:
        depth -= line.startswith("}")
        outer = depth - 1 if line.startswith("^") else depth
        result.append("  " * outer + line)
        depth += line.endswith("{")
    return "\n".join(result) + "\n"


def flattened(lines: Lines) -> Iterator[str]:
    """The lines, those of places among them."""
    for line in lines:
        if isinstance(line, str):
            yield line
        else:
            yield from flattened(line)


class Writer:
    """The body of one function. `node` is the Python code that is being translated: ops get its place."""

    def __init__(self, text: SourceText):
        self.text = text
        self.node: ast.AST = ast.Pass()
        self.lines: Lines = []
        self.constants: Lines = []
        self.fast = ""
        self._known: dict[tuple[str, str], str] = {}
        self._names: dict[str, int] = {}
        self._locations: dict[tuple[int, int], str] = {}

    def fresh(self, hint: str) -> str:
        """A name for a value, that of the variable if it can be."""
        word = hint if _PLAIN.fullmatch(hint) else "v"
        number = self._names.get(word, 0)
        self._names[word] = number + 1
        return f"%{word}" if number == 0 and word != "v" else f"%{word}_{number}"

    def label(self) -> str:
        """A name for a block."""
        number = self._names.get("^", 0)
        self._names["^"] = number + 1
        return f"^bb{number + 1}"

    @property
    def location(self) -> str:
        """Where the ops come from."""
        key = getattr(self.node, "lineno", 0), getattr(self.node, "col_offset", 0)
        if key not in self._locations:
            self._locations[key] = self.text.location(self.node)
        return self._locations[key]

    def line(self, text: str) -> None:
        """Write an op without a result."""
        self.lines.append(f"{text} {self.location}")

    def raw(self, text: str) -> None:
        """Write a line that takes no location, such as a label or the head of an op with a region."""
        self.lines.append(text)

    def op(self, text: str, hint: str = "v") -> str:
        """Write an op with one result; returns its name."""
        name = self.fresh(hint)
        self.lines.append(f"{name} = {text} {self.location}")
        return name

    def place(self) -> Lines:
        """Leave a place open here."""
        opened: Lines = []
        self.lines.append(opened)
        return opened

    def writing(self, lines: Lines) -> Lines:
        """Write to these lines from now on; returns those before."""
        before, self.lines = self.lines, lines
        return before

    def constant(self, type_: str, value: str) -> str:
        """A constant of the function, by its text."""
        key = type_, value
        if key not in self._known:
            letters = value if value.isdigit() else ("m" + value[1:] if value[1:].isdigit() else "")
            hint = f"c{letters}" if letters and type_ == "i64" else f"c{letters}_{type_}" if letters else "c"
            name = self.fresh(hint if value not in ("true", "false") else value)
            self._known[key] = name
            suffix = "" if value in ("true", "false") else f" : {type_}"
            self.constants.append(f"{name} = arith.constant {value}{suffix}")
        return self._known[key]

    def index(self, value: int) -> str:
        """A constant index."""
        return self.constant("index", str(value))

    def poison(self, type_: str) -> str:
        """A value that is never used."""
        key = type_, "poison"
        if key not in self._known:
            name = self._known[key] = self.fresh("none")
            self.constants.append(f"{name} = ub.poison : {type_}")
        return self._known[key]

    def name(self, number: Num) -> str:
        """The name of a number, which a constant gets only here."""
        if not number.is_constant:
            return number.name
        if number.type.is_complex:
            return self._complex(number)
        return self.constant(number.type.mlir, constant_text(number.type, number.constant))

    def _complex(self, number: Num) -> str:
        """A complex constant, made of its parts."""
        value, part = (
            complex(0 if number.constant is None else number.constant),
            NumberType("f", number.type.bits // 2),
        )
        names = [self.constant(part.mlir, constant_text(part, x)) for x in (value.real, value.imag)]
        key = number.type.mlir, ", ".join(names)
        if key not in self._known:
            name = self._known[key] = self.fresh("c")
            self.constants.append(f"{name} = complex.create {key[1]} : {key[0]}")
        return self._known[key]

    def index_of(self, number: Num) -> str:
        """The number as an index."""
        if number.is_constant:
            return self.index(number.whole)
        if number.index:
            return number.index
        name, type_ = number.name, number.type
        if type_.bits < 64:
            cast = "arith.extsi" if type_.kind == "i" else "arith.extui"
            name = self.op(f"{cast} {name} : {type_.mlir} to i64")
        return self.op(f"arith.index_cast {name} : i64 to index")

    def of_index(self, index: str, low: int | None = None, hint: str = "v") -> Num:
        """An index as a number of Python."""
        name = self.op(f"arith.index_cast {index} : index to i64", hint)
        return Num(INT, name, low, index=index)

    def region(self, lines: Lines, names: Sequence[str], types: Sequence[str], end: str) -> None:
        """End the lines of a region by yielding these values."""
        values = f" {', '.join(names)} : {', '.join(types)}" if names else ""
        lines.append(f"{end}{values} {self.location}")


def constant_text(type_: NumberType, value: bool | int | float | complex | None) -> str:
    """A constant as MLIR writes it; integers wrap around."""
    if type_.is_bool:
        return "true" if value else "false"
    if type_.is_float:
        number = real_number(value)
        if number != number or number in (float("inf"), float("-inf")):
            return _bits(type_, number)
        if type_.bits == 32:
            return _bits(type_, number)
        text = repr(number)
        return text if "." in text else text.replace("e", ".0e")
    wrapped = int(value.real if isinstance(value, complex) else value or 0) & (1 << type_.bits) - 1
    return str(wrapped - (1 << type_.bits) if wrapped >> type_.bits - 1 else wrapped)


def real_number(value: bool | int | float | complex | None) -> float:
    """A constant as a float; of a complex one the real part."""
    return value.real if isinstance(value, complex) else float(0 if value is None else value)


def _bits(type_: NumberType, number: float) -> str:
    try:
        data = struct.pack("<f" if type_.bits == 32 else "<d", number)
    except OverflowError:
        data = struct.pack("<f", float("inf") if number > 0 else float("-inf"))
    return f"0x{int.from_bytes(data, 'little'):0{type_.bits // 4}X}"
