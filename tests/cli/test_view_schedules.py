"""The schedules on the page of `asyncir view`: engines are as busy as they say, and what bounds it is named (S0-31)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from asyncir.dialects.pipelining import statements_of
from asyncir.ir import ModuleOp, StringAttr
from asyncir.ir.marks import STATEMENT
from asyncir.source.text import parse_module
from asyncir.tools.view.reservations import (
    WIDTH,
    RecordedSchedule,
    flat,
    schedules_html,
    schedules_in,
    table,
    why,
)
from asyncir.transforms import run_pipeline
from tests.cli.command import Shell

LOOPS = Path(__file__).parents[2] / "bench" / "loops"
NPU = "machine=dma-vector-tensor"


def scheduled(
    name: str, passes: str = f"form-statements,assign-latencies{{{NPU}}},schedule-loops"
) -> ModuleOp:
    module = parse_module((LOOPS / f"{name}.mlir").read_text(), f"{name}.mlir")
    run_pipeline(module, passes)
    return module


@cache
def the_schedule(name: str) -> RecordedSchedule:
    (one,) = schedules_in(scheduled(name))
    return one


@pytest.mark.parametrize("name", sorted(file.stem for file in LOOPS.glob("*.mlir")))
def test_an_interval_shows_all_the_work_of_an_iteration(name: str) -> None:
    one = the_schedule(name)
    drawn: dict[str, float] = {}
    for line in table(one).lines:
        end = 0.0
        for box in line.boxes:
            assert box.x >= end - 1e-6, "two pieces of work on one engine at once"
            end = box.x + box.width
            assert end <= WIDTH + 1e-6
        engine = re.sub(r" \d+$", "", line.name)
        drawn[engine] = drawn.get(engine, 0) + sum(box.width for box in line.boxes)
    busy: dict[str, int] = {}
    for statement in one.statements:
        for engine, cycles in statement.busy.items():
            busy[engine] = busy.get(engine, 0) + cycles
    assert {e: round(width * one.interval / WIDTH, 6) for e, width in drawn.items()} == busy


def test_a_recurrence_is_drawn_until_it_comes_back() -> None:
    one = the_schedule("prefix_sum")
    picture = flat(one)
    assert [line.css for line in picture.lines] == ["", "chain", "chain", "chain", "", ""]
    assert len(picture.arrows) == 3
    *_, ghost = picture.lines[1].boxes
    assert ghost.css == "ghost"
    first = picture.lines[1].boxes[0]
    scale = picture.ticks[1][0] / one.interval
    assert ghost.x - first.x == pytest.approx(one.interval * scale)
    assert why(one) == (
        "What sets the interval: the recurrence 1 → 2 → 3 → 1 takes 105 cycles, and comes back after 1 iteration."
    )


def test_what_is_above_the_bound_says_so() -> None:
    assert why(the_schedule("attention")) == (
        "123 cycles would be needed in any case: engine vector is busy for 123 cycles of each iteration, "
        "with statements 4, 5 and 6. The rest is how statements fit beside each other."
    )


def test_a_pipelined_program_still_has_its_schedule() -> None:
    module = scheduled("stencil", f"software-pipeline{{{NPU}}},canonicalize")
    (one,) = schedules_in(module)
    assert (one.interval, len(one.statements)) == (28, 3)
    assert "engine vector is busy for 28 cycles" in schedules_html(module)


def test_the_page_has_the_schedule_of_a_loop_that_asks(asyncir: Shell) -> None:
    page = asyncir.folder / "page.html"
    done = asyncir("view", LOOPS / "triangular.mlir", "--software-pipeline", NPU, "-o", page)
    assert (done.status, done.err) == (0, "")
    text = page.read_text()
    assert "Schedule: loop %i of @main, line 8" in text
    assert "the recurrence 2 → 3 → 2 takes 32 cycles" in text
    assert not re.search(r"(src|href)=\"(?!#)", text)


def test_names_are_escaped() -> None:
    module = parse_module((LOOPS / "iir.mlir").read_text(), "iir.mlir")
    run_pipeline(module, f"form-statements,assign-latencies{{{NPU}}}")
    loop = next(op for op in module.walk() if statements_of(op))
    statements_of(loop)[0].attributes[STATEMENT] = StringAttr("<script>alert(1)</script>")
    run_pipeline(module, "schedule-loops")
    assert "<script>" not in schedules_html(module)
    assert "&lt;script&gt;" in schedules_html(module)


@pytest.mark.parametrize(
    "record",
    [
        "{}",
        "3 : i64",
        "{interval = 0 : i64, statements = [{}]}",
        "{interval = 1 : i64, statements = [{start = 1000000000 : i64}]}",
        '{interval = -4 : i64, statements = [{start = -1 : i64, busy = {a = -3 : i64}, engine = "a"}]}',
        "{statements = [1 : i64, {}], bound = {statements = [7 : i64]}}",
        '{statements = [{}], bound = {statements = [], kind = "recurrence"}}',
        '{statements = [{}, {}], bound = {statements = [0 : i64, 0 : i64], kind = "recurrence"}}',
        "{statements = [{}], bound = {statements = [0 : i64]}, engines = {a = {count = 100000000 : i64}}}",
        "{statements = [{latency = 1000000000000 : i64}], bound = {statements = [0 : i64]}}",
    ],
)
def test_a_record_that_somebody_else_wrote_does_no_harm(record: str) -> None:
    record = f"software_pipeline_modulo_schedule = {record}"
    text = (LOOPS / "iir.mlir").read_text().replace("software_pipeline_schedule", record)
    schedules_html(parse_module(text, "iir.mlir"))
