from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

from asyncir.driver.witness import argument_text
from asyncir.launch.signatures import MemRef, Scalar, Signature
from asyncir.tools.literals import read_arguments
from tests.cli.command import ADD, SCALE, Shell

HELLO = """\
func.func private @printI64(i64)
func.func private @printNewline()
func.func @main() -> i64 {
  %0 = arith.constant 41 : i64
  %1 = arith.constant 42 : i64
  func.call @printI64(%0) : (i64) -> ()
  func.call @printNewline() : () -> ()
  return %1 : i64
}
"""


@pytest.mark.parametrize("level", ["-O0", "-O1", "-O2", "-O3"])
def test_numbers_in_and_out(asyncir: Shell, level: str) -> None:
    outcome = asyncir("run", asyncir.write("add.mlir", ADD), level, "-5", "0x10")
    assert (outcome.status, outcome.out, outcome.err) == (0, "11\n", "")


def test_what_the_program_prints_comes_before_the_result(asyncir: Shell) -> None:
    assert asyncir("run", asyncir.write("f.mlir", HELLO)).out == "41\n42\n"


def test_standard_input(asyncir: Shell) -> None:
    file = asyncir.write("add.mlir", ADD)
    command = [sys.executable, "-m", "asyncir", "run", "-", "1", "2"]
    done = subprocess.run(command, input=file.read_text(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "3\n", "")


def test_the_entry_is_main_else_the_only_one_else_chosen(asyncir: Shell) -> None:
    main = ADD.replace("@add", "@main").replace("addi", "muli")
    both = asyncir.write("both.mlir", ADD + main)
    assert asyncir("run", both, "3", "4").out == "12\n"
    assert asyncir("run", both, "--entry", "add", "3", "4").out == "7\n"
    assert asyncir("run", both, "--entry", "@add", "3", "4").out == "7\n"
    private = ADD.replace("@add", "private @hidden")
    assert asyncir("run", asyncir.write("f.mlir", private + ADD), "3", "4").out == "7\n"


def test_an_array_is_loaded_and_the_file_stays_as_it_is(asyncir: Shell) -> None:
    numpy.save("a.npy", numpy.arange(4, dtype="f4"))
    file = asyncir.write("scale.mlir", SCALE)
    outcome = asyncir("run", file, "a.npy", "2.5", "-o", "out.npy")
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")
    assert numpy.load("out.npy").tolist() == [0, 2.5, 5, 7.5]
    assert numpy.load("a.npy").tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("type_", "literal", "expected"),
    [
        ("memref<?xf32>", "[1, 2.5]", [1, 2.5]),
        ("memref<2x2xi8>", "[[1,-2],[3,255]]", [[1, -2], [3, -1]]),
        ("memref<?x?xf64>", "f64[2,3]=1.5", [[1.5] * 3] * 2),
        ("memref<3xi1>", "[true,false,1]", [True, False, True]),
        ("memref<f32>", "2", 2),
        ("memref<2xbf16>", "bf16[2]=1.0", [0x3F80, 0x3F80]),
        ("memref<0xf32>", "[]", []),
        ("memref<5xi1>", "i1[5]=false,1:true,4:true", [False, True, False, False, True]),
        ("memref<2x3xf32>", "f32[2,3]=1,3:-2.5", [[1, 1, 1], [-2.5, 1, 1]]),
        ("memref<2x3xf32>", "f32[2,3]=0,diagonal:2,2:5", [[2, 0, 5], [0, 2, 0]]),
        ("memref<0x3xf32>", "f32[0,3]=0,diagonal:2", []),
    ],
)
def test_array_literals(asyncir: Shell, type_: str, literal: str, expected: object) -> None:
    file = asyncir.write("f.mlir", f"func.func @main(%x: {type_}) {{ return }}")
    outcome = asyncir("run", file, literal, "-o", "out.npy")
    assert (outcome.status, outcome.err) == (0, "")
    assert numpy.load("out.npy").tolist() == expected


@pytest.mark.parametrize(
    ("literal", "why"),
    [("f32[4]=0,diagonal:1", "has no diagonal, with the shape [4]"), ("f32[4]=0,4:1", "and none at 4")],
)
def test_elements_that_an_array_does_not_have(asyncir: Shell, literal: str, why: str) -> None:
    outcome = asyncir(
        "run", asyncir.write("f.mlir", "func.func @main(%x: memref<4xf32>) { return }"), literal
    )
    assert outcome.codes == ["C007"]
    assert why in outcome.err


