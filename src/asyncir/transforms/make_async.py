"""`make-async`: asynchronous statements are committed to the queue of their stage, and what needs them waits for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from asyncir.analyses.loop_dependences import Dependence, dependences_of
from asyncir.analyses.slots import PipelineSchedule, commit_groups, waits_needed
from asyncir.diagnostics import raise_all
from asyncir.dialects import async_dialect, queue, scf
from asyncir.dialects.async_types import TokenType
from asyncir.dialects.effects import Effects
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.pipelining import body_of, integers, queue_of, scheduled_statements, statements_of
from asyncir.ir import Block, IntegerAttr, Operation, Region, SSAValue, StringAttr, UnitAttr, i64
from asyncir.ir.marks import ASYNC, IN_ORDER, ORDERS, STAGES, STATEMENT
from asyncir.ir.walk import block_of, first_of, terminator_of, walk
from asyncir.transforms._blocks import at, erase, move_ops
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._rebuilding import extended
from asyncir.transforms._remarks import complaint
from asyncir.transforms.verify_schedule import schedule_of


class MakeAsync(ScopedPass):
    """Put what an asynchronous statement does into a `queue.async`, in a `queue.commit` to the queue of its stage.

    `software_pipeline_queue` gives a statement another queue. Statements of one stage and queue that follow each other, in
    the program and in the schedule, and of which none needs another, share a commit. What depends on an asynchronous
    statement waits for its token: always where it reads what that writes, otherwise where no such wait has been before. Waits
    that are needed only as long as iterations run one after the other, until the loop is expanded, are marked. Behind the
    loop all is waited for. A statement that hands over values cannot be asynchronous (P109).
    """

    def run_on(self, root: Operation) -> None:
        """Look at every loop with asynchronous statements."""
        loops = [op for op in walk(root) if any(ASYNC in s.attributes for s in scheduled_statements(op))]
        message = "an asynchronous statement hands over a value, which there is not before somebody waits"
        faults = [
            complaint("P109", message, statement, "store the value, and load it where it is needed")
            for loop in loops
            for statement in statements_of(loop)
            if ASYNC in statement.attributes and statement.results
        ]
        raise_all(faults)
        queues = [_first_queue(loop) for loop in loops]
        for loop, first in zip(loops, queues, strict=True):
            _Maker(loop, first, _merge(loop)).run()


def _first_queue(loop: Operation) -> int:
    """The queue of the loop's stage 0: those of a loop inside of another one come behind the other's.

    In one queue, a wait of the inner loop would wait for what the outer one has started before.
    """
    around = loop.parent_op()
    while around is not None:
        # A loop with annotations is still waiting for this one to be expanded.
        queues = integers(around.attributes.get(STAGES)) or [queue_of(s) for s in statements_of(around)]
        if queues:
            return _first_queue(around) + max(queues) + 1
        around = around.parent_op()
    return 0


def _merge(loop: Operation) -> list[Dependence]:
    """Let statements that share a commit be one; each `queue.async` is what one of them was. What depends on what then."""
    statements = statements_of(loop)
    schedule = schedule_of(statements)
    times = schedule.times
    dependences = dependences_of(loop, statements, Effects(), sized=True)
    groups = commit_groups(schedule, dependences)
    for statement in statements:
        if ASYNC in statement.attributes:
            _issue(statement)
    for group in groups:
        first, *others = (statements[n] for n in group)
        if others:
            names = (one.attributes[STATEMENT] for one in (first, *others))
            first.attributes[STATEMENT] = StringAttr(
                "+".join(n.data for n in names if isinstance(n, StringAttr))
            )
        for other in others:
            _append(first, other)
    order = sorted(range(len(groups)), key=lambda g: times[groups[g][0]][1])
    for place, group in enumerate(order):
        statements[groups[group][0]].attributes[ORDERS] = IntegerAttr(place, i64)
    if len(groups) < len(statements):
        dependences = dependences_of(loop, statements_of(loop), Effects(), sized=True)
    return dependences


def _taken_out(statement: Operation) -> tuple[Block, Operation]:
    """What the statement does, in a block of its own, and the terminator that is left."""
    end, inner = terminator_of(statement.regions[0].block), Block()
    move_ops([op for op in block_of(end).ops if op is not end], inner)
    return inner, end


def _issue(statement: Operation) -> None:
    """Put the ops of the statement into a `queue.async`."""
    inner, end = _taken_out(statement)
    Builder(end, statement).add(queue.AsyncOp(Region(inner)))


def _append(first: Operation, other: Operation) -> None:
    """Let the first statement issue what the other one does, too."""
    move_ops([first_of(other.regions[0].block)], terminator_of(first.regions[0].block))
    erase(other)


def _wait_first(statement: Operation, tokens: Sequence[SSAValue], *, in_order: bool) -> None:
    """Let the statement wait before it does anything else."""
    wait = Builder(first_of(statement.regions[0].block), statement).add(queue.AwaitOp(tokens))
    wait.attributes[IN_ORDER if in_order else ASYNC] = UnitAttr()


def _kept(it: Dependence, schedule: PipelineSchedule) -> Dependence:
    """The dependence with the least distance at which the schedule keeps it.

    It keeps all (verify-schedule). Where a copy cannot be told from another, they only seem to be nearer.
    """
    (source, place), (target, behind) = schedule.times[it.source], schedule.times[it.target]
    return replace(it, distance=max(it.distance, source - target + (place >= behind)))


class _Maker:
    def __init__(self, loop: Operation, first_queue: int, dependences: Sequence[Dependence]):
        self.loop = loop
        self.first_queue = first_queue
        self.statements = statements_of(loop)
        self.dependences = dependences
        self.schedule = schedule_of(self.statements)

    def run(self) -> None:
        waits = self._waits(self.schedule)
        # Iterations still run one after the other, and then waits come in another order.
        until_expanded = [
            more - here
            for here, more in zip(waits, self._waits(self.schedule.in_program_order()), strict=True)
        ]
        longest = [0] * len(self.statements)
        for source, distance in set[tuple[int, int]]().union(*waits, *until_expanded):
            longest[source] = max(longest[source], distance)
        waited_at_once = {source for waits_here in waits for source, distance in waits_here if distance == 0}
        for n, asynchronous in enumerate(self.schedule.asynchronous):
            if asynchronous and n not in waited_at_once:
                longest[n] = max(longest[n], 1)
        tokens = {n: self._commit(n) for n, a in enumerate(self.schedule.asynchronous) if a}
        carried = self._carry(longest, tokens)
        for target, statement in enumerate(self.statements):
            for pairs, in_order in ((waits[target], False), (until_expanded[target], True)):
                needed = [tokens[s] if d == 0 else carried[s][d - 1] for s, d in sorted(pairs)]
                if needed:
                    _wait_first(statement, needed, in_order=in_order)
        self._wait_behind([n for n in tokens if n not in waited_at_once], longest)

    def _waits(self, order: PipelineSchedule) -> list[set[tuple[int, int]]]:
        """For each statement: the statements that it waits for, and of how many iterations ago, if they run in that order."""
        found: list[set[tuple[int, int]]] = [set() for _ in self.statements]
        for it in waits_needed(order, [_kept(it, self.schedule) for it in self.dependences]):
            found[it.target].add((it.source, it.distance))
        return found

    def _commit(self, n: int) -> SSAValue:
        """Commit what the statement issues; the token, which the statement yields."""
        old = self.statements[n]
        inner, end = _taken_out(old)
        commit = at(queue.CommitOp(self.first_queue + queue_of(old), Region(inner), True), old.location)
        assert commit.token is not None
        commit.attributes[ASYNC] = UnitAttr()
        body = Block([commit, at(scf.YieldOp(commit.token), end.location)])
        new = Builder(old).add(scf.ExecuteRegionOp([TokenType()], Region(body)))
        new.properties.update(old.properties)
        new.attributes.update({k: v for k, v in old.attributes.items() if k != ASYNC})
        erase(old)
        self.statements[n] = new
        return new.results[0]

    def _carry(self, longest: Sequence[int], tokens: dict[int, SSAValue]) -> dict[int, list[SSAValue]]:
        """Let the loop carry tokens of earlier iterations, the youngest first; ready ones into the first iterations."""
        old = self.loop
        count = sum(longest)
        if not count:
            return {}
        ready = Builder(old).add(async_dialect.ReadyOp())
        body = body_of(old)
        end = terminator_of(body)
        carried: dict[int, list[SSAValue]] = {}
        yields: list[SSAValue] = list(end.operands)
        for n, length in enumerate(longest):
            for age in range(length):
                yields.append(carried[n][age - 1] if age else tokens[n])
                argument = body.insert_arg(TokenType(), len(body.args))
                carried.setdefault(n, []).append(argument)
        end.operands = yields
        if kind_of(old) is OpKind.CONDITIONAL_LOOP:  # its condition hands them on
            before = old.regions[0].block
            handed = [before.insert_arg(TokenType(), len(before.args)) for _ in range(count)]
            condition = terminator_of(before)
            condition.operands = [*condition.operands, *handed]
        self.loop = extended(old, [TokenType()] * count, [ready.results[0]] * count)
        return carried

    def _wait_behind(self, sources: Sequence[int], longest: Sequence[int]) -> None:
        """Wait for what the last iteration has started, where no statement does."""
        if not sources:
            return
        behind = [0, *accumulate(longest)]
        first = len(self.loop.results) - behind[-1]
        tokens = [self.loop.results[first + behind[n]] for n in sources]
        block_of(self.loop).insert_op_after(at(queue.AwaitOp(tokens), self.loop.location), self.loop)
