"""Forged certificates of programs on machines: each is of a program that goes wrong in a run, and none may be accepted.

    python -m bench.forged_machine_certificates [--most 3000] [--seed 0] [--each 8]

tests/certificates/machine_forging.py makes them. Prints how many of each kind were tried, and those that were accepted; exit
status 1 if there are any.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections import Counter
from itertools import count

from tests.certificates.machine_forging import MACHINES, MachineForged, forged_on_machine


def main() -> int:
    """Forge, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--most", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--each", type=int, default=8)
    options = parser.parse_args()
    tried, kinds, accepted, began = 0, Counter[str](), list[MachineForged](), time.monotonic()
    for seed in count(options.seed):
        for one in forged_on_machine(MACHINES[seed % len(MACHINES)], seed, 3, options.each):
            tried += 1
            kinds.update(one.changes or ("not changed",))
            if one.accepted:
                accepted.append(one)
                print(f"ACCEPTED: {one}", flush=True)
        gc.collect()
        print(f"seed {seed}: {tried} tried", file=sys.stderr, flush=True)
        if tried >= options.most:
            break
    for kind, number in kinds.most_common():
        print(f"{kind:32}{number:7}")
    spent = time.monotonic() - began
    print(
        f"{tried} forged certificates, {len(accepted)} accepted, in {spent:.0f} s; seeds {options.seed} to {seed}"
    )
    return 1 if accepted else 0


if __name__ == "__main__":
    sys.exit(main())
