"""Plans for streams: as many streams as the works' order is wide, and no wait that something else implies."""

from __future__ import annotations

import random

import pytest

from asyncir.analyses.chain_covers import partial_order, width
from asyncir.analyses.device_tokens import TokenFault
from asyncir.analyses.stream_plans import StreamPlan, plan_streams
from asyncir.source.text import parse_module
from tests.streams.dags import ancestors, parse_dag, random_dag, reduced_edges


def plan_of(text: str, limit: int = 0) -> StreamPlan:
    return plan_streams(list(parse_module(text).ops)[-1].regions[0], limit)


@pytest.mark.feature("S1-28")
@pytest.mark.parametrize("seed", range(60))
def test_a_random_graph(seed: int) -> None:
    rng = random.Random(seed)
    dag = random_dag(rng, rng.randrange(1, 20), rng.choice([0.1, 0.3, 0.5]))
    plan = plan_streams(list(parse_dag(dag).ops)[-1].regions[0])
    streams = list(plan.stream_of.values())
    assert len(set(streams)) == width(partial_order(dag))
    cross = [(i, n) for i, n in reduced_edges(dag) if streams[i] != streams[n]]
    assert plan.edges == len(cross)
    waited = {atom for waits in plan.waits.values() for _, atoms in waits for atom in atoms}
    assert len(waited) == len({i for i, _ in cross})
    before = ancestors(dag)
    last = {n for n in range(len(dag)) if not any(n in b for b in before)}
    assert len(*plan.host_waits.values()) == len(last), "the host waits for the last works alone"


def test_with_fewer_streams_there_are_no_more_than_that() -> None:
    rng = random.Random(1)
    for limit in (1, 2, 3):
        dag = random_dag(rng, 16, 0.1)
        plan = plan_streams(list(parse_dag(dag).ops)[-1].regions[0], limit)
        assert len(set(plan.stream_of.values())) == limit
    assert not plan_streams(list(parse_dag(dag).ops)[-1].regions[0], 1).waits


MEMSET = "gpu.memset async{} %m, %x : memref<8xf32>, f32"
HEAD = "func.func @main(%m: memref<8xf32>, %x: f32, %c: i1, %n: index) {\n"


def test_a_wait_of_the_host_orders_all_behind_it() -> None:
    text = (
        HEAD + f"%a = {MEMSET.format('')}\ngpu.wait [%a]\n%b = {MEMSET.format('')}\ngpu.wait [%b]\nreturn\n}}"
    )
    plan = plan_of(text)
    assert set(plan.stream_of.values()) == {0}
    assert not plan.waits


def test_a_token_awaited_twice_is_waited_for_once() -> None:
    text = HEAD + f"%a = {MEMSET.format('')}\ngpu.wait [%a]\ngpu.wait [%a]\nreturn\n}}"
    assert [len(atoms) for atoms in plan_of(text).host_waits.values()] == [1, 0]


def test_a_token_that_nobody_uses_needs_no_event() -> None:
    text = HEAD + f"%a = {MEMSET.format('')}\nreturn\n}}"
    assert plan_of(text).events == 0


def test_what_a_loop_needs_from_outside_is_waited_for_in_front_of_it() -> None:
    text = (
        HEAD + f"%a = {MEMSET.format('')}\n%b = {MEMSET.format('')}\n"
        "scf.for %i = %n to %n step %n {\n"
        f"%w = {MEMSET.format(' [%a, %b]')}\n}}\nreturn\n}}"
    )
    (loop,) = plan_of(text).waits
    assert loop.name == "scf.for"


def test_a_loop_carries_an_event_only_for_another_stream() -> None:
    loop = (
        "%t = async.ready : !gpu.async.token\n%r:2 = scf.for %i = %n to %n step %n "
        "iter_args(%p = %t, %q = %t) -> (!gpu.async.token, !gpu.async.token) {\n"
        f"%v = {MEMSET.format(' [%p]')}\n%w = {MEMSET.format(' [WAITS]')}\n"
        "scf.yield %v, %w : !gpu.async.token, !gpu.async.token\n}\nreturn\n}"
    )
    alone = plan_of(HEAD + loop.replace("WAITS", "%q"))
    assert len(set(alone.stream_of.values())) == 2
    assert not alone.carried
    crossing = plan_of(HEAD + loop.replace("WAITS", "%p, %q"))
    assert len(crossing.carried) == 2, "the argument and the result"
    assert crossing.events == 1


def test_what_is_learnt_in_a_loop_is_forgotten_behind_it() -> None:
    text = (
        HEAD + f"%a = {MEMSET.format('')}\n%b = {MEMSET.format('')}\n"
        f"scf.if %c {{\n%w = {MEMSET.format(' [%a, %b]')}\n}}\n"
        f"%z = {MEMSET.format(' [%a, %b]')}\nreturn\n}}"
    )
    plan = plan_of(text)
    assert len(plan.waits) == 2, "in the branch, and behind it"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("func.func @main(%t: !gpu.async.token) {\nreturn\n}", "handed to a block"),
        (HEAD + f"%a = {MEMSET.format('')}\ncf.br ^bb1\n^bb1:\nreturn\n}}", "between the blocks"),
        (
            HEAD
            + "scf.parallel (%i) = (%n) to (%n) step (%n) {\n"
            + f"%a = {MEMSET.format('')}\n"
            + "}\nreturn\n}",
            "scf.parallel",
        ),
        (
            HEAD
            + f"%a = {MEMSET.format('')}\n"
            + "%r = scf.while (%t = %a) : (!gpu.async.token) -> !gpu.async.token"
            " { scf.condition(%c) %t : !gpu.async.token } do { ^bb0(%u: !gpu.async.token):\n"
            "scf.yield %u : !gpu.async.token }\nreturn\n}",
            "scf.while",
        ),
        (
            "func.func @main(%m: memref<8xf32>, %x: f32) -> !gpu.async.token {\n"
            + f"%a = {MEMSET.format('')}\nreturn %a : !gpu.async.token\n}}",
            "func.return",
        ),
    ],
)
def test_what_is_not_followed_is_refused(body: str, message: str) -> None:
    with pytest.raises(TokenFault, match=message):
        plan_of(body)


def test_loops_nested_too_deeply_are_refused() -> None:
    loops = "".join(f"scf.for %i{n} = %n to %n step %n {{\n" for n in range(120))
    text = HEAD + loops + MEMSET.format("").join(("%a = ", "\n"))
    with pytest.raises(TokenFault, match="nested"):
        plan_of(text + "}\n" * 120 + "return\n}")
