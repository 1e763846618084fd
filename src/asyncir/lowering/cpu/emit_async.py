"""How the async dialect is written, once `async.execute` is outlined and references are counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from asyncir.dialects import async_dialect, rt
from asyncir.dialects.async_types import CompletionType, GroupType, TokenType, ValueType
from asyncir.dialects.narrowing import is_unranked_memref
from asyncir.ir import Attribute, Block, ConstantLike, IntegerAttr, Operation, SSAValue
from asyncir.ir.marks import PASSES_ON
from asyncir.ir.walk import behind
from asyncir.lowering.cpu.emit_control import (
    poison_pieces,
    succeeds,
    suspend_here,
    suspend_unless_cancelled,
    suspend_until,
)
from asyncir.lowering.cpu.handlers import handles
from asyncir.lowering.cpu.payloads import payload_layout
from asyncir.lowering.cpu.runtime_text import TASK, WORKER
from asyncir.lowering.cpu.task_function import TaskFunction
from asyncir.lowering.cpu.unranked import to_frame
from asyncir.lowering.llvm.function_text import location_text, refuse
from asyncir.lowering.llvm.types import pieces, unsupported_type, value_layout


def header_of(f: TaskFunction, type_: Attribute, piece: str) -> str:
    """The task that a token, value or group stands for; the word before a value's payload points to it."""
    if not isinstance(type_, ValueType):
        return piece
    return f.load("ptr", f.at(piece, -8))


def completion_header(f: TaskFunction, value: SSAValue) -> str:
    """The task that a value of the program stands for, read from where it is known to be."""
    known = f.completions.header(value)
    return known if known is not None else header_of(f, value.type, f.one(value))


@handles("async.call", properties=("callee", "arg_attrs", "res_attrs"))
def _call(f: TaskFunction, op: Operation) -> None:
    assert isinstance(op, async_dialect.CallOp)
    name = op.callee.root_reference.data
    if name in f.module.external_tasks:
        raise refuse(op, f"`@{name}` is declared but not defined", "define the async.func in this module")
    arguments = [f"ptr {f.worker()}", *(p for o in op.operands for p in f.typed(o))]
    scheduled = name in f.module.scheduled
    if scheduled:
        arguments.insert(1, f"ptr {f.module.string(location_text(op.location))}")
    task = f.let(f"call nonnull ptr {f.module.symbol_of(name)}({', '.join(arguments)})")
    set_completions(f, op, task)
    if scheduled:
        _settle_results(f, op, task)
        descriptor = f.module.descriptor(name, location_text(op.location))
        if f.frame is not None and _is_awaited_next(op):
            f.call("asyncir.launch_awaited", f.worker(), task, descriptor)
            return
        kept = next((r for r in op.results if f.completions.has_slot(r)), None)
        _launch(f, task, kept, descriptor)


def _about_results(op: Operation) -> Iterator[async_dialect.RuntimeDropRefOp | rt.OwnOp]:
    """What comes right after a call, and is about the references to its results."""
    for following in behind(op):
        if not isinstance(following, async_dialect.RuntimeDropRefOp | rt.OwnOp):
            return
        if following.operands[0].owner is not op:
            return
        yield following


def unused_results(op: async_dialect.CallOp) -> list[Operation]:
    """Immediate drops of the launched task's results, except the last, which frees the task."""
    drops = [
        following
        for following in _about_results(op)
        if isinstance(following, async_dialect.RuntimeDropRefOp) and following.count.value.data == 1
    ]
    return [*drops[: len(op.results) - 1]]


