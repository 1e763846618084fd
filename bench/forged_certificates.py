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
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from pathlib import Path
from typing import Protocol

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.certificates.forging import forged  # noqa: E402


class ForgedOne(Protocol):
    """A certificate that was forged."""

    @property
    def changes(self) -> Sequence[str]:
        """What was changed in it."""
        ...

    @property
    def accepted(self) -> bool:
        """Whether the verifier accepts it."""
        ...


def campaign(
    description: str, each: int, forge: Callable[[int, int], Iterable[ForgedOne]], says_seeds: bool = False
) -> int:
    """Forge, ask, print; `forge` makes so many of each program of a seed."""
    parser = argparse.ArgumentParser(description=description.partition("\n")[0])
    parser.add_argument("--most", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--each", type=int, default=each)
    options = parser.parse_args()
    tried, kinds, accepted, began = 0, Counter[str](), list[ForgedOne](), time.monotonic()
    for seed in count(options.seed):
        for one in forge(seed, options.each):
            tried += 1
            kinds.update(one.changes or ("not changed",))
            accepted += [one] if one.accepted else []
            if one.accepted:
                print(f"ACCEPTED: {one}", flush=True)
        gc.collect()
        if says_seeds:
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


def main() -> int:
    """The command."""
    return campaign(__doc__ or "", 12, forged)


if __name__ == "__main__":
    sys.exit(main())
