"""`asyncir run --runtime serial`: one order, many, or all."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import Shell
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


@pytest.mark.parametrize(
    "options",
    [
        ["--seed", "3"],
        ["--orders", "3"],
        ["--runtime", "serial", "--seed", "3", "--exhaustive"],
        ["--runtime", "serial", "--orders", "3"],
        ["--runtime", "serial", "--schedule", "1,x"],
        ["--runtime", "serial", "--exhaustive", "-o", "x.npy"],
    ],
)
def test_options_that_do_not_fit(asyncir: Shell, racing: str, options: list[str]) -> None:
    done = asyncir("run", racing, *options)
    assert done.status == 2
    assert "C040" in done.err
