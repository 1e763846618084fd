"""Networks on a Dask cluster of two workers: the same answers as natively, and where the time goes.

    python -m bench.networks.prepare --model squeezenet --out build/networks/squeezenet
    python -m bench.distributed.networks build/networks/squeezenet [--workers 2]

Compared are all numbers of the answer with those of the same program in this process. Compiling is timed here, once, and on
each worker at the same time, which is the other way to get code there; and how long it takes to send it.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import asyncir
from asyncir.driver.compile import lower
from asyncir.driver.distribute import distribute
from asyncir.launch import jit
from asyncir.launch.dask.clusters import local_cluster
from asyncir.launch.dask.worker import RegionCode
from distributed import Client


def timed(function: Any) -> tuple[float, Any]:
    """How long it takes, and what it gives."""
    start = time.perf_counter()
    found = function()
    return time.perf_counter() - start, found


def compiled_there(text: str) -> int:
    """Compile a whole program, on a worker; the bytes of its code."""
    lowered = lower(text)
    return len(jit.emit_object(lowered.text, opt_level=2, constants=lowered.constants).code)


def judge(place: Path, client: Any, workers: int, rounds: int) -> bool:
    """Run one network; whether the answers are equal."""
    text = (place / "model.mlir").read_text()
    given, expected = np.load(place / "input.npy"), np.load(place / "expected.npy")
    native = asyncir.compile(text)
    function = native[next(iter(native))]
    answer = function(given)
    here = min(timed(lambda: function(given))[0] for _ in range(rounds))
    made, remote = timed(lambda: distribute(text, client, progress=False))
    first, found = timed(lambda: remote(given))
    there = min(timed(lambda: remote(given))[0] for _ in range(rounds))
    apart = float(np.abs(found - answer).max() / np.abs(answer).max())
    beside = float(np.abs(found - expected).max() / np.abs(expected).max())
    code = remote.code
    size = len(code.code.code)
    again = RegionCode(f"again-{place.name}", code.code, code.signatures, code.home)
    sent, _ = timed(lambda: client.register_plugin(again))
    elsewhere, _ = timed(lambda: client.run(compiled_there, text))
    print(
        f"{place.name}: {remote.regions} regions, {len(remote.tasks)} tasks; apart from native by {apart:.2g}, from "
        f"onnxruntime by {beside:.2g}\n"
        f"  compiled and sent in {made:.1f} s, of which {size / 1e6:.1f} MB sent to {workers} workers in {sent:.2f} s; "
        f"compiled on each worker instead: {elsewhere:.1f} s\n"
        f"  one process {here * 1000:.0f} ms; Dask: first {first * 1000:.0f} ms, then {there * 1000:.0f} ms",
        flush=True,
    )
    return apart <= 1e-5 and int(found.argmax()) == int(answer.argmax())


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    with local_cluster(asked.workers) as cluster, Client(cluster) as client:
        good = [judge(place, client, asked.workers, asked.rounds) for place in asked.folders]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
