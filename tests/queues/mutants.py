"""One change to the synchronisation of a program with counts: what authors and passes get wrong."""

from __future__ import annotations

import random
from collections.abc import Callable

from asyncir.ir import Block, IntegerAttr, ModuleOp, Operation

KINDS = (
    "count + 1",
    "count - 1",
    "wait dropped",
    "wait moved",
    "wait doubled",
    "commit merged",
    "commit split",
    "commit moved",
    "barrier dropped",
)
WAITS = ("queue.wait", "queue.wait_read", "nvgpu.device_async_wait")
COMMITS = ("queue.commit", "nvgpu.device_async_create_group")


def mutate(module: ModuleOp, kind: str, rng: random.Random) -> str | None:
    """Change the module in place, and say what was done; None if there is no place for it.

    The result may use a value before it is defined: verify it.
    """
    names = (
        WAITS
        if kind.startswith(("wait", "count"))
        else COMMITS
        if kind.startswith("commit")
        else ("gpu.barrier",)
    )
    places = [op for op in module.walk() if op.name in names]
    rng.shuffle(places)
    for op in places:
        done = _CHANGES[kind](op, rng)
        if done is not None:
            return f"{kind}: {done}"
    return None


def count_property(op: Operation) -> tuple[str, IntegerAttr] | None:
    for name in ("count", "numGroups"):
        found = op.properties.get(name)
        if isinstance(found, IntegerAttr):
            return name, found
    return None


def _change_count(by: int) -> Callable[[Operation, random.Random], str | None]:
    def change(op: Operation, rng: random.Random) -> str | None:
        found = count_property(op)
        if found is None or found[1].value.data + by < 0:
            return None
        name, old = found
        op.properties[name] = IntegerAttr(old.value.data + by, old.type)
        return f"{op.name} {old.value.data} -> {old.value.data + by}"

    return change


def _block(op: Operation) -> Block:
    assert op.parent is not None
    return op.parent


def _drop(op: Operation, rng: random.Random) -> str | None:
    if op.results:
        return None
    text = str(op)
    op.detach()
    op.erase()
    return text


def _neighbours(op: Operation, rng: random.Random) -> tuple[Operation, bool] | None:
    """Another op of the block, up to four memory-relevant ones away, and whether to go in front of it."""
    ops = [o for o in _block(op).ops if o is op or not o.name.startswith("arith.")]
    at = next(i for i, o in enumerate(ops) if o is op)
    offset = rng.choice((-4, -3, -2, -1, 1, 2, 3, 4))
    to = at + offset
    if not 0 <= to < len(ops) or (offset > 0 and ops[to].next_op is None):
        return None
    return ops[to], offset < 0


def _put(op: Operation, where: tuple[Operation, bool]) -> None:
    other, before = where
    if before:
        _block(other).insert_op_before(op, other)
    else:
        _block(other).insert_op_after(op, other)


def _move(op: Operation, rng: random.Random) -> str | None:
    where = _neighbours(op, rng)
    if where is None:
        return None
    op.detach()
    _put(op, where)
    return f"{op.name} {'in front of' if where[1] else 'behind'} {where[0].name}"


def _double(op: Operation, rng: random.Random) -> str | None:
    where = _neighbours(op, rng)
    if where is None:
        return None
    _put(op.clone(), where)
    return f"{op.name}, again {'in front of' if where[1] else 'behind'} {where[0].name}"


def _merge(op: Operation, rng: random.Random) -> str | None:
    """What one group holds joins the next group of the queue."""
    second = op.next_op
    while second is not None and second.name != op.name:
        second = second.next_op
    if second is None or second.properties.get("queue") != op.properties.get("queue"):
        return None
    if op.name == "queue.commit":
        if any(r.uses for r in op.results):
            return None
        target, source = second.regions[0].block, op.regions[0].block
        first = target.first_op
        for inner in list(source.ops):
            inner.detach()
            if first is None:
                target.add_op(inner)
            else:
                target.insert_op_before(inner, first)
    else:
        second.operands = [*op.operands, *second.operands]
        op.results[0].replace_all_uses_with(second.results[0])
    op.detach()
    op.erase()
    return f"two of {second.name}"


def _split(op: Operation, rng: random.Random) -> str | None:
    """The first op of a group becomes a group of its own."""
    if op.name != "queue.commit":
        if len(op.operands) < 2:
            return None
        first = op.clone()
        first.operands = [op.operands[0]]
        _block(op).insert_op_before(first, op)
        op.operands = list(op.operands)[1:]
        return op.name
    flying = [i for i, o in enumerate(op.regions[0].block.ops) if o.name == "queue.async"]
    if len(flying) < 2:
        return None
    first = op.clone()
    _block(op).insert_op_before(first, op)
    for group, kept in ((first, flying[:1]), (op, flying[1:])):
        for i, inner in reversed(list(enumerate(group.regions[0].block.ops))):
            if i in flying and i not in kept:
                inner.detach()
                inner.erase()
    return op.name


_CHANGES: dict[str, Callable[[Operation, random.Random], str | None]] = {
    "count + 1": _change_count(1),
    "count - 1": _change_count(-1),
    "wait dropped": _drop,
    "wait moved": _move,
    "wait doubled": _double,
    "commit merged": _merge,
    "commit split": _split,
    "commit moved": _move,
    "barrier dropped": _drop,
}
