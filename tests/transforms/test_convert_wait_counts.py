"""`convert-wait-counts` to finished groups, and there and back."""

from __future__ import annotations

import pytest

from asyncir.dialects.verification import diagnose
from asyncir.semantics import interpret, parse_schedule
from asyncir.simulation.events import WaitEvent
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import collect_remarks, run_pipeline

PIPELINE = """
func.func @pipeline(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c125 = arith.constant 125 : index
  scf.for %i = %c0 to %c3 step %c1 {
    queue.commit(0) {}
  }
  scf.for %i = %c0 to %c125 step %c1 {
    queue.commit(0) {}
    queue.wait(0, 3)
  }
  scf.for %i = %c0 to %c3 step %c1 {
    %in_flight = arith.subi %c2, %i : index
    queue.wait(0, %in_flight)
  }
  return
}
"""


def _converted(text: str, pipeline: str) -> str:
    module = parse_module(text)
    run_pipeline(module, pipeline)
    assert diagnose(module) == []
    return print_module(module)


@pytest.mark.feature("S0-9", "S0-18", "S0-19")
def test_the_pipeline_of_the_rfc_counts_finished_groups_from_the_induction_variable() -> None:
    text = _converted(PIPELINE, "convert-wait-counts{to=finished},canonicalize")
    main, epilogue = text.split("scf.for")[2:]
    assert "%c1 = arith.constant 1" in text
    assert "126 : index" in text
    assert "queue.wait(" not in text
    assert "arith.addi %i, %c1" in main
    assert "queue.wait_finished(0, %" in main
    assert "arith.addi %i, %" in epilogue


@pytest.mark.feature("S0-9", "S0-18", "S0-19")
def test_there_and_back_gives_the_counts_of_the_rfc() -> None:
    there = "convert-wait-counts{to=finished}"
    text = _converted(PIPELINE, f"{there},convert-wait-counts{{to=in-flight}},canonicalize,cse,canonicalize")
    before = _converted(PIPELINE, "canonicalize,cse,canonicalize")
    # The constant and the difference are new ones, without names, and the constant is in another place.
    text = text.replace("%0", "%c2").replace("%1", "%in_flight")
    assert sorted(text.split("\n")) == sorted(before.split("\n"))


def test_a_wait_that_nothing_can_be_old_enough_for_goes_away() -> None:
    text = "func.func @f() {\n  queue.commit(0) {}\n  queue.wait(0, 1)\n  return\n}"
    assert "wait" not in _converted(text, "convert-wait-counts{to=finished}")


FEW_GROUPS = """
func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  queue.commit(1) {}
  queue.FORM(1, 3)
  scf.for %i = %c0 to %n step %c1 {
    queue.commit(0) {}
    queue.FORM(0, 2)
  }
  queue.FORM(0, 4)
  return
}
"""


def _completed(text: str, n: int) -> list[int]:
    """Up to which group each wait waits, those for none apart."""
    outcome = interpret(parse_module(text), "main", [n], parse_schedule("latest"), record=True)
    assert outcome.diagnostics == ()
    return [event.upto for event in outcome.events if isinstance(event, WaitEvent) and event.upto]


@pytest.mark.parametrize(
    ("form", "to", "known"),
    [("wait", "finished", []), ("wait_finished", "in-flight", ["queue.wait(1, 0)"])],
)
def test_no_count_is_negative_where_there_are_fewer_groups_than_a_wait_counts(
    form: str, to: str, known: list[str]
) -> None:
    text = FEW_GROUPS.replace("FORM", form)
    converted = _converted(text, f"convert-wait-counts{{to={to}}}")
    assert [line.strip() for line in converted.splitlines() if "(1, " in line] == known
    for n in range(7):
        assert _completed(converted, n) == _completed(text, n)
    assert _completed(text, 6)


@pytest.mark.parametrize(
    ("op", "to", "reason"),
    [
        ("queue.wait(%q, 0)", "finished", "its queue is not one that can be told"),
        (
            "queue.wait_read(0, 0)",
            "finished",
            "no wait for finished groups is one for sources that have been read",
        ),
    ],
)
def test_a_wait_that_stays_says_why(op: str, to: str, reason: str) -> None:
    module = parse_module(f"func.func @f(%q: index) {{\n  queue.commit(0) {{}}\n  {op}\n  return\n}}")
    with collect_remarks() as remarks:
        run_pipeline(module, f"convert-wait-counts{{to={to}}}")
    assert [r.code for r in remarks] == ["Q027"]
    assert remarks[0].message.endswith(reason)


@pytest.mark.feature("S0-9")
def test_private_functions_are_handed_the_number_and_return_it() -> None:
    text = """
    func.func private @g(%p: i1) {
      queue.wait_finished(0, 1)
      scf.if %p {
        queue.commit(0) {}
      }
      return
    }
    func.func @f(%p: i1) {
      queue.commit(0) {}
      queue.commit(0) {}
      func.call @g(%p) : (i1) -> ()
      queue.wait_finished(0, 2)
      return
    }"""
    converted = _converted(text, "convert-wait-counts{to=in-flight}")
    assert "@g(%p: i1, %committed: index) -> index" in converted
    assert "wait_finished" not in converted


def test_a_task_counts_its_own_groups() -> None:
    """QUE-45: those of the function around it are in other FIFOs."""
    text = """\
func.func @f() {
  queue.commit(0) {}
  %t = async.execute {
    queue.commit(0) {}
    queue.commit(0) {}
    queue.wait_finished(0, 1)
    async.yield
  }
  queue.commit(0) {}
  queue.wait_finished(0, 1)
  return
}
"""
    converted = _converted(text, "convert-wait-counts{to=in-flight}")
    assert [line.strip() for line in converted.splitlines() if "wait" in line] == ["queue.wait(0, 1)"] * 2
