"""Certificates of programs that race, as a prover with faults made them: the verifier believes none of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from asyncir.certificates import NotFollowed, Refused, accept, entries
from asyncir.driver.check import check
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline

FOLDER = Path(__file__).parent
FALSE = json.loads((FOLDER / "certificates.json").read_text(encoding="utf-8"))
BY_PARTS = ("s55_public_called",)
"""Files of which one function is proved rightly, and another one races."""
IN_MEMORY = ("s1_cell_copy", "s1b_cell_atomic", "s60_cell_in_async")
"""What hangs on integers that programs keep in memory, and that the verifier does not follow."""


@pytest.mark.parametrize("name", [name for name in FALSE if name not in BY_PARTS])
def test_a_false_certificate_is_refused(name: str) -> None:
    module = parse_module((FOLDER / f"{name}.mlir").read_text(encoding="utf-8"), name)
    for entry, certificate in FALSE[name].items():
        with pytest.raises(Refused) as refused:
            accept(module, entry, certificate)
        blurred = name in (*IN_MEMORY, "t1c_alloc_overlap")
        assert isinstance(refused.value, NotFollowed) is blurred


def test_a_file_has_all_its_entries() -> None:
    module = parse_module((FOLDER / "s55_public_called.mlir").read_text(encoding="utf-8"))
    assert entries(module) == ["inner", "outer"]
    accept(module, "outer", FALSE["s55_public_called"]["outer"])


def test_nested_modules_are_not_followed() -> None:
    module = parse_module("module { module @device { } func.func @main() { return } }")
    with pytest.raises(NotFollowed, match="nested"):
        entries(module)
    with pytest.raises(NotFollowed, match="nested"):
        accept(module, "main", {"constant": [], "points": {}})


@pytest.mark.parametrize("name", ["right_xor_of_threads", "right_switch"])
def test_a_right_program_is_proved_by_both(name: str) -> None:
    answer = check((FOLDER / f"{name}.mlir").read_text(encoding="utf-8"), filename=name)
    assert (answer.standing, answer.rechecked) == ("proved", True)


WAIT = "  queue.wait(0, 0)\n"


@pytest.mark.parametrize(("wait", "standing"), [(WAIT, "proved"), ("", "refuted")])
def test_a_call_in_flight_touches_the_globals_of_its_callee(wait: str, standing: str) -> None:
    text = (FOLDER / "v4_call_in_async.mlir").read_text(encoding="utf-8")
    load = "  %y = memref.load %G"
    answer = check(text.replace(load, wait + load), filename="v4")
    assert (answer.standing, answer.rechecked) == (standing, True if wait else None)


@pytest.mark.parametrize("loop", ["matmul", "dot"])
@pytest.mark.parametrize("schedule", ["list", "optimal"])
def test_what_the_pipeliner_emits_has_a_certificate(loop: str, schedule: str) -> None:
    text = (FOLDER.parents[1] / "bench" / "loops" / f"{loop}.mlir").read_text(encoding="utf-8")
    module = parse_module(text, loop)
    run_pipeline(module, f"software-pipeline{{machine=dma-vector-tensor schedule={schedule}}}")
    answer = check(parse_module(str(module), loop), certificates=True)
    assert (answer.standing, answer.rechecked, list(answer.certificates)) == ("proved", True, ["main"])


def test_a_number_that_hangs_on_thousands_is_not_followed() -> None:
    sums = "\n".join(f"%s{n + 1} = arith.addi %s{n}, %n : index" for n in range(5000))
    module = parse_module(
        f"func.func @main(%B: memref<?xf32>, %s0: index, %n: index, %x: f32) {{\n{sums}\n"
        "queue.commit(0) { queue.async { memref.store %x, %B[%s5000] : memref<?xf32> } }\nreturn }"
    )
    with pytest.raises(NotFollowed, match="hang on too many"):
        accept(module, "main", {"constant": [], "points": {}})
