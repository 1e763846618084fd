"""Planned memory: results stay, no order has a race, limits hold, and faults that are planted are found."""

from __future__ import annotations

import sys
from collections import Counter

import pytest

import asyncir
from asyncir.analyses.memory import lives, ordering, packing
from asyncir.dialects.memref import AllocOp
from asyncir.ir import ModuleOp
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import collect_remarks, run_pipeline
from bench.memory_programs.draw import drawn
from bench.memory_programs.judge import PlanFault, judged
from bench.tensor_programs.draw import program
from bench.tensor_programs.running import APART, REGIONS, compare, interpreted, natively

SEED_OF_GAPS = 0

TWO = """
func.func @main(%x: f32) {
  %a = memref.alloc() : memref<256xf32>
  %b = memref.alloc() : memref<256xf32>
  %c = memref.alloc() : memref<16xf32>
  %s = async.execute {
    linalg.fill ins(%x : f32) outs(%a : memref<256xf32>)
  }
  %t = async.execute {
    linalg.fill ins(%x : f32) outs(%b : memref<256xf32>)
  }
  %u = async.execute [%s, %t] {
    linalg.fill ins(%x : f32) outs(%c : memref<16xf32>)
  }
  async.await %u : !async.token
  return
}
"""


def planned(text: str, options: str = "") -> ModuleOp:
    module = parse_module(text, "two.mlir")
    run_pipeline(module, f"plan-memory{{{options}}}")
    module.verify()
    return module


def arena(module: ModuleOp) -> int:
    (found,) = [op for op in walk(module) if isinstance(op, AllocOp)]
    of = found.memref.type
    return of.get_shape()[0]  # type: ignore[no-any-return, attr-defined]


@pytest.mark.feature("S1-26")
def test_dependencies_are_added_until_the_limit_holds() -> None:
    """Both tasks at once need 2048 bytes; one behind the other 1024."""
    assert arena(planned(TWO)) == 2048
    module = planned(TWO, "memory-limit=1024")
    assert arena(module) == 1024
    text = print_module(module)
    assert "%t = async.execute [%s] {" in text


@pytest.mark.feature("S1-26")
@pytest.mark.parametrize("method", ["fast", "optimal"])
def test_a_limit_below_what_any_order_needs(method: str) -> None:
    """The message says the least, and names the buffers; nothing is changed."""
    module = parse_module(TWO, "two.mlir")
    before = print_module(module)
    with pytest.raises(asyncir.DiagnosticError) as raised:
        run_pipeline(module, f"plan-memory{{memory-limit=1000 method={method}}}")
    (found,) = raised.value.diagnostics
    assert found.code == "P231"
    assert found.message == "`main` needs at least 1024 bytes in any order, and the limit is 1000 bytes"
    assert found.help.startswith("allow 1024 bytes or more")
    assert [note.message for note in found.notes] == ["1024 bytes"]
    assert found.span is not None
    assert found.span.line == 7
    assert print_module(module) == before


RETURNED = TWO.replace("(%x: f32)", "(%x: f32) -> memref<100xf32>").replace(
    "return", "%r = memref.alloc() : memref<100xf32>\n  return %r : memref<100xf32>"
)


def test_what_is_given_away_counts() -> None:
    with pytest.raises(asyncir.DiagnosticError) as raised:
        planned(RETURNED, "memory-limit=1200")
    (found,) = raised.value.diagnostics
    assert found.code == "P231"
    assert "at least 1424 bytes" in found.message
    assert "400 bytes of that" in found.notes[-1].message
    planned(RETURNED, "memory-limit=1424")


FROZEN = TWO.replace(
    "%u = async.execute", "%g = async.create_group %n : !async.group\n  %u = async.execute"
).replace("(%x: f32)", "(%x: f32, %n: index)")


def test_where_nobody_may_add_a_dependency() -> None:
    with pytest.raises(asyncir.DiagnosticError) as raised:
        planned(FROZEN, "memory-limit=1500")
    (found,) = raised.value.diagnostics
    assert found.code == "P231"
    assert "no order was found that needs less than 2048 bytes" in found.message
    assert "`method=optimal` looks for less" in found.help


