"""insert-sync and the check on every form that a program can have: it is followed, or what is not followed is said."""

from __future__ import annotations

import pytest

from asyncir.analyses.machines.checked import MachineAnswer, checked
from asyncir.analyses.machines.program import MachineProgram
from asyncir.diagnostics import DiagnosticError
from asyncir.ir import ModuleOp
from asyncir.ir.symbols import symbol_name
from asyncir.semantics.machines.engine import Player
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms import collect_remarks, run_pipeline

pytestmark = pytest.mark.feature("S3-11", "S3-14", "N5")

ORDERS = ("earliest", "latest", "seed:1", "seed:2")
ENGINES = {
    "ascend-a2": ("mte2", "v", "mte3"),
    "aie2": ("mm2s0", "s2mm0", "mm2s1"),
    "cdna3": ("vmem", "lds", "smem"),
}
MACHINES = tuple(ENGINES)
ENGINES["bismo"] = ("fetch", "execute", "result")
PUT = 'sync.work on "A" writes(%p : memref<4xf32>) { sync.opaque "put" }\n'
USE = 'sync.work on "B" reads(%p : memref<4xf32>) writes(%q : memref<4xf32>) { sync.opaque "use" }\n'
GET = 'sync.work on "C" reads(%q : memref<4xf32>) { sync.opaque "get" }\n'
HELPER = f"""
func.func private @helper(%p: memref<4xf32>, %q: memref<4xf32>) {{
  {USE}
  return
}}
"""


def looped(body: str, bound: str = "%n") -> str:
    return f"scf.for %i = %c0 to {bound} step %c1 {{\n{body}}}\n"


def parsed(body: str, machine: str = "ascend-a2", functions: str = "") -> ModuleOp:
    text = f"""{functions}
func.func @f(%n: index, %c: i1) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = memref.alloc() : memref<4xf32>
  %q = memref.alloc() : memref<4xf32>
  {body}
  return
}}
"""
    for word, engine in zip("ABC", ENGINES[machine], strict=True):
        text = text.replace(f'"{word}"', f'"{engine}"')
    return parse_module(text)


def asked(module: ModuleOp, machine: str = "ascend-a2") -> MachineAnswer:
    function = next(op for op in module.ops if symbol_name(op) == "f")
    return checked(MachineProgram(function, load_machine(machine)))


def goes_wrong(module: ModuleOp, machine: str = "ascend-a2") -> list[str]:
    player, found = Player(module, "f", load_machine(machine)), list[str]()
    for n in (0, 1, 3, 26):
        for order in ORDERS:
            played = player.play([n, bool(n % 2)], order)
            found += [f"{n} {order}: {one}" for one in (*played.races, *played.misuses, *played.faults)]
            found += [f"{n} {order}: deadlock"] if played.deadlock else []
    return found


def put_in(body: str, machine: str = "ascend-a2", functions: str = "") -> ModuleOp:
    """A program with what `insert-sync` puts into it, which is proved and right."""
    module = parsed(body, machine, functions)
    assert goes_wrong(module, machine)
    run_pipeline(module, f"insert-sync{{machine={machine}}}")
    found = asked(module, machine)
    assert found.proved, (found.unknown, list(found.races), list(found.misuses), str(module))
    assert goes_wrong(module, machine) == []
    return module


IN_PLACE = {
    "a region": f"scf.execute_region {{\n{PUT}{USE}scf.yield\n}}\n{GET}",
    "regions in a loop": looped(
        f"scf.execute_region {{\n{PUT}scf.yield\n}}\nscf.execute_region {{\n{USE}scf.yield\n}}\n"
    ),
    "a region with a result": f"%k = scf.execute_region -> index {{\n{PUT}scf.yield %n : index\n}}\n"
    + looped(USE, "%k"),
    "a region that gives memory": "%m = scf.execute_region -> memref<4xf32> {\n%new = memref.alloc() : memref<4xf32>\n"
    + PUT.replace("%p", "%new")
    + "scf.yield %new : memref<4xf32>\n}\n"
    + USE.replace("%p", "%m"),
    "a region in a branch": f"{PUT}scf.if %c {{\nscf.execute_region {{\n{USE}scf.yield\n}}\n}}\n{PUT}",
    "the stack": f"{PUT}memref.alloca_scope {{\n{USE}}}\n{GET}",
    "memory of the stack": looped(
        "memref.alloca_scope {\n%s = memref.alloca() : memref<4xf32>\n"
        + (PUT + USE).replace("%p", "%s")
        + "}\n"
    ),
    "memory of two scopes": "memref.alloca_scope {\n%s = memref.alloca() : memref<4xf32>\n"
    + PUT.replace("%p", "%s")
    + "memref.alloca_scope {\n"
    + USE.replace("%p", "%s")
    + "}\n}\n",
}


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("form", IN_PLACE)
def test_regions_that_run_in_place_are_followed(form: str, machine: str) -> None:
    put_in(IN_PLACE[form], machine)


