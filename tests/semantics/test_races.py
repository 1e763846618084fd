"""The race detector: against a brute-force happens-before relation, and case by case."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings, strategies as st

from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module
from tests.semantics.programs import body, error, run

ELEMENTS = 3
SCHEDULES = ("earliest", "latest", "seed:0", "seed:1")
HARMLESS = ({"read"}, {"atomic"})
"""Between accesses of these kinds there is no race."""


@dataclass(frozen=True)
class Work:
    """A task issued by the entry: what it waits for, and what it touches (element, and how)."""

    dependencies: tuple[int, ...]
    awaits: tuple[int, ...]
    accesses: tuple[tuple[int, str], ...]
    awaited_by_entry: bool
    entry_access: tuple[int, str] | None


@st.composite
def _graphs(draw: st.DrawFn) -> tuple[Work, ...]:
    size = draw(st.integers(1, 6))
    accesses = st.tuples(st.integers(0, ELEMENTS - 1), st.sampled_from(["read", "write", "atomic"]))
    tasks: list[Work] = []
    for index in range(size):
        earlier = st.lists(st.integers(0, index - 1), max_size=2, unique=True) if index else st.just([])
        tasks.append(
            Work(
                tuple(draw(earlier)),
                tuple(draw(earlier)),
                tuple(draw(st.lists(accesses, max_size=2))),
                draw(st.booleans()),
                draw(st.none() | accesses),
            )
        )
    return tuple(tasks)


def _access(element: int, how: str, name: str) -> str:
    if how == "atomic":
        return f"%{name} = memref.atomic_rmw addi %v, %m[%e{element}] : (i64, memref<{ELEMENTS}xi64>) -> i64"
    if how == "write":
        return f"memref.store %v, %m[%e{element}] : memref<{ELEMENTS}xi64>"
    return f"%{name} = memref.load %m[%e{element}] : memref<{ELEMENTS}xi64>"


def _text(tasks: tuple[Work, ...]) -> str:
    lines = [f"%m = memref.alloc() : memref<{ELEMENTS}xi64>", "%v = arith.constant 1 : i64"]
    lines += [f"%e{i} = arith.constant {i} : index" for i in range(ELEMENTS)]
    for index, task in enumerate(tasks):
        needs = ", ".join(f"%t{d}" for d in task.dependencies)
        lines.append(f"%t{index} = async.execute {f'[{needs}] ' if needs else ''}{{")
        lines += [f"  async.await %t{d} : !async.token" for d in task.awaits]
        lines += [f"  {_access(e, how, f'x{index}_{n}')}" for n, (e, how) in enumerate(task.accesses)]
        lines += ["  async.yield", "}"]
        if task.entry_access is not None:
            lines.append(_access(*task.entry_access, f"y{index}"))
        if task.awaited_by_entry:
            lines.append(f"async.await %t{index} : !async.token")
    return body(lines)


def _races(tasks: tuple[Work, ...]) -> bool:
    """By reachability in the graph of all steps; shares nothing with the detector."""
    edges: dict[str, set[str]] = {}
    accesses: list[tuple[str, int, str]] = []
    here = "entry 0"
    for index, task in enumerate(tasks):
        start, end = f"start {index}", f"end {index}"
        edges.setdefault(here, set()).add(start)
        edges.setdefault(start, set()).add(end)
        for other in (*task.dependencies, *task.awaits):
            edges.setdefault(f"end {other}", set()).add(start)
        accesses += [(start, e, how) for e, how in task.accesses]
        following = f"entry {index + 1}"
        edges.setdefault(here, set()).add(following)
        if task.entry_access is not None:
            accesses.append((following, *task.entry_access))
        here = following
        if task.awaited_by_entry:
            joined = f"joined {index + 1}"
            edges.setdefault(here, set()).add(joined)
            edges.setdefault(end, set()).add(joined)
            here = joined
    reach = {node: _reachable(edges, node) for node, _, _ in accesses}
    return any(
        e == f and {how, also} not in HARMLESS and a != b and b not in reach[a] and a not in reach[b]
        for i, (a, e, how) in enumerate(accesses)
        for b, f, also in accesses[i + 1 :]
    )


def _reachable(edges: dict[str, set[str]], node: str) -> set[str]:
    found: set[str] = set()
    pending = [node]
    while pending:
        for following in edges.get(pending.pop(), ()):
            if following not in found:
                found.add(following)
                pending.append(following)
    return found


@settings(max_examples=200, deadline=None)
@given(_graphs())
def test_a_race_is_reported_exactly_where_there_is_one(tasks: tuple[Work, ...]) -> None:
    module = parse_module(_text(tasks))
    expected = _races(tasks)
    for schedule in SCHEDULES:
        outcome = interpret(module, "main", [], parse_schedule(schedule))
        assert [d.code for d in outcome.diagnostics] == (["S001"] if expected else []), schedule


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_two_tasks_after_the_same_one_are_not_ordered(schedule: str) -> None:
    """Only one of them may take over the chain of the first, though both could when they begin."""
    writes = ((0, "write"),)
    graph = (
        Work((), (), (), False, None),
        Work((0,), (), writes, False, None),
        Work((0,), (), writes, False, None),
    )
    outcome = interpret(parse_module(_text(graph)), "main", [], parse_schedule(schedule))
    assert [d.code for d in outcome.diagnostics] == ["S001"]


def test_the_report_names_both_accesses_and_tasks() -> None:
    text = """func.func @main(%m: memref<i64>) {
  %v = arith.constant 1 : i64
  %t = async.execute {
    memref.store %v, %m[] : memref<i64>
    async.yield
  }
  %x = memref.load %m[] : memref<i64>
  async.await %t : !async.token
  return
}
"""
    import numpy as np

    found = error(run(text, np.zeros((), np.int64)))
    (other,) = found.notes
    assert found.span is not None
    assert other.span is not None
    assert {(found.span.line, found.span.column), (other.span.line, other.span.column)} == {(4, 5), (7, 8)}
    assert "RAW" in found.message
    assert (found.label, other.message) == ("in the entry", "written here, in task 0.1")


WAVES = """
func.func @main() {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c50 = arith.constant 50 : index
  %v = arith.constant 1 : i64
  %m = memref.alloc() : memref<8xi64>
  scf.for %wave = %c0 to %c50 step %c1 {{
    %g = async.create_group %c8 : !async.group
    scf.for %i = %c0 to %c8 step %c1 {{
      %t = async.execute {{
        memref.store %v, %m[{index}] : memref<8xi64>
        async.yield
      }}
      %r = async.add_to_group %t, %g : !async.token
    }}
    {wait}
  }}
  return
}}
"""


@pytest.mark.feature("S2-19")
@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize(
    ("index", "wait", "codes"),
    [
        ("%i", "async.await_all %g", []),
        ("%c0", "async.await_all %g", ["S001"]),
        ("%i", "", ["S001"]),
    ],
)
def test_waves_of_tasks_that_take_over_chains(index: str, wait: str, codes: list[str], schedule: str) -> None:
    outcome = run(WAVES.format(index=index, wait=wait), schedule=schedule)
    assert [d.code for d in outcome.diagnostics] == codes


PARALLEL = """
func.func private @helper(%m: memref<16xi64>, %i: index) {{
  %v = arith.constant 1 : i64
  memref.store %v, %m[%i] : memref<16xi64>
  return
}}
func.func @main() {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v = arith.constant 1 : i64
  %m = memref.alloc() : memref<16xi64>
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {{
    {inside}
    scf.reduce
  }}
  %x = memref.load %m[%c1] : memref<16xi64>
  return
}}
"""
STORE = "memref.store %v, %m[{}] : memref<16xi64>"
CASES = {
    "each its own": (STORE.format("%i"), False),
    "all the same": (STORE.format("%c1"), True),
    "reading what another writes": (f"{STORE.format('%i')}\n%y = memref.load %m[%c0] : memref<16xi64>", True),
    "reading the same": ("%y = memref.load %m[%c0] : memref<16xi64>", False),
    "through a call": ("func.call @helper(%m, %i) : (memref<16xi64>, index) -> ()", False),
    "through a call, the same": ("func.call @helper(%m, %c0) : (memref<16xi64>, index) -> ()", True),
    "in tasks that are awaited": (
        f"%t = async.execute {{ {STORE.format('%i')}\n async.yield }}\nasync.await %t : !async.token",
        False,
    ),
    "in tasks that are not awaited": (f"%t = async.execute {{ {STORE.format('%i')}\n async.yield }}", True),
    "in tasks, the same": (
        f"%t = async.execute {{ {STORE.format('%c0')}\n async.yield }}\nasync.await %t : !async.token",
        True,
    ),
    "nested, each its own": (
        "scf.parallel (%j) = (%c0) to (%c4) step (%c1) {\n"
        "%k = arith.muli %i, %c4 : index\n%l = arith.addi %k, %j : index\n"
        f"{STORE.format('%l')}\nscf.reduce\n}}",
        False,
    ),
    "nested, by the inner index": (
        f"scf.parallel (%j) = (%c0) to (%c4) step (%c1) {{\n{STORE.format('%j')}\nscf.reduce\n}}",
        True,
    ),
    "nested, then read in the outer iteration": (
        "%k = arith.muli %i, %c4 : index\n"
        "scf.parallel (%j) = (%c0) to (%c4) step (%c1) {\n%l = arith.addi %k, %j : index\n"
        f"{STORE.format('%l')}\nscf.reduce\n}}\n%y = memref.load %m[%k] : memref<16xi64>",
        False,
    ),
}


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("name", CASES)
def test_iterations_of_parallel_loops(name: str, schedule: str) -> None:
    inside, races = CASES[name]
    outcome = run(PARALLEL.format(inside=inside), schedule=schedule)
    assert [d.code for d in outcome.diagnostics] in ([["S001"]] if races else [[], ["S006"]])


def test_what_an_async_func_does_before_its_first_wait_is_ordered() -> None:
    text = """
