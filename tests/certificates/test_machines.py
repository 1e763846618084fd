"""Certificates of programs on machines: there are some for what is right, and none for what is wrong."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

from asyncir.certificates import NotFollowed, Refused
from asyncir.certificates.machines import accept_on_machine, verify_on_machine
from asyncir.invariants.machines import find_machine_certificate
from asyncir.ir import Context, ModuleOp
from asyncir.semantics.machines.engine import Player
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine, read_machine
from asyncir.transforms.insert_sync import InsertSync
from bench.sync_programs.executed import arguments, wrong
from tests.certificates.machine_forging import MACHINES, forged_on_machine
from tests.certificates.machine_programs import (
    LOAD,
    PROGRAMS,
    USE,
    OnMachine,
    loop,
    order,
    signal,
    wait,
)
from tests.litmus.machines.programs import (
    Litmus,
    corner_programs,
    litmus_programs,
    machine_of,
    module_of,
)
from tests.machines.programs import KERNELS, AscendProgram, ascend_programs, fits, kernel_text

pytestmark = pytest.mark.feature("N5", "N14")

SOME = ("ascend-a2", "bismo", "cuda-sm80", "cuda-sm90", "nvdla", "vulkan")
CARRIED = [(kernel, "vulkan") for kernel in ("attention", "gemm", "transpose")]
"""Loops carry the values of their timelines, and a certificate says what a number is by the counters around alone."""
PAIRS = [
    (kernel, machine)
    for kernel in KERNELS
    for machine in SOME
    if fits(kernel, machine) and (kernel, machine) not in CARRIED
]
UNPROVED = {"nests-6": "the check does not prove it either"}


def certified(module: ModuleOp, machine: str) -> dict[str, Any]:
    """A certificate that the verifier accepts, as it is read from a file."""
    model = load_machine(machine)
    found = json.loads(json.dumps(find_machine_certificate(module, "f", model)))
    verify_on_machine(module, "f", model, found)
    return found


def inserted(text: str, machine: str) -> ModuleOp:
    """The program with what it lacks."""
    module = parse_module(text, "p.mlir")
    InsertSync(machine=machine).apply(Context(), module)
    return module


@pytest.mark.parametrize(("kernel", "machine"), PAIRS)
def test_kernels_have_certificates(kernel: str, machine: str) -> None:
    certified(inserted(kernel_text(kernel, machine), machine), machine)


@pytest.mark.parametrize(("kernel", "machine"), CARRIED)
def test_values_that_loops_carry_have_no_certificate(kernel: str, machine: str) -> None:
    with pytest.raises(NotFollowed, match="which number it names is not known here"):
        find_machine_certificate(inserted(kernel_text(kernel, machine), machine), "f", load_machine(machine))


@pytest.mark.parametrize("program", ascend_programs()[::3], ids=lambda program: program.name)
def test_programs_of_a_core_have_certificates(program: AscendProgram) -> None:
    if program.name not in UNPROVED:
        certified(inserted(program.text, "ascend-a2"), "ascend-a2")


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_rules(program: OnMachine) -> None:
    """What is wrong is refused for its own reason; the oracle agrees on which that is."""
    module, machine = parse_module(program.text, "p.mlir"), load_machine(program.machine)
    if program.why:
        with pytest.raises(Refused, match=program.why):
            find_machine_certificate(module, "f", machine)
        if program.name in FINE:
            return
        runs = Player(module, "f", machine)
        given = ((3, 0), (3, 1), (50, 1), (9, 1))
        played = (
            runs.play(arguments(module, call), order)
            for call in given
            for order in ("earliest", "latest", "seed:1", "seed:2")
        )
        assert any(wrong(each) or each.faults for each in played)
    else:
        certified(module, program.machine)


FINE = (
    "two engines wait for one lock",
    "two engines signal one lock",
    "a wait before its signal",
    "the phase before may end the wait of another engine",
)
"""What goes wrong in rare orders, or not at all: the rules are simpler than the truth."""


def test_where_one_cannot_follow_is_told_from_what_is_wrong() -> None:
    locks = next(p for p in PROGRAMS if p.name == "two engines wait for one lock")
    with pytest.raises(NotFollowed, match="several engines wait"):
        find_machine_certificate(parse_module(locks.text, "p.mlir"), "f", load_machine("aie2"))
    phases = 'func.func @f() {\n  sync.init "mbarrier"[0], 2\n  return\n}\n'
    with pytest.raises(NotFollowed, match="one signal"):
        find_machine_certificate(parse_module(phases, "p.mlir"), "f", load_machine("cuda-sm90"))


_CALL = "  func.call @g(%l) : (memref<4xf32>) -> ()\n"


def calling(inner: str, body: str) -> str:
    """A program that calls a function."""
    return f"func.func private @g(%l: memref<4xf32>) {{\n{inner}  return\n}}\n" + OnMachine("", body).text


def test_what_a_call_gives_is_followed() -> None:
    certified(parse_module(calling(LOAD, _CALL + order("mte2", "v") + USE)), "ascend-a2")
    certified(parse_module(calling(order("mte2", "v"), LOAD + _CALL + USE)), "ascend-a2")
    slot = signal("v", "mte2") + loop(wait("v", "mte2") + _CALL + signal("v", "mte2")) + wait("v", "mte2")
    certified(parse_module(calling(LOAD + order("mte2", "v") + USE, slot)), "ascend-a2")


@pytest.mark.parametrize(
    ("inner", "body", "why"),
    [
        (LOAD, _CALL + USE, "begin before"),
        (LOAD, _CALL * 2 + order("mte2", "v") + USE + _CALL, "begin before"),
        (signal("mte2", "v"), _CALL, "left set"),
        (wait("mte2", "v"), _CALL, "no signal is known"),
        (_CALL, _CALL, "call themselves"),
        ("  %s = memref.alloca() : memref<4xf32>\n" + LOAD.replace("%l", "%s"), _CALL, "stack"),
    ],
)
def test_what_a_call_gives_is_wrong(inner: str, body: str, why: str) -> None:
    module = parse_module(calling(inner, body))
    with pytest.raises(Refused, match=why):
        certified(module, "ascend-a2")
    with pytest.raises(Refused):
        accept_on_machine(module, "f", load_machine("ascend-a2"), {"loops": {}})


def test_what_hides_from_the_rules_is_not_followed() -> None:
    """Copies that no engine does: here they would be nothing, or done at once."""
    shared = "memref<4xf32, #gpu.address_space<workgroup>>"
    copy = f"""
  %s = memref.alloc() : {shared}
  %t = nvgpu.device_async_copy %l[%c0], %s[%c0], 4 : memref<4xf32> to {shared}
