"""Memory that is written and never read, and the ops that write it."""

from __future__ import annotations

from asyncir.dialects.effects import Access, Effects, is_view
from asyncir.dialects.interfaces.device_work import PutsIntoStream
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation, SSAValue
from asyncir.ir.walk import post_order
from asyncir.transforms._blocks import erase


def drop_unread_memory(root: Operation, effects: Effects) -> bool:
    """Erase allocations below `root` whose memory is only written and freed, with what does so."""
    changed = False
    for op in post_order(root):
        if kind_of(op) not in (OpKind.ALLOCATE, OpKind.ALLOCATE_ON_STACK) or op.parent is None:
            continue
        users = _writers_only(op.results[0], effects)
        if users is None:
            continue
        for user in reversed(users):
            erase(user)
        erase(op)
        changed = True
    return changed


def _writers_only(value: SSAValue, effects: Effects) -> list[Operation] | None:
    """The users of the memory, views first, if all that they do is to write or free it; else None."""
    users: dict[Operation, None] = {}
    pending = [value]
    while pending:
        current = pending.pop()
        for use in current.uses:
            user = use.operation
            if user.regions or user.successors or _is_all_of_its_parent(user):
                return None
            if is_view(user):
                pending.extend(user.results)
            elif user.results or not _only_writes(user, current, use.index, effects):
                return None
            users[user] = None
    return list(users)


def _is_all_of_its_parent(op: Operation) -> bool:
    """Whether an op around it is there for it alone, and has to have it."""
    around = op.parent_op()
    return around is not None and around.has_trait(PutsIntoStream, value_if_unregistered=False)


def _only_writes(user: Operation, memory: SSAValue, place: int, effects: Effects) -> bool:
    """Whether the op does nothing but write or free the memory that is its operand at `place`."""
    if any(operand is memory for index, operand in enumerate(user.operands) if index != place):
        return False
    written = False
    for effect in effects.of(user):
        if effect.access is Access.READ and effect.root is not memory:
            continue
        if effect.access not in (Access.WRITE, Access.FREE) or effect.root is not memory:
            return False
        written = True
    return written
