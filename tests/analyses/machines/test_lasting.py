"""Phases and timelines: what a walk proves of them, beside what the interpreter says in several orders."""

from __future__ import annotations

from functools import cache

import pytest

from asyncir.analyses.machines.checked import MachineAnswer, checked
from asyncir.analyses.machines.orders import orders_of
from asyncir.analyses.machines.program import MachineProgram
from asyncir.ir import ModuleOp
from asyncir.semantics.machines.engine import play
from asyncir.source.text import parse_module
from asyncir.targets.machine import MachineModel, load_machine, read_machine

pytestmark = pytest.mark.feature("S3-3", "S3-11", "S3-12", "N5")

ORDERS = ("earliest", "latest", "seed:1", "seed:2")
SHARED = "memref<4xf32, #gpu.address_space<workgroup>>"
SLOT = "memref<4xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>"
SLOTS = "memref<2x4xf32, #gpu.address_space<workgroup>>"
# As cuda-sm90, but nothing is armed, and everything has to be freed.
FREED = """
name = "freed"
issued-by = "h"
[[engine]]
name = "h"
[[engine]]
name = "a"
[[engine]]
name = "b"
[[resource]]
name = "gate"
kind = "phases"
initialise = true
free = true
"""


@cache
def machine_of(name: str) -> MachineModel:
    return read_machine(FREED, "freed.toml") if name == "freed" else load_machine(name)


def parsed(body: str) -> ModuleOp:
    return parse_module(f"""
func.func @f(%n: index, %c: i1) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.alloc() : {SHARED}
  %p = memref.alloc() : {SLOTS}
  {body}
  return
}}
""")


def answer(body: str, machine: str) -> MachineAnswer:
    return checked(MachineProgram(next(iter(parsed(body).ops)), machine_of(machine)))


def is_right(body: str, machine: str) -> bool:
    """Whether nothing goes wrong in some runs."""
    module = parsed(body)
    for n in range(7):
        for c in (False, True):
            for order in ORDERS:
                played = play(module, "f", [n, c], machine_of(machine), order)
                if played.races or played.misuses or played.deadlock or played.faults:
                    return False
    return True


def work(engine: str, reads: str = "", writes: str = "", type_: str = SHARED) -> str:
    listed = "".join(f" {w}({name} : {type_})" for w, name in (("reads", reads), ("writes", writes)) if name)
    return f'sync.work on "{engine}"{listed} {{ sync.opaque "w" }}\n'


LOOP = "scf.for %i = %c0 to %n step %c1 {\n"
INIT, ARM = 'sync.init "mbarrier"[0], 1\n', 'sync.arm "mbarrier"[0]\n'
LOAD = work("tma-load", writes="%a") + 'sync.signal "mbarrier"[0] on "tma-load"\n'
THREADS = 'sync.barrier on "block"\n'
USE = THREADS + work("block", reads="%a") + THREADS


def wait(parity: str) -> str:
    return f'sync.wait "mbarrier"[0], {parity}\n'


def again(parity: str) -> str:
    """One slot that is used in each iteration."""
    return f"""{INIT}{LOOP}
  %odd = arith.remui %i, %c2 : index
  %even = arith.subi %c1, %odd : index
  {ARM}{LOAD}{wait(parity)}{USE}}}
"""


def ring(parity: str, slot: str = "%s", init: str = "01") -> str:
    """Two slots in turn."""
    return (
        "".join(f'sync.init "mbarrier"[{n}], 1\n' for n in init)
        + f"""{LOOP}
  %s = arith.remui %i, %c2 : index
  %half = arith.divui %i, %c2 : index
  %q = arith.remui %half, %c2 : index
  %shifted = arith.shrui %i, %c1 : index
  %bit = arith.andi %shifted, %c1 : index
  %next = arith.addi %i, %c1 : index
  %late = arith.divui %next, %c2 : index
  %wrong = arith.remui %late, %c2 : index
  %v = memref.subview %p[%s, 0] [1, 4] [1, 1] : {SLOTS} to {SLOT}
  sync.arm "mbarrier"[{slot}]
  {work("tma-load", writes="%v", type_=SLOT)}
  sync.signal "mbarrier"[{slot}] on "tma-load"
  sync.wait "mbarrier"[{slot}], {parity}
  {THREADS}{work("block", reads="%v", type_=SLOT)}{THREADS}}}
"""
    )


