"""Link a program's object code and the runtime into an executable.

The executable calls one function that takes nothing. A result of an integer type is its exit code; a token or
value is waited for; an error goes to standard error, much as `asyncir run` shows it, and makes the exit code
1. ASYNCIR_NUM_THREADS sets the number of workers.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.launch import jit, runtime
from asyncir.launch.arguments import check_types
from asyncir.launch.signatures import Completion, Scalar, Signature

COMPILERS = ("cc", "c++", "clang", "gcc")
"""What is asked to link, the first that is on the PATH; the CC of the environment comes before."""

_STRINGS = {
    "head": "error[%s]: %s\n",
    "cause": "   = note: caused by: [%s] %s\n",
    "place": "  --> %s\n",
    "stuck": "error[R104]: deadlock: a task that nothing waits for can never complete\n",
}

_REPORT = """
declare ptr @asyncir_error_code(ptr)
declare ptr @asyncir_error_message(ptr)
declare ptr @asyncir_error_location(ptr)
declare ptr @asyncir_error_cause(ptr)
declare void @asyncir_error_release(ptr)
declare i1 @asyncir_task_block(ptr)
declare ptr @asyncir_task_error(ptr)
declare void @asyncir_task_release(ptr, i32)
declare i1 @asyncir_runtime_end_stuck(ptr)
declare void @asyncir_runtime_stop()
declare i32 @dprintf(i32, ptr, ...)
declare i32 @fflush(ptr)

define private i32 @report(ptr %how, ptr %error) {
  %flushed = call i32 @fflush(ptr null)
  br label %link
link:
  %e = phi ptr [ %error, %0 ], [ %next, %done ]
  %form = phi ptr [ %how, %0 ], [ @cause, %done ]
  %code = call ptr @asyncir_error_code(ptr %e)
  %message = call ptr @asyncir_error_message(ptr %e)
  %1 = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr %form, ptr %code, ptr %message)
  %location = call ptr @asyncir_error_location(ptr %e)
  %none = icmp eq ptr %location, null
  br i1 %none, label %done, label %some
some:
  %first = load i8, ptr %location
  %empty = icmp eq i8 %first, 0
  br i1 %empty, label %done, label %show
show:
  %2 = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @place, ptr %location)
  br label %done
done:
  %next = call ptr @asyncir_error_cause(ptr %e)
  %last = icmp eq ptr %next, null
  br i1 %last, label %out, label %link
