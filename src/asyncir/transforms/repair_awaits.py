"""`repair-awaits`: a program in which tasks race gets the fewest waits and dependencies that make it right."""

from __future__ import annotations

from asyncir.ir import Context, ModuleOp
from asyncir.transforms._added_waits import add_waits
from asyncir.transforms._passes import Pass
from asyncir.transforms._remarks import repeat
from asyncir.transforms._task_repairs import find_repair


class RepairAwaits(Pass):
    """Add the fewest waits and dependencies of tasks with which the program is proved, and say which.

    Of equally many waits the ones are added that order the least beside what has to be ordered, dependencies rather than
    awaits. What a loop launches becomes a group where it is waited for behind the loop. A program that is proved stays as
    it is, and so does one for which no repair is found, with a remark that says why. Affine ops are not followed: put
    `lower-affine` before.
    """

    args_alias: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Repair the whole module."""
        found = find_repair(op, args_alias=self.args_alias)
        for said in found.remarks:
            repeat(said)
        add_waits(found.waits)
