"""A limit for the memory of tasks: what is launched beyond it fails, and the program hears of it as of any failure (S4-25).

What tasks have taken from the system is mostly kept, so each test is a process of its own, forked from one that has the
compiler at hand (`forking.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import pytest

import asyncir
from asyncir.launch import runtime
from tests.conftest import ELSEWHERE
from tests.runtime.forking import Forking

PROLOGUE = """
import json, resource, sys
import asyncir
from asyncir.launch import runtime

source, *levels = json.load(sys.stdin)

def root(function, *arguments):
    try:
        return function(*arguments)
    except asyncir.ProgramError as error:
        return error.chain[-1].code

answer = []
"""

EPILOGUE = """
counts = runtime.counts()
assert (counts.tasks, counts.errors) == (0, 0), counts
print(json.dumps(answer))
"""


class InProcess(Protocol):
    """Runs code in a process of its own; what the fixture `in_process` is."""

    def __call__(self, code: str, source: Any, *more: Any, **environment: str) -> Any: ...


@pytest.fixture(scope="module")
def forking() -> Iterator[Forking]:
    process = Forking()
    yield process
    process.close()


@pytest.fixture
def in_process(forking: Forking, record_property: Callable[[str, object], None]) -> Iterator[InProcess]:
    """Run the code, which makes `answer` of `source` and `levels`; nothing may be alive afterwards."""

    def run(code: str, source: Any, *more: Any, **environment: str) -> Any:
        done = forking.run(PROLOGUE + code + EPILOGUE, json.dumps([source, *more]), environment)
        assert (done.returncode, done.stderr) == (0, "")
        return json.loads(done.stdout)

    before = forking.took
    yield run
    record_property(ELSEWHERE, forking.took - before)


def loop(body: str, before: str = "", after: str = "", results: str = "") -> str:
    """A function `run(n)` that does something n times."""
    return f"""
    {results}
    func.func @run(%n: index) -> i64 {{
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %seven = arith.constant 7 : i64
      %gate = async.runtime.create : !async.token
      %group = async.create_group %n : !async.group
      {before}
      scf.for %i = %zero to %n step %one {{
        {body}
      }}
      {after}
      async.runtime.set_available %gate : !async.token
      async.await_all %group
      return %seven : i64
    }}
    """


SUSPENDED = loop("""
        %t = async.execute [%gate] {
          async.yield
        }
        async.add_to_group %t, %group : !async.token
""")
"""As many tasks as n are alive at once."""

RECURSIVE = """
    async.func @deep(%n: i64) -> !async.value<i64> {
      %zero = arith.constant 0 : i64
      %one = arith.constant 1 : i64
      %end = arith.cmpi eq, %n, %zero : i64
      cf.cond_br %end, ^leaf, ^next
    ^leaf:
      async.return %zero : i64
    ^next:
      %m = arith.subi %n, %one : i64
      %inner = async.call @deep(%m) : (i64) -> !async.value<i64>
      %x = async.await %inner : !async.value<i64>
      %y = arith.addi %x, %one : i64
      async.return %y : i64
    }
    func.func @run(%n: index) -> i64 {
      %seven = arith.constant 7 : i64
      %m = arith.index_cast %n : index to i64
      %f = async.call @deep(%m) : (i64) -> !async.value<i64>
      %x = async.await %f : !async.value<i64>
      return %seven : i64
    }
"""

WAITING_CALLS = """
    func.func @deep(%n: index) -> i64 {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %seven = arith.constant 7 : i64
      %end = arith.cmpi eq, %n, %zero : index
      %x = scf.if %end -> (i64) {
        scf.yield %seven : i64
      } else {
        %m = arith.subi %n, %one : index
        %t = async.execute {
          async.yield
        }
        %inner = func.call @deep(%m) : (index) -> i64
        async.await %t : !async.token
        scf.yield %inner : i64
      }
      return %x : i64
    }
    func.func @run(%n: index) -> i64 {
      %x = call @deep(%n) : (index) -> i64
      return %x : i64
    }
