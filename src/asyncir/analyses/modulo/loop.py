"""The scheduling problem of a loop, from what its statements say of themselves and from their dependences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from asyncir.analyses.loop_dependences import (
    Dependence,
    Touch,
    dependences_of,
    private_memory,
    touches_of,
)
from asyncir.analyses.modulo.problem import Edge, ModuloBuffer, ModuloTask, Problem
from asyncir.dialects.effects import Effects, view_source
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.pipelining import number
from asyncir.ir import DictionaryAttr, Operation, SSAValue, StringAttr, UnitAttr
from asyncir.ir.marks import BUSY, ENGINES, LATENCY, STATEMENT


def engines_of(loop: Operation) -> dict[str, int] | None:
    """How many engines of each name the loop's machine has; None where nobody has said it."""
    found = loop.attributes.get(ENGINES)
    if not isinstance(found, DictionaryAttr):
        return None
    engines: dict[str, int] = {}
    for name, engine in found.data.items():
        if isinstance(engine, DictionaryAttr):
            engines[name] = number(engine.data, "count") or 1
    return engines


def is_asynchronous(loop: Operation, engine: str) -> bool:
    """Whether others go on while the engine works."""
    found = loop.attributes.get(ENGINES)
    described = found.data.get(engine) if isinstance(found, DictionaryAttr) else None
    return isinstance(described, DictionaryAttr) and isinstance(described.data.get("asynchronous"), UnitAttr)


def busy_of(statement: Operation) -> dict[str, int]:
    """For how many cycles the statement keeps which engines busy."""
    found = statement.attributes.get(BUSY)
    if not isinstance(found, DictionaryAttr):
        return {}
    return {name: cycles for name in found.data if (cycles := number(found.data, name)) is not None}


def name_of(statement: Operation) -> str:
    """What the statement is called."""
    name = statement.attributes.get(STATEMENT)
    return name.data if isinstance(name, StringAttr) else "?"


def problem_of(
    loop: Operation, statements: Sequence[Operation], *, most_stages: int, arguments_alias: bool = False
) -> Problem:
    """The problem of a loop whose statements have latencies, and which knows its engines.

    What a dependence costs: who reads has to wait for all of the latency, and so has who overwrites what is written; who
    overwrites what another one reads waits until that is no longer busy, or, if it is in flight, until it is over.
    """
    engines = engines_of(loop)
    assert engines is not None
    effects = Effects()
    tasks = [ModuloTask(name_of(s), number(s.attributes, LATENCY) or 1, busy_of(s)) for s in statements]
    touches = touches_of(statements, effects)
    flying = [any(is_asynchronous(loop, engine) for engine in task.uses) for task in tasks]
    edges = [
        Edge(
            one.source, one.target, _delay(one, tasks[one.source], flying[one.source]), one.distance, one.kind
        )
        for one in dependences_of(loop, statements, effects, arguments_alias=arguments_alias)
    ]
    return Problem(tasks, edges, engines, most_stages, list(_buffers(loop, touches)))


def _delay(one: Dependence, source: ModuloTask, flying: bool) -> int:
    if one.kind == "WAR" and not flying:
        return max(source.uses.values(), default=1)
    return source.duration


def _buffers(loop: Operation, touches: Sequence[Touch]) -> Iterator[ModuloBuffer]:
    for memory in sorted(private_memory(loop, touches), key=lambda m: m.name_hint or ""):
        own = [
            t for t in touches if isinstance(t.effect.root, SSAValue) and view_source(t.effect.root) is memory
        ]
        size = prod(extent or 1 for extent in shape_of(memory.type))
        accesses = tuple(sorted({t.statement for t in own}))
        writers = tuple(sorted({t.statement for t in own if t.writes}))
        yield ModuloBuffer(memory.name_hint or "memory", size, accesses, writers)
