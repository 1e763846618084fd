"""What `asyncir check --diff` prints of a repair."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Any

from asyncir.diagnostics.words import counted
from asyncir.driver.repairing import TextRepair, header
from asyncir.tools import shell


def repair_to_json(repair: TextRepair) -> dict[str, Any]:
    """The repair as JSON has it."""
    return {
        "diff": repair.diff,
        "added": repair.added,
        "smallest": repair.is_smallest,
        "reason": repair.reason,
        "because": [asdict(why) for why in repair.because],
    }


def print_repair(name: str, repair: TextRepair, of_machine: bool = False) -> None:
    """The diff, with why; on standard error what came of it."""
    if repair.diff:
        print(f"{header(repair)}{repair.diff}", end="")
    shell.show([said for said in repair.remarks if said.code in ("P142", "P153")])
    if repair.reason:
        said = f"no repair: {repair.reason}"
    else:
        few = "no fewer would do" if repair.is_smallest else "fewer might do"
        what = counted(repair.added, "change") if of_machine else f"{counted(repair.added, 'wait')} more"
        said = f"proved with {what}; {few}"
    print(f"{name}: {said}", file=sys.stderr)