def _settle_results(f: TaskFunction, op: async_dialect.CallOp, task: str) -> None:
    """Do before the task starts, while nobody else knows of it, what comes next for the references to its results.

    Those that the program has no use for are dropped, the others get their slots.
    """
    unused = unused_results(op)
    f.skipped.update(unused)
    for following in _about_results(op):
        if isinstance(following, rt.OwnOp):
            _own(f, following)
            f.skipped.add(following)
    # What no launch of this task has a use for was not even counted.
    dropped = len(unused) - f.module.unused.get(op.callee.root_reference.data, 0)
    if dropped:
        counter = f.at(task, TASK["references"])
        # Atomic only because where memory has run out, many share one task; nothing is lost there that matters.
        before = f.let(f"load atomic i32, ptr {counter} monotonic, align 8")
        f.do(f"store atomic i32 {f.let(f'sub i32 {before}, {dropped}')}, ptr {counter} monotonic, align 8")


def _is_awaited_next(op: Operation) -> bool:
    """Whether the function waits for the task that it launches here before it does anything else.

    Then there is nothing in it that another worker could do meanwhile.
    """
    passed = (async_dialect.RuntimeDropRefOp, rt.OwnOp)
    rest = (o for o in behind(op) if not (isinstance(o, passed) or o.has_trait(ConstantLike)))
    following = next(rest, None)
    return isinstance(following, async_dialect.AwaitOp) and following.operands[0].owner is op


def _launch(f: TaskFunction, task: str, kept: SSAValue | None, descriptor: str) -> None:
    """Start the task inside this coroutine, which others may take over meanwhile; from a plain function it is queued.

    `kept` is a result that has the task in its slot.
    """
    if f.frame is None or f.queues_tasks:
        f.call("asyncir_launch", f.worker(), task, descriptor)
        return
    suspend, going_on = f.fresh_label("suspend"), f.fresh_label("go")
    saved = f.call("llvm.coro.save", f.frame)
    # False: this coroutine may be running elsewhere already; nothing of its frame is ours.
    # Worker and task are read behind the save: LLVM keeps in the frame what is used on both sides of it.
    if kept is not None:
        task = completion_header(f, kept)
    own = f.call("asyncir.fork", f.worker(), f.frame, task, descriptor)
    f.branch(own, going_on, suspend, suspend)
    suspend_here(f, saved, going_on)


def set_completions(f: TaskFunction, op: Operation, task: str) -> None:
    """The results of calling an `async.func`: its token is the task, a value is the address of its payload."""
    layout = payload_layout(
        tuple(r.type.value_type for r in op.results if isinstance(r.type, ValueType)), with_header_words=True
    )
    offsets = iter(layout.offsets)
    for result in op.results:
        offset = 0 if isinstance(result.type, TokenType) else next(offsets)[0]
        f.completions.made_by_call(result, task, offset)
        f.set(result, [f.at(task, offset)])


@handles("async.await")
def _await(f: TaskFunction, op: Operation) -> None:
    operand = op.operands[0]

    def failed(error: str) -> str:
        if PASSES_ON in op.attributes:
            return f.call("asyncir_error_retain", error)
        return f.error_after("R102", "the awaited task failed", op, error)

    _wait(f, op, operand, failed)
    if isinstance(operand.type, ValueType):
        held = _load(f, operand)
        f.set(op.results[0], to_frame(f, op.results[0].type, held))
        _retain_payload(f, operand.type, held)


@handles("async.await_all")
def _await_all(f: TaskFunction, op: Operation) -> None:
    def failed(error: str) -> str:
        return f.error_after("R102", "a task of the awaited group failed", op, error)

    _wait(f, op, op.operands[0], failed)


@handles("async.runtime.await")
def _runtime_await(f: TaskFunction, op: Operation) -> None:
    # It hands no error on, and does not fail either.
    _refuse_in_raw_coroutine(f, op)
    suspend_until(f, lambda: completion_header(f, op.operands[0]))


def _wait(f: TaskFunction, op: Operation, operand: SSAValue, failed: Callable[[str], str]) -> None:
    _refuse_in_raw_coroutine(f, op)

    def task() -> str:
        return completion_header(f, operand)

    last = succeeds(f, task, lambda: suspend_unless_cancelled(f, op, task), failed)
    f.completions.ended_well(operand, last)


