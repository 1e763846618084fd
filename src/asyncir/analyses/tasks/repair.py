"""The fewest waits that make a program with tasks right: its paths are the oracle of the search in `analyses/repairs.py`.

Asked about some waits, the oracle executes the paths of each entry with them (`tried_waits.py`), for a few iterations of each
loop. Accesses that race give clauses (`missing_orders.py`); waits that wait for each other give a conflict. Where nothing is
seen any more, the program is changed and proved by whoever asks (`proves`): only a proof for all sizes makes a set right.

Of sets of as many waits the one is taken that orders the fewest pairs of segments beside those that have to be ordered,
counted for each wait alone; then dependencies rather than awaits rather than groups; then the spot that comes last. An await
in the body of a task counts as a dependency of the task, which is what one would write.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from asyncir.analyses.repairs import (
    Cost,
    RepairLimits,
    RightSet,
    SetAnswer,
    UnknownSet,
    WrongSet,
    smallest_repair,
)
from asyncir.analyses.tasks.additions import AddedWait, AdditionKind, Additions, additions_to
from asyncir.analyses.tasks.machine import PathLimits
from asyncir.analyses.tasks.missing_orders import MissingOrders, never_done
from asyncir.analyses.tasks.paths import Explored, explore
from asyncir.analyses.tasks.program import TaskProgram
from asyncir.analyses.tasks.shadow import TaskAccess
from asyncir.analyses.tasks.tried_waits import TryingMachine
from asyncir.analyses.tasks.witnesses import witness_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation
from asyncir.ir.walk import enclosing

_MOST_PATHS = 8
"""On so many paths it is counted how much parallelism a wait takes."""
_MOST_CLAUSES = 120
"""So many are taken from one look at the program."""
_MOST_ADDITIONS = 20_000
TOO_MANY = "there are too many waits that could be added"
WAITS_FOREVER = "something waits forever, which no further wait changes"
OUT_OF_REACH = "waits for the tokens and groups that are in scope are not enough"


@dataclass(frozen=True, slots=True)
class TaskRepair:
    """What was found."""

    waits: tuple[AddedWait, ...] | None
    """Those to add, in the order of the text; None if no repair was found."""
    shown: bool
    """Whether fewer are not enough; without a repair: whether no waits are enough."""
    reason: str = ""
    """Why there is none, or why it is not shown that fewer are not enough."""
    between: tuple[Operation, Operation] | None = None
    """Two accesses that no waits order."""
    questions: int = 0


@dataclass(slots=True)
class RepairGoal:
    """An entry that has to be right."""

    program: TaskProgram
    finishes: bool
    """Whether all that it launches has to be done with the memory of its caller when it returns."""
    is_wrong: bool = True
    """Whether that is known already. Where it is not, and no run of a few iterations is seen to be wrong, nothing is done."""


class _Oracle:
    def __init__(
        self,
        goals: Sequence[RepairGoal],
        additions: Additions,
        proves: Callable[[Collection[AddedWait]], str],
        args_alias: bool,
    ):
        self.goals = goals
        self.additions = additions
        self.order = {wait: number for number, wait in enumerate(additions.all())}
        self.proves = proves
        self.limits = PathLimits(together=0, args_alias=args_alias)
        self.impossible: frozenset[AddedWait] = frozenset()
        self.between: tuple[Operation, Operation] | None = None
        self.graphs: list[MissingOrders] = []
        """As the program is."""
        self.is_wrong = any(goal.is_wrong for goal in goals)
        self.is_first = True

    def ask(self, added: frozenset[AddedWait]) -> SetAnswer[AddedWait]:
        """Whether the program is right with these waits."""
        explored = [(goal, self._explore(goal, added)) for goal in self.goals]
        if self.is_first:
            self.is_first = False
            self._see_the_program(explored)
        answer = self._taught(explored)
        if answer.certain and (answer.clauses or answer.conflicts):
            self.is_wrong = True
            return answer
        reason = self.proves(added)
        if not reason:
            return RightSet()
        teaches = self.is_wrong and (answer.clauses or answer.conflicts)
        return answer if teaches else UnknownSet(reason)

    def cost(self, wait: AddedWait) -> Cost:
        """One wait; then what breaks ties. No two waits cost the same, so that the same is found each time."""
        places = self.additions.places
        return 1, self._lost(wait), int(wait.kind), len(places) - places[wait.before], self.order[wait]

    def _lost(self, wait: AddedWait) -> int:
        """How much parallelism a wait takes; in the body of a task, as much as a dependency of the task would."""
        lost = sum(graph.lost(wait) for graph in self.graphs)
        task = next((op for op in enclosing(wait.before) if kind_of(op) is OpKind.TASK), None)
        if wait.kind is not AdditionKind.AWAIT or task is None:
            return lost
        instead = AddedWait(AdditionKind.DEPENDENCY, task, wait.of)
        return max(lost, sum(graph.lost(instead) for graph in self.graphs))

    def _explore(self, goal: RepairGoal, added: frozenset[AddedWait]) -> Explored:
        return explore(goal.program, self.limits, partial(TryingMachine, self.additions, added))

    def _see_the_program(self, explored: Iterable[tuple[RepairGoal, Explored]]) -> None:
        impossible: set[AddedWait] = set()
        for goal, found in explored:
            for path in _tried(found):
                if _is_real(path) and path.incomplete is None:
                    impossible |= never_done(path)
                if len(self.graphs) < _MOST_PATHS:
                    self.graphs.append(MissingOrders(path))
                    for first, second, _ in _disorder(path, goal.finishes):
                        self.graphs[-1].demand(first.segment, second.segment)
        self.impossible = frozenset(impossible)

    def _taught(self, explored: Iterable[tuple[RepairGoal, Explored]]) -> WrongSet[AddedWait]:
        """What the paths teach: what is certain, or if nothing is, what is not."""
        clauses: dict[bool, dict[frozenset[AddedWait], None]] = {True: {}, False: {}}
        conflicts: dict[bool, dict[frozenset[AddedWait], None]] = {True: {}, False: {}}
        reason = ""
        for goal, found in explored:
            for path in _tried(found):
                graph: MissingOrders | None = None
                for first, second, certain in _disorder(path, goal.finishes):
                    if len(clauses[certain]) >= _MOST_CLAUSES:
                        break
                    graph = graph or MissingOrders(path, self.impossible)
                    cut = graph.clauses(first.segment, second.segment)
                    clauses[certain] |= dict.fromkeys(cut)
                    if not all(cut) and self.between is None:
                        self.between, reason = (first.op, second.op), OUT_OF_REACH
            for path, _, _ in found.deadlocks:
                if isinstance(path, TryingMachine):
                    stuck = frozenset(path.stuck_at[a] for a in path.blocked() if a in path.stuck_at)
                    conflicts[_is_real(path)][stuck] = None
                    reason = reason or ("" if stuck else WAITS_FOREVER)
        certain = bool(clauses[True] or conflicts[True])
        return WrongSet(tuple(clauses[certain]), tuple(conflicts[certain]), certain, reason)


def _tried(found: Explored) -> Iterator[TryingMachine]:
    return (path for path in found.paths if isinstance(path, TryingMachine))


def _is_real(path: TryingMachine) -> bool:
    """Whether some execution is on the path, however many waits are added."""
    return _is_plain(path) and witness_of(path, path.path.facts, ()) is not None


def _is_plain(path: TryingMachine) -> bool:
    return not (path.guessed or path.path.derived or path.lets_go)


def _disorder(path: TryingMachine, finishes: bool) -> Iterator[tuple[TaskAccess, TaskAccess, bool]]:
    """Accesses of which neither happens before the other, each with whether some execution has them."""
    plain = _is_plain(path)
    for meeting in path.shadow.meetings.values():
        is_real = plain and meeting.exact
        if is_real:
            is_real = witness_of(path, meeting.facts, meeting.conditions) is not None
        yield meeting.first, meeting.second, is_real
    if finishes and path.unfinished:
        is_real = _is_real(path)
        for access, end in path.unfinished.values():
            yield access, end, is_real


def repair_tasks(
    goals: Sequence[RepairGoal],
    functions: Iterable[Operation],
    proves: Callable[[Collection[AddedWait]], str],
    args_alias: bool = False,
    limits: RepairLimits | None = None,
) -> TaskRepair:
    """The fewest waits, added to some functions, with which all entries are right.

    `proves` says of a program with some waits added why it is not proved; nothing, if it is.
    """
    additions = additions_to(functions)
    if sum(1 for _ in additions.all()) > _MOST_ADDITIONS:
        return TaskRepair(None, False, TOO_MANY)
    oracle = _Oracle(goals, additions, proves, args_alias)
    found = smallest_repair(oracle.ask, oracle.cost, limits)
    if found.chosen is None:
        return TaskRepair(None, found.shown, found.reason, oracle.between, found.questions)
    waits = sorted(found.chosen, key=lambda w: (additions.places[w.before], oracle.order[w]))
    return TaskRepair(tuple(waits), found.shown, found.reason, None, found.questions)
