"""Conflicts that a replay finds: by hand, and against the definition on random traces."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from asyncir.analyses.kernels.conflicts import KernelConflict, Relaxation
from asyncir.analyses.kernels.happens_before import TraceReplay
from asyncir.analyses.kernels.replay_order import replay_order
from asyncir.analyses.kernels.trace import KernelTrace
from tests.analyses.drawing import some
from tests.analyses.kernels.reachability import Graph
from tests.analyses.kernels.traces import TraceBuilder, gemm

FOUR = 4 * np.arange(64)
NEXT = 4 * ((np.arange(64) + 32) % 64)


def conflicts(trace: KernelTrace, relaxation: Relaxation | None = None) -> list[KernelConflict]:
    order = replay_order(trace)
    replay = TraceReplay(order, relaxation or Relaxation())
    replay.run(0, len(order.items))
    replay.finish()
    return list(replay.found.values())


def told(trace: KernelTrace, relaxation: Relaxation | None = None) -> list[tuple[str, int, int]]:
    return sorted((c.kind, c.first, c.second) for c in conflicts(trace, relaxation))


# Barriers


def test_a_read_of_what_another_thread_wrote_needs_a_barrier() -> None:
    build = TraceBuilder()
    build.write(1, FOUR)
    build.barrier(2)
    build.read(3, NEXT)
    assert told(build.trace()) == []
    assert told(build.trace(), Relaxation(frozenset({2}))) == [("read after write", 1, 3)]


def test_the_witness_names_threads_byte_and_trip() -> None:
    build = TraceBuilder()
    for _ in range(3):
        build.write(1, FOUR)
        build.barrier(2)
        build.read(3, FOUR)
        build.barrier(4)
    build.write(1, FOUR)
    build.read(3, NEXT)
    (found,) = conflicts(build.trace())
    assert (found.kind, found.first, found.second) == ("read after write", 1, 3)
    assert found.trips == (3, 3)
    assert abs(found.threads[0] - found.threads[1]) == 32
    assert found.byte in (4 * found.threads[0], 4 * found.threads[1])
    assert not found.within_group


def test_a_thread_may_read_what_it_wrote_itself() -> None:
    build = TraceBuilder()
    build.write(1, FOUR)
    build.read(2, FOUR)
    build.write(3, FOUR)
    assert told(build.trace()) == []


def test_an_overwrite_waits_for_readers() -> None:
    build = TraceBuilder()
    build.write(1, FOUR)
    build.barrier(2)
    build.read(3, NEXT)
    build.barrier(4)
    build.write(5, FOUR)
    assert told(build.trace()) == []
    assert told(build.trace(), Relaxation(frozenset({4}))) == [("write after read", 3, 5)]


def test_of_two_reads_the_one_of_another_thread_counts() -> None:
    """Thread 0 reads last itself; what thread 32 read before is not ordered before its write."""
    build = TraceBuilder()
    build.read(1, 0, [32])
    build.fence(9, "memory")
    build.read(2, 0, [0])
    build.write(3, 0, [0])
    assert told(build.trace()) == [("write after read", 1, 3)]


def test_threads_that_do_not_wait_at_a_barrier_go_on() -> None:
    """bar.arrive: who arrives gives, and takes nothing."""
    build = TraceBuilder()
    build.write(1, 0, [0])
    build.write(2, 256, [40])
    build.barrier_arrive(3, range(32))
    build.barrier(4, range(64), synchronised=range(32, 64), sites=(3, 4))
    build.read(5, 0, [40])
    assert told(build.trace()) == []
    build.read(6, 256, [0])
    assert told(build.trace()) == [("read after write", 2, 6)]


def test_arrivals_at_a_barrier_count_for_their_own_round() -> None:
    build = TraceBuilder()
    build.barrier_arrive(3, range(32))
    build.barrier(4, range(64), synchronised=range(32, 64), sites=(3, 4))
    build.write(1, 0, [0])
    build.read(5, 0, [40])
    assert told(build.trace()) == [("read after write", 1, 5)]


def test_a_barrier_of_a_warp_is_for_its_lanes() -> None:
    build = TraceBuilder()
    build.write(1, FOUR)
    build.warp(2, range(32))
    build.warp(2, range(32, 64))
    build.read(3, 4 * (np.arange(64) ^ 1))
    assert told(build.trace()) == []
    (found,) = conflicts(build.trace(), Relaxation(frozenset({2})))
    assert found.threads[0] // 32 == found.threads[1] // 32
    build.read(4, NEXT)
    assert told(build.trace()) == [("read after write", 1, 4)]


def test_a_barrier_at_several_places_goes_only_with_all_of_them() -> None:
    build = TraceBuilder()
    build.write(1, 0, [0])
    build.barrier(2, sites=(2, 5))
    build.read(3, 0, [40])
    assert told(build.trace(), Relaxation(frozenset({2}))) == []
    assert told(build.trace(), Relaxation(frozenset({2, 5}))) == [("read after write", 1, 3)]


# Groups


def test_a_copy_is_in_flight_for_its_own_thread_too() -> None:
    build = TraceBuilder()
    build.issue(1, "cp.async", "write", 16 * np.arange(64))
    build.commit(2)
    build.read(3, 16 * np.arange(64))
    (found,) = conflicts(build.trace())
    assert (found.kind, found.in_flight) == ("read after write", True)


def test_a_wait_is_for_the_groups_of_its_thread() -> None:
    build = TraceBuilder()
    for group in range(3):
        build.issue(1, "cp.async", "write", 0x1000 * group + 16 * np.arange(64))
        build.commit(2)
    build.wait(3, 1)
    build.read(4, 0x1000 + 16 * np.arange(64))
    assert told(build.trace()) == []
    assert told(build.trace(), Relaxation(counts=((3, 2),))) == [("read after write", 1, 4)]
    build.read(5, 16 * ((np.arange(64) + 1) % 64))
    assert set(told(build.trace())) == {("read after write", 1, 5)}


def test_what_is_not_committed_is_waited_for_by_wait_all_alone() -> None:
    build = TraceBuilder()
    build.issue(1, "cp.async", "write", 16 * np.arange(64))
    build.wait(2, 0)
    build.read(3, 16 * np.arange(64))
    assert told(build.trace()) == [("read after write", 1, 3)]
    build.events[1:2] = []
    build.events.insert(1, TraceBuilder_wait_all(2))
    assert told(build.trace()) == []


def TraceBuilder_wait_all(instruction: int) -> object:
    build = TraceBuilder()
    build.wait(instruction, 0, everything=True)
    return build.events[0]


def test_the_source_of_a_bulk_store_is_busy_until_it_was_read() -> None:
    build = TraceBuilder()
    build.write(1, FOUR)
    build.fence(2)
    build.barrier(3)
    build.issue(4, "bulk", "read", 0, [0], size=256, proxy="async")
    build.commit(5, "bulk", [0])
    build.wait(6, 0, "bulk", [0], "read")
    build.barrier(7)
    build.write(8, FOUR)
    assert told(build.trace()) == []
    assert told(build.trace(), Relaxation(frozenset({6}))) == [("exit", 4, 4), ("write after read", 4, 8)]


def test_shared_memory_is_gone_when_the_block_ends() -> None:
    build = TraceBuilder()
    build.issue(4, "bulk", "read", 0, [0], size=256, proxy="async")
    build.commit(5, "bulk", [0])
    assert told(build.trace()) == [("exit", 4, 4)]
    build.wait(6, 0, "bulk", [0], "read")
    assert told(build.trace()) == []


# mbarriers


def producer(phases: int, release: bool = True, consumer_waits: bool = True) -> TraceBuilder:
    """Warp 0's first thread fills one slot, warp 1 reads it: full is mbarrier 0, empty is 1. Instructions as below."""
    build = TraceBuilder()
    build.init(1, 0)
    build.init(2, 1, 32)
    build.fence(3, "mbarrier_init", [0])
    build.barrier(4)
    for k in range(phases):
        if k:
            build.see(5, 1, k - 1, [0])
        build.expect(6, 0, k, 1024, 0)
        build.arrive(6, 0, k, [0])
        build.issue(7, "", "write", 0, [0], size=1024, proxy="async", mbarrier=0, phase=k)
        build.complete(7, 0, k)
        if consumer_waits:
            build.see(8, 0, k, range(32, 64))
        build.read(9, FOUR[:32], range(32, 64))
        build.fence(10, who=range(32, 64))
        build.arrive(11, 1, k, range(32, 64), release=release)
        build.complete(11, 1, k)
    return build


