"""The examples: what is generated is up to date, the graph orders what it must, the factor is right."""

from __future__ import annotations

import asyncio
import importlib.util
import itertools
import re
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from click.testing import CliRunner

import asyncir
from asyncir.tools.cli import cli
from tests.oracle import mlir_opt, needs_mlir

EXAMPLES = Path(__file__).parent.parent / "examples"
FOLDER = EXAMPLES / "cholesky"


def load(path: Path) -> ModuleType:
    """A script as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


generate = load(FOLDER / "generate.py")


def test_the_committed_program_is_what_is_generated() -> None:
    assert (FOLDER / "cholesky.mlir").read_text(encoding="utf-8") == generate.generate()


def test_seventeen_tiles_make_969_tasks() -> None:
    assert len(list(generate.tasks(17))) == 969


def reachable(graph: dict[str, list[str]]) -> dict[str, set[str]]:
    """For each task all those that are complete before it starts; the graph is in a topological order."""
    before: dict[str, set[str]] = {}
    for task, dependencies in graph.items():
        before[task] = set(dependencies).union(*(before[d] for d in dependencies))
    return before


def touched(task: str) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The tiles that a task reads and those that it writes, above the diagonal and below."""
    name, *at = task.split("_")
    i, j, k = (*map(int, at), 0, 0)[:3]
    return {
        "potrf": (set(), {(i, i)}),
        "trsm": ({(j, j)}, {(i, j), (j, i)}),
        "syrk": ({(i, j), (j, i)}, {(i, i)}),
        "gemm": ({(i, k), (k, j)}, {(i, j)}),
    }[name]


def conflicts(tasks: Iterable[str]) -> Iterable[tuple[str, str]]:
    """Pairs of tasks that touch the same tile, one of them writing."""
    for one, other in itertools.combinations(tasks, 2):
        (reads, writes), (other_reads, other_writes) = touched(one), touched(other)
        if writes & (other_reads | other_writes) or other_writes & reads:
            yield one, other


def test_tasks_that_touch_the_same_tile_are_ordered() -> None:
    found = re.findall(r"%(\w+) = async\.execute(?: \[(.*?)\])? \{", generate.generate(5))
    graph = {task: re.findall(r"\w+", dependencies) for task, dependencies in found}
    assert len(graph) == len(list(generate.tasks(5)))
    before = reachable(graph)
    unordered = [(a, b) for a, b in conflicts(graph) if a not in before[b] and b not in before[a]]
    assert unordered == []


@needs_mlir
def test_mlir_opt_reads_it() -> None:
    mlir_opt(generate.generate(3))


def spd(n: int) -> np.ndarray:
    """A symmetric positive definite matrix."""
    half = np.random.default_rng(n).standard_normal((n, n))
    return half @ half.T / n + np.eye(n)


@pytest.fixture(scope="module")
def program() -> asyncir.Compiled:
    """Three by three tiles: tiles have 16 rows up to n = 48, 32 up to 96."""
    return asyncir.compile(generate.generate(3), threads=2)


@pytest.mark.parametrize("n", [1, 5, 16, 17, 40, 47, 48, 49, 71, 96, 130])
def test_the_factor_is_one(program: asyncir.Compiled, n: int) -> None:
    """Ragged last tiles, empty tiles, exact ones. S4-26"""
    matrix = spd(n)
    factor = matrix.copy()
    program.cholesky(factor)
    lower = np.tril(factor)
    assert np.linalg.norm(matrix - lower @ lower.T) <= 1e-14 * np.linalg.norm(matrix)
    np.testing.assert_allclose(lower, np.linalg.cholesky(matrix), rtol=1e-10, atol=1e-12)


def test_a_matrix_that_is_not_positive_definite_is_an_error(program: asyncir.Compiled) -> None:
    matrix = spd(40)
    matrix[33, 33] = -1.0
    with pytest.raises(asyncir.ProgramError) as caught:
        program.cholesky(matrix)
    assert "the matrix is not positive definite" in caught.value.causes[-1].message


def interpreted(program: str, folder: Path) -> BaseException | None:
    """How the interpreter fails on a program with a matrix of 33 rows: tiles of 16, 16, 1."""
    (folder / "program.mlir").write_text(program, encoding="utf-8")
    np.save(folder / "matrix.npy", spd(33))
    arguments = [str(folder / name) for name in ("program.mlir", "matrix.npy")]
    return CliRunner().invoke(cli, ["run", *arguments, "--interpret", "latest"]).exception


def test_the_interpreter_finds_no_race(tmp_path: Path) -> None:
    assert interpreted(generate.generate(3), tmp_path) is None


DEPENDENCIES = [
    (found[1], dependency)
    for found in re.finditer(r"%(\w+) = async\.execute \[(.*?)\]", generate.generate(3))
    for dependency in found[2].split(", ")
]


@pytest.mark.parametrize(("task", "dropped"), DEPENDENCIES)
def test_no_dependency_can_be_left_out(task: str, dropped: str, tmp_path: Path) -> None:
    """Without any one of the tokens in brackets there is a race, and the interpreter finds it."""

    def without(found: re.Match[str]) -> str:
        left = [d for d in found[2].split(", ") if d != dropped]
        return f"{found[1]} [{', '.join(left)}]" if left else found[1]

    program, count = re.subn(rf"(%{task} = async\.execute) \[(.*?)\]", without, generate.generate(3))
    assert count == 1
    failure = interpreted(program, tmp_path)
    assert isinstance(failure, asyncir.DiagnosticError)
    assert {d.code for d in failure.diagnostics} == {"S001"}


def run(name: str, *arguments: object) -> object:
    """What `@main` of an example returns."""
    text = (EXAMPLES / f"{name}.mlir").read_text(encoding="utf-8")
    return asyncir.compile(text, filename=f"{name}.mlir", threads=2).main(*arguments)


def test_fibonacci() -> None:
    """A task for each call of an async.func, which awaits in a branch. S4-1 S4-2 S4-15"""
    assert run("fibonacci", 15) == 610


@pytest.mark.parametrize("shape", [(0, 3), (1, 1), (64, 7), (200, 30)])
def test_blocks(shape: tuple[int, int]) -> None:
    matrix = np.random.default_rng(0).standard_normal(shape)
    np.testing.assert_allclose(run("blocks", matrix), matrix.sum(axis=1), atol=1e-12)


def test_chain() -> None:
    """A long chain of tasks on a token that a loop carries, neither overflowing a stack nor losing one."""
    assert run("chain") == 100_000


def test_asyncio_tasks() -> None:
    main = load(EXAMPLES / "asyncio_tasks.py").main
    assert asyncio.run(main()) == [float(i) for i in range(10)]
