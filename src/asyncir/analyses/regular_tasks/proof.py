"""The proof for one entry."""

from __future__ import annotations

from itertools import islice

from asyncir.analyses.regular_tasks.answer import NoProof, RegularAnswer
from asyncir.analyses.regular_tasks.completions import KnownCompletions
from asyncir.analyses.regular_tasks.conflicts import TaskConflicts
from asyncir.analyses.regular_tasks.induction import check_numbers, recursive_functions, summarised
from asyncir.analyses.regular_tasks.inlining import Inlined, inlined
from asyncir.analyses.regular_tasks.reading import read
from asyncir.analyses.regular_tasks.sets import Budget
from asyncir.analyses.regular_tasks.summaries import Summary
from asyncir.ir import ModuleOp, Operation
from asyncir.ir.symbols import symbol_name

_MOST_CANDIDATES = 3
"""So many suspected races are told."""


def prove(module: ModuleOp, entry: Operation, *, args_alias: bool = False) -> RegularAnswer:
    """Whether no execution of the entry has a race or a deadlock, whatever the arguments."""
    found: Inlined | None = None
    try:
        budget = Budget()
        summaries: dict[str, Summary] = {}
        for cycle in recursive_functions(module, symbol_name(entry) or ""):
            summaries.update(summarised(module, cycle, summaries, budget))
        found = inlined(module, entry, frozenset(summaries))
        region = found.entry.regions[0]
        if region.first_block is None or region.first_block is not region.last_block:
            raise NoProof("the branches of the entry are not followed", found.entry)
        program = read(found, summaries)
        completions = KnownCompletions(program, budget)
        conflicts = TaskConflicts(program, completions, budget, args_alias)
        races = list(islice(conflicts.races(), _MOST_CANDIDATES))
        conflicts.check_calls()
        check_numbers(program, budget)
    except NoProof as why:
        at = why.at if found is None else found.of(why.at)
        return RegularAnswer(False, why.reason, at)
    if not races:
        return RegularAnswer(True)
    (candidate, words), *_ = races
    return RegularAnswer(False, words, candidate[1], tuple(each for each, _ in races))
