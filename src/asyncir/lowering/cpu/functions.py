"""From one function to LLVM text: a plain function, or a coroutine where it may wait.

A coroutine's frame begins with its task's header (runtime.h). Its promise is the rest of the header and the payloads, so
that they lie at fixed distances from the frame. The function that is called, the ramp, returns the frame.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import async_dialect, func
from asyncir.dialects.async_types import CompletionType, ValueType
from asyncir.dialects.functions import FunctionOp
from asyncir.dialects.narrowing import is_unranked_memref
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    Block,
    DictionaryAttr,
    IntegerAttr,
    LocationAttr,
    Operation,
    UnitAttr,
    UnrankedMemRefType,
    i64,
)
from asyncir.ir.graphs import postorder
from asyncir.ir.marks import (
    AWAITED_AT,
    BLOCK,
    DISJOINT_ARGS,
    DISTINCT_ARGS,
    DRAINS,
    INDEPENDENT,
    NURSERY,
    ON_LOOPS,
    PASSES_ON,
    SAME_OR_DISTINCT_ARGS,
    SCHEDULED,
    SLOTS,
    STREAMS,
)
from asyncir.ir.walk import successors
from asyncir.lowering.cpu.emit_async import header_of
from asyncir.lowering.cpu.emit_control import suspend_here, suspend_until
from asyncir.lowering.cpu.handlers import handler_of
from asyncir.lowering.cpu.payloads import Payload, payload_layout
from asyncir.lowering.cpu.runtime_text import TASK, TASK_SIZE
from asyncir.lowering.cpu.slots import Slots
from asyncir.lowering.cpu.task_function import TaskFunction
from asyncir.lowering.cpu.unranked import to_frame
from asyncir.lowering.llvm.debug_info import DebugInfo
from asyncir.lowering.llvm.function_text import location_text, refuse, with_spot
from asyncir.lowering.llvm.module_text import ModuleText
from asyncir.lowering.llvm.types import joined, pieces

_KNOWN_ATTRIBUTES = {
    *(SCHEDULED, SLOTS, AWAITED_AT, DRAINS, NURSERY, DISTINCT_ARGS, SAME_OR_DISTINCT_ARGS, DISJOINT_ARGS)
}
_FUNCTION_ATTRIBUTES = {
    "no_inline": "noinline",
    "llvm.noinline": "noinline",
    "llvm.alwaysinline": "alwaysinline",
    STREAMS: '"prefer-vector-width"="256"',
}
_ARGUMENT_ATTRIBUTES = {"llvm.noalias": "noalias", "llvm.nonnull": "nonnull", "llvm.readonly": "readonly"}

_LOOK = "%look_at_start"
"""Whether to look for a cancellation before the coroutine begins."""


MOST_FORKS = 32
"""A coroutine that launches tasks in more places queues them.

