"""Values of timelines that loops and branches carry: what is proved of them, beside what the interpreter says."""

from __future__ import annotations

import pytest

from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.program import MachineProgram
from asyncir.semantics.machines.engine import play
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine

pytestmark = pytest.mark.feature("S3-11", "N4", "N5")

ORDERS = ("earliest", "latest", "seed:1")
ARRAY = "memref<4xf32>"
ROW = "memref<4xf32, strided<[1], offset: ?>>"


def work(engine: str, reads: str = "", writes: str = "", type_: str = ARRAY) -> str:
    listed = "".join(f" {w}({name} : {type_})" for w, name in (("reads", reads), ("writes", writes)) if name)
    return f'sync.work on "{engine}"{listed} {{ sync.opaque "w" }}\n'


def program(body: str) -> str:
    return f"""
func.func @f(%n: index, %m: index, %c: i1) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.alloc() : {ARRAY}
  %rows = memref.alloc() : memref<2x4xf32>
  {body}
  return
}}
"""


def is_proved(text: str) -> bool:
    function = next(iter(parse_module(text, "carried").ops))
    return checked(MachineProgram(function, load_machine("vulkan"))).proved


def is_right(text: str) -> bool:
    """Whether nothing goes wrong in some runs."""
    module, machine = parse_module(text, "carried"), load_machine("vulkan")
    calls = [(n, m, c) for n in range(4) for m in range(4) for c in (False, True)]
    for call in calls if "%c {" in text or "%c ->" in text else calls[::2]:
        for order in ORDERS:
            played = play(module, "f", list(call), machine, order)
            if played.races or played.misuses or played.deadlock or played.faults:
                return False
    return True


PRIME = 'sync.signal "timeline"[1], 1 on "compute"\n'


def nest(
    prime: str = PRIME,
    *,
    first: str = "%c1",
    more: str = "%c1",
    free: str = "%w",
    behind: str = "",
    hands: str = "%r",
) -> str:
    """Transfers to one array and its uses, in a loop of any length in a loop of any length; the values go on."""
    return program(f"""{prime}
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%v = {first}) -> (index) {{
    %r = scf.for %j = %c0 to %m step %c1 iter_args(%w = %v) -> (index) {{
      %w1 = arith.addi %w, {more} : index
      sync.wait "timeline"[1], {free} on "transfer"
      {work("transfer", writes="%a")}
      sync.signal "timeline"[0], %w1 on "transfer"
      sync.wait "timeline"[0], %w1 on "compute"
      {work("compute", reads="%a")}
      sync.signal "timeline"[1], %w1 on "compute"
      scf.yield %w1 : index
    }}
    {behind}
    scf.yield {hands} : index
  }}
  sync.wait "timeline"[1], %q
  {work("host", writes="%a")}""")


def slots(back: str = "%c1", prime: int = 2, free: str = "%back") -> str:
    """The same with two rows in turn: a transfer waits for the use before the last one."""
    return program(f"""
  sync.signal "timeline"[1], {prime} on "compute"
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%v = %c2) -> (index) {{
    %r = scf.for %j = %c0 to %m step %c1 iter_args(%w = %v) -> (index) {{
      %w1 = arith.addi %w, %c1 : index
      %back = arith.subi %w, {back} : index
      %s = arith.remui %j, %c2 : index
      %row = memref.subview %rows[%s, 0] [1, 4] [1, 1] : memref<2x4xf32> to {ROW}
      sync.wait "timeline"[1], {free} on "transfer"
      {work("transfer", writes="%row", type_=ROW)}
      sync.signal "timeline"[0], %w1 on "transfer"
      sync.wait "timeline"[0], %w1 on "compute"
      {work("compute", reads="%row", type_=ROW)}
      sync.signal "timeline"[1], %w1 on "compute"
      scf.yield %w1 : index
    }}
    sync.barrier
    scf.yield %r : index
  }}""")


def branch(otherwise: str = "%v", wait: str = "%s", condition: str = "%even") -> str:
    """A transfer now and then, whose value the branch hands on."""
    return program(f"""
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%v = %c0) -> (index) {{
    %rest = arith.remui %i, %c2 : index
    %even = arith.cmpi eq, %rest, %c0 : index
    %s = scf.if {condition} -> (index) {{
      %v1 = arith.addi %v, %c1 : index
      {work("transfer", writes="%a")}
      sync.signal "timeline"[0], %v1 on "transfer"
      scf.yield %v1 : index
    }} else {{
      scf.yield {otherwise} : index
    }}
    sync.wait "timeline"[0], {wait} on "compute"
    {work("compute", reads="%a")}
    sync.barrier
    scf.yield %s : index
  }}
  sync.wait "timeline"[0], %q
  {work("host", writes="%a")}""")


