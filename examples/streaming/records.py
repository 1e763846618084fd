"""Readings of weather stations, made up from a seed, as files in blocks; and what is to be computed from them, by NumPy."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

Column = np.ndarray[tuple[int], np.dtype[np.int64]]

STATIONS = 200
ROWS = 1 << 16
"""Records of a block, but for the last one."""
NO_LEAST, NO_GREATEST = np.iinfo(np.int64).max, np.iinfo(np.int64).min


@dataclass(frozen=True)
class Records:
    """Times in milliseconds, ascending; stations; readings in hundredths of a degree."""

    times: Column
    stations: Column
    readings: Column

    @property
    def columns(self) -> tuple[Column, Column, Column]:
        """In the order in which a block has them."""
        return self.times, self.stations, self.readings


def records(number: int, seed: int = 1) -> Records:
    """So many readings: some 15 a second, a daily curve, a climate of its own for each station, and noise."""
    rng = np.random.default_rng(seed)
    times = np.cumsum(rng.exponential(65.0, number).astype(np.int64))
    stations = rng.integers(0, STATIONS, number)
    day = np.sin((times % 86_400_000) * (2 * np.pi / 86_400_000))
    climate = rng.normal(1000.0, 600.0, STATIONS)
    readings = np.rint(climate[stations] + 500.0 * day + rng.normal(0.0, 300.0, number))
    return Records(times, stations, readings.astype(np.int64))


def packed(column: Column) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """Differences, zigzag, in groups of seven bits, the low ones first; all but the last with the high bit."""
    differences = np.diff(column, prepend=np.int64(0))
    raw = ((differences << 1) ^ (differences >> 63)).astype(np.uint64)
    lengths = np.ones(len(raw), np.int64)
    rest = raw >> np.uint64(7)
    while rest.any():
        lengths += rest != 0
        rest >>= np.uint64(7)
    ends = np.cumsum(lengths)
    found = np.empty(int(ends[-1]), np.uint8)
    for place in range(int(lengths.max())):
        has = lengths > place
        bits = (raw[has] >> np.uint64(7 * place)).astype(np.uint8) & np.uint8(127)
        goes_on = (lengths[has] > place + 1).astype(np.uint8) << np.uint8(7)
        found[(ends - lengths)[has] + place] = bits | goes_on
    return found


@dataclass(frozen=True)
class File:
    """A file of blocks, and its index: where each begins, how many records it has."""

    path: Path
    start: Column
    records: Column
    size: int

    @property
    def most_bytes(self) -> int:
        """Of the longest block."""
        return int(np.diff(self.start, append=self.size).max())


def write(path: Path, data: Records, rows: int = ROWS) -> File:
    """Write the records in blocks of `rows`."""
    starts: list[int] = []
    number, at = len(data.times), 0
    with path.open("wb") as file:
        for first in range(0, number, rows):
            starts.append(at)
            for column in data.columns:
                at += file.write(packed(column[first : first + rows]).tobytes())
    counts = np.full(len(starts), rows, np.int64)
    counts[-1] = number - rows * (len(starts) - 1)
    return File(path, np.array(starts, np.int64), counts, at)


@dataclass(frozen=True)
class Statistics:
    """What the program adds up: see `@reduce`."""

    cells: np.ndarray[tuple[int, int, int], np.dtype[np.int64]]
    smooth: np.ndarray[tuple[int, int], np.dtype[np.int64]]
    degrees: Column
    vapour: np.ndarray[tuple[int], np.dtype[np.float64]]

    @classmethod
    def empty(cls) -> Statistics:
        """Of no readings."""
        cells = np.zeros((STATIONS, 24, 5), np.int64)
        cells[:, :, 3], cells[:, :, 4] = NO_LEAST, NO_GREATEST
        return cls(
            cells, np.zeros((STATIONS, 3), np.int64), np.zeros(200, np.int64), np.zeros(STATIONS, np.float64)
        )

    def equals(self, other: Statistics) -> bool:
        """Whether all whole numbers are the same, and the others are but for the order in which they were added."""
        pairs = ((self.cells, other.cells), (self.smooth, other.smooth), (self.degrees, other.degrees))
        return all(np.array_equal(a, b) for a, b in pairs) and np.allclose(
            self.vapour, other.vapour, rtol=1e-9, atol=0
        )


def expected(data: Records) -> Statistics:
    """The statistics, computed from the records themselves, not from a file, by sorting."""
    found = Statistics.empty()
    hours = data.times // 3_600_000 % 24
    order = np.argsort(data.stations * 24 + hours, kind="stable")
    places = (data.stations * 24 + hours)[order]
    firsts = np.flatnonzero(np.diff(places, prepend=-1))
    values = data.readings[order]
    cells = found.cells.reshape(-1, 5)[places[firsts]]
    cells[:, 0] = np.diff(firsts, append=len(places))
    for column, function, of in (
        (1, np.add, values),
        (2, np.add, values * values),
        (3, np.minimum, values),
        (4, np.maximum, values),
    ):
        cells[:, column] = function.reduceat(of, firsts)
    found.cells.reshape(-1, 5)[places[firsts]] = cells
    found.degrees[:] = np.bincount((data.readings + 10_000) // 100, minlength=200)
    celsius = data.readings * 0.01
    pressure = 6.112 * np.exp(17.62 * celsius / (243.12 + celsius))
    found.vapour[:] = np.bincount(data.stations, pressure, minlength=STATIONS)
    _smooth(data, found.smooth)
    return found


def _smooth(data: Records, smooth: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> None:
    """The n-th reading of all stations that have so many, for each n."""
    order = np.argsort(data.stations, kind="stable")
    values = data.readings[order] << 8
    counts = np.bincount(data.stations, minlength=STATIONS)
    firsts = np.cumsum(counts) - counts
    for n in range(int(counts.max())):
        has = np.flatnonzero(counts > n)
        mean, spread, outliers = smooth[has].T
        off = values[firsts[has] + n] - mean
        distance = np.abs(off)
        far = distance > spread * 4
        smooth[has] = np.stack(
            (mean + (off >> 4), spread + ((distance - spread) >> 4), outliers + far), axis=1
        )
