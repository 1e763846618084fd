"""How the io dialect is written: make the operation's task with room for its values, then start it (operations.h)."""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.dialects import io, rt
from asyncir.dialects.async_types import ValueType
from asyncir.dialects.narrowing import is_memref
from asyncir.ir import Attribute, IntegerType, Operation, SSAValue, StringAttr
from asyncir.lowering.cpu.entries import store_value
from asyncir.lowering.cpu.handlers import handles
from asyncir.lowering.cpu.payloads import payload_layout
from asyncir.lowering.cpu.task_function import TaskFunction
from asyncir.lowering.llvm.descriptors import element_address, layout_of, parts, times
from asyncir.lowering.llvm.function_text import location_text
from asyncir.lowering.llvm.module_text import c_string, symbol
from asyncir.lowering.llvm.types import size_and_alignment, value_layout

CALLBACK_PREFIX = "asyncir.callback."
"""What the name of the symbol starts with behind which the host's function lies (`asyncir_callback`)."""


@dataclass(frozen=True, slots=True)
class _Operation:
    """An operation that is made and not started."""

    task: str
    places: list[str]
    """Where its values go."""
    location: str
    extra: str
    """Room that lives as long as the task."""


def _make(f: TaskFunction, op: Operation, extra: int = 0) -> _Operation:
    """Make the task and set the op's results."""
    payloads = tuple(r.type.value_type for r in op.results if isinstance(r.type, ValueType))
    layout = payload_layout(payloads, with_header_words=True)
    end = -(-layout.size // 64) * 64
    arguments = [f"i64 {end + extra}", f"i64 {max(layout.alignment, 64 if extra else 16)}"]
    made = _call(f, "operation_create", "ptr", [*arguments, f"i32 {len(op.results)}"])
    location = f.module.string(location_text(op.location))
    task = _or_exhausted(f, made, end + extra, len(op.results), location)
    places: list[str] = []
    for offsets in layout.offsets:
        word = f.let(f"getelementptr inbounds i8, ptr {task}, i64 {offsets[0] - 8}")
        f.do(f"store ptr {task}, ptr {word}, align 8")
        places.append(f.let(f"getelementptr inbounds i8, ptr {task}, i64 {offsets[0]}"))
    values = iter(places)
    for result in op.results:
        f.set(result, [next(values) if isinstance(result.type, ValueType) else task])
    room = f.let(f"getelementptr inbounds i8, ptr {task}, i64 {end}") if extra else ""
    return _Operation(task, places, location, room)


def _or_exhausted(f: TaskFunction, made: str, size: int, references: int, location: str) -> str:
    """The task; if there was no memory for it, the one that stands for it, with as much room. No operation starts on that."""
    before, exhausted, going_on = f.label, f.fresh_label("exhausted"), f.fresh_label("made")
    f.do(f"br i1 {f.let(f'icmp eq ptr {made}, null')}, label %{exhausted}, label %{going_on}, !prof !0")
    f.start(exhausted)
    arguments = [f"ptr {f.module.stand_in(size)}", f"i32 {references}", f"ptr {location}"]
    failed = f.call("asyncir_task_exhausted", "ptr", arguments)
    f.do(f"br label %{going_on}")
    f.start(going_on)
    return f.let(f"phi ptr [ {made}, %{before} ], [ {failed}, %{exhausted} ]")


def _call(f: TaskFunction, name: str, result: str, arguments: list[str]) -> str:
    """Call a function of operations.h; its declaration follows from the arguments."""
    function = f"asyncir_{name}"
    types = ", ".join(argument.partition(" ")[0] for argument in arguments)
    f.module.declare(function, f"{result} @{function}({types})")
    text = f"call {result} @{function}({', '.join(arguments)})"
    if result == "void":
        f.do(text)
        return ""
    return f.let(text)


def _start(f: TaskFunction, name: str, operation: _Operation, arguments: list[str]) -> None:
    """Start it; whatever can fail knows where it was asked for."""
    given = [f"ptr {operation.task}", *arguments, f"ptr {operation.location}"]
    _call(f, f"operation_{name}", "void", given)


# ---- timers


@handles("io.clock")
def _clock(f: TaskFunction, op: Operation) -> None:
    f.set(op.results[0], [_call(f, "clock", "i64", [])])


@handles("io.sleep", "io.sleep_until")
def _sleep(f: TaskFunction, op: Operation) -> None:
    operation = _make(f, op)
    name = op.name.replace("io.", "operation_")
    _call(f, name, "void", [f"ptr {operation.task}", *f.typed(op.operands[0])])


# ---- files


@handles("io.open", properties=("mode", "path"))
def _open(f: TaskFunction, op: Operation) -> None:
    assert isinstance(op, io.OpenOp)
    operation = _make(f, op)
    if op.path is not None:
        path = [f"ptr {f.module.string(op.path.data)}", f"i64 {len(op.path.data.encode())}"]
    else:
        assert op.dynamic_path is not None
        path = _extent(f, op.dynamic_path)
    mode = io.MODES.index(op.mode.data)
    _start(f, "open", operation, [*path, f"i32 {mode}", f"ptr {operation.places[0]}"])


@handles("io.close")
def _close(f: TaskFunction, op: Operation) -> None:
    _start(f, "close", _make(f, op), f.typed(op.operands[0]))


@handles("io.size")
def _size(f: TaskFunction, op: Operation) -> None:
    operation = _make(f, op)
    _start(f, "size", operation, [*f.typed(op.operands[0]), f"ptr {operation.places[0]}"])


@handles("io.read", "io.write")
def _move(f: TaskFunction, op: Operation) -> None:
    file, offset, buffer = op.operands
    operation = _make(f, op)
    extent = [*f.typed(file), *f.typed(offset), *_extent(f, buffer)]
    _start(f, op.name.removeprefix("io."), operation, [*extent, f"ptr {operation.places[0]}"])


def _extent(f: TaskFunction, buffer: SSAValue) -> list[str]:
    """Where a memref's bytes start, and how many there are; the verifier has seen to it that they lie in a row."""
    layout, memref = layout_of(buffer.type), parts(f, buffer)
    address = element_address(f, layout, memref, ["0"] * layout.rank)
    size = str(size_and_alignment(layout.element)[0])
    for extent in memref.sizes:
        size = times(f, size, extent)
    return [f"ptr {address}", f"i64 {size}"]


# ---- processes


@handles("io.process", properties=("command", "operandSegmentSizes"))
def _process(f: TaskFunction, op: Operation) -> None:
    assert isinstance(op, io.ProcessOp)
    operation = _make(f, op)
    request = f.alloca("[6 x i64]", 8)
    stdin, stdin_file = _stream(f, op.stdin)
    stdout, stdout_file = _stream(f, op.stdout)
    fields = [f"ptr {_command(f, op.command.data)}", *stdin, *stdout]
    for i, field in enumerate(fields):
        f.do(f"store {field}, ptr {_field(f, request, 8 * i)}, align 8")
    f.do(f"store {stdin_file}, ptr {_field(f, request, 40)}, align 4")
    f.do(f"store {stdout_file}, ptr {_field(f, request, 44)}, align 4")
    status, *written = operation.places
    places = [f"ptr {status}", f"ptr {written[0] if written else 'null'}"]
    _start(f, "process", operation, [f"ptr {request}", *places])


def _field(f: TaskFunction, request: str, offset: int) -> str:
    """The address of a field of the `asyncir_process`."""
    return f.let(f"getelementptr inbounds i8, ptr {request}, i64 {offset}")


def _stream(f: TaskFunction, stream: SSAValue | None) -> tuple[list[str], str]:
    """What the process reads or writes: pointer and size of a memref, and a file, -1 for none."""
    if stream is None:
        return ["ptr null", "i64 0"], "i32 -1"
    if isinstance(stream.type, IntegerType):
        return ["ptr null", "i64 0"], f.typed(stream)[0]
    return _extent(f, stream), "i32 -1"


def _command(f: TaskFunction, words: tuple[StringAttr, ...]) -> str:
    """A constant array of the words, null at the end. An empty word has an address too."""
    elements = [f"ptr {_word(f, word.data)}" for word in words]
    name = f"@.command.{len(f.module.globals)}"
    array = f"[{len(words) + 1} x ptr]"
    f.module.globals.append(
        f"{name} = private unnamed_addr constant {array} [{', '.join([*elements, 'ptr null'])}]"
    )
    return name


def _word(f: TaskFunction, word: str) -> str:
    if word:
        return f.module.string(word)
    name = f"@.word.{len(f.module.globals)}"
    f.module.globals.append(f"{name} = private unnamed_addr constant {c_string(word)}")
    return name


# ---- calls of the host


@handles("rt.call", properties=("function",))
def _host_call(f: TaskFunction, op: Operation) -> None:
    assert isinstance(op, rt.CallOp)
    name = f"{CALLBACK_PREFIX}{op.function.root_reference.data}"
    declaration = f"{symbol(name)} = external global [2 x ptr]"
    if declaration not in f.module.globals:
        f.module.globals.append(declaration)
    offsets, end = _argument_offsets([a.type for a in op.arguments])
    count = len(op.arguments) + sum(isinstance(r.type, ValueType) for r in op.results)
    operation = _make(f, op, end + 8 * count)
    addresses: list[str] = []
    for argument, offset in zip(op.arguments, offsets, strict=True):
        addresses.append(_field(f, operation.extra, offset))
        store_value(f, argument.type, addresses[-1], f.get(argument))
    places = _field(f, operation.extra, end)
    for i, address in enumerate((*addresses, *operation.places)):
        f.do(f"store ptr {address}, ptr {_field(f, places, 8 * i)}, align 8")
    _start(f, "call", operation, [f"ptr {symbol(name)}", f"ptr {places}"])


def _argument_offsets(types: list[Attribute]) -> tuple[list[int], int]:
    """Where arguments lie, as the border has them (signatures.py), and where they end."""
    offsets: list[int] = []
    end = 0
    for type_ in types:
        if is_memref(type_):
            size, alignment = 8 * (3 + 2 * layout_of(type_).rank), 8
        else:
            _, size, alignment = value_layout(type_)
        offsets.append(-(-end // alignment) * alignment)
        end = offsets[-1] + size
    return offsets, -(-end // 8) * 8