Each place where it may be suspended costs LLVM time, and what is written out task by task is a graph of large tasks.
"""


def _launches(module: ModuleText, blocks: Iterable[Block]) -> int:
    return sum(
        isinstance(op, async_dialect.CallOp) and op.callee.root_reference.data in module.scheduled
        for block in blocks
        for op in block.ops
    )


def emit_function(module: ModuleText, op: FunctionOp, debug: DebugInfo | None) -> None:
    """Write one function with a body."""
    f = TaskFunction(module)
    f.emit = partial(_emit_op, f)
    entry = op.body.blocks[0]
    blocks = list(reversed(postorder(op.body.blocks[0], successors)))
    f.prepare_blocks(blocks, entry, "body")
    name = op.sym_name.data
    scope = debug.subprogram(op) if debug is not None else None
    raw = any(isinstance(o, async_dialect.CoroBeginOp) for block in blocks for o in block.ops)
    f.raw = raw
    if raw:
        _check_calls(module, blocks)
    coroutine = isinstance(op, async_dialect.FuncOp) or name in module.suspension.may_wait
    f.may_fail = not coroutine and name in module.suspension.may_fail
    arguments = _arguments(f, op, entry)
    descriptors = _own_descriptors(arguments, entry) if isinstance(op, async_dialect.FuncOp) else []
    if descriptors:
        f.scratch = f.alloca("ptr", 8)
    if count := _slot_count(op):
        f.slots = Slots(count, blocks)
    if coroutine:
        f.queues_tasks = _launches(module, blocks) > MOST_FORKS
        arguments.insert(0, "ptr %worker")
        if SCHEDULED in op.attributes:
            arguments.insert(1, "ptr %site")
            f.launched_from = op.location if AWAITED_AT not in op.attributes else None
        f.frame = "%frame"
        f.payload = coroutine_payload(op)
        returned = "ptr"
    else:
        returned = joined(_result_types(f, op))
    f.look_at_start = _LOOK if coroutine else None
    for block in blocks:
        f.start_block(block)
        if f.slots is not None:
            f.slots.enter_block(block)
        for inner in block.ops:
            if debug is not None and scope is not None:
                f.suffix = debug.suffix(inner, scope)
            _emit_op(f, inner)
    f.suffix = debug.end_suffix(scope) if debug is not None and scope is not None else ""
    f.fill_phis()
    start = _coroutine_start(f, op, descriptors) if coroutine else _plain_start(f, op)
    if coroutine:
        _coroutine_end(f, op)
    elif f.failures:
        _plain_failure(f, op)
    attributes = "".join(f" {each}" for each in _function_attributes(module, op, coroutine or raw))
    linkage = "internal " if _is_private(op) else ""
    head = f"define {linkage}{returned} {module.symbol_of(name)}({', '.join(arguments)}) nounwind{attributes}"
    subprogram = f" !dbg {scope}" if scope is not None else ""
    lines = [f"{head}{subprogram} {{", "entry:", *f.entry_lines, *start, *f.lines, "}", ""]
    module.functions.append("\n".join(lines))


def _other_way(op: Operation) -> str:
    dialect = op.name.partition(".")[0]
    if dialect in ("queue", "nvgpu", "gpu"):
        return "the interpreter can run it: asyncir run --interpret latest"
    return f"lower the `{dialect}` dialect first"


_TOLD = {PASSES_ON, INDEPENDENT, BLOCK, *ON_LOOPS}
"""Attributes that are handled elsewhere: no 'ignored' warning."""


def _emit_op(f: TaskFunction, op: Operation) -> None:
    if op in f.skipped:
        return
    entry = handler_of(op.name)
    if entry is None:
        raise refuse(op, f"`{op.name}` has no native form", _other_way(op))
    for name in op.properties:
        if name not in entry.properties:
            raise refuse(op, f"attribute `{name}` of `{op.name}` has no native form", "remove it", "L004")
    for name in op.attributes:
        if name not in _TOLD:
            f.module.warn(f"attribute `{name}` of `{op.name}` is ignored in native code")
    try:
        entry.handler(f, op)
    except DiagnosticError as error:
        raise with_spot(error, op) from None


def _check_calls(module: ModuleText, blocks: Iterable[Block]) -> None:
    """A coroutine written out by hand has no way to suspend or to fail but those that it writes out."""
    calls = (o for block in blocks for o in block.ops if isinstance(o, func.CallOp | func.CallIndirectOp))
    for op in calls:
        for does, what in ((module.suspension.waits, "wait"), (module.suspension.fails, "fail")):
            if does(op):
                raise refuse(op, f"a hand-written coroutine calls a function that may {what}")


def _is_private(op: FunctionOp) -> bool:
    return op.sym_visibility is not None and op.sym_visibility.data == "private"


def _arguments(f: TaskFunction, op: FunctionOp, entry: Block) -> list[str]:
    """The parameters, typed and named, with the attributes that the program gives them."""
    texts: list[str] = []
    dictionaries = op.arg_attrs.data if isinstance(op.arg_attrs, ArrayAttr) else ()
    for index, argument in enumerate(entry.args):
        held: list[str] = []
        given = dictionaries[index] if index < len(dictionaries) else None
        for position, piece in enumerate(pieces(argument.type)):
            held.append(f"%a{index}.{position}")
            attributes = _argument_attributes(f, given) if piece == "ptr" else ""
            texts.append(f"{piece}{attributes} {held[-1]}")
        f.set(argument, held)
    return texts


def _own_descriptors(arguments: list[str], entry: Block) -> list[tuple[str, str]]:
    """The unranked memrefs among a task's arguments: rank, and the name for its own copy of the descriptor."""
    found: list[tuple[str, str]] = []
    for index, argument in enumerate(entry.args):
        if isinstance(argument.type, UnrankedMemRefType):
            found.append((f"%a{index}.0", f"%a{index}.1"))
            at = arguments.index(f"ptr %a{index}.1")
            arguments[at] += ".given"
    return found