def test_a_copy_is_seen_with_its_phase() -> None:
    assert told(producer(4).trace()) == []
    found = told(producer(1, consumer_waits=False).trace())
    assert found == [("read after write", 7, 9)]


def test_the_producer_waits_for_the_readers() -> None:
    trace = producer(4).trace()
    assert ("write after read", 9, 7) in told(trace, Relaxation(frozenset({5})))
    assert ("write after read", 9, 7) in told(trace, Relaxation(relaxed=frozenset({11})))


def test_a_generic_read_before_an_asynchronous_write_needs_a_proxy_fence() -> None:
    assert told(producer(3).trace(), Relaxation(frozenset({10}))) == [("proxy write after read", 9, 7)]


def test_an_mbarrier_is_used_behind_its_initialisation() -> None:
    found = told(producer(1).trace(), Relaxation(frozenset({4})))
    assert ("mbarrier", 1, 8) in found


def test_the_asynchronous_proxy_has_to_see_the_initialisation() -> None:
    assert told(producer(1).trace(), Relaxation(frozenset({3}))) == [("mbarrier proxy", 1, 7)]


def test_a_parity_promises_the_least_phase_that_fits() -> None:
    """Thread 40 has not seen phase 0; when it looks for phase 2 it may find phase 0."""
    build = TraceBuilder()
    build.init(1, 0)
    build.barrier(2)
    for k in range(3):
        build.write(3 + k, 4 * k, [0])
        build.arrive(8, 0, k, [0])
        build.complete(8, 0, k)
    build.see(9, 0, 2, [40])
    build.read(10, 8, [40])
    assert ("read after write", 5, 10) in told(build.trace())
    exact = TraceBuilder()
    exact.events = build.events[:-2]
    exact.see(9, 0, 2, [40], by_parity=False)
    exact.read(10, 8, [40])
    assert told(exact.trace()) == []


