"""Certificates of programs with tasks: right programs have one, and none of them does for a program that races.

Each program is followed by changes, each of which makes it wrong in a run; neither a certificate of its own is found
then, nor is that of the right program accepted.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import asyncir
from asyncir.certificates import NotFollowed, Refused, accept, digest, verify
from asyncir.certificates.values import isl
from asyncir.driver.affine_maps import without_affine
from asyncir.invariants import find_certificate
from asyncir.ir import ModuleOp
from asyncir.ir.symbols import flattened
from asyncir.source.text import parse_module
from bench.adversary.workers import with_mutants
from bench.task_adversary.judge import judge
from bench.task_adversary.mutants import mutate
from bench.task_adversary.programs import program
from bench.task_certificates import changed, examine, is_wrong, searched

pytestmark = pytest.mark.feature("N14")

HEAD = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant 7 : i64
"""
STORE = "async.execute { memref.store %x, %a[%i] : memref<8xi64>\n async.yield }"
LOOP = "scf.for %i = %c0 to %c4 step %c1"
CARRIES = "-> (!async.token)"

PROGRAMS: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "group": (
        f"""%g = async.create_group %c4 : !async.group
        {LOOP} {{
          %t = {STORE}
          %r = async.add_to_group %t, %g : !async.token
        }}
        async.await_all %g
        memref.store %x, %a[%c0] : memref<8xi64>""",
        (
            ("async.await_all %g", ""),
            ("%a[%i]", "%a[%c0]"),
            ("create_group %c4", "create_group %c8"),
            ("to %c4 step", "to %c2 step"),
        ),
    ),
    "chain": (
        f"""%first = async.ready : !async.token
        %last = {LOOP} iter_args(%before = %first) {CARRIES} {{
          %t = async.execute [%before] {{ memref.store %x, %a[%c0] : memref<8xi64>
            async.yield }}
          scf.yield %t : !async.token
        }}
        async.await %last : !async.token
        memref.store %x, %a[%c0] : memref<8xi64>""",
        (("[%before]", ""), ("async.await %last : !async.token", ""), ("scf.yield %t", "scf.yield %before")),
    ),
    "two chains": (
        f"""%ready = async.ready : !async.token
        %last:2 = {LOOP} iter_args(%one = %ready, %other = %ready) -> (!async.token, !async.token) {{
          %slot = arith.remui %i, %c2 : index
          %t = async.execute [%one] {{ memref.store %x, %a[%slot] : memref<8xi64>
            async.yield }}
          scf.yield %other, %t : !async.token, !async.token
        }}
        async.await %last#0 : !async.token
        async.await %last#1 : !async.token
        memref.store %x, %a[%c0] : memref<8xi64>
        memref.store %x, %a[%c1] : memref<8xi64>""",
        (
            ("arith.remui %i, %c2", "arith.remui %i, %c1"),
            ("async.await %last#0 : !async.token", ""),
            ("async.await %last#1 : !async.token", ""),
            ("scf.yield %other, %t", "scf.yield %other, %one"),
        ),
    ),
    "waves": (
        f"""{LOOP} {{
          %g = async.create_group %c4 : !async.group
          scf.for %j = %c0 to %c4 step %c1 {{
            %t = async.execute {{ memref.store %x, %a[%j] : memref<8xi64>
              async.yield }}
            %r = async.add_to_group %t, %g : !async.token
          }}
          async.await_all %g
        }}""",
        (("async.await_all %g", ""), ("%a[%j]", "%a[%i]")),
    ),
    "nested": (
        """%outer = async.execute {
          %inner = async.execute { memref.store %x, %a[%c1] : memref<8xi64>
            async.yield }
          memref.store %x, %a[%c0] : memref<8xi64>
          async.await %inner : !async.token
          async.yield
        }
        async.await %outer : !async.token
        memref.store %x, %a[%c1] : memref<8xi64>""",
        (
            ("async.await %inner : !async.token", ""),
            ("async.await %outer : !async.token", ""),
            ("%a[%c0]", "%a[%c1]"),
        ),
    ),
    "stages": (
        f"""%ready = async.ready : !async.token
        %last = {LOOP} iter_args(%before = %ready) {CARRIES} {{
          %made = {STORE}
          %used = async.execute [%made, %before] {{
            %y = memref.load %a[%i] : memref<8xi64>
            memref.store %y, %b[%c0] : memref<8xi64>
            async.yield
          }}
          scf.yield %used : !async.token
        }}
        async.await %last : !async.token
        memref.store %x, %a[%c2] : memref<8xi64>""",
        (
            ("[%made, %before]", "[%before]"),
            ("[%made, %before]", "[%made]"),
            ("scf.yield %used", "scf.yield %made"),
        ),
    ),
    "function": (
        """%s = async.call @fill(%a, %c0) : (memref<8xi64>, index) -> !async.token
        %t = async.call @fill(%a, %c1) : (memref<8xi64>, index) -> !async.token
        async.await %s : !async.token
        async.await %t : !async.token
        memref.store %x, %a[%c0] : memref<8xi64>
        memref.store %x, %a[%c1] : memref<8xi64>""",
        (
            ("@fill(%a, %c1)", "@fill(%a, %c0)"),
            ("async.await %s : !async.token", ""),
            ("async.await %t : !async.token", ""),
        ),
    ),
    "stack": (
        """%m = memref.alloca() : memref<i64>
        %t = async.execute { memref.store %x, %m[] : memref<i64>
          async.yield }
        async.await %t : !async.token""",
        (("async.await %t : !async.token", ""),),
    ),
    "buffers": (
        f"""%g = async.create_group %c4 : !async.group
        {LOOP} {{
          %m = memref.alloc() : memref<8xi64>
          %t = async.execute {{ memref.store %x, %m[%c0] : memref<8xi64>
            memref.store %x, %a[%i] : memref<8xi64>
            async.yield }}
          %r = async.add_to_group %t, %g : !async.token
        }}
        async.await_all %g""",
        (("%m = memref.alloc()", "%m = memref.get_global @shared"),),
    ),
    "branch": (
        """%some = arith.cmpi sgt, %n, %c0 : index
        %t = scf.if %some -> (!async.token) {
          %s = async.execute { memref.store %x, %a[%c0] : memref<8xi64>
            async.yield }
          scf.yield %s : !async.token
        } else {
          %s = async.ready : !async.token
          scf.yield %s : !async.token
        }
        async.await %t : !async.token
        memref.store %x, %a[%c0] : memref<8xi64>""",
        (("async.await %t : !async.token", ""),),
    ),
}
FUNCTIONS = """
memref.global @shared : memref<8xi64>
async.func private @fill(%m: memref<8xi64>, %i: index) -> !async.token {
  %x = arith.constant 5 : i64
  memref.store %x, %m[%i] : memref<8xi64>
  %t = async.execute { memref.store %x, %m[%i] : memref<8xi64>
    async.yield }
  async.await %t : !async.token
  memref.store %x, %m[%i] : memref<8xi64>
  return
}
"""
WRONG = [(name, number) for name, (_, wrong) in PROGRAMS.items() for number in range(len(wrong))]