out:
  ret i32 1
}
"""

_END = (
    "  %stuck = call i1 @asyncir_runtime_end_stuck(ptr %why)",
    "  br i1 %stuck, label %ended, label %stop",
    "ended:",
    "  %shown = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @stuck)",
    "  %first = load ptr, ptr %why",
    "  %named = call i32 @report(ptr @cause, ptr %first)",
    "  call void @asyncir_error_release(ptr %first)",
    "  br label %stop",
    "stop:",
    "  call void @asyncir_runtime_stop()",
    "  br i1 %stuck, label %bad, label %end",
    "bad:",
    "  ret i32 1",
    "end:",
)
"""The run ends when every task is complete; a task that can never be is a deadlock."""


def link(text: str, entry: Signature, output: str, *, opt_level: int) -> None:
    """Write an executable to `output` that runs `entry` of the program whose LLVM text this is."""
    if entry.arguments:
        raise _error(
            "C015",
            f"an executable calls its function without arguments, and {entry} takes some",
            "choose another with --entry, or write one that makes the arguments",
        )
    check_types(entry)
    compiler = find_compiler()
    library = runtime.static_library()
    with tempfile.TemporaryDirectory() as folder:
        objects = [str(Path(folder, "program.o")), str(Path(folder, "main.o"))]
        for path, source in zip(objects, (text, main_text(entry)), strict=True):
            Path(path).write_bytes(jit.emit_object(source, opt_level=opt_level).code)
        command = [compiler, "-o", output, *objects, str(library), "-lstdc++", "-lm", "-pthread"]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        raise _linker_failed(done.stderr)


def find_compiler() -> str:
    """The C compiler that links."""
    for name in (os.environ.get("CC"), *COMPILERS):
        if name and (path := shutil.which(name)):
            return path
    raise _error(
        "C009",
        "no C compiler was found to link the executable",
        "install one (cc), or name it in the environment as CC; `--emit obj` needs none",
    )


def _linker_failed(messages: str) -> DiagnosticError:
    marker = "undefined reference to `"
    undefined = {line.partition(marker)[2].rstrip("'") for line in messages.splitlines() if marker in line}
    if undefined:
        known = runtime.symbols()
        return DiagnosticError([jit.undefined_function(name, known) for name in sorted(undefined)])
    return _error("C010", f"the executable could not be linked: {messages.strip()}")


def _error(code: str, message: str, help: str = "") -> DiagnosticError:
    return DiagnosticError(Diagnostic(code, message, help=help))


def main_text(entry: Signature) -> str:
    """The LLVM text of `main`: call, wait, report, stop the workers, return."""
    lines = [f"declare ptr @{jit.ENTRY_PREFIX}{entry.name}(ptr)", "define i32 @main() {"]
    count = max(1, len(entry.results))
    lines.append("  %why = alloca ptr")
    lines.append(f"  %places = alloca [{count} x ptr]")
    for i, type_ in enumerate(entry.results):
        lines += [
            f"  %r{i} = alloca [{type_.size} x i8], align 64",
            f"  %p{i} = getelementptr ptr, ptr %places, i64 {i}",
            f"  store ptr %r{i}, ptr %p{i}",
        ]
    lines += [
        f"  %error = call ptr @{jit.ENTRY_PREFIX}{entry.name}(ptr %places)",
        "  %fine = icmp eq ptr %error, null",
        "  br i1 %fine, label %wait0, label %failed0",
        *_failed(0, "%error"),
    ]
    waits = [i for i, type_ in enumerate(entry.results) if isinstance(type_, Completion)]
    for number, i in enumerate(waits):
        lines += _wait(number, i, entry.results[i])
    lines += [f"wait{len(waits)}:", *_END, *_exit_code(entry), "}"]
    return "\n".join([*map(_string, _STRINGS), _REPORT, *lines, ""])


def _string(name: str) -> str:
    data = _STRINGS[name].encode() + b"\0"
    escaped = "".join(f"\\{byte:02X}" for byte in data)
    return f'@{name} = private unnamed_addr constant [{len(data)} x i8] c"{escaped}"'


def _failed(number: int, error: str) -> list[str]:
    return [
        f"failed{number}:",
        f"  %status{number} = call i32 @report(ptr @head, ptr {error})",
        f"  ret i32 %status{number}",
    ]


def _wait(number: int, result: int, type_: object) -> list[str]:
    """Wait for the completion that is result number `result`; a value's payload follows its task's address.

    Blocking says whether there was a deadlock; if so, the task has an error that says so, too.
    """
    assert isinstance(type_, Completion)
    n = number
    task = [f"  %task{n} = load ptr, ptr %r{result}"]
    if type_.payload is not None:
        task = [
            f"  %payload{n} = load ptr, ptr %r{result}",
            f"  %word{n} = getelementptr ptr, ptr %payload{n}, i64 -1",
            f"  %task{n} = load ptr, ptr %word{n}",
        ]
    return [
        f"wait{n}:",
        *task,
        f"  %done{n} = call i1 @asyncir_task_block(ptr %task{n})",
        f"  %error{n} = call ptr @asyncir_task_error(ptr %task{n})",
        f"  %fine{n} = icmp eq ptr %error{n}, null",
        f"  br i1 %fine{n}, label %release{n}, label %failed{n + 1}",
        *_failed(n + 1, f"%error{n}"),
        f"release{n}:",
        f"  call void @asyncir_task_release(ptr %task{n}, i32 1)",
        f"  br label %wait{n + 1}",
    ]


def _exit_code(entry: Signature) -> list[str]:
    if len(entry.results) == 1 and isinstance(type_ := entry.results[0], Scalar) and not type_.is_float:
        bits = type_.bits
        lines = [f"  %value = load i{bits}, ptr %r0"]
        if bits == 32:
            return [*lines, "  ret i32 %value"]
        cast = "trunc" if bits > 32 else "zext" if bits == 1 else "sext"
        return [*lines, f"  %code = {cast} i{bits} %value to i32", "  ret i32 %code"]
    return ["  ret i32 0"]
