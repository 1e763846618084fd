"""Tokens that nothing waits for any more, taken out of all that carries them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from asyncir.analyses.flow import yields
from asyncir.analyses.token_components import Component
from asyncir.analyses.token_scopes import TokenScopes
from asyncir.dialects.interfaces.completion import commits, issues
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import BlockArgument, ModuleOp, Operation, OpResult, SSAValue, SymbolOpInterface
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import erase
from asyncir.transforms._rebuilding import keep_said, match_type, with_results
from asyncir.transforms._regions import BRANCHES, edges_of, set_edges

_ENDS = frozenset({OpKind.YIELD, OpKind.CONDITION})
_CARRIERS = frozenset(
    {OpKind.IF, OpKind.SWITCH, OpKind.REGION, OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP, OpKind.CALL}
)
_COPIES = frozenset({OpKind.SELECT, OpKind.READY})


def drop_unused_tokens(module: ModuleOp, scopes: TokenScopes, components: Iterable[Component]) -> None:
    """Drop the tokens of each component of which no token is used but to be carried.

    A function that is called in the module loses such arguments and results; one that is not keeps them, since its
    callers are elsewhere.
    """
    dead: set[SSAValue] = set()
    for component in components:
        if not any(is_used(value, scopes) for value in component.members):
            dead |= component.members
    if dead:
        _drop(module, dead)


def is_used(
    value: SSAValue, scopes: TokenScopes, apart_from: Callable[[Operation], bool] = lambda op: False
) -> bool:
    """Whether something is done with the token besides carrying it on, apart from some ops."""
    if isinstance(value, BlockArgument):
        callers = scopes.callers.get(scopes.of_value[value].function)
        if not callers and _is_argument_of(value, value.block.parent_op()):
            return True
    elif isinstance(value, OpResult) and issues(value.op) is not None:
        return True
    users = (use.operation for use in value.uses)
    return any(not _carries(user, scopes) and not apart_from(user) for user in users)


def _is_argument_of(value: BlockArgument, op: Operation | None) -> bool:
    if op is None or value.block is not op.regions[0].first_block:
        return False
    return op.has_trait(SymbolOpInterface, value_if_unregistered=False)


def _carries(user: Operation, scopes: TokenScopes) -> bool:
    if kind_of(user) is OpKind.RETURN:
        name = symbol_name(around) if (around := user.parent_op()) is not None else None
        return name is not None and bool(scopes.callers.get(name))
    if kind_of(user) in _ENDS:
        around = user.parent_op()
        return around is not None and kind_of(around) in _CARRIERS
    if kind_of(user) is OpKind.CALL:
        return scopes.callee(user) is not None
    return kind_of(user) in BRANCHES or kind_of(user) in _CARRIERS or kind_of(user) in _COPIES


def _drop(module: ModuleOp, dead: Collection[SSAValue]) -> None:
    touched = [op for op in walk(module) if any(value in dead for value in (*op.operands, *op.results))]
    blocks = dict.fromkeys(value.block for value in dead if isinstance(value, BlockArgument))
    functions = [op for op in module.ops if kind_of(op) is OpKind.FUNCTION and op.regions[0].blocks]
    for function in functions:
        keep_said(function, "arg_attrs", [a not in dead for a in function.regions[0].blocks[0].args])
        end = next((end for end in yields(function.regions[0]) if kind_of(end) is OpKind.RETURN), None)
        if end is not None:
            keep_said(function, "res_attrs", [value not in dead for value in end.operands])
    rebuild: list[Operation] = []
    gone: list[Operation] = []
    for op in touched:
        if kind_of(op) in _COPIES:
            gone.append(op)
            op.operands = ()
        elif kind_of(op) in BRANCHES:
            set_edges(op, [(block, tuple(v for v in vs if v not in dead)) for block, vs in edges_of(op)])
        elif any(value in dead for value in op.operands):
            op.operands = [value for value in op.operands if value not in dead]
        if any(result in dead for result in op.results):
            rebuild.append(op)
    for block in blocks:
        for argument in tuple(block.args):
            if argument in dead:
                block.erase_arg(argument)
    for op in gone:
        erase(op)
    for op in rebuild:
        carries = kind_of(op) in _CARRIERS or commits(op) is not None
        if (
            op.parent is not None and carries and kind_of(op) is not OpKind.HARDWARE_COMMIT
        ):  # It always has its token.
            with_results(op, [index for index, result in enumerate(op.results) if result not in dead])
    for function in functions:
        match_type(function)