def test_a_phase_can_be_missed() -> None:
    """Nothing orders the look of warp 1 before the end of the next phase."""
    build = TraceBuilder(96)
    build.init(1, 0, 1)
    build.barrier(2)
    build.arrive(3, 0, 0, [0])
    build.complete(3, 0, 0)
    build.see(4, 0, 0, range(32, 96))
    build.arrive(5, 0, 1, [32])
    build.complete(5, 0, 1)
    (found,) = conflicts(build.trace())
    assert (found.kind, found.first, found.second) == ("missed phase", 5, 4)
    assert (
        found.threads[1] == 64
    )  # warp 1's first lane arrives for all of its lanes, warp 2 is not waited for


def test_copies_that_arrive_when_they_are_done_belong_to_the_phase() -> None:
    build = TraceBuilder()
    build.init(1, 0, 64)
    build.barrier(2)
    build.issue(3, "cp.async", "write", 16 * np.arange(64))
    build.arrive(4, 0, 0, deferred=True, queue="cp.async")
    build.complete(4, 0, 0)
    build.see(5, 0, 0)
    build.read(6, 16 * ((np.arange(64) + 32) % 64))
    assert told(build.trace()) == []
    assert told(build.trace(), Relaxation(frozenset({5}))) == [("read after write", 3, 6)]


# Proxies, registers, the cluster


def test_a_generic_write_before_an_asynchronous_read_needs_a_proxy_fence() -> None:
    def store(fence_at: str) -> KernelTrace:
        build = TraceBuilder()
        build.write(1, FOUR)
        if fence_at == "writer":
            build.fence(2)
        build.barrier(3)
        if fence_at == "issuer":
            build.fence(2, who=[0])
        build.issue(4, "bulk", "read", 0, [0], size=256, proxy="async")
        build.commit(5, "bulk", [0])
        build.wait(6, 0, "bulk", [0], "read")
        return build.trace()

    assert told(store("writer")) == told(store("issuer")) == []
    assert told(store("nobody")) == [("proxy read after write", 1, 4)]


def test_a_fence_before_the_write_does_not_count() -> None:
    build = TraceBuilder()
    build.fence(2)
    build.write(1, FOUR)
    build.barrier(3)
    build.issue(4, "bulk", "read", 0, [0], size=256, proxy="async")
    build.commit(5, "bulk", [0])
    build.wait(6, 0, "bulk", [0], "read")
    assert told(build.trace()) == [("proxy read after write", 1, 4)]


def test_registers_of_wgmma_are_busy_until_its_wait() -> None:
    build = TraceBuilder(128)
    build.fence(1, "wgmma")
    build.issue(2, "wgmma", "read", 0, range(128), size=1024, proxy="async", registers=["%f0"])
    build.commit(3, "wgmma")
    build.wait(4, 0, "wgmma")
    build.registers(5, "%f0")
    assert told(build.trace()) == []
    assert told(build.trace(), Relaxation(frozenset({4}))) == [("register", 2, 5)]
    assert told(build.trace(), Relaxation(frozenset({1}))) == [("register fence", 2, 2)]


