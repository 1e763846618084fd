"""Events of ops that were asked for: `interpret(..., record=True, marks=...)`."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.ir import ModuleOp, Operation
from asyncir.semantics import interpret
from asyncir.simulation.events import Event, ReachedEvent, TouchedEvent
from asyncir.source.text import parse_module

PROGRAM = """func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant 1.0 : f32
  %b = memref.alloca() : memref<4xf32>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %c1 step %c1 {
      %m = arith.constant true
      memref.store %x, %b[%i] : memref<4xf32>
    }
  }
  return
}
"""


def events(module: ModuleOp, marks: Sequence[Operation]) -> tuple[Event, ...]:
    outcome = interpret(module, "main", (), record=True, marks=marks)
    assert outcome.diagnostics == ()
    return outcome.events


def the(module: ModuleOp, name: str, last: bool = True) -> Operation:
    found = [op for op in module.walk() if op.name == name]
    return found[-1 if last else 0]


def test_each_execution_of_a_mark_is_an_event_in_its_iteration() -> None:
    module = parse_module(PROGRAM)
    mark = the(module, "arith.constant")
    found = events(module, [mark])
    assert [e.iteration for e in found if isinstance(e, ReachedEvent)] == [(0, 0), (1, 0), (2, 0)]
    assert {e.op for e in found if isinstance(e, ReachedEvent)} == {mark}
    assert [e.position for e in found] == list(range(len(found)))


def test_a_loop_is_reached_once_for_each_time_that_it_runs() -> None:
    module = parse_module(PROGRAM)
    outer, inner = the(module, "scf.for", last=False), the(module, "scf.for")
    found = events(module, [outer, inner])
    reached = [(e.op is outer, e.iteration) for e in found if isinstance(e, ReachedEvent)]
    assert reached == [(True, ()), (False, (0,)), (False, (1,)), (False, (2,))]


def test_memory_is_named_before_it_is_accessed_for_the_first_time() -> None:
    module = parse_module(PROGRAM)
    found = events(module, [the(module, "arith.constant")])
    (touched,) = (e for e in found if isinstance(e, TouchedEvent))
    assert (touched.op, touched.size) == (the(module, "memref.alloca"), 4)
    access = found[found.index(touched) + 1]
    assert access.op is the(module, "memref.store")


def test_an_async_op_reaches_no_mark() -> None:
    text = PROGRAM.replace("%m = arith.constant true", "queue.async {").replace(
        "memref<4xf32>\n    }", "memref<4xf32>\n      %m = arith.constant true\n      }\n    }"
    )
    module = parse_module(text.replace("  return", "  queue.commit(0) {\n  }\n  return"))
    assert not any(isinstance(e, ReachedEvent) for e in events(module, [the(module, "arith.constant")]))


def test_without_marks_there_are_no_such_events() -> None:
    text = PROGRAM.replace("  return", "  queue.commit(0) {\n  }\n  return")
    found = events(parse_module(text), [])
    assert found
    assert not any(isinstance(e, ReachedEvent | TouchedEvent) for e in found)