def test_the_best_plan_needs_a_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ortools", "ortools.sat", "ortools.sat.python"):
        monkeypatch.setitem(sys.modules, name, None)
    # late: what is remembered of the library is to be forgotten
    from asyncir.analyses.memory import optimum

    optimum._cp.cache_clear()  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(asyncir.DiagnosticError) as raised:
        planned(TWO, "memory-limit=1500 method=optimal")
    assert raised.value.diagnostics[0].code == "P232"
    assert not optimum.has_solver()
    assert arena(planned(TWO, "memory-limit=1500")) <= 1500


def test_a_search_that_ends_too_early_says_so() -> None:
    """Buffers of many sizes, whose heap is larger than any that are in use together, and no time at all."""
    module = parse_module(drawn(SEED_OF_GAPS, 30).text, "many.mlir")
    with collect_remarks() as remarks:
        run_pipeline(module, "plan-memory{method=optimal time-limit=0}")
    assert [each.code for each in remarks] == ["P233"]
    assert "nothing below" in remarks[0].message


@pytest.mark.parametrize("seed", range(24))
def test_random_programs_of_tasks(seed: int) -> None:
    judged(drawn(seed), natively=seed % 8 == 0, counts=Counter())


def test_the_random_programs_have_something_to_plan() -> None:
    counts: Counter[str] = Counter()
    for seed in range(24, 34):
        judged(drawn(seed), natively=False, counts=counts)
    assert counts["shares bytes"] >= 5
    assert counts["planned with a limit"] >= 3


def _judge(seeds: range) -> None:
    for seed in seeds:
        judged(drawn(seed), natively=False, counts=Counter())


def _everything_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """No two buffers clash."""
    honest = packing.clashes
    monkeypatch.setattr(ordering, "clashes", lambda *given: honest(*given) & False)


def _dependencies_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks that are launched earlier are over, whoever waits for them."""
    order = lives._Order  # pyright: ignore[reportPrivateUsage]
    launch = order._launch  # pyright: ignore[reportPrivateUsage]

    def wrong(self: object, task: object, now: int, job: int, *, nested: bool) -> None:
        everything = (1 << len(self.moments)) - 1  # type: ignore[attr-defined]
        launch(self, task, now | everything, job, nested=nested)  # type: ignore[arg-type]

    monkeypatch.setattr(order, "_launch", wrong)


def _inner_tasks_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A task is over with all that it has launched."""
    order = lives._Order  # pyright: ignore[reportPrivateUsage]
    complete = order._complete  # pyright: ignore[reportPrivateUsage]

    def wrong(self: object, task: object, end: int, job: int) -> int:
        everything = (1 << len(self.moments)) - 1  # type: ignore[attr-defined]
        return complete(self, task, everything, job)  # type: ignore[arg-type]

    monkeypatch.setattr(order, "_complete", wrong)


@pytest.mark.parametrize("fault", [_everything_is_over, _dependencies_do_not_matter, _inner_tasks_are_over])
def test_planted_faults_are_found(fault: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle finds a race or another result, or the definition of what is right says so, in one of the programs."""
    fault(monkeypatch)  # type: ignore[operator]
    with pytest.raises(PlanFault):
        _judge(range(80))


@pytest.mark.feature("S1-38")
@pytest.mark.parametrize("seed", range(40, 52))
@pytest.mark.parametrize("first", [REGIONS, APART])
def test_random_programs_on_tensors(seed: int, first: str) -> None:
    """Regions before memory, and memory before regions; both planned, interpreted and run."""
    given = program(seed)
    if given.interpreted_only:
        return
    arguments = given.inputs(0)
    expected = interpreted(given, "", arguments)
    way = f"{first},plan-memory"
    compare(given.results, expected, interpreted(given, way, arguments))
    if seed % 4 == 0:
        module = parse_module(given.text, "t.mlir")
        run_pipeline(module, way)
        compare(given.results, expected, natively(asyncir.compile(print_module(module)), given, arguments))


def test_a_function_with_one_buffer_is_left() -> None:
    fill = "linalg.fill ins(%x : f32) outs(%a : memref<8xf32>)"
    text = f"func.func @main(%x: f32) {{\n  %a = memref.alloc() : memref<8xf32>\n  {fill}\n  return\n}}"
    assert "view" not in print_module(planned(text))


def test_options_that_make_no_sense() -> None:
    for options in ("memory-limit=-1", "time-limit=-2"):
        with pytest.raises(asyncir.DiagnosticError):
            planned(TWO, options)
