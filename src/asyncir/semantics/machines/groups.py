"""Groups of works, which a process waits for by count (MAC-16)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from asyncir.semantics.machines.entries import Phase
from asyncir.targets.resources import CompletionOrder, SyncResource

if TYPE_CHECKING:
    from asyncir.semantics.machines.entries import GivenWork

Group = list["GivenWork"]
"""The works of a group."""


class GroupFifo:
    """The groups that one process commits to one resource.

    `arrived` and `read` are so many of the first groups as waits have looked at and found over: those are not looked
    at again.
    """

    __slots__ = ("arrived", "groups", "open", "read", "resource", "told", "told_read")

    def __init__(self, resource: SyncResource):
        self.resource = resource
        self.open: Group = []
        self.groups: list[Group] = []
        self.arrived = self.read = 0
        self.told = self.told_read = 0
        """So many of the first groups the process knows to have arrived, or to be read."""

    def commit(self) -> None:
        """Close the group of what was given since the last one."""
        self.groups.append(self.open)
        self.open = []

    def missing(self, stay: int, read: bool) -> Sequence[GivenWork]:
        """The works that must arrive, or read, before so few groups are in flight; without order, those of all."""
        least = Phase.READ if read else Phase.ARRIVED
        first = self.read if read else self.arrived
        while first < len(self.groups) and _is_over(self.groups[first], least):
            first += 1
        if read:
            self.read = first
        else:
            self.arrived = first
        upto = len(self.groups) - stay
        if self.in_order:
            return [work for group in self.groups[first:upto] for work in group if work.phase < least]
        flying = [group for group in self.groups[first:] if not _is_over(group, least)]
        return (
            [work for group in flying for work in group if work.phase < least] if len(flying) > stay else []
        )

    def tells(self, stay: int, read: bool) -> list[GivenWork]:
        """The works of which the end of the wait tells that they have arrived, or read; those it has not told before."""
        upto = len(self.groups) - stay
        if not self.in_order and stay:
            return []
        first = self.told_read if read else self.told
        if read:
            self.told_read = max(first, upto)
        else:
            self.told = max(first, upto)
        return [work for group in self.groups[first:upto] for work in group] if upto > first else []

    @property
    def in_order(self) -> bool:
        """Whether a group arrives after those before it."""
        assert self.resource.groups is not None
        return self.resource.groups.order is not CompletionOrder.OUT_OF_ORDER


def _is_over(group: Group, least: Phase) -> bool:
    return all(work.phase >= least for work in group)
