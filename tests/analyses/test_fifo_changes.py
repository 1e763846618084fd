"""Which ops commit to which FIFOs: themselves, in their regions, through calls."""

from __future__ import annotations

from asyncir.analyses.fifo_changes import FifoChanges
from tests.analyses.reading import module_of, ops

PROGRAM = """
func.func private @helper() {
  queue.commit(1) {
  }
  return
}
func.func @main(%c: i1, %q: index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %few = arith.select %c, %c0, %c3 : index
  scf.if %c {
    queue.commit(0) {
    }
  }
  call @helper() : () -> ()
  queue.commit(%few) {
  }
  queue.commit(%q) {
  }
  queue.wait(0, 0)
  return
}
"""


def test_the_queues_of_each_op() -> None:
    module = module_of(PROGRAM)
    found = FifoChanges(module)
    of_helper, zero, few, any_queue = (found.ids[op] for op in ops(module, "queue.commit"))
    assert of_helper is not None
    assert zero is not None
    assert few is not None
    assert any_queue is not None
    assert [set(ids.fifos) for ids in (of_helper, zero, few)] == [{1}, {0}, {0, 3}]
    assert [ids.complete for ids in (of_helper, zero, few, any_queue)] == [True, True, True, False]


def test_all_queues_that_there_may_be() -> None:
    assert set(FifoChanges(module_of(PROGRAM)).universe) == {0, 1, 3}
