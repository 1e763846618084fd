"""Flags and semaphores that a machine wants initialised and freed: put in, proved, and refuted where a path lacks it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from asyncir.analyses.machines.checked import MachineAnswer, checked
from asyncir.analyses.machines.program import MachineProgram
from asyncir.dialects.sync import FreeOp, InitOp
from asyncir.driver.machine_repairs import repaired_on_machine
from asyncir.ir import ModuleOp
from asyncir.ir.walk import walk
from asyncir.semantics.machines.engine import Player
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms import run_pipeline
from bench.sync_programs.draw import program
from bench.sync_programs.judge import judge

pytestmark = pytest.mark.feature("S3-11", "S3-13", "S3-19", "N5")

FLAGS = """
format = 1
name = "flags"
issued-by = "host"
[[engine]]
name = "host"
takes = ["copy", "scalar", "vector", "tensor"]
[[engine]]
name = "a"
[[engine]]
name = "b"
[[engine]]
name = "c"
[[resource]]
name = "R"
kind = "flag"
pairs = "all"
count = 4
initialise = true
free = true
at-exit = "clear"
"""
SEMAPHORES = FLAGS.replace('kind = "flag"', 'kind = "semaphore"\ncapacity = 3\nwhen-full = "fault"').replace(
    "free = true\n", ""
)
MACHINES = {"flags": FLAGS, "semaphores": SEMAPHORES}
WRITE = 'sync.work on "a" writes(%p : memref<4xf32>) { sync.opaque "write" }\n'
READ = 'sync.work on "b" reads(%p : memref<4xf32>) { sync.opaque "read" }\n'
INIT = 'sync.init "R"[0] from "a" to "b"\n'
FREE = 'sync.free "R"[0] from "a" to "b"\n'
SIGNAL = 'sync.signal "R"[0] from "a" to "b"\n'
WAIT = 'sync.wait "R"[0] from "a" to "b"\n'
ORDER = WRITE + SIGNAL + WAIT + READ
HELPER = f"func.func private @helper(%p: memref<4xf32>) {{\n{WRITE}{READ}return\n}}\n"
CALL = "func.call @helper(%p) : (memref<4xf32>) -> ()\n"


def looped(body: str) -> str:
    return f"scf.for %i = %c0 to %n step %c1 {{\n{body}}}\n"


def parsed(body: str, functions: str = "") -> ModuleOp:
    return parse_module(f"""
