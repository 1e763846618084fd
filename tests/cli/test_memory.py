"""`asyncir memory` shows bytes against overlap, and writes programs with plans in them."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import Shell
from tests.transforms.test_plan_memory import TWO as PROGRAM

pytestmark = pytest.mark.feature("N7")


def test_a_table(asyncir: Shell) -> None:
    asyncir.write("two.mlir", PROGRAM)
    done = asyncir("memory", "two.mlir")
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[0] == "main: 3 buffers, 2.1 KiB if each has its own memory"
    rows = [line.split() for line in lines[3:]]
    assert [row[-2:] for row in rows[-2:]] == [["0", "best"], ["1", "best"]]
    assert "2.0 KiB" in lines[-2]
    assert "1.0 KiB" in lines[-1]


@pytest.mark.parametrize("method", [[], ["--method", "fast"], ["--method", "optimal", "--time-limit", "1s"]])
def test_json(asyncir: Shell, method: list[str]) -> None:
    asyncir.write("two.mlir", PROGRAM)
    (found,) = json.loads(asyncir("memory", "two.mlir", "--json", *method).out)["functions"]
    assert found["function"] == "main"
    assert (found["buffers"], found["apart"], found["kept"]) == (3, 2112, [])
    assert [(plan["bytes"], plan["dependencies"]) for plan in found["plans"]] == [(2048, 0), (1024, 1)]
    assert found["plans"][0]["path"] < found["plans"][1]["path"]
    assert found["sequential"]["bytes"] == 1024
    assert found["without_dependencies"]["bytes"] == 2048


def test_the_program_is_written(asyncir: Shell) -> None:
    asyncir.write("two.mlir", PROGRAM)
    done = asyncir("memory", "two.mlir", "--memory-limit", "1K", "-o", "planned.mlir")
    assert done.status == 0
    assert done.out.startswith("main: 3 buffers")
    assert "over the limit" in done.out
    assert asyncir("run", "planned.mlir", "1.0").status == 0
    text = asyncir("memory", "two.mlir", "--memory-limit", "1K", "-o", "-").out
    assert text.startswith("module {")
    assert "memref<1024xi8>" in text


def test_a_program_on_tensors(asyncir: Shell) -> None:
    """Regions are formed first, and buffers made."""
    t = "tensor<256x256xf32>"
    product = "%{} = linalg.matmul ins(%a, %{} : {}, {}) outs(%a : {}) -> {}\n"
    body = product.format("x", "a", t, t, t, t) + product.format("y", "x", t, t, t, t)
    asyncir.write("t.mlir", f"func.func @f(%a: {t}) -> {t} {{\n{body}return %y : {t}\n}}\n")
    (found,) = json.loads(asyncir("memory", "t.mlir", "--json").out)["functions"]
    assert found["buffers"] >= 1
    assert found["kept"][0]["bytes"] == 4 * 256 * 256


def test_passes_that_come_first(asyncir: Shell) -> None:
    asyncir.write("two.mlir", PROGRAM)
    (found,) = json.loads(asyncir("memory", "two.mlir", "--json", "-p", "inline-tasks").out)["functions"]
    assert [plan["bytes"] for plan in found["plans"]] == [1024]


def test_one_function_of_several(asyncir: Shell) -> None:
    asyncir.write("two.mlir", PROGRAM + PROGRAM.replace("@main", "@other"))
    assert len(json.loads(asyncir("memory", "two.mlir", "--json").out)["functions"]) == 2
    assert len(json.loads(asyncir("memory", "two.mlir", "--json", "-e", "other").out)["functions"]) == 1


def test_nothing_to_plan(asyncir: Shell) -> None:
    asyncir.write("none.mlir", "func.func @main() {\n  return\n}\n")
    assert asyncir("memory", "none.mlir").out == "none.mlir: no function has memory to plan\n"


@pytest.mark.parametrize(
    ("arguments", "code", "status"),
    [
        (["--memory-limit", "1000", "-o", "out.mlir"], "P231", 1),
        (["--entry", "nobody"], "C006", 2),
        (["-o", "-", "--json"], "C004", 2),
        (["--memory-limit", "much"], None, 2),
        (["--memory-limit", "0"], None, 2),
        (["-p", "no-such-pass"], None, None),
    ],
)
def test_what_is_wrong(asyncir: Shell, arguments: list[str], code: str | None, status: int | None) -> None:
    """A code, a help line, and no file."""
    asyncir.write("two.mlir", PROGRAM)
    done = asyncir("memory", "two.mlir", *arguments)
    assert done.status in ((1, 2) if status is None else (status,))
    if code is not None:
        assert code in done.err + done.out
        assert "help" in done.err + done.out
    assert "Traceback" not in done.err
    assert asyncir("memory", "out.mlir").codes == ["C001"] or "out.mlir" in asyncir("memory", "out.mlir").err
