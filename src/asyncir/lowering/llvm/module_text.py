"""The parts of an LLVM module that functions share: declarations, strings, helpers, debug metadata."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib.resources import files

from asyncir.analyses.suspension import Suspension
from asyncir.diagnostics import Diagnostic, Severity
from asyncir.dialects import func
from asyncir.lowering.llvm.library import LlvmLibrary

_END_OF_HEAD = re.compile(r"^(define .*?)((?: !dbg ![0-9]+)? \{)$", re.MULTILINE)
"""The first line of a function: all but what stands behind its attributes, and that."""

_INTEGER_POWER = (files("asyncir.lowering.llvm") / "integer_power.ll").read_text(encoding="utf-8")


_SITES = "@asyncir.race.sites"


@dataclass
class RaceSites:
    """The places of a program that looks for races: a table, which its reports name rows of."""

    by_byte: bool = False
    """Whether memory may be seen as elements of several sizes: then each byte is looked at."""
    _rows: dict[tuple[str, ...], int] = field(default_factory=dict[tuple[str, ...], int])
    _used: bool = False

    def table(self) -> str:
        """The name of the table."""
        self._used = True
        return _SITES

    def number(self, *texts: str) -> int:
        """The row with these texts: op, task, location."""
        return self._rows.setdefault(texts, len(self._rows))

    def text(self, string: Callable[[str], str]) -> list[str]:
        """The table, if it is used; `string` gives pointers to texts."""
        rows = [f"[3 x ptr] [{', '.join(f'ptr {string(t)}' for t in texts)}]" for texts in self._rows]
        held = f"[{len(rows)} x [3 x ptr]]"
        return [f"{_SITES} = internal constant {held} [{', '.join(rows)}]"] if self._used else []


@dataclass(frozen=True, slots=True)
class LargeConstant:
    """Bytes that are no part of the text, in which each would be three characters: the weights of networks."""

    name: str
    """Of the global that holds them: a plain name, which no other global has."""
    data: bytes
    alignment: int


@dataclass(frozen=True, slots=True)
class Emitted:
    """A module as LLVM text, and what goes with it."""

    text: str
    constants: tuple[LargeConstant, ...]
    """Globals that the text uses, and neither declares nor defines."""
    warnings: list[Diagnostic]
    """What was left out."""


@dataclass
class ModuleText:
    """Collects the text of one LLVM module."""

    suspension: Suspension
    library: LlvmLibrary
    """What the target's functions may use."""
    sanitizer: str = ""
    """The sanitizer that every function is marked for: "thread", "address" or none."""
    free: str = "free"
    """The function that frees memory."""
    may_be_left: bool = False
    """Code leaves all functions of the program where its call is interrupted (`rt.poll`)."""
    keeps_memory: bool = False
    """Whether the runtime allocates and frees large memory, and keeps what is freed for what is allocated next."""
    traced: bool = False
    """Whether each wait goes through the runtime, so that a recording has all dependencies."""
    functions: list[str] = field(default_factory=list[str])
    globals: list[str] = field(default_factory=list[str])
    constants: list[LargeConstant] = field(default_factory=list[LargeConstant])
    warnings: list[Diagnostic] = field(default_factory=list[Diagnostic])
    externals: dict[str, func.FuncOp] = field(default_factory=dict[str, func.FuncOp])
    """Functions that are declared but not defined."""
    external_tasks: set[str] = field(default_factory=set[str])
    """`async.func`s that are declared but not defined."""
    scheduled: set[str] = field(default_factory=set[str])
    """Functions that start on a worker."""
    unused: dict[str, int] = field(default_factory=dict[str, int])
    """How many results of such a function are dropped at once, wherever it is launched."""
    global_symbols: dict[str, str] = field(default_factory=dict[str, str])
    """LLVM names of the globals."""
    has_shared_end: bool = False
    """Whether there is the function that ends calls which never wait (`lowering/cpu/entries`)."""
    behind_doors: set[str] = field(default_factory=set[str])
    """Functions that only their own doors call."""
    race_sites: RaceSites = field(default_factory=RaceSites)
    named: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Named metadata."""
    _declared: dict[str, str] = field(default_factory=dict[str, str])
    _helpers: dict[str, str] = field(default_factory=dict[str, str])
    _strings: dict[str, str] = field(default_factory=dict[str, str])
    _descriptors: dict[str, str] = field(default_factory=dict[str, str])
    _metadata: dict[str, str] = field(default_factory=lambda: {'!{!"branch_weights", i32 1, i32 2000}': "!0"})
    _nodes: int = 0

    def metadata(self, operands: list[str]) -> str:
        """A metadata node with these operands, shared with all like it."""
        return self.metadata_node("!{" + ", ".join(operands) + "}")

    def metadata_node(self, text: str) -> str:
        """A metadata node; distinct ones are never shared."""
        if text.startswith("distinct"):
            self._nodes += 1
            text = f"{text} ;{self._nodes}"
        return self._metadata.setdefault(text, f"!{len(self._metadata)}")

    def loop(self, hint: list[str]) -> str:
        """What a loop's branch backwards has behind it, to give LLVM a hint: its name, and its value with the type."""
        name, value = hint
        content = self.metadata_node(f'!{{!"{name}", {value}}}')
        number = len(self._metadata)
        return f", !llvm.loop {self.metadata_node(f'distinct !{{!{number}, {content}}}')}"

    def symbol_of(self, function: str) -> str:
        """The LLVM name of a function of the program; plain names are those of C, of the runtime and of LLVM.

        LLVM turns code into calls of `pow`, `memset` and hundreds more, by name.
        """
        return symbol(f"program.{function}")

    def runtime(self, name: str) -> str:
        """Declare a runtime function or helper, and give the name to call."""
        if name in self.library.defined:
            if name not in self._helpers:
                self._helpers[name] = self.library.defined[name]
                for used in self.library.used[name]:
                    self.runtime(used)
            return f"@{name}"
        signature = self.library.declared[name]
        self._declared.setdefault(name, signature)
        start = signature.index("@")
        return signature[start : signature.index("(", start)]

    def declare(self, name: str, signature: str) -> None:
        """Declare an intrinsic or an external function, once."""
        self._declared.setdefault(name, signature)

    def integer_power(self, type_: str) -> str:
        """The helper for `math.ipowi` on an integer type: squaring; a negative power of x is 0 unless x is 1 or -1."""
        name = f"asyncir.ipow.{type_}"
        self._helpers.setdefault(name, _INTEGER_POWER.replace("T", type_).replace("POWER", name))
        return f"@{name}"

    def string(self, text: str) -> str:
        """A pointer to a constant C string; null for an empty one."""
        if not text:
            return "null"
        if text not in self._strings:
            self._strings[text] = f"@.text.{len(self._strings)}"
        return self._strings[text]

    def descriptor(self, name: str, location: str) -> str:
        """A pointer to an `asyncir_descriptor`: what traces call the tasks of a function."""
        held = f"{{ ptr {self.string(name)}, ptr {self.string(location)} }}"
        if held not in self._descriptors:
            self._descriptors[held] = f"@.descriptor.{len(self._descriptors)}"
        return self._descriptors[held]

    def stand_in(self, size: int, offsets: Iterable[int] = ()) -> str:
        """Room for the task that there is where memory has run out (asyncir_task_exhausted), of `size` bytes.

        The word before each payload points to it, as in any task.
        """
        name = f"@asyncir.exhausted.{len(self.globals)}"
        task = f"getelementptr (i8, ptr {name}, i64 16)"
        fields: list[tuple[str, str]] = []
        end = -16  # what is before the task belongs to the runtime
        for word in sorted(offset - 8 for offset in offsets):
            fields += [(f"[{word - end} x i8]", "zeroinitializer"), ("ptr", task)]
            end = word + 8
        fields.append((f"[{max(size - end, 0)} x i8]", "zeroinitializer"))
        types = ", ".join(type_ for type_, _ in fields)
        values = ", ".join(f"{type_} {value}" for type_, value in fields)
        self.globals.append(f"{name} = internal global <{{ {types} }}> <{{ {values} }}>, align 64")
        return task

    def warn(self, message: str, help_: str = "") -> None:
        """Say that something was left out."""
        self.warnings.append(Diagnostic("L003", message, help=help_, severity=Severity.WARNING))

    def text(self) -> str:
        """The whole module."""
        sites = self.race_sites.text(self.string)
        strings = [
            f"{name} = private unnamed_addr constant {c_string(text)}" for text, name in self._strings.items()
        ]
        strings += [
            f"{name} = private unnamed_addr constant {{ ptr, ptr }} {held}"
            for held, name in self._descriptors.items()
        ]
        declarations = [f"declare {signature}" for signature in self._declared.values()]
        named = [f"!{name} = !{{{', '.join(nodes)}}}" for name, nodes in self.named.items()]
        nodes = [f"{name} = {text.partition(' ;')[0]}" for text, name in self._metadata.items()]
        defined = [*self._helpers.values(), *self.functions]
        if self.sanitizer:
            # The helpers too: LLVM inlines only what is instrumented alike.
            defined = [_END_OF_HEAD.sub(rf"\1 sanitize_{self.sanitizer}\2", text) for text in defined]
        parts = [*strings, *sites, *self.globals, *declarations, *defined]
        return "\n".join([*parts, *named, *nodes]) + "\n"


def c_string(text: str) -> str:
    """Type and value of a null-terminated constant."""
    data = text.encode() + b"\0"
    return f"[{len(data)} x i8] c{quoted(data)}"


def quoted(data: bytes) -> str:
    """Bytes between quotes, those that LLVM does not take there as numbers."""
    body = (chr(b) if 0x20 <= b < 0x7F and b not in b'"\\' else f"\\{b:02X}" for b in data)
    return f'"{"".join(body)}"'


def symbol(name: str) -> str:
    """An LLVM global name, quoted where it must be."""
    if name and all((c.isalnum() and c.isascii()) or c in "._$-" for c in name) and not name[0].isdigit():
        return f"@{name}"
    return f"@{quoted(name.encode())}"
