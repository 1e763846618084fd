"""Asynchronous effects in groups: which an op has, what waits for them, what prepares that, and what does so already."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from asyncir import DiagnosticError, parse, print_module
from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.program import MachineProgram
from asyncir.dialects import context
from asyncir.dialects.effects import Access, Effect, Milestone, effects_of
from asyncir.driver.effect_groups import EffectGroups, FallbackEffectSystem
from asyncir.ir import ModuleOp, Operation
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine, read_machine

pytestmark = pytest.mark.feature("S3-4")

SHARED = "#gpu.address_space<workgroup>"


def ops(module: ModuleOp, *names: str) -> list[Operation]:
    return [op for op in module.walk() if op.name in names]


def program(body: str, arguments: str = "%x: memref<16xf32>, %y: memref<16xf32>, %n: index") -> ModuleOp:
    return parse(
        f"""
func.func @f({arguments}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.alloc() : memref<16xf32>
  %b = memref.alloc() : memref<16xf32>
  {body}
  return
}}
"""
    )


LOAD = 'sync.work on "mte2" { memref.copy %x, %a : memref<16xf32> to memref<16xf32> }\n'
USE = 'sync.work on "v" { memref.copy %a, %b : memref<16xf32> to memref<16xf32> }\n'
SIGNAL = 'sync.signal "event"[0] from "mte2" to "v"\n'
WAIT = 'sync.wait "event"[0] from "mte2" to "v"\n'


# ---- which effects are asynchronous


@pytest.mark.feature("S3-1", "S3-5", "S3-6")
def test_what_an_engine_does_is_asynchronous_and_all_else_is_not() -> None:
    asked = EffectGroups("ascend-a2")
    module = program(LOAD + "%v = memref.load %x[%c0] : memref<16xf32>")
    (work,) = ops(module, "sync.work")
    (group,) = asked.groups(work)
    assert (group.engine, group.milestone, len(group.effects)) == ("mte2", Milestone.WRITTEN, 2)
    assert all(asked.group(work, effect) == group for effect in effects_of(work))
    (own,) = ops(module, "memref.load")
    assert asked.groups(own) == []
    assert asked.group(own, effects_of(own)[0]) is None


def test_an_op_has_a_group_for_each_engine_that_works_in_it() -> None:
    asked = EffectGroups("ascend-a2")
    module = program("scf.for %i = %c0 to %n step %c1 {\n" + LOAD + USE + USE + "}")
    (loop,) = ops(module, "scf.for")
    groups = asked.groups(loop)
    assert [(group.engine, len(group.effects)) for group in groups] == [("mte2", 2), ("v", 2)]


def test_sources_are_a_group_of_their_own_where_the_machine_waits_for_them_alone() -> None:
    asked = EffectGroups("cuda-sm90")
    module = program('sync.work on "tma-store" { memref.copy %a, %x : memref<16xf32> to memref<16xf32> }')
    (work,) = ops(module, "sync.work")
    reads, writes = asked.groups(work)
    assert (reads.milestone, writes.milestone) == (Milestone.SOURCE_READ, Milestone.WRITTEN)
    end = ops(module, "func.return")[0]
    early, late = asked.create_wait(reads, end), asked.create_wait(writes, end)
    assert (early.properties["until"].data, late.properties.get("until")) == ("read", None)  # pyright: ignore
    assert asked.does_sync(reads, late)
    assert not asked.does_sync(writes, early)


@pytest.mark.feature("S3-3")
def test_a_plain_copy_is_asynchronous_for_the_other_threads_of_a_block() -> None:
    module = program("memref.copy %x, %a : memref<16xf32> to memref<16xf32>")
    (copy,), (end,) = ops(module, "memref.copy"), ops(module, "func.return")
    on_machine = EffectGroups("cuda-sm80")
    (group,) = on_machine.groups(copy)
    assert group.engine == "block"
    barrier = on_machine.create_wait(group, end)
    assert barrier.name == "gpu.barrier", "which the file calls a barrier on the block"
    (function,) = ops(module, "func.func")
    assert EffectGroups().groups(copy) == []
    function.attributes["gpu.known_block_size"] = parse(
        "module attributes {a.b = array<i32: 32, 1, 1>} {}"
    ).attributes["a.b"]
    asked = EffectGroups()
    (group,) = asked.groups(copy)
    assert asked.create_wait(group, end).name == "gpu.barrier"


# ---- what waits for them


@pytest.mark.feature("S3-9", "S3-10")
@pytest.mark.parametrize("machine", ["ascend-a2", "aie2", "bismo", "hexagon", "cuda-sm80", "nvdla", "vulkan"])
def test_a_wait_is_made_of_what_the_machine_has(machine: str) -> None:
    model = load_machine(machine)
    engine = next(one.name for one in model.engines if one.name != model.issuer)
    load = f'sync.work on "{engine}" {{ memref.copy %x, %a : memref<16xf32> to memref<16xf32> }}\n'
    module = program(load)
    asked = EffectGroups(machine)
    (work,), (end,) = ops(module, "sync.work"), ops(module, "func.return")
    (group,) = asked.groups(work)
    made = asked.create_wait(group, end)
    assert asked.does_sync(group, made)
    if machine != "cuda-sm80":  # There, a thread knows it, and the block only behind a barrier.
        assert checked(MachineProgram(next(iter(module.ops)), model)).proved, print_module(module)


@pytest.mark.feature("S3-10")
@pytest.mark.parametrize(
    ("body", "syncs"),
    [
        (LOAD + SIGNAL + WAIT, True),
        (LOAD + SIGNAL + WAIT + USE, True),
        (SIGNAL + LOAD + WAIT, False),
        (SIGNAL + WAIT + LOAD, False),
        (LOAD + 'sync.signal "event"[1] from "mte2" to "v"\n' + WAIT, False),
        (LOAD + "scf.if %c {\n" + SIGNAL + "}\n" + WAIT, False),
        ("scf.for %i = %c0 to %n step %c1 {\n" + LOAD + SIGNAL + WAIT + "}", True),
    ],
)
def test_a_wait_is_for_what_its_signal_stands_behind(body: str, syncs: bool) -> None:
    module = program(body, "%x: memref<16xf32>, %n: index, %c: i1")
    asked = EffectGroups("ascend-a2")
    work, (wait,) = ops(module, "sync.work")[0], ops(module, "sync.wait")
    (group,) = asked.groups(work)
    assert asked.does_sync(group, wait) is syncs


@pytest.mark.feature("S3-10")
@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_count_leaves_so_many_of_the_youngest(count: int) -> None:
    module = program(
        "scf.for %i = %c0 to %n step %c1 {\n"
        'sync.work on "cp.async" { memref.copy %x, %a : memref<16xf32> to memref<16xf32> }\n'
        f'sync.commit "group"\nsync.wait "group", {count}\n}}'
    )
    asked = EffectGroups("cuda-sm80")
    (work,), (wait,) = ops(module, "sync.work"), ops(module, "sync.wait")
    (group,) = asked.groups(work)
    assert [asked.does_sync(group, wait, younger) for younger in range(4)] == [n >= count for n in range(4)]


@pytest.mark.feature("S3-9")
def test_no_wait_is_made_where_it_would_misuse_something() -> None:
    """A signal in each iteration and one wait behind the loop is too many signals: there the barrier of all remains."""
    module = program("scf.for %i = %c0 to %n step %c1 {\n" + LOAD + "}")
    asked = EffectGroups("ascend-a2")
    (work,), (end,) = ops(module, "sync.work"), ops(module, "func.return")
    (group,) = asked.groups(work)
    assert asked.create_wait(group, end).name == "sync.barrier"
    assert ops(module, "sync.signal") == []


@pytest.mark.feature("S3-9", "S3-12")
def test_no_flag_is_signalled_twice_by_a_wait_that_is_made() -> None:
    """In a loop, `mte2` could signal again before `v` has waited: so the process waits, and signals follow its waits."""
    module = program("scf.for %i = %c0 to %n step %c1 {\n" + LOAD + USE + "}\nsync.barrier")
    asked = EffectGroups("ascend-a2")
    load, use = ops(module, "sync.work")
    wait = asked.create_wait(asked.groups(load)[0], use)
    assert (wait.name, wait.properties["target"].data) == ("sync.wait", "s")  # pyright: ignore
    answer = checked(MachineProgram(next(iter(module.ops)), load_machine("ascend-a2")))
    assert not answer.misuses


@pytest.mark.feature("S3-10")
def test_a_barrier_on_an_engine_is_for_its_works() -> None:
    module = program(LOAD + USE + 'sync.barrier on "v"\nsync.barrier on "mte2"\nsync.barrier')
    asked = EffectGroups("ascend-a2")
    works, barriers = ops(module, "sync.work"), ops(module, "sync.barrier")
    table = [[asked.does_sync(asked.groups(work)[0], barrier) for barrier in barriers] for work in works]
    assert table == [[False, True, True], [True, False, True]]


@pytest.mark.feature("S3-9")
def test_what_no_resource_waits_for_is_refused() -> None:
    machine = read_machine(
        'issued-by = "core"\nbarriers = []\n[[engine]]\nname = "core"\n[[engine]]\nname = "dma"\n', "m.toml"
    )
    module = program('sync.work on "dma" { memref.copy %x, %a : memref<16xf32> to memref<16xf32> }')
    asked = EffectGroups(machine)
    (work,), (end,) = ops(module, "sync.work"), ops(module, "func.return")
    with pytest.raises(DiagnosticError) as raised:
        asked.create_wait(asked.groups(work)[0], end)
    assert [d.code for d in raised.value.diagnostics] == ["P151"]


# ---- what prepares it

PREPARED = """
issued-by = "core"
barriers = []
[[engine]]
name = "core"
[[engine]]
name = "dma"
[[resource]]
name = "box"
kind = "semaphore"
count = 2
initialise = true
"""


@pytest.mark.feature("S3-7", "S3-8")
def test_what_has_to_be_initialised_is_and_is_known_to_be() -> None:
    machine = read_machine(PREPARED, "m.toml")
    module = program('sync.work on "dma" { memref.copy %x, %a : memref<16xf32> to memref<16xf32> }')
    asked = EffectGroups(machine)
    (work,), (end,) = ops(module, "sync.work"), ops(module, "func.return")
    (group,) = asked.groups(work)
    assert not asked.does_initialize(group, None)
    with pytest.raises(DiagnosticError):
        asked.create_wait(group, end)
    made = asked.create_init(group, work)
    assert made is not None
    assert (made.name, made.prev_op is not None, made.next_op) == ("sync.init", True, work)
    assert asked.does_initialize(group, made)
    wait = asked.create_wait(group, end)
    assert asked.does_sync(group, wait)
    assert not asked.does_initialize(group, wait)
    made.detach()
    end.parent.insert_op_before(made, end)  # pyright: ignore
    assert not asked.does_initialize(group, made), "it comes too late"


@pytest.mark.feature("S3-7", "S3-8")
def test_most_need_no_preparation() -> None:
    module = program(LOAD)
    asked = EffectGroups("ascend-a2")
    (work,) = ops(module, "sync.work")
    (group,) = asked.groups(work)
    assert asked.does_initialize(group, None)
    assert asked.create_init(group, work) is None


# ---- systems do not mix

FOUR_LINES = f"""
func.func @f(%A: memref<128xf32>, %B: memref<128xf32, {SHARED}>) attributes {{gpu.known_block_size = array<i32: 32, 1, 1>}} {{
  %c0 = arith.constant 0 : index
  %t = nvgpu.device_async_copy %A[%c0], %B[%c0], 4 : memref<128xf32> to memref<128xf32, {SHARED}>
  gpu.barrier
  %g = nvgpu.device_async_create_group %t
  nvgpu.device_async_wait %g
  %x = memref.load %B[%c0] : memref<128xf32, {SHARED}>
  memref.store %x, %A[%c0] : memref<128xf32>
  gpu.barrier
  return
}}
"""


@pytest.mark.feature("S3-2", "S3-10", "S3-20")
def test_a_barrier_completes_no_copy() -> None:
    module = parse(FOUR_LINES)
    asked = EffectGroups()
    (copy,), (wait,) = ops(module, "nvgpu.device_async_copy"), ops(module, "nvgpu.device_async_wait")
    (group,) = asked.groups(copy)
    assert [effect.milestone for effect in group.effects] == [Milestone.SOURCE_READ, Milestone.WRITTEN]
    barriers = ops(module, "gpu.barrier")
    assert [asked.does_sync(group, op) for op in (*barriers, wait)] == [False, False, True]
    (store,) = ops(module, "memref.store")
    (stored,) = asked.groups(store)
    assert stored.system != group.system
    assert [asked.does_sync(stored, op) for op in (*barriers, wait)] == [False, True, False]


@pytest.mark.feature("S3-20")
def test_what_completes_one_engine_completes_no_other() -> None:
    module = program(
        'sync.work on "tma-store" { memref.copy %a, %x : memref<16xf32> to memref<16xf32> }\n'
        'sync.work on "wgmma" { memref.copy %b, %y : memref<16xf32> to memref<16xf32> }\n'
        'sync.commit "bulk"\nsync.commit "wgmma"\nsync.wait "bulk", 0\nsync.wait "wgmma", 0\n'
    )
    asked = EffectGroups("cuda-sm90")
    works, waits = ops(module, "sync.work"), ops(module, "sync.wait")
    table = [[asked.does_sync(asked.groups(work)[-1], wait) for wait in waits] for work in works]
    assert table == [[True, False], [False, True]]


# ---- real ops


@pytest.mark.feature("S3-9", "S3-10")
def test_a_copy_of_a_thread_is_committed_and_waited_for() -> None:
    module = parse(FOUR_LINES)
    for op in reversed(ops(module, "nvgpu.device_async_wait", "nvgpu.device_async_create_group")):
        op.detach()
        op.erase()
    asked = EffectGroups()
    (copy,), (load,) = ops(module, "nvgpu.device_async_copy"), ops(module, "memref.load")
    (group,) = asked.groups(copy)
    assert asked.create_wait(group, load).name == "nvgpu.device_async_wait"
    assert [op.name for op in (copy.next_op, load.prev_op) if op] == [
        "nvgpu.device_async_create_group",
        "nvgpu.device_async_wait",
    ]


@pytest.mark.feature("S3-10")
@pytest.mark.parametrize(("count", "syncs"), [(0, True), (1, True)])
def test_a_count_of_groups_is_held_against_the_commits_between(count: int, syncs: bool) -> None:
    module = parse(
        f"""
