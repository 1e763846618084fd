"""Counts of what came out, for the end of a run."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .compare import Record


@dataclass
class Table:
    programs: int = 0
    mutants: int = 0
    checks: int = 0
    slowest: float = 0.0
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    unknown: Counter[str] = field(default_factory=Counter[str])
    faults: Counter[str] = field(default_factory=Counter[str])
    notes: Counter[str] = field(default_factory=Counter[str])

    def add(self, record: Record, variant: str) -> None:
        self.programs += variant == "base"
        self.mutants += variant != "base"
        self.checks += record.checks
        self.slowest = max(self.slowest, record.seconds)
        self.outcomes[record.standing, record.judged] += 1
        self.unknown.update(record.unknown)
        self.faults.update(kind for kind, _ in record.faults)
        self.notes.update(record.notes)

    def print(self) -> None:
        print(f"{self.programs} programs, {self.mutants} mutants, {self.checks} comparisons")
        print(f"slowest check {self.slowest:.1f} s")
        for (standing, judged), count in sorted(self.outcomes.items()):
            print(f"  {standing:12} for the judge: {judged:18} {count:6}")
        for what, counts in (("unknown", self.unknown), ("notes", self.notes), ("faults", self.faults)):
            print(f"{what}:" if counts else f"{what}: none")
            for name, count in counts.most_common():
                print(f"  {count:6} {name}")
