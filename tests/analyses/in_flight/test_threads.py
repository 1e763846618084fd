"""Several threads: what they share, loops that they leave at different times, executions that differ in the thread."""

from __future__ import annotations

import pytest

from asyncir.analyses.sync_report import Standing
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.analyses.in_flight.programs import CONSTANTS, checked
from tests.queues.judged import replays


def block(
    body: str, threads: int = 2, arguments: str = "%A: memref<16xf32>, %out: memref<4xf32>, %n: index"
) -> str:
    """A function of several threads."""
    attributes = f"attributes {{gpu.known_block_size = array<i32: {threads}, 1, 1>}}"
    return f"func.func @main({arguments}) {attributes} {{\n{CONSTANTS}\n  %t = gpu.thread_id x\n{body}\n  return\n}}\n"


def copy(index: str, target: str, slot: str, size: int) -> str:
    """A group with one copy."""
    return f"""
    queue.commit(0) {{
      queue.async {{
        %x = memref.load %A[{index}] : memref<16xf32>
        memref.store %x, {target}[{slot}] : memref<{size}xf32>
      }}
    }}"""


def standing(text: str) -> Standing:
    """What is known; a race that is found has a witness that the interpreter replays."""
    report = checked(text)
    for race in report.races:
        assert race.witness is not None
        assert replays(parse_module(text), race.witness)
    return report.standing


# Thread 0 leaves the loop after its write of slot 0, thread 1 goes on.
LEFT_EARLIER = block(f"""
  %ring = memref.alloca() : memref<2xf32>
  %trips = arith.addi %t, %c1 : index
  gpu.barrier
  scf.for %i = %c0 to %trips step %c1 {{
    %slot = arith.remui %i, %c2 : index{copy("%slot", "%ring", "%slot", 2)}
  }}
  %first = arith.cmpi eq, %t, %c0 : index
  scf.if %first {{
    %y = memref.load %ring[%c0] : memref<2xf32>
    memref.store %y, %out[%c0] : memref<4xf32>
  }}""")


@pytest.mark.parametrize(("slot", "expected"), [("%c0", Standing.REFUTED), ("%c1", Standing.PROVED)])
@pytest.mark.parametrize("lowered", [False, True])
def test_a_thread_that_left_a_loop_keeps_what_it_did_in_it(
    slot: str, expected: Standing, lowered: bool
) -> None:
    """Its counter is not that of the thread which goes on."""
    text = LEFT_EARLIER.replace("%ring[%c0]", f"%ring[{slot}]")
    if lowered:
        module = parse_module(text)
        run_pipeline(module, "convert-scf-to-cf")
        text = print_module(module)
    assert standing(text) is expected


@pytest.mark.parametrize(
    ("index", "expected"),
    [
        ("%t", Standing.PROVED),
        ("%other", Standing.REFUTED),
        ("%c0", Standing.REFUTED),
    ],
)
def test_threads_race_for_what_they_share_alone(index: str, expected: Standing) -> None:
    text = block(
        f"""
  %other = arith.subi %c3, %t : index
  scf.for %i = %c0 to %n step %c1 {{{copy("%t", "%out", index, 4)}
    queue.wait(0, 0)
    %y = memref.load %out[{index}] : memref<4xf32>
  }}{copy("%t", "%out", "%t", 4)}
  queue.wait(0, 0)""",
        threads=4,
    )
    assert standing(text) is expected


def test_elements_that_differ_by_the_thread_in_all_iterations_are_not_shared() -> None:
    text = block(
        f"""
  scf.for %i = %c0 to %c3 step %c1 {{
    %row = arith.muli %i, %c4 : index
    %at = arith.addi %row, %t : index{copy("%at", "%B", "%at", 16)}
    queue.wait(0, 0)
    %y = memref.load %B[%at] : memref<16xf32>
  }}""",
        threads=4,
        arguments="%A: memref<16xf32>, %B: memref<16xf32>, %n: index",
    )
    assert standing(text) is Standing.PROVED
    assert standing(text.replace("arith.muli %i, %c4", "arith.muli %i, %c3")) is Standing.REFUTED