func.func @f(%A: memref<128xf32>, %B: memref<128xf32, {SHARED}>) {{
  %c0 = arith.constant 0 : index
  %t = nvgpu.device_async_copy %A[%c0], %B[%c0], 4 : memref<128xf32> to memref<128xf32, {SHARED}>
  %g = nvgpu.device_async_create_group %t
  %h = nvgpu.device_async_create_group
  nvgpu.device_async_wait %g {{numGroups = {count} : i32}}
  return
}}
"""
    )
    asked = EffectGroups()
    (copy,), (wait,) = ops(module, "nvgpu.device_async_copy"), ops(module, "nvgpu.device_async_wait")
    assert asked.does_sync(asked.groups(copy)[0], wait) is syncs


@pytest.mark.feature("S3-4", "S3-9", "S3-10")
def test_async_ops_of_one_commit_are_one_group() -> None:
    module = program(
        "%t = queue.commit(0) {\n"
        "queue.async { memref.copy %x, %a : memref<16xf32> to memref<16xf32> }\n"
        "queue.async { memref.copy %x, %b : memref<16xf32> to memref<16xf32> }\n"
        "} -> !async.token\nqueue.wait(1, 0)\nqueue.wait(0, 1)\nqueue.wait(0, 0)\n"
    )
    asked = EffectGroups()
    (commit,), (end,) = ops(module, "queue.commit"), ops(module, "func.return")
    (group,) = asked.groups(commit)
    assert sorted(effect.access.name for effect in group.effects) == ["READ", "WRITE", "WRITE"]
    assert [asked.does_sync(group, wait) for wait in ops(module, "queue.wait")] == [False, False, True]
    assert asked.create_wait(group, end).name == "queue.await"


@pytest.mark.feature("S3-9", "S3-10")
def test_a_task_is_complete_with_its_token() -> None:
    module = program(
        "%t = async.execute { memref.copy %x, %a : memref<16xf32> to memref<16xf32>\n async.yield }\n"
        "%u = async.execute [%t] { async.yield }\n"
        "%v = async.execute { async.yield }\n"
        "async.await %v : !async.token\nasync.await %u : !async.token\n"
    )
    asked = EffectGroups()
    task, end = ops(module, "async.execute")[0], ops(module, "func.return")[0]
    (group,) = asked.groups(task)
    assert [asked.does_sync(group, wait) for wait in ops(module, "async.await")] == [False, True]
    assert asked.create_wait(group, end).name == "async.await"


@pytest.mark.feature("S3-10")
@pytest.mark.parametrize(("count", "parity", "syncs"), [(32, 0, True), (32, 1, False), (31, 0, False)])
def test_the_first_phase_of_an_mbarrier_is_for_what_threads_did_before(
    count: int, parity: int, syncs: bool
) -> None:
    group_type = f"<memorySpace = {SHARED}>"
    module = parse(
        f"""