def text_of(name: str, number: int | None = None) -> str:
    body, wrong = PROGRAMS[name]
    if number is not None:
        old, new = wrong[number]
        assert old in body
        body = body.replace(old, new)
    signature = "@main(%n: index, %k: index, %a: memref<8xi64>, %b: memref<8xi64>)"
    return f"{FUNCTIONS}func.func {signature} {{{HEAD}{body}\n return\n}}"


def module_of(text: str) -> ModuleOp:
    return without_affine(flattened(parse_module(text, "p.mlir")))


def certificate_of(name: str) -> dict[str, Any]:
    return find_certificate(module_of(text_of(name)), "main")


@pytest.mark.parametrize("name", PROGRAMS)
def test_right_programs_have_certificates(name: str):
    accept(module_of(text_of(name)), "main", certificate_of(name))


@pytest.mark.parametrize(("name", "number"), WRONG)
def test_wrong_ones_have_none(name: str, number: int):
    text = text_of(name, number)
    assert is_wrong(judge(asyncir.parse(text, "p.mlir"))), "the change is meant to make it wrong"
    certificate, why = searched(module_of(text))
    assert certificate is None
    assert why
    with pytest.raises(Refused):
        accept(module_of(text), "main", certificate_of(name))


def test_a_certificate_is_of_one_program():
    module = module_of(text_of("chain"))
    certificate = certificate_of("chain")
    verify(module, "main", {**certificate, "text": digest(module)})
    with pytest.raises(Refused, match="another program"):
        verify(module, "main", {**certificate, "text": digest(module_of(text_of("group")))})