def _refuse_in_raw_coroutine(f: TaskFunction, op: Operation) -> None:
    if f.frame is None:
        raise refuse(op, "a hand-written coroutine cannot block", "use async.runtime.await_and_resume")


def _load(f: TaskFunction, storage: SSAValue, address: str | None = None) -> list[str]:
    assert isinstance(storage.type, ValueType)
    type_ = storage.type.value_type
    return f.load_pieces(address or f.one(storage), value_layout(type_)[0], pieces(type_))


@handles("async.ready")
def _ready(f: TaskFunction, op: Operation) -> None:
    result = op.results[0]
    if not isinstance(result.type, ValueType):
        f.set(result, ["null"])
        return
    payload = op.operands[0]
    address, task = _create(f, payload.type)
    _store(f, task, address, payload)
    f.call("asyncir_task_set", task, "null", f.worker(), 0)
    f.set(result, [address])


def _create(f: TaskFunction, payload: Attribute, references: int = 0) -> tuple[str, str]:
    """A new value's payload address and its task, with so many references more than it has anyway."""
    if isinstance(payload, CompletionType) or is_unranked_memref(payload):
        raise unsupported_type(ValueType(payload))
    _, size, alignment = value_layout(payload)
    task = f.call("asyncir_task_create", max(size, 1), alignment, references)
    return f.call("asyncir_task_payload", task, alignment), task


@handles("async.create_group", "async.runtime.create_group")
def _create_group(f: TaskFunction, op: Operation) -> None:
    f.set(op.results[0], [f.call("asyncir_group_create", f.one(op.operands[0]), f.place(op), f.worker())])


@handles("async.add_to_group", "async.runtime.add_to_group")
def _add_to_group(f: TaskFunction, op: Operation) -> None:
    member, group = op.operands
    rank = f.call("asyncir.group_add", f.one(group), completion_header(f, member), f.worker())
    f.set(op.results[0], [rank])
    if op.name == "async.add_to_group":
        full = f.let(f"icmp slt i64 {rank}, 0")
        f.fail_if(full, lambda: f.error("R103", "the group has all its members already", op))


@handles("async.runtime.create")
def _runtime_create(f: TaskFunction, op: Operation) -> None:
    """As in MLIR: one reference for whoever holds the result, one that completing it drops."""
    result, references = op.results[0], _references_added_next(f, op)
    if isinstance(result.type, ValueType):
        address, _ = _create(f, result.type.value_type, references)
        f.set(result, [address])
    elif f.frame is not None:
        f.set(result, [f.call("asyncir.create_token", f.worker(), references)])
    else:
        f.set(result, [f.call("asyncir_task_create", 0, 8, references)])


def _references_added_next(f: TaskFunction, op: Operation) -> int:
    """How many are added to what the op creates before anything else can happen, in ops that are skipped then.

    Nobody else knows of it yet, and nothing that comes in between can fail. One look is for all that are created there.
    """
    if op not in f.added:
        here: dict[Operation | Block, int] = {}
        following: Operation | None = op
        while following is not None and (
            isinstance(following, async_dialect.RuntimeCreateOp | async_dialect.RuntimeAddRefOp | rt.OwnOp)
            or following.has_trait(ConstantLike)
        ):
            if isinstance(following, async_dialect.RuntimeCreateOp):
                here[following] = 0
            elif isinstance(following, async_dialect.RuntimeAddRefOp) and following.operands[0].owner in here:
                here[following.operands[0].owner] += following.count.value.data
                f.skipped.add(following)
            following = following.next_op
        f.added.update(here)
    return f.added[op]


