"""The adversary of `asyncir check`: its simulator against verdicts that people wrote, and a small sample of what it tries."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

import asyncir
from bench.adversary import handed_on, kernels, run, soup
from bench.adversary.compare import examine
from bench.adversary.judge import judge
from bench.adversary.mutants import mutate
from bench.adversary.shrink import has, shrink
from bench.adversary.simulator import Simulator, shape_of, whole_view

ROOT = Path(__file__).parents[2]
LITMUS = re.findall(r"```mlir litmus\n(.*?)```", (ROOT / "docs" / "semantics-queues.md").read_text(), re.S)
RACING = re.findall(
    r"\w+",
    """
    s1_cell_copy s1b_cell_atomic s35c_const_trip s35d_i2_phase s36_unsigned_for s52_cell_stale s55_public_called
    s60_cell_in_async s74_predicated_dead s75b_predicated_realistic s80_zfill_oob s80b_zfill_tail s80c_halo_dynamic
    s86_unsigned_div_wrap s91_zero_trip_body s92_or_guard s92b s9_negative_stride t1c_alloc_overlap t30_recursive_entry
    t3_shift width_chk width_chk32
    """,
)


def outcome(text, arguments, late=False):
    simulator = Simulator(text)
    function = simulator.functions["@main"]
    given = []
    for value, kind in zip(arguments, function.types, strict=True):
        if isinstance(value, list):
            given.append(whole_view("argument", shape_of(kind), [len(value)], lambda k, v=value: v[k]))
        else:
            given.append(-1 if value is True else int(value))
    return simulator.run("@main", given, late=late)


OF_OTHERS = re.compile("// result: refused|async.execute|gpu.launch|cf.assert|mbarrier")
"""What the simulator does not read: it is for queues alone."""


@pytest.mark.parametrize("text", [t for t in LITMUS if not OF_OTHERS.search(t)])
def test_litmus(text):
    wanted = found[1] if (found := re.search(r"// result: (\w+)", text)) else "ok"
    arguments = json.loads(found[1]) if (found := re.search(r"// args: (.*)", text)) else []
    wanted = {"undefined": "error"}.get(wanted, wanted)
    assert outcome(text, arguments).kind == wanted


@pytest.mark.parametrize("name", RACING)
def test_racing_programs_are_judged_racing(name):
    assert judge(Simulator((ROOT / "tests" / "faults" / f"{name}.mlir").read_text())).races


@pytest.mark.parametrize("name", ["x1_carried_slot", "x2_persistent_exact", "u2_private_helper"])
def test_right_programs_are_judged_right(name):
    found = judge(Simulator((ROOT / "tests" / "faults" / f"{name}.mlir").read_text()))
    assert found.runs
    assert not found.races


HALF = """func.func @main(%A: memref<?xf32>) {{
  %c0 = arith.constant 0 : index
  %a = arith.constant {a} : {kind}
  %b = arith.constant {b} : {kind}
  %v = arith.{op} %a, %b : {kind}
  %i = arith.{cast} %v : {kind} to index
  %m = arith.constant {expected} : index
  %same = arith.cmpi eq, %i, %m : index
  %B = memref.alloca() : memref<1xf32>
  scf.if %same {{
    queue.async {{
      %x = memref.load %A[%c0] : memref<?xf32>
      memref.store %x, %B[%c0] : memref<1xf32>
    }}
  }}
  %y = memref.load %B[%c0] : memref<1xf32>
  return
}}
"""


@pytest.mark.parametrize(
    ("op", "kind", "a", "b", "cast", "expected"),
    [
        ("addi", "i8", 127, 1, "index_cast", -128),
        ("addi", "i8", 127, 1, "index_castui", 128),
        ("muli", "i2", -1, -1, "index_castui", 1),
        ("divui", "i8", -1, 2, "index_cast", 127),
        ("divsi", "i32", -7, 2, "index_cast", -3),
        ("floordivsi", "i32", -7, 2, "index_cast", -4),
        ("ceildivsi", "i32", -7, 2, "index_cast", -3),
        ("remsi", "i64", -7, 3, "index_cast", -1),
        ("remui", "i8", -7, 3, "index_cast", 0),
        ("shli", "i8", 3, 7, "index_cast", -128),
        ("shrui", "i8", -1, 7, "index_cast", 1),
        ("shrsi", "i8", -128, 7, "index_cast", -1),
        ("minui", "i8", -1, 1, "index_cast", 1),
        ("maxsi", "i8", -1, 1, "index_cast", 1),
    ],
)
def test_integers_have_the_width_of_their_type(op, kind, a, b, cast, expected):
    text = HALF.format(op=op, kind=kind, a=a, b=b, cast=cast, expected=expected)
    assert judge(Simulator(text)).races
    assert not judge(
        Simulator(text.replace(f"constant {expected} : index", f"constant {expected + 1} : index"))
    ).races


OTHER_SEEDS = {
    "ints": (7002, 7004),
    "cells": (7001, 7003),
    "nests": (7001, 7004),
    "persistent": (7002, 7008),
    "numbers": (7002, 7003),
    "branches": (7003, 7005),
    "handed": (7002, 7003),
    "memory": (7002, 7003),
    "blocks": (7002, 7003),
    "counts": (7001, 7003),
    "wild": (7001, 7003),
    "strides": (7001, 7003),
    "recursion": (7006, 7009),
}
"""Seeds for families of which a check of the first two programs takes seconds."""


@pytest.mark.parametrize(
    ("family", "seed"), [(f, s) for f in run.families() for s in OTHER_SEEDS.get(f, (7001, 7002))]
)
def test_sample(family, seed):
    text = run.program(family, seed)
    changed = mutate(text, random.Random(seed)) if seed % 2 else None
    assert [kind for kind, _ in examine(changed[1] if changed else text)["faults"] if kind != "loose"] == []


def test_programs_depend_on_their_seed_alone():
    for family in (*kernels.FAMILIES, *soup.FAMILIES):
        assert run.program(family, 11) == run.program(family, 11) != run.program(family, 12)


WEAK = """func.func @main(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %B = memref.alloca() : memref<1xf32>
  %C = memref.alloca() : memref<1xf32>
  queue.commit(0) {
    queue.async {
      %x = memref.load %A[%c0] : memref<?xf32>
      memref.store %x, %B[%c0] : memref<1xf32>
    }
  }
  queue.commit(0) {
    queue.async {
      %x = memref.load %A[%c0] : memref<?xf32>
      memref.store %x, %C[%c0] : memref<1xf32>
    }
  }
  queue.wait(0, 1)
  %y = memref.load %B[%c0] : memref<1xf32>
  return
}
"""


class Lying:
    """`asyncir.check`, but that what it says of the file or of its waits is put in its place."""

    def __init__(self, standing=None, **wait):
        self.standing, self.wait = standing, wait

    def __call__(self, text, **options):
        answer = asyncir.check(text, **options)
        standing = self.standing or answer.standing
        waits = tuple(replace(wait, **self.wait) for wait in answer.waits)
        return replace(
            answer, standing=standing, waits=waits, functions=dict.fromkeys(answer.functions, standing)
        )


def kinds(record):
    return [kind for kind, _ in record["faults"]]


def test_what_is_right_has_no_fault():
    assert kinds(examine(WEAK)) == []


def test_a_check_that_always_says_proved_is_caught():
    racing = WEAK.replace("queue.wait(0, 1)", "queue.wait(0, 2)")
    assert kinds(examine(racing, Lying("proved"))) == ["false proof"]


def test_a_check_that_says_refuted_for_nothing_is_caught():
    assert kinds(examine(WEAK, Lying("refuted"))) == ["false refutation"]


def test_advice_that_breaks_a_program_is_caught():
    assert kinds(examine(WEAK, Lying(verdict="redundant"))) == ["wrong advice"]
    assert kinds(examine(WEAK, Lying(verdict="too strong", exact=2))) == ["wrong advice"]


def test_advice_that_is_not_tight_is_caught():
    assert kinds(
        examine(WEAK.replace("queue.wait(0, 1)", "queue.wait(0, 0)"), Lying(verdict="exact", exact=0))
    ) == ["loose"]


def test_what_has_only_read_when_an_entry_returns_is_left():
    writes = WEAK.replace("%x, %C[%c0] : memref<1xf32>", "%x, %A[%c1] : memref<?xf32>")
    writes = writes.replace("  %B = ", "  %c1 = arith.constant 1 : index\n  %B = ")
    assert judge(Simulator(writes.replace("return", "queue.wait_read(0, 0)\n  return"))).left
    assert not judge(Simulator(writes.replace("return", "queue.wait(0, 0)\n  return"))).left


def test_a_check_that_fails_is_caught():
    def failing(text, **options):
        raise ZeroDivisionError

    assert kinds(examine(WEAK, failing)) == ["crash"]


def test_faults_are_made_small():
    racing = run.program("ring", 7001)
    liar = Lying("proved")

    def holds(text):
        try:
            return kinds(examine(text, liar)) == ["false proof"]
        except Exception:
            return False

    drop = next(
        text for seed in range(100) if (text := mutate(racing, random.Random(seed))[1]) and holds(text)
    )
    small = shrink(drop, holds, tries=60)
    assert holds(small)
    assert len(small) < len(drop)
    assert not has("false proof")(small)


@pytest.mark.parametrize("family", ["ring", "guards", "empty"])
def test_certificates_that_are_handed_to_programs_that_race(family):
    """Of two programs each; on its own program such a certificate is accepted, moved to where its ops are."""
    said = []
    for seed in (33000, 33001):
        module, known = handed_on.proved(run.program(family, seed))
        for entry, certificate in known.items():
            moved = handed_on.moved(certificate, handed_on.aligned(module, module))
            assert handed_on.said(module, entry, moved) == "accepted"
        said += [answer for *_, answer in handed_on.answers(family, seed, 6)]
    assert "refused" in said
    assert "accepted" not in said
