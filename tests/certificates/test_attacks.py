"""Programs that race, with certificates that a careless verifier would believe; and their neighbours that are right."""

from __future__ import annotations

import json
from typing import Any

import pytest

from asyncir.analyses.in_flight import check_module
from asyncir.analyses.sync_report import Standing
from asyncir.certificates import NotFollowed, Refused, digest, verify
from asyncir.certificates.verifier import Verifier
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module

pytestmark = pytest.mark.feature("N14")


def why(module: ModuleOp, points: dict[str, Any] | None = None, constant: tuple[str, ...] = ()) -> str:
    """Why a certificate is refused; empty if it is accepted."""
    try:
        verify(module, "main", {"text": digest(module), "constant": list(constant), "points": points or {}})
    except Refused as refused:
        return str(refused)
    return ""


def case(where: str, coordinates: list[str], **flying: str) -> dict[str, Any]:
    return {"coordinates": coordinates, "memory": {}, "where": where, "flying": flying}


STRAIGHT = """
func.func private @start(%B: memref<4xf32, #gpu.address_space<workgroup>>, %A: memref<4xf32>, %i: index, %c: i1) {{
  %a = nvgpu.device_async_copy %A[%i], %B[%i], 1 : memref<4xf32> to memref<4xf32, #gpu.address_space<workgroup>>
  scf.if %c {{
    %g = nvgpu.device_async_create_group %a
    nvgpu.device_async_wait %g
  }}
  return
}}
func.func @main(%A: memref<4xf32>, %B: memref<4xf32>, %d: index) {fifos} {{
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  %yes = arith.constant true
  %no = arith.constant false
  %S = memref.alloc() : memref<4xf32, #gpu.address_space<workgroup>>
  {body}
  return
}}
"""
COPY = "queue.async { memref.store %x, %B[%i1] : memref<4xf32> }"
CALL = (
    "func.call @start(%S, %A, %i{0}, %{1}) : "
    "(memref<4xf32, #gpu.address_space<workgroup>>, memref<4xf32>, index, i1) -> ()\n"
)
READ = "%y = memref.load %B[%i1] : memref<4xf32>"
READ_COPY = "%y = memref.load %S[%i0] : memref<4xf32, #gpu.address_space<workgroup>>"
TEST = "%m = arith.constant {0} : index\n %p = arith.cmpi ult, %m, %i1 : index\n"
PROGRAMS = {
    "a copy that no group has, when its op is in one later": (
        CALL.format(0, "no") + CALL.format(1, "yes") + READ_COPY,
        False,
    ),
    "a copy that a group has": (CALL.format(0, "yes") + CALL.format(1, "yes") + READ_COPY, True),
    "an op outside of every commit": (f"{COPY}\n queue.commit(0) {{}}\n queue.wait(0, 0)\n {READ}", False),
    "an op in the commit": (f"queue.commit(0) {{ {COPY} }}\n queue.wait(0, 0)\n {READ}", True),
    "a negative number is not a small one without a sign": (
        f"queue.commit(0) {{ {COPY} }}\n {TEST.format(-3)} scf.if %p {{ }} else {{ queue.wait(0, 0) }}\n {READ}",
        True,
    ),
    "nor is a small one large": (
        f"queue.commit(0) {{ {COPY} }}\n {TEST.format(0)} scf.if %p {{ }} else {{ queue.wait(0, 0) }}\n {READ}",
        False,
    ),
    "a group of several that are not ordered": (
        f"queue.commit(0) {{ {COPY}\n {COPY} }}\n queue.wait(0, 0)",
        False,
    ),
    "an op that is not known": (
        f"queue.commit(0) {{ {COPY} }}\n scf.parallel (%k) = (%i0) to (%i1) step (%i1) {{ queue.wait(0, 0)\n scf.reduce }}",
        False,
    ),
}


@pytest.mark.parametrize("what", PROGRAMS)
def test_straight_programs(what: str) -> None:
    body, right = PROGRAMS[what]
    assert (why(parse_module(STRAIGHT.format(body=body, fifos=""))) == "") is right


@pytest.mark.parametrize("fifos", ["", "attributes {queue.fifos = [[0, 1]]}"])
def test_queues_of_one_fifo(fifos: str) -> None:
    body = f"queue.commit(1) {{ {COPY} }}\n queue.wait(0, 0)\n {READ}"
    assert (why(parse_module(STRAIGHT.format(body=body, fifos=fifos))) == "") is bool(fifos)