def test_memory_of_a_scope_ends_with_the_scope() -> None:
    scope = (
        "memref.alloca_scope {{\n%s = memref.alloca() : memref<4xf32>\n"
        + PUT.replace("%p", "%s").replace("{", "{{").replace("}", "}}")
        + '{}}}\nsync.signal "event"[0] from "mte2" to "s"\nsync.wait "event"[0] from "mte2" to "s"\n'
    )
    early = parsed(scope.format(""))
    assert [race.first.name for race in asked(early).races] == ["sync.work"]
    assert goes_wrong(early)
    waited = 'sync.signal "event"[1] from "mte2" to "s"\nsync.wait "event"[1] from "mte2" to "s"\n'
    assert asked(parsed(scope.format(waited))).proved


SAID = {
    "cf.cond_br": (
        f"cf.cond_br %c, ^a, ^b\n^a:\n{PUT}cf.br ^b\n^b:\n{USE}",
        "cf.cond_br goes to another block, and only structured control flow is followed",
        "write it with scf.if, scf.for or scf.while, or let `lift-cf-to-scf` do so first",
    ),
    "cf.br in a region": (
        f"scf.execute_region {{\ncf.br ^a\n^a:\n{PUT}scf.yield\n}}\n",
        "cf.br goes to another block, and only structured control flow is followed",
        "write it with scf.if, scf.for or scf.while, or let `lift-cf-to-scf` do so first",
    ),
    "scf.parallel": (
        f"scf.parallel (%i) = (%c0) to (%n) step (%c1) {{\n{PUT}scf.reduce\n}}\n",
        "scf.parallel has works or synchronisation in it, and only structured control flow is followed",
        "write it with scf.if, scf.for or scf.while",
    ),
    "a condition": (
        f"scf.while : () -> () {{\n{PUT}scf.condition(%c)\n}} do {{\nscf.yield\n}}\n",
        "the condition of the loop touches memory or synchronises",
        "do it at the end of the body, and hand its result to the condition",
    ),
    "a process": (
        f'sync.process on "A" {{\n{PUT}}}\n',
        "what another engine executes as a process is not followed",
        "write the synchronisation of this function by hand, and ask `asyncir check`",
    ),
}


@pytest.mark.parametrize("form", SAID)
def test_what_is_not_followed_is_said(form: str) -> None:
    body, why, help = SAID[form]
    assert asked(parsed(body)).unknown == why
    with pytest.raises(DiagnosticError) as raised:
        run_pipeline(parsed(body), "insert-sync{machine=ascend-a2}")
    (said,) = raised.value.diagnostics
    assert (said.code, said.message, said.help) == ("P150", f"the program is not followed: {why}", help)


CALL = "func.call @helper(%p, %q) : (memref<4xf32>, memref<4xf32>) -> ()\n"
CALLS = {
    "between works": f"{PUT}{CALL}{GET}",
    "between works of a loop": looped(f"{PUT}{CALL}{GET}"),
    "twice in a loop": looped(f"{PUT}{CALL}{GET}{CALL}"),
    "in a branch of a loop": looped(f"scf.if %c {{\n{PUT}{CALL}}}\n{GET}"),
}


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("form", CALLS)
def test_calls_are_followed_wherever_they_are(form: str, machine: str) -> None:
    put_in(CALLS[form], machine, HELPER)


RING = """%size = arith.constant SIZE : index
%ring = memref.alloc() : memref<SIZEx4xf32>
scf.for %i = %c0 to %n step %c1 {
  %slot = arith.remui %i, %size : index
  %at = memref.subview %ring[%slot, 0] [1, 4] [1, 1] : memref<SIZEx4xf32> to memref<4xf32, strided<[1], offset: ?>>
  sync.work on "A" writes(%at : memref<4xf32, strided<[1], offset: ?>>) { sync.opaque "put" }
  sync.work on "B" reads(%at : memref<4xf32, strided<[1], offset: ?>>) { sync.opaque "get" }
}
"""
AHEAD = """%size = arith.constant SIZE : index
%rows = memref.alloc() : memref<64x4xf32>
scf.for %i = %c0 to %n step %c1 {
  %j = arith.addi %i, %size : index
  %new = memref.subview %rows[%j, 0] [1, 4] [1, 1] : memref<64x4xf32> to memref<4xf32, strided<[1], offset: ?>>
  %old = memref.subview %rows[%i, 0] [1, 4] [1, 1] : memref<64x4xf32> to memref<4xf32, strided<[1], offset: ?>>
  sync.work on "A" writes(%new : memref<4xf32, strided<[1], offset: ?>>) { sync.opaque "put" }
  sync.work on "B" reads(%old : memref<4xf32, strided<[1], offset: ?>>) { sync.opaque "get" }
}
"""


