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
from asyncir.lowering.llvm.types import placed, size_and_alignment, value_layout

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
    alignment = max(layout.alignment, 64 if extra else 16)
    made = f.call("asyncir_operation_create", end + extra, alignment, len(op.results))
    location = f.module.string(location_text(op.location))
    task = _or_exhausted(f, made, end + extra, len(op.results), location)
    if f.module.traced:
        name = f"@{op.function.root_reference.data}" if isinstance(op, rt.CallOp) else op.name
        f.call("asyncir_operation_name", task, f.module.string(name), location)
    places: list[str] = []
    for offsets in layout.offsets:
        f.store("ptr", task, f.at(task, offsets[0] - 8))
        places.append(f.at(task, offsets[0]))
    values = iter(places)
    for result in op.results:
        f.set(result, [next(values) if isinstance(result.type, ValueType) else task])
    return _Operation(task, places, location, f.at(task, end) if extra else "")


def _or_exhausted(f: TaskFunction, made: str, size: int, references: int, location: str) -> str:
    """The task; if there was no memory for it, the one that stands for it, with as much room. No operation starts on that."""
    before, null = f.label, f.let(f"icmp eq ptr {made}, null")
    with f.only_if(null, "exhausted", "made", rare=True):
        failed = f.call("asyncir_task_exhausted", f.module.stand_in(size), references, location)
        exhausted = f.label
    return f.let(f"phi ptr [ {made}, %{before} ], [ {failed}, %{exhausted} ]")


def _start(f: TaskFunction, name: str, operation: _Operation, *arguments: object) -> None:
    """Start it; whatever can fail knows where it was asked for."""
    f.call(f"asyncir_operation_{name}", operation.task, *arguments, operation.location)


# ---- timers


@handles("io.clock")
def _clock(f: TaskFunction, op: Operation) -> None:
    f.set(op.results[0], [f.call("asyncir_clock")])


@handles("io.sleep", "io.sleep_until")
def _sleep(f: TaskFunction, op: Operation) -> None:
    operation = _make(f, op)
    f.call(op.name.replace("io.", "asyncir_operation_"), operation.task, f.one(op.operands[0]))


# ---- files


@handles("io.open", properties=("mode", "path"))
def _open(f: TaskFunction, op: Operation) -> None:
    assert isinstance(op, io.OpenOp)
    operation = _make(f, op)
    if op.path is not None:
        path = f.module.string(op.path.data), str(len(op.path.data.encode()))
    else:
        assert op.dynamic_path is not None
        path = _extent(f, op.dynamic_path)
    _start(f, "open", operation, *path, io.MODES.index(op.mode.data), operation.places[0])


@handles("io.close")
def _close(f: TaskFunction, op: Operation) -> None:
    _start(f, "close", _make(f, op), f.one(op.operands[0]))


@handles("io.size")
def _size(f: TaskFunction, op: Operation) -> None:
    operation = _make(f, op)
    _start(f, "size", operation, f.one(op.operands[0]), operation.places[0])


@handles("io.read", "io.write")
def _move(f: TaskFunction, op: Operation) -> None:
    file, offset, buffer = op.operands
    operation = _make(f, op)
    extent = (f.one(file), f.one(offset), *_extent(f, buffer))
    _start(f, op.name.removeprefix("io."), operation, *extent, operation.places[0])


def _extent(f: TaskFunction, buffer: SSAValue) -> tuple[str, str]:
    """Where a memref's bytes start, and how many there are; the verifier has seen to it that they lie in a row."""
    layout, memref = layout_of(buffer.type), parts(f, buffer)
    address = element_address(f, layout, memref, ["0"] * layout.rank)
    size = str(size_and_alignment(layout.element)[0])
    for extent in memref.sizes:
        size = times(f, size, extent)
    return address, size


# ---- processes


@handles("io.process", properties=("command", "operandSegmentSizes"))
def _process(f: TaskFunction, op: Operation) -> None:
    assert isinstance(op, io.ProcessOp)
    operation = _make(f, op)
    request = f.alloca("[6 x i64]", 8)
    stdin, stdin_file = _stream(f, op.stdin)
    stdout, stdout_file = _stream(f, op.stdout)
    fields = (_command(f, op.command.data), *stdin, *stdout, stdin_file, stdout_file)
    f.store_pieces(request, _PROCESS_OFFSETS, _PROCESS_TYPES, fields)
    status, *written = operation.places
    _start(f, "process", operation, request, status, written[0] if written else "null")


_PROCESS_OFFSETS = (0, 8, 16, 24, 32, 40, 44)
_PROCESS_TYPES = ("ptr", "ptr", "i64", "ptr", "i64", "i32", "i32")
"""The fields of an `asyncir_process`."""


def _stream(f: TaskFunction, stream: SSAValue | None) -> tuple[tuple[str, str], str]:
    """What the process reads or writes: pointer and size of a memref, and a file, -1 for none."""
    is_file = stream is None or isinstance(stream.type, IntegerType)
    extent = ("null", "0") if stream is None or is_file else _extent(f, stream)
    return extent, f.one(stream) if stream is not None and is_file else "-1"


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
        addresses.append(f.at(operation.extra, offset))
        store_value(f, argument.type, addresses[-1], f.get(argument))
    places = f.at(operation.extra, end)
    f.store_pieces(places, range(0, 8 * count, 8), ["ptr"] * count, (*addresses, *operation.places))
    _start(f, "call", operation, symbol(name), places)


def _argument_offsets(types: list[Attribute]) -> tuple[list[int], int]:
    """Where arguments lie, as the border has them (signatures.py), and where they end."""
    extents = [
        (8 * (3 + 2 * layout_of(type_).rank), 8) if is_memref(type_) else value_layout(type_)[1:]
        for type_ in types
    ]
    offsets, end = placed(extents)
    return offsets, -(-end // 8) * 8
