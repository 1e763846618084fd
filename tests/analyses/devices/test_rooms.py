"""Whether there is room in a memory: who may wait for it for ever is never said to be right, and played so."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from asyncir.analyses.sync_report import Standing
from asyncir.driver.machines import MachineChecked, check_on_machine
from asyncir.semantics.machines.engine import Player
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine

pytestmark = pytest.mark.feature("S1-19", "S1-21")

MACHINE = """
name = "m"
issued-by = "host"
[[engine]]
name = "host"
[[engine]]
name = "a"
[[engine]]
name = "b"
[[memory]]
name = "ub"
space = '"ub"'
bytes = 24
[[memory]]
name = "l1"
space = '"l1"'
bytes = 16
"""
UB, L1 = 'memref<4xf32, "ub">', 'memref<4xf32, "l1">'
HEAD = """
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = device.get "a"
  %b = device.get "b"
  %start = device.start
"""


def made(name: str, events: str = "%start", memory: str = UB) -> str:
    space = "l1" if memory is L1 else "ub"
    return f'  %r{name}, %m{name} = device.alloc ({events}) in "{space}" : {memory}\n'


def used(name: str, events: str, device: str = "%a", memory: str = UB) -> str:
    return (
        f"  %u{name} = device.launch (%x{name} = %m{name} : {memory}) in ({events}, {device}) {{\n"
        f"    %i{name} = arith.constant 0 : index\n    %v{name} = arith.constant 1.0 : f32\n"
        f"    memref.store %v{name}, %x{name}[%i{name}] : {memory}\n  }}\n"
    )


def gone(name: str, events: str, memory: str = UB) -> str:
    return f"  %g{name} = device.dealloc ({events}, %m{name}) : {memory}\n"


def awaited(*events: str) -> str:
    return "".join(f"  device.await {event} : !device.event\n" for event in events)


def whole(name: str, events: str = "%start", memory: str = UB) -> str:
    """A buffer from its making to its end."""
    return (
        made(name, events, memory) + used(name, f"%r{name}", memory=memory) + gone(name, f"%u{name}", memory)
    )


def loop(body: str, trips: str = "%n") -> str:
    return f"  scf.for %k = %c0 to {trips} step %c1 {{\n{body}  }}\n"


CARRIED = (
    "  %last = scf.for %k = %c0 to %n step %c1 iter_args(%before = %start) -> (!device.event) {\n"
    + made("0", "EVENTS")
    + used("0", "%r0, BEFORE")
    + gone("0", "%u0")
    + "  scf.yield YIELDED : !device.event\n  }\n  device.await %last : !device.event\n"
)


def carried(events: str, before: str, yielded: str) -> str:
    return CARRIED.replace("EVENTS", events).replace("BEFORE", before).replace("YIELDED", yielded)


PROVED = {
    "one": whole("0") + awaited("%g0"),
    "one that stays": made("0") + used("0", "%r0") + awaited("%u0"),
    "one after the other": whole("0") + whole("1", "%g0") + awaited("%g1"),
    "whichever is first": whole("0") + whole("1") + awaited("%g1", "%g0"),
    "three": whole("0") + whole("1") + whole("2") + awaited("%g2", "%g1", "%g0"),
    "in a loop of unknown length": loop(whole("0") + awaited("%g0")),
    "as many at once as there may be": carried("%start", "%start", "%g0"),
    "of two loops": loop(whole("0") + awaited("%g0")) + loop(whole("1") + awaited("%g1")),
    "few enough that stay": loop(made("0", memory='memref<1xf32, "ub">') + awaited("%r0"), "%c2")
    + whole("1")
    + awaited("%g1"),
    "the one before is over": carried("%before", "%start", "%g0"),
    "two memories, in one order": made("0")
    + made("1", "%r0", L1)
    + whole("2")
    + gone("1", "%r1", L1)
    + gone("0", "%r1")
    + awaited("%g0", "%g1", "%g2"),
}

WRONG = {
    "the next one is there before this one, which it waits for": carried("%start", "%before", "%g0"),
    "both at once": made("0")
    + made("1")
    + gone("0", "%r0, %r1")
    + gone("1", "%r0, %r1")
    + awaited("%g0", "%g1"),
    "one that stays": made("0") + whole("1") + awaited("%g1"),
    "awaited before the other one's end": made("0")
    + made("1")
    + awaited("%r1")
    + gone("0", "%r0")
    + gone("1", "%r1"),
    "one after the other that is never gone": made("0") + whole("1", "%r0") + awaited("%g1"),
    "one that stays in each iteration": loop(made("0") + awaited("%r0")),
    "the next one before this one is gone": loop(
        made("0") + made("1") + gone("0", "%r1") + gone("1", "%r1") + awaited("%g0", "%g1")
    ),
    "a launch holds the device of the use": (
        made("0")
        + "  %h = device.launch (%st = %start : !device.event) in (%start, %a) {\n"
        + '    %rr, %mm = device.alloc (%st) in "ub" : memref<4xf32, "ub">\n'
        + "    device.await %rr : !device.event\n"
        + '    %gg = device.dealloc (%rr, %mm) : memref<4xf32, "ub">\n    device.await %gg : !device.event\n  }\n'
        + used("0", "%r0, %h")
        + gone("0", "%u0")
        + awaited("%g0")
    ),
}


def answered(body: str, path: Path) -> MachineChecked:
    machine = path / "m.toml"
    machine.write_text(MACHINE, encoding="utf-8")
    module = parse_module(HEAD + body + "  return\n}\n", "f.mlir")
    [answer] = check_on_machine(module, str(machine))
    return answer


ORDERS = ("earliest", "latest", "seed:1", "exhaustive")
SEEDS = ("earliest", "latest", *(f"seed:{n}" for n in range(8)))


def stuck(body: str, path: Path, orders: tuple[str, ...] = ORDERS) -> bool:
    """Whether some order ends with somebody who waits, for some number of iterations."""
    machine = path / "m.toml"
    machine.write_text(MACHINE, encoding="utf-8")
    player = Player(parse_module(HEAD + body + "  return\n}\n"), "f", load_machine(str(machine)))
    for n in (0, 1, 2):
        for order in orders:
            played = player.play([n], order)
            if any(one.deadlock is not None for one in (played, *played.others)):
                return True
    return False


@pytest.mark.parametrize("form", PROVED)
def test_what_is_gone_in_the_end_makes_room(form: str, tmp_path: Path) -> None:
    answer = answered(PROVED[form], tmp_path)
    assert answer.standing is Standing.PROVED, answer
    assert not stuck(PROVED[form], tmp_path)


@pytest.mark.parametrize("form", WRONG)
def test_who_may_wait_for_ever_is_not_proved(form: str, tmp_path: Path) -> None:
    assert stuck(WRONG[form], tmp_path)
    assert answered(WRONG[form], tmp_path).standing is Standing.REFUTED


def drawn(seed: int) -> str:
    """Three buffers, each of which may wait for what was given before, and an end of most."""
    random = Random(seed)
    text, events, left = "", ["%start"], ["0", "1", "2"]
    there: list[str] = []

    def event() -> str:
        return random.choice(events) if random.random() < 0.25 else "%start"

    while left or there:
        if left and (not there or random.random() < 0.5):
            name = left.pop(0)
            text += made(name, event())
            events.append(f"%r{name}")
            there.append(name)
        else:
            name = there.pop(random.randrange(len(there)))
            text += used(name, f"%r{name}, {event()}", random.choice(("%a", "%b")))
            events.append(f"%u{name}")
            if random.random() < 0.95:
                text += gone(name, f"%u{name}, {event()}")
                events.append(f"%g{name}")
        if random.random() < 0.1:
            text += awaited(random.choice(events[1:]))
    text += f"  %all = device.and {', '.join(events)}\n" + awaited("%all")
    return loop(text) if random.random() < 0.3 else text


def test_what_is_proved_of_random_programs_never_waits_for_ever(tmp_path: Path) -> None:
    proved = wrong = 0
    for seed in range(30):
        body = drawn(seed)
        standing = answered(body, tmp_path).standing
        proved += standing is Standing.PROVED
        wrong += standing is Standing.REFUTED
        assert standing is not Standing.PROVED or not stuck(body, tmp_path, SEEDS), body
    assert min(proved, wrong) > 3
