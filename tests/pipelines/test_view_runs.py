"""What the diagrams of `asyncir view` are drawn from: which statement ran when, on which copy, and what each wait retired."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from asyncir.simulation.model import LoopPipeline, PipelineRun, StatementInstance
from asyncir.simulation.probes import add_probes, loops_to_pipeline
from asyncir.source.text import parse_module, print_module
from asyncir.tools.view.pipelines.picture import label_of, picture_of
from asyncir.tools.view.pipelines.runs import pipelines_of
from asyncir.transforms import run_pipeline
from asyncir.transforms.software_pipeline import SoftwarePipeline
from tests.pipelines import loops as made
from tests.pipelines.family import subsets
from tests.pipelines.loop_text import annotated, text_of
from tests.pipelines.test_expansion import legal
from tests.pipelines.test_rfc import COPY, GEMM, INTERLEAVED, NESTED, THREE, add
from tests.pipelines.test_while import HEAD, SEARCH

CONSUMER = """%x2 = memref.load %b[%c0] : memref<1xf32>
    %z2 = memref.load %c[%c0] : memref<1xf32>
    %y2 = arith.addf %x2, %z2 : f32
    memref.store %y2, %d[%i] : memref<16xf32>"""


def copies(memory: str, body: str, annotations: str) -> str:
    temporaries = "\n  ".join(f"%{name} = memref.alloca() : memref<1xf32>" for name in memory)
    return COPY.replace("MEMORY", temporaries).replace("BODY", body).replace("ANNOTATIONS", annotations)


THREE_STAGES = copies("bc", add(0, "a", "b") + add(1, "b", "c") + add(2, "c", "d"), THREE)
INTERLEAVED_STAGES = copies("bc", add(0, "a", "b") + add(1, "a", "c") + CONSUMER, INTERLEAVED)


def pipelines(text: str, slots: str = "enough") -> tuple[LoopPipeline, ...]:
    how = SoftwarePipeline(slots=slots)  # pyright: ignore[reportArgumentType]
    return pipelines_of(parse_module(text, "loop.mlir"), how, "loop.mlir").shown


def only(text: str, slots: str = "enough") -> tuple[LoopPipeline, PipelineRun, PipelineRun]:
    (one,) = pipelines(text, slots)
    assert one.before is not None, one.why
    assert one.after is not None
    return one, one.before, one.after


def when(run: PipelineRun) -> dict[tuple[int, int], tuple[int, int]]:
    """From statement and iteration to when it runs."""
    found = {(i.statement, i.iteration): (i.start, i.end) for i in run.instances}
    assert len(found) == len(run.instances)
    return found


def retired(run: PipelineRun) -> set[tuple[tuple[int, int], tuple[int | None, int | None]]]:
    """The arrows: from the statement and iteration of a commit to those of the wait that retires it."""
    arrows: set[tuple[tuple[int, int], tuple[int | None, int | None]]] = set()
    for commit in run.commits:
        if not commit.members:  # an empty one, so that all paths have the same count
            continue
        assert commit.retired_by is not None
        wait = commit.retired_by
        assert commit in wait.commits
        for one in commit.members:
            assert one.group is commit
            arrows.add(((one.statement, one.iteration), (wait.statement, wait.iteration)))
    assert sum(len(wait.commits) for wait in run.waits) == sum(c.retired_by is not None for c in run.commits)
    return arrows


def use(one: StatementInstance, memory: int) -> tuple[int, str] | None:
    """The slot and how it is used."""
    found = [(u.slot, "r" * u.reads + "w" * u.writes) for u in one.uses if u.memory == memory]
    return found[0] if found else None


@pytest.mark.feature("S0-10")
def test_three_stages_are_a_staircase() -> None:
    one, before, after = only(THREE_STAGES)
    assert [(s.stage, s.asynchronous, s.does) for s in one.statements] == [
        (0, True, "a → b"),
        (1, True, "b → c"),
        (2, False, "c → d"),
    ]
    assert [s.lines for s in one.statements] == [(11, 9, 10), (14, 12, 13), (17, 15, 16)]
    assert [(m.name, m.slots) for m in one.memories] == [("b", 3), ("c", 2)]
    assert when(before) == {(s, k): (3 * k + s, 3 * k + s + 1) for s in range(3) for k in range(16)}
    assert when(after) == {(s, k): (k + s, k + s + 1) for s in range(3) for k in range(16)}
    assert (before.length, after.length, before.trips, after.trips) == (48, 18, 16, 16)
    assert (before.at_once, after.at_once) == (1, 3)
    assert (before.commits, before.waits) == ([], [])


@pytest.mark.feature("S0-10")
def test_three_stages_use_the_copy_of_their_iteration() -> None:
    _, before, after = only(THREE_STAGES)
    for one in after.instances:
        b, c = one.iteration % 3, one.iteration % 2
        expected = {0: ((b, "w"), None), 1: ((b, "r"), (c, "w")), 2: (None, (c, "r"))}[one.statement]
        assert (use(one, 0), use(one, 1)) == expected
    assert {u.slot for one in before.instances for u in one.uses} == {0}


@pytest.mark.feature("S0-10", "S0-19")
def test_each_wait_of_three_stages_retires_the_stage_before() -> None:
    _, _, after = only(THREE_STAGES)
    assert retired(after) == {((s, k), (s + 1, k)) for s in (0, 1) for k in range(16)}
    assert [(c.queue, c.number) for c in after.commits if c.queue == "1"] == [("1", k) for k in range(16)]
    stay = {(w.statement, w.iteration): w.stay for w in after.waits}
    assert stay == {(s, k): int(k < 15) for s in (1, 2) for k in range(16)}


@pytest.mark.feature("S0-13", "S0-22")
def test_the_interleaved_consumer_lets_five_groups_stay() -> None:
    one, _, after = only(INTERLEAVED_STAGES)
    assert [(m.name, m.slots) for m in one.memories] == [("b", 4), ("c", 3)]
    assert retired(after) == {((s, k), (2, k)) for s in (0, 1) for k in range(16)}
    assert [w.stay for w in after.waits] == [5] * 13 + [4, 2, 0]
    assert after.at_once == 4
    # Both producers have one queue: its engine does one of them in each unit, and the thread has to wait for it.
    assert when(after)[1, 15] == (31, 32)
    assert after.blocked == after.length - 16


def test_with_fewest_slots_the_producer_waits() -> None:
    one, _, after = only(THREE_STAGES, "fewest")
    assert [(m.name, m.slots) for m in one.memories] == [("b", 2), ("c", 2)]
    for instance in after.instances:
        for memory in (0, 1):
            assert (use(instance, memory) or (instance.iteration % 2, ""))[0] == instance.iteration % 2
    by_producer = [w for w in after.waits if w.statement == 0]
    assert [(w.queue, w.stay, len(w.commits)) for w in by_producer] == [("1", 0, 1)] * 14


@pytest.mark.feature("S0-11")
def test_a_pipeline_in_a_pipeline_has_a_picture_of_its_own() -> None:
    outer, inner = pipelines(NESTED)
    assert (outer.loop, outer.inside, inner.loop, inner.inside) == ("i", None, "j", 0)
    assert ([m.name for m in outer.memories], [m.name for m in inner.memories]) == (["t"], ["u"])
    assert outer.after is not None
    assert inner.after is not None
    assert (inner.after.executions, inner.after.trips, inner.after.length) == (8, 8, 9)
    assert retired(inner.after) == {((0, k), (1, k)) for k in range(8)}
    # A statement with a pipeline inside takes as long as that does.
    assert {i.end - i.start for i in outer.after.instances if i.statement == 1} == {9}
    assert retired(outer.after) == {((0, k), (1, k)) for k in range(8)}
    assert [w.stay for w in outer.after.waits] == [2] * 6 + [1, 0]


@pytest.mark.feature("S0-11")
def test_a_loop_that_counts_the_parts_of_a_pipeline_inside_comes_second() -> None:
    inner, outer = pipelines(GEMM.replace("constant 128", "constant 9"))
    assert (inner.loop, outer.loop) == ("k1", "k0")
    assert [s.name for s in outer.statements] == ["0", "1", "prologue", "body", "epilogue"]
    assert [(m.name, m.slots) for m in inner.memories] == [("A_local", 2), ("B_local", 2)]
    assert [(m.name, m.slots) for m in outer.memories] == [("A_shared", 4), ("B_shared", 4)]
    assert inner.after is not None
    assert outer.after is not None
    assert (inner.after.executions, inner.after.trips, outer.after.trips) == (9, 2, 9)
    # One group for both tiles; it is waited for two iterations later.
    assert retired(outer.after) == {((s, k), (2, k)) for s in (0, 1) for k in range(9)}
    assert [w.stay for w in outer.after.waits] == [2] * 7 + [1, 0]


@pytest.mark.parametrize("text", [THREE_STAGES, INTERLEAVED_STAGES])
@pytest.mark.feature("S0-19")
def test_a_rolled_prologue_runs_the_same(text: str) -> None:
    how = SoftwarePipeline(prologue="rolled", epilogue="rolled")
    (rolled,) = pipelines_of(parse_module(text, "loop.mlir"), how, "loop.mlir").shown
    _, _, unrolled = only(text)
    assert rolled.after is not None, rolled.why
    assert when(rolled.after) == when(unrolled)
    assert retired(rolled.after) == retired(unrolled)


@pytest.mark.parametrize("slots", ["enough", "fewest"])
@pytest.mark.feature("S0-1", "S0-3")
def test_no_copy_is_used_by_two_iterations_at_once(slots: str) -> None:
    """Random chains over memory of the function's own: each statement of each iteration once, on its copy."""
    rng, seen = random.Random(7), 0
    for loop in (_chain(rng) for _ in range(5)):
        for times in legal(loop, rng, 3):
            asynchronous = rng.choice([[], *subsets(loop, times)])
            text = text_of(loop, annotated(times, asynchronous))
            one, before, after = only(text, slots)
            assert after.trips == before.trips == -(-8 // loop.step)
            assert when(after).keys() == when(before).keys(), text
            assert _issued_at_once(after) <= max(stage for stage, _ in times) + 1, text
            for memory in range(len(one.memories)):
                seen += _is_kept_apart(one, after, memory)
    assert seen > 10


def _chain(rng: random.Random) -> made.Loop:
    """Three or four statements, each of which reads one or two of what those before have written."""
    count = rng.choice([3, 4])
    first, own = (
        made.Access("a0", made.Index(1, 0)),
        [made.Access(f"m{n}", made.Index(0, n)) for n in range(count)],
    )
    own[-1] = made.Access("a1", made.Index(1, 0))
    reads = [(first,), *(tuple(rng.sample(own[:n], rng.randint(1, min(n, 2)))) for n in range(1, count))]
    return made.Loop(
        tuple(made.Statement(w, r) for w, r in zip(own, reads, strict=True)), step=rng.choice([1, 2])
    )


def _issued_at_once(run: PipelineRun) -> int:
    """The most iterations of which the thread has come to some statements and not to all."""
    places: dict[int, list[int]] = {}
    for place, one in enumerate(run.instances):
        places.setdefault(one.iteration, []).append(place)
    spans = [(min(mine), max(mine)) for mine in places.values()]
    return max(sum(first <= place <= last for first, last in spans) for place in range(len(run.instances)))


def _is_kept_apart(one: LoopPipeline, run: PipelineRun, memory: int) -> bool:
    spans: dict[int, dict[int, list[tuple[int, int]]]] = {}
    for instance in run.instances:
        found = use(instance, memory)
        if found is not None:
            assert found[0] == instance.iteration % one.memories[memory].slots
            spans.setdefault(found[0], {}).setdefault(instance.iteration, []).append(
                (instance.start, instance.end)
            )
    for by_iteration in spans.values():
        lives = [(min(s)[0], max(end for _, end in s)) for _, s in sorted(by_iteration.items())]
        assert all(first[1] <= second[0] for first, second in pairwise(lives))
    return any(len(lives) > 1 for lives in spans.values())


FETCHED = """func.func @main(%a: memref<8xf32>, %c: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %b = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    scf.execute_region no_inline {
      %x = memref.load %a[%i] : memref<8xf32>
      memref.store %x, %b[%c0] : memref<1xf32>
      scf.yield
    } {software_pipeline_statement = "fetch", software_pipeline_latency = 5 : i64, software_pipeline_busy = {dma = 2 : i64},
       software_pipeline_engine = "dma"}
    scf.execute_region no_inline {
      %y = memref.load %b[%c0] : memref<1xf32>
      memref.store %y, %c[%i] : memref<8xf32>
      scf.yield
    } {software_pipeline_statement = "use", software_pipeline_latency = 3 : i64}
  } {software_pipeline_stage = [0, 2], software_pipeline_async_stages = [0]}
  return
}
"""


def test_latencies_and_engines_are_those_of_the_ir() -> None:
    one, before, after = only(FETCHED)
    assert one.measured
    assert [(s.name, s.latency, s.busy, s.engine) for s in one.statements] == [
        ("fetch", 5, 2, "dma"),
        ("use", 3, 3, ""),
    ]
    # The use waits for what is fetched, and the next fetch for the use.
    assert before.length == 8 * 8
    fetched = [i for i in after.instances if i.statement == 0]
    # Two ahead, at once; the third with the first use.
    assert [(i.start, i.free, i.end) for i in fetched[:3]] == [(0, 2, 5), (2, 4, 7), (4, 6, 9)]
    assert when(after)[1, 0] == (5, 8)
    assert when(after)[1, 7] == (26, 29)
    assert after.blocked == 5


def test_several_engines_and_the_time_that_starting_them_takes() -> None:
    text = FETCHED.replace("{dma = 2 : i64}", "{core = 1 : i64, dma = 4 : i64}").replace(
        "} {software_pipeline_stage",
        "} {software_pipeline_modulo_schedule = {engines = {dma = {count = 2 : i64}}}, software_pipeline_stage",
    )
    one, _, after = only(text)
    assert [(s.engines, s.issue, s.busy) for s in one.statements] == [(2, 1, 4), (1, 0, 3)]
    fetched = [i for i in after.instances if i.statement == 0]
    # Each start keeps the thread for one unit; the third has to wait for the first engine.
    assert [(i.lane, i.start, i.free, i.end) for i in fetched[:3]] == [
        (0, 1, 5, 6),
        (1, 2, 6, 7),
        (0, 5, 9, 10),
    ]
    assert [c.time for c in after.commits[:3]] == [1, 2, 3]


@pytest.mark.feature("S0-31")
def test_a_slot_more_lets_iterations_begin_as_often_as_the_schedule_says() -> None:
    """P111 says so of this loop: the wait of its first statement is for what was started just before."""
    text = (Path(__file__).parents[2] / "bench/loops/conv.mlir").read_text("utf-8")
    intervals: list[float] = []
    for extra in (0, 1):
        how = SoftwarePipeline(machine="dma-vector-tensor", extra_slots=extra)
        (one,) = pipelines_of(parse_module(text), how, "").shown
        assert one.after is not None
        assert one.interval == 31
        intervals.append(one.after.interval)
    assert intervals[0] > 40
    assert intervals[1] == pytest.approx(31, abs=1)


def test_the_run_has_iterations_enough_where_the_bound_is_an_argument() -> None:
    text = COPY.replace("%d: memref<16xf32>)", "%d: memref<16xf32>, %n: index)").replace("to %c16", "to %n")
    text = text.replace("MEMORY", "%b = memref.alloca() : memref<1xf32>")
    text = text.replace("BODY", add(0, "a", "b") + add(1, "b", "d"))
    one, _, after = only(text.replace("ANNOTATIONS", "software_pipeline_stage = [0, 1]"))
    assert (after.trips, one.call) == (8, "@main(f32[16], f32[16], 8)")
    # The loop may have no iteration: it is kept beside the pipeline, which runs here.
    assert [i.iteration for i in after.instances if not i.body] == [0, 7]


def test_a_statement_that_only_computes_is_seen_and_named() -> None:
    text = """func.func @main(%a: memref<16xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c16 step %c1 iter_args(%acc = %zero) -> f32 {
    memref.store %zero, %a[%i] : memref<16xf32>
    %sum = arith.addf %acc, %acc : f32
    scf.yield %sum : f32
  } {software_pipeline_stage = [0, 1]}
  return %r : f32
}
"""
    one, before, after = only(text)
    assert [s.does for s in one.statements] == ["write a", "compute %sum"]
    assert when(before).keys() == when(after).keys() == {(s, k) for s in (0, 1) for k in range(16)}


@pytest.mark.feature("S0-20")
def test_a_loop_with_a_condition_is_drawn() -> None:
    text = HEAD + SEARCH.replace(
        "SCHEDULE", "software_pipeline_stage = [0, 2, 0, 0], software_pipeline_async_stages = [0]"
    )
    one, before, after = only(text + "  return\n}\n")
    line = text[: text.index("scf.while")].count("\n") + 1
    assert (one.loop, one.line, before.trips, after.trips) == ("", line, 8, 8)
    assert [s.does for s in one.statements] == ["a → t", "t → c", "read a", "compute %p1"]
    assert when(before).keys() == when(after).keys()
    assert retired(after) == {((0, k), (1, k)) for k in range(8)}
    assert [use(i, 0) for i in after.instances if i.statement == 0] == [(k % 3, "w") for k in range(8)]


def test_why_there_is_no_run_is_said() -> None:
    text = THREE_STAGES.replace("  return", "  %t = async.execute {\n    async.yield\n  }\n  return")
    (one,) = pipelines(text)
    assert (one.before, one.after) == (None, None)
    assert "tasks" in one.why or "async" in one.why
    (one,) = pipelines(THREE_STAGES.replace("func.func @main", "func.func private @main"))
    assert one.why == "no public function comes to it"


@pytest.mark.parametrize("text", [THREE_STAGES, INTERLEAVED_STAGES, NESTED])
def test_probes_change_nothing(text: str) -> None:
    plain, probed = parse_module(text), parse_module(text)
    run_pipeline(plain, "software-pipeline,canonicalize,cse")
    run_pipeline(probed, "form-statements,verify-schedule,mark-distinct-arguments")
    add_probes(loops_to_pipeline(probed))
    run_pipeline(
        probed, "size-buffers,make-async,expand-pipeline,assign-wait-counts,elide-waits,canonicalize,cse"
    )
    assert print_module(probed) == print_module(plain)


COUNTED = """func.func @main(%a: memref<16xf32>, %c: memref<16xf32>, %n: index) attributes {queue.fifos = [[0, 1]]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloca() : memref<1xf32>
  %d = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<16xf32>
    memref.store %x, %b[%c0] : memref<1xf32>
    %y = memref.load %b[%c0] : memref<1xf32>
    memref.store %y, %d[%c0] : memref<1xf32>
    %z = memref.load %d[%c0] : memref<1xf32>
    memref.store %z, %c[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 0, 1], software_pipeline_async_stages = [0, 1]}
  return
}
"""


def test_what_counts_commits_is_no_memory_of_the_pipeline() -> None:
    """Where counts are kept at run time, the count lies in memory that the first allocation gets beside it."""
    one, _, _ = only(COUNTED)
    assert [(memory.name, memory.slots) for memory in one.memories] == [("b", 2), ("d", 2)]


def test_conditions_that_are_arguments_hold_every_other_time() -> None:
    """So a picture shows what happens where a copy is made, and where it is left out; what loads the condition has words."""
    text = copies("b", GUARDED, "software_pipeline_stage = [0, 2], software_pipeline_async_stages = [0]")
    one, _, after = only(text.replace("func.func @main(", "func.func @main(%m: memref<16xi1>, "))
    labels = [label_of(statement) for statement in one.statements]
    assert labels == ["stage 0: read m", "stage 0: a → b, async", "stage 2: b → d"]
    assert {i.iteration % 2 for i in after.instances if any(use.writes for use in i.uses)} == {0}


GUARDED = """%p = memref.load %m[%i] : memref<16xi1>
    scf.if %p {
      %x = memref.load %a[%i] : memref<16xf32>
      memref.store %x, %b[%c0] : memref<1xf32>
    }
    scf.if %p {
      %y = memref.load %b[%c0] : memref<1xf32>
      memref.store %y, %d[%i] : memref<16xf32>
    }"""


def test_no_number_is_wider_than_its_box() -> None:
    """A digit is less than 7 pixels wide; boxes of short statements beside long ones have no room for one."""
    one, before, after = only(THREE_STAGES)
    for run in (before, after):
        for scale in (4, 6.5, 8.5, 12.5, 20):
            boxes = picture_of(one, run, "", "", scale).boxes
            assert all(len(box.text) * 7 <= box.width for box in boxes if box.text.isdecimal())