"""

VALUES = loop(
    """
        %t, %v, %w = async.execute [%gate] -> (!async.value<vector<64xf32>>, !async.value<i64>) {
          %x = arith.constant dense<1.0> : vector<64xf32>
          async.yield %x, %seven : vector<64xf32>, i64
        }
        %next = async.execute [%t] (%v as %y: !async.value<vector<64xf32>>, %w as %z: !async.value<i64>) {
          async.yield
        }
        async.add_to_group %next, %group : !async.token
    """
)

CREATED = """
    async.func @held(%v: !async.value<i64>, %gate: !async.token) -> !async.token {
      async.await %gate : !async.token
      %x = async.await %v : !async.value<i64>
      async.return
    }
""" + loop("""
        %v = async.runtime.create : !async.value<i64>
        async.runtime.store %seven, %v : !async.value<i64>
        async.runtime.set_available %v : !async.value<i64>
        %t = async.call @held(%v, %gate) : (!async.value<i64>, !async.token) -> !async.token
        async.add_to_group %t, %group : !async.token
""")

READY = """
    async.func @held(%v: !async.value<vector<16xf32>>, %gate: !async.token) -> !async.token {
      async.await %gate : !async.token
      %x = async.await %v : !async.value<vector<16xf32>>
      async.return
    }
""" + loop("""
        %ones = arith.constant dense<1.0> : vector<16xf32>
        %v = async.ready %ones : !async.value<vector<16xf32>>
        %t = async.call @held(%v, %gate) : (!async.value<vector<16xf32>>, !async.token) -> !async.token
        async.add_to_group %t, %group : !async.token
""")

GROUPS = """
    async.func @held(%gate: !async.token) -> !async.token {
      %one = arith.constant 1 : index
      %inner = async.create_group %one : !async.group
      async.add_to_group %gate, %inner : !async.token
      async.await_all %inner
      async.return
    }
""" + loop("""
        %t = async.call @held(%gate) : (!async.token) -> !async.token
        async.add_to_group %t, %group : !async.token
""")

LARGE = loop("""
        %t = async.execute [%gate] {
          %room = memref.alloca() : memref<1024xi64>
          %inner = async.execute {
            memref.store %seven, %room[%zero] : memref<1024xi64>
            async.yield
          }
          async.await %inner : !async.token
          async.yield
        }
        async.add_to_group %t, %group : !async.token
""")
"""Frames that are too large for a chunk."""

TIMERS = loop("""
        %long = arith.constant 100000000 : i64
        %t = io.sleep %long : i64
        async.add_to_group %t, %group : !async.token
""")

PLAIN = """
    func.func private @launches(%gate: !async.token, %group: !async.group) attributes {no_inline} {
      %t = async.execute [%gate] {
        async.yield
      }
      async.add_to_group %t, %group : !async.token
      return
    }
""" + loop("""
        func.call @launches(%gate, %group) : (!async.token, !async.group) -> ()
""")
"""Launched by a function that is no coroutine, so that the deque grows, too."""

NESTED = loop("""
        %t = async.execute [%gate] {
          %inner = async.execute {
            async.yield
          }
          async.await %inner : !async.token
          async.yield
        }
        async.add_to_group %t, %group : !async.token
""")

PROGRAMS = {
    "suspended": SUSPENDED,
    "recursive": RECURSIVE,
    "waiting-calls": WAITING_CALLS,
    "values": VALUES,
    "created": CREATED,
    "ready": READY,
    "groups": GROUPS,
    "large": LARGE,
    "timers": TIMERS,
    "plain": PLAIN,
    "nested": NESTED,
}

AT_THE_LIMIT = """
for opt_level in levels:
    program = asyncir.compile(source, opt_level=opt_level)
    answer.append([root(program.run, n) for n in (10, 100_000, 10, 100_000, 10)])
    memory = runtime.memory()
    assert memory.in_use <= memory.limit, memory
"""


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", PROGRAMS)
def test_at_the_limit_a_program_fails_and_goes_on_afterwards(
    in_process: InProcess, name: str, threads: int
) -> None:
    small = {"ASYNCIR_MEMORY_LIMIT": "3M", "ASYNCIR_NUM_THREADS": str(threads)}
    # One level each: the memory of created tokens serves nothing else, and programs of two levels have frames of two sizes.
    for opt_level in (0, 2):
        outcomes = in_process(AT_THE_LIMIT, PROGRAMS[name], opt_level, **small)
        assert outcomes == [[7, "R004", 7, "R004", 7]]


def test_the_limit_bounds_the_memory_of_the_process(in_process: InProcess) -> None:
    outcome = in_process(
        """
