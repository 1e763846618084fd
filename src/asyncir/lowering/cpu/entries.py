"""The doors of a module: for each public function one through which it is called from outside.

`ptr @_asyncir_entry_<name>(ptr args)`: `args` points to pointers, one for each argument and then one for each result; behind
them lie scalars, vectors, or MLIR's memref descriptors. What comes back is an error, owned, or null. A function that may
wait is run on the pool, and the calling thread blocks until it is done; an `async.func` is only started there.

`void @_asyncir_begin_<name>(ptr args, ptr done, ptr context)` blocks nobody: it has a worker start the call, and calls
`done(context, task)` when that is over. Then `ptr @_asyncir_end_<name>(ptr args, ptr task)` takes the reference to the
task over, writes the results, and returns an error or null.

A function that never waits has fewer: each door costs LLVM more than what a small function does. To begin a call, a worker
calls the first door; the host has it do so itself where the function cannot fail, either. One
`ptr @_asyncir_end_(ptr args, ptr task)` ends all of these calls, whose results are in place.
"""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects import async_dialect
from asyncir.dialects.functions import FunctionOp
from asyncir.dialects.narrowing import is_integer, is_memref
from asyncir.ir import Attribute
from asyncir.lowering.cpu.emit_async import set_completions
from asyncir.lowering.cpu.payloads import payload_layout
from asyncir.lowering.cpu.task_function import TaskFunction
from asyncir.lowering.llvm.descriptors import layout_of, load_descriptor, parts_of, store_descriptor
from asyncir.lowering.llvm.module_text import ModuleText, symbol
from asyncir.lowering.llvm.types import pieces, value_layout

PREFIX = "_asyncir_entry_"
BEGIN_PREFIX = "_asyncir_begin_"
END_PREFIX = "_asyncir_end_"


def emit_entry(module: ModuleText, op: FunctionOp) -> None:
    """Write the doors of one public function."""
    name = op.sym_name.data
    f, body = TaskFunction(module), TaskFunction(module)
    only_starts = isinstance(op, async_dialect.FuncOp)
    waits = not only_starts and name in module.suspension.may_wait
    starter = ""
    if only_starts:
        starter = _start_only(f, body, op)
    elif waits:
        starter = _run_and_wait(f, body, op)
    else:
        _call_here(f, op)
        if name in module.suspension.may_fail or module.may_be_left:
            starter = _call_there(body, op)
    _define(f, f"ptr {symbol(PREFIX + name)}(ptr %args)")
    if starter:
        begin = TaskFunction(module)
        begin.call("asyncir_run_async", starter, "%args", "%done", "%context")
        begin.do("ret void")
        _define(begin, f"void {symbol(BEGIN_PREFIX + name)}(ptr %args, ptr %done, ptr %context)")
    if waits or only_starts:
        end = TaskFunction(module)
        _end(end, op, with_results=waits)
        _define(end, f"ptr {symbol(END_PREFIX + name)}(ptr %args, ptr %task)")
    elif not module.has_shared_end:
        module.has_shared_end = True
        end = TaskFunction(module)
        _return_end(end)
        _define(end, f"ptr {symbol(END_PREFIX)}(ptr %args, ptr %task)")


def _define(f: TaskFunction, head: str) -> None:
    lines = [f"define {head} {{", "entry:", *f.entry_lines, *f.lines, "}", ""]
    f.module.functions.append("\n".join(lines))


def _place(f: TaskFunction, args: str, index: int) -> str:
    return f.load("ptr", f.let(f"getelementptr inbounds ptr, ptr {args}, i64 {index}"))


def _load_arguments(f: TaskFunction, op: FunctionOp, args: str) -> list[str]:
    """The arguments, typed, read from memory."""
    types = enumerate(op.function_type.inputs)
    return [text for i, type_ in types for text in load_value(f, type_, _place(f, args, i))]


