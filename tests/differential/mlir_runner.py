"""The oracle: lower with mlir-opt 22 and run with mlir-runner, where they are installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.differential.outcome import Outcome
from tests.oracle import MLIR_OPT

_BIN = Path("/usr/lib/llvm-22/bin")
_LIB = Path("/usr/lib/llvm-22/lib")
MLIR_RUNNER: str | None = shutil.which("mlir-runner-22") or shutil.which("mlir-runner", path=str(_BIN))
"""The path of mlir-runner 22, or None."""
AVAILABLE = MLIR_OPT is not None and MLIR_RUNNER is not None
LIBRARIES = ",".join(
    str(_LIB / f"libmlir_{name}.so") for name in ("c_runner_utils", "runner_utils", "async_runtime")
)
PASSES = (
    "async-parallel-for{async-dispatch=false}",
    "async-func-to-async-runtime",
    "async-to-async-runtime",
    "async-runtime-ref-counting",
    "async-runtime-ref-counting-opt",
    "convert-async-to-llvm",
    "convert-vector-to-scf",
    "convert-scf-to-cf",
    "expand-strided-metadata",
    "lower-affine",
    "func.func(arith-expand)",
    "convert-math-to-llvm",
    "convert-math-to-libm",
    "convert-vector-to-llvm",
    "convert-complex-to-llvm",
    "convert-index-to-llvm",
    "finalize-memref-to-llvm",
    "convert-ub-to-llvm",
    "convert-arith-to-llvm",
    "convert-func-to-llvm",
    "convert-cf-to-llvm",
    "reconcile-unrealized-casts",
)
PIPELINE = f"builtin.module({','.join(PASSES[1:])})"


def lower(text: str, timeout: float = 60) -> tuple[str | None, str]:
    """LLVM dialect text; or None and what mlir-opt says."""
    assert MLIR_OPT is not None
    try:
        done = subprocess.run(
            [MLIR_OPT, f"--pass-pipeline={PIPELINE}", "-"],
            input=text,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None, "mlir-opt: timeout"
    if done.returncode:
        return None, _first_line(done.stderr)
    return done.stdout, ""


def execute(lowered: str, entry: str, timeout: float = 20, level: str = "-O1") -> Outcome:
    """Run `entry`, which returns nothing; what it prints, split at white space, is the outcome."""
    assert MLIR_RUNNER is not None
    command = [
        MLIR_RUNNER,
        level,
        "-e",
        entry,
        "--entry-point-result=void",
        f"--shared-libs={LIBRARIES}",
        "-",
    ]
    try:
        done = subprocess.run(
            command, input=lowered, capture_output=True, text=True, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired:
        return Outcome("timeout")
    if done.returncode:
        return Outcome("crash", detail=f"exit {done.returncode}: {_first_line(done.stderr)}")
    return Outcome("values", tuple(done.stdout.split()))


def run(text: str, entry: str, timeout: float = 20, level: str = "-O1") -> Outcome:
    """Lower and run; "refused" where mlir-opt does not lower it."""
    lowered, why = lower(text)
    if lowered is None:
        return Outcome("refused", detail=why)
    return execute(lowered, entry, timeout, level)


def with_entry(
    text: str, arguments: Sequence[tuple[str, str]], results: Sequence[str], callee: str = "main"
) -> str:
    """Add `@entry`, which calls `callee` with constants and prints its scalar results' bits as integers."""
    lines = ["func.func @entry() {"]
    names = [f"%a{i}" for i in range(len(arguments))]
    lines += [f"  {n} = arith.constant {_literal(v, t)}" for n, (v, t) in zip(names, arguments, strict=True)]
    outs = [f"%r{i}" for i in range(len(results))]
    types = ", ".join(t for _, t in arguments)
    assigned = f"{', '.join(outs)} = " if outs else ""
    lines.append(f"  {assigned}func.call @{callee}({', '.join(names)}) : ({types}) -> ({', '.join(results)})")
    for name, type_ in zip(outs, results, strict=True):
        lines += _print_bits(name, type_)
    lines += ["  return", "}"]
    for signature in ("printI64(i64)", "printNewline()") if results else ():
        if f"@{signature.split('(')[0]}(" not in text.split("@entry")[0]:
            lines.append(f"func.func private @{signature}")
    added = "\n".join(lines) + "\n"
    if not text.lstrip().startswith("module"):
        return f"{text}\n{added}"
    head, _, tail = text.rstrip().rpartition("}")
    return f"{head}{added}}}{tail}\n"


def _print_bits(name: str, type_: str) -> list[str]:
    lines: list[str] = []
    if type_.startswith("f"):
        lines.append(f"    {name}b = arith.bitcast {name} : {type_} to i{type_[1:]}")
        name, type_ = f"{name}b", f"i{type_[1:]}"
    if type_ != "i64":
        op = "index_cast" if type_ == "index" else "extui" if type_ == "i1" else "extsi"
        lines.append(f"    {name}w = arith.{op} {name} : {type_} to i64")
        name = f"{name}w"
    return [
        *lines,
        f"    func.call @printI64({name}) : (i64) -> ()",
        "    func.call @printNewline() : () -> ()",
    ]


def run_main(text: str, arguments: tuple[int, float, int], tries: int = 4) -> Outcome:
    """Run a random program's `@main(i64, f64, i32) -> i64`.

    A crash is tried again: mlir-runner unloads a program's code at its end, whether or not its tasks have ended.
    """
    a, b, c = arguments
    whole = with_entry(text, [(str(a), "i64"), (repr(float(b)), "f64"), (str(c), "i32")], ["i64"])
    lowered, why = lower(whole)
    if lowered is None:
        return Outcome("refused", detail=why)
    for _ in range(tries - 1):
        outcome = execute(lowered, "entry")
        if outcome.kind != "crash":
            return outcome
    return execute(lowered, "entry")


def _first_line(text: str) -> str:
    found = re.search(r"^.*(error|Assertion|ERROR|terminate).*$", text, re.MULTILINE)
    return (found.group(0) if found else text.strip()[:200]).strip()


def _literal(value: str, type_: str) -> str:
    if type_ == "i1":
        return "true" if value in ("1", "true") else "false"
    return f"{value} : {type_}"