@pytest.mark.parametrize(
    ("wait", "expected"), [("queue.wait(0, 0)", Standing.PROVED), ("", Standing.REFUTED)]
)
def test_reads_in_flight_of_what_is_written_later(wait: str, expected: Standing) -> None:
    """That nothing writes the source is believed only as long as nothing does."""
    text = block(f"""
  %ring = memref.alloca() : memref<2xf32>{copy("%t", "%ring", "%c0", 2)}
  {wait}
  %z = arith.constant 0.0 : f32
  memref.store %z, %A[%t] : memref<16xf32>""")
    assert standing(text) is expected


def test_executions_of_threads_that_took_as_many_turns_for_other_reasons() -> None:
    """Behind the loop, what is in flight is the same for all threads; what is known of them is not."""
    text = block(
        f"""
  %ring = memref.alloca() : memref<2xf32>
  %trips = arith.addi %t, %c1 : index
  scf.for %i = %c0 to %trips step %c1 {{
    queue.wait(0, 0)
  }}{copy("%t", "%ring", "%c1", 2)}
  %slot = arith.remui %t, %c2 : index
  %y = memref.load %ring[%slot] : memref<2xf32>
  memref.store %y, %out[%t] : memref<4xf32>""",
        threads=3,
    )
    assert standing(text) is Standing.REFUTED


def test_a_remainder_of_a_negative_number_is_that_of_its_bits() -> None:
    """-1 and 2^64 - 1 have the same remainder of 2, another one of 3."""
    for slots, expected in ((2, Standing.PROVED), (3, Standing.REFUTED)):
        text = block(
            f"""
  %B = memref.alloca() : memref<{slots}xf32>
  %m = arith.subi %c0, %c1 : index
  %is = arith.cmpi eq, %n, %m : index
  scf.if %is {{
    %slot = arith.remui %n, %c{slots} : index{copy("%c0", "%B", "%slot", slots)}
    %y = memref.load %B[%c0] : memref<{slots}xf32>
  }}""",
            threads=1,
        )
        assert standing(text) is expected


OTHER_ROWS = """
  %ring = memref.alloca() : memref<2xf32>
  %trips = arith.addi %t, %c1 : index
  scf.for %i = %c0 to %trips step %c1 {{
    queue.wait(0, 0)
    %slot = arith.remui %i, %c2 : index{copy}
  }}
  scf.for %i = %c0 to {bound} step %c1 {{
    %f = memref.load %flags[{flag}] : memref<16xi1>
    scf.if %f {{
      gpu.barrier
    }}
  }}"""


@pytest.mark.parametrize(
    ("bound", "flag", "expected"),
    [
        ("%n", "%i", Standing.PROVED),
        ("%trips", "%i", Standing.UNKNOWN),
        ("%n", "%t", Standing.UNKNOWN),
    ],
)
@pytest.mark.parametrize("lowered", [False, True])
def test_barriers_that_all_threads_meet(bound: str, flag: str, expected: Standing, lowered: bool) -> None:
    """What hangs on the thread decides nothing that they hang on."""
    text = block(
        OTHER_ROWS.format(bound=bound, flag=flag, copy=copy("%t", "%ring", "%slot", 2)),
        arguments="%A: memref<16xf32>, %flags: memref<16xi1>, %n: index",
    )
    if lowered:
        module = parse_module(text)
        run_pipeline(module, "convert-scf-to-cf")
        text = print_module(module)
    assert standing(text) is expected


def test_barriers_under_a_flag_that_something_writes() -> None:
    text = block(
        """
  %f = memref.load %flags[%c0] : memref<16xi1>
  scf.if %f {
    gpu.barrier
  }
  %b = arith.cmpi eq, %t, %c0 : index
  memref.store %b, %flags[%t] : memref<16xi1>""",
        arguments="%A: memref<16xf32>, %flags: memref<16xi1>, %n: index",
    )
    assert standing(text) is not Standing.PROVED