@handles("async.runtime.set_available", "async.runtime.set_error")
def _runtime_set(f: TaskFunction, op: Operation) -> None:
    task = completion_header(f, op.operands[0])
    error = "null"
    if op.name == "async.runtime.set_error":
        error = f.error("R105", "set to an error by the program", op)
    may_fail = f.frame is not None or f.may_fail  # a hand-written coroutine has no way to fail
    references = _references_dropped_next(f, op) if may_fail else 0
    first = f.call("asyncir_task_set", task, error, f.worker(), references)
    if may_fail:
        again = f.let(f"xor i1 {first}, true")
        f.fail_if(again, lambda: f.error("R106", "it is completed a second time", op))


def _references_dropped_next(f: TaskFunction, op: Operation) -> int:
    """How many of what the op sets are given up next, in an op that is skipped then.

    Setting it gives them up at once, unless it fails: then they are still in their slot.
    """
    operand, following = op.operands[0], op.next_op
    while isinstance(following, rt.DisownOp) and following.operand is operand:
        following = following.next_op
    if not isinstance(following, async_dialect.RuntimeDropRefOp) or following.operands[0] is not operand:
        return 0
    f.skipped.add(following)
    return following.count.value.data


@handles("async.runtime.is_error")
def _runtime_is_error(f: TaskFunction, op: Operation) -> None:
    error = f.call("asyncir.error_of", completion_header(f, op.operands[0]))
    f.set(op.results[0], [f.let(f"icmp ne ptr {error}, null")])


@handles("async.runtime.store")
def _runtime_store(f: TaskFunction, op: Operation) -> None:
    value, storage = op.operands
    _store(f, completion_header(f, storage), f.one(storage), value)


def _store(f: TaskFunction, task: str, address: str, value: SSAValue) -> None:
    """Write a payload, if it has room."""
    write, written = f.fresh_label("write"), f.fresh_label("written")
    exhausted = f.call("asyncir_task_is_exhausted", task)
    f.branch(exhausted, written, write, write)
    f.store_pieces(address, value_layout(value.type)[0], pieces(value.type), f.get(value))
    f.go_on(written)


@handles("async.runtime.load")
def _runtime_load(f: TaskFunction, op: Operation) -> None:
    storage = op.operands[0]
    # Nothing has seen to it that there is no error; where there is no room for a payload, any value will do.
    exhausted = f.call("asyncir_task_is_exhausted", completion_header(f, storage))
    (nothing,) = poison_pieces(f.module, storage.type)
    address = f.let(f"select i1 {exhausted}, ptr {nothing}, ptr {f.one(storage)}")
    held = _load(f, storage, address)
    f.set(op.results[0], to_frame(f, op.results[0].type, held))
    _retain_payload(f, storage.type, held)


def _retain_payload(f: TaskFunction, type_: Attribute, held: list[str]) -> None:
    """What is loaded stays in the task for others; if it is itself counted, this is one more reference to it."""
    if isinstance(type_, ValueType) and isinstance(type_.value_type, CompletionType):
        inner = header_of(f, type_.value_type, held[0])
        f.call("asyncir_task_retain", inner, 1)


@handles("async.runtime.add_ref", "async.runtime.drop_ref", properties=("count",))
def _runtime_reference(f: TaskFunction, op: Operation) -> None:
    count = op.properties["count"]
    assert isinstance(count, IntegerAttr)
    if op.name == "async.runtime.drop_ref" and count.value.data == 1:
        operand = op.operands[0]
        f.release(completion_header(f, operand), ended_well=f.completions.has_ended_well(operand))
        return
    function = "asyncir_task_retain" if op.name == "async.runtime.add_ref" else "asyncir_task_release"
    f.call(function, completion_header(f, op.operands[0]), count.value.data)


@handles("async.runtime.num_worker_threads")
def _num_worker_threads(f: TaskFunction, op: Operation) -> None:
    count = f.call("asyncir_runtime_worker_count")
    # None where none can be made, and then whatever is launched fails; until then the program may divide by it.
    f.set(op.results[0], [f.call("llvm.umax.i64", count, 1)])


