"""Timers, files and processes in compiled programs."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

import asyncir
from asyncir.launch import runtime
from asyncir.tools.cli import invoke

pytestmark = pytest.mark.feature("S4-21")


def path_of(path: Path | str) -> np.ndarray:
    """A path as a program takes it."""
    return np.frombuffer(str(path).encode(), dtype=np.int8).copy()


def failure(function: asyncir.Compiled, *arguments: object) -> asyncir.ProgramError:
    """The error with which `main` ends; afterwards nothing is alive."""
    with pytest.raises(asyncir.ProgramError) as caught:
        function["main"](*arguments)
    assert runtime.counts().tasks == 0
    return caught.value


TIMERS = """
func.func @main(%short: i64, %long: i64) -> (i1, i1, i64) {
  %start = io.clock : i64
  %deadline = arith.addi %start, %long : i64
  %a = io.sleep %short : i64
  %b = io.sleep_until %deadline : i64
  %both = async.execute [%a, %b] {
    async.yield
  }
  async.await %both : !async.token
  %end = io.clock : i64
  %passed = arith.subi %end, %start : i64
  %not_early = arith.cmpi sge, %passed, %long : i64
  %past = io.sleep_until %start : i64
  %negative = io.sleep %passed : i64
  async.await %past : !async.token
  async.await %negative : !async.token
  %again = io.clock : i64
  %goes_on = arith.cmpi sge, %again, %end : i64
  return %not_early, %goes_on, %passed : i1, i1, i64
}
"""


@pytest.mark.feature("S4-21")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_sleep_is_a_token_like_any_other(threads: int) -> None:
    program = asyncir.compile(TIMERS, threads=threads)
    not_early, goes_on, passed = program.main(1_000, 3_000_000)
    assert not_early
    assert goes_on
    assert passed >= 3_000_000
    assert program.main(-5, -7)[0]


SLEEPERS = """
func.func @main(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ns = arith.constant 20000000 : i64
  %start = io.clock : i64
  %group = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      %s = io.sleep %ns : i64
      async.await %s : !async.token
      async.yield
    }
    %r = async.add_to_group %t, %group : !async.token
  }
  async.await_all %group
  %end = io.clock : i64
  %passed = arith.subi %end, %start : i64
  return %passed : i64
}
"""


@pytest.mark.feature("S4-21")
def test_a_thousand_tasks_sleep_at_once_on_one_worker() -> None:
    passed = asyncir.compile(SLEEPERS, threads=1).main(1000)
    assert 20_000_000 <= passed < 1000 * 20_000_000  # one after the other would take 20 s


FILES = """
func.func @main(%path: memref<?xi8>, %out: memref<?xf64>, %in: memref<4x2xf64>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %fv = io.open update %path : memref<?xi8>
  %f = async.await %fv : !async.value<i32>
  %wv = io.write %f[%c8], %out : memref<?xf64>
  %w = async.await %wv : !async.value<index>
  %sv = io.size %f : i32
  %s = async.await %sv : !async.value<index>
  %rv = io.read %f[%c0], %in : memref<4x2xf64>
  %r = async.await %rv : !async.value<index>
  %c = io.close %f : i32
  async.await %c : !async.token
  return %w, %s, %r : index, index, index
}
"""


@pytest.mark.feature("S4-21")
def test_bytes_are_written_and_read_at_offsets(tmp_path: Path) -> None:
    program = asyncir.compile(FILES)
    out = np.arange(1.0, 6.0)
    read = np.full((4, 2), -1.0)
    assert program.main(path_of(tmp_path / "data"), out, read) == (40, 48, 48)
    assert read.ravel().tolist() == [0, 1, 2, 3, 4, 5, -1, -1]
    assert (tmp_path / "data").read_bytes() == bytes(8) + out.tobytes()


SLICES = """
func.func @main(%path: memref<?xi8>, %data: memref<?x4xi32>, %row: index) -> index {
  %c0 = arith.constant 0 : index
  %fv = io.open write %path : memref<?xi8>
  %f = async.await %fv : !async.value<i32>
  %part = memref.subview %data[%row, 0] [1, 4] [1, 1] : memref<?x4xi32> to memref<1x4xi32, strided<[4, 1], offset: ?>>
  %wv = io.write %f[%c0], %part : memref<1x4xi32, strided<[4, 1], offset: ?>>
  %w = async.await %wv : !async.value<index>
  %c = io.close %f : i32
  async.await %c : !async.token
  return %w : index
}
"""


@pytest.mark.feature("S4-21")
def test_part_of_a_memref_is_written(tmp_path: Path) -> None:
    data = np.arange(12, dtype=np.int32).reshape(3, 4)
    assert asyncir.compile(SLICES).main(path_of(tmp_path / "row"), data, 2) == 16
    assert (tmp_path / "row").read_bytes() == data[2].tobytes()


MISSING = """
func.func @main() -> i32 {
  %f = io.open read "no/such/file"
  %file = async.await %f : !async.value<i32>
  return %file : i32
}
"""


@pytest.mark.feature("S4-21")
def test_an_error_says_what_happened_and_where_it_was_asked_for() -> None:
    error = failure(asyncir.compile(MISSING, filename="m.mlir"))
    (cause,) = error.causes
    assert (error.code, cause.code) == ("R102", "R301")
    assert cause.message == "cannot open 'no/such/file': No such file or directory"
    assert cause.span is not None
    assert (cause.span.file, cause.span.line) == ("m.mlir", 3)


DEPENDENT = """
func.func @main() {
  %f = io.open read "no/such/file"
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %group = async.create_group %c1 : !async.group
  %dependent = async.execute (%f as %file: !async.value<i32>) {
    %c = io.close %file : i32
    async.await %c : !async.token
    async.yield
  }
  %r = async.add_to_group %dependent, %group : !async.token
  async.await_all %group
  return
}
"""


@pytest.mark.feature("S4-21")
def test_an_error_travels_through_tasks_and_groups() -> None:
    error = failure(asyncir.compile(DEPENDENT))
    assert [error.code, *(cause.code for cause in error.causes)] == ["R102", "R102", "R301"]


PROCESS = """
func.func @main(%input: memref<?xi8>, %output: memref<?xi8>) -> (i32, index) {
  %s, %n = io.process ["sort", "-n"] stdin(%input : memref<?xi8>) stdout(%output : memref<?xi8>)
  %status = async.await %s : !async.value<i32>
  %count = async.await %n : !async.value<index>
  return %status, %count : i32, index
}
"""


@pytest.mark.feature("S4-21")
def test_a_process_reads_and_writes_memrefs() -> None:
    output = np.zeros(64, dtype=np.int8)
    assert asyncir.compile(PROCESS).main(path_of("10\n9\n8\n"), output) == (0, 7)
    assert output[:7].tobytes() == b"8\n9\n10\n"


@pytest.mark.feature("S4-21")
def test_output_that_does_not_fit_is_an_error() -> None:
    error = failure(asyncir.compile(PROCESS), path_of("1\n2\n"), np.zeros(3, dtype=np.int8))
    assert error.causes[0].code == "R304"


@pytest.mark.parametrize("command", ['["yes"]', '["sh", "-c", "trap \'\' PIPE; yes; exit 3"]'])
def test_output_without_end_that_does_not_fit_is_an_error(command: str) -> None:
    """Nobody reads it to its end: the process is told by SIGPIPE, and what it does then is no news."""
    text = PROCESS.replace('["sort", "-n"]', command)
    error = failure(asyncir.compile(text), path_of(""), np.zeros(3, dtype=np.int8))
    assert error.causes[0].code == "R304"
    assert re.search(r" wrote \d+ bytes or more, and there is room for 3$", error.causes[0].message)


TO_A_FILE = """
func.func @main(%path: memref<?xi8>) -> (i32, i32) {
  %fv = io.open update %path : memref<?xi8>
  %f = async.await %fv : !async.value<i32>
  %s = io.process ["printf", "%s-%s", "", "b c"] stdout(%f : i32)
  %status = async.await %s : !async.value<i32>
  %t = io.process ["sh", "-c", "exit 3"] stdin(%f : i32)
  %other = async.await %t : !async.value<i32>
  %c = io.close %f : i32
  async.await %c : !async.token
  return %status, %other : i32, i32
}
"""


@pytest.mark.feature("S4-21")
def test_a_process_writes_to_a_file_and_has_a_status(tmp_path: Path) -> None:
    assert asyncir.compile(TO_A_FILE).main(path_of(tmp_path / "out")) == (0, 3)
    assert (tmp_path / "out").read_text(encoding="utf-8") == "-b c"


@pytest.mark.feature("S4-21")
@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        ('"/no/such/program"', "R302", "cannot start '/no/such/program': No such file or directory"),
        ('"sh", "-c", "kill -TERM $$"', "R303", "'sh' was ended by signal 15 (Terminated)"),
    ],
)
def test_a_process_that_fails(command: str, code: str, message: str) -> None:
    text = f"""func.func @main() -> i32 {{
      %s = io.process [{command}]
      %status = async.await %s : !async.value<i32>
      return %status : i32
    }}"""
    (cause,) = failure(asyncir.compile(text)).causes
    assert (cause.code, cause.message) == (code, message)


UNAWAITED = """
func.func @main(%flag: memref<i32>) {
  %ns = arith.constant 3000000 : i64
  %one = arith.constant 1 : i32
  %t = async.execute {
    %s = io.sleep %ns : i64
    async.await %s : !async.token
    memref.store %one, %flag[] : memref<i32>
    async.yield
  }
  return
}
"""


@pytest.mark.feature("S4-21")
def test_the_end_of_the_run_waits_for_what_nobody_awaits() -> None:
    flag = np.zeros((), dtype=np.int32)
    asyncir.compile(UNAWAITED).main(flag)
    assert not runtime.end_stuck()
    assert flag == 1


PRINTS = """
func.func @main() -> i32 {
  %ns = arith.constant 1000000 : i64
  %t = io.sleep %ns : i64
  %s = io.process ["echo", "hello"]
  %x = async.await %s : !async.value<i32>
  %u = io.process ["sh", "-c", "exit 5"]
  %y = async.await %u : !async.value<i32>
  async.await %t : !async.token
  return %y : i32
}
"""


@pytest.mark.feature("S4-21")
def test_an_executable_has_operations_too(tmp_path: Path) -> None:
    program, output = tmp_path / "p.mlir", tmp_path / "p"
    program.write_text(PRINTS, encoding="utf-8")
    assert invoke(["compile", str(program), "--emit", "exe", "-o", str(output)]) == 0
    done = subprocess.run([output], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (5, "hello\n", "")
