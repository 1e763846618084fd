"""How many groups are committed between two points."""

from __future__ import annotations

import pytest

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.commit_distance import Distances
from asyncir.analyses.commit_weights import CommitWeights
from tests.analyses.reading import module_of, ops

PROGRAM = """
func.func @main(%c: i1) {
  queue.wait(7, 0)
  queue.commit(0) {
  }
  queue.commit(1) {
  }
  cf.cond_br %c, ^short, ^long
^short:
  cf.br ^end
^long:
  queue.commit(0) {
  }
  queue.commit(0) {
  }
  cf.br ^end
^end:
  queue.commit(0) {
  }
  queue.wait(8, 0)
  return
}
"""


@pytest.mark.parametrize(("queue", "least", "most"), [(0, 2, 4), (1, 1, 1), (2, 0, 0)])
def test_over_branches(queue: int, least: int, most: int) -> None:
    module = module_of(PROGRAM)
    weights = CommitWeights(call_graph(module), 64)
    distances = Distances(weights)
    first, last = ops(module, "queue.wait")
    fifo = weights.fifo(queue, "main")
    found = distances.distance(distances.after(first), distances.before(last), fifo)
    assert found == (least, most)


def test_within_a_block_the_ends_count_as_points() -> None:
    module = module_of(PROGRAM)
    weights = CommitWeights(call_graph(module), 64)
    distances = Distances(weights)
    commit = ops(module, "queue.commit")[0]
    fifo = weights.fifo(0, "main")
    over = distances.distance(distances.before(commit), distances.after(commit), fifo)
    behind = distances.distance(distances.after(commit), distances.after(commit), fifo)
    assert (over, behind) == ((1, 1), (0, 0))


def test_ops_that_certainly_commit_come_last_first() -> None:
    module = module_of(PROGRAM)
    weights = CommitWeights(call_graph(module), 64)
    distances = Distances(weights)
    first, last = ops(module, "queue.wait")
    end = ops(module, "queue.commit")[-1]
    found = list(distances.counted(distances.after(first), distances.before(last), weights.fifo(0, "main")))
    assert found[0] is end
