"""Asynchronous effects that no machine's file is needed for: groups of FIFOs, tokens, and the threads of a block.

Each is answered from what ops declare (`dialects/interfaces/completion.py`, the types of tokens), and where it stands:
a wait for a token is one for the youngest execution of what gave the token, since it uses that value itself.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.commit_distance import Distances
from asyncir.analyses.commit_weights import CommitWeights
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import async_dialect, gpu, queue
from asyncir.dialects.async_types import CompletionType, TokenType, ValueType
from asyncir.dialects.effects import Access, Effect, Effects, Milestone
from asyncir.dialects.gpu_functions import GPUFuncOp
from asyncir.dialects.interfaces.completion import (
    HardwareFifo,
    IsBarrier,
    commits,
    fifo_of,
    issues,
    threads_of,
    waits_by_count,
    waits_by_token,
)
from asyncir.dialects.interfaces.effect_groups import (
    AsyncEffectGroup,
    asynchronous,
    in_memory,
    is_before,
    may_come_after,
)
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import ModuleOp, Operation, SSAValue
from asyncir.ir.symbols import symbol_around
from asyncir.ir.walk import enclosing, outermost, walk
from asyncir.transforms._blocks import at
from asyncir.transforms._phases_of_blocks import ends_first_phase
from asyncir.transforms._remarks import complaint

_MOST_GROUPS = 64


def put_before(made: Operation, place: Operation) -> Operation:
    """Put an op in front of another one."""
    assert place.parent is not None
    place.parent.insert_op_before(at(made, place.location), place)
    return made


class FifoEffectSystem:
    """Groups of a thread's FIFOs: `nvgpu.device_async_copy`, `queue.async`, and whatever else issues and commits."""

    name = "groups of a FIFO"

    def groups(self, op: Operation) -> Sequence[AsyncEffectGroup] | None:
        """See `EffectSystem`: what a commit with a region issues is complete at once, and so is what an op issues."""
        inside = commits(op) is not None and op.regions
        if issues(op) is None and not inside:
            return None
        issued = [one for one in walk(op) if issues(one) is not None] if inside else [op]
        effects = tuple(dict.fromkeys(e for one in issued for e in asynchronous(Effects().of(one))))
        return [AsyncEffectGroup(op, self.name, effects)] if effects else []

    def create_init(self, group: AsyncEffectGroup, before: Operation) -> Operation | None:
        """See `EffectSystem`: FIFOs are always there."""
        return None

    def does_initialize(self, group: AsyncEffectGroup, other: Operation | None) -> bool:
        """See `EffectSystem`."""
        return other is None

    def create_wait(self, group: AsyncEffectGroup, before: Operation) -> Operation:
        """See `EffectSystem`: a wait for the token of the commit, which is made behind the op where there is none."""
        commit = self._commit(group.op)
        trait = None if commit is None else commits(commit)
        token = None if commit is None or trait is None else trait.token(commit)
        own = issues(group.op)
        if commit is None and own is not None and (issued := own.token(group.op)) is not None:
            fifo = own.fifo()
            if fifo is not None:
                commit = at(fifo.group_of([issued]), group.op.location)
                assert group.op.parent is not None
                group.op.parent.insert_op_after(commit, group.op)
                return put_before(fifo.wait_for(commit.results[0]), before)
        if trait is not None and token is not None:
            made = self._token_wait(trait.queue(commit), token)
            return put_before(made, before)
        help = "commit it with a token: `%t = queue.commit(0) { ... }`"
        raise DiagnosticError(complaint("P151", "nothing says when this is complete", group.op, help))

    def _token_wait(self, fifo: object, token: SSAValue) -> Operation:
        return fifo.wait_for(token) if isinstance(fifo, HardwareFifo) else queue.AwaitOp([token])

    def does_sync(self, group: AsyncEffectGroup, other: Operation, younger: int = 0) -> bool:
        """See `EffectSystem`: by its token, or by a count that at least so many commits come behind the group's."""
        commit = self._commit(group.op)
        if commit is None:
            return False
        by_token, by_count = waits_by_token(other), waits_by_count(other)
        wait = by_token or by_count
        if wait is None or (wait.milestone(other) is not Milestone.WRITTEN and _writes(group)):
            return False
        if by_token is not None:
            return any(self._is_behind(commit, token) for token in by_token.tokens(other))
        assert by_count is not None
        count = by_count.count(other)
        fifo = self._fifo(commit)
        same = fifo is not None and fifo == _fifo_of(by_count.queue(other), other)
        if not same or not isinstance(count, int) or not may_come_after(commit, other):
            return False
        return count <= max(younger, self._commits_between(commit, other, fifo))

    def _is_behind(self, commit: Operation, token: SSAValue) -> bool:
        """Whether a token is of the commit, or of one of the same FIFO that is executed behind it."""
        owner = token.owner
        if not isinstance(owner, Operation) or commits(owner) is None:
            return False
        fifo = self._fifo(commit)
        return owner is commit or (
            owner.parent is commit.parent
            and fifo is not None
            and self._fifo(owner) == fifo
            and commit.is_before_in_block(owner)
        )

    def _commits_between(self, commit: Operation, other: Operation, fifo: Hashable) -> int:
        """How many groups are committed behind the commit and before the wait, at least."""
        module = outermost(other)
        if not isinstance(module, ModuleOp) or not is_before(commit, other):
            return 0
        distances = Distances(CommitWeights(call_graph(module), _MOST_GROUPS))
        return distances.distance(distances.after(commit), distances.before(other), fifo)[0]

    def _commit(self, op: Operation) -> Operation | None:
        """What closes the group of an op: the one commit that has its token, or that is around it."""
        if commits(op) is not None:
            return op
        trait = issues(op)
        token = None if trait is None else trait.token(op)
        users = [] if token is None else [use.operation for use in token.uses if commits(use.operation)]
        if not users:
            users = [one for one in enclosing(op) if commits(one) is not None][:1]
        return users[0] if len(users) == 1 else None

    def _fifo(self, commit: Operation) -> Hashable | None:
        trait = commits(commit)
        return None if trait is None else _fifo_of(trait.queue(commit), commit)