def line(
    there: str = "%i1", needs: str = "%i1", back: str = "%i1", free: str = "%i", behind: str = ""
) -> str:
    """Two queues that take turns with one buffer, by two timelines."""
    return f"""{LOOP}
  %i1 = arith.addi %i, %c1 : index
  %i2 = arith.addi %i, %c2 : index
  sync.wait "timeline"[1], {free} on "transfer"
  {work("transfer", writes="%a")}
  sync.signal "timeline"[0], {there} on "transfer"
  sync.wait "timeline"[0], {needs} on "compute"
  {work("compute", reads="%a")}
  sync.signal "timeline"[1], {back} on "compute"
}}
%trips = arith.maxsi %n, %c0 : index
{behind}
"""


def carried(flip: str = "%wraps", first: str = "%c0", parity: str = "%phase") -> str:
    """A slot that goes round, and a phase that changes each time it does, both handed from one iteration to the next."""
    return f"""sync.init "mbarrier"[0], 1
sync.init "mbarrier"[1], 1
%ends:2 = scf.for %i = %c0 to %n step %c1 iter_args(%slot = %c0, %phase = {first}) -> (index, index) {{
  %v = memref.subview %p[%slot, 0] [1, 4] [1, 1] : {SLOTS} to {SLOT}
  sync.arm "mbarrier"[%slot]
  {work("tma-load", writes="%v", type_=SLOT)}
  sync.signal "mbarrier"[%slot] on "tma-load"
  sync.wait "mbarrier"[%slot], {parity}
  {THREADS}{work("block", reads="%v", type_=SLOT)}{THREADS}
  %more = arith.addi %slot, %c1 : index
  %wraps = arith.cmpi eq, %more, %c2 : index
  %stays = arith.cmpi ne, %more, %c2 : index
  %other = arith.xori %phase, %c1 : index
  %next = arith.select %wraps, %c0, %more : index
  %then = arith.select {flip}, %other, %phase : index
  scf.yield %next, %then : index, index
}}
"""


OWN = "memref.dealloc %a : " + SHARED + "\n"


def first(count: int) -> str:
    """One signal of so many that end a phase."""
    return f'sync.init "gate"[0], {count}\n' + work("a", writes="%a") + 'sync.signal "gate"[0] on "a"\n'


ONE = first(1) + 'sync.wait "gate"[0], 0 on "b"\n' + work("b", reads="%a")
LAST = 'sync.signal "gate"[0] on "b"\nsync.wait "gate"[0], 1\n'
DONE = 'sync.wait "gate"[0], 0\n' + LAST
FREE = 'sync.free "gate"[0]\n'

RIGHT = {
    "one phase": ("cuda-sm90", INIT + ARM + LOAD + wait("0") + USE),
    "before any phase has ended, the other parity is over": ("cuda-sm90", INIT + wait("1")),
    "a parity that changes in each iteration": ("cuda-sm90", again("%odd")),
    "slots, and a parity that changes each time round": ("cuda-sm90", ring("%q")),
    "slots, and a parity of shifts and masks": ("cuda-sm90", ring("%bit")),
    "a slot and a phase that are carried": ("cuda-sm90", carried()),
    "a value for each iteration": ("vulkan", line()),
    "values that are greater than they have to be": ("vulkan", line(there="%i2", needs="%i2")),
    "the last value": ("vulkan", line(behind='sync.wait "timeline"[1], %trips\n' + OWN)),
    "a value on one way only": (
        "vulkan",
        LOOP
        + '%i1 = arith.addi %i, %c1 : index\nsync.barrier on "transfer"\nscf.if %c {\n'
        + work("transfer", writes="%a")
        + 'sync.signal "timeline"[0], %i1 on "transfer"\nsync.wait "timeline"[0], %i1\n'
        + work("host", reads="%a")
        + "}\n}\n",
    ),
    "a phase, and its end": ("freed", ONE + DONE + FREE),
    "an instance that is used again": ("freed", (ONE + DONE + FREE) * 2),
    "an instance that each iteration uses anew": ("freed", LOOP + ONE + DONE + FREE + "}\n"),
    "two signals end a phase": (
        "freed",
        first(2) + 'sync.signal "gate"[0] on "b"\nsync.wait "gate"[0], 0\n' + OWN + FREE,
    ),
}

