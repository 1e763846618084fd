"""Count → token → count on random programs: the same counts again, or looser ones, and the same races.

    python bench/round_trip_counts.py [--programs 5000] [--jobs 2] [--first 0] [--check-every 20]

Half of the programs wait by any counts, and most of them race; half are right: random token programs of the kind in
`tests/queues/generator.py`, their counts derived by `assign-wait-counts`. Each is translated by `derive-tokens` and
`assign-wait-counts`, and both are interpreted: at each commit, issue and access of each run the groups that have been
waited for must be the same, or fewer, and the races must be the same. Where a remark says that a group committed to a
computed queue has no constant count, a run may wait for more. Of every n-th right program, `check` is asked
before and after. Exit status 1 where a run waits for more without a remark, or does something else.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from asyncir.analyses.in_flight import check_module  # noqa: E402
from asyncir.source.text import parse_module  # noqa: E402
from tests.queues.translated import (  # noqa: E402
    Source,
    count_source,
    judge_translation,
    right_source,
)

PIPELINE = "derive-tokens{hardware},assign-wait-counts"


@dataclass
class Tally:
    """The figures of one kind of program."""

    programs: int = 0
    runs: Counter[str] = field(default_factory=Counter[str])
    races: int = 0
    counts: Counter[str] = field(default_factory=Counter[str])
    remarks: Counter[str] = field(default_factory=Counter[str])
    standings: Counter[str] = field(default_factory=Counter[str])
    forms: Counter[str] = field(default_factory=Counter[str])
    wrong: list[str] = field(default_factory=list[str])

    def __iadd__(self, other: Tally) -> Tally:
        self.programs += other.programs
        self.races += other.races
        self.wrong += other.wrong
        for mine, theirs in zip(self.counters(), other.counters(), strict=True):
            mine.update(theirs)
        return self

    def counters(self) -> tuple[Counter[str], ...]:
        """All that is counted by name."""
        return self.runs, self.counts, self.remarks, self.standings, self.forms


def judge(job: tuple[int, bool]) -> tuple[str, Tally]:
    """The figures of the program of one seed."""
    seed, checked = job
    kind = "any counts" if seed % 2 else "right"
    source = count_source(seed, runs=2) if seed % 2 else right_source(seed)
    try:
        judgement = judge_translation(source, PIPELINE)
    except Exception as fault:  # a program that cannot be judged counts as wrong, and the others go on
        return kind, Tally(1, wrong=[f"{source.name}: {type(fault).__name__}: {str(fault)[:200]}"])
    tally = Tally(1, judgement.runs, judgement.races, judgement.counts, judgement.remarks)
    tally.forms.update(source.forms)
    if not judgement.is_right:
        tally.wrong.append(f"{source.name}: {dict(judgement.runs)}")
    if checked and kind == "right":
        tally.standings[_standings(source, judgement.text)] += 1
    return kind, tally


def _standings(source: Source, text: str) -> str:
    """What `check` says of the program before and after."""
    before = check_module(source.module, entries=["main"]).standing.value
    after = check_module(parse_module(text), entries=["main"]).standing.value
    return f"{before} → {after}"


def main() -> int:
    """Judge all programs, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--programs", type=int, default=5000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--check-every", type=int, default=20)
    options = parser.parse_args()
    jobs = [(s, s % options.check_every < 2) for s in range(options.first, options.first + options.programs)]
    tallies = {"right": Tally(), "any counts": Tally()}
    began = time.perf_counter()
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for number, (kind, tally) in enumerate(pool.imap_unordered(judge, jobs, chunksize=10), 1):
            tallies[kind] += tally
            if number % 500 == 0:
                print(f"{number} programs, {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    for kind, tally in tallies.items():
        _print(kind, tally)
    return int(any(tally.wrong for tally in tallies.values()))


def _print(kind: str, tally: Tally) -> None:
    print(f"{kind}: {tally.programs} programs, {tally.runs.total()} runs, {tally.races} of them with races")
    print(f"  waits for, compared step by step: {_listed(tally.runs)}")
    print(f"  literal counts afterwards: {_listed(tally.counts)}")
    print(f"  remarks: {_listed(tally.remarks) or 'none'}")
    print(f"  check before → after: {_listed(tally.standings)}")
    if kind == "any counts":
        print(
            f"  forms: {', '.join(f'{f} {n * 100 // tally.programs} %' for f, n in tally.forms.most_common())}"
        )
    for wrong in tally.wrong[:10]:
        print(f"  WRONG {wrong}")


def _listed(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in sorted(counter.items()))


if __name__ == "__main__":
    sys.exit(main())
