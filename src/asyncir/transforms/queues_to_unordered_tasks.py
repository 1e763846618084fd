"""`queues-to-unordered-tasks`: what queues have in flight becomes tasks, in no order but that which waits make."""

from __future__ import annotations

from collections.abc import Hashable

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.fifo_changes import FifoChanges
from asyncir.analyses.flow import yields
from asyncir.dialects import async_dialect, queue
from asyncir.dialects.effects import callee_name
from asyncir.dialects.interfaces.completion import FIFOS_ATTRIBUTE
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Context, ModuleOp, Operation, Region, SSAValue, UnitAttr
from asyncir.ir.marks import BEFORE, DRAINS, STAYS
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import enclosing, walk
from asyncir.transforms._blocks import at, erase, move_ops
from asyncir.transforms._building import Builder
from asyncir.transforms._fifo_numbers import check_count, free_queue, is_counted, mark, names_any_queue
from asyncir.transforms._passes import Pass
from asyncir.transforms._private_copies import drop_equal_copies, make_private_copies
from asyncir.transforms._remarks import collect_remarks
from asyncir.transforms.convert_wait_counts import ConvertWaitCounts
from asyncir.transforms.derive_tokens import DeriveTokens

_NO_COMMIT = "no commit"
"""The owner of operations that are issued outside of commits."""
_UNCLEAR = "unclear"


