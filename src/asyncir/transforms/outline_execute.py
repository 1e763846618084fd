"""`outline-execute`: the bodies of `async.execute` become functions of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asyncir.analyses.disjoint_values import disjoint_pairs
from asyncir.dialects import async_dialect
from asyncir.ir import (
    ArrayAttr,
    Block,
    Context,
    IntegerAttr,
    ModuleOp,
    Operation,
    Rewriter,
    SSAValue,
    UnitAttr,
    i64,
)
from asyncir.ir.marks import DISJOINT_ARGS, SCHEDULED
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import first_of, walk
from asyncir.transforms._blocks import at
from asyncir.transforms._building import Builder
from asyncir.transforms._outlining import SymbolNames, add_function, take_captures
from asyncir.transforms._passes import Pass


class OutlineExecute(Pass):
    """
    Turn each `async.execute` into an `async.call` of a new private `async.func` that starts on a worker.

    The function's arguments are the dependencies, the operands and the captured values, in this order; it awaits the
    first two before anything else. An attribute says which of them are disjoint arrays. Constants that it computes with are
    cloned into it, not captured, so that loops in it see them; those that it only hands to calls are captured, so that tasks
    that differ in nothing else are equal.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Outline from the innermost to the outermost."""
        for module in [o for o in walk(op) if isinstance(o, ModuleOp)]:
            names = SymbolNames(module)
            for function in list(module.ops):
                if isinstance(function, ModuleOp):
                    continue
                for execute in _innermost_first(function):
                    _outline(execute, function, names)


def _innermost_first(root: Operation) -> Iterator[async_dialect.ExecuteOp]:
    return reversed([op for op in walk(root) if isinstance(op, async_dialect.ExecuteOp)])


def _outline(execute: async_dialect.ExecuteOp, function: Operation, names: SymbolNames) -> None:
    entry = execute.body.blocks[0]
    passed = take_captures(execute.body)
    body = execute.detach_region(execute.body)
    awaited = (*execute.dependencies, *execute.body_operands)
    _await_first(entry, execute)
    for block in body.blocks:
        last = block.last_op
        if isinstance(last, async_dialect.YieldOp):
            returned = async_dialect.ReturnOp.create(operands=last.operands, location=last.location)
            Rewriter.replace_op(last, returned)
    name = names.fresh(f"{symbol_name(function) or 'module'}_execute")
    operands = (*awaited, *passed)
    result_types = [r.type for r in execute.results]
    outlined = add_function(async_dialect.FuncOp, name, body, result_types, function, execute.location)
    outlined.attributes |= execute.attributes
    outlined.attributes[SCHEDULED] = UnitAttr()
    if any(op.regions for block in body.blocks for op in block.ops):
        _tell_disjoint(outlined, operands)  # a loop in it may become a function, too
    call = at(async_dialect.CallOp(name, operands, result_types), execute.location)
    Rewriter.replace_op(execute, call)


def _tell_disjoint(outlined: Operation, operands: Sequence[SSAValue]) -> None:
    pairs = [ArrayAttr([IntegerAttr(i, i64) for i in pair]) for pair in disjoint_pairs(operands)]
    if pairs:
        outlined.attributes[DISJOINT_ARGS] = ArrayAttr(pairs)


def _await_first(entry: Block, execute: async_dialect.ExecuteOp) -> None:
    """Put arguments for what is awaited in front, await them all, and replace the unwrapped arguments."""
    build, tokens = Builder(first_of(entry), execute), len(execute.dependencies)
    given = [*[None] * tokens, *entry.args[: len(execute.body_operands)]]
    awaited = zip((*execute.dependencies, *execute.body_operands), given, strict=True)
    for position, (completion, old) in enumerate(awaited):
        argument = entry.insert_arg(completion.type, position)
        payload = build.add(async_dialect.AwaitOp(argument)).results
        if old is not None:
            old.replace_all_uses_with(payload[0] if payload else argument)
            entry.erase_arg(old)