def changed_chain(**what: Any) -> dict[str, Any]:
    """The certificate of the chain, with something else in each case."""
    certificate = certificate_of("chain")
    points = {point: [{**case, **what} for case in cases] for point, cases in certificate["points"].items()}
    return {**certificate, "points": points}


@pytest.mark.parametrize(
    "what",
    [
        {"flying": {}},
        {"coordinates": []},
        {"tokens": ["1:0@nothing"]},
        {"groups": {"1:0": ["5", 0]}},
        {"memory": {"1:0": "arg2"}},
        {"sure": {"known 0 9": "{ [a, b, c, d, e] -> [f] }"}},
        {"where": "{ [] : 1 = 0 }"},
        {"sure": None},
    ],
    ids=str,
)
def test_what_is_not_so_is_refused(what: dict[str, Any]):
    with pytest.raises(Refused):
        accept(module_of(text_of("chain")), "main", changed_chain(**what))


def test_too_much_that_is_sure_is_refused():
    certificate = certificate_of("two chains")
    for cases in certificate["points"].values():
        for case in cases:
            for key, text in case["sure"].items():
                case["sure"][key] = str(isl.Map.universe(isl.Map(text).get_space()))
    with pytest.raises(Refused):
        accept(module_of(text_of("two chains")), "main", certificate)


ENDLESS = """func.func @main(%n: index, %k: index, %a: memref<8xi64>, %b: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 7 : i64
  %yes = arith.constant true
  %s = async.execute { memref.store %x, %a[%c0] : memref<8xi64>
    async.yield }
  %t = async.execute {
    scf.while : () -> () {
      %r = async.ready : !async.token
      async.await %r : !async.token
      scf.condition(%yes)
    } do {
      scf.yield
    }
    async.yield
  }
  memref.store %x, %a[%c0] : memref<8xi64>
  return
}
"""
FAILS = """func.func @main(%n: index, %k: index, %a: memref<8xi64>, %b: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant 7 : i64
  %no = arith.constant false
  %s = async.execute { memref.store %x, %a[%c0] : memref<8xi64>
    async.yield }
  %t = async.execute {
    BODY
    async.yield
  }
  memref.store %x, %a[%c0] : memref<8xi64>
  return
}
"""


@pytest.mark.parametrize(
    "text",
    [
        ENDLESS,
        FAILS.replace("BODY", 'cf.assert %no, "never"'),
        FAILS.replace("BODY", "memref.store %x, %a[%c8] : memref<8xi64>"),
        FAILS.replace("BODY", "%q = arith.divui %c8, %c0 : index"),
        ENDLESS.replace("%r = async.ready : !async.token", "").replace("async.await %r : !async.token", ""),
    ],
)
def test_what_follows_a_task_that_does_not_end_is_looked_at(text: str):
    assert searched(module_of(text))[0] is None


