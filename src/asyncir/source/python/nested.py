# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions in functions, and lambdas that have a name: lambda lifting.

A nested function sees the variables of the one around it as they are when it is called. So it can be a function of its own
that is given them: each variable that it reads becomes one more parameter, and each call passes its value (T. Johnsson,
"Lambda Lifting", FPCA 1985). What a nested function calls in turn has to be given its variables, too; so sets of variables
are added to each other until nothing is new.

That is the same as in Python as long as the function is called by its name, and the name is bound once: then nobody can call
it where these variables are others. A function that is handed on, bound twice, decorated, or that assigns to variables
around it (`nonlocal`) stays where it is, and is refused there.
"""

from __future__ import annotations

import ast
import copy
import symtable
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from asyncir.source.python.functions import PythonFunction, growing_in
from asyncir.source.python.scopes import stored
from asyncir.source.python.subscripts import KnownExpression
from asyncir.source.python.values import Static

Definition = ast.FunctionDef | ast.AsyncFunctionDef
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(eq=False)
class _Nested:
    """A function in a function: its node, and the variables around it that it reads, by the functions that it calls too."""

    node: Definition
    reads: frozenset[str]
    calls: frozenset[str]


def lifted(source: PythonFunction) -> tuple[PythonFunction, tuple[PythonFunction, ...]]:
    """The function without those in it that can be functions of their own, and these."""
    found = _found(source)
    if not found:
        return source, ()
    made = {name: _object(source, nested) for name, nested in found.items()}
    outer = _Rewritten(found, made).visit(copy.deepcopy(source.node))
    assert isinstance(outer, _FUNCTIONS)
    left = frozenset(source.parameters) | stored(outer.body)
    functions = [replace(source, node=outer, locals=left, growing=growing_in(outer.body) & left)]
    inner: list[PythonFunction] = []
    for name, nested in found.items():
        node = _Rewritten(found, made).visit(_with_parameters(nested))
        arguments = node.args
        listed = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        parameters = tuple(argument.arg for argument in listed)
        names = frozenset(parameters) | stored(node.body)
        one = PythonFunction(
            made[name], name, source.text, node, parameters, names, growing_in(node.body) & names, source
        )
        alone, more = lifted(one)
        inner += [alone, *more]
    return functions[0], tuple(inner)


# ---- which can be lifted


def _found(source: PythonFunction) -> dict[str, _Nested]:
    """Those that can be lifted, by name."""
    defined = dict(_definitions(source.node))
    names = frozenset(defined) | source.locals
    found: dict[str, _Nested] = {}
    for name, node in defined.items():
        if node is None or name in source.parameters or not _is_plain(node) or not _only_called(source, name):
            continue
        free = _free(node, names)
        found[name] = _Nested(node, free - frozenset(defined), free & frozenset(defined))
    changed = True
    while changed:
        changed = False
        for name, one in list(found.items()):
            reads = one.reads.union(*(found[c].reads for c in one.calls if c in found))
            own = frozenset(a.arg for a in _arguments(one.node)) | stored(one.node.body)
            own |= _hidden(source.node, name)
            if not one.calls <= frozenset(found) or reads & own:
                del found[name]
                changed = True
            elif reads != one.reads:
                one.reads = reads
                changed = True
    return found


def _definitions(function: Definition) -> Iterator[tuple[str, Definition | None]]:
    """The functions in a function, by name; None for a name that is bound in another way, too."""
    found: dict[str, list[Definition | None]] = {}
    for node in _statements(function.body):
        match node:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name):
                found.setdefault(name, []).append(node)
            case ast.Assign([ast.Name(name)], ast.Lambda() as value):
                found.setdefault(name, []).append(_of_lambda(name, value))
            case _:
                pass
    bound = stored(
        n for n in _statements(function.body) if not _is_lambda(n) and not isinstance(n, _FUNCTIONS)
    )
    for name, nodes in found.items():
        yield name, nodes[0] if len(nodes) == 1 and name not in bound else None


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a function, without those of the functions in it. Of a compound one only what is its own counts."""
    for node in body:
        if isinstance(node, _FUNCTIONS) or not any(isinstance(getattr(node, f, None), list) for f in _BODIES):
            yield node
            continue
        inner = [child for f in _BODIES for child in getattr(node, f, [])]
        head = copy.copy(node)
        for f in _BODIES:
            if hasattr(head, f):
                setattr(head, f, [])
        yield head
        yield from _statements([child for child in inner if isinstance(child, ast.stmt)])


