"""Elements that very many ops read: the interpreter keeps most of these reads apart, and finds the same races."""

from __future__ import annotations

import pytest

from asyncir.dialects.sync import BarrierOp, SignalOp, WaitOp
from asyncir.ir import Context, Operation
from asyncir.ir.walk import walk
from asyncir.semantics.machines import accesses, early_reads
from asyncir.semantics.machines.engine import Played, Player
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms.insert_sync import InsertSync
from bench.sync_programs.draw import program
from bench.sync_programs.judge import arguments

MACHINE = load_machine("ascend-a2")
READS = 100


def many_reads(last: str) -> str:
    """So many works that each read one memory on the way in, and what comes then."""
    copies = "\n".join(
        f"""  %u{number} = memref.alloc() : memref<4xf32>
  sync.work on "{("mte2", "mte3")[number % 2]}" {{ memref.copy %a, %u{number} : memref<4xf32> to memref<4xf32> }}"""
        for number in range(READS)
    )
    return f"func.func @f(%a: memref<4xf32>) {{\n{copies}\n{last}\n  return\n}}\n"


WRITE = '  sync.work on "v" writes(%a : memref<4xf32>) { sync.opaque "w" }'


def races(text: str, order: str) -> list[str]:
    """The kinds of the races. Works and what is in them race, each for itself."""
    played = Player(parse_module(text), "f", MACHINE).play([arguments(0, 0, False, False)[2]], order)
    return [race.kind for race in played.races]


@pytest.mark.feature("S3-11")
@pytest.mark.parametrize("order", ["earliest", "latest"])
def test_each_read_that_a_write_does_not_wait_for_is_a_race(order: str) -> None:
    assert races(many_reads(WRITE), order).count("WAR") == 2 * READS


@pytest.mark.parametrize("order", ["earliest", "latest"])
def test_who_has_waited_for_all_streams_races_with_no_read(order: str) -> None:
    waits = "  sync.barrier\n"
    assert races(many_reads(waits + WRITE + "\n" + waits), order) == []


@pytest.mark.parametrize("order", ["earliest", "latest"])
def test_of_two_streams_that_read_only_one_may_be_over(order: str) -> None:
    told = """  sync.signal "event"[0] from "mte2" to "v"
  sync.wait "event"[0] from "mte2" to "v"
"""
    assert races(many_reads(told + WRITE), order).count("WAR") == 2 * READS // 2


def test_drawn_programs_have_the_same_races_however_many_reads_are_kept_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engines = [engine.name for engine in MACHINE.engines]
    found = 0
    for seed in range(8):
        module = parse_module(program(seed, engines, size=4))
        if seed % 2:
            InsertSync(machine=MACHINE.name).apply(Context(), module)
            gone = [op for op in walk(module) if isinstance(op, SignalOp | WaitOp | BarrierOp)]
            for op in gone[::3]:
                op.detach()
        numbers = {op: number for number, op in enumerate(walk(module))}
        few: set[tuple[str, int, int]] | None = None
        for most in (64, 2, 1):
            monkeypatch.setattr(accesses, "MOST", most)
            monkeypatch.setattr(early_reads, "MOST", most)
            seen = {
                one
                for order in ("latest", "seed:1")
                for one in _named(
                    Player(module, "f", MACHINE).play(arguments(3, 2, True, False), order), numbers
                )
            }
            assert few is None or seen == few, seed
            few = seen
        found += len(few or ())
    assert found > 10


def _named(played: Played, numbers: dict[Operation, int]) -> set[tuple[str, int, int]]:
    return {(race.kind, numbers[race.first.op], numbers[race.second.op]) for race in played.races}