@pytest.mark.parametrize(
    ("array", "text"),
    [
        ([False] * 6, "i1[6]"),
        ([True] * 5 + [False], "i1[6]=true,5:false"),
        ([False, True] + [False] * 4, "i1[6]=false,1:true"),
        ([True, False, True], "[true,false,true]"),
    ],
)
def test_an_array_is_said_as_it_is_read(array: list[bool], text: str) -> None:
    type_ = MemRef(Scalar("i1"), (None,))
    assert argument_text(type_, array) == text
    signature = Signature("main", (type_,), ())
    assert numpy.array(read_arguments(signature, (text,))[0]).tolist() == array


TWO = """\
func.func @main(%a: f32, %b: i1) -> (f32, i1) {
  return %a, %b : f32, i1
}
"""


def test_several_results(asyncir: Shell) -> None:
    file = asyncir.write("f.mlir", TWO)
    assert asyncir("run", file, "1.5", "true").out == "1.5\nTrue\n"
    assert asyncir("run", file, "1.5", "true", "-o", "out.npy").codes == ["C013"]
    assert not Path("out.npy").exists()
    assert asyncir("run", file, "1.5", "true", "-o", "out.npz").status == 0
    with numpy.load("out.npz") as kept:
        assert {name: kept[name].item() for name in kept} == {"result0": 1.5, "result1": True}


def test_results_as_json(asyncir: Shell) -> None:
    file = asyncir.write("f.mlir", TWO)
    assert json.loads(asyncir("run", "--json", file, "nan", "0").out) == {"results": ["nan", False]}


TASK = """\
func.func @main(%ok: i1) -> (!async.token, !async.value<f32>) {
  %t, %r = async.execute -> !async.value<f32> {
    cf.assert %ok, "not this"
    %v = arith.constant 1.5 : f32
    async.yield %v : f32
  }
  return %t, %r : !async.token, !async.value<f32>
}
"""


@pytest.mark.parametrize("threads", ["1", "2"])
def test_what_is_in_flight_is_waited_for(asyncir: Shell, threads: str) -> None:
    outcome = asyncir("run", "--threads", threads, asyncir.write("f.mlir", TASK), "true")
    assert (outcome.status, outcome.out, outcome.err) == (0, "1.5\n", "")


def test_a_failure_is_shown_where_it_happened(asyncir: Shell) -> None:
    outcome = asyncir("run", asyncir.write("f.mlir", TASK), "false")
    assert outcome.status == 1
    assert outcome.codes == ["R101"]
    assert "not this" in outcome.err
    assert "3 |     cf.assert %ok" in outcome.err


def test_causes_are_notes(asyncir: Shell) -> None:
    text = TASK.replace("-> (!async.token, !async.value<f32>)", "").replace(
        "  return %t, %r : !async.token, !async.value<f32>",
        "  async.await %t : !async.token\n  return",
    )
    outcome = asyncir("run", asyncir.write("f.mlir", text), "false")
    assert outcome.codes == ["R102"]
    assert "= note: caused by: [R101]" in outcome.err
    assert "7 |   async.await" in outcome.err
    assert "3 |     cf.assert" in outcome.err


SCHEDULES = ["earliest", "latest", "seed:7", "exhaustive"]


@pytest.mark.parametrize("how", SCHEDULES)
def test_interpreting_gives_the_same(asyncir: Shell, how: str) -> None:
    file = asyncir.write("scale.mlir", SCALE)
    numpy.save("a.npy", numpy.arange(4, dtype="f4"))
    assert asyncir("run", "--interpret", how, file, "a.npy", "2.5", "-o", "out.npy").status == 0
    assert numpy.load("out.npy").tolist() == [0, 2.5, 5, 7.5]
    assert asyncir("run", "--interpret", how, asyncir.write("h.mlir", HELLO)).out == "41\n42\n"
    assert asyncir("run", "--interpret", how, asyncir.write("t.mlir", TASK), "true").out == "1.5\n"


@pytest.mark.parametrize("how", SCHEDULES)
def test_interpreting_shows_failures(asyncir: Shell, how: str) -> None:
    outcome = asyncir("run", "--interpret", how, asyncir.write("f.mlir", TASK), "false")
    assert outcome.status == 1
    assert "not this" in outcome.err
    assert "3 |     cf.assert %ok" in outcome.err


