"""Fences between proxies: what lacks one is found, made and, where nothing needs it, removed; held against the player."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.orders import orders_of, superfluous
from asyncir.analyses.machines.program import MachineProgram
from asyncir.analyses.sync_report import Standing
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import context
from asyncir.driver.machines import check_on_machine
from asyncir.ir import Context, ModuleOp
from asyncir.ir.symbols import symbol_name
from asyncir.semantics.machines.engine import Player
from asyncir.source.text import parse_module, print_module
from asyncir.targets.machine import load_machine, read_machine
from asyncir.transforms.eliminate_sync import EliminateSync
from asyncir.transforms.insert_sync import InsertSync
from tests.litmus.machines import test_machines
from tests.litmus.machines.programs import Litmus, machine_of, module_of

pytestmark = pytest.mark.feature("S3-2", "S3-12")

FOLDER = Path(test_machines.__file__).parent
PROXIES, BLOCK = (str(FOLDER / f"{name}.toml") for name in ("proxies", "proxy-block"))
SHARED = "#gpu.address_space<workgroup>"


def program(body: str) -> ModuleOp:
    return parse_module(
        f"""
func.func @main(%M: memref<4xf32>, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %A = memref.alloc() : memref<4xf32>
  %B = memref.alloc() : memref<4xf32>
  %C = memref.alloc() : memref<4xf32>
  {body}
  return
}}
"""
    )


def asked(module: ModuleOp, machine: str) -> MachineProgram:
    return MachineProgram(next(iter(module.ops)), load_machine(machine))


def races(module: ModuleOp, machine: str) -> bool:
    """Whether some run does."""
    player = Player(module, "main", load_machine(machine), max_steps=20_000)
    played = (
        player.play([np.zeros(4, np.float32), 3], order)
        for order in ("earliest", "latest", "seed:1", "seed:2")
    )
    return any(one.races or one.misuses or one.deadlock is not None for one in played)


COPY = "memref.copy {} : memref<4xf32> to memref<4xf32>"


def random_body(rng: random.Random, with_sync: bool) -> str:
    """Works of three engines on three arrays, and the signals, barriers and fences that chance puts between."""
    lines: list[str] = []
    for _ in range(rng.randint(3, 8)):
        source, target = rng.sample(["%A", "%B", "%C"], 2)
        copy = COPY.format(f"{source}, {target}")
        engine = rng.choice("sax")
        lines.append(copy if engine == "s" else f'sync.work on "{engine}" {{ {copy} }}')
        for _ in range(rng.randint(0, 2) if with_sync else 0):
            one, other = rng.sample("sax", 2)
            ends = f'from "{one}" to "{other}"'
            lines.append(
                rng.choice(
                    [
                        f'sync.signal "event"[0] {ends}\nsync.wait "event"[0] {ends}',
                        "sync.barrier",
                        'sync.fence "fence"',
                        'sync.fence "fence"\nsync.barrier',
                    ]
                )
            )
    if rng.random() < 0.4:
        middle = len(lines) // 2
        lines = [*lines[:middle], "scf.for %i = %c0 to %n step %c1 {", *lines[middle:], "}"]
    return "\n".join([*lines, "sync.barrier"])


@pytest.mark.parametrize("seed", range(60))
def test_what_is_proved_is_right_and_what_is_not_is_wrong(seed: int) -> None:
    module = program(random_body(random.Random(seed), with_sync=True))
    answer = checked(asked(module, PROXIES))
    if answer.unknown:
        return
    assert answer.proved is not races(module, PROXIES), print_module(module)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_put_in_is_right_and_needed(seed: int) -> None:
    module = program(random_body(random.Random(seed + 1000), with_sync=False))
    InsertSync(machine=PROXIES).apply(Context(), module)
    assert checked(asked(module, PROXIES)).proved, print_module(module)
    assert not races(module, PROXIES)
    fences = {op for op in module.walk() if op.name == "sync.fence"}
    gone = {op for order in superfluous(asked(module, PROXIES)) for op in order.ops}
    assert not fences & gone, print_module(module)


@pytest.mark.parametrize("seed", range(30))
def test_what_is_left_is_right(seed: int) -> None:
    module = program(random_body(random.Random(seed + 2000), with_sync=True))
    before = checked(asked(module, PROXIES)).proved
    EliminateSync(machine=PROXIES).apply(Context(), module)
    assert checked(asked(module, PROXIES)).proved is before
    if before:
        assert not races(module, PROXIES), print_module(module)
        assert superfluous(asked(module, PROXIES)) == []


LITMUS = [
    one
    for one in test_machines.PROGRAMS
    if one.rule in ("MAC-22", "MAC-23", "MAC-24") and not one.result.startswith("refused")
]


@pytest.mark.parametrize("one", LITMUS, ids=lambda one: one.name)
def test_the_check_knows_what_the_rules_say(one: Litmus) -> None:
    module, machine = module_of(one), machine_of(one.machine)
    (function,) = (op for op in module.ops if symbol_name(op) == "main")
    assert checked(MachineProgram(function, machine)).proved is (one.result == "ok")


def test_what_lacks_a_fence_is_named() -> None:
    module = program(
        COPY.format("%M, %A") + '\nsync.work on "x" { ' + COPY.format("%A, %B") + " }\nsync.barrier"
    )
    (race,) = checked(asked(module, PROXIES)).races
    assert (race.first.name, race.second.name, race.fence) == ("memref.copy", "sync.work", "fence")


def test_a_fence_is_an_order_of_its_own() -> None:
    body = COPY.format("%B, %A") + '\nsync.fence "fence"\nsync.fence "fence"\nsync.work on "x" { '
    module = program(body + COPY.format("%A, %M") + " }\nsync.barrier")
    orders = orders_of(asked(module, PROXIES))
    assert [[op.name for op in order.ops] for order in orders] == [
        ["sync.fence"],
        ["sync.fence"],
        ["sync.barrier"],
    ]
    (gone,) = superfluous(asked(module, PROXIES))
    assert gone.ops == orders[1].ops, "the first does, since nothing is written between the two"


def test_a_block_fences_before_the_barrier_that_tells_its_threads() -> None:
    module = program(COPY.format("%M, %A") + '\nsync.work on "x" { ' + COPY.format("%A, %B") + " }")
    InsertSync(machine=BLOCK).apply(Context(), module)
    names = [op.name for op in module.walk() if op.name.startswith("sync.")]
    assert names[:3] == ["sync.fence", "sync.barrier", "sync.work"]
    assert checked(asked(module, BLOCK)).proved


def test_a_fence_in_a_branch_is_none_behind_it() -> None:
    text = COPY.format("%M, %A") + "\nscf.if %c {\n" + 'sync.fence "fence"\n}\nsync.work on "x" { '
    module = program(
        "%c = arith.cmpi eq, %n, %c1 : index\n" + text + COPY.format("%A, %B") + " }\nsync.barrier"
    )
    assert not checked(asked(module, PROXIES)).proved


@pytest.mark.feature("N5")
def test_a_kernel_of_the_h100_gets_its_fence() -> None:
    """Ordinary stores to shared memory, and TMA that reads them: `fence.proxy.async`, which a vendor's op says."""
    module = parse_module(
        f"""
func.func @main(%x: memref<16xf32, {SHARED}>, %y: memref<16xf32>) {{
  %z = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<16xf32, {SHARED}>
  sync.barrier on "block"
  memref.store %z, %a[%c0] : memref<16xf32, {SHARED}>
  sync.work on "tma-store" {{
    memref.copy %a, %y : memref<16xf32, {SHARED}> to memref<16xf32>
  }}
  return
}}
"""
    )
    InsertSync(machine="cuda-sm90").apply(Context(), module)
    (fence,) = (op for op in module.walk() if op.name == "sync.fence")
    assert fence.prev_op is not None
    assert fence.next_op is not None
    assert (fence.prev_op.name, fence.next_op.name) == ("memref.store", "sync.barrier")
    assert checked(asked(module, "cuda-sm90")).proved


