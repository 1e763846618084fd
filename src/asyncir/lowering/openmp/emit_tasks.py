"""How tasks are written: `async.execute` is an OpenMP task, a token the place that it writes and that others depend on.

A token is an address, and a value the address of what the task gives. A task has `depend(out: ...)` of its own ones and
`depend(in: ...)` of those that it depends on; who awaits one has a `taskwait` that depends on it. OpenMP orders tasks of one
parent only: what is awaited somewhere else than where it was launched is refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects import async_dialect
from asyncir.dialects.async_types import CompletionType, GroupType, TokenType, ValueType
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation, OpResult, SSAValue
from asyncir.ir.walk import enclosing, terminator_of, walk
from asyncir.lowering.openmp.c_function import CFunction, handles, refuse
from asyncir.lowering.openmp.c_types import TOKEN, pieces


def _parent(op: Operation) -> Operation | None:
    """The task whose children tasks are that are launched here; none where the function itself launches them."""
    return next((each for each in enclosing(op) if kind_of(each) is OpKind.TASK), None)


def check_tasks(root: Operation) -> None:
    """Refuse what goes from the one who launches it to anybody else: its children, its parent, what it is called by."""
    for op in walk(root):
        if kind_of(op) is OpKind.TASK and len(op.regions[0].blocks) != 1:
            raise refuse(op, "a task of several blocks has no form in C", "write its branches with scf ops")
        for value in op.operands:
            if isinstance(value.type, CompletionType) and not _is_own(value, op):
                raise refuse(op, _ELSEWHERE, "let what is launched depend on it: async.execute [%token]")


_ELSEWHERE = "a task is awaited elsewhere than where it was launched: OpenMP orders tasks of one parent only"


def _is_own(value: SSAValue, user: Operation) -> bool:
    """Whether a child of the one that executes the user completes it. Of what branches hand on they are asked themselves."""
    if isinstance(user, async_dialect.YieldOp):
        return False
    if isinstance(value, OpResult):
        return not isinstance(value.op, async_dialect.AwaitOp) and _parent(value.op) is _parent(user)
    around = value.owner.parent_op() if isinstance(value.owner, Block) else None
    if around is None or kind_of(around) is OpKind.TASK:
        return False
    return _parent(around) is _parent(user)


def _place(f: CFunction, value: SSAValue, user: Operation) -> str:
    """What a task writes whose token or value it is, seen from one that waits for it."""
    if isinstance(value.type, GroupType):
        raise refuse(user, "a group is no dependency in OpenMP", "await it with async.await_all")
    return f"*(char *){f.one(value)}"


def _value_struct(f: CFunction, value: SSAValue) -> str:
    assert isinstance(value.type, ValueType)
    return f.structs.named(pieces(value.type.value_type))


def _unwrapped(f: CFunction, value: SSAValue, into: SSAValue) -> None:
    """What is in a value that is complete."""
    held = f.one(value)
    f.named(into, [f"{held}->p{n}" for n in range(len(pieces(into.type)))])


@handles("async.execute")
def _execute(f: CFunction, op: Operation) -> None:
    assert isinstance(op, async_dialect.ExecuteOp)
    needed = [_place(f, value, op) for value in (*op.dependencies, *op.body_operands)]
    token = f.let(TOKEN, "asyncir_keep(1)")
    f.set(op.token, [token])
    made = [token]
    for result in op.body_results:
        struct = _value_struct(f, result)
        f.set(result, [f.let(f"{struct} *", f"asyncir_keep(sizeof({struct}))")])
        made.append(f.one(result))
    clauses = [f"depend(in: {', '.join(dict.fromkeys(needed))})"] if needed else []
    clauses.append(f"depend(out: {', '.join(f'*(char *){each}' for each in made)})")
    f.pragma(f"task {' '.join(clauses)}")
    with f.block(""):
        block = op.body.block
        for value, argument in zip(op.body_operands, block.args, strict=True):
            _unwrapped(f, value, argument)
        f.ops(block)
        _complete(f, op.body_results, terminator_of(block).operands)


def _complete(f: CFunction, results: Sequence[SSAValue], given: Sequence[SSAValue]) -> None:
    for result, value in zip(results, given, strict=True):
        for number, held in enumerate(f.get(value)):
            f.do(f"{f.one(result)}->p{number} = {held};")


@handles("async.yield")
def _yield(f: CFunction, op: Operation) -> None:
    """The task around it has written what it gives."""


@handles("async.await")
def _await(f: CFunction, op: Operation) -> None:
    (value,) = op.operands
    f.pragma(f"taskwait depend(in: {_place(f, value, op)})")
    for result in op.results:
        _unwrapped(f, value, result)


@handles("async.ready")
def _ready(f: CFunction, op: Operation) -> None:
    (result,) = op.results
    if isinstance(result.type, TokenType):
        f.named(result, ["asyncir_keep(1)"])
        return
    struct = _value_struct(f, result)
    f.set(result, [f.let(f"{struct} *", f"asyncir_keep(sizeof({struct}))")])
    _complete(f, [result], op.operands)


@handles("async.create_group")
def _create_group(f: CFunction, op: Operation) -> None:
    """A group is all that is launched here: who awaits it waits for all children."""
    f.set(op.results[0], ["(void *)0"])


@handles("async.add_to_group")
def _add_to_group(f: CFunction, op: Operation) -> None:
    member, _ = op.operands
    _place(f, member, op)
    if op.results[0].first_use is not None:
        raise refuse(op, "ranks in groups have no form in OpenMP", "count the members yourself")


@handles("async.await_all")
def _await_all(f: CFunction, op: Operation) -> None:
    f.pragma("taskwait")
