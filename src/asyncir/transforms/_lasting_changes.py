"""Changes of ops of phases and timelines: which numbers they may have, and which may be added."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.machines.periods import modulus_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.number_text import Number
from asyncir.dialects.sync import ArmOp, FreeOp, InitOp, OfResource, SignalOp, WaitOp
from asyncir.ir import Operation, OpResult, SSAValue
from asyncir.targets.resources import ResourceKind, SyncResource
from asyncir.transforms._building import Builder

LIFE = (InitOp, ArmOp, FreeOp)
"""The ops that begin, arm and end the use of an instance."""

FLIP = 2
"""The shift of a number that is the other parity."""


def shifts(op: OfResource, resource: SyncResource) -> tuple[int, ...]:
    """By how much the number of an op may be wrong: a wait for the other phase, a value that is off by one."""
    if resource.kind is ResourceKind.PHASES and isinstance(op, WaitOp):
        return (FLIP,)
    if resource.kind is ResourceKind.TIMELINE and isinstance(op, SignalOp | WaitOp):
        return (1, -1)
    return ()


def shifted(op: OfResource, shift: int) -> Number | None:
    """The number of an op, shifted; computed in front of it where it is no literal. None where there is no such number."""
    old = 1 if op.amount is None else op.amount
    if isinstance(old, int):
        new = 1 - old if shift == FLIP else old + shift
        return new if new >= 0 else None
    before = _before(old, shift)
    if before is not None:
        return before
    build = Builder(op)
    if shift == FLIP:
        return build.minus(build.index(1), old)
    return build.plus(old, build.index(1)) if shift > 0 else build.minus(old, build.index(1))


def _before(value: SSAValue, shift: int) -> SSAValue | None:
    """What the value was made of by the opposite shift."""
    if not isinstance(value, OpResult):
        return None
    kind = kind_of(value.op)
    if kind is OpKind.SUBTRACT and shift == FLIP and constant_of(value.op.operands[0]) == 1:
        return value.op.operands[1]
    undone = {OpKind.SUBTRACT: 1, OpKind.ADD: -1}.get(kind)
    if undone is not None and undone == shift and constant_of(value.op.operands[1]) == 1:
        return value.op.operands[0]
    return None


def words_of_shift(name: str, shift: int) -> str:
    """What is done."""
    if shift == FLIP:
        return f"`{name}` is for the other phase"
    return f"`{name}` has a number that is one {'greater' if shift > 0 else 'less'}"


def amounts(
    kind: type[Operation], resource: SyncResource, like: Sequence[OfResource], which: Number
) -> list[Number | None]:
    """The numbers that an op of an instance may come with, if it is added."""
    if kind is InitOp:
        inits = [op.amount for op in like if isinstance(op, InitOp)]
        return list(dict.fromkeys(inits)) or [1]
    if kind in (ArmOp, FreeOp) or (resource.kind is ResourceKind.PHASES and kind is SignalOp):
        return [None]
    same = [op.amount for op in like if isinstance(op, SignalOp | WaitOp) and op.which == which]
    found = [amount for amount in same if amount is not None]
    if resource.kind is ResourceKind.PHASES:
        found += [*_near(like, lambda op: modulus_of(op) == 2), 0, 1]
    else:
        found += [*_near(like, lambda op: kind_of(op) is OpKind.ADD), 1, 2]
    return list(dict.fromkeys(found)) or [1]


def _near(like: Sequence[OfResource], fits: Callable[[Operation], bool]) -> list[SSAValue]:
    """Numbers that are computed where the ops are, those first that nobody uses."""
    blocks = dict.fromkeys(op.parent for op in like if op.parent is not None)
    found = [op.results[0] for block in blocks for op in block.ops if fits(op)]
    return sorted(found, key=lambda value: value.first_use is not None)


def engines(kind: type[Operation], like: Sequence[OfResource], every: Sequence[str]) -> Sequence[str]:
    """Who may execute an op that is added: those who execute its like, then all others."""
    if kind in LIFE:
        return ("",)
    own = [op.engine.data for op in like if isinstance(op, kind) and op.engine is not None]
    return list(dict.fromkeys((*own, *every)))


def wanted(missing: Collection[type[Operation]], resource: SyncResource) -> list[type[OfResource]]:
    """The kinds of ops that may be added, those that are said to be missing first."""
    kinds: list[type[OfResource]] = [SignalOp, WaitOp]
    if resource.armed:
        kinds.append(ArmOp)
    if resource.initialised:
        # Who need not be freed in the end is freed before it is initialised again.
        kinds += [InitOp, FreeOp]
    return [kind for kind in kinds if kind in missing]


def added(
    missing: Collection[type[Operation]],
    resource: SyncResource,
    like: Sequence[OfResource],
    instances: Sequence[Number],
    every: Sequence[str],
) -> Iterator[tuple[type[OfResource], Number, Number | None, str]]:
    """What may be added at some place: its kind, instance, number and engine."""
    for kind in wanted(missing, resource):
        for which in instances:
            for amount in amounts(kind, resource, like, which):
                for engine in engines(kind, like, every):
                    yield kind, which, amount, engine


def made(
    kind: type[OfResource], resource: str, which: Number | None, amount: Number | None, engine: str
) -> OfResource:
    """An op of phases or of a timeline."""
    return kind(resource, which, amount, engine=engine or None)
