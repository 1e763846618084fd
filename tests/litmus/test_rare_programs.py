"""Programs of rare forms, about which a wrong check errs; runs show which are right."""

from __future__ import annotations

import numpy as np
import pytest

from asyncir.analyses.in_flight import check_module
from asyncir.analyses.sync_report import Standing, Verdict
from asyncir.driver.check import check
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module

COPY = """queue.async {
        %x = memref.load %a[%c0] : memref<8xf32>
        memref.store %x, %b[%c0] : memref<8xf32>
      }"""
USE = "%y = memref.load %b[%c0] : memref<8xf32>"


def _program(body: str) -> str:
    return f"""
    func.func @main(%a: memref<8xf32>, %b: memref<8xf32>, %n: index) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      {body.replace("COPY", COPY).replace("USE", USE)}
      return
    }}"""


RACES = {
    "a step that is another in each iteration of the loop around": (
        """
      scf.for %i = %c1 to %n step %c1 {
        scf.for %j = %c0 to %n step %i {
          queue.commit(0) { COPY }
          USE
          queue.wait(0, 0)
        }
      }""",
        2,
    ),
    "a step that is a product": (
        """
      scf.for %i = %c1 to %n step %c1 {
        %m = arith.muli %i, %i : index
        scf.for %j = %c0 to %n step %m {
          queue.commit(0) { COPY }
          USE
          queue.wait(0, 0)
        }
      }""",
        2,
    ),
    "the first group is of the queue that is waited for if the caller says so": (
        """
      queue.commit(%n) {}
      queue.commit(0) { COPY }
      queue.wait_finished(0, 1)
      USE""",
        0,
    ),
    "the first group is of the queue that the caller chooses if the caller says so": (
        """
      queue.commit(0) {}
      queue.commit(%n) { COPY }
      queue.wait_finished(%n, 1)
      USE""",
        0,
    ),
}


def _codes_and_races(text: str, n: int, schedule: str = "latest") -> tuple[list[str], list[str]]:
    arrays = [np.zeros(8, dtype=np.float32) for _ in range(2)]
    outcome = interpret(parse_module(text), "main", [*arrays, n], parse_schedule(schedule))
    return [d.code for d in outcome.diagnostics], [race.kind for race in outcome.races]


@pytest.mark.parametrize("name", RACES)
def test_a_race_is_not_overlooked(name: str) -> None:
    body, n = RACES[name]
    text = _program(body)
    report = check_module(parse_module(text))
    assert report.standing is Standing.REFUTED
    assert {race.kind for race in report.races} == {"RAW"}
    assert "RAW" in _codes_and_races(text, n)[1]


CHOSEN = {
    "commit": ("queue.commit(3)", "queue.wait(%n, 0)"),
    "count": ("queue.commit(%n)", "queue.wait(3, 0)"),
    "count of finished groups": ("queue.commit(%n)", "queue.wait_finished(3, 1)"),
}


@pytest.mark.parametrize("named", CHOSEN)
def test_a_chosen_queue_is_the_one_that_a_single_op_names(named: str) -> None:
    commit, wait = CHOSEN[named]
    text = _program(f"""
      %c3 = arith.constant 3 : index
      %same = arith.cmpi eq, %n, %c3 : index
      scf.if %same {{
        {commit} {{ COPY }}
        {wait}
        USE
      }}""")
    assert check_module(parse_module(text)).standing is Standing.PROVED
    assert _codes_and_races(text, 3) == ([], [])


@pytest.mark.parametrize("step", [0, -1])
@pytest.mark.parametrize("end", ["%n", "%c1"])
def test_a_run_ends_at_a_loop_with_a_step_that_is_not_positive(step: int, end: str) -> None:
    loop = f"""
      %s = arith.constant {step} : index
      scf.for %i = %c0 to {end} step %s {{
        queue.commit(0) {{ COPY }}
        USE
      }}"""
    text = _program(loop)
    assert check_module(parse_module(text)).standing is Standing.PROVED
    before = check_module(
        parse_module(_program("queue.commit(0) { COPY }\nqueue.commit(0) { COPY }\n" + loop))
    )
    assert before.standing is Standing.REFUTED
    assert _codes_and_races(text, 1) == (["S005"], [])