LENT = """func.func private @f(%n: index, %a: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 7 : i64
  %yes = arith.constant true
  %m = memref.alloca() : memref<1xi64>
  WAY
  %p = arith.cmpi slt, %n, %c2 : index
  cf.assert %p, "f"
  async.await %t : !async.token
  return
}
func.func @main(%n: index, %k: index, %a: memref<8xi64>, %b: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %s = memref.alloc() : memref<1xi64>
  func.call @f(%n, %s) : (index, memref<1xi64>) -> ()
  return
}
"""
TASK = "%t = async.execute { memref.store %x, %w[%c0] : memref<1xi64>\n async.yield }"
WAYS = {
    "itself": TASK.replace("%w", "%m"),
    "a value": """%v = async.ready %m : !async.value<memref<1xi64>>
      %t = async.execute (%v as %w: !async.value<memref<1xi64>>) { memref.store %x, %w[%c0] : memref<1xi64>
        async.yield }""",
    "a branch": f"""%w = scf.if %yes -> (memref<1xi64>) {{
        scf.yield %m : memref<1xi64>
      }} else {{ scf.yield %a : memref<1xi64> }}
      {TASK}""",
    "a loop": f"""%w = scf.for %i = %c0 to %c2 step %c2 iter_args(%u = %m) -> (memref<1xi64>) {{
        scf.yield %u : memref<1xi64>
      }}
      {TASK}""",
    "a selection": f"%w = arith.select %yes, %m, %a : memref<1xi64>\n {TASK}",
}


WRAPS = """func.func @main(%a: memref<256xi64>) {
  %from = arith.constant 0 : i8
  %to = arith.constant 127 : i8
  %step = arith.constant 64 : i8
  %half = arith.constant 128 : index
  %x = arith.constant 7 : i64
  scf.for %i = %from to %to step %step : i8 {
    %j = arith.index_cast %i : i8 to index
    %k = arith.addi %j, %half : index
    %t = async.execute { memref.store %x, %a[%k] : memref<256xi64>
      async.yield }
  }
  return
}
"""


def test_loops_whose_variable_may_come_back_are_not_followed():
    """It does not in a run, which counts iterations first; the verifier does not rely on that."""
    with pytest.raises(NotFollowed, match="wrap"):
        find_certificate(module_of(WRAPS), "main")


def main_of(body: str) -> str:
    signature = "@main(%n: index, %k: index, %a: memref<8xi64>, %b: memref<8xi64>)"
    return f"func.func {signature} {{{HEAD}{body}\n return\n}}"


def test_a_group_to_which_others_add_may_be_full_of_others():
    text = main_of("""%g = async.create_group %c2 : !async.group
      %t = async.execute {
        %first = async.execute { memref.store %x, %a[%c0] : memref<8xi64>
          async.yield }
        %r0 = async.add_to_group %first, %g : !async.token
        async.yield
      }
      %second = async.execute { async.yield }
      %third = async.execute { async.yield }
      %r1 = async.add_to_group %second, %g : !async.token
      %r2 = async.add_to_group %third, %g : !async.token
      async.await_all %g
      memref.store %x, %a[%c0] : memref<8xi64>""")
    assert is_wrong(judge(asyncir.parse(text, "p.mlir")))
    with pytest.raises(NotFollowed, match="adds to a group"):
        find_certificate(module_of(text), "main")


def test_a_token_is_of_the_owner_that_is_said():
    right = main_of(f"""%s = async.execute {{ memref.store %x, %a[%c0] : memref<8xi64>
        async.yield }}
      %t = async.execute {{ memref.store %x, %a[%c1] : memref<8xi64>
        async.yield }}
      %p = {LOOP} iter_args(%q = %t) {CARRIES} {{
        %z = async.execute {{ async.yield }}
        scf.yield %q : !async.token
      }}
      async.await %p : !async.token
      memref.store %x, %a[%c1] : memref<8xi64>""")
    certificate = find_certificate(module_of(right), "main")
    accept(module_of(right), "main", certificate)
    wrong = right.replace("iter_args(%q = %t)", "iter_args(%q = %s)")
    assert is_wrong(judge(asyncir.parse(wrong, "p.mlir")))
    with pytest.raises(Refused):
        accept(module_of(wrong), "main", certificate)


def test_a_task_that_may_never_end_is_not_believed_to():
    module = module_of(ENDLESS)
    ops = list(module.walk())
    loop = next(n for n, op in enumerate(ops) if op.name == "scf.while")
    launch = next(n for n, op in enumerate(ops) if op.name == "async.execute")
    nothing: dict[str, Any] = {"coordinates": [], "where": "{ [] }", "tokens": [], "groups": {}, "memory": {}}
    case = {**nothing, "flying": {f"{launch}:W:arg2": "{ [] -> [0] }"}, "sure": {}}
    certificate = {"tasks": True, "constant": [], "points": {f"{loop}.0.0": [case]}}
    with pytest.raises(NotFollowed, match="never end"):
        accept(module, "main", certificate)


