"""Which tokens control flow and calls may turn into each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from asyncir.analyses.commit_weights import CommitWeights
from asyncir.analyses.fifo_summaries import WILD
from asyncir.analyses.token_ages import Component
from asyncir.analyses.token_scopes import (
    Carry,
    TokenScopes,
    carries_of_loop,
    exits_of_loop,
    group_token,
    is_token,
)
from asyncir.dialects.interfaces.completion import commits
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import BlockArgument, Operation, OpResult, SSAValue
from asyncir.ir.graphs import connected


def components_of(scopes: TokenScopes, weights: CommitWeights) -> dict[SSAValue, Component]:
    """The component of each token value of the module."""
    carried = ((value, carry.value) for value in scopes.of_value for carry in scopes.carried(value) or ())
    pairs = chain(carried, *(_exchanged(op, scopes) for op in scopes.around))
    # A copy's token stands for its group's.
    by_group = ((group_token(one), group_token(other)) for one, other in pairs)
    component_of = {
        value: component
        for members in connected(scopes.of_value, by_group)
        for component in [Component()]
        for value in members
    }
    found = {value: component_of[value] for value in scopes.of_value}
    for value, component in found.items():
        component.members.add(value)
        _note_origin(value, component, scopes, weights)
    for ordered in scopes.of_function.values():
        for scope in ordered:
            for node in scope.nodes:
                values = (node,) if isinstance(node, SSAValue) else _carried_by(node)
                for component in dict.fromkeys(found[value] for value in values):
                    component.nodes.setdefault(scope, []).append(node)
    return found


def _exchanged(op: Operation, scopes: TokenScopes) -> Iterator[tuple[SSAValue, SSAValue]]:
    """Pairs of values of which one may be a copy of the other, over the borders of loops and calls."""
    if op in scopes.of_loop:
        for argument, initial, carry in carries_of_loop(op):
            yield argument, initial
            yield argument, carry.value
        for result, exit in exits_of_loop(op):
            yield result, exit.value if isinstance(exit, Carry) else exit
    callee = scopes.callee(op)
    if callee is not None:
        arguments = scopes.function(callee).start.args
        yield from (pair for pair in zip(op.operands, arguments, strict=False) if is_token(pair[1]))
        for end in scopes.returns[callee]:
            yield from (pair for pair in zip(op.results, end.operands, strict=False) if is_token(pair[0]))


def _carried_by(loop: Operation) -> Iterator[SSAValue]:
    for argument, _, _ in carries_of_loop(loop):
        yield argument
    for result, _ in exits_of_loop(loop):
        yield result


def _note_origin(value: SSAValue, component: Component, scopes: TokenScopes, weights: CommitWeights) -> None:
    """Note the FIFO of a value that a commit makes, or that it is foreign if nothing is known of what makes it."""
    function = scopes.of_value[value].function
    if isinstance(value, BlockArgument):
        if value.block is scopes.function(function).start:
            component.foreign |= not scopes.callers.get(function)
        elif value.block.parent_op() not in scopes.of_loop:
            component.foreign |= scopes.carried(value) is None
        return
    assert isinstance(value, OpResult)
    op = value.op
    trait = commits(op)
    if trait is not None:
        fifo = weights.fifo(trait.queue(op), function)
        component.foreign |= fifo is WILD
        if fifo is not WILD:
            component.fifos.setdefault(fifo, op)
    elif scopes.carried(value) is None and kind_of(op) is not OpKind.READY and op not in scopes.around:
        component.foreign = True
