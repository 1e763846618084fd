"""Programs and runtime compiled ahead of time with a sanitizer, run, and what they came to.

Code that a JIT makes is not instrumented. So the compiler's LLVM text, optimised as it always is, with the attribute of the
sanitizer on every function, goes to clang, and is linked with a runtime that the same clang has built with the same
sanitizer, with its checks and its disturbances (runtime/src/disturb.hpp).
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import struct
import subprocess
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from asyncir.driver.compile import lower
from asyncir.launch import jit
from tests.differential.corpus import Call
from tests.differential.outcome import Outcome, integer, link

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
CLANG = shutil.which("clang-22")
CLANGXX = shutil.which("clang++-22")
AVAILABLE = CLANG is not None and CLANGXX is not None
"""Whether the compiler is installed; the runtime's other tests need none but the system's."""

FLAGS = {"thread": "thread", "address": "address,undefined"}
"""What `-fsanitize=` is for each sanitizer that the compiler knows."""

SETTINGS = {
    # A report ends the run; the cases before it have printed what they came to.
    "TSAN_OPTIONS": "halt_on_error=1 exitcode=66 second_deadlock_stack=1",
    # Programs do not free what they allocate; tasks and errors the driver counts.
    "ASAN_OPTIONS": "detect_leaks=0 exitcode=66 detect_stack_use_after_return=0",
    "UBSAN_OPTIONS": "print_stacktrace=1 halt_on_error=1 exitcode=66",
}
MOST_ARGUMENTS = 8
_NAME = re.compile(r'@(?:"([^"]*)"|([A-Za-z_$.][\w$.]*))')
_DECLARED = re.compile(r'func\.func private @(?:"([^"]*)"|([A-Za-z_$.][\w$.]*))\([^{]*$', re.MULTILINE)


class DoesNotBuild(Exception):
    """A tool failed; its output."""


@dataclass(frozen=True)
class Case:
    """A program, its call, and the outcome that it must have; `number` names it in a batch."""

    number: int
    text: str
    call: Call
    expected: Outcome


@dataclass
class Result:
    """What running a batch came to."""

    calls: int
    tasks: int = 0
    steals: int = 0
    cancelled: int = 0
    report: str = ""
    """The sanitizer's, or that of a crash or a hang."""
    wrong: list[tuple[Case, str]] = field(default_factory=list[tuple[Case, str]])
    """Cases that came to something else, once or always."""

    @property
    def good(self) -> bool:
        return not self.report and not self.wrong


def _run(command: Sequence[str | Path]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise DoesNotBuild(f"{command[0]}:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")


@contextmanager
def _alone(folder: Path) -> Generator[None]:
    """No other process builds in the folder meanwhile."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def build_runtime(sanitizer: str, folder: Path) -> Path:
    """The runtime's static library, built in `folder` (again only where something has changed)."""
    assert CLANGXX is not None
    configuration = {
        "CMAKE_BUILD_TYPE": "RelWithDebInfo",
        "CMAKE_CXX_FLAGS_RELWITHDEBINFO": "-O1 -g1",
        "CMAKE_CXX_COMPILER": CLANGXX,
        "ASYNCIR_TESTS": "ON",
        "ASYNCIR_PRECOMPILE": "ON",
        "ASYNCIR_SANITIZE": FLAGS[sanitizer],
    }
    options = [f"-D{name}={value}" for name, value in configuration.items()]
    with _alone(folder):
        _run(["cmake", "-S", ROOT / "runtime", "-B", folder, "-G", "Ninja", *options])
        _run(["cmake", "--build", folder, "-j", "1", "--target", "asyncir_runtime_static"])
    return folder / "libasyncir_runtime.a"


def compile_with_fault(source: str, fault: str, sanitizer: str, folder: Path) -> Path:
    """One file of the runtime, with a fault that it has only for this: linked first, it takes its own's place."""
    assert CLANGXX is not None
    instrument = [f"-fsanitize={FLAGS[sanitizer]}", "-O1", "-g", "-std=c++20", "-fno-exceptions", "-fno-rtti"]
    include = ["-I", ROOT / "runtime" / "include", "-I", ROOT / "runtime" / "src"]
    defines = ["-DASYNCIR_CHECKED", f"-DASYNCIR_PLANT_{fault}"]
    compiled = folder / "faulty.o"
    _run([CLANGXX, *instrument, *include, *defines, "-c", ROOT / "runtime" / "src" / source, "-o", compiled])
    return compiled


def renamed(text: str, prefix: str) -> str:
    """A program whose functions and globals have a prefix, so that several fit into one module."""
    declared = {a or b for a, b in _DECLARED.findall(text)}

    def name(found: re.Match[str]) -> str:
        old = found[1] or found[2]
        return found[0] if old in declared else f'@"{prefix}{old}"'

    return _NAME.sub(name, text)


def merged(cases: Sequence[Case]) -> str:
    """All programs as one."""
    bodies: list[str] = []
    for case in cases:
        text = renamed(case.text, f"p{case.number}_").strip()
        if text.startswith("module {"):
            text = text.removeprefix("module {").removesuffix("}")
        bodies.append(text)
    return "module {\n" + "\n".join(bodies) + "\n}\n"


def llvm_text(file: Path, sanitizer: str, opt_level: int) -> str:
    """What `asyncir compile FILE --emit llvm -g --sanitize` writes."""
    lowered = lower(file.read_text(), filename=str(file), debug=True, sanitizer=sanitizer)
    return jit.emit_llvm(lowered.text, opt_level=opt_level)


def _bits(text: str, type_: str) -> str:
    if type_ == "f32":
        (bits,) = struct.unpack("<I", struct.pack("<f", float(text)))
    elif type_ == "f64":
        (bits,) = struct.unpack("<Q", struct.pack("<d", float(text)))
    else:
        bits = int(text) & ((1 << 64) - 1)
    return f"{bits:#x}u"


def _cases_header(cases: Sequence[Case]) -> str:
    lines = [
        "#include <stdint.h>",
        f"enum {{ CASE_COUNT = {len(cases)}, MOST_SLOTS = {2 * MOST_ARGUMENTS} }};",
        "struct sanitized_case { int number; asyncir_error *(*entry)(void *); int argument_count; int results;",
        f"  uint64_t arguments[{MOST_ARGUMENTS}]; }};",
    ]
    rows: list[str] = []
    for case in cases:
        symbol = f"_asyncir_entry_p{case.number}_{case.call.entry}"
        lines.append(f"asyncir_error *{symbol}(void *);")
        bits = [_bits(a.text, a.type) for a in case.call.arguments] or ["0"]
        counts = f"{len(case.call.arguments)}, {len(case.call.results)}"
        rows.append(f"  {{ {case.number}, {symbol}, {counts}, {{ {', '.join(bits)} }} }},")
    return "\n".join([*lines, "static const struct sanitized_case cases[] = {", *rows, "};", ""])


def build(
    cases: Sequence[Case],
    sanitizer: str,
    opt_level: int,
    runtime: Path,
    folder: Path,
    *,
    edit: Callable[[str], str] = str,
    instead: Sequence[Path] = (),
) -> Path:
    """An executable of all cases. `edit` plants a fault in the LLVM text; `instead` are parts of the runtime with one."""
    assert CLANG is not None
    assert CLANGXX is not None
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "programs.mlir").write_text(merged(cases))
    (folder / "programs.ll").write_text(edit(llvm_text(folder / "programs.mlir", sanitizer, opt_level)))
    (folder / "cases.h").write_text(_cases_header(cases))
    instrument = [f"-fsanitize={FLAGS[sanitizer]}", "-O1", "-g", "-Wno-override-module"]
    include = ["-I", ROOT / "runtime" / "include", "-I", folder]
    _run([CLANG, *instrument, "-O0", "-c", folder / "programs.ll", "-o", folder / "programs.o"])
    _run([CLANG, *instrument, *include, "-c", HERE / "driver.c", "-o", folder / "driver.o"])
    program = folder / "programs"
    _run(
        [
            CLANGXX,
            *instrument,
            folder / "driver.o",
            folder / "programs.o",
            *instead,
            runtime,
            "-lm",
            "-o",
            program,
        ]
    )
    return program


