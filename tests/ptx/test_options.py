"""What is said of a launch, as text: shapes, values, boxes; and which parameter makes loops longer."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from asyncir.analyses.kernels.prepare import prepare
from asyncir.diagnostics import DiagnosticError
from asyncir.driver.kernels.growing import GrowingWord, GrowthSearch, free_words
from asyncir.driver.kernels.options import (
    BoxBytes,
    EachMultiple,
    KernelOptions,
    ParameterValue,
    parse_parameters,
    parse_shape,
    parse_value,
)
from asyncir.driver.kernels.runs import deciding_runs, launch_of
from asyncir.source.ptx import read_ptx
from tests.ptx import kernels

pytestmark = pytest.mark.feature("N10")


@pytest.mark.parametrize(
    ("text", "shape"),
    [("128", (128, 1, 1)), ("32,4", (32, 4, 1)), ("16x8x2", (16, 8, 2)), (" 8 , 8 ", (8, 8, 1))],
)
def test_shapes(text: str, shape: tuple[int, int, int]) -> None:
    assert parse_shape(text, "--block") == shape


@pytest.mark.parametrize("text", ["", "0", "-1", "1,2,3,4", "a", "1,,2", "99999999999"])
def test_shapes_that_are_none(text: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        parse_shape(text, "--block")
    assert caught.value.diagnostics[0].code == "C004"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1024", 1024),
        ("-3", -3),
        ("0x10", 16),
        ("007", 7),
        ("n", EachMultiple(1)),
        ("32*n", EachMultiple(32)),
        ("32 * n + 16", EachMultiple(32, 16)),
        ("box:64x64x2", BoxBytes(8192)),
        ("box:128", BoxBytes(128)),
        ("00ffAb", b"\x00\xff\xab"),
    ],
)
def test_values(text: str, value: ParameterValue) -> None:
    assert parse_value(text, "K") == value


@pytest.mark.parametrize(
    "text", ["", "1.5", "n*32", "box:", "box:0x2", "box:axb", "0xg", "abc", "--", "32*m"]
)
def test_values_that_are_none(text: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        parse_value(text, "K")
    assert caught.value.diagnostics[0].code == "C004"
    assert caught.value.diagnostics[0].help


def test_arrays(tmp_path: Path) -> None:
    file = tmp_path / "p.npy"
    np.save(file, np.array([1, 2], np.int32))
    assert parse_value(str(file), "p") == bytes([1, 0, 0, 0, 2, 0, 0, 0])
    np.save(file, np.zeros(1 << 20, np.int8))
    for name, code in ((str(file), "C004"), (str(tmp_path / "no.npy"), "C001")):
        with pytest.raises(DiagnosticError) as caught:
            parse_value(name, "p")
        assert caught.value.diagnostics[0].code == code
    file.write_bytes(b"no array")
    with pytest.raises(DiagnosticError) as caught:
        parse_value(str(file), "p")
    assert caught.value.diagnostics[0].code == "C008"


def test_parameters() -> None:
    assert parse_parameters(["K=32*n", "1 = 5"]) == {"K": EachMultiple(32), "1": 5}
    for text in ("K", "=3", ""):
        with pytest.raises(DiagnosticError):
            parse_parameters([text])


def test_the_launch() -> None:
    kernel = read_ptx(kernels.ring().replace(".reqntid 64", ".reqntid 32, 2")).kernels[0]
    launch, assumed = launch_of(
        kernel, KernelOptions(grid=(7, 1, 1), parameters={"n": 3, "a": b"\1\2"}, budget=99)
    )
    assert (launch.block, launch.grid, launch.steps, assumed) == ((32, 2, 1), (7, 1, 1), 99, ())
    assert launch.parameters == {"n": 3, "a": b"\1\2"}
    launch, _ = launch_of(
        kernel, KernelOptions(block=(8, 1, 1), cluster=(2, 1, 1), parameters={"0": BoxBytes(64)})
    )
    assert (launch.block, launch.cluster, launch.boxes) == ((8, 1, 1), (2, 1, 1), {"a": 64})


# The parameter that makes loops longer


def search(text: str) -> GrowthSearch:
    module = read_ptx(text)
    launch, _ = launch_of(module.kernels[0], KernelOptions())
    code, complete = prepare(module, module.kernels[0], launch)
    return GrowthSearch(module, module.kernels[0], code, complete)


def test_the_step_of_a_plain_counter_is_one() -> None:
    assert search(kernels.ring()).best() == GrowingWord("n", 0, 32, 1)


@pytest.mark.parametrize(
    ("change", "step"), [("shr.u32 %r1, %r1, 5;", 32), ("add.s32 %r1, %r1, 63; shr.s32 %r1, %r1, 6;", 64)]
)
def test_steps_are_found(change: str, step: int) -> None:
    text = kernels.ring().replace("mov.u32 %r2, %tid.x;", f"{change}\nmov.u32 %r2, %tid.x;", 1)
    assert search(text).best() == GrowingWord("n", 0, 32, step)


def test_the_step_of_an_unrolled_loop_is_guessed_from_its_counter() -> None:
    text = kernels.ring().replace("add.s32 %r6, %r6, 1;", "add.s32 %r6, %r6, 56;")
    found = search(text)
    assert found.best() == GrowingWord("n", 0, 32, 56)
    assert len(found.visits) < 15
    wrong = text.replace("mov.u32 %r2, %tid.x;", "mul.lo.s32 %r1, %r1, 7;\nmov.u32 %r2, %tid.x;", 1)
    assert search(wrong).best() == GrowingWord("n", 0, 32, 8)


def test_a_number_in_a_struct_is_found() -> None:
    text = kernels.ring().replace(".param .u32 n", ".param .align 8 .b8 s[24]").replace("[n]", "[s+12]")
    found = search(text)
    best = found.best()
    assert best == GrowingWord("s", 12, 32, 1)
    assert best is not None
    assert best.text(found.kernel) == "s[12] = 1*n"


def test_kernels_without_a_loop_have_none() -> None:
    assert search(kernels.TWO_BARRIERS).best() is None


def test_what_is_given_is_not_tried() -> None:
    module = read_ptx(kernels.ring())
    launch, _ = launch_of(module.kernels[0], KernelOptions(parameters={"n": 4}))
    code, complete = prepare(module, module.kernels[0], launch)
    assert [word.name for word in free_words(module.kernels[0], code, complete)] == []


def test_loops_that_nobody_can_make_longer_are_not_proved() -> None:
    text = kernels.ring().replace(
        "ld.param.u32 %r1, [n];", "ld.param.u32 %r1, [n]; and.b32 %r1, %r1, 0; add.s32 %r1, %r1, 3;"
    )
    module = read_ptx(text)
    runs = deciding_runs(module, module.kernels[0], KernelOptions())
    assert runs.growing == ""
    assert "decides how often the loop" in runs.open
    fixed = deciding_runs(module, module.kernels[0], KernelOptions(parameters={"n": 4}))
    assert fixed.open == ""


def test_further_numbers_that_decide_loops_are_told() -> None:
    text = kernels.ring().replace(".param .u32 n", ".param .u32 n, .param .u32 m")
    text = text.replace("\nLOOP:", "\nld.param.u32 %r15, [m];\nmov.u32 %r16, 0;\nLOOP:")
    text = text.replace(
        "bar.sync 0;\nsetp.lt.s32 %p2",
        "bar.sync 0;\nINNER: add.s32 %r16, %r16, 32; bar.sync 0; setp.lt.s32 %p5, %r16, %r15;\n"
        "@%p5 bra INNER;\nsetp.lt.s32 %p2",
    )
    module = read_ptx(text)
    runs = deciding_runs(module, module.kernels[0], KernelOptions())
    assert (runs.growing, runs.fixed) in (("m = 32*n", ("n = 256",)), ("n = 1*n", ("m = 256",)))
