"""What `derive-tokens` says of the waits that it leaves as they are."""

from __future__ import annotations

import pytest

from asyncir.dialects.verification import diagnose
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import collect_remarks, run_pipeline
from tests.queues.translated import Source, judge_translation

REASONS = {
    "its count is not known to be one of a few numbers": """
        func.func @f(%n: index) {
          queue.commit(0) {}
          queue.wait(0, %n)
          return
        }""",
    "neither its queue nor that of some commit is known to be one of a few": """
        func.func @f(%q: index) {
          queue.commit(%q) {}
          queue.wait(%q, 0)
          return
        }""",
    "the functions that lead here disagree about which queues share a FIFO": """
        func.func private @g() {
          queue.wait(1, 0)
          return
        }
        func.func @a() attributes {queue.fifos = [[0, 1]]} {
          queue.commit(0) {}
          call @g() : () -> ()
          return
        }
        func.func @b() {
          queue.commit(0) {}
          call @g() : () -> ()
          return
        }""",
    "the iterations of scf.parallel have no order": """
        func.func @f(%n: index) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          scf.parallel (%i) = (%c0) to (%n) step (%c1) {
            queue.commit(0) {}
            queue.wait(0, 1)
          }
          return
        }""",
    "more than 64 tokens would have to be carried here": """
        func.func @f(%n: index) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          scf.for %i = %c0 to %n step %c1 {
            queue.commit(0) {}
            queue.wait(0, 100)
          }
          return
        }""",
}


@pytest.mark.feature("S0-24")
@pytest.mark.parametrize("reason", REASONS)
def test_a_wait_that_stays_says_why(reason: str) -> None:
    module = parse_module(REASONS[reason])
    before = print_module(module)
    with collect_remarks() as remarks:
        run_pipeline(module, "derive-tokens")
    assert diagnose(module) == []
    (remark,) = remarks
    assert remark.code == "Q026"
    assert remark.message.endswith(reason)
    assert remark.span is not None
    assert print_module(module) == before


def test_a_wait_from_the_first_group_on_says_what_to_run() -> None:
    module = parse_module("""
        func.func @f() {
          queue.commit(0) {}
          queue.wait_finished(0, 1)
          return
        }""")
    with collect_remarks() as remarks:
        run_pipeline(module, "derive-tokens")
    assert [r.help for r in remarks] == ["run `convert-wait-counts{to=in-flight}` first"]


HARDWARE = """
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = async.ready : !nvgpu.device.async.token
  scf.for %i = %c0 to %n step %c1 iter_args(%old = %r, %new = %r)
      -> (!nvgpu.device.async.token, !nvgpu.device.async.token) {
    %g = nvgpu.device_async_create_group {}
    nvgpu.device_async_wait %old {numGroups = 2 : i32}
    scf.yield %new, %g : !nvgpu.device.async.token, !nvgpu.device.async.token
  }
  return
}
"""


def test_the_limit_can_be_set_and_hardware_counts_translated_by_option() -> None:
    module = parse_module(HARDWARE)
    with collect_remarks() as remarks:
        run_pipeline(module, "derive-tokens{hardware max-tokens=1}")
    assert [r.code for r in remarks] == ["Q026"]
    run_pipeline(module, "derive-tokens{hardware max-tokens=2}")
    assert diagnose(module) == []
    assert "numGroups" not in print_module(module)


def test_hardware_counts_stay_their_authors_and_nothing_is_said_of_them() -> None:
    module = parse_module(HARDWARE)
    before = print_module(module)
    with collect_remarks() as remarks:
        run_pipeline(module, "derive-tokens")
    assert print_module(module) == before
    assert remarks == []


COMPUTED_QUEUES = {
    "the youngest": "queue.wait(0, 0)",
    "the second youngest": "queue.wait(0, 1)",
    "of the computed queue": "queue.wait(%q, 0)",
}


@pytest.mark.feature("S0-24")
@pytest.mark.parametrize("which", COMPUTED_QUEUES)
def test_a_group_of_a_computed_queue_is_told_by_its_number(which: str) -> None:
    text = f"""
        func.func @main(%s: index) {{
          %c2 = arith.constant 2 : index
          %q = arith.remui %s, %c2 : index
          queue.commit(0) {{}}
          queue.commit(1) {{}}
          queue.commit(%q) {{}}
          {COMPUTED_QUEUES[which]}
          queue.commit(0) {{}}
          return
        }}"""
    inputs = tuple(lambda s=s: [s] for s in range(3))
    judgement = judge_translation(Source(which, parse_module(text), frozenset(), inputs), "derive-tokens")
    assert judgement.runs == {"same": 3}
