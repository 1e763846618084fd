"""`asyncir run --timeout`: the call is cancelled, and the error says where it was noticed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import Shell

pytestmark = pytest.mark.feature("S4-25")

SLEEPS = """\
func.func @main(%nanoseconds: i64) -> i64 {
  %timer = io.sleep %nanoseconds : i64
  %t = async.execute [%timer] {
    async.yield
  }
  async.await %t : !async.token
  return %nanoseconds : i64
}
"""


@pytest.mark.feature("S4-25")
@pytest.mark.parametrize("loan", ["0", "1"])
def test_a_call_that_takes_too_long(asyncir: Shell, monkeypatch: pytest.MonkeyPatch, loan: str) -> None:
    monkeypatch.setenv("ASYNCIR_LOAN", loan)
    program = asyncir.write("p.mlir", SLEEPS)
    outcome = asyncir("run", program, "3600000000000", "--timeout", "50ms", "--threads", "2")
    assert outcome.status == 1
    assert outcome.out == ""
    assert "cancelled: the time for the call was over" in outcome.err
    assert "async.await" in outcome.err
    assert "R108" in outcome.err


@pytest.mark.parametrize("time", ["1000", "60.5s", "500000ms", ".5h", "10m"])
def test_a_call_that_is_quick(asyncir: Shell, time: str) -> None:
    program = asyncir.write("p.mlir", SLEEPS)
    assert asyncir("run", program, "1", "--timeout", time).out == "1\n"


@pytest.mark.parametrize("time", ["", "soon", "-1s", "5 s", "1d", "nan"])
def test_what_is_no_time(asyncir: Shell, time: str) -> None:
    program = asyncir.write("p.mlir", SLEEPS)
    outcome = asyncir("run", program, "1", "--timeout", time)
    assert outcome.status == 2
    assert "is no length of time" in outcome.err


SPINS = """func.func @main(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %k = arith.constant 6364136223846793005 : i64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %one) -> i64 {
    %b = arith.muli %a, %k : i64
    %d = arith.xori %b, %a : i64
    scf.yield %d : i64
  }
  return %r : i64
}
"""


def test_a_call_that_only_computes(asyncir: Shell) -> None:
    program = asyncir.write("spins.mlir", SPINS)
    outcome = asyncir("run", program, str(10**13), "--timeout", "50ms")
    assert outcome.status == 1
    assert "R108" in outcome.err
    assert "scf.for" in outcome.err


BLOCKS = """func.func private @sleep(i32) -> i32
func.func @main(%seconds: i32) -> i32 {
  %left = func.call @sleep(%seconds) : (i32) -> i32
  return %left : i32
}
"""


@pytest.mark.parametrize("json_too", [(), ("--json",)])
def test_a_call_in_a_function_of_c_ends_with_its_process(tmp_path: Path, json_too: tuple[str, ...]) -> None:
    (tmp_path / "blocks.mlir").write_text(BLOCKS)
    command = [sys.executable, "-m", "asyncir", "run", "blocks.mlir", "60", "--timeout", "50ms"]
    done = subprocess.run(
        [*command, "-o", "out.npy", *json_too],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "R109" in (done.stdout if json_too else done.stderr)
    assert "did not end within 0.05 s" in done.stdout + done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["blocks.mlir"]


def test_a_time_that_no_timer_takes(asyncir: Shell) -> None:
    asyncir.write("ok.mlir", "func.func @main() -> i64 { %c = arith.constant 1 : i64 return %c : i64 }")
    outcome = asyncir("run", "ok.mlir", "--timeout", "99999999999999999999s")
    assert (outcome.status, outcome.codes) == (2, ["C004"])
    assert "is longer than a year" in outcome.err