def test_a_wait_on_one_way_takes_nothing_from_the_one_on_both() -> None:
    text = _program("""
      %p = arith.cmpi eq, %n, %c0 : index
      queue.commit(0) { COPY }
      queue.wait(0, 0)
      scf.if %p {
        queue.wait(0, 0)
      }
      USE""")
    report = check_module(parse_module(text))
    assert [wait.verdict for wait in report.waits] == [Verdict.EXACT, Verdict.REDUNDANT]
    weaker = text.replace("queue.wait(0, 0)", "queue.wait(0, 1)", 1)
    assert _codes_and_races(weaker, 1)[1] == ["RAW"]


@pytest.mark.parametrize(
    ("stored", "standing"), [("%c1", Standing.PROVED), ("%c2", Standing.REFUTED)], ids=["right", "too large"]
)
def test_a_count_that_is_kept_in_memory_is_what_was_stored_last(stored: str, standing: Standing) -> None:
    text = _program(f"""
      %c2 = arith.constant 2 : index
      %cell = memref.alloca() : memref<index>
      memref.store %c0, %cell[] : memref<index>
      %p = arith.cmpi eq, %n, %c0 : index
      queue.commit(0) {{ COPY }}
      scf.if %p {{
        queue.commit(0) {{}}
        memref.store {stored}, %cell[] : memref<index>
      }}
      %count = memref.load %cell[] : memref<index>
      queue.wait(0, %count)
      USE""")
    assert check_module(parse_module(text)).standing is standing
    assert _codes_and_races(text, 0)[1] == ([] if standing is Standing.PROVED else ["RAW"])
    assert _codes_and_races(text, 1) == ([], [])


_READ_TOO_EARLY = """
      %m = memref.alloca() : memref<8xf32>
      queue.commit(0) {{ queue.async {{
        %x = memref.load %a[%c0] : memref<8xf32>
        memref.store %x, %m[%c0] : memref<8xf32>
      }} }}
      queue.async {{
        %x = memref.load %m[%c0] : memref<8xf32>
        {use}
      }}"""


def test_the_run_that_shows_a_race_does_not_end_before_it() -> None:
    """The later both are done, the sooner a branch hangs on an undefined value, which ends the run."""
    text = _program(
        _READ_TOO_EARLY.format(
            use="""%same = arith.cmpf oeq, %x, %x : f32
        scf.if %same {
          memref.store %x, %b[%c0] : memref<8xf32>
        }"""
        )
    )
    assert _codes_and_races(text, 0) == (["S006"], [])
    assert _codes_and_races(text, 0, "earliest") == (["S001"], ["RAW"])
    checked = check(text)
    assert checked.standing == "refuted"
    assert [race.kind for race in checked.races] == ["RAW"]
    assert "--interpret earliest" in checked.races[0].command


def test_an_undefined_value_that_the_caller_sees_does_not_end_the_run_before_its_race() -> None:
    behind = "memref.store %x, %b[%c0] : memref<8xf32>"
    early = "%r = memref.load %m[%c0] : memref<8xf32>\n memref.store %r, %b[%c1] : memref<8xf32>"
    text = _program(
        _READ_TOO_EARLY.format(use=behind).replace("queue.commit(0)", early + "\n queue.commit(0)", 1)
    )
    assert _codes_and_races(text, 0) == (["S001", "S006"], ["RAW"])
    checked = check(text)
    assert checked.standing == "refuted"
    assert "--interpret latest" in checked.races[0].command


def test_an_undefined_value_that_the_caller_sees_is_told_where_there_is_no_race() -> None:
    text = _program("""
      %m = memref.alloca() : memref<8xf32>
      %x = memref.load %m[%c0] : memref<8xf32>
      memref.store %x, %b[%c0] : memref<8xf32>
      memref.store %x, %b[%c1] : memref<8xf32>""")
    assert _codes_and_races(text, 0) == (["S006"], [])