def _argument_attributes(f: TaskFunction, given: Attribute | None) -> str:
    text = ""
    for name, value in given.data.items() if isinstance(given, DictionaryAttr) else ():
        if name in _ARGUMENT_ATTRIBUTES and isinstance(value, UnitAttr):
            text += f" {_ARGUMENT_ATTRIBUTES[name]}"
        else:
            f.module.warn(f"argument attribute `{name}` is ignored in native code")
    return text


def _function_attributes(module: ModuleText, op: FunctionOp, coroutine: bool) -> list[str]:
    """What LLVM is told of the function."""
    found = ["presplitcoroutine"] if coroutine else []
    if SCHEDULED in op.attributes:
        # Its caller goes on without it, and gains nothing from having the making of its frame inlined.
        found.append("noinline")
    for name in [*op.attributes, *op.properties]:
        if name in _FUNCTION_ATTRIBUTES:
            found.append(_FUNCTION_ATTRIBUTES[name])
        elif name in op.attributes and name not in _KNOWN_ATTRIBUTES:
            module.warn(f"attribute `{name}` of `@{op.sym_name.data}` is ignored in native code")
    if op.sym_name.data in module.behind_doors and not coroutine and "noinline" not in found:
        # Else LLVM would optimise it twice: where it is, and where it is inlined.
        found.append("alwaysinline")
    return list(dict.fromkeys(found))


def _result_types(f: TaskFunction, op: FunctionOp) -> list[str]:
    types = [piece for result in op.function_type.outputs for piece in pieces(result)]
    return ["ptr", *types] if f.may_fail else types


def coroutine_payload(op: FunctionOp) -> Payload:
    """Where a coroutine's results lie in its frame."""
    outputs = op.function_type.outputs.data
    if isinstance(op, async_dialect.FuncOp):
        types = tuple(t.value_type for t in outputs if isinstance(t, ValueType))
        return payload_layout(types, with_header_words=True)
    return payload_layout(outputs, with_header_words=False)


def _references_at_start(f: TaskFunction, op: FunctionOp) -> int:
    """The coroutine's own, and one for each result of calling it that is used; a `func.func`'s task is one result."""
    results = len(op.function_type.outputs) if isinstance(op, async_dialect.FuncOp) else 1
    return 1 + results - f.module.unused.get(op.sym_name.data, 0)


# ---- plain functions


def _plain_start(f: TaskFunction, op: FunctionOp) -> list[str]:
    s = TaskFunction(f.module, "s")
    _slots(f, s)
    s.do("br label %body")
    return s.lines


def _slots(f: TaskFunction, s: TaskFunction) -> None:
    if f.slots is None:
        return
    f.entry_lines.append(f"  %slots = alloca [{f.slots.count} x ptr], align 8")
    if not f.slots.masked:
        s.do(f"store [{f.slots.count} x ptr] zeroinitializer, ptr %slots, align 8")


def _slot_count(op: FunctionOp) -> int:
    slots = op.attributes.get(SLOTS)
    return slots.value.data if isinstance(slots, IntegerAttr) else 0


def _drain(f: TaskFunction, slots: Slots, full: str) -> None:
    """Go on when every task that the function holds is complete: it may use memory that ends with the function."""
    for number in range(slots.count):
        address = f"getelementptr inbounds ptr, ptr %slots, i64 {number}"
        if full:
            held = f.let(f"icmp ne i64 {f.let(f'and i64 {full}, {_bit(number)}')}, 0")
        else:
            held = f.let(f"icmp ne ptr {f.load('ptr', f.let(address))}, null")
        with f.only_if(held, "drain", "drained"):
            suspend_until(f, lambda address=address: f.load("ptr", f.let(address)))


def _bit(number: int) -> int:
    """The bit as a signed number of 64 bits."""
    return (1 << number) - ((1 << number) >> 63 << 64)


