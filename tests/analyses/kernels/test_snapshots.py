"""Copies of a machine that run on, and when two moments are alike."""

from dataclasses import replace

import numpy as np

from asyncir.analyses.kernels.execute import Machine
from asyncir.analyses.kernels.launches import KernelLaunch
from asyncir.analyses.kernels.snapshots import Moment, alike, fork, moment
from asyncir.analyses.kernels.values import UNIFORM, VARYING, ThreadShifts
from tests.analyses.kernels.programs import code_of, module_of, shown_event

TILE = ".shared .align 128 .b8 tile[4096];"
LOOP = """
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, tile;
    mov.u32 %r10, 0;
    shl.b32 %r3, %r1, 2;
    add.s32 %r4, %r2, %r3;
    setp.lt.u32 %p1, %r1, 32;
L:
    @%p1 bra LOW;
    st.shared.b32 [%r4+512], %r1;
LOW:
    st.shared.b32 [%r4], %r1;
    bar.sync 0;
    add.s32 %r10, %r10, 1;
    setp.lt.s32 %p2, %r10, 5;
    @%p2 bra L;
    ret;
"""


def watched(text: str = LOOP) -> tuple[Machine, list[tuple[Moment, Machine, int]]]:
    """A run; its moments, a copy of the machine at each, and the events before it."""
    module = module_of(text, shared=TILE)
    launch = KernelLaunch((64, 1, 1))
    machine = Machine(code_of(module, launch), launch)
    kept: list[tuple[Moment, Machine, int]] = []

    def watch(now: Machine, head: int, visit: int) -> None:
        kept.append((moment(now), fork(now), len(now.events)))

    machine.watch = watch
    machine.run()
    return machine, kept


def test_a_copy_does_what_the_machine_did() -> None:
    machine, kept = watched()
    for _, copied, before in kept:
        copied.quiet = False
        copied.run()
        wanted = [shown_event(e) for e in machine.events[before:]]
        assert [shown_event(e) for e in copied.events] == wanted


def test_trips_differ_by_the_induction_variable() -> None:
    machine, kept = watched()
    found = alike(machine, kept[1][0], kept[3][0])
    assert found == [{"%r10": 2}]


def test_moments_that_are_not_alike() -> None:
    machine, kept = watched()
    now = kept[1][0]
    assert alike(machine, now, now) == [{}]
    assert alike(machine, now, replace(now, groups=())) == "threads are at different places"
    assert alike(machine, now, replace(now, barriers=())) == "barriers are in different states"
    bytes_, known = np.zeros(4, np.uint8), np.ones(4, np.bool_)
    other = np.array([0, 0, 1, 0], np.uint8)
    changed = replace(now, memory=(other, known))
    assert alike(machine, replace(now, memory=(bytes_, known)), changed) == "values of shared memory differ"
    unknown = replace(now, memory=(bytes_.copy(), ~known))
    assert alike(machine, replace(now, memory=(bytes_, known)), unknown) == "values of shared memory differ"


def with_register(now: Moment, name: str, value: object) -> Moment:
    return replace(now, registers=({**now.registers[0], name: value},))


def test_registers_that_differ() -> None:
    machine, kept = watched()
    now = kept[1][0]
    each = np.arange(64, dtype=np.uint32)
    first, second = with_register(now, "%r4", each), with_register(now, "%r4", each * np.uint32(3))
    assert alike(machine, first, with_register(now, "%r4", each - np.uint32(7))) == [{"%r4": -7}]
    assert alike(machine, first, second) == [{"%r4": ThreadShifts(np.arange(64, dtype=np.int64) * 2)}]
    assert (
        alike(machine, first, with_register(now, "%r4", UNIFORM))
        == "register '%r4': it is known at one of the moments only"
    )
    assert alike(machine, with_register(now, "%r4", VARYING), with_register(now, "%r4", VARYING)) == [{}]
    assert alike(machine, now, with_register(now, "%p1", True)) == "register '%p1': the predicate differs"
