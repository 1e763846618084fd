"""What the check takes for granted where the program does not say it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.in_flight.unfollowed import reached
from asyncir.analyses.sync_report import FunctionReport
from asyncir.diagnostics import Diagnostic, Severity
from asyncir.dialects.interfaces.completion import (
    BLOCK_SIZE_ATTRIBUTE,
    BlockSize,
    IsBarrier,
    ThreadIndex,
    threads_of,
)
from asyncir.dialects.verification import span_of
from asyncir.ir import ModuleOp, Operation
from asyncir.ir.marks import ASSUMED_BLOCK_SIZE
from asyncir.ir.walk import walk


def unfinished(module: ModuleOp, functions: Iterable[FunctionReport]) -> Iterator[Diagnostic]:
    """Q012 for what still writes memory of the caller's when a function returns that nothing in the module calls."""
    left = [function for function in functions if function.unfinished]
    if not left:
        return
    graph = call_graph(module)
    called = {callee for name in graph.functions for callee in graph.callees(name)}
    for function in left:
        if function.name in called or function.name not in graph.functions:
            continue
        ops = (op for each in reached(graph, function.name) for op in walk(each))
        if any(map(_is_of_threads, ops)):
            continue
        for op in function.unfinished:
            what = f"may return before `{op.name}` has written what belongs to its caller"
            help = f"wait for it before @{function.name} returns, unless the caller does"
            yield _warning("Q012", f"@{function.name} {what}", op, help)


def assumptions(module: ModuleOp, entries: Iterable[str]) -> Iterator[Diagnostic]:
    """Q009 for each entry that is for the threads of a block, and does not say how many there are."""
    graph = call_graph(module)
    for name in filter(graph.functions.__contains__, entries):
        function = graph.functions[name]
        if ASSUMED_BLOCK_SIZE in function.attributes:
            what = f"says no block size: it is taken to run in {threads_of(function)[0]} threads"
            help = "give it `known_block_size = array<i32: 128, 1, 1>`"
            yield _warning("Q009", f"@{name} {what}", function, help)
        if BLOCK_SIZE_ATTRIBUTE in function.attributes:
            continue
        ops = (op for function in reached(graph, name) for op in walk(function))
        first = next(filter(_is_of_threads, ops), None)
        if first is not None:
            what = f"uses `{first.name}` and says no block size: it is taken to run in one thread"
            help = f"give @{name} the attribute `{BLOCK_SIZE_ATTRIBUTE} = array<i32: 128, 1, 1>`"
            yield _warning("Q009", f"@{name} {what}", first, help)


def nothing_to_check() -> Diagnostic:
    """Q008."""
    message = "there is nothing to check: the module has no function with a body"
    return Diagnostic("Q008", message, severity=Severity.WARNING)


def _warning(code: str, message: str, op: Operation, help: str) -> Diagnostic:
    return Diagnostic(code, message, span_of(op), help=help, severity=Severity.WARNING)


def _is_of_threads(op: Operation) -> bool:
    return _is_class_of_threads(type(op))


@cache
def _is_class_of_threads(kind: type[Operation]) -> bool:
    return any(kind.get_trait(trait) is not None for trait in (ThreadIndex, BlockSize, IsBarrier))