def _failure_block(f: TaskFunction, drains: bool = False) -> None:
    f.start("failure")
    errors = ", ".join(f"[ {failure.error}, %{failure.label} ]" for failure in f.failures)
    f.lines.append(f"  %failed = phi ptr {errors}")
    full = _full_slots(f) if f.slots is not None and f.slots.masked else ""
    if drains and f.slots is not None:
        _drain(f, f.slots, full)  # before the error has its place: waiting needs that
    if f.frame is not None:
        f.call("asyncir.fail", "%frame", "%failed")
    if full:
        f.call("asyncir.release_full", "%slots", full)
    elif f.slots is not None:
        f.call("asyncir.release_all", "%slots", f.slots.count)


def _full_slots(f: TaskFunction) -> str:
    """The mask of what the function held where it failed."""
    if f.frame is not None:
        return f.load("i64", f.at("%frame", TASK["error"]))
    f.lines.append(f"  %full = phi i64 {', '.join(f'[ {at.full}, %{at.label} ]' for at in f.failures)}")
    return "%full"


def _plain_failure(f: TaskFunction, op: FunctionOp) -> None:
    if not f.may_fail:
        raise refuse(op, "a hand-written coroutine cannot fail", "test and use async.runtime.set_error")
    _failure_block(f)
    types = _result_types(f, op)
    f.return_pieces(types, ["%failed", *["poison"] * (len(types) - 1)])


# ---- coroutines


def _coroutine_start(f: TaskFunction, op: FunctionOp, descriptors: Iterable[tuple[str, str]]) -> list[str]:
    """Make the frame, fill in the header; queue the task and suspend if it starts on a worker."""
    assert f.payload is not None
    s = TaskFunction(f.module, "s")
    s.frame = "%frame"
    s.suffix = f.suffix
    s.label = "entry"
    s.lines.append(f"  %promise = alloca [{f.payload.size - 16} x i8], align 16")
    f.module.runtime("llvm.coro.id")
    s.lines.append("  %id = call token @llvm.coro.id(i32 16, ptr %promise, ptr null, ptr null)")
    size = s.call("llvm.coro.size.i64")
    alignment = s.call("llvm.coro.align.i64")
    wanted = s.call("llvm.umax.i64", alignment, f.payload.alignment)
    memory = s.call("asyncir.allocate", "%worker", size, wanted)
    _unless_exhausted(f, s, op, memory)
    f.module.runtime("llvm.coro.begin")
    s.do(f"%frame = call ptr @llvm.coro.begin(token %id, ptr {memory})")
    # Only memory that is aligned as usual and owns nothing goes back to where it came from without more ado.
    plain = not _counted_payload(op) and f.payload.alignment <= 16
    s.call("asyncir.init", "%frame", "%worker", _references_at_start(f, op), size if plain else 0)
    if isinstance(op, async_dialect.FuncOp):
        for offsets in f.payload.offsets:
            s.store("ptr", "%frame", s.at("%frame", offsets[0] - 8))
    _slots(f, s)
    if f.scratch is not None:
        s.store("ptr", "null", f.scratch)
        s.scratch = f.scratch
    for rank, descriptor in descriptors:
        _, own = to_frame(s, UnrankedMemRefType.from_type(i64), (rank, f"{descriptor}.given"))
        s.do(f"{descriptor} = getelementptr i8, ptr {own}, i64 0")
    if SCHEDULED in op.attributes:
        # Whoever launches it starts it, see `_launch`.
        suspend_here(s, s.call("llvm.coro.save", "%frame"), "begin")
        s.do(f"{_LOOK} = icmp eq i1 {s.guard_is_up()}, true")
        s.do("br label %body")
        return s.lines
    short = s.call("asyncir.stack_is_short", "%worker")
    s.do(f"br i1 {short}, label %short, label %begin, !prof !0")
    begun = s.label
    s.start("short")
    descriptor = f.module.descriptor(op.sym_name.data, location_text(op.location))
    saved = s.call("llvm.coro.save", "%frame")
    queued = s.call("asyncir_start", s.worker(), "%frame", descriptor)
    s.branch(queued, "queued", "begin", "queued")
    suspend_here(s, saved, "begin")
    # With the guard down, which it is nearly always, this is known without another look.
    s.lines.append(f"  {_LOOK} = phi i1 [ false, %{begun} ], [ true, %short ], [ true, %queued ]")
    s.do("br label %body")
    return s.lines