TWICE = """%z = arith.addi %r, %c1 : index
sync.wait "timeline"[1], %r on "compute"
sync.signal "timeline"[1], %z on "compute"
"""
RIGHT = {
    "a nest": nest(),
    "a nest that begins with nothing": nest("", first="%c0"),
    "steps of two": nest(more="%c2"),
    "one more signal behind the inner loop": nest(behind=TWICE, hands="%z"),
    "two rows in turn": slots(),
    "a branch": branch(),
    "a branch that an argument decides": branch(condition="%c"),
}
WRONG = {
    "the prime is greater": nest(PRIME.replace("1 on", "2 on")),
    "nobody signals so much": nest(free="%w1"),
    "the outer loop begins anew": nest(hands="%v"),
    "one more is handed on and not signalled": nest(behind="%z = arith.addi %r, %c1 : index", hands="%z"),
    "the value does not grow": nest(behind='sync.signal "timeline"[1], %r on "compute"'),
    "waits for the use before": slots(back="%c2"),
    "waits for less than nothing": program(f"""
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%v = %c0) -> (index) {{
    %back = arith.subi %v, %c1 : index
    %v1 = arith.addi %v, %c1 : index
    sync.wait "timeline"[0], %back on "transfer"
    {work("transfer", writes="%a")}
    sync.signal "timeline"[0], %v1 on "transfer"
    scf.yield %v1 : index
  }}
  sync.wait "timeline"[0], %q"""),
    "waits for less than nothing behind a loop": program(f"""
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%v = %c0) -> (index) {{
    %v1 = arith.addi %v, %c1 : index
    {work("transfer", writes="%a")}
    sync.signal "timeline"[0], %v1 on "transfer"
    sync.barrier
    scf.yield %v1 : index
  }}
  sync.barrier
  %last = arith.subi %q, %c1 : index
  sync.wait "timeline"[0], %last"""),
    "the branch hands on too much": branch(otherwise="%c2"),
    "the wait is for the value before": branch(wait="%v"),
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_goes_on_is_proved(name: str) -> None:
    assert is_right(RIGHT[name])
    assert is_proved(RIGHT[name])


@pytest.mark.parametrize("name", WRONG)
def test_what_does_not_is_not(name: str) -> None:
    assert not is_right(WRONG[name])
    assert not is_proved(WRONG[name])


WRONG_LATE = {
    "a step that becomes less": (
        program(f"""
  %c10 = arith.constant 10 : index
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%v = %c0) -> (index) {{
    %more = arith.subi %c10, %i : index
    %r = scf.for %j = %c0 to %m step %c1 iter_args(%w = %v) -> (index) {{
      %w1 = arith.addi %w, %more : index
      {work("transfer", writes="%a")}
      sync.signal "timeline"[0], %w1 on "transfer"
      sync.barrier
      scf.yield %w1 : index
    }}
    scf.yield %r : index
  }}"""),
        (12, 1, False),
    ),
    "what is handed on grows twice as fast": (
        program(f"""
  %c10 = arith.constant 10 : index
  %c8 = arith.constant 8 : index
  sync.signal "timeline"[0], 10 on "transfer"
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%v = %c10) -> (index) {{
    %i1 = arith.addi %i, %c1 : index
    %value = arith.addi %i1, %c10 : index
    {work("transfer", writes="%a")}
    sync.signal "timeline"[0], %value on "transfer"
    sync.barrier
    %v1 = arith.addi %v, %c2 : index
    scf.yield %v1 : index
  }}
  sync.barrier
  %early = arith.subi %q, %c8 : index
  sync.wait "timeline"[0], %early on "compute"
  sync.barrier"""),
        (10, 0, False),
    ),
}


@pytest.mark.parametrize("name", WRONG_LATE)
def test_what_goes_wrong_in_late_iterations_is_not_proved(name: str) -> None:
    text, call = WRONG_LATE[name]
    assert is_right(text)
    played = play(parse_module(text, "carried"), "f", list(call), load_machine("vulkan"), "earliest")
    assert played.misuses or played.deadlock
    assert not is_proved(text)
