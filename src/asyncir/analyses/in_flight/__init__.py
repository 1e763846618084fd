"""What is in flight at each point of a program, and so whether its waits are right: the check's engine.

It is an abstract interpretation (Cousot and Cousot, POPL 1977) of a flat program. One abstract state stands for all
executions that come to a point with the same things in flight; numbers are symbolic. Where the states of all points
are closed under execution, what they say is true of every execution, for all arguments.

## The program

`flatten` makes a list of instructions of an entry (`code.py`): calls are inlined, structured control flow becomes
branches, loops have `ENTER`, `HEAD`, `ADVANCE`, `LEAVE`. A function that calls itself has its body once
(`recursion.py`). `slices.py` finds the numbers on which indices, conditions and counts depend; only these are
followed. What the ops do to memory and to groups they say themselves (`dialects/effects.py`,
`dialects/interfaces/completion.py`).

## The states

A `State` (`state.py`) has one or two `Lane`s and a set of `Facts`.

- A lane is a thread. One stands for all where threads share nothing; otherwise two lanes with different symbolic
  indices stand for any two threads of the block, for a race is always one between two accesses.
- `entries` says what is in flight: for each operation its reads and its writes, as elements of objects (`Access`),
  the number of its group in its FIFO, and the counters of the loops around it when it was issued. With threads,
  `epoch` has the plain accesses since the last barrier.
- `env` gives the numbers, truth values, tokens and views of SSA values; `cells` gives integers in memory that nobody
  else has.
- A number is a `Lin` (`exprs.py`): a sum of symbols, of remainders and quotients by constants, and of elements that
  nothing writes. Symbols are arguments and extents, the counters of loops (iterations from 0), threads, and *own*
  symbols, which stand for one unknown number of this state and may be renamed. Arithmetic keeps to the width of its
  type (`widths.py`): where a result may wrap, it is another expression or an unknown number.
- What is made of values that are not followed, as by a comparison of floating-point numbers, is an unknown number, with a
  name that lasts where all of it is given to the entry (`correlations.py`).
- The facts (`facts.py`) are a conjunction of inequalities, which holds in all executions that the state stands for. A
  fact comes from a branch that was taken, a loop's bound, or an access that happens on this path; never from one that
  may not happen. Of two threads, one may leave the bounds, and the other run on to the next barrier: that is a way of its
  own, on which the first one does nothing more (`ThreadEnds`).

**Lattice.** At each point where paths meet (a `HEAD` or a `JOIN`) there is a map from *keys* to facts (`explore.py`).
The key is all of the state but its facts, in a normal form (`canonical.py`): groups are numbered from the youngest,
everything is relative to the current iteration, own symbols are renamed in a fixed order, and what nobody looks at
again is gone. One point is below another where each of its keys is among the other's, with facts that imply the
other's facts for that key.

**Joined states.** Branches that each commit a group make as many keys as there are ways through them. Where these are too
many for the budget, the entry is looked at once more, and states at a `JOIN` past the first few that differ in what is in
flight alone become one, with all of it (`joins.py`). That can prove an entry; nothing that is found so is shown, and
`Needs` asks nothing of it: other counts are tried.

**Old groups.** Without a bound on what is in flight a loop that never waits would have a new key in each iteration.
Groups that are older than any count in the program can tell apart are folded (`old_groups.py`): one entry stands for
any of them, with own symbols for where it was issued, and only such facts as hold of all.

## Steps

`machine.py` executes an instruction. An access is compared with each entry of every lane: two sets of elements meet
under the conditions that `accesses.py` finds, and if these and the facts have a solution in integers
(`integers.py` eliminates, `finite.py` tries few values, isl decides the rest), a `Meeting` is told
to the policy. A question that the facts do not decide is a `Split`: the state
goes on twice, with the answer and with its opposite as a fact. A contradiction is `Dead`.

The policy decides what a wait does (`policies.py`). For `Races`, waits retire groups as written, so each meeting is a
race that may be. For `Needs`, waits retire nothing; each group remembers the slack with which it met each wait, so
that a meeting says how strong the waits before it have to be. Of all such needs `relax.py` makes the counts: which
waits are exact, too strong, too weak or not needed. What is not certain there is tried, and proved or refuted by
another exploration (`trials.py`).

## Invariants

1. Whatever is in flight in an execution at a point is among the entries of some state with this key, with numbers
   that satisfy its facts. Folding, forgetting and widening only let a state stand for more executions.
2. A fact is only dropped or weakened where states are joined; no fact is assumed that is not implied by the way to
   the state.
3. A state with contradictory facts may be dropped, and only such a state.
4. What a load gives is followed only while nothing writes the object, or while a private cell says so; a write that
   may reach an object which was believed constant ends the exploration with `Restart`, and the next one knows better.

So "no meeting" is a proof. A meeting is none: it may be due to what was forgotten. `witness.py` looks for arguments,
and the interpreter runs them; what it does not confirm is *unknown*. And a proof is said to be one only after the
verifier, which shares no code with this folder, has accepted what `certificate.py` writes of these states.

## Why it ends

At each point the number of keys is bounded: after a dozen that differ in numbers alone, numbers that vary become own
symbols (`generalise`), and past `_MOST_STATES` the exploration gives up. For one key there are at most four variants
of facts; a fifth is joined with the first. At the head of a loop the join is a widening: a bound that was broken is
replaced by the next one that the program itself tests, each at most twice, and after forty joins it goes. Elsewhere
the convex hull is taken, and paths without a head are finite. A budget counts the steps, the questions to isl
and the inequalities that eliminations make; who exceeds it gets `GiveUp`, which is *unknown* and says where.
"""

from asyncir.analyses.in_flight.check import check_module

__all__ = ["check_module"]
