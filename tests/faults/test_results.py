"""Results and output: interpreted and native alike, and as MLIR has them."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest

import asyncir
from asyncir.semantics import interpret
from asyncir.source.text import parse_module
from tests.faults.programs import program

HERE = Path(__file__).parent


def arguments() -> list[numpy.ndarray]:
    """What `review_ret` takes."""
    return [numpy.ones(2, bool), numpy.array([16320, 49152], numpy.uint16), numpy.ones(2, numpy.complex64)]


def test_results_are_the_same_interpreted_and_native() -> None:
    text = (HERE / "review_ret.mlir").read_text()
    end = interpret(parse_module(text, "ret.mlir"), "main", tuple(arguments()))
    assert end.diagnostics == ()
    native = asyncir.compile(text).main(*arguments())
    for ours, theirs in zip(end.results or (), native, strict=True):
        assert numpy.asarray(ours).tolist() == numpy.asarray(theirs).tolist()
        if isinstance(ours, numpy.ndarray):
            assert ours.dtype == theirs.dtype


def test_a_vector_of_conditions_is_one_of_bools() -> None:
    text = (HERE / "review_veci1.mlir").read_text()
    (result,) = interpret(parse_module(text, "veci1.mlir"), "main", ()).results or ()
    assert (str(numpy.asarray(result).dtype), numpy.asarray(result).tolist()) == ("bool", [True, False])


def test_a_string_is_printed_without_punctuation(capfd: pytest.CaptureFixture[str]) -> None:
    text = (HERE / "review_print2.mlir").read_text()
    asyncir.compile(text).main()
    native = capfd.readouterr().out
    end = interpret(parse_module(text, "print2.mlir"), "main", ())
    assert (native, end.output) == ("hello world\n", "hello world\n")


def test_a_race_is_told_that_the_first_arguments_do_not_come_to() -> None:
    # With %n = 4, which is the first thought, the second group leaves the bounds before the load of line 76.
    checked = asyncir.check(program("race_behind_a_bound"))
    assert ("<string>:62:5", "<string>:76:10") in {(race.first, race.second) for race in checked.races}