def run(
    program: Path,
    cases: Sequence[Case],
    *,
    rounds: int,
    workers: Sequence[int] = (1, 2, 4),
    seed: int = 0,
    disturb: int = 0,
    deadline: int = 0,
    timeout: float = 300,
) -> Result:
    """Run a batch: each case in each round three times, one of them alone, on pools of these sizes.

    `deadline`, in microseconds: some calls are cancelled at random times below it.
    """
    environment = {**os.environ, **SETTINGS, "ASYNCIR_TEST_SEED": str(seed)}
    environment["ASYNCIR_TEST_DISTURB"] = str(disturb)
    command = [str(program), str(rounds), str(deadline), *map(str, workers)]
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired as error:
        printed = error.stdout.decode(errors="replace") if isinstance(error.stdout, bytes) else ""
        return Result(0, report=f"no end after {timeout:.0f} s; the last lines: {printed[-500:]}")
    return _judged(done, {case.number: case for case in cases})


def _judged(done: subprocess.CompletedProcess[str], cases: dict[int, Case]) -> Result:
    result = Result(0)
    seen: set[int] = set()
    for line in done.stdout.splitlines():
        head, _, rest = line.partition(" ")
        if head == "calls":
            result.calls, result.tasks, result.steals, result.cancelled = (int(x) for x in rest.split()[::2])
            continue
        if not head.lstrip("-").isdigit() or int(head) not in cases:
            result.report += f"{line}\n"
            continue
        case = cases[int(head)]
        seen.add(case.number)
        if not _outcome(rest, case.call).same(case.expected):
            result.wrong.append((case, rest))
    if done.returncode != 0:
        result.report += f"exit status {done.returncode}\n{done.stderr[:8000]}"
    elif seen != set(cases) or not result.calls:
        result.report += f"only {len(seen)} of {len(cases)} cases were called"
    return result


def _outcome(text: str, call: Call) -> Outcome:
    kind, _, rest = text.partition(" ")
    if kind == "ok":
        shown = [_value(bits, type_) for bits, type_ in zip(rest.split(), call.results, strict=True)]
        return Outcome("values", tuple(shown))
    if kind == "error":
        links = [one.partition("|") for one in rest.split(" <- ")]
        return Outcome("error", chain=tuple(link(code, message) for code, _, message in links))
    return Outcome(kind, detail=rest)


def _value(bits: str, type_: str) -> str:
    width = {"f32": 32, "f64": 64, "index": 64, "i1": 8}.get(type_) or int(type_[1:])
    return integer(int(bits, 16), width)
