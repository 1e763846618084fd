"""A Python function as text and syntax, with the places of both, and what its free names are."""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from asyncir.diagnostics import Diagnostic, Span
from asyncir.source.python.errors import SourceText, Untranslatable
from asyncir.source.python.scopes import grown, stored

_NO_SOURCE = "define it in a file or in a notebook, with `def` or `async def`"


@dataclass(frozen=True, eq=False)
class PythonFunction:
    """A function to translate. `locals` are its parameters and all that it assigns, `growing` those that are like lists that
    are made longer or shorter.
    """

    object: Callable[..., Any]
    name: str
    text: SourceText
    node: ast.FunctionDef | ast.AsyncFunctionDef
    parameters: tuple[str, ...]
    locals: frozenset[str] = field(default=frozenset())
    growing: frozenset[str] = field(default=frozenset())
    around: PythonFunction | None = None
    """The function in which it is written, whose free names it has."""

    @property
    def is_async(self) -> bool:
        """Whether it is an `async def`."""
        return isinstance(self.node, ast.AsyncFunctionDef)

    def free(self, name: str) -> tuple[bool, Any]:
        """Whether a name that is not local has a value, and that value, as it is now."""
        if self.around is not None:
            return self.around.free(name)
        code, function = self.object.__code__, self.object
        if name in code.co_freevars:
            cell = (function.__closure__ or ())[code.co_freevars.index(name)]
            try:
                return True, cell.cell_contents
            except ValueError:  # it gets its value later
                return False, None
        for space in (function.__globals__, vars(builtins)):
            if name in space:
                return True, space[name]
        return False, None


def function_of(function: Callable[..., Any]) -> PythonFunction:
    """Read the source of a function; raises `Untranslatable`."""
    if not isinstance(function, FunctionType):
        kind = type(function).__name__
        raise Untranslatable(
            Diagnostic("J001", f"a {kind} cannot be compiled, only functions can", help=_NO_SOURCE)
        )
    name = function.__name__
    if name == "<lambda>":
        raise Untranslatable(_without_source(function, "a lambda cannot be compiled"))
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError, SyntaxError):
        raise Untranslatable(_without_source(function, f"the source of '{name}' cannot be read")) from None
    indent = len(lines[0]) - len(lines[0].lstrip())
    dedented = textwrap.dedent("".join(lines))
    text = SourceText(function.__code__.co_filename, tuple(dedented.splitlines()), max(first, 1), indent)
    tree = ast.parse(dedented)
    node = tree.body[0]
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    parameters = _parameters(node, text)
    names = frozenset(parameters) | stored(node.body)
    return PythonFunction(function, name, text, node, parameters, names, growing_in(node.body) & names)


def _without_source(function: FunctionType, message: str) -> Diagnostic:
    code = function.__code__
    span = Span(code.co_filename, max(code.co_firstlineno, 1), 1, 1)
    return Diagnostic("J001", message, span, help=_NO_SOURCE)


def growing_in(body: list[ast.stmt]) -> frozenset[str]:
    """The names on which something is called that makes lists grow, and those that such lists get or come from."""
    pairs: set[frozenset[str]] = set()
    for node in (inner for one in body for inner in ast.walk(one)):
        match node:
            case ast.Assign(targets, value):
                for target in targets:
                    pairs.update(_renamed(target, value))
            case _:
                pass
    found = grown(body)
    while more := {name for pair in pairs if pair & found for name in pair} - found:
        found |= more
    return found


def _renamed(target: ast.expr, value: ast.expr) -> Iterator[frozenset[str]]:
    """Which names an assignment makes of which, one by one."""
    match target, value:
        case ast.Name(one), ast.Name(other):
            yield frozenset((one, other))
        case ast.Tuple(targets), ast.Tuple(values) if len(targets) == len(values):
            for one, other in zip(targets, values, strict=True):
                yield from _renamed(one, other)
        case _:
            pass


def _parameters(node: ast.FunctionDef | ast.AsyncFunctionDef, text: SourceText) -> tuple[str, ...]:
    arguments = node.args
    for many, stars in ((arguments.vararg, "*"), (arguments.kwarg, "**")):
        if many is not None:
            help = "name each parameter, or pass a tuple or an array"
            raise text.error(
                "J002", f"the parameter {stars}{many.arg} takes any number of values", many, help
            )
    listed = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return tuple(argument.arg for argument in listed)
