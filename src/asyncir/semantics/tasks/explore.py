"""The exhaustive schedule: every order that can make a difference, by dynamic partial order reduction.

A run is a sequence of *transitions*: a task goes on from one scheduling point to the next. Only the action that a
transition begins with can be noticed by other tasks; `docs/semantics.md` ("Schedules") says why. A task with no such action
goes on at once, since doing so earlier or later makes no difference. At each other point the search picks one task; after the
run it looks for pairs of transitions whose actions conflict and which could have come the other way round, and adds that
choice (Flanagan and Godefroid, 2005). Sleep sets keep it from trying two orders that differ in nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from asyncir.diagnostics import Diagnostic
from asyncir.semantics.core.outcome import too_many_orders
from asyncir.semantics.tasks.machine import TaskMachine
from asyncir.semantics.tasks.schedules import Policy
from asyncir.semantics.tasks.tasks import Action, Task


@dataclass
class ChoicePoint:
    """A point of choice: who could go on, and with which action."""

    enabled: dict[str, Action]
    sleep: dict[str, Action]
    chosen: str = ""
    backtrack: set[str] = field(default_factory=set[str])
    done: set[str] = field(default_factory=set[str])


@dataclass
class Transition:
    """What happened: the task, its action, and the transitions that had to come before it."""

    task: str
    action: Action | None
    node: int
    """Its point of choice, or -1 where there was none."""
    before: set[int]
    needs: set[int]
    """The same, without those that came before only because their actions conflict."""


class OrderExplorer:
    """The search over all runs."""

    def __init__(self, machine: TaskMachine, max_runs: int):
        self.machine = machine
        self.max_runs = max_runs
        self.path: list[ChoicePoint] = []
        self.transitions: list[Transition] = []
        self.redundant = False
        self.runs = 0

    def explore(self, run: Callable[[Callable[[Task], Policy]], bool]) -> Diagnostic | None:
        """Call `run` until no order is left, or it returns False; a diagnostic if there are too many."""
        while True:
            self.runs += 1
            if self.runs > self.max_runs:
                return too_many_orders(self.max_runs)
            self.redundant = False
            self.transitions = []
            if not run(lambda task: _ExhaustivePolicy(self)):
                return None
            self._find_reversals()
            if not self._next_path():
                return None

    def _next_path(self) -> bool:
        """Change the last choice that has an alternative left."""
        while self.path:
            node = self.path[-1]
            node.done.add(node.chosen)
            node.sleep[node.chosen] = node.enabled[node.chosen]
            left = sorted(node.backtrack - node.done - set(node.sleep))
            if left:
                node.chosen = left[0]
                return True
            self.path.pop()
        return False

    def _find_reversals(self) -> None:
        """For each pair that conflicts and is not ordered otherwise: try the second first."""
        for later, second in enumerate(self.transitions):
            if second.action is None:
                continue
            for earlier in range(later):
                first = self.transitions[earlier]
                if first.task == second.task or first.node < 0 or not second.action.conflicts(first.action):
                    continue
                if earlier in second.needs:
                    continue
                self._add_choice(self.path[first.node], earlier, later)

    def _add_choice(self, node: ChoicePoint, earlier: int, later: int) -> None:
        task = self.transitions[later].task
        if task in node.enabled:
            node.backtrack.add(task)
            return
        # The second could not go on yet: one of those that led to it can.
        needs = self.transitions[later].needs
        leading = {self.transitions[i].task for i in needs if i > earlier} & set(node.enabled)
        node.backtrack |= {min(leading)} if leading else set(node.enabled)


class _ExhaustivePolicy(Policy):
    """Follows the explorer's path, then extends it."""

    switches_before = True

    def __init__(self, explorer: OrderExplorer):
        self.explorer = explorer
        self.ready: dict[str, Task] = {}
        self.depth = 0
        self.last: dict[str, int] = {}
        self.sleep: dict[str, Action] = {}

    def enabled(self, task: Task) -> None:
        """See `Policy`."""
        self.ready[task.identity] = task

    def pick(self) -> Task | None:
        """See `Policy`."""
        if not self.ready or self.explorer.redundant:
            return None
        for task in self.ready.values():
            if not task.granted:
                return self._go(task, None, -1)
        node = self._node()
        if node is None:
            return None
        chosen = self.ready[node.chosen]
        action = node.enabled[node.chosen]
        self.sleep = {
            name: a for name, a in node.sleep.items() if not action.conflicts(a) and name != node.chosen
        }
        return self._go(chosen, action, self.depth - 1)

    def _node(self) -> ChoicePoint | None:
        """The point of choice at hand; None where every choice would repeat another run."""
        path = self.explorer.path
        if self.depth == len(path):
            enabled = {
                name: task.action for name, task in sorted(self.ready.items()) if task.action is not None
            }
            node = ChoicePoint(enabled, dict(self.sleep))
            awake = [name for name in enabled if name not in self.sleep]
            if not awake:
                self.explorer.redundant = True
                return None
            node.chosen = awake[0]
            node.backtrack.add(awake[0])
            path.append(node)
        self.depth += 1
        return path[self.depth - 1]

    def _go(self, task: Task, action: Action | None, node: int) -> Task:
        transitions = self.explorer.transitions
        needs: set[int] = set()
        for index in (self.last.get(task.identity, -1), *task.enablers):
            if index >= 0:
                needs |= {index} | transitions[index].before
        task.enablers = []
        before = set(needs)
        if action is not None:
            for index, other in enumerate(transitions):
                if action.conflicts(other.action):
                    before |= {index} | other.before
        transitions.append(Transition(task.identity, action, node, before, needs))
        self.last[task.identity] = self.explorer.machine.transition = len(transitions) - 1
        del self.ready[task.identity]
        return task