def remarks_of(body: str, machine: str) -> list[str]:
    with collect_remarks() as remarks:
        put_in(body, machine)
    return [remark.code for remark in remarks]


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("size", [3, 17, 24])
def test_rings_of_any_size_are_right(size: int, machine: str) -> None:
    expected = ["P155"] if size > 12 else []
    assert remarks_of(RING.replace("SIZE", str(size)), machine) == expected


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("size", [3, 9, 20])
def test_iterations_that_conflict_may_be_any_number_apart(size: int, machine: str) -> None:
    # On aie2 the process waits until queues have room: what was done nine iterations before is over.
    expected = ["P155"] if size > 8 and machine != "aie2" else []
    assert remarks_of(AHEAD.replace("SIZE", str(size)), machine) == expected


def test_iterations_that_are_far_apart_are_proved_where_what_was_long_ago_is_over() -> None:
    far = parsed(AHEAD.replace("SIZE", "20"))
    assert asked(far).unknown == "iterations of it conflict that are far apart"
    assert goes_wrong(far)
    there = 'sync.signal "event"[0] from "mte2" to "v"\nsync.wait "event"[0] from "mte2" to "v"\n'
    back = 'sync.signal "event"[0] from "v" to "mte2"\nsync.wait "event"[0] from "v" to "mte2"\n'
    said = {
        text: asked(
            parsed(AHEAD.replace("SIZE", "20").replace('  sync.work on "B"', text + '  sync.work on "B"'))
        )
        for text in (there, back, there + back)
    }
    assert said[there + back].proved
    # The flag may still be set when it is set again.
    assert [misuse.why for misuse in said[there].misuses] == ["full"]
    assert not said[back].proved


def test_reads_that_are_far_apart_are_no_conflict() -> None:
    reads = AHEAD.replace("SIZE", "20").replace("writes(%new", "reads(%new")
    assert asked(parsed(reads + "sync.barrier\n")).proved


def test_of_a_slot_that_is_not_told_nothing_is_taken_for_known() -> None:
    # Which flag it is goes round with the slot, after 24 iterations.
    flags = RING.replace("SIZE", "24").replace(
        '  sync.work on "B"',
        "  %e = arith.constant 8 : index\n  %w = arith.remui %slot, %e : index\n"
        '  sync.signal "event"[%w] from "mte2" to "v"\n  sync.wait "event"[%w] from "mte2" to "v"\n'
        '  sync.work on "B"',
    )
    found = asked(parsed(flags))
    assert not found.proved
    assert found.unknown == "which instance of the resource it is cannot be told"


@pytest.mark.parametrize("size", [1, 4, 7])
def test_queues_of_signals_that_wait_for_room_are_proved(size: int) -> None:
    put_in(AHEAD.replace("SIZE", str(size)), "bismo")


def test_more_signals_than_a_queue_has_room_for_are_refuted() -> None:
    signal, wait = (f'sync.{op} "token"[0] from "fetch" to "execute"\n' for op in ("signal", "wait"))
    assert asked(parsed(signal * 8 + wait * 8, "bismo"), "bismo").proved
    module = parsed(signal * 9 + "sync.barrier\n" + wait * 9, "bismo")
    assert [misuse.why for misuse in asked(module, "bismo").misuses] == ["full"]
    assert goes_wrong(module, "bismo")


def test_which_flag_it_is_may_be_given_to_a_function() -> None:
    arguments = "(%p: memref<4xf32>, %flag: index)"
    give = 'sync.signal "event"[%flag] from "mte2" to "v"\n'
    take = 'sync.wait "event"[%flag] from "mte2" to "v"\n'
    functions = f"""
func.func private @give{arguments} {{\n{PUT}{give}return\n}}
func.func private @take{arguments} {{\n{take}{USE.replace("writes(%q : memref<4xf32>)", "")}return\n}}
"""
    calls = [
        f"func.call @{name}(%{memory}, %c{flag}) : (memref<4xf32>, index) -> ()\n"
        for name, memory, flag in (("give", "p", 0), ("give", "q", 1), ("take", "p", 0), ("take", "q", 1))
    ]
    right = parsed("".join(calls), functions=functions)
    assert asked(right).proved
    assert goes_wrong(right) == []
    crossed = parsed("".join(calls).replace("@take(%p, %c0)", "@take(%p, %c1)"), functions=functions)
    assert not asked(crossed).proved
    assert goes_wrong(crossed)