"""
    module = parse_module(OnMachine("", copy).text, "p.mlir")
    with pytest.raises(NotFollowed, match="device_async_copy"):
        find_machine_certificate(module, "f", load_machine("hexagon"))


PRINTS = re.compile(r"func\.call @show\((%\w+)\) : \((.*?)\) -> \(\)")
LITMUS = [p for p in (*litmus_programs(), *corner_programs()) if p.result.split()[0] not in ("ok", "refused")]


@pytest.mark.parametrize("program", LITMUS, ids=lambda program: program.name)
def test_no_litmus_program_that_goes_wrong_has_a_certificate(program: Litmus) -> None:
    """What it prints it only reads here."""
    text = PRINTS.sub(
        lambda found: f"%shown{found.start()} = memref.load {found[1]}[] : {found[2]}", program.text
    )
    module, machine = module_of(replace(program, text=text)), machine_of(program.machine)
    with pytest.raises(Refused):
        find_machine_certificate(module, "main", machine)
    with pytest.raises(Refused):
        accept_on_machine(module, "main", machine, {"loops": {}})


def test_a_certificate_is_of_one_program_and_one_machine() -> None:
    program = PROGRAMS[0]
    module = parse_module(program.text, "p.mlir")
    found = certified(module, "ascend-a2")
    model = load_machine("ascend-a2")
    other = parse_module(program.text.replace("%c40", "%c41"), "p.mlir")
    with pytest.raises(Refused, match="another program"):
        verify_on_machine(other, "f", model, found)
    changed = replace(model, digest=read_machine(_text("ascend-a2") + "\n", "ascend-a2").digest)
    with pytest.raises(Refused, match="another machine"):
        verify_on_machine(module, "f", changed, found)
    with pytest.raises(Refused, match="malformed"):
        verify_on_machine(module, "f", model, {"text": found["text"], "machine": model.digest})


def _text(machine: str) -> str:
    return (files("asyncir.targets") / f"{machine}.toml").read_text(encoding="utf-8")


def test_a_program_that_does_not_fit_is_refused() -> None:
    module = parse_module(PROGRAMS[0].text.replace('"mte2"', '"mte9"'), "p.mlir")
    with pytest.raises(Refused, match="fit"):
        accept_on_machine(module, "f", load_machine("ascend-a2"), {"loops": {}})


def test_what_is_in_flight_before_a_loop_cannot_be_denied() -> None:
    """It is denied in all iterations, so that each leads to the next."""
    module = parse_module(OnMachine("", LOAD + loop(USE) + "  sync.barrier\n").text, "p.mlir")
    with pytest.raises(Refused, match="begin before"):
        find_machine_certificate(module, "f", load_machine("ascend-a2"))
    denied = {"9": {"rows": {"row engine s": {"10": "{ [n] -> [m] : 0 <= m < n }"}}, "pending": {}}}
    with pytest.raises(Refused, match="where the loop begins"):
        accept_on_machine(module, "f", load_machine("ascend-a2"), {"loops": denied})


def test_a_relation_that_names_its_numbers_is_refused() -> None:
    module = parse_module(next(p for p in PROGRAMS if p.name == "one slot").text, "p.mlir")
    found = certified(module, "ascend-a2")
    (loop,) = found["loops"].values()
    name, site = next((name, site) for name, row in loop["rows"].items() for site in row)
    loop["rows"][name][site] = loop["rows"][name][site].replace("-> [", "-> A[")
    with pytest.raises(Refused):
        verify_on_machine(module, "f", load_machine("ascend-a2"), found)


QUICK = MACHINES[:8]
"""The others are asked by `python -m bench.forged_machine_certificates`: they take longer than a test may."""


@pytest.mark.parametrize("number", range(len(QUICK)))
def test_no_false_certificate_is_accepted(number: int) -> None:
    found = list(forged_on_machine(QUICK[number], number + 41, 1 if QUICK[number] == "cuda-sm90" else 2, 3))
    assert found
    assert [one for one in found if one.accepted] == []
