"""`asyncir run --detect-races`: what is reported, in which words, with which exit code."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import Shell

RACY = """\
func.func @main() -> i64 {
  %c7 = arith.constant 7 : i64
  %m = memref.alloc() : memref<i64>
  memref.store %c7, %m[] : memref<i64>
  %t = async.execute {
    memref.store %c7, %m[] : memref<i64>
    async.yield
  }
  %x = memref.load %m[] : memref<i64>
  async.await %t : !async.token
  memref.dealloc %m : memref<i64>
  return %x : i64
}
"""
ORDERED = RACY.replace(
    "  %x = memref.load %m[] : memref<i64>\n  async.await %t : !async.token\n",
    "  async.await %t : !async.token\n  %x = memref.load %m[] : memref<i64>\n",
)

REPORT = """\
error[S001]: race (RAW): `memref.load` reads an element that `memref.store` has written, and neither happens before the other
 --> p.mlir:9:8
  |
9 |   %x = memref.load %m[] : memref<i64>
  |        ^^^^^^^^^^^ in @main
  = note: written here, in the task at 5:8
 --> p.mlir:6:5
  |
6 |     memref.store %c7, %m[] : memref<i64>
  |     ^^^^^^^^^^^^
  = help: order them: `async.await` the other task, or make it a dependency
"""


@pytest.mark.parametrize("threads", ["1", "2"])
def test_a_race_is_an_error_with_both_places(asyncir: Shell, threads: str) -> None:
    """Also on one thread, where the task is over before the load: what counts is what the program says, not what happened."""
    path = asyncir.write("p.mlir", RACY)
    done = asyncir("run", "--detect-races", "-j", threads, path)
    assert (done.status, done.out) == (1, "")
    assert done.err == REPORT.replace("p.mlir", str(path))


def test_without_a_race_nothing_is_said(asyncir: Shell) -> None:
    done = asyncir("run", "--detect-races", asyncir.write("p.mlir", ORDERED))
    assert (done.status, done.out, done.err) == (0, "7\n", "")


def test_the_search_has_machine_code_of_its_own(asyncir: Shell) -> None:
    path = asyncir.write("p.mlir", RACY)
    for _ in range(2):  # the second time from the cache
        assert asyncir("run", path).out == "7\n"
        assert asyncir("run", "--detect-races", path).codes == ["S001"]


def test_as_json(asyncir: Shell) -> None:
    done = asyncir("run", "--detect-races", "--json", asyncir.write("p.mlir", RACY))
    assert done.status == 1
    (said,) = json.loads(done.out)["diagnostics"]
    assert said["code"] == "S001"
    assert (said["span"]["line"], said["notes"][0]["span"]["line"]) == (9, 6)


def test_each_order_of_the_serial_runtime_finds_it(asyncir: Shell) -> None:
    path = asyncir.write("p.mlir", RACY)
    for order in (("--seed", "3"), ("--seeds", "2"), ("--exhaustive",)):
        done = asyncir("run", "--detect-races", "--runtime", "serial", *order, path)
        assert done.status == 1
        assert "S001" in done.codes, order
    assert asyncir("run", "--detect-races", "--runtime", "serial", "--seeds", "2", "--json", path).status == 1


def test_a_program_that_fails_says_so_behind_its_races(asyncir: Shell) -> None:
    broken = RACY.replace("  return", '  %no = arith.constant false\n  cf.assert %no, "no"\n  return')
    done = asyncir("run", "--detect-races", asyncir.write("p.mlir", broken))
    assert (done.status, done.codes) == (1, ["S001", "R101"])
    broken = ORDERED.replace("  return", '  %no = arith.constant false\n  cf.assert %no, "no"\n  return')
    assert asyncir("run", "--detect-races", asyncir.write("p.mlir", broken)).codes == ["R101"]


def test_many_races_are_counted(asyncir: Shell) -> None:
    load = "    %y = memref.load %m[] : memref<i64>\n    async.yield\n  }\n"
    tasks = "".join(f"  %u{i} = async.execute {{\n{load}" for i in range(25))
    waits = "".join(f"  async.await %u{i} : !async.token\n" for i in range(25))
    path = asyncir.write("p.mlir", RACY.replace("  async.await", f"{tasks}{waits}  async.await"))
    done = asyncir("run", "--detect-races", path)
    assert done.codes == ["S001"] * 20
    assert "there are 6 more races" in done.err


def test_a_coroutine_that_is_written_by_hand_is_refused(asyncir: Shell) -> None:
    text = "func.func @main() {\n  %id = async.coro.id\n  %h = async.coro.begin %id\n  async.coro.free %id, %h\n  return\n}\n"
    done = asyncir("run", "--detect-races", asyncir.write("p.mlir", text))
    assert (done.status, done.codes) == (1, ["L001"])
    assert "= help: " in done.err


def test_functions_of_python_are_called_in_order(asyncir: Shell) -> None:
    """What the host does comes behind what came before its call, and the calls that it makes of the program, too."""
    program = """\
func.func private @note(i64) -> i64 attributes {asyncir.callback}
func.func @main() -> i64 {
  %c7 = arith.constant 7 : i64
  %m = memref.alloc() : memref<i64>
  memref.store %c7, %m[] : memref<i64>
  %t = async.execute {
    %y = func.call @note(%c7) : (i64) -> i64
    memref.store %y, %m[] : memref<i64>
    async.yield
  }
  async.await %t : !async.token
  %x = memref.load %m[] : memref<i64>
  memref.dealloc %m : memref<i64>
  return %x : i64
}
"""
    asyncir.write("functions.py", "def note(x): return x + 1\n")
    done = asyncir("run", "--detect-races", "--callbacks", "functions.py", asyncir.write("p.mlir", program))
    assert (done.status, done.out, done.err) == (0, "8\n", "")
