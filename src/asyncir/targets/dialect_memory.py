"""Memory as a dialect of its own has it: the `[[buffer]]`, `[[address]]`, `[[allocate]]`, `[[view]]`, `[[region]]` tables.

A `[[buffer]]` says which types of the dialect are memory, as text with keys in braces:

    type = "!npu.tile<loc={memory}, dtype={element}, rows={size}, cols={size}, ...>"
    type = "!npu.view<{shape}>"                     {shape} is `16x32xf16`, as in a memref

`{memory}` is the name of a memory or one of its spaces, `...` is any text, and the comma before it may be missing with it.
The other tables name operations: what gives memory by its address, what allocates, what is a part of other memory, and what
has a region that runs once, in place. The `form` of such a table says where the text of the operation has its numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from asyncir.dialects import context
from asyncir.dialects.memref_layout import bytes_of_element
from asyncir.ir import (
    DYNAMIC_INDEX,
    Attribute,
    DictionaryAttr,
    MemRefType,
    NoneAttr,
    ParseError,
    Parser,
    StridedLayoutAttr,
    StringAttr,
    UnregisteredAttr,
)
from asyncir.targets.machine_text import Table
from asyncir.targets.resources import MachineMemory
from asyncir.targets.written_forms import ListsForm, NoForm, plain

MEMORY: Final = "memory"
TYPE: Final = "type"
"""What the memory space of a memref says that stands for a type of a dialect's own."""

_KEY = re.compile(r"\{(\w*)\}|(?:, ?)?\.\.\.")
_KEYS: Final = ("memory", "element", "size", "shape")
_OF_KEY: Final = {
    "memory": r"(?P<memory>[^,<>]+(?:<[^<>]*>)?)",
    "element": r"(?P<element>\w+)",
    "shape": r"(?P<shape>(?:(?:\d+|\?) ?x ?)*[a-zA-Z]\w*)",
}


class NoBuffer(Exception):
    """Says why a type stands for no memory."""


@dataclass(frozen=True, slots=True)
class BufferType:
    """A `[[buffer]]`: types that are memory."""

    text: str
    memory: str | None
    """The memory that they are all in; None: the type says it."""

    def __post_init__(self) -> None:
        keys = [match[1] for match in _KEY.finditer(self.text) if match[1] is not None]
        if not re.match(r"![\w$]+\.[\w$.]+", self.text):
            raise NoForm("it does not begin with the name of a type: !npu.tile")
        for key in keys:
            if key not in _KEYS:
                raise NoForm(f"'{key}' is no key that it can say: these are {', '.join(_KEYS)}")
        if self.text.count("<") != self.text.count(">"):
            raise NoForm("a bracket is missing in it")
        if re.search(r"\}\s*\{", self.text):
            raise NoForm("between two keys there has to be something")
        for key in ("memory", "element", "shape"):
            if keys.count(key) > 1:
                raise NoForm(f"it names '{key}' twice")
        if "shape" in keys and ("size" in keys or "element" in keys):
            raise NoForm("'shape' has sizes and element in it")
        if "shape" not in keys and "element" not in keys:
            raise NoForm("it does not say of which elements it is: {element} or {shape}")
        if ("memory" in keys) == (self.memory is not None):
            raise NoForm("either it says {memory}, or the table has the key 'memory'")

    def found_in(self, type_: Attribute) -> re.Match[str] | None:
        """What the type says, if it is one of these."""
        return _pattern(self.text).fullmatch(plain(str(type_)))

    def sizes(self, found: re.Match[str]) -> tuple[list[int], str]:
        """The sizes and the element that such a type says; without sizes, one that is not known."""
        if "shape" in found.groupdict():
            *sizes, element = re.split(r"(?<=[\d?]) ?x ?", found["shape"])
        else:
            names = [name for name in found.groupdict() if name.startswith("size")]
            sizes, element = [found[name] for name in names] or ["?"], found["element"]
        return [DYNAMIC_INDEX if size == "?" else int(size) for size in sizes], element


@cache
def _pattern(text: str) -> re.Pattern[str]:
    found, at, sizes = "", 0, 0
    text = plain(text)
    for match in _KEY.finditer(text):
        found += re.escape(text[at : match.start()])
        at = match.end()
        if match[1] == "size":
            found += rf"(?P<size{sizes}>\d+|\?)"
            sizes += 1
        elif match[1] is None:
            found += "(?:,.*)?" if match[0].startswith(",") else ".*"
        else:
            found += _OF_KEY[match[1]]
    return re.compile(found + re.escape(text[at:]))


@dataclass(frozen=True, slots=True)
class MemoryOp:
    """An operation that an `[[address]]`, `[[allocate]]`, `[[view]]` or `[[region]]` table names."""

    name: str
    form: ListsForm | None = None
    """Where its text has its numbers; the table is for no others then."""
    of: int = 0
    """Of a view: the operand that it is a part of."""
    besides: tuple[str, ...] = ()
    """Of an allocation: what its text may say of operands, which does not concern where it is."""


@dataclass(frozen=True, slots=True)
class DialectMemory:
    """What a machine file says of memory that a dialect has in a way of its own."""

    buffers: tuple[BufferType, ...] = ()
    addresses: tuple[MemoryOp, ...] = ()
    allocations: tuple[MemoryOp, ...] = ()
    views: tuple[MemoryOp, ...] = ()
    regions: tuple[MemoryOp, ...] = ()
    """The operations whose region runs once, in place."""

    @property
    def operations(self) -> list[str]:
        """The operations that it names."""
        every = (self.addresses, self.allocations, self.views, self.regions)
        return list(dict.fromkeys(op.name for ops in every for op in ops))

    def buffer(self, type_: Attribute) -> tuple[BufferType, re.Match[str]] | None:
        """The table that a type fits first, with what the type says."""
        if not isinstance(type_, UnregisteredAttr):
            return None
        fitting = ((one, one.found_in(type_)) for one in self.buffers)
        return next(((one, found) for one, found in fitting if found is not None), None)