def test_wgmma_reads_its_operands_until_its_wait() -> None:
    build = TraceBuilder(128)
    build.fence(1, "wgmma")
    build.issue(2, "wgmma", "read", 0, range(128), size=1024, proxy="async", registers=["%f0"])
    build.commit(3, "wgmma")
    build.barrier(4)
    build.issue(5, "", "write", 0, [0], size=1024, proxy="async", mbarrier=0, phase=0)
    build.init_first(0)
    assert told(build.trace()) == [("write after read", 2, 5)]


def test_a_wait_for_wgmma_is_for_its_warpgroup() -> None:
    """A thread of another warp of the warpgroup has waited: a note. One of another warpgroup has not: a conflict."""
    build = TraceBuilder(256)
    build.fence(1, "wgmma", range(128))
    build.issue(2, "wgmma", "read", 0, range(128), size=1024, proxy="async", registers=["%f0"])
    build.commit(3, "wgmma", range(128))
    build.wait(4, 0, "wgmma", range(128))
    build.write(5, 0, [127])
    assert [(c.kind, c.within_group) for c in conflicts(build.trace())] == [("write after read", True)]
    build.write(6, 64, [200])
    assert ("write after read", False) in [(c.kind, c.within_group) for c in conflicts(build.trace())]


def test_the_barrier_of_the_cluster_orders_its_blocks() -> None:
    from asyncir.analyses.kernels.trace import ClusterArrived, ClusterMet

    build = TraceBuilder(64, block=32)
    build.write(1, 0, [0])
    everyone = build.who(None)
    build.events.append(ClusterArrived(2, everyone, 0))
    build.events.append(ClusterMet(3, everyone, (2,)))
    build.read(4, 0, [40])
    assert told(build.trace()) == []
    assert told(build.trace(), Relaxation(frozenset({2, 3}))) == [("read after write", 1, 4)]
    assert told(build.trace(), Relaxation(frozenset({3}))) == [("read after write", 1, 4)]


# Collective accesses, atomic updates


def test_lanes_that_access_as_one_are_not_ordered() -> None:
    """ldmatrix: lane 3 gives the address. That the lanes of its warp execute it together orders no memory."""
    build = TraceBuilder()
    build.write(1, 16, [3], size=16)
    build.read(2, 16, [3], size=16, collective=True)
    assert told(build.trace()) == []
    build.write(3, 16, [7], size=16)
    assert ("write after read", 2, 3) in told(build.trace())
    build = TraceBuilder()
    build.write(1, 16, [5], size=16)
    build.read(2, 16, [3], size=16, collective=True)
    assert [c.kind for c in conflicts(build.trace())] == ["read after write"]


def test_atomic_updates_do_not_conflict_with_each_other() -> None:
    build = TraceBuilder()
    build.access(1, "update", 0)
    assert told(build.trace()) == []
    build.read(2, 0, [40])
    assert told(build.trace()) == [("read after write", 1, 2)]


def test_tensor_cores_of_one_thread_work_in_order() -> None:
    from asyncir.analyses.kernels.trace import TENSOR_BASE

    build = TraceBuilder()
    build.issue(1, "tcgen05", "write", TENSOR_BASE, [0], size=512)
    build.issue(2, "tcgen05", "write", TENSOR_BASE, [0], size=512)
    assert told(build.trace()) == []
    build.read(3, TENSOR_BASE, [0], size=512)
    assert [c[0] for c in told(build.trace())] == ["read after write"]


@pytest.mark.parametrize("seen", [0, 1])
def test_one_operation_may_arrive_on_two_mbarriers(seen: int) -> None:
    """tcgen05.commit for the slot, and again for the result: who sees either knows that the work is done."""
    from asyncir.analyses.kernels.trace import TENSOR_BASE

    build = TraceBuilder()
    build.init_quietly(0)
    build.init_quietly(1)
    build.issue(4, "tcgen05", "write", TENSOR_BASE, [0], size=512)
    for mbarrier in (0, 1):
        build.arrive(5 + mbarrier, mbarrier, 0, [0], deferred=True, queue="tcgen05")
        build.complete(5 + mbarrier, mbarrier, 0)
    build.see(7, seen, 0, range(32, 64))
    build.read(8, TENSOR_BASE, range(32, 64), size=512)
    assert told(build.trace()) == [("tensor fence", 4, 8)]
    assert told(build.trace(), Relaxation(frozenset({7}))) == [("read after write", 4, 8)]


