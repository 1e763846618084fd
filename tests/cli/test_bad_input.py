"""Bad input of every kind: a coded diagnostic, exit code 1 or 2, no traceback, no partial output."""

from __future__ import annotations

import io
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy
import pytest

from tests.cli.command import ADD, SCALE, Shell
from tests.oracle import needs

PROGRAM_IS_WRONG, CALL_IS_WRONG = 1, 2


def function(body: str) -> str:
    return f"func.func @main() {{\n{body}\n  return\n}}\n"


WRONG_PROGRAMS = {
    "a parse error": function("  %0 = arith.constant"),
    "an unclosed region": "func.func @main() {",
    "a type error": function("  %0 = arith.constant 1 : i32\n  %1 = arith.addf %0, %0 : i32"),
    "types that differ": function(
        "  %0 = arith.constant 1 : i32\n  %1 = arith.constant 1 : i64\n  %2 = arith.addi %0, %1 : i32"
    ),
    "use before definition": function("  %1 = arith.addi %0, %0 : i32\n  %0 = arith.constant 1 : i32"),
    "an undefined value": function("  %1 = arith.addi %0, %0 : i32"),
    "an unknown dialect": function('  "nosuch.op"() : () -> ()'),
    "an unknown op": function("  arith.nosuch"),
    "an unknown type": "func.func @main(%0: !nosuch.type) { return }",
    "a call of nothing": function("  func.call @nosuch() : () -> ()"),
    "two functions of one name": function("") + function(""),
    "invalid UTF-8": b"func.func @main() { \xff\xfe return }",
    "a null byte": b"func.func @main() { \0 return }",
    "binary": bytes(range(256)) * 8,
    "nesting 10,000 deep": function("scf.execute_region {" * 10_000 + "scf.yield" + "}" * 10_000),
    "brackets 10,000 deep": "module attributes {a = " + "[" * 10_000 + "]" * 10_000 + "} {}",
    "types 10,000 deep": "func.func @main(%0: " + "tuple<" * 10_000 + "i1" + ">" * 10_000 + ") { return }",
    "a line of 10 MB": "func.func @main() { " + "x" * 10_000_000 + " return }",
    "a line of 10 MB, wrong at its end": "func.func @main() {" + " " * 10_000_000 + "nosuch.op }",
}


@pytest.mark.parametrize("command", [["run"], ["opt"], ["compile", "--emit", "obj"]], ids=lambda c: c[0])
@pytest.mark.parametrize("what", WRONG_PROGRAMS)
def test_a_wrong_program(asyncir: Shell, what: str, command: list[str]) -> None:
    file = asyncir.write("wrong.mlir", WRONG_PROGRAMS[what])
    output = [] if command == ["run"] else ["-o", "out"]
    outcome = asyncir(*command, file, *output)
    assert outcome.status == PROGRAM_IS_WRONG, outcome.err[:2000]
    assert outcome.codes
    assert outcome.codes[0] not in ("C999", "L900", "L901"), outcome.err[:2000]
    assert outcome.out == ""
    assert len(outcome.err) < 20_000
    assert not Path("out").exists()


@pytest.mark.parametrize("content", ["", " \n\t\n"])
@pytest.mark.parametrize("command", [["run"], ["opt"], ["compile", "--emit", "obj"]], ids=lambda c: c[0])
def test_an_empty_file(asyncir: Shell, content: str, command: list[str]) -> None:
    outcome = asyncir(*command, asyncir.write("empty.mlir", content))
    assert (outcome.status, outcome.codes) == (CALL_IS_WRONG, ["C014"])


def npy(array: numpy.ndarray) -> bytes:
    stream = io.BytesIO()
    numpy.save(stream, array)
    return stream.getvalue()


class Bomb:
    """Whose unpickling would be noticed."""

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        return os.mkdir, ("unpickled",)


def objects() -> bytes:
    stream = io.BytesIO()
    numpy.save(stream, numpy.array([Bomb(), None], dtype=object), allow_pickle=True)
    return stream.getvalue()


