"""Who takes part: how each contestant is built, and the command that answers as peers/harness.h says."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

from asyncir.launch.runtime import static_library

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build" / "bench-runtime"
PEERS = HERE / "peers"
PROGRAMS = HERE / "programs"
RUNTIME = ROOT / "runtime"

WARNINGS = [
    "-Wall",
    "-Wextra",
    "-Wno-unused-function",
    "-Wno-unused-variable",
]  # of headers that share inputs
FAST = ["-O3", "-march=native"]


class NotMeasured(Exception):
    """A contestant that does not take part, and why."""


Build = Callable[[str], list[str]]
"""From a program's name to the beginning of a command, to which threads and size are added."""


@dataclass(frozen=True)
class Contestant:
    """A way to run the programs."""

    name: str
    build: Build
    needs: Sequence[str] = field(default=())
    """Python packages."""

    def command(self, program: str, threads: int, size: int) -> list[str]:
        """What to run; raises NotMeasured."""
        for package in self.needs:
            if importlib.util.find_spec(package) is None:
                raise NotMeasured(f"{package} is not installed")
        return [*self.build(program), str(threads), str(size)]


def tool(*names: str) -> str:
    """The first of these programs that there is."""
    for name in names:
        if found := shutil.which(name):
            return found
    raise NotMeasured(f"{names[0]} is not installed")


def made(name: str, sources: Sequence[Path], steps: Callable[[Path], list[list[str]]]) -> Path:
    """A file in the build folder, made by these commands unless it has been made by the same ones from the same sources."""
    target = BUILD / name
    state = hashlib.sha256(repr(steps(target)).encode())
    for source in sources:
        state.update(source.read_bytes())
    stamp = target.with_name(f"{target.name}.made-from")
    if target.exists() and stamp.exists() and stamp.read_text() == state.hexdigest():
        return target
    BUILD.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(f"{os.getpid()}-{name}")  # others may be making it too
    for command in steps(unfinished):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            error = next((line for line in done.stderr.splitlines() if "error:" in line), done.stderr[:200])
            raise NotMeasured(
                f"{Path(command[0]).name} refuses {name}: {error.partition('error: ')[2] or error}"
            )
    unfinished.replace(target)
    stamp.write_text(state.hexdigest())
    return target


def native(source: str, compilers: Sequence[str], flags: Callable[[], list[str]]) -> Build:
    """A peer in C or C++, one executable for all programs."""

    def build(program: str) -> list[str]:
        def steps(target: Path) -> list[list[str]]:
            inputs = [str(PEERS / source), "-o", str(target)]
            return [[tool(*compilers), *WARNINGS, *inputs, *flags()]]

        sources = [PEERS / source, PEERS / "harness.h", PEERS / "inputs.h"]
        suffix = hashlib.sha256(repr(flags()).encode()).hexdigest()[:6]
        return [str(made(f"{Path(source).stem}-{suffix}", sources, steps)), program]

    return build


def onetbb_flags() -> list[str]:
    """Where the packages tbb and tbb-devel of PyPI have put the headers and the library."""
    try:
        headers = metadata.files("tbb-devel") or []
        libraries = metadata.files("tbb") or []
    except metadata.PackageNotFoundError as error:
        raise NotMeasured(f"{error.name} is not installed") from error
    header = next(Path(str(f.locate())).resolve() for f in headers if f.parts[-2:] == ("oneapi", "tbb.h"))
    library = next(Path(str(f.locate())).resolve() for f in libraries if f.name == "libtbb.so.12")
    paths = ["-isystem", str(header.parents[1]), str(library), f"-Wl,-rpath,{library.parent}"]
    return ["-std=c++20", *FAST, "-fopenmp-simd", *paths]


def script(name: str) -> Build:
    """A contestant in Python."""
    return lambda program: [sys.executable, str(HERE / name), program]


