"""`plan-memory`: the buffers of a function share one arena, as far as tokens allow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from asyncir.analyses.memory.lives import Lives, lives_of
from asyncir.analyses.memory.optimum import Optimum, quickest, smallest
from asyncir.analyses.memory.ordering import front, unordered
from asyncir.analyses.memory.problem import MemoryPlan
from asyncir.diagnostics import Diagnostic, DiagnosticError, Note, failure
from asyncir.diagnostics.words import counted
from asyncir.dialects.func import FuncOp
from asyncir.dialects.verification import span_of
from asyncir.ir import Context, ModuleOp, Operation
from asyncir.transforms._passes import Pass
from asyncir.transforms._planned_memory import write_plan
from asyncir.transforms._remarks import complaint, remark

_MOST_NOTES = 8


class PlanMemory(Pass):
    """
    Put the buffers of each function into one arena, where two share bytes if no order that tokens allow has both in use.

    `memory-limit` is the most bytes that a function may allocate in this way: dependencies are added until that holds, with
    as little growth of the longest chain of work as is found. `optimal` looks for the best plan with CP-SAT, for at most
    `time-limit` seconds of work as it counts them; `fast` takes the best of several heuristics.
    """

    memory_limit: int = 0
    method: Literal["fast", "optimal"] = "fast"
    time_limit: int = 10

    def __post_init__(self) -> None:
        if self.memory_limit < 0:
            raise ValueError("memory-limit cannot be negative")
        if self.time_limit < 0:
            raise ValueError("time-limit cannot be negative")

    def apply(self, ctx: Context, op: ModuleOp) -> bool:
        """Plan all functions before the first is changed."""
        found: list[tuple[Lives, MemoryPlan]] = []
        for function in list(op.ops):
            lives = lives_of(function) if isinstance(function, FuncOp) else None
            if lives is not None and (self.memory_limit or len(lives.buffers) > 1):
                found.append((lives, self._plan(lives)))
        for lives, plan in found:
            write_plan(lives, plan)
        return bool(found)

    def _plan(self, lives: Lives) -> MemoryPlan:
        if not self.memory_limit:
            problem = lives.problem(in_time=False)
            free = unordered(problem)
            if self.method == "fast":
                return free
            return _proved(lives, free, self._ask(lambda: smallest(problem, None, self.time_limit, free)))
        problem = lives.problem()
        kept = sum(each.size or 0 for each in lives.kept)
        limit = self.memory_limit - kept
        found = front(problem, limit) if limit >= problem.least else []
        best = found[0] if found else None
        if limit < problem.least or (best is None and self.method == "fast"):
            raise DiagnosticError(self._too_little(lives, kept))
        if self.method == "fast" and best is not None:
            return best
        answer = self._ask(lambda: quickest(problem, limit, self.time_limit, best))
        if answer.plan is None:
            raise DiagnosticError(self._too_little(lives, kept, answer))
        return _proved(lives, answer.plan, answer)

    @staticmethod
    def _ask(question: Callable[[], Optimum]) -> Optimum:
        try:
            return question()
        except ImportError:
            message = "the best plan needs OR-Tools, which is not installed"
            raise failure(
                "P232", message, "pip install 'asyncir[schedules]', or take `method=fast`"
            ) from None

    def _too_little(self, lives: Lives, kept: int, answer: Optimum | None = None) -> Diagnostic:
        """P231: the limit is below what any order needs, or below what is found."""
        problem = lives.problem()
        size, moment, buffers = problem.crowd
        name = lives.function.sym_name.data
        limit = f"the limit is {self.memory_limit} bytes"
        notes = [Note(f"{counted(problem.sizes[b], 'byte')}", span_of(_owner(lives, b))) for b in buffers]
        more = len(notes) - _MOST_NOTES
        notes = [*notes[:_MOST_NOTES], *([Note(f"and {counted(more, 'buffer')} more")] if more > 0 else [])]
        if kept:
            notes.append(
                Note(
                    f"{counted(kept, 'byte')} of that are of memory that `{name}` gives away or cannot share"
                )
            )
        where: Operation = lives.moments[moment] if buffers else lives.function
        if size + kept > self.memory_limit:
            message = f"`{name}` needs at least {size + kept} bytes in any order, and {limit}"
            label = f"here {counted(len(buffers), 'buffer')} are in use together"
            help = f"allow {size + kept} bytes or more, or let the function use less memory at this op"
            return complaint("P231", message, where, help, label=label, notes=notes)
        found = front(problem)[-1].peak + kept
        proved = answer is not None and answer.is_proved
        what = (
            "no order of its tasks keeps that"
            if proved
            else f"no order was found that needs less than {found} bytes"
        )
        message = f"{limit}, and for `{name}` {what}"
        help = f"allow {found} bytes, which is known to be enough"
        if not proved:
            help += f"; {size + kept} are needed in any order"
        if self.method == "fast":
            help += ", and `method=optimal` looks for less"
        return complaint("P231", message, where, help, notes=notes)


def _owner(lives: Lives, buffer: int) -> Operation:
    owner = lives.buffers[buffer].memory.owner
    assert isinstance(owner, Operation)
    return owner


def _proved(lives: Lives, known: MemoryPlan, answer: Optimum) -> MemoryPlan:
    """What the search found, with a remark if that may not be the best."""
    plan = answer.plan or known
    if not answer.is_proved:
        message = (
            f"the plan for `{lives.function.sym_name.data}` takes {plan.peak} bytes and {plan.path} ns; "
            f"nothing below {answer.bound} is possible, and nothing between was found in the time"
        )
        remark("P233", message, lives.function, help="allow more time: `time-limit`")
    return plan
