"""Options of `asyncir run` beside each way to run a program: each pair does what it says, or is refused with help."""

from __future__ import annotations

import json

import pytest

from asyncir.tools.cli import run
from tests.cli.command import Shell
from tests.cli.test_timeout import SLEEPS

WORKERS = """
func.func @main() -> index {
  %t, %r = async.execute -> !async.value<index> {
    %n = async.runtime.num_worker_threads : index
    async.yield %n : index
  }
  %v = async.await %r : !async.value<index>
  return %v : index
}
"""

WAYS = {
    "native": (),
    "interpret": ("--interpret", "latest"),
    "interpret all": ("--interpret", "exhaustive"),
    "serial": ("--runtime", "serial"),
    "seeds": ("--runtime", "serial", "--seeds", "3"),
    "exhaustive": ("--runtime", "serial", "--exhaustive"),
}
INTERPRETED = {"interpret", "interpret all"}
SERIAL = {"serial", "seeds", "exhaustive"}
SEVERAL = {"seeds", "exhaustive"}

NOT_COMPILED = dict.fromkeys(INTERPRETED, "C031")
NOT_SHOWN = NOT_COMPILED | dict.fromkeys(SEVERAL, "C040")
NOT_SERIAL = dict.fromkeys(set(WAYS) - SERIAL, "C040")

PAIRS: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "entry": (("--entry", "main"), {}),
    "threads": (("--threads", "3"), NOT_COMPILED),
    "memory_limit": (("--memory-limit", "2G"), NOT_COMPILED),
    "opt_level": (("-O2",), NOT_COMPILED),
    "output": (("-o", "out.npy"), dict.fromkeys(SEVERAL, "C040")),
    "interpret": (("--interpret", "latest"), dict.fromkeys(SERIAL, "C040")),
    "callbacks": (("--callbacks", "functions.py"), {}),
    "fixed": (("--deterministic-reductions",), {}),
    "codegen": (("-C", "bounds"), NOT_COMPILED),
    "detect_races": (("--detect-races",), NOT_COMPILED),
    "no_cache": (("--no-cache",), {}),
    "timeout": (("--timeout", "1h"), NOT_COMPILED),
    "timeline": (("--timeline", "out.html"), NOT_SHOWN),
    "trace": (("--trace", "out.pftrace"), NOT_SHOWN),
    "stats": (("--stats",), NOT_SHOWN),
    "seed": (("--seed", "3"), NOT_SERIAL | dict.fromkeys(SEVERAL, "C040")),
    "seeds": (("--seeds", "3"), NOT_SERIAL | {"exhaustive": "C040"}),
    "schedule": (("--schedule", "0"), NOT_SERIAL | dict.fromkeys(SEVERAL, "C040")),
    "exhaustive": (("--exhaustive",), NOT_SERIAL | {"seeds": "C040"}),
    "orders": (("--orders", "5"), dict.fromkeys(set(WAYS) - {"exhaustive"}, "C040")),
    "as_json": (("--json",), {}),
    # They say how a cluster is used: `tests/distributed/test_refusals.py` has them beside `--dask`.
    "retries": (("--retries", "1"), dict.fromkeys(WAYS, "C074")),
    "no_cut": (("--no-cut",), dict.fromkeys(WAYS, "C074")),
    "gather_limit": (("--gather-limit", "1M"), dict.fromkeys(WAYS, "C074")),
}
"""By the name of the parameter: the option, and the ways of which it is refused, with the code."""


def test_every_option_is_in_the_table() -> None:
    names = {parameter.name for parameter in run.params}
    assert names - {"file", "arguments", "runtime", "dask"} == set(PAIRS)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", PAIRS)
def test_a_pair_is_taken_or_refused(asyncir: Shell, name: str, way: str) -> None:
    option, refused = PAIRS[name]
    asyncir.write("functions.py", "def other(): pass\n")
    done = asyncir("run", asyncir.write("p.mlir", WORKERS), *WAYS[way], *option)
    if way not in refused:
        assert done.status == 0
        return
    assert (done.status, done.out, done.codes) == (2, "", [refused[way]])
    assert "= help: " in done.err


@pytest.mark.parametrize("way", ["native", *sorted(SERIAL)])
def test_a_program_is_told_the_number_of_workers(asyncir: Shell, way: str) -> None:
    program = asyncir.write("p.mlir", WORKERS)
    for threads in ("3", "2"):
        assert asyncir("run", program, *WAYS[way], "-j", threads).out == f"{threads}\n"


@pytest.mark.parametrize("way", ["native", *sorted(SERIAL)])
def test_a_call_is_cut_off(asyncir: Shell, way: str) -> None:
    program = asyncir.write("p.mlir", SLEEPS)
    done = asyncir("run", program, "3600000000000", *WAYS[way], "--timeout", "50ms")
    assert done.status == 1
    assert "R108" in done.err


BLOCKS = """
func.func @main() -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1500001 : index
  %zero = arith.constant 0.0 : f64
  %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f64 {
    %a = arith.index_cast %i : index to i64
    %b = arith.sitofp %a : i64 to f64
    %v = math.sqrt %b : f64
    scf.reduce(%v : f64) {
    ^bb0(%x: f64, %y: f64):
      %z = arith.addf %x, %y : f64
      scf.reduce.return %z : f64
    }
  }
  return %s : f64
}
"""


def test_an_order_is_found_again_with_as_many_workers(asyncir: Shell) -> None:
    """How many blocks a loop has depends on the number of workers, and the sum of floats on the number of blocks."""
    program = asyncir.write("p.mlir", BLOCKS)
    sums: set[str] = set()
    for threads in ("1", "2", "3"):
        tried = ("--runtime", "serial", "--exhaustive", "--orders", "4", "-j", threads)
        (outcome,) = json.loads(asyncir("run", program, *tried, "--json").out)["outcomes"]
        again = asyncir("run", program, "--runtime", "serial", *outcome["option"].split())
        assert json.loads(again.out) == outcome["results"][0]
        sums.add(again.out)
    assert len(sums) == 3
