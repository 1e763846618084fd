"""Programs, arrays and command lines with random damage: never an exception, never an internal error."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path
from typing import Any

import numpy
from hypothesis import HealthCheck, given, settings, strategies as st

from asyncir.tools.cli import invoke
from tests.api.test_programs import TASKS
from tests.cli.command import ADD, SCALE
from tests.cli.test_run import HELLO, PRINTS, RACE, TASK

PROGRAMS = [ADD, SCALE, HELLO, PRINTS, RACE, TASK, TASKS]
PIECES = sorted({word for program in PROGRAMS for word in program.split()} | set('(){}<>[]%@!#^:,=-"\n\0é'))

FUZZ = settings(
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A program with up to four places deleted, replaced, inserted or swapped."""
    words = draw(st.sampled_from(PROGRAMS)).split(" ")
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(words) - 1))
        match draw(st.integers(0, 3)):
            case 0:
                words[at] = ""
            case 1:
                words[at] = draw(st.sampled_from(PIECES))
            case 2:
                words.insert(at, draw(st.sampled_from(PIECES)))
            case _:
                other = draw(st.integers(0, len(words) - 1))
                words[at], words[other] = words[other], words[at]
    return " ".join(words)


def run(*args: str) -> tuple[int, str]:
    err = io.StringIO()
    with contextlib.redirect_stderr(err), contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())):
        status = invoke(args)
    return status, err.getvalue()


def check(*args: str) -> None:
    status, err = run(*args)
    assert status in (0, 1, 2)
    for code in ("C999", "L900", "L901", "P005"):
        assert f"error[{code}]" not in err, err
    if "--json" not in args:
        assert (status == 0) == ("error[" not in err and "Usage:" not in err)


@FUZZ
@given(text=damaged())
def test_damaged_programs_are_transformed_or_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "f.mlir"
    file.write_text(text)
    check("opt", str(file), "-p", "canonicalize,cse")


@FUZZ
@given(text=damaged(), level=st.sampled_from("02"))
def test_damaged_programs_are_compiled_or_refused(tmp_path: Path, text: str, level: str) -> None:
    file = tmp_path / "f.mlir"
    file.write_text(text)
    check("compile", str(file), f"-O{level}", "-g", "--emit", "obj", "-o", str(tmp_path / "out"))


@FUZZ
@given(text=damaged())
def test_damaged_programs_are_interpreted_or_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "f.mlir"
    file.write_text(text)
    check("run", str(file), "--interpret", "latest")


@FUZZ
@given(data=st.data())
def test_damaged_arrays_are_read_or_refused(tmp_path: Path, data: st.DataObject) -> None:
    stream = io.BytesIO()
    numpy.save(stream, numpy.arange(4, dtype="f4"))
    content = bytearray(stream.getvalue())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    content = content[: data.draw(st.integers(0, len(content)))] if data.draw(st.booleans()) else content
    (tmp_path / "a.npy").write_bytes(content)
    (tmp_path / "f.mlir").write_text(SCALE)
    check("run", str(tmp_path / "f.mlir"), str(tmp_path / "a.npy"), "2.0", "-o", str(tmp_path / "o.npy"))


WORDS = """
run opt compile explain add.mlir nosuch - 1 -2 2.5 true [1] --entry main -O2 -O9 --threads --json -o out.npy
--emit obj llvm -p canonicalize cse{x=1} --cse --help --interpret latest seed:x -- C001 f32[2] i32[99999999]
"""
words: Any = st.sampled_from(WORDS.split()) | st.text(max_size=5)


@FUZZ
@given(args=st.lists(words, max_size=6))
def test_any_command_line_is_obeyed_or_refused(tmp_path: Path, args: list[str]) -> None:
    (tmp_path / "add.mlir").write_text(ADD)
    before = Path.cwd()
    os.chdir(tmp_path)
    try:
        if "-" not in args:
            check(*args)
    finally:
        os.chdir(before)