MLIR_BEFORE = ["async-parallel-for", "convert-scf-to-cf"]
MLIR_PASSES = [
    "async-func-to-async-runtime",
    "async-to-async-runtime",
    "async-runtime-ref-counting",
    "async-runtime-ref-counting-opt",
    "convert-async-to-llvm",
    "convert-scf-to-cf",
    "expand-strided-metadata",
    "lower-affine",
    "convert-arith-to-llvm",
    "finalize-memref-to-llvm",
    "convert-func-to-llvm",
    "convert-cf-to-llvm",
    "reconcile-unrealized-casts",
]


def mlir(program: str) -> list[str]:
    """The program on MLIR's runtime, through mlir-opt 22, mlir-translate 22 and clang-22 -O3."""
    source = PROGRAMS / f"{program}.mlir"
    libraries = Path(tool("mlir-opt-22")).resolve().parents[1] / "lib"
    if not (libraries / "libmlir_async_runtime.so").exists():
        raise NotMeasured("libmlir_async_runtime is not installed")

    def steps(target: Path) -> list[list[str]]:
        lowered, text = target.with_suffix(".lowered.mlir"), target.with_suffix(".ll")
        passes = [f"--{name}" for name in (*MLIR_BEFORE, *MLIR_PASSES)]
        link = [f"-L{libraries}", "-lmlir_async_runtime", f"-Wl,-rpath,{libraries}"]
        shared = [*FAST, "-shared", "-fPIC", "-Wno-override-module"]
        return [
            [tool("mlir-opt-22"), str(source), *passes, "-o", str(lowered)],
            [tool("mlir-translate-22"), "--mlir-to-llvmir", str(lowered), "-o", str(text)],
            [tool("clang-22"), *shared, "-x", "ir", str(text), "-o", str(target), *link],
        ]

    library = made(f"mlir-{program}.so", [source], steps)
    return [sys.executable, str(HERE / "mlir_programs.py"), str(library), program]


def asyncir(program: str) -> list[str]:
    """The program as `asyncir compile` makes it, called from C as the peers' are."""
    source, host = PROGRAMS / f"{program}.mlir", PEERS / "asyncir.c"
    library = static_library()

    def steps(target: Path) -> list[list[str]]:
        compiled = str(target.with_suffix(".o"))
        options = ["-std=gnu11", "-O2", *WARNINGS, f"-I{RUNTIME / 'include'}"]
        linked = [compiled, str(library), "-lstdc++", "-lm", "-pthread"]
        return [
            [sys.executable, "-m", "asyncir", "compile", str(source), "--emit", "obj", "-O3", "-o", compiled],
            [tool(*C), *options, str(host), *linked, "-o", str(target)],
        ]

    compiler = sorted((ROOT / "src").rglob("*.py"))
    headers = sorted((RUNTIME / "include").rglob("*.h"))
    peers = [PEERS / "harness.h", PEERS / "inputs.h"]
    return [
        str(made(f"asyncir-{program}", [source, host, *peers, library, *headers, *compiler], steps)),
        program,
    ]


C = ("gcc", "cc")
CXX = ("g++", "c++")
CONTESTANTS = {
    contestant.name: contestant
    for contestant in (
        Contestant("plain C", native("plain.c", C, lambda: ["-std=gnu11", "-O2"])),
        Contestant("plain C -O3", native("plain.c", C, lambda: ["-std=gnu11", *FAST, "-fopenmp-simd"])),
        Contestant("asyncir", asyncir),
        Contestant("oneTBB", native("onetbb.cpp", CXX, onetbb_flags)),
        Contestant("libgomp", native("openmp.cpp", CXX, lambda: ["-std=c++20", *FAST, "-fopenmp"])),
        Contestant("numba", script("numba_programs.py"), needs=["numba"]),
        Contestant("asyncio", script("asyncio_programs.py")),
        Contestant("MLIR", mlir),
        Contestant("demo", script("demo_program.py"), needs=["sklearn", "scipy"]),
    )
}
