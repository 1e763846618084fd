"""assign-wait-counts and elide-waits: what is waited for, before and after, in every execution."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from asyncir.analyses.token_scopes import awaited
from asyncir.dialects.interfaces.completion import waits_by_count
from asyncir.dialects.verification import diagnose
from asyncir.ir import ModuleOp
from asyncir.ir.walk import walk
from asyncir.semantics import interpret, parse_schedule
from asyncir.simulation.events import CommitEvent, WaitEvent
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import collect_remarks, run_pipeline
from tests.analyses.drawing import some
from tests.analyses.wait_forms import FORMS, text_of
from tests.queues.generator import generate
from tests.queues.inputs import random_inputs
from tests.queues.printer import arguments, text_of as text_of_program

pytestmark = pytest.mark.feature("N3")

INPUTS = [(n, p) for n in (0, 1, 2, 4) for p in (False, True)]
WAYS = ["", "{duplicate=false}", "{dynamic=count}", "{pad=false}", "{pad=false duplicate=false}"]


def _progress(module: ModuleOp, inputs: list[object]) -> list[tuple[object, ...]]:
    """What one thread commits, and after waits that wait for more than those before, for how many groups.

    Of several waits on end only the last counts: nothing happens in between.
    """
    outcome = interpret(module, "main", inputs, parse_schedule("latest"), record=True)
    assert outcome.diagnostics == ()
    assert outcome.races == ()
    complete: dict[tuple[int, Hashable], int] = {}
    found: list[tuple[object, ...]] = []
    waiting: dict[tuple[int, Hashable], tuple[object, ...]] = {}
    for event in outcome.events:
        if not isinstance(event, WaitEvent):
            waiting = {key: last for key, last in waiting.items() if key[0] != event.thread}
        if isinstance(event, CommitEvent) and event.members:
            found.append((event.thread, event.fifo))
        elif isinstance(event, WaitEvent) and event.fifo is not None:
            key = (event.thread, event.fifo)
            if event.upto > complete.get(key, 0):
                complete[key] = event.upto
                if key in waiting:
                    found.remove(waiting[key])
                waiting[key] = (*key, event.upto)
                found.append(waiting[key])
    return found


def _transformed(text: str, options: str) -> ModuleOp:
    module = parse_module(text)
    run_pipeline(module, f"assign-wait-counts{options}")
    assert diagnose(module) == []
    return module


@pytest.mark.feature("S0-20", "S0-27", "S0-28", "S0-29", "S2-6", "S2-10")
@pytest.mark.parametrize("options", WAYS)
@pytest.mark.parametrize("name", FORMS)
def test_each_execution_waits_for_the_same_groups(name: str, options: str) -> None:
    module = _transformed(text_of(name), options)
    left = [op for op in walk(module) if awaited(op)]
    assert bool(left) == (name == "a queue computed in each iteration")
    source = parse_module(text_of(name))
    for n, p in INPUTS:
        assert _progress(module, [n, p]) == _progress(source, [n, p])


RUNNING = """
func.func @main(%a: memref<8xf32>, %b: memref<8xf32>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t = queue.commit(0) {
    queue.async {
      %x = memref.load %a[%c0] : memref<8xf32>
      memref.store %x, %b[%c0] : memref<8xf32>
    }
  } -> !async.token
  scf.if %p {
    queue.commit(0) {
      queue.async {
        %x = memref.load %a[%c1] : memref<8xf32>
        memref.store %x, %b[%c1] : memref<8xf32>
      }
    }
  }
  MIDDLE
  queue.await %t : !async.token
  %y = memref.load %b[%c0] : memref<8xf32>
  memref.store %y, %b[%c2] : memref<8xf32>
  return
}"""

MIDDLES = {
    "Q024": "",
    "Q025": "queue.wait(1, 0)",
    "Q023": "scf.for %i = %c0 to %n step %c1 {\n    queue.commit(0) {}\n  }",
}


@pytest.mark.feature("S0-15", "S0-20", "S0-28", "S0-29", "S0-33", "S2-6")
@pytest.mark.parametrize("code", MIDDLES)
@pytest.mark.parametrize("schedule", ["latest", "earliest", "seed:3"])
def test_what_makes_a_wait_exact_leaves_the_results(code: str, schedule: str) -> None:
    middle = MIDDLES[code] if code != "Q025" else ""
    text = RUNNING.replace("MIDDLE", middle)
    options = "{pad=false}" if code == "Q025" else ""
    module = parse_module(text)
    with collect_remarks() as remarks:
        run_pipeline(module, f"assign-wait-counts{options}")
    assert code in {remark.code for remark in remarks}
    assert diagnose(module) == []
    for n, p in INPUTS:
        memory = [np.arange(8, dtype=np.float32), np.zeros(8, dtype=np.float32)]
        outcome = interpret(module, "main", [*memory, n, p], parse_schedule(schedule))
        assert outcome.diagnostics == ()
        assert list(memory[1][:3]) == [0, 1 if p else 0, 0]


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        (
            "func.func @main() {\n%t = async.execute {\nasync.yield\n}\nqueue.await %t : !async.token\nreturn\n}",
            "",
            "Q020",
        ),
        (text_of("straight"), "{max-count=0}", "Q021"),
        (text_of("if"), "{dynamic=none pad=false duplicate=false}", "Q022"),
    ],
)
def test_a_remark_says_what_is_not_exact(text: str, options: str, code: str) -> None:
    module = parse_module(text)
    with collect_remarks() as remarks:
        run_pipeline(module, f"assign-wait-counts{options}")
    assert {remark.code for remark in remarks} == {code}


def test_counts_of_the_program_are_kept() -> None:
    module = parse_module(RUNNING.replace("MIDDLE", "queue.wait(0, 1)"))
    before = _counts(module)
    run_pipeline(module, "assign-wait-counts")
    assert before == [(0, 1)]
    assert (0, 1) in _counts(module)
    assert sum(op.name == "queue.commit" for op in walk(module)) == 2


def _counts(module: ModuleOp) -> list[tuple[object, object]]:
    found: list[tuple[object, object]] = []
    for op in walk(module):
        trait = waits_by_count(op)
        if trait is not None:
            found.append((trait.queue(op), trait.count(op)))
    return found


@pytest.mark.feature("S0-14", "S0-15")
@some(15)
@given(st.integers(0, 1 << 32), st.sampled_from(["elide-waits", "elide-waits{hardware=true}"]))
@example(388, "elide-waits")
@example(24562932, "elide-waits")
def test_waits_that_go_never_waited(seed: int, pipeline: str) -> None:
    program = generate(seed)
    module = parse_module(text_of_program(program))
    run_pipeline(module, "assign-wait-counts")
    before = parse_module(print_module(module))
    run_pipeline(module, pipeline)
    assert diagnose(module) == []
    for inputs in random_inputs(program, 2, seed):
        expected = _progress(before, arguments(program, inputs))
        assert _progress(module, arguments(program, inputs)) == expected


def test_fewest_waits_merges_over_a_use() -> None:
    text = (
        RUNNING.replace("MIDDLE", "")
        .replace("queue.await %t : !async.token", "queue.wait(0, 1)")
        .replace("  return", "  queue.wait(0, 0)\n  return")
    )
    module = parse_module(text)
    run_pipeline(module, "elide-waits")
    assert _counts(module) == [(0, 1), (0, 0)]
    run_pipeline(module, "elide-waits{fewest=true}")
    assert _counts(module) == [(0, 0)]


TWO_QUEUES = """
func.func @main(%n: index, %p: i1) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = queue.commit(0) {{}} -> !async.token
  %b = queue.commit(1) {{}} -> !async.token
  scf.if %p {{
    queue.commit(0) {{}}
    queue.commit(1) {{}}
  }}
  {first}
  queue.await %a : !async.token
  {second}
  queue.await %b : !async.token
  return
}}
"""
MORE = "scf.for %i{0} = %c0 to %n step %c1 {{ queue.commit({0}) {{}} }}"


@pytest.mark.feature("S2-6")
@pytest.mark.parametrize("queues", [(), (0,), (1,), (0, 1)])
def test_a_branch_made_for_two_queues_stays_while_one_of_them_needs_it(queues: tuple[int, ...]) -> None:
    """Groups that make no count constant go again: those of the queues that the loops commit to."""
    loops = [MORE.format(queue) if queue in queues else "" for queue in (0, 1)]
    text = TWO_QUEUES.format(first=loops[0], second=loops[1])
    module = _transformed(text, "")
    (branches,) = [op for op in walk(module) if op.name == "scf.if" and op.operands[0].name_hint == "p"]
    otherwise = branches.regions[1]
    padded = [op for op in otherwise.walk() if op.name == "queue.commit"]
    assert len(padded) == 2 - len(queues)
    assert bool(otherwise.blocks) == (len(queues) < 2)
    for n, p in INPUTS:
        assert _progress(module, [n, p]) == _progress(parse_module(text), [n, p])


@pytest.mark.parametrize("options", WAYS)
def test_waits_that_come_back_from_branches_keep_their_order(options: str) -> None:
    """The second has a count of its own in each branch, the first has none: both are behind the branches again."""
    text = """
    func.func @main(%n: index, %p: i1) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %a = queue.commit(0) {} -> !async.token
      %b = queue.commit(1) {} -> !async.token
      scf.if %p {
        scf.for %i = %c0 to %n step %c1 {
          queue.commit(0) {}
        }
        queue.commit(1) {}
      }
      queue.await %a : !async.token
      queue.await %b : !async.token
      return
    }"""
    module = _transformed(text, options)
    for n, p in INPUTS:
        assert _progress(module, [n, p]) == _progress(parse_module(text), [n, p])
