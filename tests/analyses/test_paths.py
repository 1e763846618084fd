"""Shortest and longest ways between blocks."""

from __future__ import annotations

from asyncir.analyses.paths import blocks_between, longest, predecessors, shortest, successors
from tests.analyses.reading import module_of

PROGRAM = """
func.func @main(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^join
^b:
  cf.br ^more
^more:
  cf.br ^join
^join:
  cf.cond_br %c, ^join, ^end
^end:
  return
}
"""


def test_least_and_most_on_the_way() -> None:
    (main,) = module_of(PROGRAM).ops
    region = main.regions[0]
    entry, a, b, more, join, end = region.blocks
    assert [shortest(region, lambda _: 1)[block] for block in region.blocks] == [0, 1, 1, 2, 2, 3]
    most = longest(entry, lambda _: 1, 9)
    assert [most[block] for block in (entry, a, b, more)] == [0, 1, 1, 2]
    assert (most[join], most[end]) == (9, 9), "a loop goes on for ever"


def test_neighbours() -> None:
    (main,) = module_of(PROGRAM).ops
    entry, a, b, more, join, end = main.regions[0].blocks
    assert set(successors(entry)) == {a, b}
    assert set(predecessors(join)) == {a, more, join}
    assert not successors(end)


def test_what_lies_between() -> None:
    (main,) = module_of(PROGRAM).ops
    entry, a, b, more, join, end = main.regions[0].blocks
    assert blocks_between(entry, end, 9) == {entry, a, b, more, join, end}
    assert blocks_between(b, more, 9) == {b, more}
    assert blocks_between(entry, end, 2) is None