_BODIES = ("body", "orelse", "finalbody")


def _is_lambda(node: ast.AST) -> bool:
    match node:
        case ast.Assign([ast.Name()], ast.Lambda()):
            return True
        case _:
            return False


def _of_lambda(name: str, value: ast.Lambda) -> ast.FunctionDef:
    """A lambda as the function that it is."""
    back = ast.copy_location(ast.Return(value.body), value.body)
    made = ast.FunctionDef(name, value.args, [back], [], None)
    return ast.copy_location(made, value)


def _is_plain(node: Definition) -> bool:
    """Whether it takes named parameters with constant defaults, and binds nothing around it."""
    arguments = node.args
    defaults = [*arguments.defaults, *(d for d in arguments.kw_defaults if d is not None)]
    return not (
        node.decorator_list
        or arguments.vararg
        or arguments.kwarg
        or not all(isinstance(default, ast.Constant) for default in defaults)
        or any(isinstance(inner, ast.Nonlocal | ast.Global) for inner in ast.walk(node))
    )


def _only_called(source: PythonFunction, name: str) -> bool:
    """Whether the name stands in front of the brackets of calls, and nowhere else."""
    called = {id(n.func) for n in ast.walk(source.node) if isinstance(n, ast.Call)}
    return all(
        id(n) in called or not isinstance(n.ctx, ast.Load)
        for n in ast.walk(source.node)
        if isinstance(n, ast.Name) and n.id == name
    )


def _hidden(function: Definition, name: str) -> frozenset[str]:
    """The variables of comprehensions in which it is called: a variable of that name around them is not seen there."""
    hidden: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            inner = list(ast.walk(node))
            if any(
                isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == name for n in inner
            ):
                targets = (n for g in node.generators for n in ast.walk(g.target))
                hidden |= {n.id for n in targets if isinstance(n, ast.Name)}
    return frozenset(hidden)


def _arguments(node: Definition) -> list[ast.arg]:
    return [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]


def _free(node: Definition, around: frozenset[str]) -> frozenset[str]:
    """The variables of the function around it that a function reads, as Python's own symbol table has them."""
    alone = copy.deepcopy(node)
    for argument in _arguments(alone):
        argument.annotation = None
    alone.returns = None
    text = f"def around({', '.join(sorted(around - {node.name}))}):\n  {node.name} = 0\n"
    text += textwrap.indent(ast.unparse(ast.fix_missing_locations(alone)), "  ")
    (outer,) = symtable.symtable(text, "around", "exec").get_children()
    (inner,) = (table for table in outer.get_children() if table.get_name() == node.name)
    assert isinstance(inner, symtable.Function)
    return frozenset(inner.get_frees())


# ---- what they become


def _with_parameters(nested: _Nested) -> Definition:
    """The node with a parameter for each variable that it reads."""
    node = copy.deepcopy(nested.node)
    for name in sorted(nested.reads):
        node.args.kwonlyargs.append(ast.copy_location(ast.arg(name), node))
        node.args.kw_defaults.append(None)
    return node


def _object(source: PythonFunction, nested: _Nested) -> Callable[..., Any]:
    """A function with that signature, which stands for it; nobody calls it."""
    stub = _with_parameters(nested)
    stub.body, stub.returns = [ast.Pass()], None
    for argument in _arguments(stub):
        argument.annotation = None
    space: dict[str, Any] = {"__name__": source.object.__module__}
    exec(compile(ast.fix_missing_locations(ast.Module([stub], [])), source.text.file, "exec"), space)
    made: Callable[..., Any] = space[stub.name]
    vars(made)["__asyncir_jit__"] = made
    return made


class _Rewritten(ast.NodeTransformer):
    """Calls the functions that were lifted, and has them no more."""

    def __init__(self, found: dict[str, _Nested], made: dict[str, Callable[..., Any]]):
        self.found, self.made = found, made
        self.outermost: ast.AST | None = None

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.found:
            name = node.func.id
            node.func = ast.copy_location(KnownExpression(Static(self.made[name])), node.func)
            node.keywords += [
                ast.copy_location(
                    ast.keyword(each, ast.copy_location(ast.Name(each, ast.Load()), node)), node
                )
                for each in sorted(self.found[name].reads)
            ]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._function(node)

    def _function(self, node: Definition) -> ast.AST:
        if self.outermost is not None and node.name in self.found:
            return ast.copy_location(ast.Pass(), node)
        self.outermost = self.outermost or node
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        if _is_lambda(node) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in self.found:
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)
