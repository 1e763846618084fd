"""Tokens of works of devices: through joins, branches and loops, what each stands for.

A token is an *atom* or is made of atoms. Atoms are the tokens of works, and those that control flow hands on: what a loop
carries, a result of a loop or branch, a selected one. A join is made of the atoms of what it joins; a ready token of none.
The *sources* of a token are all works that it may be of. What is not known here is not followed: a `TokenFault` says where.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from asyncir.dialects.gpu_launch import AsyncTokenType
from asyncir.dialects.interfaces.device_work import DeviceWait, device_work, is_device_wait
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import BlockArgument, Operation, OpResult, SSAValue
from asyncir.ir.walk import terminator_of


class TokenFault(Exception):
    """A token goes where nobody follows it; `op` is where."""

    def __init__(self, message: str, op: Operation):
        super().__init__(message)
        self.message = message
        self.op = op


def is_device_token(value: SSAValue) -> bool:
    """Whether it stands for work of a device."""
    return isinstance(value.type, AsyncTokenType)


def owner_of(value: SSAValue) -> Operation | None:
    """The op whose result it is; None of a block's argument."""
    return value.owner if isinstance(value.owner, Operation) else None


def parts_of(token: SSAValue) -> Sequence[SSAValue] | None:
    """What a join joins, nothing of a ready token; None for an atom."""
    owner = owner_of(token)
    if owner is not None and is_device_wait(owner):
        return DeviceWait.dependencies(owner)
    if owner is not None and kind_of(owner) is OpKind.READY:
        return ()
    return None


def atoms_of(tokens: Sequence[SSAValue]) -> list[SSAValue]:
    """What these are made of, each once."""
    found: dict[SSAValue, None] = {}
    seen: set[SSAValue] = set()
    pending = list(reversed(tokens))
    while pending:
        token = pending.pop()
        if token in seen:
            continue
        seen.add(token)
        parts = parts_of(token)
        if parts is None:
            found[token] = None
        else:
            pending += reversed(parts)
    return list(found)


def handed_on(atom: SSAValue) -> list[SSAValue]:
    """The tokens that control flow hands on as this one, none for that of a work.

    Raises `TokenFault` where it is not known how it came there.
    """
    if isinstance(atom, BlockArgument):
        return _of_argument(atom)
    owner = owner_of(atom)
    assert owner is not None
    if device_work(owner) is not None:
        return []
    kind, index = kind_of(owner), atom.index if isinstance(atom, OpResult) else 0
    if kind is OpKind.SELECT:
        return list(owner.operands[1:])
    if kind is OpKind.IF:
        return [terminator_of(region.blocks[0]).operands[index] for region in owner.regions]
    if kind is OpKind.COUNTED_LOOP:
        return [owner.operands[3 + index], terminator_of(owner.regions[0].blocks[0]).operands[index]]
    raise TokenFault(f"a token of a device comes out of `{owner.name}`", owner)


def _of_argument(atom: BlockArgument) -> list[SSAValue]:
    around = atom.block.parent_op()
    assert around is not None
    if kind_of(around) is OpKind.COUNTED_LOOP and atom.index:
        end = terminator_of(atom.block)
        return [around.operands[2 + atom.index], end.operands[atom.index - 1]]
    raise TokenFault(f"a token of a device is handed to a block of `{around.name}`", around)


def sources_of(token: SSAValue) -> frozenset[Operation]:
    """The works that it may be of; raises `TokenFault` where that is not known."""
    found: dict[Operation, None] = {}
    pending, seen = [token], set[SSAValue]()
    while pending:
        for atom in atoms_of([pending.pop()]):
            if atom in seen:
                continue
            seen.add(atom)
            owner = owner_of(atom)
            if owner is not None and device_work(owner) is not None:
                found[owner] = None
            pending += handed_on(atom)
    return frozenset(found)


def device_tokens(values: Iterable[SSAValue]) -> list[SSAValue]:
    """Those that stand for works of devices."""
    return [value for value in values if is_device_token(value)]
