"""`outline-execute`: the bodies of `async.execute` become functions of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asyncir.analyses.disjoint_values import disjoint_pairs
from asyncir.dialects import async_dialect
from asyncir.dialects.async_types import TokenType, ValueType
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    Block,
    BlockArgument,
    Context,
    IntegerAttr,
    ModuleOp,
    Operation,
    Rewriter,
    SSAValue,
    SymbolRefAttr,
    UnitAttr,
    i64,
)
from asyncir.ir.marks import DISJOINT_ARGS, SCHEDULED
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import first_of
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
        for module in [o for o in op.walk() if isinstance(o, ModuleOp)]:
            names = SymbolNames(module)
            for function in list(module.ops):
                if isinstance(function, ModuleOp):
                    continue
                for execute in _innermost_first(function):
                    _outline(execute, function, names)


def _innermost_first(root: Operation) -> Iterator[async_dialect.ExecuteOp]:
    found = [op for op in root.walk() if isinstance(op, async_dialect.ExecuteOp)]
    return reversed(found)


def _outline(execute: async_dialect.ExecuteOp, function: Operation, names: SymbolNames) -> None:
    entry = execute.body.blocks[0]
    unwrapped = list(entry.args)
    passed = take_captures(execute.body)
    body = execute.detach_region(execute.body)
    awaited = (*execute.dependencies, *execute.body_operands)
    _await_first(entry, [v.type for v in awaited], unwrapped, execute)
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
    call = async_dialect.CallOp.create(
        operands=operands,
        result_types=result_types,
        properties={"callee": SymbolRefAttr(name)},
        location=execute.location,
    )
    Rewriter.replace_op(execute, call)


def _tell_disjoint(outlined: Operation, operands: Sequence[SSAValue]) -> None:
    pairs = [ArrayAttr([IntegerAttr(i, i64) for i in pair]) for pair in disjoint_pairs(operands)]
    if pairs:
        outlined.attributes[DISJOINT_ARGS] = ArrayAttr(pairs)


def _await_first(
    entry: Block, types: list[Attribute], unwrapped: Sequence[BlockArgument], execute: async_dialect.ExecuteOp
) -> None:
    """Put arguments for what is awaited in front, await them all, and replace the unwrapped arguments."""
    build = Builder(first_of(entry), execute)
    tokens = len(types) - len(unwrapped)
    for position, awaited_type in enumerate(types):
        argument = entry.insert_arg(awaited_type, position)
        is_value = isinstance(awaited_type, ValueType)
        payload = [awaited_type.value_type] if is_value else []
        wait = build.add(async_dialect.AwaitOp.create(operands=[argument], result_types=payload))
        if position >= tokens:
            unwrapped[position - tokens].replace_all_uses_with(wait.results[0] if is_value else argument)
    for argument in unwrapped:
        assert not isinstance(argument.type, TokenType) or not argument.uses
        entry.erase_arg(argument)
