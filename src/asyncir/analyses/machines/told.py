"""What one op of synchronisation tells of one work: is it over, whenever the op is?

The walk (walk.py) goes through all executions. Each time that the op is executed, what it tells by itself is held against
the executions of the work before it; what was known already does not count. So the answer is about this op, and stays
true where another one makes it needless.
"""

from __future__ import annotations

from collections.abc import Collection

from asyncir.analyses.machines.knowledge import CannotFollow, WalkIteration
from asyncir.analyses.machines.program import MachineItem, MachineProgram
from asyncir.analyses.machines.state import Row, learn
from asyncir.analyses.machines.walk import Walk
from asyncir.dialects.effects import Milestone
from asyncir.ir import Operation
from asyncir.targets.resources import ResourceKind, SyncResource


class _Told(Walk):
    """Notes when works were given, and holds what the op tells against it."""

    def __init__(
        self, program: MachineProgram, works: Collection[Operation], engine: int, op: Operation, read: bool
    ):
        super().__init__(program)
        self.works = works
        self.engine = engine
        self.op = op
        self.read = read
        self.begun: list[int] = []
        """The stamps of the works so far."""
        self.most_left = 0
        """How many of the works before the op it does not tell of, at most."""
        self.tells = False
        """Whether it ever tells of one."""
        self._said: Row | None = None
        """What the op has told by now, while it is executed."""

    def before(self, iteration: WalkIteration, item: MachineItem) -> None:
        """A work is about to be given."""
        if item.op in self.works and item.engine == self.engine:
            self.begun.append(self.now)

    def tell(self, engine: int, row: Row) -> None:
        """A wait is over."""
        self._hear(row)
        super().tell(engine, row)

    def barrier_of_all(self) -> None:
        """All has arrived."""
        super().barrier_of_all()
        self._hear(self.state.thread)

    def barrier_on(self, engine: int) -> None:
        """All that the engine was given has arrived."""
        row = [0] * len(self.state.thread)
        self._all_of(engine, row)
        self._hear(row)
        super().barrier_on(engine)

    def live(self, item: MachineItem) -> None:
        """See `LastingWalk`: whether something is initialised in time is another question, but of phases."""
        resource = self._resource(item.op)
        if resource is not None and resource.kind is ResourceKind.PHASES:
            super().live(item)

    def _check_plain(self, item: MachineItem, resource: SyncResource | None) -> None:
        """See `LastingWalk`."""

    def _hear(self, row: Row) -> None:
        if self._said is not None:
            learn(self._said, row)

    def _wait(self, item: MachineItem) -> None:
        self._listen(item)
        super()._wait(item)
        self._judge(item)

    def _barrier(self, item: MachineItem) -> None:
        self._listen(item)
        super()._barrier(item)
        self._judge(item)

    def _listen(self, item: MachineItem) -> None:
        self._said = [0] * len(self.state.thread) if item.op is self.op else None

    def _judge(self, item: MachineItem) -> None:
        said, self._said = self._said, None
        if said is None or self.is_dead or not self.begun:
            return
        known = said[self.engine]
        if self.read:
            known = max(known, said[self.engines + self.engine])
        left = sum(stamp >= known for stamp in self.begun)
        self.most_left = max(self.most_left, left)
        self.tells = self.tells or left < len(self.begun)


def most_left(
    program: MachineProgram,
    works: Collection[Operation],
    engine: str,
    op: Operation,
    milestone: Milestone = Milestone.WRITTEN,
) -> int | None:
    """Of how many executions of the works of an engine, the youngest before an op, the op does not tell that they are over.

    None where it never tells of any, or where the program cannot be followed.
    """
    number = program.engine(engine)
    if number is None:
        return None
    walk = _Told(program, works, number, op, milestone is Milestone.SOURCE_READ)
    try:
        walk.run()
    except CannotFollow:
        return None
    return walk.most_left if walk.tells else None