FLOATS = numpy.ones(4, "f4")
WRONG_ARRAYS = {
    "a wrong dtype": ("C101", npy(numpy.ones(4, "f8"))),
    "integers for floats": ("C101", npy(numpy.ones(4, "i4"))),
    "text for floats": ("C101", npy(numpy.array(["a", "b"]))),
    "records for floats": ("C101", npy(numpy.zeros(4, [("x", "f4")]))),
    "too many dimensions": ("C102", npy(numpy.ones((2, 2), "f4"))),
    "too few dimensions": ("C102", npy(numpy.array(1, "f4"))),
    "another byte order": ("C104", npy(numpy.ones(4, ">f4"))),
    "objects": ("C008", objects()),
    "a pickle": ("C008", pickle.dumps([1, 2])),
    "text": ("C008", b"1,2,3\n"),
    "nothing": ("C008", b""),
    "a header without its end": ("C008", npy(FLOATS)[:30]),
    "an array without its end": ("C008", npy(FLOATS)[:-3]),
    "a header that lies": ("C008", npy(FLOATS).replace(b"(4,)", b"(9,)")),
    "a header that is no header": ("C008", npy(FLOATS).replace(b"'descr'", b"'xxxxx'")),
    "an array too big for memory": (
        "C008",
        npy(FLOATS).replace(b"(4,), }" + b" " * 12, b"(4000000000000000,),}"),
    ),
    "a future version": ("C008", b"\x93NUMPY\x09\x00" + npy(FLOATS)[8:]),
    "an archive": ("C008", b"PK\x03\x04" + b"\0" * 30),
}


@pytest.mark.parametrize("what", WRONG_ARRAYS)
def test_a_wrong_array(asyncir: Shell, what: str) -> None:
    code, data = WRONG_ARRAYS[what]
    file = asyncir.write("scale.mlir", SCALE)
    asyncir.write("a.npy", data)
    outcome = asyncir("run", file, "a.npy", "2.0", "-o", "out.npy")
    assert (outcome.status, outcome.codes) == (CALL_IS_WRONG, [code]), outcome.err
    assert not Path("out.npy").exists()
    assert not Path("unpickled").exists()
    assert not list(Path().glob(".asyncir-*"))


def test_a_wrong_shape(asyncir: Shell) -> None:
    file = asyncir.write("scale.mlir", SCALE.replace("memref<?xf32>", "memref<5xf32>"))
    asyncir.write("a.npy", npy(FLOATS))
    outcome = asyncir("run", file, "a.npy", "2.0")
    assert (outcome.status, outcome.codes) == (CALL_IS_WRONG, ["C103"])


def test_an_array_in_the_wrong_order(asyncir: Shell) -> None:
    text = "func.func @main(%x: memref<3x4xf32>) { return }"
    asyncir.write("a.npy", npy(numpy.asfortranarray(numpy.ones((3, 4), "f4"))))
    outcome = asyncir("run", asyncir.write("f.mlir", text), "a.npy")
    assert (outcome.status, outcome.codes) == (CALL_IS_WRONG, ["C105"])


WRONG_CALLS = {
    "no command": ("C004", ["nosuch"]),
    "an unknown option": ("C004", ["run", "add.mlir", "1", "2", "--nosuch"]),
    "a missing file name": ("C004", ["run"]),
    "a missing option": ("C004", ["compile", "add.mlir"]),
    "a level that is none": ("C004", ["run", "-O4", "add.mlir", "1", "2"]),
    "no threads": ("C004", ["run", "--threads", "0", "add.mlir", "1", "2"]),
    "threads that are no number": ("C004", ["run", "--threads", "-x", "add.mlir", "1", "2"]),
    "a kind that is none": ("C004", ["compile", "add.mlir", "--emit", "ptx"]),
    "a missing file": ("C001", ["run", "nosuch.mlir"]),
    "a directory": ("C001", ["run", "."]),
    "a name that no file can have": ("C001", ["run", "a\0b"]),
    "a missing array": ("C001", ["run", "add.mlir", "nosuch.npy", "2"]),
    "a missing entry": ("C005", ["run", "add.mlir", "--entry", "sub", "1", "2"]),
    "several entries": ("C006", ["run", "two.mlir"]),
    "a word": ("C007", ["run", "add.mlir", "one", "2"]),
    "a list of lists too deep": ("C007", ["run", "add.mlir", "[" * 100_000, "2"]),
    "an element behind the end": ("C007", ["run", "array.mlir", "f32[2]=1,2:3", "1"]),
    "a list for a number": ("C101", ["run", "add.mlir", "[1]", "2"]),
    "a fraction for an integer": ("C101", ["run", "add.mlir", "1.5", "2"]),
    "a number too big": ("C106", ["run", "add.mlir", "5000000000", "2"]),
    "too few arguments": ("C107", ["run", "add.mlir", "1"]),
    "too many arguments": ("C107", ["run", "add.mlir", "1", "2", "3"]),
    "an output that is no array": ("C013", ["run", "add.mlir", "1", "2", "-o", "out.txt"]),
    "an object in the program's place": ("C002", ["compile", "add.mlir", "--emit", "obj", "-o", "add.mlir"]),
    "a page in the program's place": ("C002", ["view", "add.mlir", "-o", "add.mlir"]),
    "an unknown target": ("C012", ["compile", "add.mlir", "--emit", "obj", "--target", "cpi"]),
    "an executable with arguments": ("C015", ["compile", "add.mlir", "--emit", "exe", "-o", "out"]),
    "an executable to standard output": ("C004", ["compile", "add.mlir", "--emit", "exe"]),
    "an unknown code": ("C011", ["explain", "X999"]),
    "an unknown pass": ("P001", ["opt", "add.mlir", "-p", "canonicalise"]),
    "a pipeline that ends too early": ("P002", ["opt", "add.mlir", "-p", "func.func(canonicalize"]),
    "a schedule that is none": ("S015", ["run", "add.mlir", "1", "2", "--interpret", "sometimes"]),
}


