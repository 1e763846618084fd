"""The tree of a program's places: loops, branches, tasks, and what is done in them; and which place comes before which.

An *instance* of a place is the place in certain iterations of the loops around it. Instances are ordered as if each task
ran where it is launched (`before`): that is one of the orders in which a program of tasks may run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import count

from asyncir.dialects.counted_loops import Count
from asyncir.dialects.effects import Access, Effect
from asyncir.ir import Operation, SSAValue


class PlaceKind(Enum):
    """What a place is."""

    ROOT = auto()
    LOOP = auto()
    CHOICE = auto()
    """Its parts are branches, of which one runs."""
    BRANCH = auto()
    TASK = auto()
    SCOPE = auto()
    """A region that runs once, in place."""
    TOUCH = auto()
    WAIT = auto()
    """For a token, a value or a group."""
    JOIN = auto()
    """A wait for all iterations of a parallel loop, which are tasks."""
    ASSERT = auto()
    MADE = auto()
    """A group is made."""
    ADD = auto()
    END = auto()
    """Of a task, or of what was allocated on the stack."""


@dataclass(frozen=True)
class BoundSum:
    """A sum of integers of the program, and a constant."""

    values: tuple[SSAValue, ...]
    constant: int = 0


@dataclass(frozen=True)
class CallPart:
    """An access of elements between bounds, as a call that is not taken apart may do it."""

    access: Access
    root: SSAValue
    ranges: tuple[tuple[BoundSum, BoundSum] | None, ...]
    """For each dimension, the first element and the one behind the last; None: all."""


_numbers = count()


class TreePlace:
    """A node of the tree; its children run in their order, but those of a choice, of which one runs."""

    def __init__(self, kind: PlaceKind, op: Operation, parent: TreePlace | None):
        self.kind = kind
        self.op = op
        self.number = next(_numbers)
        self.children: list[TreePlace] = []
        self.position = 0
        self.path: tuple[TreePlace, ...] = (self,)
        if parent is not None:
            self.position = len(parent.children)
            parent.children.append(self)
            self.path = (*parent.path, self)
        self.loops = tuple(place for place in self.path if isinstance(place, LoopPlace))
        self.tasks = tuple(place for place in self.path if place.kind is PlaceKind.TASK)

    @property
    def name(self) -> str:
        """The name of its instances for isl."""
        return f"S{self.number}"

    def below(self) -> Iterator[TreePlace]:
        """The place and all in it, in the order of the text."""
        yield self
        for child in self.children:
            yield from child.below()


class LoopPlace(TreePlace):
    """A loop, or one dimension of a parallel loop; with no count, one that runs any number of times."""

    def __init__(self, op: Operation, parent: TreePlace, counter: Count | None, parallel: bool = False):
        super().__init__(PlaceKind.LOOP, op, parent)
        self.counter = counter
        self.parallel = parallel


class BranchPlace(TreePlace):
    """What runs if a condition holds, or does not; it is not known when without one."""

    def __init__(self, op: Operation, parent: TreePlace, region: int, condition: SSAValue | None):
        super().__init__(PlaceKind.BRANCH, op, parent)
        self.region = region
        self.condition = condition


class TouchPlace(TreePlace):
    """Accesses of one op."""

    def __init__(
        self, op: Operation, parent: TreePlace, effects: Sequence[Effect | CallPart], atomic: bool = False
    ):
        super().__init__(PlaceKind.TOUCH, op, parent)
        self.effects = tuple(effects)
        self.atomic = atomic
        self.hot = False
        """Whether it is in what an `async.func` does in its caller."""


class WaitPlace(TreePlace):
    """A wait for a completion."""

    def __init__(self, op: Operation, parent: TreePlace, value: SSAValue):
        super().__init__(PlaceKind.WAIT, op, parent)
        self.value = value


class AssertPlace(TreePlace):
    """A condition without which nothing that follows in the task runs."""

    def __init__(self, op: Operation, parent: TreePlace):
        super().__init__(PlaceKind.ASSERT, op, parent)
        self.condition = op.operands[0]


class JoinPlace(TreePlace):
    """A wait for all iterations of a parallel loop."""

    def __init__(self, op: Operation, parent: TreePlace, task: TreePlace):
        super().__init__(PlaceKind.JOIN, op, parent)
        self.task = task


class AddPlace(TreePlace):
    """A completion becomes a member of a group."""

    def __init__(self, op: Operation, parent: TreePlace):
        super().__init__(PlaceKind.ADD, op, parent)
        self.member, self.group = op.operands


class EndPlace(TreePlace):
    """The end of a task, at which the stack memory that is listed ends, too."""

    def __init__(self, op: Operation, parent: TreePlace, stack: Sequence[SSAValue] = ()):
        super().__init__(PlaceKind.END, op, parent)
        self.stack = tuple(stack)

    @property
    def parent_task(self) -> TreePlace | None:
        """The task that ends here."""
        return self.path[-2] if self.path[-2].kind is PlaceKind.TASK else None


@dataclass(frozen=True)
class SerialMeeting:
    """A way in which an instance of one place comes before one of another."""

    equal: tuple[LoopPlace, ...]
    """Loops of which both are in the same iteration."""
    less: LoopPlace | None
    """The loop inside of these of which the first is in an earlier iteration; None where the text has it first."""
    depth: int
    """So many places of the paths of both are the same instance."""


def before(p: TreePlace, q: TreePlace) -> Iterator[SerialMeeting]:
    """How an instance of `p` may come before one of `q`, tasks running where they are launched."""
    common = 0
    for mine, other in zip(p.path, q.path, strict=False):
        if mine is not other:
            break
        common += 1
    equal: list[LoopPlace] = []
    for depth, place in enumerate(p.path[:common]):
        if isinstance(place, LoopPlace):
            yield SerialMeeting(tuple(equal), place, depth + 1)
            equal.append(place)
    if common == len(q.path):
        return
    if common < len(p.path):
        if p.path[common - 1].kind is PlaceKind.CHOICE:
            return
        if p.path[common].position >= q.path[common].position:
            return
    yield SerialMeeting(tuple(equal), None, common)


def met(meeting: SerialMeeting, first: str, second: str) -> list[str]:
    """How the iterations lie to each other."""
    depths = {loop: depth for depth, loop in enumerate((*meeting.equal, meeting.less))}
    found = [f"{first}k{depths[loop]} = {second}k{depths[loop]}" for loop in meeting.equal]
    if meeting.less is not None:
        found.append(f"{first}k{len(meeting.equal)} < {second}k{len(meeting.equal)}")
    return found
