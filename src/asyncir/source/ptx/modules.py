# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A file of PTX: directives, variables, kernels and functions. Source: PTX ISA 9.0, chapters 4, 5, 7 and 11."""

from __future__ import annotations

import gc
import re
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.diagnostics.names import nearest
from asyncir.ptx.inlining import with_calls
from asyncir.ptx.program import Kernel, Parameter, PtxModule, PtxSpot, PtxVariable
from asyncir.source.ptx.bodies import PtxBody, variable_of
from asyncir.source.ptx.declarations import declared_in, parameters_of
from asyncir.source.ptx.faults import Faults, TooManyFaults, Unreadable
from asyncir.source.ptx.positions import CleanText, SourceLines, files_of, strings_of
from asyncir.source.ptx.refusals import refusal
from asyncir.source.ptx.scopes import BodyNames

_OLDEST, _NEWEST = (6, 0), 9
"""Versions of PTX that are read: from 6.0 on, those of the newest major version whatever their minor number."""
_TARGETS = tuple(
    f"sm_{number}{variant}"
    for number, variants in (
        *((n, ("",)) for n in (50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 88, 89)),
        (90, ("", "a")),
        *((n, ("", "a", "f")) for n in (100, 101, 103, 110, 120, 121)),
    )
    for variant in variants
)

_STRING = r'"(?:[^"\\\n]|\\.)*"'
_INITIAL = rf'(?:[^;"]|{_STRING})*+'
_ITEM = re.compile(
    r"\s*+(?:"
    r"(?P<version>\.version\s+(\S+))"
    r"|(?P<target>\.target\s+([^\n;]*))"
    r"|(?P<address>\.address_size\s+(\S+))"
    r"|(?P<section>\.section\s+[\w.$]+\s*\{[^{}]*+(?:\}|(?P<opensection>\Z)))"
    r"|(?P<line>\.(?:file|loc)\b[^\n]*+)"
    rf"|(?P<pragma>\.pragma\b{_INITIAL};)"
    r"|(?P<alias>\.alias\s+([\w$%]+)\s*,\s*([\w$%]+)\s*;)"
    r"|(?P<function>(?:\.(?:visible|extern|weak|common)\s+)*\.(?P<kind>entry|func)\b)"
    rf"|(?P<variable>\.[a-z]\w*\b{_INITIAL};)"
    r"|(?P<semicolon>;)"
    r"|(?P<end>\Z))"
)
_LIST = r"\(([^()]*)\)"
_HEADER = re.compile(
    rf"\s*(?:\.attribute\s*\((?:[^()]|\([^()]*\))*\)\s*)?(?:{_LIST}\s*)?([%$_A-Za-z][\w$%]*)\s*(?:{_LIST}\s*)?"
    rf"((?:\.[a-z_]+\s*(?:\([^()]*\)\s*|{_STRING}\s*;\s*|\d+\s*(?:,\s*\d+\s*)*)?)*)([;{{])"
)
_DIRECTIVE = re.compile(r"\.([a-z_]+)\s*(\d+\s*(?:,\s*\d+\s*)*)?")
_FUNCTION = re.compile(r"^[ \t]*(?:\.(?:visible|extern|weak|common)\s+)*\.(?:entry|func)\b", re.M)


@dataclass(frozen=True)
class PtxText:
    """What was read: all that is right of it, and what is not. `module` is None where there is nothing to go by."""

    module: PtxModule | None
    diagnostics: tuple[Diagnostic, ...]


def read_ptx(text: str | bytes, path: str = "<ptx>") -> PtxModule:
    """The module that a text of PTX (ISA 6.0 to 9.x) stands for.

    Raises `DiagnosticError` with all that is wrong: X001 (no PTX) to X008. `path` is the file in their spots.
    """
    read = read_ptx_parts(text, path)
    if read.module is None or read.diagnostics:
        raise DiagnosticError(read.diagnostics)
    return read.module


def read_ptx_parts(text: str | bytes, path: str = "<ptx>") -> PtxText:
    """The same for a text that may be wrong in places: kernels that are right are in the module, the others are not."""
    data = text.encode("utf-8", errors="surrogatepass") if isinstance(text, str) else text
    if (why := refusal(data, path)) is not None:
        return PtxText(None, (why,))
    reader = _Reader(data.decode("utf-8"), path)
    with suppress(TooManyFaults), _without_collector():
        reader.read()
    diagnostics = tuple(reader.faults.found)
    if reader.version is None or reader.target is None:
        return PtxText(None, diagnostics)
    return PtxText(reader.module(), diagnostics)


