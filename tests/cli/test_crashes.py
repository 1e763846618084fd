"""A program that makes its process crash is told so in words."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import Shell

PROGRAM = """
func.func @divide(%x: i32, %y: i32) -> i32 {
  %q = arith.divsi %x, %y : i32
  return %q : i32
}
func.func @endless(%x: i32) -> i32 {
  %r = func.call @endless(%x) : (i32) -> i32
  %s = arith.addi %r, %x : i32
  return %s : i32
}
func.func @outside(%x: memref<?xi32>, %i: index) -> i32 {
  %v = memref.load %x[%i] : memref<?xi32>
  return %v : i32
}
func.func @in_a_task(%x: i32, %y: i32) -> i32 {
  %t, %v = async.execute -> !async.value<i32> {
    %q = arith.divsi %x, %y : i32
    async.yield %q : i32
  }
  %r = async.await %v : !async.value<i32>
  return %r : i32
}
"""


def run(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "asyncir", "run", "f.mlir", *args]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("entry", "arguments", "name"),
    [
        ("divide", ["1", "0"], "SIGFPE"),
        ("in_a_task", ["1", "0"], "SIGFPE"),
        ("endless", ["1", "-O0"], "SIGSEGV"),
        ("outside", ["[1, 2]", str(1 << 60), "-O2"], "SIGSEGV"),
    ],
)
def test_a_crash_is_reported_and_leaves_no_file(
    asyncir: Shell, entry: str, arguments: list[str], name: str
) -> None:
    asyncir.write("f.mlir", PROGRAM)
    before = set(asyncir.folder.iterdir())
    done = run("--entry", entry, *arguments, "-o", "out.npy")
    first, second, *rest = done.stderr.split("\n")
    assert first.startswith("error[R006]: the program was stopped: ")
    assert first.endswith(f"({name})")
    assert "--interpret" in second
    assert rest == [""]
    assert (done.returncode, done.stdout) == (1, "")
    assert {p for p in asyncir.folder.iterdir() if p.is_file()} - before == set()


def test_behind_the_run_a_crash_is_a_crash(tmp_path: Path) -> None:
    """Whatever else the process does, its faults are not blamed on the program."""
    (tmp_path / "f.mlir").write_text(PROGRAM)
    code = (
        "import os, signal\n"
        "from asyncir.tools.cli import invoke\n"
        "assert invoke(['run', 'f.mlir', '--entry', 'divide', '7', '2']) == 0\n"
        "os.kill(os.getpid(), signal.SIGSEGV)\n"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGSEGV, "3\n", "")
