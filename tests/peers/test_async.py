"""Where MLIR 22's async dialect fails, a program each: it works here, or is refused with a reason.

The programs are in `async/`, with what comes out in their heads. They run at -O0 and -O2, on one and on two workers, whose
stacks have 1 MB: a million calls inside one another do not fit. docs/comparison.md has the table.
"""

from __future__ import annotations

import ast
import cProfile
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import asyncir
from asyncir.driver.stages import compile_to_llvm
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import parse_pipeline, run_pipeline
from tests.differential import corpus, mlir_runner
from tests.differential.compare import CONFIGURATIONS
from tests.differential.corpus import Call
from tests.differential.worker import ROOT, Worker
from tests.oracle import mlir_opt, needs, needs_mlir, run_mlir_opt
from tests.peers.programs import PAGE
from tests.test_bench import load

FOLDER = Path(__file__).parent / "async"
LEVELS_AND_WORKERS = pytest.mark.parametrize(("level", "workers"), CONFIGURATIONS)
needs_runner = needs(mlir_runner.AVAILABLE, "mlir-runner 22 is not installed")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    """Runs programs in a process of its own, where a hang and a crash are outcomes."""
    process = Worker(timeout=300, ASYNCIR_STACK_MB="1")
    yield process
    process.close()


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.mlir").read_text(encoding="utf-8")


def check(worker: Worker, name: str) -> None:
    """Each call in the program's head comes to what is said there, in each configuration, and leaves nothing behind."""
    program = corpus.load(FOLDER / f"{name}.mlir")
    for run in program.runs:
        call = Call(run.entry, tuple(run.arguments), tuple(t for _, t in run.results))
        found = worker.native(program.text, call, CONFIGURATIONS)
        assert len(found) == len(CONFIGURATIONS), found[0]
        for how, outcome in zip(CONFIGURATIONS, found, strict=True):
            assert outcome.same(run.expected), f"-O{how[0]}, workers: {how[1]}: {outcome}"


@pytest.mark.feature("S4-2")
def test_async_ops_in_a_loop_in_a_task(worker: Worker) -> None:
    check(worker, "loop_in_a_task")


def test_several_blocks_in_a_task(worker: Worker) -> None:
    check(worker, "several_blocks_in_a_task")


def test_a_token_that_a_loop_carries(worker: Worker) -> None:
    check(worker, "token_carried_by_a_loop")


@pytest.mark.feature("S4-2")
def test_a_ready_token_is_awaited_a_million_times(worker: Worker) -> None:
    check(worker, "ready_token_in_a_loop")


@pytest.mark.feature("S4-2")
def test_a_pending_token_is_awaited_twice(worker: Worker) -> None:
    check(worker, "pending_token_twice")


@pytest.mark.feature("S4-2")
def test_a_pending_value_is_awaited_by_10_000_tasks(worker: Worker) -> None:
    check(worker, "pending_value_by_many")


@pytest.mark.feature("S4-3")
@pytest.mark.parametrize("name", ["chain", "chain_of_calls"])
def test_a_chain_of_a_million_tasks(worker: Worker, name: str) -> None:
    check(worker, name)


@pytest.mark.feature("S4-2")
@pytest.mark.parametrize("name", ["waits_in_functions_side_by_side", "waits_in_functions_ten_deep"])
def test_a_plain_function_that_awaits_in_more_tasks_than_there_are_workers(worker: Worker, name: str) -> None:
    check(worker, name)


@pytest.mark.feature("S4-2")
def test_the_task_that_could_be_helped_with_needs_the_one_that_waits(worker: Worker) -> None:
    check(worker, "each_waits_for_the_other")


@pytest.mark.feature("S4-21")
@LEVELS_AND_WORKERS
def test_waits_are_ten_deep_through_python(level: int, workers: int) -> None:
    def down(n: int) -> int:
        return program.deep(n)

    program = through_python(level, workers, down=down)
    assert program.deep(10) == 10


@pytest.mark.feature("S4-21")
@LEVELS_AND_WORKERS
def test_tasks_need_each_other_through_python(level: int, workers: int) -> None:
    """@second lets the task end that @first waits for, and waits itself for one that only @first lets end."""
    events = [threading.Event(), threading.Event()]
    order: list[str] = []

    def first() -> None:
        program.wait_for(0)
        order.append("first")
        events[1].set()

    def second() -> None:
        events[0].set()
        program.wait_for(1)
        order.append("second")

    def wait_in_python(event: int) -> None:
        assert events[event].wait(60)

    program = through_python(level, workers, first=first, second=second, wait_in_python=wait_in_python)
    program.both()
    assert order == ["first", "second"]


