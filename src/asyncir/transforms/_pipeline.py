"""Pass pipelines in mlir-opt's syntax: read, check, run.

    canonicalize,cse
    builtin.module(func.func(canonicalize{max-iterations=4},cse),inline)

A pass outside every anchor runs on the module, as one inside `builtin.module(...)` does. Passes are found by
the names of the files in this folder and imported when they are named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, fields
from functools import cache
from importlib import import_module
from pathlib import Path
from re import Pattern
from typing import Any, Literal, NoReturn, get_args, get_origin, get_type_hints

from asyncir.diagnostics import Diagnostic, DiagnosticError, Span, raise_all
from asyncir.diagnostics.names import did_you_mean
from asyncir.diagnostics.parameters import expect
from asyncir.ir import Context, ModuleOp
from asyncir.ir.walk import walk
from asyncir.transforms._passes import Pass, ScopedPass

PIPELINE = "<pipeline>"
"""The file name in spans of diagnostics about the text of a pipeline."""

ALIASES = {
    "loop-invariant-code-motion": "licm",
    **dict.fromkeys(("symbol-dce", "trivial-dce", "remove-dead-values"), "dce"),
}
"""Names that mlir-opt has for passes of ours."""

ROOTS = ("builtin.module", "any")
"""Anchors that stand for the whole module."""

Verifier = Callable[[ModuleOp], None]
"""Raises a `DiagnosticError` where a module is not valid."""


@dataclass(frozen=True, slots=True)
class PassStep:
    """A pass, and the op that it runs on each instance of; None for the whole module."""

    name: str
    run: Pass
    anchor: str | None = None


@cache
def pass_names() -> tuple[str, ...]:
    """The names of all passes, in alphabetical order: the files of this folder that do not start with `_`."""
    files = Path(__file__).parent.glob("*.py")
    return tuple(sorted(f.stem.replace("_", "-") for f in files if not f.stem.startswith("_")))


@cache
def find_pass(name: str) -> type[Pass] | None:
    """The pass with this name or alias, imported now; None where there is none."""
    name = ALIASES.get(name, name)
    if name not in pass_names():
        return None
    module = import_module(f"asyncir.transforms.{name.replace('-', '_')}")
    classes = [member for member in vars(module).values() if isinstance(member, type)]
    return next(c for c in classes if issubclass(c, Pass) and c.__module__ == module.__name__)


def parse_pipeline(text: str) -> tuple[PassStep, ...]:
    """The steps of the pipeline; a `DiagnosticError` with every fault that can be told apart."""
    return _Reader(text).read()


def machines_named(steps: tuple[PassStep, ...]) -> list[str]:
    """The machines that options of passes name."""
    options = (getattr(step.run, "machine", None) for step in steps)
    return [name for name in options if isinstance(name, str)]


def run_pipeline(
    module: ModuleOp,
    pipeline: str | tuple[PassStep, ...],
    ctx: Context | None = None,
    *,
    verify_each: Verifier | None = None,
    on_pass: Callable[[PassStep, ModuleOp], None] | None = None,
) -> bool:
    """Run the passes in order on `module`; after each that changed it, verify it, and call `on_pass`, if these are given.

    False: none of them changed anything.
    """
    expect(module, ModuleOp, "what is to be transformed", "a module", "asyncir.parse makes one of text")
    steps = parse_pipeline(pipeline) if isinstance(pipeline, str) else pipeline
    expect(steps, tuple, "the pipeline", "a text", "such as 'canonicalize,cse'")
    ctx = ctx or Context()
    any_changed = False
    for step in steps:
        changed = _run(step, module, ctx)
        any_changed = any_changed or changed
        if verify_each is not None and changed:
            _verify_after(step, module, verify_each)
        if on_pass is not None:
            on_pass(step, module)
    return any_changed


def _run(step: PassStep, module: ModuleOp, ctx: Context) -> bool:
    """Whether anything may have changed."""
    if step.anchor is None:
        return step.run.apply(ctx, module) is not False
    assert isinstance(step.run, ScopedPass)
    roots = [op for op in walk(module) if op.name == step.anchor]
    changed = [step.run.run_on(root) is not False for root in roots]
    return any(changed)


def _verify_after(step: PassStep, module: ModuleOp, verify: Verifier) -> None:
    try:
        verify(module)
    except DiagnosticError as invalid:
        help = "this is a fault of the pass; run the passes before it alone to get its input"
        blame = Diagnostic("P005", f"pass '{step.name}' left the module invalid", help=help)
        raise DiagnosticError((blame, *invalid.diagnostics)) from None


_SPACE, _COMMA, _EQUALS = (re.compile(pattern) for pattern in (r"\s*", ",", "="))
_NAME = re.compile(r"[\w.-]+")
_KEY = re.compile(r"[^\s=}]*")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")


class _Reader:
    """Reads one pipeline; `at` is the place in the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.steps: list[PassStep] = []
        self.faults: list[Diagnostic] = []

    def read(self) -> tuple[PassStep, ...]:
        if self.text.strip():
            self.elements(None)
            if self.at < len(self.text):
                self.syntax("unbalanced ')'", self.at)
        raise_all(self.faults)
        return tuple(self.steps)

    def elements(self, anchor: str | None) -> None:
        """Elements separated by commas, up to `)` or the end."""
        self.take(_SPACE)
        if self.peek() == ")":
            return
        self.element(anchor)
        while self.take(_COMMA):
            self.element(anchor)

    def element(self, anchor: str | None) -> None:
        self.take(_SPACE)
        start = self.at
        name = self.take(_NAME)
        self.take(_SPACE)
        if not name:
            self.syntax("the name of a pass is expected", start)
        if self.peek() == "(":
            self.nested(name, anchor, start)
        else:
            self.pass_(name, self.options() if self.peek() == "{" else {}, anchor, start)
        self.take(_SPACE)

    def nested(self, name: str, outer: str | None, start: int) -> None:
        opening = self.at
        self.at += 1
        if name in ROOTS and outer is not None:
            message = f"'{name}' cannot be nested in '{outer}'"
            self.add_fault("P004", message, start, name, f"leave '{outer}' or '{name}' out")
        if name not in ROOTS and "." not in name:
            self.add_fault("P002", f"'{name}' is no op that passes can be anchored on", start, name)
        self.elements(outer if name in ROOTS else name)
        if self.peek() != ")":
            self.syntax("'(' is never closed", opening)
        self.at += 1

    def options(self) -> dict[str, tuple[str, int]]:
        """`{a=1 b="x y" c}`: each option's text, and where it starts."""
        opening = self.at
        self.at += 1
        options: dict[str, tuple[str, int]] = {}
        self.take(_SPACE)
        while self.peek() != "}":
            if not self.peek():
                self.syntax("'{' is never closed", opening)
            start = self.at
            key = self.take(_KEY)
            options[key] = (self.value(opening) if self.take(_EQUALS) else "true", start)
            self.take(_SPACE)
        self.at += 1
        return options

    def value(self, opening: int) -> str:
        """A word, a quoted string, or a text in balanced braces."""
        start, depth = self.at, 0
        if self.peek() in ('"', "'"):
            quoted = self.take(_QUOTED)
            if not quoted:
                self.syntax("a quoted value is never closed", start)
            return quoted[1:-1]
        while self.peek() and (depth or not (self.peek().isspace() or self.peek() == "}")):
            depth += (self.peek() == "{") - (self.peek() == "}")
            self.at += 1
        if depth:
            self.syntax("'{' is never closed", opening)
        return self.text[start : self.at]

    def pass_(self, name: str, options: dict[str, tuple[str, int]], anchor: str | None, start: int) -> None:
        found = find_pass(name)
        if found is None:
            help = did_you_mean(name, (*pass_names(), *ALIASES))
            self.add_fault("P001", f"there is no pass named '{name}'", start, name, help)
            return
        if anchor is not None and not issubclass(found, ScopedPass):
            help = f"write `builtin.module({name})`"
            message = f"pass '{name}' runs on the whole module, not on '{anchor}'"
            self.add_fault("P004", message, start, name, help)
            return
        before = len(self.faults)
        values = self.converted(found, name, options)
        if len(self.faults) == before:
            try:
                self.steps.append(PassStep(name, found(**values), anchor))
            except ValueError as error:  # of its options one by one nothing was wrong
                self.add_fault("P003", f"pass '{name}': {error}", start, name)

    def converted(
        self, found: type[Pass], name: str, options: dict[str, tuple[str, int]]
    ) -> dict[str, object]:
        """The values for the fields of the pass."""
        known = {field.name.replace("_", "-"): field.name for field in fields(found)}
        types = get_type_hints(found)
        values: dict[str, object] = {}
        for key, (text, start) in options.items():
            if key not in known:
                help = did_you_mean(key, known) or _listed(known)
                self.add_fault("P003", f"pass '{name}' has no option '{key}'", start, key, help)
                continue
            try:
                values[known[key]] = convert(text, types[known[key]])
            except ValueError as error:
                message = f"option '{key}' of pass '{name}' {error}, not '{text}'"
                self.add_fault("P003", message, start, key)
        return values

    def peek(self) -> str:
        return self.text[self.at] if self.at < len(self.text) else ""

    def take(self, pattern: Pattern[str]) -> str:
        """What the pattern matches here; empty where it does not match."""
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found[0]

    def add_fault(self, code: str, message: str, start: int, what: str = "", help: str = "") -> None:
        self.faults.append(Diagnostic(code, message, _span(self.text, start, len(what)), help=help))

    def syntax(self, message: str, at: int) -> NoReturn:
        """A fault after which the rest cannot be read."""
        self.add_fault("P002", f"pass pipeline: {message}", at)
        raise DiagnosticError(self.faults)


def _span(text: str, start: int, length: int) -> Span:
    line = text.count("\n", 0, start) + 1
    column = start - (text.rfind("\n", 0, start) + 1) + 1
    return Span(PIPELINE, line, column, column + max(length, 1))


def _listed(known: Collection[str]) -> str:
    return f"its options are {', '.join(known)}" if known else "it has no options"


_TRUTHS = {"true": True, "1": True, "false": False, "0": False}


def convert(text: str, kind: Any) -> object:
    """The value of an option of the given type; a `ValueError` that says what the option takes."""
    if get_origin(kind) is Literal:
        if text in get_args(kind):
            return text
        raise ValueError(f"takes one of {', '.join(get_args(kind))}")
    if kind is bool:
        if text.lower() not in _TRUTHS:
            raise ValueError("takes true or false")
        return _TRUTHS[text.lower()]
    if kind is int:
        try:
            return int(text)
        except ValueError:
            raise ValueError("takes an integer") from None
    return text