func.func @f(%A: memref<128xf32>) attributes {{gpu.known_block_size = array<i32: 32, 1, 1>}} {{
  %c0 = arith.constant 0 : index
  %n = arith.constant {count} : index
  %ticks = arith.constant 1000 : index
  %p = arith.constant {"true" if parity else "false"}
  %v = arith.constant 1.0 : f32
  %b = nvgpu.mbarrier.create -> {group_type}
  nvgpu.mbarrier.init %b[%c0], %n : {group_type}
  gpu.barrier
  memref.store %v, %A[%c0] : memref<128xf32>
  %t = nvgpu.mbarrier.arrive %b[%c0] : {group_type} -> !nvgpu.mbarrier.token
  nvgpu.mbarrier.try_wait.parity %b[%c0], %p, %ticks : {group_type}
  return
}}
"""
    )
    asked = EffectGroups()
    (store,), (wait,) = ops(module, "memref.store"), ops(module, "nvgpu.mbarrier.try_wait.parity")
    assert asked.does_sync(asked.groups(store)[0], wait) is syncs


VENDOR = """
func.func @f(%x: memref<16xf32>, %y: memref<16xf32>) {
  %a = memref.alloc() : memref<16xf32, "ub">
  hivm.hir.load ins(%x : memref<16xf32>) outs(%a : memref<16xf32, "ub">)
  hivm.hir.store ins(%a : memref<16xf32, "ub">) outs(%y : memref<16xf32>)
  "hivm.hir.pipe_barrier"() {pipe = "PIPE_ALL"} : () -> ()
  return
}
"""


@pytest.mark.feature("S3-5", "S3-9", "S3-10", "N5")
def test_a_vendors_ops_are_asked_and_waited_for_in_their_own_words() -> None:
    machine = load_machine("ascend-a2")
    module = parse_module(VENDOR, ctx=context(machine.foreign))
    asked = EffectGroups(machine)
    (load,), (store,) = ops(module, "hivm.hir.load"), ops(module, "hivm.hir.store")
    (barrier,) = ops(module, "hivm.hir.pipe_barrier")
    (group,) = asked.groups(load)
    assert group.engine == "mte2"
    assert asked.does_sync(group, barrier)
    made = asked.create_wait(group, store)
    assert made.name == "hivm.hir.wait_flag"
    assert load.next_op is not None
    assert load.next_op.name == "hivm.hir.set_flag"
    assert asked.does_sync(group, made)
    assert not asked.does_sync(asked.groups(store)[0], made)


# ---- fallbacks


@pytest.mark.feature("S3-18")
def test_an_author_says_what_no_system_knows() -> None:
    """A function that starts something, and one that waits for it: a fallback makes groups of that."""
    module = parse(
        """
