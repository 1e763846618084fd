"""`asyncir run --timeout`: the call is cancelled, and the error says where it was noticed."""

from __future__ import annotations

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
