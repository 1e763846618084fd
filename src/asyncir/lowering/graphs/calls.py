"""A function that is a graph of calls, as data: what is called with what, and behind what."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from asyncir.diagnostics import Diagnostic, DiagnosticError, failure
from asyncir.dialects import async_dialect, func
from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.verification import span_of
from asyncir.ir import ModuleOp, Operation, SSAValue
from asyncir.ir.walk import terminator_of

_ALIAS = re.compile(r"[#!]\w+ = ")
_NAME = re.compile(r"[#!]\w+")

STAGES = "split-regions,outline-regions"
"""What makes graphs of calls of functions with regions."""


@dataclass(frozen=True)
class RegionCall:
    """A region: a call whose operands are the caller's values, and whose results are the region's."""

    region: RegionOp
    callee: str
    operands: Sequence[SSAValue]
    """Of the caller; constants are in the callee."""
    results: Sequence[SSAValue]
    after: Sequence[SSAValue]
    """The tokens that it waits for."""


@dataclass(frozen=True)
class RegionCalls:
    """A function of nothing but calls."""

    function: func.FuncOp
    calls: Sequence[RegionCall]
    awaited: Sequence[SSAValue]
    """The tokens that the function waits for, in order."""
    returned: Sequence[SSAValue]


def refuse(op: Operation, message: str, help_: str) -> DiagnosticError:
    """The refusal of an op."""
    return DiagnosticError(Diagnostic("L001", message, span_of(op), f"`{op.name}`", help_))


def graphs_of(module: ModuleOp) -> list[RegionCalls]:
    """The functions that have gone through `STAGES` and have regions."""
    functions = [op for op in module.ops if isinstance(op, func.FuncOp) and op.body.blocks]
    graphs = [_graph(f) for f in functions if any(isinstance(op, RegionOp) for op in f.body.block.ops)]
    if not graphs:
        raise failure(
            "L001",
            "no function of the program has regions in its first block",
            "make some: `-p form-regions`",
        )
    return graphs


def _graph(function: func.FuncOp) -> RegionCalls:
    types = (*function.function_type.inputs, *function.function_type.outputs)
    if any(isinstance(of, CompletionType) for of in types):
        raise refuse(function, "a token goes into a function, or out of it", "await it in the function")
    calls: list[RegionCall] = []
    awaited: list[SSAValue] = []
    end = terminator_of(function.body.block)
    for op in function.body.block.ops:
        if isinstance(op, RegionOp):
            calls.append(_call(op, awaited))
        elif isinstance(op, async_dialect.AwaitOp):
            awaited.append(op.operand)
        elif op is not end and kind_of(op) is not OpKind.CONSTANT:
            raise refuse(op, "between regions is something else than waits", "move it into a region")
    return RegionCalls(function, calls, awaited, list(end.operands))


def _call(region: RegionOp, awaited: Sequence[SSAValue]) -> RegionCall:
    """What is launched behind a wait of the function waits for the same."""
    inside = [op for op in region.body.block.ops if isinstance(op, func.CallOp)]
    if len(inside) != 1 or len(region.parts()) != 1:
        help_ = "let each region have one part, and do its work itself"
        raise refuse(region, "a region that is more than one call has no form in a graph", help_)
    (call,) = inside
    return RegionCall(
        region,
        call.callee.root_reference.data,
        list(call.operands),
        region.results[1:],
        list(dict.fromkeys([*region.dependencies_, *awaited])),
    )


class Printed:
    """Ops as text in one file: their aliases have names of their own, and stand at its top."""

    def __init__(self, shown: Callable[[Operation], str]):
        self._shown = shown
        self.aliases: list[str] = []

    def text(self, op: Operation) -> str:
        """The op without its aliases."""
        lines = self._shown(op).splitlines()
        mine = [line for line in lines if _ALIAS.match(line)]
        names = {line.partition(" ")[0] for line in mine}
        number = len(self.aliases)

        def renamed(text: str) -> str:
            return _NAME.sub(lambda m: f"{m[0]}_of_{number}" if m[0] in names else m[0], text)

        self.aliases += map(renamed, mine)
        return renamed("\n".join(line for line in lines if line not in mine))