program = asyncir.compile(source)
program.run(1)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
answer = [root(program.run, 2_000_000), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before]
""",
        SUSPENDED,
        ASYNCIR_MEMORY_LIMIT="64M",
    )
    assert outcome[0] == "R004"
    assert outcome[1] < 80 << 10


def test_a_million_tasks_alive_at_once_take_less_than_200_megabytes(in_process: InProcess) -> None:
    result, memory = in_process(
        """
program = asyncir.compile(source)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
answer = [program.run(1_000_000), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before]
""",
        SUSPENDED,
    )
    assert result == 7
    assert memory < 200 << 10


def test_what_the_system_refuses_is_an_error_too(in_process: InProcess) -> None:
    code = """
program = asyncir.compile(source)
program.run(1)
used = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmSize")) << 10
resource.setrlimit(resource.RLIMIT_AS, (used + (256 << 20),) * 2)
try:
    program.run(4_000_000)
except asyncir.ProgramError as error:
    answer = error.chain[-1].message
assert program.run(1000) == 7
"""
    message = in_process(code, SUSPENDED, ASYNCIR_NUM_THREADS="1")
    assert message.startswith("no memory for another task: the system gives no more (tasks had ")
    assert message.endswith("M when it first ran out)")


def test_memory_of_one_program_serves_another(in_process: InProcess) -> None:
    """Frames of other sizes, while what the first has left behind is nearly all that there may be."""
    code = """
for text in source:
    program = asyncir.compile(text)
    answer.append([root(program.run, n) for n in (100_000, 10_000)])
"""
    outcomes = in_process(code, [SUSPENDED, GROUPS, NESTED, SUSPENDED], ASYNCIR_MEMORY_LIMIT="8M")
    assert outcomes == [["R004", 7]] * 4


def test_the_error_says_what_and_where_and_what_to_do(in_process: InProcess) -> None:
    code = """
asyncir.limit_memory("4M")
try:
    asyncir.compile(source, filename="p.mlir").run(100_000)
except asyncir.ProgramError as error:
    answer = [str(error.chain[-1]), error.diagnostics[0].help]
"""
    text, help_ = in_process(code, RECURSIVE)
    assert text.startswith("[R004] no memory for another task: the limit is 4M (tasks had ")
    assert text.endswith("M when it first ran out) (p.mlir:2:5)")
    assert "--memory-limit" in help_


def test_the_limit_can_be_raised(in_process: InProcess) -> None:
    code = """
program = asyncir.compile(source)
for limit in "1M", 2 << 20, None:
    asyncir.limit_memory(limit)
    outcome = root(program.run, 25_000)
    answer.append([runtime.memory().limit >> 20, outcome])
try:
    program.run(250_000)
except asyncir.ProgramError as error:
    answer.append(error.chain[-1].message[:50])
"""
    outcomes = in_process(code, RECURSIVE, ASYNCIR_MEMORY_LIMIT="8M")
    assert outcomes[:3] == [[1, "R004"], [2, "R004"], [8, 7]]
    assert "the limit is 8M" in outcomes[3]


@pytest.mark.parametrize("size", ["", "-1", "2Q", 0, 1000, "1.5G"])
def test_a_limit_that_is_no_size_is_refused(size: int | str) -> None:
    before = runtime.memory()
    with pytest.raises(asyncir.DiagnosticError) as caught:
        asyncir.limit_memory(size)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "R001"
    assert f"the memory limit is '{size}'" in diagnostic.message
    assert runtime.memory().limit == before.limit


def test_a_variable_that_is_no_size_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASYNCIR_MEMORY_LIMIT", "lots")
    with pytest.raises(asyncir.DiagnosticError, match="ASYNCIR_MEMORY_LIMIT is 'lots'"):
        runtime.start(1)


def test_tasks_of_a_serial_run_have_the_same_limit(in_process: InProcess) -> None:
    small = {"ASYNCIR_MEMORY_LIMIT": "3M", "ASYNCIR_RUNTIME_KIND": "serial"}
    outcomes = in_process(AT_THE_LIMIT.replace("100_000", "30_000"), SUSPENDED, 2, **small)
    assert outcomes == [[7, "R004", 7, "R004", 7]]