@contextmanager
def _without_collector() -> Generator[None]:
    """Instructions are many small objects that stay alive: to look through them again and again costs more than reading."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class _Reader:
    """Goes through one text."""

    def __init__(self, text: str, path: str) -> None:
        self.path = path
        self.given = text
        self.clean = CleanText(text)
        self.faults = Faults(path)
        self.files = files_of(self.clean.text)
        self.lines = SourceLines(self.files, strings_of(self.clean.text))
        self.version: tuple[int, int] | None = None
        self.target: str | None = None
        self.options: tuple[str, ...] = ()
        self.address_size = 64
        self.kernels: list[Kernel] = []
        self.functions: dict[str, Kernel] = {}
        self.variables: dict[str, PtxVariable] = {}
        self.declared: set[str] = set()
        self.aliases: dict[str, str] = {}
        self.names: set[str] = set()
        """Of variables and functions: what a body may name."""

    def module(self) -> PtxModule:
        """What was read so far."""
        return PtxModule(
            self.version or (0, 0),
            self.target or "",
            self.address_size,
            tuple(with_calls(kernel, self._called()) for kernel in self.kernels),
            self.functions,
            tuple(self.variables.values()),
            frozenset(self.declared - set(self.functions) - {kernel.name for kernel in self.kernels}),
            self.files,
            self.given,
            self.path,
            self.options,
        )

    def _called(self) -> dict[str, Kernel]:
        """Functions by all of their names."""
        others = {a: self.functions[b] for a, b in self.aliases.items() if b in self.functions}
        return {**others, **self.functions}

    def read(self) -> None:
        """Everything. Raises `TooManyFaults`."""
        text = self.clean.text
        at = 1 if text.startswith("\ufeff") else 0
        if self.clean.open_comment is not None:
            self._fault(self.clean.open_comment, "this comment is not closed", 2, "X004")
        while True:
            found = _ITEM.match(text, at)
            if found is None:
                at = self._recovered(at)
            elif found.lastgroup == "end":
                break
            else:
                at = self._item(found) or found.end()
        if self.version is None:
            self._fault(0, "the text has no .version: it does not look like PTX", 1, "X002")
        elif self.target is None:
            self._fault(0, "the text has no .target", 1, "X003")

    def _fault(self, offset: int, message: str, length: int = 1, code: str = "X005", help: str = "") -> None:
        line, column = self.clean.line_and_column(offset)
        self.faults.add(code, message, line, column, length, help=help)

    def _recovered(self, at: int) -> int:
        """Tell what is not understood; the result is where the next function begins, or the end."""
        text = self.clean.text
        while text[at].isspace():
            at += 1
        line = text.find("\n", at)
        length = (line if line >= 0 else len(text)) - at
        following = _FUNCTION.search(text, at + 1)
        semicolon = text.find(";", at)
        if text[at] == "." and semicolon < 0 and following is None:
            self._fault(at, "the file ends in the middle of this statement", min(length, 60), "X004")
        else:
            self._fault(at, "this is no statement of PTX's outermost level", min(length, 60))
        return following.start() if following else len(text)

    def _item(self, found: re.Match[str]) -> int | None:
        """One statement of the outermost level; the result is where to go on, None for its end."""
        start = found.start(found.lastgroup or 0)
        if found["kind"]:
            return self._function(found, start)
        if found["version"]:
            self._version(found["version"].split()[1], start)
        elif found["target"]:
            self._target(found["target"].removeprefix(".target"), start)
        elif found["address"]:
            self._address_size(found["address"].split()[1], start)
        elif found["opensection"] is not None:
            self._fault(start, "the file ends inside this section", 8, "X004")
        elif found["alias"]:
            words = found["alias"].rstrip(" ;").replace(",", " ").split()[1:3]
            self.names.update(words)
            self.aliases[words[0]] = words[-1]
        elif found["variable"]:
            self._variable(found["variable"][:-1], start)
        return None

    def _version(self, text: str, start: int) -> None:
        numbers = re.fullmatch(r"(\d{1,4})\.(\d{1,4})", text)
        version = (int(numbers[1]), int(numbers[2])) if numbers else (0, 0)
        self.version = self.version or version
        if not version >= _OLDEST or version[0] > _NEWEST:
            known = f"versions {_OLDEST[0]}.{_OLDEST[1]} to {_NEWEST}.x are known"
            self._fault(
                start, f".version {text[:20]} is not known", len(".version ") + len(text), "X002", known
            )

    def _target(self, text: str, start: int) -> None:
        words = [word.strip() for word in text.split(",")]
        if self.target is None:
            self.target, self.options = words[0], tuple(words[1:])
        if words[0] not in _TARGETS:
            near = nearest(words[0], _TARGETS)
            known = f"did you mean '{near}'?" if near else f"known are {_TARGETS[0]} to {_TARGETS[-1]}"
            self._fault(
                start, f".target {words[0][:30]} is not known", len(".target ") + len(words[0]), "X003", known
            )

    def _address_size(self, text: str, start: int) -> None:
        if text not in ("32", "64"):
            self._fault(start, f".address_size is 32 or 64, not {text[:20]}", len(".address_size "))
        else:
            self.address_size = int(text)

    def _variable(self, text: str, start: int) -> None:
        try:
            found = declared_in(text)
        except (Unreadable, RecursionError) as fault:
            message = fault.message if isinstance(fault, Unreadable) else "this is nested too deeply"
            within = fault.offset if isinstance(fault, Unreadable) else 0
            self._fault(start + max(within, 0), message, getattr(fault, "length", 1))
            return
        for declared in found:
            line, column = self.clean.line_and_column(start + declared.offset)
            known = self.variables.get(declared.name)
            if (known is not None and not known.external) and not declared.external:
                message = f"'{declared.name}' is declared a second time"
                self._fault(start + declared.offset, message, len(declared.name), "X008")
                continue
            if known is None or not declared.external:
                self.variables[declared.name] = variable_of(declared, declared.name, PtxSpot(line, column))
            self.names.add(declared.name)

    # Functions

    def _function(self, found: re.Match[str], start: int) -> int:
        """A kernel or function; the result is where it ends."""
        text = self.clean.text
        header = _HEADER.match(text, found.end())
        if header is None:
            after = _FUNCTION.search(text, found.end())
            truncated = after is None and "{" not in text[found.end() :]
            message = (
                "the file ends in this header" if truncated else "this header of a function cannot be read"
            )
            self._fault(start, message, found.end() - start, "X004" if truncated else "X005")
            return after.start() if after else len(text)
        name = header[2]
        self.names.add(name)
        self.declared.add(name)
        if header[5] == ";":
            return header.end()
        before = len(self.faults.found)
        names = BodyNames(self.names)
        parameters = self._parameters(header[3] or "", header.start(3), names)
        results = self._parameters(header[1] or "", header.start(1), names)
        if name in self.functions or any(kernel.name == name for kernel in self.kernels):
            self._fault(header.start(2), f"function '{name}' has a body already", len(name), "X008")
        self.lines.start_function()
        body = PtxBody(self.clean, self.lines, names, self.faults)
        if not body.read(header.end()):
            message = f"the text of '{name}' is not closed: '}}' is missing, the file may be cut off"
            self._fault(header.start(2), message, len(name), "X004")
        if len(self.faults.found) == before:
            self._keep(found["kind"], header, parameters, results, body)
        return body.after

    def _parameters(self, text: str, start: int, names: BodyNames) -> tuple[Parameter, ...]:
        parameters: list[Parameter] = []
        try:
            for parameter, in_register in parameters_of(text):
                parameters.append(parameter)
                if in_register:
                    names.declare_register(parameter.name, parameter.type, None)
                elif parameter.name != "_" and names.declare_variable(parameter.name) is None:
                    raise Unreadable(f"'{parameter.name}' is declared a second time", code="X008")
        except Unreadable as fault:
            self._fault(start + max(fault.offset, 0), fault.message, fault.length, fault.code)
        return tuple(parameters)

    def _keep(
        self,
        kind: str,
        header: re.Match[str],
        parameters: tuple[Parameter, ...],
        results: tuple[Parameter, ...],
        body: PtxBody,
    ) -> None:
        line, column = self.clean.line_and_column(header.start(2))
        end_line, end_column = self.clean.line_and_column(body.end)
        kernel = Kernel(
            header[2],
            kind == "entry",
            parameters,
            results,
            dict(body.names.types),
            tuple(body.variables),
            tuple(body.instructions),
            body.labels,
            _directives(header[4]),
            PtxSpot(line, column),
            PtxSpot(end_line, end_column),
        )
        if kernel.entry:
            self.kernels.append(kernel)
        else:
            self.functions[kernel.name] = kernel


def _directives(text: str) -> dict[str, tuple[int, ...]]:
    """`.maxntid 128, 1, 1` and the like; strings of pragmas are no numbers and are left out."""
    return {
        name: tuple(int(number) for number in re.findall(r"\d{1,9}", numbers))
        for name, numbers in _DIRECTIVE.findall(re.sub(_STRING, "", text))
    }