WRONG = {
    "a wait for a phase that is not given": ("cuda-sm90", INIT + ARM + LOAD + wait("1") + USE),
    "no initialisation": ("cuda-sm90", ARM + LOAD + wait("0") + USE),
    "initialised twice": ("cuda-sm90", INIT + INIT),
    "initialised on one way": ("cuda-sm90", "scf.if %c {\n" + INIT + "}\n" + ARM + LOAD + wait("0") + USE),
    "initialised behind the signal": ("cuda-sm90", LOAD + INIT + ARM + wait("0") + USE),
    "not armed": ("cuda-sm90", INIT + LOAD + wait("0") + USE),
    "armed once for two phases": ("cuda-sm90", INIT + ARM + LOAD + wait("0") + USE + LOAD + wait("1")),
    "armed before the phase before is over": ("cuda-sm90", INIT + ARM + LOAD + ARM),
    "one parity for all iterations": ("cuda-sm90", again("0")),
    "the parity of the iteration before": ("cuda-sm90", again("%even")),
    "the slot's number is no parity": ("cuda-sm90", ring("%s")),
    "a parity that changes one iteration too early": ("cuda-sm90", ring("%wrong")),
    "one slot of two is initialised": ("cuda-sm90", ring("%q", init="0")),
    "both slots have one instance": ("cuda-sm90", ring("%q", slot="0")),
    "a carried phase that changes at the wrong slot": ("cuda-sm90", carried(flip="%stays")),
    "a carried phase that begins with the other": ("cuda-sm90", carried(first="%c1")),
    "the carried slot is no parity": ("cuda-sm90", carried(parity="%slot")),
    "a wait for the value before": ("vulkan", line(needs="%i")),
    "a wait for a value that does not come": ("vulkan", line(needs="%i2")),
    "a wait for what comes later": ("vulkan", line(free="%i1")),
    "values that do not grow": ("vulkan", line(there="1", needs="1", back="1", free="1")),
    "the value of the first iteration, behind the last": (
        "vulkan",
        line(behind='sync.wait "timeline"[1], 0\n' + OWN),
    ),
    "two queues set a value": (
        "vulkan",
        'sync.signal "timeline"[0], 1 on "transfer"\nsync.signal "timeline"[0], 2 on "compute"\n',
    ),
    "a value that goes back": (
        "vulkan",
        'sync.signal "timeline"[0], 2 on "transfer"\nsync.signal "timeline"[0], 1 on "transfer"\n',
    ),
    "a value that nobody signals": (
        "vulkan",
        'sync.signal "timeline"[0], 1 on "transfer"\nsync.wait "timeline"[0], 2\n',
    ),
    "a value that a loop may have passed": (
        "vulkan",
        LOOP
        + '%i1 = arith.addi %i, %c1 : index\nsync.signal "timeline"[0], %i1\n}\nsync.signal "timeline"[0], 6\n',
    ),
    "signals of the next phase may end the one before": (
        "freed",
        'sync.init "gate"[0], 2\nsync.signal "gate"[0] on "a"\n'
        + work("b", writes="%a")
        + 'sync.signal "gate"[0] on "b"\nsync.signal "gate"[0] on "a"\nsync.wait "gate"[0], 0\n'
        + OWN
        + 'sync.barrier\nsync.free "gate"[0]\n',
    ),
    "a value that a long loop has passed": (
        "vulkan",
        "%long = arith.constant 100 : index\n%k = arith.constant 50 : index\n"
        + LOOP.replace("%n", "%long")
        + '%i1 = arith.addi %i, %c1 : index\nsync.signal "timeline"[0], %i1\n}\nsync.signal "timeline"[0], %k\n',
    ),
    "not freed": ("freed", ONE + DONE),
    "a wait that is over before the first phase, or behind the second": ("freed", ONE + LAST + OWN + FREE),
    "freed while a wait is to come": ("freed", ONE + FREE),
    "freed twice": ("freed", ONE + DONE + FREE + FREE),
    "one signal of two": ("freed", first(2) + 'sync.wait "gate"[0], 0\n' + OWN + FREE),
    "the next phase may come before a wait is over": (
        "freed",
        first(1) + 'sync.wait "gate"[0], 0 on "b"\nsync.signal "gate"[0] on "a"\nsync.barrier\n' + FREE,
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_is_proved(name: str) -> None:
    machine, body = RIGHT[name]
    found = answer(body, machine)
    assert found.proved, (found.unknown, list(found.races), list(found.misuses))
    assert is_right(body, machine)


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_not_proved(name: str) -> None:
    machine, body = WRONG[name]
    assert not answer(body, machine).proved
    assert not is_right(body, machine)


FAR = "%far = arith.constant 40 : index\n"
NOT_KNOWN = {
    "a wait that is over in the first iterations alone": FAR
    + LOOP
    + '%m = arith.subi %i, %far : index\n%o = arith.maxsi %m, %c0 : index\nsync.wait "timeline"[0], %o\n}\n',
    "a value that wraps": "%k = arith.constant 4611686018427387904 : index\n"
    + LOOP
    + '%v = arith.muli %i, %k : index\n%w = arith.addi %v, %c1 : index\nsync.signal "timeline"[0], %w\n}\n',
    "a value that wraps after some millions of iterations": "%k = arith.constant 1099511627776 : index\n"
    + LOOP
    + '%v = arith.muli %i, %k : index\n%w = arith.addi %v, %c1 : index\nsync.signal "timeline"[0], %w\n}\n',
    "values in a narrow type": LOOP
    + "%t = arith.index_cast %i : index to i8\n%o = arith.constant 1 : i8\n%s = arith.addi %t, %o : i8\n"
    + '%v = arith.index_cast %s : i8 to index\nsync.signal "timeline"[0], %v\n}\n',
    "values that are overtaken later": FAR
    + LOOP
    + "%d = arith.addi %i, %i : index\n%v = arith.addi %d, %c1 : index\n%w = arith.addi %i, %far : index\n"
    + 'sync.signal "timeline"[0], %w\nsync.wait "timeline"[0], %v\n}\n',
    "a wait that falls behind": LOOP
    + "%d = arith.addi %i, %i : index\n%v = arith.addi %d, %c1 : index\n%w = arith.addi %i, %c1 : index\n"
    + work("transfer", writes="%a")
    + 'sync.signal "timeline"[0], %v on "transfer"\nsync.wait "timeline"[0], %w on "compute"\n'
    + work("compute", reads="%a")
    + "}\n",
}


@pytest.mark.parametrize("name", NOT_KNOWN)
def test_what_later_iterations_decide_is_not_proved(name: str) -> None:
    assert not answer(NOT_KNOWN[name], "vulkan").proved


def test_which_phase_a_loop_leaves_is_known_for_each_number_of_iterations() -> None:
    body = again("%odd") + ARM + LOAD
    assert answer(body, "cuda-sm90").proved
    assert is_right(body, "cuda-sm90")


def test_a_loop_that_leaves_a_phase_open_says_nothing_of_what_comes_behind() -> None:
    body = again("%odd").replace("%n", "%some") + ARM + LOAD
    one_more = "%some = arith.addi %n, %c1 : index\n"
    assert "depends on the way" in answer(one_more + body, "cuda-sm90").unknown


def test_an_order_is_all_that_belongs_to_its_phases() -> None:
    program = MachineProgram(next(iter(parsed(again("%odd")).ops)), machine_of("cuda-sm90"))
    names = [[op.name for op in order.ops] for order in orders_of(program)]
    assert ["sync.init", "sync.arm", "sync.signal", "sync.wait"] in names
