"""Passes on programs with works: no order is lost, whatever is run first; each fault planted in them is seen."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from asyncir.analyses import stream_plans
from asyncir.analyses.stream_plans import plan_streams
from asyncir.diagnostics import DiagnosticError
from asyncir.semantics import Exhaustive, interpret
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import relax_device_waits, run_pipeline, streams_to_submits
from tests.streams.dags import expected as sums, parse_dag, random_dag
from tests.streams.judge import difference, expected
from tests.streams.structured import random_program

PIPELINES = (
    *(
        "assign-streams",
        "assign-streams{keep-waits}",
        "assign-streams{streams=1}",
        "assign-streams{streams=2}",
    ),
    *("flatten-device-regions", "relax-device-waits", "eliminate-transfers"),
    "assign-streams,streams-to-submits",
    "assign-streams{streams=1},streams-to-submits",
    "canonicalize,cse,licm,dce,assign-streams,canonicalize,cse,licm,dce",
)


@pytest.mark.feature("S1-28")
@pytest.mark.parametrize("pipeline", PIPELINES)
def test_random_programs_are_what_they_were(pipeline: str) -> None:
    for seed in range(12):
        assert difference(seed, pipeline) == "", (seed, random_program(seed))


def test_most_random_programs_have_something_to_say() -> None:
    assert sum(bool(expected(seed)) for seed in range(12)) >= 10


@pytest.mark.feature("S1-28")
@pytest.mark.parametrize("seed", range(12))
def test_every_order_of_a_small_graph_gives_the_same_sums(seed: int) -> None:
    rng = random.Random(seed)
    dag = random_dag(rng, rng.randrange(1, 8), 0.4)
    for pipeline in ("", "assign-streams", "assign-streams{streams=2}", "assign-streams,streams-to-submits"):
        module = parse_dag(dag)
        run_pipeline(module, pipeline)
        cells = np.zeros(len(dag), np.int64)
        outcome = interpret(module, "main", [cells], Exhaustive(max_runs=500))
        assert outcome.ok
        assert not outcome.others
        assert cells.tolist() == sums(dag)


def test_the_pass_run_again_changes_nothing() -> None:
    module = parse_module(random_program(3))
    run_pipeline(module, "assign-streams")
    before = print_module(module)
    assert not run_pipeline(module, "assign-streams")
    assert print_module(module) == before


# ---- faults ----


def _without_waits(planner: Any, stream: int, tokens: Any, op: Any) -> None:
    """No stream waits for any event."""


def _knows_too_much(planner: Any) -> Any:
    """What is learnt in a loop or branch is kept behind it."""
    return planner


def _everything_is_in(planner: Any, atom: Any, stream: int) -> bool:
    """A token that may be of one work in the stream is taken for covered."""
    sources = stream_plans.sources_of(atom)
    return any(planner.stream_of.get(work, -1) == stream for work in sources)


def _first_only(self: Any, tokens: Any, known: int) -> Any:
    """Of several tokens only one is waited for."""
    found, known = _MISSING(self, tokens, known)
    return found[:1], known


_MISSING = stream_plans._Planner._missing  # pyright: ignore[reportPrivateUsage]

FAULTS: list[tuple[object, str, Callable[..., Any], str]] = [
    (stream_plans._Planner, "_stream_waits", _without_waits, "assign-streams"),  # pyright: ignore[reportPrivateUsage]
    (stream_plans._Planner, "_is_in", _everything_is_in, "assign-streams"),  # pyright: ignore[reportPrivateUsage]
    (stream_plans._Planner, "_missing", _first_only, "assign-streams"),  # pyright: ignore[reportPrivateUsage]
    (stream_plans._Known, "copy", _knows_too_much, "assign-streams"),  # pyright: ignore[reportPrivateUsage]
    (relax_device_waits, "joined", lambda tokens, code: tokens[0], "assign-streams"),
    (
        streams_to_submits._Block,  # pyright: ignore[reportPrivateUsage]
        "has_passed",
        property(lambda self: False, lambda self, value: None),
        "assign-streams{streams=1},streams-to-submits",
    ),
]


@pytest.mark.parametrize(("where", "name", "fault", "pipeline"), FAULTS, ids=[fault[1] for fault in FAULTS])
def test_a_planted_fault_is_seen(
    where: object, name: str, fault: object, pipeline: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, fault, raising=False)
    seeds = [*range(60), 332, 652]
    assert any(expected(seed) and difference(seed, pipeline) for seed in reversed(seeds))


def test_one_wait_less_is_seen() -> None:
    """Each single wait of a stream that a plan has is needed: the graph's program fails without it."""
    dag = random_dag(random.Random(5), 9, 0.3)
    text = print_module(_assigned(dag))
    lines = text.splitlines()
    waits = [n for n, line in enumerate(lines) if "stream.wait" in line]
    assert waits
    for n in waits:
        module = parse_module("\n".join(lines[:n] + lines[n + 1 :]))
        cells = np.zeros(len(dag), np.int64)
        assert not interpret(module, "main", [cells], Exhaustive(max_runs=500)).ok, lines[n]


def _assigned(dag: list[list[int]]) -> Any:
    module = parse_dag(dag)
    run_pipeline(module, "assign-streams")
    return module


# ---- what is refused ----


def test_a_token_that_goes_elsewhere_is_refused() -> None:
    module = parse_module(
        "func.func private @g(!gpu.async.token)\n"
        "func.func @main(%m: memref<8xf32>, %x: f32) {\n"
        "%t = gpu.memset async %m, %x : memref<8xf32>, f32\nfunc.call @g(%t) : (!gpu.async.token) -> ()\nreturn\n}"
    )
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(module, "assign-streams")
    (found,) = caught.value.diagnostics
    assert found.code == "P221"
    assert "func.call" in found.message
    assert found.span is not None


def test_a_number_of_streams_below_zero_is_refused() -> None:
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(parse_module("module {}"), "assign-streams{streams=-1}")
    assert caught.value.diagnostics[0].code == "P003"


def test_a_task_of_the_host_has_streams_of_its_own() -> None:
    module = parse_module(
        "func.func @main(%m: memref<8xf32>, %x: f32) {\n%t = gpu.memset async %m, %x : memref<8xf32>, f32\n"
        "%r = async.execute {\n%u = gpu.memset async [%t] %m, %x : memref<8xf32>, f32\ngpu.wait [%u]\n"
        "vector.print %x : f32\n}\nasync.await %r : !async.token\nreturn\n}"
    )
    run_pipeline(module, "assign-streams")
    plan = plan_streams(next(iter(module.ops)).regions[0])
    assert not plan.stream_of, "all works are in streams"
    assert print_module(module).count("stream.create") == 2
    outcome = interpret(module, "main", [np.zeros(8, np.float32), 1.0], Exhaustive())
    assert outcome.ok


def test_the_same_program_becomes_the_same_text() -> None:
    for seed in range(12):
        texts = set[str]()
        for _ in range(3):
            module = parse_module(random_program(seed))
            run_pipeline(module, "assign-streams")
            texts.add(print_module(module))
        assert len(texts) == 1, seed