func.func @f(%n: index, %c: i1) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = memref.alloc() : memref<4xf32>
  {body}
  return
}}
{functions}""")


@pytest.fixture(params=MACHINES)
def machine(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    file = tmp_path / f"{request.param}.toml"
    file.write_text(MACHINES[request.param], encoding="utf-8")
    return str(file)


def asked(module: ModuleOp, machine: str) -> MachineAnswer:
    return checked(MachineProgram(next(iter(module.ops)), load_machine(machine)))


def misuses(module: ModuleOp, machine: str) -> set[str]:
    """The codes of what goes wrong in some runs."""
    player, found = Player(module, "f", load_machine(machine)), set[str]()
    for n in (0, 1, 2, 5):
        for order in ("earliest", "latest", "seed:1"):
            for way in (False, True):
                played = player.play([n, way], order)
                found |= {one.code for one in played.misuses} | {"race" for _ in played.races}
    return found


FORMS = {
    "two works": WRITE + READ,
    "a loop": looped(WRITE + READ),
    "a branch": WRITE + f"scf.if %c {{\n{READ}}}\n" + WRITE,
    "a branch in a loop": looped(WRITE + f"scf.if %c {{\n{READ}}}\n"),
    "calls": CALL + looped(CALL + READ),
}


@pytest.mark.parametrize("form", FORMS)
def test_what_is_put_in_is_initialised_on_every_path_and_freed(form: str, machine: str) -> None:
    module = parsed(FORMS[form], HELPER if "call" in FORMS[form] else "")
    run_pipeline(module, f"insert-sync{{machine={machine}}}")
    found = asked(module, machine)
    assert found.proved, (found.unknown, list(found.misuses), str(module))
    assert misuses(module, machine) == set()
    begun = sum(isinstance(op, InitOp) for op in walk(module))
    freed = sum(isinstance(op, FreeOp) for op in walk(module))
    # A function that is called again frees its own, also where the machine does not ask for it.
    assert begun
    assert freed == begun or ("semaphores" in machine and (freed > 0) == (form == "calls"))


def test_what_is_freed_is_waited_for_before_also_where_nothing_has_to_be_clear(tmp_path: Path) -> None:
    file = tmp_path / "machine.toml"
    text = SEMAPHORES.replace('at-exit = "clear"', "free = true").replace('"fault"', '"block"')
    file.write_text(text.replace("format = 1", 'at-exit = "drains"'), encoding="utf-8")
    module = parsed(looped('sync.work on "host" writes(%p : memref<4xf32>) { sync.opaque "fill" }\n' + READ))
    run_pipeline(module, f"insert-sync{{machine={file}}}")
    assert any(isinstance(op, FreeOp) for op in walk(module))
    assert asked(module, str(file)).proved, str(module)


@pytest.mark.parametrize("seed", range(5))
def test_random_programs_are_right(seed: int, machine: str) -> None:
    model = replace(load_machine(machine), name=machine)
    judged = judge(program(seed + 40, ["host", "a", "b", "c"], size=4), model, minimal=False)
    assert not judged.refused
    assert judged.faults == []


RIGHT = {
    "once": INIT + ORDER + "sync.barrier\n" + FREE,
    "in each iteration": looped(INIT + ORDER + "sync.barrier\n" + FREE),
    "on both ways": f"scf.if %c {{\n{INIT}}} else {{\n{INIT}}}\n" + ORDER + "sync.barrier\n" + FREE,
    "on the way that uses it": f"scf.if %c {{\n{INIT}{ORDER}sync.barrier\n{FREE}}}\n",
}
WRONG = {
    "never": (ORDER + "sync.barrier\n", "uninitialised", "M004"),
    "on one way only": (f"scf.if %c {{\n{INIT}}}\n" + ORDER + "sync.barrier\n", "uninitialised", "M004"),
    "in a loop that may be empty": (
        looped(INIT + ORDER + "sync.barrier\n" + FREE) + ORDER,
        "uninitialised",
        "M004",
    ),
    "twice": (INIT + INIT + ORDER + "sync.barrier\n" + FREE, "again", "M005"),
    "again in each iteration": (looped(INIT + ORDER + "sync.barrier\n"), "again", "M005"),
    "used behind its end": (INIT + ORDER + "sync.barrier\n" + FREE + ORDER, "uninitialised", "M004"),
    "freed on one way": (
        INIT + ORDER + f"sync.barrier\nscf.if %c {{\n{FREE}}}\n" + ORDER,
        "uninitialised",
        "M004",
    ),
    "freed while somebody waits": (INIT + ORDER + FREE + "sync.barrier\n", "busy", "M005"),
    "freed and not initialised": (FREE, "uninitialised", "M004"),
    "left set": (INIT + WRITE + SIGNAL + "sync.barrier\n", "left", "M003"),
}


@pytest.mark.parametrize("form", RIGHT)
def test_what_is_initialised_on_every_path_is_proved(form: str, machine: str) -> None:
    module = parsed(RIGHT[form])
    assert misuses(module, machine) == set()
    assert asked(module, machine).proved


@pytest.mark.parametrize("form", WRONG)
def test_what_is_not_is_refuted(form: str, machine: str) -> None:
    body, why, code = WRONG[form]
    module = parsed(body)
    assert why in {misuse.why for misuse in asked(module, machine).misuses}
    assert code in misuses(module, machine)


def test_what_is_not_freed_is_refuted_where_the_machine_asks_for_it(machine: str) -> None:
    module = parsed(INIT + ORDER + "sync.barrier\n")
    asks = load_machine(machine).resources[0].freed
    assert [misuse.why for misuse in asked(module, machine).misuses] == (["unfreed"] if asks else [])
    assert misuses(module, machine) == ({"M006"} if asks else set())


@pytest.mark.parametrize(
    "body",
    [
        'sync.init "R"[0] from "a" to "b"',
        'scf.if %c { sync.init "R"[0] from "a" to "b" }\n sync.init "R"[1] from "a" to "b"',
        'sync.init "R"[0] from "a" to "b"\n sync.free "R"[0] from "a" to "b"\n sync.free "R"[0] from "a" to "b"',
    ],
)
@pytest.mark.feature("N2")
def test_what_is_not_freed_or_freed_twice_is_repaired(body: str, tmp_path: Path) -> None:
    path = tmp_path / "flags.toml"
    path.write_text(FLAGS, encoding="utf-8")
    text = f"func.func @f(%c: i1) {{\n  {body}\n  return\n}}\n"
    repair = repaired_on_machine(text, "f.mlir", str(path))
    assert repair.diff
    module = parse_module(repair.text)
    assert checked(MachineProgram(next(iter(module.ops)), load_machine(str(path)))).proved


@pytest.mark.parametrize("order", ["earliest", "latest", "seed:3"])
def test_what_is_freed_too_early_is_found_in_each_order(order: str, machine: str) -> None:
    player = Player(parsed(WRONG["freed while somebody waits"][0]), "f", load_machine(machine))
    assert "M005" in {one.code for one in player.play([2, True], order).misuses}
    player = Player(parsed(RIGHT["in each iteration"]), "f", load_machine(machine))
    assert not player.play([2, True], order).misuses
