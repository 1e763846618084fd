"""Reads a program into the tree of its places: what it does with memory, tasks and groups, and what it is not followed in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from asyncir.analyses.regular_tasks.answer import NoProof
from asyncir.analyses.regular_tasks.frames import InstanceRun
from asyncir.analyses.regular_tasks.inlining import Inlined
from asyncir.analyses.regular_tasks.places import (
    AddPlace,
    AssertPlace,
    BranchPlace,
    EndPlace,
    JoinPlace,
    LoopPlace,
    PlaceKind,
    TouchPlace,
    TreePlace,
    WaitPlace,
)
from asyncir.analyses.regular_tasks.summaries import Summary
from asyncir.analyses.regular_tasks.world import RegularWorld
from asyncir.dialects.async_types import AsyncOpInterface, CompletionType
from asyncir.dialects.counted_loops import counts_of
from asyncir.dialects.effects import (
    FAILURE,
    HEAP,
    OUTPUT,
    TASKS,
    Access,
    Effect,
    Effects,
    Milestone,
    Resource,
    callee_name,
)
from asyncir.dialects.execution_traits import may_fail, may_wait
from asyncir.dialects.interfaces.completion import commits, issues
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.interfaces.memory import atomic_memory
from asyncir.ir import AnyFloat, Block, IndexType, IntegerType, IsTerminator, Operation, Region, SSAValue
from asyncir.ir.walk import walk

MOST_PLACES = 3_000
_TASKS = (
    *(OpKind.TASK, OpKind.TASK_CALL, OpKind.AWAIT, OpKind.AWAIT_ALL, OpKind.ADD_TO_GROUP, OpKind.GROUP),
    *(OpKind.PARALLEL_LOOP, OpKind.PARALLEL_FORALL, OpKind.CALL_OF_VALUE),
)
_HARMLESS = (OUTPUT, HEAP, FAILURE)
_NOTHING = (OpKind.READY, OpKind.SELECT, OpKind.FUNCTION_VALUE)


@dataclass
class RegularProgram:
    """A program as a tree, and lists of what is in it."""

    inlined: Inlined
    world: RegularWorld
    root: TreePlace
    touches: list[TouchPlace] = field(default_factory=list[TouchPlace])
    waits: list[WaitPlace | JoinPlace] = field(default_factory=list["WaitPlace | JoinPlace"])
    adds: list[AddPlace] = field(default_factory=list[AddPlace])
    ends: list[EndPlace] = field(default_factory=list[EndPlace])
    """Of the entry, of tasks, and of what is allocated on the stack."""
    tasks: dict[Operation, TreePlace] = field(default_factory=dict[Operation, TreePlace])
    groups: dict[Operation, TreePlace] = field(default_factory=dict[Operation, TreePlace])
    """Where groups are made."""
    places: dict[Operation, TreePlace] = field(default_factory=dict[Operation, TreePlace])
    """Where ops are that make groups, memory and such."""
    calls: list[tuple[TouchPlace, Summary]] = field(default_factory=list["tuple[TouchPlace, Summary]"])
    """Of functions that call themselves."""
    fails: Operation | None = None
    """An op that may fail."""

    def end_of(self, task: TreePlace) -> EndPlace:
        """Where a task, or the entry, ends."""
        end = task.children[-1]
        assert isinstance(end, EndPlace)
        return end


def read(
    inlined: Inlined, summaries: Mapping[str, Summary] | None = None, large: frozenset[int] = frozenset()
) -> RegularProgram:
    """The tree; calls of functions that call themselves do what the summaries say."""
    for argument in inlined.entry.regions[0].block.args:
        if isinstance(argument.type, CompletionType):
            raise NoProof(
                "what a token, value or group of the entry's stands for is not followed", inlined.entry
            )
    world = RegularWorld(inlined.entry, large)
    root = TreePlace(PlaceKind.ROOT, inlined.entry, None)
    reader = _Reader(RegularProgram(inlined, world, root), Effects(), summaries or {})
    reader.body(inlined.entry.regions[0], root)
    _note_assertions(reader.program)
    return reader.program


def _note_assertions(program: RegularProgram) -> None:
    """What is asserted of parameters before anything else is done holds for all that is done."""
    for place in program.root.children:
        if not isinstance(place, AssertPlace):
            break
        run = InstanceRun(program.world, place, "z")
        condition = run.frame.condition(place.condition)
        if condition is not None and not run.variables:
            program.world.parameters.conditions.append(condition)


class _Reader:
    def __init__(self, program: RegularProgram, effects: Effects, summaries: Mapping[str, Summary]):
        self.program = program
        self.effects = effects
        self.summaries = summaries
        self.count = 0

    def body(self, region: Region, place: TreePlace) -> None:
        """What a task, function or scope does, and the end of its stack memory."""
        self.region(region, place)
        stack = [
            result
            for op in walk(region)
            if kind_of(op) is OpKind.ALLOCATE_ON_STACK and self._ends_at(op) is region.parent_op()
            for result in op.results
        ]
        if stack or place.kind in (PlaceKind.TASK, PlaceKind.ROOT):
            self.program.ends.append(EndPlace(place.op, place, stack))

    def _ends_at(self, op: Operation) -> Operation | None:
        """The op with which the op's stack memory ends."""
        around = op.parent_op()
        while around is not None and around is not self.program.inlined.entry:
            kind = kind_of(around)
            if kind in (OpKind.TASK, OpKind.STACK_REGION) or around in self.program.inlined.bodies:
                break
            around = around.parent_op()
        return around

    def region(self, region: Region, place: TreePlace) -> None:
        """All that a region does; of one with several blocks, each op any number of times."""
        if region.first_block is region.last_block:
            if region.first_block is not None:
                self.block(region.first_block, place)
            return
        self._anyhow((region,), place)

    def block(self, block: Block, place: TreePlace) -> None:
        """The ops of a block in their order."""
        for op in block.ops:
            self.op(op, place)

    def op(self, op: Operation, place: TreePlace) -> None:
        """One op."""
        self.count += 1
        if self.count > MOST_PLACES:
            raise NoProof("the program is too large", op)
        self.program.places[op] = place
        match kind_of(op):
            case OpKind.COUNTED_LOOP:
                self._loop(op, place)
            case OpKind.PARALLEL_LOOP:
                self._parallel(op, place)
            case OpKind.IF | OpKind.SWITCH:
                self._choice(op, place)
            case OpKind.REGION | OpKind.STACK_REGION:
                self.body(op.regions[0], TreePlace(PlaceKind.SCOPE, op, place))
            case OpKind.TASK:
                self._task(op, place)
            case OpKind.AWAIT | OpKind.AWAIT_ALL:
                self._wait(op, place, op.operands[0])
            case OpKind.ADD_TO_GROUP:
                self.program.adds.append(AddPlace(op, place))
            case OpKind.ASSERT:
                AssertPlace(op, place)
                self.program.fails = op
            case OpKind.GROUP:
                self.program.groups[op] = TreePlace(PlaceKind.MADE, op, place)
            case kind if kind not in _NOTHING:
                self._other(op, place)
            case _:
                pass

    def _wait(self, op: Operation, place: TreePlace, value: SSAValue) -> None:
        self.program.waits.append(WaitPlace(op, place, value))

    def _loop(self, op: Operation, place: TreePlace) -> None:
        counts = counts_of(op)
        loop = LoopPlace(op, place, counts[0] if len(counts) == 1 else None)
        self.program.world.loops[op] = [loop]
        self.region(op.regions[0], loop)

    def _parallel(self, op: Operation, place: TreePlace) -> None:
        """Each iteration is a task; behind the loop all have been waited for."""
        outer, loops = place, list[LoopPlace]()
        for counter in counts_of(op):
            place = LoopPlace(op, place, counter, parallel=True)
            loops.append(place)
        if not loops:
            raise NoProof(f"the iterations of `{op.name}` are not followed", op)
        self.program.world.loops[op] = loops
        task = TreePlace(PlaceKind.TASK, op, place)
        self.region(op.regions[0], task)
        self.program.ends.append(EndPlace(op, task))
        self.program.waits.append(JoinPlace(op, outer, task))

    def _choice(self, op: Operation, place: TreePlace) -> None:
        choice = TreePlace(PlaceKind.CHOICE, op, place)
        by = op.operands[0] if kind_of(op) is OpKind.IF else None
        for number, region in enumerate(op.regions):
            self.region(region, BranchPlace(op, choice, number, by))

    def _task(self, op: Operation, place: TreePlace) -> None:
        task = TreePlace(PlaceKind.TASK, op, place)
        self.program.tasks[op] = task
        for operand in op.operands:
            self._wait(op, task, operand)
        before = len(self.program.waits)
        first = len(self.program.touches)
        self.body(op.regions[0], task)
        if op in self.program.inlined.called:
            waits = self.program.waits[before:]
            self._mark_hot(task, self.program.touches[first:], waits)

    def _mark_hot(
        self, task: TreePlace, touches: Iterable[TouchPlace], waits: Sequence[WaitPlace | JoinPlace]
    ) -> None:
        """Accesses of an `async.func` before anything in it that may wait belong to its caller."""
        depth = len(task.path)
        first = min((w.path[depth].position for w in waits if w.tasks[-1] is task), default=None)
        for touch in touches:
            before = first is None or touch.path[depth].position < first
            touch.hot = before and touch.tasks[-1] is task

    def _other(self, op: Operation, place: TreePlace) -> None:
        if op.has_trait(IsTerminator, value_if_unregistered=False) and not op.regions and not op.successors:
            return
        if op in self.program.inlined.recursive:
            self._call(op, place)
            return
        self._refuse(op)
        if not op.regions or atomic_memory(op) is not None:
            self._touch(op, place, () if self._is_given_numbers(op) else self.effects.of(op))
        elif kind_of(op) is OpKind.CONDITIONAL_LOOP:
            self._anyhow(op.regions, place)
        elif kind_of(op) is not OpKind.REDUCE or self.effects.of(op):
            raise NoProof(f"what is in `{op.name}` is not followed", op)

    def _is_given_numbers(self, op: Operation) -> bool:
        """Whether the op calls a function that is only declared and gets no memory: it touches none of the program's."""
        name = callee_name(op)
        function = None if name is None else self.program.inlined.functions.get(name)
        if function is None or any(region.blocks for region in function.regions):
            return False
        values = (*op.operands, *op.results)
        return all(isinstance(value.type, IntegerType | IndexType | AnyFloat) for value in values)

    def _anyhow(self, regions: Sequence[Region], place: TreePlace) -> None:
        """Ops of which it is not known when and how often they run."""
        op = regions[0].parent_op()
        assert op is not None
        loop = LoopPlace(op, place, None)
        for region in regions:
            for block in region.blocks:
                branch = BranchPlace(op, loop, 0, None)
                for inner in block.ops:
                    if any(_is_of_tasks(each) for each in walk(inner)):
                        raise NoProof(f"tasks in the branches of this `{op.name}` are not followed", inner)
                    self.op(inner, branch)

    def _refuse(self, op: Operation) -> None:
        """Nothing is said of ops that start or await work in other ways."""
        values = (*op.operands, *op.results)
        strange = any(isinstance(value.type, CompletionType) for value in values)
        strange = strange or op.has_trait(AsyncOpInterface, value_if_unregistered=False)
        strange = strange or may_wait(type(op)) or issues(op) is not None or commits(op) is not None
        if strange or _calls_tasks(op, self.program.inlined.functions):
            raise NoProof(f"what `{op.name}` starts or waits for is not followed", op)

    def _call(self, op: Operation, place: TreePlace) -> None:
        """A call of a function that calls itself: all that its summary says, in a task or in place."""
        summary = self.summaries.get(callee_name(op) or "")
        is_task = kind_of(op) is OpKind.TASK_CALL
        if summary is None or any(isinstance(value.type, CompletionType) for value in op.operands):
            raise NoProof(f"`@{callee_name(op)}` calls itself", op)
        if not is_task and any(isinstance(value.type, CompletionType) for value in op.results):
            raise NoProof(f"`@{callee_name(op)}` calls itself, and returns tokens", op)
        if is_task:
            place = TreePlace(PlaceKind.TASK, op, place)
            self.program.tasks[op] = place
        touch = TouchPlace(op, place, summary.effects_at(op, False))
        self.program.touches += [touch, TouchPlace(op, place, summary.effects_at(op, True), atomic=True)]
        self.program.calls.append((touch, summary))
        if is_task:
            self.program.ends.append(EndPlace(op, place))
        if summary.fails:
            self.program.fails = op

    def _touch(self, op: Operation, place: TreePlace, effects: Iterable[Effect]) -> None:
        kept: list[Effect] = []
        for effect in effects:
            if isinstance(effect.root, Resource) and effect.root in (*_HARMLESS, TASKS):
                if effect.root is TASKS:
                    raise NoProof(f"what `{op.name}` does to tasks is not followed", op)
                if effect.root is FAILURE:
                    self.program.fails = op
                continue
            if isinstance(effect.root, Resource) and not effect.root.name.startswith("global "):
                raise NoProof(f"what `{op.name}` touches is not known", op)
            if effect.milestone is not Milestone.ISSUE:
                raise NoProof(f"when `{op.name}` touches memory is not known", op)
            if effect.access is not Access.ALLOC:
                kept.append(effect)
        if may_fail(type(op)):
            self.program.fails = op
        if kept:
            self.program.touches.append(TouchPlace(op, place, kept, atomic_memory(op) is not None))


def _is_of_tasks(op: Operation) -> bool:
    return kind_of(op) in _TASKS


def _calls_tasks(op: Operation, functions: dict[str, Operation]) -> bool:
    """Whether a call may launch tasks or wait for some."""
    pending, seen = [op], set[str]()
    while pending:
        for inner in walk(pending.pop()):
            if kind_of(inner) is OpKind.CALL_OF_VALUE:
                return True
            if inner is not op and (_is_of_tasks(inner) or may_wait(type(inner)) or issues(inner)):
                return True
            name = callee_name(inner)
            if name is not None and name in functions and name not in seen:
                seen.add(name)
                pending.append(functions[name])
    return False