@handles("rt.worker_number")
def _worker_number(f: TaskFunction, op: Operation) -> None:
    f.set(op.results[0], [f.load("i64", f.at(f.worker(), WORKER["number"]))])


@handles("async.runtime.resume")
def _runtime_resume(f: TaskFunction, op: Operation) -> None:
    f.call("asyncir_handle_resume", f.one(op.operands[0]), f.worker())


@handles("async.runtime.await_and_resume")
def _runtime_await_and_resume(f: TaskFunction, op: Operation) -> None:
    awaited, handle = op.operands
    f.call("asyncir_handle_await_and_resume", completion_header(f, awaited), f.one(handle))


@handles("async.coro.id")
def _coro_id(f: TaskFunction, op: Operation) -> None:
    f.set(op.results[0], [f.call("llvm.coro.id", 0, "null", "null", "null")])


@handles("async.coro.begin")
def _coro_begin(f: TaskFunction, op: Operation) -> None:
    size = f.call("llvm.coro.size.i64")
    alignment = f.call("llvm.coro.align.i64")
    memory = f.call("asyncir_handle_allocate", size, alignment)
    identity = f.one(op.operands[0])
    f.set(op.results[0], [f.call("llvm.coro.begin", identity, memory)])


@handles("async.coro.free")
def _coro_free(f: TaskFunction, op: Operation) -> None:
    identity, handle = (f.one(o) for o in op.operands)
    memory = f.call("llvm.coro.free", identity, handle)
    size = f.call("llvm.coro.size.i64")
    alignment = f.call("llvm.coro.align.i64")
    f.call("asyncir_frame_free", memory, size, alignment)


@handles("async.coro.end")
def _coro_end(f: TaskFunction, op: Operation) -> None:
    f.call("llvm.coro.end", f.one(op.operands[0]), "false", "none")


@handles("async.coro.save")
def _coro_save(f: TaskFunction, op: Operation) -> None:
    f.set(op.results[0], [f.call("llvm.coro.save", f.one(op.operands[0]))])


@handles("async.coro.suspend")
def _coro_suspend(f: TaskFunction, op: Operation) -> None:
    how = f.call("llvm.coro.suspend", f.one(op.operands[0]), "false")
    (suspend, resume, cleanup), finish = f.targets([(block, ()) for block in op.successors])
    f.do(f"switch i8 {how}, label %{suspend} [ i8 0, label %{resume} i8 1, label %{cleanup} ]")
    finish()


@handles("rt.check", properties=("at_start", "seldom"))
def _check(f: TaskFunction, op: Operation) -> None:
    look = f.look_at_start if "at_start" in op.properties else None
    f.check(op, look or f.guard_is_up(seldom="seldom" in op.properties))


@handles("rt.poll")
def _poll(f: TaskFunction, op: Operation) -> None:
    f.poll(op)


@handles("rt.own", properties=("slot",))
def _own(f: TaskFunction, op: Operation) -> None:
    assert isinstance(op, rt.OwnOp)
    assert f.slots is not None
    address = _slot(f, op.slot)
    f.slots.fill(op.slot.value.data)
    if f.completions.header_is_known(op.operand):
        f.completions.own(op.operand, address)
    else:
        f.store("ptr", completion_header(f, op.operand), address)


@handles("rt.disown", properties=("slot",))
def _disown(f: TaskFunction, op: Operation) -> None:
    assert isinstance(op, rt.DisownOp)
    assert f.slots is not None
    if f.completions.header_is_known(op.operand):
        f.completions.disown(op.operand)
    f.slots.empty(op.slot.value.data)
    if not f.slots.masked:
        f.do(f"store volatile ptr null, ptr {_slot(f, op.slot)}, align 8")


def _slot(f: TaskFunction, slot: IntegerAttr) -> str:
    return f.let(f"getelementptr inbounds ptr, ptr %slots, i64 {slot.value.data}")


__all__ = ["GroupType", "header_of", "set_completions", "unused_results"]
