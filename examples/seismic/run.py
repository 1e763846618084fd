"""A wave on a Dask cluster whose workers together hold less than the data: compared with NumPy.

    python examples/seismic/run.py [--bands 40 --rows 512 --columns 4096 --steps 3 --workers 2 --limit 400MiB]

By default the three fields that a step needs (rock, this field, the one before) are 1 GB, and a worker may have 400 MiB.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from distributed import Client

from asyncir.driver.distribute import distribute
from asyncir.launch.dask.clusters import local_cluster

sys.path.insert(0, str(Path(__file__).parent))
from generate import generate


def expected(bands: int, rows: int, columns: int, steps: int, strength: float) -> Any:
    """The same by NumPy, all in one place."""
    i, j = np.ogrid[: bands * rows, :columns]
    one = np.float32(1)
    distance = ((i - bands * rows // 2) ** 2 + (j - columns // 2) ** 2).astype(np.float32)
    u = np.float32(strength) / (distance * np.float32(0.01) + one)
    rock = (i // 37 % 7).astype(np.float32) * np.float32(0.002) + np.float32(0.1)
    before = u
    for _ in range(steps):
        wide = np.pad(u, 1)
        near = (wide[:-2, 1:-1] + wide[2:, 1:-1]) + (wide[1:-1, :-2] + wide[1:-1, 2:])
        u, before = (2 * u - before) + rock * (near - 4 * u), u
    return np.array([np.sum(band.astype(np.float64) ** 2) for band in np.split(u, bands)])


def main() -> int:
    """Run it and compare; 1 where they differ."""
    parser = argparse.ArgumentParser()
    for name, default in (("bands", 40), ("rows", 512), ("columns", 4096), ("steps", 3), ("workers", 2)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--limit", default="400MiB", help="the memory of a worker")
    asked = parser.parse_args()
    size = asked.bands, asked.rows, asked.columns, asked.steps
    data = 3 * asked.bands * asked.rows * asked.columns * 4
    with local_cluster(asked.workers, memory_limit=asked.limit) as cluster, Client(cluster) as client:
        start = time.perf_counter()
        wave = distribute(generate(*size), client)
        prepared = time.perf_counter()
        energies = wave(1.0)
        end = time.perf_counter()
    print(f"{data / 1e6:.0f} MB of fields, {asked.workers} workers of {asked.limit}; {wave.regions} regions")
    print(f"compiled in {prepared - start:.1f} s, run in {end - prepared:.1f} s")
    apart = float(np.abs(energies / expected(*size, 1.0) - 1).max())
    print(f"apart from NumPy by {apart:.1g}")
    return 0 if apart < 1e-3 else 1


if __name__ == "__main__":
    sys.exit(main())