@pytest.mark.parametrize("what", WRONG_CALLS)
def test_a_wrong_call(asyncir: Shell, what: str) -> None:
    code, args = WRONG_CALLS[what]
    asyncir.write("add.mlir", ADD)
    asyncir.write("two.mlir", ADD + SCALE)
    asyncir.write("array.mlir", SCALE)
    before = set(asyncir.folder.iterdir())
    outcome = asyncir(*args)
    assert (outcome.status, outcome.codes) == (CALL_IS_WRONG, [code]), outcome.err
    assert outcome.out == ""
    assert (asyncir.folder / "add.mlir").read_text() == ADD
    assert set(asyncir.folder.iterdir()) - before <= {asyncir.folder / "cache"}


UNWRITABLE = {
    "a directory": "folder",
    "in no directory": "nosuch/out.npy",
    "in a file": "add.mlir/out.npy",
    "no name": "a\0b.npy",
}


@pytest.mark.parametrize("what", UNWRITABLE)
def test_an_output_that_cannot_be_written(asyncir: Shell, what: str) -> None:
    asyncir.write("add.mlir", ADD)
    Path("folder.npy").mkdir()
    path = UNWRITABLE[what]
    outcome = asyncir("run", "add.mlir", "1", "2", "-o", "folder.npy" if path == "folder" else path)
    assert (outcome.status, outcome.codes, outcome.out) == (CALL_IS_WRONG, ["C002"], "")


def test_a_read_only_output_is_found_before_the_program_runs(
    asyncir: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncir.write(
        "hello.mlir",
        "func.func private @printNewline()\n" + function("  func.call @printNewline() : () -> ()"),
    )
    asyncir.write("out.npy", "precious")
    access = os.access
    monkeypatch.setattr(os, "access", lambda p, mode: str(p).endswith("hello.mlir") and access(p, mode))
    outcome = asyncir("run", "hello.mlir", "-o", "out.npy")
    assert (outcome.status, outcome.codes, outcome.out) == (CALL_IS_WRONG, ["C002"], "")
    assert Path("out.npy").read_text() == "precious"


@needs(Path("/dev/full").exists(), "the system has no device that is always full")
@pytest.mark.parametrize(
    "args", [["opt", "add.mlir"], ["run", "add.mlir", "1", "2", "--json"], ["explain", "T002"]]
)
def test_a_full_standard_output(asyncir: Shell, args: list[str]) -> None:
    asyncir.write("add.mlir", ADD)
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "asyncir", *args]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == CALL_IS_WRONG
    first, *_ = done.stderr.splitlines()
    assert first == "error[C002]: cannot write to standard output: no space left on device"


def test_a_failing_program_leaves_the_output_alone(asyncir: Shell) -> None:
    text = function('  %f = arith.constant false\n  cf.assert %f, "no"')
    asyncir.write("out.npy", "precious")
    outcome = asyncir("run", asyncir.write("f.mlir", text), "-o", "out.npy")
    assert (outcome.status, outcome.codes) == (PROGRAM_IS_WRONG, ["R101"])
    assert Path("out.npy").read_text() == "precious"
    assert not list(Path().glob(".asyncir-*"))


def test_all_errors_of_a_file_are_shown(asyncir: Shell) -> None:
    text = function("  %a = arith.addi %x, %x : i32\n  %b = arith.addi %y, %y : i32")
    outcome = asyncir("opt", asyncir.write("f.mlir", text))
    assert len(outcome.codes) >= 2
    assert ":2:" in outcome.err
    assert ":3:" in outcome.err


def test_errors_as_json(asyncir: Shell) -> None:
    import json

    outcome = asyncir("run", "--json", asyncir.write("f.mlir", function("  arith.nosuch")))
    (diagnostic,) = json.loads(outcome.out)["diagnostics"]
    assert diagnostic["span"]["line"] == 2
    assert outcome.status == PROGRAM_IS_WRONG
    assert outcome.err == ""
