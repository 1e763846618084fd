"""The exhaustive schedule: every order that can make a difference, by dynamic partial order reduction.

A run is a sequence of *transitions*: a task goes on from one scheduling point to the next. Only the action that a
transition begins with can be noticed by other tasks; `docs/semantics.md` ("Schedules") says why. A task with no such action
goes on at once, since doing so earlier or later makes no difference. At each other point the search picks one task; after the
run it looks for pairs of transitions whose actions conflict and which could have come the other way round (Flanagan and
Godefroid, 2005), and adds a choice that begins such an order: one of a source set (Abdulla, Aronis, Jonsson and Sagonas,
2014). Sleep sets keep it from trying two orders that differ in nothing; with them, to add the second one's task alone would
lose orders, for it may be asleep there for what it does first.

Each run stands for all orders of its transitions that keep the order of those that conflict, and of those that have to
come one before the other: as many as this order has linear extensions. That a task cannot begin yet is no
transition of these. Sets of transitions are numbers with a bit for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from asyncir.diagnostics import Diagnostic
from asyncir.semantics.core.outcome import too_many_orders
from asyncir.semantics.tasks.linear_extensions import LinearExtensions
from asyncir.semantics.tasks.machine import TaskMachine
from asyncir.semantics.tasks.schedules import Exhaustive, Policy
from asyncir.semantics.tasks.tasks import ANY_COMPLETION, Action, Task

STEPS_OF_A_SWITCH = 50
"""What it takes to go from one task to another, in steps of tasks."""


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
    before: int
    needs: int
    """The same, without those that came before only because their actions conflict."""
    order: int
    """`before`, and what it waited for on its way without stopping: its first action could have come before that."""


class OrderExplorer:
    """The search over all runs."""

    def __init__(self, machine: TaskMachine, bounds: Exhaustive):
        self.machine = machine
        self.bounds = bounds
        self.steps = 0
        """What the runs have taken."""
        self.path: list[ChoicePoint] = []
        self.transitions: list[Transition] = []
        self.by_key: dict[object, list[int]] = {}
        """The transitions whose action is about something."""
        self.completing: list[int] = []
        """Those whose action completes something, or asks whether it is complete."""
        self.idle = 0
        """Those in which a task does nothing but wait for what its body needs."""
        self.seen = 0
        """So many transitions are as in the run before: pairs of them were looked at."""
        self.redundant = False
        self.runs = 0
        """Those that the search took, without redundant ones."""
        self.orders: int | None = 0
        """So many orders of transitions they stand for; None where they were not counted."""

    def explore(self, run: Callable[[Callable[[Task], Policy]], bool]) -> Diagnostic | None:
        """Call `run` until no order is left, or it returns False; a diagnostic if there are too many."""
        for _ in range(self.bounds.max_runs):
            if self.steps > self.bounds.max_steps:
                return too_many_orders(f"{self.bounds.max_steps} steps of the tasks")
            self.redundant = False
            self.transitions = []
            self.by_key, self.completing, self.idle = {}, [], 0
            goes_on = run(lambda task: _ExhaustivePolicy(self))
            self.steps += self.machine.steps + STEPS_OF_A_SWITCH * len(self.transitions)
            if not self.redundant:
                self.runs += 1
                self._count_orders()
            if not goes_on:
                return None
            self._find_reversals()
            if not self._next_path():
                return None
        return too_many_orders(f"{self.bounds.max_runs} runs")

    def conflicting(self, action: Action) -> Iterator[int]:
        """The transitions so far whose actions conflict with an action."""
        about = self.by_key.get(action.key, [])
        if action.completes:
            about = [*about, *self.by_key.get(ANY_COMPLETION, ())]
        if action.key == ANY_COMPLETION:
            about = self.completing
        return (i for i in about if action.conflicts(self.transitions[i].action))

    def goes_past(self, index: int) -> None:
        """The running transition goes on behind a wait for what another completed."""
        running = len(self.transitions) - 1
        if 0 <= index < running:
            self.transitions[running].order |= 1 << index | self.transitions[index].order

    def add(self, transition: Transition) -> None:
        """The next transition of the run."""
        if (action := transition.action) is not None:
            number = len(self.transitions)
            self.by_key.setdefault(action.key, []).append(number)
            if action.completes:
                self.completing.append(number)
        self.transitions.append(transition)

    def _count_orders(self) -> None:
        """Add the orders that this run stands for."""
        if self.orders is not None:
            found = LinearExtensions([transition.order for transition in self.transitions]).count(self.idle)
            self.orders = None if found is None else self.orders + found

    def _next_path(self) -> bool:
        """Change the last choice that has an alternative left."""
        while self.path:
            node = self.path[-1]
            node.done.add(node.chosen)
            node.sleep[node.chosen] = node.enabled[node.chosen]
            left = sorted(node.backtrack - node.done - set(node.sleep))
            if left:
                node.chosen = left[0]
                last = len(self.path) - 1
                self.seen = next(i for i, t in enumerate(self.transitions) if t.node == last)
                return True
            self.path.pop()
        return False

    def _find_reversals(self) -> None:
        """For each pair that conflicts and is not ordered otherwise: try the second first."""
        for later in range(self.seen, len(self.transitions)):
            second = self.transitions[later]
            for earlier in () if second.action is None else self.conflicting(second.action):
                first = self.transitions[earlier]
                if earlier >= later or first.task == second.task or first.node < 0:
                    continue
                if not second.needs >> earlier & 1:
                    self._add_choice(self.path[first.node], earlier, later)

    def _add_choice(self, node: ChoicePoint, earlier: int, later: int) -> None:
        """Try one that can begin what leads to the second without the first, if none of these was tried."""
        others = [k for k in range(earlier + 1, later) if not self.transitions[k].before >> earlier & 1]
        those = sum(1 << k for k in (*others, later))
        begin = {t.task for k in (*others, later) if not (t := self.transitions[k]).before & those}
        begin &= node.enabled.keys()
        if not begin & (node.backtrack | node.done):
            node.backtrack.update(sorted(begin - node.sleep.keys())[:1])


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

    def not_yet(self) -> None:
        """See `Policy`."""
        self.explorer.idle |= 1 << self.explorer.machine.transition

    def goes_past(self, transition: int) -> None:
        """See `Policy`."""
        self.explorer.goes_past(transition)

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
        explorer = self.explorer
        transitions = explorer.transitions
        needs = order = 0
        for index in (self.last.get(task.identity, -1), *task.enablers):
            if index >= 0:
                needs |= 1 << index | transitions[index].before
                order |= 1 << index | transitions[index].order
        task.enablers = []
        before = needs
        for index in () if action is None else explorer.conflicting(action):
            before |= 1 << index | transitions[index].before
            order |= 1 << index | transitions[index].order
        explorer.add(Transition(task.identity, action, node, before, needs, order))
        self.last[task.identity] = explorer.machine.transition = len(transitions) - 1
        del self.ready[task.identity]
        return task
