"""Loops that know their last iteration, conditions that are asked again: what invariants prove, and what they must not."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from asyncir.analyses.machines.checked import checked
from asyncir.certificates import Refused
from asyncir.certificates.machines import accept_on_machine
from asyncir.driver.machines import Standing, check_on_machine
from asyncir.invariants.machines import find_machine_certificate
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.targets.verify_sync import verify_sync
from asyncir.transforms._sync_repairs import find_sync_repair
from bench.sync_programs.changing import calls_of, function_of, program_of, wrong_run
from bench.sync_programs.guarded import drawn, proofs, variants
from bench.sync_programs.judge import by_invariants
from tests.cli.command import Shell

pytestmark = pytest.mark.feature("S3-12", "N14")

PROGRAMS = Path(__file__).with_name("guarded")
MACHINE = "ascend-a2"
SIGNAL = '      sync.signal "event"[%t] from "mte2" to "v"\n'


def text_of(name: str) -> str:
    return PROGRAMS.joinpath(f"{name}.mlir").read_text()


def is_accepted(text: str) -> bool:
    module, machine = parse_module(text, "p.mlir"), load_machine(MACHINE)
    try:
        accept_on_machine(module, "f", machine, find_machine_certificate(module, "f", machine))
    except Refused:
        return False
    return True


@pytest.mark.parametrize("name", ["ahead", "asked", "switched"])
def test_what_a_walk_does_not_follow_is_proved_by_invariants(name: str) -> None:
    module = parse_module(text_of(name), "p.mlir")
    assert not checked(program_of(module, load_machine(MACHINE))).proved
    (answer,) = check_on_machine(module, MACHINE)
    assert (answer.standing, answer.by_invariants, answer.diagnostics) == (Standing.PROVED, True, ())


def test_arrays_that_may_overlap_are_not_proved_so() -> None:
    (answer,) = check_on_machine(parse_module(text_of("ahead"), "p.mlir"), MACHINE, args_alias=True)
    assert answer.standing is not Standing.PROVED


CHANGES = {
    "ahead": [
        (SIGNAL, ""),
        ("cmpi slt, %next", "cmpi sle, %next"),
        ("cmpi slt, %next", "cmpi ne, %next"),  # right: it counts by one
        ('  sync.signal "event"[1] from "v" to "mte2"\n', ""),
        ('sync.wait "event"[%t] from "v"', 'sync.wait "event"[%s] from "v"'),
        ("%next = arith.addi %i, %c1", "%next = arith.addi %i, %c2"),
    ],
    "asked": [
        ("    scf.if %c {\n      sync.wait", "    scf.if %d {\n      sync.wait"),
        ('      sync.signal "event"[0] from "mte2" to "v"\n', ""),
        ('      sync.wait "event"[0] from "mte2" to "v"\n', ""),
        ("      sync.barrier\n", ""),
    ],
    "switched": [
        ("    case 1 {\n      sync.wait", "    case 2 {\n      sync.wait"),
        ("    case 1 {\n      sync.work", "    case 2 {\n      sync.work"),
        ("      sync.barrier\n", ""),
    ],
}
RIGHT = {("ahead", "cmpi slt, %next", "cmpi ne, %next")}
LOADED = "%c = memref.load %flags[%i] : memref<16xi1>\n"


@pytest.mark.parametrize(
    ("name", "old", "new"), [(name, *each) for name, some in CHANGES.items() for each in some]
)
def test_what_is_wrong_has_no_certificate(name: str, old: str, new: str) -> None:
    text = text_of(name)
    assert old in text
    text = text.replace(LOADED, f"{LOADED}    %d = memref.load %flags[%c0] : memref<16xi1>\n")
    assert is_accepted(text)
    assert is_accepted(text.replace(old, new)) == ((name, old, new) in RIGHT)


def test_a_condition_of_an_iteration_says_nothing_of_the_next() -> None:
    """What is asked in an iteration is told apart there alone: signals of one iteration are not taken in another."""
    text = text_of("asked")
    signal, wait = (f'sync.{what} "event"[0] from "mte2" to "v"\n' for what in ("signal", "wait"))
    late = text.replace(f"      {signal}", "").replace(
        "      sync.barrier\n", f"      sync.barrier\n      {signal}"
    )
    assert wait in late
    assert not is_accepted(late)


def test_a_condition_that_an_inner_loop_asks_each_time() -> None:
    """One signal in the iteration, and as many waits as the inner loop has iterations."""
    text = text_of("asked").replace(
        "    scf.if %c {\n      sync.wait",
        "    scf.for %j = %c0 to %n step %c1 {\n    scf.if %c {\n      sync.wait",
    )
    text = text.replace("      sync.barrier\n    }\n", "      sync.barrier\n    }\n    }\n")
    assert not is_accepted(text)


def test_the_command_says_how_it_is_proved(asyncir: Shell) -> None:
    file = asyncir.write("p.mlir", text_of("ahead"))
    done = asyncir("check", file, "--machine", MACHINE, "--certificate", "c.json")
    assert done.out.endswith("by invariants of its loops, whose orders are not judged\n")
    assert asyncir("verify-certificate", file, "c.json").status == 0


@pytest.mark.parametrize(
    "seed", [1000, 1001, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1002, 1008))]
)
def test_drawn_programs_and_mutants(seed: int) -> None:
    machine, family, text = drawn(seed)
    for number, (kind, module) in enumerate(variants(text, machine, Random(seed), 4)):
        if verify_sync(module, load_machine(machine)):
            continue
        found = wrong_run(module, load_machine(machine), calls_of(text))
        walked, invariant = proofs(module, machine)
        if not number:
            assert invariant, family
        assert not (found and (walked or invariant)), (kind, str(module))


@pytest.mark.parametrize("left", ["a signal", "a work"])
def test_both_answers_count_behind_the_last_that_asks(left: str) -> None:
    """Where the condition is false, something is left that only shows in the next iteration."""
    text = text_of("asked").replace(
        '      sync.signal "event"[0] from "mte2" to "v"\n    }\n',
        '      sync.signal "event"[0] from "mte2" to "v"\n    } else {\n      MORE\n    }\n',
        1,
    )
    more = 'sync.work on "mte2" { memref.copy %xi, %buf : memref<64xf32, strided<[1], offset: ?>> to memref<64xf32> }'
    assert is_accepted(text.replace("MORE", f"{more}\n      sync.barrier"))
    other = 'sync.signal "event"[1] from "mte2" to "v"'
    assert not is_accepted(
        text.replace(
            "MORE", f"{other}\n      sync.barrier" if left == "a signal" else more.replace('"mte2"', '"mte3"')
        )
    )


@pytest.mark.parametrize(
    ("name", "old"),
    [
        ("asked", '      sync.signal "event"[0] from "mte2" to "v"\n'),
        ("switched", '      sync.signal "event"[0] from "mte2" to "v"\n'),
        ("ahead", '  sync.signal "event"[1] from "v" to "mte2"\n'),
    ],
)
def test_what_walks_do_not_follow_is_repaired(name: str, old: str) -> None:
    text = text_of(name)
    module, machine = parse_module(text.replace(old, "", 1), "p.mlir"), load_machine(MACHINE)
    found = find_sync_repair(module, function_of(module), MACHINE, is_wrong=True)
    assert found.copy is not None, found.reason
    assert (found.size, by_invariants(found.copy.module, machine)) == (1, True)


@pytest.mark.long
def test_many_conditions_one_behind_the_other() -> None:
    """Each is told apart for itself, and nothing nests."""
    asked = "".join(
        f"    %c{k} = memref.load %m[%i] : memref<9xi1>\n"
        f'    scf.if %c{k} {{\n      sync.signal "event"[0] from "mte2" to "s"\n    }}\n'
        f'    scf.if %c{k} {{\n      sync.wait "event"[0] from "mte2" to "s"\n    }}\n'
        for k in range(1100)
    )
    head = "func.func @f(%m: memref<9xi1>, %n: index) {\n"
    head += "  %zero = arith.constant 0 : index\n  %one = arith.constant 1 : index\n"
    assert is_accepted(f"{head}  scf.for %i = %zero to %n step %one {{\n{asked}  }}\n  return\n}}\n")