def load_value(f: TaskFunction, type_: Attribute, address: str) -> list[str]:
    """Read a value as the border has it: a memref is MLIR's descriptor, a bool a byte. Its pieces, typed."""
    if is_memref(type_):
        held = load_descriptor(f, layout_of(type_), address)
    elif _is_bool(type_):
        held = [f.let(f"trunc i8 {f.load('i8', address)} to i1")]
    else:
        held = f.load_pieces(address, value_layout(type_)[0], pieces(type_))
    return [f"{t} {p}" for t, p in zip(pieces(type_), held, strict=True)]


def store_value(f: TaskFunction, type_: Attribute, address: str, held: Sequence[str]) -> None:
    """Write a value as the border has it."""
    if is_memref(type_):
        store_descriptor(f, parts_of(layout_of(type_), held), address)
    elif _is_bool(type_):
        f.store("i8", f.let(f"zext i1 {held[0]} to i8"), address)
    else:
        f.store_pieces(address, value_layout(type_)[0], pieces(type_), held)


def _is_bool(type_: Attribute) -> bool:
    return is_integer(type_) and type_.width.data == 1


def _store_results(f: TaskFunction, op: FunctionOp, args: str, held: list[str]) -> None:
    first = len(op.function_type.inputs)
    for i, type_ in enumerate(op.function_type.outputs):
        count = len(pieces(type_))
        store_value(f, type_, _place(f, args, first + i), held[:count])
        held = held[count:]


def _call_here(f: TaskFunction, op: FunctionOp) -> None:
    """A function that never waits runs on the calling thread."""
    name = op.sym_name.data
    fails = name in f.module.suspension.may_fail
    arguments = _load_arguments(f, op, "%args")
    types = (["ptr"] if fails else []) + [t for r in op.function_type.outputs for t in pieces(r)]
    held = f.call_for(types, f.module.symbol_of(name), arguments)
    if fails:
        error = held.pop(0)
        f.branch(f.let(f"icmp eq ptr {error}, null"), "store", "bad", "store")
        _store_results(f, op, "%args", held)
        f.do("ret ptr null")
        f.start("bad")
        f.do(f"ret ptr {error}")
    else:
        _store_results(f, op, "%args", held)
        f.do("ret ptr null")


def _call_there(body: TaskFunction, op: FunctionOp) -> str:
    """A worker calls a function that never waits, by its door; its error, if any, is that of a task made for it.

    Where the function may be left in its midst, that is where it comes back to.
    """
    door = symbol(PREFIX + op.sym_name.data)
    if body.module.may_be_left:
        error = body.call("asyncir_compute_task", door, "%context")
    else:
        error = body.let(f"call ptr {door}(ptr %context)")
    body.branch(body.let(f"icmp eq ptr {error}, null"), "good", "bad", "bad")
    task = body.call("asyncir_task_create", 0, 8, 0)
    body.call("asyncir_task_set", task, error, "%worker", 0)
    body.do(f"ret ptr {task}")
    body.start("good")
    return _starter(body, op, "null")


def _starter(body: TaskFunction, op: FunctionOp, returned: str) -> str:
    """The function that a worker runs: it reads the arguments and calls."""
    name = symbol(f"asyncir.start.{op.sym_name.data}")
    body.do(f"ret ptr {returned}")
    _define(body, f"internal ptr {name}(ptr %context, ptr %worker)")
    return name


def _ramp(body: TaskFunction, op: FunctionOp) -> str:
    arguments = ["ptr %worker", *_load_arguments(body, op, "%context")]
    return body.let(f"call ptr {body.module.symbol_of(op.sym_name.data)}({', '.join(arguments)})")


_DEADLOCK = "deadlock: what the program waits for can never complete"


