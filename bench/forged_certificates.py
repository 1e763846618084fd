"""Forged certificates by the thousand: each is of a program that races in a run, and none may be accepted.

    python bench/forged_certificates.py [--most 3000] [--seed 0] [--each 12]

tests/certificates/forging.py makes them. Prints how many of each kind were tried, and those that were accepted; exit status 1
if there are any.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections import Counter
from itertools import count
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.certificates.forging import Forged, forged  # noqa: E402


def main() -> int:
    """Forge, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--most", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--each", type=int, default=12)
    options = parser.parse_args()
    tried, kinds, accepted, began = 0, Counter[str](), list[Forged](), time.monotonic()
    for seed in count(options.seed):
        for one in forged(seed, options.each):
            tried += 1
            kinds.update(one.changes or ("not changed",))
            accepted += [one] if one.accepted else []
            if one.accepted:
                print(f"ACCEPTED: {one}", flush=True)
        gc.collect()
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