GUARDED = """
func.func @main(%A: memref<64xf32>, %B: memref<4xf32>, %n: index, %x: f32, %c: i1) {{
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %guard = {0}
  queue.commit(0) {{
    queue.async {{
      scf.if %guard {{
        %v = memref.load %A[%n] : memref<64xf32>
      }}
    }}
  }}
  queue.wait(0, 0)
  queue.commit(0) {{ queue.async {{ memref.store %x, %B[%c0] : memref<4xf32> }} }}
  %p = arith.cmpi sge, %n, %c64 : index
  %q = {1}
  scf.if %q {{
    %w = memref.load %B[%c0] : memref<4xf32>
  }}
  queue.wait(0, 0)
  return
}}
"""
SOMETIMES = "arith.cmpf olt, %x, %x : f32"
GUARDS = {
    "an access that happens is in bounds": ("arith.constant true", "arith.andi %p, %p : i1", True),
    "an access that never happens": ("arith.constant false", "arith.andi %p, %p : i1", False),
    "an access that may not happen, nobody knows when": (SOMETIMES, "arith.andi %p, %p : i1", False),
    "an access that may not happen": ("arith.andi %c, %c : i1", "arith.andi %p, %p : i1", False),
    "an access that happens in the same case": ("arith.andi %c, %c : i1", "arith.andi %p, %c : i1", True),
}


@pytest.mark.parametrize("what", GUARDS)
def test_accesses_under_guards(what: str) -> None:
    guard, reads, right = GUARDS[what]
    assert (why(parse_module(GUARDED.format(guard, reads))) == "") is right


LOOP = """
func.func @main(%A: memref<4xf32>, %B: memref<4xf32>, %n: index, %s: index) {{
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scf.for {0} {{
    queue.commit(0) {{ queue.async {{ memref.store %x, %A[%i1] : memref<4xf32> }} }}
    queue.wait(0, 0)
  }}
  return
}}
"""


@pytest.mark.parametrize(
    ("bounds", "right"),
    [
        ("%i = %i0 to %n step %i1", True),
        ("%i = %i0 to %n step %s", False),
        ("%i = %i0 to %n step %i0", False),
        ("unsigned %i = %i0 to %n step %i1", True),
    ],
)
def test_steps_of_loops(bounds: str, right: bool) -> None:
    module = parse_module(LOOP.format(bounds))
    (loop,) = (number for number, op in enumerate(module.walk()) if op.name == "scf.for")
    points = {f"{loop}.0.0": [case("{ [i] }", [f"{loop}.0.0:0"])], f"{loop}": [case("{ [] }", [])]}
    assert (why(module, points) == "") is right


BLOCK = """
func.func @main() attributes {{gpu.known_block_size = array<i32: 2, 1, 1>}} {{
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %x = arith.constant 1.0 : f32
  %B = memref.alloc() : memref<2xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  scf.for %i = %i0 to %i2 step %i1 {{
    %a = arith.addi %t, %i : index
    %k = arith.remui %a, %i2 : index
    memref.store %x, %B[%k] : memref<2xf32, #gpu.address_space<workgroup>>
    {0}
  }}
  return
}}
"""


def test_threads_that_come_to_a_barrier_in_different_iterations() -> None:
    """Thread 0 comes to it in iteration 1, thread 1 in iteration 0: both have written element 1 by then."""
    module = parse_module(
        BLOCK.format("%p = arith.cmpi eq, %t, %i : index\n scf.if %p { } else { gpu.barrier }")
    )
    ids = {op.name: number for number, op in enumerate(module.walk())}
    loop, past = ids["scf.for"], f"past:W:alloc {ids['memref.alloc']}"
    inside = "[tx] -> { [i] -> [0, 0] : i = 1 and tx = 0 }"
    behind = "[tx] -> { [] -> [0, 0] : tx = 1 }"
    points = {
        f"{loop}.0.0": [case("{ [i] : 0 <= i < 2 }", [f"{loop}.0.0:0"], **{past: inside})],
        f"{loop}": [case("{ [] }", [], **{past: behind})],
    }
    assert "two threads" in why(module, points)


@pytest.mark.parametrize(("between", "right"), [("gpu.barrier", True), ("", False)])
def test_threads_that_meet_in_each_iteration(between: str, right: bool) -> None:
    module = parse_module(BLOCK.format(between))
    ids = {op.name: number for number, op in enumerate(module.walk())}
    loop, past = ids["scf.for"], f"past:W:alloc {ids['memref.alloc']}"
    everything = {} if right else {past: "{ [i] -> [0, k] }"}
    at_end = {} if right else {past: "{ [] -> [0, k] }"}
    points = {
        f"{loop}.0.0": [case("{ [i] : 0 <= i < 2 }", [f"{loop}.0.0:0"], **everything)],
        f"{loop}": [case("{ [] }", [], **at_end)],
    }
    assert why(module, points) == ("" if right else f"two threads may meet: {past[5:]} and {past[5:]}")


