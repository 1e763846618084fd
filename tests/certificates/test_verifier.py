"""Certificates made by hand, and what is wrong with others: the verifier alone, without the prover."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from asyncir.certificates import Refused, digest, verify
from asyncir.ir import Operation
from asyncir.source.text import parse_module
from tests.cli.command import Shell

PROGRAM = """\
func.func @main(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c15 = arith.constant 15 : index
  %B = memref.alloc() : memref<2xf32>
  queue.commit(0) {
    queue.async {
      %x = memref.load %A[%c0] : memref<16xf32>
      memref.store %x, %B[%c0] : memref<2xf32>
    }
  }
  scf.for %i = %c0 to %c15 step %c1 {
    %next = arith.addi %i, %c1 : index
    %slot = arith.remui %next, %c2 : index
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%next] : memref<16xf32>
        memref.store %x, %B[%slot] : memref<2xf32>
      }
    }
    queue.wait(0, 1)
    %now = arith.remui %i, %c2 : index
    %y = memref.load %B[%now] : memref<2xf32>
    memref.store %y, %C[%i] : memref<16xf32>
  }
  queue.wait(0, 0)
  %now = arith.remui %c15, %c2 : index
  %y = memref.load %B[%now] : memref<2xf32>
  memref.store %y, %C[%c15] : memref<16xf32>
  return
}
"""


def ids(module: Operation, name: str) -> list[int]:
    return [number for number, op in enumerate(module.walk()) if op.name == name]


def certificate(module: Operation) -> dict[str, Any]:
    """What is in flight at the head of the loop of PROGRAM: the copy of the iteration before, in its slot."""
    (loop,), (first, second), (made,) = (ids(module, n) for n in ("scf.for", "queue.async", "memref.alloc"))
    pending = {
        f"{first}:R:arg0": "{ [k] -> [0, 0] : k = 0 }",
        f"{first}:W:alloc {made}": "{ [k] -> [0, 0] : k = 0 }",
        f"{second}:R:arg0": "{ [k] -> [0, k] : k >= 1 }",
        f"{second}:W:alloc {made}": "{ [k] -> [0, k mod 2] : k >= 1 }",
    }
    return {"text": digest(module), "heads": {str(loop): {"pending": pending}}}


def verdict(program: str, change: Any = None) -> str:
    """Why the certificate of PROGRAM, changed and said to be one of `program`, is refused; empty if it is not."""
    module = parse_module(program)
    made = certificate(module)
    if change is not None:
        change(
            made["heads"][next(iter(made["heads"]))]["pending"],
            f"{ids(module, 'queue.async')[1]}:W:alloc {ids(module, 'memref.alloc')[0]}",
        )
    try:
        verify(module, "main", made)
    except Refused as refused:
        return str(refused)
    return ""


def test_a_certificate_is_accepted() -> None:
    assert verdict(PROGRAM) == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("queue.wait(0, 1)", "queue.wait(0, 2)"),
        ("queue.wait(0, 1)", "queue.wait_read(0, 1)"),
        ("queue.wait(0, 1)", ""),
        ("queue.wait(0, 1)", "queue.wait(1, 1)"),
        ("queue.wait(0, 0)", "queue.wait(0, 1)"),
        ("queue.wait(0, 0)", ""),
        ("%now = arith.remui %i, %c2", "%now = arith.remui %next, %c2"),
        ("%slot = arith.remui %next, %c2", "%slot = arith.remui %i, %c2"),
    ],
)
def test_a_program_that_is_not_proved(old: str, new: str) -> None:
    assert old in PROGRAM
    assert verdict(PROGRAM.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("queue.wait(0, 1)", "queue.wait(0, 0)"),
        ("queue.wait(0, 1)", "queue.wait(0, 1)\n    queue.wait(0, 1)"),
        ("%c15 = arith.constant 15", "%c15 = arith.constant 0"),
    ],
)
def test_a_program_that_is_proved_by_the_same(old: str, new: str) -> None:
    assert verdict(PROGRAM.replace(old, new)) == ""


CHANGES = {
    "a case that is missing": lambda p, store: p.update({store: "{ [k] -> [0, k mod 2] : k >= 2 }"}),
    "an effect that is missing": lambda p, store: p.pop(store),
    "another slot": lambda p, store: p.update({store: "{ [k] -> [0, (k + 1) mod 2] : k >= 1 }"}),
    "another age": lambda p, store: p.update({store: "{ [k] -> [1, k mod 2] : k >= 1 }"}),
    "too much": lambda p, store: p.update({store: "{ [k] -> [0, s] : k >= 1 }"}),
    "no relation": lambda p, store: p.update({store: "{ [k] -> "}),
    "one of another rank": lambda p, store: p.update({store: "{ [k] -> [0] }"}),
    "one of another depth": lambda p, store: p.update({store: "{ [k, j] -> [0, 0] }"}),
    "a number": lambda p, store: p.update({store: 3}),
    "an op that is not there": lambda p, store: p.update({"4711:W:arg0": "{ [k] -> [0, 0] }"}),
    "an effect that is not there": lambda p, store: p.update(
        {store.replace(":W:", ":X:"): "{ [k] -> [0, 0] }"}
    ),
    "a key that is none": lambda p, store: p.update({"x": "{ [k] -> [0, 0] }"}),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_certificate_that_is_changed(what: str) -> None:
    assert verdict(PROGRAM, CHANGES[what])


def test_the_certificate_of_another_program() -> None:
    module, other = (
        parse_module(PROGRAM),
        parse_module(PROGRAM.replace("%c15 = arith.constant 15", "%c15 = arith.constant 14")),
    )
    with pytest.raises(Refused, match="another program"):
        verify(other, "main", certificate(module))


def test_a_loop_about_which_nothing_is_said() -> None:
    module = parse_module(PROGRAM)
    with pytest.raises(Refused, match="nothing is said"):
        verify(module, "main", {"text": digest(module), "heads": {}})


@pytest.mark.parametrize("content", [{}, {"heads": {}}, [], None, 3, {"text": 1, "heads": 2}])
def test_what_is_no_certificate(content: Any) -> None:
    with pytest.raises(Refused):
        verify(parse_module(PROGRAM), "main", content)


@pytest.mark.parametrize(
    ("where", "right"),
    [
        ("{ [k] : 0 <= k <= 15 }", True),
        ("{ [k] : 0 <= k <= 14 }", False),
        ("{ [k] : 1 <= k <= 15 }", False),
        ("{ [k] : 1 = 0 }", False),
    ],
)
def test_where_control_comes_back(where: str, right: bool) -> None:
    module = parse_module(PROGRAM)
    made = certificate(module)
    (said,) = made["heads"].values()
    said["where"] = where
    if right:
        verify(module, "main", made)
        return
    with pytest.raises(Refused, match="does not allow"):
        verify(module, "main", made)


def test_a_barrier_that_some_threads_do_not_reach() -> None:
    between = "%p = arith.cmpi eq, %t, %i1 : index\n nvgpu.device_async_wait %g\n scf.if %p { gpu.barrier }"
    module = parse_module(THREADS.format(between, "t"))
    with pytest.raises(Refused, match="some threads"):
        verify(module, "main", {"text": digest(module), "heads": {}})


def test_an_entry_that_is_not_there() -> None:
    module = parse_module(PROGRAM)
    with pytest.raises(Refused):
        verify(module, "other", certificate(module))


# straight-line programs need nothing said: the rules alone decide them

RULES = {
    "wait": ("queue.wait(0, 0)", True),
    "a younger group may stay": ("queue.commit(0) {}\n queue.wait(0, 1)", True),
    "one too many": ("queue.commit(0) {}\n queue.wait(0, 2)", False),
    "no wait": ("", False),
    "another queue": ("queue.wait(1, 0)", False),
    "the token": ("queue.await %t : !async.token", True),
    "a ready token": ("%r = async.ready : !async.token\n queue.await %r : !async.token", False),
    "the token of a younger group": (
        "%u = queue.commit(0) {} -> !async.token\n queue.await %u : !async.token",
        True,
    ),
    "a token of another queue": (
        "%u = queue.commit(1) {} -> !async.token\n queue.await %u : !async.token",
        False,
    ),
    "sources only": ("queue.wait_read(0, 0)", False),
    "the first group": ("queue.wait_finished(0, 1)", True),
    "the first none": ("queue.wait_finished(0, 0)", False),
    "waited for on one way": ("scf.if %c { queue.wait(0, 0) }", False),
    "waited for on both": ("scf.if %c { queue.wait(0, 0) } else { queue.await %t : !async.token }", True),
    "a count that is known": ("%n = arith.subi %i1, %i1 : index\n queue.wait(0, %n)", True),
    "a count that may be too large": ("queue.commit(0) {}\n queue.wait(0, %d)", False),
    "a token of one way or the other": (
        "%r = async.ready : !async.token\n"
        "%s = scf.if %c -> (!async.token) { scf.yield %t : !async.token } else { scf.yield %r : !async.token }\n"
        "queue.await %s : !async.token",
        False,
    ),
    "in a callee": ("call @waits() : () -> ()", True),
    "in a callee by token": ("call @awaits(%t) : (!async.token) -> ()", True),
    "in a callee that may not": ("call @may(%c) : (i1) -> ()", False),
}


@pytest.mark.parametrize("what", RULES)
def test_a_rule(what: str) -> None:
    between, right = RULES[what]
    program = f"""