func.func private @start(memref<16xf32>) attributes {asyncir.effects = "arguments"}
func.func private @finish()
func.func @f(%x: memref<16xf32>) {
  func.call @start(%x) : (memref<16xf32>) -> ()
  return
}
"""
    )

    def calls(name: str) -> Callable[[Operation], bool]:
        return lambda op: op.name == "func.call" and f"@{name}" in str(op.properties["callee"])

    def wait(group: object, before: Operation) -> Operation:
        made = parse(
            "func.func private @finish()\nfunc.func @g() {\n func.call @finish() : () -> ()\n return\n}"
        )
        (call,) = ops(made, "func.call")
        call.detach()
        assert before.parent is not None
        before.parent.insert_op_before(call, before)
        return call

    fallback = FallbackEffectSystem(
        "library",
        lambda op: (
            [[Effect(Access.WRITE, op.operands[0], milestone=Milestone.WRITTEN)]]
            if calls("start")(op)
            else None
        ),
        wait,
        lambda _, other: calls("finish")(other),
    )
    (call,), (end,) = ops(module, "func.call"), ops(module, "func.return")
    assert EffectGroups().groups(call) == []
    asked = EffectGroups(fallbacks=[fallback])
    (group,) = asked.groups(call)
    assert asked.does_initialize(group, None)
    assert not asked.does_sync(group, call)
    made = asked.create_wait(group, end)
    assert asked.does_sync(group, made)
    with pytest.raises(ValueError, match="library"):
        EffectGroups().does_sync(group, made)


@pytest.mark.feature("S3-18")
def test_a_machine_says_it_of_an_op_that_is_plain() -> None:
    """The file of a machine is a fallback, too: a table for copies."""
    machine = read_machine(
        'issued-by = "core"\n[[engine]]\nname = "core"\n[[engine]]\nname = "dma"\n'
        '[[op]]\nname = "memref.copy"\nengine = "dma"\n',
        "m.toml",
    )
    module = program("memref.copy %x, %a : memref<16xf32> to memref<16xf32>")
    asked = EffectGroups(machine)
    (copy,), (end,) = ops(module, "memref.copy"), ops(module, "func.return")
    (group,) = asked.groups(copy)
    assert (group.engine, [effect.access for effect in group.effects]) == ("dma", [Access.READ, Access.WRITE])
    assert asked.does_sync(group, asked.create_wait(group, end))


def test_globals_are_memory() -> None:
    """A loop of the process that reads a global waits for the work that writes it."""
    text = """
memref.global @g : memref<16xf32>
func.func @f(%x: memref<16xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %g = memref.get_global @g : memref<16xf32>
  sync.work on "dma" { memref.copy %x, %g : memref<16xf32> to memref<16xf32> }
  WAIT
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> (f32) {
    %v = memref.load %g[%i] : memref<16xf32>
    %b = arith.addf %a, %v : f32
    scf.yield %b : f32
  }
  sync.wait "descriptors", 0
  return %s : f32
}
"""
    for wait, proved in (("", False), ('sync.wait "descriptors", 0', True)):
        module = parse(text.replace("WAIT", wait))
        (function,) = ops(module, "func.func")
        assert checked(MachineProgram(function, load_machine("hexagon"))).proved is proved