def _run_and_wait(f: TaskFunction, body: TaskFunction, op: FunctionOp) -> str:
    starter = _starter(body, op, _ramp(body, op))
    stuck = f.alloca("i8", 1)
    f.store("i8", 0, stuck)
    task = f.call("asyncir_run", starter, "%args", stuck)
    flag = f.let(f"load i8, ptr {stuck}, align 1")
    f.branch(f.let(f"icmp eq i8 {flag}, 0"), "finished", "deadlock", "deadlock")
    _say_what_is_stuck(f, task, op)
    f.start("finished")
    end = symbol(END_PREFIX + op.sym_name.data)
    f.do(f"ret ptr {f.let(f'call ptr {end}(ptr %args, ptr {task})')}")
    return starter


def _say_what_is_stuck(f: TaskFunction, task: str, op: FunctionOp) -> None:
    """What the function failed with, since what it waited for was failed, names the wait: it is the cause."""
    f.branch(f.call("asyncir.is_done", task), "ended", "pending", "ended")
    kept = f.call("asyncir_error_retain", f.call("asyncir.error_of", task))
    f.go_on("pending")
    cause = f.let(f"phi ptr [ null, %deadlock ], [ {kept}, %ended ]")
    f.call("asyncir_task_release", task, 1)
    f.do(f"ret ptr {f.error('R104', _DEADLOCK, op, cause)}")


def _return_end(f: TaskFunction) -> None:
    """Take over what the call of a function that never waits comes to: the task is complete, if there is one."""
    error = f.call("asyncir.error_of", "%task")
    f.branch(f.let(f"icmp eq ptr {error}, null"), "good", "bad", "bad")
    _return_error(f, error, "%task")
    f.start("good")
    f.call("asyncir_task_release", "%task", 1)
    f.do("ret ptr null")


def _end(f: TaskFunction, op: FunctionOp, with_results: bool) -> None:
    """Take over what the task comes to, and the reference to it; null: all is in place."""
    task = "%task"
    f.branch(f.call("asyncir.is_done", task), "finished", "deadlock", "deadlock")
    f.call("asyncir_task_release", task, 1)
    f.do(f"ret ptr {f.error('R104', _DEADLOCK, op)}")
    f.start("finished")
    error = f.call("asyncir.error_of", task)
    f.branch(f.let(f"icmp eq ptr {error}, null"), "good", "bad", "bad")
    _return_error(f, error, task)
    f.start("good")
    if with_results:
        types = op.function_type.outputs.data
        layout = payload_layout(types, with_header_words=False)
        placed = zip(types, layout.offsets, strict=True)
        held = [p for type_, offsets in placed for p in f.load_pieces(task, offsets, pieces(type_))]
        _store_results(f, op, "%args", held)
    f.call("asyncir_task_release", task, 1)
    f.do("ret ptr null")


def _return_error(f: TaskFunction, error: str, task: str) -> None:
    """Return a task's error, and give up the reference to the task."""
    kept = f.call("asyncir_error_retain", error)
    f.call("asyncir_task_release", task, 1)
    f.do(f"ret ptr {kept}")


def _start_only(f: TaskFunction, body: TaskFunction, op: async_dialect.FuncOp) -> str:
    """Start it on a worker and give back its tokens and values at once."""
    task = _ramp(body, op)
    call = async_dialect.CallOp.create(result_types=list(op.function_type.outputs))
    set_completions(body, call, task)
    first = len(op.function_type.inputs)
    for i, result in enumerate(call.results):
        body.store("ptr", body.one(result), _place(body, "%context", first + i))
    starter = _starter(body, op, "null")
    refused = f.call("asyncir_run", starter, "%args", "null")
    f.branch(f.let(f"icmp eq ptr {refused}, null"), "started", "refused", "refused")
    _return_error(f, f.call("asyncir.error_of", refused), refused)
    f.start("started")
    f.do("ret ptr null")
    return starter


def is_public(op: FunctionOp) -> bool:
    """Whether the function can be called from outside: defined, and not private."""
    return bool(op.body.blocks) and not (op.sym_visibility is not None and op.sym_visibility.data != "public")
