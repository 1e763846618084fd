"""Certificates made by hand, and what is wrong with others: the verifier alone, without the prover."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
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
    """What is in flight when the loop of PROGRAM comes to an iteration, and behind it: the last copy, in its slot."""
    (loop,), (made,) = ids(module, "scf.for"), ids(module, "memref.alloc")
    body: dict[str, Any] = {
        "coordinates": [f"{loop}.0.0:0"],
        "memory": {},
        "where": "{ [i] : 0 <= i < 15 }",
        "flying": {f"0:W:alloc {made}": "{ [i] -> [0, i mod 2] }"},
    }
    behind: dict[str, Any] = {
        "coordinates": [],
        "memory": {},
        "where": "{ [] }",
        "flying": {f"0:W:alloc {made}": "{ [] -> [0, 1] }"},
    }
    return {
        "text": digest(module),
        "constant": ["arg0"],
        "points": {f"{loop}.0.0": [body], f"{loop}": [behind]},
    }


def nothing(module: Operation) -> dict[str, Any]:
    """What the certificate of a program without loops may be."""
    return {"text": digest(module), "constant": [], "points": {}}


def judge(module: Operation, right: bool) -> None:
    """Whether a certificate that says nothing is accepted just where the program is right."""
    if right:
        verify(module, "main", nothing(module))
        return
    with pytest.raises(Refused):
        verify(module, "main", nothing(module))


def verdict(program: str, change: Any = None) -> str:
    """Why the certificate of PROGRAM, changed and said to be one of `program`, is refused; empty if it is not."""
    module = parse_module(program)
    made = certificate(module)
    if change is not None:
        change(
            made["points"][f"{ids(module, 'scf.for')[0]}.0.0"][0],
            f"0:W:alloc {ids(module, 'memref.alloc')[0]}",
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
    ],
)
def test_a_program_that_is_proved_by_the_same(old: str, new: str) -> None:
    assert verdict(PROGRAM.replace(old, new)) == ""


CHANGES: dict[str, Callable[[dict[str, Any], str], object]] = {
    "a case that is missing": lambda c, store: c["flying"].update(
        {store: "{ [i] -> [0, i mod 2] : i >= 1 }"}
    ),
    "an effect that is missing": lambda c, store: c["flying"].pop(store),
    "another slot": lambda c, store: c["flying"].update({store: "{ [i] -> [0, (i + 1) mod 2] }"}),
    "another age": lambda c, store: c["flying"].update({store: "{ [i] -> [1, i mod 2] }"}),
    "another FIFO": lambda c, store: c["flying"].update({f"1{store[1:]}": c["flying"].pop(store)}),
    "too much": lambda c, store: c["flying"].update({store: "{ [i] -> [0, s] }"}),
    "a thread that is not there": lambda c, store: c["flying"].update(
        {store: "[tx] -> { [i] -> [0, i mod 2] : tx = 1 }"}
    ),
    "a number that is not there": lambda c, store: c["flying"].update(
        {store: "[z] -> { [i] -> [0, i mod 2] : z = 1 }"}
    ),
    "no relation": lambda c, store: c["flying"].update({store: "{ [i] -> "}),
    "one of another rank": lambda c, store: c["flying"].update({store: "{ [i] -> [0] }"}),
    "one of another depth": lambda c, store: c["flying"].update({store: "{ [i, j] -> [0, 0] }"}),
    "one with a name": lambda c, store: c["flying"].update({store: "{ A[i] -> [0, i mod 2] }"}),
    "a number": lambda c, store: c["flying"].update({store: 3}),
    "a key that is none": lambda c, store: c["flying"].update({"x": "{ [i] -> [0, 0] }"}),
    "no age": lambda c, store: c["flying"].update({"0:W:arg1": "{ [i] -> [] }"}),
    "an op that is not there": lambda c, store: c["coordinates"].append("4711:0"),
    "a coordinate too many": lambda c, store: c["coordinates"].append("3:0"),
    "a coordinate too few": lambda c, store: c["coordinates"].pop(),
    "another coordinate": lambda c, store: c.update(coordinates=["4:0"]),
    "a token that is none": lambda c, store: c.update(coordinates=[f"{c['coordinates'][0]}@0"]),
    "a count that nobody keeps": lambda c, store: c.update(coordinates=["#0"]),
    "memory that is none": lambda c, store: c["memory"].update({"5:0": "arg0"}),
    "fewer iterations": lambda c, store: c.update(where="{ [i] : 0 <= i < 14 }"),
    "no first iteration": lambda c, store: c.update(where="{ [i] : 1 <= i < 15 }"),
    "no iteration": lambda c, store: c.update(where="{ [i] : 1 = 0 }"),
    "a set that is none": lambda c, store: c.update(where="{ [i] -> [i] }"),
    "no set": lambda c, store: c.pop("where"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_certificate_that_is_changed(what: str) -> None:
    assert verdict(PROGRAM, CHANGES[what])


def test_more_iterations_than_there_are() -> None:
    def more(case: dict[str, Any], _: str) -> None:
        case["where"] = "{ [i] : 0 <= i }"

    assert verdict(PROGRAM, more) == ""


def test_cases_that_share_the_iterations() -> None:
    module = parse_module(PROGRAM)
    made = certificate(module)
    (case, *_) = cases = made["points"][f"{ids(module, 'scf.for')[0]}.0.0"]
    cases[:] = [{**case, "where": f"{{ [i] : {part} }}"} for part in ("0 <= i < 9", "9 <= i < 15")]
    verify(module, "main", made)
    cases[1]["where"] = "{ [i] : 10 <= i < 15 }"
    with pytest.raises(Refused, match="more may be true"):
        verify(module, "main", made)


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
        verify(module, "main", nothing(module))


@pytest.mark.parametrize("content", [{}, {"points": {}}, [], None, 3, {"text": 1, "points": 2}])
def test_what_is_no_certificate(content: Any) -> None:
    with pytest.raises(Refused):
        verify(parse_module(PROGRAM), "main", content)


PARTS: list[tuple[str, Any]] = [
    ("constant", 3),
    ("points", {"x": []}),
    ("points", {"4711.0.0": [{}]}),
    ("points", {"8.0.0": 3}),
    ("points", {"8.0.0": [{"coordinates": "x", "memory": {}, "where": "{ [i] }", "flying": {}}]}),
    ("points", {"8.0.0": [{"coordinates": [], "memory": [], "where": "{ [] }", "flying": {}}]}),
    ("points", []),
    ("points", {}),
]


@pytest.mark.parametrize(("key", "content"), PARTS)
def test_parts_that_have_another_form(key: str, content: Any) -> None:
    module = parse_module(PROGRAM)
    with pytest.raises(Refused):
        verify(module, "main", {**certificate(module), key: content})


@pytest.mark.parametrize("made", [False, True])
def test_that_something_is_constant_which_is_written(made: bool) -> None:
    module = parse_module(PROGRAM)
    written = f"alloc {ids(module, 'memref.alloc')[0]}" if made else "arg1"
    with pytest.raises(Refused, match="nothing writes this"):
        verify(module, "main", {**certificate(module), "constant": [written]})


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
    "behind a call of what is only declared": (
        "call @elsewhere(%d) : (index) -> ()\n queue.wait(0, 0)",
        True,
    ),
    "in what is only declared": ("call @elsewhere(%d) : (index) -> ()", False),
    "in a callee that may not": ("call @may(%c) : (i1) -> ()", False),
}


@pytest.mark.parametrize("what", RULES)
def test_a_rule(what: str) -> None:
    between, right = RULES[what]
    program = f"""
func.func private @elsewhere(index)
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
    judge(module, right)


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
    judge(module, right)


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
    judge(module, right)


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
    worse["points"] = {}
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
