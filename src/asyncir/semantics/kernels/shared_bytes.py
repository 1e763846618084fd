# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shared memory as a run sees it: for each unit, which write it holds now, and when it was last touched by hand.

A *unit* is the smallest piece that any access of the kernel has (1 to 16 bytes). A write has a name, a number that is the
same in each schedule: it is made of the instruction, of how often the thread had carried it out before, and of the place.
The thread is no part of it: compilers let several threads store one value to one place, and which of them comes last does
not matter. So two threads that store different values by the same instruction, for the same time, to the same place are taken
for one write; that is the one race which this simulator does not see.

What a read found is added to a sum of its thread, in which each read has its own factor. The sums of two runs are equal if
each read found the same writes (up to a chance of about 2**-60); no order of the reads matters.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from asyncir.semantics.kernels.arithmetic import Lanes, word

Places = NDArray[np.int64]
_SPREAD = word(0x9E3779B97F4A7C15)
_STIR = word(0xBF58476D1CE4E5B9)
_STEP = word(0x94D049BB133111EB)
WEIGHTS = np.array([(0xD1342543DE82EF95 * (2 * k + 1) | 1) & (2**64 - 1) for k in range(1 << 16)], np.uint64)


def stirred(value: Lanes) -> Lanes:
    """A number from a number, all bits mixed."""
    value = (value ^ (value >> word(31))) * _STIR
    return (value ^ (value >> word(29))) * _STEP


def names_of(instruction: int, ordinal: Lanes, units: Places) -> Lanes:
    """Names of the writes of an instruction: one a unit. `ordinal` is a column, one a row of `units`."""
    base = stirred(ordinal * _SPREAD + word((instruction + 1) * 0x632BE59BD9B4E019))
    return stirred(base + units.astype(np.uint64) * _STEP)


@dataclass
class MemoryLog:
    """Everything that was read and written, kept only when a witness is wanted.

    `reads` maps (thread, ordinal) to the instruction and the names found; `writes` maps a name to (instruction, thread,
    ordinal).
    """

    reads: dict[tuple[int, int], tuple[int, Places, Lanes]] = field(
        default_factory=dict[tuple[int, int], tuple[int, Places, Lanes]]
    )
    writes: dict[int, tuple[int, int, int]] = field(default_factory=dict[int, tuple[int, int, int]])


class TrackedMemory:
    """Units of shared memory (or of tensor memory) with the names of the writes that they hold."""

    def __init__(self, size: int, unit: int, bytes_matter: bool) -> None:
        self.unit = unit
        self.units = -(-size // unit)
        self.holds = np.zeros(self.units, np.uint64)
        self.bytes = np.zeros(self.units * unit if bytes_matter else 0, np.uint8)
        self.written_at = np.zeros(self.units, np.int64)
        self.read_at = np.zeros(self.units, np.int64)

    def places(self, addresses: Places, size: int) -> Places:
        """Units of `size` bytes at each address: one row an address."""
        first = addresses // self.unit
        if size <= self.unit:
            return first[:, None]
        return first[:, None] + np.arange(size // self.unit)

    def outside(self, places: Places) -> bool:
        """Whether some of the units do not exist."""
        return bool(len(places)) and (int(places.min()) < 0 or int(places.max()) >= self.units)

    def found(self, places: Places, ordinals: Lanes) -> Lanes:
        """What reading units adds to the sums of the threads that read: one row, one thread."""
        return found_sum(self.holds[places], ordinals)

    def keep_bytes(self, addresses: Places, size: int, value: Lanes) -> None:
        """Store the low `size` bytes of each value (at most eight)."""
        for at in range(size):
            self.bytes[addresses + at] = ((value >> word(8 * at)) & word(255)).astype(np.uint8)

    def kept_bytes(self, addresses: Places, size: int) -> Lanes:
        """The value of `size` bytes at each address."""
        value = np.zeros(len(addresses), np.uint64)
        for at in range(size):
            value |= self.bytes[addresses + at].astype(np.uint64) << word(8 * at)
        return value


def found_sum(holds: Lanes, ordinals: Lanes) -> Lanes:
    """The share in a thread's sum of a read that found these writes, a row for each."""
    total = (holds * WEIGHTS[: holds.shape[1]]).sum(axis=1, dtype=np.uint64)
    return (total + _STEP) * (stirred(ordinals * _SPREAD) | word(1))


Report = Callable[[str, str], None]
