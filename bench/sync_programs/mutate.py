"""Small changes of programs with synchronisation, such as people make by mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from asyncir.analyses.machines.knowledge import CannotFollow
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.sync import ArmOp, BarrierOp, FreeOp, InitOp, SignalOp, WaitOp
from asyncir.ir import IntegerAttr, ModuleOp, Operation, OpResult, SSAValue, StringAttr, i64
from asyncir.ir.walk import walk
from asyncir.targets.machine import MachineModel
from asyncir.targets.resources import ResourceKind
from asyncir.transforms._building import Builder
from bench.sync_programs.changing import SYNC, numbered_orders, program_of

Ops = list[Operation]
_LOOPS = (OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP)


@dataclass(frozen=True)
class Mutation:
    """A change of a copy of the program, which is told all ops of it in the order of a walk."""

    kind: str
    change: Callable[[Ops], None]


def mutant(module: ModuleOp, mutation: Mutation) -> ModuleOp:
    """A changed copy."""
    copy = module.clone()
    mutation.change(list(walk(copy)))
    return copy


def mutations(module: ModuleOp, machine: MachineModel, random: Random, count: int) -> list[Mutation]:
    """Some changes, of as many kinds as there are."""
    kinds: dict[str, list[Mutation]] = {}
    for each in every(module, machine):
        kinds.setdefault(each.kind, []).append(each)
    chosen: list[Mutation] = []
    while len(chosen) < count and kinds:
        kind = random.choice(list(kinds))
        chosen.append(kinds[kind].pop(random.randrange(len(kinds[kind]))))
        kinds = {name: rest for name, rest in kinds.items() if rest}
    return chosen


def every(module: ModuleOp, machine: MachineModel) -> Iterator[Mutation]:
    """All changes of a program."""
    ops = list(walk(module))
    found = [number for number, op in enumerate(ops) if isinstance(op, SYNC)]
    for number in found:
        yield Mutation(_dropping(ops[number]), partial(_drop, [number]))
        yield Mutation("an op doubled", partial(_double, number))
        yield from _moved(module, machine, ops, number)
        yield from _other_instance(ops, number)
        yield from _counts(ops, number, machine)
        yield from _barriers(ops, number, machine)
        yield from _numbers(ops, number, machine)
    yield from _of_orders(module, machine, ops)


def _dropping(op: Operation) -> str:
    if isinstance(op, BarrierOp):
        return "a barrier dropped"
    if isinstance(op, InitOp | ArmOp | FreeOp):
        return f"{op.name} dropped"
    if isinstance(op, SignalOp) and _is_beside_loop(op, ahead=True):
        return "a prime dropped"
    if isinstance(op, WaitOp) and _is_beside_loop(op, ahead=False):
        return "a drain dropped"
    return "an op dropped"


def _is_beside_loop(op: Operation, ahead: bool) -> bool:
    """Whether only ops of synchronisation and numbers are between the op and a loop in front of it, or behind."""
    at = op.next_op if ahead else op.prev_op
    while at is not None and (isinstance(at, SYNC) or at.name.startswith("arith.")):
        at = at.next_op if ahead else at.prev_op
    return at is not None and kind_of(at) in _LOOPS


def _drop(numbers: Sequence[int], ops: Ops) -> None:
    for number in numbers:
        ops[number].detach()
        ops[number].erase()


def _double(number: int, ops: Ops) -> None:
    op = ops[number]
    assert op.parent is not None
    op.parent.insert_op_after(op.clone(), op)


# ---- places


def _moved(module: ModuleOp, machine: MachineModel, ops: Ops, number: int) -> Iterator[Mutation]:
    """Behind the next op that matters, and in front of the one before."""
    op = ops[number]
    assert op.parent is not None
    items = [item.op for item in program_of(module, machine).items(op.parent)]
    at = items.index(op)
    if at and _is_known_at(op.operands, items[at - 1]):
        yield Mutation("an op moved", partial(_put, number, ops.index(items[at - 1]), ahead=True))
    if at + 1 < len(items) and items[at + 1] is not op.parent.last_op:
        yield Mutation("an op moved", partial(_put, number, ops.index(items[at + 1]), ahead=False))


def _is_known_at(values: Sequence[SSAValue], place: Operation) -> bool:
    """Whether the values are computed before an op of the block that they are used in."""
    for value in values:
        if isinstance(value, OpResult) and value.op.parent is place.parent:
            at = place.prev_op
            while at is not None and at is not value.op:
                at = at.prev_op
            if at is None:
                return False
    return True


def _put(number: int, place: int, ops: Ops, *, ahead: bool) -> None:
    op, to = ops[number], ops[place]
    op.detach()
    assert to.parent is not None
    if ahead:
        to.parent.insert_op_before(op, to)
    else:
        to.parent.insert_op_after(op, to)


# ---- numbers and names


def _other_instance(ops: Ops, number: int) -> Iterator[Mutation]:
    """An instance that another op has."""
    op = ops[number]
    if not isinstance(op, SignalOp | WaitOp) or op.which is None:
        return
    others: dict[object, int] = {}
    for place, other in enumerate(ops):
        if not isinstance(other, SignalOp | WaitOp) or other.resource != op.resource:
            continue
        if other.which not in (None, op.which) and _is_visible(other.which, op):
            others.setdefault(other.which, place)
    for place in others.values():
        yield Mutation("an id exchanged", partial(_take_instance, number, place))
    if op.instance is not None:
        yield Mutation("an id exchanged", partial(_next_instance, number))


def _is_visible(value: int | SSAValue | None, op: Operation) -> bool:
    if value is None or isinstance(value, int) or value.owner is op.parent:
        return True
    return isinstance(value, OpResult) and value.op.parent is op.parent and _is_known_at([value], op)


def _take_instance(number: int, other: int, ops: Ops) -> None:
    _with_instance(ops[number], ops[other])


def _with_instance(op: Operation, other: Operation) -> None:
    assert isinstance(op, SignalOp | WaitOp)
    assert isinstance(other, SignalOp | WaitOp)
    names = [None if name is None else name.data for name in (op.source, op.target, op.engine, op.until)]
    _replace(op, type(op)(op.resource.data, other.which, op.amount, *names))


def _next_instance(number: int, ops: Ops) -> None:
    op = ops[number]
    assert isinstance(op, SignalOp | WaitOp)
    assert op.instance is not None
    op.properties["instance"] = IntegerAttr(op.instance.value.data + 1, i64)


def _replace(op: Operation, new: Operation) -> None:
    assert op.parent is not None
    op.parent.insert_op_before(new, op)
    op.detach()
    op.erase()


def _counts(ops: Ops, number: int, machine: MachineModel) -> Iterator[Mutation]:
    op = ops[number]
    if not isinstance(op, SignalOp | WaitOp):
        return
    resource = machine.resource(op.resource.data)
    assert resource is not None
    if resource.kind not in (ResourceKind.FLAG, ResourceKind.PHASES) and (
        op.number is not None or op.dynamic_number is None
    ):
        yield Mutation("a count raised", partial(_raise, number, resource.kind))


def _raise(number: int, kind: ResourceKind, ops: Ops) -> None:
    op = ops[number]
    assert isinstance(op, SignalOp | WaitOp)
    least = 0 if kind is ResourceKind.GROUPS else 1
    op.properties["number"] = IntegerAttr((least if op.number is None else op.number.value.data) + 1, i64)


def _numbers(ops: Ops, number: int, machine: MachineModel) -> Iterator[Mutation]:
    """A phase that is the other one, a value that is one more or less."""
    op = ops[number]
    if not isinstance(op, SignalOp | WaitOp):
        return
    resource = machine.resource(op.resource.data)
    assert resource is not None
    if resource.kind is ResourceKind.PHASES and isinstance(op, WaitOp):
        yield Mutation("a phase flipped", partial(_renumber, number, _flipped))
    if resource.kind is ResourceKind.TIMELINE and op.dynamic_number is not None:
        yield Mutation("a value one greater", partial(_renumber, number, _greater))
        yield Mutation("a value one less", partial(_renumber, number, _less))


def _renumber(number: int, change: Callable[[Builder, SSAValue], SSAValue], ops: Ops) -> None:
    """The op with a number that is computed from its own."""
    op = ops[number]
    assert isinstance(op, SignalOp | WaitOp)
    build = Builder(op)
    old = build.index(op.number.value.data) if op.number is not None else op.dynamic_number
    assert old is not None
    names = [None if name is None else name.data for name in (op.source, op.target, op.engine, op.until)]
    _replace(op, type(op)(op.resource.data, op.which, change(build, old), *names))


def _flipped(build: Builder, parity: SSAValue) -> SSAValue:
    return build.minus(build.index(1), parity)


def _greater(build: Builder, value: SSAValue) -> SSAValue:
    return build.plus(value, build.index(1))


def _less(build: Builder, value: SSAValue) -> SSAValue:
    return build.minus(value, build.index(1))


def _barriers(ops: Ops, number: int, machine: MachineModel) -> Iterator[Mutation]:
    if isinstance(ops[number], BarrierOp):
        for engine in machine.engines:
            if engine.name in machine.barriers and StringAttr(engine.name) != ops[number].properties.get(
                "engine"
            ):
                yield Mutation("a barrier on another engine", partial(_retarget, number, engine.name))


def _retarget(number: int, engine: str, ops: Ops) -> None:
    ops[number].properties["engine"] = StringAttr(engine)


# ---- orders


def _of_orders(module: ModuleOp, machine: MachineModel, ops: Ops) -> Iterator[Mutation]:
    try:
        orders = numbered_orders(module, machine)
    except CannotFollow:
        return
    for order in orders:
        if len(order) > 1:
            yield Mutation("an order dropped", partial(_drop, order))
        signals = [number for number in order if isinstance(ops[number], SignalOp)]
        waits = [number for number in order if isinstance(ops[number], WaitOp)]
        for one, other in zip(signals, waits, strict=False):
            a, b = sorted((one, other))
            if ops[a].parent is ops[b].parent and _is_known_at(ops[b].operands, ops[a]):
                yield Mutation("a signal and a wait exchanged", partial(_exchange, a, b))


def _exchange(one: int, other: int, ops: Ops) -> None:
    a, b = ops[one], ops[other]
    behind, before = b.prev_op, a.next_op
    block = a.parent
    assert block is not None
    if before is b:
        a.detach()
        block.insert_op_after(a, b)
        return
    assert behind is not None
    assert before is not None
    a.detach()
    b.detach()
    block.insert_op_after(a, behind)
    block.insert_op_before(b, before)
