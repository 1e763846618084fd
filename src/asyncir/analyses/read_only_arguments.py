"""Which arguments of a function keep their memory as it is: arrays that must not be changed may be passed for them.

An argument is read-only if nothing in the function, the tasks that it starts and the functions that it calls may write to
or free what it refers to, and the function returns no memory that may be part of it. What is not known counts as a write.
What a wait stands for was counted where it was launched: a caller from outside has no tokens to give.
"""

from __future__ import annotations

from asyncir.analyses.aliasing import UNKNOWN_ROOT, Root, roots
from asyncir.dialects.effects import ANYTHING, Access, Effect, effects_of, is_memory
from asyncir.dialects.functions import FunctionOp
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import IsTerminator, Operation
from asyncir.ir.walk import walk

_WAITS = (OpKind.AWAIT, OpKind.AWAIT_ALL)


def read_only_arguments(function: FunctionOp) -> tuple[int, ...]:
    """The numbers of those arguments of a function with a body that are memory and stay as they are."""
    entry = function.body.blocks.first
    if entry is None:
        return ()
    left = {argument: n for n, argument in enumerate(entry.args) if is_memory(argument.type)}
    for op in walk(function):
        if op is function:
            continue
        for root in _changed(op):
            if root == UNKNOWN_ROOT:
                return ()
            if root.argument is not None:
                left.pop(root.argument, None)
        if not left:
            break
    return tuple(left.values())


def _changed(op: Operation) -> list[Root]:
    """What an op may change, or hand to the caller, who may."""
    found: list[Root] = []
    for effect in () if kind_of(op) in _WAITS else effects_of(op):
        found += _written(effect)
    if op.has_trait(IsTerminator) and isinstance(op.parent_op(), FunctionOp):
        found += [root for operand in op.operands if is_memory(operand.type) for root in roots(operand)]
    return found


def _written(effect: Effect) -> list[Root]:
    if effect.access in (Access.READ, Access.ALLOC):
        return []
    if effect.root is ANYTHING:
        return [UNKNOWN_ROOT]
    return list(roots(effect.root))
