"""What `--fix` saves in machine code: BAR, DEPBAR and others of kernels before and after, as ptxas makes them.

    python -m bench.ptx.sass [--folder build/ptx-corpus] [--json OUT] [NAME ...]

Without names the GEMMs of Triton for sm_80 with 2 to 5 stages. Each kernel is checked and mended as by `asyncir check --fix`,
both texts are assembled by ptxas and read by nvdisasm. A line a kernel and text: instructions that synchronise, for one
trip of the loop with most of them, and in the whole kernel.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.edits import fixed
from asyncir.driver.kernels.options import KernelOptions
from asyncir.driver.kernels.sass import SassKernel, sass_of
from bench.ptx.corpus import CORPUS

NAMES = tuple(f"triton_gemm_sm80_s{stages}" for stages in range(2, 6))


def main_loop(code: SassKernel) -> tuple[int, dict[str, float]]:
    """How often the loop with most synchronisation is unrolled, and what one trip of the PTX's loop has."""
    steps = code.steps()
    if not steps:
        return 1, {}
    loop = max(steps, key=lambda label: sum(steps[label].values()))
    return code.copies(loop), steps[loop]


def measured(folder: Path, name: str) -> list[dict[str, object]]:
    """One kernel, before and after."""
    text = (folder / f"{name}.ptx").read_text()
    options = KernelOptions(mend=True)
    checked = check_ptx(text, f"{name}.ptx", options)
    mended = fixed(checked, options)
    rows: list[dict[str, object]] = []
    for what, ptx, answer in (("before", text, checked), ("after", mended.text, mended.checked)):
        assert answer.module is not None
        for code in sass_of(ptx, answer.module.target).values():
            copies, trip = main_loop(code)
            whole = dict(sorted(Counter(i.name for i in code.instructions).items()))
            rows.append(
                {
                    "name": name,
                    "text": what,
                    "standing": answer.standing,
                    "edits": len(mended.edits) if what == "after" else 0,
                    "copies": copies,
                    "trip": trip,
                    "kernel": whole,
                    "instructions": code.total,
                }
            )
            shown = ", ".join(f"{n:g} {kind}" for kind, n in trip.items())
            all_shown = ", ".join(f"{n} {kind}" for kind, n in whole.items())
            print(f"{name:28} {what:6} {answer.standing:8} a trip: {shown}; all: {all_shown}", flush=True)
    return rows


def main() -> None:
    """See the head of this file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", default=NAMES)
    parser.add_argument("--folder", type=Path, default=CORPUS)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rows = [row for name in options.names or NAMES for row in measured(options.folder, name)]
    if options.json is not None:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
