"""`assign-wait-counts`: waits for tokens become waits by count, as hardware has them."""

from __future__ import annotations

from typing import Literal

from asyncir.analyses.token_scopes import awaited
from asyncir.analyses.wait_counts import FifoCount, WaitCount, WaitCounts
from asyncir.dialects.interfaces.completion import commits
from asyncir.ir import Context, ModuleOp
from asyncir.targets.limits import MOST_GROUPS
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import Builder
from asyncir.transforms._counted_waits import counted_wait
from asyncir.transforms._padding import pad
from asyncir.transforms._passes import Pass
from asyncir.transforms._private_copies import drop_equal_copies, make_private_copies
from asyncir.transforms._remarks import remark
from asyncir.transforms._sinking import sink_waits
from asyncir.transforms._tickets import Tickets
from asyncir.transforms._tokens import drop_unused_tokens
from asyncir.transforms._wait_cases import Cases, cases_of, put_cases
from asyncir.transforms._wait_ladder import MOST_RUNGS


class AssignWaitCounts(Pass):
    """Replace waits for tokens of groups by waits that let the N youngest groups of the FIFO stay in flight.

    N is the least number of groups committed since the token's own, over all paths. Where all paths have the same
    number, that is as exact as the token. Where they have not:

    - `pad` commits empty groups in the branches of an op that commit fewer groups than its others, if some wait
      becomes exact by that. A FIFO for which the program has counts gets none: somebody counted its groups.
    - `duplicate` says the wait several times: behind an `scf.if`, in each branch; in a loop, under a test for each
      of the first iterations, in which what it carries is still ready. With `dynamic=count`, and where all counts of a loop
      are a sum such as `2 - i`, that is computed instead.
    - `dynamic` counts while the program runs: tickets are carried in place of tokens, and a `ladder` of waits with constant
      counts chooses (PTX has no others), or the count is computed (`count`). With `none`, N stays what it is:
      right, but on some paths it blocks longer than the token would.

    For each wait the first of these is used that makes it exact, the cheapest at run time coming first.
    A ladder has at most `rungs` waits, and none for more groups than may be in flight. Counts are at most `max-count`.
    Counts that the program has already are somebody's, and are kept.
    """

    pad: bool = True
    duplicate: bool = True
    dynamic: Literal["ladder", "count", "none"] = "ladder"
    max_count: int = MOST_GROUPS
    rungs: int = MOST_RUNGS

    def __post_init__(self) -> None:
        if self.rungs < 1:
            raise ValueError(f"rungs is the number of waits of a ladder, from 1 on, not {self.rungs}")
        if not 0 <= self.max_count < 1 << 63:
            raise ValueError(f"max-count is a number of groups, not {self.max_count}")

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Rewrite the waits of the module."""
        copies = make_private_copies(op, lambda o: commits(o) is not None or bool(awaited(o)))
        _Assignment(op, self).run()
        drop_equal_copies(op, copies)


class _Assignment:
    """One run of the pass."""

    def __init__(self, module: ModuleOp, options: AssignWaitCounts):
        self.module = module
        self.options = options
        self.counts = WaitCounts(module, options.max_count)
        if options.pad and not self._all_exact():
            self.counts, padded = pad(module, self.counts)
            for op in padded:
                remark("Q024", "branches get empty groups, so that all commit as many", op)
        if options.duplicate and not self._all_exact():
            self.counts, moved = sink_waits(module, self.counts)
            for op in moved:
                remark("Q025", "the wait is said in each branch: the counts differ", op)
        rungs = options.rungs if options.dynamic == "ladder" else None
        self.tickets = Tickets(module, self.counts, options.max_count, rungs)

    def _all_exact(self) -> bool:
        return all(answer.exact or answer.unknown for answer in self.counts.answers.values())

    def run(self) -> None:
        """Decide for each wait, then rewrite."""
        cases = {op: self._cases(answer) for op, answer in self.counts.answers.items()}
        for op, answer in self.counts.answers.items():
            case = cases[op]
            if answer.unknown:
                remark("Q020", f"a wait by token stays: {answer.unknown}", op)
            elif case is not None:
                message = "the wait is said for the first iterations and for all others: the counts differ"
                remark("Q025", message, op)
                put_cases(case, self.counts.scopes.around[op].op, computed=self.options.dynamic == "count")
            elif answer.exact or not self._count_at_run_time(answer):
                self._put_constants(answer)
        self.tickets.apply()
        components = dict.fromkeys(self.counts.component_of.values())
        kept = [component for component in components if component not in self.tickets.components]
        drop_unused_tokens(self.module, self.counts.scopes, kept)

    def _cases(self, answer: WaitCount) -> Cases | None:
        if answer.exact or answer.unknown or not self.options.duplicate:
            return None
        return cases_of(answer, self.counts, self.options.max_count)

    def _put_constants(self, answer: WaitCount) -> None:
        """Wait with constant counts, one for each FIFO."""
        op, most = answer.op, self.options.max_count
        for fifo in answer.fifos:
            if fifo.count > most:
                remark("Q021", f"the count is {most}, the greatest there is", op)
            Builder(op).add(counted_wait(op, fifo.queue, min(fifo.count, most)))
        erase(op)

    def _count_at_run_time(self, answer: WaitCount) -> bool:
        why = self.tickets.obstacle(answer) if self.options.dynamic != "none" else "the pass was told not to"
        paths = "; ".join(_difference(fifo) for fifo in answer.fifos if not fifo.exact)
        if why:
            message = f"the count is the least of several, not counted at run time: {why}"
            remark("Q022", message, answer.op, label=paths)
            return False
        remark("Q023", f"the count is found at run time: {paths}", answer.op)
        self.tickets.add(answer)
        return True


def _difference(fifo: FifoCount) -> str:
    """Which counts there are."""
    if fifo.other is not None and fifo.other.commit is None:
        return f"{fifo.count} younger groups on one path, on another the token is ready"
    most = "any number" if fifo.most is None else str(fifo.most)
    return f"{fifo.count} younger groups on one path, {most} on another"
