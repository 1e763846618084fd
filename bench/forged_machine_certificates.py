"""Forged certificates of programs on machines: each is of a program that goes wrong in a run, and none may be accepted.

    python -m bench.forged_machine_certificates [--most 3000] [--seed 0] [--each 8]

tests/certificates/machine_forging.py makes them. Prints how many of each kind were tried, and those that were accepted; exit
status 1 if there are any.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from bench.forged_certificates import campaign
from tests.certificates.machine_forging import MACHINES, MachineForged, forged_on_machine


def forge(seed: int, each: int) -> Iterator[MachineForged]:
    """Of programs for one machine after the other."""
    return forged_on_machine(MACHINES[seed % len(MACHINES)], seed, 3, each)


def main() -> int:
    """The command."""
    return campaign(__doc__ or "", 8, forge, says_seeds=True)


if __name__ == "__main__":
    sys.exit(main())
