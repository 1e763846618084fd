"""Launches: what an op gives to devices of a machine, declared by traits, so that analyses list no ops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from asyncir.dialects.async_types import CompletionType
from asyncir.ir import Operation, OpTrait, Region, SSAValue


@dataclass(frozen=True)
class NamesEngine(OpTrait):
    """The op's result is an engine of the machine: one of `names`, the one that `which` counts to."""

    names: Callable[[Any], Sequence[str]]
    which: Callable[[Any], SSAValue | None]


def _no_region(op: Any) -> None:
    return None


def _nothing(op: Any) -> Sequence[SSAValue]:
    return ()


def _none(op: Any) -> int:
    return 0


@dataclass(frozen=True)
class Launches(OpTrait):
    """The op gives something to devices, which holds them while it runs; all its results that are completions come of that.

    It waits for all of its operands that are completions.
    """

    held: Callable[[Any], Sequence[SSAValue]] = _nothing
    """The devices that it holds; the first is where it runs."""
    region: Callable[[Any], Region | None] = _no_region
    """What is done there, if it is written."""
    handed: Callable[[Any], Sequence[SSAValue]] = _nothing
    """What the arguments of the region's first block are."""
    flags: Callable[[Any], int] = _none
    """How many parts of its result it flags."""

    @staticmethod
    def waits(op: Operation) -> list[SSAValue]:
        """The completions that it waits for."""
        return [operand for operand in op.operands if isinstance(operand.type, CompletionType)]


@dataclass(frozen=True)
class TakesRoom(OpTrait):
    """What is launched makes a buffer, when there is room for it in a memory; the op's result."""

    memory: Callable[[Any], str]
    buffer: Callable[[Any], SSAValue]


@dataclass(frozen=True)
class GivesRoom(OpTrait):
    """What is launched is the end of a buffer."""

    buffer: Callable[[Any], SSAValue]


def takes_room(op: Operation) -> TakesRoom | None:
    """The trait of an op that makes a buffer; None for others."""
    return op.get_trait(TakesRoom)


def gives_room(op: Operation) -> GivesRoom | None:
    """The trait of an op that is the end of one; None for others."""
    return op.get_trait(GivesRoom)


def launches(op: Operation | None) -> Launches | None:
    """The trait of an op that launches; None for others."""
    return None if op is None else op.get_trait(Launches)


def names_engine(op: Operation) -> NamesEngine | None:
    """The trait of an op that names an engine; None for others."""
    return op.get_trait(NamesEngine)