def through_python(level: int, workers: int, **functions: Callable[..., Any]) -> asyncir.Compiled:
    """The program with these functions of Python; the others are not called."""
    callbacks = dict.fromkeys(("down", "first", "second", "wait_in_python"), print) | functions
    text = text_of("called_through_python")
    return asyncir.compile(text, opt_level=level, threads=workers, callbacks=callbacks)


@pytest.mark.feature("S4-16")
def test_a_vector_is_a_payload(worker: Worker) -> None:
    check(worker, "payload_vector")


def test_a_value_is_in_a_group(worker: Worker) -> None:
    check(worker, "value_in_a_group")


def test_a_group_with_too_few_members_is_diagnosed(worker: Worker) -> None:
    check(worker, "group_with_too_few_members")
    failure = failure_of("group_with_too_few_members")
    cause = failure.causes[-1]
    assert cause.message == "deadlock: a group of size 2 is awaited, but only 1 member was added"
    assert line_of(cause.span) == "%g = async.create_group %c2 : !async.group"


def test_a_group_with_too_many_members_is_diagnosed(worker: Worker) -> None:
    check(worker, "group_with_too_many_members")
    failure = failure_of("group_with_too_many_members")
    assert failure.message == "the group has all its members already"
    assert line_of(failure.location) == "%r1 = async.add_to_group %t, %g : !async.token"


@pytest.mark.feature("S4-25")
def test_a_failing_assertion_is_reported_where_a_plain_function_awaits_it(worker: Worker) -> None:
    check(worker, "failing_assertion")
    failure = failure_of("failing_assertion", -3)
    assert line_of(failure.location) == "%x = async.await %v : !async.value<i64>"
    (cause,) = failure.causes
    assert line_of(cause.span) == 'cf.assert %ok, "n has to be positive"'


def failure_of(name: str, *arguments: object) -> asyncir.ProgramError:
    program = asyncir.compile(text_of(name), filename=f"{name}.mlir")
    with pytest.raises(asyncir.ProgramError) as caught:
        program.main(*arguments)
    return caught.value


def line_of(span: asyncir.Span | None) -> str:
    assert span is not None
    return text_of(span.file.removesuffix(".mlir")).splitlines()[span.line - 1].strip()


@pytest.mark.feature("S4-13")
@pytest.mark.parametrize("name", ["parallel_reduction", "parallel_in_control_flow"])
def test_a_parallel_loop_with_a_reduction_or_in_control_flow(worker: Worker, name: str) -> None:
    check(worker, name)
    module = parse_module(text_of(name))
    run_pipeline(module, parse_pipeline("async-parallel-for"))
    made = print_module(module)
    assert "scf.parallel" not in made
    assert made.count("async.execute") > text_of(name).count("async.execute")


def test_a_tensor_is_a_payload() -> None:
    assert asyncir.compile(text_of("payload_tensor"), filename="payload_tensor.mlir").main() is None


def test_twice_the_ops_in_one_function_are_twice_the_work() -> None:
    """
    Of ours; work is the number of calls, the same in each run. The time, LLVM's too, and up to 48,000 ops, is what
    `make bench-compile` measures (docs/benchmarks.md).
    """
    works: list[int] = []
    sizes: list[int] = []
    for ops in (1000, 2000):
        text = load("programs").one_function(ops)
        profile = cProfile.Profile()
        lowered = profile.runcall(compile_whole, text)
        works.append(sum(entry.callcount for entry in profile.getstats()))
        sizes.append(len(lowered))
    assert works[1] <= 2.1 * works[0]
    assert sizes[1] <= 2.1 * sizes[0]


def compile_whole(text: str) -> str:
    return compile_to_llvm(parse_module(text)).text


ALIVE, BYTES = 200_000, 200
"""So many tasks, and what each may take: ten million within 2 GB."""


@LEVELS_AND_WORKERS
def test_ten_million_tasks_would_be_alive_within_2_gb(level: int, workers: int) -> None:
    done = run_alive(level, workers, ALIVE * BYTES)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{ALIVE}\n", "")


