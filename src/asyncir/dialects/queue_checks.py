"""What the verifiers of ops that issue, commit and wait demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from asyncir.dialects.async_types import AsyncOpInterface, CompletionType
from asyncir.dialects.checks import CodedFault
from asyncir.dialects.execution_traits import ConcernsOtherThreads, Waits
from asyncir.dialects.foreign import ForeignOp
from asyncir.dialects.interfaces.completion import (
    BLOCK_SIZE_ATTRIBUTE,
    FIFOS_ATTRIBUTE,
    Commits,
    IsBarrier,
    IssuesAsync,
    WaitsByCount,
    WaitsByToken,
    WaitsFinished,
    commits,
    fifos_in,
    issues,
    waits_by_count,
)
from asyncir.dialects.interfaces.kinds import OpKind, kind_of_class
from asyncir.ir import (
    Attribute,
    Block,
    DenseArrayBase,
    IsTerminator,
    MemRefType,
    Operation,
    OpResult,
    OpTrait,
    Region,
    SSAValue,
    SymbolRefAttr,
    UnrankedMemRefType,
    VerifyException,
    i32,
)
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import enclosing, is_below, outermost, walk

_WAITING: tuple[type[OpTrait], ...] = (WaitsByCount, WaitsByToken, WaitsFinished, IsBarrier, Waits)


def verify_number(literal: object | None, computed: SSAValue | None, what: str) -> None:
    """Raise unless the number is given once: as a literal or as an operand."""
    if (literal is None) == (computed is None):
        raise VerifyException(f"the {what} is a property or an operand, one of them")


def verify_count(count: int | None) -> None:
    """Raise where the number of groups is negative."""
    if count is not None and count < 0:
        message = f"{count} groups cannot stay in flight"
        raise CodedFault("V023", message, help="write 0 to wait for every group of the queue")


def verify_covered(covered: Sequence[SSAValue]) -> None:
    """Raise unless the list is one of different memrefs."""
    for index, value in enumerate(covered):
        if not isinstance(value.type, MemRefType | UnrankedMemRefType):
            raise CodedFault("V001", f"covers lists memory, not a value of type {value.type}", value)
        if value in covered[:index]:
            raise CodedFault("V001", "covers lists the same memory twice", index - len(covered))


def verify_async_body(op: Operation, body: Region) -> None:
    """Raise unless the body can be done while in flight: one block, and nothing in it that starts, commits or waits.

    An operation of the host that the body starts and waits for itself is part of what it does, as is a call of a function
    that does nothing of this kind.
    """
    verify_only_block(op, body)
    for inner, what in not_in_flight(body):
        message = f"what is in flight cannot {what}, as {inner.name} does"
        help, notes = f"move {inner.name} out of the region", ((f"this is the {op.name}", op),)
        raise CodedFault("V024", message, help=help, notes=notes, inside=inner)


def not_in_flight(body: Region) -> Iterator[tuple[Operation, str]]:
    """The ops of a block that nothing in flight can have, and what each of them does."""
    own: set[Operation] = set()
    for inner in walk(body):
        if _is_awaited_within(inner, body):
            own.update((inner, *(use.operation for result in inner.results for use in result.uses)))
        what = "" if inner in own else fault_in_flight(inner)
        if what:
            yield inner, what


def _is_awaited_within(op: Operation, body: Region) -> bool:
    """Whether `op` starts an operation of the host, and nothing is done with it but to await it here."""
    awaits, issuing = awaits_of_host(op), body.parent
    return bool(awaits) and issuing is not None and all(is_below(wait, issuing) for wait in awaits)


def awaits_of_host(op: Operation) -> list[Operation]:
    """What awaits the operation of the host that `op` starts; nothing if that is not all that is done with it."""
    if not op.has_trait(AsyncOpInterface) or op.regions or "callee" in op.properties:
        return []
    users = [[u.operation for u in r.uses] for r in op.results if isinstance(r.type, CompletionType)]
    if not all(users) or any(user.name != "async.await" for used in users for user in used):
        return []
    return [user for used in users for user in used]


def _does_in_flight(call: Operation) -> bool:
    """Whether the function that is called, and those that it calls, do only what can be done in flight."""
    return all(op is not None and (op.name == "func.call" or not fault_in_flight(op)) for op in _called(call))


def _called(call: Operation) -> Iterator[Operation | None]:
    """The ops of the function that is called, and of those that it calls; None for one that is not known."""
    functions = {
        name: op for op in outermost(call).regions[0].block.ops if (name := symbol_name(op)) is not None
    }
    pending, seen = [call], set[Operation]()
    while pending:
        callee = pending.pop().properties.get("callee")
        function = functions.get(callee.root_reference.data) if isinstance(callee, SymbolRefAttr) else None
        if function is None or function.name != "func.func":
            yield None
            continue
        if function in seen or function.regions[0].first_block is None:
            continue
        seen.add(function)
        for op in walk(function.regions[0]):
            yield op
            if op.name == "func.call":
                pending.append(op)


def fault_in_flight(op: Operation) -> str:
    """What `op` does that nothing in flight can do; empty where it may be there."""
    if _is_call(op):
        does = op.name == "func.call" and _does_in_flight(op)
        return "" if does else "call functions that start, commit or wait"
    return fault_of_kind(type(op))


def fault_of_kind(kind: type[Operation]) -> str:
    """What all ops of a class do that nothing in flight can do; empty where they may be there."""
    if kind.has_trait(IssuesAsync) or kind.has_trait(AsyncOpInterface):
        return "start or await other work"
    if kind.has_trait(Commits):
        return "commit"
    is_loop = (
        kind_of_class(kind) is OpKind.PARALLEL_FORALL
    )  # it ends in the same place, whoever does its iterations
    if kind.has_trait(ConcernsOtherThreads) and not issubclass(kind, ForeignOp) and not is_loop:
        return "start or meet other threads"
    return "wait" if any(map(kind.has_trait, _WAITING)) else ""


def _is_call(op: Operation) -> bool:
    return "callee" in op.properties or op.name == "func.call_indirect"


def verify_commit_body(op: Operation, body: Region) -> None:
    """Raise unless the body is one block in which nothing else is committed, nor in what it calls."""
    verify_only_block(op, body)
    for inner in walk(body):
        committing = next(filter(_is_commit, _called(inner)), None) if inner.name == "func.call" else None
        if committing is not None:
            message = "what the region calls commits itself, but a group is not part of another"
            notes = (("this commits, too", committing), ("this is the region's op", op))
            raise CodedFault("V024", message, help="call it outside of the region", notes=notes, inside=inner)
        if inner.has_trait(Commits):
            message = f"{inner.name} cannot stand in the region of {op.name}: a group is not part of another"
            help, notes = "close the first region before it", (("this is the region's op", op),)
            raise CodedFault("V024", message, help=help, notes=notes, inside=inner)


def _is_commit(op: Operation | None) -> bool:
    return op is not None and op.has_trait(Commits)


def verify_only_block(op: Operation, body: Region) -> Block:
    """Raise unless the body is one block without arguments and without a terminator; gives the block."""
    if len(body.blocks) != 1:
        raise VerifyException(f"the region of {op.name} has one block, not {len(body.blocks)}")
    if body.block.args:
        raise VerifyException(f"the region of {op.name} has no arguments")
    last = body.block.last_op
    if last is not None and last.has_trait(IsTerminator):
        raise VerifyException(f"the region of {op.name} ends without a terminator, not with {last.name}")
    return body.block


# Tokens of copies


def verify_members(group: Operation, members: Sequence[SSAValue]) -> None:
    """Raise where a member of a group is a group, or is in two."""
    for index, member in enumerate(members):
        owner = member.owner
        if isinstance(owner, Operation) and owner.has_trait(Commits):
            notes = (("the group is made here", owner),)
            raise CodedFault("V020", "a group cannot be part of another", member, "list its copies", notes)
        if member in members[:index]:
            raise CodedFault("V020", "this token is in the group twice", index, "list it once")
        for other in (use.operation for use in member.uses):
            if other is not group and other.has_trait(Commits) and _is_behind(group, other):
                notes = (("this group has it already", other),)
                raise CodedFault(
                    "V020", "this token is in two groups", member, "leave it to the first group", notes
                )


def _is_behind(op: Operation, other: Operation) -> bool:
    """Whether `op` is executed after `other` whenever both are: they, or ops around them, are in one block."""
    around = {each.parent: each for each in (other, *enclosing(other)) if each.parent is not None}
    for each in (op, *enclosing(op)):
        met = around.get(each.parent) if each.parent is not None else None
        if met is not None:
            return met is not each and met.is_before_in_block(each)
    return False


def verify_awaited(wait: Operation, token: SSAValue) -> None:
    """Raise where it is plain that the wait does not wait for the token: nobody commits it, or the count lets it go."""
    if not isinstance(token, OpResult):
        return
    group = token.op
    if issues(group) is not None:
        users = [use.operation for use in token.uses]
        groups = [user for user in users if user.has_trait(Commits)]
        if all(user.has_trait(WaitsByToken) for user in users):
            raise _uncommitted("no group has the copy that this waits for", token, group)
        if len(groups) != 1 or len(users) > 1 + sum(user.has_trait(WaitsByToken) for user in users):
            return
        if groups[0].parent is wait.parent is group.parent and wait.is_before_in_block(groups[0]):
            raise _uncommitted(
                "the copy that this waits for is committed only behind the wait", token, groups[0]
            )
        group = groups[0]
    counted = waits_by_count(wait)
    if counted is not None and commits(group) is not None:
        count = counted.count(wait)
        younger = _commits_between(group, wait)
        if isinstance(count, int) and younger is not None and younger < count:
            raise CodedFault(
                "V022",
                f"the group that this waits for may be one of the {count} that it leaves in flight: only {younger} "
                "are committed behind that group",
                help=f"write `{{numGroups = {younger} : i32}}`, or leave the count out",
                notes=(("this is the group", group),),
            )


def _uncommitted(message: str, token: SSAValue, at: Operation) -> CodedFault:
    help = "commit it before: `nvgpu.device_async_create_group`"
    return CodedFault("V021", message, token, help, (("this one", at),))


_MOST_OPS_BETWEEN = 1000
"""A wait that is further from its group is left to the check of the whole program."""


def _commits_between(group: Operation, wait: Operation) -> int | None:
    """How many groups are committed between the two; None where it is not plain."""
    committed = 0
    op = group.next_op
    for _ in range(_MOST_OPS_BETWEEN):
        if op is wait:
            return committed
        if op is None or _is_call(op) or op.regions:
            return None
        # The ops that commit to other FIFOs have regions.
        committed += commits(op) is not None
        op = op.next_op
    return None


# Attributes


def verify_queue_attributes(op: Operation) -> None:
    """Raise where the attributes that speak of queues and threads make no sense."""
    fifos = op.attributes.get(FIFOS_ATTRIBUTE)
    if fifos is not None:
        try:
            lists = fifos_in(fifos)
        except ValueError as error:
            raise VerifyException(f"{FIFOS_ATTRIBUTE}: {error}") from None
        queues = [queue for fifo in lists for queue in fifo]
        twice = next((queue for index, queue in enumerate(queues) if queue in queues[:index]), None)
        if twice is not None:
            raise VerifyException(f"{FIFOS_ATTRIBUTE}: queue {twice} is listed twice")
    size = op.attributes.get(BLOCK_SIZE_ATTRIBUTE)
    if size is not None:
        _verify_block_size(size)


def _verify_block_size(size: Attribute) -> None:
    if not isinstance(size, DenseArrayBase) or cast("DenseArrayBase[Any]", size).elt_type != i32:
        raise VerifyException(f"{BLOCK_SIZE_ATTRIBUTE} must be a dense i32 array")
    extents = size.get_values()
    if len(extents) != 3:
        raise VerifyException(f"{BLOCK_SIZE_ATTRIBUTE} must contain exactly 3 elements")
    if min(extents) < 1:
        raise VerifyException(f"{BLOCK_SIZE_ATTRIBUTE}: a block has at least one thread along each dimension")
