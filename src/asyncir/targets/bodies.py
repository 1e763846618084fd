"""What an op computes, as functions in MLIR's text: the `body` of an `[[op]]` table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from asyncir.dialects import context
from asyncir.dialects.effects import ANYTHING, Access, Effect, Effects, is_allocation, is_memory, view_source
from asyncir.dialects.func import FuncOp
from asyncir.dialects.queue_checks import fault_of_kind
from asyncir.dialects.verification import diagnose
from asyncir.ir import (
    BlockArgument,
    ModuleOp,
    Operation,
    ParseError,
    Parser,
    SSAValue,
    VerifyException,
)
from asyncir.ir.walk import walk


class NoBody(Exception):
    """Says why a text is no body."""


@dataclass(frozen=True, slots=True)
class BodyEffects:
    """What a function of a body touches, by numbers of its arguments."""

    arguments: int
    """How many it takes."""
    reads: frozenset[int]
    writes: frozenset[int]


def parse_bodies(text: str) -> list[FuncOp]:
    """The functions of a text; the first of them whose arguments fit an op's operands does what the op does.

    Raises `NoBody`.
    """
    try:
        module = Parser(context(), text, "body").parse_module()
    except (ParseError, VerifyException, ValueError, IndexError) as error:
        line = text.count("\n", 0, error.span.start) + 1 if isinstance(error, ParseError) else 0
        message = error.msg if isinstance(error, ParseError) else " ".join(str(error).split())
        at = f" in line {line} of it" if line else ""
        raise NoBody(f"{message[:1].lower()}{message[1:]}{at}") from None
    except RecursionError:
        raise NoBody("it is nested too deeply") from None
    faults = diagnose(module)
    if faults:
        raise NoBody(faults[0].message)
    functions = [op for op in module.ops if isinstance(op, FuncOp) and op.body.blocks]
    if len(functions) < len(list(module.ops)) or not functions:
        raise NoBody("it has functions with bodies, and nothing else")
    for function in functions:
        if function.function_type.outputs.data:
            raise NoBody(f"@{function.sym_name.data} has a result, and what an op computes is in memory")
        for op in walk(function.body):
            _check_op(op)
    assert isinstance(module, ModuleOp)
    return functions


def _check_op(op: Operation) -> None:
    """Say why an op cannot be there: it is executed while the work is in flight, and the function stands alone."""
    if op.name in ("func.call", "func.call_indirect", "func.constant"):
        raise NoBody(f"{op.name} cannot be there: each function does all by itself")
    if does := fault_of_kind(type(op)):
        raise NoBody(f"a body only computes, and cannot {does}, as {op.name} does")


@cache
def effects_of_bodies(text: str) -> tuple[BodyEffects, ...]:
    """What each function of a text touches of its arguments. Raises `NoBody`."""
    return tuple(_effects_of(function) for function in parse_bodies(text))


def _effects_of(function: FuncOp) -> BodyEffects:
    arguments = function.body.blocks[0].args
    memory = frozenset(argument.index for argument in arguments if is_memory(argument.type))
    found: dict[Access, set[int]] = {access: set() for access in Access}
    effects = Effects()
    for op in walk(function.body):
        for effect in effects.of(op):
            found[effect.access] |= _touched(effect, function, memory)
    written = found[Access.WRITE] | found[Access.FREE]
    return BodyEffects(len(arguments), frozenset(found[Access.READ]), frozenset(written))


def _touched(effect: Effect, function: FuncOp, memory: frozenset[int]) -> frozenset[int]:
    """Which arguments an effect may be on: all that are memory, where its root is not followed."""
    if not isinstance(effect.root, SSAValue):
        return memory if effect.root is ANYTHING else frozenset()
    base = view_source(effect.root)
    if is_allocation(base):
        return frozenset()
    if isinstance(base, BlockArgument) and base.block is function.body.blocks[0]:
        return frozenset({base.index})
    return memory
