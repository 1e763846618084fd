"""Transfers through the host that go away: what is copied stays the same, in every order, and no race is made."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from asyncir.dialects.verification import diagnose
from asyncir.ir import ModuleOp
from asyncir.semantics import Earliest, Exhaustive, Latest, Outcome, Seeded, TaskSchedule, interpret
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import eliminate_transfers, run_pipeline

T = "memref<2xf32>"
DEVICE, HOST = ("%d0", "%d1", "%d2"), ("%h0", "%h1")
COPY = "%t{} = gpu.memcpy async [{}] {}, {} : " + f"{T}, {T}"


def random_copies(seed: int) -> str:
    """Copies and fills of three buffers of the device and two of the host, with tokens at random."""
    rng = random.Random(seed)
    lines = [f"%d{n}, %t{n} = gpu.alloc async () : {T}" for n in range(3)]
    lines += [f"%h{n} = memref.alloc() : {T}" for n in range(2)]
    lines += [f"%t{n + 3} = gpu.memset async [%t{n}] %d{n}, %f{n} : {T}, f32" for n in range(3)]
    lines += [f"%t{n + 6} = gpu.memset async %h{n}, %f0 : {T}, f32" for n in range(2)]
    start = count = 8
    for _ in range(rng.randrange(2, 7)):
        earlier = [f"%t{n}" for n in range(3, count)]
        most = (
            earlier if rng.random() < 0.4 else rng.sample(earlier, rng.randrange(1, min(4, len(earlier)) + 1))
        )
        if count > start:
            most = [*most, f"%t{count - 1}"]
        one, two = rng.choice(DEVICE), rng.choice(HOST)
        target, source = (two, one) if rng.random() < 0.5 else (one, two)
        if rng.random() < 0.15:
            lines += [f"gpu.wait [{', '.join(earlier)}]", f"memref.store %f2, {rng.choice(HOST)}[%c0] : {T}"]
        lines.append(COPY.format(count, ", ".join(dict.fromkeys(most)), target, source))
        count += 1
    lines.append(f"gpu.wait [{', '.join(f'%t{n}' for n in range(count))}]")
    lines += [f"gpu.memcpy %o{n}, %d{n} : {T}, {T}" for n in range(3)]
    if rng.random() < 0.3:
        lines.append(f"memref.copy %h0, %o0 : {T} to {T}")
    lines += [f"memref.dealloc %h{n} : {T}" for n in range(2)]
    return _function(lines)


def _function(lines: list[str]) -> str:
    arguments = ", ".join(f"%o{n}: {T}" for n in range(3))
    constants = "".join(f"%f{n} = arith.constant {n}.5 : f32\n" for n in range(3))
    body = "\n".join(lines)
    return f"func.func @main({arguments}) {{\n%c0 = arith.constant 0 : index\n{constants}{body}\nreturn\n}}"


def run(module: ModuleOp, schedule: TaskSchedule) -> tuple[Outcome, list[list[float]]]:
    arrays = [np.zeros(2, np.float32) for _ in range(3)]
    outcome = interpret(module, "main", arrays, schedule)
    return outcome, [array.tolist() for array in arrays]


def schedules(seed: int) -> list[TaskSchedule]:
    return [Earliest(), Latest(), Seeded(seed), Seeded(seed + 1)]


def difference(seed: int) -> tuple[bool, str]:
    """Whether a transfer went away, and what is wrong then."""
    module = parse_module(random_copies(seed))
    before = [run(module, schedule) for schedule in schedules(seed)]
    if not all(outcome.ok for outcome, _ in before):
        return False, ""
    copies = print_module(module).count("gpu.memcpy")
    changed = run_pipeline(module, "eliminate-transfers")
    assert diagnose(module) == []
    for schedule in schedules(seed):
        outcome, found = run(module, schedule)
        if not outcome.ok:
            return True, f"{outcome.diagnostics[0]}"
        if found != before[0][1]:
            return True, f"{found} is not {before[0][1]}"
    assert print_module(module).count("gpu.memcpy") <= copies
    return changed, ""


@pytest.mark.feature("S1-7")
def test_random_copies_are_what_they_were() -> None:
    found = [difference(seed) for seed in range(80)]
    assert [fault for _, fault in found if fault] == []
    assert sum(changed for changed, _ in found) > 8


FAULTS: list[tuple[str, Callable[..., Any]]] = [
    ("_is_quiet", lambda op: not op.regions),
    ("_between", lambda first, values: []),
    ("_is_needless", lambda first, second: True),
    ("joined", lambda tokens, code: tokens[0]),
]


@pytest.mark.parametrize(("name", "fault"), FAULTS, ids=[name for name, _ in FAULTS])
def test_a_planted_fault_is_seen(name: str, fault: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eliminate_transfers, name, fault)

    def is_seen(seed: int) -> bool:
        try:
            return bool(difference(seed)[1])
        except AssertionError:
            return True

    assert any(map(is_seen, range(150)))


@pytest.mark.feature("S1-7")
@pytest.mark.parametrize(
    ("between", "waits", "left"),
    [
        ("", "%t4, %t1", 1),
        # Who waits for the first copy may write what it has read: it waits for the new copy.
        (f"%k = gpu.memset async [%t4] %d0, %f1 : {T}, f32", "%t4, %t1", 1),
        # Somebody writes the host's memory, and its token is between the two.
        (f"%k = gpu.memset async [%t4] %h0, %f1 : {T}, f32", "%t4, %k, %t1", 2),
        # The host waits in between, and may do what it likes.
        (f"gpu.wait [%t4]\nmemref.store %f1, %h0[%c0] : {T}", "%t4, %t1", 2),
        # The second copy does not wait for the first.
        ("", "%t1", 2),
    ],
)
def test_a_transfer_goes_away_if_tokens_say_so(between: str, waits: str, left: int) -> None:
    lines = [
        f"%d0, %t0 = gpu.alloc async () : {T}",
        f"%d1, %t1 = gpu.alloc async () : {T}",
        f"%h0 = memref.alloc() : {T}",
        f"%t3 = gpu.memset async [%t0] %d0, %f0 : {T}, f32",
        COPY.format(4, "%t3", "%h0", "%d0"),
        between,
        COPY.format(5, waits, "%d1", "%h0"),
        "gpu.wait [%t5]",
    ]
    module = parse_module(_function(lines))
    run_pipeline(module, "eliminate-transfers")
    assert print_module(module).count("gpu.memcpy") == left


def test_memory_that_may_overlap_keeps_its_copy_through_the_host() -> None:
    lines = [
        f"%h0 = memref.alloc() : {T}",
        COPY.format(4, "", "%h0", "%o0").replace("[] ", ""),
        COPY.format(5, "%t4", "%o1", "%h0"),
        "gpu.wait [%t5]",
    ]
    module = parse_module(_function(lines))
    run_pipeline(module, "eliminate-transfers")
    assert print_module(module).count("gpu.memcpy") == 2


def test_what_goes_back_to_where_it_came_from_is_not_copied() -> None:
    lines = [
        f"%h0 = memref.alloc() : {T}",
        COPY.format(4, "", "%h0", "%o0").replace("[] ", ""),
        COPY.format(5, "%t4", "%o0", "%h0"),
        "gpu.wait [%t5]",
    ]
    module = parse_module(_function(lines))
    run_pipeline(module, "eliminate-transfers")
    assert print_module(module).count("gpu.memcpy") == 0
    assert run(module, Exhaustive())[0].ok
