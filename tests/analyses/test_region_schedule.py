"""When regions run: each once, behind what it needs, no two at a time on one lane, between the critical path and the sum."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from asyncir.analyses.region_schedule import RegionSchedule, launched_regions, region_schedule
from asyncir.dialects.functions import FunctionOp
from asyncir.source.text import parse_module
from tests.analyses.drawing import some


def function_of(text: str) -> FunctionOp:
    return next(op for op in parse_module(text, "program.mlir").ops if isinstance(op, FunctionOp))


def schedule_of(body: str, lanes: int = 2, arguments: str = "") -> RegionSchedule:
    return region_schedule(function_of(f"func.func @main({arguments}) {{\n{body}\nreturn\n}}"), lanes)


def region(number: int, needs: list[int], work: int = 1) -> str:
    """A region of so much work: as many ops, each of which counts the same."""
    dependencies = f" [{', '.join(f'%t{each}' for each in needs)}]" if needs else ""
    ops = "\n".join(f"%c{number}_{n} = arith.constant {n} : i64" for n in range(work))
    return f"%t{number} = async.region{dependencies} {{\n{ops}\nasync.yield\n}}"


def needs_of(schedule: RegionSchedule) -> list[tuple[int, ...]]:
    return [each.needs for each in schedule.regions]


def longest(schedule: RegionSchedule) -> float:
    """The longest way, found by trying all of them."""
    ends: list[float] = []
    for each in schedule.regions:
        ends.append(max((ends[n] for n in each.needs), default=0.0) + each.work)
    return max(ends, default=0.0)


@given(st.data(), st.integers(1, 5))
@some(60)
def test_a_schedule_keeps_all_that_it_has_to(data: st.DataObject, lanes: int) -> None:
    count = data.draw(st.integers(0, 12))
    graph = [
        data.draw(st.lists(st.integers(0, n - 1), max_size=3, unique=True)) if n else [] for n in range(count)
    ]
    work = [data.draw(st.integers(1, 9)) for _ in range(count)]
    schedule = schedule_of("\n".join(region(n, graph[n], work[n]) for n in range(count)), lanes)
    assert len(schedule.regions) == count
    for number, each in enumerate(schedule.regions):
        assert 0 <= each.lane < lanes
        assert each.begin >= each.earliest
        for needed in graph[number]:
            assert schedule.regions[needed].end <= each.begin
            assert schedule.regions[needed].earliest_end <= each.earliest
    for lane in range(lanes):
        mine = sorted((each.begin, each.end) for each in schedule.regions if each.lane == lane)
        assert all(end <= begin for (_, end), (begin, _) in pairwise(mine))
    assert schedule.critical_length == longest(schedule)
    assert schedule.critical_length <= schedule.length <= schedule.work
    assert schedule.length <= schedule.critical_length + schedule.work / lanes, (
        "somebody works, or the path does"
    )
    assert sum(schedule.regions[n].work for n in schedule.critical) == schedule.critical_length
    for first, second in pairwise(schedule.critical):
        assert first in schedule.regions[second].needs


def test_the_longest_way_goes_first() -> None:
    body = [region(0, [], 1), region(1, [], 4), region(2, [1], 4), region(3, [], 3)]
    schedule = schedule_of("\n".join(body), 2)
    first = [number for number, each in enumerate(schedule.regions) if each.begin == 0]
    assert first == [1, 3]
    assert schedule.critical == (1, 2)
    assert schedule.length == schedule.critical_length


def test_one_lane_takes_all_of_the_work_and_many_the_critical_path() -> None:
    body = "\n".join([region(0, [], 5), region(1, [], 3), region(2, [0, 1], 2)])
    assert schedule_of(body, 1).length == schedule_of(body, 1).work
    assert schedule_of(body, 9).length == schedule_of(body, 9).critical_length


def test_what_another_need_implies_is_left_out() -> None:
    body = "\n".join([region(0, []), region(1, [0]), region(2, [0, 1])])
    assert needs_of(schedule_of(body)) == [(), (0,), (1,)]


def test_what_the_launcher_has_waited_for_is_needed() -> None:
    body = "\n".join([region(0, []), "async.await %t0 : !async.token", region(1, []), region(2, [1])])
    assert needs_of(schedule_of(body)) == [(), (0,), (1,)]


def test_tokens_through_branches_loops_groups_and_tasks() -> None:
    body = f"""%z = arith.constant 0 : index