def _unless_exhausted(f: TaskFunction, s: TaskFunction, op: FunctionOp, memory: str) -> None:
    """Go on with the memory for the frame; without any, return the task that has failed for that."""
    assert f.payload is not None
    offsets = [at[0] for at in f.payload.offsets] if isinstance(op, async_dialect.FuncOp) else []
    task = f.module.stand_in(TASK_SIZE, offsets)
    s.branch(s.let(f"icmp eq ptr {memory}, null"), "exhausted", "made", "exhausted", rare=True)
    for index, argument in enumerate(op.body.blocks[0].args if isinstance(op, async_dialect.FuncOp) else ()):
        if isinstance(argument.type, CompletionType):  # the references that it was given
            header = header_of(s, argument.type, f"%a{index}.0")
            s.call("asyncir_task_release", header, 1)
    # The coroutine's own reference is dropped by whoever launches it; one that is called does so itself.
    references = _references_at_start(f, op) - (SCHEDULED not in op.attributes)
    location = f.module.string(location_text(op.location))
    s.do(f"ret ptr {s.call('asyncir_task_exhausted', task, references, location)}")
    s.start("made")


def _coroutine_end(f: TaskFunction, op: FunctionOp) -> None:
    if f.failures:
        _failure_block(f, DRAINS in op.attributes)
        if NURSERY in op.attributes:
            f.call("asyncir_member_failed", "%frame", "%failed")
        if isinstance(at := op.attributes.get(AWAITED_AT), LocationAttr):
            _name_wait(f, at)
    elif not f.finishes:
        # The program never leaves this function; what follows is for LLVM's rules only.
        f.start("never")
    if f.failures or not f.finishes:
        f.do("br label %finish")
    f.start("finish")
    if f.scratch is not None:
        f.call("asyncir.free_scratch", f.load("ptr", f.scratch))
    saved = f.call("llvm.coro.save", "%frame")
    # After this the frame may be gone.
    if SCHEDULED in op.attributes:
        f.call("asyncir.finish_started", "%frame", f.worker())
    else:
        f.call("asyncir.finish_called", "%frame", _references_at_start(f, op) - 1, f.worker())
    how = f.call("llvm.coro.suspend", saved, "true")
    f.do(f"switch i8 {how}, label %suspended [ i8 0, label %resumed i8 1, label %cleanup ]")
    f.start("resumed")
    f.do("unreachable")
    f.start("cleanup")
    _release_payload(f, op)
    memory = f.call("llvm.coro.free", "%id", "%frame")
    size = f.call("llvm.coro.size.i64")
    alignment = f.call("llvm.coro.align.i64")
    assert f.payload is not None
    wanted = f.call("llvm.umax.i64", alignment, f.payload.alignment)
    f.call("asyncir_frame_free", memory, size, wanted)
    f.go_on("suspended")
    f.call("llvm.coro.end", "%frame", "false", "none")
    f.do("ret ptr %frame")


def _counted_payload(op: FunctionOp) -> list[tuple[Attribute, tuple[int, ...]]]:
    """What a task's payload owns: references and unranked memrefs' descriptors, with their offsets."""
    if not isinstance(op, async_dialect.FuncOp):
        return []
    types = [t.value_type for t in op.function_type.outputs if isinstance(t, ValueType)]
    offsets = coroutine_payload(op).offsets
    return [
        (t, at)
        for t, at in zip(types, offsets, strict=True)
        if isinstance(t, CompletionType) or is_unranked_memref(t)
    ]


def _name_wait(f: TaskFunction, at: LocationAttr) -> None:
    """The error becomes that of the task that awaited this one and failed for that."""
    place = f.at("%frame", TASK["error"])
    error = f.load("ptr", place)
    texts = [f.module.string(s) for s in ("R102", "the awaited task failed", location_text(at))]
    f.store("ptr", f.call("asyncir_error_create", *texts, error), place)


def _release_payload(f: TaskFunction, op: FunctionOp) -> None:
    """What a value's payload owns goes with the task, if it has one."""
    counted = _counted_payload(op)
    if not counted:
        return
    good = f.call("asyncir.has_ended_well", "%frame")
    with f.only_if(good, "drop", "dropped"):
        for type_, offsets in counted:
            held = f.load_pieces("%frame", offsets, pieces(type_))
            if is_unranked_memref(type_):
                f.call("free", held[1])
            else:
                f.call("asyncir_task_release", header_of(f, type_, held[0]), 1)