def test_interpreting_checks_arguments_as_running_does(asyncir: Shell) -> None:
    numpy.save("a.npy", numpy.arange(4, dtype="f8"))
    outcome = asyncir("run", "--interpret", "latest", asyncir.write("f.mlir", SCALE), "a.npy", "2.5")
    assert (outcome.status, outcome.codes) == (2, ["C101"])


RACE = """\
func.func @main(%m: memref<i32>) {
  %v = arith.constant 7 : i32
  %t = async.execute {
    memref.store %v, %m[] : memref<i32>
    async.yield
  }
  memref.store %v, %m[] : memref<i32>
  async.await %t : !async.token
  return
}
"""


def test_interpreting_finds_a_race(asyncir: Shell) -> None:
    outcome = asyncir("run", "--interpret", "latest", asyncir.write("f.mlir", RACE), "0")
    assert (outcome.status, outcome.codes) == (1, ["S001"])


PRINTS = """\
func.func private @printI64(i64)
func.func @main() {
  %1 = arith.constant 1 : i64
  %2 = arith.constant 2 : i64
  %t = async.execute {
    func.call @printI64(%1) : (i64) -> ()
    async.yield
  }
  func.call @printI64(%2) : (i64) -> ()
  async.await %t : !async.token
  return
}
"""


def test_interpreting_exhaustively_shows_all_outcomes(asyncir: Shell) -> None:
    outcome = asyncir("run", "--interpret", "exhaustive", asyncir.write("f.mlir", PRINTS))
    assert (outcome.status, outcome.codes) == (0, ["R204"])
    shown = {outcome.out, outcome.err.partition("printed '")[2].partition("'")[0]}
    assert shown == {"12", "21"}


def test_the_outcomes_of_all_orders_as_json(asyncir: Shell) -> None:
    file = asyncir.write("f.mlir", PRINTS)
    assert "2 runs for" in asyncir("run", "--interpret", "exhaustive", file).err
    answer = json.loads(asyncir("run", "--interpret", "exhaustive", "--json", file).out)
    assert (answer["runs"], answer["complete"]) == (2, True)
    assert answer["orders"] > 1
    assert {outcome["printed"] for outcome in answer["outcomes"]} == {"12", "21"}
    for outcome in answer["outcomes"]:
        assert asyncir("run", "--interpret", outcome["schedule"], file).out == outcome["printed"]


def test_a_race_of_all_orders_as_json(asyncir: Shell) -> None:
    racing = """
func.func @main() {
  %one = arith.constant 1 : i64
  %m = memref.alloc() : memref<i64>
  %t = async.execute {
    memref.store %one, %m[] : memref<i64>
    async.yield
  }
  memref.store %one, %m[] : memref<i64>
  async.await %t : !async.token
  return
}
"""
    file = asyncir.write("f.mlir", racing)
    shown = asyncir("run", "--interpret", "exhaustive", file)
    assert "to see it again: --interpret order:0," in shown.err
    done = asyncir("run", "--interpret", "exhaustive", "--json", file)
    answer = json.loads(done.out)
    assert (done.status, answer["complete"]) == (1, False)
    assert answer["outcomes"][0]["error"][0].startswith("[S001]")
    assert asyncir("run", "--interpret", answer["outcomes"][0]["schedule"], file).codes == ["S001"]


def test_an_undefined_function(asyncir: Shell) -> None:
    outcome = asyncir("run", asyncir.write("f.mlir", HELLO.replace("printI64", "prinntI64")))
    assert (outcome.status, outcome.codes, outcome.out) == (1, ["R202"], "")
    assert "printI64" in outcome.err


def test_a_new_file_gets_the_usual_permissions(asyncir: Shell) -> None:
    file = asyncir.write("add.mlir", ADD)
    assert asyncir("run", file, "1", "2", "-o", "out.npy").status == 0
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(os.stat("out.npy").st_mode) == 0o666 & ~mask


def test_a_link_is_followed(asyncir: Shell) -> None:
    asyncir.write("real.npy", "")
    Path("link.npy").symlink_to("real.npy")
    assert asyncir("run", asyncir.write("add.mlir", ADD), "1", "2", "-o", "link.npy").status == 0
    assert Path("link.npy").is_symlink()
    assert numpy.load("real.npy") == 3


def test_a_device_is_written_to(asyncir: Shell) -> None:
    Path("null.npy").symlink_to(os.devnull)
    assert asyncir("run", asyncir.write("add.mlir", ADD), "1", "2", "-o", "null.npy").status == 0
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)