def _fifo_of(queue: object, op: Operation) -> Hashable | None:
    """The FIFO of a queue; None where that is computed."""
    function = symbol_around(op)
    return fifo_of(queue, function) if isinstance(queue, int | str) and function is not None else None


def _writes(group: AsyncEffectGroup) -> bool:
    return any(effect.access is not Access.READ for effect in group.effects)


class TokenEffectSystem:
    """Tasks: what gives a token or a value is complete when that is."""

    name = "tokens"

    def groups(self, op: Operation) -> Sequence[AsyncEffectGroup] | None:
        """See `EffectSystem`."""
        if kind_of(op) in _NO_TASKS or not any(isinstance(r.type, TokenType | ValueType) for r in op.results):
            return None
        effects = tuple(_late(effect) for effect in in_memory(Effects().of(op)))
        return [AsyncEffectGroup(op, self.name, effects)] if effects else []

    def create_init(self, group: AsyncEffectGroup, before: Operation) -> Operation | None:
        """See `EffectSystem`: a token is there as soon as its task is."""
        return None

    def does_initialize(self, group: AsyncEffectGroup, other: Operation | None) -> bool:
        """See `EffectSystem`."""
        return other is None

    def create_wait(self, group: AsyncEffectGroup, before: Operation) -> Operation:
        """See `EffectSystem`: `async.await`."""
        return put_before(async_dialect.AwaitOp(next(_tokens_of(group.op))), before)

    def does_sync(self, group: AsyncEffectGroup, other: Operation, younger: int = 0) -> bool:
        """See `EffectSystem`: a wait for its token, for a task that depends on it, or for a group that it is in."""
        if kind_of(other) not in (OpKind.AWAIT, OpKind.AWAIT_ALL, OpKind.AWAIT_PROMISE):
            return False
        complete, pending = set[SSAValue](), list(_tokens_of(group.op))
        while pending:
            value = pending.pop()
            if value in complete:
                continue
            complete.add(value)
            for use in value.uses:
                user = use.operation
                if kind_of(user) is OpKind.TASK:
                    pending += _tokens_of(user)
                elif kind_of(user) in (OpKind.ADD_TO_GROUP, OpKind.PROMISE_TO_GROUP) and is_before(
                    user, other
                ):
                    pending.append(user.operands[1])
        return other.operands[0] in complete


_NO_TASKS = (OpKind.READY, OpKind.PROMISE, OpKind.PROMISE_GROUP, OpKind.COMMIT, OpKind.ISSUE)


def _tokens_of(op: Operation) -> Iterator[SSAValue]:
    return (result for result in op.results if isinstance(result.type, CompletionType))


def _late(effect: Effect) -> Effect:
    return replace(effect, milestone=Milestone.WRITTEN)


class BlockEffectSystem:
    """The threads of a block: what is plain for the thread that does it is asynchronous for the others.

    Until they meet at a barrier, nothing tells them that it is done.
    """

    name = "threads of a block"

    def groups(self, op: Operation) -> Sequence[AsyncEffectGroup] | None:
        """See `EffectSystem`."""
        function = symbol_around(op)
        if function is None or not _has_threads(function) or _only_orders(op):
            return None
        effects = tuple(_late(effect) for effect in in_memory(Effects().of(op)))
        return [AsyncEffectGroup(op, self.name, effects)] if effects else None

    def create_init(self, group: AsyncEffectGroup, before: Operation) -> Operation | None:
        """See `EffectSystem`: barriers are always there."""
        return None

    def does_initialize(self, group: AsyncEffectGroup, other: Operation | None) -> bool:
        """See `EffectSystem`."""
        return other is None

    def create_wait(self, group: AsyncEffectGroup, before: Operation) -> Operation:
        """See `EffectSystem`: `gpu.barrier`."""
        return put_before(gpu.BarrierOp(), before)

    def does_sync(self, group: AsyncEffectGroup, other: Operation, younger: int = 0) -> bool:
        """See `EffectSystem`: a barrier, since each thread is through with its own; or a phase of an `mbarrier`."""
        if other.has_trait(IsBarrier, value_if_unregistered=False):
            return may_come_after(group.op, other)
        return ends_first_phase(group.op, other)


def _has_threads(function: Operation) -> bool:
    """Whether more than one thread executes the function, or it is not known how many."""
    if isinstance(function, GPUFuncOp):
        return function.get_attr_or_prop("known_block_size") is None or threads_of(function) != (1, 1, 1)
    return threads_of(function) != (1, 1, 1)


def _only_orders(op: Operation) -> bool:
    """Whether the op is there for an order: its effects are those of what it waits for."""
    waits = waits_by_token(op) or waits_by_count(op) or commits(op) or issues(op)
    return waits is not None or op.has_trait(IsBarrier, value_if_unregistered=False)
