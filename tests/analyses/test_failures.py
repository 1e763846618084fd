"""Which tokens may turn out to have failed."""

from __future__ import annotations

import pytest

from asyncir.analyses.failures import Failures
from tests.analyses.reading import module_of, value

PROGRAM = """
func.func @main(%c: i1, %given: !async.token, %d: i1) {
  %ready = async.ready : !async.token
  %safe = async.execute {
    async.yield
  }
  %risky = async.execute {
    cf.assert %c, "no"
    async.yield
  }
  %behind = async.execute [%risky] {
    async.yield
  }
  %inside = async.execute {
    %inner = async.execute {
      cf.assert %c, "no"
      async.yield
    }
    async.yield
  }
  %either = arith.select %d, %safe, %ready : !async.token
  %mixed = arith.select %d, %safe, %risky : !async.token
  return
}
"""


@pytest.mark.parametrize(
    ("name", "may_fail"),
    [
        ("ready", False),
        ("safe", False),
        ("risky", True),
        ("behind", True),  # it waits for one that may fail
        ("inside", False),  # it launches one that may fail, and does not wait for it
        ("either", False),
        ("mixed", True),
        ("given", True),  # a caller's
    ],
)
def test_each_token(name: str, may_fail: bool) -> None:
    module = module_of(PROGRAM)
    assert Failures(module).may_fail(value(module, name)) is may_fail