func.func private @waits() {{ queue.wait(0, 0) return }}
func.func private @awaits(%t: !async.token) {{ queue.await %t : !async.token return }}
func.func private @may(%c: i1) {{ scf.if %c {{ queue.wait(0, 0) }} return }}
func.func @main(%A: memref<4xf32>, %B: memref<4xf32>, %c: i1, %d: index) {{
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %t = queue.commit(0) {{
    queue.async {{
      %x = memref.load %A[%i0] : memref<4xf32>
      memref.store %x, %B[%i1] : memref<4xf32>
    }}
  }} -> !async.token
  {between}
  %y = memref.load %B[%i1] : memref<4xf32>
  return
}}
"""
    module = parse_module(program)
    made = {"text": digest(module), "heads": {}}
    if right:
        verify(module, "main", made)
        return
    with pytest.raises(Refused):
        verify(module, "main", made)


ACCESSES = {
    "another element": ("memref.load %B[%i0] : memref<4xf32>", True),
    "the source is read": ("memref.load %A[%i0] : memref<4xf32>", True),
    "another object": ("memref.load %D[%i1] : memref<4xf32>", True),
    "the element": ("memref.load %B[%i1] : memref<4xf32>", False),
    "an element that is not known": ("memref.load %B[%d] : memref<4xf32>", False),
    "the element through a view": ("memref.load %V[%i1] : memref<4xf32>", False),
    "one of two objects": ("memref.load %S[%i1] : memref<4xf32>", False),
}


@pytest.mark.parametrize("what", ACCESSES)
def test_an_access(what: str) -> None:
    access, right = ACCESSES[what]
    program = f"""