%o = arith.constant 1 : index
{region(0, [])}
{region(1, [])}
%either = scf.if %c -> !async.token {{
  scf.yield %t0 : !async.token
}} else {{
  scf.yield %t1 : !async.token
}}
%t2 = async.region [%either] {{
  async.yield
}}
%g = async.create_group %o : !async.group
%r = async.add_to_group %t2, %g : !async.token
%task = async.execute [%t1] {{
  async.yield
}}
%t3 = async.region [%g : !async.group, %task] {{
  async.yield
}}
%last = scf.for %i = %z to %n step %o iter_args(%before = %t3) -> !async.token {{
  %t4 = async.region [%before] {{
    async.yield
  }}
  scf.yield %t4 : !async.token
}}
%t5 = async.region [%last] {{
  async.yield
}}"""
    schedule = schedule_of(body, arguments="%c: i1, %n: index")
    assert needs_of(schedule) == [(), (), (0, 1), (2,), (3,), (4,)]


def test_what_an_earlier_iteration_has_launched_is_not_needed() -> None:
    body = f"""%z = arith.constant 0 : index
%o = arith.constant 1 : index
{region(0, [])}
%last = scf.for %i = %z to %n step %o iter_args(%before = %t0) -> !async.token {{
  %t1 = async.region {{
    async.yield
  }}
  %t2 = async.region [%before] {{
    async.yield
  }}
  scf.yield %t1 : !async.token
}}"""
    assert needs_of(schedule_of(body, arguments="%n: index")) == [(), (), (0,)]


@pytest.mark.parametrize(
    "second",
    [
        "%t1 = async.region {\nasync.await %t0 : !async.token\nasync.yield\n}",
        "%t1 = async.region {\nasync.yield %t0 : !async.token\n}",
        "%t1 = async.region (%t0 as %c: !async.token) {\nasync.await %c : !async.token\nasync.yield\n}",
        "%t1 = async.region [%t0] token(%own) {\nasync.await %own : !async.token\nasync.yield\n}",
        "%t1 = async.region {\n%i = async.region [%t0] {\nasync.yield\n}\nasync.yield\n}",
    ],
)
def test_what_is_waited_for_inside_is_needed(second: str) -> None:
    assert needs_of(schedule_of(region(0, []) + "\n" + second)) == [(), (0,)]


def test_a_region_with_a_token_of_its_own_begins_at_once() -> None:
    second = "%t1 = async.region [%t0] token(%own) {\nasync.yield\n}"
    assert needs_of(schedule_of(region(0, []) + "\n" + second)) == [(), ()]


def test_what_is_launched_inside_counts_as_a_part() -> None:
    inner = "%i = async.region {\n%x = arith.constant 1 : i64\nasync.yield\n}"
    text = (
        f"func.func @main() {{\n%t = async.region {{\n{inner}\nasync.yield %i : !async.token\n}}\nreturn\n}}"
    )
    function = function_of(text)
    assert len(launched_regions(function)) == 1
    schedule = region_schedule(function, 1)
    assert schedule.work > schedule_of(region(0, []), 1).work


def test_a_function_without_regions() -> None:
    schedule = schedule_of("")
    assert (schedule.regions, schedule.critical, schedule.length, schedule.critical_length) == ((), (), 0, 0)


@pytest.mark.parametrize("lanes", [1, 3, 7])
def test_equal_regions_fill_the_lanes(lanes: int) -> None:
    schedule = schedule_of("\n".join(region(n, []) for n in range(21)), lanes)
    assert schedule.length == pytest.approx(schedule.work / lanes)
