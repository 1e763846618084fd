"""The picture of a small execution in the page of `asyncir view`."""

from __future__ import annotations

import re

from tests.cli.command import Shell
from tests.cli.test_view import page_of

RING = """\
func.func @main(%A: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %B = memref.alloca() : memref<4xf32>
  %ready = async.ready : !async.token
  %t:3 = scf.for %i = %c0 to %n step %c1 iter_args(%t0 = %ready, %t1 = %ready, %t2 = %ready)
      -> (!async.token, !async.token, !async.token) {
    %slot = arith.remui %i, %c4 : index
    %t = queue.commit(0) {
      queue.async {
        %x = memref.load %A[%i] : memref<?xf32>
        memref.store %x, %B[%slot] : memref<4xf32>
      }
    } -> !async.token
    queue.await %t0 : !async.token
    %old = arith.cmpi sge, %i, %c3 : index
    scf.if %old {
      %b = arith.subi %i, %c3 : index
      %from = arith.remui %b, %c4 : index
      %y = memref.load %B[%from] : memref<4xf32>
      memref.store %y, %C[%b] : memref<?xf32>
    }
    scf.yield %t1, %t2, %t : !async.token, !async.token, !async.token
  }
  return
}
"""
EXCHANGE = """\
func.func @main(%A: memref<4xf32>) attributes {gpu.known_block_size = array<i32: 4, 1, 1>} {
  %c3 = arith.constant 3 : index
  %t = gpu.thread_id x
  %other = arith.subi %c3, %t : index
  %x = memref.load %A[%t] : memref<4xf32>
  memref.store %x, %A[%other] : memref<4xf32>
  queue.commit(0) {
  }
  return
}
"""


def numbers_above_waits(text: str) -> list[str]:
    return re.findall(r'<g class="mark.*?<text [^>]*>([^<]*)</text>', text, re.DOTALL)


def test_a_wait_for_ready_tokens_has_no_count(asyncir: Shell) -> None:
    _, text = page_of(asyncir, RING)
    above = numbers_above_waits(text)
    assert above[:3] == ["-", "-", "-"]
    assert set(above[3:]) == {"3"}


def test_the_run_is_long_enough_for_the_wait_to_wait(asyncir: Shell) -> None:
    page, _ = page_of(asyncir, RING)
    assert page.classed("dot")


def test_each_group_has_its_name_beside_its_row(asyncir: Shell) -> None:
    page, text = page_of(asyncir, RING)
    for i in range(5):
        assert f"A → B (i = {i})" in page.text
    (width,) = re.findall(r'<svg class="names" width="(\d+)', text)
    assert int(width) >= 5 * len("A → B (i = 4)")  # no letter is narrower than that in its font


def test_both_threads_of_a_race_are_named_and_drawn(asyncir: Shell) -> None:
    page, _ = page_of(asyncir, EXCHANGE)
    first, second = re.findall(r"(?:first|second) access: line \d+, memref\.\w+, thread (\d)", page.text)[:2]
    assert first != second
    assert f"Thread {first}" in page.text
    assert f"Thread {second}" in page.text


TWO_QUEUES = """\
func.func @main(%A: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %B = memref.alloca() : memref<4xf32>
  %D = memref.alloca() : memref<4xf32>
  %t = queue.commit(0) {
    queue.async {
      %x = memref.load %A[%c0] : memref<4xf32>
      memref.store %x, %B[%c0] : memref<4xf32>
    }
  } -> !async.token
  %u = queue.commit(1) {
    queue.async {
      %x = memref.load %A[%c0] : memref<4xf32>
      memref.store %x, %D[%c0] : memref<4xf32>
    }
  } -> !async.token
  queue.await %u : !async.token
  %y = memref.load %D[%c0] : memref<4xf32>
  queue.await %t : !async.token
  %z = memref.load %B[%c0] : memref<4xf32>
  return
}
"""


def test_a_wait_has_the_colour_of_the_queue_that_its_token_is_of(asyncir: Shell) -> None:
    _, text = page_of(asyncir, TWO_QUEUES)
    assert re.findall(r'<g class="mark exact (q\d)"', text) == ["q1", "q0"]