VENDOR = f"""
func.func @main(%y: memref<16xf32>) {{
  %z = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<16xf32, {SHARED}>
  memref.store %z, %a[%c0] : memref<16xf32, {SHARED}>
  "nvvm.fence.proxy"() <{{kind = #nvvm.proxy_kind<KIND>}}> : () -> ()
  gpu.barrier
  memref.copy %a, %y : memref<16xf32, {SHARED}> to memref<16xf32>
  "nvvm.cp.async.bulk.commit.group"() : () -> ()
  "nvvm.cp.async.bulk.wait_group"() {{group = 0 : i32}} : () -> ()
  gpu.barrier
  return
}}
"""


@pytest.mark.feature("N5")
@pytest.mark.parametrize(("kind", "right"), [("async", True), ("async.shared", True), ("alias", False)])
def test_the_fence_of_nvvm_is_one(kind: str, right: bool) -> None:
    machine = load_machine("cuda-sm90")
    foreign = context(machine.foreign)
    module = parse_module(VENDOR.replace("KIND", kind), ctx=foreign)
    (answer,) = check_on_machine(module, "cuda-sm90")
    assert (answer.standing is Standing.PROVED) is right


def test_a_file_names_proxies_and_memories_that_there_are() -> None:
    text = 'issued-by = "s"\n[[engine]]\nname = "s"\n[[resource]]\nname = "f"\nkind = "fence"\n'
    for more, message in (
        ("", "'to' is missing"),
        ('to = "other"', "no engine has the proxy 'other'"),
        ('to = "generic"', "a fence is between two proxies, and both are 'generic'"),
        ('to = "generic"\nfrom = "x"', "no engine has the proxy 'x'"),
        ('to = "generic"\nmemories = ["ub"]', "there is no [[memory]] called 'ub'"),
    ):
        with pytest.raises(DiagnosticError) as raised:
            read_machine(text + more + "\n", "m.toml")
        assert message in [d.message for d in raised.value.diagnostics], more
