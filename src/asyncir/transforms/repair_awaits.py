"""`repair-awaits`: a racy program with tasks gets the waits that it lacks."""

from __future__ import annotations

from asyncir.diagnostics import Note
from asyncir.diagnostics.words import counted
from asyncir.dialects.verification import span_of
from asyncir.ir import Context, ModuleOp
from asyncir.transforms._added_waits import add_waits
from asyncir.transforms._passes import Pass
from asyncir.transforms._remarks import remark
from asyncir.transforms._task_repairs import NOTHING_WRONG, repair_of


class RepairAwaits(Pass):
    """Add the fewest waits and dependencies with which `asyncir check` proves the functions whose tasks race, or may race.

    Of as few, those are chosen that leave more side by side: a dependency of a task before a wait of who launches it. What
    can be waited for is what is in scope: the tokens of tasks, and groups. Where that is not enough, or the program is wrong
    in other ways, it stays as it is. Affine ops are not followed: put `lower-affine` before.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Repair the whole module."""
        found = repair_of(op)
        if found.reason and found.reason != NOTHING_WRONG:
            names = ", ".join(f"@{f.name}" for f in found.racy)
            remark(
                "P142", f"{names} is not repaired: {found.reason}", op, help="asyncir check shows the race"
            )
        if not found.waits:
            return
        races = [race for function in found.racy for race in function.races]
        notes = tuple(Note("without it this races", span_of(race.second.op)) for race in races[:3])
        few = "no fewer would do" if found.is_smallest else "fewer might do"
        help = "asyncir check --diff shows what is added to the text"
        remark("P141", f"{counted(len(found.waits), 'wait')} added; {few}", op, help=help, notes=notes)
        add_waits(op, found.waits)