async.func @f(%m: memref<i64>, %t: !async.token) -> !async.token {{
  %v = arith.constant 1 : i64
  {before}
  async.await %t : !async.token
  {after}
  return
}}
func.func @main() {{
  %m = memref.alloc() : memref<i64>
  %t = async.execute {{
    async.yield
  }}
  async.await %t : !async.token
  %u = async.call @f(%m, %t) : (memref<i64>, !async.token) -> !async.token
  %x = memref.load %m[] : memref<i64>
  async.await %u : !async.token
  return
}}
"""
    store = "memref.store %v, %m[] : memref<i64>"
    for schedule in (*SCHEDULES, "exhaustive"):
        assert run(text.format(before=store, after=""), schedule=schedule).ok
        assert error(run(text.format(before="", after=store), schedule=schedule)).code == "S001"


def test_atomics_race_with_plain_accesses_only() -> None:
    text = """
func.func @main() {{
  %c0 = arith.constant 0 : index
  %v = arith.constant 1 : i64
  %m = memref.alloc() : memref<1xi64>
  memref.store %v, %m[%c0] : memref<1xi64>
  %t = async.execute {{
    %a = memref.atomic_rmw addi %v, %m[%c0] : (i64, memref<1xi64>) -> i64
    async.yield
  }}
  %u = async.execute {{
    %a = memref.atomic_rmw addi %v, %m[%c0] : (i64, memref<1xi64>) -> i64
    async.yield
  }}
  async.await %{first} : !async.token
  {access}
  async.await %t : !async.token
  async.await %u : !async.token
  return
}}
"""
    atomic = "%b = memref.atomic_rmw addi %v, %m[%c0] : (i64, memref<1xi64>) -> i64"
    load = "%b = memref.load %m[%c0] : memref<1xi64>"
    store = "memref.store %v, %m[%c0] : memref<1xi64>"
    for schedule in SCHEDULES:
        for first in "tu":
            assert run(text.format(first=first, access=atomic), schedule=schedule).ok
            for plain in (load, store):
                outcome = run(text.format(first=first, access=plain), schedule=schedule)
                assert error(outcome).code == "S001", (first, plain, schedule)


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize(
    "plain", ["memref.store %v, %m[] : memref<i64>", "%x = memref.load %m[] : memref<i64>"]
)
def test_an_atomic_access_does_not_hide_a_plain_one_of_its_own_task(plain: str, schedule: str) -> None:
    """The second task is ordered after neither. Seen with DataRaceBench's 140."""
    atomic = "memref.atomic_rmw addi %v, %m[] : (i64, memref<i64>) -> i64"
    text = body(
        [
            "%m = memref.alloc() : memref<i64>",
            "%v = arith.constant 1 : i64",
            "memref.store %v, %m[] : memref<i64>",
            f"%t = async.execute {{\n{plain}\n%a = {atomic}\nasync.yield\n}}",
            f"%u = async.execute {{\n%a = {atomic}\nasync.yield\n}}",
            "async.await %t : !async.token",
            "async.await %u : !async.token",
        ]
    )
    assert error(run(text, schedule=schedule)).code == "S001"