HOT = """async.func private @f(%m: memref<8xi64>, %n: index) -> !async.token {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %r = async.ready : !async.token
  %some = arith.cmpi sgt, %n, %c0 : index
  BODY
  return
}
func.func @main(%n: index, %k: index, %a: memref<8xi64>, %b: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 7 : i64
  CALL
  memref.store %x, %a[%c0] : memref<8xi64>
  return
}
"""
STORES, WAITS = "memref.store %x, %m[%c0] : memref<8xi64>", "async.await %r : !async.token"
CALLS = "%t = async.call @f(%a, %n) : (memref<8xi64>, index) -> !async.token"
IN_TASK = f"%u = async.execute {{ {CALLS}\n async.yield }}"
ORDERED = f"{IN_TASK}\n async.await %u : !async.token"


@pytest.mark.parametrize(
    ("body", "call", "right"),
    [
        (STORES, CALLS, True),
        (f"{STORES}\n{WAITS}", CALLS, True),
        (f"{WAITS}\n{STORES}", CALLS, False),
        (f"scf.if %some {{ {WAITS} }}\n{STORES}", CALLS, False),
        (f"%t = async.execute {{ {STORES}\n async.yield }}", CALLS, False),
        (STORES, IN_TASK, False),
        (STORES, ORDERED, True),
        (f"{WAITS}\n{STORES}", ORDERED, False),
    ],
)
def test_what_an_async_function_does_before_its_first_wait(body: str, call: str, right: bool):
    text = HOT.replace("BODY", body).replace("CALL", call)
    assert is_wrong(judge(asyncir.parse(text, "p.mlir"))) is not right
    assert (searched(module_of(text))[0] is not None) is right


@pytest.mark.parametrize("way", WAYS)
def test_memory_on_a_stack_that_a_failure_ends(way: str):
    text = LENT.replace("WAY", WAYS[way])
    assert is_wrong(judge(asyncir.parse(text, "p.mlir")))
    assert searched(module_of(text))[0] is None
    safe = text.replace('cf.assert %p, "f"', "")
    assert not is_wrong(judge(asyncir.parse(safe, "p.mlir")))
    assert searched(module_of(safe))[0] is not None


@pytest.mark.parametrize("point", ["0", "1/0", "0.0.0", "99999", "x", ""])
def test_points_that_are_nowhere_are_refused(point: str):
    certificate = certificate_of("chain")
    case = next(iter(certificate["points"].values()))[0]
    with pytest.raises(Refused):
        accept(
            module_of(text_of("chain")),
            "main",
            {**certificate, "points": {**certificate["points"], point: [case]}},
        )


def test_many_ways_to_cover_are_not_closed():
    """isl does not count the steps of transitive closures, and took minutes for this program."""
    certificate, why = searched(module_of(program("indices", 900038, False)))
    assert certificate is not None, why


def test_programs_with_queues_are_not_followed():
    text = """func.func @main(%a: memref<8xi64>) {
      %c0 = arith.constant 0 : index
      %x = arith.constant 7 : i64
      queue.commit(0) { queue.async { memref.store %x, %a[%c0] : memref<8xi64> } }
      queue.wait(0, 0)
      %t = async.execute { async.yield }
      return
    }"""
    with pytest.raises(NotFollowed, match="tasks and queues"):
        find_certificate(module_of(text), "main")


@pytest.mark.parametrize("family", ["groups", "carried", "nested", "tiles", "ends", "errors"])
def test_random_programs(family: str):
    chance, base = random.Random(5), None
    for name, text in with_mutants(program(family, 77, False), mutate, 2, f"{family} 77"):
        record = examine(base, chance, 3, text)
        assert record["faults"] == []
        base = record["certificate"] if name == "base" else base


def test_changes_change():
    certificate = certificate_of("two chains")
    assert any(changed(certificate, random.Random(seed)) != certificate for seed in range(20))
