"""The adversary for tasks: its programs, its mutants, its two judges, and a small sample of what it tries."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

import asyncir
from asyncir.semantics.tasks.explore import OrderExplorer
from asyncir.semantics.tasks.machine import TaskMachine
from asyncir.semantics.tasks.tasks import Action
from bench.adversary.shrink import shrink
from bench.task_adversary import mutants, run
from bench.task_adversary.compare import examine
from bench.task_adversary.judge import judge, replay
from bench.task_adversary.plain import EveryChoice, examine_plain
from bench.task_adversary.programs import families, program
from bench.task_adversary.shrink import has
from tests.adversary.task_programs import ORDERED, RACING

SOME = ((2, 1), (0, 3))

SOMETIMES = RACING.replace("%A[%c0] : memref<8xi64>\n  return", "%A[%i] : memref<8xi64>\n  return").replace(
    "  %x =", "  %e = arith.constant 8 : index\n  %i = arith.remui %n, %e : index\n  %x ="
)
STUCK = ORDERED.replace(
    "  async.await %t : !async.token", "  %g = async.create_group %e : !async.group\n  async.await_all %g"
).replace("  %x =", "  %e = arith.constant 1 : index\n  %x =")
PRINTS = """func.func private @printI64(i64)
func.func @main(%n: index, %k: index, %A: memref<8xi64>, %B: memref<8xi64>) {
  %x = arith.constant 1 : i64
  %y = arith.constant 2 : i64
  %t = async.execute {
    func.call @printI64(%x) : (i64) -> ()
    async.yield
  }
  func.call @printI64(%y) : (i64) -> ()
  return
}
"""


class Lying:
    """`asyncir.check`, but that its standing is put in its place."""

    def __init__(self, standing, races=()):
        self.standing, self.races = standing, races

    def __call__(self, text, **options):
        answer = asyncir.check(text, **options)
        functions = dict.fromkeys(answer.functions, self.standing)
        return replace(answer, standing=self.standing, functions=functions, races=self.races)


class Shown:
    """What a check would say of a race."""

    def __init__(self, command):
        self.command = command


def kinds(record):
    return [kind for kind, _ in record["faults"]]


@pytest.mark.parametrize("family", families())
def test_programs_are_read(family):
    for seed in range(500, 503):
        asyncir.parse(program(family, seed))
        asyncir.parse(program(family, seed, small=True))


def test_programs_depend_on_their_seed_alone():
    for family in families():
        assert program(family, 11) == program(family, 11) != program(family, 12)
        assert list(run.variants(family, 11, 3)) == list(run.variants(family, 11, 3))


def test_mutants_differ_and_are_read():
    made = 0
    for family in families():
        texts = [text for _, text in run.variants(family, 21, 3)]
        assert len(set(texts)) == len(texts)
        made += len(texts) - 1
        for text in texts:
            asyncir.parse(text)
    assert made > 2 * len(families())


@pytest.mark.parametrize("how", sorted({how.__name__ for how in mutants.ALL}))
def test_every_kind_of_mutant_is_made(how):
    change = getattr(mutants, how)
    texts = [program(family, seed) for family in ("groups", "soup", "plain") for seed in range(20)]
    changed = [change(text, random.Random(1)) for text in texts]
    assert any(new is not None and new != text for text, new in zip(texts, changed, strict=True))


def test_a_careful_writer_makes_no_race():
    seen = 0
    for family in families():
        for seed in range(700, 704):
            if random.Random(f"tasks {family} {seed}").random() < 0.5:
                found = judge(asyncir.parse(program(family, seed)), SOME)
                assert not found.shows_a_fault(), (family, seed)
                seen += 1
    assert seen > 10


def test_verdicts():
    assert judge(asyncir.parse(ORDERED)).verdict == "clean"
    assert judge(asyncir.parse(RACING)).verdict == "racy"
    assert judge(asyncir.parse(STUCK)).verdict == "deadlocks"
    assert judge(asyncir.parse(PRINTS)).verdict == "clean"


def test_a_race_is_found_where_only_some_inputs_have_one():
    found = judge(asyncir.parse(SOMETIMES))
    assert {numbers[0] for numbers in found.races} == {0}
    assert all(order for _, order in found.races.values())


def test_what_only_another_order_shows_is_found():
    waits = """  %late = arith.cmpi ne, %s, %c0 : index
  scf.if %late {
    async.await_all %never
  }