class QueuesToUnorderedTasks(Pass):
    """Let each `queue.async` be a task that may run from its issue on, and each group a task that waits for its operations.

    A group waits for the one before it, too, so that its token stands for all older ones; operations do not wait. So the
    program may do just what its queues allow, and what is known of its tasks is known of it: `check` judges programs with
    tasks and queues so. (`queues-to-tasks` makes programs that run: their operations have an order, which proves nothing.)

    A task ends when the groups that it has committed are complete, and so does a function whose stack they may use. What
    waits for sources to be read waits for nothing. Where it cannot be told for which group a wait waits, or which one a
    commit comes behind, these ops stay. New ops have the attributes of those that they stand for.

    `to-run` makes a program that may be run: each function ends with what it has started, and sources are waited for with all
    else. So may a program be run that looks for its races (`--detect-races`).
    """

    max_tokens: int = 64
    to_run: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Rewrite the whole module."""
        if any(FIFOS_ATTRIBUTE in inner.attributes for inner in op.ops) or any(
            map(names_any_queue, walk(op))
        ):
            return  # which queues share a FIFO hangs on who calls, or on a number that may be that of one made here
        copies = make_private_copies(op, lambda inner: inner.name.startswith("queue."))
        for wait in [inner for inner in walk(op) if is_counted(inner)]:
            check_count(wait)
        groups = _UnorderedGroups(op, self.to_run)
        groups.collect_members()
        with collect_remarks():
            if any(isinstance(inner, queue.WaitFinishedOp) for inner in walk(op)):
                ConvertWaitCounts().apply(ctx, op)
            DeriveTokens(max_tokens=self.max_tokens).apply(ctx, op)
            groups.ask()
            DeriveTokens(max_tokens=self.max_tokens).apply(ctx, op)
        groups.make_tasks()
        drop_equal_copies(op, copies)


class _UnorderedGroups:
    """The groups of a module.

    The operations of a group that are not directly in its commit's region, but in loops or branches there, or in what is
    called, are committed to another queue, of which there is one for each FIFO. Its youngest group, when the commit ends, has
    all of them behind it, and apart from these only members of older groups. What is issued outside of commits has one, too,
    for which tasks wait when they end.
    """

    def __init__(self, module: ModuleOp, to_run: bool) -> None:
        self.module = module
        self.to_run = to_run
        self.fifos = FifoChanges(module)
        self.graph = call_graph(module)
        self.names: dict[Hashable, int] = {}
        """A queue of each FIFO."""
        self.fifo: dict[queue.CommitOp, Hashable] = {}
        """Of each commit of which it is known."""
        for op in self._commits():
            ids = self.fifos.ids[op]
            if ids is not None and ids.complete and len(set(ids.fifos.values())) == 1:
                number, fifo = next(iter(ids.fifos.items()))
                if isinstance(number, int):
                    self.names.setdefault(fifo, number)
                    self.fifo[op] = fifo
        self.owners = self._owners()
        self.loose = 0
        """The queue of what is issued outside of commits."""

    def _commits(self) -> list[queue.CommitOp]:
        return [op for op in walk(self.module) if isinstance(op, queue.CommitOp)]

    # ---- who commits what

    def _owners(self) -> dict[Operation, Hashable]:
        """Of each operation the FIFO to which it is committed."""
        contexts = self._contexts()
        owners: dict[Operation, Hashable] = {}
        for function in self.graph.functions.values():
            for op in walk(function):
                if isinstance(op, queue.AsyncOp):
                    found = self._at(op, contexts[function])
                    owners[op] = next(iter(found)) if len(found) == 1 else _UNCLEAR
        return owners

    def _at(self, op: Operation, of_function: set[Hashable]) -> set[Hashable]:
        """To which FIFOs is committed what is issued there."""
        for around in enclosing(op):
            if isinstance(around, queue.CommitOp):
                return {self.fifo.get(around, _UNCLEAR)}
            if kind_of(around) is OpKind.TASK:
                return {_NO_COMMIT}
        return of_function

    def _contexts(self) -> dict[Operation, set[Hashable]]:
        """The same for what is issued in functions, and in no commit there."""
        functions = self.graph.functions
        found: dict[Operation, set[Hashable]] = {f: set() for f in functions.values()}
        pending: list[tuple[Operation, Hashable]] = []
        for name, function in functions.items():
            if kind_of(function) is OpKind.TASK_FUNCTION or not self._is_only_called(function):
                pending.append((function, _NO_COMMIT))
            if name in self.graph.values:
                pending.append((function, _UNCLEAR))
        while pending:
            function, owner = pending.pop()
            if owner in found[function]:
                continue
            found[function].add(owner)
            for call in self.graph.calls[symbol_name(function) or ""]:
                callee = functions.get(callee_name(call) or "")
                if callee is not None and kind_of(call) is OpKind.CALL:
                    pending += [(callee, each) for each in self._at(call, {owner})]
        return found

    def _is_only_called(self, function: Operation) -> bool:
        return function in self.fifos.changes.callers

    # ---- what is to be told

    def collect_members(self) -> None:
        """Let commits with operations that are not directly in them find these in another queue."""
        first = free_queue(self.module)
        other = {fifo: first + n for n, fifo in enumerate((_NO_COMMIT, *self.names))}
        self.loose = first
        elsewhere = {owner for op, owner in self.owners.items() if not _is_directly_in_a_commit(op)}
        for op in self._commits():
            if self.fifo.get(op, _UNCLEAR) == _UNCLEAR or _UNCLEAR in elsewhere:
                op.attributes[STAYS] = UnitAttr()
        for op, fifo in self.fifo.items():
            if fifo in elsewhere:
                move_ops(op.body.block.ops, op)
                mark(other[fifo], op)
        for op, owner in self.owners.items():
            if owner in elsewhere and owner in other:
                block = Block()
                Builder(op).add(queue.CommitOp(other[owner], Region(block)))
                move_ops([op], block)
            elif owner == _UNCLEAR:
                op.attributes[STAYS] = UnitAttr()
        self.names |= {number: number for number in other.values()}

    def ask(self) -> None:
        """Mark what is to be told: before each commit the group before it, and where tasks end all that they committed."""
        fifos, graph = FifoChanges(self.module), call_graph(self.module)
        for function in graph.functions.values():
            is_task = kind_of(function) is OpKind.TASK_FUNCTION
            ends = self.to_run or _has_a_stack(function)
            if is_task or (ends and function not in fifos.changes.callers):
                self._mark_ends(fifos, function)
            if self.to_run and not is_task and fifos.changes.scopes.get(function):
                function.attributes[DRAINS] = UnitAttr()
            for task in walk(function):
                if kind_of(task) is OpKind.TASK:
                    self._mark_ends(fifos, task)
        for op in self._commits():
            if STAYS not in op.attributes:
                (fifo,) = fifos.scopes_of(op)
                self._mark(fifo, op)

    def _mark_ends(self, fifos: FifoChanges, op: Operation) -> None:
        inside = [inner for block in op.regions[0].blocks for inner in block.ops]
        changed = dict.fromkeys(f for inner in inside for f in fifos.changes.scopes.get(inner, ()))
        for end in yields(op.regions[0]) if changed else ():
            for fifo in changed:
                self._mark(fifo, end)

    def _mark(self, fifo: Hashable, before: Operation) -> None:
        if fifo in self.names:
            mark(self.names[fifo], before)

    # ---- tasks

    def make_tasks(self) -> None:
        """Rewrite commits, operations and waits."""
        for commit in self._commits():
            tokens, told = _taken_before(commit)
            if STAYS not in commit.attributes and (told or commit.queue_id == self.loose):
                _make_group(commit, tokens)
            else:
                commit.attributes[STAYS] = UnitAttr()
        for op in list(walk(self.module)):
            if isinstance(op, queue.AwaitOp | queue.AwaitReadOp):
                _wait_for_tasks(op, self.to_run)
            elif is_counted(op) and BEFORE in op.attributes:
                erase(op)
            op.attributes.pop(STAYS, None)


def _is_directly_in_a_commit(op: Operation) -> bool:
    around = op.parent_op()
    return isinstance(around, queue.CommitOp)


def _has_a_stack(function: Operation) -> bool:
    return any(kind_of(op) is OpKind.ALLOCATE_ON_STACK for op in walk(function))


def _taken_before(commit: queue.CommitOp) -> tuple[list[SSAValue], bool]:
    """The tokens for which the marks in front of a commit wait, and whether all could be told; the marks go."""
    tokens: list[SSAValue] = []
    told = True
    while (asked := commit.prev_op) is not None and BEFORE in asked.attributes:
        tokens += asked.operands if isinstance(asked, queue.AwaitOp) else ()
        told = told and isinstance(asked, queue.AwaitOp)
        erase(asked)
    return tokens, told


def _make_group(commit: queue.CommitOp, waited: list[SSAValue]) -> None:
    """Tasks for the operations, and the group's token for the token of the commit."""
    tokens = [*waited, *(_task_of(op) for op in commit.body.block.ops if isinstance(op, queue.AsyncOp))]
    move_ops(commit.body.block.ops, commit)
    if commit.token is not None and commit.token.first_use is not None:
        commit.token.replace_all_uses_with(_joined(commit, tokens))
    erase(commit)