def test_the_second_thread_is_not_in_that_order() -> None:
    from asyncir.analyses.kernels.trace import TENSOR_BASE

    build = TraceBuilder()
    build.issue(1, "tcgen05", "write", TENSOR_BASE, [0], size=512)
    build.warp(9, range(32, 64))
    build.issue(2, "tcgen05", "write", TENSOR_BASE, [40], size=512)
    assert told(build.trace()) == [("write after write", 1, 2)]


# A GEMM


@pytest.mark.parametrize("stages", [2, 3, 4])
@pytest.mark.parametrize("by_warps", [False, True])
def test_the_loop_of_a_gemm(stages: int, by_warps: bool) -> None:
    right = gemm(7, stages, by_warps=by_warps)
    assert told(right) == []
    assert told(right, Relaxation(counts=((10, stages - 1),))) != []
    assert told(right, Relaxation(frozenset({11}))) != []
    again = gemm(7, stages, second_barrier=True, by_warps=by_warps)
    assert told(again, Relaxation(frozenset({13}))) == []


# Against the definition


@st.composite
def random_traces(draw: st.DrawFn) -> tuple[KernelTrace, Relaxation]:
    """Four warps of one lane and two of two: accesses, groups, barriers, phases, in any order that a machine allows."""
    threads, lanes = 6, 32
    build = TraceBuilder(threads * lanes)
    who = [t * lanes for t in range(threads)] + [1, lanes + 1]
    build.init_quietly(0)
    build.init_quietly(1)
    phases, instruction = [0, 0], 10
    sites: list[int] = []
    for _ in range(draw(st.integers(3, 16))):
        instruction += 1
        some = sorted(draw(st.sets(st.sampled_from(who), min_size=1, max_size=4)))
        at = 8 * draw(st.integers(0, 3)) + 4 * np.arange(len(some)) % 16
        kind = draw(
            st.sampled_from(
                ["read", "write", "update", "issue", "wait", "barrier", "arrive", "see", "warp", "bulk"]
            )
        )
        match kind:
            case "read" | "write" | "update":
                build.access(
                    instruction, kind, at, some, size=draw(st.sampled_from([4, 8])) if kind == "read" else 4
                )  # type: ignore[arg-type]
            case "issue":
                build.issue(instruction, "cp.async", "write", at, some, size=4)
                build.commit(instruction, who=some)
            case "wait":
                build.wait(instruction, draw(st.integers(0, 2)), who=some)
                sites.append(instruction)
            case "barrier":
                build.barrier(instruction, some, identity=instruction)
                sites.append(instruction)
            case "warp":
                build.warp(instruction, draw(st.sampled_from([[0, 1], [32, 33]])))
                sites.append(instruction)
            case "arrive":
                m = draw(st.integers(0, 1))
                build.arrive(instruction, m, phases[m], some, release=draw(st.booleans()) or True)
                build.complete(instruction, m, phases[m])
                phases[m] += 1
            case "bulk":
                m = draw(st.integers(0, 1))
                build.issue(instruction, "", "write", at[:1], some[:1], size=8, mbarrier=m, phase=phases[m])
                build.complete(instruction, m, phases[m])
                phases[m] += 1
            case _:
                m = draw(st.integers(0, 1))
                if phases[m]:
                    build.see(instruction, m, phases[m] - 1, some, by_parity=True)
                    sites.append(instruction)
    dropped = draw(st.sets(st.sampled_from(sites))) if sites else set()
    return build.trace(), Relaxation(frozenset(dropped))


@some(60)
@given(random_traces())
def test_a_conflict_is_found_iff_there_is_one(drawn: tuple[KernelTrace, Relaxation]) -> None:
    trace, relaxation = drawn
    expected = Graph(trace, relaxation.dropped).conflicts()
    kinds = ("read after write", "write after read", "write after write")
    found = {(c.first, c.second) for c in conflicts(trace, relaxation) if c.kind in kinds}
    text = [(type(e).__name__, e.instruction, e.threads.tolist()) for e in trace.events]
    assert bool(found) == bool(expected), (found, expected, text)
    assert found <= expected | {(b, a) for a, b in expected}, (found, expected, text)
