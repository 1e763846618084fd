"""The serial runtime from Python and the command line: what a seed means, and that races are found."""

from __future__ import annotations

import pytest

import asyncir
from asyncir.diagnostics import DiagnosticError
from asyncir.driver.compile import lower
from asyncir.launch import jit, runtime, serial
from tests.differential import corpus, native
from tests.differential.test_corpus import call_of, check

RACE = """
func.func @main() -> i64 {
  %m = memref.alloc() : memref<i64>
  %zero = arith.constant 0 : i64
  memref.store %zero, %m[] : memref<i64>
  %a = async.execute WAITS_NOT {
    %one = arith.constant 1 : i64
    %x = memref.load %m[] : memref<i64>
    %y = arith.addi %x, %one : i64
    memref.store %y, %m[] : memref<i64>
    async.yield
  }
  %b = async.execute WAITS {
    %two = arith.constant 2 : i64
    %x = memref.load %m[] : memref<i64>
    %y = arith.muli %x, %two : i64
    memref.store %y, %m[] : memref<i64>
    async.yield
  }
  async.await %a : !async.token
  async.await %b : !async.token
  %r = memref.load %m[] : memref<i64>
  memref.dealloc %m : memref<i64>
  return %r : i64
}
"""
RACING = RACE.replace("WAITS_NOT", "").replace("WAITS", "")
ORDERED = RACE.replace("WAITS_NOT", "").replace("WAITS", "[%a]")
TASKS = [p for p in corpus.programs() if "async." in p.text]


@pytest.mark.feature("S4-8")
def test_a_race_is_found_by_exploring_and_its_schedules_repeat_it() -> None:
    program = asyncir.compile(RACING)
    found = serial.explore(lambda: program.main())
    assert found.complete
    assert set(found.outcomes) == {1, 2}
    assert sum(f.count for f in found.outcomes.values()) == found.tried
    for outcome, how in found.outcomes.items():
        assert how.schedule is not None
        with serial.order(schedule=how.schedule):
            assert program.main() == outcome
            assert serial.is_exact()


def test_a_race_is_found_by_seeds() -> None:
    program = asyncir.compile(RACING)
    found = serial.try_seeds(lambda: program.main(), range(100))
    assert set(found.outcomes) == {1, 2}
    for outcome, how in found.outcomes.items():
        with serial.order(seed=how.seed):
            assert program.main() == outcome


def test_what_waits_has_one_outcome_in_all_orders() -> None:
    program = asyncir.compile(ORDERED)
    found = serial.explore(lambda: program.main())
    assert found.complete
    assert list(found.outcomes) == [2]
    assert found.tried > 1


def test_a_seed_gives_the_same_choices_each_time() -> None:
    program = asyncir.compile(RACING)

    def choices(seed: int) -> list[serial.Choice]:
        with serial.order(seed=seed):
            program.main()
            runtime.counts()
            return serial.choices()

    assert [choices(seed) for seed in range(10)] == [choices(seed) for seed in range(10)]
    assert len({tuple(choices(seed)) for seed in range(10)}) > 1


def test_a_limit_of_orders_is_told() -> None:
    program = asyncir.compile(RACING)
    found = serial.explore(lambda: program.main(), limit=3)
    assert (found.tried, found.complete) == (3, False)


def test_what_does_not_repeat_itself_is_not_explored() -> None:
    programs = iter([asyncir.compile(RACING), *[asyncir.compile("func.func @main() { return }")] * 9])
    with pytest.raises(DiagnosticError, match="R220"):
        serial.explore(lambda: next(programs).main())


def test_afterwards_tasks_run_in_parallel_again() -> None:
    runtime.start(3)
    with serial.order(seed=1, threads=7):
        assert runtime.worker_count() == 7
    runtime.start(2)
    assert runtime.worker_count() == 2
    assert asyncir.compile(ORDERED).main() == 2


@pytest.mark.parametrize("program", TASKS, ids=lambda p: p.name)
def test_each_program_comes_to_the_same_in_many_orders(program: corpus.CorpusProgram) -> None:
    """Here 20 seeds; `bench/serial.py` tries a thousand."""
    lowered = lower(program.text)
    code = jit.emit_object(lowered.text, opt_level=1)
    for seed in range(20):
        for call in program.runs:
            with serial.order(seed=seed):
                found = native.run_code(lowered, code, None, call_of(call))
                check(program, call, f"--seed {seed}", found)
                assert serial.is_exact()
