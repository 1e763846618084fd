"""Programs in a vendor's dialect are checked and played as they are, with nothing but the machine's file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.cli.command import Shell
from tests.test_docs import ROOT, blocks

pytestmark = pytest.mark.feature("S3-21", "S3-23", "N13")

PAGE = [
    block
    for block in blocks((ROOT / "docs" / "machines.md").read_text(encoding="utf-8"))
    if "file=" in block.info
]
ACME = next(block.text for block in PAGE if block.option("file") == "acme.toml")
GAIN = next(block.text for block in PAGE if block.option("file") == "gain.mlir")
UNKNOWN = ACME + '\n[[op]]\nname = "acme.odd"\nengine = "vec"\nreads = ["ins"]\nwrites = ["outs"]\n'
WITHOUT_WAIT = GAIN.replace('  acme.get {flag = 0, for = "VEC", of = "DMA"}\n', "").replace(
    '  acme.set {flag = 0, for = "VEC", of = "DMA"}\n', ""
)


@pytest.fixture
def acme(asyncir: Shell) -> Path:
    return asyncir.write("acme.toml", ACME)


def test_a_program_is_proved(asyncir: Shell, acme: Path) -> None:
    done = asyncir("check", asyncir.write("p.mlir", GAIN), "--machine", acme)
    assert done.status == 0
    assert "`@main` is proved" in done.out
    assert "3 orders made: 3 needed" in done.out


def test_a_program_is_played(asyncir: Shell, acme: Path) -> None:
    file = asyncir.write("p.mlir", GAIN)
    done = asyncir("simulate", file, "--machine", acme, "[1,2,3,4]", "f32[4]", "10", "-o", "r.npz")
    assert done.status == 0
    results = np.load(asyncir.folder / "r.npz")
    np.testing.assert_array_equal(results["result1"], [10, 20, 30, 40])
    assert "cycles on acme" in done.out


@pytest.mark.parametrize("command", ["check", "simulate"])
def test_a_missing_wait_is_shown(asyncir: Shell, acme: Path, command: str) -> None:
    file = asyncir.write("p.mlir", WITHOUT_WAIT)
    values = ("[1,2,3,4]", "f32[4]", "10") if command == "simulate" else ()
    done = asyncir(command, file, "--machine", acme, *values)
    assert done.status == 1
    assert "S001" in done.codes
    assert "acme.load" in done.err, "the access is shown where the vendor's operation stands"


IS_ODD = ('acme.gain ins(%t, %by : memref<4xf32, "tile">, f32)', 'acme.odd ins(%t : memref<4xf32, "tile">)')
OPAQUE = WITHOUT_WAIT.replace(*IS_ODD)


def test_what_is_not_computed_may_still_be_shown_to_race(asyncir: Shell) -> None:
    machine = asyncir.write("acme.toml", UNKNOWN)
    done = asyncir("check", asyncir.write("p.mlir", OPAQUE), "--machine", machine)
    assert (done.status, "S001" in done.codes) == (1, True)


def test_what_does_not_go_with_what_it_computes_may_still_be_shown_to_race(
    asyncir: Shell, acme: Path
) -> None:
    """A load that fills the rest of a tile: what is said to be computed is a copy of equal size."""
    padding = ("%a : memref<4xf32>)", "%a : memref<3xf32>)"), ("%a: memref<4xf32>", "%a: memref<3xf32>")
    text = WITHOUT_WAIT
    for change in padding:
        text = text.replace(*change)
    file = asyncir.write("p.mlir", text)
    done = asyncir("check", file, "--machine", acme)
    assert (done.status, "S001" in done.codes) == (1, True)
    done = asyncir("simulate", file, "--machine", acme, "[1,2,3]", "f32[4]", "10")
    assert (done.status, set(done.codes)) == (1, {"P162"})


def test_nothing_unknown_decides_what_a_program_does_that_is_refuted(asyncir: Shell) -> None:
    """The flag that is awaited depends on a value that nobody knows."""
    machine = asyncir.write("acme.toml", UNKNOWN)
    text = GAIN.replace(*IS_ODD)
    steered = text.replace(
        "  memref.dealloc",
        """  %c0 = arith.constant 0 : index
  %x = memref.load %b[%c0] : memref<4xf32>
  %zero = arith.constant 0.0 : f32
  %is = arith.cmpf oeq, %x, %zero : f32
  scf.if %is {
  } else {
    acme.get {flag = 3, for = "core", of = "DMA"}
  }
  memref.dealloc""",
    )
    done = asyncir("check", asyncir.write("p.mlir", steered), "--machine", machine)
    assert (done.status, "unknown" in done.out) == (0, True)


def test_an_operation_that_is_not_as_its_table_says_is_an_error(asyncir: Shell, acme: Path) -> None:
    file = asyncir.write("p.mlir", GAIN.replace("flag = 0, ", ""))
    for command, values in (("check", ()), ("simulate", ("[1,2,3,4]", "f32[4]", "10"))):
        done = asyncir(command, file, "--machine", acme, *values)
        assert (done.status, set(done.codes)) == (1, {"P161"})
