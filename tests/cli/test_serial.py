"""`asyncir run --runtime serial`: one order, many, or all."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import Shell
from tests.cli.test_timeout import SLEEPS
from tests.runtime.test_serial import RACING

FAILS = """
func.func @main() {
  %t = async.execute {
    %no = arith.constant false
    cf.assert %no, "never"
    async.yield
  }
  async.await %t : !async.token
  return
}
"""


STUCK = """
func.func @main() {
  %one = arith.constant 1 : index
  %group = async.create_group %one : !async.group
  async.await_all %group
  return
}
"""

FAILS_SOMETIMES = """
func.func @main() -> i64 {
  %m = memref.alloc() : memref<i64>
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  memref.store %zero, %m[] : memref<i64>
  %a = async.execute {
    memref.store %one, %m[] : memref<i64>
    async.yield
  }
  %b = async.execute {
    %x = memref.load %m[] : memref<i64>
    %ok = arith.cmpi eq, %x, %one : i64
    cf.assert %ok, "b came first"
    async.yield
  }
  async.await %a : !async.token
  async.await %b : !async.token
  memref.dealloc %m : memref<i64>
  return %one : i64
}
"""


@pytest.fixture
def racing(asyncir: Shell) -> str:
    """The file of a program with two outcomes."""
    return str(asyncir.write("race.mlir", RACING))


def test_the_command_line_tries_all_orders(asyncir: Shell, racing: str) -> None:
    done = asyncir("run", racing, "--runtime", "serial", "--exhaustive")
    assert done.status == 0
    assert "all there are: 2 outcomes" in done.err
    assert "warning[R204]" in done.err
    answer = json.loads(asyncir("run", racing, "--runtime", "serial", "--exhaustive", "--json").out)
    assert answer["complete"] is True
    assert sum(outcome["count"] for outcome in answer["outcomes"]) == answer["orders"]
    for outcome in answer["outcomes"]:
        again = asyncir("run", racing, "--runtime", "serial", *outcome["option"].split())
        assert json.loads(again.out) == outcome["results"][0]


def test_the_command_line_tries_seeds(asyncir: Shell, racing: str) -> None:
    done = asyncir("run", racing, "--runtime", "serial", "--seeds", "50")
    assert "50 orders, 50 seeds: 2 outcomes" in done.err


def test_not_all_orders(asyncir: Shell, racing: str) -> None:
    done = asyncir("run", racing, "--runtime", "serial", "--exhaustive", "--orders", "2")
    assert "R221" in done.err


def test_a_schedule_that_does_not_fit(asyncir: Shell, racing: str) -> None:
    assert "R222" in asyncir("run", racing, "--runtime", "serial", "--schedule", "9").err


def test_a_failure_says_which_order_it_was(asyncir: Shell) -> None:
    path = asyncir.write("fails.mlir", FAILS)
    done = asyncir("run", path, "--runtime", "serial", "--seed", "5")
    assert done.status == 1
    assert "R101" in done.err
    assert "the order was --runtime serial --seed 5" in done.err


@pytest.mark.parametrize("orders", [["--exhaustive"], ["--seeds", "50"]])
def test_a_failure_in_one_of_many_orders(asyncir: Shell, orders: list[str]) -> None:
    path = asyncir.write("sometimes.mlir", FAILS_SOMETIMES)
    done = asyncir("run", path, "--runtime", "serial", *orders)
    assert done.status == 1
    assert done.out == "1\n"
    assert "2 outcomes" in done.err
    assert "caused by [R101]: assertion failed: b came first" in done.err
    option = done.err.partition("the order was ")[2].splitlines()[0].split()
    again = asyncir("run", path, *option)
    assert again.status == 1
    assert "b came first" in again.err
    done = asyncir("run", path, "--runtime", "serial", *orders, "--json")
    assert done.status == 1
    assert sorted(len(o["error"]) for o in json.loads(done.out)["outcomes"]) == [0, 2]


PRINTS = """
func.func private @printI64(i64)
func.func @main() {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %a = async.execute {
    func.call @printI64(%one) : (i64) -> ()
    async.yield
  }
  %b = async.execute {
    func.call @printI64(%two) : (i64) -> ()
    async.yield
  }
  async.await %a : !async.token
  async.await %b : !async.token
  return
}
"""


def test_what_is_printed_belongs_to_its_order(asyncir: Shell) -> None:
    path = asyncir.write("prints.mlir", PRINTS)
    done = asyncir("run", path, "--runtime", "serial", "--exhaustive", "--json")
    outcomes = json.loads(done.out)["outcomes"]
    assert {outcome["printed"] for outcome in outcomes} == {"12", "21"}
    done = asyncir("run", path, "--runtime", "serial", "--exhaustive")
    assert done.out == outcomes[0]["printed"]


def test_what_was_called_wrongly_is_no_outcome(asyncir: Shell, racing: str) -> None:
    done = asyncir("run", racing, "5", "--runtime", "serial", "--exhaustive")
    assert done.status == 2
    assert done.codes == ["C107"]
    assert "the order was" not in asyncir("run", racing, "5", "--runtime", "serial").err


def test_a_deadlock_says_which_order_it_was(asyncir: Shell) -> None:
    path = asyncir.write("stuck.mlir", STUCK)
    for options in (["--seed", "3"], ["--seeds", "4"], ["--exhaustive"]):
        done = asyncir("run", path, "--runtime", "serial", *options)
        assert done.status == 1
        assert done.codes == ["R104"]
        assert "the order was --runtime serial --s" in done.err


def test_time_limits_are_in_virtual_time(asyncir: Shell) -> None:
    path = asyncir.write("sleeps.mlir", SLEEPS)
    hour = str(3600 * 10**9)
    limited = ("--runtime", "serial", "--seed", "4", "--timeout")
    assert asyncir("run", path, hour, *limited, "2h").out == f"{hour}\n"
    done = asyncir("run", path, hour, *limited, "1800s")
    assert done.status == 1
    assert "R108" in done.err
    assert "R222" not in done.err


def test_a_seed_that_is_no_number(asyncir: Shell, racing: str) -> None:
    done = asyncir("run", racing, "--runtime", "serial", "--seed", "-1")
    assert done.status == 2
    assert "invalid value for '--seed': '-1'" in done.err


@pytest.mark.parametrize(
    "options",
    [
        ["--seed", "3"],
        ["--orders", "3"],
        ["--runtime", "serial", "--seed", "3", "--exhaustive"],
        ["--runtime", "serial", "--orders", "3"],
        ["--runtime", "serial", "--schedule", "1,x"],
        ["--runtime", "serial", "--schedule", "-1"],
        ["--runtime", "serial", "--interpret", "earliest"],
        ["--runtime", "serial", "--exhaustive", "-o", "x.npy"],
    ],
)
def test_options_that_do_not_fit(asyncir: Shell, racing: str, options: list[str]) -> None:
    done = asyncir("run", racing, *options)
    assert done.status == 2
    assert "C040" in done.err
