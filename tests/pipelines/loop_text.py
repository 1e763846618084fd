"""The text of the loops of `loops.py`, and what their arrays hold at first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy

from tests.pipelines.loops import LENGTH, Access, Index, Loop, Statement

ELEMENTS = f"memref<{LENGTH}xi64>"
INDICES = f"memref<{LENGTH}xindex>"
INNER_TRIPS = 3
"""How often a loop inside of a statement runs."""


def text_of(loop: Loop, annotations: str, *, trips: int | None = None, attributes: str = "") -> str:
    """A function `@main(%n, arguments)` with the loop; one that always runs so often, if that is given."""
    arrays = loop.arrays()
    parameters = ["%n: index", *_more(loop, "%from: index", "%by: index")]
    parameters += [f"%{a}: {ELEMENTS}" for a in arrays if a[0] == "a"]
    parameters += [f"%{a}: {INDICES}" for a in loop.indices()]
    marks = f" attributes {{{attributes}}}" if attributes else ""
    lines = [f"func.func @main({', '.join(parameters)}) -> i64{marks} {{"]
    lines += [f"  %c{k} = arith.constant {k} : index" for k in range(9)]
    lines += [f"  %k{n} = arith.constant {n + 1} : i64" for n in range(len(loop.statements))]
    lines += ["  %one = arith.constant 1 : i64", f"  %length = arith.constant {LENGTH} : index"]
    lines += [f"  %{a} = memref.alloca() : {ELEMENTS}" for a in arrays if a[0] == "m"]
    for a in sorted(loop.used_behind):
        lines += [f"  scf.for %k = %c0 to %length step %c1 {{ memref.store %one, %{a}[%k] : {ELEMENTS} }}"]
    if trips is not None:
        lines += [f"  %end = arith.constant {trips * loop.step} : index"]
    lines += _loop(loop, annotations, "%n" if trips is None else "%end")
    behind = "%r#0" if _old(loop) else "%r"
    for a in sorted(loop.used_behind):
        lines += [f"  %l{a} = memref.load %{a}[%c0] : {ELEMENTS}"]
        lines += [f"  %k{a} = arith.addi {behind}, %l{a} : i64"]
        behind = f"%k{a}"
    return "\n".join([*lines, f"  return {behind} : i64", "}", ""])


def _more(loop: Loop, start: Any, step: Any) -> list[Any]:
    """What a dynamic loop takes besides its end."""
    return [start, step][: ("", "bounds", "step").index(loop.dynamic)]


def _old(loop: Loop) -> list[int]:
    """The statements whose loads are used in the next iteration."""
    return sorted({j for s in loop.statements for j in s.takes_old})


def _loop(loop: Loop, annotations: str, end: str) -> list[str]:
    lower = "%from" if loop.dynamic else "%c0"
    step = "%by" if loop.dynamic == "step" else f"%c{loop.step}"
    carried = "".join(f", %o{j} = %one" for j in _old(loop))
    number = f":{1 + len(_old(loop))}" if _old(loop) else ""
    types = ", ".join(["i64"] * (1 + len(_old(loop))))
    lines = [
        f"  %r{number} = scf.for %i = {lower} to {end} step {step} iter_args(%s = %one{carried}) -> ({types}) {{"
    ]
    total = "%s"
    for n, statement in enumerate(loop.statements):
        body, value = _statement(n, statement, total)
        lines += [f"    {line}" for line in body]
        total = value if statement.write is None else total
    yielded = ", ".join([total, *(f"%v{j}_0" for j in _old(loop))])
    return [*lines, f"    scf.yield {yielded} : {types}", "  } {" + annotations + "}"]


def _statement(n: int, statement: Statement, total: str) -> tuple[list[str], str]:
    lines: list[str] = []
    value = total if statement.write is None else f"%k{n}"
    if statement.write and not any(_differs(read) for read in statement.reads):
        # What is stored is another number in each iteration.
        lines += [f"%u{n} = arith.index_cast %i : index to i64", f"%q{n} = arith.addi {value}, %u{n} : i64"]
        value = f"%q{n}"
    taken = ["%s"] * statement.takes_sum
    taken += [f"%v{j}_0" for j in statement.takes]
    taken += [f"%o{j}" for j in statement.takes_old]
    for position, one in enumerate(taken):
        lines += [f"%t{n}_{position} = arith.addi {value}, {one} : i64"]
        value = f"%t{n}_{position}"
    for position, read in enumerate(statement.reads):
        name = f"{n}_{position}"
        index, more = _index(f"x{name}", read.index)
        lines += [*more, f"%v{name} = memref.load %{read.array}[{index}] : {ELEMENTS}"]
        lines += [f"%w{name} = arith.addi {value}, %v{name} : i64"]
        value = f"%w{name}"
    if statement.write is None:
        return lines, value
    index, more = _index(f"y{n}", statement.write.index)
    lines += [*more, f"memref.store {value}, %{statement.write.array}[{index}] : {ELEMENTS}"]
    if statement.inner:
        lines = _repeated(n, lines[:-1], value, lines[-1], statement.inner)
    if statement.guarded:
        lines = [
            f"%g{n} = arith.remui %i, %c2 : index",
            f"%h{n} = arith.cmpi eq, %g{n}, %c0 : index",
            f"scf.if %h{n} {{",
            *[f"  {line}" for line in lines],
            "}",
        ]
    return lines, value


def _differs(read: Access) -> bool:
    """Whether each iteration reads another element of an argument, and so another number."""
    return read.array[0] == "a" and read.index.factor != 0 and not (read.index.modulus or read.index.through)


def _repeated(n: int, before: list[str], value: str, store: str, annotations: str) -> list[str]:
    """A loop that does it `INNER_TRIPS` times: what is computed goes to memory, and from there to the element."""
    return [
        f"scf.for %j{n} = %c0 to %c{INNER_TRIPS} step %c1 {{",
        f"  %b{n} = memref.alloca() : memref<1xi64>",
        *[f"  {line}" for line in before],
        f"  %ji{n} = arith.index_cast %j{n} : index to i64",
        f"  %jv{n} = arith.addi {value}, %ji{n} : i64",
        f"  memref.store %jv{n}, %b{n}[%c0] : memref<1xi64>",
        f"  %jl{n} = memref.load %b{n}[%c0] : memref<1xi64>",
        f"  {store.replace(f'store {value}', f'store %jl{n}')}",
        "} {" + annotations + "}",
    ]


def _index(name: str, index: Index) -> tuple[str, list[str]]:
    if not index.factor and not index.through:
        return f"%c{index.at(0)}", []
    lines = [f"%{name}f = arith.muli %i, %c{index.factor} : index"]
    lines += [f"%{name} = arith.addi %{name}f, %c{index.offset} : index"]
    if index.through:
        lines += [f"%{name}p = memref.load %{index.through}[%{name}] : {INDICES}"]
        return f"%{name}p", lines
    if not index.modulus:
        return f"%{name}", lines
    return f"%{name}m", [*lines, f"%{name}m = arith.remui %{name}, %c{index.modulus} : index"]


def annotated(times: Sequence[tuple[int, int]], asynchronous: Collection[int] = ()) -> str:
    """Of each statement its stage and place, and the asynchronous stages, as annotations."""
    stages, orders = zip(*times, strict=True)
    text = f"software_pipeline_stage = {list(stages)}, software_pipeline_order = {list(orders)}"
    return f"{text}, software_pipeline_async_stages = {list(asynchronous)}" if asynchronous else text


def arguments(loop: Loop, trips: int) -> list[Any]:
    """What `@main` is called with, so that the loop runs so often."""
    start = 2 if loop.dynamic else 0
    found: list[Any] = [start + trips * loop.step, *_more(loop, start, loop.step)]
    found += [numpy.arange(LENGTH) * (7 + n) for n, a in enumerate(loop.arrays()) if a[0] == "a"]
    # Indices that come again soon, so that what depends on each other is near.
    found += [numpy.arange(LENGTH) * 5 % 3 + n for n, _ in enumerate(loop.indices())]
    return found