@pytest.mark.feature("S4-25")
@LEVELS_AND_WORKERS
def test_tasks_beyond_the_limit_are_a_clear_error(level: int, workers: int) -> None:
    done = run_alive(level, workers, 16 << 20)
    assert (done.returncode, done.stdout) == (1, "")
    assert "caused by: [R004] no memory for another task: the limit is 16M" in done.stderr
    # Either there is no room for a task, or none for what the group has of a pending member.
    assert re.search(
        r"^[1-9]\d* \|     %t = async.execute|^[1-9]\d* \|   %group = async.create_group",
        done.stderr,
        re.MULTILINE,
    )
    assert "help: raise the limit (ASYNCIR_MEMORY_LIMIT, --memory-limit)" in done.stderr


def run_alive(level: int, workers: int, limit: int) -> subprocess.CompletedProcess[str]:
    """As a command: what tasks have taken from the system stays with the process."""
    options = [f"-O{level}", "-j", workers, "--no-cache", "--memory-limit", limit]
    command = [sys.executable, "-m", "asyncir", "run", FOLDER / "alive_at_once.mlir", ALIVE, *options]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        timeout=300,
        env=environment,
        check=False,
    )


# ---- MLIR

FATES = {
    "loop_in_a_task": "refused",
    "several_blocks_in_a_task": "refused",
    "token_carried_by_a_loop": "refused",
    "ready_token_in_a_loop": "crash",
    "pending_token_twice": "timeout",
    "chain": "crash",
    "waits_in_functions_side_by_side": "timeout",
    "waits_in_functions_ten_deep": "timeout",
    "payload_vector": "crash",
    "value_in_a_group": "refused",
    "group_with_too_few_members": "timeout",
    "failing_assertion": "crash",
}
"""What becomes of the last call in a program's head."""
TRIES = {"payload_vector": 10}
"""One time in twenty malloc happens to give memory that is aligned as the vector needs it."""


@needs_runner
@pytest.mark.parametrize("name", FATES)
def test_mlir_fails(name: str) -> None:
    """What should hang is given two seconds, and need not be waited for longer; all else a minute."""
    program = corpus.load(FOLDER / f"{name}.mlir")
    arguments = [(argument.text, argument.type) for argument in program.runs[-1].arguments]
    results = [type_ for _, type_ in program.runs[0].results]
    whole = mlir_runner.with_entry(program.text, arguments, results)
    level = "-O0" if name == "ready_token_in_a_loop" else "-O1"
    seconds = 2 if FATES[name] == "timeout" else 60
    found: list[str] = []
    while FATES[name] not in found and len(found) < TRIES.get(name, 1):
        found.append(mlir_runner.run(whole, "entry", timeout=seconds, level=level).kind)
    assert FATES[name] in found


@needs_mlir
def test_mlir_counts_no_references_to_tokens_that_a_loop_carries() -> None:
    passes = ("--async-to-async-runtime", "--convert-scf-to-cf", "--async-runtime-ref-counting")
    _, _, said = run_mlir_opt(text_of("token_carried_by_a_loop"), *passes)
    assert "async reference counting can't handle terminators that are not ReturnLike" in said


@needs_mlir
def test_mlir_lowers_a_group_with_too_many_members() -> None:
    lowered, said = mlir_runner.lower(text_of("group_with_too_many_members"))
    assert lowered is not None, said


@needs_mlir
def test_mlir_crashes_on_a_tensor_as_payload() -> None:
    code, _, _ = run_mlir_opt(text_of("payload_tensor"), f"--pass-pipeline={mlir_runner.PIPELINE}")
    assert code < 0


@needs_mlir
def test_mlir_leaves_a_loop_with_a_reduction_sequential() -> None:
    left = mlir_opt(text_of("parallel_reduction"), "--async-parallel-for")
    assert "scf.parallel" in left
    assert "async." not in left


@needs_mlir
def test_mlir_does_not_lower_what_it_makes_of_a_loop_in_a_loop_in_a_task() -> None:
    split = mlir_opt(text_of("parallel_in_control_flow"), "--async-parallel-for")
    lowered, said = mlir_runner.lower(split)
    assert lowered is None
    assert "failed to legalize operation 'scf.for'" in said


# ---- the page


def test_the_page_names_each_of_these_tests() -> None:
    tree = ast.parse(Path(__file__).read_text(encoding="utf-8"))
    tests = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    ours = [
        name
        for name in tests
        if name.startswith("test_") and not name.startswith(("test_mlir", "test_the_page"))
    ]
    named = re.findall(r"`(test_\w+)` \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert named == ours
