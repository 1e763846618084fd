"""Entries with queues and entries with tasks in one module."""

import pytest

import asyncir

pytestmark = pytest.mark.feature("N12")

TEXT = """func.func @tasks(%A: memref<4xf32>) {
  %x = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %t = async.execute {
    memref.store %x, %A[%c0] : memref<4xf32>
    async.yield
  }
  async.await %t : !async.token
  return
}
func.func @queues(%A: memref<4xf32>, %B: memref<4xf32>) {
  queue.commit(0) {
    queue.async {
      memref.copy %A, %B : memref<4xf32> to memref<4xf32>
    }
  }
  queue.wait(0, 0)
  return
}
"""


def test_each_entry_is_checked_by_what_knows_of_it():
    checked = asyncir.check(TEXT)
    assert checked.functions == {"tasks": "proved", "queues": "proved"}
    assert {wait.verdict for wait in checked.waits} == {"needed", "exact"}
    assert len(checked.waits) == 2


def test_what_is_wrong_with_one_says_nothing_of_the_other():
    checked = asyncir.check(
        TEXT.replace("  async.await %t : !async.token\n", "  memref.store %x, %A[%c0] : memref<4xf32>\n")
    )
    assert checked.functions == {"tasks": "refuted", "queues": "proved"}
