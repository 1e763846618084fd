"""`asyncir opt --schedule` and `--machine`."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest

from tests.cli.command import Shell

IIR = Path(__file__).parents[2] / "bench" / "loops" / "iir.mlir"


def test_loops_that_ask_are_scheduled_and_pipelined(asyncir: Shell) -> None:
    long = asyncir(
        "opt", str(IIR), "-p", "software-pipeline{schedule=optimal machine=dma-vector-tensor},canonicalize"
    )
    short = asyncir(
        "opt", str(IIR), "--schedule", "optimal", "--machine", "dma-vector-tensor", "--canonicalize"
    )
    assert (short.status, short.out, short.err) == (0, long.out, "")
    assert 'method = "optimal"' in short.out


def test_what_is_not_the_best_is_said(asyncir: Shell) -> None:
    done = asyncir("opt", str(IIR), "--schedule", "list", "--machine", "dma-vector-tensor")
    assert done.status == 0
    assert (
        "remark[P133]: a list schedule begins an iteration every 14 cycles; the lower bound is 13" in done.err
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--schedule", "best"), "'best' is not one of"),
        (("--schedule", "list", "--machine", "gpu"), "there is no machine 'gpu'"),
        (("--schedule", "list", "--machine", "a'b.toml"), "cannot read the machine"),
        (("--schedule", "list", "--machine", 'a"b.toml'), "--machine cannot have quotes"),
    ],
)
def test_calls_that_are_wrong(asyncir: Shell, options: tuple[str, ...], said: str) -> None:
    done = asyncir("opt", str(IIR), *options)
    assert done.status == 2
    assert said in done.err
    assert "Traceback" not in done.err


def test_a_machine_without_a_schedule_is_for_commands_that_read_dialects(asyncir: Shell) -> None:
    done = asyncir("compile", str(IIR), "--emit", "mlir", "--machine", "cpu")
    assert (done.status, "--machine goes with --schedule" in done.err) == (2, True)
    assert asyncir("opt", str(IIR), "--machine", "cpu").status == 0


def test_a_bad_description_is_shown_with_its_line(asyncir: Shell, tmp_path: Path) -> None:
    machine = tmp_path / "npu.toml"
    machine.write_text('[[engine]]\nname = "dma"\ntakes = ["copy"]\ncuont = 2\n')
    done = asyncir("opt", str(IIR), "--schedule", "list", "--machine", str(machine))
    assert done.status == 2
    assert "error[C050]: nothing is called 'cuont' here" in done.err
    assert "4 | cuont = 2" in done.err
    assert "did you mean 'count'?" in done.err


def test_compile_schedules_what_asks(asyncir: Shell) -> None:
    loop = IIR.with_name("jacobi.mlir")
    best = asyncir("compile", loop, "--emit", "llvm")
    assert (best.status, best.err) == (0, "")
    quick = asyncir("compile", loop, "--emit", "llvm", "--schedule", "list")
    assert (quick.status, quick.codes) == (0, ["P133"])
    other = asyncir(
        "compile", loop, "--emit", "llvm", "--schedule", "optimal", "--machine", "dma-vector-tensor"
    )
    assert (other.status, other.err) == (0, "")
    assert len({best.out, quick.out, other.out}) == 3  # three schedules


def test_run_schedules_what_asks(asyncir: Shell) -> None:
    keys, counts = numpy.arange(512, dtype=numpy.int32) ** 2 % 23, numpy.zeros(16, numpy.int32)
    numpy.save(asyncir.folder / "keys.npy", keys)
    numpy.save(asyncir.folder / "counts.npy", counts)
    files = [asyncir.folder / "keys.npy", asyncir.folder / "counts.npy"]
    done = asyncir("run", IIR.with_name("histogram.mlir"), *files, "-o", asyncir.folder / "out.npz")
    assert (done.status, done.err) == (0, "")
    seen = numpy.load(asyncir.folder / "out.npz")["result1"]
    assert seen.tolist() == numpy.bincount(keys & 15, minlength=16).tolist()