def _joined(commit: queue.CommitOp, tokens: list[SSAValue]) -> SSAValue:
    """A token that is complete when these are."""
    if not tokens:
        return Builder(commit).add(async_dialect.ReadyOp()).result
    if len(tokens) == 1:
        return tokens[0]
    return _launch(commit, tokens, Block()).token


def _task_of(op: queue.AsyncOp) -> SSAValue:
    """The token of a task that does what the operation does."""
    body = Block()
    move_ops(op.body.block.ops, body)
    task = _launch(op, [], body)
    erase(op)
    return task.token


def _launch(like: Operation, waited: list[SSAValue], body: Block) -> async_dialect.ExecuteOp:
    body.add_op(at(async_dialect.YieldOp(), like.location))
    task = Builder(like).add(async_dialect.ExecuteOp(waited, [], [], Region(body)))
    task.attributes.update(like.attributes)
    return task


def _wait_for_tasks(wait: queue.AwaitOp | queue.AwaitReadOp, for_reads: bool) -> None:
    """Await each of the tokens; for the sources alone, perhaps nothing, but it is a wait."""
    build = Builder(wait)
    tokens = list(dict.fromkeys(wait.tokens))
    if isinstance(wait, queue.AwaitReadOp) and not for_reads:
        tokens = [build.value(async_dialect.ReadyOp())]
    for token in tokens:
        made = build.add(async_dialect.AwaitOp(token))
        made.attributes.update(wait.attributes)
        made.attributes.pop(BEFORE, None)
    erase(wait)