def memref_of(
    memory: DialectMemory, memories: Sequence[MachineMemory], type_: Attribute, *, strided: bool = False
) -> MemRefType[Any] | None:
    """The memref that a type of a dialect stands for; None where it is none. It names the type in its memory space.

    Raises `NoBuffer` where it is not as its table says.
    """
    found = memory.buffer(type_)
    if found is None:
        return None
    table, said = found
    sizes, text = table.sizes(said)
    element = _element(text)
    if element is None:
        raise NoBuffer(f"the elements of {type_} are {text}, which is no type of numbers")
    name = table.memory or said["memory"].strip()
    where = next((m for m in memories if name in (m.name, m.space, *m.also)), None)
    if where is None:
        raise NoBuffer(f"{type_} is in '{name}', and there is no [[memory]] of that name or space")
    layout = StridedLayoutAttr([None] * len(sizes), None) if strided else NoneAttr()
    space = DictionaryAttr({MEMORY: StringAttr(where.name), TYPE: type_})
    return MemRefType(element, sizes, layout, space)


@cache
def _element(text: str) -> Attribute | None:
    try:
        element = Parser(context(), text, "element").parse_optional_type()
    except ParseError:
        return None
    return element if element is not None and bytes_of_element(MemRefType(element, [1])) else None


def type_behind(type_: Attribute) -> Attribute | None:
    """The type of a dialect that a memref stands for; None where it stands for none."""
    space = type_.memory_space if isinstance(type_, MemRefType) else None
    return space.data.get(TYPE) if isinstance(space, DictionaryAttr) and MEMORY in space.data else None


# ---- reading


@dataclass(frozen=True, slots=True)
class KnownNames:
    """What is known where the tables are read."""

    memories: Sequence[str]
    is_ours: Callable[[str], bool]
    check_op: Callable[[Table, str, str], None]
    others: Sequence[str]
    """What other tables say the operations are that they name."""


_LISTS: Final[Mapping[str, tuple[str, ...]]] = {
    "address": ("addresses",),
    "allocate": (),
    "view": ("offsets", "sizes", "strides"),
    "region": (),
}


def read_dialect_memory(top: Table, known: KnownNames) -> DialectMemory:
    """All of these tables of a file."""
    buffers: list[BufferType] = []
    for table in top.tables("buffer"):
        buffer = _buffer(table, known)
        if buffer is not None and any(plain(one.text) == plain(buffer.text) for one in buffers):
            table.fault("type", "another table has the same types", "remove one of the two tables")
        buffers += [buffer] if buffer is not None else []
    ops = {key: tuple(_memory_op(table, key, known) for table in top.tables(key)) for key in _LISTS}
    taken: set[object] = set(known.others)
    for key, found in ops.items():
        for table, one in zip(top.tables(key), found, strict=True):
            if one.name in taken or (one.name, one.form) in taken:
                message = f"another table says what '{one.name}' is"
                table.fault("op", message, "remove one of the two tables")
            taken.add(one.name if one.form is None else (one.name, one.form))
    return DialectMemory(tuple(buffers), ops["address"], ops["allocate"], ops["view"], ops["region"])


def _buffer(table: Table, known: KnownNames) -> BufferType | None:
    text, memory = table.text("type"), table.text("memory", "") or None
    if memory is not None and memory not in known.memories:
        table.fault(
            "memory",
            f"there is no [[memory]] called '{memory}'",
            f"there are {', '.join(known.memories) or 'none'}",
        )
    table.check_all_known()
    try:
        return BufferType(text, memory)
    except NoForm as why:
        help = 'write type = "!npu.tile<loc={memory}, dtype={element}, rows={size}, cols={size}, ...>"'
        table.fault("type", f"the type says nothing of the kind: {why}", help)
        return None


def _named_op(table: Table, known: KnownNames) -> str:
    name = table.text("op")
    known.check_op(table, "op", name)
    if known.is_ours(name):
        table.fault("op", f"asyncir has '{name}' itself", "name an operation of another dialect")
    return name


def _memory_op(table: Table, key: str, known: KnownNames) -> MemoryOp:
    form = _form(table, key)
    of = table.integer("of", 0, least=0) if key == "view" else 0
    besides = table.texts("besides") if key == "allocate" and table.has("besides") else []
    if key == "allocate":
        table.ask("besides")
        if "" in besides:
            table.fault("besides", "'besides' has an empty name in it", 'write besides = ["valid_row"]')
    found = MemoryOp(_named_op(table, known), form, of, tuple(besides))
    table.check_all_known()
    return found


def _form(table: Table, key: str) -> ListsForm | None:
    if not _LISTS[key] or not table.has("form"):
        if _LISTS[key]:
            table.ask("form")
        return None
    help = 'write form = "offsets = [{offsets}], sizes = [{sizes}]"'
    if key == "address":
        help = 'write form = "({addresses})"'
    try:
        form = ListsForm(table.text("form"), _LISTS[key])
    except NoForm as why:
        table.fault("form", f"the form says nothing of the kind: {why}", help)
        return None
    if key == "view" and "sizes" not in form.says:
        table.fault("form", "the form says no 'sizes'", help)
    return form
