"""What `record_tasks` keeps of a run: blocks, what is before what, conflicts, races with their two ways."""

from __future__ import annotations

import numpy
import pytest

from asyncir.semantics import Latest, interpret
from asyncir.semantics.tasks.record import TaskRecord
from asyncir.semantics.tasks.recording import record_tasks
from asyncir.source.text import parse_module
from tests.semantics.tasks_corpus import CORPUS, CorpusProgram

CHAIN = """\
func.func @main(%a: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  memref.store %one, %a[%c1] : memref<4xi64>
  %t = async.execute {
    memref.store %one, %a[%c0] : memref<4xi64>
    async.yield
  }
  %u = async.execute [%t] {
    %x = memref.load %a[%c0] : memref<4xi64>
    async.yield
  }
  async.await %u : !async.token
  %y = memref.load %a[%c0] : memref<4xi64>
  return
}
"""
RACY = CHAIN.replace("[%t] ", "")


def recorded(text: str) -> TaskRecord:
    record, _ = record_tasks(
        parse_module(text, "p.mlir"), "main", [numpy.zeros(4, "i8")], max_steps=9999, max_tasks=9
    )
    return record


def test_blocks_begin_at_waits_and_have_what_they_touch() -> None:
    record = recorded(CHAIN)
    ops = [block.task.op and block.task.op.name for block in record.blocks]
    assert ops == [None, "async.execute", "async.execute", None]
    assert record.blocks[3].begun_by is not None
    touched = [([*b.reads.values()], [*b.writes.values()]) for b in record.blocks]
    assert touched == [([], [{1}]), ([], [{0}]), ([{0}], []), ([{0}], [])]
    assert {(e.source, e.target, e.kind, e.operand) for e in record.edges} == {
        (0, 1, "launch", 0), (0, 2, "launch", 0), (1, 2, "wait", 0), (2, 3, "wait", 0), (0, 3, "next", 0)
    }  # fmt: skip
    assert {(c.source, c.target) for c in record.conflicts} == {(1, 2), (1, 3)}
    assert record.races == []


def test_a_race_has_two_ways_from_the_last_block_before_both() -> None:
    record = recorded(RACY)
    races = [(race.kind, race.place, record.ways(*race.segments)) for race in record.races]
    assert races == [("WAR", 0, ([0, 3], [0, 1]))]


def test_a_run_goes_on_behind_a_race() -> None:
    assert len(recorded(RACY).blocks) == 4


def test_waits_with_nothing_between_them_begin_one_block() -> None:
    text = CHAIN.replace("  async.await %u", "  async.await %t : !async.token\n  async.await %u")
    record = recorded(text)
    assert len(record.blocks) == 4
    assert {(e.source, e.target) for e in record.edges if e.kind == "wait"} == {(1, 2), (1, 3), (2, 3)}


def test_more_tasks_than_are_kept_end_the_run() -> None:
    module = parse_module(CHAIN, "p.mlir")
    record, outcome = record_tasks(module, "main", [numpy.zeros(4, "i8")], max_steps=9999, max_tasks=2)
    assert record.full
    assert [d.code for d in outcome.diagnostics] == ["S010"]
    assert len(record.tasks) == 2


@pytest.mark.parametrize("program", [p for p in CORPUS if p.show], ids=lambda p: p.name)
def test_it_finds_the_races_that_the_interpreter_finds(program: CorpusProgram) -> None:
    for call in program.show:
        if call.schedule is not None:
            continue
        module = program.module()
        outcome = interpret(module, call.entry, call.values(module), Latest())
        try:
            record, _ = record_tasks(
                module, call.entry, call.values(module), max_steps=100_000, max_tasks=5000
            )
        except KeyError:
            pytest.fail("something runs that was not launched")
        found = {(race.kind, race.first, race.second) for race in record.races}
        assert {(race.kind, race.first.op, race.second.op) for race in outcome.races} <= found


@pytest.mark.parametrize("program", [p for p in CORPUS if p.clean], ids=lambda p: p.name)
def test_it_finds_none_where_there_is_none(program: CorpusProgram) -> None:
    for call in program.clean[:2]:
        module = program.module()
        record, _ = record_tasks(module, call.entry, call.values(module), max_steps=100_000, max_tasks=5000)
        assert record.races == []
        assert all(earlier < n for n, before in enumerate(record.before) for earlier in before)