"""
    text = RANKED.replace("  memref.store %x, %A[%c0] : memref<8xi64>\n  return", waits + "  return")
    text = text.replace("  %done", "  %never = async.create_group %c2 : !async.group\n  %done", 1)
    assert judge(asyncir.parse(text), SOME).verdict == "deadlocks"


def test_a_race_behind_an_undefined_operation_is_found():
    text = RACING.replace("  return", "  memref.store %x, %A[%n] : memref<8xi64>\n  return")
    found = judge(asyncir.parse(text), ((-1, 0),))
    assert found.undefined
    assert found.races


def test_too_many_orders_are_not_judged():
    line = "  func.call @printI64(%y) : (i64) -> ()\n"
    many = "".join(f"  %t{n} = async.execute {{\n  {line}  {line}    async.yield\n  }}\n" for n in range(6))
    found = judge(asyncir.parse(PRINTS.replace(line, many)), ((0, 0),))
    assert found.verdict == "not judged"
    assert list(found.unjudged) == ["too many orders or tasks (S009)"]


def test_a_check_that_always_says_proved_is_caught():
    assert kinds(examine(ORDERED, Lying("proved"))) == []
    assert kinds(examine(RACING, Lying("proved"))) == ["false proof"]
    assert kinds(examine(STUCK, Lying("proved"))) == ["false proof"]


def test_a_check_that_always_says_refuted_is_caught():
    assert kinds(examine(ORDERED, Lying("refuted"))) == ["false refutation"]
    assert kinds(examine(RACING, Lying("refuted"))) == []


def test_the_command_of_a_witness_is_replayed():
    command = "asyncir run p.mlir --entry main --interpret latest {0} 0 'i64[8]' '[1,2,3,4,5,6,7,8]'"
    module = asyncir.parse(SOMETIMES)
    assert "S001" in replay(module, command.format(0))
    assert replay(module, command.format(1)) == set()
    assert kinds(examine(SOMETIMES, Lying("refuted", (Shown(command.format(0)),)))) == []
    assert kinds(examine(SOMETIMES, Lying("refuted", (Shown(command.format(1)),)))) == ["false refutation"]
    assert kinds(examine(SOMETIMES, Lying("refuted", (Shown(command.format("what")),)))) == ["command"]


def test_an_error_of_the_program_is_no_witness():
    text = ORDERED.replace("  return", '  %no = arith.constant false\n  cf.assert %no, "no"\n  return')
    command = "asyncir run p.mlir --entry main --interpret latest 0 0 i64[8] i64[8]"
    assert replay(asyncir.parse(text), command) == {"R101"}
    assert kinds(examine(text, Lying("refuted", (Shown(command),)))) == ["false refutation"]


def test_a_check_that_fails_is_caught():
    def failing(text, **options):
        raise ZeroDivisionError

    assert kinds(examine(ORDERED, failing)) == ["crash"]


@pytest.mark.parametrize("family", families())
def test_sample(family):
    for name, text in run.variants(family, 7001, 1):
        assert kinds(examine(text)) == [], name


@pytest.mark.parametrize("family", families())
def test_the_reduction_agrees_with_every_order(family):
    record = examine_plain(program(family, 7001, small=True), most=300)
    assert kinds(record) == []


def test_orders_that_differ_are_all_seen():
    record = examine_plain(PRINTS)
    assert record["plain"] == {"all": 4}
    assert record["several"] == 4


def test_a_search_that_misses_orders_is_caught(monkeypatch):
    monkeypatch.setattr(Action, "conflicts", lambda self, other: False)
    record = examine_plain(PRINTS)
    assert set(kinds(record)) == {"difference"}
    assert "the reduction misses" in record["faults"][0][1]
    assert examine_plain(ORDERED)["plain"] == {"all": 4}


def test_an_outcome_that_no_run_has_is_caught(monkeypatch):
    monkeypatch.setattr(EveryChoice, "next", lambda self: False)
    assert "no plain run has" in examine_plain(PRINTS)["faults"][0][1]


def test_a_search_that_misses_a_race_is_caught(monkeypatch):
    """The task adds to the group first or second, and writes what the entry writes where it is first."""
    text = RANKED
    assert judge(asyncir.parse(text), SOME).races
    assert kinds(examine_plain(text)) == []
    monkeypatch.setattr(OrderExplorer, "_find_reversals", lambda self: None)
    assert set(kinds(examine_plain(text))) == {"difference"}


def test_a_search_that_misses_the_end_of_memory_is_caught(monkeypatch):
    """A task uses memory of a function that waits for another task, and so may end before."""
    text = program("ends", 4, small=True)
    assert kinds(examine_plain(text, most=300)) == []
    monkeypatch.delattr(TaskMachine, "end_alloca")
    record = examine_plain(text, most=300)
    assert set(kinds(record)) == {"difference"}
    assert "the reduction misses [S002" in record["faults"][0][1]


RANKED = """func.func @main(%n: index, %k: index, %A: memref<8xi64>, %B: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 5 : i64
  %g = async.create_group %c2 : !async.group
  %done = async.ready : !async.token
  %t = async.execute {
    %r = async.add_to_group %done, %g : !async.token
    memref.store %x, %A[%r] : memref<8xi64>
    async.yield
  }
  %s = async.add_to_group %done, %g : !async.token
  memref.store %x, %A[%c0] : memref<8xi64>
  return
}
"""


def test_faults_are_made_small():
    liar = Lying("proved")

    def holds(text):
        try:
            return kinds(examine(text, liar)) == ["false proof"]
        except Exception:
            return False

    padded = RACING.replace("  %x =", "  %y = arith.constant 3 : i64\n  %x =")
    small = shrink(padded, holds, tries=60)
    assert holds(small)
    assert len(small.split("\n")) < len(RACING.split("\n"))
    assert not has("false proof")(padded)


def test_the_command_counts_what_it_has_seen(tmp_path, capsys):
    log = tmp_path / "log"
    assert run.main(["--programs", "2", "--family", "plain", "--mutants", "1", "--log", str(log)]) == 0
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["variant"] == "base" for line in lines] == [True, False, True, False]
    assert "seconds a comparison" in capsys.readouterr().out


def test_faults_are_told_and_kept(tmp_path, capsys, monkeypatch):
    fault = {
        "family": "plain",
        "seed": 1,
        "variant": "base",
        "standing": "crash",
        "faults": [("crash", "why")],
    }
    monkeypatch.setattr(run, "records", lambda *_: [fault])
    assert run.main(["--programs", "1", "--family", "plain", "--keep", str(tmp_path)]) == 1
    assert "CRASH: plain 1 base: why" in capsys.readouterr().out
    (kept,) = tmp_path.iterdir()
    assert kept.read_text().split("\n", 2)[2] == program("plain", 1)
    assert run.main(["--programs", "1", "--family", "plain", "--plain"]) == 1
    assert "differences and faults: crash 1" in capsys.readouterr().out
