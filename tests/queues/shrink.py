"""Makes a program smaller while something stays true of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

from tests.queues.syntax import (
    BODIES,
    Barrier,
    Commit,
    For,
    If,
    Let,
    Outline,
    Overwrite,
    Program,
    Ready,
    Select,
    Stmt,
    Use,
    Wait,
    While,
)

Body = tuple[Stmt, ...]


def shrink(program: Program, holds: Callable[[Program], bool], tries: int = 600) -> Program:
    """A smaller program of which `holds` is true; `holds` is never asked of one that cannot be printed."""
    left = tries
    changed = True
    while changed and left > 0:
        changed = False
        for smaller in _smaller(program):
            left -= 1
            if left <= 0:
                break
            if _scoped(smaller) and holds(smaller):
                program, changed = smaller, True
                break
    return program


def _smaller(program: Program) -> Iterator[Program]:
    for body in _smaller_body(program.body):
        yield replace(program, body=body)
    if program.threads > 1:
        return
    for buffer in program.buffers:
        if buffer.name not in _buffers(program.body):
            yield replace(program, buffers=tuple(b for b in program.buffers if b is not buffer))


def _smaller_body(body: Body) -> Iterator[Body]:
    half = len(body) // 2
    if half > 1:
        yield body[:half]
    for i in range(len(body) - 1, -1, -1):
        for instead in _instead(body[i]):
            yield (*body[:i], *instead, *body[i + 1 :])


def _instead(stmt: Stmt) -> Iterator[Body]:
    """What could stand in the place of a statement."""
    match stmt:
        case Wait() | Use() | Overwrite() | Barrier() | Ready() | Select() | Let():
            yield ()
        case Commit():
            yield ()
            yield (Ready(stmt.result),)
            if stmt.shared:
                yield (replace(stmt, shared=False),)
        case For() | While() | If():
            yield ()
            yield tuple(Ready(r) for r in stmt.results)
        case Outline():
            yield stmt.body
        case _:
            pass
    if isinstance(stmt, For | While):
        yield from ((_without(stmt, k),) for k in range(len(stmt.carried)))
    if isinstance(stmt, If):
        yield from ((_without_result(stmt, k),) for k in range(len(stmt.results)))
    if isinstance(stmt, Wait) and len(stmt.tokens) > 1:
        yield from ((replace(stmt, tokens=(t,)),) for t in stmt.tokens)
    for name in BODIES:
        if hasattr(stmt, name):
            for body in _smaller_body(getattr(stmt, name)):
                change: Any = {name: body}
                yield (replace(stmt, **change),)


def _drop(items: tuple[Any, ...], k: int) -> tuple[Any, ...]:
    return (*items[:k], *items[k + 1 :])


def _without(stmt: For | While, k: int) -> Stmt:
    kept = _drop(stmt.carried, k), _drop(stmt.yields, k), _drop(stmt.results, k)
    return replace(stmt, carried=kept[0], yields=kept[1], results=kept[2])


def _without_result(stmt: If, k: int) -> Stmt:
    kept = _drop(stmt.results, k), _drop(stmt.then_yields, k), _drop(stmt.else_yields, k)
    return replace(stmt, results=kept[0], then_yields=kept[1], else_yields=kept[2])


def _buffers(value: object) -> set[str]:
    """The names of all buffers in a statement, and more."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, tuple):
        return set().union(*(_buffers(v) for v in value))  # pyright: ignore[reportUnknownVariableType]
    if hasattr(value, "__dataclass_fields__"):
        return set().union(*(_buffers(getattr(value, f.name)) for f in fields(value)))  # type: ignore[arg-type]
    return set()


def _scoped(program: Program) -> bool:
    """Whether every name that is used is defined before, where it can be seen."""
    names = {b.name for b in program.buffers} | set(program.indices) | set(program.flags)
    return _body_scoped(program.body, names)


def _body_scoped(body: Body, names: set[str]) -> bool:
    return all(_stmt_scoped(stmt, names) for stmt in body)


def _stmt_scoped(stmt: Stmt, names: set[str]) -> bool:
    """Whether a statement is well-scoped; adds what it defines to the names."""
    match stmt:
        case For() | While():
            inner = names | {stmt.var, *(n for n, _ in stmt.carried)}
            used = {i for _, i in stmt.carried} | (_exprs(stmt.high) if isinstance(stmt, For) else set())
            before = set(inner)
            fine = used <= names and _body_scoped(getattr(stmt, "before", ()), before)
            fine = fine and (not isinstance(stmt, While) or _exprs(stmt.cond) <= before)
            fine = fine and _body_scoped(stmt.body, inner) and set(stmt.yields) <= inner
            names.update(stmt.results)
            if isinstance(stmt, While):
                names.add(stmt.final)
            return fine
        case If():
            then, orelse = set(names), set(names)
            fine = _exprs(stmt.cond) <= names
            fine = fine and _body_scoped(stmt.then, then) and set(stmt.then_yields) <= then
            fine = fine and _body_scoped(stmt.orelse, orelse) and set(stmt.else_yields) <= orelse
            names.update(stmt.results)
            return fine
        case Outline():
            inner = set(names)
            fine = _body_scoped(stmt.body, inner) and set(stmt.results) <= inner
            names.update(stmt.results)
            return fine
        case Commit():
            fine = _body_scoped(stmt.body, set(names))
            names.add(stmt.result)
            return fine
        case Wait():
            return bool(stmt.tokens) and set(stmt.tokens) <= names
        case Select():
            fine = {stmt.left, stmt.right} <= names and _exprs(stmt.cond) <= names
            names.add(stmt.result)
            return fine
        case Ready():
            names.add(stmt.result)
            return True
        case Let():
            fine = _exprs(stmt.cond) <= names
            names.add(stmt.result)
            return fine
        case _:
            return _exprs(stmt) <= names


def _exprs(value: object) -> set[str]:
    """The names in an expression, a condition, or a statement without regions."""
    ignored = {"+", "*", "%", "eq", "slt", "sge"}
    return {name for name in _buffers(value) if name not in ignored}
