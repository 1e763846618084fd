"""`asyncir run --memory-limit`; what happens at the limit is in tests/runtime/test_memory_limit.py."""

from __future__ import annotations

import pytest

from tests.cli.command import Shell

MANY = """
func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %open = async.runtime.create : !async.token
  %group = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %token = async.execute [%open] {
      async.yield
    }
    %rank = async.add_to_group %token, %group : !async.token
  }
  async.runtime.set_available %open : !async.token
  async.await_all %group
  return
}
"""


@pytest.mark.parametrize("size", ["8M", "8192k", "8388608", "8MiB", "8MB"])
def test_more_tasks_than_the_limit_has_room_for(asyncir: Shell, size: str) -> None:
    program = asyncir.write("p.mlir", MANY)
    outcome = asyncir("run", program, "1000000", "--memory-limit", size)
    assert outcome.status == 1
    assert "R004" in outcome.err
    assert "the limit is 8M" in outcome.err
    assert asyncir("run", program, "1000", "--memory-limit", size).status == 0


@pytest.mark.parametrize("size", ["", "much", "-1G", "8 M", "512K", "1P", "8mb", "9999999999T"])
def test_what_is_no_size(asyncir: Shell, size: str) -> None:
    program = asyncir.write("p.mlir", MANY)
    outcome = asyncir("run", program, "1", "--memory-limit", size)
    assert outcome.status == 2
    assert "is no size" in outcome.err