SWAPPED = """
func.func @main(%A: memref<4xf32>, %B: memref<4xf32>, %n: index) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scf.for %i = %i0 to %n step %i1 iter_args(%p = %A, %q = %B) -> (memref<4xf32>, memref<4xf32>) {
    queue.commit(0) { queue.async { memref.store %x, %p[%i0] : memref<4xf32> } }
    queue.wait(0, 1)
    %y = memref.load %q[%i0] : memref<4xf32>
    scf.yield %q, %p : memref<4xf32>, memref<4xf32>
  }
  return
}
"""


def test_arrays_that_change_places() -> None:
    module = parse_module(SWAPPED)
    report = check_module(module, certificates=True)
    assert report.standing is Standing.PROVED
    made: Any = {"text": digest(module), **json.loads(json.dumps(report.functions[0].certificate))}
    verify(module, "main", made)
    (point,) = (cases for at, cases in made["points"].items() if "." in at)
    assert len(point) > 1
    for one in point:
        one["memory"] = point[0]["memory"]
    with pytest.raises(Refused):
        verify(module, "main", made)


APART = """
func.func private @next(%a: index) -> index {
  %i1 = arith.constant 1 : index
  %in_callee = arith.addi %a, %i1 : index
  return %in_callee : index
}
func.func @main(%n: index) attributes {gpu.known_block_size = array<i32: 2, 1, 1>} {
  %i1 = arith.constant 1 : index
  %t = gpu.thread_id x
  %p = arith.cmpi eq, %t, %i1 : index
  %same = arith.addi %n, %i1 : index
  %result = scf.if %p -> (index) {
    %inside = arith.addi %n, %i1 : index
    %called = func.call @next(%n) : (index) -> index
    scf.yield %n : index
  } else {
    scf.yield %n : index
  }
  return
}
"""


def test_what_only_some_threads_compute_may_differ() -> None:
    module = parse_module(APART)
    verifier = Verifier(module, "main", {"constant": [], "points": {}})
    verifier.run()
    differ, _ = verifier.threads.differing(verifier.ops, verifier.is_same)
    names = {value.name_hint for value in differ}
    assert {"t", "p", "inside", "called", "in_callee", "result"} <= names
    assert "same" not in names


BRANCHES = """
func.func @main(%n: index) attributes {gpu.known_block_size = array<i32: 2, 1, 1>} {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %t = gpu.thread_id x
  cf.br ^head(%i0 : index)
^head(%i: index):
  %p = arith.cmpi slt, %i, %t : index
  cf.cond_br %p, ^body, ^join
^body:
  %inside = arith.addi %n, %i1 : index
  %j = arith.addi %i, %i1 : index
  cf.br ^head(%j : index)
^join:
  %q = arith.cmpi slt, %n, %i1 : index
  cf.cond_br %q, ^one(%n : index), ^end
^one(%same: index):
  %k = arith.addi %same, %i1 : index
  gpu.barrier
  cf.br ^end
^end:
  return
}
"""


def test_threads_go_alike_where_their_ways_have_met() -> None:
    module = parse_module(BRANCHES)
    ids = {op.name: number for number, op in enumerate(module.walk())}
    head = f"{ids['func.func']}.0.1"
    verifier = Verifier(
        module, "main", {"constant": [], "points": {head: [case("{ [i] : 0 <= i }", [f"{head}:0"])]}}
    )
    verifier.run()
    differ, apart = verifier.threads.differing(verifier.ops, verifier.is_same)
    names = {value.name_hint for value in differ}
    assert {"i", "p", "inside", "j"} <= names
    assert not {"q", "same", "k"} & names
    assert len(apart) == 2


TASKS = """func.func @main(%A: memref<i64>) {
  %x = arith.constant 1 : i64
  %t = async.execute {
    memref.store %x, %A[] : memref<i64>
    async.yield
  }
  memref.store %x, %A[] : memref<i64>
  return
}
"""


def test_a_certificate_that_says_nothing_of_tasks_is_not_accepted():
    module = parse_module(TASKS, "p.mlir")
    forged = {"text": digest(module), "constant": [], "points": {}}
    with pytest.raises((NotFollowed, Refused)):
        verify(module, "main", forged)
