"""Proofs that programs of tasks have no race and no deadlock, for all sizes.

`prove` answers for programs whose loops run as often as arguments say. It does not run them; it compares sets.

**States.** Calls are taken apart (`inlining`), and the program becomes a tree of places (`places`, `reading`): loops,
branches, tasks, accesses, waits, additions to groups. An instance of a place is the place in certain iterations of the
loops around it. Sets and relations of instances are Presburger sets, whose parameters are what is computed once: arguments,
extents, what is loaded outside of loops (`frames`, `sets`). Integers are expressions that are exact where they wrap.

**Order.** Running each task where it is launched is one legal order (`places.before`). Since every completion is made by an
op that comes before each wait for it in this order, and groups have all their members before they are waited for
(`groups`), each wait waits for what is earlier. So nothing is stuck for ever: of all waits that are, the earliest waits for
a task that is stuck at an earlier one.

**The invariant.** An access happens before a later one in this order if it belongs to the same task or to one around it, or
if its task is known to be over (`completions`). What is known at a place is what the waits before it wait for, and what
those tasks knew at their ends. There is no race if this holds for each pair of accesses that may touch one element
(`conflicts`).

**Why it is sound.** What may happen is never left out: an access happens under the conditions that are known, touches any
element along a dimension of which the index is not known, and a value is followed in all cases (`origins`) or the proof is
given up. What must happen is never added: a wait counts only where its conditions say exactly when it runs, or where the
access is in the same instance of what they guard; a token counts only where it is known which task it is of. Chains of
waits are followed by isl's transitive closure where that is exact, or where it can be checked by induction, since each step
goes back in time. Errors only take away: who waits for a failed task fails, so that what is behind a wait has seen all of
its task. An op that is not understood ends the proof (`NoProof`), as does a question that takes isl too long.

**Why it ends.** Each pair of accesses is looked at once for each loop around both; values are followed for so many steps;
questions to isl are bounded in its own count of operations, and so is their number.

What is taken for granted: no loop has more than 2^48 iterations; arguments of 64 bits are at most 2^57 in magnitude, and so
are the extents of arrays; a number of iterations times an argument is less than 2^61; a function that is only declared and
is given no memory touches none; two arrays that the entry is given are different ones, unless it is asked about others.
Executions are looked at up to an error, such as an index out of bounds.
"""

from asyncir.analyses.regular_tasks.answer import RegularAnswer as RegularAnswer
from asyncir.analyses.regular_tasks.proof import prove as prove