func.func @main(%A: memref<4xf32>, %B: memref<4xf32>, %D: memref<4xf32>, %c: i1, %d: index) {{
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %V = memref.cast %B : memref<4xf32> to memref<4xf32>
  %S = arith.select %c, %B, %D : memref<4xf32>
  queue.commit(0) {{
    queue.async {{
      %x = memref.load %A[%i0] : memref<4xf32>
      memref.store %x, %B[%i1] : memref<4xf32>
    }}
  }}
  %y = {access}
  return
}}
"""
    module = parse_module(program)
    made = {"text": digest(module), "heads": {}}
    if right:
        verify(module, "main", made)
        return
    with pytest.raises(Refused):
        verify(module, "main", made)


THREADS = """
func.func @main(%A: memref<4xf32>, %out: memref<4xf32>) attributes {{gpu.known_block_size = array<i32: 4, 1, 1>}} {{
  %i1 = arith.constant 1 : index
  %i4 = arith.constant 4 : index
  %B = memref.alloc() : memref<4xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %a = nvgpu.device_async_copy %A[%t], %B[%t], 1 : memref<4xf32> to memref<4xf32, #gpu.address_space<workgroup>>
  %g = nvgpu.device_async_create_group %a
  {0}
  %u = arith.addi %t, %i1 : index
  %v = arith.remui %u, %i4 : index
  %x = memref.load %B[%{1}] : memref<4xf32, #gpu.address_space<workgroup>>
  memref.store %x, %out[%t] : memref<4xf32>
  return
}}
"""


@pytest.mark.parametrize(
    ("between", "index", "right"),
    [
        ("nvgpu.device_async_wait %g\n gpu.barrier", "v", True),
        ("nvgpu.device_async_wait %g", "t", True),
        ("nvgpu.device_async_wait %g", "v", False),
        ("gpu.barrier\n nvgpu.device_async_wait %g", "v", False),
        ("gpu.barrier", "t", False),
        ("nvgpu.device_async_wait %g {numGroups = 0 : i32}\n gpu.barrier", "v", True),
    ],
)
def test_threads(between: str, index: str, right: bool) -> None:
    module = parse_module(THREADS.format(between, index))
    made = {"text": digest(module), "heads": {}}
    if right:
        verify(module, "main", made)
        return
    with pytest.raises(Refused):
        verify(module, "main", made)


# the command


def stored(asyncir: Shell, content: Any) -> str:
    return str(asyncir.write("proof.json", json.dumps(content)))


def test_the_command(asyncir: Shell) -> None:
    file = asyncir.write("program.mlir", PROGRAM)
    made = certificate(parse_module(PROGRAM, "program.mlir"))
    proof = stored(asyncir, {"version": 1, "functions": {"main": made}})
    assert asyncir("verify-certificate", file, proof).out == f"{file}: verified: @main\n"
    assert json.loads(asyncir("verify-certificate", file, proof, "--json").out) == {"verified": ["main"]}
    other = asyncir.write("other.mlir", PROGRAM.replace("queue.wait(0, 1)", "queue.wait(0, 2)"))
    refused = asyncir("verify-certificate", other, proof)
    assert (refused.status, refused.codes, refused.out) == (1, ["Q010"], "")
    worse = copy.deepcopy(made)
    worse["heads"] = {}
    proof = stored(asyncir, {"version": 1, "functions": {"main": worse}})
    refused = asyncir("verify-certificate", file, proof)
    assert (refused.status, refused.codes) == (1, ["Q010"])
    assert ":13:3" in refused.err


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "3",
        '{"version": 2, "functions": {"main": {}}}',
        '{"version": 1, "functions": {}}',
        "[" * 100_000,
    ],
)
def test_a_file_that_is_no_certificate(asyncir: Shell, content: str) -> None:
    file, proof = asyncir.write("program.mlir", PROGRAM), asyncir.write("proof.json", content)
    outcome = asyncir("verify-certificate", file, proof)
    assert outcome.status == 2
    assert outcome.codes == ["C018" if content else "C014"]


def test_an_entry_without_certificate(asyncir: Shell) -> None:
    file = asyncir.write("program.mlir", PROGRAM)
    proof = stored(asyncir, {"version": 1, "functions": {"main": {}}})
    outcome = asyncir("verify-certificate", file, proof, "-e", "mian")
    assert (outcome.status, outcome.codes) == (2, ["C018"])
    assert "main" in outcome.err
