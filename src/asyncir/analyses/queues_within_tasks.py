"""Entries whose queues are a matter of each task alone: two proofs, which together are one of the whole.

Let P be a program with tasks and queues. Two others are made of it.

- *In place*: each task is done where it is launched, with FIFOs of its own, for all of which it waits at its end. That is a
  program with queues alone, and one order in which P may run. Its proof says that nothing that a task does between the
  issue of an operation and the wait that covers it, by itself or in the tasks that it launches meanwhile, touches what the
  operation touches.
- *At issue*: each operation is done where it is issued. That is a program with tasks alone.

If both are proved, P has no race. Take a race of P before which there is none, so that all values until then are those of
any order. Where none of its two accesses is one of an operation, both programs have them as P does. Else let o be one by an
operation that the task A issues at i, and y the other. At issue, o is at i, and ordered with y. If y happens before i, it
happens before o. If i happens before y, there is a way from i to y.

- It stays in A: then y is behind a wait that covers o, for in place nothing before that conflicts.
- It leaves A by the end of A: then o is complete (QUE-47).
- It leaves A by a launch behind the wait that covers o: then o happens before y.
- It leaves A by a launch before that. In place the launched task is done before the wait, as is all that it launches, so
  nothing in these conflicts. Who is behind their ends has their tokens: that is A, or was launched by A or by these.

The same holds if y is by an operation, for i happens before its issue then.

So a task must have no other way to make something happen before what another task does, and no value may hang on the order
of tasks. `is_apart` asks for that: no `async.func`, whose caller goes on at its first wait; no groups but those that the
entry fills and waits for itself; no promises, no operations of the host; no tokens but those of tasks in other tasks; no
atomic updates; nothing that fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.in_flight import check_module
from asyncir.analyses.in_flight.unfollowed import has_tasks, reached
from asyncir.analyses.mixed_tasks import MixedModule, queue_of, waits_for_groups
from asyncir.analyses.sync_report import Standing, WaitReport, both
from asyncir.dialects.async_types import AsyncOpInterface, CompletionType
from asyncir.dialects.execution_traits import Fails
from asyncir.dialects.interfaces.completion import (
    FIFOS_ATTRIBUTE,
    IsBarrier,
    commits,
    threads_of,
    waits_by_count,
    waits_finished,
)
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.interfaces.memory import atomic_memory
from asyncir.ir import ModuleOp, Operation, Region, SSAValue
from asyncir.ir.walk import enclosing, walk

_OF_GROUPS = frozenset({OpKind.GROUP, OpKind.ADD_TO_GROUP, OpKind.AWAIT_ALL})
_OF_TASKS = frozenset({OpKind.TASK, OpKind.AWAIT, OpKind.READY, *_OF_GROUPS})
_HANDS_ON = frozenset(
    {
        OpKind.COUNTED_LOOP,
        OpKind.CONDITIONAL_LOOP,
        OpKind.CONDITION,
        OpKind.IF,
        OpKind.SWITCH,
        OpKind.YIELD,
        OpKind.SELECT,
    }
)
"""What may have tokens as operands and results."""


@dataclass(frozen=True, slots=True)
class InPlace:
    """What is known of an entry whose tasks are done where they are launched."""

    waits: dict[Operation, WaitReport]
    """Of what waits for groups, or may do so: a token of `async.await` may be one of a queue."""
    unfinished: tuple[Operation, ...]


def is_apart(module: ModuleOp, entry: Operation, functions: Sequence[Operation]) -> bool:
    """Whether the two proofs are one for this entry, which reaches these functions."""
    graph = call_graph(module)
    names = {name for name, function in graph.functions.items() if function in functions}
    shares_fifos = any(FIFOS_ATTRIBUTE in each.attributes for each in (module, *functions))
    several_threads = threads_of(entry) != (1, 1, 1)
    recursive = any(
        len(part) > 1 or part[0] in graph.callees(part[0]) for part in graph.components() if part[0] in names
    )
    if shares_fifos or several_threads or recursive:
        return False
    return all(
        kind_of(function) is OpKind.FUNCTION
        and not _has_tokens_in_its_type(function)
        and all(_is_allowed(op, function is entry) for op in walk(function) if op is not function)
        for function in functions
    )


def _has_tokens_in_its_type(function: Operation) -> bool:
    returned = [v for block in function.regions[0].blocks if block.last_op for v in block.last_op.operands]
    passed = function.regions[0].blocks[0].args if function.regions[0].blocks else ()
    return any(isinstance(v.type, CompletionType) for v in (*returned, *passed))


def _is_allowed(op: Operation, in_entry: bool) -> bool:
    kind = kind_of(op)
    if (
        kind in (OpKind.TASK_CALL, OpKind.CALL_OF_VALUE)
        or atomic_memory(op) is not None
        or op.has_trait(IsBarrier)
    ):
        return False
    if op.has_trait(Fails) and kind is not OpKind.AWAIT and kind not in _OF_GROUPS:
        return False
    task = next((each for each in enclosing(op) if kind_of(each) is OpKind.TASK), None)
    if kind in _OF_GROUPS and (task is not None or not in_entry):
        return False
    if op.has_trait(AsyncOpInterface) and kind not in _OF_TASKS and commits(op) is None:
        return False
    return _has_one_queue(op) and _tokens_are_known(op, kind, task)


def _has_one_queue(op: Operation) -> bool:
    committing, counting = commits(op), waits_by_count(op)
    if waits_finished(op) is not None or (committing is not None and kind_of(op) is not OpKind.COMMIT):
        return False
    return all(isinstance(each.queue(op), int) for each in (committing, counting) if each is not None)


def _tokens_are_known(op: Operation, kind: OpKind, task: Operation | None) -> bool:
    tokens = [v for v in (*op.operands, *op.results) if isinstance(v.type, CompletionType)]
    known = kind in _OF_TASKS or kind in _HANDS_ON or commits(op) is not None or waits_for_groups(op)
    if tokens and not known:
        return False
    return task is None or all(_is_inside(v, task) or _is_of_a_task(v) for v in tokens)


def _is_of_a_task(value: SSAValue) -> bool:
    owner = value.owner
    return isinstance(owner, Operation) and kind_of(owner) in (OpKind.TASK, OpKind.READY)


def _is_inside(value: SSAValue, task: Operation) -> bool:
    owner = value.owner
    region: Region | None = owner.parent_region() if isinstance(owner, Operation) else owner.parent
    while region is not None and region.parent is not task:
        region = region.parent.parent_region() if region.parent is not None else None
    return region is not None


def proved_in_place(serial: MixedModule, name: str, args_alias: bool) -> InPlace | None:
    """What is known of the entry of a module whose tasks are in place; None where it is not proved."""
    functions = reached(serial.graph, name)
    if has_tasks(functions):
        return None
    report = check_module(serial.module, entries=[name], args_alias=args_alias)
    (found,) = report.functions
    if found.standing is not Standing.PROVED or found.failures:
        return None
    own = {op for function in functions for op in walk(function)}
    return InPlace(
        _waits(serial, [wait for wait in report.waits if wait.op in own]),
        tuple(dict.fromkeys(map(serial.original, found.unfinished))),
    )


def _waits(serial: MixedModule, found: Iterable[WaitReport]) -> dict[Operation, WaitReport]:
    """What is said of the copies of a wait, for all together."""
    waits: dict[Operation, WaitReport] = {}
    for wait in found:
        own = serial.original(wait.op)
        if waits_for_groups(own) or kind_of(own) is OpKind.AWAIT:
            forced_by = tuple(map(serial.original, wait.forced_by))
            wait = replace(wait, op=own, queue=queue_of(own), forced_by=forced_by, in_flight=())
            waits[own] = both(waits.get(own), wait)
    return waits