def test_arguments_that_overlap_share_elements() -> None:
    import numpy as np

    text = """
func.func @main(%a: memref<4xi64>, %b: memref<4xi64>, %i: index, %j: index) {
  %v = arith.constant 1 : i64
  %t = async.execute {
    memref.store %v, %a[%i] : memref<4xi64>
    async.yield
  }
  memref.store %v, %b[%j] : memref<4xi64>
  async.await %t : !async.token
  return
}
"""
    base = np.zeros(6, np.int64)
    assert error(run(text, base[:4], base[2:], 3, 1)).code == "S001"
    assert run(text, base[:4], base[2:], 3, 0).ok
    assert base.tolist() == [0, 0, 1, 1, 0, 0]


NESTED = """
func.func @main(%a: memref<4xi64>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %v = arith.constant 1 : i64
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {{
    memref.store %v, %a[%i] : memref<4xi64>
    scf.parallel (%j) = (%c0) to (%c2) step (%c1) {{
      %x = memref.load %a[{}] : memref<4xi64>
    }}
  }}
  return
}}
"""


def test_an_iteration_happens_before_the_loops_in_it_but_not_before_those_in_others() -> None:
    import numpy as np

    assert run(NESTED.format("%i"), np.zeros(4, np.int64)).ok
    assert error(run(NESTED.format("%j"), np.zeros(4, np.int64))).code == "S001"
