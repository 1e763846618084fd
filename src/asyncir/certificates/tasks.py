"""Checks certificates of programs with tasks: what the `Verifier` does for queues, for the order that waits make.

*What is proved.* No execution of an entry has a race, and nobody waits forever. Tasks are executed where they are launched,
each to its end: that is one of the orders in which they may run. Whether one access happens before another one is the
same in all orders (`docs/semantics.md`, SEM-24), and as long as no race was met, so are the values. So it is enough that
in this one order each access happens behind all that it conflicts with. All that somebody waits for has ended in this
order when it is waited for. So of all who wait, in any order, the one that comes first in this one waits for nobody, and
nobody waits forever.

*Tasks and labels.* An *owner* is an op that launches a task, with the calls that lead to it. Its tasks are told apart by
their labels: the numbers of the iterations of the counted loops around, which no two of them share, for nothing else may
repeat the op.

*The state.* `flying` says what tasks have touched: `OWNER:KIND:OBJECT`, from coordinates to (label..., element...). It only
grows. What may be true has to be in it. `sure` says what is true in any case:

    known D OWNER       the labels of those tasks that have ended before the activation at depth D goes on; of the tasks
                        around, too: what they have done before is ordered with what is done in them
    covers OWNER OTHER  from the labels of a task to those of others, which have ended when it has
    members GROUP OWNER the labels of the tasks in a group

A task starts with what its launcher knows, with what it waits for, and with itself; when it ends, it covers what it knows.
Who waits for it knows that it has ended, and what it covers. Depth is the number of tasks around: the launcher's knowledge
is as it was when the body of its task ends.

An async function is a task, too. What it does before its first wait is noted as done by its caller (`hot D`), as long as that
is certain: behind a point it is not.

*What differs from queues.* In a task no access tells that an index is in bounds, no assertion that something holds: the task
may end there, and its launcher go on. So may a task that fails, which is why all of its body is taken for executed: it may
touch more than it does, and who waits for it fails, so that nobody relies on what it would have done. What it had on its
stack ends then, though: if anything may fail, tasks must not use the stack of others. A loop or a call in which nobody
launches or waits is one step, which touches what all of its iterations may touch.

*Why it ends, what is refused and what must be believed* is as for queues (`verifier.py`); there are no certificates of
programs with both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from asyncir.certificates.memory import View, root, shape
from asyncir.certificates.parallel import unruled
from asyncir.certificates.rules import DIVISIONS
from asyncir.certificates.state import COUNTED, GIVEN, NotFollowed, ProofState, Refused
from asyncir.certificates.task_nesting import LAUNCHES, Nesting
from asyncir.certificates.task_state import GroupLabel, TaskLabel, TaskState
from asyncir.certificates.threads import Path, conflict
from asyncir.certificates.values import (
    OUT,
    SET,
    BoundedInteger,
    Function,
    Relation,
    coalesced,
    function,
    held,
    isl,
    literal,
    width,
)
from asyncir.certificates.verifier import Way, without
from asyncir.dialects.async_types import AsyncOpInterface, CompletionType, GroupType
from asyncir.dialects.effect_types import Access, Effect
from asyncir.dialects.effects import callee_name, is_allocation
from asyncir.dialects.execution_traits import Fails
from asyncir.dialects.interfaces.completion import (
    commits,
    issues,
    waits_by_count,
    waits_by_token,
    waits_finished,
)
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_sizes import size_along
from asyncir.ir import BlockArgument, IsTerminator, Operation, OpResult, SSAValue

_MOST_OWNERS = 200
"""What is known is kept for each pair of them."""


class TaskVerifier(Nesting):
    """One check of one certificate of a program with tasks."""

    depth = 0
    """Of the activation that is executed."""

    frame: Path = ()
    """The calls around what is looked at, which may be inside of one step."""
    lent: Operation | None = None
    """Memory on the stack that tasks of another activation touch."""

    def run(self) -> None:
        """Return if nothing speaks against the certificate."""
        self.start(TaskState(isl.Set("{ [] }").intersect_params(self.parameters)))
        while self.todo:
            self.execute(*self.todo.pop())
        self.check_failures()

    def start(self, state: TaskState) -> None:
        """Look at the program, then begin."""
        inner = [op for op in self.ops if op.regions or self.called(op) is not None]
        self.launching = {op for op in inner if self.is_asynchronous(op)}
        self.failing: set[Operation] = set()
        """Ops of groups that may fail."""
        self.check_program()
        self.begin(state)

    def check_program(self) -> None:
        """That the program has nothing for which there are no rules."""
        if self.threads.several:
            raise NotFollowed("tasks in blocks of several threads are not followed", self.entry)
        for op in self.all_in(self.entry):
            by_queue = any(
                found(op) is not None for found in (issues, commits, waits_by_count, waits_finished)
            ) or (waits_by_token(op) is not None and kind_of(op) is not OpKind.AWAIT)
            if by_queue:
                raise NotFollowed("tasks and queues in one program are not followed", op)
            if unruled([op]) is not None:
                raise NotFollowed(f"the rules for {op.name} are not known here", op)
            if kind_of(op) is OpKind.CALL_OF_VALUE:
                raise NotFollowed("calls of computed functions are not followed", op)
        if sum(kind_of(op) in LAUNCHES for op in self.ops) > _MOST_OWNERS:
            raise NotFollowed("it has very many tasks that are written out", self.entry)
        for argument in self.body.args:
            if isinstance(argument.type, CompletionType):
                raise NotFollowed("a token, value or group comes from the caller", self.entry)

    def is_asynchronous(self, op: Operation) -> bool:
        """Whether somebody launches or waits in the op, or in what it calls."""
        return any(self.is_special(inner) or is_operation(inner) for inner in self.all_in(op))

    # ops

    def step(self, op: Operation, path: Path, state: Any) -> None:
        """Execute an op that does not decide where control goes."""
        self.depth, self.at, self.frame = self.depth_of(op, path), (op, path), path
        kind = kind_of(op)
        for result in op.results:
            state.env.pop(result, None)
        if kind in (OpKind.AWAIT, OpKind.AWAIT_ALL):
            state.env.pop(f"hot {self.depth}", None)
        if kind is OpKind.AWAIT:
            self.wait_for(op.operands[0], self.depth, state)
        elif kind is OpKind.GROUP:
            self.make_group(op, path, state)
        elif kind is OpKind.ADD_TO_GROUP:
            self.add_member(op, state)
        elif kind is OpKind.AWAIT_ALL:
            self.wait_for_all(op, state)
        elif is_operation(op):
            self.operation(op, path, state)
        elif kind is OpKind.ASSERT:
            self.demand(op, state)
        elif self.depth > 0 and kind in DIVISIONS and self.is_zero(op.operands[1], state):
            raise NotFollowed("a task divides by zero", op)
        else:
            super().step(op, path, state)

    def demand(self, op: Operation, state: TaskState) -> None:
        """What an assertion says holds behind it, but for whoever launched the task in which it is."""
        holds = self.number(op.operands[0], state).of
        if self.depth == 0:
            state.reach = state.reach.intersect(holds.ne_set(state.fixed(0).of))

    def touched(self, op: Operation, path: Path, state: Any) -> Iterator[tuple[str, str, Relation]]:
        """What the op does now, which may be what is inside of a function that it calls."""
        before, self.frame = self.frame, path
        yield from super().touched(op, path, state)
        self.frame = before

    def meet(self, at: Path, state: Any) -> None:
        """The end of the entry: there are no other threads."""

    def stay(self, starts: Any, sizes: Any, extents: Any, state: Any) -> None:
        """Who touches something is in bounds; not so where only a task ends if it is not."""
        if self.depth == 0:
            super().stay(starts, sizes, extents, state)

    def access(self, kind: str, name: str, cells: Relation, state: Any, op: Operation) -> None:
        """Touch elements of an object, behind all that conflicts with it."""
        cells = state.wide(cells).intersect_domain(state.reach)
        constant = name.removesuffix("*") in self.constant or (name == "?" and self.constant)
        if kind != "R" and constant and self.possible(state, cells.domain()):
            raise self.refused("the certificate says that nothing writes this", op)
        self.check_order(kind, name, cells, state, op)
        if kind != "R":
            self.forget(name, cells, state)
        self.note(kind, name, cells, state)

    def check_order(self, kind: str, name: str, cells: Relation, state: TaskState, op: Operation) -> None:
        """That nothing which conflicts with the access may come behind it."""
        self.watch_stack(name)
        for key, relation in state.flying.items():
            owner, _, touch = key.partition(":")
            if conflict(touch, f"{kind}:{name}") and self.races(owner, relation, cells, state):
                raise self.refused(f"it may come before or behind what {self.told(owner)} does", op)

    def note(self, kind: str, name: str, cells: Relation, state: Any) -> None:
        """Keep in mind what a task has touched; what an async function does before its first wait, its caller does."""
        depth, place = self.depth, self.activation() if self.depth > 0 else None
        while place is not None and kind_of(place[0]) is OpKind.TASK_CALL and state.env.get(f"hot {depth}"):
            depth -= 1
            place = self.launched_by(*place) if depth > 0 else None
        if place is not None:
            label = self.label(*place, state)
            touched = state.map(*label).flat_range_product(state.wide(cells))
            state.add(f"{self.owner(*place)}:{kind}:{name}", touched)

    def races(self, owner: str, relation: Relation, cells: Relation, state: TaskState) -> bool:
        """Whether an element may be one that a task has touched which may not have ended."""
        labels = self.labels(owner)
        rank = relation.dim(OUT) - labels
        if rank == cells.dim(OUT):
            both = relation.intersect(cells.insert_dims(OUT, 0, labels))
        else:
            both = relation.intersect_domain(cells.domain())
        if both.is_empty() or not self.possible(state, both.domain()):
            return False
        known = state.sure.get(f"known {self.depth}", {}).get(owner)
        left = both if known is None else without(both, known.add_dims(OUT, rank))
        return not left.is_empty() and self.possible(state, left.domain())

    def told(self, owner: str) -> str:
        """An owner, in words."""
        return f"a task of {self.ops[int(owner.rpartition('/')[2])].name}"

    def watch_stack(self, name: str) -> None:
        """Note where a task touches memory on the stack of another activation: it must not end before the task."""
        if self.depth == 0:
            return
        if name == "?":
            self.lent = self.lent or next(
                (op for op in self.ops if kind_of(op) is OpKind.ALLOCATE_ON_STACK), None
            )
        number = name.removeprefix("alloc ").removesuffix("*")
        if not number.isdecimal() or kind_of(self.ops[int(number)]) is not OpKind.ALLOCATE_ON_STACK:
            return
        made = self.ops[int(number)]
        launch, path = self.activation()
        behind = {self.called(call) for call in self.at[1][len(path) :]}
        if launch not in self.around(made, ()) and self.function_of(made) not in behind:
            self.lent = self.lent or made

    def end_stack(self, around: Operation, state: TaskState) -> None:
        """The end of a function, task or region: no task may touch what was on its stack from here on."""
        for made in around.walk():
            if kind_of(made) is OpKind.ALLOCATE_ON_STACK and _scope(made) is around:
                name, cells = self.elements(made.results[0], Effect(Access.WRITE, made.results[0]), state)
                self.check_order("W", name, state.wide(cells), state, around)

    def check_failures(self) -> None:
        """That nothing fails where tasks use memory on the stack of others: it would end before they do."""
        if self.lent is None:
            return
        known = (OpKind.AWAIT, OpKind.AWAIT_ALL, OpKind.ADD_TO_GROUP)
        for op in self.all_in(self.entry):
            if op in self.failing or (op.has_trait(Fails) and kind_of(op) not in known):
                raise NotFollowed(
                    "tasks use memory on the stack, which may end before they do: this may fail", op
                )

    def seen(self, value: SSAValue, state: Any) -> View:
        """What the program says of memory; what a loop makes in each iteration are different objects."""
        if not isinstance(value, OpResult) or not is_allocation(value):
            return super().seen(value, state)
        path = self.path_of(value.op, self.frame)
        of = root(f"alloc {self.ids[value.op]}", value)
        try:
            label = self.label(value.op, path, state)
        except NotFollowed:
            return of
        if not label or not of.whole:
            return of
        return View(of.object, False, self.numbered(len(shape(value)), label, state))

    def element(self, op: Operation, state: Any) -> BoundedInteger | None:
        """An extent, as whoever made the memory, or took a part of it, says; else as for queues."""
        if (
            kind_of(op) is OpKind.EXTENT
            and (dimension := literal(self.number(op.operands[1], state))) is not None
        ):
            of = op.operands[0]
            while (
                isinstance(of, BlockArgument)
                and 0 <= dimension < len(shape(of))
                and of.block is not self.body
            ):
                call = next((c for c in self.frame if self.begins(c, of)), None)
                if call is None or shape(of)[dimension] >= 0:
                    break
                of = call.operands[of.index]
            if isinstance(of, OpResult) and 0 <= dimension < len(shape(of)):
                size = size_along(of, dimension)
                if size is not None:
                    return self.number(size, state)
            if isinstance(of, BlockArgument) and of.block is self.body and 0 <= dimension < len(shape(of)):
                if shape(of)[dimension] >= 0:
                    return state.fixed(shape(of)[dimension])
                return self.parameter(f"d{of.index}_{dimension}", 0, GIVEN)
        return super().element(op, state)

    def begins(self, call: Operation, argument: BlockArgument) -> bool:
        """Whether an argument is one of the function that is called."""
        callee = self.called(call)
        return callee is not None and argument.block is callee.regions[0].blocks[0]

    def numbered(self, rank: int, label: Sequence[Function], state: TaskState) -> Relation:
        """From coordinates to an index, then to the label and the index again."""
        index = isl.Map.from_domain(state.reach).add_dims(OUT, rank)
        both = isl.Map.from_domain(state.reach)
        for each in label:
            both = both.flat_range_product(state.wide(each).as_map())
        made = index.flat_range_product(both.add_dims(OUT, rank))
        for d in range(rank):
            made = made.equate(OUT, d, OUT, rank + len(label) + d)
        return made

    # launches and waits

    def launch(self, op: Operation, path: Path, awaited: Sequence[SSAValue], state: TaskState) -> None:
        """Begin a task: it knows what its launcher knows, what it waits for, and itself."""
        depth, me = self.depth_of(op, path), state.map(*self.label(op, path, state))
        state.sure[f"known {depth + 1}"] = state.sure.get(f"known {depth}", {})
        state.learn(f"known {depth + 1}", {self.owner(op, path): me})
        state.env.pop(f"hot {depth + 1}", None)
        for value in awaited:
            self.wait_for(value, depth + 1, state)

    def finish(self, op: Operation, path: Path, state: TaskState) -> None:
        """End a task: who waits for it knows what it knows."""
        depth, label = self.depth_of(op, path), self.label(op, path, state)
        owner, me = self.owner(op, path), state.map(*label)
        known = state.sure.pop(f"known {depth + 1}", {})
        state.env.pop(f"hot {depth + 1}", None)
        state.learn(f"covers {owner}", {other: me.flat_range_product(of) for other, of in known.items()})
        for result in op.results:
            state.env[result] = TaskLabel(owner, label)

    def wait_for(self, value: SSAValue, depth: int, state: TaskState) -> None:
        """Wait for a token or value; of one of which nothing is known, nothing is known behind it."""
        if isinstance(of := state.env.get(value), TaskLabel):
            self.ended(of.owner, state.map(*of.label), depth, state)
        elif isinstance(of, GroupLabel) or isinstance(value.type, GroupType):
            raise NotFollowed("a group is waited for as a token is")

    def ended(self, owner: str, labels: Relation, depth: int, state: TaskState) -> None:
        """An activation knows that tasks have ended, and so those that they cover."""
        more, first = {owner: labels}, labels.dim(OUT)
        for other, covers in state.sure.get(f"covers {owner}", {}).items():
            both = labels.add_dims(OUT, covers.dim(OUT) - first).intersect(covers).project_out(OUT, 0, first)
            more[other] = more[other].union(both) if other in more else both
        state.learn(f"known {depth}", more)

    def make_group(self, op: Operation, path: Path, state: TaskState) -> None:
        """Make a group; the one that the op made before is not followed any more."""
        made = self.owner(op, path)
        for key in [key for key, of in state.env.items() if isinstance(of, GroupLabel) and of.made == made]:
            del state.env[key]
        state.sure.pop(f"members {made}", None)
        size = self.number(op.operands[0], state)
        if self.possible(state, size.of.lt_set(state.fixed(0).of)):
            self.failing.add(op)
        state.env[f"size {made}"] = size
        state.env[f"#{made}"] = state.fixed(0)
        state.env[op.results[0]] = GroupLabel(made, self.depth)

    def group(self, value: SSAValue, state: TaskState) -> GroupLabel:
        """What is known of a group."""
        of = state.env.get(value)
        if not isinstance(of, GroupLabel):
            raise NotFollowed("of a group it is not known where it was made")
        return of

    def add_member(self, op: Operation, state: TaskState) -> None:
        """Add a task to a group: whoever made the group does, so that all orders add the same."""
        group = self.group(op.operands[1], state)
        if group.depth != self.depth:
            raise NotFollowed("a task adds to a group of another one", op)
        if isinstance(of := state.env.get(op.operands[0]), TaskLabel):
            state.learn(f"members {group.made}", {of.owner: state.map(*of.label)})
        rank, size = (state.widened(state.env[f"{what}{group.made}"]) for what in ("#", "size "))
        if self.possible(state, rank.of.ge_set(size.of)):
            self.failing.add(op)
        one = state.fixed(1)
        state.env[f"#{group.made}"] = BoundedInteger(rank.of.add(one.of), rank.low + 1, rank.high + 1)
        if width(op.results[0]):
            state.env[op.results[0]] = rank

    def wait_for_all(self, op: Operation, state: TaskState) -> None:
        """Wait for all members of a group, which has to be full."""
        group = self.group(op.operands[0], state)
        self.check_full(group, state, op)
        for owner, members in state.sure.get(f"members {group.made}", {}).items():
            self.ended(owner, members, self.depth, state)

    def check_full(self, group: GroupLabel, state: TaskState, op: Operation) -> None:
        """That a group has all its members."""
        size, count = (state.widened(state.env[f"{what}{group.made}"]) for what in ("size ", "#"))
        if self.possible(state, size.of.gt_set(count.of)):
            raise self.refused("the group may never have all its members", op)

    def operation(self, op: Operation, path: Path, state: TaskState) -> None:
        """What runs outside from now on, behind what it waits for: a task of its own."""
        self.launch(op, path, AsyncOpInterface.dependencies(op), state)
        self.depth += 1
        self.acting = (op, path)
        for kind, name, cells in list(self.touched(op, path, state)):
            self.access(kind, name, cells, state, op)
        self.acting = None
        self.depth -= 1
        self.finish(op, path, state)

    # control flow

    def ways(self, op: Operation, path: Path, state: Any) -> Iterator[Way]:
        """Where an op sends control: into tasks and out of them, too; what launches nothing is one step."""
        self.depth, self.at, self.frame = self.depth_of(op, path), (op, path), path
        kind, around = kind_of(op), op.parent_op()
        assert around is not None
        if kind is OpKind.TASK:
            self.launch(op, path, op.operands, state)
            body = self.only(op.regions[0].blocks, op)
            for argument in body.args:
                state.env.pop(argument, None)
            yield body, path, (), ()
        elif kind is OpKind.TASK_CALL:
            callee = self.callee_of(op, path)
            self.launch(op, path, (), state)
            state.env[f"hot {self.depth + 1}"] = True
            body = self.only(callee.regions[0].blocks, op)
            yield body, (*path, op), body.args, op.operands
        elif op.has_trait(IsTerminator) and kind_of(around) is OpKind.TASK:
            self.end_stack(around, state)
            self.finish(around, path, state)
            yield around, path, (), ()
        elif op.has_trait(IsTerminator) and kind_of(around) is OpKind.TASK_FUNCTION and path:
            self.end_stack(around, state)
            self.finish(path[-1], path[:-1], state)
            yield path[-1], path[:-1], (), ()
        elif self.decides(op):
            if kind_of(op) is OpKind.STACK_RETURN or (
                op.has_trait(IsTerminator) and around in self.functions.values()
            ):
                self.end_stack(around, state)
            self.check_loop(op, state)
            yield from self.sent(op, path, state)

    def decides(self, op: Operation) -> bool:
        """Whether control is followed through an op: in what launches and waits for nothing it is not."""
        if kind_of(op) is OpKind.SELECT or op.has_trait(IsTerminator):
            return True
        return bool(op.successors) or op in self.launching

    def callee_of(self, op: Operation, path: Path) -> Operation:
        """The function that a call is of."""
        callee = self.called(op)
        if callee is None:
            raise NotFollowed("an async function is only declared", op)
        if callee is self.entry or any(callee_name(call) == callee_name(op) for call in path):
            raise NotFollowed("a call comes back to itself", op)
        return callee

    def only(self, blocks: Sequence[Any], op: Operation) -> Any:
        """The one block of a task: branches in it might go round for ever."""
        if len(blocks) > 1:
            raise NotFollowed("branches between the blocks of a task are not followed", op)
        return blocks[0]

    def check_loop(self, op: Operation, state: TaskState) -> None:
        """That a loop of a task ends, and that its variable does not come back to a number that it had."""
        around = op.parent_op()
        loop = around if kind_of(op) is OpKind.YIELD else op
        if kind_of(op) is OpKind.CALL and self.depth > 0:
            self.only(self.callee_of(op, self.at[1]).regions[0].blocks, op)
        if loop is None or kind_of(loop) not in (OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP):
            return
        if kind_of(loop) is OpKind.CONDITIONAL_LOOP:
            if self.depth > 0:
                raise NotFollowed("a task may never end", loop)
            return
        if "unsignedCmp" in loop.properties:
            raise NotFollowed("loops that compare without a sign are not followed", loop)
        if kind_of(op) is OpKind.YIELD:
            counter, step = loop.regions[0].blocks[0].args[0], loop.operands[2]
            self.number(counter, state)
            step = self.number(step, state)
            counter = self.number(counter, state)
            most = held(width(loop.operands[0]))[1]
            following, space = counter.of.add(state.wide(step.of)), state.reach.get_space()
            if counter.high + step.high > most and self.possible(
                state, following.gt_set(function(most, space))
            ):
                raise NotFollowed("the variable of a loop may wrap around", loop)

    # what a certificate says

    def stated(self, case: Mapping[str, Any]) -> tuple[Sequence[str], Mapping[SSAValue, str], ProofState]:
        """A case of a point."""
        names: list[str] = list(case["coordinates"])
        state = TaskState(_set(case["where"]).intersect_params(self.parameters))
        if state.reach.dim(SET) != len(names):
            raise Refused("it names other coordinates than it uses")
        labels: dict[str, dict[int, Function]] = {}
        for index, name in enumerate(names):
            of = state.coordinate(index)
            if "@" in name:
                token, _, number = name.rpartition("#")
                labels.setdefault(token, {})[int(number)] = of
            else:
                self.name_integer(name, of, state)
        for token in (*labels, *case["tokens"]):
            value, _, owner = token.partition("@")
            known = labels.get(token, {})
            label = tuple(known[number] for number in range(len(known)))
            if len(label) != self.labels(owner):
                raise Refused("it names a label by halves")
            state.env[self.named(value)] = TaskLabel(owner, label)
        for value, (made, depth) in case["groups"].items():
            state.env[self.named(value)] = GroupLabel(made, int(depth))
        memory = {self.named(value): str(name) for value, name in case["memory"].items()}
        state.env |= {value: self.object(name) for value, name in memory.items()}
        state.flying = {key: _map(text) for key, text in case["flying"].items()}
        state.say({key: _map(text) for key, text in case["sure"].items()})
        return names, memory, state

    def name_integer(self, name: str, of: Function, state: TaskState) -> None:
        """Say that a coordinate is an integer of the program, or how many members a group has, or shall have."""
        if name[0] in "#s":
            state.env[name] = BoundedInteger(of, -COUNTED, COUNTED)
            return
        integer = name if name.endswith("]") else self.named(name)
        low, high = held(self.bits(integer))
        if name not in self.wild:
            low, high = max(low, -COUNTED), min(high, COUNTED)
        state.env[integer] = BoundedInteger(of, low, high)
        space = state.reach.get_space()
        state.limits.append(of.ge_set(function(low, space)).intersect(of.le_set(function(high, space))))

    def measured(self, name: str, state: Any) -> Function | None:
        """What a coordinate is in a state; None if it is not known there."""
        if "@" in name:
            token, _, number = name.rpartition("#")
            value, _, owner = token.partition("@")
            of = state.env.get(self.named(value))
            return of.label[int(number)] if isinstance(of, TaskLabel) and of.owner == owner else None
        if name[0] in "#s":
            known = state.env.get(name)
            return None if known is None else known.of
        return super().measured(name, state)

    def is_sure(self, said: Any, state: Any, move: Relation, fits: Relation) -> Relation:
        """Where all that a case says is sure is so."""
        for value, of in said.env.items():
            known = state.env.get(value)
            same = isinstance(of, TaskLabel) and isinstance(known, TaskLabel) and of.owner == known.owner
            if isinstance(of, TaskLabel | GroupLabel) and not same and of != known:
                return fits.subtract(fits)
        known = state.said()
        for key, relation in said.said().items():
            needed = coalesced(move.intersect_domain(fits).apply_range(relation))
            missing = without(needed, known[key]) if key in known else needed
            fits = fits.subtract(missing.domain())
        return fits


_SCOPES = (OpKind.TASK, OpKind.STACK_REGION, OpKind.FUNCTION, OpKind.TASK_FUNCTION)
"""Ops at whose end memory on the stack ends."""


def _scope(op: Operation) -> Operation | None:
    """The op at whose end memory on the stack ends."""
    above = op.parent_op()
    while above is not None and kind_of(above) not in _SCOPES:
        above = above.parent_op()
    return above


def is_operation(op: Operation) -> bool:
    """Whether the op starts something outside, and makes a token or value for it."""
    launches = any(isinstance(result.type, CompletionType) for result in op.results)
    asynchronous = op.has_trait(AsyncOpInterface, value_if_unregistered=False)
    known = kind_of(op) in (OpKind.TASK, OpKind.TASK_CALL, OpKind.READY, OpKind.GROUP, OpKind.AWAIT)
    return launches and asynchronous and not known


def _set(text: Any) -> Relation:
    return text if isinstance(text, isl.Set) else isl.Set(text)


def _map(text: Any) -> Relation:
    return text if isinstance(text, isl.Map) else isl.Map(text)
